"""How a text puts its quantities together: from one to another, one of another, one give or take
another; in lists, and as shares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from wiki_builder.grounding.quantities.digits import between
from wiki_builder.grounding.quantities.fit import decimals
from wiki_builder.grounding.quantities.quantity import Quantity
from wiki_builder.grounding.quantities.reading import SENTENCE, Reading

Tie: TypeAlias = Literal["change", "against", "part", "spread", "range"]

_ABOUT = (
    r"(?:\s?(?:about|around|roughly|approximately|nearly|over|more than|less than|up to|at least|just"  # noqa: E501
    r"|only|a|an|the|~|约|近|仅|了|超过|逾|不到|高达))*"
    r"\s?[-−+]?[$¥€£]?"
)
_FROM = re.compile(rf"\bfrom(?:\s(?:[A-Z][\w.-]*\s?)+['’]s|\sthe)?{_ABOUT}$")
TO = re.compile(rf"(?<![a-z])(?:up |down )?to{_ABOUT}$")
_BACK = re.compile(
    rf"^[\s,(]*(?:up|down|rising|falling|improved|increased|reduced)?\s?\bfrom{_ABOUT}$"
)
_TO_NEXT = re.compile(r"%?\s(?:to|→)\s")
_ZH_FROM = re.compile(r"[从由自][^，。；、0-9]{0,24}$")
_ZHTO = re.compile(rf"[到至为]{_ABOUT}$")
_ZH_VERB = re.compile(
    r"^\s?(?:提升|提高|上升|增加|增长|升|涨|下降|降低|降|减少|减|缩短|缩小|改善|压缩|下滑|跌)"
    rf"(?:[到至为]){_ABOUT}$"
)
_AGAINST = re.compile(
    r"\b(?:(?:against|compared\s(?:to|with)|versus|relative\sto|(?<!more\s)(?<!less\s)(?<!fewer\s)than"
    r"|over(?!\s?[-−+]?$))\b|vs\.?)[^;.。；]*$|(?:相比|对比|高于|低于|优于|[较比])[^；。，]*$"
)
_OWN = re.compile(r"\s(?:for|in|with|by|from)\s(?:our|the proposed)\b|\s\(?ours\b")
_PART = re.compile(r"\s(?:out )?of (?:the |all |these |those |its |their )?(?:about |around )?")
_WHICH = re.compile(r"^[^.;。；]{0,80}[,;，；]\s?(?:and\s)?$")
_OF_WHICH = re.compile(r"\s(?:of|among) (?:which|them|these|those)")
_ZH_PART = re.compile(r"^[^，。；0-9]{0,12}[中里](?:的|有|，|选出|取|，?有)?\s?$")
_RATIO = re.compile(r"([0-9]+)/([0-9]+)")
_SHARE = re.compile(
    r"\s(?:[a-z]+\s){0,3}?(?:in|of|out of)\s(?:every\s|an?\s|the\s)?", re.IGNORECASE
)
_ONE_IN = re.compile(
    r"\b(?:one|once)\s(?:[A-Za-z]+\s){0,3}?(?:in|of|out of)\s(?:every\s|an?\s)?$", re.IGNORECASE
)
_CONDITION = re.compile(r"=\s?$|\sat\s$")
_CHANGED = re.compile(
    r"(?:gain|improv|increas|reduc|drop|rais|lift|boost|fall|提|降|升)(?:\.[0-9]|[^.。])*(?:\(|\band\s)$",
    re.IGNORECASE,
)
_SPREAD = re.compile(r"\s?±\s?")
_RANGE = re.compile(r"\s?(?:-|–|~|to|到|至)\s?(?:over |more than |超过)?[-−+]?")
_VALUE_JOIN = re.compile(
    r"\s?(?:,|\sand|,\sand|、|和|与|及|以及|/|，)\s?(?:by\s|of\s|to\s)?[-−+]?[$¥€£]?"
)
_NAME_BEFORE = re.compile(
    r"(?<![A-Za-z])(?!(?:On|In|Across|With|For|Of|From|At|By|Over|Under|The|A|To|Using|Our|All|These"
    r"|Those|About|Only|After|Between|Within|Among|Than|And|Or|Its)[\s-])[A-Z][A-Za-z-]*[\s-]$"
)
_LARGEST_VERSION = 20
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LONGEST = 90  # characters between the two of a pair


T = TypeVar("T")
Group: TypeAlias = tuple[Quantity, ...]  # a range, or a value with its spread


class Pair(NamedTuple):
    """Two quantities and what they are to each other: from → to, baseline → result, part of
    whole, value ± spread, lowest – highest.
    """

    tie: Tie
    one: Quantity
    other: Quantity


def pairs(reading: Reading) -> Iterator[Pair]:
    """What a text's neighbouring quantities are to each other."""
    yield from _ratios(reading)
    for one, other in _neighbours(reading):
        gap = reading.text[one.end : other.start]
        if len(gap) > _LONGEST or SENTENCE.search(gap):
            continue
        before = reading.text[max(0, one.start - 40) : one.start]
        behind = reading.text[other.end : other.end + 12]
        if _SPREAD.fullmatch(gap):
            yield Pair("spread", one, other)
        elif not _alike(one, other) or "±" in reading.text[max(0, one.start - 2) : one.start]:
            continue
        elif _changes(before, gap) or (gap == " to " and _is_change(reading, one)):
            yield Pair("change", one, other)
        elif one.kind == other.kind and _is_range(reading.text, one, other):
            yield Pair("range", one, other)
        elif _PART.fullmatch(gap) or _ZH_PART.search(gap):
            yield Pair("part", *((one, other) if _PART.fullmatch(gap) else (other, one)))
        elif _OF_WHICH.match(behind) and _WHICH.match(gap):
            yield Pair("part", other, one)
        elif _BACK.search(gap) and not _FROM.search(before) and not _TO_NEXT.match(behind):
            yield Pair("change", other, one)
        elif one.kind == other.kind and _AGAINST.search(gap):
            own = _OWN.match(reading.text, other.end)
            yield Pair("against", *((one, other) if own else (other, one)))


