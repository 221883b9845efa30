"""Promises: code that will be public is not said to be so."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_builder.core.values.bilingual import Language
from wiki_builder.core.values.checks import Finding
from wiki_builder.grounding import sentences
from wiki_builder.grounding.promises import is_there, promised
from wiki_builder.grounding.rules.rule import Ground, Said


def promise(said: Said, ground: Ground) -> Iterator[Finding]:
    """What a wording says to be public where its evidence promises it."""
    wordings: tuple[tuple[Language, str], ...] = (("en", said.en), ("zh", said.zh))
    for language, text in wordings:
        words = next(filter(None, map(is_there, sentences.split(text))), "")
        if words and _is_promised(ground.quote or ground.near):
            yield Finding("promise", words, language=language)


def _is_promised(text: str) -> bool:
    """Whether a text promises what it nowhere says to be there."""
    evidence = sentences.split(text)
    return any(map(promised, evidence)) and not any(map(is_there, evidence))
