"""A day's papers in order, and the line: which of them are read.

Pure and independent of the order in which the papers were announced. What is above the line is
taken from the top, as far as quotas of categories and near-copies allow; a share of the reading
may be for papers that the ranking would not have picked, drawn by a hash of day and paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from wiki_builder.core.values.announcement import Announcement
from wiki_builder.core.values.bilingual import digest
from wiki_builder.ranking.score import Ranker, Score
from wiki_builder.ranking.terms import Terms, alike, terms

COPY = 0.9  # two papers of one day that are so alike are read once

Place: TypeAlias = Literal["above", "surprise", "quota", "copy", "below", "no match", "post"]
"""``post`` is what matches and is no paper: no model reads it, and it takes no paper's place."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a day is read: ``quotas`` hold at most so many of a primary category;
    ``surprise`` is the share of the places for what the ranking would not have picked.
    """

    places: int
    quotas: Mapping[str, int]
    surprise: float = 0.0


@dataclass(frozen=True, slots=True)
class Ranked:
    """A paper's place in its day. ``number`` counts from 1; ``of`` is what a near-copy is a copy
    of.
    """

    row: Announcement
    score: Score
    number: int
    place: Place
    of: str = ""

    @property
    def is_read(self) -> bool:
        return self.place in ("above", "surprise")


def ranked(
    rows: Sequence[Announcement], ranker: Ranker, limits: Limits, day: str
) -> tuple[Ranked, ...]:
    """The papers of a day, best first, each with its place.

    Of equals new papers go before cross-lists, then ids decide.
    """
    scored = [(row, ranker.score(row.version)) for row in rows]
    scored.sort(key=lambda pair: (-pair[1].total, "new" not in pair[0].types, pair[0].id))
    every, open_ = ranker.interests.are_empty, ranker.interests.seek_nothing
    ordered = [
        Ranked(row, score, n, "below" if _matches(score, open_) else "no match")
        for n, (row, score) in enumerate(scored, 1)
    ]
    drawn = int(limits.places * limits.surprise) if not every else 0
    placed = _placed(ordered, limits, limits.places - drawn, every)
    return _with_surprises(placed, drawn, day)


def ranked_posts(
    rows: Sequence[Announcement], ranker: Ranker, papers: Sequence[Ranked]
) -> tuple[Ranked, ...]:
    """The posts of a day, best first, each with the number that it would have among its papers;
    theirs stay as they are. Of equals a paper goes first.
    """
    open_ = ranker.interests.seek_nothing
    scored = [(row, ranker.score(row.version)) for row in rows]
    scored.sort(key=lambda pair: (-pair[1].total, pair[0].id))
    return tuple(
        Ranked(
            row,
            score,
            1 + sum(one.score.total >= score.total for one in papers),
            "post" if _matches(score, open_) else "no match",
        )
        for row, score in scored
    )


def _matches(score: Score, open_: bool) -> bool:
    return score.is_match or (open_ and not score.is_unwanted)


def _placed(ordered: Sequence[Ranked], limits: Limits, places: int, is_plain: bool) -> list[Ranked]:
    """The papers with those above the line; where nobody said what is sought, copies are read."""
    filed = Counter[str]()
    above: list[tuple[str, Terms]] = []
    placed: list[Ranked] = []
    for one in ordered:
        settled = one
        if one.place == "below" and len(above) < places:
            own = {} if is_plain else terms(one.row.version.title, one.row.version.abstract)
            settled = _settled(one, own, above, filed[_primary(one)], limits.quotas)
            if settled.place == "above":
                filed[_primary(one)] += 1
                above.append((one.row.id, own))
        placed.append(settled)
    return placed


def _settled(
    one: Ranked,
    own: Terms,
    above: Sequence[tuple[str, Terms]],
    filed: int,
    quotas: Mapping[str, int],
) -> Ranked:
    quota = quotas.get(_primary(one))
    if quota is not None and filed >= quota:
        return replace(one, place="quota")
    of = next((id_ for id_, other in above if alike(own, other) >= COPY), None)
    return replace(one, place="copy", of=of) if of else replace(one, place="above")


def _primary(one: Ranked) -> str:
    return next(iter(one.row.version.categories), "")


def _with_surprises(placed: Sequence[Ranked], drawn: int, day: str) -> tuple[Ranked, ...]:
    """With ``drawn`` of the papers that are not above the line and that nothing speaks against."""
    left = [
        one for one in placed if one.place in ("below", "no match") and not one.score.is_unwanted
    ]
    chosen = sorted(left, key=lambda one: digest(f"{day}\0{one.row.id}", 32))[:drawn]
    ids = {one.row.id for one in chosen}
    return tuple(replace(one, place="surprise") if one.row.id in ids else one for one in placed)