def _neighbours(reading: Reading) -> Iterator[tuple[Quantity, Quantity]]:
    """Each two neighbours, and two with a condition or a spread between: 82.7 % at K=10 to 74.4 %."""  # noqa: E501
    found = reading.quantities
    yield from pairwise(found)
    for one, middle, other in zip(found, found[1:], found[2:], strict=False):
        gap = reading.text[one.end : middle.start]
        if one.kind == other.kind and (_SPREAD.fullmatch(gap) or _CONDITION.search(gap)):
            yield one, other


def _alike(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities may be of one kind, one of them without its unit."""
    return one.kind == other.kind or "plain" in (one.kind, other.kind)


def _ratios(reading: Reading) -> Iterator[Pair]:
    """What is written as a ratio, as a part of a whole: 60/64."""
    for quantity in reading.quantities:
        if written := _RATIO.fullmatch(reading.words(quantity)):
            part, whole = (Decimal(written[i]) for i in (1, 2))
            yield Pair(
                "part",
                quantity._replace(raw=part, value=part, kind="plain"),
                quantity._replace(raw=whole, value=whole, kind="plain"),
            )


def _changes(before: str, gap: str) -> bool:
    if "→" in gap and len(gap) < 30:
        return True
    if _FROM.search(before):
        return bool(TO.search(gap))
    return bool(_ZH_VERB.search(gap) or (_ZH_FROM.search(before) and _ZHTO.search(gap)))


def _is_change(reading: Reading, one: Quantity) -> bool:
    """Whether what looks like a range is a change: gains on X (62.6 % to 91.2 %)."""
    return one.kind == "percent" and bool(_CHANGED.search(reading.text, 0, one.start))


# --- Lists and shares -----------------------------------------------------------


def lists(reading: Reading) -> list[list[Group]]:
    """The values of a text in lists of neighbours, a range or a value with its spread as one;
    each that is in no list alone; the sizes of models apart.
    """
    return lists_of(reading.text, values_of(reading))


def values_of(reading: Reading) -> list[Quantity]:
    """The quantities without those of names: 7B, Sonnet 4.6."""
    return [q for q in reading.quantities if not is_size(reading, q) and not is_version(reading, q)]


def is_size(reading: Reading, quantity: Quantity) -> bool:
    """Whether a number says which model: 7B."""
    return quantity.kind == "plain" and reading.words(quantity)[-1:] in ("B", "M")


def is_version(reading: Reading, quantity: Quantity) -> bool:
    """Whether a number belongs to a name before it: Sonnet 4.6."""
    small = quantity.kind == "plain" and quantity.raw < _LARGEST_VERSION
    return (
        small
        and reading.text[quantity.start].isdigit()
        and decimals(quantity.raw) <= 1
        and bool(_NAME_BEFORE.search(reading.text, max(0, quantity.start - 24), quantity.start))
    )


def lists_of(text: str, values: list[Quantity]) -> list[list[Group]]:
    groups = [tuple(run) for run in runs(values, lambda a, b: _is_one(text, a, b))]
    return [*runs(groups, lambda a, b: _follows(text, a[-1], b[0]))]


def _is_one(text: str, one: Quantity, other: Quantity) -> bool:
    return _is_range(text, one, other) or bool(_SPREAD.fullmatch(text, one.end, other.start))


def _is_range(text: str, one: Quantity, other: Quantity) -> bool:
    if _FROM.search(text, max(0, one.start - 24), one.start):
        return False
    if _DATE.search(text, max(0, one.start - 5), other.end + 3):
        return False
    if bool(decimals(one.raw)) != bool(decimals(other.raw)) and other.sign == "-":
        return False  # at 4 to −0.27
    if "±" in text[max(0, one.start - 2) : one.start]:
        return False
    return bool(_RANGE.fullmatch(text, one.end, other.start)) or between(
        text, one.start, one.end, other.start
    )


def _follows(text: str, one: Quantity, other: Quantity) -> bool:
    return one.kind == other.kind and bool(_VALUE_JOIN.fullmatch(text, one.end, other.start))


def continues(text: str, run: list[Group], values: list[Quantity]) -> bool:
    """Whether a list goes on with values of another kind: 58 %, 98 %, and 4.36."""
    first, last = run[0][0], run[-1][-1]
    gaps = ((last.end, q.start) if q.start > last.end else (q.end, first.start) for q in values)
    return any(_VALUE_JOIN.fullmatch(text, *gap) for gap in gaps)


def runs(items: list[T], joined: Callable[[T, T], bool]) -> Iterator[list[T]]:
    """The runs of neighbours that are joined, and each item that is in none alone."""
    run = items[:1]
    for one, other in pairwise(items):
        if joined(one, other):
            run.append(other)
        else:
            yield run
            run = [other]
    if run:
        yield run


def shares(reading: Reading) -> Iterator[tuple[Quantity, Quantity]]:
    """Numbers that are a share together, each with the share: nine of ten, two to four in ten
    thousand, one in forty.
    """
    text, found = reading.text, reading.quantities
    for index, whole in enumerate(found):
        if whole.kind != "plain" or whole.raw <= 1:
            continue
        if index and _SHARE.fullmatch(text, found[index - 1].end, whole.start):
            part = found[index - 1]
            yield whole, _share(part, whole)
            yield part, _share(part, whole)
            if index > 1 and _is_range(text, found[index - 2], part):
                yield found[index - 2], _share(found[index - 2], whole)
        elif at := _ONE_IN.search(text, max(0, whole.start - 48), whole.start):
            yield whole, _share(whole._replace(raw=Decimal(1), start=at.start()), whole)


def _share(part: Quantity, whole: Quantity) -> Quantity:
    value = part.raw / whole.raw
    return part._replace(raw=value, value=value, kind="fraction", unit="")
