"""What the benchmarks are made of: the sample's real titles, abstracts and replies, varied by
number.

Nothing here depends on a clock, a hash seed or the network: number ``n`` is the same paper
everywhere.
"""

from __future__ import annotations

import json
import random
import re
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from wiki_builder.core.http.client import Response
from wiki_builder.core.values.announcement import Announcement, Version
from wiki_builder.demo.story import FEEDS, REPLIES
from wiki_builder.sources.feed import read_feed

_SYLLABLES = (
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ka",
    "le",
    "mi",
    "no",
    "pu",
    "ra",
    "se",
    "ti",
    "vo",
    "zu",
)
_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z])")


@cache
def announced() -> tuple[Announcement, ...]:
    """All rows of the sample's feeds."""
    pages = [_bytes(path) for path in sorted(FEEDS.glob("*.xml"))]
    answers = (Response("", 200, {"content-type": "application/rss+xml"}, page) for page in pages)
    return tuple(row for answer in answers for row in read_feed(answer).rows)


@cache
def sentences() -> tuple[str, ...]:
    """The sentences of the sample's abstracts that hold no maths and no macros."""
    cut = (one for row in announced() for one in _SENTENCE.split(row.version.abstract))
    return tuple(
        one.strip()
        for one in cut
        if 60 <= len(one) <= 300 and not re.search(r"[\\$<>&{}]|https?:", one)
    )


@cache
def replies() -> tuple[dict[str, Any], ...]:
    """The sample's replies, parsed."""
    files = (
        json.loads(path.read_text("utf-8")) for path in sorted(REPLIES.glob("paper-arxiv-*.json"))
    )
    return tuple(json.loads(file["raw"]) for file in files)


def name(n: int) -> str:
    """A made-up name, another one for each number: ``Bacedifo``."""
    parts = []
    for _ in range(4):
        n, part = divmod(n, len(_SYLLABLES))
        parts.append(_SYLLABLES[part])
    return "".join(reversed(parts)).capitalize()


def announcement(n: int, day: date) -> Announcement:
    """The ``n``-th paper of all, announced on ``day``."""
    chance = random.Random(f"paper {n}")
    like = announced()[n % len(announced())].version
    title = f"{name(n)}: {like.title.rpartition(': ')[2]}"
    abstract = " ".join(chance.sample(sentences(), 7))
    version = Version(
        1, title, like.authors[:8], abstract, ("cs.CL", "cs.AI"), announced=day.isoformat()
    )
    return Announcement(f"arxiv:{day:%y%m}.{n % 100_000:05}", ("new",), version)


def _bytes(path: Path) -> bytes:
    return path.read_bytes()
