"""Holds the two languages against each other: what numbers they state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations

from wiki_builder.core.values.checks import Finding
from wiki_builder.grounding.quantities import compare
from wiki_builder.grounding.quantities.between import unshared
from wiki_builder.grounding.quantities.fit import decimals
from wiki_builder.grounding.quantities.hold import Held, hold, is_count
from wiki_builder.grounding.quantities.pairs import is_version, pairs
from wiki_builder.grounding.quantities.quantity import Kind, Quantity
from wiki_builder.grounding.quantities.reading import Reading, read, stated
from wiki_builder.grounding.rules.numbers import calculated, follows
from wiki_builder.grounding.rules.rule import Ground, Said

_ALIKE = 10  # figures of another magnitude are hardly taken for each other


def languages(said: Said, ground: Ground) -> Iterator[Finding]:
    """Where one language states another number than the other, or gives it to something else.

    What one of them leaves out is no difference, if the evidence states it.
    """
    if not said.en or not said.zh:
        return
    en, zh = stated(said.en), stated(said.zh)
    yield from _alone(said, en, zh, ground)
    yield from _order(said)
    told = (*pairs(en),)
    for pair in pairs(zh):
        if opposite := compare.reversed_pair(pair, told):
            here, there = (f"{en.words(opposite.one)} → {en.words(opposite.other)}",
                           f"{zh.words(pair.one)} → {zh.words(pair.other)}")  # fmt: skip
            yield Finding("languages", here, there, pair.tie == opposite.tie == "change")


def _alone(said: Said, en: Reading, zh: Reading, ground: Ground) -> Iterator[Finding]:
    """As many numbers that only one language states as only the other does, or numbers of one
    language that the evidence does not give.
    """
    only_en, only_zh = unshared(said.en, said.zh), unshared(said.zh, said.en)
    differ = len(only_en) == len(only_zh) > 0
    each = [*((en, q) for q in only_en), *((zh, q) for q in only_zh)] if differ else []
    if differ and not any(calculated(this, q, said, ground) for this, q in each):
        sure = all(this.in_digits(q) for this, q in each)
        yield Finding("languages", _words(en, only_en), _words(zh, only_zh), sure)
        return
    for this, alone, other in ((en, only_en, zh), (zh, only_zh, en)):
        again = _repeats(other, this)
        loose = [q for q in alone if again or not _is_known(this, q, said, ground)]
        if _has_figure(this, loose):
            sure = again and any(this.in_digits(q) for q in loose)
            yield Finding("languages", _words(this, loose), sure=sure)


def _is_known(this: Reading, quantity: Quantity, said: Said, ground: Ground) -> bool:
    """Whether the evidence gives a number, or its passage states it somewhere."""
    near = hold(this, quantity, read(ground.near)) if ground.quote else Held("")
    return near.verdict == "same" or follows(this, quantity, said, ground)


def _order(said: Said) -> Iterator[Finding]:
    """Figures of one kind that stand in another order in the other language, which a translation
    seldom does: counts change places with what is counted, and parts with wholes. Only a reason
    to ask: Chinese puts the condition first.
    """
    for english, chinese in zip(said.en.split("\n"), said.zh.split("\n"), strict=False):
        en, zh = stated(english), stated(chinese)
        tied = [{p.one.raw, p.other.raw} for wording in (en, zh) for p in pairs(wording)]
        order = {figure: place for place, figure in enumerate(_figures(zh))}
        there = [figure for figure in _figures(en) if figure in order]
        raws = {figure[0] for figure in order}
        for one, other in combinations(there, 2):
            turned = order[one] > order[other] and {one[0], other[0]} not in tied
            # not where one is what the other two differ by: a gain beside its values
            apart = not {abs(one[0] - other[0]), one[0] + other[0]} & raws
            if turned and apart and _exchangeable(one, other):
                turned_words = f"{one[0]}, {other[0]}", f"{other[0]}, {one[0]}"
                yield Finding("languages", *turned_words, weak=True)
                return


def _exchangeable(one: tuple[Decimal, Kind, str], other: tuple[Decimal, Kind, str]) -> bool:
    return one[1:] == other[1:] and max(one[0], other[0]) < _ALIKE * min(one[0], other[0])


def _figures(wording: Reading) -> list[tuple[Decimal, Kind, str]]:
    """The measures of a wording that it states once, in order: number, kind and unit."""
    raws = Counter(q.raw for q in wording.quantities)
    return [
        (q.raw, q.kind, q.unit)
        for q in wording.quantities
        if raws[q.raw] == 1
        and (q.kind != "plain" or decimals(q.raw))
        and not is_version(wording, q)
    ]


def _has_figure(reading: Reading, quantities: list[Quantity]) -> bool:
    """Whether one of them is more than a count in words, which a language may leave out."""
    return any(not is_count(reading, q) for q in quantities)


def _repeats(this: Reading, other: Reading) -> bool:
    """Whether one wording says a figure again where the other says it less often."""
    ours, theirs = (
        Counter((q.raw, q.kind) for q in reading.quantities if not is_count(reading, q))
        for reading in (this, other)
    )
    return any(times > theirs[figure] > 0 for figure, times in ours.items())


def _words(reading: Reading, quantities: list[Quantity]) -> str:
    return ", ".join(map(reading.words, quantities))
