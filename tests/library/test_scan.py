"""What stands under ``docs/`` is known from a cache, and is what stands there."""

from __future__ import annotations

import os
from pathlib import Path

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
