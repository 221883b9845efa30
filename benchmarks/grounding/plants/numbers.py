"""Errors of numbers: digits, signs, units, bounds, and which quantity a number belongs to."""

from __future__ import annotations

import re

from benchmarks.grounding.plants.world import (
    Pair,
    World,
    everywhere,
    exchange_words,
    exchanged,
    numbers,
    plain,
    stands,
    times,
)
from benchmarks.grounding.statement import Statement


def common(statement: Statement, world: World) -> tuple[str, ...]:
    """The numbers that both languages state, each once, and the evidence does."""
    en, zh = plain(statement.text.en), plain(statement.text.zh)
    evidence = world.evidence(statement)
    return tuple(
        number
        for number in numbers(en)
        if times(number, en) == times(number, zh) == 1 and stands(number, evidence)
    )


def wrong_digit(statement: Statement, world: World) -> Statement | None:
    """One digit of a number is another one, in both languages and the row."""
    old = _any(world, common(statement, world))
    new = other_digit(old, world, world.near(statement)) if old else None
    return exchange_words(statement, {old: new}) if old and new else None


def _any(world: World, items: tuple[str, ...]) -> str | None:
    return world.rng.choice(items) if items else None


def other_digit(old: str, world: World, near: str) -> str | None:
    """``old`` with one digit changed to what ``near`` does not state."""
    places = [at for at, char in enumerate(old) if char.isdigit()]
    world.rng.shuffle(places)
    for at in places:
        digits = [d for d in "123456789" if d != old[at]]
        for digit in world.rng.sample(digits, len(digits)):
            new = old[:at] + digit + old[at + 1 :]
            if not stands(new, near):
                return new
    return None


