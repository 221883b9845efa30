"""What the words around a quantity say of it: falling or rising, about or above, by or to."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Literal, TypeAlias

from wiki_builder.grounding.quantities.quantity import Quantity
from wiki_builder.grounding.quantities.reading import SENTENCE, Reading

Bound: TypeAlias = Literal["", "~", ">", "<"]
Way: TypeAlias = Literal["", "by", "to"]

_ABSOLUTE = re.compile(r"\babsolute|绝对")
_AROUND = 120
_BEFORE, _BEHIND = 60, 32  # characters: a clause, roughly
_CLAUSE = re.compile(r"[;:,.!?](?=\s|$)|[，。；：！？]|\s(?:while|whereas|but|and)\s")
_GAINS = re.compile(
    r"\b(?:improvement|gain|increase|reduction|difference|margin|drop|loss|losse|fall|decline"
    r"|decrease|deficit|penalty)s?\b"
)
_FALLS = re.compile(
    r"\b(?:drop|f[ae]ll|decreas|declin|reduc|los[est]|worse|below|behind|cut|shr[aiu]nk|sav|down"
    r"|degrad|deficit|deteriorat|regress|diminish|trail|lag|hurt|harm|penal|cost|drag|deduct)"
    r"|[降减跌少损落差负缩省劣弱亏逊↓]|退化|拖累|倒退|低(?!延)",
    re.IGNORECASE,
)
# adjectives say it of the quantity only where they stand beside it: "4.7 % fewer", "lower by 3"
_LESS = "(?:lower|less|fewer|small|short|slow|cheap|under)[a-z]*"
_LESS_BEHIND = re.compile(rf"\s?(?:[a-z-]+\s){{0,2}}?{_LESS}", re.IGNORECASE)
_LESS_BEFORE = re.compile(rf"{_LESS}\sby\s(?:[a-z]+\s){{0,2}}$", re.IGNORECASE)
_ABOUT_IT = r"(?:\s?(?:about|around|roughly|approximately|nearly|only|just|~|约|近|仅|了))*\s?"
_LEVEL = re.compile(
    r"(?:\b(?:at|of|from|reach\w*|attain\w*|achiev\w*|scor\w*|is|was|than|with|between|below|above"
    r"|under|exceed\w*)|[=→:：(（<>≤≥]|[为从由达自]|低于|高于|超过|不足|不到|优于)"
    rf"{_ABOUT_IT}$"
)
_TO = re.compile(rf"(?<![a-z])to{_ABOUT_IT}$|[到至]{_ABOUT_IT}$")
# "by 3 to 5 %" is a range, and so is 降低 3% 至 5%, but not 从 3% 至 5%
_BY = re.compile(
    r"\bby\s(?:about\s|around\s|roughly\s|up to\s|at least\s|~)?$"
    r"|\bby\s[^,;]{0,16}[0-9]\s?%?\s(?:to|and)\s$|(?<![从由自])\s?[-−]?[0-9.]+\s?%?\s?[至到]\s?$"
)
_RECKONS = re.compile(
    r"\b(?:by|gain|improv|increas|ris|rose|raise|grow|higher|more|above|over|ahead|lead|margin|gap"
    r"|differ|boost|lift|uplift|delta|drop|f[ae]ll|decreas|declin|reduc|lower|less|fewer|los|below"
    r"|behind|cut|sav|speedup|faster|slower|cheaper|smaller|larger|shorter|longer|better|worse|off"
    r"|outperform|exceed|surpass|advantage|points?|factor|fold|times|half|halv|in all|together|total"  # noqa: E501
    r"|all but|except|remain|left|rest|only|just)"
    r"|[提增升涨高多超领快优降减下少低落差省缩倍增幅共合计余剩除]",
    re.IGNORECASE,
)
_SIGN = r"(?:up to\s|at least\s|over\s|more than\s|nearly\s|最多|最高|超过|至少|高达)?\s?[-−+]?$"
_CHANGE = (
    r"(?:reduc|drop|f[ae]ll|ris|rose|increas|improv|rais|cut|lower|gr[oe]w|bring|boost|declin|decreas"
    r"|lift|shr[aiu]nk|shorten|los[est])"
)
_FAILS = re.compile(
    r"\b(?:wrong|err|miss|fail|not\b|no\b|without|unre|unso|lack|escap|overlook|omit|left|leav|rest)"
    r"|[错漏误未没不剩余]|失败",
    re.IGNORECASE,
)
_DELTA = re.compile(r"[Δ∆]\s?[A-Za-z]{0,8}\s?[=:]?\s?[(]?$")
_GAIN = re.compile(r"\b(?:gain|improve)", re.IGNORECASE)
_CHANGING = re.compile(rf"\b{_CHANGE}", re.IGNORECASE)
_CHANGES_TO = re.compile(
    rf"\b{_CHANGE}[a-z]*\s(?:[^,;.0-9]{{0,36}}\s)?(?<!up\s)to{_ABOUT_IT}{_SIGN}"
    rf"|(?:[升降提增减缩高低少加短][到至]|[降减]为){_ABOUT_IT}{_SIGN}",
    re.IGNORECASE,
)
_CHANGES_BY = re.compile(
    rf"\b{_CHANGE}[a-z]*\s(?:[^,;.0-9]{{0,36}}\s)?by{_ABOUT_IT}{_SIGN}"
    rf"|(?:提高|提升|增加|降低|减少|下降|上升|增长|缩短){_ABOUT_IT}{_SIGN}",
    re.IGNORECASE,
)
# "gains of 4.3 %", "a 10.1 % drop", "83 % less"
_CHANGE_OF = re.compile(
    rf"\b(?:gain|improvement|increase|reduction|drop|decrease|boost|decline)s?\sof{_ABOUT_IT}{_SIGN}"
    rf"|(?:[升增降]幅|高出|领先)(?:达|为|最高)*{_ABOUT_IT}{_SIGN}",
    re.IGNORECASE,
)
_CHANGE_BEHIND = re.compile(
    r"\s(?:[a-z-]+\s){0,3}?(?:improvement|increase|reduction|drop|decrease|decline|gain|less|fewer"
    r"|faster|slower|lower|higher)s?(?![a-z])"
)
_OF = "(?:[^，。；0-9]{1,16}的)?"  # 不到前者的一半
_ABOUT = re.compile(
    r"(?:\b(?:about|around|approximately|approx\.?|roughly|some|circa|ca\.)\s|~|约为?|大约为?|大概|左右)\s?$",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    r"(?:\b(?:over|above|more than|exceed\w*|greater than|better than|at least|upwards of|beyond"
    r"|surpass\w*)\s"
    rf"|[>≥]|(?:超过|超|逾|高于|大于|多于|不止|至少|突破){_OF})\s?$",
    re.IGNORECASE,
)
_BENEATH = re.compile(
    r"(?:\b(?:nearly|almost|under|below|less than|fewer than|close to|just under"
    r"|within|up to|at most)\s(?:an?\s)?"
    rf"|[<≤]|(?:近|将近|接近|几乎|不到|不足|低于|少于|小于|至多|最多){_OF})\s?$",
    re.IGNORECASE,
)
_ABOVE_INSIDE = re.compile("[多余]")  # 700 多万
_ABOVE_BEHIND = re.compile(r"\s?(?:\+|-odd|多(?!少)|余|以上|出头|or more)")
_ABOUT_BEHIND = re.compile(r"\s?(?:左右|上下|or so)")
_CELL = re.compile(r"[-−+<>~$(\[]*[0-9]|[-–±]$")
_HALF = Decimal("0.5")
_FEW = 4
_WITHIN, _LOOSELY, _TENTH = Decimal("0.15"), Decimal("0.3"), Decimal("0.1")


def clause(reading: Reading, quantity: Quantity) -> tuple[str, str]:
    """The words of the quantity's clause before and behind it."""
    text = reading.text
    before = text[max(0, quantity.start - _BEFORE) : quantity.start]
    behind = text[quantity.end : quantity.end + _BEHIND]
    cuts = [cut.end() for cut in _CLAUSE.finditer(before)]
    stop = _CLAUSE.search(behind)
    return before[cuts[-1] if cuts else 0 :], behind[: stop.start() if stop else None]


