"""Errors of numbers: digits, signs, units, bounds, and which quantity a number belongs to."""

from __future__ import annotations

import re

from benchmarks.grounding.plants.world import (
    Pair,
    World,
    everywhere,
    exchange_words,
    exchanged,
    numbers,
    plain,
    stands,
    times,
)
from benchmarks.grounding.statement import Statement

_N = r"(?P<n>[-+]?\$?\d[\d,]*(?:\.\d+)?\$?)"


def common(statement: Statement, world: World) -> tuple[str, ...]:
    """The numbers that both languages state, each once, and the evidence does."""
    en, zh = plain(statement.text.en), plain(statement.text.zh)
    evidence = world.evidence(statement)
    return tuple(
        number
        for number in numbers(en)
        if times(number, en) == times(number, zh) == 1 and stands(number, evidence)
    )


def wrong_digit(statement: Statement, world: World) -> Statement | None:
    """One digit of a number is another one, in both languages and the row."""
    old = _any(world, common(statement, world))
    new = other_digit(old, world, world.near(statement)) if old else None
    return exchange_words(statement, {old: new}) if old and new else None


def _any(world: World, items: tuple[str, ...]) -> str | None:
    return world.rng.choice(items) if items else None


def other_digit(old: str, world: World, near: str) -> str | None:
    """``old`` with one digit changed to what ``near`` does not state."""
    places = [at for at, char in enumerate(old) if char.isdigit()]
    world.rng.shuffle(places)
    for at in places:
        digits = [d for d in "123456789" if d != old[at]]
        for digit in world.rng.sample(digits, len(digits)):
            new = old[:at] + digit + old[at + 1 :]
            if not stands(new, near):
                return new
    return None


