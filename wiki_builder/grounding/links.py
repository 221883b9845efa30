"""Keeps the links that the paper itself gives and that work now."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from wiki_builder.analysis.reply import PaperLink
from wiki_builder.core.values.analysis import Link
from wiki_builder.grounding import sentences
from wiki_builder.grounding.promises import is_of_others, promised
from wiki_builder.grounding.solid import solid
from wiki_builder.grounding.source import NumberedPassage

_TRAILING = ".,;:!?)]}>\"'，。；："
_UNSAFE = re.compile(r"[\x00-\x20\x7f<>\"'`{}|\\^]|[^\x00-\x7f]")
_CONTINUES = re.compile(r"[/\-_.?=&#%~+:@]*[A-Za-z0-9]")


def kept_links(links: Iterable[PaperLink], places: Sequence[NumberedPassage]) -> tuple[Link, ...]:
    """The links whose address stands in the paper, is not promised for later and not another's,
    each address once.
    """
    found: dict[str, Link] = {}
    for link in links:
        url = safe(link.url)
        if url and url not in found and _given(url, places):
            found[url] = Link(link.kind, url)
    return tuple(found.values())


def safe(url: str) -> str | None:
    """``url`` without trailing punctuation if it is a plain http(s) address, else ``None``."""
    url = url.strip().rstrip(_TRAILING)
    if _UNSAFE.search(url):
        return None
    try:
        parts = urlsplit(url)
        plain = (
            parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port is not False
        )
    except ValueError:
        return None
    return url if plain and "@" not in parts.netloc and "." in (parts.hostname or "") else None


def _given(url: str, places: Sequence[NumberedPassage]) -> bool:
    address = re.sub(r"^https?://(?:www\.)?", "", url).rstrip("/")
    needle = solid(address)
    holding = (place for place in places if needle in place.solid)
    sightings = [
        (place, span)
        for place in holding
        for span in place.spans(needle)
        if _is(address, place, span)
    ]
    return any(_is_given(sentences.around(place.text, *span), address) for place, span in sightings)


def _is_given(sentence: str, address: str) -> bool:
    """Whether a sentence gives an address as the paper's own, and as one that works now."""
    return not promised(sentence) and not is_of_others(sentence.partition(address)[0])


def _is(address: str, place: NumberedPassage, span: tuple[int, int]) -> bool:
    """Whether the text has this very address there, and it does not go on behind it."""
    start, end = span
    written = re.sub(r"[\s\u00ad\ufffe]|\\(?=[_%&#~])", "", place.text[start:end])
    return written == address and not _CONTINUES.match(place.text, end)
