"""All that pages are made from: cards, concepts, receipts, places, and what people changed.

A :class:`Library` is a value made once a run; a page's view asks it for cross
references. It decides which concept has a page, where each page stands, and what
is shown of a paper elsewhere.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from heapq import nsmallest
from typing import Any, TypeAlias, TypeVar

from markupsafe import Markup

from wiki_builder.concepts.articles.material import paper_of
from wiki_builder.concepts.registry import Registry
from wiki_builder.contract import escape
from wiki_builder.core.store.concept_texts import ConceptTexts, text_hash
from wiki_builder.core.store.wiki import paper_address
from wiki_builder.core.values.analysis import LETTERS, PARTS, ROLES, Role
from wiki_builder.core.values.bilingual import (
    LANGUAGES,
    Bilingual,
    Language,
)
from wiki_builder.core.values.briefing import Briefing, is_week
from wiki_builder.core.values.concept import Concept, ConceptText
from wiki_builder.core.values.post import Post
from wiki_builder.core.values.receipt import Receipt, ReceiptCard
from wiki_builder.core.values.relation import Relation
from wiki_builder.events.decisions import Decision
from wiki_builder.events.group import Groups
from wiki_builder.library.bibtex import cite_keys
from wiki_builder.library.card import Card, Measured, Use
from wiki_builder.library.comparisons import Comparison
from wiki_builder.library.events import events_of
from wiki_builder.library.own_words import OwnWords
from wiki_builder.library.shown import Shown, relative
from wiki_builder.library.words import WORDS

T = TypeVar("T")

PAPERS_FOR_A_PAGE = 2
GRAPH = "page:graph"
TRENDS = "page:trends"
AWAY = "page:away"
RADAR = "page:radar"
DAYS = "page:daily/index"


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
    """A related paper, the ids of the concepts that both share, the weightiest first, and how near
    it is, from 0 to 1.
    """

    id: str
    concepts: tuple[str, ...] = ()
    score: float = 0.0


Mention: TypeAlias = tuple[int, str, str, Card, int]
"""A paper's mention of a concept: its role's place, the paper's day, id and card, and which of its
uses it is.
"""


@dataclass(frozen=True)
class Library:
    """``places`` gives the path of each page that stands or will stand; ``rejected`` the deleted
    ones.

    ``history`` is by concept; ``own_words`` holds what people wrote on the pages of merged
    concepts, by page. ``citable`` gives for each paper its claims that may be cited, with the hash
    of their words; without it, these are the verified ones that nobody touched. ``briefings`` is by
    day and week.
    """

    cards: Mapping[str, Card]
    registry: Registry
    receipts: Mapping[str, ReceiptCard]
    shown: Mapping[str, Shown] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    rejected: frozenset[str] = frozenset()
    texts: Mapping[str, ConceptText] = field(default_factory=dict)
    briefings: Mapping[str, Briefing] = field(default_factory=dict)
    comparisons: Mapping[str, Comparison] = field(default_factory=dict)
    history: Mapping[str, tuple[Event, ...]] = field(default_factory=dict)
    own_words: Mapping[str, OwnWords] = field(default_factory=dict)
    citable: Mapping[str, Mapping[str, str]] | None = None
    related_papers: Callable[[str], tuple[Related, ...]] = lambda paper: ()
    posts: Mapping[str, Post] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    _computed: dict[Callable[[Library], Any], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def computed(self, make: Callable[[Library], T]) -> T:
        """What ``make`` makes of this library, made once."""
        if make not in self._computed:
            self._computed[make] = make(self)
        made: T = self._computed[make]
        return made

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

    @cached_property
    def events(self) -> Groups:
        """The events that have several members: papers, posts."""
        return events_of(self.cards, self.rejected, self.posts, self.decisions)

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
    def _mentions(self) -> Mapping[str, Mapping[str, Mention]]:
        """By concept, the weightiest mention of it in each paper that uses it."""
        found: dict[str, dict[str, Mention]] = {}
        meant, places = self.registry.meant, {role: place for place, role in enumerate(ROLES)}
        for card in self.kept:
            for at, (concept, role) in enumerate(card.roles):
                papers, place = found.setdefault(meant(concept, card.id), {}), places[role]
                if card.id not in papers or place < papers[card.id][0]:
                    papers[card.id] = place, card.date, card.id, card, at
        return found

    def mentions(self, concept: str) -> list[Mention]:
        """The papers of a concept: who introduces it first, then by date."""
        return sorted(self._mentions.get(concept, {}).values())

    def mentioned_in(self, concept: str) -> int:
        """How many papers use a concept."""
        return len(self._mentions.get(concept, ()))

    def mention(self, concept: str, paper: str) -> Mention | None:
        """The weightiest mention of a concept in one paper."""
        return self._mentions.get(concept, {}).get(paper)

    def roles(self, concept: str) -> list[tuple[Card, Role]]:
        """The same papers with their roles."""
        return [(card, ROLES[place]) for place, _, _, card, _ in self.mentions(concept)]

    def uses(self, concept: str) -> tuple[tuple[Card, Use], ...]:
        """The papers of a concept, in the same order, with what they say of it."""
        return tuple((card, card.uses[at]) for *_, card, at in self.mentions(concept))

    @cached_property
    def named(self) -> Mapping[str, Mapping[str, Card]]:
        """The papers that name each model, dataset and organisation, newest first."""
        named: dict[str, dict[str, Card]] = {}
        meant = self.registry.meant
        for card in self.kept:
            for thing in card.things:
                named.setdefault(meant(thing, card.id), {})[card.id] = card
        return named

    def papers(self, concept: Concept) -> tuple[Card, ...]:
        """The papers that use a concept or name a thing, those first that use it: a merge of an
        idea and a thing has both.
        """
        used = {card.id: card for *_, card, _ in self.mentions(concept.id)}
        return tuple((used | {**self.named.get(concept.id, {}), **used}).values())

    def paper_ids(self, concept: Concept) -> dict[str, None]:
        """Their ids, in no order that tells anything."""
        used, named = self._mentions.get(concept.id, {}), self.named.get(concept.id, {})
        return dict.fromkeys((*used, *named))

    def weight(self, concept: Concept) -> int:
        """How many papers those are."""
        return self._weights.get(concept.id, 0)

    @cached_property
    def _weights(self) -> Mapping[str, int]:
        used, named = self._mentions, self.named
        weights = {id_: len(papers) for id_, papers in (*used.items(), *named.items())}
        both = used.keys() & named.keys()
        return weights | {id_: len(used[id_].keys() | named[id_].keys()) for id_ in both}

    def topics(self, card: Card) -> frozenset[str]:
        """The concepts and named things that a paper is about."""
        meant = self.registry.meant
        mentioned = (*(concept for concept, _ in card.roles), *card.things)
        return frozenset(meant(id_, card.id) for id_ in mentioned)

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
        placed = (concept for concept in self.concepts.values() if concept.broader)
        for concept in sorted(placed, key=lambda c: (-self.weight(c), c.id)):
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
        return tuple(sorted(standing, key=lambda c: (-self.weight(c), c.id)))

    def has_enough(self, concept: Concept) -> bool:
        """Whether a concept or named thing is to have a page."""
        return concept.pinned or self.weight(concept) >= PAPERS_FOR_A_PAGE

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
        day = self.day(concept)
        early = day is not None and day <= card.imported
        return self.path(concept_page_id(concept)) if early else None

    def day(self, concept: Concept) -> str | None:
        """When a concept was to have a page: always where it is pinned (empty)."""
        return "" if concept.pinned else self._days.get(concept.id)

    @cached_property
    def _days(self) -> Mapping[str, str]:
        """By concept, when it had papers enough for a page."""
        days: dict[str, str] = {}
        for id_, weight in self._weights.items():
            if weight >= PAPERS_FOR_A_PAGE:
                used, named = self._mentions.get(id_, {}), self.named.get(id_, {})
                cards = (self.cards[paper] for paper in {**used, **named})
                own = nsmallest(PAPERS_FOR_A_PAGE, (card.imported for card in cards))
                days[id_] = own[-1]
        return days

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

    @cached_property
    def posts_of_days(self) -> Mapping[str, tuple[Post, ...]]:
        """By the name of a day's receipt the posts that came on it, or since the day before it."""
        days = sorted(name for name, receipt in self.receipts.items() if _is_day(receipt))
        found: dict[str, list[Post]] = {}
        for post in self.posts.values():
            at = bisect_left(days, post.seen)
            if at < len(days):
                found.setdefault(days[at], []).append(post)
        return {day: tuple(posts) for day, posts in found.items()}

    def path(self, page: str) -> str | None:
        """Where a page stands; ``None`` if it was deleted or has none."""
        return None if page in self.rejected else self.places.get(page)

    def link(self, page: str, folder: str) -> Markup | None:
        """The link to a page from a page in ``folder``."""
        path = self.path(page)
        return _link(path, folder) if path else None

    def key(self, paper: str) -> str | None:
        """What differs where anything does that other pages may show of a paper."""
        card = self.card(paper)
        return f"{card.digest} {self.path(paper)} {self.edits(paper)}" if card else None

    def edits(self, paper: str) -> str:
        """What a person changed on a paper's page, for a hash; empty where all is the builder's."""
        shown = self.shown.get(paper)
        return shown.told if shown and (shown.sections or shown.items or shown.keys) else ""

    def text_hash(self, concept: str) -> str | None:
        """A hash of the text about a concept."""
        if isinstance(self.texts, ConceptTexts):
            return self.texts.hash(concept)
        text = self.texts.get(concept)
        return text_hash(text) if text else None

    def cited(self, concept: Concept) -> list[str]:
        """The papers from which the text about a concept was written."""
        if isinstance(self.texts, ConceptTexts):
            return self.texts.papers(concept.id)
        text = self.texts.get(concept.id)
        return sorted({claim.partition("#")[0] for claim in text.claims}) if text else []

    @cached_property
    def cite_keys(self) -> Mapping[str, str]:
        """The BibTeX key of each paper that was not rejected: one that is withdrawn keeps its own,
        and so do the others.
        """
        return cite_keys(card for id_, card in self.cards.items() if id_ not in self.rejected)

    # Which claims of a paper other pages may rest on.

    def stands(self, claim: str, words: str | None = None) -> bool:
        """Whether a claim (``arxiv:2605.02801#c3f9a2c1``) may be cited;
        ``words`` is the hash of what it said once.
        """
        paper, _, id_ = claim.partition("#")
        if (card := self.cards.get(paper)) and card.withdrawn:
            return False
        if paper in self.rejected or self.citable is None:
            return id_ in self._standing(paper)
        now = self.citable.get(paper, {}).get(id_)
        return now is not None and words in (None, now)

    def relations(self, paper: str) -> tuple[Relation, ...]:
        """How findings of a paper and of others stand to one another, as far as both stand as they
        were when they were compared; those of papers that came later first.
        """
        asked = (*reversed(self._asked_about.get(paper, ())), paper)
        return tuple(
            relation
            for card in filter(None, map(self.card, asked))
            for relation in self.found_by(card)
            if paper in (card.id, paper_of(relation.theirs.claim))
        )

    def found_by(self, card: Card) -> tuple[Relation, ...]:
        """Those of a paper's findings to papers that came before."""
        return tuple(
            relation
            for relation in (card.relations if card.beside else ())
            if all(self.stands(side.claim, side.words) for side in (relation.ours, relation.theirs))
        )

    @cached_property
    def _asked_about(self) -> Mapping[str, list[str]]:
        """By paper the later ones whose findings bear on its own."""
        found: dict[str, list[str]] = {}
        for card in self.kept:
            for other in card.beside:
                found.setdefault(other, []).append(card.id)
        return {paper: sorted(papers) for paper, papers in found.items()}

    def relations_on(self, concept: Concept) -> tuple[Relation, ...]:
        """Those of findings that name a concept, the newest first."""
        meant = self.registry.canonical
        cards = [card for card in self.papers(concept) if card.beside]
        return tuple(
            relation
            for card in sorted(cards, key=lambda card: (card.date, card.id), reverse=True)
            for relation in self.found_by(card)
            if concept.id in map(meant, relation.concepts)
        )

    def measured(self, card: Card) -> tuple[Measured, ...]:
        """The results of a paper whose rows other pages may show:
        those that stand, unless their table is gone.
        """
        shown, measured = self._shown(card), card.measured
        ids = [one.claim for one in measured]
        if "results-table" in shown.sections or _cleared(shown.items.get("results-table", {}), ids):
            return ()
        standing = self._standing(card.id) if measured else ()
        return tuple(one for one in measured if one.claim in standing)

    def _standing(self, paper: str) -> frozenset[str]:
        card = self.card(paper)
        return frozenset(card.claims) - self._touched(card) if card else frozenset()

    def _touched(self, card: Card) -> frozenset[str]:
        """The claims that a person reworded or took out;
        clearing a whole list says nothing about its claims.
        """
        items = self._shown(card).items
        if not items:
            return frozenset()
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
        self, card: Card, concept: str, language: Language, folder: str
    ) -> tuple[bool, Markup | None]:
        """Whether a person changed the line of a concept on the paper's page, and their text."""
        shown = self.shown.get(card.id)
        if shown is None:
            return False, None
        changed, text = shown.item(f"concepts.{language}", concept, folder)
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
    "_mentions",
    "named",
    "_weights",
    "narrower",
    "_days",
    "cite_keys",
    "_asked_about",
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
        case "day" | "week":
            return f"daily/{own}.md"
        case "compare":
            return f"compare/{own}.md"
        case "post":
            return f"posts/{own}.md"
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
    yield from (f"week:{name}" for name in library.briefings if is_week(name))
    yield from ("page:compare/index", *library.comparisons)
    yield from (f"page:papers/{month}/index" for month in library.months)
    yield from (f"page:log/{month}" for month in log_months(library))
    yield from library.posts
    yield from (f"page:posts/{month}" for month in post_months(library))
    if library.posts:
        yield "page:posts/index"
    yield from (
        "page:index",
        "page:papers/index",
        "page:concepts/index",
        "page:entities/index",
        "page:log/index",
    )
    yield DAYS
    yield RADAR
    if any(map(library.has_enough, library.concepts.values())):
        yield GRAPH
        yield TRENDS
        yield AWAY


def log_months(library: Library) -> dict[str, list[ReceiptCard]]:
    """The receipts by month (``2026-05``), newest first."""
    months: dict[str, list[ReceiptCard]] = {}
    newest = sorted(library.receipts.values(), key=lambda r: (r.date, r.name), reverse=True)
    for receipt in newest:
        months.setdefault(receipt.date[:7], []).append(receipt)
    return months


def post_months(library: Library) -> dict[str, list[Post]]:
    """The posts by month (``2026-05``), newest first; those that a person deleted, too, so that
    lists of what is left stay.
    """
    months: dict[str, list[Post]] = {}
    for post in sorted(library.posts.values(), key=lambda one: (one.date, one.id), reverse=True):
        months.setdefault(post.date[:7], []).append(post)
    return months


def _is_day(receipt: ReceiptCard) -> bool:
    return receipt.name == receipt.date


def _month(card: Card) -> str:
    return paper_address(card.id).split("/")[0]
