"""Putting what the builder would write now into a page as it stands.

``merge`` is a function from a page and a :class:`PageSpec` to a new text. It never
changes a byte of what is a person's: text outside of sections, sections and items
that were edited, what was deleted (it stays away), and the order of it all.

Whose is a section? The builder's if its text in normal form has hash TEXT, or if
VALUE is current and it equals what the builder would write now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from wiki_builder.contract.frontmatter import FrontMatter, Value, value_hash
from wiki_builder.contract.memory import NOTHING, Mark, Memory, RowKey
from wiki_builder.contract.merge_items import ItemMerge, leads_elsewhere, owner_of
from wiki_builder.contract.normal import same, split_lines, text_hash
from wiki_builder.contract.page import (
    CLOSE,
    Page,
    PersonsText,
    SectionOnPage,
    WrittenBlock,
    read_page,
)
from wiki_builder.contract.spec import (
    Fixed,
    PageSpec,
    Proposal,
    Section,
)

Chunk: TypeAlias = PersonsText | SectionOnPage | WrittenBlock


@dataclass(frozen=True, slots=True)
class MergedPage:
    """The page's new text, and what is proposed to the person."""

    text: str
    proposals: tuple[Proposal, ...]


def new_page(spec: PageSpec) -> str:
    """The text of a page that does not exist yet."""
    blank = Page(
        bom=False, front=FrontMatter("---\n---\n"), memory=Memory(spec.id, settled=False), chunks=()
    )
    return merge_page(blank, spec, fixed=True).text


def merged_into(stands: bytes, spec: PageSpec) -> MergedPage | None:
    """What stands there with all that is the builder's brought up to date; ``None`` for what is no
    page, or cannot be read with certainty.
    """
    new = new_page(spec)
    if new.encode("utf-8") == stands:
        return MergedPage(new, ())  # nearly always: nobody wrote there, and nothing ever went
    page = read_page(stands)
    return merge_page(page, spec) if isinstance(page, Page) else None


def merge_page(page: Page, spec: PageSpec, *, fixed: bool = False) -> MergedPage:
    """``page`` with all that is the builder's brought up to date;
    ``fixed`` also writes fixed text (a new page).
    """
    page = _renamed(page, spec.renames)
    keys, front = _merge_keys(page, spec)
    sections = _SectionMerge(page, spec)
    chunks = list(_placed(page, spec, sections, fixed))
    if fixed:
        chunks += [PersonsText(page.newline), WrittenBlock("")]
    memory = _remembered(page.memory, spec, keys, sections)
    new = replace(page, front=FrontMatter(front), chunks=tuple(_line_ends(chunks, page.newline)))
    news = not page.memory.settled or not memory.same(page.memory)
    return MergedPage(remembering(new, memory) if news else new.raw, tuple(sections.proposals))


def with_new(page: Page, on_page: SectionOnPage, section: Section) -> SectionOnPage:
    """A section of a page with what the builder would write there, around a person's words."""
    spec = PageSpec(page.id, "", {}, (section,))
    persons = section.empty or on_page.mark.none  # never the builder's
    return on_page if persons else _SectionMerge(page, spec).result(on_page) or on_page


def remembering(page: Page, memory: Memory) -> str:
    """The page's text with its block written anew."""
    block = WrittenBlock(memory.written(page.newline))
    return replace(
        page, chunks=tuple(block if isinstance(c, WrittenBlock) else c for c in page.chunks)
    ).raw


def _remembered(
    memory: Memory, spec: PageSpec, keys: Mapping[str, str], sections: _SectionMerge
) -> Memory:
    """What the page knows from now on: rows in the template's order,
    then all others that ever were.
    """
    found: dict[RowKey, tuple[Mark, ...]] = {}
    names = [*spec.sections, *(name for name in memory.sections if name not in spec.sections)]
    for name in [*names, *(name for name in sections.marks if name not in names)]:
        if name in sections.marks:
            mark, items = sections.marks[name]
            found |= {(name, ""): (mark,), **{(name, id_): (item,) for id_, item in items.items()}}
        elif name not in sections.gone:
            found |= {place: marks for place, marks in memory.rows.items() if place[0] == name}
    return replace(memory, keys=keys, rows=found)


def _line_ends(chunks: list[Chunk], newline: str) -> Iterator[Chunk]:
    """The chunks, with a line end where something now follows a last line that had none."""
    before = newline
    for chunk in chunks:
        if not before.endswith("\n"):
            yield PersonsText(newline)
        yield chunk
        before = chunk.raw


