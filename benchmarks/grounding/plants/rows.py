"""Errors in the row of the results' table alone: the text beside it stays true."""

from __future__ import annotations

import re
from dataclasses import replace

from benchmarks.grounding.plants import names, numbers
from benchmarks.grounding.plants.world import World, plain
from benchmarks.grounding.plants.world import numbers as numbers_of
from benchmarks.grounding.statement import Statement
from wiki_builder.core.values.analysis import ResultRow


def _rowed(statement: Statement, **cells: str) -> Statement | None:
    row = statement.row
    changed = replace(row, **cells) if row else row
    return replace(statement, row=changed) if changed != row else None


def row_value(statement: Statement, world: World) -> Statement | None:
    """A digit of the value is wrong."""
    row = statement.row
    found = numbers_of(row.value) if row else ()
    if row is None or not found:
        return None
    new = numbers.other_digit(found[0], world, world.near(statement))
    return _rowed(statement, value=plain(row.value).replace(found[0], new, 1)) if new else None


def row_dataset(statement: Statement, world: World) -> Statement | None:
    """The dataset is one that the paper does not name."""
    if statement.row is None or not statement.row.dataset:
        return None
    news = [name for name in names.FOREIGN["dataset"] if not world.says(name)]
    return _rowed(statement, dataset=world.rng.choice(news))


def row_dataset_of_same_paper(statement: Statement, world: World) -> Statement | None:
    """The dataset is that of another row of the paper."""
    row = statement.row
    if row is None or not row.dataset:
        return None
    others = sorted(
        {
            s.row.dataset
            for s in world.siblings(statement)
            if s.row and s.row.dataset and s.row.value != row.value
            and s.row.dataset.casefold() not in row.dataset.casefold()
            and row.dataset.casefold() not in s.row.dataset.casefold()
        }
    )  # fmt: skip
    return _rowed(statement, dataset=world.rng.choice(others)) if others else None


_METRICS = (
    ("accuracy", "recall"), ("success", "failure"), ("F1", "exact match"), ("recall", "precision"),
    ("improvement", "score"), ("gain", "score"), ("score", "improvement"), ("AUC", "F1"),
    ("average", "maximum"), ("reduction", "increase"), ("latency", "throughput"), ("rate", "count"),
    ("efficiency", "cost"), ("memory", "latency"), ("drop", "gain"), ("time", "memory"),
    ("mAP", "mIoU"), ("mIoU", "mAP"), ("rFID", "PSNR"), ("PSNR", "SSIM"), ("size", "speed"),
)  # fmt: skip


def row_metric(statement: Statement, world: World) -> Statement | None:
    """The metric is another one."""
    metric = statement.row.metric if statement.row else None
    fits = [(old, new) for old, new in _METRICS if metric and re.search(rf"\b{old}", metric)]
    if not metric or not fits:
        return None
    old, new = world.rng.choice(fits)
    return _rowed(statement, metric=re.sub(rf"\b{old}\w*", new, metric, count=1))


def row_unit(statement: Statement, world: World) -> Statement | None:
    """The unit is another one: points for per cent."""
    row = statement.row
    if row is None:
        return None
    if row.unit:
        other = {"%": "points", "points": "%", "percentage points": "%", "percent": "points"}
        other |= {"GB": "MB", "MB": "GB", "ms": "s", "hours": "minutes", "seconds": "minutes"}
        other |= {"pp": "%", "minutes": "hours", "dB": "%", "m": "km", "FPS": "ms"}
        return _rowed(statement, unit=other[row.unit]) if row.unit in other else None
    if row.value.rstrip("$").endswith("%"):
        return _rowed(statement, value=re.sub(r"\\?%", "", row.value), unit="points")
    return None


def row_baseline(statement: Statement, world: World) -> Statement | None:
    """The baseline is another method, or has another value."""
    row = statement.row
    if row is None or not row.baseline:
        return None
    found = numbers_of(row.baseline)
    if found and world.rng.random() < 0.5:
        new = numbers.other_digit(found[0], world, world.near(statement))
        return _rowed(statement, baseline=row.baseline.replace(found[0], new)) if new else None
    news = [name for name in names.FOREIGN["method"] if not world.says(name)]
    named = names.names_in(row.baseline)
    new = world.rng.choice(news)
    return _rowed(statement, baseline=row.baseline.replace(named[0], new) if named else new)


def row_value_and_baseline_swapped(statement: Statement, world: World) -> Statement | None:
    """Value and baseline's value have changed places."""
    row = statement.row
    if row is None or not row.baseline:
        return None
    value, base = numbers_of(row.value), numbers_of(row.baseline)
    if len(value) != 1 or len(base) != 1 or not numbers.alike(value[0], base[0]):
        return None
    swapped = ResultRow(
        row.dataset,
        row.metric,
        row.value.replace(value[0], base[0]),
        row.unit,
        row.baseline.replace(base[0], value[0]),
    )
    return replace(statement, row=swapped)


KINDS = (
    row_value,
    row_dataset,
    row_dataset_of_same_paper,
    row_metric,
    row_unit,
    row_baseline,
    row_value_and_baseline_swapped,
)
