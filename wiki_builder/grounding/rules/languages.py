"""Holds the two languages against each other: what numbers they state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations

from wiki_builder.core.values.checks import Finding
from wiki_builder.grounding.quantities.between import unshared
from wiki_builder.grounding.quantities.derived import derivation
from wiki_builder.grounding.quantities.fit import decimals
from wiki_builder.grounding.quantities.hold import hold, is_count
from wiki_builder.grounding.quantities.quantity import Kind, Quantity
from wiki_builder.grounding.quantities.reading import Reading, read, stated
from wiki_builder.grounding.quantities.structure import is_version, pairs
from wiki_builder.grounding.rules.quantity import by_for_to, reversed_pair, words
from wiki_builder.grounding.rules.rule import Ground, Said

_ALIKE = 10  # figures of another magnitude are hardly taken for each other


def languages(said: Said, ground: Ground) -> Iterator[Finding]:
    """Where one language states another number than the other, or gives it to something else.

    What one of them leaves out is no difference, if the evidence states it.
    """
    if not said.en or not said.zh:
        return
    en, zh = stated(said.en), stated(said.zh)
    only_en, only_zh = unshared(said.en, said.zh), unshared(said.zh, said.en)
    derived = any(_derived(en, q, ground) for q in only_en) or any(
        _derived(zh, q, ground) for q in only_zh
    )
    if len(only_en) == len(only_zh) > 0 and not derived:
        sure = _has_figure(en, only_en) and _has_figure(zh, only_zh)
        yield Finding("languages", _words(en, only_en), _words(zh, only_zh), sure)
    else:
        for this, alone, other in ((en, only_en, zh), (zh, only_zh, en)):
            again = _repeats(other, this)
            loose = [q for q in alone if again or not _evident(this, q, ground)]
            if _has_figure(this, loose):
                yield Finding("languages", _words(this, loose), sure=again)
    yield from _order(said)
    for wrong in by_for_to(zh, en):
        yield Finding("languages", wrong.found, wrong.said)
    told = (*pairs(en),)
    for pair in pairs(zh):
        if opposite := reversed_pair(pair, told):
            sure = pair.tie == opposite.tie == "change"
            yield Finding("languages", words(en, opposite), words(zh, pair), sure)


def _order(said: Said) -> Iterator[Finding]:
    """Figures of one kind that stand in another order in the other language, which a translation
    seldom does: counts change places with what is counted, and parts with wholes.
    """
    for english, chinese in zip(said.en.split("\n"), said.zh.split("\n"), strict=False):
        en, zh = stated(english), stated(chinese)
        tied = [{p.one.raw, p.other.raw} for wording in (en, zh) for p in pairs(wording)]
        order = {raw: place for place, raw in enumerate(_figures(zh))}
        there = [(raw, kind) for raw, kind in _figures(en).items() if _figures(zh).get(raw) == kind]
        for (one, kind), (other, its) in combinations(there, 2):
            third = {abs(one - other), one + other} & order.keys()  # a gain beside its values
            alike = max(one, other) < _ALIKE * min(one, other)
            if (
                alike
                and kind == its
                and order[one] > order[other]
                and not third
                and {one, other} not in tied
            ):
                yield Finding("languages", f"{one}, {other}", f"{other}, {one}")
                return


def _figures(wording: Reading) -> dict[Decimal, tuple[Kind, str]]:
    """The measures of a wording by their number, in order; those that it states once."""
    raws = Counter(q.raw for q in wording.quantities)
    return {
        q.raw: (q.kind, q.unit)
        for q in wording.quantities
        if raws[q.raw] == 1
        and (q.kind != "plain" or decimals(q.raw))
        and not is_version(wording, q)
    }


def _evident(wording: Reading, quantity: Quantity, ground: Ground) -> bool:
    """Whether the evidence states a number, or two of its numbers give it."""
    source = read(ground.quote or ground.near)
    return hold(wording, quantity, source).verdict == "same" or _derived(wording, quantity, ground)


def _derived(wording: Reading, quantity: Quantity, ground: Ground) -> bool:
    return bool(derivation(wording, quantity, stated(ground.quote)))


def _has_figure(reading: Reading, quantities: list[Quantity]) -> bool:
    """Whether one of them is more than a count in words, which a language may leave out."""
    return any(not is_count(reading, q) for q in quantities)


def _repeats(this: Reading, other: Reading) -> bool:
    """Whether one wording says a number again where the other says it less often."""
    ours, theirs = (
        Counter(q.raw for q in reading.quantities if not is_count(reading, q))
        for reading in (this, other)
    )
    return any(times > theirs[raw] > 0 for raw, times in ours.items())


def _words(reading: Reading, quantities: list[Quantity]) -> str:
    return ", ".join(map(reading.words, quantities))
