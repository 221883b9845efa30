"""A text as its telling terms: words, and pairs of words, each with a weight.

Weights are those of a table that ships with the program (``weights.json``), so that a score
depends on paper and interests alone: not on the other papers of its day, nor on what is in the
wiki. Chinese is read by the English names that the glossary has for its terms, and what is left of
it by pairs of characters.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from wiki_builder.concepts.matching.glossary import glossary
from wiki_builder.core.characters import IS_HAN
from wiki_builder.core.names import singular

TITLE = 2  # a word of the title counts as so many of the abstract
UNKNOWN = 0.25  # of the rarest word's weight: what a word weighs that the table does not have

Terms: TypeAlias = Mapping[str, float]

_WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_NO_WORDS = re.compile(r"\\[a-z]+|https?://\S+")
_HAN = re.compile(r"[\u3400-\u9fff]+")
# What says nothing of a paper, alone or as part of a pair.
_EMPTY = frozenset(
    "a an the of and or in on for to with by from at as is are be been was were this that these"
    " those we our it its their they can which while such than into via using use used not no more"
    " most both each also but however has have had between through over under across without within"
    " when where how what who will may paper propose present show result method approach et"
    " al".split()
)


@cache
def _table() -> tuple[Mapping[str, float], float, Mapping[str, float]]:
    """The weight of each term of the table, that of an unknown word, and how common each category
    is.
    """
    read = json.loads(
        files("wiki_builder.ranking").joinpath("weights.json").read_text(encoding="utf-8")
    )
    return read["terms"], UNKNOWN * max(read["terms"].values()), read["categories"]


def commonness(category: str) -> float:
    """The share of papers that stand in a category, in the papers of the table."""
    return _table()[2].get(category, 0.001)


def is_term(word: str) -> bool:
    """Whether the papers of the table use a word, in small letters, often enough to stand in it."""
    return word in _table()[0]


def found(text: str) -> Iterator[str]:
    """The terms of a text, as often as they stand in it: words, and pairs of words side by side."""
    plain = _NO_WORDS.sub(" ", text.lower())
    if IS_HAN.search(plain):
        plain, rest = _in_english(plain)
        yield from rest
    words = [singular(part) for word in _WORD.findall(plain) for part in word.split("-")]
    for n, first in enumerate(words):
        second = words[n + 1] if n + 1 < len(words) else ""
        if first not in _EMPTY and len(first) > 1 and not first.isdigit():
            yield first
            if second not in _EMPTY and len(second) > 1:
                yield f"{first} {second}"


def terms(title: str, abstract: str = "") -> Terms:
    """What tells of a paper, as a vector of length 1; empty where nothing does."""
    counts = Counter[str]()
    for term in found(title):
        counts[term] += TITLE
    counts.update(found(abstract))
    known, unknown, _ = _table()
    weights = {
        term: (1 + math.log(count)) * weight
        for term, count in counts.items()
        if (weight := known.get(term, 0.0 if " " in term else unknown))
    }
    length = math.sqrt(math.fsum(weight * weight for weight in weights.values()))
    return {term: weight / length for term, weight in weights.items()}


def alike(a: Terms, b: Terms) -> float:
    """The cosine of two vectors, from 0 to 1."""
    less, more = (a, b) if len(a) < len(b) else (b, a)
    return math.fsum(weight * more[term] for term, weight in less.items() if term in more)


def shared(a: Terms, b: Terms, most: int = 3) -> tuple[str, ...]:
    """The terms that two texts are alike by, the weightiest first;
    no word that stands in a pair before it.
    """
    weighed = sorted((-weight * b[term], term) for term, weight in a.items() if term in b)
    kept: list[str] = []
    for _, term in weighed:
        if not any(set(term.split()) & set(other.split()) for other in kept):
            kept.append(term)
    return tuple(kept[:most])


def _in_english(text: str) -> tuple[str, list[str]]:
    """A text with the English names of its Chinese terms,
    and the pairs of characters of what has none.
    """
    left: list[str] = []

    def named(match: re.Match[str]) -> str:
        said, unnamed = [], ""
        run, at = match[0], 0
        while at < len(run):
            name = next((run[at:end] for end in _ends(run, at) if run[at:end] in _names()), "")
            if name:
                left.extend(_pairs(unnamed))
                unnamed = ""
                said.append(_names()[name])
            else:
                unnamed += run[at]
            at += len(name) or 1
        left.extend(_pairs(unnamed))
        return f" {' . '.join(said)} "

    return _HAN.sub(named, text), left


def _ends(run: str, at: int) -> range:
    """Where a name that begins at ``at`` may end, the longest first."""
    return range(min(len(run), at + _longest()), at + 1, -1)


def _pairs(characters: str) -> list[str]:
    return [characters[n : n + 2] for n in range(len(characters) - 1)]


@cache
def _longest() -> int:
    return max(map(len, _names()))


@cache
def _names() -> Mapping[str, str]:
    """The English name of each Chinese name of the glossary."""
    entries = {entry for found in glossary().by_key.values() for entry in found}
    ordered = sorted(entries, key=lambda entry: entry.en, reverse=True)
    return {
        name: entry.en.lower()
        for entry in ordered
        for name in (*entry.other_zh, entry.zh)
        if _HAN.fullmatch(name) and len(name) > 1
    }
