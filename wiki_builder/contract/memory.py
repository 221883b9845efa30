"""The page's memory: one block that knows what the builder wrote here, section by section and item
by item.

    <!-- wiki:written 2 arxiv:2606.15532
    title=bcca49cf date=55f41bd2

    summary 5fc33e55 97435660

    contributions ae2cdd54.df72 4a068989.df72
    contributions#ccac76 483866f1.e937 fce6d091.0166
    -->

A row is a section's name without its language and two marks, English and Chinese, or one for a
section that has no language; behind a ``#`` an item's id. A mark is ``TEXT[.VALUE]``: the hash of
what was written in normal form, and, where it differs, that of the field's words, whatever the
template; ``keep``: the person's for good; ``-``: nothing of the builder's was written; ``~``: not
in this language. Rows of what a person deleted stay, so that it stays away.

The first and the last line never change, and between the rows of two sections stands an empty line:
so git joins neither a person's lines and the block's nor two sections' rows into one hunk. Rows
that two branches both wrote are
each complete: of several for one name that one counts whose TEXT is the hash of what stands there,
    else the last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from typing import TypeAlias

from wiki_builder.core.values.bilingual import LANGUAGES, is_id

FORM = 2
KEEP, NONE, NOT_HERE = "keep", "-", "~"
VALUE = 4  # digits of a VALUE

_MARK = r"[0-9a-f]{8}(?:\.[0-9a-f]{4})?|keep|-|~"
_NAME = r"[a-z][a-z0-9-]*"
_ITEM = r"[A-Za-z0-9-]+"
_KEY = re.compile(r"(\S+)=([0-9a-f]{8})")
_ROW = re.compile(rf"({_NAME}(?:#{_ITEM})?)((?: (?:{_MARK})){{1,2}})")
_CONFLICT = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?: |$)")
OPENING = re.compile(r"<!-- wiki:written (\d+) (\S+)[ \t]*")
CLOSING = "-->"

# a section with its language, and an item's id, empty for the section itself
RowKey: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Mark:
    """What was written: TEXT in normal form, VALUE of the field;
    ``keep``, the person's for good; or nothing.
    """

    text: str
    value: str = ""

    @staticmethod
    def of(text: str, value: str) -> Mark:
        """The mark of two hashes of eight digits."""
        return Mark(text, value[:VALUE])

    @property
    def keep(self) -> bool:
        return self.text == KEEP

    @property
    def none(self) -> bool:
        """Whether nothing of the builder's was written here."""
        return self.text == NONE

    def __str__(self) -> str:
        whole = self.keep or self.none or self.value == self.text[:VALUE]
        return self.text if whole else f"{self.text}.{self.value}"

    @staticmethod
    def parse(written: str) -> Mark:
        text, dot, value = written.partition(".")
        return Mark(text, value if dot else "" if text in (KEEP, NONE) else text[:VALUE])


NOTHING = Mark(NONE)


class UnreadableBlock(Exception):
    """A block that cannot be read: ``line`` counts from its first, 0."""

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, reason
        super().__init__(reason)


