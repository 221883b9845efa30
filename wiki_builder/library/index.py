"""The index: every paper in short, read again only when its file changed.

The cache (``.wiki/papers.sqlite``) is safe to delete: without it all papers are read.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from wiki_builder.analysis.request import PAPER_PROMPT
from wiki_builder.concepts.related import Signature, signature
from wiki_builder.core.errors import FormatError, UsageError
from wiki_builder.core.store.border import Border, walk
from wiki_builder.core.store.disk import content_hash
from wiki_builder.core.store.papers import read_paper, read_paper_file
from wiki_builder.core.store.rows import Row, Rows
from wiki_builder.core.store.values import Unreadable
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.grounding.judge.request import JUDGE_PROMPT
from wiki_builder.library.card import Card, card
from wiki_builder.library.citable import claim_hashes
from wiki_builder.library.shown import Shown
from wiki_builder.library.stored import StoredCard, shortened
from wiki_builder.sources.ids import parse_id

FEW = 20  # files that cannot be read, as single accidents
VERSION = f"28 {PAPER_PROMPT} {JUDGE_PROMPT}"


@dataclass(frozen=True, slots=True)
class Indexed:
    """One paper's file: its card, its signature for related papers, and its claims that may be
    cited, with the hash of their words, as far as nobody touched them on its page.
    """

    card: Card
    signature: Signature
    claims: Mapping[str, str] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """A hash of the file's bytes."""
        return self.card.digest


Index = Mapping[str, Indexed]


class _Read(dict[str, Indexed]):
    """An index as it was read, with the files that could not be."""

    unreadable: Sequence[Unreadable] = ()


class _Stored(Indexed):
    """One out of the cache, each part of it read when it is asked for."""

    __slots__ = ("row",)

    def __init__(self, row: Row) -> None:
        object.__setattr__(self, "row", row)
        object.__setattr__(self, "card", StoredCard(row.short, partial(row.part, 0)))
        row.short = None  # all of it stands there

    def __getattr__(self, name: str) -> Any:
        if name in _PARTS:
            return self.row.part(_PARTS.index(name))
        raise AttributeError(name)


def load_index(wiki: Wiki) -> dict[str, Indexed]:
    """All papers by id that can be read, and the cache brought up to date.

    Raises:
        FormatError: so many cannot be read that it is no longer about single files.
    """
    folder = wiki.papers
    start, walked = len(os.path.join(folder, "")), walk(folder, Border(wiki.root).holds)
    files = ((file.path[start:], file) for file in walked if file.name.endswith(".json"))
    rows, broken = _ROWS.read_changed(wiki.caches.papers, files)
    for row in rows:
        row.made = row.made or _Stored(row)
    entries = [row.made for row in rows]
    if len(broken) > max(FEW, len(entries)):
        raise FormatError(
            f"{len(broken)} papers cannot be read", where=str(folder), next=broken[0].reason
        )
    index = _Read((entry.card.id, entry) for entry in sorted(entries, key=lambda one: one.card.id))
    index.unreadable = broken
    return index


def unreadable_papers(index: Index) -> list[Unreadable]:
    """The files of papers that could not be read when an index was."""
    return list(index.unreadable) if isinstance(index, _Read) else []


def signatures(index: Index) -> dict[str, Signature]:
    """What relates papers that were read, by id; out of the cache in one go."""
    return _together(index, index, "signature")


def _together(index: Index, ids: Iterable[str], part: str) -> dict[str, Any]:
    """A part of those of some papers that were read, by id; out of the cache in one go."""
    read = {id_: index[id_] for id_ in ids if index[id_].card.status == "read"}
    rows = {id_: entry.row for id_, entry in read.items() if isinstance(entry, _Stored)}
    kept = _ROWS.bring(rows.values(), _PARTS.index(part))
    return {
        id_: kept[rows[id_].name] if id_ in rows else getattr(entry, part)
        for id_, entry in read.items()
    }


def known_paper(index: Index, given: str) -> str:
    """The paper that a person means by an id, with or without its prefix and version.

    Raises:
        UsageError: it is no id, or the wiki has no such paper.
    """
    id_ = given if given in index else parse_id(given).subject
    if id_ not in index:
        raise UsageError(
            f"this wiki has no paper {given}", next="Add it first: wiki-builder add ID"
        )
    return id_


class CitableHashes(Mapping[str, Mapping[str, str]]):
    """For each paper its citable claims with the hash of their words, read when they are asked for.

    Only of those that a person's words touch the paper itself is.
    """

    def __init__(self, wiki: Wiki, index: Index, shown: Mapping[str, Shown]) -> None:
        self._wiki, self._index = wiki, index
        touched = (id_ for id_, own in shown.items() if own.items or own.held)
        self._own = {id_: shown[id_] for id_ in touched if id_ in index}
        self._of_own: dict[str, Mapping[str, str]] = {}

    def __getitem__(self, id_: str) -> Mapping[str, str]:
        if id_ not in self._own:
            if self._index[id_].card.status != "read":
                raise KeyError(id_)
            return self._index[id_].claims
        if id_ not in self._of_own:
            paper = read_paper(self._wiki, id_)
            self._of_own[id_] = claim_hashes(paper, self._own[id_]) if paper else {}
        return self._of_own[id_]

    def together(self, ids: Iterable[str]) -> dict[str, Mapping[str, str]]:
        """Those of many papers, asked for at once; not of one that has none."""
        ids = [id_ for id_ in ids if id_ in self._index]
        found: dict[str, Mapping[str, str]] = _together(self._index, ids, "claims")
        return found | {id_: self[id_] for id_ in ids if id_ in self._own}

    def __iter__(self) -> Iterator[str]:
        read = (id_ for id_, entry in self._index.items() if entry.card.status == "read")
        return iter(dict.fromkeys((*read, *self._own)))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _indexed(path: Path) -> Indexed:
    paper = read_paper_file(path)
    digest = content_hash(path.read_bytes())
    short = replace(card(paper, PAPER_PROMPT), digest=digest)
    return Indexed(short, signature(paper), claim_hashes(paper))


def _parts(path: Path) -> tuple[Card, Signature, Mapping[str, str]]:
    entry = _indexed(path)
    return entry.card, entry.signature, entry.claims


_PARTS = ("card", "signature", "claims")


def rows_of(version: str) -> Rows:
    """What is kept of papers that were read as ``version`` says."""
    return Rows((Card, Signature, dict[str, str]), version, _parts, lambda p: shortened(p[0]))


_ROWS = rows_of(VERSION)
