"""Days that were missed, and days that are still open: asked for by date.

arXiv's OAI-PMH interface is asked once for all of them, and tells what changed since the first
(:mod:`reconcile`). arXiv lists what it announced on each of the last 90 days. Where a list cannot
be had, OAI-PMH is what a day is known by. Where neither can, the API finds papers by the time of
submission: not the replaced ones, and only some days after the announcement, so that it closes a
day late. A day that nobody can vouch for is open; after :data:`PATIENT` announcement days that is a
failure, and after :data:`GIVE_UP` nobody asks any more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from wiki_builder.core.errors import StaleFeed, UpstreamError
from wiki_builder.core.values.announcement import Day, Witness
from wiki_builder.core.values.receipt import Receipt
from wiki_builder.sources.calendar import announcement_days, missing_days, window
from wiki_builder.sources.discovery import CatchUp, Discovery
from wiki_builder.sources.past import Listed, Past, elsewhere, known_day, listed_on
from wiki_builder.sources.reconcile import has_passed, reconcile
from wiki_builder.sources.witness import counts, fresh, implausible

if TYPE_CHECKING:
    from wiki_builder.sources.arxiv_api import QueryResult
    from wiki_builder.sources.oai import Harvest

# Announcement days asked for in one query: all of arXiv announces fewer than
# API_RESULTS papers in that time.
CATCH_UP_DAYS = 10
# so many days at most are asked for by list in one run, the newest; older ones through the API
LISTED_DAYS = 10
API_LAG = 6  # days: how far the API's index was seen behind the announcements
AGREEMENT = 0.8  # of a day's new papers, which the API knows when it has come that far
CONFIRMED_DAYS = 2  # closed days that OAI-PMH is asked about when a new one comes
OAI_MEMORY = timedelta(days=90)  # further back it is not asked in one question
PATIENT = 2  # announcement days for which an open day is no failure
GIVE_UP = 10  # announcement days after which an open day is left


def missed_days(
    until: date, last_day: date | None, since: date | None, skip: Collection[int]
) -> list[date]:
    """The announcement days to catch up before ``until``."""
    if since is not None:
        return list(announcement_days(since, until - timedelta(days=1), skip))
    return list(missing_days(last_day, until, skip)) if last_day is not None else []


def with_harvest(
    past: Past, found: Discovery, missed: Sequence[date], skip: Collection[int]
) -> tuple[Past, Discovery]:
    """``past`` with what OAI-PMH says of the days that were missed, are open, or have just passed.

    It is not asked where there is none of these, and a failure of it is a note.
    """
    days = [*missed, *(day for receipt in _open(past) for day in _days_of(receipt, skip))]
    if isinstance(found.feed, Day) and past.known.days:
        days += _just_passed(past, skip)
    if not days or not past.addresses.oai_url:
        return past, found
    first = max(min(days), past.on - OAI_MEMORY)
    from wiki_builder.sources.oai import changed_since  # only where it is asked

    try:
        harvest = changed_since(past.client, past.addresses, past.categories, first)
    except UpstreamError as error:
        said = f"arXiv's OAI could not be had: {error.what}"
        return past, replace(found, notes=(*found.notes, said))
    # its days are in UTC, and a date that is still to come would vouch for all before it
    last = past.on + timedelta(days=1)
    records = tuple(one for one in harvest.records if one.changed <= last)
    if early := len(harvest.records) - len(records):
        harvest = replace(harvest, records=records)
        said = f"arXiv's OAI has {early} records of days after {last}, which do not count"
        found = replace(found, notes=(*found.notes, said))
    found = replace(found, notes=found.notes + harvest.problems)
    if harvest.newest is None:
        found = replace(found, notes=(*found.notes, f"arXiv's OAI knows nothing since {first}"))
    return replace(past, harvest=harvest), found


def caught_up(
    past: Past, found: Discovery, missed: Sequence[date], skip: Collection[int]
) -> Discovery:
    """``found`` with what was announced on ``missed``: as arXiv lists it and OAI-PMH knows it, else
    as its API does.
    """
    lists: dict[date, Listed] = {}
    for day in reversed(missed[-LISTED_DAYS:] if past.addresses.catchup_url else ()):
        listed = listed_on(past, day)
        if isinstance(listed, str):
            found = replace(found, notes=(*found.notes, listed))
            break
        lists[day] = listed
    left: list[date] = []
    for day in missed:
        if (made := known_day(past, found, lists, day, skip)) is None:
            left.append(day)
        else:
            found = _caught(past, _with(found, made), [day])
    for at in range(0, len(left), CATCH_UP_DAYS):
        found = _by_api(past, found, left[at : at + CATCH_UP_DAYS], skip)
    return found


def _caught(past: Past, found: Discovery, days: Sequence[date]) -> Discovery:
    """``found`` with ``days`` as caught up; one that has a receipt was not missed."""
    new = tuple(day.isoformat() for day in days if day not in past.known.days)
    return replace(found, caught=found.caught + new)


def confirmed(past: Past, found: Discovery, skip: Collection[int]) -> Discovery:
    """``found`` with what OAI-PMH knows of closed days that have just passed, and no receipt has:
    papers that became known late.
    """
    if past.harvest is None:
        return found
    looked_at = {day.date for day in found.days} | {name for name, _ in found.closed}
    for day in _just_passed(past, skip):
        if day.isoformat() in looked_at or not past.known.has_whole(day):
            continue
        if has_passed(past.harvest, day) and (made := _more_of(past, found, day, skip)):
            found = _with(replace(found, notes=(*found.notes, str(made.note))), made)
    return found


def _open(past: Past) -> list[Receipt]:
    """The receipts that are open, that of tonight's announcement apart, which its feed confirms."""
    return [one for one in past.known.open if date.fromisoformat(one.date) <= past.on]


