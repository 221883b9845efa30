"""What a planted error is made from: a true statement, what else is known, and how words are
exchanged in both languages at once.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from benchmarks.grounding.statement import Source, Statement
from wiki_builder.core.values.analysis import ResultRow
from wiki_builder.core.values.bilingual import Bilingual

Where: TypeAlias = Literal["both", "en", "zh"]
Written: TypeAlias = str | Callable[["re.Match[str]"], str]
Pair: TypeAlias = tuple[str, str, str, Written]
"""A pattern of English and what takes its place, a pattern of Chinese and what takes its place."""

Plant: TypeAlias = Callable[[Statement, "World"], Statement | None]
"""One kind of error: a false statement made of a true one, or ``None`` where it does not fit."""

_LATEX = (
    (re.compile(r"\{,\}"), ","),
    (re.compile(r"\\pm\s?"), "±"),
    (re.compile(r"\\(?:times|cdot)\s?"), "×"),
    (re.compile(r"\\(?=[%$&_#])|[{}$~]|\\[a-z]+(?=\{)"), ""),
    (re.compile(r"[−–]"), "-"),
)
_ARTICLE = re.compile(r"\b([Aa])n? $")
# A number that stands by itself: no part of a power or of a dimension (3D), nor of a name.
NUMBER = re.compile(r"(?<![A-Za-z0-9_.,^@/])\d[\d,]*(?:\.\d+)?(?!\d|[.,]\d|\^|D\b|[A-Za-z]{3,})")
_TOKEN = re.compile(r"(?<![A-Za-z0-9.])[A-Za-z][A-Za-z0-9]*(?:[-–.@/+_][A-Za-z0-9.]+)*")
NAME = re.compile(
    r"(?<![A-Za-z0-9$\\-])(?:[A-Z][a-z]+\.?)?[A-Za-z]*[A-Z0-9][A-Za-z0-9]*"
    r"(?:[-.+][A-Za-z0-9]+)*(?![A-Za-z0-9-])"
)


@dataclass(frozen=True, slots=True)
class World:
    """What a kind of error may draw on beside the statement: its paper, and all claims by paper."""

    paper: Source
    claims: Mapping[str, Sequence[Statement]]
    rng: random.Random

    def siblings(self, statement: Statement) -> tuple[Statement, ...]:
        """The other claims of the same paper."""
        return tuple(s for s in self.claims.get(self.paper.id, ()) if s.id != statement.id)

    def stranger(self, part: str = "") -> Statement | None:
        """A claim of another paper, of one part or any."""
        papers = [id_ for id_ in self.claims if id_ != self.paper.id]
        for paper in self.rng.sample(papers, min(40, len(papers))):
            found = [s for s in self.claims[paper] if not part or s.part == part]
            if found:
                return self.rng.choice(found)
        return None

    @property
    def text(self) -> str:
        """All that the paper says."""
        return _whole(self.paper)

    def says(self, words: str) -> bool:
        """Whether the paper says ``words`` anywhere, whatever their case and hyphens."""
        return _loose(words) in _loose(self.text)

    def evidence(self, statement: Statement) -> str:
        """What a statement rests on: its quote, and for a field all that the paper says."""
        return plain(statement.quote) if statement.quote else self.text

    def near(self, statement: Statement) -> str:
        """Its quote and the passage around it; for a field all that the paper says."""
        if not statement.quote:
            return self.text
        return plain(statement.quote + "\n" + self.paper.passage(statement.passage))


@lru_cache(maxsize=512)
def plain(text: str) -> str:
    """``text`` without LaTeX's marks, with one kind of hyphen."""
    for pattern, written in _LATEX:
        text = pattern.sub(written, text)
    return text


@lru_cache(maxsize=512)
def _whole(paper: Source) -> str:
    return plain("\n".join((*(p.text for p in paper.text), paper.title, *paper.beside)))


@lru_cache(maxsize=4096)
def _loose(text: str) -> str:
    return re.sub(r"[\s\-_]+", "", text).casefold()


def numbers(text: str) -> tuple[str, ...]:
    """The numbers in digits that stand in ``text`` by themselves, as they are written."""
    text = plain(text)
    found = (match for match in NUMBER.finditer(text) if not _in_name(match))
    return tuple(dict.fromkeys(match[0] for match in found))


def _in_name(match: re.Match[str]) -> bool:
    """Whether what was found is a part of a name: the 4 of GPT-4."""
    start, end = match.span()
    before = match.string[max(0, start - 40) : start]
    token = _TOKEN.search(match.string, start - len(before) + len(_left_of_name(before)), end)
    return token is not None and token.start() < start < token.end()


def _left_of_name(before: str) -> str:
    """What of the text before a number is surely no part of its name."""
    joined = re.search(r"[A-Za-z0-9\-–.@/+_]*$", before)
    return before[: joined.start()] if joined else before


# --- Changing words -----------------------------------------------------------


