"""Sums over all papers at once: whoever may be among the nearest is there, with exact points."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.concepts.nearest import Points, Vector, nearest

Rows = list[dict[str, int]]


def counts(name: str, weight: int) -> int:
    return weight * (3 if name < "c" else 2)


def points(a: dict[str, int], b: dict[str, int]) -> int:
    """The points of two papers, one name after the other."""
    return sum(counts(name, weight) * b.get(name, 0) for name, weight in a.items())


rows = st.lists(st.dictionaries(st.sampled_from("abcde"), st.integers(1, 9), max_size=4), max_size=40)
rules = st.builds(
    Points,
    counts=st.just(counts),
    least=st.integers(1, 30),
    most=st.sampled_from([40, 1_000]),
    alike=st.integers(0, 5),
    unit=st.integers(1, 12),
)


@given(rows, st.integers(1, 3), rules)
def test_whoever_may_be_among_the_nearest_is_there(made: Rows, size: int, given_: Points) -> None:
    """With equals and what is alike, whatever is summed roughly; and nobody's points are another number."""
    vectors: list[Vector] = [(tuple(row), tuple(row.values())) for row in made]
    for at, found in enumerate(nearest(vectors, size, given_)):
        every = {other: points(made[at], row) for other, row in enumerate(made) if other != at}
        able = {other: total for other, total in every.items() if total >= given_.least}
        best = sorted(able.values(), reverse=True)[:size]
        need = min(best[-1], given_.most) - given_.alike if len(best) == size else given_.least
        assert {other for other, total in able.items() if total >= need} <= found.keys()
        assert all(every[other] == total for other, total in found.items())
