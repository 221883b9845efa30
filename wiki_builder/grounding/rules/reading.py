"""Reads a text for the words that turn what is said around or limit it: negators, rises and falls,
hedges, bounds, quantifiers, superlatives.

The words stand in ``lexicon.toml``, by class. In English they are looked up word by word, in
Chinese character by character; the longest entry wins, and what is read belongs to no other.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from wiki_builder.core.values.bilingual import Language

_LEXICON = Path(__file__).with_name("lexicon.toml")
_WORD = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?|\d+(?:[.,]\d+)*|[<>≤≥≈∼~]")
_CLAUSE = re.compile(
    r"[.!?](?=\s|$)|[,;:](?!\d)|[—–]|\s--?-?\s|[()\[\]\n]"
    r"|\b(?:while|whereas|but|although|though|because|since|whilst)\b|(?<!not )\byet\b(?! to\b)",
    re.IGNORECASE,
)
_ZH_CLAUSE = re.compile(r"[，。；：！？、（）()\n—]|[,;:](?![0-9])")
_PLAIN, _OPPOSITES = "plain", "opposites"
_MOST_WORDS = 6  # of a phrase

# What negates or belittles a word from within: enough to answer a negator of the other wording.
_PREFIXED = re.compile(
    r"un(?!der|i[foqtv]|til|ion|less|like$|cover|fold|lock|veil|leash)[a-z]{4,}|non[a-z]{3,}|mis(?!s)[a-z]{4,}|\w{3,}less"
    r"|in(?:secur|ability|acc|discrim|distinguish|adequ|appropr|capab|cohere|comp[al]|compl|consist|correct|dependent|direct"
    r"|effect|effici|equal|feasib|finite|flexib|herent|nocu|operab|ordinate|sensitiv|stab|suffic"
    r"|tractab|valid|variant|visib|vulnerab)\w*"
    r"|im(?:possib|perfect|plausib|prac|precis|proper|mutab|balanc|moral|probab)\w*"
    r"|ir(?:relev|regul|respect|revers|recover|respons)\w*|il(?:leg|log|legit)\w*"
    r"|dis(?:agree|appear|card|conn|contin|entang|joint|miss|parit|proport|rupt|sim|tort|tinct)\w*"
    r"|de(?:bias|coupl|nois|tach|void)\w*|under(?:util|explor|represent|serv|stud|train|specif)\w*"
)

_NEGATIVE = {"en": re.compile("(?:no|not|never) "), "zh": re.compile("[不未无没]")}
_MEASURES = ("good", "bad")  # acronyms, too: a word in capitals is a name otherwise
Entries: TypeAlias = Mapping[str, frozenset[str]]
Span: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Mark:
    """A word or phrase of the lexicon in a text, with its classes."""

    start: int
    end: int
    text: str
    classes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Reading:
    """A text with its marks, and where its clauses stand: the same in every reading of one text."""

    text: str
    language: Language
    marks: tuple[Mark, ...] = field(compare=False)
    clauses: tuple[Span, ...] = field(compare=False)

    def of(self, *classes: str) -> tuple[Mark, ...]:
        """The marks of any of ``classes``, in order."""
        return tuple(mark for mark in self.marks if not mark.classes.isdisjoint(classes))

    def has(self, *classes: str) -> bool:
        return any(not mark.classes.isdisjoint(classes) for mark in self.marks)

    def clause(self, at: int) -> Span:
        """The clause that the offset ``at`` stands in."""
        return next((span for span in self.clauses if at < span[1]), (0, len(self.text)))

    def within(self, span: Span, *classes: str) -> tuple[Mark, ...]:
        """The marks of ``classes`` that stand in ``span``."""
        return tuple(m for m in self.of(*classes) if span[0] <= m.start < span[1])


@lru_cache(maxsize=512)
def read(text: str, language: Language) -> Reading:
    """The marks and clauses of ``text``."""
    if language == "en":
        return Reading(text, language, tuple(_english(text)), _clauses(text, _CLAUSE))
    return Reading(text, language, tuple(_chinese(text)), _clauses(text, _ZH_CLAUSE))


def _clauses(text: str, borders: re.Pattern[str]) -> tuple[Span, ...]:
    ends = [match.end() for match in borders.finditer(text)] + [len(text)]
    starts = [0, *ends[:-1]]
    return tuple((a, b) for a, b in zip(starts, ends, strict=True) if text[a:b].strip())


def _english(text: str) -> Iterator[Mark]:
    entries, longest = _entries("en")
    found = list(_WORD.finditer(text))
    words = [_plain(match[0]) for match in found]
    done = 0
    for at, first in enumerate(words):
        form = _by_form(first)
        if at < done or (form is None and first not in longest):
            continue
        most = longest.get(first, 0)
        for size in range(min(most, len(words) - at), 0, -1):
            phrase = " ".join(words[at : at + size]) if size > 1 else first
            if (classes := entries.get(phrase)) is not None:
                break
        else:
            size, classes = 1, None
        if size == 1 and form:
            classes = form | (classes or frozenset())
        if classes and _PLAIN not in classes:
            start, end = found[at].start(), found[at + size - 1].end()
            yield Mark(start, end, text[start:end], classes)
        done = at + size


@lru_cache(maxsize=20_000)
def _plain(word: str) -> str:
    """A word in small letters; one in capitals is a name, unless it is "NOT"."""
    if len(word) > 1 and word.isupper() and word not in ("NOT", "NO"):
        return word
    return word.lower().replace("’", "'")


@lru_cache(maxsize=20_000)
def _by_form(word: str) -> frozenset[str] | None:
    if word.endswith("n't"):
        return frozenset(("neg",))
    return frozenset(("prefixed",)) if _PREFIXED.fullmatch(word) else None


def _chinese(text: str) -> Iterator[Mark]:
    entries, longest = _entries("zh")
    at = 0
    while at < len(text):
        for size in range(longest.get(text[at], 0), 0, -1):
            piece = text[at : at + size]
            if len(piece) == size and (classes := entries.get(piece)) is not None:
                if _PLAIN not in classes:
                    yield Mark(at, at + size, piece, classes)
                at += size
                break
        else:
            at += 1


def is_whole(text: str, start: int, end: int) -> bool:
    """Whether no word of the lexicon runs over the borders of a Chinese word: 优步 is none in
    最优步骤.
    """
    entries, _ = _entries("zh")
    return text[start - 1 : start + 1] not in entries and text[end - 1 : end + 1] not in entries


# --- The lexicon ----------------------------------------------------------------


@cache
def _entries(language: Language) -> tuple[Entries, Mapping[str, int]]:
    """The classes of each entry, and the length of the longest that begins with a word or
    character.
    """
    classes: dict[str, set[str]] = {}
    for name, words in _tables(_lexicon()):
        for entry in words[language].split():
            for form in _forms(entry) if language == "en" else (entry,):
                classes.setdefault(form, set()).add(name)
                if name in _MEASURES:
                    classes.setdefault(form.upper(), set()).add(name)
    for form, names in classes.items():
        if _NEGATIVE[language].match(form) and names.isdisjoint(("neg", _PLAIN)):
            names.add("deny")
    longest: dict[str, int] = {}
    for form in classes:
        first, size = (
            (form.split()[0], len(form.split())) if language == "en" else (form[0], len(form))
        )
        longest[first] = max(longest.get(first, 0), size)
    return {form: frozenset(names) for form, names in classes.items()}, longest


@cache
def _lexicon() -> Mapping[str, Any]:
    return tomllib.loads(_LEXICON.read_text("utf-8"))


@cache
def opposites() -> Mapping[str, frozenset[str]]:
    """The opposites of an English word, where it has any."""
    found: dict[str, set[str]] = {}
    for pair in _lexicon()[_OPPOSITES]["en"].split():
        one, two = pair.split("/")
        found.setdefault(one, set()).add(two)
        found.setdefault(two, set()).add(one)
    return {word: frozenset(words) for word, words in found.items()}


def _tables(lexicon: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Mapping[str, str]]]:
    """The classes with their words; one within another has both names: ``verb.reach``."""
    for name, words in lexicon.items():
        if name == _OPPOSITES:
            continue
        if "en" in words:
            yield above + name, words
        else:
            yield from _tables(words, f"{above}{name}.")


def _forms(entry: str) -> Iterator[str]:
    """An English entry with the inflections of the word that has a ``~``."""
    phrase = " ".join(entry.replace("-", "_").split("_"))
    head, sign, tail = phrase.partition("~")
    if not sign or not head:
        yield phrase
        return
    for form in _inflected(head):
        yield form + tail


def _inflected(word: str) -> tuple[str, ...]:
    if word.endswith("e"):
        return word, f"{word}s", f"{word}d", f"{word[:-1]}ing"
    if word.endswith("y") and word[-2] not in "aeou":
        return word, f"{word[:-1]}ies", f"{word[:-1]}ied", f"{word}ing"
    plural = f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"
    return word, plural, f"{word}ed", f"{word}ing"
