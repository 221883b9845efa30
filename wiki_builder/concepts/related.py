"""Related papers: by the words of title and abstract, by shared concepts, and by the papers that
their texts name.

The score of a pair depends on the two papers, and on how many papers have each concept that both
share: a rare one weighs more. Of that number its binary digits are counted alone, so that a new
paper changes what few others are related by. Words are weighed by a table that ships with the
program (``idf.json``), not by the papers of the day. So adding papers in any batches gives the
same lists as all at once. Weights are whole numbers, so that no sum depends on its order.

What stands in a list is what comes nearest; what of it is worth showing says :func:`sensible`.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from heapq import nsmallest
from importlib.resources import files
from itertools import chain
from operator import attrgetter
from typing import TypeAlias

from wiki_builder.concepts.nearest import Points, Vector, nearest
from wiki_builder.core.names import singular
from wiki_builder.core.store.related import RelatedPapers
from wiki_builder.core.values.analysis import Role
from wiki_builder.core.values.bilingual import digest
from wiki_builder.core.values.paper import Paper

TERMS = 60  # words kept of a paper
SIZE = 8  # related papers listed
UNIT = 1000  # the length of a vector of weights
TEXT, CONCEPTS, NAMES = 7, 3, 2  # how much words, concepts and named papers count in a score
FLOOR = 0.075  # pairs under this score are not related
LIKE = 0.05  # pairs whose words are less alike share a way of working, and no subject
BEHIND = 0.3  # of the best score (or of ENOUGH): what is further behind is not listed
ENOUGH = 0.35
COPY = 0.9  # of papers whose words are so alike the nearest is listed
MANY = 2_000  # new papers; going through all others for each is more work than relating all anew

_ROLE_WEIGHT: dict[Role, float] = {"introduces": 1.0, "extends": 0.9, "uses": 0.7, "evaluates": 0.7}
_WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_LATEX = re.compile(r"\\[a-z]+|https?://\S+")
_NAMED = re.compile(r"arxiv(?:\.org/(?:abs|pdf|html)/|:\s?)(\d{4}\.\d{4,5})", re.IGNORECASE)

Weights: TypeAlias = dict[str, int]
Papers: TypeAlias = tuple[tuple[str, float], ...]  # ids with their scores
_Kind: TypeAlias = Callable[["Signature"], str]


@dataclass(frozen=True, slots=True)
class Signature:
    """What relating a paper needs: its weightiest words, its concepts, and the papers that it
    names, itself among them, with weights in thousandths.

    Written as text (``agent 120 orchestration 310``), since ten thousand of them
    are read from the cache by each run and looked into by few.
    """

    id: str
    terms: str
    concepts: str = ""
    names: str = ""


@cache
def _idf() -> tuple[dict[str, float], float]:
    """The weight of each word in the table, and of a word that is not in it."""
    table = json.loads(
        files("wiki_builder.concepts").joinpath("idf.json").read_text(encoding="utf-8")
    )
    return table["words"], table["other"]


def telling_words(text: str) -> list[str]:
    """The words that count, lower case and singular, hyphenated ones in their parts."""
    found = _WORD.findall(_LATEX.sub(" ", text.lower()))
    return [singular(part) for word in found for part in word.split("-") if len(part) > 2]


def signature(paper: Paper) -> Signature:
    """The signature of a paper as it is: latest title and abstract, linked concepts."""
    version = paper.latest
    mentions = paper.analysis.concepts if paper.analysis else ()
    concepts = {
        m.concept: _ROLE_WEIGHT[m.role] * math.sqrt(_specific(m.concept))
        for m in mentions
        if m.concept
    }
    return Signature(
        paper.id,
        terms_of(f"{version.title}\n{version.title}\n{version.abstract}"),
        _written(concepts, UNIT),
        _written(dict.fromkeys({paper.id, *_named(paper)}, 1.0), UNIT),
    )


def _named(paper: Paper) -> set[str]:
    """The papers that a paper's own words name by their address or number."""
    version = paper.latest
    claims = paper.analysis.claims if paper.analysis else ()
    quotes = (claim.evidence.quote for claim in claims)
    said = "\n".join((version.title, version.abstract, version.comment or "", *quotes))
    return {f"arxiv:{own}" for own in _NAMED.findall(said)}


