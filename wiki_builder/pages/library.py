"""All that pages are made from: cards, concepts, receipts, places, and what people changed.

A :class:`Library` is a value made once a run; a page's view asks it for cross
references. It decides which concept has a page, where each page stands, and what
is shown of a paper elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from markupsafe import Markup

from wiki_builder.concepts.names import slug
from wiki_builder.models import ROLES, Concept, Entity, Language, Receipt
from wiki_builder.pages import escape
from wiki_builder.pages.card import Card, Use
from wiki_builder.pages.shown import Shown, relative
from wiki_builder.store import paper_address

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
        """The named models, datasets and organisations that two papers or more share."""
        named: dict[str, list[tuple[Entity, Card]]] = {}
        for card in self.kept:
            for entity in card.entities:
                named.setdefault(entity_page_id(entity), []).append((entity, card))
        unique = {id_: {card.id: (entity, card) for entity, card in pairs} for id_, pairs in named.items()}
        shared = {id_: list(pairs.values()) for id_, pairs in sorted(unique.items()) if len(pairs) >= PAPERS_FOR_A_PAGE}
        return {
            min((e for e, _ in pairs), key=lambda e: e.name): tuple(c for _, c in pairs) for pairs in shared.values()
        }

    @cached_property
    def months(self) -> Mapping[str, tuple[Card, ...]]:
        """The papers by the folder of their address: ``2605``, ``astro-ph``, ``file``."""
        months: dict[str, list[Card]] = {}
        for card in self.kept:
            months.setdefault(paper_address(card.id).split("/")[0], []).append(card)
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
        return Markup(escape.quoted_path(relative(path, folder))) if path else None

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


def _by_role(pair: tuple[Card, Use]) -> tuple[int, str, str]:
    card, use = pair
    return ROLES.index(use.role), card.date, card.id
