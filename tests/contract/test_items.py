"""Cutting a section's body into its items: where one begins and ends, and which it is."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wiki_builder.contract.items import (
    Block,
    cut_items,
    item_id,
    item_mark,
    may_have_items,
    without_marks,
)

# Each body as its head, and the blocks behind it.
CUT = [
    ("a heading and its items", ["## H\n\n", "- a\n", "- b\n"]),
    ("bullets and numbers of all kinds", ["", "- a\n", "* b\n", "+ c\n", "1. d\n", "10) e\n"]),
    ("what only looks like items", ["-a\n*b*\n1.c\n1234567890. d\n\n"]),
    ("no items", ["## H\n\nText.\n\nMore.\n"]),
    ("nothing", [""]),
    ("nothing but blank lines", ["\n\n"]),
    ("blank lines on top", ["\n  \nText.\n\n", "- a\n"]),
    ("a list without a heading", ["\n", "- a\n"]),
    ("blank lines behind an item", ["", "- a\n\n \n", "- b\n\n"]),
    ("a list under an item", ["", "1. a\n    - under\n    - under\n\n    1. under\n\n", "1. b\n"]),
    ("paragraphs under an item", ["", "- a\n\n two\n\n  more\n\n\tand more\n", "- b\n"]),
    ("lines that go on", ["", "- a\ngoes on\n  and on\n", "- b\n"]),
    (
        "a person's text between",
        ["", "- a\n\n", "Mine.\n  Still.\n\n", "Also.\n\n", "  Indented.\n", "- b\n"],
    ),
    ("a paragraph that begins with a Chinese blank", ["", "- a\n\n", "\u3000Mine.\n"]),
    (
        "rows",
        ["| h |\n|---|\n", "| a ^a |\n", "| b |\n", "text\ngoes on\n", "| c |\n\n", " under\n"],
    ),
    ("rows without marks", ["| h |\n|---|\n| a |\n"]),
    ("a row under an item", ["", "- a\n", "| b |\n"]),
    ("a text with a mark", ["## H\n\n", "Mine.\nStill. ^m\n\n", "- a\n"]),
    ("a last line without an end", ["", "- a\n", "- b"]),
]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("parts", [row[1] for row in CUT], ids=[row[0] for row in CUT])
def test_where_an_item_begins(parts: list[str], newline: str) -> None:
    """At its bullet, its number or its row; it has what is indented under it,
    and text that stands apart is a block.
    """
    head, *blocks = [part.replace("\n", newline) for part in parts]
    found = cut_items(head + "".join(blocks), "l")
    assert (found[0], [block.raw for block in found[1]]) == (head, blocks)


LINES = [
    "- a ^a\n",
    "- b\n",
    "    - c ^c\n",
    "\n",
    " \r\n",
    "d\n",
    "  e\n",
    "| f ^f |\n",
    "1. [g](g.md) ^x ^g\n",
    "## h\n",
]


@given(
    st.lists(st.sampled_from(LINES)),
    st.sampled_from(["", "i", "- i"]),
    st.sampled_from(["l", "papers.en"]),
)
def test_cutting_into_items_loses_nothing(lines: list[str], last: str, name: str) -> None:
    """Head and blocks give the body back, and each block is its text and
    the blank lines behind it.
    """
    body = "".join(lines) + last
    head, blocks = cut_items(body, name, ("a", "g"))
    assert head + "".join(block.raw for block in blocks) == body
    assert [block.bare + block.behind for block in blocks] == [block.raw for block in blocks]
    assert not any(block.behind.strip() for block in blocks)


# --- Which item it is ---------------------------------------------------------

MARKS = [
    ("- a ^c5fa2f\n", "c5fa2f", "- a\n"),
    ("- a ^Cz-5\r\n", "Cz-5", "- a\r\n"),
    ("- a \t^a  \n", "a", "- a  \n"),
    ("- a\n  ^a\n", "a", "- a\n\n"),
    ("- a ^a\n  more\n", "a", "- a\n  more\n"),
    ("- a\nlazy\nmore ^a\n\n", "a", "- a\nlazy\nmore\n\n"),
    ("- a\n^a\n", "a", "- a\n\n"),
    ("- ^a\n", "a", "-\n"),
    ("| a | b ^a |\n", "a", "| a | b |\n"),
    ("| a | b ^a\n", "a", "| a | b\n"),
    ("- a ^a\n    - b ^b\n", "a", "- a\n    - b ^b\n"),
    ("- a ^a\n\n    b ^a\n", "a", "- a\n\n    b ^a\n"),
    ("| a ^a | b |\n", None, None),
    ("- a^a\n", None, None),
    ("- a ^a b\n", None, None),
    ("- a ^a.b\n", None, None),
    ("- a\n    - b ^b\n", None, None),
    ("- a\n 1) b ^b\n", None, None),
    ("- a\n\n    b ^b\n", None, None),
    ("- a\n \t\n    b ^b\n", None, None),
    ("-\n    - b ^b\n", None, None),
]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(("raw", "id_", "text"), MARKS)
def test_where_the_mark_of_an_item_stands(
    newline: str, raw: str, id_: str | None, text: str | None
) -> None:
    """At the end of a line of its first paragraph, or of a row's last cell;
    elsewhere it is one of the item's words.
    """
    raw, text = (part.replace("\r", "").replace("\n", newline) for part in (raw, text or raw))
    block = cut_items(f"- x{newline}{raw}", "l")[1][1]
    assert (block.id, block.text) == (id_, text)


@pytest.mark.parametrize(
    ("raw", "known", "ids", "text"),
    [
        ("- a ^a\n  b ^b\n", (), ("a", "b"), "- a\n  b\n"),
        ("- a ^a ^b\n", (), ("a", "b"), "- a\n"),
        ("- a ^a ^b\n", ("a", "b", "c"), ("a", "b"), "- a\n"),
        ("- a ^a ^mine\n", ("a",), ("a",), "- a ^mine\n"),
        ("- a ^mine ^a\n", ("b", "a"), ("a",), "- a ^mine\n"),
    ],
)
def test_an_item_with_two_marks(
    raw: str, known: tuple[str, ...], ids: tuple[str, ...], text: str
) -> None:
    """It is the one that is known, and the other mark is a word;
    two claims joined are nobody's but the person's.
    """
    _, (block,) = cut_items(raw, "l", known)
    assert (block.ids, block.text) == (ids, text)
    assert block.id == (ids[0] if len(ids) == 1 else None)


LINKS = [
    ("- [A](../papers/2606/2606.15532.md), 2026\n", "2606-15532"),
    ("- [A](<../papers/2606/2606.15532.md>)\n", "2606-15532"),
    ("1. [A](%E4%B8%AD.md#x) and [B](b.md)\n", "-"),
    ("- [A](a.md#x#y)\n", "a"),
    ("| [A](a.md) | [B](b.md) |\n", "a"),
    ("- A\n  [B](b.md)\n", "b"),
    ("- **[A](a.md)** ^moved\n", "moved"),
    ("- [A](https://x.org/a.md)\n", None),
    ("- [A](a.png) [B](b.md)\n", None),
    ("- [A](a.MD)\n", None),
    ("- A\n    - [B](b.md)\n", None),
    ("- A\n\n    [B](b.md)\n", None),
    ("[A](a.md)\n", None),
]


@pytest.mark.parametrize("name", ["papers", "concepts", "papers.en", "concepts.zh"])
@pytest.mark.parametrize(("raw", "id_"), LINKS)
def test_in_a_list_of_links_the_first_link_is_the_item(
    name: str, raw: str, id_: str | None
) -> None:
    """Its page's file name is the id where no mark says otherwise; in any other list it is text."""
    assert cut_items(f"- x\n\n{raw}", name)[1][1].id == id_
    assert cut_items(f"- x\n\n{raw}", "radar")[1][1].id == (id_ if "^" in raw else None)