def terms_of(text: str) -> str:
    """What tells of a text: its weightiest words, each with its weight."""
    table, other = _idf()
    counts: dict[str, int] = {}
    for word in telling_words(text):
        counts[word] = counts.get(word, 0) + 1
    weights = {
        word: (1 + math.log(count)) * table.get(word, other) for word, count in counts.items()
    }
    return _unit(dict(sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:TERMS]))


def _specific(concept: str) -> float:
    """How much a concept tells, from 0 to 1: the mean weight of the words of its id, by the same
    table.
    """
    table, other = _idf()
    weights = [table.get(singular(word), other) for word in concept.split("-")]
    return sum(weights) / len(weights) / other


def _unit(weights: Mapping[str, float]) -> str:
    """Weights scaled to the length :data:`UNIT`, as text in order of names."""
    length = math.sqrt(math.fsum(weight * weight for weight in weights.values())) or 1.0
    return _written(weights, UNIT / length)


def _written(weights: Mapping[str, float], scale: float) -> str:
    scaled = {name: round(scale * weight) for name, weight in weights.items()}
    return " ".join(f"{name} {weight}" for name, weight in sorted(scaled.items()) if weight > 0)


def _weights(written: str) -> Weights:
    parts = written.split()
    return dict(zip(parts[::2], map(int, parts[1::2]), strict=True))


def alike(a: Signature, b: Signature) -> float:
    """How alike the words of two papers are, from 0 to 1."""
    return likeness(a.terms, b.terms)


def likeness(a: str, b: str) -> float:
    """The cosine of the weights of what tells of two texts."""
    return _cosine(_weights(a), _weights(b))


def _cosine(ours: Weights, theirs: Weights) -> float:
    return sum(weight * theirs.get(word, 0) for word, weight in ours.items()) / (UNIT * UNIT)


# --- Lists ----------------------------------------------------------------------


def weighed(signatures: Mapping[str, Signature]) -> dict[str, Signature]:
    """The signatures with each concept weighed by how few papers have it."""
    digits = _digits(signatures)
    return {id_: _weighed(one, digits) for id_, one in signatures.items()}


def _weighed(one: Signature, digits: Mapping[str, int]) -> Signature:
    return Signature(one.id, one.terms, _rarer(one.concepts, digits), one.names)


def _digits(signatures: Mapping[str, Signature]) -> dict[str, int]:
    """By concept the binary digits of the number of papers that have it."""
    names = [signature.concepts.split()[::2] for signature in signatures.values()]
    holders = Counter(chain.from_iterable(names))
    return {name: number.bit_length() for name, number in holders.items()}


class _Divided(dict[tuple[str, int], str]):
    """A weight divided by the root of a number: of two papers that share a concept the product is,
    by the number. Papers have few different ones.
    """

    def __missing__(self, key: tuple[str, int]) -> str:
        weight, number = key
        return self.setdefault(key, str(round(int(weight) / math.sqrt(number))))


_DIVIDED = _Divided()


def _rarer(concepts: str, digits: Mapping[str, int]) -> str:
    made = concepts.split()
    for at in range(0, len(made), 2):
        made[at + 1] = _DIVIDED[made[at + 1], digits[made[at]]]
    return " ".join(made)


def sensible(
    paper: str, listed: Papers, signatures: Mapping[str, Signature]
) -> tuple[tuple[str, float], ...]:
    """What of a paper's list is worth showing: papers on its subject, or that one of both names,
    not far behind the nearest; of near-copies the nearest. May be nothing.
    """
    least = BEHIND * min(listed[0][1], ENOUGH) if listed else 0.0
    near = [(other, score) for other, score in listed if score >= least]
    words = {id_: _weights(signatures[id_].terms) for id_ in (paper, *(one for one, _ in near))}
    shown: list[tuple[str, float]] = []
    for other, score in near:
        alike_ = _cosine(words[paper], words[other]) >= LIKE
        if not (alike_ or _is_named(signatures[paper], signatures[other])):
            continue
        if all(_cosine(words[other], words[before]) < COPY for before, _ in shown):
            shown.append((other, score))
    return tuple(shown)


def _is_named(a: Signature, b: Signature) -> bool:
    """Whether one of two papers names the other."""
    return b.id in _weights(a.names) or a.id in _weights(b.names)


def made_from(signature: Signature) -> str:
    """A hash of what a paper's list is made from, of its own side."""
    return digest(f"{signature.terms}\0{signature.concepts}\0{signature.names}")


