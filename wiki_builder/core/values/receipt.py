"""What a run saw of a day, and what became of each paper."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from wiki_builder.core.values.announcement import AnnounceType, Difference, Witness

Outcome: TypeAlias = Literal["taken", "known", "skipped", "failed"]
BY_HAND = "add-"  # begins the name of a receipt of papers that a person added


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one announced paper; ``reason`` is there unless it was taken; a
    surprise, which the ranking would not have picked, says so.
    """

    id: str
    types: tuple[AnnounceType, ...]
    outcome: Outcome
    title: str
    version: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a run saw, took, skipped and failed, for one announcement day or one query.

    ``rows`` holds one row for each announced id, so ``len(rows) == announced``.
    ``query`` and ``total`` are there for catch-up through the API. ``counts`` are the new and
    cross-listed papers by followed category. A day is closed by the witness ``complete_by``;
    while ``open`` says why it may lack papers, later runs ask again. Neither is there where no
    witness was to be had for so long that nobody asks any more. ``differences`` are the papers of
    which arXiv's sources do not say the same, each with its reason.
    """

    name: str  # the file's stem: "2026-05-05", "api-2026-05-06--2026-05-08", "add-2026-05-05"
    source: str
    date: str
    announced: int
    listed: int
    rows: tuple[Row, ...]
    note: str | None = None
    query: str | None = None
    total: int | None = None
    counts: dict[str, int] = field(default_factory=dict)
    complete_by: Witness | None = None
    open: str | None = None
    differences: tuple[Difference, ...] = ()

    def count(self, outcome: Outcome) -> int:
        return sum(row.outcome == outcome for row in self.rows)

    @property
    def taken(self) -> tuple[str, ...]:
        """The papers that were taken, in order."""
        return tuple(row.id for row in self.rows if row.outcome == "taken")


@dataclass(frozen=True, slots=True)
class ReceiptCard:
    """A receipt in short: what lists of runs show, every id that it names,
    and a hash of its file.
    """

    name: str
    date: str
    announced: int
    open: str | None
    ids: tuple[str, ...]
    taken: tuple[str, ...]
    outcomes: dict[Outcome, int]
    digest: str

    def count(self, outcome: Outcome) -> int:
        return self.outcomes.get(outcome, 0)


@dataclass(frozen=True, slots=True)
class Entry:
    """Something announced and not read: kept as title and abstract in ``data/entries/``. ``date``
    is the day of the announcement; for one that arXiv's API told of, the last day that was asked
    for.
    """

    id: str
    date: str
    title: str
    authors: tuple[str, ...]
    abstract: str
    categories: tuple[str, ...]
    version: int | None = None


REJECTED = "rejected: its page was deleted"
NEW_VERSION = "in the wiki, and here as a new version"
_RANKED = re.compile(r"ranked \d+ of \d+; (?P<limit>\d+)(?: of (?P<category>\S+))? are read")
_COPY = re.compile(r"nearly the same text as \S+, which is read")


def in_short(reason: str) -> str:
    """A row's reason without what is the paper's alone, so that papers can be counted by it."""
    if _COPY.fullmatch(reason):
        return "nearly the same as another paper"
    if not (ranked := _RANKED.fullmatch(reason)):
        return reason
    limit, category = ranked.groups()
    if category:
        return f"beyond the {limit} of {category} that are read"
    return f"beyond the {limit} papers a day that are read"
