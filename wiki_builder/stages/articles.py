"""Writing: a model says about each concept what its papers' verified claims say.

It comes after all papers are read and linked, and before the pages are written. What
a model is given stands in ``data/pending/concepts/`` before it is asked and until its
text stands in ``data/``, so that an answer that comes days later still answers what
was asked, and a kill at any time pays nothing twice. One concept's failure is its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import TypeAlias

from wiki_builder.analysis.request import Request
from wiki_builder.concepts.articles.material import (
    Given,
    Material,
    Neighbour,
    choose,
    concern,
    finder,
    names_of,
    short_title,
)
from wiki_builder.concepts.articles.texts import (
    CONCEPT_PROMPT,
    ConceptReply,
    article_of,
    concept_request,
    due,
    judge_article,
)
from wiki_builder.concepts.articles.weighed import (
    Looked,
    Weighed,
    keep_looked,
    read_looked,
    weighed,
)
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.concept_texts import write_concept_text
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.store.questions import read_asked
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import Claim, Role
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual, digest
from wiki_builder.core.values.concept import Concept, ConceptText
from wiki_builder.library.basis import Bases
from wiki_builder.library.card import Card
from wiki_builder.library.citable import citable, claim_words
from wiki_builder.library.index import CitableHashes, Index
from wiki_builder.library.library import Library
from wiki_builder.library.neighbours import neighbours
from wiki_builder.library.shown import Shown
from wiki_builder.llm.ask import MOST_ATTEMPTS, Question, Read
from wiki_builder.llm.engine import Engine
from wiki_builder.pages.publisher import Publisher, publisher
from wiki_builder.stages.asked import ask_each, clear
from wiki_builder.stages.outcomes import Written

MOST_NEIGHBOURS = 12  # of each kind
_FINDERS = 2_000  # of concepts' names, that are remembered while papers are read
_New: TypeAlias = tuple[Concept, Role, int]  # a concept of a paper, and its line there


@dataclass(frozen=True, slots=True)
class AskedArticle:
    """What a model is given about a concept and has not answered;
    ``attempts`` counts the runs that failed by it.
    """

    material: Material
    attempts: int = 0

    @property
    def name(self) -> str:
        return self.material.concept

    @property
    def request(self) -> Request:
        return concept_request(self.material)


def write_concepts(
    wiki: Wiki,
    settings: Settings,
    engine: Engine,
    index: Index,
    progress: Progress,
    *,
    refresh: bool = False,
    held: str | None = None,
    desk: Desk | None = None,
) -> Written:
    """Write the texts that are due, each as soon as it is there.

    ``held`` says why nothing is asked in this run, so that what is due is pending. Without
    an engine nothing is asked, and nothing waits.
    """
    if not settings.concepts.write or engine.name == "none":
        return Written()
    desk = desk or Desk(wiki, settings, index)
    # claims and texts are missing that would not be missed by themselves
    if desk.publisher.unreadable:
        return Written(open=True)
    before = read_asked(wiki, wiki.asked, AskedArticle)
    wanted = _wanted(wiki, desk, before, desk.due(refresh=refresh), refresh)
    if held is not None:
        return Written(pending=tuple((one.name, held) for one in wanted), open=bool(wanted))
    most = settings.concepts.texts_per_run
    now, later = wanted[:most], wanted[most:]
    asked = [_asked(wiki, desk, one, before.get(one.name)) for one in now]
    written = _ask(wiki, engine, asked, progress)
    why = f"at most {most} texts a run are written"
    pending = (*written.pending, *((one.name, why) for one in later))
    return replace(written, pending=pending, open=written.open or bool(later))


def due_texts(wiki: Wiki, settings: Settings, index: Index, *, refresh: bool = False) -> int:
    """How many texts are due before anything new is read."""
    if not settings.concepts.write:
        return 0
    return len(Desk(wiki, settings, index).due(refresh=refresh))


# --- What is due ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Due:
    """A concept whose text is due, and the papers of which claims are to be given for it."""

    concept: Concept
    papers: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.concept.id


@dataclass
class Desk:
    """The concepts with a page, and their texts as they stand.

    A large wiki's claims would fill the memory: those of a paper are read when they are asked for,
    and not kept.
    """

    wiki: Wiki
    settings: Settings
    index: Index

    @cached_property
    def publisher(self) -> Publisher:
        """All that pages are made of, read when it is asked for first."""
        return publisher(self.wiki, self.settings, self.index)

    @property
    def read(self) -> Publisher | None:
        """The publisher, if it was asked for."""
        return self.__dict__.get("publisher")

    @property
    def library(self) -> Library:
        return self.publisher.library

    @cached_property
    def hashes(self) -> CitableHashes:
        """For each paper its citable claims with the hash of their words."""
        return CitableHashes(self.wiki, self.index, self.library.shown)

    def due(self, *, refresh: bool = False) -> list[Due]:
        """The texts that are due, the weightiest concepts first; :meth:`material` makes what is
        given for one.

        Concepts at which nothing changed since they were last found not to be due are passed over.
        Of others, only papers that changed are read.
        """
        cache, settings = self.wiki.caches.concept_texts, self.settings.concepts
        before, pages = read_looked(cache), self.library.concept_pages
        states = {concept.id: self._state(concept) for concept in pages}
        now = {
            id_: before[id_]
            for id_, state in states.items()
            if id_ in before and before[id_].state == state and not refresh
        }
        lines = self._lines([concept for concept in pages if concept.id not in now], before)
        found = []
        for concept in (concept for concept in pages if concept.id in lines):
            looked = Looked(states[concept.id], "\n".join(lines.pop(concept.id)))
            claims = self._weighed(concept, looked)
            if due(concept, self.library.texts.get(concept.id), claims, settings, refresh=refresh):
                given = choose(claims, settings.claims_tokens)
                found.append(Due(concept, tuple(dict.fromkeys(claim.paper for claim in given))))
                looked = replace(looked, state="")
            now[concept.id] = looked
        keep_looked(cache, {concept.id: now[concept.id] for concept in pages})
        return found

    def _state(self, concept: Concept) -> str:
        """A hash of all that decides whether a concept's text is due."""
        return digest(f"{self._made_by} {self._bases.of_concept(concept)}", 16)

    @cached_property
    def _made_by(self) -> str:
        return f"{CONCEPT_PROMPT} {self.settings.concepts!r}"

    @cached_property
    def _bases(self) -> Bases:
        return Bases(self.library)

    def _names(self, concept: Concept) -> list[tuple[str, ...]]:
        return [names_of(concept, self.library.registry, language) for language in LANGUAGES]

    def _lines(
        self, concepts: Sequence[Concept], before: Mapping[str, Looked]
    ) -> dict[str, list[str]]:
        """For each concept what is kept of its papers, a line each. What is not known yet is made
        paper by paper, so that each is read once, and one at a time.
        """
        lines: dict[str, list[str]] = {}
        new: dict[str, list[_New]] = {}
        for concept in concepts:
            known, names = before.get(concept.id, Looked("")).lines(), repr(self._names(concept))
            own = lines[concept.id] = []
            for place, (card, role) in enumerate(self.library.roles(concept.id)):
                key = f"{card.id} {self._made_from(card, role, names)}"
                own.append(known.get(key, key))
                if key not in known:
                    new.setdefault(card.id, []).append((concept, role, place))
        find = lru_cache(_FINDERS)(partial(finder, registry=self.library.registry))
        for id_, uses in new.items():
            card, claims = self.index[id_].card, self._citable(id_)
            for concept, role, place in uses:
                given = (_given(claim, card, role) for claim in claims)
                lines[concept.id][place] += weighed(
                    replace(one, concern=concern(one, find(concept))) for one in given
                )
        return lines

    def _made_from(self, card: Card, role: Role, names: str) -> str:
        """A hash of what the weights of a paper's claims are made from."""
        own = self.library.shown.get(card.id, "")
        return digest(f"{card.digest} {own} {role} {names}")

    def _weighed(self, concept: Concept, looked: Looked) -> list[Weighed]:
        """The claims of :meth:`given` without their words."""
        cards = [card for card, _ in self.library.roles(concept.id)]
        hashes = self.hashes.together(card.id for card in cards)
        return [
            Weighed(f"{card.id}#{id_}", card.date, hash_, *own.get(id_, ()))
            for card, own in zip(cards, looked.weights(), strict=True)
            for id_, hash_ in hashes.get(card.id, {}).items()
        ]

    def given(self, concept: Concept, papers: Collection[str] | None = None) -> tuple[Given, ...]:
        """All citable claims of a concept's papers, or of some of them,
        in the order of the library.
        """
        named_in = finder(concept, self.library.registry)
        bare = (
            _given(claim, card, role)
            for card, role in self.library.roles(concept.id)
            if papers is None or card.id in papers
            for claim in self._citable(card.id)
        )
        return tuple(replace(claim, concern=concern(claim, named_in)) for claim in bare)

    def _citable(self, id_: str) -> tuple[Claim, ...]:
        paper = read_paper(self.wiki, id_)
        return citable(paper, self.library.shown.get(id_, Shown())) if paper else ()

    def material_of(self, one: Due) -> Material:
        """What is to be given for a text that is due."""
        return self.material(one.concept, self.given(one.concept, one.papers))

    def material(self, concept: Concept, claims: Sequence[Given]) -> Material:
        """What a model is given about a concept now."""
        registry = self.library.registry
        names = (*names_of(concept, registry, "en"), *names_of(concept, registry, "zh"))
        aliases = tuple(
            name for name in dict.fromkeys(names) if name not in (concept.name.en, concept.name.zh)
        )
        chosen = choose(claims, self.settings.concepts.claims_tokens)
        return Material(
            concept.id,
            concept.name,
            aliases,
            concept.gloss,
            tuple(self._neighbours(concept)),
            chosen,
        )

    def _neighbours(self, concept: Concept) -> Iterator[Neighbour]:
        for way, group in neighbours(self.library, concept).items():
            ideas = [one.concept for one in group if one.concept.kind == "concept"]
            yield from (Neighbour(idea.id, _wording(idea), way) for idea in ideas[:MOST_NEIGHBOURS])

    def stand(self, material: Material) -> bool:
        """Whether all claims of what was given before may still be cited as they were."""
        hashes = {
            f"{paper}#{id_}": h
            for paper in self._papers(material)
            for id_, h in self.hashes[paper].items()
        }
        return all(hashes.get(claim.id) == claim.hash for claim in material.claims)

    def _papers(self, material: Material) -> set[str]:
        """The papers of a material that are the concept's still."""
        ours = {card.id for card, _ in self.library.roles(material.concept)}
        return {claim.paper for claim in material.claims} & ours & self.hashes.keys()


