"""One entry of a feed: as it was written, and as it is read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class RawEntry:
    """The fields of an entry as its format has them; HTML may stand in any of them."""

    link: str
    id: str
    title: str
    published: datetime | None  # in UTC
    summary: str
    content: str
    authors: tuple[str, ...] = ()
    doi: str = ""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """An entry as plain text, with an address of the web.

    ``date`` is the day in UTC that the feed states. ``paper`` is the paper at arXiv that the entry
    is, ``papers`` are those that it links to. ``keys`` are what it is known by, ``ends`` what tells
    that it is another's post under a second address, ``links`` those addresses.
    """

    link: str
    title: str
    date: date | None
    summary: str
    authors: tuple[str, ...]
    doi: str | None
    paper: str | None
    papers: tuple[str, ...]
    keys: tuple[str, ...]
    ends: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FeedContent:
    """What a feed says: its title and entries, and why some could not be read, by reason."""

    title: str
    entries: tuple[FeedEntry, ...]
    listed: int  # as many as the feed has
    left: dict[str, int]
    format: str


@dataclass(frozen=True, slots=True)
class NoFeed:
    """Why an answer is no feed that can be used; ``empty`` where it is one, without entries."""

    reason: str
    empty: bool = False
