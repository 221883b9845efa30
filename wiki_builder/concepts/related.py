"""Related papers: by the words of title and abstract, and by shared concepts.

The score of a pair depends on the two papers alone: words are weighed by a
table that ships with the program (``idf.json``), not by the papers of the day.
So adding papers in any batches gives the same lists as all at once. Weights are
whole numbers, so that no sum depends on its order.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from heapq import nsmallest
from importlib.resources import files
from typing import TypeAlias

from wiki_builder.concepts.names import singular
from wiki_builder.models import Paper, Related, Role

TERMS = 60  # words kept of a paper
SIZE = 8  # related papers listed
UNIT = 1000  # the length of a vector of weights
TEXT, CONCEPTS = 3, 2  # how much words and concepts count in a score
FLOOR = 0.08  # pairs under this score are not related

_ROLE_WEIGHT: dict[Role, float] = {"introduces": 1.0, "extends": 0.9, "uses": 0.7, "evaluates": 0.7}
_WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_LATEX = re.compile(r"\\[a-z]+|https?://\S+")

Weights: TypeAlias = dict[str, int]


@dataclass(frozen=True, slots=True)
class Signature:
    """What relating a paper needs: its weightiest words and its concepts, with weights in thousandths.

    Written as text (``agent 120 orchestration 310``), since ten thousand of them
    are read from the cache by each run and looked into by few.
    """

    id: str
    terms: str
    concepts: str = ""


@cache
def _idf() -> tuple[dict[str, float], float]:
    """The weight of each word in the table, and of a word that is not in it."""
    table = json.loads(files("wiki_builder.concepts").joinpath("idf.json").read_text(encoding="utf-8"))
    return table["words"], table["other"]


def words(text: str) -> list[str]:
    """The words that count, lower case and singular, hyphenated ones in their parts."""
    found = _WORD.findall(_LATEX.sub(" ", text.lower()))
    return [singular(part) for word in found for part in word.split("-") if len(part) > 2]


def signature(paper: Paper) -> Signature:
    """The signature of a paper as it is: latest title and abstract, linked concepts."""
    version = paper.latest
    mentions = paper.analysis.concepts if paper.analysis else ()
    concepts = {m.concept: _ROLE_WEIGHT[m.role] * _specific(m.concept) for m in mentions if m.concept}
    return Signature(paper.id, _terms(f"{version.title}\n{version.title}\n{version.abstract}"), _unit(concepts))


def _terms(text: str) -> str:
    table, other = _idf()
    counts: dict[str, int] = {}
    for word in words(text):
        counts[word] = counts.get(word, 0) + 1
    weights = {word: (1 + math.log(count)) * table.get(word, other) for word, count in counts.items()}
    return _unit(dict(nsmallest(TERMS, weights.items(), key=lambda item: (-item[1], item[0]))))


def _specific(concept: str) -> float:
    """How much a concept tells: the mean weight of the words of its id, by the same table."""
    table, other = _idf()
    weights = [table.get(singular(word), other) for word in concept.split("-")]
    return sum(weights) / len(weights)


def _unit(weights: Mapping[str, float]) -> str:
    """Weights scaled to the length :data:`UNIT`, as text in order of names."""
    length = math.sqrt(math.fsum(weight * weight for weight in weights.values())) or 1.0
    scaled = {name: round(UNIT * weight / length) for name, weight in weights.items()}
    return " ".join(f"{name} {weight}" for name, weight in sorted(scaled.items()) if weight > 0)


def _weights(written: str) -> Weights:
    parts = written.split()
    return dict(zip(parts[::2], map(int, parts[1::2]), strict=True))


def alike(a: Signature, b: Signature) -> float:
    """How alike the words of two papers are: the cosine of their weights, from 0 to 1."""
    ours, theirs = _weights(a.terms), _weights(b.terms)
    return sum(weight * theirs.get(word, 0) for word, weight in ours.items()) / (UNIT * UNIT)


# --- Lists ----------------------------------------------------------------------


def relate(
    new_ids: Iterable[str],
    signatures: Mapping[str, Signature],
    stored: Mapping[str, tuple[Related, ...]],
    size: int = SIZE,
) -> dict[str, tuple[Related, ...]]:
    """The lists of related papers that change when ``new_ids`` are added or change.

    ``signatures`` holds every paper, the new ones included; ``stored`` the lists
    as they are. A list is ordered by score, then id. A list that names a paper
    that changed or is gone is made anew.
    """
    changed = set(new_ids)
    new = {id_ for id_ in changed if id_ in signatures}
    index = _Index(signatures)
    stale = {id_ for id_, listed in stored.items() if id_ in signatures and _is_stale(listed, changed, signatures)}
    made: dict[str, tuple[Related, ...]] = {}
    entering: dict[str, list[Related]] = {}
    for id_ in sorted(new | stale):
        scores = index.scores(id_)
        made[id_] = _best(id_, scores, signatures, size)
        if id_ in new:
            _enter(id_, scores, stored, size, entering)
    for id_, arrivals in entering.items():
        if id_ not in made:
            arrived = [_with_concepts(r, signatures[id_], signatures) for r in arrivals]
            made[id_] = _ordered([*stored.get(id_, ()), *arrived], size)
    return {id_: made[id_] for id_ in sorted(made) if made[id_] != stored.get(id_)}


def _is_stale(listed: tuple[Related, ...], changed: set[str], signatures: Mapping[str, Signature]) -> bool:
    return any(related.id in changed or related.id not in signatures for related in listed)


def _enter(
    id_: str,
    scores: Mapping[str, int],
    stored: Mapping[str, tuple[Related, ...]],
    size: int,
    entering: dict[str, list[Related]],
) -> None:
    """Note where a new paper enters another's list: where there is room, or where it beats the last."""
    for other, points in scores.items():
        listed = stored.get(other, ())
        score = _score(points)
        if len(listed) < size or (-score, id_) < (-listed[-1].score, listed[-1].id):
            entering.setdefault(other, []).append(Related(id_, score))


