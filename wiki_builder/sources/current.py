"""The current announcement: arXiv's feed, held against its lists of new papers and against the
receipts.

A feed's date is a claim. What the comparison means is :mod:`witness`'s; here is what is asked for
it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from wiki_builder.core.errors import StaleFeed, UpstreamError
from wiki_builder.core.http.client import Client
from wiki_builder.core.values.announcement import Day, NothingAnnounced, Witness
from wiki_builder.sources.addresses import Addresses
from wiki_builder.sources.calendar import WEEKEND, feed_standing
from wiki_builder.sources.discovery import Discovery
from wiki_builder.sources.feed import Feed, fetch_feed, nothing_in_feed
from wiki_builder.sources.listing import Listing, fetch_day, fetch_new
from wiki_builder.sources.reconcile import compare
from wiki_builder.sources.witness import (
    CategoryPart,
    Held,
    counts,
    days,
    fresh,
    of_category,
    part,
)

FAILURES = 2  # lists in a row that could not be had: no more are asked for in this run

_Listings = dict[str, Listing | str]
_Lists = Callable[[], _Listings]


def current(
    client: Client, addresses: Addresses, categories: Sequence[str], on: date, known: Held
) -> tuple[Discovery, date, frozenset[int]]:
    """What the feed and arXiv's lists announce ``on`` a day in New York; raises nothing of the
    upstream's.

    Also returns the day of the newest announcement that was seen, and the weekdays without one.
    """
    try:
        feed = fetch_feed(client, addresses, categories)
    except UpstreamError as error:
        return Discovery(None, upstream_problem=error), on, WEEKEND
    found = _from_feed(
        feed, partial(_lists, client, addresses, categories, feed, on), categories, on, known
    )
    newest = max((date.fromisoformat(day.date) for day in found.days), default=feed.day)
    return found, min(max(newest, feed.day), on), feed.skip_days


def _from_feed(
    feed: Feed, lists: _Lists, categories: Sequence[str], on: date, known: Held
) -> Discovery:
    """What a feed that was read means ``on`` this day."""
    stands = feed_standing(feed.day, on, feed.skip_days)
    if stands == "ahead":
        return Discovery(None, notes=feed.warnings, upstream_problem=_ahead(feed, on))
    if not feed.listed:
        # Seen on Saturday, an empty feed dated Friday is the weekend's and not a holiday's.
        empty = nothing_in_feed(on if stands == "weekend" else feed.day, feed.skip_days)
        if empty.cause == "weekend" or (stands != "stale" and known.closed(feed.day, categories)):
            return Discovery(empty, notes=feed.warnings)
        return _holiday(feed, empty, lists(), categories, on, known)
    if stands != "stale" and _imported(feed, categories, known):
        return _seen(
            feed,
            Day(
                feed.day.isoformat(),
                feed.rows,
                feed.listed,
                unread=feed.unread,
                note="; ".join(feed.warnings) or None,
            ),
            on,
        )
    return _compared(feed, lists(), categories, on, known)


def _imported(feed: Feed, categories: Sequence[str], known: Held) -> bool:
    """Whether a closed day holds what the feed holds."""
    return known.closed(feed.day, categories) and all(
        known.has(row, on=feed.day) for row in feed.rows
    )


def _seen(feed: Feed, day: Day, on: date) -> Discovery:
    if feed_standing(feed.day, on, feed.skip_days) == "weekend":
        reason = nothing_in_feed(on, feed.skip_days)
    else:
        reason = NothingAnnounced(
            day.date, "seen", f"what arXiv announced on {day.date} is imported already"
        )
    return Discovery(reason, seen=day, notes=feed.warnings)


def _holiday(
    feed: Feed,
    empty: NothingAnnounced,
    listings: _Listings,
    categories: Sequence[str],
    on: date,
    known: Held,
) -> Discovery:
    """An empty feed on a working day: a holiday,
    if arXiv's lists do not show papers of that day.
    """
    if any(
        isinstance(one, Listing) and feed.day <= one.day <= on and fresh(one.rows)
        for one in listings.values()
    ):
        return _compared(feed, listings, categories, on, known)
    if not known.closed(feed.day, categories):
        open_ = (
            "; ".join(f"{name}: {one}" for name, one in listings.items() if isinstance(one, str))
            or None
        )
        witness: Witness | None = None if open_ else "listing"
        empty = replace(empty, counts=counts((), categories), open=open_, complete_by=witness)
    found = Discovery(empty, notes=feed.warnings)
    stale = feed_standing(feed.day, on, feed.skip_days) == "stale"
    return found.failed(_stale([], feed.day.isoformat(), on)) if stale else found


def _compared(
    feed: Feed, listings: _Listings, categories: Sequence[str], on: date, known: Held
) -> Discovery:
    """The feed held against arXiv's lists and the receipts, a category at a time."""
    parts = [part(name, feed, listings[name], known, on) for name in categories]
    *past, newest = (_differing(day, parts, feed, known) for day in days(parts, feed, known))
    newest = replace(
        newest,
        unread=feed.unread,
        note="; ".join(filter(None, (newest.note, *feed.warnings))) or None,
    )
    notes = tuple(note for day in (*past, newest) if (note := day.note))
    found = Discovery(
        newest,
        past=tuple(one for day in past if (one := _more(day, categories, known))),
        notes=notes,
    )
    if (day := _more(newest, categories, known)) is None:
        found = replace(
            _seen(feed, replace(newest, complete_by=None, open=None), on),
            past=found.past,
            notes=notes,
        )
    else:
        found = replace(found, feed=day)
    stale = [one for one in parts if one.stale]
    if stale or feed_standing(date.fromisoformat(newest.date), on, feed.skip_days) == "stale":
        return found.failed(_stale([str(one.open) for one in stale], newest.date, on))
    return found


