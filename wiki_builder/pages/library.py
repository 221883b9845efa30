"""All that pages are made from: cards, concepts, receipts, places, and what people changed.

A :class:`Library` is a value made once a run; a page's view asks it for cross
references. It decides which concept has a page, where each page stands, and what
is shown of a paper elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from markupsafe import Markup

from wiki_builder.concepts.names import slug
from wiki_builder.models import ROLES, Concept, Entity, Language, Receipt, digest
from wiki_builder.pages import escape
from wiki_builder.pages.card import Card, Use
from wiki_builder.pages.shown import Shown, relative
from wiki_builder.store import dump, paper_address

PAPERS_FOR_A_PAGE = 2


@dataclass(frozen=True)
class Library:
    """``places`` gives the path of each page that stands or will stand; ``rejected`` the deleted ones."""

    cards: Mapping[str, Card]
    concepts: Mapping[str, Concept]
    receipts: Mapping[str, Receipt]
    shown: Mapping[str, Shown] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    rejected: frozenset[str] = frozenset()

    def card(self, id_: str) -> Card | None:
        """A paper's card, unless a person rejected the paper."""
        return None if id_ in self.rejected else self.cards.get(id_)

    @cached_property
    def kept(self) -> tuple[Card, ...]:
        """All papers that were not rejected, newest first."""
        cards = [card for id_, card in self.cards.items() if id_ not in self.rejected]
        return tuple(sorted(sorted(cards, key=lambda c: c.id), key=lambda c: c.date, reverse=True))

    @cached_property
    def _gone(self) -> tuple[Card, ...]:
        """The rejected papers: pages that listed them stay, and say what is left."""
        return tuple(card for id_, card in self.cards.items() if id_ in self.rejected)

    @cached_property
    def uses(self) -> Mapping[str, tuple[tuple[Card, Use], ...]]:
        """The papers of each concept: who introduces it first, then by date."""
        uses: dict[str, list[tuple[Card, Use]]] = {}
        for card in self.kept:
            for use in card.uses:
                uses.setdefault(use.concept, []).append((card, use))
        return {id_: tuple(sorted(pairs, key=_by_role)) for id_, pairs in uses.items()}

    @cached_property
    def concept_pages(self) -> tuple[Concept, ...]:
        """The concepts that have a page: from the second paper on, or pinned; the weightiest first."""
        known = [c for id_, c in self.concepts.items() if c.pinned or len(self.uses.get(id_, ())) >= PAPERS_FOR_A_PAGE]
        standing = [c for c in known if self.path(concept_page_id(c.id))]
        return tuple(sorted(standing, key=lambda c: (-len(self.uses.get(c.id, ())), c.id)))

    @cached_property
    def entities(self) -> Mapping[Entity, tuple[Card, ...]]:
        """The named models, datasets and organisations that two papers or more share, or whose page stands already."""
        names: dict[str, set[Entity]] = {}
        papers: dict[str, dict[str, Card]] = {}
        for card in (*self.kept, *self._gone):
            for entity in card.entities:
                id_ = entity_page_id(entity)
                names.setdefault(id_, set()).add(entity)
                papers.setdefault(id_, {}).update({} if card.id in self.rejected else {card.id: card})
        shown = [id_ for id_ in sorted(papers) if len(papers[id_]) >= PAPERS_FOR_A_PAGE or self.path(id_)]
        return {min(names[id_], key=lambda e: e.name): tuple(papers[id_].values()) for id_ in shown}

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

    def taken(self, receipt: Receipt) -> tuple[Card, ...]:
        """The papers that a receipt's run took, in its order, without those rejected since."""
        rows = (self.card(row.id) for row in receipt.rows if row.outcome == "taken")
        return tuple(card for card in rows if card)

    def path(self, page: str) -> str | None:
        """Where a page stands; ``None`` if it was deleted or has none."""
        return None if page in self.rejected else self.places.get(page)

    def link(self, page: str, folder: str) -> Markup | None:
        """The link to a page from a page in ``folder``."""
        path = self.path(page)
        return _link(path, folder) if path else None

    @cached_property
    def keys(self) -> Mapping[str, str]:
        """For each paper, a hash of all that other pages may show of it."""
        return {card.id: self._key(card) for card in self.kept}

    def edits(self, paper: str) -> str:
        """What a person changed on a paper's page, for a hash; empty where all is the builder's."""
        shown = self.shown.get(paper)
        return repr(shown) if shown and (shown.sections or shown.items or shown.keys) else ""

    def _key(self, card: Card) -> str:
        words = dump(replace(card, related=())).decode()
        return digest(f"{words}\0{self.path(card.id)}\0{self.edits(card.id)}", 16)

    # What a paper shows of itself elsewhere, as Markdown.

    def title(self, card: Card, folder: str) -> Markup:
        builders = escape.inline(card.title)
        return Markup(self._shown(card).title(builders, folder) or escape.inline(card.id))

    def headline(self, card: Card, language: Language, folder: str) -> Markup | None:
        return self._field(card, f"headline.{language}", card.headline[language] if card.headline else "", folder)

    def summary(self, card: Card, language: Language, folder: str) -> Markup | None:
        return self._field(card, f"summary.{language}", card.summary[language] if card.summary else "", folder)

    def edited_use(self, card: Card, use: Use, language: Language, folder: str) -> tuple[bool, Markup | None]:
        """Whether a person changed the line of a concept on the paper's page, and their text."""
        changed, text = self._shown(card).item(f"concepts.{language}", use.concept, folder)
        return changed, Markup(text) if text else None

    def _field(self, card: Card, section: str, builders: str, folder: str) -> Markup | None:
        text = self._shown(card).text(section, escape.inline(builders), folder)
        return Markup(text) if text else None

    def _shown(self, card: Card) -> Shown:
        return self.shown.get(card.id, Shown())


