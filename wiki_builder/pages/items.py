"""Lists owned item by item: cutting a section's body into its items.

An item carries its id at the end of its line: ``[¶](#e-c3f9a2c1)`` for a claim, which
is also the link to its evidence, and ``<!-- #credit-assignment -->`` for all else. An
item without an id is a person's, and so is whatever stands between items.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from wiki_builder.pages.normal import split_lines

_ID = r"[A-Za-z0-9._:/-]+"
ITEM_MARK = re.compile(rf"[ \t]*(?:\[¶\]\(#e-({_ID})\)|<!-- #({_ID}) -->)")
_STARTS = re.compile(r"[-*+](?=\s)|\d{1,9}[.)](?=\s)")


def claim_mark(id_: str) -> str:
    """The mark of a claim: a link to its evidence on the same page."""
    return f"[¶](#e-{id_})"


def item_mark(id_: str) -> str:
    """The mark of any other item: a comment."""
    return f"<!-- #{id_} -->"


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
        """The item without its mark."""
        return ITEM_MARK.sub("", self.raw)

    @property
    def trailing(self) -> str:
        """The blank lines behind the item."""
        return self.raw[len(self.raw.rstrip()) :]


@lru_cache(maxsize=512)  # asked for the head, the items and their marks of the same section
def cut_items(body: str) -> tuple[str, tuple[Block, ...]]:
    """The head of a section's body (up to the first item), and the blocks that follow it."""
    blocks = [Block(raw, _ids(raw)) for raw in _pieces(body)]
    first = next((i for i, block in enumerate(blocks) if block.ids or _STARTS.match(block.raw)), len(blocks))
    return "".join(block.raw for block in blocks[:first]), tuple(blocks[first:])


def _ids(raw: str) -> tuple[str, ...]:
    return tuple(found[1] or found[2] for found in ITEM_MARK.finditer(raw))


def _pieces(body: str) -> Iterator[str]:
    """List items with what is indented under them, table rows, and other lines, each with the blank lines behind."""
    piece: list[str] = []
    kind = ""
    for line in split_lines(body):
        if piece and _begins(line, piece, kind):
            yield "".join(piece)
            piece = []
        if not piece:
            kind = _kind(line)
        piece.append(line)
    if piece:
        yield "".join(piece)


def _kind(line: str) -> str:
    if _STARTS.match(line):
        return "item"
    return "row" if line.startswith("|") else "text"


def _begins(line: str, piece: list[str], kind: str) -> bool:
    """Whether ``line`` starts a new piece behind ``piece``."""
    if not line.strip():
        return False
    after_blank = not piece[-1].strip()
    if kind == "text" and not any(part.strip() for part in piece):
        return True
    if _kind(line) != "text":
        return True
    return kind == "row" or (after_blank and not (kind == "item" and line[:1] in " \t"))
