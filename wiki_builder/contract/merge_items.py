"""Merging a list that is owned item by item.

An item that a person reworded, deleted or added is theirs, and so is the order once
they changed it; all other items are the builder's and follow its words and its order.
Also here: whose a piece of text is, which sections and items share.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from wiki_builder.contract.items import Block
from wiki_builder.contract.memory import Mark
from wiki_builder.contract.normal import same, text_hash
from wiki_builder.contract.page import SectionOnPage
from wiki_builder.contract.spec import Section

_TARGET = re.compile(r"\]\(\s*<?([^()\s<>]*)")


@dataclass(frozen=True, slots=True)
class _Placed:
    """A piece of the list as it shall stand; one that is ``apart`` is a paragraph of its own, and stays one."""

    id: str | None
    raw: str
    apart: bool = False


def _joined(placed: list[_Placed], newline: str) -> str:
    text = ""
    for one in placed:
        blank = one.apart and text.strip() and not text.endswith(("\n\n", "\r\n\r\n"))
        text += f"{newline if blank else ''}{one.raw}"
    return text


class ItemMerge:
    """The items of one section: which are whose, their marks, and their order."""

    def __init__(self, on_page: SectionOnPage, section: Section) -> None:
        self.on_page, self.section, self.new = on_page, section, section.items
        self.blocks = on_page.blocks
        ids = [id_ for block in self.blocks for id_ in block.ids]
        self.single = {b.id: b for b in self.blocks if b.id and ids.count(b.id) == 1}
        self.present = set(ids)
        self.head_owner = owner_of(on_page.head, on_page.mark, section.head, section.mark)
        self.proposals: list[tuple[str, str, str]] = []
        self.owners = {id_: self._owner(id_, block) for id_, block in self.single.items()}
        self.marks = dict(self._marks())

    @property
    def nothing_of_a_person(self) -> bool:
        """Whether all that stands in the section is the builder's, in the builder's order, with nothing deleted."""
        return (
            self.head_owner != "person"
            and all(block.id in self.owners and self.owners[block.id] != "person" for block in self.blocks)
            and set(self.on_page.items) <= self.present
            and self._builders_order
        )

    @property
    def nothing_left(self) -> bool:
        """Whether the builder's own leaving takes all with it: of a person there was the order alone."""
        return (
            self.head_owner != "person"
            and not self.marks
            and all(self.owners.get(block.id or "") == "builder" for block in self.blocks)
        )

    @property
    def unchanged(self) -> bool:
        """Whether hashes, items and order are what the builder would write now."""
        now = {id_: self.section.item_mark(id_) for id_ in self.new}
        return (
            self.on_page.mark == self.section.mark
            and list(self.on_page.items.items()) == list(now.items())
            and not leads_elsewhere(self.on_page.body, self.section.body)
        )

    @property
    def _builders_order(self) -> bool:
        known = [block.id for block in self.blocks if block.id in self.on_page.items and block.id in self.single]
        return known == [id_ for id_ in self.on_page.items if id_ in self.single]

    def _owner(self, id_: str, block: Block) -> str:
        mark, new = self.on_page.items.get(id_), self.new.get(id_)
        if mark is None:
            return "agreed" if new and same(block.text, new.text) else "person"
        if mark.keep or mark.none:
            return "person"
        if new is None:
            return "builder" if text_hash(block.text) == mark.text else "person"
        owner = owner_of(block.text, mark, new.text, self.section.item_mark(id_))
        if owner == "person" and mark.value != self.section.item_mark(id_).value and not same(block.text, new.text):
            proposed = "" if id_ in self.section.leaving else new.text.strip()
            self.proposals.append((id_, block.text.strip(), proposed))
        return owner

    def _marks(self) -> Iterator[tuple[str, Mark]]:
        """The items' marks: in the builder's order, then what else was ever here."""
        old = self.on_page.items
        for id_ in self.new:
            owner = self.owners.get(id_)
            if owner in ("builder", "agreed") or (id_ not in old and id_ not in self.present):
                yield id_, self.section.item_mark(id_)
            elif id_ in old:
                yield id_, old[id_]
        for id_, mark in old.items():
            if id_ not in self.new and self.owners.get(id_) != "builder":
                yield id_, mark

    def body(self, newline: str) -> str:
        """The body with the builder's items brought up to date, and everything else as it stands."""
        new_head = self.head_owner == "builder" and self.section.mark != self.on_page.mark and not self.section.empty
        head = self.section.head.replace("\n", newline) if new_head else self.on_page.head
        arranged = self._arranged(newline)
        added = newline if arranged and not self.blocks else ""
        return head + _joined(arranged, newline) + self._tail + added

    @property
    def _tail(self) -> str:
        """The blank lines behind the last block: they stay at the end."""
        trailing = self.blocks[-1].trailing if self.blocks else ""
        return trailing[trailing.find("\n") + 1 :]

    def _raw(self, block: Block) -> str:
        last = self._tail and block is self.blocks[-1]
        return block.raw[: -len(self._tail)] if last else block.raw

    def _arranged(self, newline: str) -> list[_Placed]:
        placed: list[_Placed] = []
        order = iter([id_ for id_ in self.new if id_ in self.single and id_ in self.on_page.items])
        apart = False  # whether a blank line stands before a block
        for block in self.blocks:
            if block.id is None or block.id not in self.single:
                placed.append(_Placed(None, self._raw(block), apart and block.is_text))
            elif block.id in self.new:
                known = block.id in self.on_page.items
                id_ = next(order) if self._builders_order and known else block.id
                placed.append(_Placed(id_, self._text(id_, newline)))
            elif self.owners[block.id] != "builder":
                placed.append(_Placed(block.id, self._raw(block)))
            apart = block.trailing.count("\n") > 1
        return self._with_new(placed, newline)

    def _text(self, id_: str, newline: str) -> str:
        """An item's text as it shall stand: as it is, or the builder's new one."""
        mark, block, new = self.on_page.items.get(id_), self.single[id_], self.new[id_]
        if self.owners[id_] == "builder" and (
            mark != self.section.item_mark(id_) or leads_elsewhere(block.text, new.text)
        ):
            return _item(new, newline)
        return self._raw(block)

    def _with_new(self, placed: list[_Placed], newline: str) -> list[_Placed]:
        """New items, each behind the item that precedes it in the builder's order."""
        previous: str | None = None
        for id_, block in self.new.items():
            if id_ not in self.present and id_ not in self.on_page.items:
                at = next((i + 1 for i, one in enumerate(placed) if one.id == previous and previous), 0)
                placed.insert(at, _Placed(id_, _item(block, newline)))
            if any(one.id == id_ for one in placed):
                previous = id_
        return placed


def leads_elsewhere(current: str, new: str) -> bool:
    """Whether relative links have other folders, to which the normal form is blind: the page, or another, was moved."""
    return _targets(current) != _targets(new)


def _targets(text: str) -> list[str]:
    return [posixpath.normpath(unquote(target)) for target in _TARGET.findall(text)]


def _item(block: Block, newline: str) -> str:
    """An item as the builder writes it, without the blank lines behind."""
    return f"{block.raw.rstrip()}\n".replace("\n", newline)


def owner_of(current: str, mark: Mark, new_text: str, new: Mark) -> str:
    """``builder``, ``agreed`` (VALUE is current and it equals what the builder would write), or ``person``."""
    if mark.keep:
        return "person"
    if mark.none:
        return "agreed" if same(current, new_text) else "person"
    if text_hash(current) == mark.text:
        return "builder"
    return "agreed" if mark.value == new.value and same(current, new_text) else "person"
