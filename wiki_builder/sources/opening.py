"""Tonight's announcement, from arXiv's lists: they show the next day's papers from 20:00 in New
York on, four hours before the feed does.

What the lists hold opens the day. Its receipt stays open until the feed of that day has come and
agrees (:mod:`current`). A list that is late is left for the next run.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date, timedelta

from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.http.client import Client
from wiki_builder.core.values.announcement import Announcement, Day
from wiki_builder.sources.addresses import Addresses
from wiki_builder.sources.calendar import is_announcement_day
from wiki_builder.sources.discovery import Discovery
from wiki_builder.sources.feed import unite
from wiki_builder.sources.listing import fetch_new
from wiki_builder.sources.witness import Held, counts, fresh

UNCONFIRMED = "arXiv's feed has not confirmed it yet"


def opened(
    client: Client,
    addresses: Addresses,
    categories: Sequence[str],
    on: date,
    found: Discovery,
    known: Held,
    skip: Collection[int],
) -> Discovery:
    """``found`` with what arXiv's lists show of the day after ``on``, a day in New York whose
    evening it is; categories that an earlier run has of that day are not asked for again.
    """
    day = on + timedelta(days=1)
    left = [name for name in categories if name not in known.counts.get(day, {})]
    if not addresses.list_url or not is_announcement_day(day, skip) or known.has_whole(day):
        return found
    rows: list[Announcement] = []
    shown: list[str] = []
    for name in left:
        listed = _listed(client, addresses, name, day, known)
        if isinstance(listed, str):
            found = replace(found, notes=(*found.notes, listed))
            if not shown:  # they come together: it is too early, or they are late
                return found
            continue
        rows += listed
        shown.append(name)
    if not shown:
        return found
    late = [f"{name}: nothing of {day} yet" for name in left if name not in shown]
    made = unite(rows)
    opened_day = Day(
        day.isoformat(),
        made,
        len(made),
        counts(made, shown),
        open="; ".join((UNCONFIRMED, *late)),
        source="arxiv list",
    )
    return replace(found, past=(*found.past, opened_day))


def _listed(
    client: Client, addresses: Addresses, category: str, day: date, known: Held
) -> tuple[Announcement, ...] | str:
    """What the list of ``category`` shows of ``day``, or why there is nothing of it."""
    try:
        listing = fetch_new(client, addresses, category)
    except UpstreamError as error:
        return f"{category}: its list could not be had ({error.what})"
    if listing.day != day:
        return f"{category}: its list is still of {listing.day}; the next run asks again"
    news = fresh(listing.rows)
    if news and 2 * sum(known.has(row, before=day) for row in news) >= len(news):
        return f"{category}: the papers listed under {day} are those of an earlier day"
    return listing.rows
