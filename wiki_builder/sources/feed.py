"""arXiv's daily feed, RSS or Atom, as the rows of one announcement day.

https://info.arxiv.org/help/rss_specifications.html says what stands in it.
``feedparser`` is not used: it takes a feed that is cut for a short one, and reads
abstracts as HTML, so that ``<answer>`` vanishes from them. When an announcement is
due, and what was missed, is :mod:`calendar`'s and :mod:`discover`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from email.utils import parsedate_to_datetime

from lxml import etree

from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.http.client import BadAnswer, Client, Response
from wiki_builder.core.values.announcement import (
    Announcement,
    AnnounceType,
    Day,
    NothingAnnounced,
    UnreadableItem,
    Version,
)
from wiki_builder.core.values.bilingual import digest
from wiki_builder.sources.addresses import FEED_LIMIT, MAX_BYTES, Addresses
from wiki_builder.sources.calendar import (
    WEEKDAYS,
    WEEKEND,
    is_announcement_day,
    new_york_date,
    weekday_numbers,
)
from wiki_builder.sources.fields import (
    TYPES,
    announce_type,
    collapse,
    creators,
    description,
    paragraphs,
)
from wiki_builder.sources.ids import maybe_id
from wiki_builder.sources.strictxml import ARXIV, ATOM, DC, feed_root, text

_ACCEPT = "application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9"
_ERROR_TITLE = "Feed error for query"
_LONGEST_TITLE = 300  # characters, of an item that is no paper


@dataclass(frozen=True, slots=True)
class Feed:
    """One feed: its day in New York, its rows (each id once), and how many items it held.

    ``skip_days`` are weekday numbers, Monday being 0. ``warnings`` name feeds that
    arXiv may have cut at its limit; ``unread`` are the items that name no paper.
    """

    day: date
    rows: tuple[Announcement, ...]
    listed: int
    skip_days: frozenset[int] = WEEKEND
    warnings: tuple[str, ...] = ()
    unread: tuple[UnreadableItem, ...] = ()

    def announced(self, today: date | None = None) -> Day | NothingAnnounced:
        """The day's rows, or why there are none on ``today`` (else on the feed's own day).

        An empty feed is a weekend's on a skip day, and otherwise a holiday's: arXiv
        leaves its feed empty on both.
        """
        if self.listed:
            return Day(self.day.isoformat(), self.rows, self.listed, unread=self.unread)
        return nothing_in_feed(self.day if today is None else today, self.skip_days)


def nothing_in_feed(day: date, skip: Collection[int] = WEEKEND) -> NothingAnnounced:
    """Nothing was announced on ``day``: a weekend, or else a holiday."""
    name = f"{WEEKDAYS[day.weekday()]} {day.isoformat()}"
    if not is_announcement_day(day, skip):
        return NothingAnnounced(
            day.isoformat(), "weekend", f"arXiv announces nothing on weekends ({name})"
        )
    why = f"arXiv's feed of {name} is empty: a holiday, or nothing in these categories"
    return NothingAnnounced(day.isoformat(), "holiday", why)


def fetch_feed(client: Client, addresses: Addresses, categories: Sequence[str]) -> Feed:
    """Today's feed of ``categories``, whole.

    A feed holds at most 2,000 items; where that many come, each category is asked
    alone and the rows are united. Raises UpstreamError where no right answer is to
    be had, with arXiv's own words where it refuses the categories.
    """
    feed = _fetch(client, addresses, categories)
    if feed.listed < FEED_LIMIT or len(categories) == 1:
        return feed
    return _united([_fetch(client, addresses, [category]) for category in categories])


def read_feed(response: Response) -> Feed:
    """Read one answer.

    Raises BadAnswer where it is not a whole feed, UpstreamError where it is
    arXiv's feed that says what is wrong with the question.
    """
    root = feed_root(response, "rss", f"{ATOM}feed")
    reader: _Rss | _Atom = _Rss(root) if root.tag == "rss" else _Atom(root)
    if reader.title.startswith(_ERROR_TITLE):
        raise _refused(response.url, reader.subtitle)
    if response.status != 200:
        raise BadAnswer(f"answered {response.status} with a feed that names no error")
    day, items = reader.day, list(reader.items())
    read = [_announcement(item, day) for item in items]
    unread = {entry.id: entry for entry in read if isinstance(entry, UnreadableItem)}
    rows = unite(entry for entry in read if isinstance(entry, Announcement))
    return Feed(day, rows, len(items), reader.skip_days, unread=tuple(unread.values()))


def unite(announcements: Iterable[Announcement]) -> tuple[Announcement, ...]:
    """One row an id, in order of first appearance, with all its types.

    Where a paper stands several times, the item that says most is kept.
    """
    rows: dict[str, Announcement] = {}
    for new in announcements:
        old = rows.get(new.id, new)
        types = tuple(name for name in TYPES if name in old.types + new.types)
        rows[new.id] = replace(max(old, new, key=_information), types=types)
    return tuple(rows.values())


def _fetch(client: Client, addresses: Addresses, categories: Sequence[str]) -> Feed:
    asked = "+".join(categories)
    url = addresses.feed_url.replace("{categories}", asked)
    # 400: arXiv words what is wrong with the categories as a feed.
    feeds: list[Feed] = []  # what the check read, so that nothing is read twice
    check = lambda response: feeds.append(read_feed(response))  # noqa: E731
    client.get(url, accept=_ACCEPT, check=check, max_bytes=MAX_BYTES, ok=(200, 400))
    feed = feeds[-1]
    if feed.listed < FEED_LIMIT:
        return feed
    note = f"{asked}: arXiv's feed ends at {FEED_LIMIT:,} items; more may have been announced"
    return replace(feed, warnings=(*feed.warnings, note))


def _united(feeds: Sequence[Feed]) -> Feed:
    if len(dates := {feed.day.isoformat() for feed in feeds}) > 1:
        raise UpstreamError(
            f"its feeds are of different days ({', '.join(sorted(dates))})",
            where="arXiv",
            next="arXiv is just renewing them; run it again in a few minutes",
        )
    rows = unite(row for feed in feeds for row in feed.rows)
    warnings = tuple(warning for feed in feeds for warning in feed.warnings)
    unread = {item.id: item for feed in feeds for item in feed.unread}
    listed = sum(feed.listed for feed in feeds)
    return replace(
        feeds[0], rows=rows, listed=listed, warnings=warnings, unread=tuple(unread.values())
    )


def _information(row: Announcement) -> tuple[int, int, int, int]:
    """How much an item says: its version first, then its fields, then their length."""
    version = row.version
    fields = (
        version.title,
        version.abstract,
        version.licence,
        version.doi,
        version.journal_ref,
        version.comment,
    )
    named = len(version.authors) + len(version.categories)
    return (version.number or 0, sum(map(bool, fields)), len(version.abstract), named)


@dataclass(frozen=True, slots=True)
class _Item:
    """One item of either format, its fields as they were written."""

    ids: tuple[str, ...]
    title: str
    description: str
    type: str
    authors: tuple[str, ...]
    categories: tuple[str, ...]
    licence: str
    doi: str
    journal_ref: str
    comment: str


def _announcement(item: _Item, day: date) -> Announcement | UnreadableItem:
    """A row, or what there is of an item without an id; its own id is made from what it says."""
    said = description(item.description)
    papers = [paper for paper in (*map(maybe_id, item.ids), said.paper) if paper]
    if not papers:
        title = collapse(item.title)[:_LONGEST_TITLE]
        made = digest("\x00".join((title, *item.ids, item.description)), 12)
        return UnreadableItem(
            f"item:{made}", _types(item.type, said.type), title, "arXiv's feed gives no arXiv id"
        )
    version = Version(
        number=next((paper.version for paper in papers if paper.version), None),
        title=collapse(item.title),
        authors=item.authors,
        abstract=paragraphs(said.abstract),
        categories=tuple(filter(None, map(collapse, item.categories))),
        announced=day.isoformat(),
        comment=collapse(item.comment) or None,
        journal_ref=collapse(item.journal_ref) or None,
        doi=collapse(item.doi) or None,
        licence=collapse(item.licence) or None,
    )
    return Announcement(papers[0].subject, _types(item.type, said.type), version)


def _types(element: str, prefix: AnnounceType | None) -> tuple[AnnounceType, ...]:
    known = announce_type(element) or prefix
    return (known,) if known else ()


class _Rss:
    """RSS 2.0 as arXiv writes it."""

    def __init__(self, root: etree._Element) -> None:
        channel = root.find("channel")
        if channel is None:
            raise BadAnswer("answered with a feed without a channel")
        self._channel = channel
        self.title = text(channel, "title")
        self.subtitle = text(channel, "description")

    @property
    def day(self) -> date:
        dates = (
            self._channel.findtext(path) for path in ("pubDate", "item/pubDate", "lastBuildDate")
        )
        return _day(next(filter(None, dates), ""))

    @property
    def skip_days(self) -> frozenset[int]:
        return (
            weekday_numbers(day.text or "" for day in self._channel.iterfind("skipDays/day"))
            or WEEKEND
        )

    def items(self) -> Iterator[_Item]:
        for element in self._channel.iterfind("item"):
            categories = tuple(category.text or "" for category in element.iterfind("category"))
            ids = (text(element, "guid"), text(element, "link"))
            yield _item(
                element, ids, text(element, "title"), text(element, "description"), categories
            )


class _Atom:
    """Atom as arXiv writes it; an empty one has no date but that of its making."""

    skip_days = WEEKEND

    def __init__(self, root: etree._Element) -> None:
        self._root = root
        self.title = text(root, f"{ATOM}title")
        self.subtitle = text(root, f"{ATOM}subtitle")

    @property
    def day(self) -> date:
        paths = (f"{ATOM}entry/{ATOM}published", f"{ATOM}published", f"{ATOM}updated")
        return _day(next(filter(None, map(self._root.findtext, paths)), ""))

    def items(self) -> Iterator[_Item]:
        for element in self._root.iterfind(f"{ATOM}entry"):
            categories = tuple(
                category.get("term", "") for category in element.iterfind(f"{ATOM}category")
            )
            links = (link.get("href", "") for link in element.iterfind(f"{ATOM}link"))
            ids = (text(element, f"{ATOM}id"), *links)
            yield _item(
                element,
                ids,
                text(element, f"{ATOM}title"),
                text(element, f"{ATOM}summary"),
                categories,
            )


def _item(
    element: etree._Element,
    ids: tuple[str, ...],
    title: str,
    description: str,
    categories: tuple[str, ...],
) -> _Item:
    """What both formats write alike."""
    return _Item(
        ids=ids,
        title=title,
        description=description,
        type=text(element, f"{ARXIV}announce_type"),
        authors=_authors(element),
        categories=categories,
        licence=text(element, f"{DC}rights"),
        doi=text(element, f"{ARXIV}DOI") or text(element, f"{ARXIV}doi"),
        journal_ref=text(element, f"{ARXIV}journal_reference")
        or text(element, f"{ARXIV}journal_ref"),
        comment=text(element, f"{ARXIV}comment"),
    )


def _authors(element: etree._Element) -> tuple[str, ...]:
    found = (creators(creator.text or "") for creator in element.iterfind(f"{DC}creator"))
    return tuple(name for names in found for name in names)


def _day(stamp: str) -> date:
    """The day in New York of an RFC 2822 or RFC 3339 time."""
    try:
        moment = (
            parsedate_to_datetime(stamp) if "," in stamp else datetime.fromisoformat(stamp.strip())
        )
        return new_york_date(moment) if moment.tzinfo else moment.date()
    # no date, or one beyond the last there is
    except (ValueError, TypeError, OverflowError) as error:
        raise BadAnswer(f"answered with a feed without a date ({stamp[:40]!r})") from error


def _refused(url: str, said: str) -> UpstreamError:
    return UpstreamError(
        f"arXiv's feed says: {collapse(said)[:300]}",
        where=url,
        next="Check the categories in wiki.toml",
    )
