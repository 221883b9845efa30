"""Holds against the evidence which quantity a value belongs to: from or to, result or baseline,
part or whole, which model's or dataset's.
"""

from __future__ import annotations

from collections.abc import Iterator

from wiki_builder.core.values.analysis import ResultRow
from wiki_builder.core.values.checks import Finding
from wiki_builder.grounding.quantities import compare
from wiki_builder.grounding.quantities.bindings import Binding, bindings, names_in, row_bindings
from wiki_builder.grounding.quantities.compare import Mismatch
from wiki_builder.grounding.quantities.pairs import Pair, pairs
from wiki_builder.grounding.quantities.reading import Reading, stated
from wiki_builder.grounding.rules.rule import Ground, Said
from wiki_builder.grounding.rules.wording import wordings


def quantity(said: Said, ground: Ground) -> Iterator[Finding]:
    """Values of the quote that a wording, or the row, gives to something else."""
    source = ground.quote or (ground.near if ground.abstract else "")
    quote, bound = stated(source), _bound(source, table="\n" in ground.quote)
    known = {binding.name for binding in bound}
    for wording in wordings(said, ground):
        here = bindings(wording.reading, known)
        found = [
            *compare.paired(wording.reading, quote),
            *_too_large_parts(wording.reading, quote, wording.place),
            *_misnamed(wording.reading, here, bound),
            *compare.by_for_to(wording.reading, quote),
            *compare.reordered(wording.reading, quote, {binding.value for binding in here}),
        ]
        if wording.place == "en":  # whose words can be compared with the quote's
            found += compare.exchanged(wording.reading, quote)
            found += (
                m for line in said.en.split("\n") for m in compare.repeated(stated(line), quote)
            )
        for mismatch in found:
            yield Finding("quantity", *mismatch, language=wording.place)
    if said.row:
        for mismatch in _row(said.row, quote, bound):
            yield Finding("quantity", *mismatch)


def _bound(source: str, table: bool) -> set[Binding]:
    """The values that names have in the quote, or in the rows of a table."""
    if not table:
        return bindings(stated(source))
    return {binding for line in source.split("\n") for binding in row_bindings(stated(line))}


def _too_large_parts(wording: Reading, quote: Reading, place: str) -> Iterator[Mismatch]:
    """More of a whole than there is; in Chinese what stands 中的 is no part as often."""
    told = {(pair.one.raw, pair.other.raw) for pair in pairs(quote)}  # an 80/20 split
    for pair in pairs(wording) if place != "zh" else ():
        too_large = pair.tie == "part" and pair.one.value > pair.other.value
        if too_large and (pair.one.raw, pair.other.raw) not in told:
            yield Mismatch(f"{wording.words(pair.one)} / {wording.words(pair.other)}", "")


def _misnamed(wording: Reading, said: set[Binding], told: set[Binding]) -> Iterator[Mismatch]:
    for binding in sorted(said):
        if other := _owner(binding, told):
            value = next(wording.words(q) for q in wording.quantities if q.raw == binding.value)
            yield Mismatch(f"{value}: {binding.name}", f"{value}: {other}")


def _owner(binding: Binding, told: set[Binding]) -> str:
    """The name that another text gives a value to, where it gives this name another value."""
    owners = {t.name for t in told if t.value == binding.value}
    has_own = any(t.name == binding.name for t in told)
    if not owners or not has_own or any(_alike(binding.name, owner) for owner in owners):
        return ""
    return min(owners)


def _alike(name: str, other: str) -> bool:
    return name.startswith(other) or other.startswith(name)


def _row(row: ResultRow, quote: Reading, bound: set[Binding]) -> Iterator[Mismatch]:
    """The row's value against its baseline, and each beside its names."""
    value, baseline = stated(row.value), stated(row.baseline or "")
    if len(value.quantities) == len(baseline.quantities) == 1:
        pair = Pair("change", baseline.quantities[0], value.quantities[0])
        wrong = compare.reversed_pair(pair, (*pairs(quote),))
        if wrong and wrong.tie in ("change", "against"):
            told = f"{quote.words(wrong.one)} → {quote.words(wrong.other)}"
            yield Mismatch(f"{row.baseline} → {row.value}", told, wrong.tie == "change")
    labels = ((value, f"{row.dataset or ''} {row.metric or ''}"), (baseline, row.baseline or ""))
    for cell, label in labels:
        if len(cell.quantities) == 1:
            number = cell.quantities[0]
            said = {Binding(number.raw, name) for name in names_in(label)}
            yield from _misnamed(cell, said, bound)
