"""Words and names that stand in a paper as they were written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

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
    """Whether ``keyword`` stands in ``text`` as words, or as it is where it is not of letters."""
    return _pattern(keyword).search(text) is not None


@lru_cache(maxsize=1_000)
def _pattern(keyword: str) -> re.Pattern[str]:
    pattern = re.escape(" ".join(keyword.split())).replace(r"\ ", r"[\s-]+")
    edges = (
        (r"(?<!\w)" if keyword[:1].isascii() else ""),
        (r"s?(?!\w)" if keyword[-1:].isascii() else ""),
    )
    return re.compile(edges[0] + pattern + edges[1], re.IGNORECASE)
