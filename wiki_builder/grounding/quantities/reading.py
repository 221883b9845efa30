"""The quantities of a text, in two readings.

:func:`stated` is strict and gives what a wording claims; :func:`read` is generous and gives every
way in which a source can be understood (``9 of 10`` also as 9/10, ``May`` beside a digit also as
5). Values are exact: 18.47 is never 18.5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise, zip_longest

from wiki_builder.core.characters import IS_HAN
from wiki_builder.grounding.plain import normalized
from wiki_builder.grounding.quantities.chinese import chinese_tokens, grows, loose_chinese
from wiki_builder.grounding.quantities.digits import (
    LIST,
    RANGE,
    Token,
    digit_tokens,
    is_ratio,
    listed,
    magnified,
    spread,
)
from wiki_builder.grounding.quantities.english import english_tokens, loose_english
from wiki_builder.grounding.quantities.quantity import Quantity
from wiki_builder.grounding.quantities.units import (
    BITS,
    FRACTION,
    METRES,
    OF_NAME,
    PERCENT,
    PLAIN,
    TIMES,
    may_compare,
    unit_behind,
)

# A name with a digit in it: GPT-4, Qwen3-8B, pass@1, ResNet50.
NAME = re.compile(
    r"(?<![A-Za-z0-9])(?!(?:USD|RMB|CNY|EUR|GBP)[0-9]|x[0-9.]+(?![A-Za-z0-9])|(?:sub|over|under)-[0-9]|gCO2)"
    r"(?=[A-Za-z][A-Za-z@^._/+-]*[0-9])[A-Za-z][A-Za-z0-9]*(?:[-_.@^/+]+[A-Za-z0-9]+)*"
)
_BESIDE_FRACTIONS = {
    "fraction": ("percent", "times"),
    "percent": ("fraction", "times"),
    "times": ("fraction", "percent"),
}
_DIGIT = re.compile(r"[0-9]")
_OF_BITS = re.compile(r"(?<![A-Za-z])(?:[BT]?F|FP|U?INT|U?int)$")
_TOP = re.compile(r"top-?[0-9]+", re.IGNORECASE)  # the best so many
_COMPOUND = re.compile(r"(?:-[a-z]{3,})+$")  # what makes a compound of a name
_URL = re.compile(r"https?://[^\s，。；）)]+")
_LIST_MARK = re.compile(
    r"(?:^|(?<=[\s(（;；,，。:：]))[(（][0-9]{1,2}[)）]|(?:^|(?<=[;；,，。:：])\s?|\n)[0-9]{1,2}[)）]"
    r"|^\s*[0-9]{1,2}[.、]\s"
)
_PLACE = re.compile(
    r"\b(?:Section|Sec\.|Table|Tab\.|Figure|Fig\.|Equation|Eq\.|Appendix|Chapter|Theorem|Lemma)"
    r"\s?\(?[0-9]+(?:\.[0-9]+)*\)?|§\s?[0-9]+(?:\.[0-9]+)*|[0-9]{1,2}\s?世纪(?:\s?[0-9]0\s?年代)?"
)
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])|[。！？\n]")
_ODDITIES = (_URL, _LIST_MARK, _PLACE, NAME)
_TRILLION = 10**12
_LOST_POWER = re.compile(r"\s?×\s?10([0-9]{1,2})(?![0-9.,])")  # a PDF's 1.07 × 109
_LINE_NUMBER = re.compile(r"(?<=[0-9]–)([0-9]{1,3}),[0-9]{3}(?=\s[a-z])")  # 30–31,263 and
_UNIT_APART = re.compile(
    r"\s[A-Za-z0-9-]+(?=\s(?:hour|second|minute|day|percent|point|meter|metre|dollar)s?\b)"
)
_OF = re.compile(r" (?:out )?of (?:the |all )?")
_PERCENT_HEAD = re.compile(r"[(\[]\s?%\s?[)\]]|\b(?:in|as) (?:%|percent)")


class Reading:
    """A text in plain form with the quantities that it states, found by value."""

    __slots__ = ("_by_raw", "_by_value", "quantities", "text")

    def __init__(self, text: str, quantities: tuple[Quantity, ...]) -> None:
        self.text = text
        self.quantities = quantities
        self._by_raw: dict[Decimal, list[Quantity]] = {}
        self._by_value: dict[Decimal, list[Quantity]] = {}
        for quantity in quantities:
            self._by_raw.setdefault(quantity.raw, []).append(quantity)
            self._by_value.setdefault(quantity.value, []).append(quantity)

    def alike(self, quantity: Quantity) -> list[Quantity]:
        """The quantities that may be this one: of the same number or value, whatever their unit
        and sign; a fraction's percentages and factors; N + 1 for 提高 N 倍.
        """
        found = [
            *self._by_raw.get(quantity.raw, ()),
            *(q for q in self._by_value.get(quantity.value, ()) if q.raw != quantity.raw),
        ]
        if quantity.more:
            found += self._by_value.get(quantity.value + 1, ())
        others = _BESIDE_FRACTIONS.get(quantity.kind)
        if others:
            found += [q for q in self.quantities if q.kind in others]
        return found

    def words(self, quantity: Quantity) -> str:
        """How a quantity is written."""
        return self.text[quantity.start : quantity.end].strip()

    def in_digits(self, quantity: Quantity) -> bool:
        """Whether it is written in digits, and not in words."""
        return bool(_DIGIT.search(self.text, quantity.start, quantity.end))


@lru_cache(maxsize=128)
def stated(text: str) -> Reading:
    """The quantities that a wording claims, in order; addresses, list marks, places and names
    apart.
    """
    plain = masked = normalized(text)
    for pattern in _ODDITIES if _DIGIT.search(plain) else ():
        masked = pattern.sub(_blank, masked)
    found = [*_ratios(masked, [*digit_tokens(masked)]), *english_tokens(_lower(masked))]
    if IS_HAN.search(masked):
        found += chinese_tokens(masked)
    found.sort(key=lambda token: token.start)
    kept = listed(masked, spread(masked, _apart(found), RANGE))
    whole = magnified(masked, [_grown(plain, _meant(token)) for token in kept])
    return Reading(plain, tuple(token.quantity for token in whole))


@lru_cache(maxsize=128)
def read(text: str) -> Reading:
    """Every quantity that a source can be understood to state, names with digits included."""
    text = normalized(text)
    low = _lower(text)
    in_digits, in_words = [*_named(text, [*digit_tokens(text)])], [*english_tokens(low)]
    loose = [*loose_english(low)]
    if IS_HAN.search(text):
        in_words += chinese_tokens(text)
        loose += loose_chinese(text)
    in_digits = [_apart_from_unit(text, token) for token in in_digits]
    clear = spread(text, sorted((*in_digits, *in_words), key=lambda token: token.start), RANGE)
    found = [*clear, *_read_digits(text, clear), *loose, *_shared(text, clear)]
    if "magnitude" in low or "数量级" in text:
        found = magnified(text, found)
    return Reading(text, tuple(dict.fromkeys(token.quantity for token in found)))


def names(text: str) -> tuple[str, ...]:
    """The names with digits that a text holds, in order, each once:
    ``GPT-4``, ``Qwen3`` of ``Qwen3-based``.
    """
    found = (_COMPOUND.sub("", name) for name in NAME.findall(_URL.sub(_blank, normalized(text))))
    return tuple(dict.fromkeys(name for name in found if _DIGIT.search(name)))


def _blank(match: re.Match[str]) -> str:
    return "\ue000" * len(match[0])


def _lower(text: str) -> str:
    """Lower case, character by character, so that places in it are places in ``text``."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower()[:1] for c in text)


