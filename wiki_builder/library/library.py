"""All that pages are made from: cards, concepts, receipts, places, and what people changed.

A :class:`Library` is a value made once a run; a page's view asks it for cross
references. It decides which concept has a page, where each page stands, and what
is shown of a paper elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from markupsafe import Markup

from wiki_builder.concepts.registry import Registry
from wiki_builder.contract import escape
from wiki_builder.core.store.values import dump
from wiki_builder.core.store.wiki import paper_address
from wiki_builder.core.values.analysis import LETTERS, PARTS, ROLES
from wiki_builder.core.values.bilingual import (
    LANGUAGES,
    Bilingual,
    Language,
    digest,
)
from wiki_builder.core.values.concept import Concept, ConceptText
from wiki_builder.core.values.receipt import Receipt, ReceiptCard
from wiki_builder.library.bibtex import cite_keys
from wiki_builder.library.card import Card, Measured, Use
from wiki_builder.library.comparisons import Comparison
from wiki_builder.library.own_words import OwnWords
from wiki_builder.library.shown import Shown, relative
from wiki_builder.library.words import WORDS

PAPERS_FOR_A_PAGE = 2
GRAPH = "page:graph"
RADAR = "page:radar"


@dataclass(frozen=True, slots=True)
class Event:
    """What happened to a concept on a day, as Markdown;
    ``other`` is the concept that was merged or split off.
    """

    date: str
    text: Bilingual
    other: str | None = None


@dataclass(frozen=True, slots=True)
class Related:
    """A related paper, and the ids of the concepts that both share, the weightiest first."""

    id: str
    concepts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Library:
    """``places`` gives the path of each page that stands or will stand; ``rejected`` the deleted
    ones.

    ``history`` is by concept; ``own_words`` holds what people wrote on the pages of merged
    concepts, by page. ``citable`` gives for each paper its claims that may be cited, with the hash
    of their words; without it, these are the verified ones that nobody touched.
    """

    cards: Mapping[str, Card]
    registry: Registry
    receipts: Mapping[str, ReceiptCard]
    shown: Mapping[str, Shown] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    rejected: frozenset[str] = frozenset()
    texts: Mapping[str, ConceptText] = field(default_factory=dict)
    comparisons: Mapping[str, Comparison] = field(default_factory=dict)
    history: Mapping[str, tuple[Event, ...]] = field(default_factory=dict)
    own_words: Mapping[str, OwnWords] = field(default_factory=dict)
    citable: Mapping[str, Mapping[str, str]] | None = None
    related_papers: Callable[[str], tuple[Related, ...]] = lambda paper: ()

    def with_(self, **more: Any) -> Library:
        """The library with other or further values;
        what was counted of the same papers and concepts is not again.
        """
        new = replace(self, **more)
        if (new.cards, new.registry, new.rejected) == (self.cards, self.registry, self.rejected):
            new.__dict__.update(
                (name, self.__dict__[name]) for name in _COUNTED if name in self.__dict__
            )
        return new

    @property
    def concepts(self) -> Mapping[str, Concept]:
        """The concepts and named things that were not merged into others."""
        return self.registry.standing

    def card(self, id_: str) -> Card | None:
        """A paper's card, unless a person rejected the paper."""
        return None if id_ in self.rejected else self.cards.get(id_)

    @cached_property
    def kept(self) -> tuple[Card, ...]:
        """All papers that were not rejected, nor withdrawn by their authors, newest first."""
        every = self.cards.items()
        cards = [card for id_, card in every if id_ not in self.rejected and not card.withdrawn]
        return tuple(sorted(sorted(cards, key=lambda c: c.id), key=lambda c: c.date, reverse=True))

    @cached_property
    def newest(self) -> tuple[Card, ...]:
        """All papers that were not rejected:
        the newest announcement first, of one day the weightiest first.
        """
        return tuple(
            sorted(self.kept, key=lambda c: (c.updated or c.date, c.importance or 0), reverse=True)
        )

    @cached_property
    def _gone(self) -> tuple[Card, ...]:
        """The rejected papers: pages that listed them stay, and say what is left."""
        return tuple(card for id_, card in self.cards.items() if id_ in self.rejected)

    @cached_property
    def uses(self) -> Mapping[str, tuple[tuple[Card, Use], ...]]:
        """The papers of each concept: who introduces it first, then by date."""
        uses: dict[str, dict[str, tuple[Card, Use]]] = {}
        for card in self.kept:
            for use in card.uses:
                papers = uses.setdefault(self.registry.meant(use.concept, card.id), {})
                papers[card.id] = min(papers.get(card.id, (card, use)), (card, use), key=_by_role)
        return {id_: tuple(sorted(papers.values(), key=_by_role)) for id_, papers in uses.items()}

    @cached_property
    def named(self) -> Mapping[str, tuple[Card, ...]]:
        """The papers that name each model, dataset and organisation, newest first."""
        named: dict[str, dict[str, Card]] = {}
        for card in self.kept:
            for entity in card.entities:
                named.setdefault(self.registry.meant(entity.concept, card.id), {})[card.id] = card
        return {id_: tuple(papers.values()) for id_, papers in named.items()}

    def papers(self, concept: Concept) -> tuple[Card, ...]:
        """The papers that use a concept or name a thing."""
        return self._papers.get(concept.id, ())

    @cached_property
    def _papers(self) -> Mapping[str, tuple[Card, ...]]:
        """By concept: a merge of an idea and a thing has papers that use it and
        papers that name it.
        """
        papers = {id_: {card.id: card for card, _ in uses} for id_, uses in self.uses.items()}
        for id_, cards in self.named.items():
            papers.setdefault(id_, {}).update({card.id: card for card in cards})
        return {id_: tuple(cards.values()) for id_, cards in papers.items()}

    @cached_property
    def topics(self) -> Mapping[str, frozenset[str]]:
        """The concepts and named things that each paper is about."""
        topics: dict[str, set[str]] = {}
        for id_, cards in self._papers.items():
            for card in cards:
                topics.setdefault(card.id, set()).add(id_)
        return {paper: frozenset(ids) for paper, ids in topics.items()}

    def broader(self, concept: Concept) -> tuple[Concept, ...]:
        """The concepts under which a concept stands."""
        return self._meant(concept, concept.broader)

    def related(self, concept: Concept) -> tuple[Concept, ...]:
        """The concepts that the registry calls related to a concept."""
        return self._meant(concept, concept.related)

    def _meant(self, concept: Concept, ids: tuple[str, ...]) -> tuple[Concept, ...]:
        meant = dict.fromkeys(map(self.registry.canonical, ids))
        return tuple(
            self.concepts[id_] for id_ in meant if id_ in self.concepts and id_ != concept.id
        )

    @cached_property
    def narrower(self) -> Mapping[str, tuple[Concept, ...]]:
        """The concepts that stand under each concept, the weightiest first."""
        under: dict[str, list[Concept]] = {}
        for concept in sorted(self.concepts.values(), key=lambda c: (-len(self.papers(c)), c.id)):
            for broader in self.broader(concept):
                under.setdefault(broader.id, []).append(concept)
        return {id_: tuple(concepts) for id_, concepts in under.items()}

    @cached_property
    def concept_pages(self) -> tuple[Concept, ...]:
        """The concepts that have a page: from the second paper on, or pinned;
        the weightiest first.
        """
        return self._pages(("concept",))

    @cached_property
    def entity_pages(self) -> tuple[Concept, ...]:
        """The models, datasets and organisations that have a page, the weightiest first."""
        return self._pages(("model", "dataset", "organisation"))

    def _pages(self, kinds: tuple[str, ...]) -> tuple[Concept, ...]:
        standing = [
            c for c in self.concepts.values() if c.kind in kinds and self.path(concept_page_id(c))
        ]
        return tuple(sorted(standing, key=lambda c: (-len(self.papers(c)), c.id)))

    def has_enough(self, concept: Concept) -> bool:
        """Whether a concept or named thing is to have a page."""
        return concept.pinned or len(self.papers(concept)) >= PAPERS_FOR_A_PAGE

    def meant(self, mention: str, paper: str) -> Concept | None:
        """The concept that a paper's mention is of."""
        return self.concepts.get(self.registry.meant(mention, paper))

    def page_of(self, mention: str, paper: str) -> str | None:
        """Where the page of the concept stands that a paper's mention is of."""
        concept = self.meant(mention, paper)
        return self.path(concept_page_id(concept)) if concept else None

    def early_page_of(self, mention: str, paper: str) -> str | None:
        """The same if the concept had its page when the paper came, by the days on which papers
        were taken.

        A page of concepts that came later is linked when the site is built, so that no stored page
        changes for it.
        """
        concept, card = self.meant(mention, paper), self.cards.get(paper)
        return self.early_page(concept, card) if concept and card else None

    def early_page(self, concept: Concept, card: Card) -> str | None:
        """The page of a concept that had one when a paper came."""
        day = self._days.get(concept.id)
        early = concept.pinned or (day is not None and day <= card.imported)
        return self.path(concept_page_id(concept)) if early else None

    @cached_property
    def _days(self) -> Mapping[str, str]:
        """By concept, when it had papers enough for a page."""
        days = {id_: sorted(one.imported for one in cards) for id_, cards in self._papers.items()}
        return {
            id_: own[PAPERS_FOR_A_PAGE - 1]
            for id_, own in days.items()
            if len(own) >= PAPERS_FOR_A_PAGE
        }

    @cached_property
    def months(self) -> Mapping[str, tuple[Card, ...]]:
        """The papers by the folder of their address: ``2605``, ``astro-ph``, ``file``."""
        months: dict[str, list[Card]] = {}
        for card in self.kept:
            months.setdefault(_month(card), []).append(card)
        for card in self._gone:
            if self.path(f"page:papers/{_month(card)}/index"):
                months.setdefault(_month(card), [])
        return {month: tuple(cards) for month, cards in sorted(months.items(), reverse=True)}

    def taken(self, receipt: Receipt | ReceiptCard) -> tuple[Card, ...]:
        """The papers that a receipt's run took, in its order, without those rejected or withdrawn
        since.
        """
        cards = map(self.card, receipt.taken)
        return tuple(card for card in cards if card and not card.withdrawn)

    def path(self, page: str) -> str | None:
        """Where a page stands; ``None`` if it was deleted or has none."""
        return None if page in self.rejected else self.places.get(page)

    def link(self, page: str, folder: str) -> Markup | None:
        """The link to a page from a page in ``folder``."""
        path = self.path(page)
        return _link(path, folder) if path else None

    @cached_property
    def keys(self) -> Mapping[str, str]:
        """For each paper, what differs where anything does that other pages may show of it."""
        return {card.id: self._key(card) for card in self.kept}

    def edits(self, paper: str) -> str:
        """What a person changed on a paper's page, for a hash; empty where all is the builder's."""
        shown = self.shown.get(paper)
        return repr(shown) if shown and (shown.sections or shown.items or shown.keys) else ""

    def _key(self, card: Card) -> str:
        return f"{card.digest} {self.path(card.id)} {self.edits(card.id)}"

    @cached_property
    def text_hashes(self) -> Mapping[str, str]:
        """A hash of each text about a concept, by the concept's id."""
        return {id_: digest(dump(text).decode(), 16) for id_, text in self.texts.items()}

    @cached_property
    def cite_keys(self) -> Mapping[str, str]:
        """The BibTeX key of each paper."""
        return cite_keys(self.kept)

    # Which claims of a paper other pages may rest on.

    def stands(self, claim: str, words: str | None = None) -> bool:
        """Whether a claim (``arxiv:2605.02801#c3f9a2c1``) may be cited;
        ``words`` is the hash of what it said once.
        """
        paper, _, id_ = claim.partition("#")
        if (card := self.cards.get(paper)) and card.withdrawn:
            return False
        if paper in self.rejected or self.citable is None:
            return id_ in self._standing.get(paper, ())
        now = self.citable.get(paper, {}).get(id_)
        return now is not None and words in (None, now)

    def measured(self, card: Card) -> tuple[Measured, ...]:
        """The results of a paper whose rows other pages may show:
        those that stand, unless their table is gone.
        """
        shown, ids = self._shown(card), [one.claim for one in card.measured]
        if "results-table" in shown.sections or _cleared(shown.items.get("results-table", {}), ids):
            return ()
        return tuple(one for one in card.measured if one.claim in self._standing.get(card.id, ()))

    @cached_property
    def _standing(self) -> Mapping[str, frozenset[str]]:
        return {card.id: frozenset(card.claims) - self._touched(card) for card in self.kept}

    def _touched(self, card: Card) -> frozenset[str]:
        """The claims that a person reworded or took out;
        clearing a whole list says nothing about its claims.
        """
        items = self._shown(card).items
        lists = {f"{part}.{language}": LETTERS[part] for part in PARTS for language in LANGUAGES}
        ids = {
            name: [id_ for id_ in card.claims if id_[0] == initial]
            for name, initial in lists.items()
        }
        ids["results-table"] = [one.claim for one in card.measured]
        changed = ((items[name], own) for name, own in ids.items() if name in items)
        return frozenset(id_ for list_, own in changed if not _cleared(list_, own) for id_ in list_)

    # What a paper shows of itself elsewhere, as Markdown.

    def title(self, card: Card, folder: str) -> Markup:
        builders = _escaped(card.title)
        return Markup(self._shown(card).title(builders, folder) or escape.inline(card.id))

    def headline(self, card: Card, language: Language, folder: str) -> Markup | None:
        return self._field(
            card, f"headline.{language}", card.headline[language] if card.headline else "", folder
        )

    def summary(self, card: Card, language: Language, folder: str) -> Markup | None:
        return self._field(
            card, f"summary.{language}", card.summary[language] if card.summary else "", folder
        )

    def reason(self, card: Card, language: Language, folder: str) -> Markup | None:
        """Without the words before it on the paper's own page."""
        text = self._field(
            card, f"reason.{language}", card.reason[language] if card.reason else "", folder
        )
        label = f"**{WORDS['reason'][language]}**"
        return (
            Markup(text.removeprefix(label).lstrip(":： "))
            if text and text.startswith(label)
            else text
        )

    def edited_use(
        self, card: Card, use: Use, language: Language, folder: str
    ) -> tuple[bool, Markup | None]:
        """Whether a person changed the line of a concept on the paper's page, and their text."""
        changed, text = self._shown(card).item(f"concepts.{language}", use.concept, folder)
        return changed, Markup(text) if text else None

    def _field(self, card: Card, section: str, builders: str, folder: str) -> Markup | None:
        text = self._shown(card).text(section, escape.inline(builders), folder)
        return Markup(text) if text else None

    def _shown(self, card: Card) -> Shown:
        return self.shown.get(card.id, Shown())


