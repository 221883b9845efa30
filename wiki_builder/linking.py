"""Linking: names become concepts, and papers find their related papers.

Only papers whose names are not resolved yet are touched, and the neighbours of new
papers; what a killed run had linked already is not linked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wiki_builder.concepts.link import Linked, link
from wiki_builder.concepts.registry import Registry, load
from wiki_builder.concepts.related import alike, relate
from wiki_builder.curating import write_changes
from wiki_builder.errors import Locked
from wiki_builder.index import Index, reindexed
from wiki_builder.models import Paper
from wiki_builder.store import Wiki, read_paper, write_paper

ATTEMPTS = 5  # a person saving concepts while they are written, again and again
PAPERS_COMPARED = 12  # newest papers of a homonym that a new paper is compared with
SAME_CATEGORY = 0.1  # added to the likeness of two papers of one primary category


def link_papers(
    wiki: Wiki, index: Index, settled: Callable[[Registry, Linked], Linked] = lambda before, linked: linked
) -> tuple[Index, Registry]:
    """Resolve the names of every paper that waits for it, and store related papers.

    ``settled`` may decide what new names are the same as, before anything is written. A
    concept's file that somebody saves meanwhile is read again, and all is linked anew.
    """
    waiting = _papers(wiki, sorted(id_ for id_, entry in index.items() if entry.card.unlinked))
    if not waiting:
        return _related(wiki, index), load(wiki.concepts)
    linked = _written(wiki, index, waiting, settled)
    for paper in linked.papers:
        write_paper(wiki, paper)
    return _related(wiki, reindexed(index, wiki, list(linked.papers))), linked.registry


def _written(wiki: Wiki, index: Index, waiting: list[Paper], settled: Callable[[Registry, Linked], Linked]) -> Linked:
    """The linked papers, and the registry as its files say it now."""
    for attempt in range(ATTEMPTS):
        registry = load(wiki.concepts)
        linked = settled(registry, link(waiting, registry, _likeness(wiki, index, registry)))
        try:
            write_changes(wiki, registry, linked.registry)
        except Locked:
            if attempt + 1 == ATTEMPTS:
                raise
            continue
        break
    return linked


def _likeness(wiki: Wiki, index: Index, registry: Registry) -> Callable[[Paper, str], float]:
    """How like a paper is to those that mention a concept: by words, and by their primary category."""
    found: dict[str, list[str]] = {}

    def papers_of(concept: str) -> list[str]:
        if not found:
            for id_, entry in index.items():
                for use in entry.card.uses:
                    found.setdefault(registry.meant(use.concept, id_), []).append(id_)
        newest = sorted(found.get(concept, ()), key=lambda id_: (index[id_].card.date, id_), reverse=True)
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


def _related(wiki: Wiki, index: Index) -> Index:
    """Neighbours first, the new papers last: a paper with related papers is done."""
    new = sorted(id_ for id_, entry in index.items() if entry.card.status == "read" and not entry.card.related)
    if not new:
        return index
    signatures = {id_: entry.signature for id_, entry in index.items() if entry.card.status == "read"}
    stored = {id_: index[id_].card.related for id_ in signatures}
    changed = relate(new, signatures, stored)
    ordered = sorted(changed, key=lambda id_: (id_ in set(new), id_))
    papers = [paper.with_(related=changed[paper.id]) for paper in _papers(wiki, ordered)]
    for paper in papers:
        write_paper(wiki, paper)
    return reindexed(index, wiki, papers)


def _papers(wiki: Wiki, ids: Iterable[str]) -> list[Paper]:
    return [paper for id_ in ids if (paper := read_paper(wiki, id_))]
