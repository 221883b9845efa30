"""Errors of evidence: an altered quote, one of another place, a text that its quote does not say."""

from __future__ import annotations

import re
from dataclasses import replace

from benchmarks.grounding.plants.lexicon import ANTONYMS, DIRECTION
from benchmarks.grounding.plants.numbers import other_digit
from benchmarks.grounding.plants.world import NUMBER, World, plain
from benchmarks.grounding.statement import Statement

_NEGATABLE = re.compile(r"\b(is|are|can|could|will|was|were|has|have|may)\b(?! not)")


def _altered(statement: Statement, world: World, quote: str) -> Statement | None:
    """The statement with another quote, unless that stands in the paper."""
    if not statement.quote or quote == statement.quote or world.says(quote):
        return None
    return replace(statement, quote=quote)


def quote_with_another_word(statement: Statement, world: World) -> Statement | None:
    """One word of the quote is another one; the rest is the paper's."""
    words = [
        (old, new)
        for old, new, *_ in (*ANTONYMS, *DIRECTION)
        if len(re.findall(old, statement.quote)) == 1
    ]
    if not words:
        return None
    old, new = world.rng.choice(words)
    return _altered(statement, world, re.sub(old, new, statement.quote, count=1))


def quote_with_another_number(statement: Statement, world: World) -> Statement | None:
    """A number of the quote has another digit; the text has the paper's."""
    found = list(NUMBER.finditer(statement.quote))
    if not found:
        return None
    match = world.rng.choice(found)
    new = other_digit(match[0], world, world.text)
    if new is None:
        return None
    quote = statement.quote[: match.start()] + new + statement.quote[match.end() :]
    return _altered(statement, world, quote)


def quote_negated(statement: Statement, world: World) -> Statement | None:
    """A *not* stands in the quote that the paper does not have."""
    if len(_NEGATABLE.findall(statement.quote)) != 1:
        return None
    return _altered(statement, world, _NEGATABLE.sub(r"\1 not", statement.quote))


def quote_joined(statement: Statement, world: World) -> Statement | None:
    """The beginning of the quote goes on as another sentence of the paper, without a gap shown."""
    others = [
        s.quote for s in world.siblings(statement) if s.quote and s.quote not in statement.quote
    ]
    words = statement.quote.split()
    if not others or len(words) < 10:
        return None
    tail = world.rng.choice(others).split()
    joined = " ".join([*words[: len(words) // 2], *tail[len(tail) // 2 :]])
    return _altered(statement, world, joined)


def quote_paraphrased(statement: Statement, world: World) -> Statement | None:
    """The model's own English stands as if it were the paper's words."""
    english, quoted = statement.text.en, plain(statement.quote).lower()
    own = [word for word in re.findall(r"[a-z]{4,}", english.lower()) if word not in quoted]
    return _altered(statement, world, english) if len(own) > 1 else None


def quote_of_another_paper(statement: Statement, world: World) -> Statement | None:
    """The quote is another paper's."""
    other = world.stranger()
    return _altered(statement, world, other.quote) if other else None


def quote_of_another_claim(statement: Statement, world: World) -> Statement | None:
    """A true quote of the paper that does not say what the text says."""
    others = [s for s in world.siblings(statement) if _apart(s, statement)]
    if not others:
        return None
    other = world.rng.choice(others)
    return replace(statement, quote=other.quote, passage=other.passage)


def text_of_another_claim(statement: Statement, world: World) -> Statement | None:
    """The text says something else of the paper than its quote does."""
    others = [
        s for s in world.siblings(statement) if _apart(s, statement) and s.part == statement.part
    ]
    if not others:
        return None
    other = world.rng.choice(others)
    return replace(statement, text=other.text, row=other.row, substeps=other.substeps)


def text_of_another_paper(statement: Statement, world: World) -> Statement | None:
    """The text is that of another paper's claim."""
    other = world.stranger(statement.part)
    if other is None or not statement.quote:
        return None
    return replace(statement, text=other.text, row=other.row, substeps=other.substeps)


def sentence_of_another_claim(statement: Statement, world: World) -> Statement | None:
    """A sentence of another claim follows the true one: half of the text has no evidence."""
    others = [s for s in world.siblings(statement) if _apart(s, statement)]
    if not others:
        return None
    other, text = world.rng.choice(others).text, statement.text
    return statement.worded(f"{text.en} {other.en}", f"{text.zh}{other.zh}")


def _apart(one: Statement, other: Statement) -> bool:
    """Whether two claims rest on quotes that share less than a fifth of their words."""
    a, b = (set(re.findall(r"[a-z0-9]{4,}", s.quote.lower())) for s in (one, other))
    said = {*re.findall(r"[a-z0-9]{4,}", one.text.en.lower())}
    return (
        bool(a and b) and len(a & b) < 0.2 * min(len(a), len(b)) and len(said & b) < 0.4 * len(said)
    )


KINDS = (
    quote_with_another_word,
    quote_with_another_number,
    quote_negated,
    quote_joined,
    quote_paraphrased,
    quote_of_another_paper,
    quote_of_another_claim,
    text_of_another_claim,
    text_of_another_paper,
    sentence_of_another_claim,
)
