"""Putting what the builder would write now into a page as it stands.

``merge`` is a function from a page and a :class:`PageSpec` to a new text. It never
changes a byte of what is a person's: text outside of sections, sections and items
that were edited, what was deleted (it stays away), and the order of it all.

Whose is a section? The builder's if its text in normal form has hash TEXT, or if
VALUE is current and it equals what the builder would write now.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import unquote

from wiki_builder.pages.frontmatter import FrontMatter, Value, value_hash
from wiki_builder.pages.items import Block, cut_items
from wiki_builder.pages.normal import same, text_hash
from wiki_builder.pages.page import CONTRACT, Mark, Outside, Page, PageLine, SectionOnPage

_TARGET = re.compile(r"\]\(\s*<?([^()\s<>]*)")


@dataclass(frozen=True)  # no slots: what is cut and hashed is kept, or long lists would cost the square of their length
class Section:
    """What the builder would write now: ``value`` is the field's words, whatever the template."""

    name: str
    body: str
    value: str | None = None
    item_values: Mapping[str, str] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        return not self.body.strip()

    @property
    def inner(self) -> str:
        """All between the two marker lines, as the builder lays it out."""
        return f"\n{self.body.strip()}\n\n"

    @property
    def head(self) -> str:
        return cut_items(self.inner)[0]

    @cached_property
    def items(self) -> dict[str, Block]:
        """The items by id, in order."""
        return {block.id: block for block in cut_items(self.inner)[1] if block.id}

    @cached_property
    def mark(self) -> Mark:
        """The hashes of the whole, or of the head where the section has items."""
        text = self.head if self.items else self.body
        return Mark(text_hash(text), text_hash(self.value if self.value is not None else text))

    def item_mark(self, id_: str) -> Mark:
        text = self.items[id_].text
        return Mark(text_hash(text), text_hash(self.item_values.get(id_, text)))


@dataclass(frozen=True, slots=True)
class Fixed:
    """Text that stands on a page when it is new, and is the person's from then on."""

    text: str


@dataclass(frozen=True)  # no slots: see Section
class PageSpec:
    """A page as the builder would write it now. ``path`` is relative to ``docs/``."""

    id: str
    path: str
    keys: Mapping[str, Value]
    chunks: tuple[Section | Fixed, ...]
    renames: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def sections(self) -> dict[str, Section]:
        return {c.name: c for c in self.chunks if isinstance(c, Section)}


@dataclass(frozen=True, slots=True)
class Proposal:
    """An edited section, item or key for which the builder has something new to say."""

    page: str
    section: str
    item: str | None
    current: str
    proposed: str


@dataclass(frozen=True, slots=True)
class Merged:
    """The page's new text, and what is proposed to the person."""

    text: str
    proposals: tuple[Proposal, ...] = ()


def new_page(spec: PageSpec) -> str:
    """The text of a page that does not exist yet."""
    line = PageLine(CONTRACT, spec.id, (), {}, f"<!-- wiki:page {CONTRACT} {spec.id} -->\n")
    blank = Page(bom=False, front=FrontMatter("---\n---\n"), line=line, before="\n", chunks=())
    return merge(blank, spec, fixed=True).text


def merge(page: Page, spec: PageSpec, *, fixed: bool = False) -> Merged:
    """``page`` with all that is the builder's brought up to date; ``fixed`` also writes fixed text (a new page)."""
    page = _renamed(page, spec.renames)
    keys, front = _merge_keys(page, spec)
    sections = _SectionMerge(page, spec)
    chunks = list(_placed(page, spec, sections, fixed))
    listed = {name: None for name in spec.sections if name in sections.listed}
    listed |= {name: None for name in page.line.sections if name in sections.listed}
    line = replace(page.line, sections=tuple(listed), keys=keys)
    if (set(line.sections), line.keys) != (set(page.line.sections), page.line.keys):
        line = replace(line, raw=f"{line}{page.newline}")
    new = replace(page, front=FrontMatter(front), line=line, chunks=tuple(_line_ends(page, chunks)))
    return Merged(new.raw, tuple(sections.proposals))


def _line_ends(page: Page, chunks: list[Outside | SectionOnPage]) -> Iterator[Outside | SectionOnPage]:
    """The chunks, with a line end where something now follows a last line that had none."""
    for before, chunk in zip([page.line.raw, *(c.raw for c in chunks)], chunks, strict=False):
        if before and not before.endswith("\n"):
            yield Outside(page.newline)
        yield chunk


