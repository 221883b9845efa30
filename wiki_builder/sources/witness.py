"""Which day an announcement is of, and whether all of it is known: judged by two witnesses.

The feed states a date, and may hold another day's papers under it, one category at a time
(seen in August 2026: the day before's under today's date, and today's under yesterday's). So
nothing is believed for its date alone. Each category's papers are compared with the listing
that arXiv shows of it, and with what the receipts of the last days hold. Only new and
cross-listed papers count: a replaced one may be replaced again tomorrow.

Pure: what is asked, and when, is :mod:`discover`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from wiki_builder.core.values.announcement import Announcement, AnnounceType, Day
from wiki_builder.core.values.receipt import Receipt
from wiki_builder.sources.calendar import is_announcement_day, may_be_holiday
from wiki_builder.sources.feed import Feed, unite
from wiki_builder.sources.listing import Listing

# of receipts: more than arXiv's longest holidays, and a month of history
MEMORY = timedelta(days=40)
_FRESH: frozenset[AnnounceType] = frozenset({"new", "cross"})

# The API knows fewer papers than are usual where it knows less than this share of them; below
# FEW_EXPECTED no number is implausible.
LEAST_SHARE = 0.2
FEW_EXPECTED = 5.0


@dataclass(frozen=True, slots=True)
class Held:
    """What the receipts of the last days hold.

    ``days`` are the announced ids with their types, by day; ``open`` are the receipts that are
    not closed, oldest first; ``counts`` the new and cross-listed papers by category, a mapping a
    day. ``vouched`` is the newest day that arXiv's lists confirmed, or the first day that is known.
    """

    days: Mapping[date, Mapping[str, frozenset[AnnounceType]]] = field(default_factory=dict)
    counts: Mapping[date, Mapping[str, int]] = field(default_factory=dict)
    open: tuple[Receipt, ...] = ()
    vouched: date | None = None

    def has_whole(self, day: date) -> bool:
        """Whether ``day`` has a receipt that is not open."""
        return day in self.days and all(receipt.name != day.isoformat() for receipt in self.open)

    def closed(self, day: date, categories: Collection[str]) -> bool:
        """Whether nothing more is expected of ``day`` in ``categories``."""
        return self.has_whole(day) and set(categories) <= set(self.counts.get(day, ()))

    def has(self, row: Announcement, *, before: date | None = None, on: date | None = None) -> bool:
        """Whether ``row`` was announced in the same way on a day ``before``, or ``on`` that day."""
        return any(
            set(row.types or ("new",)) & types
            for day, ids in self.days.items()
            if (before is None or day < before) and (on is None or day == on)
            if (types := ids.get(row.id))
        )


def held(receipts: Iterable[Receipt]) -> Held:
    """What ``receipts`` hold, those of papers that a person added apart."""
    ours = sorted(
        (r for r in receipts if not r.name.startswith("add-")), key=lambda r: (r.date, r.name)
    )
    days: dict[date, dict[str, frozenset[AnnounceType]]] = {}
    counts: dict[date, Mapping[str, int]] = {}
    for receipt in ours:
        day = date.fromisoformat(receipt.date)
        ids = days.setdefault(day, {})
        for row in receipt.rows:
            ids[row.id] = ids.get(row.id, frozenset()) | frozenset(row.types or ("new",))
        if receipt.query is None:
            counts[day] = receipt.counts
    listed = [
        date.fromisoformat(one.date)
        for one in ours
        if one.complete_by in ("listing", "catchup", "oai")
    ]
    vouched = max(listed, default=min(days, default=None))
    return Held(days, counts, tuple(receipt for receipt in ours if receipt.open), vouched)


def of_category(row: Announcement, category: str) -> bool:
    """Whether a paper stands in ``category``, or in one of that archive (``cs``)."""
    return any(
        name == category or name.startswith(f"{category}.") for name in row.version.categories
    )


def fresh(rows: Iterable[Announcement]) -> list[Announcement]:
    """The new and the cross-listed papers; one of which no type is known counts as new."""
    return [row for row in rows if not row.types or _FRESH & set(row.types)]


def lacks(row: Announcement) -> str | None:
    """What a row does not say, without which a paper is not imported."""
    version = row.version
    said = {
        "arXiv's feed gives no title": version.title,
        "arXiv's feed gives no abstract": version.abstract,
        "arXiv's feed gives no authors": version.authors,
    }
    return "; ".join(lack for lack, value in said.items() if not value) or None


def complete_day(
    rows: Sequence[Announcement], others: Iterable[Announcement]
) -> tuple[Announcement, ...]:
    """``rows`` with those of ``others`` that they have not, or have only in part."""
    whole = {row.id for row in rows if not lacks(row)}
    return unite((*rows, *(row for row in others if row.id not in whole)))


def counts(rows: Sequence[Announcement], categories: Sequence[str]) -> dict[str, int]:
    """How many new and cross-listed papers of ``rows`` stand in each category."""
    return {name: sum(of_category(row, name) for row in fresh(rows)) for name in categories}


@dataclass(frozen=True, slots=True)
class CategoryPart:
    """What one category contributes: its day and rows, and why they may not be all.

    ``stale`` says that papers of that day are known to be missing. ``others`` are rows of the
    feed that belong to an earlier day and stand in no receipt. ``listed`` are those of a list that
    is of the feed's papers and whole.
    """

    category: str
    day: date
    rows: tuple[Announcement, ...]
    open: str | None = None
    stale: bool = False
    note: str | None = None
    others: tuple[Announcement, ...] = ()
    listed: tuple[Announcement, ...] | None = None


def part(
    category: str, feed: Feed, listing: Listing | str, known: Held, today: date
) -> CategoryPart:
    """What ``feed`` and ``listing`` (or why there is none) say together of ``category``."""
    mine = tuple(row for row in feed.rows if of_category(row, category))
    if isinstance(listing, str) or listing.day > today:
        why = listing if isinstance(listing, str) else f"its list is of {listing.day} already"
        return _by_feed(category, feed, mine, known, today, why)
    return _by_both(category, feed, mine, listing, known, today)


def _by_both(
    category: str,
    feed: Feed,
    mine: tuple[Announcement, ...],
    listing: Listing,
    known: Held,
    today: date,
) -> CategoryPart:
    in_feed, in_list = {row.id for row in fresh(mine)}, {row.id for row in fresh(listing.rows)}
    if _agree(in_feed, in_list):
        if not in_list and listing.day < feed.day:  # neither has anything: not yet, or not at all
            return CategoryPart(
                category, feed.day, mine, f"{category}: its list is still of {listing.day}"
            )
        rows = complete_day(mine, listing.rows)
        missing = len(in_list - in_feed)
        said = [f"{category}: the feed is dated {feed.day}, and its papers are of {listing.day}"]
        said = said if feed.day != listing.day else []
        said += [f"{category}: {missing} papers stood only in arXiv's list"] if missing else []
        return CategoryPart(
            category,
            listing.day,
            rows,
            _doubt(category, listing, known),
            note="; ".join(said) or None,
            listed=None if listing.cut else listing.rows,
        )
    by_feed = _by_feed(
        category, feed, mine, known, today, f"its list is of {listing.day} and holds other papers"
    )
    listed_are_old = 2 * _known(fresh(listing.rows), known, listing.day) >= len(in_list)
    if listing.day < feed.day or listed_are_old:  # the list is the one that lags
        return by_feed
    others = tuple(row for row in mine if row.id not in in_list and not known.has(row))
    open_ = (
        f"{category}: the feed holds another day's papers, those of {listing.day} are from arXiv's"
        " list alone"
    )
    return CategoryPart(
        category,
        listing.day,
        listing.rows,
        open_,
        others=others if by_feed.stale or in_feed else (),
    )


def _agree(one: Collection[str], other: Collection[str]) -> bool:
    """Whether two sets of ids are of one announcement:
    most of the smaller one stand in the other.
    """
    if not one or not other:
        return not one and not other
    return 2 * len(set(one) & set(other)) >= min(len(one), len(other))


def _doubt(category: str, listing: Listing, known: Held) -> str | None:
    """Why a listing with which the feed agrees does not close the day."""
    news = fresh(listing.rows)
    if news and 2 * _known(news, known, listing.day) >= len(news):
        return _stale(category, listing.day)
    sections = [section for section in listing.cut if not section.startswith("Replacement")]
    return (
        f"{category}: arXiv's list does not show all: {', '.join(sections)}" if sections else None
    )


def _by_feed(
    category: str, feed: Feed, mine: tuple[Announcement, ...], known: Held, today: date, why: str
) -> CategoryPart:
    """The feed's word alone, held against the receipts."""
    news = fresh(mine)
    if news and 2 * _known(news, known, feed.day) >= len(news):
        new = tuple(row for row in mine if not known.has(row, before=feed.day))
        return CategoryPart(category, feed.day, new, _stale(category, feed.day), stale=True)
    unseen = [row for row in news if not known.has(row, on=feed.day)]
    since = feed.day < today and is_announcement_day(today) and known.has_whole(feed.day)
    if since and 2 * len(unseen) > len(news):
        rows = tuple(row for row in mine if not known.has(row, on=feed.day))
        return CategoryPart(
            category,
            today,
            rows,
            f"{category}: the feed is dated {feed.day}, and holds papers that came since",
        )
    return CategoryPart(category, feed.day, mine, f"{category}: {why}")


