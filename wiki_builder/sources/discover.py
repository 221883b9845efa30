"""What arXiv announced since the last run: its feed, its lists, and OAI-PMH and its API for what
was missed.

A feed shows one day only, and its date is a claim: :mod:`current` holds it against arXiv's
list of new papers and against the receipts. Days without a receipt, and days that are still
open, are asked for by date (:mod:`lookback`). Whatever fails, what could still be had is returned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.http.client import Client
from wiki_builder.core.values.announcement import Announcement, Day, UnreadableItem
from wiki_builder.sources.addresses import Addresses
from wiki_builder.sources.current import current
from wiki_builder.sources.discovery import Discovery
from wiki_builder.sources.lookback import (
    Past,
    caught_up,
    confirmed,
    missed_days,
    settle_receipts,
    with_harvest,
)
from wiki_builder.sources.opening import opened
from wiki_builder.sources.witness import Held, complete_day, lacks


def discover(
    client: Client,
    addresses: Addresses,
    categories: Sequence[str],
    today: date,
    last_day: date | None,
    since: date | None = None,
    *,
    known: Held | None = None,
    catch_up: bool = True,
    evening: bool = False,
) -> Discovery:
    """What there is to import on ``today``, a day in New York.

    ``last_day`` is that of the last receipt (of the last one without a gap:
    :func:`calendar.last_without_gap`), ``None`` in a new wiki; ``known`` is what receipts
    hold. ``evening`` says that it is past 20:00 there, when the lists show the next day's papers.
    ``since`` catches up from that day on, imported or not; without ``catch_up`` days
    that were missed are left. Raises nothing of the upstream's: failures are in the result.
    """
    known = known or Held()
    found, newest, skip = current(client, addresses, categories, today, known)
    past = Past(client, addresses, tuple(categories), today, known)
    if evening:
        found = opened(client, addresses, categories, today, found, known, skip)
    missed = missed_days(newest, last_day if catch_up else None, since, skip)
    past, found = with_harvest(past, found, missed, skip)
    found = caught_up(past, found, missed, skip)
    found = settle_receipts(past, found, skip)
    found = confirmed(past, found, skip)
    return _whole(client, addresses, found)


def _whole(client: Client, addresses: Addresses, found: Discovery) -> Discovery:
    """``found`` with the API's words for rows that say too little;
    what stays so is for the receipt alone.
    """
    poor = [row for day in found.days for row in day.rows if lacks(row)]
    if not poor:
        return found
    # what reads the API's answers is heavy, and rarely asked
    from wiki_builder.sources.arxiv_api import by_ids

    better: list[Announcement] = []
    try:
        answers = by_ids(client, addresses, [row.id for row in poor])
        better = [answer for answer in answers.values() if isinstance(answer, Announcement)]
    except UpstreamError as error:
        found = replace(found, notes=(*found.notes, str(error)))
    feed = _readable(found.feed, better) if isinstance(found.feed, Day) else found.feed
    seen = _readable(found.seen, better) if found.seen else None
    return replace(
        found, feed=feed, seen=seen, past=tuple(_readable(day, better) for day in found.past)
    )


def _readable(day: Day, better: Sequence[Announcement]) -> Day:
    ids = {row.id for row in day.rows}
    rows = complete_day(day.rows, (row for row in better if row.id in ids))
    poor = tuple(
        UnreadableItem(row.id, row.types, row.version.title, lack)
        for row in rows
        if (lack := lacks(row))
    )
    return replace(
        day, rows=tuple(row for row in rows if not lacks(row)), unread=(*day.unread, *poor)
    )
