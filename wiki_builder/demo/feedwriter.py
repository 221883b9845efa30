"""Writes a day's feed exactly as arXiv writes its RSS.

The demo's recorded feeds are made by it from real metadata, and so are the feeds
of the tests' loopback arXiv. It reproduces the recordings byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time
from email.utils import format_datetime

from lxml import etree

from wiki_builder.core.values.announcement import Announcement, Version
from wiki_builder.sources.calendar import NEW_YORK
from wiki_builder.sources.ids import parse_id
from wiki_builder.sources.strictxml import ARXIV, DC

_NAMESPACES = {
    "arxiv": "http://arxiv.org/schemas/atom",
    "dc": "http://purl.org/dc/elements/1.1/",
    "atom": "http://www.w3.org/2005/Atom",
    "content": "http://purl.org/rss/1.0/modules/content/",
}
_LINK = "{http://www.w3.org/2005/Atom}link"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_feed(
    date: date,
    categories: Sequence[str],
    items: Iterable[Announcement],
    *,
    built: datetime | None = None,
) -> bytes:
    """The feed dated ``date`` of ``categories``: one item for each type of each of ``items``.

    An item whose version is unknown has a guid and a prefix without version; one
    without types counts as new. ``built`` is the feed's ``lastBuildDate``; without
    it, midnight in New York, so that the same input gives the same bytes.
    """
    midnight = datetime.combine(date, time(), NEW_YORK)
    root = etree.Element("rss", nsmap=_NAMESPACES, version="2.0")
    channel = etree.SubElement(root, "channel")
    _head(channel, categories, midnight, built or midnight)
    for item in items:
        for kind in item.types or ("new",):
            _item(channel, item, kind, format_datetime(midnight))
    etree.indent(root)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8") + b"\n"


def _head(
    channel: etree._Element, categories: Sequence[str], midnight: datetime, built: datetime
) -> None:
    names, address = ", ".join(categories), f"http://rss.arxiv.org/rss/{'+'.join(categories)}"
    _add(channel, "title", f"{names} updates on arXiv.org")
    _add(channel, "link", address)
    _add(channel, "description", f"{names} updates on the arXiv.org e-print archive.")
    etree.SubElement(channel, _LINK, href=address, rel="self", type="application/rss+xml")
    _add(channel, "docs", "http://www.rssboard.org/rss-specification")
    _add(channel, "language", "en-us")
    _add(channel, "lastBuildDate", format_datetime(built.astimezone(UTC)))
    _add(channel, "managingEditor", "rss-help@arxiv.org")
    _add(channel, "pubDate", format_datetime(midnight))
    skip = etree.SubElement(channel, "skipDays")
    _add(skip, "day", "Saturday")
    _add(skip, "day", "Sunday")


def _item(channel: etree._Element, announcement: Announcement, kind: str, published: str) -> None:
    version, paper = announcement.version, parse_id(announcement.id)
    name = paper.id if version.number is None else f"{paper.id}v{version.number}"
    item = etree.SubElement(channel, "item")
    _add(item, "title", version.title)
    _add(item, "link", f"https://arxiv.org/abs/{paper.id}")
    # The space before the newline is arXiv's.
    _add(
        item,
        "description",
        f"arXiv:{name} Announce Type: {kind} \nAbstract: {_wrapped(version.abstract)}",
    )
    _add(item, "guid", f"oai:arXiv.org:{name}").set("isPermaLink", "false")
    for category in version.categories:
        _add(item, "category", category)
    _add(item, "pubDate", published)
    _add(item, f"{ARXIV}announce_type", kind)
    _details(item, version)


def _details(item: etree._Element, version: Version) -> None:
    for tag, value in (
        ("rights", version.licence),
        ("DOI", version.doi),
        ("journal_reference", version.journal_ref),
    ):
        if value:
            _add(item, f"{DC if tag == 'rights' else ARXIV}{tag}", value)
    _add(item, f"{DC}creator", ", ".join(version.authors))


def _wrapped(abstract: str) -> str:
    """Paragraphs as arXiv keeps them: a line break and two spaces."""
    return abstract.replace("\n\n", "\n  ")


def _add(parent: etree._Element, tag: str, text: str) -> etree._Element:
    element = etree.SubElement(parent, tag)
    element.text = _NOT_XML.sub("", text)
    return element
