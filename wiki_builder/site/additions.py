"""What the site adds to pages when it is built: computed from the data, stored nowhere.

Related papers, evidence, timelines, neighbours, BibTeX and the like follow from other pages' data.
Were they stored, a day's commit would touch the pages of papers about which there is no news.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from wiki_builder.contract.items import Block, cut_items
from wiki_builder.contract.merge import with_new
from wiki_builder.contract.normal import same, split_lines, text_hash
from wiki_builder.contract.page import (
    CLOSE,
    Page,
    PersonsText,
    SectionOnPage,
    WrittenBlock,
    read_page,
)
from wiki_builder.contract.spec import Section
from wiki_builder.core.characters import IS_HAN
from wiki_builder.core.values.bilingual import LANGUAGES
from wiki_builder.library.words import WORDS
from wiki_builder.pages.publisher import Additions, Publisher
from wiki_builder.pages.template import Addition

_ORDER = ("method", "steps"), "results"  # on the site what is done stands before what came of it
_LISTED, _ROWS = "results", "results-table"
_NAME = re.compile(r"^([-*+] +\*\*)([^\[\]*\n]+)(\*\*)")  # of an item that is no link
_VALUES = re.compile(r"(?:(?<!\\)\|(?:[^|\\]|\\.)*){2}\|\s*$")  # a row's value and baseline
_WORD = re.compile(r"[A-Za-z][\w+]*(?:[-.][\w.]*\w)*", re.ASCII)
_SPELLED = re.compile(r".*[A-Z].*[A-Z]|.*[0-9]")  # by more than a first capital
_BEGINS = re.compile(r"(?:^|[.!?:;]\s)\W*$")  # a sentence, before its first word
_ITEMS = ("papers", "results-table")  # additions of which a page may know items
NOTES, END, TOP = "before notes", "at the end", "at the top"
INSTEAD = "instead of "  # a section, as long as it is the builder's


class Completing:
    """The additions of one build."""

    def __init__(self, made: Publisher | None) -> None:
        self._made = made
        self._pages = {path: id_ for id_, path in made.library.places.items()} if made else {}

    def __call__(self, markdown: str, path: str) -> str:
        """The page at ``path`` (relative to ``docs/``) with its additions."""
        found = self.additions(path)
        return complete_page(markdown, found) if found.parts or found.links else markdown

    def inputs(self, path: str) -> str:
        """A hash of all that the additions to a page are made from; empty where there are none."""
        id_ = self._pages.get(path)
        return self._made.addition_inputs(id_, path) if self._made and id_ else ""

    def additions(self, path: str) -> Additions:
        """What is added to the page at ``path``."""
        id_ = self._pages.get(path)
        return self._made.additions(id_, path) if self._made and id_ else Additions()


def complete_page(markdown: str, additions: Additions) -> str:
    """A page's Markdown, without its front matter, with all additions in their places."""
    page = read_page(markdown.encode("utf-8"))
    return "".join(
        _with(page, additions)
        if isinstance(page, Page)
        else [markdown, *map(_section, additions.parts)]
    )


def _with(page: Page, additions: Additions) -> Iterator[str]:
    """The pieces of a page in order, and what is added."""
    left: dict[str, str] = {}
    additions = replace(additions, parts=_once(additions.parts, page))
    parts = [one for one in additions.parts if _has_place(one, page)]
    there = {one.name: one for one in parts if one.name in page.known and _instead_of(one) is None}
    for one in parts:
        if one.name in there:
            continue  # in a person's words, or taken out by them
        place = _place(one, page)
        left[place] = left.get(place, "") + _section(one)
    yield left.pop(TOP, "")
    in_table = _told_in_table(page)
    for chunk in _in_order(page.chunks):
        if isinstance(chunk, PersonsText) and NOTES in left:
            before, behind = _at_notes(chunk.raw)
            if behind:
                yield from (before, left.pop(NOTES), behind)
                continue
        instead = left.pop(f"{INSTEAD}{chunk.name}", "") if isinstance(chunk, SectionOnPage) else ""
        own = there.get(chunk.name) if isinstance(chunk, SectionOnPage) else None
        if own and isinstance(chunk, SectionOnPage):
            chunk = _around(chunk, own, page)
        yield instead or _linked(_without(chunk, in_table), additions.links)
        if isinstance(chunk, SectionOnPage):
            yield left.pop(f"after {chunk.name}", "")
    yield from (text for place, text in left.items() if place != END)
    yield left.get(END, "")


def _once(parts: tuple[Addition, ...], page: Page) -> tuple[Addition, ...]:
    """The additions without what another one says: a table in both languages stands for the lists
    of each, unless the page has such a list, a person's.
    """
    names = {one.name for one in parts}
    left_out: set[str] = set()
    for name in names:
        lists = {f"{name}.{language}" for language in LANGUAGES} & names
        left_out |= {name} if lists & page.known else lists
    return tuple(one for one in parts if one.name not in left_out)


_Chunk: TypeAlias = PersonsText | SectionOnPage | WrittenBlock


def _in_order(chunks: tuple[_Chunk, ...]) -> tuple[_Chunk, ...]:
    """The pieces with the method before the results; as they stand where a person wrote among
    them.
    """
    moved, first = _ORDER
    parts = [one.name.partition(".")[0] if isinstance(one, SectionOnPage) else "" for one in chunks]
    own = [at for at, part in enumerate(parts) if part in moved]
    if first not in parts or not own or own[0] < (start := parts.index(first)):
        return chunks
    end = own[-1] + 1
    if any(isinstance(one, PersonsText) and one.raw.strip() for one in chunks[start:end]):
        return chunks
    method = [one for one in chunks[own[0] : end] if not isinstance(one, WrittenBlock)]
    rest = [one for at, one in enumerate(chunks) if not own[0] <= at < end]
    return (*rest[:start], PersonsText("\n"), *method, *rest[start:])


