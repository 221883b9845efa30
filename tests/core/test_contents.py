"""What a wiki's files say, as one hash that a copy of them has too."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from wiki_builder.core.store.contents import contents, read_settled, write_settled
from wiki_builder.core.store.wiki import Wiki


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    """A wiki of three files."""
    root = tmp_path / "wiki"
    for path in ("docs/a.md", "data/papers/2605/b.json", "templates/c.j2"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(path, "utf-8")
    return Wiki(root)


def test_a_copy_says_the_same(wiki: Wiki, tmp_path: Path) -> None:
    """Neither the folder, nor times, nor the cache counts."""
    copy = Wiki(tmp_path / "copy")
    shutil.copytree(wiki.root, copy.root, copy_function=shutil.copyfile)
    os.utime(copy.root / "docs/a.md", ns=(1, 1))
    first = contents(wiki, ())
    assert first == contents(copy, ()) == contents(wiki, ())


@pytest.mark.parametrize("change", ["words", "name", "gone", "new"])
def test_what_anybody_changes_says_something_else(wiki: Wiki, change: str) -> None:
    """Each change of a file, its name included, gives another hash; what is left out does not."""
    page = wiki.root / "docs/a.md"
    other = page.with_name("b.md")
    before = contents(wiki, ())
    match change:
        case "words":
            page.write_text("docs/A.md", "utf-8")
        case "name":
            page.rename(other)
        case "gone":
            page.unlink()
        case "new":
            other.touch()
    assert contents(wiki, ()) != before
    if change == "new":
        assert contents(wiki, {str(other)}) == before


def test_where_a_file_cannot_be_read_nothing_is_said(wiki: Wiki) -> None:
    """A folder that leads nowhere might hold anything."""
    (wiki.docs / "lost.md").symlink_to("nowhere.md")
    assert contents(wiki, ()) is None


def test_states_are_read_again_after_a_merge(wiki: Wiki) -> None:
    """Git's union of two branches keeps both lines."""
    assert read_settled(wiki) == frozenset()
    assert write_settled(wiki, "one")
    assert not write_settled(wiki, "one")
    wiki.settled.write_text("one\ntwo\n", "utf-8")
    assert read_settled(wiki) == {"one", "two"}
