"""Holds against the evidence which quantity a value belongs to: from or to, result or baseline,
part or whole, which model's or dataset's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

from wiki_builder.core.values.analysis import ResultRow
from wiki_builder.core.values.checks import Finding
from wiki_builder.grounding.quantities import context
from wiki_builder.grounding.quantities.fit import decimals
from wiki_builder.grounding.quantities.hold import is_count
from wiki_builder.grounding.quantities.quantity import Kind, Quantity
from wiki_builder.grounding.quantities.reading import Reading, stated
from wiki_builder.grounding.quantities.speech import has_items, speech
from wiki_builder.grounding.quantities.structure import (
    Binding,
    Group,
    Pair,
    bindings,
    lists,
    names_in,
    pairs,
    row_bindings,
)
from wiki_builder.grounding.rules.numbers import Place, wordings
from wiki_builder.grounding.rules.rule import Ground, Said

_MARGIN = 2  # words by which an exchange of two values must fit better


def quantity(said: Said, ground: Ground) -> Iterator[Finding]:
    """Values of the quote that a wording, or the row, gives to something else."""
    source = ground.quote or (ground.near if ground.abstract else "")
    quote = stated(source)
    told = (*pairs(quote),)
    lines = [stated(line) for line in ground.quote.split("\n")]
    of = bindings if len(lines) == 1 else row_bindings
    bound = {binding for line in lines for binding in of(line)}
    known = {binding.name for binding in bound}
    for place, text in wordings(said):
        wording = stated(text)
        said_pairs = (*pairs(wording),)
        yield from _pairs(place, wording, said_pairs, quote, told)
        here = bindings(wording, known)
        yield from _names(place, wording, here, bound)
        for wrong in by_for_to(wording, quote):
            yield replace(wrong, language=place)
        yield from _reordered(place, wording, quote, {binding.value for binding in here})
        if place == "en":
            yield from _exchanged(wording, said_pairs, quote, told)
            yield from _repeated(text, quote)
    if said.row:
        yield from _row(said.row, quote, told, bound)


# --- Two values and what they are to each other -------------------------------


def _pairs(
    place: Place, wording: Reading, said: tuple[Pair, ...], quote: Reading, told: tuple[Pair, ...]
) -> Iterator[Finding]:
    for pair in said:
        backwards = reversed_pair(pair, told)
        if wrong := backwards or _crossed(pair, quote, told):
            sure = bool(backwards) and pair.tie == wrong.tie != "against"
            yield Finding("quantity", words(wording, pair), words(quote, wrong), sure, place)
        elif pair.tie == "part" and place != "zh" and pair.one.value > pair.other.value:
            yield Finding("quantity", words(wording, pair), "", False, place)


def reversed_pair(pair: Pair, told: tuple[Pair, ...]) -> Pair | None:
    """The pair of another text that says the same two the other way round."""
    if any(_same(pair.one, t.one) and _same(pair.other, t.other) for t in told):
        return None
    for other in told:
        if pair.tie == other.tie == "against":  # either may be named first
            continue
        if _same(pair.one, other.other) and _same(pair.other, other.one):
            return other
    return None


def _crossed(pair: Pair, quote: Reading, told: tuple[Pair, ...]) -> Pair | None:
    """A pair of the quote of which the wording has one end, and another number of the quote for
    the other."""
    alike = [t for t in told if t.tie == pair.tie and t.tie != "against"]
    if any(_same(pair.one, t.one) and _same(pair.other, t.other) for t in alike):
        return None
    strange = {q.raw for q in quote.quantities}
    for other in alike:
        if _same(pair.one, other.one) and pair.other.raw in strange:
            return other
        if _same(pair.other, other.other) and pair.one.raw in strange:
            return other
    return None


def _same(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities are one number, and not the one minus the other."""
    return one.raw == other.raw and {one.sign, other.sign} != {"+", "-"}


_MARK = {"change": " → ", "against": " → ", "part": " / ", "spread": " ± ", "range": "–"}


def words(reading: Reading, pair: Pair) -> str:
    """How a pair is written: 44.7 % → 48.5 %."""
    return f"{reading.words(pair.one)}{_MARK[pair.tie]}{reading.words(pair.other)}"


