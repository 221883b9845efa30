"""Days that were missed, and days that are still open: asked for by date.

arXiv lists what it announced on each of the last 90 days. Where a list cannot be had, the API
finds papers by the time of submission: not the replaced ones, and only some days after the
announcement, so that it closes a day late. A day that nobody can vouch for is open; after
:data:`PATIENT` announcement days that is a failure, and after :data:`GIVE_UP` nobody asks any more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from wiki_builder.core.errors import StaleFeed, UpstreamError
from wiki_builder.core.http.client import Client
from wiki_builder.core.values.announcement import Announcement, Day, Witness
from wiki_builder.core.values.receipt import Receipt
from wiki_builder.sources.addresses import Addresses
from wiki_builder.sources.calendar import announcement_days, may_be_holiday, missing_days, window
from wiki_builder.sources.discovery import CatchUp, Discovery
from wiki_builder.sources.feed import unite
from wiki_builder.sources.listing import Listing, fetch_day
from wiki_builder.sources.witness import Held, counts, fresh, implausible

if TYPE_CHECKING:
    from wiki_builder.sources.arxiv_api import QueryResult

# Announcement days asked for in one query: all of arXiv announces fewer than
# API_RESULTS papers in that time.
CATCH_UP_DAYS = 10
# so many days at most are asked for by list in one run, the newest; older ones through the API
LISTED_DAYS = 10
API_LAG = 6  # days: how far the API's index was seen behind the announcements
AGREEMENT = 0.8  # of a day's new papers, which the API knows when it has come that far
PATIENT = 2  # announcement days for which an open day is no failure
GIVE_UP = 10  # announcement days after which an open day is left


@dataclass(frozen=True, slots=True)
class Past:
    """Where and what to ask, ``on`` which day, and what is known."""

    client: Client
    addresses: Addresses
    categories: tuple[str, ...]
    on: date
    known: Held


def missed_days(
    until: date, last_day: date | None, since: date | None, skip: Collection[int]
) -> list[date]:
    """The announcement days to catch up before ``until``."""
    if since is not None:
        return list(announcement_days(since, until - timedelta(days=1), skip))
    return list(missing_days(last_day, until, skip)) if last_day is not None else []


def caught_up(
    past: Past, found: Discovery, missed: Sequence[date], skip: Collection[int]
) -> Discovery:
    """``found`` with what was announced on ``missed``:
    as arXiv lists it, else as its API knows it.
    """
    left = list(missed)
    for day in reversed(missed[-LISTED_DAYS:] if past.addresses.catchup_url else ()):
        listed = _listed(past, day)
        if isinstance(listed, str):
            found = replace(found, notes=(*found.notes, listed))
            break
        found = _with(found, listed)
        left.remove(day)
    for at in range(0, len(left), CATCH_UP_DAYS):
        found = _by_api(past, found, left[at : at + CATCH_UP_DAYS], skip)
    return found


def _with(found: Discovery, day: Day) -> Discovery:
    return replace(found, past=tuple(sorted((*found.past, day), key=lambda one: one.date)))


def _listed(past: Past, day: date) -> Day | str:
    """What arXiv lists of ``day`` and no receipt has, or why it cannot be had."""
    listings: list[Listing] = []
    for category in past.categories:
        try:
            listings.append(fetch_day(past.client, past.addresses, category, day))
        except UpstreamError as error:
            return f"arXiv's list of {day} in {category} could not be had: {error.what}"
    rows = unite(row for listing in listings for row in listing.rows)
    # A replacement may come again: only that of the same day is known.
    new = tuple(row for row in rows if not past.known.has(row, on=None if fresh([row]) else day))
    cut = "; ".join(f"{one.category}: {section}" for one in listings for section in one.cut)
    open_ = f"arXiv's list does not show all: {cut}" if cut else _empty(past, rows, day)
    counted = counts(rows, past.categories)
    return Day(day.isoformat(), new, len(rows), counted, None if open_ else "catchup", open_)


def _empty(past: Past, rows: Sequence[Announcement], day: date) -> str | None:
    """Why a list without papers is not believed: it is no holiday, and others days are not so."""
    if fresh(rows) or may_be_holiday(day):
        return None
    few = implausible(fresh(rows), [day], past.categories, past.known)
    return few.replace("arXiv's API knows", "arXiv lists") if few else None


def _by_api(
    past: Past, found: Discovery, asked: Sequence[date], skip: Collection[int]
) -> Discovery:
    """``found`` with what the API knows of ``asked``,
    or with the failure and the days that are missed.
    """
    try:
        result = _submitted(past, asked, skip)
    except UpstreamError as error:
        return replace(found, missed=found.missed + tuple(day.isoformat() for day in asked)).failed(
            error
        )
    young = (past.on - asked[-1]).days < API_LAG
    open_ = "arXiv's API may not know all of these papers yet" if young else None
    counted = counts(result.rows, past.categories)
    made = CatchUp(asked[0].isoformat(), asked[-1].isoformat(), result, counted, open_)
    return replace(found, catch_up=(*found.catch_up, made), notes=found.notes + result.problems)


def _submitted(past: Past, asked: Sequence[date], skip: Collection[int]) -> QueryResult:
    """What the API knows; where that is too little to be true, it is asked once more.

    Raises UpstreamError where no right answer is to be had, StaleFeed where it stays too little.
    """
    from wiki_builder.sources.arxiv_api import submitted_between  # heavy, and rarely asked

    times = window(asked[0], asked[-1], skip)
    few: str | None = None
    for _ in range(2):
        result = submitted_between(
            past.client, past.addresses, past.categories, times.start, times.end
        )
        if (few := implausible(result.rows, asked, past.categories, past.known)) is None:
            return result
    raise StaleFeed(
        str(few),
        where="arXiv's API",
        next="Its index lags behind: nothing is lost, run it again later",
    )


# --- Open days ----------------------------------------------------------------------


def settle_receipts(past: Past, found: Discovery, skip: Collection[int]) -> Discovery:
    """``found`` with what is known now of the receipts that are open,
    and a failure where one is open for long.
    """
    looked_at = {day.date for day in found.days if day.complete_by or day.open}
    # Where nobody vouches for anything for long, that is how it is here, and no news any more.
    witnesses_expected = (
        past.known.vouched is None or _age(past.known.vouched, past.on, skip) <= GIVE_UP
    )
    reachable = True
    for receipt in past.known.open:
        if receipt.name in looked_at:
            continue
        if reachable:
            found, reachable = _settle(past, found, receipt, skip)
        if receipt.name in dict(found.closed):
            continue
        age = _age(date.fromisoformat(receipt.date), past.on, skip)
        if age > GIVE_UP:
            found = replace(found, closed=(*found.closed, (receipt.name, None)))
        if age >= PATIENT and witnesses_expected:
            found = found.failed(_unsettled(receipt, given_up=age > GIVE_UP))
    return found


def _settle(
    past: Past, found: Discovery, receipt: Receipt, skip: Collection[int]
) -> tuple[Discovery, bool]:
    """``found`` with what ``receipt`` lacks, closed where a witness vouches;
    and whether one could be asked.
    """
    asked = _days_of(receipt, skip)
    days, reason = _all_listed(past, asked)
    if reason is None:
        return _closed(found, receipt, days, "catchup"), True
    try:
        result = _submitted(past, asked, skip)
    except UpstreamError as error:
        return replace(found, notes=(*found.notes, reason, str(error))), False
    if not _has_caught_up(past, asked, receipt, result):
        return replace(found, notes=(*found.notes, reason)), True
    rows = tuple(row for row in result.rows if not past.known.has(row))
    last = Day(asked[-1].isoformat(), rows, len(rows), counts(rows, past.categories))
    return _closed(found, receipt, [last] if rows else [], "api"), True


def _all_listed(past: Past, asked: Sequence[date]) -> tuple[list[Day], str | None]:
    """What arXiv lists of each of ``asked``; and why not all of it, if so."""
    made: list[Day] = []
    for day in asked:
        listed = (
            _listed(past, day)
            if past.addresses.catchup_url
            else "arXiv's lists by day are not asked for"
        )
        if isinstance(listed, str):
            return made, listed
        if listed.open:
            return made, listed.open
        made.append(listed)
    return made, None


def _has_caught_up(
    past: Past, asked: Sequence[date], receipt: Receipt, result: QueryResult
) -> bool:
    """Whether the API's index has come as far as ``asked``: it knows what the receipt has, or ought
    to by now.

    A paper that was held back was submitted before the time that was asked for.
    """
    ours = {row.id for row in receipt.rows if "new" in row.types}
    agrees = ours and len(ours & {row.id for row in result.rows}) >= AGREEMENT * len(ours)
    return bool(agrees) or (past.on - asked[-1]).days >= API_LAG


def _closed(found: Discovery, receipt: Receipt, days: Sequence[Day], by: Witness) -> Discovery:
    """``found`` with ``receipt`` closed, and what it lacks;
    the rows of a day that has its own receipt go there.
    """
    for day in days:
        if day.rows:
            found = _with(
                found,
                replace(day, note=f"{len(day.rows)} papers came when the day was looked at again"),
            )
    return replace(found, closed=(*found.closed, (receipt.name, by)))


def _days_of(receipt: Receipt, skip: Collection[int]) -> list[date]:
    """The announcement days that a receipt is of:
    ``2026-05-05``, ``api-2026-05-06--2026-05-08``.
    """
    first, _, last = receipt.name.removeprefix("api-").partition("--")
    return list(
        announcement_days(date.fromisoformat(first), date.fromisoformat(last or first), skip)
    )


def _age(day: date, on: date, skip: Collection[int]) -> int:
    """How many announcement days have begun since ``day``."""
    return len(announcement_days(day + timedelta(days=1), on, skip))


def _unsettled(receipt: Receipt, *, given_up: bool) -> UpstreamError:
    after = "It is not asked for again" if given_up else "Nothing is lost: every run asks again"
    what = f"what was announced on {receipt.date} may lack papers: {receipt.open}"
    return UpstreamError(
        what, where=f"data/runs/{receipt.name}.json", next=f"{after}; update --since {receipt.date}"
    )
