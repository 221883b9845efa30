"""Merging a list that is owned item by item.

An item that a person reworded, deleted or added is theirs, and so is the order once
they changed it; all other items are the builder's and follow its words and its order.
Also here: whose a piece of text is, which sections and items share.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from urllib.parse import unquote

from wiki_builder.contract.items import Block
from wiki_builder.contract.memory import Mark
from wiki_builder.contract.normal import same, text_hash
from wiki_builder.contract.page import SectionOnPage
from wiki_builder.contract.spec import Section

_TARGET = re.compile(r"\]\(\s*<?([^()\s<>]*)")


@dataclass(frozen=True, slots=True)
class _Placed:
    """A piece of the list as it shall stand, and the blank lines behind it.

    One that is ``apart`` is a paragraph of its own, and stays one.
    """

    id: str | None
    raw: str
    behind: str
    apart: bool = False


def _joined(placed: list[_Placed], newline: str) -> str:
    text = placed[0].raw + placed[0].behind
    for before, one in pairwise(placed):
        text += f"{newline if one.apart and not _ends_apart(before) else ''}{one.raw}{one.behind}"
    return text


def _ends_apart(one: Block | _Placed) -> bool:
    """Whether what follows is a paragraph of its own: it stands on top, or behind a blank line."""
    return bool(one.behind) or not one.raw.strip()


class ItemMerge:
    """The items of one section: which are whose, their marks, and their order."""

    def __init__(self, on_page: SectionOnPage, section: Section) -> None:
        self.on_page, self.section, self.new = on_page, section, section.items
        self.present = Counter(id_ for block in on_page.blocks for id_ in block.ids)
        single = {id_ for id_, times in self.present.items() if times == 1}
        self.blocks = [
            block if block.id in single else Block(block.raw) for block in on_page.blocks
        ]
        self.head_owner = owner_of(on_page.head, on_page.mark, section.head, section.mark)
        self.proposals: list[tuple[str, str, str]] = []
        self.owners = {block.id: self._owner(block.id, block) for block in self.blocks if block.id}
        self.marks = dict(self._marks())

    @property
    def nothing_of_a_person(self) -> bool:
        """Whether all that stands in the section is the builder's, with nothing deleted.

        And in the builder's order, which is all that a person has of a section that the builder
        takes away.
        """
        return (
            "person" not in (self.head_owner, *self.owners.values())
            and all(block.id for block in self.blocks)
            and self.on_page.items.keys() <= self.present.keys()
            and (self.section.empty or self._builders_order)
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
        known = [block.id for block in self.blocks if block.id in self.on_page.items]
        return known == [id_ for id_ in self.on_page.items if id_ in self.owners]

    def _is_new(self, id_: str) -> bool:
        """Whether an item never was in the section."""
        return id_ not in self.present and id_ not in self.on_page.items

    def _owner(self, id_: str, block: Block) -> str:
        mark, new = self.on_page.items.get(id_), self.new.get(id_)
        if mark is None:
            return "agreed" if new and same(block.text, new.text) else "person"
        if mark.keep or mark.none:
            return "person"
        if new is None:
            return "builder" if text_hash(block.text) == mark.text else "person"
        owner = owner_of(block.text, mark, new.text, self.section.item_mark(id_))
        if (
            owner == "person"
            and mark.value != self.section.item_mark(id_).value
            and not same(block.text, new.text)
        ):
            proposed = "" if id_ in self.section.leaving else new.text.strip()
            self.proposals.append((id_, block.text.strip(), proposed))
        return owner

    def _marks(self) -> Iterator[tuple[str, Mark]]:
        """The items' marks: in the builder's order, then what else was ever here."""
        old = self.on_page.items
        for id_ in self.new:
            owner = self.owners.get(id_)
            if owner in ("builder", "agreed") or self._is_new(id_):
                yield id_, self.section.item_mark(id_)
            elif id_ in old:
                yield id_, old[id_]
        for id_, mark in old.items():
            if id_ not in self.new and self.owners.get(id_) != "builder":
                yield id_, mark

    def body(self, newline: str) -> str:
        """The body with the builder's items brought up to date,
        and everything else as it stands.
        """
        return _joined(self._with_new(self._in_order(self._standing(newline)), newline), newline)

    def _standing(self, newline: str) -> list[_Placed]:
        """The head, and behind it the blocks that stay, each in its place;
        what goes leaves its blank lines.
        """
        before, head = Block(self.on_page.head), Block(self._head(newline))
        placed = [_Placed(None, head.bare, head.behind)]
        for block in self.blocks:
            apart = block.is_text and _ends_apart(before)
            if text := self._text(block, newline):
                placed.append(_Placed(block.id, text, block.behind, apart))
            elif not _ends_apart(placed[-1]):
                placed[-1] = replace(placed[-1], behind=block.behind)
            before = block
        return placed

    def _head(self, newline: str) -> str:
        """The head as it shall stand: as it is, or the builder's new one."""
        current, new = self.on_page.head, self.section.head
        changed = self.section.mark != self.on_page.mark or leads_elsewhere(current, new)
        if self.head_owner == "builder" and changed and not self.section.empty:
            return new.replace("\n", newline)
        return current

    def _text(self, block: Block, newline: str) -> str:
        """A block as it shall stand: as it is, the builder's new one,
        or nothing where that is gone.
        """
        if block.id is None or self.owners[block.id] != "builder":
            return block.bare
        new = self.new.get(block.id)
        if new is None:
            return ""
        changed = self.on_page.items[block.id] != self.section.item_mark(block.id)
        return (
            new.bare.replace("\n", newline)
            if changed or leads_elsewhere(block.text, new.text)
            else block.bare
        )

    def _in_order(self, placed: list[_Placed]) -> list[_Placed]:
        """The items in the builder's order, unless a person changed it;
        blank lines stay where they are.
        """
        if not self._builders_order:
            return placed
        known = {
            one.id: one for one in placed if one.id in self.new and one.id in self.on_page.items
        }
        turned = iter([known[id_] for id_ in self.new if id_ in known])
        return [
            replace(next(turned), behind=one.behind) if one.id in known else one for one in placed
        ]

    def _with_new(self, placed: list[_Placed], newline: str) -> list[_Placed]:
        """New items, each behind the item that precedes it in the builder's order,
        before the blank lines there.
        """
        at = 0
        for id_, block in self.new.items():
            if self._is_new(id_):
                before, behind = placed[at], ""
                if before.id and not before.apart:
                    placed[at], behind = replace(before, behind=""), before.behind
                placed.insert(at + 1, _Placed(id_, block.bare.replace("\n", newline), behind))
            at = next((place for place, one in enumerate(placed) if one.id == id_), at)
        return placed


def leads_elsewhere(current: str, new: str) -> bool:
    """Whether relative links have other folders, to which the normal form is blind:
    the page, or another, was moved.
    """
    return _targets(current) != _targets(new)


def _targets(text: str) -> list[str]:
    return [posixpath.normpath(unquote(target)) for target in _TARGET.findall(text)]


def owner_of(current: str, mark: Mark, new_text: str, new: Mark) -> str:
    """``builder``, ``agreed`` (VALUE is current and it equals what the builder would
    write), or ``person``.
    """
    if mark.none:
        return "agreed" if same(current, new_text) else "person"
    if text_hash(current) == mark.text:
        return "builder"
    return "agreed" if mark.value == new.value and same(current, new_text) else "person"