# --- Keys ---------------------------------------------------------------------


def _merge_keys(page: Page, spec: PageSpec) -> tuple[dict[str, str], str]:
    """The keys' hashes for the page line, and the new front matter."""
    hashes = dict(page.line.keys)
    changes: dict[str, Value | None] = {}
    for key in {**spec.keys, **page.line.keys}:
        new, listed = spec.keys.get(key), page.line.keys.get(key)
        current = page.front.values.get(key)
        if current is None:
            if listed is None and new is not None:
                hashes[key], changes[key] = value_hash(new), new
        elif listed == value_hash(current) and (new is None or current != new):
            hashes, changes = _with_key(hashes, changes, key, new)
    ordered = {key: hashes[key] for key in [*spec.keys, *hashes] if key in hashes}
    return ordered, page.front.updated(changes, page.newline) if changes else page.front.raw


def _with_key(
    hashes: dict[str, str], changes: dict[str, Value | None], key: str, new: Value | None
) -> tuple[dict[str, str], dict[str, Value | None]]:
    """Set or take out a key that is the builder's."""
    kept = {name: hash_ for name, hash_ in hashes.items() if name != key}
    return kept | ({key: value_hash(new)} if new is not None else {}), changes | {key: new}


# --- Sections -----------------------------------------------------------------


class _SectionMerge:
    """What becomes of each section, with the names that stay listed and the proposals."""

    def __init__(self, page: Page, spec: PageSpec) -> None:
        self.page, self.spec = page, spec
        self.listed = set(page.line.sections)
        self.proposals: list[Proposal] = []

    def result(self, on_page: SectionOnPage) -> SectionOnPage | None:
        """The section as it shall stand; ``None`` where the builder takes its own away."""
        section = self.spec.sections.get(on_page.name)
        self.listed.add(on_page.name)
        if section is None or on_page.mark.keep:
            return on_page
        merged = self._items(on_page, section) if on_page.items or section.items else self._plain(on_page, section)
        if merged is None:
            self.listed.discard(on_page.name)
        return merged

    def fresh(self, section: Section) -> SectionOnPage:
        """A section that was never on this page."""
        self.listed.add(section.name)
        return _written(section, self.page.newline)

    def _plain(self, on_page: SectionOnPage, section: Section) -> SectionOnPage | None:
        new = section.mark
        match _owner(on_page.body, on_page.mark, section.body, new):
            case "builder" if section.empty:
                return None
            case "builder" if new != on_page.mark or _leads_elsewhere(on_page.body, section.body):
                return _written(section, self.page.newline)
            case "agreed":
                return _marked(on_page, new, on_page.items, self.page.newline)
            case "person" if on_page.mark.value != new.value:
                self._propose(section.name, None, on_page.body, section.body)
        return on_page

    def _items(self, on_page: SectionOnPage, section: Section) -> SectionOnPage | None:
        items = _ItemMerge(on_page, section)
        self.proposals += [Proposal(self.spec.id, section.name, *rest) for rest in items.proposals]
        if items.head_owner == "person" and on_page.mark.value != section.mark.value:
            self._propose(section.name, None, on_page.head, section.head)
        if items.nothing_of_a_person:
            if section.empty:
                return None
            return on_page if items.unchanged else _written(section, self.page.newline)
        mark = section.mark if items.head_owner != "person" else on_page.mark
        return _marked(replace(on_page, body=items.body(self.page.newline)), mark, items.marks, self.page.newline)

    def _propose(self, name: str, item: str | None, current: str, proposed: str) -> None:
        if not same(current, proposed):
            self.proposals.append(Proposal(self.spec.id, name, item, current.strip(), proposed.strip()))


