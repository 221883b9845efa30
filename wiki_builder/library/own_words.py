"""What a person wrote on a page themselves: the text outside of sections, and sections and items
that they edited.

Asked for the pages of merged concepts: their readers come to another page, which shows
these words, and on the page itself they stay where they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wiki_builder.contract.items import without_marks
from wiki_builder.contract.normal import same, split_lines, text_hash
from wiki_builder.contract.page import Page, PersonsText, SectionOnPage, WrittenBlock
from wiki_builder.library.words import WORDS

_HEADING = re.compile(r"(#{1,6})(?=\s)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class OwnWords:
    """A person's ``text`` as Markdown, whose links start from the folder of ``path``.

    ``stay`` are the sections that stay as they stand when the builder takes its own
    away: those with a person's words in them, and those that stand right behind such
    words, so that all that comes back comes back to its place; each once and in order, as pages
    are made from them.
    """

    path: str
    text: str
    stay: tuple[str, ...] = ()


def own_words(page: Page, path: str) -> OwnWords:
    """The words of a person on ``page``, which stands at ``path`` (relative to ``docs/``)."""
    text = "\n\n".join(part for part in map(_words, page.chunks) if part).replace("\r\n", "\n")
    return OwnWords(path, without_marks(text), tuple(sorted(set(_staying(page)))))


def below(text: str, level: int) -> str:
    """Markdown with its headings moved down so that the highest is of ``level``;
    what is in fences is left alone.
    """
    lines = list(_with_fences(text))
    highest = min(
        (len(found[1]) for line, code in lines if not code and (found := _HEADING.match(line))),
        default=level,
    )
    down = max(0, level - highest)
    return "".join(
        line if code else _HEADING.sub(lambda found: _deeper(found[1], down), line)
        for line, code in lines
    )


def closed_fences(text: str) -> str:
    """Markdown that ends outside of a fence, so that nothing behind it becomes code."""
    opened = ""
    for line in split_lines(text):
        opened = _after(line, opened)
    return f"{text.rstrip()}\n{opened}" if opened else text


def _deeper(marks: str, down: int) -> str:
    return "#" * min(_DEEPEST, len(marks) + down)


def _with_fences(text: str) -> Iterator[tuple[str, bool]]:
    """The lines of ``text``, and whether each is code."""
    opened = ""
    for line in split_lines(text):
        before, opened = opened, _after(line, opened)
        yield line, bool(before or opened)


def _after(line: str, opened: str) -> str:
    """The fence that is open after ``line``, empty for none."""
    fence = _FENCE.match(line)
    if not fence:
        return opened
    if not opened:
        return fence[1]
    closes = fence[1].startswith(opened) and not line.strip().strip(opened[0])
    return "" if closes else opened


# --- Whose words ------------------------------------------------------------------


def _words(chunk: PersonsText | SectionOnPage | WrittenBlock) -> str:
    """A person's words in one piece of a page; their name of a concept is shown where names are."""
    if isinstance(chunk, PersonsText):
        return "".join(
            line for line in split_lines(chunk.raw) if not same(line, f"## {WORDS['notes']}")
        ).strip()
    if isinstance(chunk, WrittenBlock) or chunk.name == "title" or not _is_edited(chunk):
        return ""
    if not chunk.items:
        return chunk.body.strip()
    return "".join(_edited(chunk)).strip()


def _edited(section: SectionOnPage) -> Iterator[str]:
    """What a person wrote into a list: the head, and items."""
    if text_hash(section.head) != section.mark.text:
        yield section.head
    for block in section.blocks:
        mark = section.items.get(block.id or "")
        if mark is None or mark.keep or text_hash(block.text) != mark.text:
            yield block.raw


def _is_edited(section: SectionOnPage) -> bool:
    """Whether a person reworded, deleted, added or moved anything in a section."""
    if section.mark.keep or (not section.items and text_hash(section.body) != section.mark.text):
        return True
    if not section.items:
        return False
    return [block.id for block in section.blocks] != list(section.items) or any(_edited(section))


def _staying(page: Page) -> Iterator[str]:
    behind = page.newline  # what the builder puts between two sections
    for chunk in page.chunks:
        if isinstance(chunk, SectionOnPage) and (behind != page.newline or _is_edited(chunk)):
            yield chunk.name
        behind = chunk.raw if isinstance(chunk, PersonsText) else ""
