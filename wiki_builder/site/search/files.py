"""The index as files that a browser asks for one at a time.

``index.json`` says what there is; ``VERSION/t/N`` holds some of the terms with the pages that they
stand on, in the order of the alphabet; ``VERSION/p/N`` is the text of page ``N`` for its result. A
question needs ``index.json``, a file or two for each of its words, and a page for each
result that is shown. Files are gzip by themselves, so that a host that compresses nothing
sends as little. Same pages, same files; other pages, another version, so that a browser never
reads one index's numbers in another.

A line of ``t/N`` is a term and its pages for each of
:data:`~wiki_builder.site.search.record.LEVELS` levels, parted by tabs. Pages are numbers that go
up; each is written as the one character whose code is its distance from the one before and
``FIRST``, with the codes that no text may hold left out.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from pathlib import Path

from wiki_builder.site.search.record import KINDS, LEVELS, TITLE, Record
from wiki_builder.site.search.terms import name, search_terms
from wiki_builder.site.slim import packed

FORMAT = 2
FIRST = 32
BLOCK = 24_000  # characters of one file of terms, before it is compressed
_VERSION = re.compile("[0-9a-f]{12}")
_SURROGATES = 0xD800
_BEYOND = 0x2800  # from the surrogates to behind U+FFFF

Postings = Sequence[Mapping[str, Sequence[int]]]
"""For each level, the pages of each term, in order."""


@dataclass(frozen=True, slots=True)
class IndexedPage:
    """All that is made of one page alone, so that it can be made anywhere, and kept while the page
    stays as it is.

    ``terms`` are those of each level, a line a term, each at its nearest level only; ``packed``
    is the file of its result. ``order`` says which number it gets: by type, the newest first.
    """

    order: tuple[int, int, str]
    terms: tuple[str, ...]
    packed: bytes


def indexed(page: Record) -> IndexedPage:
    """A page made ready for the index."""
    order = KINDS.index(page.kind), -int(page.date.replace("-", "") or 0), page.url
    return IndexedPage(order, tuple(_terms(page)), packed(_json(_result(page))))


def files(pages: Iterable[IndexedPage]) -> Iterator[tuple[str, bytes]]:
    """Every file of the index of these pages,
    as its path under the index's folder and its bytes.
    """
    ordered = sorted(pages, key=attrgetter("order"))
    blocks = [(first, packed(text)) for first, text in _blocks(postings(ordered))]
    digest = hashlib.blake2b(digest_size=6)
    for file in (*(block for _, block in blocks), *(page.packed for page in ordered)):
        digest.update(file)
    version = digest.hexdigest()
    for number, (_, block) in enumerate(blocks):
        yield f"{version}/t/{number}", block
    for number, page in enumerate(ordered):
        yield f"{version}/p/{number}", page.packed
    counts = Counter(page.order[0] for page in ordered)
    kinds = {kind: counts[number] for number, kind in enumerate(KINDS)}
    firsts = [first for first, _ in blocks]
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


def postings(ordered: Iterable[IndexedPage]) -> Postings:
    """The pages of each term, by their place in ``ordered``."""
    levels: list[defaultdict[str, list[int]]] = [defaultdict(list) for _ in range(LEVELS)]
    for number, page in enumerate(ordered):
        for pages, found in zip(levels, page.terms, strict=True):
            for term in found.split("\n") if found else ():
                pages[term].append(number)
    return levels


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
    if not pages:
        return ""
    steps = [FIRST + pages[0], *(FIRST - before + after for before, after in pairwise(pages))]
    if max(steps) >= _SURROGATES:
        steps = [step if step < _SURROGATES else step + _BEYOND for step in steps]
    return "".join(map(chr, steps))


def _result(page: Record) -> dict[str, object]:
    """What a result shows: address, type, titles, date, and the text in three parts,
    the nearest words first.
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
        (part for part in page.parts if part.language == language), key=lambda part: part.level
    )
    return "\n".join(part.text for part in parts)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