def shared(a: Signature, b: Signature) -> tuple[str, ...]:
    """The concepts that two papers share, the weightiest first."""
    there = _weights(b.concepts)
    found = [
        (-weight * there[name], name)
        for name, weight in _weights(a.concepts).items()
        if name in there
    ]
    return tuple(name for _, name in sorted(found))


def relate(
    signatures: Mapping[str, Signature],
    stored: Mapping[str, RelatedPapers],
    size: int = SIZE,
    many: int = MANY,
) -> dict[str, RelatedPapers]:
    """The lists of all papers, from those that are ``stored``: only what changed since is computed.

    ``signatures`` holds every paper, its concepts not yet :func:`weighed`. A list is ordered by
    score, then id. A paper of which no list is stored, or one that was made from other words, is
    new; a list that names such a paper, or one that is gone, is made anew. Of a paper of which
    nothing but the weight of its concepts changed, those that are listed are scored again, and the
    list is made anew where another may be nearer now. Where such lists are more than ``many``, all
    are made anew: the same lists for less work.
    """
    now = weighed(signatures)
    prints = {id_: made_from(signature) for id_, signature in now.items()}
    new = {
        id_
        for id_, print_ in prints.items()
        if id_ not in stored or stored[id_].made_from != print_
    }
    reweighed = _reweighed(new, signatures, stored) if new else {}
    new -= {id_ for id_, print_ in reweighed.items() if stored[id_].made_from == print_}
    lists = {id_: stored[id_].papers for id_ in signatures if id_ not in new}
    stale = {
        id_
        for id_, listed in lists.items()
        if any(o in new or o not in signatures for o, _ in listed)
    }
    for id_ in reweighed.keys() & lists.keys() - stale:
        listed = _less_near(id_, lists[id_], reweighed, now, size)
        if listed is None:
            stale.add(id_)
        else:
            lists[id_] = listed
    if len(new) + len(stale) > many:
        lists = _all(now, size)
    elif new or stale:
        lists |= _made(new, stale, now, lists, size)
    return {id_: RelatedPapers(prints[id_], lists[id_]) for id_ in sorted(lists)}


def _reweighed(
    new: set[str], signatures: Mapping[str, Signature], stored: Mapping[str, RelatedPapers]
) -> dict[str, str]:
    """The known papers with a concept that weighs less by those without a list, and what made their
    lists if nothing else of them changed.

    For them, the score of a pair changes where both papers are among them, and nowhere else; and it
    falls, since what had a concept before has it still.
    """
    if new.isdisjoint(stored) or new <= stored.keys():
        return {}
    before = {id_: one for id_, one in signatures.items() if id_ in stored}
    digits, then = _digits(signatures), _digits(before)
    moved = {concept for concept, number in then.items() if number != digits[concept]}
    return {
        id_: made_from(_weighed(one, then))
        for id_, one in before.items()
        if not moved.isdisjoint(one.concepts.split()[::2])
    }


def _less_near(
    paper: str,
    listed: Papers,
    reweighed: Container[str],
    signatures: Mapping[str, Signature],
    size: int,
) -> Papers | None:
    """A list whose scores may have fallen, as none that is not in it can have risen; nothing where
    one of those may come before one that is listed.
    """
    if not any(other in reweighed for other, _ in listed):
        return listed
    points = {id_: _pair(signatures[paper], signatures[id_]) for id_, _ in listed}
    found = _best({id_: n for id_, n in points.items() if n >= _FLOOR_POINTS}, size)
    if len(listed) < size:  # all others are under the floor
        return found
    before = (-listed[-1][1], listed[-1][0])
    stands = len(found) == size and (-found[-1][1], found[-1][0]) <= before
    return found if stands else None


def _pair(a: Signature, b: Signature) -> int:
    """The points of two papers."""
    both = ((factor, _weights(kind(a)), _weights(kind(b))) for kind, factor in _KINDS)
    return sum(
        factor * weight * there.get(name, 0)
        for factor, here, there in both
        for name, weight in here.items()
    )


def _all(signatures: Mapping[str, Signature], size: int) -> dict[str, Papers]:
    """All lists."""
    ids = sorted(signatures)
    found = nearest([_vector(signatures[id_]) for id_ in ids], size, _POINTS)
    return {
        id_: _best(
            {ids[other]: total for other, total in points.items() if total >= _FLOOR_POINTS}, size
        )
        for id_, points in zip(ids, found, strict=True)
    }


