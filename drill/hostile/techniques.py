"""What is said to a program by a text that is no text: each way once, with a place for who says it.

``§`` in a technique stands for the payload's own mark, by which an execution names its field and
its technique. ``hit`` is the hook of the drill's browser.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from drill.hostile import forms

_LETTERS = "bcdfghjklmnprstvwxz"  # no digits: a mark is no number; no vowels: it is no word
_BASE = len(_LETTERS)
MARK = re.compile(rf"zq([{_LETTERS}]{{2}})q([{_LETTERS}]{{2}})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Technique:
    """A way to make a text do something; a ``core`` one is tried where a payload costs a
    command or a page.
    """

    name: str
    text: str
    core: bool = False

    def __call__(self, mark: str) -> str:
        return self.text.replace("§", mark)


def mark(field: int, technique: int) -> str:
    """The mark of a payload, six letters between ``zq`` and its end,
    in which both numbers stand.
    """
    return f"zq{_pair(field)}q{_pair(technique)}"


def marked(text: str) -> set[tuple[int, int]]:
    """The numbers of field and technique of every mark in a text."""
    return {(_number(one), _number(other)) for one, other in MARK.findall(text)}


def _pair(number: int) -> str:
    return _LETTERS[number // _BASE] + _LETTERS[number % _BASE]


def _number(pair: str) -> int:
    return _LETTERS.index(pair[0].lower()) * _BASE + _LETTERS.index(pair[1].lower())


TECHNIQUES = tuple(
    Technique(f"{kind} {number}", text.removeprefix("!"), text.startswith("!"))
    for kind, texts in forms.FORMS.items()
    for number, text in enumerate(texts, 1)
)
CORE = tuple(number for number, technique in enumerate(TECHNIQUES) if technique.core)
