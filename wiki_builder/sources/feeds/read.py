"""An answer as the entries of a feed: RSS and Atom by feedparser, JSON Feed by our own reader.

What is no feed, or has no entry that can be used, says so: an answer without entries is never
taken for a day on which nothing was written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from io import BytesIO
from typing import Any
from xml.sax import SAXParseException

from wiki_builder.core.http.client import Response
from wiki_builder.sources.feeds.encoding import NoEncoding, readable
from wiki_builder.sources.feeds.entry import FeedContent, FeedEntry, NoFeed, RawEntry
from wiki_builder.sources.feeds.identity import keys_of, web_address
from wiki_builder.sources.feeds.jsonfeed import NoJsonFeed, looks_like_json, read_json_feed
from wiki_builder.sources.feeds.text import (
    MOST_READ,
    SUMMARY_LENGTH,
    TITLE_LENGTH,
    plain,
    shortened,
    untangled,
)
from wiki_builder.sources.ids import maybe_id
from wiki_builder.sources.same_work import doi_of

MOST_BYTES = 10_000_000
MOST_ENTRIES = 1_000
MOST_AUTHORS = 20
MOST_PAPERS = 20
MOST_CONTENT = 200_000  # characters that are looked through for papers
FIRST_YEAR = 1990  # before it nobody wrote on the web: a date that was never set
NO_ADDRESS = "without an address"
NO_TITLE = "without a title"
BEYOND = f"beyond the {MOST_ENTRIES:,} that are read"
ACCEPT = (
    "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9,"
    " text/xml;q=0.9, */*;q=0.1"
)

# Days in forms of which feedparser takes the year, and guesses the rest from its clock.
_DAY = re.compile(  # 2026/5/7, or with what Chinese and Korean have behind year and month
    r"\s*(\d{4})\s*[/.\u5e74\ub144]\s*(\d{1,2})\s*[/.\u6708\uc6d4]\s*(\d{1,2})(?!\d)"
)
_YEAR_ALONE = re.compile(r"\s*\d{4}(?![\d-])")
_HTML = re.compile(rb"\s*(?:<!doctype\s+html|<html|<head|<body|<h[1-6]|<p[\s>])", re.IGNORECASE)
_ARXIV_DOI = "10.48550/arxiv."
_PAPER = re.compile(
    r"(?i:(?:arxiv\.org/(?:abs|pdf|html)|alphaxiv\.org/abs|huggingface\.co/papers)/|10\.48550/arxiv\.)"
    r"([0-9]{4}\.[0-9]{4,5}|[a-z-]{2,12}(?:\.[A-Z]{2})?/[0-9]{7})"
)
_AT_ARXIV = re.compile(r"https?://(?:[a-z]+\.)?arxiv\.org/", re.IGNORECASE)


def read_entries(source: str, response: Response) -> FeedContent | NoFeed:
    """The entries of an answer of the feed ``source``, or why there are none.

    Same answer, same entries.
    """
    if not response.content.strip():
        return NoFeed("answered with nothing")
    try:
        name, title, base, raw, whole = _parsed(response)
    except NoJsonFeed as error:
        return NoFeed(f"answered with {error}")
    except NoEncoding as error:
        return NoFeed(str(error))
    if not raw:
        return _without_entries(name, response.content, whole)
    listed, raw = len(raw), raw[:MOST_ENTRIES]
    read = [_entry(one, base or response.url) for one in raw]
    left = Counter(why for why in read if isinstance(why, str))
    left += Counter({BEYOND: listed - len(raw)})
    entries = _without_dates_in_titles([one for one in read if isinstance(one, _Entry)])
    if not entries:
        told = ", ".join(f"{count} {why}" for why, count in sorted(left.items()))
        return NoFeed(f"has entries, and none can be used: {told}")
    told_title = plain(title, TITLE_LENGTH)
    return FeedContent(told_title, tuple(_joined(source, entries)), listed, dict(left), name)


class _Entry(tuple[RawEntry, FeedEntry]):
    """An entry with what it was read from."""

    __slots__ = ()


def _parsed(response: Response) -> tuple[str, str, str, list[RawEntry], bool]:
    """Format, title, base of addresses, entries, and whether it is well-formed."""
    if looks_like_json(response.content):
        title, home, entries = read_json_feed(response.content, MOST_ENTRIES + 1)
        return "JSON Feed", title, web_address(home, response.url), entries, True
    import feedparser  # slow to load, and most days nothing of a feed is new

    told = response.headers.get("content-type", "")
    content = readable(response.content, told)
    headers = {"content-location": response.url, **({"content-type": told} if told else {})}
    try:
        # a file, since a text would be looked at as an address or a path, too
        found = feedparser.parse(BytesIO(content), response_headers=headers)
    except Exception as error:  # of whatever a parser meets in bytes from outside
        raise NoJsonFeed(f"what feedparser cannot read ({type(error).__name__})") from None
    return (
        str(found.get("version") or ""),
        str(found.feed.get("title") or ""),
        "",
        [_raw(entry) for entry in found.entries],
        not isinstance(found.get("bozo_exception"), SAXParseException),
    )


def _raw(entry: Mapping[str, Any]) -> RawEntry:
    content = "\n".join(str(one.get("value") or "") for one in entry.get("content") or ())
    summary = str(entry.get("summary") or "")
    names = (one.get("name") for one in entry.get("authors") or () if isinstance(one, Mapping))
    told = [str(entry.get(name) or "") for name in ("prism_doi", "dc_identifier", "id", "link")]
    moments = (_stated(entry, name) for name in ("published", "updated", "created"))
    return RawEntry(
        link=str(entry.get("link") or ""),
        id=str(entry.get("id") or ""),
        title=str(entry.get("title") or ""),
        published=next(filter(None, moments), None),
        summary=summary or content,
        content=f"{summary}\n{content}",
        authors=tuple(str(name) for name in names if name),
        doi=next(filter(None, map(doi_of, told)), ""),
    )


def _stated(entry: Mapping[str, Any], name: str) -> datetime | None:
    """When an entry says that it was ``name``; nothing that the day of the reading decides."""
    if name not in entry:  # feedparser would give another moment in its place
        return None
    said = str(entry.get(name) or "")
    if found := _DAY.match(said):
        return _moment((*map(int, found.groups()), 0, 0, 0))
    if _YEAR_ALONE.match(said):
        return None
    return _moment(entry.get(f"{name}_parsed")) or _in_words(said[:80])


def _in_words(said: str) -> datetime | None:
    """A day in a form that no feed should have (``May 5, 2026``), where all of it is said and
    neither of its numbers may be the month as well as the day.
    """
    from dateutil import parser

    read = set[datetime]()
    for dayfirst in (True, False):  # what is not said is another thing the second time
        missing = datetime(2000 + dayfirst, 1 + dayfirst, 1 + dayfirst)
        try:
            found = parser.parse(said, default=missing, dayfirst=dayfirst, tzinfos=_zone)
            read.add(found.astimezone(UTC))
        except (ValueError, OverflowError):
            return None
    return read.pop() if len(read) == 1 else None


def _zone(name: str | None, offset: int | None) -> timezone:
    """Of a zone that is named alone nothing is known: it is not this machine's."""
    return timezone(timedelta(seconds=offset or 0))


