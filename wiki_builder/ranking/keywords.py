"""Words and names that stand in a paper as they were written, or as they are said in English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from wiki_builder.core.characters import IS_HAN
from wiki_builder.core.names import key
from wiki_builder.core.values.announcement import Version

TITLE_WEIGHT = 3


def score(version: Version, keywords: Sequence[str]) -> int:
    """How well a paper matches: each keyword once, in the title three times as much."""
    return sum(
        TITLE_WEIGHT * holds(version.title, k) + int(holds(version.abstract, k)) for k in keywords
    )


def matching(version: Version, phrases: Iterable[str]) -> tuple[str, ...]:
    """Those of ``phrases`` that stand in title or abstract."""
    return tuple(
        phrase
        for phrase in phrases
        if holds(version.title, phrase) or holds(version.abstract, phrase)
    )


def holds(text: str, keyword: str) -> bool:
    """Whether ``keyword`` stands in ``text`` as words, or as it is where it is not of letters; a
    Chinese one also by its English names.
    """
    return any(_pattern(name).search(text) for name in spellings(keyword))


@lru_cache(maxsize=1_000)
def spellings(keyword: str) -> tuple[str, ...]:
    """A keyword, and what the shipped glossary says for a Chinese one in English."""
    if not IS_HAN.search(keyword):
        return (keyword,)
    from wiki_builder.concepts.matching.glossary import glossary  # slow to load

    entries = glossary().lookup(key(keyword))
    return (keyword, *(name for entry in entries for name in (entry.en, *entry.other_en)))


@lru_cache(maxsize=1_000)
def _pattern(keyword: str) -> re.Pattern[str]:
    pattern = re.escape(" ".join(keyword.split())).replace(r"\ ", r"[\s-]+")
    edges = (
        (r"(?<!\w)" if keyword[:1].isascii() else ""),
        (r"s?(?!\w)" if keyword[-1:].isascii() else ""),
    )
    return re.compile(edges[0] + pattern + edges[1], re.IGNORECASE)
