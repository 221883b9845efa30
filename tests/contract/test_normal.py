"""The normal form: blind to form, never to words, and what it gives is frozen."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_builder.contract import escape
from wiki_builder.contract.normal import (
    VERSION,
    normal_form,
    same,
    split_lines,
    text_hash,
)

# Pages carry hashes of these forms: another form for one of these texts is another VERSION.
FROZEN = [
    ("\ufeff\ufeff one\r\ntwo\rthree\n \t\nfour", "one two three\n\nfour"),
    ("# Title ##\n\nsays\n\n- no prose\n\nand\n\n## Next\n\nmore", "# Title says - no prose and ## Next more"),  # noqa: E501
    ("One.\n\n```\ncode\n```\n\nTwo.\n\nThree.", "One. ``` code ``` Two.\n\nThree."),
    ("~~~\n\na\n\n| b |\n\nc\n\n<div>\n\nd\n\n2) e\n\nf\n\n> g", "~~~ a b c <div> d 1. e f > g"),
    ("-\n\na\n\n*b* c\n\n12x", "- a\n\n*b* c\n\n12x"),
    ("a\n\n\n \n\nb", "a\n\nb"),
    ("| a | b \\| c |\n| :-: | ---: |\n| 1 |  |", "a|b | c |-| 1|"),
    ("  |X a | b|\n  |:--|--|\n  X | |", "X a|b |-| X | |"),
    ("| a |\n|---|\nlazy | x", "a |-| lazy | x"),
    ("a | b\n---|---\n| c |", "a | b ---|--- | c |"),
    ("> one\n> > two\n>three\n> - four > five", "> one two three - four > five"),
    ("  > one\n  > two", "> one two"),
    ("one >\ntwo\n> three", "one > two > three"),
    (">one", "> one"),
    ("> > one", "> one"),
    ("* a\n+ b\n- c\n*d\n-", "- a - b - c *d -"),
    ("3. a\n12) b\n1234567890. c\n4.d\n5.", "1. a 1. b 1234567890. c 4.d 1."),
    ("###### six\n####### seven\n#none\n# ", "###### six ####### seven #none #"),
    ("line \\\nnext\\", "line next"),
    ("[a](../x/y.md) [b](p/q.md) ![c](<../z.png>)", "[a](y.md) [b](q.md) ![c](z.png)"),
    ("[a]( x/y.md \"The  title\" ) [b](z.md 't')", "[a](y.md \"The title\") [b](z.md 't')"),
    ("[a](#b%20c)", "[a](#b%20c)"),
    ("[a](#b/c) [d](mailto:e/f@g) [h](m/n%20o)", "[a](#b/c) [d](mailto:e/f@g) [h](n o)"),
    ("[a](../2605/index.md) [b](./x/y/#z)", "[a](2605/index.md) [b](y/#z)"),
    ("[c](index.md) ![d](../index.html)", "[c](index.md) ![d](../index.html)"),
    ("[h](https://i/j%20k) [a](b/c%20d.md#e)", "[h](https://i/j%20k) [a](c d.md#e)"),
    ("<https://a.b/c> <www.x.y> <me@x.org> <b> <ftp://x>", "https://a.b/c www.x.y me@x.org <b> <ftp://x>"),
    ("_a_ __b__ snake_case _c d_ e_f_ 2_ _ *g*", "*a* **b** snake_case *c d* e_f* 2* _ *g*"),
    ("\\* \\a \\\\ &amp; &#42; &#x2a; &nosuch; &copy; a&b; &#60;b>", "* \\a \\ & * * &nosuch; © a&b; <b>"),  # noqa: E501
    ("中文 abc 中文  ， def\nかな x ｆ g", "中文abc中文，defかなxｆg"),
    ("e\u0301t  e\ttab\n", "\u00e9t e tab"),
    ("X &Auml; &#X2A; &#x2B;", "X Ä * +"),
    ("* a\r* b\r\r\u2028c", "- a - b c"),
    (" \n", ""),
]  # fmt: skip


@pytest.mark.parametrize("text, form", FROZEN)
def test_the_form_is_frozen(text: str, form: str) -> None:
    """What version 2 gives is what it always gave, to the character."""
    assert VERSION == 2
    assert normal_form(text) == form


def test_hashes_of_pages_are_frozen() -> None:
    """The hash that a page carries is that of the form:
    no release takes its own words for a person's.
    """
    assert text_hash("## 摘要\n\nIt reaches *74.9* [¶](#e-c1).\n") == "0f899f3d"


SAME = [
    pytest.param(
        "reached 74.9. We go on",
        "reached\n74.9. We go on",
        id="reflow before a number with a point",
    ),
    pytest.param("in [x](y.md) (1)", "in [x](y.md)\n(1)", id="reflow before a number in brackets"),
    pytest.param("rises to 74.9.", "rises to\n74.9.", id="a line that ends in a number"),
    pytest.param("1. a。\n    - b", "1. a。\n\n   - b", id="nesting after Chinese"),
    pytest.param("[x](../a/页%20面.md)", "[x](%E9%A1%B5%20%E9%9D%A2.md)", id="quoted paths"),
    pytest.param("中文 abc", "中文abc", id="space beside Chinese"),
]


@pytest.mark.parametrize("one, other", SAME)
def test_form_does_not_count(one: str, other: str) -> None:
    """What a formatter or an editor changes by itself is no edit."""
    assert normal_form(one) == normal_form(other)


OTHER = [
    ("in 2024. We", "in 2025. We"),
    ("rises to 74.9.", "rises to 74.1."),
    ("a\n\nb", "a b"),
    ("[x](https://a.b/c/d)", "[x](https://a.b/e/d)"),
    ("[x](../2606/index.md)", "[x](../2605/index.md)"),
    ("[x](../../papers/2606/#top)", "[x](../../papers/2605/#top)"),
    ("| a | b |", "| ab | |"),
    ("*a* b", "a b"),
    ("5 - 3", "5 3"),
]


@pytest.mark.parametrize("one, other", OTHER)
def test_words_do_count(one: str, other: str) -> None:
    """A changed word, number, paragraph, heading or link target is an edit."""
    assert not same(one, other)


@dataclass(frozen=True)
class Style:
    """How a formatter or an editor writes what is said."""

    newline: str
    bom: str
    bullet: str
    number: str
    emphasis: str
    pad: str
    gap: int
    wrap: str
    folder: str
    escaped: str
    closed: str


STYLES = st.builds(
    Style,
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\ufeff"]),
    st.sampled_from("-*+"),
    st.sampled_from(["1.", "7.", "12)"]),
    st.sampled_from("*_"),
    st.sampled_from(["", " ", "   "]),
    st.integers(1, 3),
    st.sampled_from([" ", "\n", "  "]),
    st.sampled_from(["", "../", "../../papers/"]),
    st.sampled_from(["\\<b> \\$5", "&#60;b&#62; &#36;5", "&lt;b&gt; $5"]),
    st.sampled_from(["", " ##"]),
)
WORDS = st.lists(
    st.sampled_from(["agent", "智能体", "74.9", "*new*", "[x](y.md)", "(a_b)", "<b> $5", "—"]),
    min_size=1,
    max_size=6,
)
KINDS = ("prose", "##", "###", "bullets", "numbers", "table", "quote")
Blocks = list[tuple[str, list[str]]]
DOCUMENTS: st.SearchStrategy[Blocks] = st.lists(
    st.tuples(st.sampled_from(KINDS), WORDS), min_size=1, max_size=5
)


def _written(blocks: Blocks, style: Style) -> str:
    text = ("\n" * (style.gap + 1)).join(_block(kind, words, style) for kind, words in blocks)
    text = text.replace("(y.md)", f"({style.folder}y.md)").replace("<b> $5", style.escaped)
    text = re.sub(r"\*(\w+)\*", rf"{style.emphasis}\1{style.emphasis}", text)
    return style.bom + text.replace("\n", style.newline)


def _block(kind: str, words: list[str], style: Style) -> str:
    match kind:
        case "prose":
            return style.wrap.join(words)
        case "bullets":
            return "\n".join(f"{style.bullet} {word}" for word in words)
        case "numbers":
            return "\n".join(f"{style.number} {word}" for word in words)
        case "table":
            row = "|".join(f"{style.pad}{word}{style.pad}" for word in words)
            return f"|{row}|\n|{'|'.join('---' + '-' * len(style.pad) for _ in words)}|\n|{row}|"
        case "quote":
            return f"> {words[0]}" + "".join(
                f"{style.wrap.replace(chr(10), chr(10) + '> ')}{word}" for word in words[1:]
            )
    return f"{kind} {' '.join(words)}{style.closed}"


@settings(max_examples=40)
@given(DOCUMENTS, STYLES, STYLES)
def test_no_formatter_edits(blocks: Blocks, one: Style, other: Style) -> None:
    """A document in two styles is one text, and a form without signs of markup is its own form."""
    form = normal_form(_written(blocks, one))
    assert form == normal_form(_written(blocks, other))
    assert "<b>" in form or normal_form(form) == form


@settings(max_examples=40)
@given(DOCUMENTS, STYLES, st.data())
def test_every_edit_of_words_is_seen(blocks: Blocks, style: Style, data: st.DataObject) -> None:
    """A word, a link's target, a heading's level or a list's kind:
    change one anywhere and the form is another.
    """
    at = data.draw(st.integers(0, len(blocks) - 1))
    kind, words = blocks[at]
    where = data.draw(st.integers(0, len(words) - 1))
    added, gone = [*words[:where], "Edit", *words[where:]], [*words[:where], *words[where + 1 :]]
    other = [word.replace("y.md", "z.md") if "y.md" in word else f"{word}s" for word in words]
    swapped = {"##": "###", "###": "##", "bullets": "numbers", "numbers": "bullets"}
    changes = [
        (kind, added),
        (kind, other),
        *([(kind, gone)] if gone else []),
        *([(swapped[kind], words)] if kind in swapped else []),
    ]
    before = normal_form(_written(blocks, style))
    for change in changes:
        assert normal_form(_written([*blocks[:at], change, *blocks[at + 1 :]], style)) != before, (
            change
        )


TEXT = st.text(st.sampled_from("ab中，。 1.)(-*_#>|[]\\`$&<~:\n"), max_size=60)


@given(TEXT)
def test_white_space_around_and_line_ends_never_count(text: str) -> None:
    """CRLF, a byte order mark and blank lines around are seen through, whatever the text."""
    assert normal_form("\ufeff\n" + text.replace("\n", "\r\n") + "\r\n\n") == normal_form(
        "\n" + text + "\n\n"
    )


@given(TEXT)
def test_lines_join_to_the_text(text: str) -> None:
    """Cutting into lines loses no byte."""
    assert "".join(split_lines(text)) == text


@given(st.text(st.sampled_from("ab中 1.-*_#>|[]()\\`&<~:"), max_size=40))
def test_escaped_text_and_its_entities_agree(text: str) -> None:
    """An escaped text has the form of the same text with each sign escaped by a backslash,
    as mdformat writes it.
    """
    written = escape.inline(text)
    backslashes = re.sub(r"&#(\d+);", lambda found: "\\" + chr(int(found[1])), written)
    assert normal_form("x " + written + " x") == normal_form("x " + backslashes + " x")


def test_mdformat_makes_nothing_edited() -> None:
    """mdformat, also with wrapping and numbering, leaves the form of a rich section as it was."""
    mdformat = pytest.importorskip("mdformat")
    section = (
        "## 实验结果\n\n1. **步骤**：达到 74.9，在 Pass^1 上。 ^c1\n    - 子步骤 *一*\n"
        "    - second_step of &#60;b&#62;\n"
        "1. **Label**: a long claim that reaches 74.9 points on the bench and &#36;5 less, see "
        "[x](../../concepts/x.md), "
        "in 2024. ^c2\n\n| a | b |\n|---|---|\n| 1&#124;2 | 3 ^r1 |\n"
    )
    for options in ({}, {"wrap": 60, "number": True}, {"wrap": "no"}):
        formatted = mdformat.text(section, options=options, extensions={"tables"})
        assert normal_form(formatted) == normal_form(section)