def _known(rows: Sequence[Announcement], known: Held, before: date) -> int:
    return sum(known.has(row, before=before) for row in rows)


def _stale(category: str, day: date) -> str:
    return f"{category}: the papers under {day} are those of an earlier day"


def days(parts: Sequence[CategoryPart], feed: Feed, known: Held) -> tuple[Day, ...]:
    """The days that ``parts`` are of, oldest first; a row stands in one of them.

    A row of the feed that names no category of ours is of the newest day, unless an earlier one had
    it.
    """
    found = {one.day for one in parts}
    placed: set[str] = set()
    newest = max(found)
    unsorted = [
        row for row in feed.rows if not any(of_category(row, one.category) for one in parts)
    ]
    rest = [row for row in unsorted if not known.has(row, before=newest)]
    made = [
        _day(day, parts, feed, placed, rest if day == newest else ())
        for day in sorted(found, reverse=True)
    ]
    others = unite(row for one in parts for row in one.others if row.id not in placed)
    return (*_earlier(others, min(found), known), *reversed(made))


def _day(
    day: date,
    parts: Sequence[CategoryPart],
    feed: Feed,
    placed: set[str],
    rest: Sequence[Announcement],
) -> Day:
    ours = [one for one in parts if one.day == day]
    place = {row.id: at for at, row in enumerate(feed.rows)}
    found = unite([*(row for one in ours for row in one.rows if row.id not in placed), *rest])
    rows = _dated(sorted(found, key=lambda row: place.get(row.id, len(place))), day)
    placed |= {row.id for row in rows}
    elsewhere = [f"{one.category}: nothing of {day} yet" for one in parts if one.day < day]
    why = [one.open for one in ours if one.open] + elsewhere
    notes = [one.note for one in ours if one.note]
    return Day(
        date=day.isoformat(),
        rows=rows,
        listed=max(feed.listed if day == feed.day else 0, len(rows)),
        counts=counts(rows, [one.category for one in ours]),
        complete_by=None if why else "listing",
        open="; ".join(why) or None,
        note="; ".join(notes) or None,
    )