_WORDS = (*("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),)
_CHINESE = "零一两三四五六七八九十"
_COUNTED = (
    r"(?=\s?(?:个|种|类|项|条|步|阶|层|轮|次|篇|组|名|张|套|份|台|家|段|级|大|族|方面|款|支|颗))"
)


def wrong_count(statement: Statement, world: World) -> Statement | None:
    """A number of things in words is one more or one less: five benchmarks for four."""
    pairs: list[Pair] = []
    for value in range(2, 10):
        for other in (value + 1, value - 1):
            if other > 1 and not re.search(
                rf"\b({_WORDS[other]}|{other})\b", world.near(statement), re.IGNORECASE
            ):
                zh = "[两二]" if value == 2 else _CHINESE[value]
                pairs.append(
                    (
                        rf"\b{_WORDS[value]}\b",
                        _WORDS[other],
                        rf"(?<![十第]){zh}{_COUNTED}",
                        _CHINESE[other],
                    )
                )
    return exchanged(statement, world, pairs, quoted=bool(statement.quote))


def number_of_same_paper(statement: Statement, world: World) -> Statement | None:
    """A number of another place of the same passage stands where the quote has its own."""
    old = _any(world, common(statement, world))
    evidence = world.evidence(statement)
    if old is None or not statement.quote:
        return None
    others = [
        number
        for number in numbers(world.near(statement))
        if ("." in number) == ("." in old) and not stands(number, evidence) and alike(number, old)
    ]
    return exchange_words(statement, {old: world.rng.choice(others)}) if others else None


def number_of_same_quote(statement: Statement, world: World) -> Statement | None:
    """A number of the quote that the claim does not use stands in the place of the one it uses."""
    said = " ".join((statement.text.en, statement.row.value if statement.row else ""))
    unused = [n for n in numbers(statement.quote) if not stands(n, plain(said))]
    olds = common(statement, world)
    pairs = [(old, new) for old in olds for new in unused if alike(old, new)]
    if not pairs:
        return None
    old, new = world.rng.choice(pairs)
    return exchange_words(statement, {old: new})


def alike(one: str, other: str) -> bool:
    """Whether one number could be taken for the other: as precise, and of the same order."""
    a, b = (float(number.replace(",", "")) for number in (one, other))
    return ("." in one) == ("." in other) and a != b and 0.1 <= (a + 0.1) / (b + 0.1) <= 10


def _interchangeable(statement: Statement, one: str, other: str) -> bool:
    """Whether two numbers of a statement are of the same kind: with one unit, neither a spread."""
    text = plain(statement.text.en)

    def unit(number: str) -> str:
        found = re.search(rf"(?<![\w.]){re.escape(number)}\s?(%|±|[a-zA-Z]*)", text)
        known = {"", "and", "on", "with", "for", "in", "against", "to", "at", "of", "over"}
        return "" if not found or found[1] in known else found[1]

    either = f"({re.escape(one)}|{re.escape(other)})"
    bound = re.search(rf"±\s?{either}|\d-{either}|(?<![\d.]){either}[%x]?-\d", text)
    return alike(one, other) and unit(one) == unit(other) and not bound


_VERSUS = re.compile(
    r"\b(from|against|compared|versus|vs\.?|than|baseline|over|instead of|while)\b", re.IGNORECASE
)


def baseline_and_result_swapped(statement: Statement, world: World) -> Statement | None:
    """The baseline's value and the result's have changed places, in both languages and the row."""
    found = common(statement, world)
    cues = [
        n
        for n in found
        if re.search(
            rf"(?:from|against|vs\.?|than|:|of|while [\w\s]+)\s+(?:the )?\$?{re.escape(n)}",
            _said(statement),
        )
    ]
    if len(found) < 2 or not _VERSUS.search(statement.text.en) or not cues:
        return None
    one = cues[0]
    other = next((n for n in found if n != one and _interchangeable(statement, n, one)), None)
    return exchange_words(statement, {one: other, other: one}) if other else None


def _said(statement: Statement) -> str:
    row = statement.row
    return plain(f"{statement.text.en} {row.baseline if row and row.baseline else ''}")


def numbers_exchanged(statement: Statement, world: World) -> Statement | None:
    """Two numbers of a list have changed places: A with 62.1 and B with 72.6, the wrong way."""
    found = [n for n in common(statement, world) if not _VERSUS.search(statement.text.en)]
    pairs = [
        (a, b)
        for i, a in enumerate(found)
        for b in found[i + 1 :]
        if _interchangeable(statement, a, b)
    ]
    if not pairs or statement.text.en.count(" and ") + statement.text.en.count(";") == 0:
        return None
    a, b = world.rng.choice(pairs)
    return exchange_words(statement, {a: b, b: a})


# --- Signs --------------------------------------------------------------------

_SIGNED = re.compile(r"(?<![\w.)\]^-])(?P<sign>[-−+])(?P<n>\d[\d,]*(?:\.\d+)?)(?!\d|[-–]\d)")


def sign_dropped(statement: Statement, world: World) -> Statement | None:
    """A minus is lost: −22.4 is 22.4."""
    return _signed(statement, world, "-", "")


def sign_flipped(statement: Statement, world: World) -> Statement | None:
    """A plus has become a minus, or the other way round."""
    return _signed(statement, world, "+", "-") or _signed(statement, world, "-", "+")


def _signed(statement: Statement, world: World, old: str, new: str) -> Statement | None:
    def values(text: str) -> set[str]:
        return {m["n"] for m in _SIGNED.finditer(plain(text)) if m["sign"] == old}

    text, evidence = statement.text, world.evidence(statement)
    found = sorted(values(text.en) & values(text.zh) & values(evidence))
    if not found:
        return None
    value = world.rng.choice(found)
    if new + value in plain(evidence).split() or (
        not new and stands(value, re.sub(rf"[-+]{re.escape(value)}", "", evidence))
    ):
        return None
    pattern = re.compile(rf"(?<![\w.)\]^-])[-−+](?=\$?{re.escape(value)}(?![\d.]\d))")
    return everywhere(statement, lambda words: pattern.sub(new, words))


def sign_added(statement: Statement, world: World) -> Statement | None:
    """A minus stands before a number that has none."""
    found = [
        n
        for n in common(statement, world)
        if not re.search(
            rf"[-+±–−^]\s?\$?{re.escape(n)}|{re.escape(n)}\s?(?:[-–]|to|and)\s?\d", _said(statement)
        )
        and "." in n
    ]
    if not found:
        return None
    old = world.rng.choice(found)
    return exchange_words(statement, {old: f"-{old}"})


# --- Units --------------------------------------------------------------------

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
    (rf"\b(by|of|is|reaches) ((?:{_BOUND}) )?{_N}(?: ?%| per ?cent)(?! (?:of|accuracy))",
     r"\1 \2\g<n> percentage points", rf"{_N} ?% ?", r"\g<n> 个百分点"),
    (rf"{_N}(?: ?%| per ?cent)(?= (?:higher|lower|better|above|below))",
     r"\g<n> percentage points", rf"{_N} ?% ?", r"\g<n> 个百分点"),
]  # fmt: skip


def points_to_percent(statement: Statement, world: World) -> Statement | None:
    """Percentage points have become per cent."""
    if not re.search(r"\d\$?\s?(percentage points|points|pp)\b", world.evidence(statement)):
        return None
    changed = exchanged(statement, world, POINTS, quoted=False)
    return _unit_of_row(changed, "point|pp", "%") if changed else None


POINTS: list[Pair] = [
    (rf"{_N}(?: (?:macro-)?F1)?(?: percentage)? points?\b", r"\g<n>%",
     rf"{_N} ?(?:个)?(?: ?(?:宏 )?F1 ?)?(?:百分点|点|分)(?!之|别)", r"\g<n>%"),
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
        (rf"{_N} ?ms\b", r"\g<n> s", rf"{_N} ?(?:ms|毫秒)", r"\g<n> s"),
        (rf"{_N}( |-)hours?\b", r"\g<n>\2minutes", rf"{_N} ?(?:个)?小时", r"\g<n> 分钟"),
        (rf"{_N} minutes\b", r"\g<n> hours", rf"{_N} ?分钟", r"\g<n> 小时"),
        (rf"{_N} seconds\b", r"\g<n> minutes", rf"{_N} ?秒", r"\g<n> 分钟"),
        (rf"{_N} days\b", r"\g<n> weeks", rf"{_N} ?天", r"\g<n> 周"),
        (r"\b(?P<n>\d+) hours?\b", r"\g<n> days", rf"{_N} ?(?:个)?小时", r"\g<n> 天"),
    ],
    "size": [
        (rf"{_N} ?GB\b", r"\g<n> MB", rf"{_N} ?GB", r"\g<n> MB"),
        (rf"{_N} ?GB\b", r"\g<n> TB", rf"{_N} ?GB", r"\g<n> TB"),
        (rf"{_N} ?MB\b", r"\g<n> GB", rf"{_N} ?MB", r"\g<n> GB"),
        (rf"{_N} ?TB\b", r"\g<n> GB", rf"{_N} ?TB", r"\g<n> GB"),
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
                    en.replace(_N, f"(?P<n>{value})"),
                    en_new,
                    zh.replace(_N, rf"(?P<n>{value})"),
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


# --- Bounds, ranges, spreads, powers, ranks -----------------------------------

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
        (rf"\b({_CHANGES}\b(?![^.;,]* from)[^.;,]*?) to {_N}{percent}", r"\1 by \g<n>",
         r"(?:提升|提高|增加|升)(?:至|到)", "提升"),
        (rf"\b({_CHANGES}\b(?![^.;,]* from)[^.;,]*?) to {_N}{percent}", r"\1 by \g<n>",
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
_ANY_COUNT = rf"(?<![\d.])\b(\d[\d,]*[KMB]?|{'|'.join(_WORDS[2:])})((?:[ -][\w-]+){{0,3}}?[ -])"


def counted_thing(statement: Statement, world: World) -> Statement | None:
    """The number stays and counts something else: five models for five benchmarks."""
    pairs: list[Pair] = [
        (rf"{_ANY_COUNT}{old}\b", rf"\1\2{new}", zh_old, zh_new)
        for old, zh_old, new, zh_new in _THINGS
        if not re.search(rf"\b{new}\b", world.evidence(statement), re.IGNORECASE)
    ]
    return exchanged(statement, world, pairs, quoted=False)


KINDS = (
    wrong_digit,
    wrong_count,
    number_of_same_paper,
    number_of_same_quote,
    baseline_and_result_swapped,
    numbers_exchanged,
    sign_dropped,
    sign_flipped,
    sign_added,
    percent_to_points,
    points_to_percent,
    fold_to_percent,
    unit_of_time,
    unit_of_size,
    currency,
    wrong_magnitude,
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
