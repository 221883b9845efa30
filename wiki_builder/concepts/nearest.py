"""The nearest of very many papers to each of them: exact, and without going through all pairs one
by one.

A set of papers is one whole number, with a bit for each. So what a paper has in common with all
others is summed in
one go, as on paper: digits below digits, here of base 2, and a digit of all papers in one number.
The sums are rounded up, a unit for each word at most; only papers whose sum reaches the best ones
are looked at in full.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import mul
from typing import TypeAlias

Papers: TypeAlias = int
"""A set of papers by their numbers."""


Vector: TypeAlias = tuple[tuple[str, ...], tuple[int, ...]]
"""What a paper holds: names, and how weighty each is there."""
Counts: TypeAlias = Callable[[str, int], int]
"""What a name's weight counts: points are the sum of one paper's counts times the other's weights.
"""


@dataclass(frozen=True, slots=True)
class Points:
    """What points are, how many count at all, from where on more are no more, and what difference
    does not count.

    ``unit`` is to what points are rounded before papers are looked at: finer is more summing,
    coarser more looking.
    """

    counts: Counts
    least: int
    most: int
    alike: int
    unit: int


def nearest(vectors: Sequence[Vector], size: int, rules: Points) -> Iterator[dict[int, int]]:
    """For each vector the points of others; every one is there that may be
    among the ``size`` best.
    """
    sets = _sets(vectors, rules)
    every = (1 << len(vectors)) - 1
    for number, (names, weights) in enumerate(vectors):
        counts = dict(zip(names, map(rules.counts, names, weights), strict=True))
        digits = _sum(counts, sets, rules.unit)
        able = _reaching(-(-rules.least // rules.unit), digits, every & ~(1 << number))
        first = _heaviest(2 * size, digits, able)
        points = _exact(counts, first, vectors)
        best = sorted(points.values(), reverse=True)[:size]
        need = (
            max(rules.least, min(best[-1], rules.most) - rules.alike)
            if len(best) == size
            else rules.least
        )
        rest = _reaching(-(-need // rules.unit), digits, able & ~first)
        yield points | _exact(counts, rest, vectors)


# --- Who holds a name -------------------------------------------------------------


def _sets(vectors: Sequence[Vector], rules: Points) -> dict[str, list[tuple[int, Papers]]]:
    """For each name, in steps from the lightest: a weight, and who holds the name more weightily
    than the step before.

    Within a step no product differs by more than a unit.
    """
    holders: dict[str, list[tuple[int, int]]] = {}
    for number, (names, weights) in enumerate(vectors):
        for name, weight in zip(names, weights, strict=True):
            holders.setdefault(name, []).append((weight, number))
    sets: dict[str, list[tuple[int, Papers]]] = {}
    while holders:
        name, held = holders.popitem()  # not both in memory
        if len(held) > 1:
            held.sort(reverse=True)
            sets[name] = _steps(
                held, rules.unit / max(1, rules.counts(name, held[0][0])), len(vectors)
            )
    return sets


def _steps(held: Sequence[tuple[int, int]], width: float, count: int) -> list[tuple[int, Papers]]:
    """Of papers with their weights, the heaviest first."""
    bits, top = bytearray(count // 8 + 1), held[0][0]
    steps: list[tuple[int, Papers]] = []
    for weight, number in held:
        if top - weight > width:
            steps.append((top, int.from_bytes(bits, "little")))
            top = weight
        bits[number >> 3] |= 1 << (number & 7)
    steps.append((top, int.from_bytes(bits, "little")))
    return steps[::-1]


# --- Sums -------------------------------------------------------------------------


def _sum(
    counts: Mapping[str, int], sets: Mapping[str, list[tuple[int, Papers]]], unit: int
) -> list[Papers]:
    """For each paper at least its points, in units:
    a set for each binary digit, the lowest first.
    """
    columns: list[list[Papers]] = [[]]
    for name, count in counts.items():
        before = 0
        for weight, papers in sets.get(name, ()):
            units = -(-count * weight // unit)
            _write(units - before, papers, columns)
            before = units
    return _added(columns)


def _write(number: int, papers: Papers, columns: list[list[Papers]]) -> None:
    """Put a number of some papers below what stands in the columns."""
    at = 0
    while number:
        if at == len(columns):
            columns.append([])
        if number & 1:
            columns[at].append(papers)
        number >>= 1
        at += 1


def _added(columns: list[list[Papers]]) -> list[Papers]:
    """The sums of all columns: of three digits two stay, one of them carried,
    until there is one.
    """
    digits: list[Papers] = []
    for at, column in enumerate(columns):  # grows as it is gone through
        if len(column) > 1 and at + 1 == len(columns):
            columns.append([])
        while len(column) > 2:
            a, b, c = column.pop(), column.pop(), column.pop()
            either = a ^ b
            column.append(either ^ c)
            columns[at + 1].append(a & b | either & c)
        if len(column) == 2:
            a, b = column
            columns[at + 1].append(a & b)
            column = [a ^ b]
        digits.append(column[0] if column else 0)
    return digits


def _reaching(number: int, digits: Sequence[Papers], among: Papers) -> Papers:
    """Those whose sum is ``number`` or more."""
    if number >> len(digits):
        return 0
    more, equal = 0, among
    for at in reversed(range(len(digits))):
        ones = equal & digits[at]
        if number >> at & 1:
            equal = ones
        else:
            more |= ones
            equal ^= ones
    return more | equal


def _heaviest(count: int, digits: Sequence[Papers], among: Papers) -> Papers:
    """Those with the highest sums: ``count`` of them, or more where sums are equal,
    or all there are.
    """
    sure, open_ = 0, among
    for papers in reversed(digits):
        ones = open_ & papers
        if (sure | ones).bit_count() >= count:
            open_ = ones
        else:
            sure |= ones
            open_ ^= ones
    return sure | open_


# --- Looking at papers ------------------------------------------------------------


def _exact(counts: Mapping[str, int], papers: Papers, vectors: Sequence[Vector]) -> dict[int, int]:
    """The points of some papers."""
    found: dict[int, int] = {}
    for number in _numbers(papers):
        names, weights = vectors[number]
        found[number] = sum(map(mul, map(counts.get, names, repeat(0)), weights))
    return found


def _numbers(papers: Papers) -> Iterator[int]:
    written = bin(papers)[:1:-1]
    at = written.find("1")
    while at >= 0:
        yield at
        at = written.find("1", at + 1)
