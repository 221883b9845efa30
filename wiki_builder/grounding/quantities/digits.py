"""Reads numbers in digits, with sign, power, multiplier and unit, from :func:`normalized` text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from math import prod
from typing import NamedTuple

from wiki_builder.core.characters import IS_HAN
from wiki_builder.grounding.quantities.quantity import Quantity, Sign
from wiki_builder.grounding.quantities.units import (
    FRACTION,
    ORDINAL,
    PERCENT,
    PLAIN,
    TIMES,
    Unit,
    unit_before,
    unit_behind,
)

_DIGITS = re.compile(r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+)(?:\.[0-9]+)?|\.[0-9]+")
# a PDF's text may have lost the ^
_POWER = re.compile(
    r"\s?[×x*·]\s?10(?:\^(?=[-−]?[0-9])|(?=[-−][0-9]{1,2}(?![0-9]|\.[0-9])))([-−]?[0-9]+)"
    r"|\^([-−]?[0-9]+)|[eE]([+-]?[0-9]+)(?![A-Za-z0-9])"
)
_SCALE = re.compile(
    r"[-\s]?((?:(?:hundred|thousand)\s)?(?:thousand|million|billion|trillion|hundred|dozen))(?![a-z])"
    r"|\s?([KMBT])(?![A-Za-z0-9])"
    r"|([kbmt])(?![A-Za-z0-9])|\s?((?:[多余]|[十百千])?[万亿]+|百(?!分)|千(?![米克瓦赫兆焦伏]))"
)
_WORDS = {
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "hundred": 100,
    "dozen": 12,
    "k": 10**3,
    "m": 10**6,
    "b": 10**9,
    "t": 10**12,
}
_HAN_SCALES = {"十": 10, "百": 10**2, "千": 10**3, "万": 10**4, "亿": 10**8}
_LARGEST_POWER = 999
_LARGEST_MAGNITUDE = 40
_FAR = 5  # times so much, and "by … to" is no range
_BY = re.compile(r"\bby\s$")
_YEARS = 1000  # from here on a number before a multiplied one may be a year
_ONE, _TEN, _HALF = Decimal(1), Decimal(10), Decimal("0.5")
_AND_A_HALF = re.compile(r"\s(?:and\s(?:a|one)|1/2)[-\s]half(?![a-z-])|\s?个半")
_HALF_BEHIND = re.compile(r"半(?![导自监月个年天小])")
_FACTOR = re.compile(
    r"\bfactors?(?: of)?(?: (?:up to|about|around|roughly|approximately|nearly|over|more than|at least))?$",  # noqa: E501
    re.IGNORECASE,
)
_BARE_TIMES = re.compile(r"(?<![0-9\s])\s?[×]$|(?:^|\s)x$")
_DECADE = re.compile(r"(?:1[89]|20)[0-9]0s(?![a-z])")
_TH = re.compile(r"(?:st|nd|rd|th)(?![a-z])")
_YEAR = re.compile(r"(?:1[0-9]|20)[0-9]{2}$")
_MINUS = re.compile(r"(?:(?:^|[^a-z])(?:minus|negative)\s|负\s?|零下\s?)$", re.IGNORECASE)
_OPENS = frozenset(" ([{,;:=~<>|/\"'≤≥→↓↑（【，、：；“。")
_TOKENS = r"\s?(?:input\s|output\s|generated\s)?-?(?:tokens?|词元|令牌)(?![a-z])"
_PER_TOKEN = re.compile(
    r"\s?(?:per|/|for|每)\s?(?:1|one|a)?\s?(K|M|thousand|million|1,?000(?:,000)?|千|万|百万)?"
    + _TOKENS
    + r"|\s(?:a|per) (million|thousand)(?!\s[a-z])"
)
_TOKEN_FIRST = re.compile(
    rf"每(?:1)?\s?(?:(K|M|1,?000(?:,000)?|千|万|百万)\s?个?{_TOKENS}[^0-9，。；]{{0,8}}|个?{_TOKENS}[^0-9，。；]{{0,8}}"
    r"|(百万)\s?)$"
)
_PER = {"K": 3, "thousand": 3, "1000": 3, "千": 3, "M": 6, "million": 6, "1000000": 6, "百万": 6, "万": 4}  # fmt: skip  # noqa: E501
_MAGNITUDE = re.compile(r"[-\s]?orders?[-\s]of[-\s]magnitude|\s?个数量级")
_BETWEEN = re.compile(r"(?:\bbetween|介于|在)\s?$")
_AND = re.compile(r"\s?(?:and|和|与)\s?[-−+]?")
RANGE = re.compile(
    r"(?:\s?-?\s?(?:to|and up to|instead of|rather than)|\s?(?:-|–|~|→|至|到|vs\.?|versus))\s?[-−+]?"  # noqa: E501
)
LIST = re.compile(
    r"\s?(?:-|–|~|→|/|,|、|，|to|至|到|and|or|和|与|或|及|vs\.?|versus|against|对)\s?(?:and\s|or\s)?"
    r"[-−+]?(?:[$¥€£])?"
)
_NAMED = re.compile(r"[A-Z][a-z]+[A-Za-z]*\s$")  # Llama 3.2
_LAST = re.compile(r",?\s?(?:and|or|和|与|或|及|/)\s?(?:by\s)?[-−+]?")
_MORE = re.compile(r"\s?[,、，]\s?(?:by\s)?[-−+]?")


class Token(NamedTuple):
    """A number on its way to a quantity: ``first`` to ``last`` the digits alone, ``start`` to
    ``end`` with sign and unit; ``written`` without power and multiplier.
    """

    start: int
    end: int
    first: int
    last: int
    written: Decimal
    raw: Decimal
    unit: Unit
    sign: Sign = ""
    factor: Decimal = Decimal(1)  # the multiplier, which a range shares: 10–20K
    doubtful: bool = False  # "5m": five million, or five metres
    more: bool = False

    @property
    def quantity(self) -> Quantity:
        kind, short, scale = self.unit
        return Quantity(
            self.raw, self.raw * scale, kind, short, self.sign, self.start, self.end, self.more
        )


def digit_tokens(text: str) -> Iterator[Token]:
    """The numbers in digits, in order, each with its own unit."""
    done = 0
    for match in _DIGITS.finditer(text):
        start = match.start()
        inside_word = text[start] == "." and text[start - 1 : start].isalnum()
        if start >= done and not inside_word:
            token = _token(text, match, done)
            done = token.end
            yield token


def _token(text: str, match: re.Match[str], done: int) -> Token:
    first, last = match.span()
    written = Decimal(match[0].replace(",", ""))
    raw, factor, doubtful, end = _scaled(text, written, last)
    if half := _AND_A_HALF.match(text, end):
        raw, end = raw + _HALF, half.end()
    unit, end = unit_behind(text, end)
    unit, start, end = _placed(text, match, unit, end)
    if doubtful and unit.kind != "plain":
        raw, factor, doubtful = written, _ONE, False
    if IS_HAN.match(text[end - 1]) and _HALF_BEHIND.match(text, end):
        raw, end = raw + _HALF, end + 1
    if unit.kind == "money" and (price := _price(text, start, end)):
        unit, end = Unit("price", unit.short, unit.scale.scaleb(-price[0])), price[1]
    sign = _sign(text, start, done)
    start -= bool(sign) and text[start - 1] in "-−–+"
    return Token(start, end, first, last, written, raw, unit, sign, factor, doubtful)


def _scaled(text: str, raw: Decimal, last: int) -> tuple[Decimal, Decimal, bool, int]:
    """Value with power or multiplier, the multiplier, whether it is doubtful, where it ends."""
    if power := _POWER.match(text, last):
        exponent = int((power[1] or power[2] or power[3]).replace("−", "-"))
        exponent = max(-_LARGEST_POWER, min(_LARGEST_POWER, exponent))
        if power[2]:
            return raw**exponent if raw else raw, _ONE, False, power.end()
        return raw.scaleb(exponent), _ONE.scaleb(exponent), False, power.end()
    if scale := _SCALE.match(text, last):
        words = scale[0].strip(" -").lower().split()
        factor = Decimal(_product(scale[4]) if scale[4] else prod(map(_WORDS.__getitem__, words)))
        return raw * factor, factor, scale[3] in ("m", "t"), scale.end()
    return raw, _ONE, False, last


def _product(chars: str) -> int:
    return prod(_HAN_SCALES.get(char, 1) for char in chars)


def _placed(text: str, match: re.Match[str], unit: Unit, end: int) -> tuple[Unit, int, int]:
    """The unit with what stands before the number taken in, and the span with it."""
    first, last = match.span()
    if _DECADE.match(text, first):
        return PLAIN, first, last
    if text[max(0, first - 2) : first].rstrip().endswith("第"):
        return ORDINAL, first, last
    if unit.short == "year" and _YEAR.match(text, first, last):
        return PLAIN, first, last
    before = unit_before(text, first)
    # a dollar sign before a number with a unit is left over from maths
    if before and (before[0].short != "$" or unit is PLAIN):
        return before[0], before[1], end
    if _TH.match(text, last):
        return ORDINAL, first, last + 2
    if unit is not PLAIN:
        return unit, first, end
    head = text[max(0, first - 8) : first].rstrip("~ ")
    if head.endswith("百分之"):
        return PERCENT, first, end
    if is_factor(text, first) or _BARE_TIMES.search(head):
        return TIMES, first, end
    return PLAIN, first, end


def is_factor(text: str, first: int) -> bool:
    """Whether "a factor of" stands before a number."""
    return bool(_FACTOR.search(text[max(0, first - 28) : first].rstrip("~ ")))


def _price(text: str, start: int, end: int) -> tuple[int, int] | None:
    """For how many tokens an amount is paid, as a power of ten, and where that ends."""
    if per := _PER_TOKEN.match(text, end):
        return _power_of(per[1] or per[2]), per.end()
    if "每" in text and (per := _TOKEN_FIRST.search(text, max(0, start - 24), start)):
        return _power_of(per[1] or per[2]), end
    return None


def _power_of(written: str | None) -> int:
    return _PER[written.replace(",", "")] if written else 0


def _sign(text: str, start: int, done: int) -> Sign:
    """The sign before a number; a dash behind a digit or letter is a range or a hyphen.

    ``done`` is where the number before it ends.
    """
    mark, before = text[start - 1 : start], text[start - 2 : start - 1]
    if mark and mark in "-−–+":
        behind_number = 0 < done >= start - 1 or (mark == "–" and 0 < done >= start - 2)
        if behind_number or before.isdigit():
            return ""
        opens = not before or before in _OPENS or IS_HAN.match(before)
        if opens or (mark == "−" and not before.isalpha()):  # φ−1 is a difference
            return "+" if mark == "+" else "-"
        return ""
    return "-" if _MINUS.search(text, max(0, start - 10), start) else ""


def magnified(text: str, found: list[Token]) -> list[Token]:
    """Two orders of magnitude as a hundred times; both of "two to three orders"."""
    result = list(found)
    last = -1  # where the number begins that orders of magnitude stand behind
    for i in range(len(found) - 1, -1, -1):
        token = found[i]
        behind = _MAGNITUDE.match(text, token.end)
        if token.raw < _LARGEST_MAGNITUDE and (
            behind or (last > 0 and RANGE.fullmatch(text, token.end, last))
        ):
            value = _TEN**token.raw
            end = behind.end() if behind else token.end
            result[i] = token._replace(raw=value, written=value, unit=TIMES, end=end)
            last = token.first if behind else -1
    return result


def is_ratio(text: str, this: Token, following: Token) -> bool:
    """Whether two numbers are written as one ratio: ``1/310``, but not the date ``2026/05/04``."""
    plain_pair = (
        this.end == this.last
        and following.end == following.last
        and following.raw != 0
        and this.raw == this.raw.to_integral_value()
        and (this.raw == 1 or following.raw == following.raw.to_integral_value())
    )
    alone = (
        text[this.first - 1 : this.first] != "/"
        and text[following.last : following.last + 1] != "/"
    )
    return plain_pair and alone and text[this.last : following.first] == "/"


def between(text: str, start: int, end: int, other: int) -> bool:
    """Whether two numbers, the first from ``start`` to ``end``, are a range: between 3 and 5."""
    return bool(_AND.fullmatch(text, end, other)) and bool(
        _BETWEEN.search(text, max(0, start - 9), start)
    )


def spread(text: str, found: list[Token], gap: re.Pattern[str]) -> list[Token]:
    """The tokens with the unit and multiplier of the last one given to those before it in
    a range or list.
    """
    spreading = list(found)
    for i in range(len(found) - 2, -1, -1):
        this, following = spreading[i], spreading[i + 1]
        if gap.fullmatch(text, this.end, following.first) or between(
            text, this.start, this.end, following.first
        ):
            spreading[i] = _with_unit(text, this, following)
    return spreading


def listed(text: str, found: list[Token]) -> list[Token]:
    """The same in a list that ends in "and": 10.1, 7.4, and 5.9 points."""
    spreading, inside = list(found), False
    for i in range(len(found) - 2, -1, -1):
        this, following = spreading[i], spreading[i + 1]
        last = _LAST.fullmatch(text, this.end, following.first)
        inside = bool(last or (inside and _MORE.fullmatch(text, this.end, following.first)))
        if inside:
            spreading[i] = _with_unit(text, this, following)
    return spreading


def _with_unit(text: str, this: Token, following: Token) -> Token:
    """A token with what the one behind it has and it has not; years, and what is set equal to
    something, stay as they are.
    """
    far = this.written * _FAR < following.written and text[this.end : following.first] == " to "
    if far and _BY.search(text, max(0, this.start - 4), this.start):
        return this  # rises by 3.2 to 74.1 %
    before = text[this.first - 1 : this.first]  # a letter: of a name, Qwen3-8B is no range
    named = before == "=" or (before.isascii() and before.isalpha())
    if this.unit is not PLAIN or named or _NAMED.search(text, max(0, this.first - 24), this.first):
        return this
    if following.unit not in (PLAIN, FRACTION, ORDINAL):
        this = this._replace(unit=following.unit)
    one = following.written == 1  # ten to a hundred
    if this.factor == 1 and this.raw == this.written and this.raw < _YEARS and not one:
        factor = following.factor
        this = this._replace(raw=this.raw * factor, factor=factor, doubtful=following.doubtful)
    return this
