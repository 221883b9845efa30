"""The normal form: blind to form, never to words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.pages import escape
from wiki_builder.pages.normal import normal_form, same, split_lines

SAME = [
    pytest.param("a\nb", "a\r\nb", id="CRLF"),
    pytest.param("a", "\ufeffa\n", id="BOM and last line end"),
    pytest.param("a b  \nc", "a   b\nc", id="white space"),
    pytest.param("reached 74.9. We go on", "reached\n74.9. We go on", id="reflow before a number with a point"),
    pytest.param("in [x](y.md) (1)", "in [x](y.md)\n(1)", id="reflow before a number in brackets"),
    pytest.param("rises to 74.9.", "rises to\n74.9.", id="a line that ends in a number"),
    pytest.param("- a\n- b", "* a\n\n* b", id="bullets, loose"),
    pytest.param("1. a\n1. b", "1. a\n2) b", id="list numbers"),
    pytest.param("1. a。\n    - b", "1. a。\n\n   - b", id="nesting after Chinese"),
    pytest.param("*a* and **b**", "_a_ and __b__", id="emphasis"),
    pytest.param("| a | b |\n|---|---|\n| c | d |", "| a   | b |\n| :-- | --- |\n| c   | d |", id="table padding"),
    pytest.param("&#60;b&#62; &#42; &#36;5", "\\<b> \\* $5", id="entities and escapes"),
    pytest.param("[x](../a/y.md)", "[x](y.md)", id="folders of links"),
    pytest.param("[x](../a/页%20面.md)", "[x](%E9%A1%B5%20%E9%9D%A2.md)", id="quoted paths"),
    pytest.param("see https://a.b/c.", "see <https://a.b/c>.", id="autolinks"),
    pytest.param("write a@b.org", "write <a@b.org>", id="autolinked mail"),
    pytest.param("> a b\n> c", "> a\n> b c", id="reflow in a quote"),
    pytest.param("中文 abc", "中文abc", id="space beside Chinese"),
    pytest.param("a \\\nb", "a\nb", id="hard line break"),
    pytest.param("# A #", "# A", id="closed heading"),
]


@pytest.mark.parametrize("one, other", SAME)
def test_form_does_not_count(one: str, other: str) -> None:
    """What a formatter or an editor changes by itself is no edit."""
    assert normal_form(one) == normal_form(other)


OTHER = [
    ("a b", "a c"),
    ("in 2024. We", "in 2025. We"),
    ("rises to 74.9.", "rises to 74.1."),
    ("a\n\nb", "a b"),
    ("[x](a.md)", "[x](b.md)"),
    ("[x](https://a.b/c/d)", "[x](https://a.b/e/d)"),
    ("# A", "## A"),
    ("- a", "1. a"),
    ("| a | b |", "| ab | |"),
    ("*a* b", "a b"),
    ("5 - 3", "5 3"),
]


@pytest.mark.parametrize("one, other", OTHER)
def test_words_do_count(one: str, other: str) -> None:
    """A changed word, number, paragraph, heading or link target is an edit."""
    assert not same(one, other)


TEXT = st.text(st.sampled_from("ab中，。 1.)(-*_#>|[]\\`$&<~:\n"), max_size=60)


@given(TEXT)
def test_white_space_around_and_line_ends_never_count(text: str) -> None:
    """CRLF, a byte order mark and blank lines around are seen through, whatever the text."""
    assert normal_form("\ufeff\n" + text.replace("\n", "\r\n") + "\r\n\n") == normal_form("\n" + text + "\n\n")


@given(TEXT)
def test_lines_join_to_the_text(text: str) -> None:
    """Cutting into lines loses no byte."""
    assert "".join(split_lines(text)) == text


@given(st.text(st.sampled_from("ab中 1.-*_#>|[]()\\`&<~:"), max_size=40))
def test_escaped_text_and_its_entities_agree(text: str) -> None:
    """An escaped text has the form of the same text with each sign escaped by a backslash, as mdformat writes it."""
    written = escape.inline(text)
    backslashes = re.sub(r"&#(\d+);", lambda found: "\\" + chr(int(found[1])), written)
    assert normal_form("x " + written + " x") == normal_form("x " + backslashes + " x")


def test_mdformat_makes_nothing_edited() -> None:
    """mdformat, also with wrapping and numbering, leaves the form of a rich section as it was."""
    mdformat = pytest.importorskip("mdformat")
    section = (
        "## 实验结果\n\n1. **步骤**：达到 74.9，在 Pass^1 上。 [¶](#e-c1)\n    - 子步骤 *一*\n"
        "    - second_step of &#60;b&#62;\n"
        "1. **Label**: a long claim that reaches 74.9 points on the bench and &#36;5 less, see "
        "[x](../../concepts/x.md), "
        "in 2024. [¶](#e-c2)\n\n| a | b |\n|---|---|\n| 1&#124;2 | 3 [¶](#e-r1) |\n"
    )
    for options in ({}, {"wrap": 60, "number": True}, {"wrap": "no"}):
        formatted = mdformat.text(section, options=options, extensions={"tables"})
        assert normal_form(formatted) == normal_form(section)
