"""Reads numbers written in digits, with sign, power, multiplier and unit, from plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Literal, NamedTuple, TypeAlias

from wiki_builder.core.characters import IS_HAN

Unit: TypeAlias = Literal["none", "percent", "points", "times"]
Sign: TypeAlias = Literal["", "+", "-"]

_DIGITS = re.compile(r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+)(?:\.[0-9]+)?|\.[0-9]+")
_POWER = re.compile(r"\s?[×x*]\s?10\^(-?[0-9]+)|\^(-?[0-9]+)|[eE]([+-]?[0-9]+)(?![A-Za-z0-9])")
_SCALE = re.compile(
    r"[-\s]?(thousand|million|billion|trillion|hundred|dozen)(?![a-z])|\s?([KMBT])(?![A-Za-z0-9])"
    r"|([kbmt])(?![A-Za-z0-9])|\s?([百千]?[万亿]+|百(?!分)|千(?![米克瓦赫兆]))"
)
_SCALES = {
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "hundred": 100,
    "dozen": 12,
}
_SCALES |= {
    "k": 10**3,
    "m": 10**6,
    "b": 10**9,
    "t": 10**12,
    "百": 10**2,
    "千": 10**3,
    "万": 10**4,
    "亿": 10**8,
}
_MORE = (
    r"(?:more|fewer|less|faster|slower|larger|smaller|higher|lower|longer|shorter|greater|bigger|better|cheaper|as|the|"
    r"that|its|their)"
)
_UNIT = re.compile(
    r"(?P<points>\s?%?[-\s]?(?:percentage|percent)[-\s]points?(?![a-z])|\s?%[-\s]?points?(?![a-z])"
    r"|[-\s]?points?(?![A-Za-z])|\s?(?:pp|pts?)(?![A-Za-z])|\s?p\.p\.|\s?个?百分点)"
    r"|(?P<percent>\s?%|[-\s]?per\s?cent(?![a-z])|\s?pct(?![a-z]))"
    r"|(?P<times>\s?[x×X](?![A-Za-z0-9])(?!\s?[0-9])|[-\s]?fold(?![a-z])|\s?倍"
    rf"|[-\s]times(?=\s{_MORE}(?![a-z])))"
)
_FACTOR = ("factor of", "factors of")
_BARE_TIMES = re.compile(r"(?<![0-9\s])\s?×$")
RANGE = re.compile(r"\s?(?:-|–|~|to|至|到)\s?[-−+]?")
LIST = re.compile(r"\s?(?:-|–|~|/|,|、|，|to|至|到|and|or|和|与|或|及)\s?(?:and\s|or\s)?[-−+]?")
_OPENS = frozenset(" ([{,;:=~≈<>|/\"'（【，、：；“")


# not a dataclass: a paper has thousands, and a tuple is made four times as fast
class Token(NamedTuple):
    """A number in digits: ``start`` and ``end`` hold its unit,
    ``first`` and ``last`` the digits alone.
    """

    start: int
    end: int
    first: int
    last: int
    raw: Decimal  # as written, without power and multiplier
    value: Decimal
    unit: Unit
    sign: Sign
    doubtful: bool = False  # "5m": five million, or five metres


def number_tokens(text: str) -> list[Token]:
    """The numbers of :func:`normalized` text in order, each with its own unit."""
    return list(_tokens(text))


def _tokens(text: str) -> Iterator[Token]:
    done = 0
    for match in _DIGITS.finditer(text):
        start = match.start()
        inside_word = text[start] == "." and text[start - 1 : start].isalnum()
        if start >= done and not inside_word:
            token = _token(text, match)
            done = token.end
            yield token


def _token(text: str, match: re.Match[str]) -> Token:
    first, last = match.span()
    raw = Decimal(match[0].replace(",", ""))
    value, doubtful, end = _scaled(text, raw, last)
    kind, end = unit(text, first, end)
    sign = _sign(text, first)
    return Token(first - bool(sign), end, first, last, raw, value, kind, sign, doubtful)


def _scaled(text: str, raw: Decimal, last: int) -> tuple[Decimal, bool, int]:
    """Value with power or multiplier, whether that is doubtful, and where it ends."""
    if power := _POWER.match(text, last):
        exponent = max(-40, min(40, int(power[1] or power[2] or power[3])))
        powered = raw**exponent if power[2] and raw else raw.scaleb(exponent)
        return powered, False, power.end()
    if scale := _SCALE.match(text, last):
        word = (scale[1] or scale[2] or scale[3] or "").lower()
        factor = _SCALES[word] if word else _product(scale[4])
        return raw * factor, scale[3] in ("m", "t"), scale.end()
    return raw, False, last


def _product(chars: str) -> int:
    factor = 1
    for char in chars:
        factor *= _SCALES[char]
    return factor


def unit(text: str, first: int, end: int) -> tuple[Unit, int]:
    """The unit class of a number at ``first`` to ``end``, and where the unit ends."""
    if found := _UNIT.match(text, end):
        return _unit_of(found), found.end()
    before = text[max(0, first - 14) : first].rstrip("~≈ ")
    if before.endswith("百分之"):
        return "percent", end
    return ("times" if before.endswith(_FACTOR) or _BARE_TIMES.search(before) else "none"), end


def _unit_of(match: re.Match[str]) -> Unit:
    return "points" if match["points"] else "percent" if match["percent"] else "times"


def _sign(text: str, first: int) -> Sign:
    """The sign before a number; a dash behind a digit or letter is a range or a hyphen."""
    mark, before = text[first - 1 : first], text[: max(0, first - 1)][-2:]
    if mark not in ("-", "−", "–", "+") or not mark:
        return ""
    if (
        mark == "−"
        or not before
        or before[-1] in _OPENS
        or (mark in "-+" and IS_HAN.match(before[-1]))
    ):
        spaced_range = before.endswith(" ") and (
            before.strip()[-1:].isdigit() or before.strip()[-1:] == "%"
        )
        return "" if spaced_range or before[-1:].isdigit() else "+" if mark == "+" else "-"
    return ""


def is_ratio(text: str, this: Token, following: Token) -> bool:
    """Whether two numbers are written as one ratio: ``1/310``, but not the date ``2026/05/04``."""
    plain_pair = this.end == this.last and following.end == following.last and following.raw != 0
    alone = (
        text[this.first - 1 : this.first] != "/"
        and text[following.last : following.last + 1] != "/"
    )
    return plain_pair and alone and text[this.last : following.first] == "/"


def spread(text: str, found: list[Token], gap: re.Pattern[str]) -> list[Token]:
    """The tokens with the unit and multiplier of the last one given to those before it in
    a range or list.
    """
    spreading = list(found)
    for i in range(len(found) - 2, -1, -1):
        this, following = spreading[i], spreading[i + 1]
        letter = text[this.first - 1 : this.first]  # of a name: Qwen3-8B is no range
        bare = (
            this.unit == "none"
            and this.value == this.raw
            and not (letter.isascii() and letter.isalpha())
        )
        has_unit = following.unit != "none" or following.value > following.raw
        if bare and has_unit and gap.fullmatch(text, this.end, following.first):
            factor = following.value / following.raw if following.raw else Decimal(1)
            spreading[i] = this._replace(
                value=this.value * factor, unit=following.unit, doubtful=following.doubtful
            )
    return spreading