def everywhere(
    statement: Statement, change: Callable[[str], str], where: Where = "both"
) -> Statement:
    """A statement with all its words changed: text, label, sub-steps, and, where both languages
    are, the row.
    """

    def both(text: Bilingual) -> Bilingual:
        return Bilingual(
            change(text.en) if where != "zh" else text.en,
            change(text.zh) if where != "en" else text.zh,
        )

    return replace(
        statement,
        text=both(statement.text),
        label=both(statement.label) if statement.label else None,
        substeps=tuple(map(both, statement.substeps)),
        row=_row(statement.row, change) if statement.row and where == "both" else statement.row,
    )


def _row(row: ResultRow, change: Callable[[str], str]) -> ResultRow:
    dataset, metric, unit, baseline = (
        change(cell) if cell else cell for cell in (row.dataset, row.metric, row.unit, row.baseline)
    )
    return ResultRow(dataset, metric, change(row.value), unit, baseline)


@lru_cache(maxsize=4096)
def word(written: str) -> re.Pattern[str]:
    """A name or number as it stands by itself."""
    before = r"(?<![A-Za-z0-9])(?<![A-Za-z0-9][-–.])"
    if written[:1].isdigit():
        before = r"(?<![A-Za-z0-9_.,^@/])"
    after = r"(?![0-9]|[.,][0-9])" if written[-1:].isdigit() else r"(?![A-Za-z0-9]|-[A-Z0-9])"
    return re.compile(before + re.escape(written) + after)


def exchange_words(
    statement: Statement, new: Mapping[str, str], where: Where = "both"
) -> Statement:
    """Names or numbers exchanged for others, all at once, so that two may change places."""
    pattern = re.compile("|".join(word(old).pattern for old in sorted(new, key=len, reverse=True)))

    def written(match: re.Match[str]) -> str:
        return match[0] if match[0][0].isdigit() and _in_name(match) else new[match[0]]

    return everywhere(statement, lambda text: pattern.sub(written, text), where)


def stands(written: str, text: str) -> bool:
    """Whether a name or number stands in a text by itself."""
    return times(written, text) > 0


def times(written: str, text: str) -> int:
    """How often it does."""
    found = word(written).finditer(text)
    return sum(not (written[:1].isdigit() and _in_name(match)) for match in found)


def exchanged(
    statement: Statement,
    world: World,
    pairs: Sequence[Pair],
    where: Where = "both",
    *,
    quoted: bool = True,
) -> Statement | None:
    """A statement in which one of ``pairs`` took effect, each pattern at its only place.

    What is exchanged must stand in both languages, even where only one is changed: the other
    stays true. With ``quoted`` it stands in the evidence as well, which the new words oppose.
    """
    fits = [pair for pair in pairs if _fits(statement, world, pair, quoted=quoted)]
    if not fits:
        return None
    en, en_new, zh, zh_new = world.rng.choice(fits)
    text = statement.text
    return statement.worded(
        en=_one(en, en_new, text.en) if where != "zh" else None,
        zh=_one(zh, zh_new, text.zh) if where != "en" else None,
    )


def _fits(statement: Statement, world: World, pair: Pair, *, quoted: bool) -> bool:
    text = statement.text
    return (
        len(_pattern(pair[0]).findall(text.en)) == 1
        and len(_pattern(pair[2]).findall(text.zh)) == 1
        and (not quoted or bool(_pattern(pair[0]).search(world.evidence(statement))))
    )


@lru_cache(maxsize=4096)
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _one(pattern: str, new: Written, text: str) -> str:
    """``text`` with the only place of ``pattern`` changed, its capital and its article kept right."""
    match = _pattern(pattern).search(text)
    assert match is not None
    made = new(match) if callable(new) else match.expand(new)
    if match.start() == 0 and match[0][:1].isupper():
        made = made[:1].upper() + made[1:]
    before = text[: match.start()]
    if made[:1].isascii() and made[:1].isalpha():
        article = "an " if made[0].lower() in "aeiou" else "a "
        before = _ARTICLE.sub(lambda found: found[1] + article[1:], before)
    behind = text[match.end() :]
    if not before and not made:
        behind = behind[:1].upper() + behind[1:]
    return before + made + behind


def appended(statement: Statement, en: str, zh: str) -> Statement:
    """A clause put behind the last sentence, before its full stop."""
    text = statement.text
    return statement.worded(_before_stop(text.en, en, "."), _before_stop(text.zh, zh, "。"))


def _before_stop(text: str, clause: str, stop: str) -> str:
    bare = text.rstrip()
    return bare.removesuffix(stop) + clause + (stop if bare.endswith(stop) else "")


def shuffled(world: World, items: Sequence[str]) -> Iterator[str]:
    """``items`` in an order of chance."""
    yield from world.rng.sample(items, len(items))


def within(clause: str, world: World) -> str:
    """A clause as it stands within a sentence: its first letter small, unless it is a name."""
    word = clause.split()[0]
    named = not word[1:].islower() or re.search(rf"[a-z,] {re.escape(word)}\b", world.text)
    return clause if named and word[0] != "A" else clause[0].lower() + clause[1:]
