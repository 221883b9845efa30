"""Reading a page: front matter, page line, guarded sections, and all else as it stands.

A page is cut into chunks that, joined, give its text back to the byte. What the
contract does not know is a person's. A page that cannot be read with certainty
is :class:`Broken`: named with its line, and never written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from wiki_builder.models import is_id
from wiki_builder.pages.frontmatter import FrontMatter, FrontMatterError, read_front_matter
from wiki_builder.pages.items import Block, cut_items
from wiki_builder.pages.normal import split_lines

CONTRACT = 1
KEEP = "keep"

_NAME = r"[a-z][a-z0-9-]*(?:\.(?:en|zh))?"
_HASHES = r"[0-9a-f]{8}\.[0-9a-f]{8}|keep"
_ITEM = rf"[A-Za-z0-9._:/-]+=(?:{_HASHES})"
_OPEN = re.compile(rf"<!-- wiki:({_NAME}) ({_HASHES})((?: {_ITEM})*) -->")
_CLOSE = re.compile(rf"<!-- /wiki:({_NAME}) -->")
_PAGE = re.compile(r"<!-- wiki:page (\d+) (\S+)((?: \S+)*) -->")
_ANY = re.compile(r"<!--\s*/?\s*wiki:")
_CONFLICT = re.compile(r"(<{7}|>{7}|\|{7})( |\r?$)")


@dataclass(frozen=True, slots=True)
class Mark:
    """What was written: TEXT in normal form, VALUE of the field; or ``keep``, the person's for good."""

    text: str
    value: str = ""

    @property
    def keep(self) -> bool:
        return self.text == KEEP

    def __str__(self) -> str:
        return KEEP if self.keep else f"{self.text}.{self.value}"

    @staticmethod
    def parse(written: str) -> Mark:
        return Mark(*written.split("."))


@dataclass(frozen=True, slots=True)
class SectionOnPage:
    """A guarded section as it stands: ``body`` is all between its two marker lines."""

    name: str
    mark: Mark
    items: Mapping[str, Mark]
    opening: str  # the marker line with its line end
    body: str
    closing: str

    @property
    def raw(self) -> str:
        return self.opening + self.body + self.closing

    @property
    def head(self) -> str:
        """The body before its first item: heading and table header."""
        return cut_items(self.body)[0]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The items, and what a person put between them."""
        return cut_items(self.body)[1]


@dataclass(frozen=True, slots=True)
class Outside:
    """Text of a person: kept to the byte."""

    raw: str


@dataclass(frozen=True, slots=True)
class PageLine:
    """The page's own memory: its id, and every section and key that was ever written on it."""

    version: int
    id: str
    sections: tuple[str, ...]
    keys: Mapping[str, str]  # key → hash of the value written
    raw: str = ""

    def __str__(self) -> str:
        words = [*self.sections, *(f"{key}={hash_}" for key, hash_ in self.keys.items())]
        return " ".join(["<!-- wiki:page", str(self.version), self.id, *words, "-->"])


@dataclass(frozen=True, slots=True)
class Page:
    """A page that can be read with certainty."""

    bom: bool
    front: FrontMatter
    line: PageLine
    before: str  # between front matter and page line
    chunks: tuple[Outside | SectionOnPage, ...]
    newline: str = "\n"

    @property
    def raw(self) -> str:
        bom = "\ufeff" if self.bom else ""
        return bom + self.front.raw + self.before + self.line.raw + "".join(c.raw for c in self.chunks)

    @property
    def sections(self) -> dict[str, SectionOnPage]:
        return {c.name: c for c in self.chunks if isinstance(c, SectionOnPage)}


@dataclass(frozen=True, slots=True)
class Broken:
    """A page that is left alone, with the line and the reason, and the sections that are whole."""

    line: int
    reason: str
    id: str | None = None
    sections: Mapping[str, SectionOnPage] = field(default_factory=dict)


def page_id(data: bytes) -> str | None:
    """The id in the page line, wherever it stands: ``None`` for a page that is not the builder's."""
    found = re.search(rb"^[ \t\xef\xbb\xbf]*<!-- wiki:page \d+ (\S+)", _narrow(data), re.MULTILINE)
    id_ = found[1].decode("ascii", "replace") if found else ""
    return id_ if is_id(id_) else None


def _narrow(data: bytes) -> bytes:
    """The bytes in which markers can be looked for, also where an editor saved the page as UTF-16."""
    return data.replace(b"\0", b"") if b"\0" in data else data


def is_untold(data: bytes) -> bool:
    """Whether the file is a page of the builder's of which nobody can tell whose: it has markers and no id."""
    return page_id(data) is None and bool(_ANY.search(_narrow(data).decode("utf-8", "replace")))


