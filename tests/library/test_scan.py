"""What stands under ``docs/`` is known from a cache, and is what stands there."""

from __future__ import annotations

import os
from pathlib import Path

from wiki_builder.core.store.caches import kept_at_end
from wiki_builder.library.scan import ScannedPages, save_cache, scan

PAGE = """# Title

<!-- wiki:summary.en -->
Words.
<!-- /wiki -->

<!-- wiki:written 2 page:one
summary 5fc33e55 ~
-->
"""


def scanned(folder: Path) -> ScannedPages:
    """The folder's pages, with the cache brought up to date."""
    found = scan(folder / "docs", folder / "pages.json")
    save_cache(folder / "pages.json", found.files)
    return found


def test_an_edit_of_the_same_size_within_a_tick_is_seen(tmp_path: Path) -> None:
    """A file system's clock may not tell two writes apart:
    a page as young as the cache is read again.
    """
    page = tmp_path / "docs" / "one.md"
    page.parent.mkdir()
    page.write_text(PAGE, "utf-8")
    before = scanned(tmp_path).files["one.md"]
    page.write_text(PAGE.replace("Words.", "Mine.."), "utf-8")
    os.utime(page, ns=(before.time, before.time))
    after = scanned(tmp_path).files["one.md"]
    assert after.stat == before.stat
    assert "Mine.." in repr(after.shown)
    assert "Mine.." not in repr(before.shown)


def test_what_a_page_was_made_from_outlives_a_second_look(tmp_path: Path) -> None:
    """A young page that says the same is the one that was known; an old one is not read at all."""
    page = tmp_path / "docs" / "one.md"
    page.parent.mkdir()
    page.write_text(PAGE, "utf-8")
    first = scanned(tmp_path)
    again = scanned(tmp_path)
    assert (first.read, again.read) == (1, 0)
    assert again.files == first.files
    os.utime(page, ns=(1, 1))
    known = scanned(tmp_path).files
    page.write_text(PAGE.replace("Words.", "Mine.."), "utf-8")
    os.utime(page, ns=(1, 1))
    assert scanned(tmp_path).files == known


def test_the_stages_of_a_run_read_a_page_once(tmp_path: Path) -> None:
    """Behind a clone, too, where nothing is kept yet; but for one that is so young that it may
    have changed unseen.
    """
    old, young = (tmp_path / "docs" / f"{name}.md" for name in ("old", "young"))
    old.parent.mkdir()
    for page in (old, young):
        page.write_text(PAGE, "utf-8")
    os.utime(old, ns=(1, 1))
    cache = tmp_path / "pages.json"
    with kept_at_end():
        before = scan(tmp_path / "docs", cache)
        young.write_text(PAGE.replace("Words.", "Mine.."), "utf-8")
        os.utime(young, ns=(before.files["young.md"].time,) * 2)
        after = scan(tmp_path / "docs", cache)
        assert not cache.exists()
    assert (before.read, after.read) == (2, 1)
    assert after.files["old.md"] is before.files["old.md"]
    assert "Mine.." in repr(after.files["young.md"].shown)


def test_only_of_a_file_that_is_not_known_its_seal_is_asked(tmp_path: Path) -> None:
    """All seals are read where one is asked, and on most days all files are known."""
    page, cache = tmp_path / "docs" / "page.md", tmp_path / "pages.json"
    page.parent.mkdir()
    page.write_text(PAGE, "utf-8")
    os.utime(page, ns=(1, 1))
    asked: list[str] = []

    def sealed(path: str) -> None:
        asked.append(path)

    with kept_at_end():
        scan(tmp_path / "docs", cache, sealed)
        assert asked == ["page.md"]
        scan(tmp_path / "docs", cache, sealed)
    assert asked == ["page.md"]