# What follows from the cards, the registry and who was rejected alone.
_COUNTED = (
    "kept",
    "newest",
    "_gone",
    "uses",
    "named",
    "_papers",
    "topics",
    "narrower",
    "_days",
    "cite_keys",
)


def _cleared(changed: Mapping[str, str | None], ids: list[str]) -> bool:
    """Whether nothing is left of a list with the items ``ids``."""
    return len(ids) > 1 and all(id_ in changed and changed[id_] is None for id_ in ids)


@lru_cache(maxsize=20_000)  # a title stands on many pages, and on some several times
def _escaped(text: str) -> str:
    return escape.inline(text)


@lru_cache(maxsize=50_000)
def _link(path: str, folder: str) -> Markup:
    return Markup(escape.quoted_path(relative(path, folder)))


def concept_page_id(concept: Concept) -> str:
    """The id of the page of a concept, or of a model, dataset or organisation."""
    return f"concept:{concept.id}" if concept.kind == "concept" else f"entity:{concept.id}"


def default_path(page: str) -> str:
    """The address of a page, relative to ``docs/``, from its permanent id."""
    kind, _, own = page.partition(":")
    match kind:
        case "concept":
            return f"concepts/{own}.md"
        case "entity":
            return f"entities/{own}.md"
        case "day":
            return f"daily/{own}.md"
        case "compare":
            return f"compare/{own}.md"
        case "page":
            return f"{own}.md"
    return f"papers/{paper_address(page)}.md"


