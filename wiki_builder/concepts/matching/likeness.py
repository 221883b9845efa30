"""Whether two names are one thing, as far as that can be said without a model.

Three answers: *same* is sure, *maybe* is worth asking a model or a person, *none* is not. Likeness
of letters or words alone is never sure. What a guard objects to is at most *maybe*.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal, TypeAlias

from rapidfuzz import fuzz

from wiki_builder.concepts.matching.forms import core, form, spoken
from wiki_builder.concepts.matching.glossary import Glossary, glossary, is_chinese
from wiki_builder.concepts.matching.guards import guard, is_acronym
from wiki_builder.core import names
from wiki_builder.core.characters import HAN
from wiki_builder.core.spelling import rendering

Kind: TypeAlias = Literal["same", "maybe", "none"]
Weights: TypeAlias = Mapping[str, float]

ASKED = 0.3  # likeness from which it is worth asking
ALIKE = 84  # rapidfuzz's ratio of two keys, 0 to 100, from which they may be one word misspelled
LEAST_ACRONYM = 3  # letters; two stand for too much

_SMALL_WORDS = "a an and as at by for from in into of on or the through to using via with without"
_SMALL = frozenset(_SMALL_WORDS.split())
_COMMON_PAIR = 0.25  # the weight of two Chinese characters that stand in very many names
_HAN_RUN = re.compile(rf"[{HAN}]+|[A-Za-z0-9+#]+")


@dataclass(frozen=True, slots=True)
class Match:
    """How two names stand to each other, why, and how alike they are (0 to 1)."""

    kind: Kind
    reason: str
    score: float


@lru_cache(maxsize=50_000)
def compare(a: str, b: str, glossary: Glossary | None = None) -> Match:
    """Whether two names, each in either language, are one thing; symmetric.

    ``glossary`` is the shipped one unless given; it says which acronyms stand for what.
    """
    book = glossary or _book()
    if not names.key(a) or not names.key(b):
        return Match("none", "a name without a letter", 0.0)
    if reason := _same(a, b, book):
        return Match("maybe", reason, 0.95) if guard(a, b) else Match("same", reason, 1.0)
    score, reason = _likeness(a, b, book)
    return Match("maybe" if score >= ASKED else "none", reason, round(score, 3))


def _book() -> Glossary:
    return glossary()


# --- Sure -------------------------------------------------------------------------


def _same(a: str, b: str, book: Glossary) -> str:
    """Why two names are one, empty if that is not sure."""
    if names.key(a) == names.key(b):
        return "one name, spelled differently" if a != b else "the same name"
    if names.key(names.bare(a)) == names.key(names.bare(b)):
        return "one name, with its acronym"
    if _entry(a, b, book):
        return "the glossary has both as names of one thing"
    if form(a) == form(b) and form(a):
        return "the same words in the glossary's wording"
    if form(core(a)) == form(core(b)) and form(core(a)):
        return "the same but for a head noun that says nothing"
    return _spelled_out(a, b, book) or _spelled_out(b, a, book)


def _entry(a: str, b: str, book: Glossary) -> bool:
    shared = set(book.meanings(a)) & set(book.meanings(b))
    return bool(shared)


def _spelled_out(short: str, name: str, book: Glossary) -> str:
    """Why ``short`` is the acronym of ``name``, if it is known to stand for nothing else."""
    short = core(short)
    meant = book.meanings(short)
    if (
        is_acronym(short)
        and not meant
        and len(letters(short)) >= LEAST_ACRONYM
        and abbreviates(short, name)
    ):
        return f"{short} is the acronym of {name}"
    return ""


def abbreviates(short: str, name: str) -> bool:
    """Whether ``short`` is made of the first letters of an English name, small words and parts
    behind hyphens optional.

    >>> abbreviates("GRPO", "group relative policy optimization"), abbreviates("PLMs", "pre-trained
    language model") (True, True)
    """
    return (
        not is_chinese(name)
        and len(name.split()) + name.count("-") > 1
        and letters(short) in initials(name)
    )


_NO_LETTERS = re.compile(r"[^A-Z0-9]")
_JOINTS = re.compile(r"[-/–]")


def letters(short: str) -> str:
    """The letters and digits of an acronym, in upper case, its plural s left out."""
    return _NO_LETTERS.sub("", names.singular(names.tidy_name(short)).upper())


@lru_cache(maxsize=20_000)
def initials(name: str) -> frozenset[str]:
    """Every acronym that an English name can have."""
    made = {""}
    for word in names.tidy_name(names.bare(name)).split():
        pieces = [piece for piece in _JOINTS.split(word) if piece]
        if not pieces:
            continue
        heads = "".join(piece if piece[0].isdigit() else piece[0] for piece in pieces).upper()
        choices = {heads, heads[0]} | ({""} if word.lower() in _SMALL else set())
        made = {one + more for one in made for more in choices}
        if len(made) > 500:  # no acronym has so many words
            return frozenset()
    return frozenset(made)


# --- Worth asking -----------------------------------------------------------------


def _likeness(a: str, b: str, book: Glossary) -> tuple[float, str]:
    """How alike two names are that are not surely one, and in what; the best of several kinds."""
    kinds = [
        (_shared(name_tokens(a), name_tokens(b)), "common words"),
        (_shared(_spoken(a), _spoken(b)), "common words in full"),
        (0.35 if _within(a, b) or _within(b, a) else 0.0, "one is within the other"),
        (0.5 if _shortens(a, b) or _shortens(b, a) else 0.0, "one may be short for the other"),
        (alike_names(a, b), "spelled nearly alike"),
        (0.6 if _may_abbreviate(a, b, book) else 0.0, "one may be the other's acronym"),
        (0.5 if _neighbours(a, b, book) else 0.0, "one of the names has several meanings"),
        (_other_language(a, b, book), "nothing says what one is called in the other's language"),
    ]
    score, reason = max(kinds, key=lambda kind: kind[0])
    return (score, reason) if score >= ASKED else (score, "little in common")


def _shared(a: Weights, b: Weights) -> float:
    """The weight of what two names share, as a part of the heavier one's: 0 to 1."""
    total = max(math.fsum(a.values()), math.fsum(b.values()))
    return math.fsum(weight for token, weight in a.items() if token in b) / total if total else 0.0


def alike_names(a: str, b: str) -> float:
    """How nearly alike two names are spelled, from :data:`ALIKE` up; 0 below it."""
    ratio = fuzz.ratio(rendering(names.key(a)), rendering(names.key(b)), score_cutoff=ALIKE)
    return ratio / 100 * 0.9


@lru_cache(maxsize=50_000)
def _spoken(name: str) -> Weights:
    return {word: _weight(word) for word in spoken(name) if word not in _SMALL}


def _within(short: str, name: str) -> bool:
    """Whether the words of one name, in full and in English where known,
    are the beginning or the end of another's.
    """
    words, all_words = spoken(short), spoken(name)
    size = len(words)
    return 0 < size < len(all_words) and words in (all_words[:size], all_words[-size:])


def _shortens(short: str, name: str) -> bool:
    """Whether a Chinese name leaves out characters within another, as 大模型 does in 大语言模型."""
    if not (is_chinese(short) and is_chinese(name)) or not 2 <= len(short) < len(name) <= 3 * len(
        short
    ):
        return False
    characters = iter(name)
    return (
        short[0] == name[0]
        and short[-1] == name[-1]
        and all(character in characters for character in short)
    )


def _may_abbreviate(a: str, b: str, book: Glossary) -> bool:
    for short, name in ((core(a), b), (core(b), a)):
        if not is_acronym(short):
            continue
        if abbreviates(short, name) or any(
            form(meaning) == form(core(name)) for meaning in book.meanings(short)
        ):
            return True
        if (
            not is_chinese(name)
            and " " in name
            and _runs_through(letters(short), names.name_words(name))
        ):
            return True
    return False


def _runs_through(short: str, words: list[str]) -> bool:
    """Whether the letters stand in the words in order,
    beginning with the first one and with each word that matters.
    """
    text = "".join(words).upper()
    at = -1
    for letter in short:
        at = text.find(letter, at + 1)
        if at < 0:
            return False
    firsts = "".join(word[0] for word in words if word not in _SMALL).upper()
    return short[:1] == text[:1] and len(set(firsts) - set(short)) == 0


def _neighbours(a: str, b: str, book: Glossary) -> bool:
    """Whether one name has several meanings and the other is one of them, or may be."""
    here, there = book.meanings(a), book.meanings(b)
    return (len(here) > 1 or len(there) > 1) and bool(
        {*map(form, here)} & {*map(form, there), form(b)}
    )


def _other_language(a: str, b: str, book: Glossary) -> float:
    """Names in two scripts: asked unless the glossary knows both to be other things."""
    if is_chinese(a) == is_chinese(b):
        return 0.0
    known = [bool(book.meanings(name)) for name in (a, b)]
    return 0.0 if all(known) else 0.4


@lru_cache(maxsize=50_000)
def name_tokens(name: str) -> Weights:
    """What a name is looked up by, with weights:
    rare words weigh more, Chinese counts by pairs of characters.
    """
    plain = names.bare(name)
    if not is_chinese(plain):
        return {word: _weight(word) for word in dict.fromkeys(_english(plain)) if word}
    pairs: dict[str, float] = {}
    for run in _HAN_RUN.findall(rendering(names.tidy_name(plain))):
        if run.isascii():
            pairs[names.key(run)] = _weight(names.key(run))
        else:
            pairs |= {pair: _pair_weight(pair) for pair in _pairs(run)}
    return pairs


def token_weight(token: str) -> float:
    """The weight of one of :func:`name_tokens`."""
    return _pair_weight(token) if is_chinese(token) else _weight(token)


def _english(name: str) -> Iterator[str]:
    words = names.name_words(name)
    yield from (word for word in words if word not in _SMALL or len(words) == 1)


def _pairs(run: str) -> Iterator[str]:
    yield from (run[at : at + 2] for at in range(max(1, len(run) - 1)))


@cache
def _idf() -> tuple[dict[str, float], float]:
    table = json.loads(
        files("wiki_builder.concepts").joinpath("idf.json").read_text(encoding="utf-8")
    )
    return table["words"], table["other"]


def _weight(word: str) -> float:
    known, other = _idf()
    return known.get(word, other)


@cache
def _pair_counts() -> dict[str, int]:
    """In how many of the glossary's Chinese names two characters stand."""
    counts: dict[str, int] = {}
    for entry in dict.fromkeys(
        entry for entries in glossary().by_key.values() for entry in entries
    ):
        for pair in set(_pairs(entry.zh)):
            counts[pair] = counts.get(pair, 0) + 1
    return counts


@cache
def _pair_weight(pair: str) -> float:
    return max(_COMMON_PAIR, 1.0 / math.sqrt(1 + _pair_counts().get(pair, 0) / 4)) * 6
