"""Chinese names in running text: where they stand, and whose they are.

Traditional characters count as simplified ones, capitals as small letters; both keep
their places, so that a find is a stretch of the text itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TypeAlias

from wiki_builder.core.characters import HAN
from wiki_builder.core.spelling import simplified, traditional

_LATIN = re.compile(r"[A-Za-z0-9]")
_WITHIN_A_WORD = re.compile(r"[A-Za-z0-9_-]")
_BORDER = re.compile(rf"(?<=[{HAN}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[{HAN}])")


@dataclass(frozen=True, slots=True)
class NamedTerm:
    """What a rendering is to one term, by the term's number.

    ``right``: it may stand; what is not is another rendering, which the term's wording
    replaces. ``shipped``: the glossary says so, not the wiki; ``hint``: a word of another
    field, which counts only where the English does not speak against it.
    """

    term: int
    right: bool = False
    shipped: bool = False
    hint: bool = False


Meanings: TypeAlias = tuple[NamedTerm, ...]


@dataclass(frozen=True, slots=True)
class NameMatch:
    """One name in a text."""

    start: int
    end: int
    name: str
    meanings: Meanings

    def overlaps(self, other: NameMatch) -> bool:
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True)
class Lexicon:
    """Chinese names by their folded spelling;
    ``exact`` says how some must be written, capitals and all.
    """

    names: Mapping[str, Meanings]
    exact: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _by_start(self) -> Mapping[str, tuple[str, ...]]:
        return _by_start(self.names)

    @cached_property
    def _suspects(self) -> re.Pattern[str]:
        """Finds what is not the term; a branch for each first character is quick."""
        ends: dict[str, list[str]] = {}
        for name, meanings in self.names.items():
            if not all(m.right for m in meanings):
                ends.setdefault(name[0], []).append(re.escape(name[1:]))
        return re.compile(
            "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in ends.items())
            or "(?!)"
        )

    def is_suspect(self, text: str) -> bool:
        """Whether a rendering that is not the term may stand in ``text``; fast, where none does."""
        return self._suspects.search(fold(text)) is not None

    def matches(self, text: str) -> Iterator[NameMatch]:
        """Every name in ``text``, those within others too, from left to right."""
        folded = fold(text)
        for at in range(len(folded)):
            for start in {folded[at : at + 2], folded[at]}:
                for name in self._by_start.get(start, ()):
                    if self._stands(name, text, folded, at):
                        yield NameMatch(
                            at, at + len(name), text[at : at + len(name)], self.names[name]
                        )

    def _stands(self, name: str, text: str, folded: str, at: int) -> bool:
        """Whether a name begins at ``at``, and no Latin word goes on at its ends."""
        end = at + len(name)
        if not folded.startswith(name, at) or self.exact.get(name, text[at:end]) != text[at:end]:
            return False
        before, behind = folded[max(0, at - 1) : at], folded[end : end + 1]
        cut = _LATIN.match(name[0]) and _WITHIN_A_WORD.match(before)
        return not (cut or (_LATIN.match(name[-1]) and _WITHIN_A_WORD.match(behind)))


def longest(matches: Iterable[NameMatch]) -> tuple[list[NameMatch], list[NameMatch]]:
    """Of names that overlap the longest, the first of those; and the others."""
    taken: list[NameMatch] = []
    left: list[NameMatch] = []
    for match in sorted(matches, key=lambda m: (m.start - m.end, m.start)):
        (left if any(match.overlaps(other) for other in taken) else taken).append(match)
    return sorted(taken, key=lambda m: m.start), sorted(left, key=lambda m: m.start)


def spellings(name: str) -> set[str]:
    """The folded spellings of a Chinese name:
    with and without a space between Chinese and Latin.
    """
    tight = re.sub(rf"(?<=[{HAN}]) | (?=[{HAN}])", "", fold(name.strip()))
    return {tight, _BORDER.sub(" ", tight)} - {""}


def fold(text: str) -> str:
    """Simplified characters and small letters, each in its place."""
    if text.isascii() or not _apart().search(text):
        return text.lower()  # nearly always, and much quicker than a table
    return text.translate(_FOLDED)


class _Fold(dict[int, int]):
    """What each character is folded to, found out when it is first met."""

    def __missing__(self, code: int) -> int:
        made = simplified(chr(code)).lower()
        self[code] = ord(made) if len(made) == 1 else code
        return self[code]


_FOLDED = _Fold()


@cache
def _apart() -> re.Pattern[str]:
    """Finds a character that is folded to another one than its small letter: a traditional one; one
    whose small letter is two characters; and one whose small letter is another at a word's end.
    """
    return re.compile(f"[{''.join(traditional())}\u0130\u03a3]")


def _by_start(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Names by their first two characters; those of one character by that."""
    made: dict[str, list[str]] = {}
    for name in names:
        made.setdefault(name[:2], []).append(name)
    return {start: tuple(found) for start, found in made.items()}
