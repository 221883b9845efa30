"""What a drill is made of: a case, which has a folder to work in and says what was seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Case:
    """One attack, by its name, and what must come of it.

    ``run`` gets an empty folder and returns what was seen, in a phrase; an ``AssertionError`` says
    what was seen in place of the expected. It may run beside other cases, in another thread: it
    changes no state that is theirs (no working directory, no environment, no patch). A ``quick``
    case belongs to the part that the tests run. ``of`` is what is attacked (arXiv, the model, a
    command, a field), for the table.
    """

    of: str
    name: str
    expected: str
    run: Callable[[Path], str]
    quick: bool = False
    browser: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is drilled, and with which randomness: a kind's cases are a function of it."""

    seed: int = 1
    long: bool = False
