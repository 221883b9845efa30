"""Concepts and named things side by side: what a comparison of them says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.core.values.analysis import ROLES
from wiki_builder.core.values.bilingual import (
    LANGUAGES,
    Bilingual,
    Language,
    digest,
)
from wiki_builder.core.values.concept import Concept, ConceptPart
from wiki_builder.library.card import Card
from wiki_builder.library.library import concept_page_id
from wiki_builder.library.words import WORDS
from wiki_builder.pages.views.compare_page import (
    LISTED,
    Compared,
    ComparedLine,
    fact,
    notice,
)
from wiki_builder.pages.views.references import both, cited_claims, standing_sentences

_PARTS: dict[str, ConceptPart] = {"techniques": "techniques", "questions": "questions"}


@dataclass(frozen=True)
class ComparedConcepts(Compared[Concept]):
    """The concepts of a comparison, each as what it was merged into."""

    lead = "definition"
    lists = "papers"
    parts = tuple(_PARTS)

    @cached_property
    def columns(self) -> Mapping[int, Concept]:
        known, meant = self.library.concepts, dict[str, int]()
        for number, member in enumerate(self.members, 1):
            meant.setdefault(self.library.registry.canonical(member), number)
        return {number: known[id_] for id_, number in meant.items() if id_ in known}

    @cached_property
    def heads(self) -> Mapping[int, Markup]:
        return {number: self.concept(concept) for number, concept in self.columns.items()}

    def name(self, number: int) -> Bilingual:
        name = self.columns[number].name
        said = (name[language] or name.en or name.zh for language in LANGUAGES)
        return Bilingual(*(Markup(escape.inline(name)) for name in said))

    def notices(self) -> Iterator[Markup]:
        registry = self.library.registry
        for member in self.members:
            target = self.library.concepts.get(registry.canonical(member))
            if target is None:
                yield notice(member, "not_here")
            elif target.id != member:
                merged = notice(both(registry.concepts[member].name), "merged")
                yield Markup(f"{merged}: {self.concept(target)}")

    def facts(self) -> list[dict[str, object]]:
        library, concepts = self.library, self.columns.values()
        papers = [self.papers_of(concept) for concept in concepts]
        return [
            fact("kind", (Markup(WORDS["entities"][concept.kind]) for concept in concepts)),
            fact("papers", (str(len(cards)) for cards in papers)),
            fact("roles", map(self._roles, concepts)),
            fact("first", (cards[-1].date if cards else "" for cards in papers)),
            fact("last", (cards[0].date if cards else "" for cards in papers)),
            fact("broader", (self._names(library.broader(concept)) for concept in concepts)),
            fact(
                "narrower",
                (self._names(library.narrower.get(concept.id, ())) for concept in concepts),
            ),
        ]

    def _roles(self, concept: Concept) -> Markup:
        counts = Counter(use.role for _, use in self.library.uses(concept.id))
        names = ((WORDS["roles"][role], counts[role]) for role in ROLES if counts[role])
        return Markup("<br>".join(f"{name.en} · {name.zh} {count}" for name, count in names))

    def _names(self, concepts: Sequence[Concept]) -> Markup:
        rest = [f"… +{len(concepts) - LISTED}"] if len(concepts) > LISTED else []
        return Markup("<br>".join([*map(self.concept, concepts[:LISTED]), *rest]))

    def papers_of(self, column: Concept) -> Sequence[Card]:
        """Its papers that have a page, newest first."""
        cards = [card for card in self.library.papers(column) if self.library.path(card.id)]
        cards.sort(key=lambda card: card.id)
        return sorted(cards, key=lambda card: card.date, reverse=True)

    def listed(self, column: Concept) -> Sequence[ComparedLine]:
        """Its papers."""
        return [
            ComparedLine(card.id, Markup(f"{self.paper(card)} · {card.date}"), card.title)
            for card in self.papers_of(column)
        ]

    # --- What a model wrote ---

    def lead_of(self, column: Concept, language: Language) -> ComparedLine | None:
        """What it is, as its page has it:
        a person's words before the model's, those before a paper's.
        """
        by_person = column.gloss and not column.gloss_from
        sentences = () if by_person else standing_sentences(self.library, column, "definition")
        written = " ".join(sentence.text[language] for sentence in sentences)
        builders = escape.inline(written or (column.gloss[language] if column.gloss else ""))
        shown = self.shown(concept_page_id(column))
        text = shown.text(f"definition.{language}", builders, self.folder)
        return ComparedLine(column.id, Markup(text), text) if text else None

    def lines(
        self, column: Concept, part: str, language: Language
    ) -> Sequence[ComparedLine] | None:
        """The sentences of a part, without those that a person took out or reworded on
        the concept's page.
        """
        shown, section = self.shown(concept_page_id(column)), f"{part}.{language}"
        lines = []
        for sentence in standing_sentences(self.library, column, _PARTS[part]):
            words, id_ = sentence.text[language], digest(f"{part}\0{sentence.text.en}")
            if words and section not in shown.sections and id_ not in shown.items.get(section, {}):
                cited = cited_claims(sentence.claims, self.library, language, self.folder)
                said = Markup(f"{escape.paragraph(words)} {cited}")
                lines.append(ComparedLine(f"{column.id}/{id_}", said, words))
        return lines or None
