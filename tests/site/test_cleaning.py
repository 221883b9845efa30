"""The site's folder holds what the build wrote, and nothing of the last one;
as if it had been emptied before.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from wiki_builder.site.reuse.cleaning import Cleaning

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="files do not tell here when they changed"),
]

HOUR = 3600 * 10**9  # in nanoseconds


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A site of two pages, built once."""
    docs = tmp_path / "docs"
    (docs / "deep" / "er").mkdir(parents=True)
    (docs / "index.md").write_text("# One\n", "utf-8")
    (docs / "deep/er/two.md").write_text("# Two\n", "utf-8")
    config = "site_name: X\ntheme: {name: material, font: false}\nplugins: [wiki-builder]\n"
    (tmp_path / "mkdocs.yml").write_text(config, "utf-8")
    built(tmp_path)
    return tmp_path


def built(project: Path, dirty: bool = False) -> set[str]:
    """The site's files after a build, but for those of its search,
    which are called by what they hold.
    """
    config = load_config(str(project / "mkdocs.yml"))
    config.plugins.on_startup(command="build", dirty=dirty)
    build(config, dirty=dirty)
    site = project / "site"
    found = {path.relative_to(site).as_posix() for path in site.rglob("*")}
    # and of no other
    assert len([name for name in found if name.startswith("search/") and name.count("/") == 1]) == 2
    return {name for name in found if not name.startswith("search/")}


def test_what_is_gone_is_gone(project: Path) -> None:
    """Pages, folders that are empty then, and what somebody put there."""
    before = built(project)
    assert "deep/er/two/index.html" in before
    (project / "site/theirs.txt").write_text("x", "utf-8")
    (project / "docs/deep/er/two.md").unlink()
    after = built(project)
    assert after == {name for name in before if not name.startswith("deep")}


def test_a_file_that_is_the_same_is_left(tmp_path: Path) -> None:
    """And one that is not is written; both stay."""
    site = tmp_path / "site"
    site.mkdir()
    for name in ("same", "other", "old"):
        (site / name).write_bytes(b"a")
    ticked(tmp_path / "probe")
    cleaning = Cleaning(site)
    cleaning.aside()
    assert not site.exists()
    cleaning.back()
    written = (site / "same").stat().st_ctime_ns
    cleaning.write(site / "same", b"a")
    cleaning.write(site / "other", b"b")
    cleaning.clean()
    assert {path.name: path.read_bytes() for path in site.iterdir()} == {
        "same": b"a",
        "other": b"b",
    }
    assert (site / "same").stat().st_ctime_ns == written


def test_a_folder_called_by_what_it_holds_is_written_over(tmp_path: Path) -> None:
    """It takes the last one's place: what is the same stays, what is not is written,
    what nobody wrote goes.
    """
    site = tmp_path / "site"
    (site / "search/aa").mkdir(parents=True)
    for name in ("same", "other", "gone"):
        (site / "search/aa" / name).write_bytes(b"a")
    ticked(tmp_path / "probe")
    cleaning = Cleaning(site)
    cleaning.aside()
    cleaning.back()
    inodes = {path.name: path.stat().st_ino for path in (site / "search/aa").iterdir()}
    cleaning.succeed("search/aa", "search/bb/")
    new = site / "search/bb"
    for name, data in {"same": b"a", "other": b"b", "new": b"c"}.items():
        cleaning.write(new / name, data)
    cleaning.clean()
    assert {path.name: path.read_bytes() for path in new.iterdir()} == {
        "same": b"a",
        "other": b"b",
        "new": b"c",
    }
    assert [(new / name).stat().st_ino for name in ("same", "other")] == [
        inodes["same"],
        inodes["other"],
    ]
    assert not (site / "search/aa").exists()


def test_an_owners_folder_like_that_of_an_index_stays(project: Path) -> None:
    """Behind a build that was killed before its index, too."""
    own = project / "docs/search/0123456789ab/index.md"
    own.parent.mkdir(parents=True)
    own.write_text("# Mine\n", "utf-8")
    config = load_config(str(project / "mkdocs.yml"))
    build(config)
    for path in [*(project / "site/search").rglob("p/*"), project / "site/search/index.json"]:
        path.unlink()
    build(load_config(str(project / "mkdocs.yml")))
    assert "Mine" in (project / "site/search/0123456789ab/index.html").read_text("utf-8")


