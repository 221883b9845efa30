"""A checkout that leaves a part of the wiki out is told from a person who deleted it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from wiki_builder.checkout import require_whole
from wiki_builder.errors import UsageError
from wiki_builder.store import Wiki, locked

PAGES = ("docs/papers/a.md", "docs/daily/b 日.md", "docs/figures/c.png", "data/papers/a.json", "else/d.md")


def git(root: Path, *args: str) -> None:
    settings = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(("git", *who, *args), cwd=root, check=True, capture_output=True, env={**os.environ, **settings})


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
    ("taken_in", "left_out"), [(("docs/papers", "data"), "docs/daily/b 日.md"), (("docs",), "data/papers/a.json")]
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
    """What is none of the wiki's pages and data is no matter, and a page that a person deletes is deleted."""
    git(repository, "sparse-checkout", "set", "--no-cone", "/docs/*", "!/docs/figures", "/data/*")
    assert not (repository / "else/d.md").exists()
    (repository / "docs/papers/a.md").unlink()
    require_whole(repository)
    git(repository, "sparse-checkout", "disable")
    require_whole(repository)
