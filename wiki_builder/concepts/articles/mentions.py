"""Which English names stand in an English text, by words, and how often.

A name within a longer one counts too: "multi-agent reinforcement learning" mentions
reinforcement learning. Singular and plural, hyphens, and British or American spelling
make no difference; an acronym must have its capitals.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from wiki_builder.core.characters import HAN
from wiki_builder.core.names import key

_WORD = re.compile(rf"[^\W_{HAN}]+(?:\.\d+)*\+*")
_ENDINGS = ("ic", "ically", "al", "ed", "ing", "ized", "wise", "less", "like")  # agentic, prompting
_SHORTEST_STEM = 5

Claims: TypeAlias = tuple[tuple[int, int], ...]
"""Whose a spelling is, by number, and how many capitals it needs."""


@dataclass(frozen=True)
class Mentions:
    """Known names by their spelling, and with no claims every beginning of one that
    ends with a word.
    """

    spellings: Mapping[str, Claims]

    def count(self, text: str, nested: bool = True) -> Counter[int]:
        """How many places of ``text`` name each number; two names of one number at one place count
        once.

        Without ``nested``, names within longer ones do not count.
        """
        if not self.spellings:
            return Counter()
        words = [(word, key(word)) for word in _WORD.findall(text)]
        begin = {
            word
            for word in {word for _, word in words}
            if any(stem in self.spellings for stem in _stems(word))
        }
        starts = (first for first, (_, word) in enumerate(words) if word in begin)
        found = {
            (number, last): first for first in starts for number, last in self._from(words, first)
        }
        if not nested:
            spans = {(first, last) for (_, last), first in found.items()}
            found = {
                (number, last): first
                for (number, last), first in found.items()
                if not any(a <= first and last <= b and (a, b) != (first, last) for a, b in spans)
            }
        return Counter(number for number, _ in found)

    def _from(self, words: list[tuple[str, str]], first: int) -> Iterator[tuple[int, int]]:
        """The names that begin with one word: whose they are, and with which word they end."""
        made, capitals = "", 0
        for last in range(first, len(words)):
            raw, word = words[last]
            capitals += sum(map(str.isupper, raw))
            for stem in _stems(word):
                for number, needed in self.spellings.get(_joined(made, stem), ()):
                    if capitals >= needed:
                        yield number, last
            made = _joined(made, word)
            if made not in self.spellings:
                return


def mentions(names: Iterable[tuple[int, str]]) -> Mentions:
    """What finds ``names``, each with the number that it stands for."""
    made: dict[str, Claims] = {}
    for number, name in names:
        words = _WORD.findall(name)
        spelled = ""
        for word in words:
            spelled = _joined(spelled, key(word))
            made.setdefault(spelled, ())
        upper = sum(map(str.isupper, name))
        claim = (number, 2 if len(words) == 1 and upper > 1 else 0)
        if len(spelled) > 1 and claim not in made[spelled]:
            made[spelled] = (*made[spelled], claim)
    return Mentions(made)


@lru_cache(maxsize=50_000)
def _stems(word: str) -> tuple[str, ...]:
    """A word, and what is left of it without an ending."""
    stems = (word.removesuffix(ending) for ending in _ENDINGS)
    return (
        word,
        *dict.fromkeys(stem for stem in stems if stem != word and len(stem) >= _SHORTEST_STEM),
    )


def _joined(left: str, word: str) -> str:
    return f"{left} {word}" if left[-1:].isdigit() and word[:1].isdigit() else left + word
