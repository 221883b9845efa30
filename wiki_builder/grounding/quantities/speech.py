"""What a text speaks of where it states a number: the words of its clause, or of its item in a
list that goes with a list of values.
"""

from __future__ import annotations

import re
from decimal import Decimal

from wiki_builder.grounding.quantities.context import bound
from wiki_builder.grounding.quantities.pairs import Group, lists
from wiki_builder.grounding.quantities.reading import Reading

_CUT = re.compile(r"[,;:()，；：（）。]|\.\s|\s(?:while|whereas|but|and)\s|而")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]{2,}|[0-9.]+[BM](?![A-Za-z])")
_COMMON_WORDS = (
    "the and with that this from which than over their these into about more less only also"
    " each both when while using used have been does such paper for are was its has our all"
    " per not respectively compared"
)
_COMMON = frozenset(_COMMON_WORDS.split())
_ENDING = re.compile(r"(?<=[a-z]{3})(?:ing|ed|s)$")
_STEM = 5  # letters
_ITEMS = re.compile(
    r"\s(?:[a-z]+\s){0,3}?(?:on|for|in|with|across|over|under|at|using)\s(?:the\s)?(?P<items>[^.;()]+)"
)
_OPENS = re.compile(r"[(（\s]+(?:[A-Za-z]{1,3}\s?=\s?)?$")
_JOIN = re.compile(r",\s(?:and\s|or\s)?|\s(?:and|or)\s|/")
_LONGEST_ITEM = 5  # words
_REST = re.compile(r",?\srespectively.*|\s(?:while|compared|over|against|than|by|respectively)\s.*")

Speech = dict[Decimal, frozenset[str]]


def speech(reading: Reading) -> Speech:
    """The words, as stems, that each number goes with, if the text states it in one place."""
    found: Speech = {}
    twice: set[Decimal] = set()
    for run in lists(reading):
        here: Speech = {}
        around, items = _clause(reading, run), _items(reading, run)
        for index, group in enumerate(run):
            for quantity in group:
                words = items[index] if items else around
                words |= _marks(bound(reading, run[0][0])) | _marks(quantity.kind)
                here[quantity.raw] = here.get(quantity.raw, frozenset()) | words
        twice |= found.keys() & here.keys()
        found |= here
    return {raw: words for raw, words in found.items() if raw not in twice}


def _marks(mark: str) -> frozenset[str]:
    """A unit or a bound, which weighs as much as two words."""
    return frozenset() if mark in ("", "plain") else frozenset((mark, f"{mark} again"))


def has_items(reading: Reading, run: list[Group]) -> bool:
    """Whether a list of values goes with a list of as many things."""
    return bool(_items(reading, run))


def _clause(reading: Reading, run: list[Group]) -> frozenset[str]:
    text, quantities = reading.text, reading.quantities
    start, end = run[0][0], run[-1][-1]
    first, last = quantities.index(start), quantities.index(end)
    left = quantities[first - 1].end if first else 0
    right = quantities[last + 1].start if last + 1 < len(quantities) else len(text)
    before, behind = _OPENS.sub(" ", text[left : start.start]), text[end.end : right]
    cuts = [m.end() for m in _CUT.finditer(before)]
    stop = _CUT.search(behind)
    return _stems(
        before[cuts[-1] if cuts else 0 :] + " " + behind[: stop.start() if stop else None]
    )


def _items(reading: Reading, run: list[Group]) -> list[frozenset[str]]:
    """The words of each item behind a list of values: "a, b and c on X, Y and Z"."""
    found = _ITEMS.match(reading.text, run[-1][-1].end) if len(run) > 1 else None
    if not found:
        return []
    parts = _JOIN.split(_REST.sub("", found["items"]).strip())
    if len(parts) != len(run) or any(len(part.split()) > _LONGEST_ITEM for part in parts):
        return []
    return [_stems(part) for part in parts]


def _stems(text: str) -> frozenset[str]:
    """The beginnings of a text's words, common ones apart."""
    words = (word.lower() for word in _WORD.findall(text))
    return frozenset(_ENDING.sub("", word)[:_STEM] for word in words if word not in _COMMON)