class _ItemMerge:
    """The items of one section: which are whose, their marks, and their order."""

    def __init__(self, on_page: SectionOnPage, section: Section) -> None:
        self.on_page, self.section, self.new = on_page, section, section.items
        self.blocks = on_page.blocks
        ids = [id_ for block in self.blocks for id_ in block.ids]
        self.single = {b.id: b for b in self.blocks if b.id and ids.count(b.id) == 1}
        self.present = set(ids)
        self.head_owner = _owner(on_page.head, on_page.mark, section.head, section.mark)
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
    def unchanged(self) -> bool:
        """Whether hashes, items and order are what the builder would write now."""
        now = {id_: self.section.item_mark(id_) for id_ in self.new}
        return (
            self.on_page.mark == self.section.mark
            and list(self.on_page.items.items()) == list(now.items())
            and not _leads_elsewhere(self.on_page.body, self.section.body)
        )

    @property
    def _builders_order(self) -> bool:
        known = [block.id for block in self.blocks if block.id in self.on_page.items and block.id in self.single]
        return known == [id_ for id_ in self.on_page.items if id_ in self.single]

    def _owner(self, id_: str, block: Block) -> str:
        mark, new = self.on_page.items.get(id_), self.new.get(id_)
        if mark is None:
            return "agreed" if new and same(block.text, new.text) else "person"
        if mark.keep:
            return "person"
        if new is None:
            return "builder" if text_hash(block.text) == mark.text else "person"
        owner = _owner(block.text, mark, new.text, self.section.item_mark(id_))
        if owner == "person" and mark.value != self.section.item_mark(id_).value and not same(block.text, new.text):
            self.proposals.append((id_, block.text.strip(), new.text.strip()))
        return owner

    def _marks(self) -> Iterator[tuple[str, Mark]]:
        """The items' marks for the marker line: in the builder's order, then what else was ever here."""
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
        new_head = self.head_owner == "builder" and self.section.mark != self.on_page.mark
        head = self.section.head.replace("\n", newline) if new_head else self.on_page.head
        arranged = self._arranged(newline)
        added = newline if arranged and not self.blocks else ""
        return head + "".join(arranged) + self._tail + added

    @property
    def _tail(self) -> str:
        """The blank lines behind the last block: they stay at the end."""
        trailing = self.blocks[-1].trailing if self.blocks else ""
        return trailing[trailing.find("\n") + 1 :]

    def _raw(self, block: Block) -> str:
        last = self._tail and block is self.blocks[-1]
        return block.raw[: -len(self._tail)] if last else block.raw

    def _arranged(self, newline: str) -> list[str]:
        placed: list[tuple[str | None, str]] = []
        order = iter([id_ for id_ in self.new if id_ in self.single])
        for block in self.blocks:
            if block.id is None or block.id not in self.single:
                placed.append((None, self._raw(block)))
            elif block.id in self.new:
                id_ = next(order) if self._builders_order else block.id
                placed.append((id_, self._text(id_, newline)))
            elif self.owners[block.id] != "builder":
                placed.append((block.id, self._raw(block)))
        return [raw for _, raw in self._with_new(placed, newline)]

    def _text(self, id_: str, newline: str) -> str:
        """An item's text as it shall stand: as it is, or the builder's new one."""
        mark, block, new = self.on_page.items.get(id_), self.single[id_], self.new[id_]
        if self.owners[id_] == "builder" and (
            mark != self.section.item_mark(id_) or _leads_elsewhere(block.text, new.text)
        ):
            return _item(new, newline)
        return self._raw(block)

    def _with_new(self, placed: list[tuple[str | None, str]], newline: str) -> list[tuple[str | None, str]]:
        """New items, each behind the item that precedes it in the builder's order."""
        previous: str | None = None
        for id_, block in self.new.items():
            if id_ not in self.present and id_ not in self.on_page.items:
                at = next((i + 1 for i, (other, _) in enumerate(placed) if other == previous and previous), 0)
                placed.insert(at, (id_, _item(block, newline)))
            if any(other == id_ for other, _ in placed):
                previous = id_
        return placed


def _leads_elsewhere(current: str, new: str) -> bool:
    """Whether relative links have other folders, to which the normal form is blind: the page, or another, was moved."""
    return _targets(current) != _targets(new)


def _targets(text: str) -> list[str]:
    return [posixpath.normpath(unquote(target)) for target in _TARGET.findall(text)]


def _item(block: Block, newline: str) -> str:
    """An item as the builder writes it, without the blank lines behind."""
    return f"{block.raw.rstrip()}\n".replace("\n", newline)


def _owner(current: str, mark: Mark, new_text: str, new: Mark) -> str:
    """``builder``, ``agreed`` (VALUE is current and it equals what the builder would write), or ``person``."""
    if mark.keep:
        return "person"
    if text_hash(current) == mark.text:
        return "builder"
    return "agreed" if mark.value == new.value and same(current, new_text) else "person"


