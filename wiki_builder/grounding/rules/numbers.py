"""Holds each number of a wording against its evidence: its value, its unit, its sign."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from wiki_builder.core.values.checks import Finding, RuleName
from wiki_builder.grounding.quantities import context
from wiki_builder.grounding.quantities.derived import derivation, may_follow
from wiki_builder.grounding.quantities.fit import decimals
from wiki_builder.grounding.quantities.hold import Verdict, hold, is_count
from wiki_builder.grounding.quantities.pairs import is_version, shares
from wiki_builder.grounding.quantities.quantity import Quantity
from wiki_builder.grounding.quantities.reading import Reading, read, stated
from wiki_builder.grounding.rules.passage import (
    counts_the_same,
    same_thing,
    speaks,
    speaks_elsewhere,
    stands,
    stands_in_paper,
)
from wiki_builder.grounding.rules.rule import Ground, Said
from wiki_builder.grounding.rules.wording import Wording, numbers_of, wordings

_FORMULA = 8  # characters
_LARGEST_COUNT = 100  # what stands for another small count
MOST_COUNTED = 12  # a larger number in words is a figure, not a count of what stands in the quote
_LABELS = ("Stage", "Step", "Phase", "Part", "Level", "Round")  # of the model's own making
_RULES: dict[Verdict, RuleName] = {"sign": "sign", "thing": "quantity"}


def numbers(said: Said, ground: Ground) -> Iterator[Finding]:
    """What the numbers of each wording, and of the row, say that the evidence does not."""
    for wording in wordings(said, ground):
        for quantity in dict.fromkeys(wording.reading.quantities):
            if found := _finding(wording, quantity) or _unlike_text(wording, quantity):
                yield found


def derived(said: Said, ground: Ground) -> tuple[str, ...]:
    """How those numbers come about that the quote does not state and its numbers give:
    ``49.8 − 47.2``.
    """
    source = read(ground.quote)
    ways = (
        calculated(wording.reading, quantity, said, ground)
        for wording in wordings(said, ground)
        for quantity in wording.reading.quantities
        if not hold(wording.reading, quantity, source).verdict
    )
    return tuple(dict.fromkeys(filter(None, ways)))


def _finding(wording: Wording, quantity: Quantity) -> Finding | None:
    ground = wording.ground
    source = read(ground.quote or ground.near)
    held = hold(wording.reading, quantity, source)
    if held.verdict == "same":
        return None
    # what is wrong about it is not made good by other numbers, but for a unit of another kind
    whole = held.verdict in ("sign", "thing") or _is_percent_for_points(quantity, held.found)
    if not whole and follows(wording.reading, quantity, wording.said, ground):
        return None
    # a sub-step has no quote, and its passage has some such number of anything
    if held.found and not (
        not ground.quote
        and held.verdict in ("loose", "unit")
        and stands_in_paper(wording, quantity)
    ):
        return _mismatch(wording, quantity, source, held.found, held.verdict)
    if _is_label(wording, quantity):
        return None
    if wording.place == "zh" and stands(wording, quantity, read(wording.said.en)):
        return None  # the English wording is held against the evidence itself
    if is_count(wording.reading, quantity) and quantity.value <= MOST_COUNTED:
        return _count(wording, quantity, source)
    return _missing(wording, quantity, source)


def _is_percent_for_points(said: Quantity, found: Quantity | None) -> bool:
    return found is not None and {said.kind, found.kind} == {"percent", "points"}


def _unlike_text(wording: Wording, quantity: Quantity) -> Finding | None:
    """A row's points that the text gives as percent, or the other way round."""
    text = stated(wording.said.en)
    alike = (
        {q.kind: q for q in text.quantities if q.raw == quantity.raw} if not wording.place else {}
    )
    other = alike.get("points" if quantity.kind == "percent" else "percent")
    if quantity.kind not in ("percent", "points") or quantity.kind in alike or not other:
        return None
    return Finding("unit", wording.reading.words(quantity), text.words(other))


def _mismatch(
    wording: Wording, said: Quantity, source: Reading, found: Quantity, verdict: Verdict
) -> Finding:
    """The number is there, and its sign, its unit or what it counts is another."""
    elsewhere = bool(wording.ground.quote) and stands(wording, said, read(wording.ground.near))
    sure = verdict in ("sign", "unit") and _sure(wording.reading, said, source, found)
    return Finding(
        _RULES.get(verdict, "unit"),
        wording.reading.words(said),
        source.words(found),
        sure and not elsewhere,
        wording.place,
        weak=_is_article(wording.reading, said)
        or (verdict == "sign" and _in_column(source, found)),
    )


def _in_formula(source: Reading, found: Quantity) -> bool:
    """Whether a number stands beside a command of LaTeX, where a sign may be an operator."""
    return "\\" in source.text[max(0, found.start - _FORMULA) : found.end + _FORMULA]


