"""A checkout that leaves a part of the wiki out is told from a person who deleted it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from wiki_builder.core.errors import UsageError
from wiki_builder.core.store.checkout import require_whole
from wiki_builder.core.store.lock import locked
from wiki_builder.core.store.wiki import Wiki

PAGES = (
    "docs/papers/a.md",
    "docs/daily/b 日.md",
    "docs/figures/c.png",
    "data/papers/a.json",
    "templates/p.md.j2",
    "else/d.md",
)


def git(root: Path, *args: str) -> None:
    settings = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(
        ("git", *who, *args),
        cwd=root,
        check=True,
        capture_output=True,
        env={**os.environ, **settings},
    )


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with pages and data, committed."""
    for path in PAGES:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "All")
    return tmp_path


@pytest.mark.parametrize(
    ("taken_in", "left_out"),
    [
        (("docs/papers", "data", "templates"), "docs/daily/b 日.md"),
        (("docs", "templates"), "data/papers/a.json"),
        (("docs", "data"), "templates/p.md.j2"),
    ],
)
def test_nothing_is_written_where_pages_or_data_are_left_out(
    repository: Path, taken_in: tuple[str, ...], left_out: str
) -> None:
    """Whoever would write is stopped at the lock, and the first file that is not here is named."""
    git(repository, "sparse-checkout", "set", *taken_in)
    with pytest.raises(UsageError, match="sparse") as stopped, locked(Wiki(repository)):
        pass
    assert stopped.value.where == left_out
    assert not (repository / ".wiki").exists()


def test_a_worktree_says_of_itself_what_it_leaves_out(repository: Path) -> None:
    """Git keeps what a worktree leaves out elsewhere than in the folder above it."""
    git(repository, "worktree", "add", "-q", "beside")
    git(repository / "beside", "sparse-checkout", "set", "docs/papers")
    with pytest.raises(UsageError, match="sparse"):
        require_whole(repository / "beside")
    require_whole(repository)


def test_other_files_may_be_left_out_and_pages_deleted(repository: Path) -> None:
    """What is none of the wiki's pages and data is no matter,
    and a page that a person deletes is deleted.
    """
    git(
        repository,
        "sparse-checkout",
        "set",
        "--no-cone",
        "/docs/*",
        "!/docs/figures",
        "/data/*",
        "/templates/*",
    )
    assert not (repository / "else/d.md").exists()
    (repository / "docs/papers/a.md").unlink()
    require_whole(repository)
    git(repository, "sparse-checkout", "disable")
    require_whole(repository)


def test_a_folder_reached_by_a_link_is_no_other(
    repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Git keeps its own beside where the wiki is, not where the link stands."""
    git(repository, "sparse-checkout", "set", "docs")
    link = tmp_path_factory.mktemp("elsewhere") / "wiki"
    link.symlink_to(repository)
    with pytest.raises(UsageError, match="sparse"):
        require_whole(link)


def test_a_file_that_is_here_is_not_left_out(repository: Path) -> None:
    """Whoever tells git to look away from a file still has it."""
    git(repository, "sparse-checkout", "set", "docs")
    git(repository, "sparse-checkout", "disable")
    git(repository, "update-index", "--skip-worktree", "docs/papers/a.md")
    require_whole(repository)


@pytest.mark.parametrize(
    "surroundings",
    [{"PATH": ""}, {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}],
    ids=["no git", "another's folder"],
)
def test_where_git_cannot_say_nothing_is_written(
    repository: Path, surroundings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checkout that may leave files out is not taken for whole because
    git is missing or refuses.
    """
    git(repository, "sparse-checkout", "set", "docs")
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(UsageError, match="git does not say"):
        require_whole(repository)
