"""Whether a passage around the quote speaks of a number that the quote does not state.

In an abstract "it stands in the passage" is almost no test, and on a page hardly more: half of the
other numbers share two words with any claim. What counts is what the wording speaks of beyond the
quote, and what is counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wiki_builder.grounding.quantities.counted import counted, things
from wiki_builder.grounding.quantities.hold import hold, verdict
from wiki_builder.grounding.quantities.pairs import is_size
from wiki_builder.grounding.quantities.quantity import Quantity
from wiki_builder.grounding.quantities.reading import Reading, read
from wiki_builder.grounding.rules.wording import Wording

_AROUND = 100  # characters
_WORD = re.compile(r"[A-Za-z]{4,}|[A-Z][A-Za-z0-9-]{2,}")
_NAME = re.compile(r"[A-Za-z].*[A-Z0-9]")  # counts as two words
_COMMON_WORDS = (
    "with that this from which than over their these into about more less only also each both when"
    " while using used have been does such paper model models method results shows show"
)
_COMMON = frozenset(_COMMON_WORDS.split())
_STEM = 5  # letters
_ENOUGH = 2  # words that a number's surroundings share with a wording that speaks of it
_ITEM = re.compile(r",\s(?:and\s|or\s)?|;\s|\s(?:and|or|versus|vs\.?)\s|\n|、|和|与|–")
_LONGEST_ITEM = (40, 80)  # characters: a name, a clause
_APART = re.compile(r"(?<=[.!?。])\s+(?=[A-Z])|[;:()（）]")


def stands(wording: Wording, quantity: Quantity, source: Reading) -> bool:
    """Whether a source states a number, whatever of."""
    return hold(wording.reading, quantity, source).verdict == "same"


def stands_in_paper(wording: Wording, quantity: Quantity) -> bool:
    """Whether the paper states it anywhere."""
    places = wording.ground.paper.places
    return any(stands(wording, quantity, read(place.text)) for place in places)


def speaks(wording: Wording, quantity: Quantity, near: Reading) -> bool:
    """Whether the passage states a number where it speaks of what the wording speaks of, beyond
    what the quote does.
    """
    words = _words(f"{wording.said.en} {wording.reading.text}")
    for found in _found(wording, quantity, near):
        around = _around(near, found)
        if _weight(wording, around) >= _ENOUGH:
            return True
        if _same_group(wording.reading, quantity, near, found):
            return True
        alike = is_size(near, found) or same_thing(wording.reading, quantity, near, found)
        if alike and words & around:
            return True
    return False


def speaks_elsewhere(wording: Wording, quantity: Quantity) -> bool:
    """Whether another passage clearly speaks of it, as one does of a sub-step."""
    ground = wording.ground
    if ground.abstract or not wording.place:
        return False
    return any(
        _weight(wording, _around(passage, found)) > _ENOUGH
        for passage in (read(place.text) for place in ground.paper.places)
        for found in _found(wording, quantity, passage)
    )


def same_thing(wording: Reading, said: Quantity, source: Reading, found: Quantity) -> bool:
    """Whether two numbers count one thing, as far as words beside them tell."""
    return _same_group(wording, said, source, found) or bool(
        things(wording, said) & things(source, found)
    )


def _same_group(wording: Reading, said: Quantity, source: Reading, found: Quantity) -> bool:
    group = counted(wording, said)
    return group is not None and group == counted(source, found)


def _found(wording: Wording, quantity: Quantity, source: Reading) -> Iterator[Quantity]:
    """Where a source states a number."""
    for found in source.alike(quantity):
        if verdict(wording.reading, quantity, source, found) == "same":
            yield found


def _weight(wording: Wording, around: set[str]) -> int:
    """How much words around a number share with the wording beyond the quote."""
    beyond = _words(f"{wording.said.en} {wording.reading.text}") - _words(wording.ground.quote)
    return sum(2 if _NAME.search(word) else 1 for word in beyond & around)


def _around(source: Reading, found: Quantity) -> set[str]:
    before = source.text[max(0, found.start - _AROUND) : found.start]
    return _words(f"{before} {source.text[found.end : found.end + _AROUND]}")


def _words(text: str) -> set[str]:
    words = {word if _NAME.search(word) else word.lower() for word in _WORD.findall(text)}
    return {word[:_STEM] for word in words - _COMMON}


# --- Small counts ----------------------------------------------------------------


def counts_the_same(wording: Wording, quantity: Quantity) -> bool:
    """Whether a small count in words is one that the quote lists, or that the passage states of
    the same thing.
    """
    near = read(wording.ground.near)
    return quantity.value in _listed(wording) or any(
        quantity.unit == "th" or same_thing(wording.reading, quantity, near, found)
        for found in _found(wording, quantity, near)
    )


def _listed(wording: Wording) -> set[int]:
    """How many items the quote lists, or the wording itself."""
    ground, english = wording.ground, wording.said.en
    source = ground.quote or (ground.near if ground.abstract else "")
    lines = english.count("\n")
    listed = {n for text in (source, english) for n in _lists(text)}
    return {*listed, lines, lines - 1} | ({2} if listed else set())


def _lists(text: str) -> Iterator[int]:
    """How many items the lists of a text have: what stands between commas and "and"s."""
    for sentence in _APART.split(text):
        for longest in _LONGEST_ITEM:
            run, end = 0, 0
            for item in _ITEM.finditer(sentence):
                if run and item.start() - end > longest:
                    yield run + 1
                    run = 0
                run, end = run + 1, item.end()
                if item[0].strip(", ").isalpha():  # the last one: and
                    yield run + 1
            if run:
                yield run + 1