def _given(claim: Claim, card: Card, role: Role) -> Given:
    title = short_title(card.title)
    words = claim_words(claim)
    return Given(
        f"{card.id}#{claim.id}", title, card.date, role, claim.part, words, claim.evidence.quote
    )


def _wording(concept: Concept) -> Bilingual:
    """What English and Chinese texts call a concept, by its policy;
    the site adds the English of ``both``.
    """
    en, zh = concept.name.en, concept.name.zh
    if concept.term == "en" or not zh:
        return Bilingual(en, en)
    return Bilingual(en, zh)


# --- What is asked --------------------------------------------------------------


def _wanted(
    wiki: Wiki, desk: Desk, before: Mapping[str, AskedArticle], found: Sequence[Due], refresh: bool
) -> list[Due]:
    """What to ask for of all that is due: not what failed too often with what would be given now.

    What nothing waits for any more is cleared away.
    """
    due_now = {one.name for one in found}
    for id_, asked in before.items():
        if id_ not in due_now:
            clear(wiki.asked, wiki.pending, asked)
    return [one for one in found if refresh or not _failed(desk, one, before.get(one.name))]


def _failed(desk: Desk, one: Due, before: AskedArticle | None) -> bool:
    return (
        before is not None
        and before.attempts >= MOST_ATTEMPTS
        and before.material == desk.material_of(one)
    )


