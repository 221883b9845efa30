"""Papers side by side: what a comparison of papers says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.core.values.analysis import Claim
from wiki_builder.core.values.bilingual import Language
from wiki_builder.core.values.concept import Concept
from wiki_builder.core.values.paper import Paper
from wiki_builder.grounding.standing import in_table
from wiki_builder.library.card import Card
from wiki_builder.library.library import Library
from wiki_builder.library.words import COMPARE_WORDS as W
from wiki_builder.library.words import WORDS
from wiki_builder.pages.views.compare_page import (
    Compared,
    ComparedLine,
    called,
    fact,
    hidden,
    notice,
)
from wiki_builder.pages.views.references import both, linked

# The lists of a page, by the part of an analysis that each is made from.
_PARTS = {
    "contributions": "contributions",
    "steps": "steps",
    "findings": "results",
    "limitations": "limitations",
}


@dataclass(frozen=True)
class ComparedPapers(Compared[tuple[Card, Paper]]):
    """The papers of a comparison, those that the wiki does not know any more left out."""

    lead = "summary"
    lists = "concepts"
    parts = tuple(_PARTS)

    @cached_property
    def columns(self) -> Mapping[int, tuple[Card, Paper]]:
        cards = ((number, self.library.card(id_)) for number, id_ in enumerate(self.members, 1))
        return {
            number: (card, paper)
            for number, card in cards
            if card and (paper := self.read(card.id))
        }

    @cached_property
    def claims(self) -> dict[str, tuple[Claim, ...]]:
        """The claims of each paper that stand, and that nobody reworded or took out."""
        stands = self.library.stands
        return {
            card.id: tuple(c for c in _claims(paper) if stands(f"{card.id}#{c.id}"))
            for card, paper in self.columns.values()
        }

    @cached_property
    def heads(self) -> Mapping[int, Markup]:
        papers = self.columns.items()
        return {n: linked(self.library, self.names[n], c.id, self.folder) for n, (c, _) in papers}

    @cached_property
    def names(self) -> Mapping[int, Markup]:
        """Each paper's short name."""
        cards = [card for card, _ in self.columns.values()]
        return dict(zip(self.columns, called(self.library, cards, self.folder), strict=True))

    def name(self, number: int) -> Markup:
        return self.names[number]

    def notices(self) -> Iterator[Markup]:
        here = {card.id for card, _ in self.columns.values()}
        yield from (notice(id_, "not_here") for id_ in self.members if id_ not in here)
        yield from (
            notice(self.paper(card), "not_read")
            for card, paper in self.columns.values()
            if not paper.analysis
        )
        yield from (
            notice(self.paper(card), "withdrawn")
            for card, _ in self.columns.values()
            if card.withdrawn
        )

    def facts(self) -> list[dict[str, object]]:
        cards, papers = zip(*self.columns.values(), strict=True) if self.columns else ((), ())
        return [
            fact("title", (self.library.title(card, self.folder) for card in cards)),
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

    def lead_of(self, column: tuple[Card, Paper], language: Language) -> ComparedLine | None:
        """Its summary."""
        text = self.library.summary(column[0], language, self.folder)
        return ComparedLine(column[0].id, text, str(text)) if text else None

    def listed(self, column: tuple[Card, Paper]) -> Sequence[ComparedLine]:
        """Its concepts."""
        return [
            ComparedLine(c.id, self.concept(c), both(c.name))
            for c in concepts_of(self.library, column[0])
        ]

    def papers_of(self, column: tuple[Card, Paper]) -> Sequence[Card]:
        return column[:1]

    def lines(
        self, column: tuple[Card, Paper], part: str, language: Language
    ) -> Sequence[ComparedLine] | None:
        """Its claims."""
        (card, paper), part = column, _PARTS[part]
        if paper.analysis is None:
            return None
        ids = [claim.id for claim in _claims(paper) if claim.part == part]
        if hidden(self.shown(card.id), f"{part}.{language}", ids):
            return ()
        return [
            ComparedLine(
                f"{card.id}/{claim.id}", self._said(card, claim, language), _words(claim, language)
            )
            for claim in self.claims[card.id]
            # those have their table
            if claim.part == part and not (part == "results" and in_table(claim))
        ]

    def _said(self, card: Card, claim: Claim, language: Language) -> Markup:
        label, text = claim.label[language] if claim.label else "", claim.text[language]
        named = f"**{escape.inline(label)}**{WORDS['colon'][language]}{escape.inline(text)}"
        inferred = WORDS["inferred"][language] if claim.origin == "inferred" else ""
        said = f"{inferred}{named if label else escape.paragraph(text)}"
        return Markup(f"{said} {self.evidence(card.id, claim.id)}")


def _claims(paper: Paper) -> tuple[Claim, ...]:
    return paper.analysis.claims if paper.analysis else ()


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