@lru_cache(maxsize=50_000)
def _link(path: str, folder: str) -> Markup:
    return Markup(escape.quoted_path(relative(path, folder)))


def concept_page_id(concept: str) -> str:
    return f"concept:{concept}"


def entity_page_id(entity: Entity) -> str:
    return f"entity:{entity.kind}/{slug(entity.name)}"


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
        case "page":
            return f"{own}.md"
    return f"papers/{paper_address(page)}.md"


def wanted_pages(library: Library) -> Iterator[str]:
    """The ids of all pages that the data calls for."""
    yield from library.cards
    shared = {id_ for id_, uses in library.uses.items() if len(uses) >= PAPERS_FOR_A_PAGE}
    yield from (concept_page_id(id_) for id_, c in library.concepts.items() if id_ in shared or c.pinned)
    yield from (entity_page_id(entity) for entity in library.entities)
    yield from (f"day:{name}" for name, receipt in library.receipts.items() if _is_day(receipt))
    yield from (f"page:papers/{month}/index" for month in library.months)
    yield from (f"page:log/{month}" for month in log_months(library))
    yield from ("page:index", "page:papers/index", "page:concepts/index", "page:entities/index", "page:log/index")


def log_months(library: Library) -> dict[str, list[Receipt]]:
    """The receipts by month (``2026-05``), newest first."""
    months: dict[str, list[Receipt]] = {}
    newest = sorted(library.receipts.values(), key=lambda r: (r.date, r.name), reverse=True)
    for receipt in newest:
        months.setdefault(receipt.date[:7], []).append(receipt)
    return months


def _is_day(receipt: Receipt) -> bool:
    return receipt.name == receipt.date


def _month(card: Card) -> str:
    return paper_address(card.id).split("/")[0]


def _by_role(pair: tuple[Card, Use]) -> tuple[int, str, str]:
    card, use = pair
    return ROLES.index(use.role), card.date, card.id