def begun(site: Path, monkeypatch: pytest.MonkeyPatch, later: int) -> Cleaning:
    """A build over a site of the files ``old`` and ``new``;
    its first look at the clock is so much after ``old``.
    """
    site.mkdir()
    for name in ("old", "new"):
        (site / name).write_bytes(b"a")
    ticked(site.with_name("probe"))
    known, stat = (site / "old").stat(), Path.stat

    def told(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path.name != ".wiki-builder":
            return stat(path, follow_symlinks=follow_symlinks)
        return os.stat_result(known, {"st_ctime_ns": known.st_ctime_ns + later})

    monkeypatch.setattr(Path, "stat", told)
    cleaning = Cleaning(site)
    cleaning.aside()
    cleaning.back()
    return cleaning


@pytest.mark.parametrize("later", [-HOUR, HOUR], ids=["forward", "back"])
def test_a_clock_that_is_set_takes_nothing_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: int
) -> None:
    """Set during the build, it keeps what was written, if the same as before,
    and spares nothing that was not.
    """
    cleaning = begun(tmp_path / "site", monkeypatch, later)
    (tmp_path / "site/new").write_bytes(b"a")
    (tmp_path / "site/more").write_bytes(b"a")
    cleaning.clean()
    assert {path.name for path in (tmp_path / "site").iterdir()} == {"new", "more"}


def test_a_clock_that_ticks_slowly_takes_nothing_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within the tick of the last build nobody knows whether a file was written again: it stays."""
    cleaning = begun(tmp_path / "site", monkeypatch, 0)
    cleaning.clean()
    assert (tmp_path / "site/old").exists()


def hidden(project: Path) -> None:
    """The folder is another branch's working tree."""
    (project / "site/.git").write_text("gitdir: elsewhere", "utf-8")


def linked(project: Path) -> None:
    """A file of the site is a person's, elsewhere."""
    (project / "site/index.html").unlink()
    (project / "site/index.html").symlink_to(project / "mine.html")


def copied(project: Path) -> None:
    """And another is one of a backup."""
    (project / "site/index.html").unlink()
    (project / "site/index.html").hardlink_to(project / "mine.html")


def hooked(project: Path) -> None:
    """Something else writes there too, and does not where a file is."""
    text = (
        "import pathlib\n\ndef on_post_build(config):\n    file = pathlib.Path(config.site_dir) /"
        " 'theirs.txt'\n"
    )
    (project / "hook.py").write_text(
        f"{text}    file.exists() or file.write_text('theirs')\n", "utf-8"
    )
    with (project / "mkdocs.yml").open("a", encoding="utf-8") as file:
        file.write("hooks: [hook.py]\n")


@pytest.mark.parametrize("special", [hidden, linked, copied, hooked])
def test_what_is_no_plain_folder_is_left_to_mkdocs(
    project: Path, special: Callable[[Path], None]
) -> None:
    """Nothing is written through a link, and nothing of others is taken away."""
    (project / "mine.html").write_text("mine", "utf-8")
    special(project)
    built(project)
    after = built(project)
    assert "index.html" in after
    assert (project / "mine.html").read_text("utf-8") == "mine"
    assert (".git" in after) == (special is hidden)
    assert ("theirs.txt" in after) == (special is hooked)


@pytest.mark.parametrize("left", ["aside", "both"])
def test_a_build_that_was_killed_does_no_harm(project: Path, left: str) -> None:
    """Whether it had the last site beside the folder alone, or a new one too."""
    before = built(project)
    (project / "site").rename(project / ".site.wiki-builder")
    if left == "both":
        shutil.copytree(project / ".site.wiki-builder/deep", project / "site/other")
    assert built(project) == before
    assert not (project / ".site.wiki-builder").exists()


def test_a_build_of_what_changed_takes_nothing_away(project: Path) -> None:
    """Behind one that was killed, too."""
    before = built(project)
    shutil.copytree(project / "site", project / ".site.wiki-builder")
    assert built(project, dirty=True) == before


def test_an_error_leaves_the_last_site(project: Path) -> None:
    """One that comes before the first page is written."""
    (project / "docs/wrong.md").symlink_to("wrong.md")
    with pytest.raises(OSError, match="symbolic links"):
        built(project)
    assert (project / "site/index.html").is_file()


def ticked(probe: Path) -> None:
    """Wait for the next tick of the disk's clock."""
    probe.touch()
    first = probe.stat().st_ctime_ns
    while probe.stat().st_ctime_ns == first:
        probe.touch()
