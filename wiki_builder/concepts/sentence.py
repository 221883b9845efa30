"""What is wrong with a sentence that a model wrote from claims of several papers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from wiki_builder.analysis import checks
from wiki_builder.analysis.reply import Both
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.grounding import numbers
from wiki_builder.grounding.alone import alone
from wiki_builder.grounding.rules.alignment import content, shared
from wiki_builder.grounding.rules.comparison import comparison
from wiki_builder.grounding.rules.direction import direction
from wiki_builder.grounding.rules.rule import Ground, Said
from wiki_builder.grounding.source import Source

LONGEST: Final = {"en": 500, "zh": 250}  # characters
_CLAIM_ID = re.compile(r"#[pcsrawlv][0-9a-f]{7}\b")  # see wiki_builder.grounding.ground
_DIGIT = re.compile("[0-9]")
_BETWEEN: Final = ("one language", "the other")
_PART = re.compile(  # each may draw on another claim
    r"(?<=[;:])\s+|(?<=[.!?])\s+(?=[A-Z])|,\s+(?=(?:and|while|whereas|but|or|which)\s)"
)


def problems(said: Both) -> Iterator[str]:
    """What is wrong with it by itself, a line each."""
    text = Bilingual(said.en, said.zh)
    for language in LANGUAGES:
        for problem in checks.problems(checks.Field("text", text[language], language)):
            yield f"{language} {problem}"
        if match := _CLAIM_ID.search(text[language]):
            yield f"{language} holds the id {match[0]!r}; ids stand in `claims` only"
        if (length := len(text[language])) > LONGEST[language]:
            yield (
                f"{language} is {length} characters long; a sentence has at most"
                f" {LONGEST[language]}"
            )
    if said.en == said.zh:
        yield "English and Chinese are the same text"


def unsupported(said: Both, words: Sequence[str], titles: Sequence[str]) -> Iterator[str]:
    """By language the numbers that none of ``words`` states, and the names with digits that neither
    they nor ``titles`` have: ``en states 93.1``.
    """
    source, named = Source((), words), Source((), (*words, *titles))
    for language, text in (("en", said.en), ("zh", said.zh)):
        loose = [number.text for number in numbers.stated(text) if not source.states(number)]
        loose += [name for name in numbers.names(text) if not named.names_in_parts(name)]
        if loose:
            yield f"{language} states {', '.join(loose)}"


def turned(said: Both, claims: Sequence[tuple[str, str]]) -> Iterator[str]:
    """What a sentence, or a part of it, says the other way round than the cited claim that it is
    most like: *worsens* for *improves*. ``claims`` are the English words of each and its quote.
    """
    told = [tuple(filter(None, claim)) for claim in claims if any(claim)]
    paper = Source((), [words for claim in told for words in claim])
    parts = (part for part in _PART.split(said.en) if part != said.en)
    if not told:
        return
    for statement in (Said(said.en, said.zh), *(Said(part, "") for part in parts)):
        about = content(statement.en)
        closest = max(told, key=lambda claim: max(shared(about, content(one)) for one in claim))
        ground = Ground("", "\n".join(closest), paper)
        for one in (*direction(statement, ground), *comparison(statement, ground)):
            here, there = (one.language, "the cited claim") if one.language else _BETWEEN
            yield f"{here} says {one.said!r}, and {there} {one.found!r}"


def disagreements(said: Both) -> Iterator[str]:
    """Numbers that the two languages do not share; a count in words may be left to one of them."""
    only_en, only_zh = alone(said.en, said.zh), alone(said.zh, said.en)
    for only, language, opposed in ((only_en, "English", only_zh), (only_zh, "Chinese", only_en)):
        told = [written for written in only if opposed or _DIGIT.search(written)]
        if told:
            yield f"only the {language} says {', '.join(told)}; both state the same numbers"
