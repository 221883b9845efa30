"""Numbers written in words: English (``twenty-five``) and Chinese (``十二``, ``三百五``)."""

from __future__ import annotations

import re
from decimal import Decimal

_ONE_TO_NINE = "one two three four five six seven eight nine"
_TEN_TO_NINETEEN = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TWENTY_TO_NINETY = "twenty thirty forty fifty sixty seventy eighty ninety"
_FIRST_TO_TWELFTH = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
)
_JANUARY_TO_DECEMBER = (
    "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sept"
    " sep|october oct|november nov|december dec"
)

_ONES = {word: value for value, word in enumerate(_ONE_TO_NINE.split(), start=1)}
_TEENS = {word: value for value, word in enumerate(_TEN_TO_NINETEEN.split(), start=10)}
_TENS = {word: 10 * value for value, word in enumerate(_TWENTY_TO_NINETY.split(), start=2)}
SMALL = _ONES | _TEENS
_SMALL = {"a": 1, "an": 1} | SMALL | _TENS
SCALES = {
    "dozen": 12,
    "hundred": 100,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}

_BASE = rf"(?:(?:{'|'.join(_TENS)})(?:[-\s](?:{'|'.join(_ONES)}))?|{'|'.join(_TEENS | _ONES)})"
_SCALE = rf"(?:{'|'.join(SCALES)})"
# A number in English words; what follows may be "fold" but no other letter.
ENGLISH = (
    rf"(?:(?:{_BASE}|an?)(?:[-\s]{_SCALE})+(?:\s(?:and\s)?{_BASE})?|{_BASE})(?=[-\s]?fold|[^a-z]|$)"
)

ORDINALS = {word: value for value, word in enumerate(_FIRST_TO_TWELFTH.split(), start=1)}
FRACTIONS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
MONTHS = {
    name: value
    for value, names in enumerate(_JANUARY_TO_DECEMBER.split("|"), start=1)
    for name in names.split()
}

# Every word that a number in English words is built of, and those that join others to one number.
_FOLDS = [f"{word}fold" for word in (SMALL | _TENS | SCALES)]
BUILDING = frozenset([*SMALL, *_TENS, *SCALES, *_FOLDS])
COMPOUNDING = frozenset([*_TENS, *SCALES, *_FOLDS])

CHINESE = "[零〇一二两三四五六七八九十百千万亿]+"
_ZERO_TO_NINE = "零〇 一 二两 三 四 五 六 七 八 九"
_DIGITS = {c: value for value, chars in enumerate(_ZERO_TO_NINE.split()) for c in chars}
_PLACES = {"十": 10, "百": 100, "千": 1000}


def english(words: str) -> Decimal:
    """The value of a match of :data:`ENGLISH`."""
    total = current = 0
    for word in re.split(r"[-\s]+", words):
        if word in _SMALL:
            current += _SMALL[word]
        elif word in ("hundred", "dozen"):
            current = max(current, 1) * SCALES[word]
        elif word in SCALES:
            total, current = total + max(current, 1) * SCALES[word], 0
    return Decimal(total + current)


def chinese(run: str) -> int | None:
    """The value of a run of Chinese numerals,
    ``None`` if it is no well-formed number (``一三``, ``百万``).
    """
    for mark, scale in (("亿", 10**8), ("万", 10**4)):
        if mark in run:
            left, _, right = run.rpartition(mark) if mark == "亿" else run.partition(mark)
            high, low = chinese(left), chinese(right.lstrip("零〇")) if right.strip("零〇") else 0
            if high is None or low is None:
                return None
            return high * scale + low * (scale // 10 if low < 10 and len(right) == 1 else 1)
    return _section(run) if set(run) & set(_PLACES) else _positional(run)


def _positional(run: str) -> int | None:
    """Plain digits: one alone, or a year such as 二零二六; two neighbours are no number."""
    if len(run) == 1 or (len(run) == 4 and set(run) & set("零〇")):
        return int("".join(str(_DIGITS[c]) for c in run))
    return None


def _section(run: str) -> int | None:
    """A number under ten thousand with its places: 三百五十二."""
    total, digit, last = 0, None, 10_000
    for char in run:
        if char in "零〇":
            last = 10 if last < 10_000 else last
        elif char in _DIGITS:
            if digit is not None:
                return None
            digit = _DIGITS[char]
        else:
            place = _PLACES[char]
            if (place >= last and last != 10) or (digit is None and (char != "十" or total)):
                return None
            total, digit, last = total + (digit or 1) * place, None, place
    return total + (digit or 0) * (last // 10 if last > 10 and last < 10_000 else 1)
