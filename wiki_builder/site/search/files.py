"""The index as files that a browser asks for one at a time.

``index.json`` says what there is; ``VERSION/t/N`` holds some of the terms with the pages that they
stand on, in the order of the alphabet; ``VERSION/p/N`` is what a result shows of page ``N``, and of
its text what it says first. A question needs ``index.json``, a file or two for each of its words,
and one for each result that is shown; where its words stand only in what these leave out
(abstracts, quotes, lists of what was not read), the page itself. Files are gzip by themselves, so
that a host that compresses nothing sends as little. Same pages, same files; other pages, another
version, so that a browser never reads one index's numbers in another.

A line of ``t/N`` is a term and its pages for each of
:data:`~wiki_builder.site.search.record.LEVELS` levels, parted by tabs. Pages are numbers that go
up; each is written as the one character whose code is its distance from the one before and
``FIRST``, with the codes that no text may hold left out.
"""

from __future__ import annotations

import hashlib
import json
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeAlias, TypeVar

from wiki_builder.site.search.record import KINDS, LEVELS, TITLE, Record
from wiki_builder.site.search.terms import name, search_terms
from wiki_builder.site.slim import packed

FORMAT = 2
FIRST = 32
BLOCK = 24_000  # characters of one file of terms, before it is compressed
_VERSION = re.compile("[0-9a-f]{12}")
_SURROGATES = 0xD800
_BEYOND = 0x2800  # from the surrogates to behind U+FFFF

Postings: TypeAlias = tuple[defaultdict[str, "array[int]"], ...]
"""For each level, the pages of each term, in order."""

T = TypeVar("T")


class Place(NamedTuple):
    """What says which number a page gets (``order``: by type, the newest first), and what stands
    for all that is known of it.
    """

    order: tuple[int, int, str]
    digest: str


@dataclass(frozen=True, slots=True)
class IndexedPage:
    """All that is made of one page alone, so that it can be made anywhere, and kept while the page
    stays as it is.

    ``terms`` are those of each level, a line a term, each at its nearest level only; ``packed``
    is the file of its result.
    """

    place: Place
    terms: tuple[str, ...]
    packed: bytes


def indexed(page: Record) -> IndexedPage:
    """A page made ready for the index."""
    order = KINDS.index(page.kind), -int(page.date.replace("-", "") or 0), page.url
    terms, result = tuple(_terms(page)), _json(_result(page))
    digest = hashlib.blake2b("\n\n".join((*terms, result)).encode(), digest_size=12)
    return IndexedPage(Place(order, digest.hexdigest()), terms, packed(result))


def files(
    places: Mapping[T, Place], load: Callable[[T], IndexedPage]
) -> Iterator[tuple[str, bytes]]:
    """Every file of the index, as its path under the index's folder and its bytes.

    ``places`` are those of its pages, each of which is loaded when it is its turn.
    """
    ordered = sorted(places, key=lambda page: places[page].order)
    digests = "".join(places[page].digest for page in ordered)
    version = hashlib.blake2b(f"{FORMAT} {digests}".encode(), digest_size=6).hexdigest()
    levels = postings()
    for number, page in enumerate(ordered):
        loaded = load(page)
        _add(levels, number, loaded)
        yield f"{version}/p/{number}", loaded.packed
    firsts = []
    for number, (first, text) in enumerate(_blocks(levels)):
        firsts.append(first)
        yield f"{version}/t/{number}", packed(text)
    counts = Counter(place.order[0] for place in places.values())
    kinds = {kind: counts[number] for number, kind in enumerate(KINDS)}
    about = {
        "format": FORMAT,
        "version": version,
        "pages": len(ordered),
        "kinds": kinds,
        "blocks": firsts,
    }
    yield "index.json", _json(about).encode()


def version_in(folder: Path) -> str:
    """The version of the index that stands in a folder; empty if there is none that can be read."""
    try:
        version = json.loads((folder / "index.json").read_bytes())["version"]
    except (OSError, ValueError, LookupError, TypeError):
        return ""
    return version if isinstance(version, str) and _VERSION.fullmatch(version) else ""


def postings() -> Postings:
    """No pages for any term."""
    return tuple(defaultdict(partial(array, "I")) for _ in range(LEVELS))


def _add(levels: Postings, number: int, page: IndexedPage) -> None:
    for pages, found in zip(levels, page.terms, strict=True):
        for term in found.split("\n") if found else ():
            pages[term].append(number)


def _terms(page: Record) -> Iterator[str]:
    texts = [[part.text for part in page.parts if part.level == level] for level in range(LEVELS)]
    texts[TITLE] += page.names
    known: set[str] = set()
    for level, found in enumerate(texts):
        new = search_terms("\n".join(found)) - known
        if level == TITLE:
            new.update(map(name, page.names))
        known |= new
        yield "\n".join(sorted(new))


def _blocks(levels: Postings) -> Iterator[tuple[str, str]]:
    """The terms in the browser's order of letters, as many as make a file:
    the first of them, and the text.
    """
    first, size = "", 0
    lines: list[str] = []
    for term in sorted(set().union(*levels), key=lambda term: term.encode("utf-16-be")):
        line = "\t".join((term, *(_distances(pages.get(term, ())) for pages in levels)))
        if lines and size + len(line) > BLOCK:
            yield first, "\n".join(lines)
            lines, size = [], 0
        first = first if lines else term
        lines.append(line)
        size += len(line)
    if lines:
        yield first, "\n".join(lines)


def _distances(pages: Sequence[int]) -> str:
    if len(pages) < 2:  # as most are
        return "".join(chr(_step(FIRST + page)) for page in pages)
    steps = [FIRST + pages[0], *(FIRST - before + after for before, after in pairwise(pages))]
    if max(steps) >= _SURROGATES:
        steps = list(map(_step, steps))
    return "".join(map(chr, steps))


def _step(distance: int) -> int:
    return distance if distance < _SURROGATES else distance + _BEYOND


def _result(page: Record) -> dict[str, object]:
    """What a result shows: address, type, titles, date, and text in three parts,
    the nearest words first, without what the page has besides.
    """
    text = {language: _joined(page, language) for language in ("en", "zh", "")}
    titles = {"title": [page.title.en, page.title.zh], "names": page.names}
    return {
        "url": page.url,
        "kind": page.kind,
        "date": page.date,
        **titles,
        "text": list(text.values()),
    }


def _joined(page: Record, language: str) -> str:
    parts = sorted(
        (p for p in page.parts if p.shown and p.brought and p.language == language),
        key=lambda part: part.level,
    )
    return "\n".join(part.text for part in parts)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