# --- Keys ---------------------------------------------------------------------


def _merge_keys(page: Page, spec: PageSpec) -> tuple[dict[str, str], str]:
    """The keys' hashes, and the new front matter."""
    hashes = dict(page.memory.keys)
    changes: dict[str, Value | None] = {}
    for key in {**spec.keys, **page.memory.keys}:
        new, listed = spec.keys.get(key), page.memory.keys.get(key)
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
    """What becomes of each section: ``marks`` of those that stand, and of their items;
    the names that are ``gone``.
    """

    def __init__(self, page: Page, spec: PageSpec) -> None:
        self.page, self.spec = page, spec
        self.marks: dict[str, tuple[Mark, Mapping[str, Mark]]] = {}
        self.gone: set[str] = set()
        self.proposals: list[Proposal] = []

    def result(self, on_page: SectionOnPage) -> SectionOnPage | None:
        """The section as it shall stand; ``None`` where the builder takes its own away."""
        section = self.spec.section(on_page.name)
        self.marks[on_page.name] = on_page.mark, on_page.items
        never_ours = on_page.mark.none and self.spec.is_gone(on_page.name)
        if section is None or on_page.mark.keep or never_ours:
            return on_page
        merged = (
            self._items(on_page, section)
            if on_page.items or section.items
            else self._plain(on_page, section)
        )
        if merged is None:
            del self.marks[on_page.name]
            self.gone.add(on_page.name)
        return merged

    def fresh(self, section: Section) -> SectionOnPage:
        """A section that was never on this page."""
        return self._written(section)

    def _written(self, section: Section) -> SectionOnPage:
        """A section as the builder writes it, its marker lines included."""
        self.marks[section.name] = (
            section.mark,
            {id_: section.item_mark(id_) for id_ in section.items},
        )
        newline = self.page.newline
        return _named(section.name, section.inner.replace("\n", newline), newline)

    def _plain(self, on_page: SectionOnPage, section: Section) -> SectionOnPage | None:
        new = section.mark
        match owner_of(on_page.body, on_page.mark, section.body, new):
            case "builder" if section.empty:
                return None
            case "builder" if new != on_page.mark or leads_elsewhere(on_page.body, section.body):
                return self._written(section)
            case "agreed":
                self.marks[on_page.name] = new, on_page.items
            case "person" if on_page.mark.value != new.value:
                self._propose(section.name, on_page.body, section.body)
        return on_page

    def _items(self, on_page: SectionOnPage, section: Section) -> SectionOnPage | None:
        items = ItemMerge(on_page, section)
        self.proposals += [Proposal(self.spec.id, section.name, *rest) for rest in items.proposals]
        if items.head_owner == "person" and on_page.mark.value != section.mark.value:
            self._propose(section.name, on_page.head, section.head)
        if items.nothing_of_a_person:
            if section.empty:
                return None
            return on_page if items.unchanged else self._written(section)
        stands = items.head_owner == "person" or section.empty
        mark = on_page.mark if stands else section.mark
        self.marks[on_page.name] = mark, items.marks
        return replace(on_page, body=items.body(self.page.newline))

    def _propose(self, name: str, current: str, proposed: str) -> None:
        if not (same(current, proposed) or self.spec.is_gone(name)):
            self.proposals.append(
                Proposal(self.spec.id, name, None, current.strip(), proposed.strip())
            )


# --- Places -------------------------------------------------------------------


def _placed(page: Page, spec: PageSpec, sections: _SectionMerge, fixed: bool) -> Iterator[Chunk]:
    """All chunks in order: those on the page,
    and new ones behind what precedes them in the template.
    """
    new, fixed_at = _new_behind(page, spec, fixed)
    yield from _fresh(new.get(None, []), sections)
    kept: list[Chunk] = []
    for at, chunk in enumerate(page.chunks):
        if not isinstance(chunk, SectionOnPage):
            words, blank = _without_blank_line(chunk) if at in new else (chunk, None)
            kept += [words, *_fresh(new.get(at, []), sections), *([blank] if blank else [])]
            continue
        result = sections.result(chunk)
        if result is not None:
            kept.append(result)
        elif kept and not kept[-1].raw.strip():
            kept.pop()  # the blank line that the builder put before it
        elif (
            at - 1 in fixed_at
            and isinstance(page.chunks[at - 1], PersonsText)
            and kept[-1] is page.chunks[at - 1]
        ):
            kept[-1], _ = _without_blank_line(page.chunks[at - 1])
        kept += _fresh(new.get(at, []), sections)
    yield from kept


