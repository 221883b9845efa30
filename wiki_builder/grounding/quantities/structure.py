"""How a text puts its quantities together: from one to another, one of another, one give or take
another; and which name a value belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Set
from decimal import Decimal
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from wiki_builder.grounding.quantities.digits import between
from wiki_builder.grounding.quantities.fit import decimals
from wiki_builder.grounding.quantities.quantity import Quantity
from wiki_builder.grounding.quantities.reading import Reading

Tie: TypeAlias = Literal["change", "against", "part", "spread", "range"]

_ABOUT = (
    r"(?:\s?(?:about|around|roughly|approximately|nearly|over|more than|less than|up to|at least|just"
    r"|only|a|an|the|~|约|近|仅|了|超过|逾|不到|高达))*"
    r"\s?[-−+]?[$¥€£]?"
)
_FROM = re.compile(rf"\bfrom{_ABOUT}$")
_TO = re.compile(rf"(?<![a-z])(?:up |down )?to{_ABOUT}$")
_BACK = re.compile(
    rf"^[\s,(]*(?:up|down|rising|falling|improved|increased|reduced)?\s?\bfrom{_ABOUT}$"
)
_ZH_FROM = re.compile(r"[从由自][^，。；、0-9]{0,24}$")
_ZH_TO = re.compile(rf"[到至为]{_ABOUT}$")
_ZH_VERB = re.compile(
    r"^\s?(?:提升|提高|上升|增加|增长|升|涨|下降|降低|降|减少|减|缩短|缩小|改善|压缩|下滑|跌)"
    rf"(?:[到至为]){_ABOUT}$"
)
_AGAINST = re.compile(
    r"\b(?:(?:against|compared\s(?:to|with)|versus|relative\sto|(?<!more\s)(?<!less\s)(?<!fewer\s)than"
    r"|over(?!\s?[-−+]?$))\b|vs\.?)[^;.。；]*$|(?:相比|对比|高于|低于|优于|[较比])[^；。，]*$"
)
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
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])|[。！？\n]")


_T = TypeVar("_T")


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
        if len(gap) > _LONGEST or _SENTENCE.search(gap):
            continue
        before = reading.text[max(0, one.start - 40) : one.start]
        behind = reading.text[other.end : other.end + 12]
        if _SPREAD.fullmatch(gap):
            yield Pair("spread", one, other)
        elif not _alike(one, other):
            continue
        elif _changes(before, gap):
            yield Pair("change", one, other)
        elif one.kind == other.kind and _is_range(reading.text, one, other):
            yield Pair("range", one, other)
        elif _PART.fullmatch(gap) or _ZH_PART.search(gap):
            yield Pair("part", *((one, other) if _PART.fullmatch(gap) else (other, one)))
        elif _OF_WHICH.match(behind) and _WHICH.match(gap):
            yield Pair("part", other, one)
        elif _BACK.search(gap) and not _FROM.search(before):
            yield Pair("change", other, one)
        elif one.kind == other.kind and _AGAINST.search(gap):
            yield Pair("against", other, one)


def _neighbours(reading: Reading) -> Iterator[tuple[Quantity, Quantity]]:
    """Each two neighbours, and two of one kind with a condition between: 82.7 % at K=10 to 74.4 %."""
    found = reading.quantities
    yield from pairwise(found)
    for one, between, other in zip(found, found[1:], found[2:], strict=False):
        if one.kind == other.kind != between.kind and reading.text[between.start - 1] == "=":
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
        return bool(_TO.search(gap))
    return bool(_ZH_VERB.search(gap) or (_ZH_FROM.search(before) and _ZH_TO.search(gap)))


Group: TypeAlias = tuple[Quantity, ...]


def lists(reading: Reading) -> list[list[Group]]:
    """The values of a text in lists of neighbours, a range or a value with its spread as one;
    each that is in no list alone; the sizes of models apart.
    """
    return _lists(reading.text, _values(reading))


def _values(reading: Reading) -> list[Quantity]:
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


def _lists(text: str, values: list[Quantity]) -> list[list[Group]]:
    groups = [tuple(run) for run in _runs(values, lambda a, b: _is_one(text, a, b))]
    return [*_runs(groups, lambda a, b: _follows(text, a[-1], b[0]))]


def _is_one(text: str, one: Quantity, other: Quantity) -> bool:
    return _is_range(text, one, other) or bool(_SPREAD.fullmatch(text, one.end, other.start))


def _is_range(text: str, one: Quantity, other: Quantity) -> bool:
    if _FROM.search(text, max(0, one.start - 24), one.start):
        return False
    if _DATE.search(text, max(0, one.start - 5), other.end + 3):
        return False
    return bool(_RANGE.fullmatch(text, one.end, other.start)) or between(
        text, one.start, one.end, other.start
    )


def _follows(text: str, one: Quantity, other: Quantity) -> bool:
    return one.kind == other.kind and bool(_VALUE_JOIN.fullmatch(text, one.end, other.start))


def _runs(items: list[_T], joined: Callable[[_T, _T], bool]) -> Iterator[list[_T]]:
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


# --- Which name a value belongs to --------------------------------------------

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-.+_^@/]+[A-Za-z0-9]+)*|[0-9.]+[BM](?![A-Za-z])")
_JOIN = re.compile(r"\s?(?:,\s(?:and\s|or\s)?|\sand\s|\sor\s|/|、|和|与|及|以及)\s?")
_LAST_JOIN = re.compile(r"and|or|/|[、和与及]")
_ON = re.compile(r"\s(?:(?:on|for|in|under|with|using|at)\s(?:the\s)?)?")
_OPENS = re.compile(r"\s?[(（]\s?[a-z ]{0,12}|(?:'s|’s|:|：|\sat|\s=|\sof|\sby)\s")
_PHRASE = re.compile(r"\s?[(（]?|[)）]\s")
_CLOSES = re.compile(r"[)）]")
_CLAUSE = re.compile(r",\s|[;，；。！？]\s?|\.\s|\s(?:while|whereas|but|and|against|versus)\s|而")
_COMMON = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "on",
        "in",
        "at",
        "by",
        "to",
        "from",
        "for",
        "with",
        "and",
        "or",
        "is",
        "are",
        "was",
        "its",
        "than",
        "as",
        "over",
        "under",
        "while",
        "which",
        "that",
        "it",
        "this",
        "these",
        "those",
        "we",
        "our",
        "both",
        "all",
        "up",
        "down",
        "per",
        "using",
        "respectively",
        "accuracy",
    ]
)


class Binding(NamedTuple):
    """A value and a name, in lower case, that it belongs to."""

    value: Decimal
    name: str


_Named: TypeAlias = "re.Match[str]"


def bindings(reading: Reading, known: Set[str] = frozenset()) -> set[Binding]:
    """The values that a text clearly gives to a name: "90.0 on ALFWorld", "Heat (79.1 %)",
    "A and B reach 90.0 and 80.1"; and of ``known`` names, each that is alone with a value in a
    clause.
    """
    found: set[Binding] = set()
    start = 0
    for end in [*(m.end() for m in _SENTENCE.finditer(reading.text)), len(reading.text)]:
        values = [q for q in _values(reading) if start <= q.start < end]
        if values:
            taken = [(q.start, q.end) for q in values]
            names = [
                m
                for m in _NAME.finditer(reading.text, start, end)
                if len(m[0]) > 1
                and m[0].lower() not in _COMMON
                and not any(a <= m.start() < b for a, b in taken)
            ]
            found |= _of_sentence(reading.text, values, names, known)
        start = end
    return found


def _of_sentence(
    text: str, values: list[Quantity], names: list[_Named], known: Set[str]
) -> set[Binding]:
    listed = _listed(text, values, names)
    named = [m for m in names if not m[0].islower() or m[0].lower() in known]
    near = {*_beside(text, values, named), *_alone(text, values, named, known)}
    done = {binding.value for binding in listed}
    return listed | {binding for binding in near if binding.value not in done}


def _listed(text: str, values: list[Quantity], names: list[_Named]) -> set[Binding]:
    """The bindings of a list of values and the list of names next to it that has as many; names
    before words.
    """
    named = [
        run for run in _runs(names, _joined_names(text)) if len(run) > 1 and _is_list(text, run)
    ]
    found: set[Binding] = set()
    for run in _lists(text, values):
        fitting = sorted(
            (each for each in named if len(each) == len(run)),
            key=lambda each: (
                all(m[0].islower() for m in each),
                abs(each[0].start() - run[0][0].start),
            ),
        )
        for each in fitting[:1]:
            found |= {
                Binding(q.raw, m[0].lower())
                for group, m in zip(run, each, strict=True)
                for q in group
            }
    return found


def _joined_names(text: str) -> Callable[[_Named, _Named], bool]:
    return lambda one, other: bool(_JOIN.fullmatch(text, one.end(), other.start()))


def _is_list(text: str, run: list[_Named]) -> bool:
    """Whether names are a list to its end; words are, if they are alike: smaller and larger."""
    if not _LAST_JOIN.search(text[run[-2].end() : run[-1].start()]):
        return False
    endings = {m[0][-2:] for m in run}
    return not all(m[0].islower() for m in run) or endings in ({"er"}, {"st"})


def _beside(text: str, values: list[Quantity], named: list[_Named]) -> Iterator[Binding]:
    for value in values:
        for name in named:
            if _ON.fullmatch(text, value.end, name.start()):
                yield from _of_phrase(text, value, name, named)
            elif _OPENS.fullmatch(text, name.end(), value.start):
                for each in _in_brackets(text, name.end(), value, values):
                    yield Binding(each.raw, name[0].lower())


def _of_phrase(text: str, value: Quantity, name: _Named, named: list[_Named]) -> Iterator[Binding]:
    """The bindings to a name and to those that continue it: DeepResearch Bench (DRB) Insight."""
    end = name.end()
    yield Binding(value.raw, name[0].lower())
    for following in named:
        if following.start() > end and _PHRASE.fullmatch(text, end, following.start()):
            end = following.end()
            yield Binding(value.raw, following[0].lower())


def _in_brackets(text: str, opened: int, value: Quantity, values: list[Quantity]) -> list[Quantity]:
    """The values in the bracket that a value opens: (48.29 vs. 27.87)."""
    if not set("(（") & set(text[opened : value.start]):
        return [value]
    closed = _CLOSES.search(text, value.end)
    end = closed.start() if closed else value.end
    return [each for each in values if value.start <= each.start < end]


def _alone(
    text: str, values: list[Quantity], named: list[_Named], known: Set[str]
) -> Iterator[Binding]:
    """A known name that is alone in a clause with one value."""
    cuts = [0, *(m.end() for m in _CLAUSE.finditer(text)), len(text) + 1]
    for start, end in pairwise(cuts):
        inside = [q for q in values if start <= q.start < end]
        theirs = {m[0].lower() for m in named if start <= m.start() < end} & known
        if len(inside) == 1 and len(theirs) == 1:
            yield Binding(inside[0].raw, theirs.pop())


def row_bindings(reading: Reading) -> set[Binding]:
    """The bindings of a row of a table: all its values belong to all its names."""
    return {Binding(q.raw, name) for name in names_in(reading.text) for q in reading.quantities}


def names_in(text: str) -> Iterator[str]:
    """The names of a cell, in lower case."""
    for match in _NAME.finditer(text):
        if not match[0].islower() and match[0].lower() not in _COMMON:
            yield match[0].lower()
