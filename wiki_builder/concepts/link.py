"""Names become concepts: by key, English first, then what is surely another spelling of a known
name.

Pure and deterministic: the papers of one run are taken in order of their ids,
and linking what is linked changes nothing. Nothing uncertain is decided here: a
name that is not surely known founds a concept of its own, and what it may be
the same as is asked later, or left to a person.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from wiki_builder.concepts.matching.guards import ambiguous
from wiki_builder.concepts.matching.handles import KnownNames
from wiki_builder.concepts.matching.match import Candidates, broader_by_form
from wiki_builder.concepts.registry import Claim, Registry, above, keys
from wiki_builder.core import names
from wiki_builder.core.characters import IS_HAN
from wiki_builder.core.values.analysis import (
    ROLES,
    Analysis,
    ConceptMention,
    Entity,
)
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual, Language
from wiki_builder.core.values.concept import Alias, Concept, ConceptKind
from wiki_builder.core.values.paper import Paper

Origin: TypeAlias = Literal["paper", "model"]

MANY = 500  # names; looking for as many in each known one takes longer than taking that apart
_IN_LETTERS = re.compile("[A-Za-z]+(?:[ -][A-Za-z]+)*")


@dataclass(frozen=True, slots=True)
class Linked:
    """The papers with their names resolved, the registry with what is new in it,
    and the ids that are new.
    """

    papers: tuple[Paper, ...]
    registry: Registry
    founded: tuple[str, ...] = ()


def link(
    papers_new: Sequence[Paper],
    registry: Registry,
    likeness: Callable[[Paper, str], float] = lambda paper, concept: 0.0,
    known: KnownNames | None = None,
) -> Linked:
    """Resolve the names that ``papers_new`` mention against ``registry``.

    A name resolves by its English key over names and approved aliases of its kind;
    of several concepts of one name, the one whose papers are most like this paper
    (``likeness``, higher is more alike). A name that is surely another spelling of
    one known name becomes its alias. All others found a concept. Papers come back
    in the order given; those without an analysis as they are. ``known`` are names that
    were taken apart before; it takes in those that were not.
    """
    book = _Book(registry, likeness, known)
    linked = {
        paper.id: _linked(paper, book) for paper in sorted(papers_new, key=lambda paper: paper.id)
    }
    book.place_families()
    papers = tuple(linked[paper.id] for paper in papers_new)
    return Linked(papers, registry.with_(book.changed.values()), tuple(book.founded))


def _linked(paper: Paper, book: _Book) -> Paper:
    analysis = paper.analysis
    if analysis is None:
        return paper
    mentions = [
        replace(m, concept=book.mentioned(m, paper))
        for m in analysis.concepts
        if names.key(m.name.en)
    ]
    entities = [
        replace(e, concept=book.named(e, paper)) for e in analysis.entities if names.key(e.name)
    ]
    return paper.with_(
        analysis=replace(analysis, concepts=merge_linked(mentions), entities=tuple(entities))
    )


def merge_linked(mentions: Iterable[ConceptMention]) -> tuple[ConceptMention, ...]:
    """One mention for each concept, in the order of first mention,
    with the weightiest role's words.
    """
    by_concept: dict[str, ConceptMention] = {}
    for mention in mentions:
        known = by_concept.get(mention.concept, mention)
        best = min(known, mention, key=lambda m: ROLES.index(m.role))
        gloss = best.gloss or known.gloss or mention.gloss
        by_concept[mention.concept] = replace(
            best, gloss=gloss, in_text=known.in_text or mention.in_text
        )
    return tuple(by_concept.values())


def moved_names(paper: Paper, ids: dict[str, str]) -> Paper:
    """The paper with its mentions of some concepts (the keys of ``ids``) being of others."""
    analysis = paper.analysis
    if analysis is None or not mentioned(analysis) & ids.keys():
        return paper
    mentions = merge_linked(
        replace(m, concept=ids.get(m.concept, m.concept)) for m in analysis.concepts
    )
    entities = tuple(replace(e, concept=ids.get(e.concept, e.concept)) for e in analysis.entities)
    return paper.with_(analysis=replace(analysis, concepts=mentions, entities=entities))


def mentioned(analysis: Analysis) -> set[str]:
    """The ids that an analysis' mentions were linked to, ideas and named things alike."""
    return {mention.concept for mention in analysis.concepts} | {
        entity.concept for entity in analysis.entities
    }


