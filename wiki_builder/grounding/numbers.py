"""Reads the numbers of a text as values with a unit class, in English and Chinese.

Two readings: :func:`stated` is strict and gives what a wording claims;
:func:`readings` is generous and gives every way in which a source can be
understood (``9 of 10`` also as 9/10, ``May`` beside a digit also as 5). A claim
holds if each stated number is :func:`covered` by the source's readings. Values
are compared exactly: 18.47 never covers 18.5.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import TypeAlias

from wiki_builder.core.characters import IS_HAN
from wiki_builder.grounding import arabic, words
from wiki_builder.grounding.arabic import LIST, RANGE, Sign, Token, Unit
from wiki_builder.grounding.plain import normalized

NumberReading: TypeAlias = tuple[Decimal, Unit, Sign]

# A name with a digit in it: GPT-4, Qwen3-8B, pass@1, ResNet50.
NAME = re.compile(
    r"(?<![A-Za-z0-9])(?=[A-Za-z][A-Za-z@._/+-]*[0-9])[A-Za-z][A-Za-z0-9]*(?:[-_.@/+]+[A-Za-z0-9]+)*"
)

_DIGIT = re.compile(r"[0-9]")
_COMPOUND = re.compile(r"(?:-[a-z]{3,})+$")  # what makes a compound of a name
_URL = re.compile(r"https?://[^\s，。；）)]+")
_LIST_MARK = re.compile(r"(?:^|(?<=[\s(（;；,，。:：]))[(（]?[0-9]{1,2}[)）]|^\s*[0-9]{1,2}[.、]\s")
_HALF, _FIFTY = Decimal("0.5"), Decimal(50)
_COMPATIBLE: dict[Unit, tuple[Unit, ...]] = {
    "none": ("none", "percent", "points", "times"),
    "percent": ("percent", "points"),
    "points": ("points",),
    "times": ("times",),
}
_SIGNS: dict[Sign, tuple[Sign, ...]] = {"": ("", "+", "-"), "+": ("+", ""), "-": ("-",)}


@dataclass(frozen=True, slots=True)
class Number:
    """A number: its absolute value, unit class and sign; ``text`` is how it is written."""

    value: Decimal
    unit: Unit = "none"
    sign: Sign = ""
    text: str = field(default="", compare=False)

    @property
    def in_digits(self) -> bool:
        return any("0" <= char <= "9" for char in self.text)


def covered(number: Number, source: Set[NumberReading]) -> bool:
    """Whether a source says ``number``: equal value, a unit and a sign that agree.

    A number without unit agrees with any; percent needs percent or points,
    points need points, times need times. A minus needs a minus; without a sign
    any will do ("falls by 3" for −3).
    """
    return any(
        (number.value, unit, sign) in source
        for unit in _COMPATIBLE[number.unit]
        for sign in _SIGNS[number.sign]
    )


def agrees(number: Number, other: Set[NumberReading]) -> bool:
    """Whether the other language's wording says ``number``,
    where it may leave unit or sign to a word.
    """
    loose: tuple[Unit, ...] = ("percent", "none") if number.unit == "points" else ("none",)
    units = (*_COMPATIBLE[number.unit], *loose)
    signs: tuple[Sign, ...] = ("", number.sign) if number.sign else ("", "+", "-")
    return any((number.value, unit, sign) in other for unit in units for sign in signs)


# --- What a wording claims ---------------------------------------------------


@lru_cache(maxsize=256)
def stated(text: str) -> tuple[Number, ...]:
    """The numbers that a wording claims, in order, each once;
    addresses, list marks and names apart.
    """
    text = normalized(text)
    for pattern in (_URL, _LIST_MARK, NAME) if _DIGIT.search(text) else ():
        text = pattern.sub(_blank, text)
    found = [*_digits(text), *_english(text.lower()), *_chinese(text)]
    return tuple(dict.fromkeys(number for _, number in sorted(found, key=lambda item: item[0])))


def names(text: str) -> tuple[str, ...]:
    """The names with digits that a text holds, in order, each once:
    ``GPT-4``, ``Qwen3`` of ``Qwen3-based``.
    """
    found = (_COMPOUND.sub("", name) for name in NAME.findall(_URL.sub(_blank, normalized(text))))
    return tuple(dict.fromkeys(name for name in found if _DIGIT.search(name)))


def _blank(match: re.Match[str]) -> str:
    return "§" * len(match[0])


def _digits(text: str) -> Iterator[tuple[int, Number]]:
    found = arabic.spread(text, arabic.number_tokens(text), RANGE)
    done = 0
    for token, following in zip_longest(found, found[1:]):
        if token.start < done:
            continue
        if following and arabic.is_ratio(text, token, following):
            done = following.end
            yield token.start, Number(token.raw / following.raw, text=text[token.start : done])
        else:
            written = text[token.start : token.end].strip()
            yield token.start, Number(_meant(token), token.unit, token.sign, written)


def _meant(token: Token) -> Decimal:
    """A lower-case ``m`` or ``t`` behind a number is a unit of measure, not a multiplier."""
    return token.raw if token.doubtful and token.unit == "none" else token.value


_ANY_WORD = re.compile(r"[a-z]+")
_FRACTION_WORDS = {
    *words.FRACTIONS,
    *(f"{word}s" for word in words.FRACTIONS),
    *("halve", "halves", "halved", "halving"),
}
_TWICE_WORDS = frozenset(
    {"twice", "thrice"} | {a + b for a in ("doubl", "tripl") for b in ("es", "ed", "ing")}
)
_ENGLISH = re.compile(words.ENGLISH)
_FRACTION = re.compile(
    rf"(?<![a-z])(an?|one|two|three)[-\s]({'|'.join(words.FRACTIONS)})s?(?![a-z-])|(?<![a-z])(half)(?![a-z-])"
    r"|(?<![a-z])(halv(?:e|es|ed|ing))(?![a-z])"
)
_ORDINAL = re.compile(
    rf"(?<![a-z-])({'|'.join(list(words.ORDINALS)[2:])})(?![a-z]|[-\s](?:part|person))"
)
_TWICE = re.compile(
    r"(?<![a-z])(?:(twice|doubl(?:es|ed|ing)(?!\sas))|(thrice|tripl(?:es|ed|ing)))(?![a-z])"
)


def _english(text: str) -> Iterator[tuple[int, Number]]:
    """Number words; one and zero alone, first and second are idiom more often than measure."""
    present = set(_ANY_WORD.findall(text))
    if not present.isdisjoint(_FRACTION_WORDS):
        for match in _FRACTION.finditer(text):
            yield match.start(), Number(_fraction(match), text=match[0])
        text = _FRACTION.sub(_blank, text)
    if not present.isdisjoint(words.BUILDING):
        yield from _english_values(text, present)
    if not present.isdisjoint(words.ORDINALS):
        for match in _ORDINAL.finditer(text):
            yield match.start(), Number(Decimal(words.ORDINALS[match[1]]), text=match[0])
    if not present.isdisjoint(_TWICE_WORDS):
        for match in _TWICE.finditer(text):
            yield match.start(), Number(Decimal(2 if match[1] else 3), "times", text=match[0])


def _english_values(text: str, present: set[str]) -> Iterator[tuple[int, Number]]:
    for match in _english_numbers(text, present):
        value, (unit, end) = words.english(match[0]), arabic.unit(text, *match.span())
        if value > 1 or unit != "none":
            yield match.start(), Number(value, unit, text=text[match.start() : end])


def _english_numbers(text: str, present: Iterable[str]) -> list[re.Match[str]]:
    """The numbers in words, in order. Looking each word up is quicker than one search
    for all of them.
    """
    starts = sorted(
        start for word in present if word in words.BUILDING for start in _starts(text, word)
    )
    found: list[re.Match[str]] = []
    for start in starts:
        if (not found or start >= found[-1].end()) and (match := _ENGLISH.match(text, start)):
            found.append(match)
    return found


def _starts(text: str, word: str) -> Iterator[int]:
    """Where a number can begin with ``word``; "a" before "hundred" belongs to it."""
    at = text.find(word)
    while at >= 0:
        before = text[max(0, at - 3) : at]
        if not before[-1:].isalpha() and before[-1:] != "-":
            yield (
                at - 2
                if word in words.SCALES and before[-2:] == "a " and not before[:-2].isalpha()
                else at
            )
        at = text.find(word, at + len(word))


def _fraction(match: re.Match[str]) -> Decimal:
    if not match[1]:
        return _HALF
    return words.english(match[1]) / words.FRACTIONS[match[2]]


_NUMERAL = re.compile(words.CHINESE)
# What is counted: a single numeral is a number only before one of these, so that 三元组 and 两者
#     are none.
_CLASSIFIER = re.compile(
    r"\s?(?:个|种|类|项|条|步|阶|层|轮|次|倍|维|点|篇|组|名|位|款|张|套|份|台|家|门|段|级|件|方面|大|族|轴|年|月|日|天|周"
    r"|小时|分钟|秒|代|重|折|例|块|版|部|环|支|批|期|路|线|档|格|幅|本|句|字|问|题|跳|域|帧|卡|比特|颗|座|只|对|亿|万)"
)
_IDIOM = re.compile(r"两(?:个)?方面|二次|二阶|二级|两次三番|两点之间|三方|一大")
_ZH_FRACTION = re.compile(
    rf"({words.CHINESE}|[0-9]+)\s?分之\s?({words.CHINESE}|[0-9]+(?:\.[0-9]+)?)"
)
_ZH_TWICE = re.compile(r"翻倍|翻番|加倍|翻了一番|翻一番|(一半|减半)")
_VAGUE = frozenset("数几上成好")


def _chinese(text: str) -> Iterator[tuple[int, Number]]:
    """Chinese numerals in clear number use; 一 alone,
    第一 and 第二 are idiom more often than measure.
    """
    if not IS_HAN.search(text):
        return
    for match in _ZH_FRACTION.finditer(text):
        if number := _zh_fraction(match):
            yield match.start(), number
    for match in _ZH_TWICE.finditer(text):
        yield (
            match.start(),
            Number(*((_HALF, "none") if match[1] else (Decimal(2), "times")), text=match[0]),
        )
    for match in _NUMERAL.finditer(_ZH_TWICE.sub(_blank, _ZH_FRACTION.sub(_blank, text))):
        if (at := _well_formed(match)) and _clear(text, *at):
            unit, end = arabic.unit(text, at[0], at[1])
            yield at[0], Number(Decimal(at[2]), unit, text=text[at[0] : end])


def _zh_fraction(match: re.Match[str]) -> Number | None:
    below, above = (_numeral(match[i]) for i in (1, 2))
    if match[1] == "百" and above is not None:
        return Number(above, "percent", text=match[0])
    return Number(above / below, text=match[0]) if above is not None and below else None


def _numeral(written: str) -> Decimal | None:
    if written[0] in "0123456789":
        return Decimal(written)
    value = words.chinese(written) or {"百": 100, "千": 1000, "万": 10_000}.get(written)
    return Decimal(value) if value is not None else None


def _well_formed(match: re.Match[str]) -> tuple[int, int, int] | None:
    """Start, end and value of the longest tail of a run that is a number:
    统一三个 holds 三, not 一三.
    """
    for start in range(match.start(), match.end()):
        value = words.chinese(match.string[start : match.end()])
        if value is not None:
            return start, match.end(), value
    return None


def _clear(text: str, start: int, end: int, value: int) -> bool:
    before, length = text[max(0, start - 1) : start], end - start
    if value < 2 or before in _VAGUE or before.isdigit() or _IDIOM.match(text, start):
        return False
    if before == "第":
        return value > 2 and not text.startswith(("方", "人称"), end)
    return bool(_CLASSIFIER.match(text, end)) or (length > 1 and not text.startswith("分", end))


# --- What a source can be understood to say ----------------------------------

_OF = re.compile(r" (?:out )?of (?:the |all )?")
_TIMES = re.compile(r"[-\s]times(?![a-z])")  # "10 times" may count, and may compare
_PERCENT_HEAD = re.compile(r"[(\[]\s?%\s?[)\]]|\b(?:in|as) (?:%|percent)")
_MONTHS = "|".join(words.MONTHS)
_MONTH = re.compile(rf"(?<![a-z])({_MONTHS})(?=\.?,?\s[0-9])|(?<=[0-9]\s)({_MONTHS})(?![a-z])")
# Words that make more of a number word than its plain value: "twenty-five", "two hundred", "three
# times".
_UNIT_WORDS = (
    "factor",
    "factors",
    "fold",
    "times",
    "percent",
    "cent",
    "pct",
    "point",
    "points",
    "pp",
    "x",
)
_COMPOUNDING = words.COMPOUNDING | frozenset(_UNIT_WORDS)
_WORD_READINGS: dict[str, tuple[tuple[int, Unit], ...]] = {
    **{word: ((value, "none"),) for word, value in words.ORDINALS.items()},
    **dict.fromkeys(("single", "once", "sole", "solely", "unique"), ((1, "none"),)),
    "zero": ((0, "none"),),
    **dict.fromkeys(("both", "dual", "pair", "pairs", "pairwise", "paired", "couple", "two"), ((2, "none"),)),  # noqa: E501
    **dict.fromkeys(("twice", "double", "doubled", "doubles", "doubling"), ((2, "times"),)),
    **dict.fromkeys(("triple", "tripled", "triples", "tripling", "thrice"), ((3, "times"),)),
    **dict.fromkeys(("triad", "triplet", "trio"), ((3, "none"),)),
    **dict.fromkeys(("quadruple", "quadrupled", "quadruples"), ((4, "times"),)),
    **{word: ((value, "none"),) for word, value in words.SCALES.items() if word != "dozen"},
}  # fmt: skip
_ZH_READINGS: dict[str, tuple[int, Unit]] = {
    "双": (2, "none"),
    "俩": (2, "none"),
    "单": (1, "none"),
    "首": (1, "none"),
}


def readings(text: str) -> frozenset[NumberReading]:
    """Every number that a source can be understood to state, names with digits included."""
    text = normalized(text)
    found = {*_digit_readings(text), *_english_readings(text.lower())}
    if IS_HAN.search(text):
        found |= {*_chinese_readings(text)}
    if (_FIFTY, "percent", "") in found:
        found.add((_HALF, "none", ""))
    if (_HALF, "none", "") in found:
        found.add((_FIFTY, "percent", ""))
    return frozenset(found)


def _digit_readings(text: str) -> Iterator[NumberReading]:
    found = arabic.number_tokens(text)
    percent_table = bool(_PERCENT_HEAD.search(text)) if "%" in text or "percent" in text else False
    for token in found:
        yield token.value, token.unit, token.sign
        if token.doubtful:
            yield token.raw, token.unit, token.sign
        if _TIMES.match(text, token.end):
            yield token.value, "times", token.sign
        if percent_table and token.unit == "none":
            yield token.value, "percent", token.sign
    for token, spread in zip(found, arabic.spread(text, found, LIST), strict=True):
        if spread is not token:
            yield spread.value, spread.unit, spread.sign
            yield token.raw, spread.unit, spread.sign
    yield from _ratio_readings(text, found)


def _ratio_readings(text: str, found: list[Token]) -> Iterator[NumberReading]:
    for this, following in pairwise(found):
        of = following.raw and _OF.fullmatch(text, this.last, following.first)
        if of or arabic.is_ratio(text, this, following):
            yield this.raw / following.raw, "none", ""


def _english_readings(text: str) -> Iterator[NumberReading]:
    present = set(_ANY_WORD.findall(text))
    if not present.isdisjoint(words.MONTHS):
        for match in _MONTH.finditer(text):
            yield Decimal(words.MONTHS[match[1] or match[2]]), "none", ""
    for word in present & _WORD_READINGS.keys():
        for value, unit in _WORD_READINGS[word]:
            yield Decimal(value), unit, ""
    if present.isdisjoint(_COMPOUNDING):
        yield from (
            (Decimal(value), "none", "") for word, value in words.SMALL.items() if word in present
        )
    else:
        for match in _english_numbers(text, present):
            unit, end = arabic.unit(text, *match.span())
            yield words.english(match[0]), unit, ""
            if _TIMES.match(text, end):
                yield words.english(match[0]), "times", ""
    if not present.isdisjoint(_FRACTION_WORDS):
        yield from ((_fraction(match), "none", "") for match in _FRACTION.finditer(text))


def _chinese_readings(text: str) -> Iterator[NumberReading]:
    for char, (value, unit) in _ZH_READINGS.items():
        if char in text:
            yield Decimal(value), unit, ""
    for match in _NUMERAL.finditer(text):
        if at := _well_formed(match):
            yield Decimal(at[2]), arabic.unit(text, at[0], at[1])[0], ""
    for _, number in _chinese(text):
        yield number.value, number.unit, number.sign


def missing_numbers(numbers: Iterable[Number], source: Set[NumberReading]) -> tuple[Number, ...]:
    """Those of ``numbers`` that ``source`` does not cover."""
    return tuple(number for number in numbers if not covered(number, source))
