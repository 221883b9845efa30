"""Numbers that a wording calculates from its evidence: a difference, a ratio, what is left of a
whole; or that it rounds, and says so.

Among the differences, sums and ratios of a few numbers nearly any wrong number of one or two
digits can be found; so little counts, and what does was measured. What the wording itself says a
number comes from (41.9, 53.2: 11.3 more) is little.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from decimal import Decimal
from itertools import pairwise, permutations
from typing import NamedTuple

from wiki_builder.grounding.quantities import context
from wiki_builder.grounding.quantities.fit import decimals
from wiki_builder.grounding.quantities.hold import is_count
from wiki_builder.grounding.quantities.pairs import lists, pairs, shares, values_of
from wiki_builder.grounding.quantities.quantity import HUNDRED, Kind, Quantity
from wiki_builder.grounding.quantities.reading import Reading

MOST = 10  # numbers of a quote; among more of them nearly any number is some difference
_PAIR = 2  # numbers, of which a difference or ratio can mean no other
_SMALL = 10  # a count, which comes of too many others
_ONE = Decimal(1)
_REST, _FASTER = "100 % − {}", "1 ÷ (1 − {})"
_AMONG = "of both with"
_TOTAL = 3  # numbers, of which a text may say the sum
_DIGITS, _MANY_DIGITS = 2, 3


class _Result(NamedTuple):
    """What a calculation gives, in the base unit of its kind; ``digits``: how many a number must
    have to be taken for it, unless it is a fraction in words or the wording names what it comes
    from.
    """

    value: Decimal
    kind: Kind
    how: str
    digits: int = _DIGITS


def derivation(
    wording: Reading, said: Quantity, source: Reading, row: Set[Decimal], quoted: bool = True
) -> str:
    """How a number follows from one or two that a source states, ``49.8 − 47.2``; empty if it
    does not. Of many numbers, and of what is not ``quoted``, those count that the wording names,
    or its ``row``; and those that stand side by side.
    """
    if said.sign == "-" or is_count(wording, said):
        return ""
    stated = _numbers(source, counts=said.kind == "fraction")
    few = quoted and len(stated) <= MOST
    named = {q.raw for q in wording.quantities}
    numbers = stated if few else [q for q in stated if q.raw in named | row]
    found = (
        (_from_one(wording, said, source, stated) or _total(said, source, stated)) if quoted else ""
    )
    beside = pairwise(stated) if quoted and not few else ()
    among = (*permutations(numbers, 2), *(p for q in beside for p in permutations(q)))
    tied = [{p.one, p.other} for p in pairs(source) if quoted and p.tie in ("change", "against")]
    return found or next(_from_two(wording, said, source, among, tied), "")


def _from_one(wording: Reading, said: Quantity, source: Reading, stated: list[Quantity]) -> str:
    for one in (*stated, *(share for _, share in shares(source))):
        falls = context.falls(source, one)
        for result in _of_one(one):
            loosely = result.how != _REST or falls or context.fails(wording, said)
            if result.how == _FASTER and not falls:
                continue
            if _is(wording, said, result, named=False, loosely=loosely):
                return result.how.format(source.words(one))
    return ""


def _total(said: Quantity, source: Reading, stated: list[Quantity]) -> str:
    """The sum of all whole numbers that a source states, if it is said."""
    whole = [q for q in stated if _whole(q)]
    is_sum = said.kind == "plain" and said.raw == sum((q.raw for q in whole), Decimal(0))
    return " + ".join(map(source.words, whole)) if is_sum and len(whole) >= _TOTAL else ""


def _from_two(
    wording: Reading,
    said: Quantity,
    source: Reading,
    among: Iterable[tuple[Quantity, ...]],
    tied: list[set[Quantity]],
) -> Iterator[str]:
    named = {q.raw for q in wording.quantities}
    few = len(_numbers(source, counts=said.kind == "fraction")) <= _PAIR
    # of values in one list or range none comes from another
    runs = ({q for group in run for q in group} for run in lists(source))
    parallel = [run for run in runs if len(run) > 1]
    for one, other in among:
        both = {one.raw, other.raw} <= named or {one, other} in tied
        small = _whole(one) and _whole(other) and min(one.raw, other.raw) < _SMALL
        free = both or not (small or any({one, other} <= run for run in parallel))
        for result in _of_two(one, other):
            pair = few and result.how in ("−", "÷")
            if (free or result.how == _AMONG) and _is(wording, said, result, both or pair):
                yield f"{source.words(one)} {result.how} {source.words(other)}"


def may_follow(wording: Reading, said: Quantity, source: Reading) -> bool:
    """Whether a number may be a difference, sum, quotient or rest of what a source states, whatever
    of: nothing that it could be taken for, but nothing to be sure against.
    """
    raws = [q.raw for q in source.quantities if q.raw]
    rest = (*(_ONE - raw for raw in raws), *(HUNDRED - raw for raw in raws))
    both = (
        result
        for one, other in permutations(raws, 2)
        for result in (one - other, one + other, one / other, HUNDRED * one / other,
                       HUNDRED * (one - other) / other)
    )  # fmt: skip
    step = Decimal(1).scaleb(-decimals(said.raw))
    off = step if context.bound(wording, said) else step / 2
    results = (*rest, *both, sum(raws, Decimal(0)))
    return any(abs(abs(result) - said.raw) <= off for result in results)


def _numbers(source: Reading, counts: bool) -> list[Quantity]:
    """The numbers of a source that something may be calculated from; of what is written as a
    ratio both parts.
    """
    spreads = {pair.other for pair in pairs(source) if pair.tie == "spread"}
    parts = [q for p in pairs(source) if p.one.start == p.other.start for q in p[1:]]
    stated = (
        q for q in values_of(source) if q not in spreads and (counts or not is_count(source, q))
    )
    return [*dict.fromkeys(stated), *parts]


def _of_one(one: Quantity) -> Iterator[_Result]:
    """What is left of a whole; how many times a rise is; the share that a factor leaves."""
    if one.kind == "percent":
        yield _Result(_ONE + one.value, "times", "1 + {}")
    if one.kind in ("percent", "fraction") and one.value < 1:
        yield _Result(_ONE - one.value, "percent", _REST, 1)
        yield _Result(_ONE / (_ONE - one.value), "times", _FASTER)
    if one.kind == "times" and one.value < 1:
        yield _Result(_ONE - one.value, "percent", "1 − {}", 1)
    elif one.kind == "times":
        yield _Result(_ONE / one.value, "percent", "1 ÷ {}")
        yield _Result(_ONE - _ONE / one.value, "percent", "1 − 1 ÷ {}", 1)
        yield _Result(one.value - _ONE, "percent", "{} − 1", 1)


def _of_two(one: Quantity, other: Quantity) -> Iterator[_Result]:
    """What two numbers give."""
    kind: Kind = "points" if one.kind in ("percent", "points") else one.kind
    high, low = _signed(one), _signed(other)
    if 0 in (high, low):
        return
    if one.kind == other.kind != "fraction" and high > low:
        yield _Result(high - low, kind, "−")
        if low > 0 and low != 1:
            yield _Result(high / low, "times", "÷", _MANY_DIGITS)
            yield _Result(low / high, "percent", "÷", _MANY_DIGITS)
            yield _Result(high / low - _ONE, "percent", "÷", _MANY_DIGITS)
            yield _Result(_ONE - low / high, "percent", "÷", _MANY_DIGITS)
    if (one.kind, other.kind) == ("percent", "points"):
        yield _Result(one.value - other.value, "percent", "−")
        yield _Result(one.value + other.value, "percent", "+")
    if _whole(one) and _whole(other) and one.start < other.start:
        yield _Result(high + low, "plain", "+")
        yield _Result(high * low, "plain", "×", _MANY_DIGITS)
    if _whole(one) and other.kind == "time":
        yield _Result(high * low, "time", "×", _MANY_DIGITS)
    if _whole(one) and _whole(other):
        yield _Result(low / (high + low), "fraction", _AMONG)
    if one.kind == "fraction" and _whole(other):
        yield _Result(high * low, "plain", "×")


def _whole(quantity: Quantity) -> bool:
    return quantity.kind == "plain" and quantity.raw == quantity.raw.to_integral_value()


def _signed(quantity: Quantity) -> Decimal:
    return -quantity.value if quantity.sign == "-" else quantity.value


def _is(
    wording: Reading, said: Quantity, result: _Result, named: bool, loosely: bool = True
) -> bool:
    """Whether a wording's number is the result: exactly, as far as it is written, or rounded as
    it says.
    """
    if not _of_kind(said, result.kind):
        return False
    value = result.value
    if "plain" in (said.kind, result.kind):  # points of a score have no other unit
        value *= HUNDRED if result.kind in ("points", "percent") else _ONE
        value /= HUNDRED if said.kind == "points" else _ONE
    rounded = loosely and context.rounds(wording, said, said._replace(value=value))
    if said.kind == "fraction" or not wording.in_digits(said):
        return value == said.value or rounded
    if result.how == _REST and rounded:
        return True
    if _digits(said.raw) < (1 if named else result.digits):
        return False
    off = abs(value * said.raw / said.value - said.raw) if said.value else _ONE
    return off * 2 <= Decimal(1).scaleb(-decimals(said.raw)) and (
        value == said.value or result.how in ("÷", "1 ÷ {}", "1 − 1 ÷ {}", "1 + {}", "{} − 1")
    )


def _digits(raw: Decimal) -> int:
    """How many digits a number has: two of 6.0, one of 60."""
    return len((raw if decimals(raw) else raw.normalize()).as_tuple().digits)


def _of_kind(said: Quantity, kind: Kind) -> bool:
    if said.kind == kind or (said.kind == "fraction" and kind == "percent"):
        return True
    return (said.kind, kind) in (("plain", "points"), ("plain", "times"), ("points", "plain"))
