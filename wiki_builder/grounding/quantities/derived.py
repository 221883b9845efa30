"""Numbers that a wording calculates from its evidence: a difference, a ratio, what is left of a
whole; or that it rounds, and says so.

Among the differences, sums and ratios of a few numbers nearly any wrong number of one or two
digits can be found; so little counts, and what does was measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import permutations
from typing import NamedTuple

from wiki_builder.grounding.quantities import context
from wiki_builder.grounding.quantities.fit import decimals
from wiki_builder.grounding.quantities.hold import is_count
from wiki_builder.grounding.quantities.pairs import is_version, lists, pairs
from wiki_builder.grounding.quantities.quantity import HUNDRED, Kind, Quantity
from wiki_builder.grounding.quantities.reading import Reading

MOST = 10  # numbers of a quote; among more of them nearly any number is some difference
_SMALL = 10  # a count, which comes of too many others
_ONE = Decimal(1)
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


def derivation(wording: Reading, said: Quantity, source: Reading) -> str:
    """How a number follows from one or two that a source states, ``49.8 − 47.2``; empty if it
    does not.
    """
    stated = (q for q in source.quantities if not is_count(source, q) and not is_version(source, q))
    numbers = [*dict.fromkeys(stated), *_parts(source)]
    if len(numbers) > MOST or said.sign == "-" or is_count(wording, said):
        return ""
    named = {q.raw for q in wording.quantities}
    for one in numbers:
        for result in _of_one(one):
            if _is(wording, said, result, named=False):
                return result.how.format(source.words(one))
    # of values in one list or range none comes from another
    runs = ({q for group in run for q in group} for run in lists(source))
    parallel = [run for run in runs if len(run) > 1]
    for one, other in permutations(numbers, 2):
        both = {one.raw, other.raw} <= named
        small = _whole(one) and _whole(other) and min(one.raw, other.raw) < _SMALL
        if both or not (small or any({one, other} <= run for run in parallel)):
            for result in _of_two(one, other):
                if _is(wording, said, result, both):
                    return f"{source.words(one)} {result.how} {source.words(other)}"
    return ""


def _parts(source: Reading) -> list[Quantity]:
    """The numbers of what is written as a ratio: 60 and 64 of 60/64."""
    return [q for pair in pairs(source) if pair.one.start == pair.other.start for q in pair[1:]]


def _of_one(one: Quantity) -> Iterator[_Result]:
    """What is left of a whole; how many times a rise is; the share that a factor leaves."""
    if one.kind == "percent" and one.value < 1:
        yield _Result(_ONE - one.value, "percent", "100 % − {}", 1)
        yield _Result(_ONE + one.value, "times", "1 + {}")
    if one.kind == "times" and one.value < 1:
        yield _Result(_ONE - one.value, "percent", "1 − {}", 1)
    elif one.kind == "times":
        yield _Result(_ONE / one.value, "percent", "1 ÷ {}")
        yield _Result(_ONE - _ONE / one.value, "percent", "1 − 1 ÷ {}")
        yield _Result(one.value - _ONE, "percent", "{} − 1")


def _of_two(one: Quantity, other: Quantity) -> Iterator[_Result]:
    """What two numbers give."""
    kind: Kind = "points" if one.kind in ("percent", "points") else one.kind
    high, low = _signed(one), _signed(other)
    if one.kind == other.kind != "fraction" and high > low:
        yield _Result(high - low, kind, "−")
        if low > 0:
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
    if one.kind == "fraction" and _whole(other):
        yield _Result(high * low, "plain", "×")


def _whole(quantity: Quantity) -> bool:
    return quantity.kind == "plain" and quantity.raw == quantity.raw.to_integral_value()


def _signed(quantity: Quantity) -> Decimal:
    return -quantity.value if quantity.sign == "-" else quantity.value


def _is(wording: Reading, said: Quantity, result: _Result, named: bool) -> bool:
    """Whether a wording's number is the result: exactly, as far as it is written, or rounded as
    it says.
    """
    if not _of_kind(said, result.kind):
        return False
    to_plain = said.kind == "plain" and result.kind in ("points", "percent")
    value = result.value * HUNDRED if to_plain else result.value
    if said.kind == "fraction" or not _in_digits(wording, said):
        return value == said.value or context.rounds(wording, said, said._replace(value=value))
    if len(said.raw.normalize().as_tuple().digits) < (1 if named else result.digits):
        return False
    off = abs(value * said.raw / said.value - said.raw) if said.value else _ONE
    return off * 2 <= Decimal(1).scaleb(-decimals(said.raw)) and (
        value == said.value or result.how in ("÷", "1 ÷ {}", "1 − 1 ÷ {}", "1 + {}", "{} − 1")
    )


def _in_digits(wording: Reading, said: Quantity) -> bool:
    return any(char.isdigit() for char in wording.words(said))


def _of_kind(said: Quantity, kind: Kind) -> bool:
    if said.kind == kind or (said.kind == "fraction" and kind == "percent"):
        return True
    return said.kind == "plain" and kind in ("points", "times")
