"""What arXiv announced since the last run: the feed, and the API for what was missed.

A feed shows one day only. Announcement days between the last receipt and the feed
are caught up through the API by the time of submission, which finds new papers and
not replacements. Whatever fails, what could still be had is returned.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from wiki_builder.errors import StaleFeed, UpstreamError
from wiki_builder.http import Client
from wiki_builder.models import Day, NothingAnnounced
from wiki_builder.sources.addresses import Addresses
from wiki_builder.sources.arxiv_api import QueryResult, submitted_between
from wiki_builder.sources.calendar import WEEKEND, announcement_days, missing_days, standing, window
from wiki_builder.sources.feed import Feed, fetch_feed, nothing

# Announcement days asked for in one query: all of arXiv announces fewer than
# API_RESULTS papers in that time.
CATCH_UP_DAYS = 10


@dataclass(frozen=True, slots=True)
class CatchUp:
    """What the API knows of the announcement days from ``first`` to ``last`` (ISO dates)."""

    first: str
    last: str
    result: QueryResult


@dataclass(frozen=True, slots=True)
class Discovery:
    """What there is to import.

    ``feed`` is the day to import, or why there is none, or ``None`` where the feed
    could not be had. ``seen`` is the feed's day where it was imported before: its
    papers that failed may be tried again. ``missed`` are announcement days that
    could not be caught up, ISO dates. ``upstream_problem`` is the first failure;
    ``notes`` are further ones, and what the feed's reader warned of.
    """

    feed: Day | NothingAnnounced | None
    catch_up: tuple[CatchUp, ...] = ()
    seen: Day | None = None
    missed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    upstream_problem: UpstreamError | None = None


def discover(
    client: Client,
    addresses: Addresses,
    categories: Sequence[str],
    today: date,
    last_day: date | None,
    since: date | None = None,
    *,
    catch_up: bool = True,
) -> Discovery:
    """Ask the feed, and the API for the days between.

    ``today`` is the day in New York. ``last_day`` is that of the last receipt (of
    the last one without a gap: :func:`calendar.last_without_gap`), ``None`` in a
    new wiki. ``since`` catches up from that day on, imported or not; without
    ``catch_up`` days that were missed are left. Raises
    nothing of the upstream's: failures are in the result.
    """
    try:
        feed = fetch_feed(client, addresses, categories)
    except UpstreamError as error:
        found, until, skip = Discovery(None, upstream_problem=error), today, WEEKEND
    else:
        found, skip = _from_feed(feed, today, last_day), feed.skip_days
        until = min(feed.day, today)
    for days in _spans(until, last_day if catch_up else None, since, skip):
        found = _caught_up(found, client, addresses, categories, days, skip)
    return found


def _from_feed(feed: Feed, today: date, last_day: date | None) -> Discovery:
    """What a feed that was read means today."""
    stands = standing(feed.day, today, feed.skip_days)
    if stands == "ahead":
        return Discovery(None, notes=feed.warnings, upstream_problem=_ahead(feed, today))
    problem = _stale(feed, today) if stands == "stale" else None
    # Seen on Saturday, an empty feed dated Friday is the weekend's and not a holiday's.
    day = feed.announced(today if stands == "weekend" else None)
    if isinstance(day, NothingAnnounced) or last_day is None or last_day < feed.day:
        return Discovery(day, notes=feed.warnings, upstream_problem=problem)
    reason = nothing(today, feed.skip_days) if stands == "weekend" else _already(day)
    return Discovery(reason, seen=day, notes=feed.warnings, upstream_problem=problem)


def _spans(until: date, last_day: date | None, since: date | None, skip: Collection[int]) -> list[tuple[date, ...]]:
    """The announcement days to catch up before ``until``, in spans that one query can list."""
    days: tuple[date, ...] = ()
    if since is not None:
        days = announcement_days(since, until - timedelta(days=1), skip)
    elif last_day is not None:
        days = missing_days(last_day, until, skip)
    return [days[at : at + CATCH_UP_DAYS] for at in range(0, len(days), CATCH_UP_DAYS)]


def _caught_up(
    found: Discovery,
    client: Client,
    addresses: Addresses,
    categories: Sequence[str],
    days: tuple[date, ...],
    skip: Collection[int],
) -> Discovery:
    """``found`` with what was announced on ``days``, or with the failure and the days that are missed."""
    times = window(days[0], days[-1], skip)
    try:
        result = submitted_between(client, addresses, categories, times.start, times.end)
    except UpstreamError as error:
        return _failed(found, error, days)
    catch_up = CatchUp(days[0].isoformat(), days[-1].isoformat(), result)
    return replace(found, catch_up=(*found.catch_up, catch_up), notes=found.notes + result.problems)


def _failed(found: Discovery, error: UpstreamError, days: tuple[date, ...]) -> Discovery:
    missed = found.missed + tuple(day.isoformat() for day in days)
    if found.upstream_problem is None:
        return replace(found, missed=missed, upstream_problem=error)
    return replace(found, missed=missed, notes=(*found.notes, str(error)))


def _already(day: Day) -> NothingAnnounced:
    return NothingAnnounced(day.date, "seen", f"what arXiv announced on {day.date} is imported already")


def _stale(feed: Feed, today: date) -> StaleFeed:
    return StaleFeed(
        f"the feed is of {feed.day}, and a newer one was due by {today}",
        where="arXiv's feed",
        next="arXiv is late, or has deferred it (https://status.arxiv.org): nothing is lost, run it again later",
    )


def _ahead(feed: Feed, today: date) -> UpstreamError:
    return UpstreamError(
        f"the feed is of {feed.day}, and in New York it is {today}",
        where="arXiv's feed",
        next="Check this machine's clock and --today; otherwise the feed is wrong, run it again later",
    )
