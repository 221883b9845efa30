"""Two texts about the same values: what one of them gives to something else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import combinations
from typing import NamedTuple

from wiki_builder.grounding.quantities import context
from wiki_builder.grounding.quantities.fit import decimals
from wiki_builder.grounding.quantities.hold import is_count
from wiki_builder.grounding.quantities.pairs import Group, Pair, lists, pairs
from wiki_builder.grounding.quantities.quantity import Kind, Quantity
from wiki_builder.grounding.quantities.reading import Reading
from wiki_builder.grounding.quantities.speech import has_items, speech

_MARGIN = 2  # words by which an exchange of two values must fit better
_THEN = re.compile(r"\bthen\b")
_SIGNS = {"change": " → ", "against": " → ", "part": " / ", "spread": " ± ", "range": "–"}


class Mismatch(NamedTuple):
    """What one text says, what the other says in its place, and whether both cannot hold."""

    said: str
    found: str
    sure: bool = False


def paired(wording: Reading, quote: Reading) -> Iterator[Mismatch]:
    """From and to exchanged, a part and its whole, a range or a spread with another end."""
    told = (*pairs(quote),)
    for pair in pairs(wording):
        if wrong := reversed_pair(pair, told):
            yield Mismatch(_words(wording, pair), _words(quote, wrong), pair.tie == wrong.tie)
        elif wrong := _crossed(pair, quote, told):
            yield Mismatch(_words(wording, pair), _words(quote, wrong))


def reversed_pair(pair: Pair, told: Iterable[Pair]) -> Pair | None:
    """The pair of another text that says the same two the other way round."""
    if any(_same(pair.one, t.one) and _same(pair.other, t.other) for t in told):
        return None
    for other in told:
        if pair.tie == other.tie == "against":  # either may be named first
            continue
        if _same(pair.one, other.other) and _same(pair.other, other.one):
            return other
    return None


def _crossed(pair: Pair, quote: Reading, told: Iterable[Pair]) -> Pair | None:
    """A pair of the quote of which the wording has one end, and another number of the quote for
    the other end.
    """
    alike = [t for t in told if t.tie == pair.tie and t.tie != "against"]
    if any(_same(pair.one, t.one) and _same(pair.other, t.other) for t in alike):
        return None
    strange = {q.raw for q in quote.quantities}
    for other in alike:
        later = quote.text[other.other.end :]
        if other.tie == "change" and (then := _THEN.search(later)):  # from 3 to 5, then to 4
            strange -= {q.raw for q in quote.quantities if q.start > other.other.end + then.end()}
        if _same(pair.one, other.one) and pair.other.raw in strange:
            return other
        if _same(pair.other, other.other) and pair.one.raw in strange:
            return other
    return None


def _same(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities are one number, and not the one minus the other."""
    return one.raw == other.raw and {one.sign, other.sign} != {"+", "-"}


def _words(reading: Reading, pair: Pair) -> str:
    return f"{reading.words(pair.one)}{_SIGNS[pair.tie]}{reading.words(pair.other)}"


def exchanged(wording: Reading, quote: Reading) -> Iterator[Mismatch]:
    """Two values that would fit the quote's words better if they changed places."""
    said = (*pairs(wording),)
    tied = [{p.one.raw, p.other.raw} for p in (*said, *pairs(quote)) if p.tie != "against"]
    against = [{p.one.raw, p.other.raw} for p in said if p.tie == "against"]
    here, theirs = speech(wording), speech(quote)
    kinds = {q.raw: q.kind for q in wording.quantities if not is_count(wording, q)}
    for one, other in combinations([raw for raw in here if raw in theirs and raw in kinds], 2):
        if {one, other} in tied or not _comparable(kinds, one, other):
            continue
        gains = {abs(one - other), one + other}
        if gains & (theirs.keys() | here.keys()):  # beside their values
            continue
        as_said = len(here[one] & theirs[one]) + len(here[other] & theirs[other])
        better = len(here[one] & theirs[other]) + len(here[other] & theirs[one]) - as_said
        # what is held against each other may be named in either order
        if better >= _MARGIN + ({one, other} in against):
            yield Mismatch(f"{one}, {other}", f"{other}, {one}")


def _comparable(kinds: dict[Decimal, Kind], one: Decimal, other: Decimal) -> bool:
    both = {kinds[one], kinds[other]}
    if both == {"plain"}:
        return bool(decimals(one)) == bool(decimals(other))
    return len(both) == 1 or "plain" in both or both == {"percent", "points"}


def reordered(wording: Reading, quote: Reading, named: set[Decimal]) -> Iterator[Mismatch]:
    """A list of the quote's values in another order, with nothing that says what each is of;
    ``named`` are values with a name beside them.
    """
    for run in lists(wording):
        order = _numbers(run)
        if len(run) < 2 or named >= set(order) or has_items(wording, run):
            continue
        for theirs in lists(quote):
            told = _numbers(theirs)
            if sorted(told) == sorted(order) and told != order:
                yield Mismatch(_joined(wording, run), _joined(quote, theirs))


def _numbers(run: list[Group]) -> list[Decimal]:
    return [q.raw for group in run for q in group]


def _joined(reading: Reading, run: list[Group]) -> str:
    return ", ".join(reading.words(q) for group in run for q in group)


def repeated(wording: Reading, quote: Reading) -> Iterator[Mismatch]:
    """A number said twice that the quote says once, with another of its kind unsaid."""
    said = Counter((q.raw, q.kind) for q in wording.quantities if not is_count(wording, q))
    told = Counter((q.raw, q.kind) for q in quote.quantities)
    for (raw, kind), times in said.items():
        unsaid = [each for each in told if each not in said and each[1] == kind]
        if times > told[raw, kind] == 1 and unsaid:
            yield Mismatch(f"{raw}, {raw}", f"{raw}, {unsaid[0][0]}")


def by_for_to(wording: Reading, quote: Reading) -> Iterator[Mismatch]:
    """By how much something changes, for what it changes to: 提高 48 % for "to 48 %". Of factors
    nobody can tell.
    """
    for said in wording.quantities:
        told = [q for q in quote.quantities if q.raw == said.raw and q.kind == said.kind]
        ways, way = {context.way(quote, q) for q in told}, context.way(wording, said)
        if way and said.kind != "times" and ways and not ways & {way, ""}:
            yield Mismatch(f"{way} {wording.words(said)}", f"{ways.pop()} {quote.words(told[0])}")
