"""Hashes that tell quickly that nothing changed of all that a page is made from.

Of two runs with one hash the page is the same; where it is another one, or empty, what the page is
made from is to be looked at. Nothing of a paper or text is read for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from wiki_builder.core.values.bilingual import digest
from wiki_builder.core.values.concept import Concept
from wiki_builder.library.card import Card
from wiki_builder.library.library import Library, concept_page_id


@dataclass(frozen=True)
class Bases:
    """The hashes of one library."""

    library: Library

    @cached_property
    def _papers(self) -> Mapping[str, str]:
        """For each paper, what differs where anything does that pages may show of it."""
        library = self.library
        own = {id_: shown.told for id_, shown in library.shown.items()}
        return {
            card.id: f"{card.id} {card.digest} {library.path(card.id)} {own.get(card.id, '')}"
            for card in library.kept
        }

    @cached_property
    def _concepts(self) -> Mapping[str, str]:
        """For each concept, what a paper's page shows of it; those apart that stand for others."""
        library, registry = self.library, self.library.registry
        split = {concept.split_from for concept in registry.concepts.values() if concept.split_from}
        return {
            id_: f"{id_} {library.path(concept_page_id(concept))} {library.day(concept)}"
            for id_, concept in registry.standing.items()
            if id_ not in split
        }

    def of_concept(self, concept: Concept) -> str:
        """All that is said about a concept, but for what people wrote on pages merged into it."""
        papers = *self.library.paper_ids(concept), concept.founded
        return self._of(concept, papers, self.library.registry.merged_into.get(concept.id, ()))

    def _of(self, concept: Concept, papers: Iterable[str], merged: Iterable[Concept] = ()) -> str:
        """A concept with the text about it, and the papers that these two name."""
        library, registry = self.library, self.library.registry
        papers = *papers, concept.gloss_from or "", *library.cited(concept)
        made_from = (
            *(registry.text_of(one.id) or repr(one) for one in (concept, *merged)),
            str(library.text_hash(concept.id)),
            *(self._papers.get(paper, paper) for paper in papers),
        )
        return digest("\0".join(made_from), 16)

    def of_concept_page(self, concept: Concept) -> str:
        """What is stored of a concept's page; empty where what was merged has a say."""
        if concept.merged or concept.id in self.library.registry.merged_into:
            return ""
        return self._of(concept, ())

    def of_paper_page(self, card: Card) -> str:
        """A paper's page; empty where it has figures, or names what stands for something else."""
        named = [self._concepts.get(concept) for concept, _ in card.roles]
        if card.figures or None in named:
            return ""
        return digest("\0".join((card.digest, *filter(None, named))), 16)
