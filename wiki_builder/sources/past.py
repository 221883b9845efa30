"""What arXiv says of one past day: its list, and OAI-PMH where it was asked, laid side by side.

Which days are asked about, and what becomes of them, is :mod:`lookback`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.http.client import Client
from wiki_builder.core.values.announcement import Announcement, Day, Witness
from wiki_builder.sources.addresses import Addresses
from wiki_builder.sources.calendar import may_be_holiday
from wiki_builder.sources.discovery import Discovery
from wiki_builder.sources.feed import unite
from wiki_builder.sources.listing import Listing, fetch_day
from wiki_builder.sources.reconcile import has_passed, knows, oai_rows, reconcile
from wiki_builder.sources.witness import Held, counts, fresh, implausible

if TYPE_CHECKING:
    from wiki_builder.sources.oai import Harvest


@dataclass(frozen=True, slots=True)
class Past:
    """Where and what to ask, ``on`` which day, and what is known: by receipts, and by OAI-PMH where
    it was asked.
    """

    client: Client
    addresses: Addresses
    categories: tuple[str, ...]
    on: date
    known: Held
    harvest: Harvest | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """What arXiv lists of a day, and why that may not be all."""

    rows: tuple[Announcement, ...]
    open: str | None


def listed_on(past: Past, day: date) -> Listed | str:
    """What arXiv lists of ``day``, or why it cannot be had."""
    listings: list[Listing] = []
    for category in past.categories:
        try:
            listings.append(fetch_day(past.client, past.addresses, category, day))
        except UpstreamError as error:
            return f"arXiv's list of {day} in {category} could not be had: {error.what}"
    rows = unite(row for listing in listings for row in listing.rows)
    cut = "; ".join(f"{one.category}: {section}" for one in listings for section in one.cut)
    return Listed(
        rows, f"arXiv's list does not show all: {cut}" if cut else _empty(past, rows, day)
    )


def known_day(
    past: Past,
    found: Discovery,
    lists: Mapping[date, Listed],
    day: date,
    skip: Collection[int],
) -> Day | None:
    """A day by its list and by OAI-PMH, with the rows that no receipt has; ``None`` where neither
    is to be had.
    """
    listed = lists.get(day)
    if listed is None and not _is_plausible(past, day, skip):
        return None
    result = reconcile(
        day,
        past.categories,
        listing=listed.rows if listed else None,
        harvest=past.harvest,
        receipt=past.known.days.get(day),
        elsewhere=elsewhere(past, found, lists, day),
        skip=skip,
    )
    # A replacement may come again: only that of the same day is known.
    new = tuple(
        row for row in result.rows if not past.known.has(row, on=None if fresh([row]) else day)
    )
    witness, open_ = _vouched(past, listed, day)
    return Day(
        day.isoformat(),
        new,
        len(result.rows),
        counts(result.rows, past.categories),
        witness,
        open_,
        differences=result.differences,
        source="arxiv list" if listed else "arxiv oai",
    )


def _vouched(past: Past, listed: Listed | None, day: date) -> tuple[Witness | None, str | None]:
    """Who says that all of a day is known, or why nobody does."""
    if listed and not listed.open:
        return "catchup", None
    if has_passed(past.harvest, day):
        return "oai", None
    return None, listed.open if listed else "arXiv's OAI may not know all of these papers yet"


def _is_plausible(past: Past, day: date, skip: Collection[int]) -> bool:
    """Whether OAI-PMH knows a day, and not too few papers of it to be true."""
    if past.harvest is None or not knows(past.harvest, day):
        return False
    rows = fresh(oai_rows(past.harvest, day, past.categories, skip))
    return implausible(rows, [day], past.categories, past.known) is None


def _empty(past: Past, rows: Sequence[Announcement], day: date) -> str | None:
    """Why a list without papers is not believed: it is no holiday, and others days are not so."""
    if fresh(rows) or may_be_holiday(day):
        return None
    few = implausible(fresh(rows), [day], past.categories, past.known)
    return few.replace("arXiv's API knows", "arXiv lists") if few else None


def elsewhere(past: Past, found: Discovery, lists: Mapping[date, Listed], day: date) -> set[str]:
    """The papers that days beside ``day`` hold, by receipts, by lists, or in this run."""
    ids = {id_ for one, held in past.known.days.items() if one != day for id_ in held}
    ids |= {row.id for one in found.days if one.date != day.isoformat() for row in one.rows}
    return ids | {row.id for one, listed in lists.items() if one != day for row in listed.rows}
