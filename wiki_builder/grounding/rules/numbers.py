"""Holds each number of a wording against its evidence: its value, its unit, its sign."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from wiki_builder.core.values.analysis import ResultRow
from wiki_builder.core.values.bilingual import Language
from wiki_builder.core.values.checks import Finding, RuleName
from wiki_builder.grounding.quantities import context
from wiki_builder.grounding.quantities.counted import counted, things
from wiki_builder.grounding.quantities.derived import derivation
from wiki_builder.grounding.quantities.hold import Verdict, hold, is_count, verdict
from wiki_builder.grounding.quantities.quantity import Quantity
from wiki_builder.grounding.quantities.reading import Reading, read, stated
from wiki_builder.grounding.quantities.structure import is_size, is_version, shares
from wiki_builder.grounding.rules.rule import Ground, Said

Place: TypeAlias = Language | Literal[""]

MOST_COUNTED = 12  # a larger number in words is a figure, not a count of what stands in the quote
_AROUND = 100  # characters
_WORD = re.compile(r"[A-Za-z]{4,}|[A-Z][A-Za-z0-9-]{2,}")
_NAME = re.compile(r"[A-Za-z].*[A-Z0-9]")  # counts as two words
_COMMON = frozenset(
    [
        "with",
        "that",
        "this",
        "from",
        "which",
        "than",
        "over",
        "their",
        "these",
        "into",
        "about",
        "more",
        "less",
        "only",
        "also",
        "each",
        "both",
        "when",
        "while",
        "using",
        "used",
        "have",
        "been",
        "does",
        "such",
        "paper",
        "model",
        "models",
        "method",
        "results",
        "shows",
        "show",
    ]
)
_STEM = 5  # letters
_ENOUGH = 2  # words that a number's surroundings share with a wording that speaks of it
_LABELS = frozenset("Stage Step Phase Part Level Round".split())  # of the model's own making
_ITEM = re.compile(r",\s(?:and\s|or\s)?|;\s|\s(?:and|or|versus|vs\.?)\s|\n|、|和|与|–")
_LONGEST_ITEM = (40, 80)  # characters: a name, a clause
_APART = re.compile(r"(?<=[.!?。])\s+(?=[A-Z])|[;:()（）]")


@dataclass(frozen=True, slots=True)
class _Check:
    """One wording on its way through the rule."""

    place: Place
    reading: Reading
    said: Said
    ground: Ground


def numbers(said: Said, ground: Ground) -> Iterator[Finding]:
    """What the numbers of each wording, and of the row, say that the evidence does not."""
    for place, text in wordings(said):
        check = _Check(place, stated(text), said, ground)
        for quantity in dict.fromkeys(check.reading.quantities):
            if found := _finding(check, quantity):
                yield found


def derived(said: Said, ground: Ground) -> tuple[str, ...]:
    """How those numbers come about that the quote does not state and two of its numbers give:
    ``49.8 − 47.2``.
    """
    quote, numbers_of = stated(ground.quote), read(ground.quote)
    ways = (
        derivation(wording, quantity, quote)
        for wording in (stated(text) for _, text in wordings(said))
        for quantity in wording.quantities
        if hold(wording, quantity, numbers_of).verdict != "same"
    )
    return tuple(dict.fromkeys(filter(None, ways)))


def wordings(said: Said) -> Iterator[tuple[Place, str]]:
    """What is said in each language and in the row, with the language."""
    yield "en", said.en
    yield "zh", said.zh
    if said.row:
        yield "", row_words(said.row)


def row_words(row: ResultRow) -> str:
    """A row of the results' table as one text."""
    value = f"{row.value} {row.unit}" if row.unit else row.value
    return "; ".join(part for part in (row.dataset, row.metric, value, row.baseline) if part)


def _finding(check: _Check, quantity: Quantity) -> Finding | None:
    wording, ground = check.reading, check.ground
    source = read(ground.quote or ground.near)
    held = hold(wording, quantity, source)
    if held.verdict == "same":
        return None
    if held.verdict and held.found:
        doubt = bool(ground.quote and _stands(check, quantity, read(ground.near)))
        return _mismatch(check, quantity, source, held.found, held.verdict, doubt)
    if _follows(check, quantity, source) or _is_label(check, quantity):
        return None
    if check.place == "zh" and _stands(check, quantity, read(check.said.en)):
        return None  # the English wording is held against the evidence itself
    instead = _instead(wording, quantity, source)
    if is_count(wording, quantity) and quantity.value <= MOST_COUNTED:
        if not instead and _counts(check, quantity):
            return None
        rule: RuleName = "number" if instead else "count"
        return Finding(rule, wording.words(quantity), instead, bool(instead), check.place)
    if quantity.kind == "percent":
        points = quantity._replace(kind="points", unit="pp")
        if how := derivation(wording, points, stated(ground.quote)):
            return Finding("unit", wording.words(quantity), how, False, check.place)
    near = read(ground.near) if ground.quote else source
    if _speaks(check, quantity, near) or _spoken_elsewhere(check, quantity):
        return None
    elsewhere = _stands(check, quantity, near) or _in_paper(check, quantity)
    return Finding("number", wording.words(quantity), instead, not elsewhere, check.place)


def _mismatch(
    check: _Check, said: Quantity, source: Reading, found: Quantity, verdict: Verdict, doubt: bool
) -> Finding:
    rule: RuleName = "sign" if verdict == "sign" else "quantity" if verdict == "thing" else "unit"
    sure = verdict in ("sign", "unit") and not doubt and _sure(check.reading, said, source, found)
    return Finding(rule, check.reading.words(said), source.words(found), sure, check.place)