def wanted_pages(library: Library) -> Iterator[str]:
    """The ids of all pages that the data calls for."""
    yield from library.cards
    yield from (
        concept_page_id(concept)
        for concept in library.concepts.values()
        if library.has_enough(concept)
    )
    yield from (f"day:{name}" for name, receipt in library.receipts.items() if _is_day(receipt))
    yield from ("page:compare/index", *library.comparisons)
    yield from (f"page:papers/{month}/index" for month in library.months)
    yield from (f"page:log/{month}" for month in log_months(library))
    yield from (
        "page:index",
        "page:papers/index",
        "page:concepts/index",
        "page:entities/index",
        "page:log/index",
    )
    yield RADAR
    if any(map(library.has_enough, library.concepts.values())):
        yield GRAPH


def log_months(library: Library) -> dict[str, list[ReceiptCard]]:
    """The receipts by month (``2026-05``), newest first."""
    months: dict[str, list[ReceiptCard]] = {}
    newest = sorted(library.receipts.values(), key=lambda r: (r.date, r.name), reverse=True)
    for receipt in newest:
        months.setdefault(receipt.date[:7], []).append(receipt)
    return months


def _is_day(receipt: ReceiptCard) -> bool:
    return receipt.name == receipt.date


def _month(card: Card) -> str:
    return paper_address(card.id).split("/")[0]


def _by_role(pair: tuple[Card, Use]) -> tuple[int, str, str]:
    card, use = pair
    return ROLES.index(use.role), card.date, card.id
