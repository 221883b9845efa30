"""The demo's settings, as a person reads them."""

from __future__ import annotations

import tomllib

from wiki_builder.demo.story import CATEGORIES, KEYWORDS, SETTINGS


def test_the_settings_of_the_demo_are_written_as_a_person_would() -> None:
    """Lists are TOML's, and a comment keeps its apostrophes."""
    read = tomllib.loads(SETTINGS)
    assert tuple(read["sources"]["arxiv"]["categories"]) == CATEGORIES
    assert tuple(read["interests"]["keywords"]) == KEYWORDS
    assert "# The demo's wiki: " in SETTINGS
    assert "# the sample's days " in SETTINGS