def _ratios(text: str, found: list[Token]) -> Iterator[Token]:
    """The tokens, two that are written as one ratio made one."""
    done = 0
    for token, following in zip_longest(found, found[1:]):
        if token.start < done:
            continue
        if following and is_ratio(text, token, following):
            done = following.end
            value = token.raw / following.raw
            yield token._replace(end=done, last=done, raw=value, written=value, unit=FRACTION)
        else:
            yield token


def _apart(found: list[Token]) -> list[Token]:
    """The tokens without those that begin within another: 3 of 3分之一."""
    kept: list[Token] = []
    for token in found:
        if kept and token.start < kept[-1].end:
            if token.end - token.start > kept[-1].end - kept[-1].start:
                kept[-1] = token
            continue
        kept.append(token)
    return kept


def _meant(token: Token) -> Token:
    """A lower-case ``m`` or ``t`` behind a number is a unit of measure, not a multiplier."""
    return token._replace(raw=token.written, unit=METRES) if token.doubtful else token


def _grown(text: str, token: Token) -> Token:
    whole = token.raw == token.raw.to_integral_value() and token.raw < 10
    more = token.unit.kind == "times" and whole and grows(text, token.start)
    return token._replace(more=True) if more else token


def _named(text: str, found: list[Token]) -> Iterator[Token]:
    """The tokens, those that are digits of a name told apart: the 3 of Qwen3, not its 8B."""
    spans = [m.span() for m in NAME.finditer(text) if not _TOP.fullmatch(m[0])]
    at = 0
    for token in found:
        while at < len(spans) and spans[at][1] <= token.start:
            at += 1
        inside = at < len(spans) and spans[at][0] <= token.start
        plain = token.unit is PLAIN and token.factor == 1
        yield token._replace(unit=OF_NAME) if inside and plain else token
        if inside and plain and _OF_BITS.search(text, spans[at][0], token.first):
            yield token._replace(unit=BITS)