def _moment(parts: Any) -> datetime | None:
    """feedparser's time, which is in UTC."""
    if not parts:
        return None
    try:
        year, month, day, hour, minute, second = parts[:6]
        return datetime(year, month, day, hour, minute, min(second, 59), tzinfo=UTC)
    except (ValueError, TypeError, OverflowError):
        return None


def _without_entries(name: str, content: bytes, whole: bool) -> NoFeed:
    if _HTML.match(content.removeprefix(b"\xef\xbb\xbf")[:2_000]):
        return NoFeed("answered with a web page, not with a feed")
    if name and not whole:
        return NoFeed("is not well-formed, and has no entry that can be read")
    if name:
        return NoFeed("is a feed without entries", empty=True)
    return NoFeed("answered with what is no feed: no RSS, Atom or JSON Feed")


def _entry(raw: RawEntry, base: str) -> _Entry | str:
    link = web_address(raw.link, base) or web_address(raw.id)
    if not link:
        return NO_ADDRESS
    said = plain(raw.summary, MOST_READ)
    title = plain(raw.title, TITLE_LENGTH) or shortened(said, 80)
    if not title:
        return NO_TITLE
    known = raw.published and raw.published.year >= FIRST_YEAR
    return _Entry(
        (
            raw,
            FeedEntry(
                link=link,
                title=title,
                date=raw.published.date() if raw.published and known else None,
                summary="" if said.startswith(title) else shortened(said, SUMMARY_LENGTH),
                authors=tuple(
                    filter(None, (plain(one, 100) for one in raw.authors[:MOST_AUTHORS]))
                ),
                doi=raw.doi or None,
                paper=_paper_at(link) or _paper_of(raw.doi),
                papers=tuple(_papers_in(raw.content)),
                keys=(),
            ),
        )
    )


def _paper_at(link: str) -> str | None:
    found = maybe_id(link) if _AT_ARXIV.match(link) else None
    return found.subject if found else None


def _paper_of(doi: str) -> str | None:
    found = maybe_id(doi.removeprefix(_ARXIV_DOI)) if doi.startswith(_ARXIV_DOI) else None
    return found.subject if found else None


def _papers_in(content: str) -> Iterator[str]:
    """The papers that an entry's text links to, each once."""
    named = dict.fromkeys(_PAPER.findall(content[:MOST_CONTENT]))
    found = (maybe_id(id_) for id_ in list(named)[:MOST_PAPERS])
    yield from dict.fromkeys(one.subject for one in found if one)


def _without_dates_in_titles(entries: Sequence[_Entry]) -> list[_Entry]:
    titles = untangled([entry.title for _, entry in entries])
    return [
        _Entry((raw, replace(entry, title=title, date=entry.date or day)))
        for (raw, entry), (title, day) in zip(entries, titles, strict=True)
    ]


def _joined(source: str, entries: Sequence[_Entry]) -> Iterator[FeedEntry]:
    """Entries with their keys, one post once: what the feed gives under several addresses or
    twice is what it gives first.
    """
    told = keys_of(source, [(entry.link, raw.id.strip(), entry.title) for raw, entry in entries])
    kept: dict[int, FeedEntry] = {}
    first: dict[str, int] = {}
    for number, ((_, entry), (keys, ends)) in enumerate(zip(entries, told, strict=True)):
        at = next((first[key] for key in (*keys, *ends) if key in first), number)
        for key in (*keys, *ends):
            first.setdefault(key, at)
        if at == number:
            kept[at] = replace(entry, keys=keys, ends=ends)
            continue
        one = kept[at]
        links = dict.fromkeys((*one.links, entry.link))
        kept[at] = replace(
            one,
            date=one.date or entry.date,
            keys=tuple(dict.fromkeys((*one.keys, *keys))),
            ends=tuple(dict.fromkeys((*one.ends, *ends))),
            links=tuple(link for link in links if link != one.link),
        )
    yield from kept.values()


def as_day(day: date | None) -> str:
    """``2026-05-05``, or nothing."""
    return day.isoformat() if day else ""