def _written(section: Section, newline: str) -> SectionOnPage:
    """A section as the builder writes it."""
    items = {id_: section.item_mark(id_) for id_ in section.items}
    body = section.inner.replace("\n", newline)
    opening = _opening(section.name, section.mark, items, newline)
    return SectionOnPage(section.name, section.mark, items, opening, body, f"<!-- /wiki:{section.name} -->{newline}")


def _marked(on_page: SectionOnPage, mark: Mark, items: Mapping[str, Mark], newline: str) -> SectionOnPage:
    """A section with its marker line brought up to date."""
    if mark == on_page.mark and list(items.items()) == list(on_page.items.items()):
        return on_page
    return replace(on_page, mark=mark, items=items, opening=_opening(on_page.name, mark, items, newline))


def _opening(name: str, mark: Mark, items: Mapping[str, Mark], newline: str) -> str:
    words = [name, str(mark), *(f"{id_}={item}" for id_, item in items.items())]
    return f"<!-- wiki:{' '.join(words)} -->{newline}"


# --- Places -------------------------------------------------------------------


def _placed(page: Page, spec: PageSpec, sections: _SectionMerge, fixed: bool) -> Iterator[Outside | SectionOnPage]:
    """All chunks in order: those on the page, and new ones behind the section that precedes them in the template."""
    new = _new_behind(page, spec, fixed)
    yield from _fresh(new.get(None, []), sections)
    kept: list[Outside | SectionOnPage] = []
    for chunk in page.chunks:
        if isinstance(chunk, Outside):
            kept.append(chunk)
            continue
        result = sections.result(chunk)
        if result is not None:
            kept.append(result)
        elif kept and not kept[-1].raw.strip():
            kept.pop()  # the blank line that the builder put before it
        kept += _fresh(new.get(chunk.name, []), sections)
    yield from kept


def _new_behind(page: Page, spec: PageSpec, fixed: bool) -> dict[str | None, list[Section | Fixed]]:
    """New chunks by the name of the section on the page that they follow (``None``: on top)."""
    behind: dict[str | None, list[Section | Fixed]] = {}
    anchor: str | None = None
    for chunk in spec.chunks:
        if isinstance(chunk, Fixed):
            if fixed:
                behind.setdefault(anchor, []).append(chunk)
        elif chunk.name in page.sections:
            anchor = chunk.name
        elif chunk.name not in page.line.sections and not chunk.empty:
            behind.setdefault(anchor, []).append(chunk)
    return behind


def _fresh(chunks: list[Section | Fixed], sections: _SectionMerge) -> Iterator[Outside | SectionOnPage]:
    newline = sections.page.newline
    for chunk in chunks:
        yield Outside(newline)
        if isinstance(chunk, Fixed):
            yield Outside(chunk.text.strip().replace("\n", newline) + newline)
        else:
            yield sections.fresh(chunk)


def _renamed(page: Page, renames: Mapping[str, tuple[str, ...]]) -> Page:
    """The page under today's names: a split inherits ownership and deletion."""
    if not any(name in renames for name in page.line.sections):
        return page
    sections = [new for old in page.line.sections for new in renames.get(old, (old,))]
    chunks = [new for chunk in page.chunks for new in _renamed_chunk(chunk, renames, page.newline)]
    line = replace(page.line, sections=tuple(dict.fromkeys(sections)))
    return replace(page, line=replace(line, raw=f"{line}{page.newline}"), chunks=tuple(chunks))


def _renamed_chunk(
    chunk: Outside | SectionOnPage, renames: Mapping[str, tuple[str, ...]], newline: str
) -> Iterator[Outside | SectionOnPage]:
    """The first new name takes the text; the others stand empty behind it, the builder's if the old one was."""
    if isinstance(chunk, Outside) or chunk.name not in renames:
        yield chunk
        return
    builders = not chunk.mark.keep and text_hash(chunk.head if chunk.items else chunk.body) == chunk.mark.text
    for number, name in enumerate(renames[chunk.name]):
        if number and not builders:
            return
        body = chunk.body if not number else ""
        mark = chunk.mark if not number else Mark(text_hash(""), text_hash(""))
        items = chunk.items if not number else {}
        if number:
            yield Outside(newline)
        opening = _opening(name, mark, items, newline)
        yield SectionOnPage(name, mark, items, opening, body, f"<!-- /wiki:{name} -->{newline}")
