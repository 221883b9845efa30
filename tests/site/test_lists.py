"""Nested lists of formatters and editors are nested on the site."""

from __future__ import annotations

import pytest

from wiki_builder.site.markdown.lists import nested

CASES = {
    "prettier under a number": ("1. a\n   - b\n2. c", "1. a\n    - b\n2. c"),
    "two spaces under a bullet": ("- a\n  - b\n    - c\n- d", "- a\n    - b\n        - c\n- d"),
    "four spaces stay": ("1. a\n    - b\n        - c", "1. a\n    - b\n        - c"),
    "a second paragraph": ("- a\n\n  more\n\ntext", "- a\n\n    more\n\ntext"),
    "a wrapped line": ("- a\n  more\n- b", "- a\n  more\n- b"),
    "code is code": ("text\n\n    - no item\n", "text\n\n    - no item\n"),
    "prose is prose": ("a - b\n  c", "a - b\n  c"),
}


@pytest.mark.parametrize("name", CASES)
def test_levels_are_four_spaces(name: str) -> None:
    """CommonMark's nesting becomes Python-Markdown's."""
    written, expected = CASES[name]
    assert "\n".join(nested(written.split("\n"))) == expected
    assert "\n".join(nested(expected.split("\n"))) == expected