class _Index:
    """Which papers hold a word or a concept, and how weightily."""

    def __init__(self, signatures: Mapping[str, Signature]) -> None:
        self._signatures = signatures
        self._terms: dict[str, list[tuple[str, int]]] = {}
        self._concepts: dict[str, list[tuple[str, int]]] = {}
        for id_, signature in signatures.items():
            for name, weight in _weights(signature.terms).items():
                self._terms.setdefault(name, []).append((id_, weight))
            for name, weight in _weights(signature.concepts).items():
                self._concepts.setdefault(name, []).append((id_, weight))

    def scores(self, id_: str) -> dict[str, int]:
        """The points of each other paper that is above the floor."""
        points: dict[str, int] = {}
        signature = self._signatures[id_]
        kinds = ((signature.terms, self._terms, TEXT), (signature.concepts, self._concepts, CONCEPTS))
        for written, index, factor in kinds:
            for name, weight in _weights(written).items():
                share = weight * factor
                for other, weight_there in index[name]:
                    points[other] = points.get(other, 0) + share * weight_there
        points.pop(id_, None)
        return {other: total for other, total in points.items() if total >= _FLOOR_POINTS}


_FULL = (TEXT + CONCEPTS) * UNIT * UNIT
_FLOOR_POINTS = round(FLOOR * _FULL)


def _score(points: int) -> float:
    return min(1.0, round(points / _FULL, 4))


def _best(id_: str, scores: Mapping[str, int], signatures: Mapping[str, Signature], size: int) -> tuple[Related, ...]:
    # Rounded scores decide, as in a stored list; so ties fall alike however a list came about.
    best = nsmallest(size, ((-_score(points), other) for other, points in scores.items()))
    return tuple(_with_concepts(Related(other, -score), signatures[id_], signatures) for score, other in best)


def _with_concepts(related: Related, paper: Signature, signatures: Mapping[str, Signature]) -> Related:
    """A related paper with the concepts that both share, the weightiest first."""
    there = _weights(signatures[related.id].concepts)
    shared = [(-weight * there[name], name) for name, weight in _weights(paper.concepts).items() if name in there]
    return Related(related.id, related.score, tuple(name for _, name in sorted(shared)))


def _ordered(listed: list[Related], size: int) -> tuple[Related, ...]:
    return tuple(sorted(listed, key=lambda related: (-related.score, related.id))[:size])