COUNTS = (*("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),)
_CHINESE = "零一两三四五六七八九十"
_COUNTED = (
    r"(?=\s?(?:个|种|类|项|条|步|阶|层|轮|次|篇|组|名|张|套|份|台|家|段|级|大|族|方面|款|支|颗))"
)


def wrong_count(statement: Statement, world: World) -> Statement | None:
    """A number of things in words is one more or one less: five benchmarks for four."""
    pairs: list[Pair] = []
    for value in range(2, 10):
        for other in (value + 1, value - 1):
            if other > 1 and not re.search(
                rf"\b({COUNTS[other]}|{other})\b", world.near(statement), re.IGNORECASE
            ):
                zh = "[两二]" if value == 2 else _CHINESE[value]
                pairs.append(
                    (
                        rf"\b{COUNTS[value]}\b",
                        COUNTS[other],
                        rf"(?<![十第]){zh}{_COUNTED}",
                        _CHINESE[other],
                    )
                )
    return exchanged(statement, world, pairs, quoted=bool(statement.quote))


def number_of_same_paper(statement: Statement, world: World) -> Statement | None:
    """A number of another place of the same passage stands where the quote has its own."""
    old = _any(world, common(statement, world))
    evidence, said = world.evidence(statement), plain(statement.text.en)
    if old is None or not statement.quote:
        return None
    others = [
        number
        for number in numbers(world.near(statement))
        if alike(number, old) and not stands(number, evidence) and not stands(number, said)
    ]
    return exchange_words(statement, {old: world.rng.choice(others)}) if others else None


def number_of_same_quote(statement: Statement, world: World) -> Statement | None:
    """A number of the quote that the claim does not use stands in the place of the one it uses."""
    said = " ".join((statement.text.en, statement.row.value if statement.row else ""))
    unused = [n for n in numbers(statement.quote) if not stands(n, plain(said))]
    olds = common(statement, world)
    pairs = [(old, new) for old in olds for new in unused if alike(old, new)]
    if not pairs:
        return None
    old, new = world.rng.choice(pairs)
    return exchange_words(statement, {old: new})


def alike(one: str, other: str) -> bool:
    """Whether one number could be taken for the other: as precise, and of the same order."""
    a, b = (float(number.replace(",", "")) for number in (one, other))
    return ("." in one) == ("." in other) and a != b and 0.1 <= (a + 0.1) / (b + 0.1) <= 10


def _interchangeable(statement: Statement, one: str, other: str) -> bool:
    """Whether two numbers of a statement are of the same kind: with one unit, neither a spread."""
    text = plain(statement.text.en)

    def unit(number: str) -> str:
        found = re.search(rf"(?<![\w.]){re.escape(number)}\s?(%|±|[a-zA-Z]*)", text)
        known = {"", "and", "on", "with", "for", "in", "against", "to", "at", "of", "over"}
        return "" if not found or found[1] in known else found[1]

    either = f"({re.escape(one)}|{re.escape(other)})"
    bound = re.search(rf"±\s?{either}|\d-{either}|(?<![\d.]){either}[%x]?-\d", text)
    return alike(one, other) and unit(one) == unit(other) and not bound


_VERSUS = re.compile(
    r"\b(from|against|compared|versus|vs\.?|than|baseline|over|instead of|while)\b", re.IGNORECASE
)


def baseline_and_result_swapped(statement: Statement, world: World) -> Statement | None:
    """The baseline's value and the result's have changed places, in both languages and the row."""
    found = common(statement, world)
    cues = [
        n
        for n in found
        if re.search(
            rf"(?:from|against|vs\.?|than|:|of|while [\w\s]+)\s+(?:the )?\$?{re.escape(n)}",
            _said(statement),
        )
    ]
    if len(found) < 2 or not _VERSUS.search(statement.text.en) or not cues:
        return None
    one = cues[0]
    other = next((n for n in found if n != one and _interchangeable(statement, n, one)), None)
    return exchange_words(statement, {one: other, other: one}) if other else None


def _said(statement: Statement) -> str:
    row = statement.row
    return plain(f"{statement.text.en} {row.baseline if row and row.baseline else ''}")


def numbers_exchanged(statement: Statement, world: World) -> Statement | None:
    """Two numbers of a list have changed places: A with 62.1 and B with 72.6, the wrong way."""
    found = [n for n in common(statement, world) if not _VERSUS.search(statement.text.en)]
    pairs = [
        (a, b)
        for i, a in enumerate(found)
        for b in found[i + 1 :]
        if _interchangeable(statement, a, b)
    ]
    if not pairs or statement.text.en.count(" and ") + statement.text.en.count(";") == 0:
        return None
    a, b = world.rng.choice(pairs)
    return exchange_words(statement, {a: b, b: a})


# --- Signs --------------------------------------------------------------------

_SIGNED = re.compile(r"(?<![\w.)\]^-])(?P<sign>[-−+])(?P<n>\d[\d,]*(?:\.\d+)?)(?!\d|[-–]\d)")


def sign_dropped(statement: Statement, world: World) -> Statement | None:
    """A minus is lost: −22.4 is 22.4."""
    return _signed(statement, world, "-", "")


def sign_flipped(statement: Statement, world: World) -> Statement | None:
    """A plus has become a minus, or the other way round."""
    return _signed(statement, world, "+", "-") or _signed(statement, world, "-", "+")


def _signed(statement: Statement, world: World, old: str, new: str) -> Statement | None:
    def values(text: str) -> set[str]:
        return {m["n"] for m in _SIGNED.finditer(plain(text)) if m["sign"] == old}

    text, evidence = statement.text, world.evidence(statement)
    found = sorted(values(text.en) & values(text.zh) & values(evidence))
    if not found:
        return None
    value = world.rng.choice(found)
    if new + value in plain(evidence).split() or (
        not new and stands(value, re.sub(rf"[-+]{re.escape(value)}", "", evidence))
    ):
        return None
    pattern = re.compile(rf"(?<![\w.)\]^-])[-−+](?=\$?{re.escape(value)}(?![\d.]\d))")
    return everywhere(statement, lambda words: pattern.sub(new, words))


def sign_added(statement: Statement, world: World) -> Statement | None:
    """A minus stands before a number that has none."""
    found = [
        n
        for n in common(statement, world)
        if not re.search(
            rf"[-+±–−^]\s?\$?{re.escape(n)}|{re.escape(n)}\s?(?:[-–]|to|and)\s?\d", _said(statement)
        )
        and "." in n
    ]
    if not found:
        return None
    old = world.rng.choice(found)
    return exchange_words(statement, {old: f"-{old}"})


KINDS = (
    wrong_digit,
    wrong_count,
    number_of_same_paper,
    number_of_same_quote,
    baseline_and_result_swapped,
    numbers_exchanged,
    sign_dropped,
    sign_flipped,
    sign_added,
)