def _read_digits(text: str, found: list[Token]) -> Iterator[Token]:
    """What numbers in digits can be understood to say beside their own unit."""
    percent_table = bool(_PERCENT_HEAD.search(text)) if "%" in text or "percent" in text else False
    compared = [
        t._replace(unit=TIMES) if t.unit is PLAIN and may_compare(text, t.end) else t for t in found
    ]
    for token, shared in zip(found, spread(text, compared, RANGE), strict=True):
        if token.doubtful:
            yield _meant(token)
        if text[token.last : token.last + 1] == "^":  # 32 by 32 for 32^2
            yield token._replace(raw=token.written)
        if token.factor == _TRILLION and token.unit is PLAIN:  # 3T: tesla
            yield token._replace(raw=token.written)
        if lost := _LOST_POWER.match(text, token.last):
            yield token._replace(raw=token.written.scaleb(int(lost[1])))
        if glued := _LINE_NUMBER.match(text, token.first):
            yield token._replace(raw=Decimal(glued[1]))
        if shared.unit is TIMES and token.unit is PLAIN:
            yield shared
        if percent_table and token.unit is PLAIN:
            yield token._replace(unit=PERCENT)
    for this, following in pairwise(found):
        of = following.raw and _OF.fullmatch(text, this.last, following.first)
        if of or is_ratio(text, this, following):
            value = this.raw / following.raw
            yield this._replace(end=following.end, raw=value, written=value, unit=FRACTION)


def _apart_from_unit(text: str, token: Token) -> Token:
    """A number with the unit that a word stands before: 2.84 macro-F1 points."""
    apart = token.unit is PLAIN and _UNIT_APART.match(text, token.end)
    return token._replace(unit=unit_behind(text, apart.end())[0]) if apart else token


def _shared(text: str, found: list[Token]) -> Iterator[Token]:
    """What the members of a range or list say with the unit of its last one."""
    for token, shared in zip(found, spread(text, found, LIST), strict=True):
        if shared is not token and shared != token:
            yield _meant(shared)
            yield shared
            yield token._replace(unit=shared.unit)
