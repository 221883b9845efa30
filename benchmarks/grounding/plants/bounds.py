"""Errors of what a number means: its bound, its range and spread, its rank, what it counts."""

from __future__ import annotations

import re

from benchmarks.grounding.plants.numbers import COUNTS, other_digit
from benchmarks.grounding.plants.units import AMOUNT
from benchmarks.grounding.plants.world import Pair, World, everywhere, exchanged, plain
from benchmarks.grounding.statement import Statement

BOUNDS: list[Pair] = [
    (r"\bup to\b", "at least", r"最多|最高|至多|多达", "至少"),
    (r"\bat most\b", "at least", r"最多|至多|不超过", "至少"),
    (r"\bat least\b", "at most", r"至少|不少于", "至多"),
    (r"\b(?:more than|over|above|exceeds?)(?= \$?\d)", "less than", r"超过|高于|逾", "不到"),
    (r"\b(?:under|below|less than|within)(?= \$?\d)", "more than", r"低于|不到|不足|小于|少于", "超过"),
    (r"\bnearly\b", "more than", r"近(?=\d| |\w)|接近|将近", "超过"),
    (r"\b(?:no larger than|not more than)\b", "no smaller than", r"不超过", "不低于"),
    (r"\bor more\b", "or less", r"或更高|以上|或更多", "或更低"),
]  # fmt: skip


def bound_reversed(statement: Statement, world: World) -> Statement | None:
    """*Up to* has become *at least*, *less than* has become *more than*."""
    return exchanged(statement, world, BOUNDS, quoted=False) if _bounded(statement, world) else None


def bound_dropped(statement: Statement, world: World) -> Statement | None:
    """*Up to 20 %* has become *20 %*: the best case is told as the case."""
    pairs: list[Pair] = [
        (r"\bup to (?=[-+$\d])", "", r"最多|最高|至多|多达", ""),
        (r"\bat (?:most|least) (?=[-+$\d])", "", r"最多|至多|至少|不超过", ""),
    ]
    return exchanged(statement, world, pairs) if _bounded(statement, world) else None


def _bounded(statement: Statement, world: World) -> bool:
    """Whether the evidence bounds a number."""
    return bool(
        re.search(
            r"up to|at most|at least|more than|\bover\b|under\b|below|less than|fewer|within|nearly"
            r"|exceed|larger|[<>≤≥]",
            world.evidence(statement),
        )
    )


def range_end_changed(statement: Statement, world: World) -> Statement | None:
    """An end of a range is another number: 5–10x is 5–18x."""
    text, near = plain(statement.text.en), world.near(statement)
    ranges = re.finditer(r"(?<![\w.-])\d[\d.,]*[%KMB]?\s?-\s?(\d[\d.,]*\d|\d)(?![-\d])", text)
    found = [m[1] for m in ranges if m[1] in plain(statement.text.zh) and m[1] in near]
    between = re.search(r"between \S+ and (\d[\d.]*\d)", text)
    found += [between[1]] if between and between[1] in near else []
    if not found:
        return None
    old = world.rng.choice(found)
    new = other_digit(old, world, near)
    pattern = re.compile(rf"(?<=[-–~到至与和\s]){re.escape(old)}(?![\d.,]\d|\d)")
    changed = everywhere(statement, lambda words: pattern.sub(new or old, words))
    both = changed.text.en != statement.text.en and changed.text.zh != statement.text.zh
    return changed if both else None


def spread_changed(statement: Statement, world: World) -> Statement | None:
    """The spread behind ± is another one."""
    found = re.search(r"±\s?(\d[\d.]*\d)", statement.text.en)
    if not found or found[1] not in statement.text.zh or found[1] not in world.evidence(statement):
        return None
    new = other_digit(found[1], world, world.near(statement))
    pattern = re.compile(rf"(?<=±)(\s?){re.escape(found[1])}")
    return everywhere(statement, lambda words: pattern.sub(rf"\g<1>{new}", words)) if new else None


def exponent_changed(statement: Statement, world: World) -> Statement | None:
    """A power of ten is another one."""
    found = re.search(r"10\^(-?)(\d+)", statement.text.en)
    if not found or found[0] not in statement.text.zh or found[0] not in world.evidence(statement):
        return None
    by = world.rng.choice((1, 2, 3))
    new = f"10^{found[1]}{int(found[2]) + by}"
    if new in world.near(statement):
        return None
    return everywhere(statement, lambda words: words.replace(found[0], new))


_RANKS: list[Pair] = [
    (r"\bsecond[- ]best\b", "best", r"次优", "最优"),
    (r"\bfirst place\b", "second place", r"(排名|获得)?第一名?", r"\1第二"),
    (r"\bsecond place\b", "first place", r"第二名?", "第一名"),
    (r"\bthird place\b", "first place", r"第三名?", "第一名"),
    (r"\branks first\b", "ranks third", r"排名第一", "排名第三"),
    (r"\branks second\b", "ranks first", r"排名第二", "排名第一"),
    (r"\bbest overall\b", "second-best overall", r"最佳的?", "次佳的"),
    (r"\bthe strongest\b", "the weakest", r"最强", "最弱"),
    (r"\bhighest\b", "second-highest", r"最高(?=的)", "第二高"),
    (r"\blargest\b", "second-largest", r"最大(?=的)", "第二大"),
]


