"""The navigation: without the builder's lists that are not there,
and otherwise as it was written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, cast

import pytest

from wiki_builder.core.settings import Settings
from wiki_builder.library.library import Library
from wiki_builder.scaffold import base_text
from wiki_builder.site.nav import LISTS, missing_pages, without


@dataclass(frozen=True)
class Places:
    """As much of a library as is asked: where pages stand."""

    places: dict[str, str]

    def path(self, page: str) -> str | None:
        return self.places.get(page)


def test_every_entry_that_comes_with_a_wiki_may_go() -> None:
    """The lists that the base's navigation names are all known as the builder's."""
    base = base_text(Settings.model_validate({"format": 2}))
    named = re.findall(
        r"^ +- .*: (\S+\.md)$", base.split("\nnav:\n")[1].split("\nnot_in_nav")[0], re.MULTILINE
    )
    assert len(named) > 5
    assert set(named) <= set(LISTS)


def test_what_is_missing() -> None:
    """A list that stands nowhere; one that a person moved is theirs to name,
    and MkDocs tells of the old place.
    """
    there = set(LISTS) - {"radar.md", "graph.md"}
    assert missing_pages(there, None) == {"radar.md", "graph.md"}
    moved = cast("Library", Places({"page:radar": "mine/radar.md"}))
    assert missing_pages(there, moved) == {"graph.md"}


@pytest.mark.parametrize(
    ("nav", "left"),
    [
        (None, None),
        (["index.md", "./radar.md", {"Radar": "radar.md"}], ["index.md"]),
        (
            [{"More": [{"Radar": "radar.md"}, {"Mine": "mine.md"}]}],
            [{"More": [{"Mine": "mine.md"}]}],
        ),
        ([{"More": ["radar.md"]}, "index.md"], ["index.md"]),
        ([{"Mine": "mine/radar.md"}, {"Empty": []}], [{"Mine": "mine/radar.md"}, {"Empty": []}]),
        ([{"Code": "https://example.org/radar.md"}], [{"Code": "https://example.org/radar.md"}]),
    ],
)
def test_what_is_left(nav: Any, left: Any) -> None:
    """Entries at any depth go, and sections that had nothing else;
    what a person wrote stays as it is.
    """
    assert without(nav, {"radar.md"}) == left
