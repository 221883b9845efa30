"""Which parts of a Markdown text are prose, and which may not be touched.

Code, maths, comments, links, pictures, HTML and front matter are closed. What is open
to a wikilink (a heading, the text within an inline tag) may still be closed to links
that nobody asked for. The text is only looked at; nothing here changes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markdown.util import BLOCK_LEVEL_ELEMENTS

from wiki_builder.contract.page import SECTION_NAME

_FRONT = re.compile(r"\ufeff?---[ \t]*\r?\n(?=[\w-]+[ \t]*:)(?:.*\n)*?---[ \t]*(?:\r?\n|\Z)")
_EDGE = re.compile(
    r"^(?:[ \t>]*(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})[^\n]*"
    rf"|<!-- (?:wiki:(?P<open>{SECTION_NAME})|(?P<close>/wiki)) -->[ \t\r]*$"
    r"|[ \t]*\r?\n(?P<code>(?:(?: {4}|\t)[^\n]*\n?)+))",
    re.MULTILINE,
)
_KEEPS_INDENTED = re.compile(r"[ ]{0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+\S|!!!|\?\?\?|///")

_SPECIAL = re.compile(r"[<$\\\[]")
_HEADING = re.compile(
    r"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?#{1,6}[^\n]*|^[^\n]+\n(?:=+|-+)[ \t\r]*$",
    re.MULTILINE,
)
_BLOCK_ENDS = re.compile(r"\n(?=[ \t>]*(?:\r?\n|[-*+][ \t]|\d{1,9}[.)][ \t]|[#|]))")
_CODE = re.compile(r"(`+).+?(?<!`)\1(?!`)", re.DOTALL)  # as Python-Markdown reads it
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_TAG = re.compile(r"<(?P<slash>/?)(?P<name>[A-Za-z][\w-]*)[^<>]*>")
_DOLLARS = re.compile(r"\$\$(?:\\.|[^\\])+?\$\$|\$(?!\s)(?:\\.|[^\\$])+?(?<!\s)\$", re.DOTALL)
_TEX = re.compile(
    r"\\\((?:\\[^)]|[^\\])+?\\\)|\\\[(?:\\[^\]]|[^\\])+?\\\]|\\begin\{([a-z]+\*?)\}.+?\\end\{\1\}",
    re.DOTALL,
)
_WIKILINK = re.compile(
    r"\[\[(?=[^\[\]]*[^\s\[\]|])([^\[\]\n]*(?:\n[^\[\]\n]+)?)\]\](?!\(|\[(?!\[))"
)
_PLAIN_LINK = re.compile(r"\[[^\[\]`<$\\\n]*\]\([^()\s<>]*\)")
_BRACKET = re.compile(r"\\.|[\[\]]", re.DOTALL)
_PARENTHESIS = re.compile(r"\\.|<[^<>\n]*>|[()]", re.DOTALL)

_LONGEST = 2_000  # characters of a link; what goes on for longer is none
# brackets within brackets; no link has so many, and a text of nothing else takes no time
_DEEPEST = 40

_BLOCKS = frozenset(BLOCK_LEVEL_ELEMENTS)
_VERBATIM = frozenset(
    ("a", "abbr", "button", "code", "kbd", "math", "pre", "samp", "script", "style", "svg")
)
_EMPTY = frozenset(
    ("area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text without fences and markers;
    ``section`` is the one that it stands in, empty outside.
    """

    start: int
    end: int
    section: str = ""


@dataclass(frozen=True, slots=True)
class Wikilink:
    """``[[…]]`` from ``start`` to ``end``, and what stands within."""

    start: int
    end: int
    inner: str


@dataclass(frozen=True, slots=True)
class Prose:
    """The wikilinks of a piece, and the stretches (start, end) that are plain prose, in order."""

    wikilinks: tuple[Wikilink, ...]
    plain: tuple[tuple[int, int], ...]


def pieces(text: str) -> tuple[Piece, ...]:
    """``text`` without front matter, fences, indented code and marker lines.

    A section counts if it is closed before another marker; else its text stands outside.
    """
    found: list[Piece] = []
    front = _FRONT.match(text)
    start = position = front.end() if front else 0
    opened, first = "", 0  # the section that is open, and its first piece
    while edge := _EDGE.search(text, position):
        begin, end = edge.span()
        if edge["code"] is not None:
            begin = edge.start("code")
            if in_list(text[: edge.start()]):
                position = begin
                continue
        elif edge["fence"]:
            end = _fence_end(text, edge)
            if end < 0:
                position = edge.end()
                continue
        found.append(Piece(start, begin))
        if edge["close"] and opened:
            found[first:] = [Piece(piece.start, piece.end, opened) for piece in found[first:]]
        if edge["open"] or edge["close"]:
            opened, first = edge["open"] or "", len(found)
        start = position = end
    found.append(Piece(start, len(text)))
    return tuple(piece for piece in found if piece.start < piece.end)


def prose(text: str, piece: Piece) -> Prose:
    """What stands in a piece."""
    # first of all, since for Markdown what stands in code is nothing else
    codes = _codes(text, piece)
    closed = [*codes, *(match.span() for match in _HEADING.finditer(text, piece.start, piece.end))]
    wikilinks: list[Wikilink] = []
    position = piece.start
    while special := _SPECIAL.search(text, position, piece.end):
        at = special.start()
        while codes and codes[0][1] <= at:
            codes.pop(0)
        if codes and codes[0][0] < at:
            position = codes[0][1]
        elif found := special[0] == "[" and _WIKILINK.match(text, at, piece.end):
            if text[at - 1 : at] != "!":
                wikilinks.append(Wikilink(*found.span(), found[1]))
            closed.append(found.span())
            position = found.end()
        else:
            position, until = _CLOSED[special[0]](
                text, at, piece, codes[0][0] if codes else piece.end
            )
            closed += [(at, until)] if until > at else []
    return Prose(tuple(wikilinks), tuple(_between(closed, piece)))