def is_table(reading: Reading) -> bool:
    """Whether a text is a line of a table, whose head has the units and the signs' meaning."""
    cells = [bool(_CELL.match(cell)) for cell in reading.text.split()]
    in_a_row = any(map(all, zip(cells, cells[1:], cells[2:], strict=False)))
    return in_a_row or 2 * sum(cells) >= len(cells) > _FEW


def falls(reading: Reading, quantity: Quantity) -> bool:
    """Whether words say that something falls by the quantity, or is less by it; not to it."""
    if is_level(reading, quantity):
        return False
    before, behind = clause(reading, quantity)
    if before.endswith("by ") and not _CHANGING.search(before):  # falls by 3 on A, by 5 on B
        before = SENTENCE.split(reading.text[: quantity.start])[-1]
    if _LESS_BEHIND.match(behind) or _LESS_BEFORE.search(before):
        return True
    return bool(_FALLS.search(before) or _FALLS.search(behind))


def is_delta(reading: Reading, quantity: Quantity) -> bool:
    """Whether a quantity is given as a difference: Δ = −3."""
    return bool(_DELTA.search(reading.text, 0, quantity.start))


def gains(reading: Reading, quantity: Quantity) -> bool:
    """Whether words before a quantity call it a gain."""
    return bool(_GAIN.search(reading.text, max(0, quantity.start - _AROUND), quantity.start))


