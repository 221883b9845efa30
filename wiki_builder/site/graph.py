"""The graph of concepts as data: what its pages draw, made from ``data/`` when the site is built.

Nodes are the concepts and named things that have a page, the weightiest first; edges say
which is broader, which are related, and which stand together in papers. Drawing is the
browser's (``theme/assets/wiki/graph.js``).
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import get_args

from wiki_builder.concepts.registry import Registry
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import ConceptKind
from wiki_builder.library.card import Card
from wiki_builder.library.library import Library, concept_page_id
from wiki_builder.site.search.maths import read_name

FORMAT = 1
STRONGEST = 12  # edges of shared papers that each node may ask for
KINDS: tuple[ConceptKind, ...] = get_args(ConceptKind)


@dataclass(frozen=True, slots=True)
class Topic:
    """What the registry says of a node, and its page's address relative to the site's root
    (``concepts/x/``).
    """

    id: str
    name: Bilingual
    kind: ConceptKind
    url: str
    broader: tuple[str, ...] = ()
    related: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sharing:
    """One paper: its day and the ids of all that it shares with others."""

    date: str
    topics: frozenset[str]


@dataclass(frozen=True, slots=True)
class Node:
    """A topic with the number of its papers,
    and the days of the first and the last one (empty without papers).
    """

    topic: Topic
    papers: int
    first: str
    last: str


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes by weight; edges name nodes by their place in ``nodes``.

    ``broader`` holds (narrower, broader); ``related`` each pair once, the smaller first;
    ``together`` (smaller, larger, number of papers that both are in).
    """

    nodes: tuple[Node, ...]
    broader: tuple[tuple[int, int], ...]
    related: tuple[tuple[int, int], ...]
    together: tuple[tuple[int, int, int], ...]


def graph(nodes: Iterable[Topic], papers: Iterable[Sharing]) -> Graph:
    """The graph of ``nodes``; what a paper or an edge names beside them is left out."""
    topics = {topic.id: topic for topic in nodes}
    shared = [Sharing(paper.date, paper.topics & topics.keys()) for paper in papers]
    weighed = _weighed(topics, shared)
    at = {node.topic.id: place for place, node in enumerate(weighed)}
    broader = {
        (at[t.id], at[b]) for t in topics.values() for b in t.broader if b in at and b != t.id
    }
    related = {
        _pair(at[t.id], at[r]) for t in topics.values() for r in t.related if r in at and r != t.id
    }
    return Graph(
        weighed,
        tuple(sorted(broader)),
        tuple(sorted(related)),
        tuple(_together(weighed, at, shared)),
    )


def graph_json(library: Library, urls: Mapping[str, str]) -> str:
    """The graph of a wiki as JSON, the same bytes for the same data.

    ``urls`` gives the address of each page of the site, relative to its root, by its path under
    ``docs/``. What has no page there is left out, and so are papers that a person rejected.
    """
    papers = (_sharing(card, library.registry) for card in library.kept)
    return to_json(graph(_topics(library, urls), papers))


def to_json(graph: Graph) -> str:
    """A graph as small JSON.

    ``nodes`` are ``[id, en, zh, kind, papers, first, last, url]``: ``zh`` empty where it is
    the English one, ``kind`` a place in ``kinds``, ``first`` and ``last`` places in ``days``
    (-1: none), ``url`` left out where it is ``concepts/ID/``, or ``entities/ID/`` for a named
    thing. ``broader`` and ``related`` are
    pairs one after the other. ``together`` holds for each node the pairs (place, papers) of
    its neighbours behind it in ``nodes``.
    """
    days = sorted({day for node in graph.nodes for day in (node.first, node.last) if day})
    together: list[list[int]] = [[] for _ in graph.nodes]
    for a, b, weight in graph.together:
        together[a] += [b, weight]
    value = {
        "format": FORMAT,
        "kinds": KINDS,
        "days": days,
        "nodes": [
            _row(node, {day: place for place, day in enumerate(days)}) for node in graph.nodes
        ],
        "broader": [place for pair in graph.broader for place in pair],
        "related": [place for pair in graph.related for place in pair],
        "together": together,
    }
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _weighed(topics: Mapping[str, Topic], papers: Iterable[Sharing]) -> tuple[Node, ...]:
    days: dict[str, list[str]] = defaultdict(list)
    for paper in papers:
        for id_ in paper.topics:
            days[id_].append(paper.date)
    mine = ((topic, days[topic.id]) for topic in topics.values())
    nodes = (
        Node(topic, len(own), min(own, default=""), max(own, default="")) for topic, own in mine
    )
    return tuple(sorted(nodes, key=lambda node: (-node.papers, node.topic.id)))


def _together(
    nodes: tuple[Node, ...], at: Mapping[str, int], papers: Iterable[Sharing]
) -> Iterator[tuple[int, int, int]]:
    """The pairs that are among the strongest of either node;
    of equal ones, with the rarer neighbour first.
    """
    count: Counter[tuple[int, int]] = Counter()
    for paper in papers:
        count.update(combinations(sorted(at[id_] for id_ in paper.topics), 2))
    of: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for (a, b), weight in count.items():
        of[a].append((-weight, nodes[b].papers, b))
        of[b].append((-weight, nodes[a].papers, a))
    kept = {_pair(a, b) for a, found in of.items() for _, _, b in sorted(found)[:STRONGEST]}
    yield from ((a, b, count[a, b]) for a, b in sorted(kept))


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _row(node: Node, day: Mapping[str, int]) -> list[str | int]:
    topic = node.topic
    en, zh = read_name(topic.name.en), read_name(topic.name.zh)
    dates = [day.get(node.first, -1), day.get(node.last, -1)]
    folder = "concepts" if topic.kind == "concept" else "entities"
    url = [] if topic.url == f"{folder}/{topic.id}/" else [topic.url]
    return [
        topic.id,
        en,
        "" if zh == en else zh,
        KINDS.index(topic.kind),
        node.papers,
        *dates,
        *url,
    ]


def _topics(library: Library, urls: Mapping[str, str]) -> Iterator[Topic]:
    """The concepts and named things that have a page; edges lead to where a merge went."""
    registry = library.registry
    for concept in registry.standing.values():
        if url := urls.get(library.path(concept_page_id(concept)) or ""):
            broader, related = (
                tuple(map(registry.canonical, ids)) for ids in (concept.broader, concept.related)
            )
            yield Topic(concept.id, concept.name, concept.kind, url, broader, related)


def _sharing(card: Card, registry: Registry) -> Sharing:
    named = [use.concept for use in card.uses] + [entity.concept for entity in card.entities]
    return Sharing(card.date, frozenset(registry.meant(id_, card.id) for id_ in named if id_))
