"""Reading a page: front matter, guarded sections, the block that remembers them, and all else as it
stands.

A page is cut into chunks that, joined, give its text back to the byte. What the
contract does not know is a person's. A page that cannot be read with certainty
is :class:`UnreadablePage`: named with its line, and never written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from wiki_builder.contract.frontmatter import FrontMatter, FrontMatterError, read_front_matter
from wiki_builder.contract.items import Block, cut_items
from wiki_builder.contract.memory import CLOSING, Mark, Memory, UnreadableBlock, read_memory
from wiki_builder.contract.normal import split_lines, text_hash
from wiki_builder.core.values.bilingual import is_id

CLOSE = "<!-- /wiki -->"
BLANK = Memory("")

SECTION_NAME = r"[a-z][a-z0-9-]*(?:\.(?:en|zh))?"
_OPEN = re.compile(rf"<!-- wiki:({SECTION_NAME}) -->")
WRITTEN = "<!-- wiki:written"
_ID = re.compile(rb"^[ \t\xef\xbb\xbf\xff\xfe]*<!-- wiki:written \d+ (\S+)", re.MULTILINE)
_ANY = re.compile(r"<!--\s*(?:/\s*wiki\b|wiki:)")
_FORM_1 = re.compile(r"<!-- wiki:page \d+ ")
_CONFLICT = re.compile(r"(<{7}|>{7}|\|{7})( |\r?$)")


@dataclass(frozen=True)
class SectionOnPage:
    """A guarded section as it stands: ``body`` is all between its two marker lines."""

    name: str
    opening: str  # the marker line with its line end
    body: str
    closing: str
    memory: Memory = BLANK

    @property
    def raw(self) -> str:
        return self.opening + self.body + self.closing

    @cached_property
    def mark(self) -> Mark:
        """What was written; of a list, its head."""
        stands = {text_hash(self.body), text_hash(self.head)} if self._told_twice("") else set()
        return self.memory.mark(self.name, "", stands.__contains__)

    @cached_property
    def items(self) -> Mapping[str, Mark]:
        """What was written of each item."""
        blocks = {block.id: block for block in self._cut[1] if block.id}

        def mark(id_: str) -> Mark:
            there = text_hash(blocks[id_].text) if id_ in blocks and self._told_twice(id_) else ""
            return self.memory.mark(self.name, id_, lambda text: text == there)

        return {id_: mark(id_) for id_ in self.memory.items(self.name)}

    def _told_twice(self, item: str) -> bool:
        return len(self.memory.rows.get((self.name, item), ())) > 1

    @property
    def _cut(self) -> tuple[str, tuple[Block, ...]]:
        return cut_items(self.body, self.name, self.memory.items(self.name))

    @property
    def head(self) -> str:
        """The body before its first item: heading and table header."""
        return self._cut[0]

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The items, and what a person put between them.

        An item that lost its mark is the one whose words were written; of a copied one, the one
        with these words.
        """
        blocks = self._cut[1]
        ids = [id_ for block in blocks for id_ in block.ids]
        lost = {
            mark.text: id_ for id_, mark in self.items.items() if id_ not in ids and not mark.keep
        }
        copied = {id_: self.items[id_].text for id_ in self.items if ids.count(id_) > 1}
        if not (lost or copied):
            return blocks
        return tuple(_recognized(blocks, lost, copied))


def _recognized(
    blocks: tuple[Block, ...], lost: dict[str, str], copied: dict[str, str]
) -> Iterator[Block]:
    """The blocks, each item once: ``lost`` gives ids by the hash of their words,
    ``copied`` the hash by the id.
    """
    copies = set(copied)
    for block in blocks:
        if block.id in copies and block.id:
            if text_hash(block.text) == copied.get(block.id):
                del copied[block.id]
                yield block
            else:
                yield Block(block.raw)
        elif id_ := lost.pop(text_hash(block.text), None) if lost and not block.ids else None:
            yield block.named(id_)
        else:
            yield block


@dataclass(frozen=True, slots=True)
class PersonsText:
    """Text of a person: kept to the byte."""

    raw: str


@dataclass(frozen=True, slots=True)
class WrittenBlock:
    """The block that remembers, as it stands."""

    raw: str


@dataclass(frozen=True)
class Page:
    """A page that can be read with certainty."""

    bom: bool
    front: FrontMatter
    memory: Memory
    chunks: tuple[PersonsText | SectionOnPage | WrittenBlock, ...]
    newline: str = "\n"

    @property
    def id(self) -> str:
        return self.memory.id

    @property
    def raw(self) -> str:
        return ("\ufeff" if self.bom else "") + self.front.raw + "".join(c.raw for c in self.chunks)

    @cached_property
    def sections(self) -> dict[str, SectionOnPage]:
        return {c.name: c for c in self.chunks if isinstance(c, SectionOnPage)}

    @property
    def known(self) -> frozenset[str]:
        """Every section that stands here or ever did."""
        return frozenset((*self.memory.sections, *self.sections))


@dataclass(frozen=True, slots=True)
class UnreadablePage:
    """A page that is left alone, with the line and the reason, and the sections that are whole."""

    line: int
    reason: str
    id: str | None = None
    sections: Mapping[str, SectionOnPage] = field(default_factory=dict)


def page_id(data: bytes) -> str | None:
    """The id in the block, wherever it stands:
    ``None`` for a page that is not the builder's, or cannot be told.
    """
    found = _ID.search(_narrow(data))
    id_ = found[1].decode("ascii", "replace") if found else ""
    return id_ if is_id(id_) else None


def _narrow(data: bytes) -> bytes:
    """The bytes in which markers can be looked for,
    also where an editor saved the page as UTF-16.
    """
    return data.replace(b"\0", b"") if b"\0" in data else data


