"""What arXiv's sources say of one announcement day, laid side by side.

The feed, the list of the day, OAI-PMH and the receipts each know a day in their own way. The list
says what was announced. OAI-PMH says what changed and when each version was submitted: which day a
version was announced on follows from its record's datestamp, or from the schedule where the record
changed again. What was announced is what any of them says; on what they differ is classified.

Pure: what is asked, and when, is :mod:`lookback`'s.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from wiki_builder.core.values.announcement import (
    Announcement,
    AnnounceType,
    Difference,
    DifferenceKind,
    Source,
)
from wiki_builder.sources.calendar import WEEKEND, scheduled_day
from wiki_builder.sources.feed import unite
from wiki_builder.sources.withdrawn import withdrawn

if TYPE_CHECKING:
    from wiki_builder.sources.oai import Harvest, OaiRecord

# How long a paper was seen in moderation at most: what changes later than so long after it was
# submitted was not announced by that, such as a paper that is given its journal's reference.
HELD_BACK = timedelta(days=14)
# The month of an id, since 2007; before it ids name archives.
_MONTH = re.compile(r"arxiv:([0-9]{2})([0-9]{2})\.[0-9]+")


@dataclass(frozen=True, slots=True)
class Reconciled:
    """A day's papers by all sources, each once, and on which of them these differ."""

    rows: tuple[Announcement, ...]
    differences: tuple[Difference, ...] = ()


def knows(harvest: Harvest | None, day: date) -> bool:
    """Whether OAI-PMH was asked about ``day`` and has come as far."""
    return bool(harvest and harvest.since <= day and harvest.newest and harvest.newest >= day)


def has_passed(harvest: Harvest | None, day: date) -> bool:
    """Whether OAI-PMH has come further than ``day``, so that nothing of it is still to come."""
    return bool(harvest and harvest.since <= day and harvest.newest and harvest.newest > day)


def oai_rows(
    harvest: Harvest, day: date, categories: Sequence[str], skip: Collection[int] = WEEKEND
) -> tuple[Announcement, ...]:
    """What was announced in ``categories`` on ``day``, as far as versions tell; each with the
    words of its paper's last version.

    A cross-list of an older paper has no version of its own, so OAI-PMH does not tell it.
    """
    found = (_row(record, day, categories, skip) for record in harvest.records)
    return tuple(sorted((row for row in found if row), key=lambda row: row.id))


def reconcile(
    day: date,
    categories: Sequence[str],
    *,
    feed: Sequence[Announcement] | None = None,
    listing: Sequence[Announcement] | None = None,
    harvest: Harvest | None = None,
    receipt: Mapping[str, frozenset[AnnounceType]] | None = None,
    elsewhere: Collection[str] = (),
    skip: Collection[int] = WEEKEND,
) -> Reconciled:
    """What was announced on ``day``: what any source says, and on what they differ.

    A source that was not asked, or knows nothing of the day yet, is ``None``. ``receipt`` holds
    the ids that an earlier run has of the day. ``elsewhere`` are papers that other days hold: that
    OAI-PMH dates them here is no news.
    """
    rows = unite((*(listing or ()), *(feed or ())))
    whole = {row.id for row in rows}
    told = _told(harvest, day, categories, skip, {*elsewhere} - whole)
    said: dict[Source, Collection[str] | None] = {
        "feed": _ids(feed),
        "list": _ids(listing),
        "oai": _ids(told),
        "receipt": receipt,
    }
    rows = (*rows, *(row for row in told or () if row.id not in whole))
    types = {**(receipt or {}), **{row.id: frozenset(row.types) for row in rows}}
    records = {one.id: one for one in harvest.records} if harvest and told is not None else {}
    found = (
        _difference(id_, types[id_], day, said, records.get(id_), skip) for id_ in sorted(types)
    )
    return Reconciled(rows, tuple(one for one in found if one))


def compare(
    day: date,
    feed: Sequence[Announcement],
    listing: Sequence[Announcement],
    receipt: Collection[str] | None = None,
) -> tuple[Difference, ...]:
    """On what the feed of ``day``, arXiv's list of it, and the ids that an earlier run has of it
    differ, by their own words: OAI-PMH tells of a day when it is over.

    A paper that one announces as new and the other as a replacement was replaced between them. New
    or cross-listed is no difference: a list is of one category, the feed of all that are followed.
    """
    in_feed = {row.id: row for row in unite(feed)}
    in_list = {row.id: row for row in unite(listing)}
    said: dict[Source, Collection[str]] = {"feed": in_feed, "list": in_list}
    if receipt is not None:
        said["receipt"] = receipt
    found = []
    for id_ in sorted({*in_feed, *in_list, *(receipt or ())}):
        by = tuple(name for name, ids in said.items() if id_ in ids)
        not_by = tuple(name for name in said if name not in by)
        rows = [ids[id_] for ids in (in_feed, in_list) if id_ in ids]
        if kind := _by_words(rows, not_by, day):
            found.append(Difference(id_, kind, by, not_by))
    return tuple(found)


