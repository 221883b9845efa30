"""Holds each number of a wording against its evidence: its value, its unit, its sign."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wiki_builder.core.values.checks import Finding, RuleName
from wiki_builder.grounding.quantities import context
from wiki_builder.grounding.quantities.derived import derivation
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
from wiki_builder.grounding.rules.wording import Wording, wordings

MOST_COUNTED = 12  # a larger number in words is a figure, not a count of what stands in the quote
_LABELS = ("Stage", "Step", "Phase", "Part", "Level", "Round")  # of the model's own making
_RULES: dict[Verdict, RuleName] = {"sign": "sign", "thing": "quantity"}


def numbers(said: Said, ground: Ground) -> Iterator[Finding]:
    """What the numbers of each wording, and of the row, say that the evidence does not."""
    for wording in wordings(said, ground):
        for quantity in dict.fromkeys(wording.reading.quantities):
            if found := _finding(wording, quantity):
                yield found


def derived(said: Said, ground: Ground) -> tuple[str, ...]:
    """How those numbers come about that the quote does not state and its numbers give:
    ``49.8 − 47.2``.
    """
    quote, source = stated(ground.quote), read(ground.quote)
    ways = (
        derivation(wording.reading, quantity, quote)
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
    if held.found:
        return _mismatch(wording, quantity, source, held.found, held.verdict)
    if _follows(wording, quantity, source) or _is_label(wording, quantity):
        return None
    if wording.place == "zh" and stands(wording, quantity, read(wording.said.en)):
        return None  # the English wording is held against the evidence itself
    if is_count(wording.reading, quantity) and quantity.value <= MOST_COUNTED:
        return _count(wording, quantity, source)
    return _missing(wording, quantity, source)


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
    )


def _sure(wording: Reading, said: Quantity, source: Reading, found: Quantity) -> bool:
    """Whether the two cannot both hold. Papers write "7.1 %" for points of a difference."""
    if said.kind == "points" and found.kind == "percent":
        return context.is_level(source, found) or context.is_level(wording, said)
    if said.sign == "-" and not found.sign:
        return not context.falls(source, found)
    return True


def _count(wording: Wording, quantity: Quantity, source: Reading) -> Finding | None:
    """A small count in words: wrong if the evidence counts the same thing otherwise, the model's
    own if it counts it nowhere.
    """
    words, instead = wording.reading.words(quantity), _instead(wording, quantity, source)
    if instead:
        return Finding("number", words, instead, True, wording.place)
    if counts_the_same(wording, quantity):
        return None
    return Finding("count", words, language=wording.place)


def _missing(wording: Wording, quantity: Quantity, source: Reading) -> Finding | None:
    ground, words = wording.ground, wording.reading.words(quantity)
    if quantity.kind == "percent":
        points = quantity._replace(kind="points", unit="pp")
        if how := derivation(wording.reading, points, stated(ground.quote)):
            return Finding("unit", words, how, False, wording.place)
    near = read(ground.near)
    if speaks(wording, quantity, near) or speaks_elsewhere(wording, quantity):
        return None
    elsewhere = stands(wording, quantity, near) or stands_in_paper(wording, quantity)
    instead = _instead(wording, quantity, source)
    return Finding("number", words, instead, not elsewhere, wording.place)


def _follows(wording: Wording, quantity: Quantity, source: Reading) -> bool:
    """Whether a number that the source does not state follows from it: calculated, rounded and
    said to be, or part of a share that it states.
    """
    reading, quote = wording.reading, wording.ground.quote
    if quote and derivation(reading, quantity, stated(quote)):
        return True
    meant = (quantity, *(share for part, share in shares(reading) if part == quantity))
    return any(
        hold(reading, each, source).verdict == "same"
        or any(_rounds(reading, each, found) for found in source.quantities)
        for each in meant
    )


def _rounds(wording: Reading, said: Quantity, found: Quantity) -> bool:
    return found.sign == said.sign and context.rounds(wording, said, found)


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
    for found in source.quantities:
        alike = found.kind == quantity.kind and found.unit in (quantity.unit, "n")
        if (
            alike
            and not is_version(source, found)
            and same_thing(wording.reading, quantity, source, found)
        ):
            return source.words(found)
    return ""