def _between(closed: list[tuple[int, int]], piece: Piece) -> Iterator[tuple[int, int]]:
    position = piece.start
    for start, end in sorted(closed):
        if start > position:
            yield position, start
        position = max(position, end)
    if position < piece.end:
        yield position, piece.end


# --- Lines ------------------------------------------------------------------------


def _fence_end(text: str, fence: re.Match[str]) -> int:
    """Where the fenced code ends; -1 where it is never closed, and so is none."""
    mark = fence["fence"]
    closing = re.compile(rf"^[ \t>]*{mark[0]}{{{len(mark)},}}[ \t\r]*$\n?", re.MULTILINE)
    found = closing.search(text, fence.end())
    return found.end() if found else -1


def in_list(text: str) -> bool:
    """Whether what is indented behind ``text`` belongs to a list item or an
    admonition, and is no code.
    """
    lines = text.split("\n")
    for number in reversed(range(len(lines))):
        if _KEEPS_INDENTED.match(lines[number]):
            return True
        starts = not number or not lines[number - 1].strip()
        if starts and lines[number].strip() and not lines[number].startswith((" ", "\t")):
            return False
    return False


# --- Within lines -----------------------------------------------------------------
# Each gives where to go on, and up to where what begins at ``at`` is closed; ``code`` is where the
# next code begins.


def _codes(text: str, piece: Piece) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    position = piece.start
    while (at := text.find("`", position, piece.end)) >= 0:
        before = text[max(piece.start, at - 8) : at]
        escaped = (len(before) - len(before.rstrip("\\"))) % 2
        code = None if escaped else _CODE.match(text, at, _block_end(text, at, piece))
        found += [code.span()] if code else []
        position = code.end() if code else at + 1
    return found


def _maths(text: str, at: int, piece: Piece, code: int) -> tuple[int, int]:
    found = _DOLLARS.match(text, at, min(_block_end(text, at, piece), code))
    return (found.end(), found.end()) if found else (at + 1, at)


def _backslash(text: str, at: int, piece: Piece, code: int) -> tuple[int, int]:
    found = _TEX.match(text, at, min(_block_end(text, at, piece), code))
    return (found.end(), found.end()) if found else (at + 2, at)


def _html(text: str, at: int, piece: Piece, code: int) -> tuple[int, int]:
    """A comment or a tag; a block, and what shows its text as it stands, up to its closing tag."""
    if comment := _COMMENT.match(text, at, piece.end):
        return comment.end(), comment.end()
    tag = _TAG.match(text, at, piece.end)
    if not tag:
        return at + 1, at
    name = tag["name"].lower()
    if tag["slash"] or name in _EMPTY or tag[0].endswith("/>"):
        return tag.end(), tag.end()
    if name in _BLOCKS and not text[text.rfind("\n", 0, at) + 1 : at].strip():
        return (_element_end(text, tag, piece.end) or piece.end,) * 2
    end = _element_end(text, tag, _block_end(text, at, piece)) or tag.end()
    return (end if name in _VERBATIM else tag.end()), end


def _element_end(text: str, tag: re.Match[str], stop: int) -> int:
    """Behind the tag that closes an element; 0 where there is none."""
    depth = 1
    for other in re.compile(rf"<(/?){re.escape(tag['name'])}\b[^<>]*>", re.IGNORECASE).finditer(
        text, tag.end(), stop
    ):
        depth += -1 if other[1] else 1
        if not depth:
            return other.end()
    return 0


def _brackets(text: str, at: int, piece: Piece, code: int) -> tuple[int, int]:
    """A link or a picture as a whole; any other brackets are open to wikilinks alone."""
    if plain := _PLAIN_LINK.match(text, at, piece.end):
        return plain.end(), plain.end()
    stop = min(_block_end(text, at, piece), at + _LONGEST)
    end = _balanced(_BRACKET, text, at, stop)
    behind = text[end : end + 1] if end else ""
    if behind == "(":
        return (_balanced(_PARENTHESIS, text, end, stop) or stop,) * 2
    if (
        behind == "["
        and text[end : end + 2] != "[["
        and (closed := _balanced(_BRACKET, text, end, stop))
    ):
        return closed, closed
    if behind == ":" and not text[text.rfind("\n", 0, at) + 1 : at].strip():
        line = text.find("\n", end, stop)
        return (stop if line < 0 else line,) * 2
    return at + 1, end


def _balanced(marks: re.Pattern[str], text: str, at: int, stop: int) -> int:
    """Behind the bracket that closes the one at ``at``;
    0 where there is none, or too many stand in it.
    """
    depth = 0
    for mark in marks.finditer(text, at, stop):
        if mark[0] in "[(":
            depth += 1
            if depth > _DEEPEST:
                return 0
        elif mark[0] in "])":
            depth -= 1
            if not depth:
                return mark.end()
    return 0


def _block_end(text: str, at: int, piece: Piece) -> int:
    found = _BLOCK_ENDS.search(text, at, piece.end)
    return found.start() if found else piece.end


_CLOSED = {"$": _maths, "\\": _backslash, "<": _html, "[": _brackets}
