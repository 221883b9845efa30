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

from wiki_builder.pages.frontmatter import FrontMatter, Value, value_hash
from wiki_builder.pages.merge_items import ItemMerge, leads_elsewhere, owner_of
from wiki_builder.pages.normal import same, split_lines, text_hash
from wiki_builder.pages.page import CONTRACT, Mark, Outside, Page, PageLine, SectionOnPage
from wiki_builder.pages.spec import Fixed, PageSpec, Proposal, Section


@dataclass(frozen=True, slots=True)
class Merged:
    """The page's new text, and what is proposed to the person."""

    text: str
    proposals: tuple[Proposal, ...]


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
    new = replace(page, front=FrontMatter(front), line=line, chunks=tuple(_line_ends(chunks, page.newline)))
    return Merged(new.raw, tuple(sections.proposals))


def _line_ends(chunks: list[Outside | SectionOnPage], newline: str) -> Iterator[Outside | SectionOnPage]:
    """The chunks, with a line end where something now follows a last line that had none."""
    before = newline
    for chunk in chunks:
        if not before.endswith("\n"):
            yield Outside(newline)
        yield chunk
        before = chunk.raw


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

    def result(self, on_page: SectionOnPage) -> Outside | SectionOnPage | None:
        """The section as it shall stand; ``None`` where the builder takes its own away."""
        section = self.spec.sections.get(on_page.name)
        self.listed.add(on_page.name)
        if section is None or on_page.mark.keep:
            return on_page
        merged = self._items(on_page, section) if on_page.items or section.items else self._plain(on_page, section)
        if merged is None:
            self.listed.discard(on_page.name)
        return merged

    def fresh(self, section: Section) -> Outside:
        """A section that was never on this page."""
        self.listed.add(section.name)
        return _written(section, self.page.newline)

    def _plain(self, on_page: SectionOnPage, section: Section) -> Outside | SectionOnPage | None:
        new = section.mark
        match owner_of(on_page.body, on_page.mark, section.body, new):
            case "builder" if section.empty:
                return None
            case "builder" if new != on_page.mark or leads_elsewhere(on_page.body, section.body):
                return _written(section, self.page.newline)
            case "agreed":
                return _marked(on_page, new, on_page.items, self.page.newline)
            case "person" if on_page.mark.value != new.value:
                self._propose(section.name, on_page.body, section.body)
        return on_page

    def _items(self, on_page: SectionOnPage, section: Section) -> Outside | SectionOnPage | None:
        items = ItemMerge(on_page, section)
        self.proposals += [Proposal(self.spec.id, section.name, *rest) for rest in items.proposals]
        if items.head_owner == "person" and on_page.mark.value != section.mark.value:
            self._propose(section.name, on_page.head, section.head)
        if items.nothing_of_a_person:
            if section.empty:
                return None
            return on_page if items.unchanged else _written(section, self.page.newline)
        mark = section.mark if items.head_owner != "person" else on_page.mark
        return _marked(replace(on_page, body=items.body(self.page.newline)), mark, items.marks, self.page.newline)

    def _propose(self, name: str, current: str, proposed: str) -> None:
        if not same(current, proposed):
            self.proposals.append(Proposal(self.spec.id, name, None, current.strip(), proposed.strip()))


def _written(section: Section, newline: str) -> Outside:
    """A section as the builder writes it, its marker lines included."""
    items = {id_: section.item_mark(id_) for id_ in section.items}
    body = section.inner.replace("\n", newline)
    opening = _opening(section.name, section.mark, items, newline)
    return Outside(f"{opening}{body}<!-- /wiki:{section.name} -->{newline}")


def _marked(on_page: SectionOnPage, mark: Mark, items: Mapping[str, Mark], newline: str) -> SectionOnPage:
    """A section with its marker line brought up to date."""
    if mark == on_page.mark and list(items.items()) == list(on_page.items.items()):
        return on_page
    return replace(on_page, opening=_opening(on_page.name, mark, items, newline))