@pytest.mark.parametrize(
    ("raw", "id_"),
    [
        ("- [A](a.md) [B](b.md) [C](c.md)\n", "b"),
        ("- [A](https://x.org/b.md) [C](c.md)\n", "c"),
        ("- [A](a.md) ^c\n", "c"),
        ("- [B](b.md) ^a\n", "b"),
        ("- [A](a.md)\n", "a"),
        ("[B](b.md)\n\n", None),
    ],
)
def test_of_several_links_the_item_is_the_one_that_is_known(raw: str, id_: str | None) -> None:
    """By its mark, else by the first of its links whose page the list has;
    else by its own first link.
    """
    assert cut_items(f"- x\n\n{raw}", "papers.en", ("b", "c"))[1][1].id == id_


@pytest.mark.parametrize(
    ("own", "path", "mark"),
    [
        ("c5fa2f", "", "^c5fa2f"),
        ("arxiv:2606.15532", "", "^2606-15532"),
        ("concept:grpo_x", "", "^grpo-x"),
        ("concept:Some: Thing", "", "^-Thing"),
        ("arxiv:2606.15532", "../papers/2606/2606.15532.md", ""),
        ("arxiv:2606.15532", "../mine/2606.15532%20moved.md", "^2606-15532"),
        ("concept:中文", "%E4%B8%AD.md", ""),
        ("arxiv:cs/0701001", "papers/cs/0701001.md", "^cs-0701001"),
    ],
)
def test_an_item_has_a_mark_where_its_link_does_not_say_as_much(
    own: str, path: str, mark: str
) -> None:
    """A page that was moved to another name is the same item as before."""
    assert item_mark(own, path) == mark
    line = f"- [A]({path or 'https://x.org'}) {mark}"
    assert cut_items(line, "papers")[1][0].id == item_id(own)


