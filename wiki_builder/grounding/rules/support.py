"""Lexical support: how much of a wording stands in its quote. Only a reason to ask a judge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wiki_builder.core.values.checks import Finding
from wiki_builder.grounding.rules.alignment import content, shared, stem
from wiki_builder.grounding.rules.rule import Ground, Said

_LEAST: Final = 0.3  # of the wording's content words
_FEW: Final = 4  # content words, of which no share says anything
_NAMED: Final = 4  # words that the finding names


def support(said: Said, ground: Ground) -> Iterator[Finding]:
    """An English wording of which little stands in its quote; the Chinese one is held against it by
    :mod:`languages <wiki_builder.grounding.rules.languages>`.
    """
    words, quoted = content(said.en), content(ground.quote)
    if ground.quote and len(words) >= _FEW and shared(words, quoted) < _LEAST:
        strange = [word for word in said.en.split() if stem(word.strip(".,;:()")) not in quoted]
        yield Finding("support", " ".join(strange[:_NAMED]), language="en", weak=True)