def _opening(name: str, mark: Mark, items: Mapping[str, Mark], newline: str) -> str:
    words = [name, str(mark), *(f"{id_}={item}" for id_, item in items.items())]
    return f"<!-- wiki:{' '.join(words)} -->{newline}"


# --- Places -------------------------------------------------------------------


def _placed(page: Page, spec: PageSpec, sections: _SectionMerge, fixed: bool) -> Iterator[Outside | SectionOnPage]:
    """All chunks in order: those on the page, and new ones behind what precedes them in the template."""
    new, fixed_at = _new_behind(page, spec, fixed)
    yield from _fresh(new.get(None, []), sections)
    kept: list[Outside | SectionOnPage] = []
    for at, chunk in enumerate(page.chunks):
        if isinstance(chunk, Outside):
            words, blank = _without_blank_line(chunk) if at in new else (chunk, None)
            kept += [words, *_fresh(new.get(at, []), sections), *([blank] if blank else [])]
            continue
        result = sections.result(chunk)
        if result is not None:
            kept.append(result)
        elif kept and not kept[-1].raw.strip():
            kept.pop()  # the blank line that the builder put before it
        elif at - 1 in fixed_at and isinstance(page.chunks[at - 1], Outside) and kept[-1] is page.chunks[at - 1]:
            kept[-1], _ = _without_blank_line(page.chunks[at - 1])
        kept += _fresh(new.get(at, []), sections)
    yield from kept


def _without_blank_line(chunk: Outside | SectionOnPage) -> tuple[Outside, Outside | None]:
    """A person's text, not blank, and the blank line at its end."""
    lines = split_lines(chunk.raw)
    if lines[-1].strip():
        return Outside(chunk.raw), None
    return Outside("".join(lines[:-1])), Outside(lines[-1])


def _new_behind(
    page: Page, spec: PageSpec, fixed: bool
) -> tuple[dict[int | None, list[Section | Fixed]], frozenset[int]]:
    """New chunks by the place of what they follow on the page (``None``: on top), and where fixed texts stand.

    What follows a fixed text in the template follows, with it, what a person wrote there.
    """
    behind: dict[int | None, list[Section | Fixed]] = {}
    at = {chunk.name: place for place, chunk in enumerate(page.chunks) if isinstance(chunk, SectionOnPage)}
    texts = {place: chunk.raw for place, chunk in enumerate(page.chunks) if isinstance(chunk, Outside)}
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
        elif chunk.name not in page.line.sections and not chunk.empty:
            behind.setdefault(anchor, []).append(chunk)
    return behind, frozenset(found)


def _holds(text: str, fixed: str) -> bool:
    return any(same(line, fixed) for line in split_lines(text) if line.strip())


def _fresh(chunks: list[Section | Fixed], sections: _SectionMerge) -> Iterator[Outside | SectionOnPage]:
    newline = sections.page.newline
    for chunk in chunks:
        yield Outside(newline)
        if isinstance(chunk, Fixed):
            yield Outside(chunk.text.strip() + newline)
        else:
            yield sections.fresh(chunk)


def _renamed(page: Page, renames: Mapping[str, tuple[str, ...]]) -> Page:
    """The page under today's names: a split inherits ownership and deletion.

    Where git merged a page from before the rename with one from after it, both stay: a name stands here once.
    """
    here = {*page.line.sections, *page.sections}
    renames = {old: new for old, new in renames.items() if old in here and here.isdisjoint(new)}
    if not renames:
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
    first, *others = renames[chunk.name]
    yield _named(first, chunk.mark, chunk.items, chunk.body, newline)
    for name in others if builders else ():
        yield Outside(newline)
        yield _named(name, Mark(text_hash(""), text_hash("")), {}, "", newline)


def _named(name: str, mark: Mark, items: Mapping[str, Mark], body: str, newline: str) -> SectionOnPage:
    """A section under a name."""
    opening = _opening(name, mark, items, newline)
    return SectionOnPage(name, mark, items, opening, body, f"<!-- /wiki:{name} -->{newline}")
