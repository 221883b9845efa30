"""Measured results side by side: one row for each data set, metric and unit, one column for each
thing compared.

Values come together only where data set and metric are written alike, but for case,
spaces and the rate of a success. What else they were measured in stands in the wording of their
claims: where that differs, or may, a row says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from wiki_builder.core.values.analysis import ResultRow
from wiki_builder.library.card import Measured
from wiki_builder.library.measured import measure, normal

ROWS_SHOWN = 40

# Words of a claim that name a setting. Not every setting is among them: the pages say so.
_QUALIFIERS = re.compile(
    r"\b(?:pass|maj|avg|mean|cons|best|recall|hits?|top|ndcg|precision|accuracy|f1)\s*[@^]\s*\$?\w+"
    r"|\bbest[- ]of[- ]\w+"
    r"|\b(?:zero|one|two|three|four|five|few|many|\d+)[- ]shots?\b"
    r"|\b(?:with|without|w/o?)\s+[\w-]+"
    r"|\b\d+(?:\.\d+)?\s?[BM]\b"
    r"|\b(?:cot|chain[- ]of[- ]thought|greedy|self[- ]consistency|majority"
    r" vot\w+|ensembl\w+|fine-?tun\w+|distill\w+)\b"
    r"|\b(?:up to|on average|average|relative|absolute|oracle|thinking)\b"
    r"|\b(?:dev|validation|test|train\w*|held-out|easy|medium|hard)[- ](?:set|split|subset)\b",
    re.IGNORECASE,
)
_GAIN = re.compile(
    r"gain|improvement|increase|drop|reduction|decrease|fewer|above|over", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class ComparedValue:
    """One measured value: the column and the paper that it belongs to, and what was measured."""

    column: int
    paper: str
    measured: Measured

    @property
    def row(self) -> ResultRow:
        return self.measured.row


@dataclass(frozen=True, slots=True)
class TableRow:
    """The values of one data set, metric and unit by column; ``differ``:
    settings differ, or may.
    """

    dataset: str | None
    metric: str | None
    unit: str
    cells: tuple[tuple[ComparedValue, ...], ...]
    differ: bool = False

    @property
    def values(self) -> tuple[ComparedValue, ...]:
        return tuple(value for cell in self.cells for value in cell)


def tables(
    values: Iterable[ComparedValue], columns: int, text_of: Callable[[str], str | None]
) -> tuple[list[TableRow], list[TableRow]]:
    """The rows that several columns share, by way of different papers, and the rows that only one
    has.

    ``text_of`` says from which text a paper was read: asked only for what is shared.
    """
    groups: dict[tuple[str, str, str], list[ComparedValue]] = {}
    for value in values:
        groups.setdefault(_key(value), []).append(value)
    shared: list[TableRow] = []
    alone: list[TableRow] = []
    # what is not stated comes last
    for key in sorted(groups, key=lambda key: (not (key[0] and key[1]), key)):
        rows = list(_by_unit(groups[key], columns))
        together = _is_shared(groups[key])
        texts = {text_of(value.paper) for value in groups[key]} if together else set()
        several = (together and len(rows) > 1) or len(texts) > 1
        (shared if together else alone).extend(
            replace(row, differ=several or _differ(row)) for row in rows
        )
    return sorted(shared, key=_fullest), alone


def _key(value: ComparedValue) -> tuple[str, str, str]:
    """Where data set or metric is not stated, nothing says that two papers measured the same."""
    row = value.row
    stated = row.dataset and row.metric
    return normal(row.dataset), measure(row)[0], "" if stated else value.paper


def _is_shared(values: Sequence[ComparedValue]) -> bool:
    return (
        len({value.column for value in values}) > 1 and len({value.paper for value in values}) > 1
    )


def _by_unit(values: Sequence[ComparedValue], columns: int) -> Iterable[TableRow]:
    first = values[0].row
    units = [measure(value.row)[1] for value in values]
    for own in sorted(set(units)):
        here = [value for value, unit in zip(values, units, strict=True) if unit == own]
        cells = tuple(
            tuple(value for value in here if value.column == column) for column in range(columns)
        )
        names = {normal(value.row.metric): value.row.metric for value in here}
        metric = " / ".join(filter(None, names.values())) or None
        yield TableRow(first.dataset, metric, own, cells)


def _fullest(row: TableRow) -> int:
    """Those first in which most columns have a value; otherwise the order stays."""
    return -sum(bool(cell) for cell in row.cells)


# --- Settings ---------------------------------------------------------------------


def _differ(row: TableRow) -> bool:
    """Whether the values of a row were measured in settings that are told apart by their claims."""
    values = row.values
    papers = [(value.column, value.paper) for value in values]
    if len(papers) > len(set(papers)):
        return True
    if len(values) < 2:
        return False
    baselines = (
        {normal(value.row.baseline) for value in values}
        if _GAIN.search(row.metric or "")
        else set()
    )
    return len(baselines) > 1 or len({qualifiers(value) for value in values}) > 1


def qualifiers(value: ComparedValue) -> frozenset[str]:
    """The words of a claim and its row that name a setting,
    and whether the value is a change rather than a level.
    """
    row = value.row
    said = f"{value.measured.text.en} {row.metric or ''} {row.value}"
    found = {
        normal(match[0].replace("-", "").replace("^", "@")) for match in _QUALIFIERS.finditer(said)
    }
    found |= {normal(row.setting)} if row.setting else set()
    return frozenset(found | ({"±"} if re.match(r"\s*[+\-−]", row.value) else set()))