def _without_blank_line(chunk: Chunk) -> tuple[PersonsText, PersonsText | None]:
    """A person's text, not blank, and the blank line at its end."""
    lines = split_lines(chunk.raw)
    if lines[-1].strip():
        return PersonsText(chunk.raw), None
    return PersonsText("".join(lines[:-1])), PersonsText(lines[-1])


def _new_behind(
    page: Page, spec: PageSpec, fixed: bool
) -> tuple[dict[int | None, list[Section | Fixed]], frozenset[int]]:
    """New chunks by the place of what they follow on the page (``None``: on top), and where fixed
    texts stand.

    What follows a fixed text in the template follows, with it, what a person wrote there.
    """
    behind: dict[int | None, list[Section | Fixed]] = {}
    at = {
        chunk.name: place
        for place, chunk in enumerate(page.chunks)
        if isinstance(chunk, SectionOnPage)
    }
    texts = {
        place: chunk.raw
        for place, chunk in enumerate(page.chunks)
        if isinstance(chunk, PersonsText)
    }
    anchor: int | None = None
    found: set[int] = set()
    for chunk in spec.chunks:
        if isinstance(chunk, Fixed):
            if fixed:
                behind.setdefault(anchor, []).append(chunk)
            elif here := [place for place, text in texts.items() if _holds(text, chunk.text)]:
                anchor = max(here[0], anchor if anchor is not None else here[0])
                found.add(here[0])
        elif chunk.name in at:
            anchor = at[chunk.name]
        elif chunk.name not in page.memory.sections and not chunk.empty:
            behind.setdefault(anchor, []).append(chunk)
    return behind, frozenset(found)


def _holds(text: str, fixed: str) -> bool:
    return any(same(line, fixed) for line in split_lines(text) if line.strip())


def _fresh(chunks: list[Section | Fixed], sections: _SectionMerge) -> Iterator[Chunk]:
    newline = sections.page.newline
    for chunk in chunks:
        yield PersonsText(newline)
        if isinstance(chunk, Fixed):
            yield PersonsText(chunk.text.strip() + newline)
        else:
            yield sections.fresh(chunk)


def _renamed(page: Page, renames: Mapping[str, tuple[str, ...]]) -> Page:
    """The page under today's names: a split inherits ownership and deletion.

    Where git merged a page from before the rename with one from after it, both stay: a name stands
    here once.
    """
    renames = {
        old: new
        for old, new in renames.items()
        if new and old in page.known and page.known.isdisjoint(new)
    }
    if not renames:
        return page
    chunks = [new for chunk in page.chunks for new in _renamed_chunk(chunk, renames, page.newline)]
    rows: dict[RowKey, tuple[Mark, ...]] = {}
    for (name, item), marks in page.memory.rows.items():
        first, *others = renames.get(name, (name,))
        rows[first, item] = marks
        rows |= {(other, ""): (NOTHING,) for other in others if not item}
    split = [new for news in renames.values() for new in news[1:]]
    stand = {c.name for c in chunks if isinstance(c, SectionOnPage)}
    empty = Mark.of(text_hash(""), text_hash(""))
    rows |= {(new, ""): (empty,) for new in split if new in stand}
    memory = replace(page.memory, rows=rows, settled=False)
    whole = (replace(c, memory=memory) if isinstance(c, SectionOnPage) else c for c in chunks)
    return replace(page, memory=memory, chunks=tuple(whole))


def _renamed_chunk(
    chunk: Chunk, renames: Mapping[str, tuple[str, ...]], newline: str
) -> Iterator[Chunk]:
    """The first new name takes the text; the others stand empty behind it,
    the builder's if the old one was.
    """
    if not isinstance(chunk, SectionOnPage) or chunk.name not in renames:
        yield chunk
        return
    builders = (
        not chunk.mark.keep
        and text_hash(chunk.head if chunk.items else chunk.body) == chunk.mark.text
    )
    first, *others = renames[chunk.name]
    yield _named(first, chunk.body, newline)
    for name in others if builders else ():
        yield PersonsText(newline)
        yield _named(name, "", newline)


def _named(name: str, body: str, newline: str) -> SectionOnPage:
    """A section under a name."""
    return SectionOnPage(name, f"<!-- wiki:{name} -->{newline}", body, f"{CLOSE}{newline}")
