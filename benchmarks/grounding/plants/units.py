"""Errors of units: percent and points, factors, time, size, money, magnitude."""

from __future__ import annotations

import re

from benchmarks.grounding.plants.world import Pair, World, everywhere, exchanged
from benchmarks.grounding.statement import Statement

AMOUNT = r"(?P<n>[-+]?\$?\d[\d,]*(?:\.\d+)?\$?)"

_RELATIVE = re.compile(
    r"\b(improv|gain|increas|rais|boost|higher|drop|fall|reduc|better|above|lift|outperform|surpass"
    r"|margin|lower|less|fewer|below|more)",
    re.IGNORECASE,
)


def percent_to_points(statement: Statement, world: World) -> Statement | None:
    """Per cent of an improvement have become percentage points."""
    text = statement.text.en
    if not _RELATIVE.search(text) or re.search(r"points|\bpp\b|% of|score of|and \d", text):
        return None
    if not re.search(r"%|percent", world.evidence(statement)):
        return None
    changed = exchanged(statement, world, PERCENT, quoted=False)
    return _unit_of_row(changed, "%", "percentage points") if changed else None


_BOUND = "an average of|up to|at most|about|more than|over|nearly|only"
PERCENT: list[Pair] = [
    (rf"\b(by|of|is|reaches) ((?:{_BOUND}) )?{AMOUNT}(?: ?%| per ?cent)(?! (?:of|accuracy))",
     r"\1 \2\g<n> percentage points", rf"{AMOUNT} ?% ?", r"\g<n> 个百分点"),
    (rf"{AMOUNT}(?: ?%| per ?cent)(?= (?:higher|lower|better|above|below))",
     r"\g<n> percentage points", rf"{AMOUNT} ?% ?", r"\g<n> 个百分点"),
]  # fmt: skip


def points_to_percent(statement: Statement, world: World) -> Statement | None:
    """Percentage points have become per cent."""
    if not re.search(r"\d\$?\s?(percentage points|points|pp)\b", world.evidence(statement)):
        return None
    changed = exchanged(statement, world, POINTS, quoted=False)
    return _unit_of_row(changed, "point|pp", "%") if changed else None


POINTS: list[Pair] = [
    (rf"{AMOUNT}(?: (?:macro-)?F1)?(?: percentage)? points?\b", r"\g<n>%",
     rf"{AMOUNT} ?(?:个)?(?: ?(?:宏 )?F1 ?)?(?:百分点|点|分)(?!之|别)", r"\g<n>%"),
]  # fmt: skip


def _unit_of_row(statement: Statement, old: str, new: str) -> Statement:
    row = statement.row
    if row is None or not row.unit or not re.search(old, row.unit):
        return statement
    return everywhere(statement, lambda words: new if words == row.unit else words)


def fold_to_percent(statement: Statement, world: World) -> Statement | None:
    """A factor has become per cent: 2.1x is 2.1 %."""
    times = r"(?: ?x\b| ?×(?! ?10)|\\times|-fold| times)\$?"
    pairs: list[Pair] = [
        (rf"\$?(?P<n>\d[\d.,]*){times}", r"\g<n>%",
         r"\$?(?P<n>\d[\d.,]*)(?: ?x\b| ?×(?! ?10)|\\times| ?倍)\$?", r"\g<n>%"),
        (rf"\b(?P<n>\d[\d.]*){times}", r"\g<n>%", r"1/(?P<n>\d[\d.]*)(?=[，。]|的)", r"\g<n>%"),
    ]  # fmt: skip
    return exchanged(statement, world, pairs, quoted=False)


