"""The book of names: what a name in a text leads to, made once for each build of the site.

Made from the registry, the ledger and the files under ``docs/``. It looks at no text
of a page; :mod:`wiki_builder.site.markdown.links` does.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from wiki_builder.concepts.registry import Registry, read_registry
from wiki_builder.contract.ledger import likely, read_deleted, read_ledger
from wiki_builder.contract.page import is_untold, page_id
from wiki_builder.core import names as spellings
from wiki_builder.core.store.border import Border, walk
from wiki_builder.core.store.values import read_text
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import Bilingual, Language
from wiki_builder.core.values.concept import Concept, TermPolicy
from wiki_builder.library.library import concept_page_id
from wiki_builder.site.markdown.names import SpelledName, SpellingIndex, index

FOLDERS = ("papers", "concepts", "entities", "daily")
NEAREST = 3
_ALIKE = 60  # of 100: names less alike than that are no help

_NAMED = ("concept", "entity", "page")  # kinds of pages that go by a name
_VERSION = re.compile(r"v\d+$")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name leads to: ``path`` is the page's under ``docs/``, ``None`` where there is none.

    ``id`` is the page's (``concept:credit-assignment``, ``arxiv:2605.02801``), or the path of
    a page that has none. ``name``, ``gloss`` and ``term`` are a concept's.
    """

    id: str
    path: str | None
    name: Bilingual | None = None
    gloss: Bilingual | None = None
    term: TermPolicy = "zh"

    def said(self, language: Language) -> str:
        """The gloss in a language, or in the other one; empty where there is none."""
        return (self.gloss[language] or self.gloss.en or self.gloss.zh) if self.gloss else ""


@dataclass(frozen=True)
class Book:
    """Every name of a wiki. An empty book is false: there is no wiki, and no text is touched.

    ``ids`` maps full ids, and those of papers and days without their kind, to entries, in
    small letters; ``bare`` the ids of concepts without their kind; ``claims`` the key of each
    name to those who claim it. ``index`` finds names in running text.
    """

    entries: Mapping[str, Meaning] = field(default_factory=dict)
    ids: Mapping[str, str] = field(default_factory=dict)
    bare: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    claims: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    files: frozenset[str] = frozenset()
    stems: Mapping[str, str] = field(default_factory=dict)  # file names that only one page has
    at: Mapping[str, str] = field(default_factory=dict)  # entries by path
    index: SpellingIndex = field(default_factory=dict)
    names: tuple[str, ...] = ()  # as one would write them between brackets
    # what each entry goes by, merged names too
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    registry: Registry | None = None  # that all this is of; None without ``data/``

    def __bool__(self) -> bool:
        return bool(self.entries or self.files)

    def find(self, written: str, folder: str = "") -> tuple[Meaning, ...]:
        """What ``written`` may mean, to somebody who writes on a page in ``folder``.

        None: nobody knows it. Several: an ambiguous name. Looked up as a paper's, day's or
        full id (``concept:lda``), as a name or approved alias, as a concept's bare id, and as
        the path of a page, in this order.
        """
        written = " ".join(written.split())
        id_ = written.casefold()
        exact = self.ids.get(id_) or self.ids.get(_VERSION.sub("", id_))
        found = (
            (exact,) if exact else self.claims.get(spellings.key(written)) or self.bare.get(id_, ())
        )
        return tuple(self.entries[entry] for entry in found) or self._page(written, folder)

    def nearest(self, written: str) -> tuple[str, ...]:
        """The names most like ``written``, the likest first."""
        from rapidfuzz import fuzz, process

        alike = process.extract(
            written,
            self.names,
            scorer=fuzz.ratio,
            processor=str.casefold,
            limit=NEAREST,
            score_cutoff=_ALIKE,
        )
        return tuple(name for name, _, _ in alike)

    def _page(self, written: str, folder: str) -> tuple[Meaning, ...]:
        """A page by its path, as Obsidian writes it:
        from ``docs/``, from the page, or by its file name alone.
        """
        name = written.removesuffix(".md").lstrip("/")
        for path in (f"{name}.md", posixpath.normpath(posixpath.join(folder, f"{name}.md"))):
            if path in self.files:
                return (self._entry(path),)
        first, _, last = name.partition("/")
        if last and first in FOLDERS:  # the page was moved
            return self.find(last.rpartition("/")[2])
        stem = self.stems.get(name.casefold())
        return (self._entry(stem),) if stem else ()

    def _entry(self, path: str) -> Meaning:
        return self.entries[self.at[path]] if path in self.at else Meaning(path, path)


def book(root: Path, docs: Path | None = None) -> Book:
    """The book of the wiki in ``root``; an empty one where there is no ``data/``.

    ``docs`` is the folder of the pages, ``root/docs`` if not given.

    Raises:
        FormatError: a file of the registry cannot be read; names file and line.
    """
    wiki = Wiki(root)
    if not wiki.data.is_dir():
        return Book()
    docs = docs or wiki.docs
    files = frozenset(_files(docs))
    return written(read_registry(wiki), _places(read_text(wiki.ledger), files, docs), files)


