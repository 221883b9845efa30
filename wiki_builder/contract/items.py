"""Lists owned item by item: cutting a section's body into its items.

An item carries its id behind its words, ``^c5fa2f``: at the end of its first paragraph, or of a
table row's last cell. That is the id of a block in Obsidian, which hides it and leads to it by
``page.md#^c5fa2f`` (https://help.obsidian.md/links#Link+to+a+block+in+a+note), but not in a table:
there it is text, and what leads to a claim leads to its line in a list. In a list of links
(:data:`LISTS_OF_LINKS`) the first link's page is the id, and there is no mark. An item without an
id is a person's, and so is whatever stands between items.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from urllib.parse import unquote

from wiki_builder.contract.normal import split_lines

LISTS_OF_LINKS = frozenset({"papers", "concepts"})  # sections, without their language

ITEM_MARK = re.compile(
    r"(?:(?<=[ \t])|^)\^([A-Za-z0-9-]+)(?=(?:[ \t]+\^[A-Za-z0-9-]+)*[ \t]*\|?[ \t]*\r?$)",
    re.MULTILINE,
)
_MARK_AND_BLANK = re.compile(rf"[ \t]*{ITEM_MARK.pattern}", re.MULTILINE)
_NO_ID = re.compile(r"[^A-Za-z0-9-]+")
_STARTS = re.compile(r"[-*+](?=\s)|\d{1,9}[.)](?=\s)")
_UNDER = re.compile(r"[ \t]+(?:[-*+]|\d{1,9}[.)])(?=\s)|[ \t]*\r?$")
_LINK = re.compile(r"\]\(\s*<?([^()\s<>]*)")


def item_id(own: str) -> str:
    """An id as an item has it: without its kind (``arxiv:``),
    and ``-`` for what cannot stand in a block's id.
    """
    return _NO_ID.sub("-", own.rpartition(":")[2])


def item_mark(own: str, path: str = "") -> str:
    """The mark of the item ``own``; empty where its first link,
    to the page at ``path``, says as much.
    """
    return "" if _page_id(path) == item_id(own) else f"^{item_id(own)}"


def _page_id(path: str) -> str:
    """The id of an item that is a link to the page at ``path``: the name of its file."""
    return item_id(posixpath.basename(unquote(path)).removesuffix(".md"))


@dataclass(frozen=True, slots=True)
class Block:
    """One item, or one piece of a person's text between items: ``raw`` ends with its line end."""

    raw: str
    ids: tuple[str, ...] = ()

    @property
    def id(self) -> str | None:
        """The item's id; ``None`` for a person's text and for an item with two ids."""
        return self.ids[0] if len(self.ids) == 1 else None

    @property
    def text(self) -> str:
        """The item without its mark; another mark is a person's, and one of their words."""
        if "^" not in self.raw:
            return self.raw
        first = _first_paragraph(self.raw)
        # from the last sign before the blanks before what may be a mark
        at = max(0, len(first.partition("^")[0].rstrip(" \t")) - 1)
        bare = _MARK_AND_BLANK.sub(
            lambda found: "" if found[1] in self.ids else found[0], first[at:]
        )
        return first[:at] + bare + self.raw[len(first) :]

    @property
    def is_text(self) -> bool:
        """Whether it is neither an item of a list nor a row."""
        return _is_text(self.raw)

    @property
    def behind(self) -> str:
        """The blank lines behind the item."""
        return self.raw[len(self.raw.rstrip()) :].partition("\n")[2]

    @property
    def bare(self) -> str:
        """The item without the blank lines behind it."""
        return self.raw.removesuffix(self.behind)

    def named(self, id_: str) -> Block:
        """The block as the item ``id_``."""
        return replace(self, ids=(id_,))


def without_marks(text: str) -> str:
    """Items without their marks, and without the blanks before these."""
    return _MARK_AND_BLANK.sub("", text) if "^" in text else text


def may_have_items(body: str, name: str) -> bool:
    """Whether the body of the section ``name`` can hold an item; most can be told at a glance."""
    return "^" in body or name.partition(".")[0] in LISTS_OF_LINKS


@lru_cache(maxsize=512)  # asked for the head, the items and their marks of the same section
def cut_items(body: str, name: str, known: tuple[str, ...] = ()) -> tuple[str, tuple[Block, ...]]:
    """The head of the body of the section ``name`` (up to the first item), and the blocks that
    follow it.

    Where a line has several marks or links, it is the item that is ``known``.
    """
    links = name.partition(".")[0] in LISTS_OF_LINKS
    blocks = [Block(raw, _ids(raw, links, known)) for raw in _pieces(body)]
    first = next(
        (i for i, block in enumerate(blocks) if block.ids or _STARTS.match(block.raw)), len(blocks)
    )
    return "".join(block.raw for block in blocks[:first]), tuple(blocks[first:])


def _ids(raw: str, links: bool, known: tuple[str, ...]) -> tuple[str, ...]:
    first = _first_paragraph(raw)
    at = first.find("^")
    marks = tuple(ITEM_MARK.findall(first, at)) if at >= 0 else ()
    if ours := tuple(mark for mark in marks if mark in known):
        return ours
    pages = _linked_pages(first) if links and not _is_text(raw) else []
    if named := [page for page in pages if page in known]:
        return (named[0],)
    return marks or tuple(page for page in pages[:1] if page)


def _linked_pages(text: str) -> list[str]:
    """The pages to which the links of a text lead; empty for one that leads elsewhere."""
    targets = [target.partition("#")[0] for target in _LINK.findall(text)]
    return [
        _page_id(target) if target.endswith(".md") and "://" not in target else ""
        for target in targets
    ]


def _first_paragraph(raw: str) -> str:
    """An item up to the list or the blank line within it."""
    if raw.find("\n") in (-1, len(raw) - 1):
        return raw
    first, *others = split_lines(raw)
    return first + "".join(takewhile(lambda line: not _UNDER.match(line), others))


def _pieces(body: str) -> Iterator[str]:
    """List items with what is indented under them, table rows, and other lines,
    each with the blank lines behind.
    """
    piece: list[str] = []
    for line in split_lines(body):
        if piece and _begins(line, piece):
            yield "".join(piece)
            piece = []
        piece.append(line)
    if piece:
        yield "".join(piece)


def _begins(line: str, piece: list[str]) -> bool:
    """Whether ``line`` starts a new piece behind ``piece``."""
    if not line.strip():
        return False
    if not _is_text(line) or piece[0].startswith("|"):
        return True
    under = _STARTS.match(piece[0]) and line.startswith((" ", "\t"))
    return not piece[-1].strip() and not under


def _is_text(raw: str) -> bool:
    """Whether a piece or its first line is neither an item of a list nor a row."""
    return not _STARTS.match(raw) and not raw.startswith("|")