UNITS: dict[str, list[Pair]] = {
    "time": [
        (rf"{AMOUNT} ?ms\b", r"\g<n> s", rf"{AMOUNT} ?(?:ms|毫秒)", r"\g<n> s"),
        (rf"{AMOUNT}( |-)hours?\b", r"\g<n>\2minutes", rf"{AMOUNT} ?(?:个)?小时", r"\g<n> 分钟"),
        (rf"{AMOUNT} minutes\b", r"\g<n> hours", rf"{AMOUNT} ?分钟", r"\g<n> 小时"),
        (rf"{AMOUNT} seconds\b", r"\g<n> minutes", rf"{AMOUNT} ?秒", r"\g<n> 分钟"),
        (rf"{AMOUNT} days\b", r"\g<n> weeks", rf"{AMOUNT} ?天", r"\g<n> 周"),
        (r"\b(?P<n>\d+) hours?\b", r"\g<n> days", rf"{AMOUNT} ?(?:个)?小时", r"\g<n> 天"),
    ],
    "size": [
        (rf"{AMOUNT} ?GB\b", r"\g<n> MB", rf"{AMOUNT} ?GB", r"\g<n> MB"),
        (rf"{AMOUNT} ?GB\b", r"\g<n> TB", rf"{AMOUNT} ?GB", r"\g<n> TB"),
        (rf"{AMOUNT} ?MB\b", r"\g<n> GB", rf"{AMOUNT} ?MB", r"\g<n> GB"),
        (rf"{AMOUNT} ?TB\b", r"\g<n> GB", rf"{AMOUNT} ?TB", r"\g<n> GB"),
    ],
    "currency": [
        (r"\$(?P<n>\d(?:[\d,.]*\d)?)(?=\D)", r"€\g<n>", r"美元", "欧元"),
        (r"\$(?P<n>\d(?:[\d,.]*\d)?)(?=\D)", r"£\g<n>", r"美元", "英镑"),
        (r"\$(?P<n>\d(?:[\d,.]*\d)?)(?=\D)", r"RMB \g<n>", r"美元", "元人民币"),
        (r"\bUSD\b", "EUR", r"美元", "欧元"),
    ],
}  # fmt: skip


def unit_of_time(statement: Statement, world: World) -> Statement | None:
    """Milliseconds are seconds, hours are minutes."""
    return _unit(statement, world, "time", r"ms|hours?|minutes|seconds|days")


def unit_of_size(statement: Statement, world: World) -> Statement | None:
    """Gigabytes are megabytes."""
    return _unit(statement, world, "size", r"[GMT]B")


def currency(statement: Statement, world: World) -> Statement | None:
    """Dollars are euros, pounds or yuan."""
    return _unit(statement, world, "currency", "")


def _unit(statement: Statement, world: World, kind: str, unit: str) -> Statement | None:
    if not re.search(unit or r"\\?\$|USD", world.evidence(statement) + statement.quote):
        return None
    changed = exchanged(statement, world, first_places(statement, UNITS[kind]), quoted=False)
    if changed is None or statement.row is None or not statement.row.unit or not unit:
        return changed
    new = re.search(r"([\d.]+)[ -](s|minutes|hours|weeks|days|MB|GB|TB)\b", changed.text.en)
    same = new and new[1] == statement.row.value and new[0] not in statement.text.en
    return _unit_of_row(changed, unit, new[2]) if new and same else changed


def first_places(statement: Statement, pairs: list[Pair]) -> list[Pair]:
    """The pairs as they fit the first of several numbers with one unit, in both languages."""
    tried: list[Pair] = []
    for en, en_new, zh, zh_new in pairs:
        first = re.search(en, statement.text.en)
        if first and "n" in first.re.groupindex:
            value = re.escape(first["n"])
            tried.append(
                (
                    en.replace(AMOUNT, f"(?P<n>{value})"),
                    en_new,
                    zh.replace(AMOUNT, rf"(?P<n>{value})"),
                    zh_new,
                )
            )
        else:
            tried.append((en, en_new, zh, zh_new))
    return tried


_MAGNITUDES = {"K": "M", "k": "M", "M": "B", "B": "M", "million": "billion", "billion": "million"}


def wrong_magnitude(statement: Statement, world: World) -> Statement | None:
    """Thousands are millions, millions billions."""

    def pairs_of(old: str, new: str) -> list[Pair]:
        en, en_new = rf"(?<![\w.-])(?P<n>\d[\d.,]*)( ?){old}\b", rf"\g<n>\2{new}"
        return [
            (en, en_new, rf"(?P<n>\d[\d.,]*)( ?){old}\b", rf"\g<n>\2{new}"),
            (en, en_new, r"(?P<n>\d[\d.,]*) ?万(?!亿)", r"\g<n> 亿"),
            (en, en_new, r"(?P<n>\d[\d.,]*) ?亿", r"\g<n> 万"),
        ]  # fmt: skip

    pairs = [pair for old, new in _MAGNITUDES.items() for pair in pairs_of(old, new)]
    return exchanged(statement, world, pairs)


KINDS = (
    percent_to_points,
    points_to_percent,
    fold_to_percent,
    unit_of_time,
    unit_of_size,
    currency,
    wrong_magnitude,
)
