"""References: where a PDF's list of references begins and ends, so that it can be set apart.

References are no text of the paper: a model is never shown them, and a quote is
not looked for there. What follows them, an appendix, is text again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from wiki_builder.core.values.fulltext import Passage
from wiki_builder.fulltext.headings import is_appendix, is_references

LATTER_PART = 0.3  # of the document's characters; a heading before that is a table of contents
SAMPLE = 2_000  # characters after the heading that must look like references
EVERY = 800  # characters: at least one year or entry number in so many

Span = tuple[int, int]
"""A passage's index and a character offset in its text."""

_DATED = re.compile(r"\b(?:19|20)\d{2}[a-z]?\b|^\[\d{1,3}\]\s", re.MULTILINE)
_ENTRY = re.compile(r"^\[(\d{1,3})\]\s+\S", re.MULTILINE)
_LINE = re.compile(r"^.*$", re.MULTILINE)


def reference_ranges(passages: Sequence[Passage]) -> list[tuple[Span, Span]]:
    """Where each list of references begins and ends; an appendix may have its own.

    It begins with a heading alone on its line, or with ``[1]`` where there is no heading,
    in the document's latter part, and only if dated or numbered entries follow.
    """
    ranges: list[tuple[Span, Span]] = []
    for start in _starts(passages):
        if not ranges or start >= ranges[-1][1]:
            ranges.append((start, _end(passages, start)))
    return ranges


def split_references(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages with the references apart, as passages of kind ``references``.

    A page on which they begin or end is split, and its parts keep its id.
    """
    ranges = reference_ranges(passages)
    parts = (
        part for index, passage in enumerate(passages) for part in _parts(index, passage, ranges)
    )
    return tuple(part for part in parts if part.text.strip())


def _parts(index: int, passage: Passage, ranges: Sequence[tuple[Span, Span]]) -> list[Passage]:
    inside = [_within(index, len(passage.text), *span) for span in ranges]
    cuts = sorted({0, len(passage.text), *(offset for span in inside if span for offset in span)})
    pieces = []
    for start, end in pairwise(cuts):
        listed = any(span and span[0] <= start and end <= span[1] for span in inside)
        text = passage.text[start:end].strip("\n")
        pieces.append(
            replace(passage, text=text, kind="references")
            if listed
            else replace(passage, text=text)
        )
    return pieces or [passage]


def _within(index: int, length: int, start: Span, end: Span) -> tuple[int, int] | None:
    """The part of passage ``index`` that lies between two places."""
    if not start[0] <= index <= end[0]:
        return None
    return (start[1] if index == start[0] else 0, end[1] if index == end[0] else length)


def _starts(passages: Sequence[Passage]) -> list[Span]:
    headed = [
        (index, line.start())
        for index, passage in enumerate(passages)
        for line in _LINE.finditer(passage.text)
        if is_references(line[0]) and _is_latter(passages, index, line.start())
    ]
    found = [place for place in headed if _looks_listed(_after(passages, place))]
    return found or _unheaded(passages)


def _unheaded(passages: Sequence[Passage]) -> list[Span]:
    """The line of ``[1]``, where ``[2]``, ``[3]``, ``[4]`` begin lines after it."""
    for index, passage in enumerate(passages):
        for line in _ENTRY.finditer(passage.text):
            if line[1] == "1" and _is_latter(passages, index, line.start()):
                following = [
                    entry[1]
                    for entry in _ENTRY.finditer(
                        _after(passages, (index, line.start()), 4 * SAMPLE)
                    )
                ]
                if following[:4] == ["1", "2", "3", "4"]:
                    return [(index, line.start())]
    return []


def _is_latter(passages: Sequence[Passage], index: int, offset: int) -> bool:
    before = sum(len(passage.text) for passage in passages[:index]) + offset
    return before >= LATTER_PART * sum(len(passage.text) for passage in passages)


def _after(passages: Sequence[Passage], place: Span, length: int = SAMPLE) -> str:
    index, offset = place
    text = passages[index].text[offset:]
    for passage in passages[index + 1 :]:
        if len(text) >= length:
            break
        text += "\n" + passage.text
    return text[:length]


def _looks_listed(text: str, least: int = 1) -> bool:
    """Whether the text has at least ``least`` dates or entry numbers,
    and one in ``EVERY`` characters.
    """
    dated = len(_DATED.findall(text))
    return dated >= least and dated * EVERY >= len(text)


def _end(passages: Sequence[Passage], start: Span) -> Span:
    """Where the references that begin at ``start`` end:
    at an appendix, or before a page that lists nothing.
    """
    index, offset = start
    for place in range(index, len(passages)):
        text = passages[place].text
        begin = text.find("\n", offset) if place == index else 0
        if place > index and not _looks_listed(text, least=3):
            heading = _appendix(text, 0)
            return (place, 0 if heading is None else _listed_until(text, heading))
        heading = _appendix(text, max(begin, 0))
        if heading is not None:
            return (place, heading)
    return (len(passages) - 1, len(passages[-1].text))


def _listed_until(text: str, heading: int) -> int:
    """On a page that lists little: the heading, if entries stand before it,
    or else the page's beginning.
    """
    return heading if _looks_listed(text[:heading]) else 0


def _appendix(text: str, begin: int) -> int | None:
    """The offset of the first line from ``begin`` that opens an appendix and is followed by
    text, not by entries.
    """
    for line in _LINE.finditer(text, begin):
        if (
            line.start() > begin - 1
            and is_appendix(line[0])
            and not _looks_listed(text[line.end() : line.end() + 500])
        ):
            return line.start()
    return None