def rank_changed(statement: Statement, world: World) -> Statement | None:
    """Second place is first, the second-best baseline the best one."""
    return exchanged(statement, world, _RANKS, quoted=False) if _ranked(statement, world) else None


def _ranked(statement: Statement, world: World) -> bool:
    return bool(
        re.search(
            r"\b(first|second|third|1st|2nd|3rd|best|strongest|highest|largest)\b",
            world.evidence(statement),
        )
    )


_CHANGES = (
    r"(?:reduc|cut|lower|drop|fall|decreas|shrink|increas|rais|improv|grow|rise|lift|boost)\w*"
)


def by_taken_for_to(statement: Statement, world: World) -> Statement | None:
    """*Falls by 40 %* has become *falls to 40 %*, or *rises to* has become *rises by*."""
    down, up = r"降低|下降|减少|缩减|缩短", r"提升|提高|增加|上升"
    bound = r"(?:(?:up to|more than|over|nearly|about|at least|an average of) )?"
    percent = r"(?= ?%| per ?cent)"
    pairs: list[Pair] = [
        (rf"\b({_CHANGES}\b[^.;,]*?) by {bound}(?P<n>\d[\d.]*){percent}", r"\1 to \g<n>",
         rf"(?:最多)?({down})(?:了|约|超过)?(?= ?\d)", "降至"),
        (rf"\b({_CHANGES}\b[^.;,]*?) by {bound}(?P<n>\d[\d.]*){percent}", r"\1 to \g<n>",
         rf"(?:最多)?({up})(?:了|约|超过)?(?= ?\d)", "提升至"),
        (rf"\b({_CHANGES}\b(?![^.;,]* from)[^.;,]*?) to {AMOUNT}{percent}", r"\1 by \g<n>",
         r"(?:提升|提高|增加|升)(?:至|到)", "提升"),
        (rf"\b({_CHANGES}\b(?![^.;,]* from)[^.;,]*?) to {AMOUNT}{percent}", r"\1 by \g<n>",
         r"(?:降|下降|减少|缩小)(?:低)?(?:至|到)", "下降"),
    ]  # fmt: skip
    return exchanged(statement, world, pairs, quoted=False)


def statistic_changed(statement: Statement, world: World) -> Statement | None:
    """An average is told as a maximum or a median."""
    pairs: list[Pair] = [
        (r"\b(?:by|gains?) an average of\b", "by at most", "平均", "最多"),
        (r"\baverages\b", "peaks at", "平均", "最高"),
        (r"(?<!on )\baverage\b", "maximum", "平均(?!每)", "最高"),
        (r"(?<!on )\baverage\b", "median", "平均(?!每)", "中位"),
        (r"\bon average\b", "at best", "平均", "最多"),
        (r"\bmedian\b", "mean", "中位数?", "平均"),
        (r"\bmean\b", "maximum", "平均", "最大"),
    ]
    return exchanged(statement, world, pairs)


_THINGS: list[tuple[str, str, str, str]] = [
    ("benchmarks", "基准", "languages", "语言"), ("benchmarks", "基准", "models", "模型"),
    ("tasks", "任务", "models", "模型"), ("models", "模型", "datasets", "数据集"),
    ("datasets", "数据集", "models", "模型"), ("stages", "阶段", "agents", "智能体"),
    ("environments", "环境", "agents", "智能体"), ("scenarios", "场景", "users", "用户"),
    ("tokens", "token", "steps", "步"), ("problems", "问题", "proofs", "证明"),
    ("questions", "问题", "documents", "文档"), ("subjects", "受试者", "sessions", "会话"),
    ("samples", "样本", "classes", "类别"), ("papers", "论文", "authors", "作者"),
    ("axes", "轴", "datasets", "数据集"), ("settings", "设定", "languages", "语言"),
    ("games", "博弈", "datasets", "数据集"), ("iterations", "轮迭代", "agents", "个智能体"),
    ("hours", "小时", "speakers", "位说话人"), ("agents", "智能体", "rounds", "轮次"),
    ("searchers", "Searcher", "rounds", "轮次"), ("parameters", "参数", "tokens", "token"),
    ("records", "记录", "authors", "作者"), ("systems", "系统", "datasets", "数据集"),
    ("steps", "步骤", "models", "模型"), ("strategies", "策略", "datasets", "数据集"),
    ("domains", "领域", "models", "模型"), ("components", "组件", "datasets", "数据集"),
    ("tokens", "词元", "sentences", "句子"), ("sentences", "句子", "documents", "文档"),
]  # fmt: skip
_ANY_COUNT = rf"(?<![\d.])\b(\d[\d,]*[KMB]?|{'|'.join(COUNTS[2:])})((?:[ -][\w-]+){{0,3}}?[ -])"


def counted_thing(statement: Statement, world: World) -> Statement | None:
    """The number stays and counts something else: five models for five benchmarks."""
    pairs: list[Pair] = [
        (rf"{_ANY_COUNT}{old}\b", rf"\1\2{new}", zh_old, zh_new)
        for old, zh_old, new, zh_new in _THINGS
        if not re.search(rf"\b{new}\b", world.evidence(statement), re.IGNORECASE)
    ]
    return exchanged(statement, world, pairs, quoted=False)


KINDS = (
    bound_reversed,
    bound_dropped,
    range_end_changed,
    spread_changed,
    exponent_changed,
    rank_changed,
    by_taken_for_to,
    statistic_changed,
    counted_thing,
)