def _asked(wiki: Wiki, desk: Desk, one: Due, before: AskedArticle | None) -> AskedArticle:
    """What was asked before, if it still stands, otherwise what would be given now."""
    if before is None:
        return AskedArticle(desk.material_of(one))
    if before.attempts < MOST_ATTEMPTS and desk.stand(before.material):
        return before
    now = AskedArticle(desk.material_of(one))
    if before.material != now.material:
        clear(wiki.asked, wiki.pending, before)
    return now


def _ask(wiki: Wiki, engine: Engine, asked: Sequence[AskedArticle], progress: Progress) -> Written:
    """Ask, and keep each text as soon as it is there."""
    texts: list[ConceptText] = []

    def take(one: AskedArticle, result: Read[ConceptReply]) -> None:
        text = article_of(result.parsed, one.material, result.reply.provenance)
        write_concept_text(wiki, text)
        texts.append(text)

    left = ask_each(
        wiki.asked, wiki.pending, engine, asked, _question, take, progress, "write", _name
    )
    return Written(
        tuple(texts), left.failed, left.pending, left.open, left.over_budget, left.problem
    )


def _question(asked: AskedArticle) -> Question[ConceptReply]:
    return Question(asked.request, partial(judge_article, material=asked.material))


def _name(asked: AskedArticle) -> str:
    return asked.material.name.en
