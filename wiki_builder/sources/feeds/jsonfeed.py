"""JSON Feed, versions 1 and 1.1, as fields of entries. https://www.jsonfeed.org/version/1.1/"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from wiki_builder.core.characters import whole
from wiki_builder.sources.feeds.entry import RawEntry


class NoJsonFeed(Exception):
    """What was read is JSON of another kind, or none; its words say which."""


def looks_like_json(content: bytes) -> bool:
    """Whether a document can only be JSON."""
    return content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")


def read_json_feed(content: bytes, most: int) -> tuple[str, str, list[RawEntry]]:
    """A feed's title, the address of its site, and at most ``most`` entries.

    Raises:
        NoJsonFeed: it is something else.
    """
    try:
        document = json.loads(content.decode("utf-8-sig", errors="replace"))
    except (ValueError, RecursionError) as error:
        raise NoJsonFeed(f"what looks like JSON cannot be read ({str(error)[:80]})") from None
    if not isinstance(document, Mapping) or "jsonfeed.org" not in str(document.get("version")):
        raise NoJsonFeed("JSON that is no JSON Feed")
    items = document.get("items")
    if not isinstance(items, list):
        raise NoJsonFeed("a JSON Feed without its list of items")
    entries = [_entry(item) for item in items[:most] if isinstance(item, Mapping)]
    return _text(document, "title"), _text(document, "home_page_url"), entries


def _entry(item: Mapping[str, Any]) -> RawEntry:
    said = _text(item, "content_html") or _text(item, "content_text")
    return RawEntry(
        link=_text(item, "url") or _text(item, "external_url"),
        id=_text(item, "id"),
        title=_text(item, "title"),
        published=_moment(_text(item, "date_published")) or _moment(_text(item, "date_modified")),
        summary=_text(item, "summary") or said,
        content=said,
        authors=tuple(_authors(item)),
    )


def _authors(item: Mapping[str, Any]) -> Iterator[str]:
    several = item.get("authors")
    for one in several if isinstance(several, list) else [item.get("author")]:
        if isinstance(one, Mapping) and (name := _text(one, "name")):
            yield name


def _moment(text: str) -> datetime | None:
    """RFC 3339 in UTC."""
    try:
        moment = datetime.fromisoformat(text.strip())
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def _text(values: Mapping[str, Any], name: str) -> str:
    found = values.get(name)
    # an id may be a number (JSON Feed 1.1, "id")
    told = isinstance(found, str | int) and not isinstance(found, bool)
    return whole(str(found)) if told else ""
