"""What a rule is given, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from wiki_builder.core.values.analysis import ResultRow
from wiki_builder.core.values.checks import Finding
from wiki_builder.grounding.source import Source


@dataclass(frozen=True, slots=True)
class Said:
    """What is checked: one statement in both languages, and the row that it has in the results'
    table. An empty language is one that says nothing.
    """

    en: str
    zh: str
    row: ResultRow | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """What it is held against.

    ``quote``: the words of the paper that it rests on; empty for a field that has none, such as
    the headline. ``near``: the passages that the quote stands in, or, without a quote, all that
    the model was shown. ``paper``: the whole of it. ``abstract``: the passage is the paper's
    abstract, in which nearly everything stands; then what counts is the quote.
    """

    quote: str
    near: str
    paper: Source
    abstract: bool = False


Rule: TypeAlias = Callable[[Said, Ground], Iterable[Finding]]