def read_page(data: bytes) -> Page | Broken | None:
    """A page from its bytes; ``None`` for a file that is none of the builder's."""
    if not _ANY.search(_narrow(data).decode("utf-8", "replace")):
        return None
    id_ = page_id(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return Broken(data[: error.start].count(b"\n") + 1, "not UTF-8", id_)
    try:
        return _page(text)
    except _Unreadable as problem:
        return Broken(problem.line, problem.reason, id_, _whole_sections(text))


class _Unreadable(Exception):
    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, reason


def _page(text: str) -> Page:
    bom, text = text.startswith("\ufeff"), text.removeprefix("\ufeff")
    for number, line in enumerate(text.split("\n"), 1):
        if _CONFLICT.match(line):
            raise _Unreadable(number, "conflict markers of git")
    try:
        front, rest = read_front_matter(text)
    except FrontMatterError as error:
        raise _Unreadable(error.line, error.reason) from None
    first = front.raw.count("\n") + 1
    lines = split_lines(rest)
    page_line, at = _page_line(lines, first)
    chunks = tuple(_chunks(lines[at + 1 :], first + at + 1))
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    return Page(bom, front, page_line, "".join(lines[:at]), chunks, newline)


def _page_line(lines: list[str], first: int) -> tuple[PageLine, int]:
    found = [at for at, line in enumerate(lines) if line.strip().startswith("<!-- wiki:page")]
    if not found:
        raise _Unreadable(first, "the page line is missing")
    if len(found) > 1:
        raise _Unreadable(first + found[1], "the page line stands twice")
    at = found[0]
    match = _PAGE.fullmatch(lines[at].strip())
    if not match:
        raise _Unreadable(first + at, "the page line cannot be read")
    if int(match[1]) > CONTRACT:
        raise _Unreadable(first + at, f"the page was written under contract {match[1]}, this builder knows {CONTRACT}")
    words = match[3].split()
    if not is_id(match[2]):
        raise _Unreadable(first + at, "the page line has an id that is none")
    sections = tuple(word for word in words if "=" not in word)
    keys = dict(word.rsplit("=", 1) for word in words if "=" in word)
    return PageLine(int(match[1]), match[2], sections, keys, lines[at]), at


def _chunks(lines: list[str], first: int) -> Iterator[Outside | SectionOnPage]:
    outside: list[str] = []
    seen: set[str] = set()
    position = 0
    while position < len(lines):
        line = lines[position]
        if not _ANY.search(line):
            outside.append(line)
            position += 1
            continue
        if outside:
            yield Outside("".join(outside))
            outside = []
        section, length = _section(lines, position, first)
        if section.name in seen:
            raise _Unreadable(first + position, f"section {section.name} stands twice")
        seen.add(section.name)
        yield section
        position += length
    if outside:
        yield Outside("".join(outside))


def _section(lines: list[str], position: int, first: int) -> tuple[SectionOnPage, int]:
    """The section that opens at ``position``, and the number of its lines."""
    opening = _OPEN.fullmatch(lines[position].strip())
    if not opening or lines[position][:1].isspace():
        raise _Unreadable(first + position, "a section marker cannot be read, or does not open a section")
    name = opening[1]
    for at in range(position + 1, len(lines)):
        if not _ANY.search(lines[at]):
            continue
        closing = _CLOSE.fullmatch(lines[at].strip())
        if not closing or closing[1] != name:
            raise _Unreadable(first + at, f"section {name} is not closed before another marker")
        body = "".join(lines[position + 1 : at])
        return _built(opening, lines[position], body, lines[at]), at - position + 1
    raise _Unreadable(first + position, f"section {name} is not closed")


def _built(opening: re.Match[str], raw: str, body: str, closing: str) -> SectionOnPage:
    items = dict(word.split("=", 1) for word in opening[3].split())
    marks = {id_: Mark.parse(mark) for id_, mark in items.items()}
    return SectionOnPage(opening[1], Mark.parse(opening[2]), marks, raw, body, closing)


def _whole_sections(text: str) -> dict[str, SectionOnPage]:
    """The sections of a broken page that are whole and single."""
    lines = split_lines(text)
    found: dict[str, list[SectionOnPage]] = {}
    for position, line in enumerate(lines):
        if opening := _OPEN.fullmatch(line.strip()):
            found.setdefault(opening[1], [])
            try:
                section, _ = _section(lines, position, 1)
            except _Unreadable:
                continue
            if not any(_CONFLICT.match(inner) for inner in split_lines(section.body)):
                found[section.name].append(section)
    opened = [m[1] for line in lines if (m := _OPEN.fullmatch(line.strip()))]
    return {name: all_[0] for name, all_ in found.items() if len(all_) == 1 and opened.count(name) == 1}
