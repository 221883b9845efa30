"""Simple rankers to be better than: chance, keywords, and four over TF-IDF of words and pairs.

They are those of the corpus' own ``profile_baselines.py`` without its library: the same texts,
pairs, weights and classes, with a shorter list of stop words and a solver of our own.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from benchmarks.ranking.folder import Material, Paper, Profile

Vector = Mapping[int, float]
Scores = Sequence[float]

C = 10.0  # how much the classifier trusts its examples
ROUNDS = 12  # of the solver, over all examples
_TOKEN = re.compile(r"\b\w\w+\b")
_STOP = frozenset(
    "about above after again all almost alone along already also although always am among an"
    " and another any anyone are as at be because been before being below between both but by"
    " can cannot could did do does done down due during each either else enough etc even ever"
    " every few first for from full further get give had has have he hence her here his how"
    " however if in indeed into is it its itself last least less made many may me might more"
    " most mostly much must my name namely neither never no nobody none nor not nothing now of"
    " off often on once one only onto or other others our ours out over own part per perhaps"
    " please put rather re same see seem several she should show since so some still such take"
    " than that the their them then there thereby therefore these they this those though three"
    " through thus to together too toward towards two under until up upon us very via was we"
    " well were what when where whereas whether which while who whole whom whose why will with"
    " within without would yet you your".split()
)


class Tfidf:
    """The papers of a folder as vectors, beside one profile's examples."""

    def __init__(self, material: Material) -> None:
        self._papers = [_counts(_text(paper)) for paper in material.papers]
        self._frequency = Counter(term for counts in self._papers for term in counts)

    def vectors(self, profile: Profile) -> tuple[list[Vector], list[Vector]]:
        """Unit vectors of the papers and of the examples."""
        examples = [
            _counts(f"{one.title} . {one.title} . {one.abstract}") for one in profile.examples
        ]
        frequency = Counter(self._frequency)
        frequency.update(term for counts in examples for term in counts)
        number = len(self._papers) + len(examples)
        idf = {
            term: (n, math.log((1 + number) / (1 + count)) + 1)
            for n, (term, count) in enumerate(frequency.items())
            if count > 1
        }
        return [_unit(c, idf) for c in self._papers], [_unit(c, idf) for c in examples]


def rankers(material: Material, tfidf: Tfidf, profile: Profile) -> dict[str, Callable[[], Scores]]:
    """The simple rankers of a profile by name; each gives a score a paper."""
    papers, examples = tfidf.vectors(profile) if profile.examples else ([], [])
    made: dict[str, Callable[[], Scores]] = {
        "random": lambda: [random.Random(paper.id).random() for paper in material.papers],
        "keyword": lambda: [_keyword(paper, profile) for paper in material.papers],
    }
    if profile.examples:
        made["centroid"] = lambda: centroid(papers, examples)
        made["5 nearest"] = lambda: nearest(papers, examples)
        made["logistic"] = lambda: logistic(material, papers, examples)
    return made


def combined(scores: Mapping[str, Scores]) -> Scores:
    """The sum of the ranks of three of them."""
    ranks = [_ranks(scores[name]) for name in ("keyword", "5 nearest", "logistic")]
    return [math.fsum(three) for three in zip(*ranks, strict=True)]


def centroid(papers: Sequence[Vector], examples: Sequence[Vector]) -> Scores:
    """The cosine with the mean of the examples."""
    middle: dict[int, float] = defaultdict(float)
    for example in examples:
        for term, weight in example.items():
            middle[term] += weight
    return [_dot(paper, middle) for paper in papers]


def nearest(papers: Sequence[Vector], examples: Sequence[Vector], most: int = 5) -> Scores:
    """The mean cosine with the five nearest examples."""
    holders: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for n, example in enumerate(examples):
        for term, weight in example.items():
            holders[term].append((n, weight))
    scores = []
    for paper in papers:
        near = [0.0] * len(examples)
        for term, weight in paper.items():
            for n, there in holders.get(term, ()):
                near[n] += weight * there
        scores.append(sum(sorted(near)[-most:]) / most)
    return scores


def logistic(material: Material, papers: Sequence[Vector], examples: Sequence[Vector]) -> Scores:
    """A classifier of the examples against the papers of days of the other parity."""
    scores = [0.0] * len(papers)
    for parity in (0, 1):
        own = [int(paper.day[-2:]) % 2 == parity for paper in material.papers]
        others = [vector for vector, is_own in zip(papers, own, strict=True) if not is_own]
        weights = _trained(examples, others)
        for n, is_own in enumerate(own):
            if is_own:
                scores[n] = _dot(papers[n], weights)
    return scores


def _trained(yes: Sequence[Vector], no: Sequence[Vector]) -> Mapping[int, float]:
    """Balanced logistic regression by coordinate descent in the dual (Yu, Huang and Lin 2011)."""
    weights: dict[int, float] = defaultdict(float)
    bias = 0.0
    number = len(yes) + len(no)
    rows = [(x, 1, C * number / (2 * len(yes))) for x in yes]
    rows += [(x, -1, C * number / (2 * max(1, len(no)))) for x in no]
    random.Random(0).shuffle(rows)
    duals = [0.0] * len(rows)
    for _ in range(ROUNDS):
        for n, (x, sign, most) in enumerate(rows):
            margin = sign * (_dot(x, weights) + bias)
            step = _root(margin, duals[n], most) - duals[n]
            duals[n] += step
            bias += sign * step
            for term, weight in x.items():
                weights[term] += sign * step * weight
    return weights


def _root(margin: float, dual: float, most: float) -> float:
    """Where the derivative of one coordinate of the dual is 0; the vector's square length is 2."""
    low, high = 0.0, most
    for _ in range(40):
        middle = (low + high) / 2
        if 2 * (middle - dual) + margin + math.log(middle / (most - middle)) > 0:
            high = middle
        else:
            low = middle
    return (low + high) / 2


def _dot(a: Vector, b: Mapping[int, float]) -> float:
    return sum(weight * b[term] for term, weight in a.items() if term in b)


def _keyword(paper: Paper, profile: Profile) -> float:
    text = _text(paper).lower()
    return sum(math.log1p(text.count(keyword.lower())) for keyword in profile.keywords)


def _text(paper: Paper) -> str:
    return f"{paper.version.title} . {paper.version.title} . {paper.version.abstract}"


def _counts(text: str) -> Counter[str]:
    words = [word for word in _TOKEN.findall(text.lower()) if word not in _STOP]
    return Counter([*words, *(f"{a} {b}" for a, b in pairwise(words))])


def _unit(counts: Counter[str], idf: Mapping[str, tuple[int, float]]) -> Vector:
    weights = {
        idf[term][0]: (1 + math.log(count)) * idf[term][1]
        for term, count in counts.items()
        if term in idf
    }
    length = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
    return {term: weight / length for term, weight in weights.items()}


def _ranks(scores: Scores) -> list[float]:
    ranks = [0.0] * len(scores)
    for place, n in enumerate(sorted(range(len(scores)), key=lambda n: scores[n])):
        ranks[n] = place / len(scores)
    return ranks