def _sure(wording: Reading, said: Quantity, source: Reading, found: Quantity) -> bool:
    """Whether the two cannot both hold. Papers write "7.1 %" for points of a difference, and who
    writes in words means them loosely.
    """
    if not wording.in_digits(said) or _in_column(source, found) or _in_formula(source, found):
        return False
    if not said.sign and said.kind == found.kind and context.is_delta(source, found):
        return False  # a gain, of which the error is less
    if said.kind == "points" and found.kind == "percent":
        return context.is_level(source, found) or context.is_level(wording, said)
    if said.sign == "-" and not found.sign:
        return said.kind == found.kind and not context.falls(source, found)
    return True


def _is_article(reading: Reading, quantity: Quantity) -> bool:
    """Whether a one may be no number: one bit each, below one percent."""
    return quantity.raw == 1 and not reading.in_digits(quantity)


def _in_column(source: Reading, found: Quantity) -> bool:
    """Whether a number stands in a table, whose head says what a minus means."""
    return found.sign == "-" and context.is_table(source)


def _count(wording: Wording, quantity: Quantity, source: Reading) -> Finding | None:
    """A small count in words: wrong if the evidence counts the same thing otherwise, the model's
    own if it counts it nowhere.
    """
    words, instead = wording.reading.words(quantity), _instead(wording, quantity, source)
    same = counts_the_same(wording, quantity)
    if instead and not (wording.ground.quote and _is_total(quantity, source)):
        return Finding("number", words, instead, not same, wording.place)
    if same:
        return None
    return Finding("count", words, language=wording.place, weak=True)


def _is_total(quantity: Quantity, source: Reading) -> bool:
    """Whether a count is that of two or all groups of the source: four and five are nine."""
    alike = (q for q in source.quantities if q.kind == "plain" and q.unit == "")
    counts = [q.raw for q in alike if q.raw <= MOST_COUNTED]
    return quantity.raw in {sum(counts), *map(sum, combinations(counts, 2))}


def _missing(wording: Wording, quantity: Quantity, source: Reading) -> Finding | None:
    ground, words = wording.ground, wording.reading.words(quantity)
    if quantity.kind == "percent":
        points = quantity._replace(kind="points", unit="pp")
        if how := calculated(wording.reading, points, wording.said, ground):
            return Finding("unit", words, how, False, wording.place)
    near = read(ground.near)
    if speaks(wording, quantity, near) or speaks_elsewhere(wording, quantity):
        return None
    if _is_article(wording.reading, quantity):
        return Finding("number", words, language=wording.place, weak=True)
    sure = (
        wording.reading.in_digits(quantity)
        and not stands(wording, quantity, near)
        and not stands_in_paper(wording, quantity)
        and not may_follow(wording.reading, quantity, stated(ground.quote))
    )
    in_row = not wording.place and not ground.abstract and stands(wording, quantity, near)
    instead = _instead(wording, quantity, source)
    return Finding("number", words, instead, sure, wording.place, weak=in_row)


def follows(reading: Reading, quantity: Quantity, said: Said, ground: Ground) -> bool:
    """Whether a number that the evidence does not state follows from it: calculated, rounded and
    said to be, or part of a share that it states.
    """
    source = read(ground.quote or ground.near)
    meant = (quantity, *(share for part, share in shares(reading) if part == quantity))
    return any(
        hold(reading, each, source).verdict == "same"
        or any(_rounds(reading, each, found) for found in source.quantities)
        or calculated(reading, each, said, ground)
        for each in meant
    )


def calculated(reading: Reading, quantity: Quantity, said: Said, ground: Ground) -> str:
    """How a number follows from others: of the quote, or of what stands near it and the statement
    names. Empty if it does not.
    """
    if not ground.quote:
        return ""
    row = numbers_of(said.row)
    own = ""
    if quantity.kind in ("fraction", "times") and not reading.in_digits(quantity):
        own = derivation(reading, quantity, reading, row, quoted=False)  # halved, from 39 to 19
    return (
        derivation(reading, quantity, stated(ground.quote), row)
        or derivation(reading, quantity, stated(ground.near), row, quoted=False)
        or own
    )


def _rounds(wording: Reading, said: Quantity, found: Quantity) -> bool:
    return (found.sign == "-") == (said.sign == "-") and context.rounds(wording, said, found)


def _is_label(wording: Wording, quantity: Quantity) -> bool:
    """Whether a number belongs to a name before it that the passage gives no other number: it is
    the name's, which another rule checks.
    """
    if not is_version(wording.reading, quantity):
        return False
    name = wording.reading.text[: quantity.start].split()[-1]
    known = f"{wording.ground.quote} {wording.ground.near}"
    return name in _LABELS or not re.search(rf"{re.escape(name)}[\s-]?[0-9]", known)


def _instead(wording: Wording, quantity: Quantity, source: Reading) -> str:
    """What the source says of the same thing: "two-stage" for "three stages"."""
    counts = is_count(wording.reading, quantity)
    for found in source.quantities:
        alike = found.kind == quantity.kind and found.unit == quantity.unit
        if counts and (decimals(found.raw) or found.raw > _LARGEST_COUNT):
            continue
        if (
            alike
            and not is_version(source, found)
            and same_thing(wording.reading, quantity, source, found)
        ):
            return source.words(found)
    return ""
