"""Concepts and named things side by side: what a comparison of them says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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
from wiki_builder.core.values.concept import Concept, ConceptPart, Sentence
from wiki_builder.library.card import Card
from wiki_builder.library.library import concept_page_id
from wiki_builder.library.words import COMPARE_WORDS as W
from wiki_builder.library.words import WORDS
from wiki_builder.pages.views.compare_page import (
    LISTED,
    ComparedLine,
    Frame,
    Group,
    Groups,
    Sides,
    bounded,
    fact,
    notice,
)
from wiki_builder.pages.views.compare_rows import ComparedValue
from wiki_builder.pages.views.concept import both
from wiki_builder.pages.views.references import cited_claims, standing_sentences

_PARTS: tuple[ConceptPart, ...] = ("techniques", "questions")


@dataclass(frozen=True)
class ComparedConcepts:
    """The concepts of a comparison, each as what it was merged into."""

    frame: Frame
    members: tuple[str, ...]

    @cached_property
    def columns(self) -> tuple[Concept, ...]:
        known = self.frame.library.concepts
        meant = dict.fromkeys(map(self.frame.library.registry.canonical, self.members))
        return tuple(known[id_] for id_ in meant if id_ in known)

    @cached_property
    def papers(self) -> tuple[tuple[Card, ...], ...]:
        """The papers of each concept that have a page, newest first."""
        return tuple(self._newest(concept) for concept in self.columns)

    def values(self) -> dict[str, object]:
        """The values of the template."""
        return self.frame.values(
            Sides(
                count=len(self.members),
                notices=[notice for member in self.members if (notice := self._notice(member))],
                heads=[self.frame.concept(concept) for concept in self.columns],
                facts=self._facts(),
                lead="definition",
                leads={language: list(self._definitions(language)) for language in LANGUAGES},
                lists="papers",
                groups={n: group for n, group in self._lists() if group.lines},
                parts={
                    part: {language: self._part(part, language) for language in LANGUAGES}
                    for part in _PARTS
                },
                results=[
                    ComparedValue(column, card.id, one)
                    for column, cards in enumerate(self.papers)
                    for card in cards
                    for one in self.frame.library.measured(card)
                ],
            )
        )

    def _newest(self, concept: Concept) -> tuple[Card, ...]:
        cards = (
            card for card in self.frame.library.papers(concept) if self.frame.library.path(card.id)
        )
        return tuple(
            sorted(
                sorted(cards, key=lambda card: card.id), key=lambda card: card.date, reverse=True
            )
        )

    def _number(self, concept: Concept) -> int:
        return [self.frame.library.registry.canonical(member) for member in self.members].index(
            concept.id
        ) + 1

    def _notice(self, member: str) -> Markup | None:
        registry, library = self.frame.library.registry, self.frame.library
        target = library.concepts.get(registry.canonical(member))
        if target is None:
            return notice(member, "not_here")
        if target.id == member:
            return None
        return Markup(
            f"{notice(both(registry.concepts[member].name), 'merged')}:"
            f" {self.frame.concept(target)}"
        )

    def _facts(self) -> list[dict[str, object]]:
        library = self.frame.library
        return [
            fact("kind", (Markup(WORDS["entities"][concept.kind]) for concept in self.columns)),
            fact("papers", (str(len(cards)) for cards in self.papers)),
            fact("roles", map(self._roles, self.columns)),
            fact("first", (cards[-1].date if cards else "" for cards in self.papers)),
            fact("last", (cards[0].date if cards else "" for cards in self.papers)),
            fact("broader", (self._names(library.broader(concept)) for concept in self.columns)),
            fact(
                "narrower",
                (self._names(library.narrower.get(concept.id, ())) for concept in self.columns),
            ),
        ]

    def _roles(self, concept: Concept) -> Markup:
        counts = Counter(use.role for _, use in self.frame.library.uses.get(concept.id, ()))
        names = ((WORDS["roles"][role], counts[role]) for role in ROLES if counts[role])
        return Markup("<br>".join(f"{name.en} · {name.zh} {count}" for name, count in names))

    def _names(self, concepts: Sequence[Concept]) -> Markup:
        rest = [f"… +{len(concepts) - LISTED}"] if len(concepts) > LISTED else []
        return Markup("<br>".join([*map(self.frame.concept, concepts[:LISTED]), *rest]))

    # --- Papers ---

    def _lists(self) -> Iterator[tuple[int, Group]]:
        """The papers that use several of the concepts, then those of each alone."""
        counts = Counter(card.id for cards in self.papers for card in cards)
        every = {card.id: card for cards in self.papers for card in cards}
        shared = sorted(
            (card for card in every.values() if counts[card.id] > 1),
            key=lambda card: -counts[card.id],
        )
        yield 0, self._paper_group(W["in_common"], shared)
        for concept, cards in zip(self.columns, self.papers, strict=True):
            names = (
                concept.name[language] or concept.name.en or concept.name.zh
                for language in LANGUAGES
            )
            name = Bilingual(*(Markup(escape.inline(name)) for name in names))
            head = Markup(W["only_in"].filled(name=name))
            yield (
                self._number(concept),
                self._paper_group(head, [card for card in cards if counts[card.id] == 1]),
            )

    def _paper_group(self, head: Markup, cards: Sequence[Card]) -> Group:
        lines = [
            ComparedLine(card.id, Markup(f"{self.frame.paper(card)} · {card.date}"), card.title)
            for card in cards
        ]
        return Group(head, bounded(lines))

    # --- What a model wrote ---

    def _definitions(self, language: Language) -> Iterator[tuple[Markup, ComparedLine]]:
        """What each concept is, as its page has it:
        a person's words before the model's, those before a paper's.
        """
        for concept in self.columns:
            sentences = (
                ()
                if concept.gloss and not concept.gloss_from
                else self._sentences(concept, "definition")
            )
            written = " ".join(sentence.text[language] for sentence in sentences)
            builders = escape.inline(written or (concept.gloss[language] if concept.gloss else ""))
            shown = self.frame.shown(concept_page_id(concept))
            if text := shown.text(f"definition.{language}", builders, self.frame.folder):
                yield self.frame.concept(concept), ComparedLine(concept.id, Markup(text), text)

    def _part(self, part: ConceptPart, language: Language) -> Groups:
        groups = {
            self._number(concept): Group(
                self.frame.concept(concept), tuple(self._lines(concept, part, language))
            )
            for concept in self.columns
        }
        return {number: group for number, group in groups.items() if group.lines}

    def _lines(
        self, concept: Concept, part: ConceptPart, language: Language
    ) -> Iterator[ComparedLine]:
        """The sentences of a part, without those that a person took out or reworded on
        the concept's page.
        """
        shown, section = self.frame.shown(concept_page_id(concept)), f"{part}.{language}"
        if section in shown.sections:
            return
        for sentence in self._sentences(concept, part):
            words, id_ = sentence.text[language], digest(f"{part}\0{sentence.text.en}")
            if words and id_ not in shown.items.get(section, {}):
                references = cited_claims(
                    sentence.claims, self.frame.library, language, self.frame.folder
                )
                yield ComparedLine(
                    f"{concept.id}/{id_}", Markup(f"{escape.paragraph(words)} {references}"), words
                )

    def _sentences(self, concept: Concept, part: ConceptPart) -> tuple[Sentence, ...]:
        """The sentences of one part of which every claim still stands."""
        text = self.frame.library.texts.get(concept.id)
        return standing_sentences(self.frame.library, text, part) if text else ()