def _just_passed(past: Past, skip: Collection[int]) -> list[date]:
    """The last closed days, oldest first."""
    days = announcement_days(past.on - timedelta(days=7), past.on - timedelta(days=1), skip)
    return [day for day in days if day in past.known.days][-CONFIRMED_DAYS:]


def _more_of(past: Past, found: Discovery, day: date, skip: Collection[int]) -> Day | None:
    """What a closed day lacks by OAI-PMH; ``None`` where it lacks nothing."""
    held = past.known.days[day]
    result = reconcile(
        day,
        past.categories,
        harvest=_until(past.harvest, past.on),
        receipt=held,
        elsewhere=elsewhere(past, found, {}, day),
        skip=skip,
    )
    new = tuple(row for row in fresh(result.rows) if row.id not in held)
    if not new:
        return None
    ids = {row.id for row in new}
    told = tuple(one for one in result.differences if one.id in ids)
    papers = "1 paper" if len(new) == 1 else f"{len(new)} papers"
    note = f"{papers} of {day} became known late, from arXiv's OAI"
    counted = counts(new, past.categories)
    return Day(day.isoformat(), new, len(new), counted, "oai", note=note, differences=told)


def _until(harvest: Harvest | None, day: date) -> Harvest | None:
    """What OAI-PMH says without what changed after ``day``: that is announced in its own time."""
    if harvest is None:
        return None
    return replace(harvest, records=tuple(one for one in harvest.records if one.changed <= day))


def _with(found: Discovery, day: Day) -> Discovery:
    return replace(found, past=tuple(sorted((*found.past, day), key=lambda one: one.date)))


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
    found = replace(found, catch_up=(*found.catch_up, made), notes=found.notes + result.problems)
    return _caught(past, found, asked)


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
    for receipt in _open(past):
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
    days, reason = _all_known(past, found, asked, skip)
    if reason is None:
        witness: Witness = "oai" if any(day.complete_by == "oai" for day in days) else "catchup"
        return _closed(found, receipt, days, witness), True
    try:
        result = _submitted(past, asked, skip)
    except UpstreamError as error:
        return replace(found, notes=(*found.notes, reason, str(error))), False
    if not _has_caught_up(past, asked, receipt, result):
        return replace(found, notes=(*found.notes, reason)), True
    rows = tuple(row for row in result.rows if not past.known.has(row))
    last = Day(asked[-1].isoformat(), rows, len(rows), counts(rows, past.categories))
    return _closed(found, receipt, [last] if rows else [], "api"), True


def _all_known(
    past: Past, found: Discovery, asked: Sequence[date], skip: Collection[int]
) -> tuple[list[Day], str | None]:
    """What arXiv lists of each of ``asked``, or OAI-PMH knows; and why that is not all, if so."""
    lists: dict[date, Listed] = {}
    made: list[Day] = []
    for day in asked:
        listed = (
            listed_on(past, day)
            if past.addresses.catchup_url
            else "arXiv's lists by day are not asked for"
        )
        if not isinstance(listed, str):
            lists[day] = listed
        known = known_day(past, found, lists, day, skip)
        if known is None:
            return made, str(listed)
        if known.open:
            return made, known.open
        made.append(known)
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
