"""What other pages show of a page: a person's words, their links rebased, or nothing."""

from __future__ import annotations

import pytest

from wiki_builder.pages.merge import new_page
from wiki_builder.pages.page import Broken, Page, read_page
from wiki_builder.pages.shown import Shown, one_line, rebased, shown, unlinked, without_bullet
from wiki_builder.pages.spec import PageSpec, Section

ID, PATH = "arxiv:2605.00001", "papers/2605/x.md"
ITEMS = Section("concepts.en", "## C\n\n- **a**: one <!-- #a -->\n- **b**: two <!-- #b -->", "c")
TEXT = new_page(
    PageSpec(ID, PATH, {"title": "T"}, (Section("title", "# T"), Section("headline.en", "Builder's."), ITEMS))
)


def seen(old: str, new: str) -> Shown:
    assert TEXT.count(old) == 1
    page = read_page(TEXT.replace(old, new).encode())
    assert isinstance(page, Page | Broken)
    return shown(page, PATH)


def test_the_builders_words_are_shown_where_nobody_changed_them() -> None:
    """An untouched page adds nothing."""
    untouched = seen("Builder's.", "Builder's. ")
    assert (untouched.sections, untouched.items, untouched.keys) == ({}, {}, {})
    assert untouched.text("headline.en", "Builder's.", "") == "Builder's."


def test_a_persons_words_are_shown_with_their_links() -> None:
    """On one line, leading to the same targets from elsewhere."""
    edited = seen("Builder's.", "Mine, see\n[y](../../concepts/y.md#top).")
    assert edited.text("headline.en", "", "daily") == "Mine, see [y](../concepts/y.md#top)."


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("Mine, see [y](../concepts/y.md#top).", "Mine, see y."),
        ("After [[GRPO]] and [[credit assignment|credit]]", "After GRPO and credit"),
        ("In $[a](b)$ and [0, 1] as it was", "In $[a](b)$ and [0, 1] as it was"),
        ("A $5 [tool](x.md) for $6", "A $5 tool for $6"),
        ("See [it](https://x.org/a_(b)) there", ""),
        ("See <https://x.org> and [y][1]", ""),
    ],
)
def test_a_line_that_is_to_be_a_link_has_none_within(written: str, left: str) -> None:
    """The words of links and wikilinks stay, and maths that looks like a link is none; else nothing is taken of it."""
    assert unlinked(written) == left


def test_a_deleted_section_is_shown_nowhere() -> None:
    """Listed and not there is ``None``, not the builder's text."""
    start, end = TEXT.index("<!-- wiki:headline.en"), TEXT.index("<!-- wiki:concepts.en")
    assert seen(TEXT[start:end], "").text("headline.en", "Builder's.", "") is None


def test_an_edited_item_and_a_deleted_one() -> None:
    """Of a list, item by item."""
    assert seen("**b**: two", "**b**: mine").item("concepts.en", "b", "") == (True, "**b**: mine")
    assert seen("- **b**: two <!-- #b -->\n", "").item("concepts.en", "b", "") == (True, None)
    assert seen("**b**: two", "**b**: mine").item("concepts.en", "a", "") == (False, None)


def test_a_changed_title_key_is_the_title() -> None:
    """Unless the heading was changed, which counts more."""
    assert seen('title: "T"', "title: Mine").title("T", "") == "Mine"
    assert seen("# T\n", "# My heading\n").title("T", "") == "My heading"


def test_a_broken_page_still_shows_whole_sections() -> None:
    """What a person wrote in a section that is whole is shown while the page waits to be mended."""
    broken = seen(
        "Builder's.",
        "Mine.\n\n<!-- /wiki:headline.en -->\n\n<!-- wiki:concepts.en oops -->\n\n<!-- wiki:x.en keep -->\n",
    )
    assert broken.text("headline.en", "", "") == "Mine."


@pytest.mark.parametrize(
    "link, new, expected",
    [
        ("[a](b.md)", "papers/2606", "[a](../2605/b.md)"),
        ("[a](../../index.md)", "", "[a](index.md)"),
        ("[a](https://x.y/z)", "", "[a](https://x.y/z)"),
        ("[a](#e-c1)", "", "[a](#e-c1)"),
        ("[a](/abs.md)", "", "[a](/abs.md)"),
        ("![a](<pic.png>)", "daily", "![a](<../papers/2605/pic.png>)"),
    ],
)
def test_links_lead_to_the_same_target(link: str, new: str, expected: str) -> None:
    """From any folder; addresses elsewhere are left alone."""
    assert rebased(link, "papers/2605", new) == expected


def test_one_line_and_no_bullet() -> None:
    """Headings and line ends go, and so does the mark of a list."""
    assert one_line("## Summary\n\nOne\ntwo.") == "One two."
    assert one_line("# Title") == "Title"
    assert without_bullet("12) text") == "text"