def written(registry: Registry, places: Mapping[str, str | None], files: frozenset[str]) -> Book:
    """The book from its parts: ``places`` says where the page of each id stands,
    ``None`` for a deleted one.
    """
    concepts = {
        id_: _concept(concept, places)
        for id_, concept in registry.concepts.items()
        if not concept.merged
    }
    owners = {id_: concepts[registry.canonical(id_)] for id_ in registry.concepts}
    entries = {entry.id: entry for entry in concepts.values()}
    ids = {concept_page_id(concept): owners[id_].id for id_, concept in registry.concepts.items()}
    for id_, path in places.items():
        entries.setdefault(ids.setdefault(id_, id_), Meaning(id_, path))
    # what was rejected is proposed to nobody
    stand = {id_: entry for id_, entry in ids.items() if places.get(entry)}
    spelled = list(_names(registry, owners))
    claims: dict[str, tuple[str, ...]] = {}
    called: dict[str, list[str]] = {}
    for name in spelled:
        if name.id:
            called.setdefault(name.id, []).append(name.text)
        if name.id and (key := spellings.key(name.text)):
            claims[key] = tuple(dict.fromkeys((*claims.get(key, ()), name.id)))
    return Book(
        entries=entries,
        ids=_without_kind(ids) | {id_.casefold(): entry for id_, entry in ids.items()},
        bare={id_.casefold(): (entry.id,) for id_, entry in owners.items()},
        claims=claims,
        files=files,
        stems=_stems(files),
        at={path: ids[id_] for id_, path in places.items() if path},
        index=index(spelled),
        names=tuple(
            dict.fromkeys((*(name.text for name in spelled if name.id), *_without_kind(stand)))
        ),
        called={id_: tuple(dict.fromkeys(found)) for id_, found in called.items()},
        registry=registry,
    )


def _concept(concept: Concept, places: Mapping[str, str | None]) -> Meaning:
    id_ = concept_page_id(concept)
    return Meaning(id_, places.get(id_), concept.name, concept.gloss, concept.term)


def _names(registry: Registry, owners: Mapping[str, Meaning]) -> Iterator[SpelledName]:
    """Every name of every concept; what nobody approved is known and leads nowhere."""
    for concept in registry.concepts.values():
        proper, owner = concept.kind != "concept", owners[concept.id].id
        for name in (concept.name.en, concept.name.zh):
            if name:
                yield SpelledName(name, owner, proper)
        for alias in concept.aliases:
            yield SpelledName(alias.name, owner if alias.status == "approved" else None, proper)


def _without_kind(ids: Mapping[str, str]) -> dict[str, str]:
    """The ids of papers and days as one writes them:
    ``2605.02801``, ``astro-ph/0601001``, ``2026-05-05``.
    """
    parts = ((id_.casefold().partition(":"), entry) for id_, entry in ids.items())
    return {own: entry for (kind, _, own), entry in parts if kind not in _NAMED}


# --- Files ------------------------------------------------------------------------


def _files(docs: Path) -> Iterator[str]:
    start = len(os.path.join(docs, ""))
    files = walk(docs, Border(docs.parent).shows)
    return (
        entry.path[start:].replace(os.sep, "/") for entry in files if entry.name.endswith(".md")
    )


def _stems(files: Iterable[str]) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for path in files:
        found.setdefault(posixpath.basename(path).removesuffix(".md").casefold(), []).append(path)
    return {stem: paths[0] for stem, paths in found.items() if len(paths) == 1}


def _places(text: str, files: frozenset[str], docs: Path) -> dict[str, str | None]:
    """Where each page of the ledger stands; one that was moved since the last run is looked
    for by its block.
    """
    ledger, deleted = read_ledger(text), read_deleted(text)
    places = {id_: min(paths & files, default=None) for id_, paths in ledger.items()}
    recorded = {path for paths in ledger.values() for path in paths}
    if None in places.values():
        moved = {
            page_id(_bytes(docs, path)): path for path in sorted(files - recorded, reverse=True)
        }
        places |= {id_: moved.get(id_) for id_, path in places.items() if path is None}
    open_ = [id_ for id_, path in places.items() if path is None and id_ not in deleted]
    untold = tuple(path for path in sorted(files) if is_untold(_bytes(docs, path))) if open_ else ()
    return places | {id_: likely(ledger[id_], untold, recorded) for id_ in open_ if untold}


def _bytes(docs: Path, path: str) -> bytes:
    """A page's bytes; of one that cannot be read, those of a page that nobody can tell."""
    try:
        return (docs / path).read_bytes()
    except OSError:
        return b"<!-- wiki:"
