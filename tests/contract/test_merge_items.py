"""Merging a list item by item: what becomes of a section's body, to the byte,
and what is whose from then on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.contract.test_merge import ID, listed, made, merged
from wiki_builder.contract.merge import new_page
from wiki_builder.contract.page import Page, SectionOnPage, read_page
from wiki_builder.contract.spec import Proposal, Section

XYZ = listed("x1", "y1", "z1")
HEAD, X, Y, Z = "## L\n\n", "- x1 ^x\n", "- y1 ^y\n", "- z1 ^z\n"


def rows(*words: str) -> Section:
    """A table: each row a word, its first letter the id."""
    return Section(
        "l",
        "\n".join(["| h |", "|---|", *(f"| {word} ^{word[0]} |" for word in words)])
        if words
        else "",
    )


def lines(text: str, head: str = HEAD) -> str:
    """A body under its heading, where a line ends with ``/``."""
    return ("" if text.startswith("#") else head) + (f"{text}/" if text else "").replace("/", "\n")


def page(
    body: str, first: Section = XYZ, marks: Mapping[str, str] | None = None, newline: str = "\n"
) -> str:
    """A page on which the builder wrote ``first``, where ``body`` stands now;
    some ``marks`` are others, or missing.
    """
    text = new_page(made(first)).replace(first.inner, body)
    for name, mark in (marks or {}).items():
        text = re.sub(
            rf"^l{name} .*\n", f"l{name} {mark}\n" if mark else "", text, flags=re.MULTILINE
        )
    return text.replace("\n", newline)


def section(text: str) -> SectionOnPage | None:
    read = read_page(text.encode())
    assert isinstance(read, Page)
    return read.sections.get("l")


def body(text: str, to: Section) -> str | None:
    """The section's body when the page was merged; ``None`` where it is gone."""
    stands = section(merged(text, made(to)).text)
    return stands.body if stands else None


