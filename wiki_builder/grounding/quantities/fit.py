"""Whether a source's quantity is what a wording says: the value, then the unit, then the sign."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal, TypeAlias

from wiki_builder.grounding.quantities.quantity import HUNDRED, Quantity, Sign

Fit: TypeAlias = Literal["same", "loose", "unit", ""]

_ONE = Decimal(1)
_ABOUT = Decimal("0.02")  # of a fraction in words
_CLOSE = Decimal("1e-20")
_YEN = {"¥", "JPY"}
_DEGREES = {"angle", "temperature"}


def fit(said: Quantity, found: Quantity) -> Fit:
    """``same``: one value in one unit, or in one that the wording may leave out. ``unit``: the
    same number with a unit that is another. ``loose``: the same number without the unit, which
    may stand elsewhere: in a table's head, in a metric's name. Signs apart.
    """
    if said.kind == found.kind:
        return _of_one_kind(said, found)
    if found.unit in ("n", "th") or said.unit == "th":
        return ""
    if said.value == found.value and _shares(said, found):
        return "same"
    if "fraction" in (said.kind, found.kind) and _rounded(said, found):
        return "same"
    if {said.kind, found.kind} == {"percent", "times"} and _reciprocal(said, found):
        return "same"
    if {said.kind, found.kind} == _DEGREES and said.raw == found.raw:
        return "same"
    if said.raw != found.raw:
        return ""
    if (said.kind, found.kind) == ("money", "price") and said.unit == found.unit:
        return "same"
    if said.kind == "plain":
        return "same"
    if found.kind == "plain":
        return "same" if said.kind == "points" else "loose"
    return "unit"


def agrees(said: Quantity, other: Quantity) -> bool:
    """Whether the other language's wording says ``said``, where it may leave unit or sign to a
    word.
    """
    loose: tuple[Sign, ...] = ("", said.sign)
    signs = not said.sign or other.sign in loose
    return signs and (
        fit(said, other) in ("same", "loose") or fit(other, said) in ("same", "loose")
    )


def _of_one_kind(said: Quantity, found: Quantity) -> Fit:
    foreign = said.unit != found.unit and {said.unit, found.unit} != _YEN
    if said.kind in ("money", "price") and foreign:
        return "unit" if said.raw == found.raw else ""
    if said.value == found.value or (said.more and found.value == said.value + 1):
        return "same"
    return "unit" if said.raw == found.raw else ""


def _shares(said: Quantity, found: Quantity) -> bool:
    """Whether both are shares of one: 0.85, 85 %, 17/20, 0.85×."""
    kinds = {said.kind, found.kind}
    if "times" in kinds and said.value == 1:
        return False
    return kinds <= {"percent", "fraction", "plain", "times"} and said.value <= 1


def _rounded(said: Quantity, found: Quantity) -> bool:
    """Whether a fraction is the other's percentage as far as that is written: a third and 33 %;
    or one divided by the other's factor.
    """
    fraction, other = (said, found) if said.kind == "fraction" else (found, said)
    if other.kind == "times":
        return _reciprocal(fraction, other)
    close = abs(fraction.value - other.value) <= fraction.value * _ABOUT
    return other.kind == "percent" and (
        close or round(fraction.value * HUNDRED, decimals(other.raw)) == other.value * HUNDRED
    )


def _reciprocal(one: Quantity, other: Quantity) -> bool:
    """Whether a share is one divided by a factor: a tenth, or 10 %, and ten times less."""
    return bool(other.value) and abs(one.value * other.value - _ONE) < _CLOSE


def decimals(raw: Decimal) -> int:
    """How many digits a number is written with behind its point."""
    exponent = raw.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
