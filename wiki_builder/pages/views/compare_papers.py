"""Papers side by side: what a comparison of papers says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.core.values.analysis import Claim
from wiki_builder.core.values.bilingual import LANGUAGES, Language
from wiki_builder.core.values.concept import Concept
from wiki_builder.core.values.paper import Paper
from wiki_builder.library.card import Card
from wiki_builder.library.library import Library
from wiki_builder.library.words import COMPARE_WORDS as W
from wiki_builder.library.words import WORDS
from wiki_builder.pages.views.compare_page import (
    ComparedLine,
    Frame,
    Group,
    Groups,
    Sides,
    bounded,
    called,
    fact,
    hidden,
    notice,
)
from wiki_builder.pages.views.compare_rows import ComparedValue
from wiki_builder.pages.views.concept import both

# The lists of a page, by the part of an analysis that each is made from.
_PARTS = {
    "contributions": "contributions",
    "steps": "steps",
    "findings": "results",
    "limitations": "limitations",
}


@dataclass(frozen=True)
class ComparedPapers:
    """The papers of a comparison, those that the wiki does not know any more left out."""

    frame: Frame
    members: tuple[str, ...]

    @cached_property
    def columns(self) -> tuple[tuple[Card, Paper], ...]:
        cards = (self.frame.library.card(id_) for id_ in self.members)
        return tuple(
            (card, paper) for card in cards if card and (paper := self.frame.read(card.id))
        )

    @cached_property
    def claims(self) -> dict[str, tuple[Claim, ...]]:
        """The claims of each paper that are verified, and that nobody reworded or took out."""
        stands = self.frame.library.stands
        analyses = ((card.id, paper.analysis) for card, paper in self.columns)
        return {
            id_: tuple(
                claim
                for claim in (analysis.claims if analysis else ())
                if stands(f"{id_}#{claim.id}")
            )
            for id_, analysis in analyses
        }

    def values(self) -> dict[str, object]:
        """The values of the template."""
        return self.frame.values(
            Sides(
                count=len(self.members),
                notices=list(self._notices()),
                heads=list(self.heads.values()),
                facts=self._facts(),
                lead="summary",
                leads={language: list(self._summaries(language)) for language in LANGUAGES},
                lists="concepts",
                groups={n: group for n, group in self._concepts() if group.lines},
                parts={
                    name: {language: self._part(name, language) for language in LANGUAGES}
                    for name in _PARTS
                },
                results=[
                    ComparedValue(column, card.id, one)
                    for column, (card, _) in enumerate(self.columns)
                    for one in self.frame.library.measured(card)
                ],
            )
        )

    @cached_property
    def heads(self) -> dict[str, Markup]:
        """Each paper's short name with its link."""
        return {card: self.frame.linked(name, card) for card, name in self.names.items()}

    @cached_property
    def names(self) -> dict[str, Markup]:
        """Each paper's short name."""
        cards = [card for card, _ in self.columns]
        names = called(self.frame.library, cards, self.frame.folder)
        return {card.id: name for card, name in zip(cards, names, strict=True)}

    def _number(self, card: Card) -> int:
        return self.members.index(card.id) + 1

    def _notices(self) -> Iterator[Markup]:
        here = {card.id for card, _ in self.columns}
        yield from (notice(id_, "not_here") for id_ in self.members if id_ not in here)
        yield from (
            notice(self.frame.paper(card), "not_read")
            for card, paper in self.columns
            if not paper.analysis
        )

    def _facts(self) -> list[dict[str, object]]:
        cards, papers = [card for card, _ in self.columns], [paper for _, paper in self.columns]
        return [
            fact("title", (self.frame.library.title(card, self.frame.folder) for card in cards)),
            fact("date", (card.date for card in cards)),
            fact(
                "kind", (Markup(WORDS["kinds"][card.kind]) if card.kind else "" for card in cards)
            ),
            fact(
                "importance", (f"{card.importance}/10" if card.importance else "" for card in cards)
            ),
            fact("text", map(_text, papers)),
            fact("claims", map(self._counted, papers)),
        ]

    def _counted(self, paper: Paper) -> str:
        if paper.analysis is None:
            return ""
        shown, total = len(self.claims[paper.id]), len(paper.analysis.claims)
        word = W["some_shown" if total > shown else "shown"]
        return str(word.filled(shown=shown, rest=total - shown))

    def _summaries(self, language: Language) -> Iterator[tuple[Markup, ComparedLine]]:
        for card, _ in self.columns:
            if text := self.frame.library.summary(card, language, self.frame.folder):
                yield self.heads[card.id], ComparedLine(card.id, text, str(text))

    # --- Concepts ---

    def _concepts(self) -> Iterator[tuple[int, Group]]:
        """The concepts that several papers share, then each paper's own."""
        of = [concepts_of(self.frame.library, card) for card, _ in self.columns]
        counts = Counter(concept.id for concepts in of for concept in concepts)
        every = {concept.id: concept for concepts in of for concept in concepts}
        shared = sorted(
            (c for c in every.values() if counts[c.id] > 1), key=lambda concept: -counts[concept.id]
        )
        yield 0, self._concept_group(W["in_common"], shared)
        for (card, _), concepts in zip(self.columns, of, strict=True):
            head = Markup(W["only_in"].filled(name=self.names[card.id]))
            yield (
                self._number(card),
                self._concept_group(head, [c for c in concepts if counts[c.id] == 1]),
            )

    def _concept_group(self, head: Markup, concepts: Sequence[Concept]) -> Group:
        return Group(
            head,
            bounded([ComparedLine(c.id, self.frame.concept(c), both(c.name)) for c in concepts]),
        )

    # --- Claims ---

    def _part(self, name: str, language: Language) -> Groups:
        groups = {
            self._number(card): Group(
                self.heads[card.id], tuple(self._lines(card, paper, name, language))
            )
            for card, paper in self.columns
            if paper.analysis
        }
        return groups if any(group.lines for group in groups.values()) else {}

    def _lines(
        self, card: Card, paper: Paper, name: str, language: Language
    ) -> Iterator[ComparedLine]:
        part = _PARTS[name]
        ids = [
            claim.id
            for claim in (paper.analysis.claims if paper.analysis else ())
            if claim.part == part
        ]
        if hidden(self.frame.shown(card.id), f"{part}.{language}", ids):
            return
        for claim in self.claims[card.id]:
            # those have their table
            if claim.part == part and not (part == "results" and claim.row):
                yield ComparedLine(
                    f"{card.id}/{claim.id}",
                    self._said(card, claim, language),
                    _words(claim, language),
                )

    def _said(self, card: Card, claim: Claim, language: Language) -> Markup:
        label, text = claim.label[language] if claim.label else "", claim.text[language]
        named = f"**{escape.inline(label)}**{WORDS['colon'][language]}{escape.inline(text)}"
        inferred = WORDS["inferred"][language] if claim.origin == "inferred" else ""
        said = f"{inferred}{named if label else escape.paragraph(text)}"
        return Markup(f"{said} {self.frame.evidence(card.id, claim.id)}")


def _words(claim: Claim, language: Language) -> str:
    """A claim's VALUE: its words, whatever the template."""
    return " ".join(
        (claim.label[language] if claim.label else "", claim.text[language], claim.origin or "")
    )


def _text(paper: Paper) -> str:
    """Which text was read, in both languages."""
    if paper.analysis is None:
        return ""
    return str(WORDS["texts"][paper.text.kind if paper.text else "abstract"])


def concepts_of(library: Library, card: Card) -> tuple[Concept, ...]:
    """The concepts of a paper, each once, in its order."""
    meant = (library.meant(use.concept, card.id) for use in card.uses)
    return tuple({concept.id: concept for concept in meant if concept}.values())