# What stands under the heading L over x1, y1 and z1; the items that the builder has now; what
# stands then.
LISTS = [
    # What is brought up to date, and what keeps its bytes.
    (
        "styles",
        "## L ##//* x1 ^x/* my y ^y/* z1 ^z",
        "x1 y1 z2",
        "## L ##//* x1 ^x/* my y ^y/- z2 ^z",
    ),
    ("styles alone", "## L ##//* x1 ^x/* y1 ^y/* z1 ^z", "x1 y1 z2", "- x1 ^x/- y1 ^y/- z2 ^z"),
    ("styles alone, turned", "- x1 ^x/* y1 ^y/- z1 ^z", "z1 y1 x1", "- z1 ^z/- y1 ^y/- x1 ^x"),
    ("all reworded", "- my x ^x/- my y ^y/- my z ^z", "x2 y2 z2", "- my x ^x/- my y ^y/- my z ^z"),
    ("all gone, own heading", "## My own//- x1 ^x/- y1 ^y/- z1 ^z", "", "## My own/"),
    ("all gone, own heading and order", "## My own//- y1 ^y/- x1 ^x/- z1 ^z", "", "## My own/"),
    ("all gone, one reworded", "- x1 ^x/- my y ^y/- z1 ^z", "", "- my y ^y"),
    ("all gone, two joined", "- x1 ^x/- both ^y ^z", "", "- both ^y ^z"),
    # New items.
    ("new on top", "- x1 ^x/- my y ^y/- z1 ^z", "w1 x1 y1 z1", "- w1 ^w/- x1 ^x/- my y ^y/- z1 ^z"),
    (
        "two new",
        "- x1 ^x/- my y ^y/- z1 ^z",
        "x1 w1 v1 y1 z1",
        "- x1 ^x/- w1 ^w/- v1 ^v/- my y ^y/- z1 ^z",
    ),
    ("new behind a deleted one", "- x1 ^x/- z1 ^z", "x1 y1 w1 z1", "- x1 ^x/- w1 ^w/- z1 ^z"),
    ("new behind a deleted first one", "- y1 ^y/- z1 ^z", "x1 w1 y1 z1", "- w1 ^w/- y1 ^y/- z1 ^z"),
    ("new where all were deleted", "", "x1 w1", "- w1 ^w"),
    ("new above a person's", "- mine/- x1 ^x", "w1 x1", "- w1 ^w/- mine/- x1 ^x"),
    # Order.
    ("turned, one reworded", "- x1 ^x/- my y ^y/- z1 ^z", "z1 x1", "- z1 ^z/- my y ^y/- x1 ^x"),
    (
        "turned, own with a mark",
        "- x1 ^x/- mine ^m/- y1 ^y/- z1 ^z",
        "z1 y1 x1",
        "- z1 ^z/- mine ^m/- y1 ^y/- x1 ^x",
    ),
    (
        "turned, own is new",
        "- x1 ^x/- mine ^m/- y1 ^y/- z1 ^z",
        "z1 m1 y1 x1",
        "- z1 ^z/- mine ^m/- y1 ^y/- x1 ^x",
    ),
    (
        "own twice is new",
        "- x1 ^x/- one ^n/- two ^n/- z1 ^z",
        "x2 n1 z1",
        "- x2 ^x/- one ^n/- two ^n/- z1 ^z",
    ),
    (
        "joined with a copy",
        "- x1 ^x/- y1 ^y/- both ^y ^z",
        "z2 y2 x2",
        "- x2 ^x/- y1 ^y/- both ^y ^z",
    ),
    # Blank lines.
    (
        "last line blank, new",
        "- x1 ^x/- my y ^y/- z1 ^z/",
        "x1 z2 w1",
        "- x1 ^x/- my y ^y/- z2 ^z/- w1 ^w/",
    ),
    ("last line blank, last gone", "- x1 ^x/- my y ^y/- z1 ^z/", "x1 y1", "- x1 ^x/- my y ^y/"),
    (
        "blank lines between",
        "- x1 ^x//- my y ^y///- z1 ^z",
        "x2 y1 z1",
        "- x2 ^x//- my y ^y///- z1 ^z",
    ),
    ("blank lines between, all gone", "- x1 ^x//- y1 ^y//- z1 ^z/- mine", "", "- mine"),
    (
        "text, the one above gone",
        "- x1 ^x/- y1 ^y///Mine.//- z1 ^z",
        "x1 z1",
        "- x1 ^x///Mine.//- z1 ^z",
    ),
    ("text, all above gone", "- x1 ^x//Mine.//- y1 ^y", "y1", "Mine.//- y1 ^y"),
    ("text, new above", "- x1 ^x///Mine.//- y1 ^y", "x1 w1 y1", "- x1 ^x/- w1 ^w///Mine.//- y1 ^y"),
    ("text with a mark", "- x1 ^x//Mine. ^m//- y1 ^y", "y1 w1", "Mine. ^m//- y1 ^y/- w1 ^w"),
    (
        "text with a mark, rewritten above",
        "- x1 ^x//Mine. ^m//- y1 ^y",
        "x2 y1",
        "- x2 ^x//Mine. ^m//- y1 ^y",
    ),
    ("text with a mark on top", "Mine. ^m//- x1 ^x/- y1 ^y", "w1 x1", "- w1 ^w//Mine. ^m//- x1 ^x"),
    (
        "reworded to a text",
        "- x1 ^x//My y. ^y//- z1 ^z",
        "x2 y2 w1 z1",
        "- x2 ^x//My y. ^y//- w1 ^w/- z1 ^z",
    ),
    (
        "reworded to a text, turned",
        "- x1 ^x//My y. ^y//- z1 ^z",
        "x1 z1 y1",
        "- x1 ^x//- z1 ^z//My y. ^y",
    ),
]
# The same without a heading, and under the head of a table.
BARE = [
    ("text, all above gone", "- x1 ^x//Mine.//- y1 ^y", "y1", "Mine.//- y1 ^y"),
    ("text with a mark on top", "Mine. ^m//- x1 ^x/- y1 ^y", "w1 x1", "- w1 ^w//Mine. ^m//- x1 ^x"),
]
TABLES = [
    ("reworded", "| x1 ^x |/| my y ^y |", "x2 y2", "| x2 ^x |/| my y ^y |"),
    (
        "text below, new row",
        "| x1 ^x |/| y1 ^y |//Mine.",
        "x1 y1 w1",
        "| x1 ^x |/| y1 ^y |/| w1 ^w |//Mine.",
    ),
    ("text below, turned", "| x1 ^x |/| y1 ^y |//Mine.", "y1 x1", "| y1 ^y |/| x1 ^x |//Mine."),
    ("text below, rows gone", "| x1 ^x |/| y1 ^y |//Mine.", "", "/Mine."),
    ("text right below", "| x1 ^x |/| y1 ^y |/Mine.", "x2 y2", "| x2 ^x |/| y2 ^y |/Mine."),
    (
        "text right below the head",
        "Mine. ^m//| x1 ^x |/| y1 ^y |",
        "x2 y1",
        "Mine. ^m//| x2 ^x |/| y1 ^y |",
    ),
    (
        "own row, new row",
        "| x1 ^x |/| mine |//| y1 ^y |",
        "x1 w1 y1",
        "| x1 ^x |/| w1 ^w |/| mine |//| y1 ^y |",
    ),
]


