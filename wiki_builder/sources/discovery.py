"""What there is to import, as a value: today's announcement, earlier days,
and what could not be had.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.values.announcement import (
    Day,
    NothingAnnounced,
    UnreadableItem,
    Witness,
)

if TYPE_CHECKING:
    from wiki_builder.sources.arxiv_api import QueryResult


@dataclass(frozen=True, slots=True)
class CatchUp:
    """What the API knows of the announcement days from ``first`` to ``last`` (ISO dates).

    It knows a paper some days after its announcement: ``open`` says that it may not know all yet.
    """

    first: str
    last: str
    result: QueryResult
    counts: dict[str, int]
    open: str | None = None


@dataclass(frozen=True, slots=True)
class Discovery:
    """What there is to import.

    ``feed`` is the day to import, or why there is none, or ``None`` where the feed
    could not be had. ``seen`` is the feed's day where it was imported before: its
    papers that failed may be tried again. ``past`` are earlier days with the rows that their
    receipts lack. ``closed`` are receipts, by name, of which nothing more is expected, and the
    witness that says so, if any. ``caught`` are missed days that are caught up now, ``missed``
    those that could not be, ISO dates. ``upstream_problem`` is the first failure; ``notes`` are
    further ones, and what the feed's reader warned of.
    """

    feed: Day | NothingAnnounced | None
    catch_up: tuple[CatchUp, ...] = ()
    past: tuple[Day, ...] = ()
    closed: tuple[tuple[str, Witness | None], ...] = ()
    seen: Day | None = None
    caught: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    upstream_problem: UpstreamError | None = None

    @property
    def days(self) -> tuple[Day, ...]:
        """Every day of which there are rows, oldest first."""
        today = self.feed if isinstance(self.feed, Day) else self.seen
        found = (*self.past, *((today,) if today else ()))
        return tuple(sorted(found, key=lambda day: day.date))

    @property
    def unread(self) -> tuple[UnreadableItem, ...]:
        """The items of days that are new which could not be read."""
        today = (self.feed,) if isinstance(self.feed, Day) else ()
        return tuple(item for day in (*self.past, *today) for item in day.unread)

    def failed(self, error: UpstreamError) -> Discovery:
        """With one more failure: the first decides how the run ends, the others are notes."""
        if self.upstream_problem is None:
            return replace(self, upstream_problem=error)
        return replace(self, notes=(*self.notes, str(error)))