def _by_words(
    rows: Sequence[Announcement], not_by: Sequence[Source], day: date
) -> DifferenceKind | None:
    """Why feed and list differ on a paper, of which they say ``rows``."""
    fresh = [not row.types or bool({"new", "cross"} & {*row.types}) for row in rows]
    if any(withdrawn(row.version) and not own for row, own in zip(rows, fresh, strict=True)):
        return "withdrawn"
    if len({*fresh}) > 1:
        return "replaced"
    if not_by == ("receipt",):
        return "late"
    if not_by and any({*row.types} == {"cross"} and _is_older(row.id, day) for row in rows):
        return "cross-listed"
    return "missing" if not_by else None


def _is_older(id_: str, day: date) -> bool:
    """Whether a paper's id is of a month before ``day`` and what could be held back until then: it
    had its version long ago.
    """
    month = _MONTH.fullmatch(id_)
    first = day - HELD_BACK
    return month is None or (2000 + int(month[1]), int(month[2])) < (first.year, first.month)


def _told(
    harvest: Harvest | None,
    day: date,
    categories: Sequence[str],
    skip: Collection[int],
    elsewhere: Collection[str],
) -> tuple[Announcement, ...] | None:
    """What OAI-PMH tells of the day and no other day holds; ``None`` where it is not so far."""
    if harvest is None or not knows(harvest, day):
        return None
    rows = oai_rows(harvest, day, categories, skip)
    return tuple(row for row in rows if row.id not in elsewhere)


def _ids(rows: Iterable[Announcement] | None) -> frozenset[str] | None:
    return None if rows is None else frozenset(row.id for row in rows)


def _difference(
    id_: str,
    types: frozenset[AnnounceType],
    day: date,
    said: Mapping[Source, Collection[str] | None],
    record: OaiRecord | None,
    skip: Collection[int],
) -> Difference | None:
    """On what the sources differ about one paper; ``None`` where they agree."""
    asked = {name: ids for name, ids in said.items() if ids is not None}
    by = tuple(name for name, ids in asked.items() if id_ in ids)
    not_by = tuple(name for name in asked if name not in by)
    kind = _kind(day, types, not_by, record, skip)
    return Difference(id_, kind, by, not_by) if kind else None


def _kind(
    day: date,
    types: frozenset[AnnounceType],
    not_by: Sequence[Source],
    record: OaiRecord | None,
    skip: Collection[int],
) -> DifferenceKind | None:
    if record and (record.latest is None or (record.withdrawn and not types & {"new", "cross"})):
        return "withdrawn"
    first = scheduled_day(record.versions[0].submitted, skip) if record else day
    fresh = bool(types & {"new", "cross"}) or not types
    if "oai" in not_by and record:  # it knows the paper, and not as one of this day
        if "cross" in types and first < day - HELD_BACK:
            return "cross-listed"
        if record.changed > day and len(record.versions) > 1:
            return "replaced"
        return "cross-listed" if types & {"cross", "replace-cross"} else "missing"
    if not_by == ("receipt",) or ("receipt" in not_by and fresh):
        return "late"
    if fresh and "new" in types and first < day and not set(not_by) - {"receipt"}:
        return "late"
    return "missing" if not_by else None


def _row(
    record: OaiRecord, day: date, categories: Sequence[str], skip: Collection[int]
) -> Announcement | None:
    """A record as an announcement of ``day``; ``None`` where it was not announced on it."""
    latest = record.latest
    if latest is None or not any(_is(name, categories) for name in latest.categories):
        return None
    first, last = record.versions[0], record.versions[-1]
    days = [scheduled_day(version.submitted, skip) for version in record.versions]
    announced = record.changed if days[-1] <= record.changed <= days[-1] + HELD_BACK else days[-1]
    if day == announced:
        # A second version before the first was announced: both are announced as new.
        new = last is first or days[0] >= announced or _at_once(days)
    elif day == days[0] < announced:
        new = True  # its first version; OAI-PMH has the words of the last one only
    elif day in days:
        new = False
    else:
        return None
    ours = _is(latest.categories[0], categories) if latest.categories else False
    kind: AnnounceType = (
        ("new" if ours else "cross") if new else ("replace" if ours else "replace-cross")
    )
    return Announcement(record.id, (kind,), replace(latest, announced=day.isoformat()))


def _at_once(days: Sequence[date]) -> bool:
    return len(set(days)) == 1


def _is(name: str, categories: Sequence[str]) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in categories)