def case(rows: list[tuple[str, str, str, str]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("stands", "to", "then"), [row[1:] for row in rows], ids=[row[0] for row in rows]
    )


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@case(LISTS)
def test_what_becomes_of_a_list(newline: str, stands: str, to: str, then: str) -> None:
    """The builder's is brought up to date, item by item;
    a person's keeps its bytes, and a paragraph stays one.
    """
    assert body(page(lines(stands), newline=newline), listed(*to.split())) == lines(then).replace(
        "\n", newline
    )


@case(BARE)
def test_what_becomes_of_a_list_without_a_heading(stands: str, to: str, then: str) -> None:
    """What stands first in the section has no blank line above it."""
    first, new = (listed(*words.split(), heading="") for words in ("x1 y1 z1", to))
    assert body(page(lines(stands, ""), first), new) == lines(then, "")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@case(TABLES)
def test_what_becomes_of_a_table(newline: str, stands: str, to: str, then: str) -> None:
    """No blank line comes between its rows, which would end it;
    and none goes before what a person wrote below it.
    """
    head = "| h |\n|---|\n"
    text = page(lines(stands, head), rows("x1", "y1"), newline=newline)
    assert body(text, rows(*to.split())) == lines(then, head).replace("\n", newline)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_new_heading_and_items_of_several_lines(newline: str) -> None:
    """They come as the builder has them, with the page's line ends,
    beside what a person reworded.
    """
    to = Section("l", f"## M\n\n- x2\n  more ^x\n    - under\n\n{Y}- w1\n  more ^w\n")
    result = body(page(f"{HEAD}{X}- my y ^y\n", newline=newline), to)
    assert result == to.inner.replace("under\n\n- y1", "under\n- my y").replace("\n", newline)


def test_new_items_under_a_heading_that_a_person_reworded() -> None:
    """The first ones stand right below it, and nothing is added behind."""
    assert body(page("## My own\n"), listed("x1", "w1")) == "## My own\n- w1 ^w\n"


def test_links_of_the_head_and_of_items_follow_a_moved_page() -> None:
    """The normal form is blind to a link's folders:
    what is the builder's is mended all the same, and nothing else.
    """

    def linked(up: str, item: str = "x1") -> Section:
        return Section(
            "l", f"See [a]({up}a.md).\n\n- {item} [b]({up}b.md) ^x\n- y1 [c]({up}c.md) ^y\n"
        )

    first, moved = linked("../"), linked("../../")
    assert body(page(first.inner, first), moved) == moved.inner
    assert body(page(first.inner.replace("x1", "my x"), first), moved) == linked(
        "../../", "my x"
    ).inner.replace("[b](../../", "[b](../")
    mine = first.inner.replace("See", "Do see").replace("x1", "my x").replace("y1", "my y")
    assert body(page(mine, first), moved) == mine


# --- Whose it is from then on ---------------------------------------------------


def test_an_item_that_was_deleted_and_pasted_back_is_the_builders() -> None:
    """Its words are those that were written, whatever the builder would have written since."""
    gone = merged(page(f"{HEAD}{X}{Z}"), made(listed("x1", "y2", "z1"))).text
    back = gone.replace(X, X + Y)
    assert body(back, listed("x1", "y2", "z1")) == f"{HEAD}{X}- y2 ^y\n{Z}"


def test_an_item_that_the_builder_took_out_comes_back_with_it() -> None:
    """Nobody deleted it: a list in which something else is a person's does not keep it away."""
    out = merged(page(f"{HEAD}{X}- my y ^y\n{Z}"), made(listed("y1", "z1"))).text
    assert "^x" not in out
    assert body(out, XYZ) == f"{HEAD}{X}- my y ^y\n{Z}"


def test_an_item_put_in_the_builders_new_words_is_the_builders() -> None:
    """The template changed and not the value:
    who had written the same before it keeps nothing back.
    """

    def said(word: str, value: str) -> Section:
        return Section("l", f"{HEAD}- {word} {value} ^x\n{Y}", "v", {"x": value})

    text = page(f"{HEAD}- new 1 ^x\n- my y ^y\n", said("old", "1"))
    agreed = merged(text, made(said("new", "1"))).text
    assert body(agreed, said("new", "2")) == f"{HEAD}- new 2 ^x\n- my y ^y\n"


def test_a_persons_own_item_is_not_written_down_as_the_builders() -> None:
    """Though the builder has one by its name: when theirs goes, the builder's is new."""
    to = listed("x1", "y1", "z1", "w1")
    own = merged(page(f"{HEAD}{X}{Y}{Z}- mine ^w\n"), made(to)).text
    assert "- w1 ^w" not in own
    assert body(own.replace("- mine ^w\n", ""), to) == to.inner


@pytest.mark.parametrize("edit", [X, "- my x ^x\n"])
@pytest.mark.parametrize("row", ["", None])
def test_an_item_without_a_row_that_says_what_the_builder_says_is_the_builders(
    edit: str, row: str | None
) -> None:
    """A person wrote what it would write, or git lost the row:
    it follows from then on, beside edits as without.
    """
    to, text = listed("x1", "y1", "z1"), f"{HEAD}{edit}*  y1 ^y\n{Z}"
    first = XYZ if row == "" else listed("x1", "z1")
    agreed = merged(page(text, first, {"#y": ""} if row == "" else {}), made(to)).text
    assert body(agreed, listed("x1", "y2", "z1")) == f"{HEAD}{edit}- y2 ^y\n{Z}"


def test_an_item_without_a_row_that_says_something_else_is_a_persons() -> None:
    """Nothing of it is written over, and nothing proposed: the builder never wrote it."""
    result = merged(
        page(f"{HEAD}{X}- my y ^y\n{Z}", XYZ, {"#y": ""}), made(listed("x2", "y2", "z2"))
    )
    assert "- x2 ^x\n- my y ^y\n- z2 ^z\n" in result.text
    assert result.proposals == ()


@pytest.mark.parametrize("mark", ["keep", "-"])
@pytest.mark.parametrize("line", [Y, "- my y ^y\n"])
@pytest.mark.parametrize(
    "to", [listed("x2", "y2", "z2"), listed("x2", "y1", "z2"), listed("x2", "z2")]
)
def test_an_item_of_which_nothing_is_the_builders(mark: str, line: str, to: Section) -> None:
    """``keep`` or ``-`` in place of its hash:
    neither written, taken out, nor proposed, and its row stays.
    """
    result = merged(page(f"{HEAD}{X}{line}{Z}", XYZ, {"#y": mark}), made(to))
    assert f"- x2 ^x\n{line}- z2 ^z\n" in result.text
    assert f"l#y {mark}\n" in result.text
    assert result.proposals == ()


def test_a_heading_without_a_row_that_is_the_builders_follows_it() -> None:
    """Where the list's row is lost, its heading is the builder's again if it says what
    the builder says.
    """
    again = merged(page(f"{HEAD}{X}- my y ^y\n{Z}", XYZ, {"": ""}), made(XYZ)).text
    assert body(again, listed("x1", "y1", "z1", heading="## M")) == f"## M\n\n{X}- my y ^y\n{Z}"
    own = page(f"## My own\n\n{X}{Y}{Z}", XYZ, {"": ""})
    assert body(own, listed("x2", "y1", "z1")) == f"## My own\n\n- x2 ^x\n{Y}{Z}"


def test_a_section_without_a_row_that_says_something_else_is_proposed_to() -> None:
    """The block does not know it: what says the same is the builder's again,
    what does not is a person's.
    """
    first, second = made(("l", "Text.")), made(("l", "Text 2."))
    lost = page("Text.\n", Section("l", "Text."), {"": ""})
    assert body(merged(lost, first).text, Section("l", "Text 2.")) == "Text 2.\n"
    result = merged(lost, second)
    assert "Text.\n" in result.text
    assert [proposal.proposed for proposal in result.proposals] == ["Text 2."]


def test_proposals_for_items() -> None:
    """Not where the builder says what it said;
    and for one that stands for a person's words alone: to take it out.
    """

    def said(*words: str) -> Section:
        return Section("l", listed(*words).body, "v", {word[0]: word[-1] for word in words})

    text = page(f"{HEAD}{X}- my y ^y\n- my z ^z\n", said("x1", "y1", "z1"))
    assert merged(text, made(said("x1", "y other 1", "z1"))).proposals == ()
    to = replace(said("x1", "y2", "z2"), leaving=frozenset({"y"}))
    assert merged(text, made(to)).proposals == (
        Proposal(ID, "l", "y", "- my y", ""),
        Proposal(ID, "l", "z", "- my z", "- z2"),
    )
