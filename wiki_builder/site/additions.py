"""What the site adds to pages when it is built: computed from the data, stored nowhere.

Related papers, evidence, timelines, neighbours, BibTeX and the like follow from other pages' data.
Were they stored, a day's commit would touch the pages of papers about which there is no news.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from wiki_builder.contract.items import cut_items
from wiki_builder.contract.merge import with_new
from wiki_builder.contract.normal import same, split_lines
from wiki_builder.contract.page import (
    CLOSE,
    Page,
    PersonsText,
    SectionOnPage,
    WrittenBlock,
    read_page,
)
from wiki_builder.contract.spec import Section
from wiki_builder.library.words import WORDS
from wiki_builder.pages.publisher import Additions, Publisher
from wiki_builder.pages.template import Addition

_NAME = re.compile(r"^([-*+] +\*\*)([^\[\]*\n]+)(\*\*)")  # of an item that is no link
_ITEMS = ("papers", "results-table")  # additions of which a page may know items
NOTES, END = "before notes", "at the end"


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
    there = {one.name: one for one in additions.parts if one.name in page.known}
    for one in additions.parts:
        if one.name in there:
            continue  # in a person's words, or taken out by them
        place = _place(one, page)
        left[place] = left.get(place, "") + _section(one)
    for chunk in page.chunks:
        if isinstance(chunk, PersonsText) and NOTES in left:
            before, behind = _at_notes(chunk.raw)
            if behind:
                yield from (before, left.pop(NOTES), behind)
                continue
        own = there.get(chunk.name) if isinstance(chunk, SectionOnPage) else None
        if own and isinstance(chunk, SectionOnPage):
            chunk = _around(chunk, own, page)
        yield _linked(chunk, additions.links)
        if isinstance(chunk, SectionOnPage):
            yield left.pop(f"after {chunk.name}", "")
    yield from (text for place, text in left.items() if place != END)
    yield left.get(END, "")


def _linked(chunk: PersonsText | SectionOnPage | WrittenBlock, links: Mapping[str, str]) -> str:
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