def _sure(wording: Reading, said: Quantity, source: Reading, found: Quantity) -> bool:
    """Whether the two cannot both hold. Papers write "7.1 %" for points of a difference."""
    if said.kind == "points" and found.kind == "percent":
        return context.is_level(source, found) or context.is_level(wording, said)
    if said.sign == "-" and not found.sign:
        return not context.falls(source, found)
    return True


def _follows(check: _Check, quantity: Quantity, source: Reading) -> bool:
    """Whether a number that the source does not state follows from it: calculated, rounded and
    said to be, or part of a share that it states.
    """
    wording = check.reading
    if check.ground.quote and derivation(wording, quantity, stated(check.ground.quote)):
        return True
    if any(_rounds(wording, quantity, found) for found in source.quantities):
        return True
    return any(
        hold(wording, share, source).verdict == "same"
        or any(_rounds(wording, share, found) for found in source.quantities)
        for part, share in shares(wording)
        if part == quantity
    )


def _rounds(wording: Reading, said: Quantity, found: Quantity) -> bool:
    return found.sign == said.sign and context.rounds(wording, said, found)


# --- Numbers that the quote does not state ------------------------------------


def _stands(check: _Check, quantity: Quantity, near: Reading) -> bool:
    return hold(check.reading, quantity, near).verdict == "same"


def _speaks(check: _Check, quantity: Quantity, near: Reading) -> bool:
    """Whether the passage states a number where it speaks of what the wording speaks of, beyond
    what the quote does: else nearly any number of an abstract would do.
    """
    words = _words(f"{check.said.en} {check.reading.text}")
    for found in _found(check, quantity, near):
        around = _around(near, found)
        if _weight(check, around) >= _ENOUGH or _of_one_row(check.reading, quantity, near, found):
            return True
        if words & around and (
            is_size(near, found) or _of_one_thing(check.reading, quantity, near, found)
        ):
            return True
    return False


def _spoken_elsewhere(check: _Check, quantity: Quantity) -> bool:
    """Whether another passage clearly speaks of it, as one does of a sub-step."""
    if check.ground.abstract or not check.ground.quote or not check.place:
        return False
    return any(
        _weight(check, _around(passage, found)) > _ENOUGH
        for passage in (read(place.text) for place in check.ground.paper.places)
        for found in _found(check, quantity, passage)
    )


def _weight(check: _Check, around: set[str]) -> int:
    """How much words around a number share with the wording beyond the quote; a name counts as
    two.
    """
    beyond = _words(f"{check.said.en} {check.reading.text}") - _words(check.ground.quote)
    return sum(2 if _NAME.search(word) else 1 for word in beyond & around)


def _around(source: Reading, found: Quantity) -> set[str]:
    before = source.text[max(0, found.start - _AROUND) : found.start]
    return _words(f"{before} {source.text[found.end : found.end + _AROUND]}")


def _found(check: _Check, quantity: Quantity, near: Reading) -> Iterator[Quantity]:
    """Where a passage states a number."""
    for found in near.alike(quantity):
        if verdict(check.reading, quantity, near, found) == "same":
            yield found


def _words(text: str) -> set[str]:
    words = {word if _NAME.search(word) else word.lower() for word in _WORD.findall(text)}
    return {word[:_STEM] for word in words - _COMMON}


def _in_paper(check: _Check, quantity: Quantity) -> bool:
    return any(_stands(check, quantity, read(place.text)) for place in check.ground.paper.places)


def _instead(wording: Reading, quantity: Quantity, source: Reading) -> str:
    """What the source says of the same thing: "two-stage" for "three stages"."""
    for found in source.quantities:
        alike = found.kind == quantity.kind and found.unit in (quantity.unit, "n")
        if alike and not is_version(source, found):
            if _of_one_thing(wording, quantity, source, found):
                return source.words(found)
    return ""


def _is_label(check: _Check, quantity: Quantity) -> bool:
    """Whether a number belongs to a name before it that the passage gives no other number: it is
    the name's, which another rule checks.
    """
    wording = check.reading
    if not is_version(wording, quantity):
        return False
    name = wording.text[: quantity.start].split()[-1]
    return name in _LABELS or not re.search(
        rf"{re.escape(name)}[\s-]?[0-9]", f"{check.ground.quote} {check.ground.near}"
    )


def _of_one_thing(wording: Reading, said: Quantity, source: Reading, found: Quantity) -> bool:
    return _of_one_row(wording, said, source, found) or bool(
        things(wording, said) & things(source, found)
    )


def _of_one_row(wording: Reading, said: Quantity, source: Reading, found: Quantity) -> bool:
    row = counted(wording, said)
    return row is not None and row == counted(source, found)


def _counts(check: _Check, quantity: Quantity) -> bool:
    """Whether a small count in words is one that the quote lists, or that the passage states of
    the same thing.
    """
    near = read(check.ground.near)
    return quantity.value in _listed(check) or any(
        quantity.unit == "th" or _of_one_thing(check.reading, quantity, near, found)
        for found in _found(check, quantity, near)
    )


def _listed(check: _Check) -> set[int]:
    """How many items the quote lists, or the wording itself."""
    lines = check.said.en.count("\n")
    source = check.ground.quote or (check.ground.near if check.ground.abstract else "")
    listed = {n for text in (source, check.said.en) for n in _lists(text)}
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
