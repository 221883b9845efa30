"""Sums over all papers at once: whoever may be among the nearest is there, with exact points."""

from __future__ import annotations

from random import Random

import pytest

from wiki_builder.concepts.nearest import Points, Vector, nearest

NAMES = "abcdefgh"


def counts(name: str, weight: int) -> int:
    return weight * (3 if name < "d" else 2)


def points(a: Vector, b: Vector) -> int:
    """The points of two papers, one name after the other."""
    there = dict(zip(*b, strict=True))
    return sum(counts(name, weight) * there.get(name, 0) for name, weight in zip(*a, strict=True))


@pytest.mark.parametrize("seed", range(40))
def test_whoever_may_be_among_the_nearest_is_there(seed: int) -> None:
    """With equals and what is alike, however roughly it is summed;
    and nobody's points are another number.
    """
    chance = Random(seed)
    size, least, most = chance.randint(1, 3), chance.randint(1, 80), chance.choice((150, 10_000))
    rules = Points(counts, least, most, alike=chance.randint(0, 15), unit=chance.randint(1, 40))
    held = [tuple(chance.sample(NAMES, chance.randint(0, 5))) for _ in range(80)]
    vectors = [(names, tuple(chance.randint(1, 9) for _ in names)) for names in held]
    for at, found in enumerate(nearest(vectors, size, rules)):
        every = {
            other: points(vectors[at], vector)
            for other, vector in enumerate(vectors)
            if other != at
        }
        able = {other: total for other, total in every.items() if total >= least}
        best = sorted(able.values(), reverse=True)[:size]
        need = min(best[-1], most) - rules.alike if len(best) == size else least
        assert {other for other, total in able.items() if total >= need} <= found.keys()
        assert all(every[other] == total for other, total in found.items())
