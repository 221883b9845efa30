"""Which name a value belongs to: a model, a dataset, a metric."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Set
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from wiki_builder.grounding.quantities.pairs import continues, lists_of, runs, values_of
from wiki_builder.grounding.quantities.quantity import Quantity
from wiki_builder.grounding.quantities.reading import SENTENCE, Reading

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-.+_^@/]+[A-Za-z0-9]+)*|[0-9.]+[BM](?![A-Za-z])")
_JOIN = re.compile(r"\s?(?:,\s(?:and\s|or\s)?|\sand\s|\sor\s|/|、|和|与|及|以及)\s?")
_LAST_JOIN = re.compile(r"and|or|/|[、和与及]")
_ON = re.compile(r"\s(?:(?:on|for|in|under|with|using|at)\s(?:the\s)?)?")
_OPENS = re.compile(r"\s?[(（]\s?[a-z ]{0,12}|(?:'s|’s|:|：|\sat|\s=|\sof|\sby)\s")
_PHRASE = re.compile(r"\s?[(（]?|[)）]\s")
_CLOSES = re.compile(r"[)）]")
_CLAUSE = re.compile(r",\s|[;，；。！？]\s?|\.\s|\s(?:while|whereas|but|and|against|versus)\s|而")
_COMMON_WORDS = (
    "the a an of on in at by to from for with and or is are was its than as over under while which"
    " that it this these those we our both all up down per using respectively rate score"
)
_COMMON = frozenset(_COMMON_WORDS.split())


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
    for end in [*(m.end() for m in SENTENCE.finditer(reading.text)), len(reading.text)]:
        values = [q for q in values_of(reading) if start <= q.start < end]
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
        run for run in runs(names, _joined_names(text)) if len(run) > 1 and _is_list(text, run)
    ]
    found: set[Binding] = set()
    for run in lists_of(text, values):
        if continues(text, run, values):
            continue
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
    return lambda one, other: (
        (one[0].islower() == other[0].islower() or text[one.end()] != ",")
        and bool(_JOIN.fullmatch(text, one.end(), other.start()))
    )


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