@dataclass(frozen=True)
class Memory:
    """What a page knows of its past: all marks by place, those of several rows in their order."""

    id: str
    keys: Mapping[str, str] = field(default_factory=dict)  # key → hash of the value written
    rows: Mapping[RowKey, tuple[Mark, ...]] = field(default_factory=dict)
    settled: bool = True  # whether the block says each thing once, and nothing else

    @cached_property
    def sections(self) -> tuple[str, ...]:
        """Every section that was ever written here."""
        return tuple(name for name, item in self.rows if not item)

    def mark(self, section: str, item: str, is_there: Callable[[str], bool]) -> Mark:
        """The mark of a section or item; ``is_there`` tells whether a TEXT is the hash of
        what stands there.
        """
        marks = self.rows.get((section, item), (NOTHING,))
        return (
            next((mark for mark in marks if is_there(mark.text)), marks[-1])
            if len(marks) > 1
            else marks[0]
        )

    def items(self, section: str) -> tuple[str, ...]:
        """The items of a section that were ever written, in the order of their rows."""
        return self._items.get(section, ())

    @cached_property
    def _items(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for name, item in self.rows:
            if item:
                found.setdefault(name, []).append(item)
        return {name: tuple(items) for name, items in found.items()}

    def same(self, other: Memory) -> bool:
        """Whether both hold the same, each section's items in the same order;
        that of sections and keys is nobody's.
        """
        return (self.keys, self.rows, self._items) == (other.keys, other.rows, other._items)

    def written(self, newline: str = "\n") -> str:
        """The block, its line ends included."""
        lines = [f"<!-- wiki:written {FORM} {self.id}"]
        if self.keys:
            lines.append(" ".join(f"{key}={hash_}" for key, hash_ in self.keys.items()))
        for rows in _by_section(self.rows):
            lines += ["", *rows]
        return "".join(f"{line}{newline}" for line in [*lines, CLOSING])


def read_memory(lines: list[str]) -> Memory:
    """The memory that a block's lines hold, from its first to the one before ``-->``.

    Raises:
        UnreadableBlock: it has another form, no id, or a row that is none.
    """
    opening = OPENING.fullmatch(lines[0].strip())
    if not opening:
        raise UnreadableBlock(0, "the block of what was written cannot be read")
    if int(opening[1]) > FORM:
        raise UnreadableBlock(0, f"the page has form {opening[1]}, this wiki-builder knows {FORM}")
    if not is_id(opening[2]):
        raise UnreadableBlock(0, "the block of what was written has an id that is none")
    keys: dict[str, str] = {}
    rows: dict[RowKey, list[Mark]] = {}
    settled = True
    for number, line in enumerate(map(str.strip, lines[1:]), 1):
        if not line:
            continue
        if _CONFLICT.match(line):
            settled = False
        elif row := _ROW.fullmatch(line):
            for place, mark in _places(row[1], row[2].split()):
                rows.setdefault(place, []).append(mark)
        elif found := _keys(line):
            settled = settled and not keys
            keys |= found
        else:
            raise UnreadableBlock(number, "a row of what was written cannot be read")
    settled = settled and all(len(marks) == 1 for marks in rows.values())
    return Memory(opening[2], keys, {place: tuple(marks) for place, marks in rows.items()}, settled)


def salvaged(lines: list[str]) -> tuple[dict[RowKey, Mark], list[str]]:
    """Of the lines of a block that cannot be read: the rows that can, and all lines that are no
    rows.

    An empty line is the block's up to the first one that is no row, and a person's from there on.
    """
    rows: dict[RowKey, Mark] = {}
    others: list[str] = []
    for line in lines:
        if row := _ROW.fullmatch(line.strip()):
            rows |= dict(_places(row[1], row[2].split()))
        elif not _keys(line) and (line.strip() or others):
            others.append(line)
    return rows, others


def _keys(line: str) -> dict[str, str]:
    words = [_KEY.fullmatch(word) for word in line.split()]
    return {word[1]: word[2] for word in words if word} if all(words) else {}


def _places(name: str, marks: list[str]) -> Iterator[tuple[RowKey, Mark]]:
    """Where the marks of a row belong: two are English and Chinese, one is of no language."""
    section, _, item = name.partition("#")
    names = [section] if len(marks) == 1 else [f"{section}.{language}" for language in LANGUAGES]
    yield from (
        ((name, item), Mark.parse(mark))
        for name, mark in zip(names, marks, strict=True)
        if mark != NOT_HERE
    )


def _by_section(rows: Mapping[RowKey, tuple[Mark, ...]]) -> Iterator[list[str]]:
    """The rows of each section, its own first."""
    found: dict[str, dict[str, dict[str, Mark]]] = {}
    # stable: items keep their order
    for (name, item), marks in sorted(rows.items(), key=lambda row: bool(row[0][1])):
        section, _, language = name.partition(".")
        found.setdefault(section, {}).setdefault(language, {})[item] = marks[-1]
    yield from (list(_rows(section, marks)) for section, marks in found.items())


def _rows(section: str, marks: Mapping[str, Mapping[str, Mark]]) -> Iterator[str]:
    """A row for each item; two where the languages' orders differ,
    so that each language's can be read again.
    """
    yield from (f"{_name(section, item)} {mark}" for item, mark in marks.get("", {}).items())
    both = [marks.get(language, {}) for language in LANGUAGES]
    for item, here in _woven(*(list(items) for items in both)):
        found = (
            str(items[item]) if is_here else NOT_HERE
            for items, is_here in zip(both, here, strict=True)
        )
        yield " ".join([_name(section, item), *found])


def _name(section: str, item: str) -> str:
    return f"{section}#{item}" if item else section


def _woven(one: list[str], other: list[str]) -> Iterator[tuple[str, tuple[bool, bool]]]:
    """Two lists as one in which each has its order:
    every item, and in which of them it stands here.
    """
    if one == other:
        yield from ((item, (True, True)) for item in one)
        return
    for what, a, b, c, d in SequenceMatcher(None, one, other).get_opcodes():
        same = what == "equal"
        yield from ((item, (True, same)) for item in one[a:b])
        yield from ((item, (False, True)) for item in other[c:d] if not same)
