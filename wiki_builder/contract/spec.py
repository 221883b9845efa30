"""What the builder would write now: a page's keys, sections and items,
with the hashes of their words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from wiki_builder.contract.frontmatter import Value
from wiki_builder.contract.items import Block, cut_items, may_have_items
from wiki_builder.contract.memory import Mark
from wiki_builder.contract.normal import text_hash


# no slots: what is cut and hashed is kept, or long lists would cost the square of their length
@dataclass(frozen=True)
class Section:
    """What the builder would write now: ``value`` is the field's words, whatever the template.

    ``leaving`` are items that stand here for a person's words only: without these, they would go.
    """

    name: str
    body: str
    value: str | None = None
    item_values: Mapping[str, str] = field(default_factory=dict)
    leaving: frozenset[str] = frozenset()

    @property
    def empty(self) -> bool:
        return not self.body.strip()

    @cached_property
    def inner(self) -> str:
        """All between the two marker lines, as the builder lays it out."""
        return f"{self.body.strip()}\n"

    @property
    def head(self) -> str:
        return self._cut[0]

    @cached_property
    def items(self) -> dict[str, Block]:
        """The items by id, in order."""
        if not may_have_items(self.body, self.name):
            return {}
        return {block.id: block for block in self._cut[1] if block.id}

    @cached_property
    def _cut(self) -> tuple[str, tuple[Block, ...]]:
        return cut_items(self.inner, self.name)

    @cached_property
    def mark(self) -> Mark:
        """The hashes of the whole, or of the head where the section has items."""
        text = self.head if self.items else self.body
        return Mark.of(text_hash(text), text_hash(self.value if self.value is not None else text))

    def item_mark(self, id_: str) -> Mark:
        if id_ not in self._item_marks:
            text = self.items[id_].text
            hashes = text_hash(text), text_hash(self.item_values.get(id_, text))
            self._item_marks[id_] = Mark.of(*hashes)
        return self._item_marks[id_]

    @cached_property
    def _item_marks(self) -> dict[str, Mark]:
        return {}


@dataclass(frozen=True, slots=True)
class Fixed:
    """Text that stands on a page when it is new, and is the person's from then on."""

    text: str


@dataclass(frozen=True)  # no slots: see Section
class PageSpec:
    """A page as the builder would write it now. ``path`` is relative to ``docs/``.

    ``renames`` gives today's names of sections that had another one; none for what is written no
    more: there goes what is the builder's, and what is a person's stays.
    """

    id: str
    path: str
    keys: Mapping[str, Value]
    chunks: tuple[Section | Fixed, ...]
    renames: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def sections(self) -> dict[str, Section]:
        return {c.name: c for c in self.chunks if isinstance(c, Section)}

    def section(self, name: str) -> Section | None:
        """A section as it would be now: empty where it is written no more, ``None`` where there
        never was one.
        """
        return self.sections.get(name) or (Section(name, "") if self.is_gone(name) else None)

    def is_gone(self, name: str) -> bool:
        """Whether a section that once was is written no more."""
        return name not in self.sections and self.renames.get(name) == ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """An edited section, item or key for which the builder has something new to say.

    ``proposed`` is empty where that is to take it away.
    """

    page: str
    section: str
    item: str | None
    current: str
    proposed: str
