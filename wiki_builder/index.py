"""The index: every paper in short, read again only when its file changed.

The cache (``.wiki/papers.json``) is safe to delete: without it all papers are read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from wiki_builder.analysis.request import PAPER_PROMPT
from wiki_builder.border import Border, walk
from wiki_builder.concepts.related import Signature, signature
from wiki_builder.disk import write_cache
from wiki_builder.errors import FormatError
from wiki_builder.models import Paper
from wiki_builder.pages.card import Card, card
from wiki_builder.store import Unreadable, Wiki, paper_address, read_each, read_paper_file

FEW = 20  # files that cannot be read, as single accidents
VERSION = f"8 {PAPER_PROMPT}"


@dataclass(frozen=True, slots=True)
class Indexed:
    """One paper's file: its size and time, a hash of its bytes, its card, and its signature for related papers."""

    size: int
    time: int  # nanoseconds
    digest: str
    card: Card
    signature: Signature


Index = Mapping[str, Indexed]
_ADAPTER = TypeAdapter(tuple[str, dict[str, Indexed]])
_last: dict[Path, tuple[tuple[int, int], dict[str, Indexed]]] = {}  # a run asks for the index several times


def load_index(wiki: Wiki) -> dict[str, Indexed]:
    """All papers by id that can be read, and the cache brought up to date.

    Raises:
        FormatError: so many cannot be read that it is no longer about single files.
    """
    return read_index(wiki)[0]


def unreadable_papers(wiki: Wiki) -> list[Unreadable]:
    """The files of papers that cannot be read."""
    return read_index(wiki)[1]


def read_index(wiki: Wiki) -> tuple[dict[str, Indexed], list[Unreadable]]:
    """As :func:`load_index`, and beside it the files of papers that cannot be read."""
    cache, folder = wiki.cache / "papers.json", wiki.data / "papers"
    known = _load(cache)
    by_path = {f"{folder}/{paper_address(id_)}.json": entry for id_, entry in known.items()}
    found: dict[str, Indexed] = {}
    broken: list[Unreadable] = []
    for file in walk(folder, Border(wiki.root).holds):
        if file.name.endswith(".json"):
            stat = file.stat()
            entry = by_path.get(file.path)
            if entry is None or (entry.size, entry.time) != (stat.st_size, stat.st_mtime_ns):
                read, left = read_each([Path(file.path)], _indexed, lambda path: path)
                broken += left
                if left:
                    continue
                (entry,) = read
            found[entry.card.id] = entry
    if len(broken) > max(FEW, len(found)):
        raise FormatError(f"{len(broken)} papers cannot be read", where=str(folder), next=broken[0].reason)
    changed = found.keys() != known.keys() or any(found[id_] is not entry for id_, entry in known.items())
    if changed and write_cache(cache, _ADAPTER.dump_json((VERSION, found), exclude_defaults=True)):
        _remember(cache, found)
    return dict(sorted(found.items())), broken


def reindexed(index: Index, wiki: Wiki, papers: list[Paper]) -> dict[str, Indexed]:
    """The index with some papers read again from their files."""
    return {**index, **{paper.id: _indexed(wiki.paper(paper.id)) for paper in papers}}


def _indexed(path: Path) -> Indexed:
    stat = path.stat()
    paper = read_paper_file(path)
    digest = hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
    return Indexed(stat.st_size, stat.st_mtime_ns, digest, card(paper, PAPER_PROMPT), signature(paper))


def _load(cache: Path) -> dict[str, Indexed]:
    try:
        stat = cache.stat()
        if cache in _last and _last[cache][0] == (stat.st_size, stat.st_mtime_ns):
            return _last[cache][1]
        version, entries = _ADAPTER.validate_json(cache.read_bytes())
    except (OSError, ValueError):
        return {}
    if version != VERSION:
        return {}
    _remember(cache, entries)
    return entries


def _remember(cache: Path, entries: dict[str, Indexed]) -> None:
    stat = cache.stat()
    _last.clear()
    _last[cache] = (stat.st_size, stat.st_mtime_ns), entries
