"""What the site adds to pages when it is built: computed from the data, stored nowhere.

Related papers, evidence, timelines, neighbours, BibTeX and the like follow from other pages' data.
Were they stored, a day's commit would touch the pages of papers about which there is no news.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wiki_builder.contract.items import cut_items
from wiki_builder.contract.normal import same, split_lines
from wiki_builder.contract.page import (
    CLOSE,
    Page,
    PersonsText,
    SectionOnPage,
    WrittenBlock,
    read_page,
)
from wiki_builder.library.words import WORDS
from wiki_builder.pages.publisher import Additions, Publisher
from wiki_builder.pages.template import Addition
from wiki_builder.site.reuse.kept import BuildCache
from wiki_builder.site.reuse.prints import build_digest, code

_NAME = re.compile(r"^([-*+] +\*\*)([^\[\]*\n]+)(\*\*)")  # of an item that is no link
NOTES, END = "before notes", "at the end"


@dataclass(frozen=True, slots=True)
class Completed:
    """A page with what the site adds; ``added`` gives lines of it behind which lines were
    added, and how many.
    """

    text: str
    added: tuple[tuple[int, int], ...] = ()

    def stored(self, line: int) -> int:
        """The line of the page as it is stored at which a line of this text stands."""
        return line - sum(count for at, count in self.added if at < line)


class Completing:
    """The additions of one build, those of the last one used again while what they are made
    from is the same.
    """

    def __init__(self, made: Publisher | None) -> None:
        self._made = made
        self._pages = {path: id_ for id_, path in made.library.places.items()} if made else {}

    def __call__(self, markdown: str, path: str, kept: BuildCache | None) -> Completed:
        """The page at ``path`` (relative to ``docs/``) with its additions."""
        made, id_ = self._made, self._pages.get(path)
        inputs = made.addition_inputs(id_, path) if made and id_ else ""
        if not (made and id_ and inputs):
            return Completed(markdown)
        found = self._known(made, id_, path, inputs, kept)
        return complete_page(markdown, found) if found.parts or found.links else Completed(markdown)

    def _known(
        self, made: Publisher, id_: str, path: str, inputs: str, kept: BuildCache | None
    ) -> Additions:
        if kept is None:
            return made.additions(id_, path)
        text = kept.made(
            build_digest("additions", code(), inputs), lambda: _written(made.additions(id_, path))
        )
        kept.keep(text.key, text.new)
        parts, links = json.loads(text.text)
        return Additions(tuple(Addition(*part) for part in parts), links)


def _written(found: Additions) -> str:
    parts = [(one.name, one.place, one.body) for one in found.parts]
    return json.dumps([parts, dict(found.links)], ensure_ascii=False)


def complete_page(markdown: str, additions: Additions) -> Completed:
    """A page's Markdown, without its front matter, with all additions in their places."""
    page = read_page(markdown.encode("utf-8"))
    chunks = (
        _with(page, additions) if isinstance(page, Page) else _behind(markdown, additions.parts)
    )
    text: list[str] = []
    added: list[tuple[int, int]] = []
    lines, unended = 0, False  # whether the last line is to be ended by what is added
    for chunk, is_added in chunks:
        if is_added:
            added.append((lines + unended, chunk.count("\n") - unended))
        lines += chunk.count("\n")
        unended = not chunk.endswith("\n") if chunk else unended
        text.append(chunk)
    return Completed("".join(text), tuple(added))


def _with(page: Page, additions: Additions) -> Iterator[tuple[str, bool]]:
    """The pieces of a page in order, and whether each was added."""
    left: dict[str, str] = {}
    for one in additions.parts:
        place = _place(one, page)
        left[place] = left.get(place, "") + _section(one)
    for chunk in page.chunks:
        if isinstance(chunk, PersonsText) and NOTES in left:
            before, behind = _at_notes(chunk.raw)
            if behind:
                yield from ((before, False), (left.pop(NOTES), True), (behind, False))
                continue
        yield _linked(chunk, additions.links), False
        if isinstance(chunk, SectionOnPage) and (behind := left.pop(f"after {chunk.name}", "")):
            yield behind, True
    rest = "".join(text for place, text in left.items() if place != END) + left.get(END, "")
    if rest:
        yield rest, True


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


def _behind(markdown: str, additions: tuple[Addition, ...]) -> Iterator[tuple[str, bool]]:
    """A page that cannot be read, with all of it behind."""
    yield markdown, False
    yield "".join(map(_section, additions)), True


def _place(addition: Addition, page: Page) -> str:
    """Where an addition stands: of sections behind which it may, the first that is there."""
    kind, _, names = addition.place.partition(" ")
    if kind != "after":
        return addition.place
    return next((f"after {name}" for name in names.split(", ") if name in page.sections), NOTES)


def _section(addition: Addition) -> str:
    return f"\n<!-- wiki:{addition.name} -->\n{addition.body}\n{CLOSE}\n\n"


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