def fails(reading: Reading, quantity: Quantity) -> bool:
    """Whether words say that the quantity is the share of what is missed, wrong or left."""
    return any(_FAILS.search(part) for part in clause(reading, quantity))


def says_change(reading: Reading, quantity: Quantity) -> bool:
    """Whether words near a quantity speak of a difference, a factor, a sum or a rest."""
    return any(_RECKONS.search(part) for part in clause(reading, quantity))


def is_absolute(reading: Reading, quantity: Quantity) -> bool:
    """Whether words near a percentage say that it is meant in points."""
    start = max(0, quantity.start - _AROUND)
    return bool(_ABSOLUTE.search(reading.text, start, quantity.end + _AROUND))


def is_level(reading: Reading, quantity: Quantity) -> bool:
    """Whether the quantity is what something is or becomes, not by how much it changes."""
    if reading.text.startswith(
        "→", quantity.end + (reading.text[quantity.end : quantity.end + 1] == " ")
    ):
        return True
    before = reading.text[max(0, quantity.start - 28) : quantity.start]
    if _BY.search(before) or _GAINS.search(clause(reading, quantity)[0]):
        return False
    return bool(_LEVEL.search(before) or _TO.search(before))


def way(reading: Reading, quantity: Quantity) -> Way:
    """Whether something changes by the quantity or to it, where words say so plainly."""
    before = reading.text[max(0, quantity.start - 60) : quantity.start]
    if _CHANGES_TO.search(before):
        return "to"
    if _CHANGES_BY.search(before) or _CHANGE_OF.search(before):
        return "by"
    return "by" if _CHANGE_BEHIND.match(reading.text, quantity.end) else ""


def bound(reading: Reading, quantity: Quantity) -> Bound:
    """About, above or beneath the quantity, as the words beside it say."""
    text = reading.text
    before = text[max(0, quantity.start - 24) : quantity.start]
    behind = _ABOVE_BEHIND.match(text, quantity.end) or _ABOVE_INSIDE.search(
        reading.words(quantity)
    )
    if _ABOVE.search(before) or behind:
        return ">"
    if _BENEATH.search(before):
        return "<"
    return "~" if _ABOUT.search(before) or _ABOUT_BEHIND.match(text, quantity.end) else ""


def rounds(wording: Reading, said: Quantity, found: Quantity) -> bool:
    """Whether ``said`` is a rounded form of ``found`` and says so: *over 20 %* for 20.86 %.

    What is rounded is the last digit of the wording that is not zero, by 15 % at most; by 30 % in
    words.
    """
    kinds = {said.kind, found.kind}
    alike = (
        len(kinds) == 1
        or kinds == {"percent", "fraction"}
        or (kinds == {"plain", "fraction"} and found.value < 1)
    )
    side = bound(wording, said) if alike and said.value != found.value else ""
    if not side:
        return False
    in_words = not wording.in_digits(said)
    off, step = found.value - said.value, _step(said, in_words)
    loosely = said.kind == "fraction" or said.unit == "成" or said.raw == 1 or in_words
    if abs(off) > (_LOOSELY if loosely else _WITHIN) * max(found.value, said.value):
        return False
    if side == "~":
        return abs(off) * 2 <= step
    return 0 < (off if side == ">" else -off) <= step


def _step(said: Quantity, loosely: bool) -> Decimal:
    """One of the last digit that is not zero, a half of "and a half"; a fraction in words is meant
    to a tenth.
    """
    if said.kind == "fraction" or not said.raw:
        return _TENTH
    exponent = int(said.raw.normalize().as_tuple().exponent)
    if exponent == -1 and said.raw % 1 == _HALF and loosely:
        return _HALF * (said.value / said.raw)
    return Decimal(1).scaleb(exponent) * (said.value / said.raw)
