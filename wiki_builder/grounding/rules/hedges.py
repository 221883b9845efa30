"""Hedges and bounds: what the evidence calls possible, the wording does not call certain; what is
"up to" or "at least" a number there is not the number itself here; and both the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from itertools import chain, islice

from wiki_builder.core.values.checks import Finding
from wiki_builder.grounding.rules.alignment import (
    Compared,
    Figure,
    compared,
    content,
    figures,
    pieces,
    shared,
)
from wiki_builder.grounding.rules.reading import Mark, Reading, read
from wiki_builder.grounding.rules.rule import Ground, Said

_ANY = ("hedge", "mild", "soft")
_HEARD = 0.4  # of a hedge's words in the wording
_FROM_NUMBER = {"en": 26, "zh": 16}  # characters between a bound and its number
_BEHIND = {"en": 12, "zh": 4}  # characters from a number to a bound that follows it
_BOUNDS = {"upto": "most", "under": "most", "atleast": "least", "over": "least"}
# What makes a number of "over" and "under": "over 3%", not "over 3 tasks".
_MEASURED = re.compile(
    r"(?:\.\d+)?\s?\\?(?:%|×|x\b|\$?\\times|times|percent|percentage|points?|million|billion|thousand"
    r"|[kKMB]\b|h\b|hours|minutes|seconds|ms\b|GB|-fold|orders?)"
)
_TURNED = {"most": "least", "least": "most"}  # by a negator: "never more than 3"
_DENIED = {"en": 14, "zh": 5}  # characters between a negator and what it turns
_NOBODY = re.compile(r"\s*(?:none|no|neither|nobody|not one)\b", re.IGNORECASE)
_RANGE = {  # the other end of a range, behind its least and before its most
    "least": re.compile(r"[\s%$\\]*(?:-+|–|—|~|sim\b|to|至|到)[\s$]*[0-9]"),
    "most": re.compile(r"[0-9][\s%$\\]*(?:-+|–|—|~|sim\b|to|至|到)[\s$]*$"),
}
_PLUS = re.compile(  # 1.3M+, 3.1 万多次
    r"(?:[kKMBT]|\s(?:thousand|million|billion))?\+(?!\s?[-/−\d])|\s?[百千万亿]*[多余](?!样|元)"
)
_SEVERAL = 3  # numbers, of which one is the least
_AT_END = ("or more", "at most", "at least", "or less")
_FOLLOWING = frozenset("以上 以下 以内 之内 多 余 有余 不到 及以上 或以上".split())


def hedges(said: Said, ground: Ground) -> Iterator[Finding]:
    """More or less certainty than the evidence has; one finding a sentence."""
    for one in pieces(said, ground):
        found = compared(one, ground)
        yield from islice(
            chain(
                _certain(found, ground.near),
                _exact(found),
                _possible(found),
                _bounded(found),
            ),
            1,
        )


def _certain(of: Compared, near: str) -> Iterator[Finding]:
    """*Always*, where nothing says so."""
    for this, other in ((of.en, of.zh), (of.zh, of.en)):
        against = of.evidence if of.evidence.text else other
        marks = [mark for mark in this.of("certain") if not _is_denied(this, mark)]
        if marks and against.text and not against.has("certain", "steady"):
            yield Finding("hedge", marks[0].text, language=this.language)
    if not of.wordings or not all(one.has("certain") for one in of.wordings):
        return
    first, all_ = of.wordings[0], of.raw if of.raw.text else read(near, "en")
    known = (
        ("certain",) if not of.raw.text or of.raw.has("hedge", "mild") else ("certain", "steady")
    )
    if not all_.has(*known):
        yield Finding("hedge", first.of("certain")[0].text, language=first.language)


def _exact(of: Compared) -> Iterator[Finding]:
    """*Exactly*, where the evidence says *about*."""
    told = of.raw if of.raw.text else of.evidence
    for this in of.wordings:
        if this.has("exact") and told.has("about") and not told.has("exact"):
            found = told.of("about")[0].text
            yield Finding("hedge", this.of("exact")[0].text, found, language=this.language)


def _is_denied(reading: Reading, mark: Mark, *by: str) -> bool:
    """Whether a negator stands right before a mark: *not always*."""
    start = max(reading.clause(mark.start)[0], mark.start - _DENIED[reading.language])
    return bool(reading.within((start, mark.start), *(by or ("neg", "denier"))))


def _possible(of: Compared) -> Iterator[Finding]:
    """*May*, where nothing says so; or nothing, where the quote says *may*."""
    en, zh, quote = of.en, of.zh, of.evidence
    if not quote.text:
        return
    for this, other in ((en, zh), (zh, en)):
        new = other.has("hedge") and not quote.has("hedge", "mild")
        if this.text and new and not this.has(*_ANY):
            said = other.of("hedge")[0].text
            yield Finding("hedge", said, language=other.language, weak=True)
    if not of.quote.text:
        return
    if all(one.has("hedge") for one in of.wordings) and not quote.has("hedge", "mild"):
        yield Finding("hedge", of.wordings[0].of("hedge")[0].text, language=of.wordings[0].language)
    if not en.has(*_ANY) and not zh.has("hedge") and (mark := _unheard(of.quote, en)):
        yield Finding("hedge", "", mark.text, language="en")


def _unheard(quote: Reading, en: Reading) -> Mark | None:
    """A hedge of the quote whose words the wording has."""
    words = content(en.text)
    for mark in quote.of("hedge"):
        scope = content(quote.text[mark.end : quote.clause(mark.start)[1]])
        if len(scope & words) >= 2 and shared(scope, words) >= _HEARD:
            return mark
    return None


# --- Bounds -------------------------------------------------------------------------


def _bounded(of: Compared) -> Iterator[Finding]:
    """A bound that is another in the evidence, or stands in one of the two only."""
    quote = of.evidence if of.evidence.text else of.raw
    for this, that in ((of.en, quote), (of.zh, quote), (of.en, of.zh)):
        if not (this.text and that.text):
            continue
        those, ends = bounds(that), ranged(that)
        for number, own in bounds(this).items():
            other = those.get(number)
            if other is None or own == other or (number, own[0]) in ends:
                continue
            if not other[0] and (number, own[0]) in extremes(that):
                continue
            opposed = own[0] and other[0] and own[0] != other[0]
            if opposed or (that is quote and _is_new(own, other, this, that)):
                said, found = (f"{way[1]} {number}".strip() for way in (own, other))
                yield Finding("hedge", said, found, bool(opposed), this.language)


def _is_new(own: tuple[str, str], other: tuple[str, str], this: Reading, that: Reading) -> bool:
    """Whether one of the two has a bound, and the other text nothing that could say so: no word
    beside the number, and no such bound of another one ("up to 3% and 5%").
    """
    if bool(own[0]) == bool(other[0]) or (own[1] and other[1]):
        return False
    lacking, way = (that, own[0]) if own[0] else (this, other[0])
    names = [name for name, found in _BOUNDS.items() if found == way]
    return not lacking.has(*names, *(("reach",) if way == "most" else ()))


@lru_cache(maxsize=256)
def bounds(reading: Reading) -> dict[str, tuple[str, str]]:
    """For each number that a text has once: whether it is the most or the least, and the word that
    says so; without either, a word that may mean it (*reaches*).
    """
    found: dict[str, list[tuple[str, str]]] = {}
    for figure in figures(reading):
        found.setdefault(figure.value, []).append(_bound(reading, figure))
    return {number: ways[0] for number, ways in found.items() if len(ways) == 1}


@lru_cache(maxsize=256)
def ranged(reading: Reading) -> frozenset[tuple[str, str]]:
    """The numbers that a text has as the ends of a range, and which end each is."""
    text = reading.text
    found = {
        (one.value, "least") for one in figures(reading) if _RANGE["least"].match(text, one.end)
    }
    return frozenset(found) | {
        (one.value, "most") for one in figures(reading) if _RANGE["most"].search(text, 0, one.start)
    }


@lru_cache(maxsize=256)
def extremes(reading: Reading) -> frozenset[tuple[str, str]]:
    """The least and the most of several numbers that a text lists."""
    values = sorted((Decimal(one.value), one.value) for one in figures(reading))
    if len(values) < _SEVERAL:
        return frozenset()
    return frozenset(((values[0][1], "least"), (values[-1][1], "most")))


def _bound(reading: Reading, figure: Figure) -> tuple[str, str]:
    start = max(figure.before[0], figure.start - _FROM_NUMBER[reading.language])
    loose = ""
    for mark in reversed(reading.within((start, figure.start), *_BOUNDS, "reach", "only")):
        if (way := _way(mark)) and _is_bound(mark, figure, reading):
            turned = not mark.classes.isdisjoint(("over", "under")) and (
                _is_denied(reading, mark, "neg")
                or _NOBODY.match(reading.text, *reading.clause(mark.start))
            )
            return (_TURNED[way] if turned else way), mark.text
        loose = loose or mark.text
    if _PLUS.match(reading.text, figure.end):
        return "least", "+"
    end = min(figure.behind[1], figure.end + _BEHIND[reading.language])
    for mark in reading.within((figure.end, end), *_BOUNDS):
        if mark.text in _FOLLOWING or mark.text.lower() in _AT_END:
            return _way(mark), mark.text
    return "", loose


def _way(mark: Mark) -> str:
    return next((way for name, way in _BOUNDS.items() if name in mark.classes), "")


def _is_bound(mark: Mark, figure: Figure, reading: Reading) -> bool:
    """Whether a word before a number bounds it; "over" and their like stand right before it."""
    if reading.text[mark.end : mark.end + 1] == "的":
        return False  # 相似度最高的 20 条
    if mark.classes.isdisjoint(("over", "under")):
        return True
    if figure.start - mark.end > 2 or mark.text == "多":
        return False
    return (
        reading.language == "zh"
        or " " in mark.text
        or bool(_MEASURED.match(reading.text, figure.end))
    )