def _exchanged(
    wording: Reading, said: tuple[Pair, ...], quote: Reading, told: tuple[Pair, ...]
) -> Iterator[Finding]:
    """Two values that would fit the quote's words better if they changed places."""
    tied = [{pair.one.raw, pair.other.raw} for pair in (*said, *told) if pair.tie != "against"]
    against = [{pair.one.raw, pair.other.raw} for pair in said if pair.tie == "against"]
    here, theirs = speech(wording), speech(quote)
    kinds = {q.raw: q.kind for q in wording.quantities if not is_count(wording, q)}
    for one, other in combinations([raw for raw in here if raw in theirs and raw in kinds], 2):
        if {one, other} in tied or not _comparable(kinds[one], kinds[other]):
            continue
        if kinds[one] == kinds[other] == "plain" and bool(decimals(one)) != bool(decimals(other)):
            continue
        if {abs(one - other), one + other} & theirs.keys():  # a gain beside its values
            continue
        as_said = len(here[one] & theirs[one]) + len(here[other] & theirs[other])
        exchanged = len(here[one] & theirs[other]) + len(here[other] & theirs[one])
        # what is held against each other may be named in either order
        if exchanged - as_said >= _MARGIN + ({one, other} in against):
            yield Finding("quantity", f"{one}, {other}", f"{other}, {one}", language="en")


def _repeated(text: str, quote: Reading) -> Iterator[Finding]:
    """A number said twice in a line that the quote says once, with another of its kind unsaid."""
    told = Counter(q.raw for q in quote.quantities)
    kinds = {q.raw: q.kind for q in quote.quantities}
    for line in text.split("\n"):
        wording = stated(line)
        said = Counter(q.raw for q in wording.quantities if not is_count(wording, q))
        for raw, times in said.items():
            unsaid = [
                other for other in told if other not in said and kinds[other] == kinds.get(raw)
            ]
            if times > told[raw] == 1 and unsaid:
                yield Finding("quantity", f"{raw}, {raw}", f"{raw}, {unsaid[0]}", language="en")


def by_for_to(wording: Reading, quote: Reading) -> Iterator[Finding]:
    """By how much something changes, for what it changes to: 提高 48 % for "to 48 %"."""
    for said in wording.quantities:
        told = [q for q in quote.quantities if q.raw == said.raw and q.kind == said.kind]
        ways = {context.way(quote, q) for q in told}
        way = context.way(wording, said)
        if way and said.kind != "times" and ways and not ways & {way, ""}:
            yield Finding(
                "quantity",
                f"{way} {wording.words(said)}",
                f"{ways.pop()} {quote.words(told[0])}",
            )


def _comparable(one: Kind, other: Kind) -> bool:
    return one == other or "plain" in (one, other) or {one, other} == {"percent", "points"}


def _reordered(
    place: Place, wording: Reading, quote: Reading, named: set[Decimal]
) -> Iterator[Finding]:
    """A list of the quote's values in another order, with nothing that says what each is of."""
    for run in lists(wording):
        order = [q.raw for group in run for q in group]
        if len(run) < 2 or named >= set(order) or has_items(wording, run):
            continue
        for theirs in lists(quote):
            told = [q.raw for group in theirs for q in group]
            if sorted(told) == sorted(order) and told != order:
                yield Finding("quantity", _list(wording, run), _list(quote, theirs), language=place)


def _list(reading: Reading, run: list[Group]) -> str:
    return ", ".join(reading.words(q) for group in run for q in group)


# --- A value and its name -----------------------------------------------------


def _names(
    place: Place, wording: Reading, said: set[Binding], told: set[Binding]
) -> Iterator[Finding]:
    for binding in sorted(said):
        if other := misplaced(binding, told):
            value = next(wording.words(q) for q in wording.quantities if q.raw == binding.value)
            yield Finding(
                "quantity", f"{value}: {binding.name}", f"{value}: {other}", language=place
            )


def misplaced(binding: Binding, told: set[Binding]) -> str:
    """The name that another text gives a value to, where it gives this name another value."""
    owners = {t.name for t in told if t.value == binding.value}
    has_own = any(t.name == binding.name for t in told)
    if not owners or not has_own or any(_alike(binding.name, owner) for owner in owners):
        return ""
    return min(owners)


def _alike(name: str, other: str) -> bool:
    return name.startswith(other) or other.startswith(name)


def _row(
    row: ResultRow, quote: Reading, told: tuple[Pair, ...], bound: set[Binding]
) -> Iterator[Finding]:
    value, baseline = stated(row.value), stated(row.baseline or "")
    if len(value.quantities) == 1 and len(baseline.quantities) == 1:
        pair = Pair("change", baseline.quantities[0], value.quantities[0])
        wrong = reversed_pair(pair, told)
        if wrong and wrong.tie in ("change", "against"):
            yield Finding(
                "quantity",
                f"{row.baseline} → {row.value}",
                words(quote, wrong),
                sure=wrong.tie == "change",
            )
    labels = ((value, f"{row.dataset or ''} {row.metric or ''}"), (baseline, row.baseline or ""))
    for cell, label in labels:
        for name in names_in(label) if len(cell.quantities) == 1 else ():
            number = cell.quantities[0]
            if other := misplaced(Binding(number.raw, name), bound):
                yield Finding("quantity", f"{cell.text}: {name}", f"{cell.text}: {other}")
