"""What stands around a concept: broader, narrower, related,
with the number of papers that both share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from wiki_builder.core.values.concept import Concept
from wiki_builder.library.library import Library, concept_page_id

MOST_RELATED = 12
NARROWER_SHOWN = 40


@dataclass(frozen=True, slots=True)
class NearConcept:
    """A concept or named thing, where its page stands (``None``: it has none),
    and the number of shared papers.
    """

    concept: Concept
    path: str | None
    papers: int


Neighbours = Mapping[str, tuple[NearConcept, ...]]


def neighbours(library: Library, concept: Concept) -> Neighbours:
    """The neighbours by kind: ``broader``, ``narrower`` (both from the registry), ``related``."""
    together: Counter[str] = Counter()
    for card in library.papers(concept):
        together.update(library.topics(card))

    def seen(concepts: Iterable[Concept]) -> tuple[NearConcept, ...]:
        return tuple(
            NearConcept(c, library.path(concept_page_id(c)), together[c.id]) for c in concepts
        )

    broader, narrower = library.broader(concept), library.narrower.get(concept.id, ())
    named = [c for c in library.related(concept) if c not in (*broader, *narrower)]
    known = {c.id for c in (concept, *broader, *narrower, *named)}
    others = _most_shared(library, together, known)
    related = [*named, *islice(others, max(0, MOST_RELATED - len(named)))]
    return {
        "broader": seen(broader),
        "narrower": seen(narrower[:NARROWER_SHOWN]),
        "related": seen(related),
    }


def _most_shared(library: Library, together: Counter[str], known: set[str]) -> Iterator[Concept]:
    """Those with a page that stand beside the concept in most papers.

    Of equal ones by their ids: how many papers they have elsewhere would change pages far from a
        new paper.
    """
    beside = (id_ for id_ in together if id_ not in known)
    others = (library.concepts[id_] for id_ in beside if id_ in library.concepts)
    paged = (other for other in others if library.path(concept_page_id(other)))
    yield from sorted(paged, key=lambda other: (-together[other.id], other.id))
