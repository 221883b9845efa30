"""Linking: names become concepts, and papers find their related papers.

Only papers whose names are not resolved yet are touched, and the neighbours of new
papers; what a killed run had linked already is not linked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from wiki_builder.concepts.link import Linked, link, mentioned
from wiki_builder.concepts.matching.handles import keep_names, read_names
from wiki_builder.concepts.registry import Registry, read_registry
from wiki_builder.concepts.related import alike, relate
from wiki_builder.core.errors import Locked
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.related import read_related, write_related
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.paper import Paper
from wiki_builder.curation.concepts import write_changes
from wiki_builder.library.index import Index, load_index, signatures

ATTEMPTS = 5  # a person saving concepts while they are written, again and again
PAPERS_COMPARED = 12  # newest papers of a homonym that a new paper is compared with
SAME_CATEGORY = 0.1  # added to the likeness of two papers of one primary category

# the linked papers after what was decided on their new names
Follow: TypeAlias = Callable[[Linked], Linked]


def link_papers(
    wiki: Wiki,
    index: Index,
    decide: Callable[[Linked], Follow] = lambda first: lambda linked: linked,
) -> tuple[Index, Registry]:
    """Resolve the names of every paper that waits for it, and store related papers.

    ``decide`` is called once, before anything is written, with the papers as they are linked
    first. A concept's file that somebody saves meanwhile is read again, all is linked anew, and
    what was decided follows again.
    """
    waiting = _papers(wiki, sorted(id_ for id_, entry in index.items() if entry.card.unlinked))
    if not waiting:
        _relate(wiki, index)
        return index, read_registry(wiki)
    linked = _written(wiki, index, waiting, decide)
    for paper in linked.papers:
        write_paper(wiki, paper)
    index = load_index(wiki)
    _relate(wiki, index)
    return index, linked.registry


def _written(
    wiki: Wiki, index: Index, waiting: list[Paper], decide: Callable[[Linked], Follow]
) -> Linked:
    """The linked papers, and the registry as its files say it now."""
    before, linked = _linked(wiki, index, waiting)
    follow = decide(linked)
    left = ATTEMPTS
    while True:
        done = follow(linked)
        left -= 1
        try:
            write_changes(wiki, before, done.registry, _shared(done))
            return done
        except Locked:
            if not left:
                raise
        before, linked = _linked(wiki, index, waiting)


def _shared(linked: Linked) -> frozenset[str]:
    """The concepts that a paper names which another one founded."""
    concepts = linked.registry.concepts
    return frozenset(
        id_
        for paper in linked.papers
        if paper.analysis
        for id_ in mentioned(paper.analysis)
        if id_ in concepts and concepts[id_].founded != paper.id
    )


def _linked(wiki: Wiki, index: Index, waiting: list[Paper]) -> tuple[Registry, Linked]:
    """The registry as its files say it now, and the papers linked to it."""
    registry, known = read_registry(wiki), read_names(wiki)
    linked = link(waiting, registry, _likeness(wiki, index, registry), known)
    keep_names(wiki, known)
    return registry, linked


def _likeness(wiki: Wiki, index: Index, registry: Registry) -> Callable[[Paper, str], float]:
    """How like a paper is to those that mention a concept:
    by words, and by their primary category.
    """
    found: dict[str, list[str]] = {}

    def papers_of(concept: str) -> list[str]:
        if not found:
            for id_, entry in index.items():
                for concept_, _ in entry.card.roles:
                    found.setdefault(registry.meant(concept_, id_), []).append(id_)
        newest = sorted(
            found.get(concept, ()), key=lambda id_: (index[id_].card.date, id_), reverse=True
        )
        return newest[:PAPERS_COMPARED]

    def likeness(paper: Paper, concept: str) -> float:
        others = _papers(wiki, (id_ for id_ in papers_of(concept) if id_ != paper.id))
        scores = [
            alike(index[paper.id].signature, index[other.id].signature)
            + SAME_CATEGORY * (other.latest.categories[:1] == paper.latest.categories[:1])
            for other in others
        ]
        return sum(scores) / len(scores) if scores else 0.0

    return likeness


def _relate(wiki: Wiki, index: Index) -> None:
    """Bring the lists of related papers up to date;
    those that are stored and made from the same words stay.
    """
    stored = read_related(wiki)
    lists = relate(signatures(index), stored)
    if lists != stored:
        write_related(wiki, lists)


def _papers(wiki: Wiki, ids: Iterable[str]) -> list[Paper]:
    return [paper for id_ in ids if (paper := read_paper(wiki, id_))]
