"""Reads numbers in English words: ``twenty-five``, ``half a million``, ``two and a half hours``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from math import prod

from wiki_builder.grounding.quantities.digits import Token, is_factor
from wiki_builder.grounding.quantities.units import (
    COUNT,
    FRACTION,
    ORDINAL,
    PLAIN,
    TIMES,
    Unit,
    may_compare,
    unit_behind,
)


def _numbered(words: str, first: int, step: int = 1) -> dict[str, int]:
    return {word: first + step * i for i, word in enumerate(words.split())}


_ONES = _numbered("one two three four five six seven eight nine", 1)
_TEENS = _numbered(
    "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen", 10
)
_TENS = _numbered("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10)
_SMALL = _ONES | _TEENS
_SCALES = {
    "dozen": 12,
    "hundred": 100,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
_VALUES = {"a": 1, "an": 1} | _SMALL | _TENS
_ORDINALS = _numbered(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth", 1
)
_TENTHS = _numbered(
    "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth", 20, 10
)
_PARTS = (
    {"half": 2, "quarter": 4, "hundredth": 100, "thousandth": 1000, "millionth": 10**6}
    | {"ten-thousandth": 10**4, "hundred-thousandth": 10**5}
    | {word: value for word, value in _ORDINALS.items() if value >= 3}
    | _TENTHS
    | {
        f"{tens}-{one}": value + number
        for tens, value in _TENS.items()
        for one, number in _ORDINALS.items()
        if number < 10
    }
)
_MONTHS = _numbered(
    "january february march april may june july august september october november december", 1
)
_MONTHS |= {name[:3]: value for name, value in _MONTHS.items()} | {"sept": 9}
_FOLD = (
    _numbered("twice thrice", 2)
    | _numbered("doubles triples quadruples", 2)
    | _numbered("doubled tripled quadrupled", 2)
    | _numbered("doubling tripling quadrupling", 2)
)
_STEM = {"double": 2, "triple": 3, "quadruple": 4}

_BASE = rf"(?:(?:{'|'.join(_TENS)})(?:[-\s](?:{'|'.join(_ONES)}))?|{'|'.join(_TEENS | _ONES)})"
_SCALE = rf"(?:{'|'.join(_SCALES)})"
_PART = "|".join(sorted(_PARTS, key=len, reverse=True))
# What follows may be "fold" but no other letter.
_NUMBER = re.compile(
    rf"(?:(?:{_BASE}|an?)(?:[-\s]{_SCALE})+(?:[-\s](?:and\s)?{_BASE}(?:[-\s]{_SCALE})*)*|{_BASE})"
    r"(?=[-\s]?fold|[^a-z]|$)"
)
_AND_A_HALF = re.compile(r"[-\s]and[-\s](?:a|one)[-\s]half(?![a-z])")
_POINT = re.compile(rf"\spoint((?:\s(?:zero|{'|'.join(_ONES)}))+)((?:\s{_SCALE})*)(?![a-z])")
_SHARE = re.compile(
    rf"(two|three|four|five|six|seven|eight|nine)[-\s]({_PART})s(?![a-z-])"
    rf"|(?:an?|one)[-\s]({_PART})(?![a-z-])(?=\s(?:of|as|the|less|fewer|more|lower|smaller|cheaper"
    r"|faster|sooner|shorter|that|to an?|in)(?![a-z])|\s?[(.,;)]|$)"
    r"|half(?![a-z-])|halv(?:e|es|ed|ing)(?![a-z])|(?:an?|one)[-\s](quarter)(?![a-z-])"
    r"|(quarter)(?=\s(?:of|the|that)(?![a-z]))"
)
_PART_OF = re.compile(r"(?<![a-z])(a|one|two|three|four)[-\s][a-z]+$")
_OF_SCALE = re.compile(rf"\s(?:of\s)?an?\s({_SCALE})(?![a-z])")
_OF_UNIT = re.compile(r"\s(?:of\s)?an?(?=\s)")
_TWICE = re.compile(
    rf"(?:twice|thrice|(?:{'|'.join(_FOLD)})(?!\sas\s)|(?:{'|'.join(_STEM)})"
    r"(?=\s(?:the|that|those|its|their|our)(?![a-z])))(?![a-z])"
)
_TO = re.compile(r"-?\s(?:to|or)\s(?:[0-9]|two|three|four|five|six|seven|eight|nine|ten)")
_AS = re.compile(
    r"\s(?:as|the|that|those|its|their|more|less|faster|larger|higher|better)(?![a-z])"
)
_NO_ORDINAL = re.compile(r"[a-z]|[-\s](?:part|person)")
_MAGNITUDE = re.compile(r"order[-\s]of[-\s]magnitude")
_MONTH_BESIDE = re.compile(r"\.?,?\s[0-9]")
_ONE, _TWO, _THREE = (
    "single once sole solely unique unity",
    "both dual pair pairs pairwise paired couple bilingual either",
    "triad triplet trio",
)
# Half of all are not above their median.
_SHARES = dict.fromkeys(("quarter", "quarters"), Decimal("0.25"))
_SHARES |= dict.fromkeys(("median", "medians", "semi"), Decimal("0.5"))
# What else a source can mean by a word.
_LOOSE: dict[str, tuple[int, Unit]] = {
    **{word: (value, ORDINAL) for word, value in _ORDINALS.items()},
    **{word: (value, PLAIN) for word, value in _SCALES.items()},
    **{
        word: (value, COUNT)
        for value, words in enumerate(("zero", _ONE, _TWO, _THREE))
        for word in words.split()
    },
    **{word: (value, TIMES) for word, value in (_FOLD | _STEM).items()},
}
_WORD = re.compile(r"[a-z]+")
_FOLDS = dict.fromkeys(f"{word}fold" for word in (_SMALL | _TENS | _SCALES))
_UNITS = dict.fromkeys("second minute hour day week month year".split(), 1)
_VOCABULARY = {*_SMALL, *_UNITS, *_TENS, *_LOOSE, *_PARTS, *_MONTHS, *_FOLDS, "order"}
_VOCABULARY |= _numbered("halve halves halved halving", 0).keys() | _SHARES.keys()


def english_tokens(text: str) -> Iterator[Token]:
    """The numbers that words of a lower-case text state; one and zero alone, first and second
    are idiom more often than measure.
    """
    done = 0
    for start, word in _words(text):
        if start < done or text[start - 1 : start] == "-":
            continue
        if token := _stated(text, start, word):
            yield token
            done = token.end


def loose_english(text: str) -> Iterator[Token]:
    """What else words of a lower-case source can be understood to say."""
    done = 0
    for start, word in _words(text):
        end = start + len(word)
        if word in _PARTS and (share := _PART_OF.search(text, max(0, start - 6), end)):
            yield _token(share.start(), end, Decimal(_VALUES[share[1]]) / _PARTS[word], FRACTION)
        if word in _SHARES:
            yield _token(start, end, _SHARES[word], FRACTION)
        if word in _MONTHS and (
            _MONTH_BESIDE.match(text, end) or text[max(0, start - 2) : start - 1].isdigit()
        ):
            yield _token(start, end, _MONTHS[word], PLAIN)
        if start < done:
            continue
        if token := _number(text, start):
            done = token.end
            yield token
            if may_compare(text, token.end):
                yield token._replace(unit=TIMES)
        elif word in _LOOSE:
            yield _token(start, end, *_LOOSE[word])


@lru_cache(maxsize=8)  # a source is asked twice
def _words(text: str) -> tuple[tuple[int, str], ...]:
    """The words that a number can be built of, and where they begin."""
    return tuple((m.start(), m[0]) for m in _WORD.finditer(text) if m[0] in _VOCABULARY)


def _token(start: int, end: int, value: Decimal | int, unit: Unit) -> Token:
    return Token(start, end, start, end, Decimal(value), Decimal(value), unit)


def _stated(text: str, start: int, word: str) -> Token | None:
    """The number that begins with a word, or with the article before it."""
    for at in _with_article(text, start):
        if token := _share(text, at) or _number(text, at):
            clear = token.raw > 1 or token.unit is not PLAIN
            return token if clear or _TO.match(text, token.end) else None
    end = start + len(word)
    if _ORDINALS.get(word, 0) > 2 and not _NO_ORDINAL.match(text, end):
        return _token(start, end, _ORDINALS[word], ORDINAL)
    if _TWICE.match(text, start):
        counts = word in ("twice", "thrice") and not _AS.match(text, end)
        return _token(start, end, _FOLD.get(word) or _STEM[word], COUNT if counts else TIMES)
    if word in _UNITS and (over := _AND_A_HALF.match(text, end)):  # an hour and a half
        return _token(start, over.end(), Decimal("1.5"), unit_behind(text, start - 1)[0])
    if word == "order" and (found := _MAGNITUDE.match(text, start)):
        return _token(start, found.end(), 10, TIMES)
    return None


def _with_article(text: str, start: int) -> Iterator[int]:
    for article in ("a ", "an "):
        at = start - len(article)
        if text.startswith(article, at) and at >= 0 and not text[at - 1 : at].isalpha():
            yield at
    yield start


def _share(text: str, start: int) -> Token | None:
    """A half, two thirds, half a million, half an hour."""
    match = _SHARE.match(text, start)
    if not match:
        return None
    above = Decimal(_VALUES[match[1]] if match[1] else 1)
    share = above / _PARTS[match[2] or match[3] or match[4] or match[5] or "half"]
    if scale := _OF_SCALE.match(text, match.end()):
        factor = Decimal(_SCALES[scale[1]])
        return _token(start, scale.end(), share * factor, PLAIN)._replace(factor=factor)
    if of := _OF_UNIT.match(text, match.end()):
        unit, end = unit_behind(text, of.end())
        if unit is not PLAIN:
            return _token(start, end, share, unit)
    return _token(start, match.end(), share, FRACTION)


def _number(text: str, start: int) -> Token | None:
    match = _NUMBER.match(text, start)
    if not match:
        return None
    value, end = _value(match[0]), match.end()
    factor = _factor(match[0])
    if half := _AND_A_HALF.match(text, end):
        value, end = value + Decimal("0.5"), half.end()
    if point := _POINT.match(text, end):  # two point two million
        digits = "".join(str(_ONES.get(word, 0)) for word in point[1].split())
        factor = Decimal(prod(_SCALES[word] for word in point[2].split()))
        value, end = (value + Decimal(f"0.{digits}")) * factor, point.end()
    unit, end = unit_behind(text, end)
    if half := _AND_A_HALF.match(text, end):
        value, end = value + Decimal("0.5"), half.end()
    if unit is PLAIN and is_factor(text, start):
        unit = TIMES
    return Token(start, end, start, match.end(), value / factor, value, unit, factor=factor)


def _factor(words: str) -> Decimal:
    """The multiplier that a number in words ends with, which a range shares."""
    return Decimal(_SCALES.get(re.split(r"[-\s]", words)[-1], 1))


def _value(words: str) -> Decimal:
    total = current = 0
    for word in re.split(r"[-\s]+", words):
        if word in _VALUES:
            current += _VALUES[word]
        elif word in ("hundred", "dozen"):
            current = max(current, 1) * _SCALES[word]
        elif word in _SCALES:  # a thousand million multiplies
            total = (
                (total or 1) * _SCALES[word]
                if total and not current
                else (total + max(current, 1) * _SCALES[word])
            )
            current = 0
    return Decimal(total + current)