def _differing(day: Day, parts: Sequence[CategoryPart], feed: Feed, known: Held) -> Day:
    """A day with the papers on which the feed, the lists that are whole and its receipt differ.
    The receipt names no categories of papers: it is held against the lists of all that it is of.
    """
    ours = [one for one in parts if str(one.day) == day.date and one.listed is not None]
    if not ours:
        return day
    unread = {item.id for item in feed.unread}
    in_feed = [row for row in feed.rows if any(of_category(row, one.category) for one in ours)]
    listed = [row for one in ours for row in one.listed or () if row.id not in unread]
    on, whole = date.fromisoformat(day.date), {one.category for one in ours}
    held = known.days.get(on) if whole == {*known.counts.get(on, ())} else None
    if held is not None:
        # what the feed files under no category of ours is in no list of theirs
        apart = unread | {row.id for row in feed.rows} - {row.id for row in in_feed}
        held = {id_: types for id_, types in held.items() if id_ not in apart}
    return replace(day, differences=compare(on, in_feed, listed, held))


def _more(day: Day, categories: Sequence[str], known: Held) -> Day | None:
    """A day as it is to be imported: a closed one only where it has rows that its receipt lacks."""
    on = date.fromisoformat(day.date)
    if not known.closed(on, categories):
        return day
    return day if any(not known.has(row, on=on) for row in day.rows) else None


# --- arXiv's lists ----------------------------------------------------------------


def _lists(
    client: Client, addresses: Addresses, categories: Sequence[str], feed: Feed, on: date
) -> _Listings:
    """The current list of each category, or why there is none.

    In the evening arXiv's lists are of the next day already; then that of the feed's day is asked
    for.
    """
    found: _Listings = {}
    failures = 0
    for name in categories:
        if not addresses.list_url or failures >= FAILURES:
            found[name] = "its list was not asked for"
            continue
        try:
            found[name] = _current(client, addresses, name, feed, on)
            failures = 0
        except UpstreamError as error:
            found[name] = f"its list could not be had ({error.what})"
            failures += 1
    return found


def _current(client: Client, addresses: Addresses, category: str, feed: Feed, on: date) -> Listing:
    listing = fetch_new(client, addresses, category)
    if listing.day <= on or not addresses.catchup_url:
        return listing
    in_feed = {row.id for row in fresh(feed.rows) if of_category(row, category)}
    if in_feed & {row.id for row in fresh(listing.rows)}:
        return listing
    return fetch_day(client, addresses, category, feed.day)


def _stale(reasons: Sequence[str], newest: str, on: date) -> StaleFeed:
    what = "; ".join(reasons) or f"the feed is of {newest}, and a newer one was due by {on}"
    return StaleFeed(
        what,
        where="arXiv's feed",
        next=(
            "arXiv is late, or has deferred it (https://status.arxiv.org): nothing is lost, run it"
            " again later"
        ),
    )


def _ahead(feed: Feed, on: date) -> UpstreamError:
    return UpstreamError(
        f"the feed is of {feed.day}, and in New York it is {on}",
        where="arXiv's feed",
        next=(
            "Check this machine's clock and --today; otherwise the feed is wrong, run it again"
            " later"
        ),
    )