@given(
    st.lists(st.sampled_from([*LINES, "- [h](h.md)\n"])),
    st.sampled_from(["l", "l.en", "papers", "concepts.zh"]),
)
@example(["- [h](h.md)\n"], "papers")
def test_a_section_that_has_items_is_never_taken_for_one_that_cannot(
    lines: list[str], name: str
) -> None:
    """The glance finds every item that a section holds, by its mark or by its link."""
    _, blocks = cut_items("".join(lines), name)
    assert may_have_items("".join(lines), name) or not any(block.ids for block in blocks)


def test_most_sections_are_told_at_a_glance_to_have_no_items() -> None:
    """Without a mark only a list of links can hold one."""
    assert not may_have_items("- a\n- [b](b.md)\n", "l.en")


# --- What a block is ------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "is_text"),
    [("- a\n", False), ("1. a\n", False), ("| a |\n", False), ("-a\n", True), ("## a\n", True)],
)
def test_what_is_neither_an_item_nor_a_row_is_text(raw: str, is_text: bool) -> None:
    """Bullets, numbers and rows are the list; all else is a paragraph beside it."""
    assert Block(raw).is_text == is_text


def test_a_block_that_has_no_id_can_be_given_one() -> None:
    """So an item that lost its mark is known again."""
    assert Block("- a\n").id is None
    assert Block("- a\n").named("x") == Block("- a\n", ("x",))


@pytest.mark.parametrize(
    ("bare", "behind"),
    [
        ("- a\n", ""),
        ("- a\n", "\n"),
        ("- a  \n", " \n\n"),
        ("- a\r\n", "\r\n\r\n"),
        ("a\n\nb\n", "\n"),
        ("- a", ""),
    ],
)
def test_the_blank_lines_behind_a_block(bare: str, behind: str) -> None:
    """They are no part of the item: its last line ends with the item's own line end."""
    block = Block(bare + behind)
    assert (block.bare, block.behind) == (bare, behind)


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("- a ^a\n- b\t^b ^c\n| d ^d |", "- a\n- b\n| d |"),
        ("a ^a b 2^n", "a ^a b 2^n"),
        ("- a ", "- a "),
    ],
)
def test_text_without_marks(text: str, without: str) -> None:
    """Every mark goes with the blanks before it; a sign that is none stays."""
    assert without_marks(text) == without


def test_a_mark_alone_in_its_line_is_an_item_without_words() -> None:
    """What is left where a person took the words away and not the mark."""
    _, (block,) = cut_items("^c1\n", "contributions.en")
    assert (block.ids, block.text) == (("c1",), "\n")
