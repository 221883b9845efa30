"""Which concepts rise and which fade: their papers by ISO week beside all papers of that week.

A field that grows makes every concept grow. So what is compared is a concept's share of the papers
that were read: in the last :data:`RECENT` weeks, and in those before them. One rises or fades if it
has papers enough, and if chance alone would part its papers so unevenly, or more, in at most
:data:`CHANCE` of cases: Fisher's exact test, to one side (R. A. Fisher, *Statistical Methods for
Research Workers*, 5th edition, 1934, section 21.02). It is for one concept at a time; how many were
compared is told beside what was found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import takewhile
from math import exp, lgamma
from typing import Literal

from wiki_builder.core.values.briefing import days_of, week_of
from wiki_builder.core.values.receipt import BY_HAND
from wiki_builder.library.card import Card, own_day
from wiki_builder.library.library import Library

RECENT = 4  # weeks
BEFORE = 8  # weeks that these are compared with, at most
LEAST_BEFORE = 2  # weeks; with fewer, nothing is said
LEAST_PAPERS = 5  # of a concept, in all these weeks
CHANCE = 0.05


@dataclass(frozen=True, slots=True)
class Trend:
    """One concept: its papers in each week, and how often chance would do as much, from 0 to 1."""

    concept: str
    papers: tuple[int, ...]
    chance: float

    @property
    def recent(self) -> int:
        """Its papers of the last :data:`RECENT` weeks."""
        return sum(self.papers[-RECENT:])

    @property
    def before(self) -> int:
        """Its papers of the weeks before."""
        return sum(self.papers[:-RECENT])


@dataclass(frozen=True, slots=True)
class Trends:
    """``weeks`` follow one another, the last one is that of the newest paper; ``papers`` counts
    all papers of each. ``compared`` counts the concepts with papers enough; it is ``None`` where
    there are too few weeks to say anything. What is furthest from chance comes first.
    """

    weeks: tuple[str, ...] = ()
    papers: tuple[int, ...] = ()
    compared: int | None = None
    rising: tuple[Trend, ...] = ()
    fading: tuple[Trend, ...] = ()


def trends(library: Library) -> Trends:
    """The trends of the concepts that have a page.

    A paper counts in the week in which it was announced, once it was read and its concepts are
    linked. Those that a person rejected or added by hand, that their authors withdrew, or that the
    wiki met in a later month do not. The papers of a merged concept are its target's.
    """
    return library.computed(_trends)  # every concept's page asks


def way_of(library: Library, concept: str) -> Literal["rising", "fading"] | None:
    """Whether a concept rises or fades, if either."""
    found = trends(library)
    if any(one.concept == concept for one in found.rising):
        return "rising"
    return "fading" if any(one.concept == concept for one in found.fading) else None


def _trends(library: Library) -> Trends:
    counted = (card for card in library.kept if _counts(card))
    newest = next(counted, None)
    if newest is None:
        return Trends()
    last = date.fromisoformat(days_of(week_of(newest.date))[0])
    start = str(last - timedelta(weeks=RECENT + BEFORE - 1))
    cards = [newest, *takewhile(lambda card: card.date >= start, counted)]  # the newest come first
    topics = [(week_of(card.date), library.topics(card)) for card in cards]
    return compare(topics, {concept.id for concept in library.concept_pages})


def _counts(card: Card) -> bool:
    return (
        card.status == "read"
        and not card.unlinked
        and not card.run.startswith(BY_HAND)
        and own_day(card) == card.date
    )


def compare(papers: Iterable[tuple[str, Iterable[str]]], concepts: set[str]) -> Trends:
    """The trends of ``concepts`` among papers, each given by its ISO week and what it is about."""
    field: Counter[str] = Counter()
    uses: dict[str, Counter[str]] = {}
    for week, topics in papers:
        field[week] += 1
        for concept in concepts.intersection(topics):
            uses.setdefault(concept, Counter())[week] += 1
    weeks = _weeks(field)
    of = tuple(field[week] for week in weeks)
    if len(weeks) < RECENT + LEAST_BEFORE:
        return Trends(weeks, of)
    recent, before = sum(of[-RECENT:]), sum(of[:-RECENT])
    rising, fading, compared = [], [], 0
    for concept, by_week in uses.items():
        own = tuple(by_week[week] for week in weeks)
        now, then = sum(own[-RECENT:]), sum(own[:-RECENT])
        if now + then < LEAST_PAPERS:
            continue
        compared += 1
        if (up := chance(now, recent, then, before)) <= CHANCE:
            rising.append(Trend(concept, own, up))
        elif (down := chance(then, before, now, recent)) <= CHANCE:
            fading.append(Trend(concept, own, down))
    return Trends(weeks, of, compared, _sorted(rising), _sorted(fading))


def chance(more: int, of_more: int, less: int, of_less: int) -> float:
    """How often ``more`` or more of ``more + less`` papers would be among the ``of_more`` if they
    lay among all ``of_more + of_less`` by chance: from 0 to 1, to nine places.
    """
    drawn = more + less
    last = min(drawn, of_more)
    whole = _log_choose(of_more + of_less, drawn)
    found = sum(
        exp(_log_choose(of_more, one) + _log_choose(of_less, drawn - one) - whole)
        for one in range(more, last + 1)
        if drawn - one <= of_less
    )
    return round(min(1.0, found), 9)


def _log_choose(of: int, some: int) -> float:
    return lgamma(of + 1) - lgamma(some + 1) - lgamma(of - some + 1)


def _weeks(field: Mapping[str, int]) -> tuple[str, ...]:
    """All weeks from the first that has a paper to the last one."""
    if not field:
        return ()
    at, last = (date.fromisoformat(days_of(week)[0]) for week in (min(field), max(field)))
    return tuple(week_of(str(at + timedelta(weeks=n))) for n in range((last - at).days // 7 + 1))


def _sorted(found: Iterable[Trend]) -> tuple[Trend, ...]:
    return tuple(sorted(found, key=lambda one: (one.chance, -sum(one.papers), one.concept)))
