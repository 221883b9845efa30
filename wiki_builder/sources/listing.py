"""arXiv's listings of one announcement: the second witness of what was announced.

``/list/CAT/new`` is the current announcement of a category, ``/catchup/CAT/DATE`` that of a
day within the last 90. Both are one page: a headline with the date, and the sections of new,
cross-listed and replaced papers, each of which says how many it shows of how many. So a listing
tells what day it is of and whether it is whole, which a feed does not.

The markup is that of arXiv's own templates, https://github.com/arXiv/arxiv-browse
(``browse/templates/list``, ``browse/templates/catchup.html``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, TypeAlias

from lxml import etree

from wiki_builder.core.http.client import BadAnswer, Client, Response
from wiki_builder.core.values.announcement import Announcement, AnnounceType, Version
from wiki_builder.sources.addresses import MAX_BYTES, Addresses
from wiki_builder.sources.fields import collapse
from wiki_builder.sources.ids import ArxivId, maybe_id

ATTEMPTS = 2  # a witness that does not answer does not hold up the run

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_Element: TypeAlias = "HtmlElement"

_MOST_OF_A_LINE = 300  # characters of a heading, and of an address's end, that are looked at
_NEW = re.compile(r"Showing new listings for \w+, (\d{1,2} \w{3,9} \d{4})")
_CATCHUP = re.compile(r"Catchup results for .+ on \w+, (\d{1,2} \w{3,9} \d{4})")
_SECTION = re.compile(
    r"(New|Cross|Replacement) submissions? "
    r"\((?:continued, )?showing (?:first |last )?(\d{1,6}) of (\d{1,6}) entries ?\)"
)
_SUBJECT = re.compile(r"\(([a-z-]{1,20}(?:\.[A-Za-z-]{1,20})?)\)$")
_VERSION = re.compile(r"/html/[\w./-]{1,40}v(\d{1,4})$")
_MORE_AUTHORS = re.compile(r"\(\d{1,6} additional authors? not shown\)")
_TYPES: dict[str, AnnounceType] = {"New": "new", "Cross": "cross", "Replacement": "replace"}


@dataclass(frozen=True, slots=True)
class Listing:
    """What one listing says of one category: its day, and its rows, each with its type.

    ``cut`` names the sections that show fewer papers than they count. Titles and abstracts are as
    a browser shows them (TeX accents are letters); where the feed has a paper, its words are
    better.
    """

    category: str
    day: date
    rows: tuple[Announcement, ...]
    cut: tuple[str, ...] = ()


def fetch_new(client: Client, addresses: Addresses, category: str) -> Listing:
    """The current announcement of ``category``, whatever day it is of.

    Raises UpstreamError where no right answer is to be had.
    """
    return _fetch(client, addresses.list_url.replace("{category}", category), category)


def fetch_day(client: Client, addresses: Addresses, category: str, day: date) -> Listing:
    """What was announced in ``category`` on ``day``, one of the last 90; without rows where nothing
    was.

    Raises UpstreamError where no right answer is to be had.
    """
    url = addresses.catchup_url.replace("{category}", category).replace("{date}", day.isoformat())
    return _fetch(client, url, category, day)


def read_listing(response: Response, category: str) -> Listing:
    """Read one answer.

    Raises BadAnswer where it is not a whole listing of ``category``: another page, one that
    ends early, one that does not show as many entries as it says, or whose sections are not
    those that are known (its papers would be taken for none).
    """
    root = _root(response.content)
    day = _day(root)
    rows: list[Announcement] = []
    cut: list[str] = []
    sections = list(_sections(root))
    if outside := sum(1 for _ in root.iter("dt")) - sum(
        len(section.entries) for section in sections
    ):
        raise BadAnswer(
            f"answered with a listing in which {outside} entries stand in no section that is known"
        )
    for section in sections:
        if len(section.entries) != section.shown:
            shown = f"{len(section.entries)} entries came where {section.shown} are promised"
            raise BadAnswer(
                f"answered with a listing that is not whole: {section.name} submissions, {shown}"
            )
        if section.shown < section.total:
            cut.append(f"{section.name} submissions: {section.shown:,} of {section.total:,}")
        rows += (_announcement(dt, dd, section.type, category, day) for dt, dd in section.entries)
    if rows and not any(_within(category, row) for row in rows):
        raise BadAnswer(f"answered with a listing in which no paper is of {category}")
    return Listing(category, day, tuple(rows), tuple(cut))


def _fetch(client: Client, url: str, category: str, wanted: date | None = None) -> Listing:
    listings: list[Listing] = []  # what the check read, so that nothing is read twice

    def check(response: Response) -> None:
        listing = read_listing(response, category)
        if wanted is not None and listing.day != wanted:
            raise BadAnswer(f"answered with the listing of {listing.day}")
        listings.append(listing)

    client.get(url, accept="text/html", check=check, max_bytes=MAX_BYTES, attempts=ATTEMPTS)
    return listings[-1]


def _root(content: bytes) -> _Element:
    if not content.rstrip().lower().endswith(b"</html>"):
        raise BadAnswer("answered with a page that ends early")
    from lxml import html  # only where a list is asked for

    parser = html.HTMLParser(encoding="utf-8", no_network=True, huge_tree=False)
    try:
        return _spelled_out(html.document_fromstring(content, parser=parser))
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        raise BadAnswer(f"answered with what is no page ({error})") from error


def _day(root: _Element) -> date:
    """The day in the headline."""
    for heading in root.iter("h1", "h3"):
        text = _heading(heading)
        for pattern, form in ((_NEW, "%d %B %Y"), (_CATCHUP, "%d %b %Y")):
            if found := pattern.fullmatch(text):
                try:
                    return datetime.strptime(found[1], form).date()
                except ValueError as error:
                    raise BadAnswer(
                        f"answered with a listing of {found[1]!r}, which is no day"
                    ) from error
    raise BadAnswer("answered with a page that is no listing of an announcement")


@dataclass(slots=True)
class _Section:
    """A section as it is read: its entries are pairs of ``<dt>`` and ``<dd>``."""

    name: str
    shown: int
    total: int
    entries: list[tuple[_Element, _Element]]

    @property
    def type(self) -> AnnounceType:
        return _TYPES[self.name]


def _sections(root: _Element) -> Iterator[_Section]:
    """The sections in order, by what follows their headings."""
    section, dt = None, None
    for element in root.iter("h3", "dt", "dd"):
        if element.tag == "h3":
            found = _SECTION.match(_heading(element))
            if found and section:
                yield section
            section = _Section(found[1], int(found[2]), int(found[3]), []) if found else section
        elif element.tag == "dt":
            dt = element
        elif section and dt is not None:
            section.entries.append((dt, element))
            dt = None
    if section:
        yield section


def _announcement(
    dt: _Element, dd: _Element, kind: AnnounceType, category: str, day: date
) -> Announcement:
    """One entry. Raises BadAnswer where it names no paper."""
    paper = next(filter(None, (_paper(link) for link in dt.iter("a"))), None)
    if paper is None:
        raise BadAnswer(
            f"answered with a listing in which an entry has no arXiv id: {_text(dt)[:80]!r}"
        )
    numbers = (_VERSION.search(link.get("href", "")[-_MOST_OF_A_LINE:]) for link in dt.iter("a"))
    number = next((int(found[1]) for found in numbers if found), 1 if kind == "new" else None)
    version = Version(
        number=number,
        title=_field(dd, "list-title"),
        authors=_authors(dd),
        abstract=_abstract(dd),
        categories=_subjects(dd),
        announced=day.isoformat(),
        comment=_field(dd, "list-comments") or None,
        journal_ref=_field(dd, "list-journal-ref") or None,
    )
    row = Announcement(paper.subject, (kind,), version)
    crossed = kind == "replace" and version.categories and not _is(category, version.categories[0])
    return replace(row, types=("replace-cross",)) if crossed else row


def _paper(link: _Element) -> ArxivId | None:
    return maybe_id(link.get("id", "")) if link.get("title") == "Abstract" else None


def _within(category: str, row: Announcement) -> bool:
    return not row.version.categories or any(_is(category, name) for name in row.version.categories)


def _is(category: str, name: str) -> bool:
    """Whether ``name`` (``cs.AI``) is ``category``, or of that archive (``cs``)."""
    return name == category or name.startswith(f"{category}.")


def _field(dd: _Element, name: str) -> str:
    """A line of the entry without its descriptor (``Title:``)."""
    found = next(iter(dd.find_class(name)), None)
    if found is None:
        return ""
    label = _text(next(iter(found.find_class("descriptor")), etree.Element("span")))
    return _text(found).removeprefix(label).strip()


def _authors(dd: _Element) -> tuple[str, ...]:
    names = (_text(link) for found in dd.find_class("list-authors") for link in found.iter("a"))
    return tuple(name for name in names if name and not _MORE_AUTHORS.search(name))


def _subjects(dd: _Element) -> tuple[str, ...]:
    parts = (
        _SUBJECT.search(part.strip()[-_MOST_OF_A_LINE:])
        for part in _field(dd, "list-subjects").split(";")
    )
    return tuple(dict.fromkeys(found[1] for found in parts if found))


def _abstract(dd: _Element) -> str:
    found = next((p for p in dd.iter("p") if "mathjax" in p.get("class", "").split()), None)
    return "" if found is None else _text(found)


def _heading(element: _Element) -> str:
    return _text(element)[:_MOST_OF_A_LINE]


def _text(element: _Element) -> str:
    """An element's text in one line."""
    return collapse("".join(element.itertext()))


def _spelled_out(root: _Element) -> _Element:
    """Links that only say "this https URL" with their address in its place,
    and spaces for line breaks.
    """
    for line_break in root.iter("br"):
        line_break.tail = f" {line_break.tail or ''}"
    for link in list(root.find_class("link-external")):
        for child in list(link):
            link.remove(child)
        link.text = link.get("href", "")
    return root