def _earlier(rows: Sequence[Announcement], before: date, known: Held) -> tuple[Day, ...]:
    """Papers of the announcement before ``before`` that no receipt has:
    for the last receipt, if there is one.
    """
    past = [day for day in known.days if day < before]
    if not rows or not past:
        return ()
    why = f"a later feed held {len(rows)} more papers"
    return (Day(max(past).isoformat(), _dated(rows, max(past)), len(rows), open=why),)


def _dated(rows: Iterable[Announcement], day: date) -> tuple[Announcement, ...]:
    """``rows`` as announced on ``day``, whatever day the feed that held them states."""
    return tuple(
        replace(row, version=replace(row.version, announced=day.isoformat())) for row in rows
    )


def implausible(
    found: Sequence[Announcement], asked: Sequence[date], categories: Sequence[str], known: Held
) -> str | None:
    """Why so few papers cannot be all that was announced on ``asked``, by each category's own
    history.

    Days that may be holidays are not expected to bring any. ``None`` where the number is plausible,
    or where there is no history.
    """
    working = sum(not may_be_holiday(day) for day in asked)
    for category in categories:
        history = [day[category] for day in known.counts.values() if day.get(category)]
        expected = working * sum(history) / len(history) if history else 0.0
        came = sum(of_category(row, category) for row in found)
        if expected >= FEW_EXPECTED and came < LEAST_SHARE * expected:
            span = f"{asked[0]}" if len(asked) == 1 else f"{asked[0]} to {asked[-1]}"
            return (
                f"arXiv's API knows {came} papers in {category} of {span}, where about"
                f" {expected:.0f} are usual"
            )
    return None