def is_untold(data: bytes) -> bool:
    """Whether the file is a page of the builder's of which nobody can tell whose:
    it has markers and no id.
    """
    return page_id(data) is None and bool(_ANY.search(_narrow(data).decode("utf-8", "replace")))


def read_page(data: bytes) -> Page | UnreadablePage | None:
    """A page from its bytes; ``None`` for a file that is none of the builder's."""
    if not _ANY.search(_narrow(data).decode("utf-8", "replace")):
        return None
    id_ = page_id(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return UnreadablePage(data[: error.start].count(b"\n") + 1, "not UTF-8", id_)
    try:
        return _page(text)
    except _Unreadable as problem:
        return UnreadablePage(problem.line, problem.reason, id_, _whole_sections(text))


class _Unreadable(Exception):
    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, reason


def _page(text: str) -> Page:
    bom, text = text.startswith("\ufeff"), text.removeprefix("\ufeff")
    try:
        front, rest = read_front_matter(text)
    except FrontMatterError as error:
        _refuse_conflicts(split_lines(text), 1)
        raise _Unreadable(error.line, error.reason) from None
    first = front.raw.count("\n") + 1
    _refuse_conflicts(split_lines(front.raw), 1)
    lines = split_lines(rest)
    start, end = _block(lines, first)
    _refuse_conflicts(lines[:start], first)
    _refuse_conflicts(lines[end:], first + end)
    try:
        memory = read_memory(lines[start : end - 1])
    except UnreadableBlock as problem:
        raise _Unreadable(first + start + problem.line, problem.reason) from None
    seen: set[str] = set()
    chunks = (
        *_chunks(lines[:start], first, memory, seen),
        WrittenBlock("".join(lines[start:end])),
        *_chunks(lines[end:], first + end, memory, seen),
    )
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    return Page(bom, front, memory, chunks, newline)


def _refuse_conflicts(lines: list[str], first: int) -> None:
    for number, line in enumerate(lines, first):
        if _CONFLICT.match(line):
            raise _Unreadable(number, "conflict markers of git")


def _block(lines: list[str], first: int) -> tuple[int, int]:
    """The lines of the block: of its first one, and the one behind its last."""
    found = [at for at, line in enumerate(lines) if line.strip().startswith(WRITTEN)]
    if not found:
        old = next((at for at, line in enumerate(lines) if _FORM_1.match(line.strip())), None)
        if old is not None:
            raise _Unreadable(
                first + old,
                "the page has form 1, which no wiki-builder that was released ever wrote",
            )
        _refuse_conflicts(lines, first)
        raise _Unreadable(
            first,
            "the block of what was written is missing; `wiki-builder adopt PATH` makes a new one",
        )
    if len(found) > 1:
        raise _Unreadable(first + found[1], "the block of what was written stands twice")
    end = next((at for at in range(found[0] + 1, len(lines)) if lines[at].strip() == CLOSING), None)
    if end is None:
        raise _Unreadable(first + found[0], "the block of what was written is not closed")
    return found[0], end + 1


def _chunks(
    lines: list[str], first: int, memory: Memory, seen: set[str]
) -> Iterator[PersonsText | SectionOnPage]:
    outside: list[str] = []
    position = 0
    while position < len(lines):
        line = lines[position]
        if not _ANY.search(line):
            outside.append(line)
            position += 1
            continue
        if outside:
            yield PersonsText("".join(outside))
            outside = []
        section, length = _section(lines, position, first, memory)
        if section.name in seen:
            raise _Unreadable(first + position, f"section {section.name} stands twice")
        seen.add(section.name)
        yield section
        position += length
    if outside:
        yield PersonsText("".join(outside))


def _section(
    lines: list[str], position: int, first: int, memory: Memory
) -> tuple[SectionOnPage, int]:
    """The section that opens at ``position``, and the number of its lines."""
    opening = _OPEN.fullmatch(lines[position].strip())
    if not opening or lines[position][:1].isspace():
        raise _Unreadable(
            first + position, "a section marker cannot be read, or does not open a section"
        )
    name = opening[1]
    for at in range(position + 1, len(lines)):
        if not _ANY.search(lines[at]):
            continue
        if lines[at].strip() != CLOSE:
            raise _Unreadable(first + at, f"section {name} is not closed before another marker")
        body = "".join(lines[position + 1 : at])
        return SectionOnPage(name, lines[position], body, lines[at], memory), at - position + 1
    raise _Unreadable(first + position, f"section {name} is not closed")


def _whole_sections(text: str) -> dict[str, SectionOnPage]:
    """The sections of a broken page that are whole and single."""
    lines = split_lines(text)
    found: dict[str, list[SectionOnPage]] = {}
    memory = _readable_memory(lines)
    for position, line in enumerate(lines):
        if opening := _OPEN.fullmatch(line.strip()):
            found.setdefault(opening[1], [])
            try:
                section, _ = _section(lines, position, 1, memory)
            except _Unreadable:
                continue
            if not any(_CONFLICT.match(inner) for inner in split_lines(section.body)):
                found[section.name].append(section)
    opened = [m[1] for line in lines if (m := _OPEN.fullmatch(line.strip()))]
    return {
        name: all_[0] for name, all_ in found.items() if len(all_) == 1 and opened.count(name) == 1
    }


def _readable_memory(lines: list[str]) -> Memory:
    """The memory of a broken page; empty where that is what is broken."""
    try:
        start, end = _block(lines, 1)
        return read_memory(lines[start : end - 1])
    except (_Unreadable, UnreadableBlock):
        return BLANK
