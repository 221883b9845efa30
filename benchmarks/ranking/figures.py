"""Average precision, recall and their intervals, and how marks teach."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from benchmarks.ranking import simple
from benchmarks.ranking.folder import Material, Paper, Profile
from wiki_builder.ranking.interests import Example, Interests
from wiki_builder.ranking.score import Ranker, Weights
from wiki_builder.ranking.terms import terms

OURS = "wiki-builder"
SAMPLES = 200  # of days, for an interval
SEEN_A_DAY = 30  # papers that a reader looks at and marks
MARKS = (0, 10, 50, 200)

Scores = Sequence[float]


def average_precision(
    papers: Sequence[Paper],
    scores: Scores,
    targets: Collection[str],
    times: Mapping[str, int] | None = None,
) -> float | None:
    """Over all days together, each as often as ``times`` says; none where there is no target."""
    seen = hits = 0
    total = 0.0
    for n in sorted(range(len(papers)), key=lambda n: -scores[n]):
        for _ in range(1 if times is None else times.get(papers[n].day, 0)):
            seen += 1
            if papers[n].id in targets:
                hits += 1
                total += hits / seen
    return total / hits if hits else None


def recall(papers: Sequence[Paper], scores: Scores, targets: Collection[str], top: int) -> float:
    """The mean over the days with targets of what stands among a day's first papers."""
    days: dict[str, list[tuple[float, bool]]] = {}
    for paper, score in zip(papers, scores, strict=True):
        days.setdefault(paper.day, []).append((-score, paper.id in targets))
    shares = []
    for day in days.values():
        found = [hit for _, hit in sorted(day, key=lambda pair: pair[0])]
        if any(found):
            shares.append(sum(found[:top]) / sum(found))
    return sum(shares) / len(shares)


def daily_precision(
    papers: Sequence[Paper], scores: Scores, targets: Collection[str]
) -> float | None:
    """The mean over the days with targets of AP within a day, which is what a reader has before
    them; over all days together it counts as well how full of targets each day is.
    """
    days: dict[str, list[int]] = {}
    for n, paper in enumerate(papers):
        days.setdefault(paper.day, []).append(n)
    found = (
        average_precision([papers[n] for n in day], [scores[n] for n in day], targets)
        for day in days.values()
    )
    known = [one for one in found if one is not None]
    return sum(known) / len(known) if known else None


def ours(papers: Iterable[Paper], interests: Interests, weights: Weights | None = None) -> Scores:
    """What the program gives each paper."""
    ranker = Ranker(interests, weights=weights)
    return [ranker.score(paper.version, paper.terms).total for paper in papers]


def scored(material: Material) -> dict[str, dict[str, Scores]]:
    """The scores of all papers by profile and ranker."""
    tfidf = simple.Tfidf(material)
    found: dict[str, dict[str, Scores]] = {}
    for profile in material.profiles:
        made = simple.rankers(material, tfidf, profile)
        scores = {name: make() for name, make in made.items()}
        if "logistic" in scores:
            scores["three together"] = simple.combined(scores)
        found[profile.name] = scores | {OURS: ours(material.papers, profile.interests)}
    return found


def profiles(material: Material, scores: Mapping[str, Mapping[str, Scores]]) -> dict[str, Any]:
    """AP, over all days and within one, R@20 and R@50 of each ranker for each profile."""
    return {
        profile.name: {
            "targets": len(profile.targets),
            **{
                name: {
                    "AP": average_precision(material.papers, own, profile.targets),
                    "AP a day": daily_precision(material.papers, own, profile.targets),
                    "R@20": recall(material.papers, own, profile.targets, 20),
                    "R@50": recall(material.papers, own, profile.targets, 50),
                }
                for name, own in scores[profile.name].items()
            },
        }
        for profile in material.profiles
    }


def against_best(material: Material, scores: Mapping[str, Mapping[str, Scores]]) -> dict[str, Any]:
    """The mean over profiles beside that of the best simple ranker, with an interval over days."""
    names = [name for name in next(iter(scores.values())) if name != OURS]
    means = {name: _mean(material, scores, name, None) for name in (*names, OURS)}
    best = max(names, key=lambda name: means[name])
    draw = random.Random(0)
    differences = sorted(
        _mean(material, scores, OURS, times) - _mean(material, scores, best, times)
        for times in (
            Counter(draw.choices(material.days, k=len(material.days))) for _ in range(SAMPLES)
        )
    )
    edge = len(differences) // 40
    return {
        "means": means,
        "best simple": best,
        "difference": means[OURS] - means[best],
        "interval of 95 %": [differences[edge], differences[-1 - edge]],
    }


