"""The index: every paper in short, read again only when its file changed.

The cache (``.wiki/papers.json``) is safe to delete: without it all papers are read.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from wiki_builder.analysis.request import PAPER_PROMPT
from wiki_builder.concepts.related import Signature, signature
from wiki_builder.core.errors import FormatError, UsageError
from wiki_builder.core.store.border import Border, walk
from wiki_builder.core.store.caches import Cache, Kept, read_kept
from wiki_builder.core.store.papers import read_paper, read_paper_file
from wiki_builder.core.store.values import Unreadable
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.paper import Paper
from wiki_builder.grounding.judge.request import JUDGE_PROMPT
from wiki_builder.library.card import Card, card
from wiki_builder.library.citable import claim_hashes
from wiki_builder.library.shown import Shown
from wiki_builder.sources.ids import parse_id

FEW = 20  # files that cannot be read, as single accidents
VERSION = f"17 {PAPER_PROMPT} {JUDGE_PROMPT}"


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
_CACHE: Cache[dict[str, Kept[Indexed]]] = Cache(dict[str, Kept[Indexed]], VERSION)


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
    folder = wiki.papers
    start, walked = len(os.path.join(folder, "")), walk(folder, Border(wiki.root).holds)
    files = ((file.path[start:], file) for file in walked if file.name.endswith(".json"))
    entries, broken = read_kept(_CACHE, wiki.caches.papers, files, _indexed)
    if len(broken) > max(FEW, len(entries)):
        raise FormatError(
            f"{len(broken)} papers cannot be read", where=str(folder), next=broken[0].reason
        )
    return {
        entry.card.id: entry for entry in sorted(entries, key=lambda entry: entry.card.id)
    }, broken


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


def reindexed(index: Index, wiki: Wiki, papers: list[Paper]) -> dict[str, Indexed]:
    """The index with some papers read again from their files."""
    return {**index, **{paper.id: _indexed(wiki.paper(paper.id)) for paper in papers}}


def citable_hashes(
    wiki: Wiki, index: Index, shown: Mapping[str, Shown]
) -> dict[str, Mapping[str, str]]:
    """For each paper its citable claims with the hash of their words; only those that a person's
    words touch are read.
    """
    found: dict[str, Mapping[str, str]] = {}
    for id_, entry in index.items():
        own = shown.get(id_)
        if own and (own.items or own.held):
            paper = read_paper(wiki, id_)
            found[id_] = claim_hashes(paper, own) if paper else {}
        elif entry.card.status == "read":
            found[id_] = entry.claims
    return found


def _indexed(path: Path) -> Indexed:
    paper = read_paper_file(path)
    digest = hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
    short = replace(card(paper, PAPER_PROMPT), digest=digest)
    return Indexed(short, signature(paper), claim_hashes(paper))