def _vector(signature: Signature) -> Vector:
    """Words, concepts and named papers in one; a concept has a blank before it, which no word has,
    and a paper a colon within.
    """
    terms, concepts = _weights(signature.terms), _weights(signature.concepts)
    names = _weights(signature.names)
    return (
        (*terms, *(f" {name}" for name in concepts), *names),
        (*terms.values(), *concepts.values(), *names.values()),
    )


def _made(
    new: set[str],
    stale: set[str],
    signatures: Mapping[str, Signature],
    lists: Mapping[str, Papers],
    size: int,
) -> dict[str, Papers]:
    """The lists that change."""
    made: dict[str, Papers] = {}
    entering: dict[str, list[tuple[str, float]]] = {}
    for id_, points in _points(sorted(new | stale), signatures).items():
        made[id_] = _best(points, size)
        if id_ in new:
            _enter(id_, points, lists, size, entering)
    for id_, arrivals in entering.items():
        if id_ not in made:
            made[id_] = _ordered([*lists.get(id_, ()), *arrivals], size)
    return made


def _enter(
    id_: str,
    points: Mapping[str, int],
    lists: Mapping[str, Papers],
    size: int,
    entering: dict[str, list[tuple[str, float]]],
) -> None:
    """Note where a new paper enters another's list:
    where there is room, or where it beats the last.
    """
    for other in points.keys() & lists.keys():
        listed, score = lists[other], _score(points[other])
        if len(listed) < size or (-score, id_) < (-listed[-1][1], listed[-1][0]):
            entering.setdefault(other, []).append((id_, score))


def _points(
    papers: Iterable[str], signatures: Mapping[str, Signature]
) -> dict[str, dict[str, int]]:
    """The points of some papers with each other one that is above the floor;
    all others are gone through once.
    """
    points: dict[str, dict[str, int]] = {id_: {} for id_ in papers}
    held = [(kind, _holders(points, signatures, kind, factor)) for kind, factor in _KINDS]
    for other, signature in signatures.items():
        found: dict[str, int] = {}
        for kind, holders in held:
            parts = kind(signature).split()
            for name, weight in zip(parts[::2], parts[1::2], strict=True):
                if name in holders:
                    there = int(weight)
                    for id_, share in holders[name]:
                        found[id_] = found.get(id_, 0) + share * there
        for id_, total in found.items():
            if total >= _FLOOR_POINTS and id_ != other:
                points[id_][other] = total
    return points


def _holders(
    papers: Iterable[str], signatures: Mapping[str, Signature], kind: _Kind, factor: int
) -> dict[str, list[tuple[str, int]]]:
    """Which of some papers hold a word or a concept, and how much it counts there."""
    holders: dict[str, list[tuple[str, int]]] = {}
    for id_ in papers:
        for name, weight in _weights(kind(signatures[id_])).items():
            holders.setdefault(name, []).append((id_, factor * weight))
    return holders


_KINDS: tuple[tuple[_Kind, int], ...] = (
    (attrgetter("terms"), TEXT),
    (attrgetter("concepts"), CONCEPTS),
    (attrgetter("names"), NAMES),
)
_FULL = (TEXT + CONCEPTS) * UNIT * UNIT
_FLOOR_POINTS = round(FLOOR * _FULL)
_POINTS = Points(
    counts=lambda name, weight: (
        weight * (CONCEPTS if name[0] == " " else NAMES if ":" in name else TEXT)
    ),
    least=_FLOOR_POINTS,
    most=_FULL,
    alike=_FULL // 10_000,  # what rounding a score may hide
    unit=_FULL // 250,
)


def _score(points: int) -> float:
    return min(1.0, round(points / _FULL, 4))


def _best(scores: Mapping[str, int], size: int) -> Papers:
    # Rounded scores decide, as in a stored list; so ties fall alike however a list came about.
    best = nsmallest(size, ((-_score(points), other) for other, points in scores.items()))
    return tuple((other, -score) for score, other in best)


def _ordered(listed: list[tuple[str, float]], size: int) -> Papers:
    return tuple(sorted(listed, key=lambda pair: (-pair[1], pair[0]))[:size])
