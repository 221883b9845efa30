"""The anchors of a person's HTML, by which links are checked:
those that a browser finds on the page.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from mkdocs.config import load_config
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from wiki_builder.site.reuse.converted import Converter

THERE = [
    '<a title="<!--" id="there"> x --> ">y</a>',
    '<a title="<!--" id="there">x</a> <b title="-->">y</b>',
    '<a title="-->" id="there">x</a>',
    '<a title=">" id="there">x</a>',
    '<a title="<!-- x -->" id="there">x</a>',
    '<p <!-- --> <a id="there">x</a>',
    '<!-- <b --> <a id="there">x</a>',
    '<!--> <a id="there">x</a> -->',
    '<!---> <a id="there">x</a> -->',
    '<!-- a --!> <a id="there">x</a> -->',
]
NOT_THERE = [
    '<a <!-- x --> id="there">y</a>',
    '<a title=<!-- x --> id="there">y</a>',
    '<<!-- x -->a id="there">y</a>',
    '<!-- <a id="there">x</a> -->',
    '<!-- > <a id="there">x</a> -->',
    '<!-- a -- b <a id="there">x</a> -->',
    '<a title="a <b id=there>">x</a>',
    '<\u017f id="there">x',
]


def anchors(html: str, folder: Path) -> list[str]:
    """Those of a page of one such paragraph."""
    (folder / "docs").mkdir()
    (folder / "docs/a.md").write_text(html, "utf-8")
    (folder / "mkdocs.yml").write_text("site_name: X\n", "utf-8")
    config = load_config(str(folder / "mkdocs.yml"))
    file = File("a.md", config.docs_dir, config.site_dir, config.use_directory_urls)
    page = Page(None, file, config)
    page.read_source(config)
    return Converter(config, Files([file]))(page).anchors


@pytest.mark.parametrize("html", THERE)
def test_an_anchor_is_found(html: str, tmp_path: Path) -> None:
    """No comment begins within a tag, and one ends where HTML's standard has it:
    a link to it is not dead.
    """
    assert anchors(html, tmp_path) == ["there"]


@pytest.mark.parametrize("html", NOT_THERE)
def test_what_is_no_anchor_is_not_found(html: str, tmp_path: Path) -> None:
    """A comment hides what is in it, and does not make a tag whole: a link to it is dead."""
    assert anchors(html, tmp_path) == []
