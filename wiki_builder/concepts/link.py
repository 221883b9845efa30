"""Names become concepts: exact match by key, English first, Chinese as a second chance.

Pure and deterministic: the papers of one run are taken in order of their ids,
and linking what is linked changes nothing. Nothing uncertain is decided here:
what a person should look at becomes a *proposed* alias.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from wiki_builder.concepts import names
from wiki_builder.concepts.registry import Registry, keys
from wiki_builder.models import ROLES, Alias, Bilingual, Concept, ConceptMention, Language, Paper, digest

_DIGITS = re.compile(r"[0-9]+")
_HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Linked:
    """The papers with their mentions' concepts set, and the registry with what is new in it."""

    papers: tuple[Paper, ...]
    registry: Registry


def link(papers_new: Sequence[Paper], registry: Registry) -> Linked:
    """Resolve the names that ``papers_new`` mention against ``registry``.

    A name resolves by its English key over names and approved aliases; if that
    is unknown, by its Chinese key, if one concept alone claims it and no other
    unknown name of this run does. A name that resolves to nothing founds a
    concept. Papers come back in the order given; those without an analysis as
    they are.
    """
    book = _Book(registry, _contested(papers_new, registry))
    linked = {paper.id: _linked(paper, book) for paper in sorted(papers_new, key=lambda paper: paper.id)}
    return Linked(tuple(linked[paper.id] for paper in papers_new), registry.with_(book.changed.values()))


def _linked(paper: Paper, book: _Book) -> Paper:
    if paper.analysis is None:
        return paper
    resolved = [replace(m, concept=book.resolve(m, paper.id)) for m in paper.analysis.concepts if names.key(m.name.en)]
    return paper.with_(analysis=replace(paper.analysis, concepts=merged(resolved)))


def merged(mentions: Iterable[ConceptMention]) -> tuple[ConceptMention, ...]:
    """One mention for each concept, in the order of first mention, with the weightiest role's words."""
    by_concept: dict[str, ConceptMention] = {}
    for mention in mentions:
        known = by_concept.get(mention.concept, mention)
        best = min(known, mention, key=lambda m: ROLES.index(m.role))
        gloss = best.gloss or known.gloss or mention.gloss
        by_concept[mention.concept] = replace(best, gloss=gloss, in_text=known.in_text or mention.in_text)
    return tuple(by_concept.values())


@dataclass(frozen=True, slots=True)
class _English:
    """An English name taken apart: without its acronym, its key, and the acronym."""

    name: str
    key: str
    aliases: tuple[str, ...]


def _english(name: Bilingual) -> _English:
    parts = names.split_acronym(name.en)
    return _English(parts.name, names.key(parts.name), parts.aliases)


def _contested(papers: Iterable[Paper], registry: Registry) -> frozenset[str]:
    """The Chinese keys that this run gives to more than one unknown English name."""
    english: dict[str, set[str]] = {}
    for mention in (m for paper in papers if paper.analysis for m in paper.analysis.concepts):
        key = _english(mention.name).key
        if key not in registry.english:
            english.setdefault(_chinese_key(mention.name), set()).add(key)
    return frozenset(key for key, claims in english.items() if len(claims) > 1)


def _chinese_key(name: Bilingual) -> str:
    return names.key(names.split_acronym(name.zh).name)


class _Book:
    """The registry as it grows during one run; ``changed`` holds what differs at its end."""

    def __init__(self, registry: Registry, contested: frozenset[str]) -> None:
        self._concepts: dict[str, Concept] = dict(registry.concepts)
        self._english: dict[str, str] = dict(registry.english)
        self._chinese: dict[str, tuple[str, ...]] = dict(registry.chinese)
        self._addresses: set[str] = set(registry.addresses)
        self._contested = contested
        self.changed: dict[str, Concept] = {}

    def resolve(self, mention: ConceptMention, paper: str) -> str:
        """The id of the concept that a mention names, found or founded."""
        english = _english(mention.name)
        id_ = self._english.get(english.key) or self._by_chinese(mention.name, english)
        if id_ is None:
            return self._found(mention, english, paper)
        self._propose(id_, english, mention.name.zh)
        return id_

    def _by_chinese(self, name: Bilingual, english: _English) -> str | None:
        """The one concept with this Chinese name, unless digits differ or a person said no."""
        key = _chinese_key(name)
        claims = self._chinese.get(key, ())
        if len(claims) != 1 or key in self._contested or not _HAN.search(name.zh):
            return None
        concept = self._concepts[claims[0]]
        rejected = any(a.status == "rejected" and names.key(a.name) == english.key for a in concept.aliases)
        same_digits = _DIGITS.findall(english.name) == _DIGITS.findall(concept.name.en)
        return concept.id if same_digits and not rejected else None

    def _propose(self, id_: str, english: _English, chinese: str) -> None:
        """Note the names that a known concept does not have yet, for a person to approve; acronyms apart."""
        concept = self._concepts[id_]
        for name, sure in ((english.name, False), *((a, True) for a in english.aliases)):
            concept = replace(concept, aliases=(*concept.aliases, *self._alias(concept, name, sure)))
        zh = names.split_acronym(chinese).name
        concept = replace(concept, aliases=(*concept.aliases, *self._alias(concept, zh, False)))
        if concept != self._concepts[id_]:
            self._keep(concept)

    def _alias(self, concept: Concept, name: str, sure: bool) -> Iterator[Alias]:
        """An alias if the concept has no such name; approved if ``sure`` and nothing else is called so."""
        language: Language = "zh" if _HAN.search(name) else "en"
        key = names.key(name)
        if not key or key in {names.key(n) for n in (*_names(concept), *(a.name for a in concept.aliases))}:
            return
        free = language == "en" and self._english.get(key, concept.id) == concept.id
        yield Alias(name, language, "model", "approved" if sure and free else "proposed")

    def _found(self, mention: ConceptMention, english: _English, paper: str) -> str:
        """A new concept, worded by the paper that brings it."""
        id_ = self._address(english)
        name = Bilingual(english.name, names.split_acronym(mention.name.zh).name)
        concept = Concept(id_, id_, name, paper, mention.gloss, paper if mention.gloss else None)
        for short in english.aliases:
            concept = replace(concept, aliases=(*concept.aliases, *self._alias(concept, short, True)))
        self._keep(concept)
        return id_

    def _address(self, english: _English) -> str:
        """The slug of a name, with a piece of its hash where another concept has the slug."""
        slug = names.slug(english.name)
        longer = (f"{slug}-{digest(english.key, length)}" for length in range(4, 33))
        return next(made for made in (slug, *longer) if made not in self._addresses)

    def _keep(self, concept: Concept) -> None:
        self._concepts[concept.id] = self.changed[concept.id] = concept
        self._addresses |= {concept.id, concept.slug}
        for key in keys(concept, "en"):
            self._english.setdefault(key, concept.id)
        for key in keys(concept, "zh"):
            self._chinese[key] = tuple(dict.fromkeys((*self._chinese.get(key, ()), concept.id)))


def _names(concept: Concept) -> tuple[str, str]:
    return concept.name.en, concept.name.zh
