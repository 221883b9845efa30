"""PDF: a paper's pages as passages, read in a process of its own with limits.

pypdf reads first; PDFium reads where pypdf's text is no text, where it failed, or
where it met an encoding that it does not know. Neither runs in this process: see
:mod:`wiki_builder.fulltext.pdf_worker`. Each page is one passage, ``page=7``, which is
also the fragment that opens a PDF at that page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from wiki_builder.core.values.fulltext import Fallback, Passage
from wiki_builder.fulltext.clean import (
    characters,
    join_hyphens,
    reflow,
    vocabulary,
)
from wiki_builder.fulltext.furniture import (
    stamp,
    without_line_numbers,
    without_running_heads,
    without_stamp,
)
from wiki_builder.fulltext.process import Limits as ProcessLimits
from wiki_builder.fulltext.process import answer_of, as_file
from wiki_builder.fulltext.quality import not_text
from wiki_builder.fulltext.references import split_references

PdfEngine: TypeAlias = Literal["pypdf", "pdfium"]
Span: TypeAlias = tuple[str, float, float]
"""A run of text on the first page, its size and its height on the page, in points."""


@dataclass(frozen=True, slots=True)
class PdfLimits(ProcessLimits):
    """What reading one PDF may cost."""

    first_pages: int = 100  # these are read
    most_pages: int = 1500  # more is a book, not a paper
    most_bytes: int = 200_000_000


@dataclass(frozen=True, slots=True)
class PdfText:
    """A PDF's passages, and how many pages it has; at most ``Limits.first_pages`` of them were
    read.

    ``stamp`` is the id that arXiv printed on it, ``lost`` what the file lacks by its own account.
    """

    passages: tuple[Passage, ...]
    pages: int
    read: int
    engine: PdfEngine
    stamp: str | None = None
    lost: str | None = None


@dataclass(frozen=True, slots=True)
class Pages:
    """The raw text of a PDF's first pages, and what it says of itself."""

    engine: PdfEngine
    pages: int
    texts: tuple[str, ...]
    info: dict[str, str]
    spans: tuple[Span, ...]
    images: bool
    notes: tuple[str, ...]
    lost: str | None = None


def read_pdf(source: bytes | Path, limits: PdfLimits | None = None) -> PdfText | Fallback:
    """The passages of a PDF given as bytes or as a file, the references apart.

    A :class:`Fallback` with the reason if it is no PDF, is encrypted, holds no
    text, or breaks a limit. Raises ``OSError`` if the file cannot be read.
    """
    pages = read_pages(source, limits or PdfLimits())
    if isinstance(pages, str):
        return Fallback("pdf", pages, doubtful=pages.startswith(_DOUBTFUL))
    printed = stamp(characters(pages.texts[0]))
    return PdfText(
        passages(pages.texts), pages.pages, len(pages.texts), pages.engine, printed, pages.lost
    )


def passages(pages: Sequence[str]) -> tuple[Passage, ...]:
    """The passages of a PDF's raw page texts:
    cleaned, the references apart, each paragraph on one line.
    """
    unstamped = [without_stamp(characters(page)) for page in pages]
    clean = without_running_heads(without_line_numbers(unstamped))
    words = vocabulary(clean)
    numbered = [
        Passage(f"page={number}", text, kind="page") for number, text in enumerate(clean, start=1)
    ]
    return tuple(
        replace(part, text=reflow(join_hyphens(part.text, words)))
        for part in split_references(numbered)
    )


def read_pages(source: bytes | Path, limits: PdfLimits) -> Pages | str:
    """The raw text of the first pages and the document information,
    or the reason why there is none.
    """
    with as_file(source) as path:
        reason = _no_pdf(path, limits)
        if reason:
            return reason
        first = _judged(_run("pypdf", path, limits), limits)
        if isinstance(first, str) and first in _FINAL:
            return first
        sure = isinstance(first, Pages) and not first.notes
        best = first if sure else _better(first, _judged(_run("pdfium", path, limits), limits))
        return best if isinstance(best, str) else replace(best, lost=_lost_end(path))


def _lost_end(path: Path) -> str | None:
    """Whether a PDF's end is missing, which both readers make up for in silence (ISO
    32000-1, 7.5.5).
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(0, size - TAIL))
        tail = file.read()
        found = _START.findall(tail)
        if not found or int(found[-1]) >= size:
            return "the PDF is cut: it does not end"
        file.seek(int(found[-1]))
        table = file.read(AROUND)
    return None if _TABLE.search(table) else "the PDF is cut: its end does not belong to it"


def _better(first: Pages | str, second: Pages | str) -> Pages | str:
    """PDFium's reading, if pypdf's is none or is doubtful;
    but not if PDFium lost a fifth of the text.
    """
    if isinstance(first, str) or isinstance(second, str):
        return first if isinstance(second, str) else second
    lost = sum(map(len, second.texts)) < 0.8 * sum(map(len, first.texts))
    return first if lost else replace(second, spans=first.spans, info=first.info or second.info)


def _no_pdf(path: Path, limits: PdfLimits) -> str | None:
    """Why the file is not even worth opening."""
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.read(1024)
    if size > limits.most_bytes:
        return f"too large: {size // 1_000_000} MB"
    if b"%PDF-" in head:
        return None
    if b"<html" in head.lower() or b"<!doctype html" in head.lower():
        return "an HTML page, not a PDF"
    return f"not a PDF: {size} bytes without a PDF's header"


TAIL = 4_096  # bytes in which a PDF ends; some have a line or two of rubbish behind their end
# bytes: addresses count from the header, which may stand up to 1,024 bytes into the file
AROUND = 1_100
_START = re.compile(rb"startxref\s+(\d{1,12})\s+%%EOF")
_TABLE = re.compile(rb"xref|\d+\s+\d+\s+obj")

# What the worker answers, in words.
_ENCRYPTED = "encrypted with a password"
_REASONS = {
    "encrypted": _ENCRYPTED,
    "memory": "too much memory is needed to read it",
    "broken": "a broken PDF that cannot be read",
}
# how a reason begins where another file was to be expected
_DOUBTFUL = ("a broken PDF", "an HTML page", "not a PDF")
_TOO_MANY = "pages: a book or proceedings, not a paper"
_SCAN = "no text: pages of images, probably a scan"
_EMPTY = "no text: the pages are empty"
_FINAL = frozenset({_ENCRYPTED})


def _judged(answer: dict[str, Any] | str, limits: PdfLimits) -> Pages | str:
    """The worker's answer, if it holds text; or the reason why it does not."""
    if isinstance(answer, str):
        return answer
    if "error" in answer:
        return _REASONS[answer["error"]]
    read = Pages(
        engine=answer["engine"],
        pages=answer["pages"],
        texts=tuple(answer["texts"]),
        info=answer["info"],
        spans=tuple((text, size, height) for text, size, height in answer["spans"]),
        images=answer["images"],
        notes=tuple(answer["notes"]),
    )
    return _no_paper(read, limits) or read


def _no_paper(read: Pages, limits: PdfLimits) -> str | None:
    if read.pages > limits.most_pages:
        return f"{read.pages} {_TOO_MANY}"
    text = "\n".join(map(characters, read.texts))
    if not text.strip():
        return _SCAN if read.images else _EMPTY
    return not_text(text, len(read.texts))


def _run(engine: PdfEngine, path: Path, limits: PdfLimits) -> dict[str, Any] | str:
    """The worker's answer, or the reason why it gave none."""
    return answer_of("wiki_builder.fulltext.pdf_worker", (engine, limits.first_pages), path, limits)
