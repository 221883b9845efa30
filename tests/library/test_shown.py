"""What other pages show of a page: a person's words, their links rebased, or nothing."""

from __future__ import annotations

import pytest

from wiki_builder.contract.merge import new_page
from wiki_builder.contract.page import Page, UnreadablePage, read_page
from wiki_builder.contract.spec import PageSpec, Section
from wiki_builder.library.shown import (
    Shown,
    one_line,
    rebased,
    shown,
    unlinked,
    without_bullet,
)

ID, PATH = "arxiv:2605.00001", "papers/2605/x.md"
ITEMS = Section("concepts.en", "## C\n\n- **a**: one ^a\n- **b**: two ^b", "c")
TEXT = new_page(
    PageSpec(
        ID,
        PATH,
        {"title": "T"},
        (Section("title", "# T"), Section("headline.en", "Builder's."), ITEMS),
    )
)


def seen(old: str, new: str) -> Shown:
    assert TEXT.count(old) == 1
    page = read_page(TEXT.replace(old, new).encode())
    assert isinstance(page, Page | UnreadablePage)
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
    """The words of links and wikilinks stay, and maths that looks like a link is none;
    else nothing is taken of it.
    """
    assert unlinked(written) == left


def test_a_deleted_section_is_shown_nowhere() -> None:
    """Listed and not there is ``None``, not the builder's text."""
    start, end = TEXT.index("<!-- wiki:headline.en"), TEXT.index("<!-- wiki:concepts.en")
    assert seen(TEXT[start:end], "").text("headline.en", "Builder's.", "") is None


def test_the_id_of_a_persons_block_is_said_on_its_page_alone() -> None:
    """Obsidian writes one behind a paragraph to which a note leads."""
    assert seen("Builder's.", "Mine. ^37066d").text("headline.en", "Builder's.", "") == "Mine."


def test_an_edited_item_and_a_deleted_one() -> None:
    """Of a list, item by item."""
    assert seen("**b**: two", "**b**: mine").item("concepts.en", "b", "") == (True, "**b**: mine")
    assert seen("- **b**: two ^b\n", "").item("concepts.en", "b", "") == (True, None)
    assert seen("**b**: two", "**b**: mine").item("concepts.en", "a", "") == (False, None)


def test_an_item_that_lost_its_mark_is_neither_edited_nor_deleted() -> None:
    """Its words say which one it is; with other words it is gone,
    and a person's line stands in its place.
    """
    assert seen(" ^b\n", "\n").items == {}
    assert seen("two ^b", "mine").items == {"concepts.en": {"b": None}}


@pytest.mark.parametrize(
    "copy", ["- **b**: two ^b\n- **b**: mine ^b\n", "- **b**: mine ^b\n- **b**: two ^b\n"]
)
def test_of_a_copied_item_the_one_with_the_written_words_is_it(copy: str) -> None:
    """The copy that a person reworded is a line of theirs, whichever comes first."""
    assert seen("- **b**: two ^b\n", copy).items == {}


def test_claims_that_a_persons_words_lead_to() -> None:
    """By a link in their text, in any of its forms."""
    notes = "\nSee [¶](#^c1), [[#^c2]] and [¶](#e-c3), not [x](y.md#^c4) nor ^c5 within.\n"
    assert seen("<!-- wiki:written", f"{notes}\n<!-- wiki:written").cited == {"c1", "c2", "c3"}


def test_a_changed_title_key_is_the_title() -> None:
    """Unless the heading was changed, which counts more."""
    assert seen('title: "T"', "title: Mine").title("T", "") == "Mine"
    assert seen("# T\n", "# My heading\n").title("T", "") == "My heading"


def test_a_title_key_is_text() -> None:
    """What a person, or whoever wrote their front matter, has in it is markup on no other page."""
    made = seen('title: "T"', 'title: "a\\0 <!--x *b* &amp; c"').title("T", "")
    assert made == "a &#60;!--x &#42;b&#42; & c"


def test_a_broken_page_still_shows_whole_sections() -> None:
    """What a person wrote in a section that is whole is shown while the page waits to be mended."""
    broken = seen(
        "Builder's.",
        "Mine.\n\n<!-- /wiki -->\n\n<!-- wiki:concepts.en oops -->\n\n<!-- wiki:x.en keep -->\n",
    )
    assert broken.text("headline.en", "", "") == "Mine."


@pytest.mark.parametrize(
    "link, new, expected",
    [
        ("[a](b.md)", "papers/2606", "[a](../2605/b.md)"),
        ("[a](../../index.md)", "", "[a](index.md)"),
        ("[a](https://x.y/z)", "", "[a](https://x.y/z)"),
        ("[a](#^c1)", "", "[a](#^c1)"),
        ("[a](b.md#^c1)", "papers/2606", "[a](../2605/b.md#^c1)"),
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
