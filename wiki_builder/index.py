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
from wiki_builder.concepts.related import Signature, signature
from wiki_builder.disk import write_file
from wiki_builder.models import Paper
from wiki_builder.pages.card import Card, card
from wiki_builder.pages.scan import walk
from wiki_builder.store import Wiki, read_paper_file

VERSION = f"1 {PAPER_PROMPT}"


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


def load_index(wiki: Wiki) -> dict[str, Indexed]:
    """All papers by id, and the cache brought up to date."""
    cache = wiki.cache / "papers.json"
    known = {entry.card.id: entry for entry in _load(cache).values()}
    by_path = {wiki.paper(id_).as_posix(): entry for id_, entry in known.items()}
    found: dict[str, Indexed] = {}
    for file in walk(wiki.data / "papers"):
        if file.name.endswith(".json"):
            stat = file.stat()
            entry = by_path.get(Path(file.path).as_posix())
            if entry is None or (entry.size, entry.time) != (stat.st_size, stat.st_mtime_ns):
                entry = _indexed(Path(file.path))
            found[entry.card.id] = entry
    if found != known:
        write_file(cache, _ADAPTER.dump_json((VERSION, found), exclude_defaults=True))
    return dict(sorted(found.items()))


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
        version, entries = _ADAPTER.validate_json(cache.read_bytes())
    except (OSError, ValueError):
        return {}
    return entries if version == VERSION else {}