def with_names(concept: Concept, given: Concept) -> Concept:
    """``concept`` with the names of ``given``, which is the same, as approved aliases."""
    own = {names.key(name) for name in (concept.name.en, concept.name.zh)}
    found = {names.key(alias.name): alias for alias in concept.aliases}
    told = [
        Alias(given.name[language], language, "model")
        for language in LANGUAGES
        if given.name[language]
    ]
    for alias in (*told, *given.aliases):
        key = names.key(alias.name)
        known = found.get(key)
        if key not in own and (
            known is None or (known.status, alias.status) == ("proposed", "approved")
        ):
            found[key] = alias
    return replace(concept, aliases=tuple(found.values()))


@dataclass(frozen=True, slots=True)
class _English:
    """An English name taken apart: without its acronym, its key, and the acronym."""

    name: str
    key: str
    aliases: tuple[str, ...]


def _english(name: str) -> _English:
    parts = names.split_acronym(name)
    return _English(parts.name, names.key(parts.name), parts.aliases)


class _Book:
    """The registry as it grows during one run; ``changed`` holds what differs at its end."""

    def __init__(
        self,
        registry: Registry,
        likeness: Callable[[Paper, str], float],
        known: KnownNames | None = None,
    ) -> None:
        self._registry, self._likeness = registry, likeness
        self._known = KnownNames() if known is None else known
        self._concepts: dict[str, Concept] = dict(registry.concepts)
        self._english: dict[Claim, tuple[str, ...]] = dict(registry.english)
        self._found_by_likeness: Candidates | None = None
        self.changed: dict[str, Concept] = {}
        self.founded: list[str] = []

    @property
    def _candidates(self) -> Candidates:
        """What finds names that are alike: made at the first name that is not
        known, since most are.
        """
        if self._found_by_likeness is None:
            self._found_by_likeness = Candidates(
                self._concepts.values(), self._registry.canonical, self._known
            )
        return self._found_by_likeness

    def mentioned(self, mention: ConceptMention, paper: Paper) -> str:
        """The id of the concept that a mention names, found or founded."""
        return self._resolve(
            "concept", mention.name, mention.gloss, paper, "paper" if mention.in_text else "model"
        )

    def named(self, entity: Entity, paper: Paper) -> str:
        """The id of the model, dataset or organisation that a paper names."""
        return self._resolve(entity.kind, Bilingual(entity.name, ""), None, paper, "paper")

    def _resolve(
        self,
        kind: ConceptKind,
        name: Bilingual,
        gloss: Bilingual | None,
        paper: Paper,
        origin: Origin,
    ) -> str:
        english = _english(name.en)
        known = self._english.get((kind, english.key), ())
        id_ = (
            self._meant(known, paper)
            if known
            else self._sure(kind, Bilingual(english.name, name.zh))
        )
        if id_ is None:
            return self._found(kind, name, english, gloss, paper.id, origin)
        self._propose(id_, english, name.zh, origin, sure=not known)
        return id_

    def _meant(self, ids: tuple[str, ...], paper: Paper) -> str:
        """Of concepts with one name, the one that a person gave the paper to,
        or whose papers are most like it.
        """
        for id_ in ids:
            if (meant := self._registry.meant(id_, paper.id)) != id_:
                return meant
        return (
            ids[0]
            if len(ids) == 1
            else max(ids, key=lambda id_: (self._likeness(paper, id_), -ids.index(id_)))
        )

    def _sure(self, kind: ConceptKind, name: Bilingual) -> str | None:
        """The one concept that this is surely another spelling of, unless a person said no."""
        sure = [
            candidate
            for candidate in self._candidates.of(name, kind)
            if candidate.sure and not candidate.guard
        ]
        if len(sure) != 1:
            return None
        concept = self._concepts[sure[0].id]
        key = names.key(name.en)
        return (
            None
            if any(a.status == "rejected" and names.key(a.name) == key for a in concept.aliases)
            else concept.id
        )

    def _propose(
        self, id_: str, english: _English, chinese: str, origin: Origin, sure: bool
    ) -> None:
        """Note the names that a known concept does not have yet: sure ones as aliases, others for a
        person.

        ``origin``: whether the English name stands in the paper or is the model's own word.
        """
        concept = self._concepts[id_]
        given: list[tuple[str, bool, Origin]] = [(english.name, sure, origin)]
        given += [(short, True, origin) for short in english.aliases]
        given += [(names.split_acronym(chinese).name, False, "model")]
        for name, certain, whose in given:
            concept = replace(
                concept, aliases=(*concept.aliases, *self._alias(concept, name, certain, whose))
            )
        if concept != self._concepts[id_]:
            self._keep(concept)

    def _alias(self, concept: Concept, name: str, sure: bool, origin: Origin) -> Iterator[Alias]:
        """An alias if the concept has no such name;
        approved if ``sure`` and nothing else is called so.
        """
        language: Language = "zh" if IS_HAN.search(name) else "en"
        key = names.key(name)
        if not key or key in {
            names.key(n) for n in (*_names(concept), *(a.name for a in concept.aliases))
        }:
            return
        if key in self._names_merged_into(concept.id):
            return
        free = language == "en" and self._english.get((concept.kind, key), (concept.id,)) == (
            concept.id,
        )
        certain = sure and free and origin == "paper" and not ambiguous(name)
        yield Alias(name, language, origin, "approved" if certain else "proposed")

    def _names_merged_into(self, id_: str) -> set[str]:
        gone = self._registry.merged_into.get(id_, ())
        return {
            key for concept in gone for language in LANGUAGES for key in keys(concept, language)
        }

    def _found(
        self,
        kind: ConceptKind,
        name: Bilingual,
        english: _English,
        gloss: Bilingual | None,
        paper: str,
        origin: Origin,
    ) -> str:
        """A new concept, worded by the paper that brings it."""
        id_ = names.address(english.name, kind, self._concepts)
        own = Bilingual(english.name, names.split_acronym(name.zh).name)
        concept = Concept(id_, own, paper, kind, gloss, paper if gloss else None)
        for short in english.aliases:
            concept = replace(
                concept, aliases=(*concept.aliases, *self._alias(concept, short, True, origin))
            )
        self.founded.append(id_)
        self._keep(concept)
        return id_

    def _keep(self, concept: Concept) -> None:
        self._concepts[concept.id] = self.changed[concept.id] = concept
        if self._found_by_likeness is not None:
            self._found_by_likeness.add(concept)
        for key in keys(concept, "en"):
            self._english.setdefault((concept.kind, key), (concept.id,))

    def place_families(self) -> None:
        """Put each new concept under the known one that its name ends with,
        and known ones under it.
        """
        new = set(self.founded)
        may_hold_new = self._may_hold(new)
        for id_ in sorted(self._concepts) if new else ():
            concept = self._concepts[id_]
            parent = (
                None
                if concept.merged or not (id_ in new or may_hold_new(concept.name.en))
                else broader_by_form(concept.name.en, self._of_kind(concept.kind))
            )
            if parent is None or parent == id_ or not new & {id_, parent}:
                continue
            if parent not in (*concept.broader, *concept.not_same_as) and not above(
                self._concepts, parent, id_
            ):
                self._concepts[id_] = self.changed[id_] = replace(
                    concept, broader=(*concept.broader, parent)
                )

    def _may_hold(self, new: Collection[str]) -> Callable[[str], bool]:
        """Whether a part of a name may be a name of one of some new concepts: of one in words of
        letters, the keys of its parts are parts of its key.
        """
        theirs = {key for id_ in new for key in keys(self._concepts[id_], "en")}
        if len(theirs) > MANY:
            return lambda name: True
        found, known = re.compile("|".join(map(re.escape, theirs))), self._known
        return lambda name: not _IN_LETTERS.fullmatch(name) or bool(found.search(known[name].key))

    def _of_kind(self, kind: ConceptKind) -> Callable[[str], str | None]:
        """The one concept of a kind that has a name, by the name's key."""

        def known(key: str) -> str | None:
            ids = self._english.get((kind, key), ())
            return ids[0] if len(ids) == 1 else None

        return known


def _names(concept: Concept) -> tuple[str, str]:
    return concept.name.en, concept.name.zh