def _mean(
    material: Material,
    scores: Mapping[str, Mapping[str, Scores]],
    name: str,
    times: Mapping[str, int] | None,
) -> float:
    found = [
        average_precision(material.papers, scores[profile.name][name], profile.targets, times)
        for profile in material.profiles
    ]
    known = [one for one in found if one is not None]
    return sum(known) / len(known) if known else 0.0


def votes(material: Material, scores: Mapping[str, Mapping[str, Scores]]) -> dict[str, Any]:
    """How the same rankings find what got votes elsewhere: told, and used for nothing."""
    chance = [random.Random(paper.id).random() for paper in material.papers]
    authors = [float(len(paper.version.authors)) for paper in material.papers]
    by: dict[str, Scores] = {"random": chance, "number of authors": authors}
    by |= {f"{OURS}, {name}": own[OURS] for name, own in scores.items()}
    return {
        "labelled": len(material.votes),
        **{n: average_precision(material.papers, own, material.votes) for n, own in by.items()},
    }


def seconds(material: Material) -> dict[str, float]:
    """The CPU that ranking takes beside plain TF-IDF: from the words of papers and examples to
    scores by the centroid.
    """
    profile = max(material.profiles, key=lambda one: len(one.examples))

    def plain() -> None:
        simple.centroid(*simple.Tfidf(material).vectors(profile))

    def own() -> None:
        ranker = Ranker(profile.interests)
        for paper in material.papers:
            ranker.score(paper.version)

    terms("warm")
    ratio = _cpu(own), _cpu(plain)
    number = len(material.papers)
    return {"ms a paper": 1000 * ratio[0] / number, "ratio to plain TF-IDF": ratio[0] / ratio[1]}


def _cpu(work: Callable[[], None]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


# --- Learning -------------------------------------------------------------------


def learning(material: Material) -> dict[str, Any]:
    """AP on the later half of the days, after so many marks on the earlier half: without examples,
    from keywords alone, and on top of the examples.
    """
    found: dict[str, Any] = {}
    for start in ("keywords", "examples"):
        rows = {p.name: _learnt(material, p, start == "examples") for p in material.profiles}
        known = [row for row in rows.values() if row]
        mean = {str(n): sum(row[str(n)] for row in known) / len(known) for n in MARKS if known}
        found[f"from {start}"] = {"mean": mean, **{name: row for name, row in rows.items() if row}}
    return found


def _learnt(material: Material, profile: Profile, with_examples: bool) -> dict[str, float]:
    days = material.days
    early, late = days[: len(days) // 2], days[len(days) // 2 :]
    later = [paper for paper in material.papers if paper.day in late]
    if not profile.targets & {paper.id for paper in later}:
        return {}
    own = profile.interests if with_examples else replace(profile.interests, examples=())
    marked = _marked(material, profile, own, early)
    found: dict[str, float] = {}
    for n in MARKS:
        scores = ours(later, replace(own, marked=tuple(marked[:n])))
        found[str(n)] = average_precision(later, scores, profile.targets) or 0.0
    return found


def _marked(
    material: Material, profile: Profile, own: Interests, days: Sequence[str]
) -> list[Example]:
    """The marks of a reader who looks at the first papers of each day, as ranked by what was marked
    before it, and stars what they would list; all else is not for them.
    """
    marks: list[Example] = []
    for day in days:
        papers = [paper for paper in material.papers if paper.day == day]
        scores = ours(papers, replace(own, marked=tuple(marks)))
        order = sorted(range(len(papers)), key=lambda n: (-scores[n], papers[n].id))
        for n in order[:SEEN_A_DAY]:
            paper = papers[n]
            described = paper.version.title, paper.version.abstract, paper.version.categories
            mark = "star" if paper.id in profile.targets else "no"
            marks.append(Example(paper.id, *described, day, mark))  # type: ignore[arg-type]  # two of the kinds
    return marks