def _told_in_table(page: Page) -> frozenset[str]:
    """The results of which a row of the table says all that the lists say, where no person changed
    either.
    """
    lists = [one for name, one in page.sections.items() if name.partition(".")[0] == _LISTED]
    table = page.sections.get(_ROWS)
    if not table or not lists:
        return frozenset()
    title = page.sections["title"].body if "title" in page.sections else ""
    rows = _unlike_others(table)
    touched = frozenset().union(*map(_touched, (table, *lists)))
    more = {
        block.id
        for one in lists
        for block in one.blocks
        if block.id in rows and not _names_no_more(block.text, f"{rows[block.id]} {title}")
    }
    return frozenset(rows.keys() - touched - more)


def _unlike_others(table: SectionOnPage) -> dict[str, str]:
    """The rows, by id, that are told from each other one by more than their values."""
    measured = Counter(_VALUES.sub("", block.text) for block in table.blocks)
    alone = (block for block in table.blocks if measured[_VALUES.sub("", block.text)] == 1)
    return {block.id: block.text for block in alone if block.id}


def _touched(section: SectionOnPage) -> set[str]:
    """The items that a person changed or took out."""
    whole = {block.id or "" for block in section.blocks if _is_builders(block, section)}
    there = {block.id or "" for block in section.blocks}
    return {*section.items, *there} - whole


def _names_no_more(words: str, than: str) -> bool:
    """Whether all names in some words stand in other ones, in capitals or not."""
    known = {word[0].casefold() for word in _WORD.finditer(than)}
    return all(name.casefold() in known for name in _names(words))


def _names(words: str) -> Iterator[str]:
    """Words that are spelled like a name, and those with a capital that begin no sentence."""
    for word in _WORD.finditer(words):
        begins = not IS_HAN.search(words) and _BEGINS.search(words[: word.start()])
        if _SPELLED.match(word[0]) or (word[0][0].isupper() and not begins):
            yield word[0]


def _is_unedited(section: SectionOnPage) -> bool:
    """Whether all of a section is as it was written."""
    if section.items:
        whole = all(_is_builders(block, section) for block in section.blocks)
        there = {block.id for block in section.blocks}
        return (
            whole and there >= set(section.items) and text_hash(section.head) == section.mark.text
        )
    return text_hash(section.body) == section.mark.text


def _is_builders(block: Block, section: SectionOnPage) -> bool:
    mark = section.items.get(block.id or "")
    return mark is not None and text_hash(block.text) == mark.text


def _without(chunk: _Chunk, in_table: frozenset[str]) -> _Chunk:
    """A list of results without those that the table tells."""
    if not in_table or not isinstance(chunk, SectionOnPage):
        return chunk
    if chunk.name.partition(".")[0] != _LISTED:
        return chunk
    left = "".join(block.raw for block in chunk.blocks if block.id not in in_table)
    return replace(chunk, body=chunk.head + left)


def _linked(chunk: _Chunk, links: Mapping[str, str]) -> str:
    """A piece of a page, with links at the names of items that have none."""
    if not links or not isinstance(chunk, SectionOnPage):
        return chunk.raw
    head, blocks = cut_items(chunk.body, chunk.name)
    whole = "".join(_with_link(block.raw, links.get(block.id or "")) for block in blocks)
    return f"{chunk.opening}{head}{whole}{chunk.closing}"


def _with_link(item: str, path: str | None) -> str:
    return (
        _NAME.sub(lambda found: f"{found[1]}[{found[2]}]({path}){found[3]}", item, count=1)
        if path
        else item
    )


def _instead_of(addition: Addition) -> str | None:
    """The section in whose place an addition stands."""
    place = addition.place
    return place.removeprefix(INSTEAD) if place.startswith(INSTEAD) else None


def _has_place(addition: Addition, page: Page) -> bool:
    """Whether the section in whose place it would stand, if any, is there as it was written."""
    name = _instead_of(addition)
    section = page.sections.get(name) if name is not None else None
    return name is None or (section is not None and _is_unedited(section))


def _place(addition: Addition, page: Page) -> str:
    """Where an addition stands: of sections behind which it may, the first that is there."""
    kind, _, names = addition.place.partition(" ")
    if kind != "after":
        return addition.place
    return next((f"after {name}" for name in names.split(", ") if name in page.sections), NOTES)


def _section(addition: Addition) -> str:
    body = _without_marks(addition.body, addition.name)
    return f"\n<!-- wiki:{addition.name} -->\n{body}\n{CLOSE}\n\n"


def _around(own: SectionOnPage, addition: Addition, page: Page) -> SectionOnPage:
    """A section that holds a person's words, with what would be added around them."""
    whole = with_new(page, own, Section(addition.name, addition.body))
    known = page.memory.items(own.name)
    return replace(whole, body=_without_marks(whole.body, own.name, known))


def _without_marks(body: str, name: str, known: tuple[str, ...] = ()) -> str:
    """A list of items without the marks of those that no page knows."""
    if name.partition(".")[0] not in _ITEMS:
        return body
    head, blocks = cut_items(body, name, known)
    return head + "".join(block.raw if block.id in known else block.text for block in blocks)


def _at_notes(raw: str) -> tuple[str, str]:
    """A person's text up to the heading of the notes, and from there on;
    nothing behind where it is not there.
    """
    lines = split_lines(raw)
    heading = f"## {WORDS['notes']}"
    at = next(
        (at for at, line in enumerate(lines) if line.startswith("#") and same(line, heading)),
        len(lines),
    )
    return "".join(lines[:at]), "".join(lines[at:])
