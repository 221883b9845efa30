"""Read: a paper's text from the best source that can be had: HTML, then PDF, then the abstract.

Where a better text cannot be had, the reason goes with the text. How bytes are
had is the caller's: over HTTP, from a loopback server, or from a file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from wiki_builder.models import Fallback, FullText, Passage, TextKind
from wiki_builder.text.pdf import PdfText, read_pdf

ORDER: tuple[TextKind, ...] = ("html", "pdf", "abstract")


@dataclass(frozen=True, slots=True)
class Fetched:
    """The bytes of a paper in one format, or the file that holds them, and the address that a reader can open."""

    body: bytes | Path
    url: str | None = None


Fetch: TypeAlias = Callable[[TextKind, str], Fetched | Fallback]
"""``fetch("html", "2605.02801v1")``: the paper in that format, or why it cannot be had."""

_Read: TypeAlias = tuple[tuple[Passage, ...], tuple[Fallback, ...]]


def read(fetch: Fetch, version_id: str, abstract: str, order: Sequence[TextKind] = ORDER) -> FullText:
    """The text of one version of a paper, from the first of ``order`` that gives text.

    ``version_id`` is handed to ``fetch`` as it is. Every source that failed is in
    ``fallbacks`` with its reason, in the order tried. If all fail, or the abstract
    is reached, the text is the abstract alone; without one it has no passages.
    Raises what ``fetch`` raises.
    """
    failed: list[Fallback] = []
    for kind in (kind for kind in order if kind != "abstract"):
        fetched = fetch(kind, version_id)
        found = fetched if isinstance(fetched, Fallback) else _passages(kind, fetched)
        if not isinstance(found, Fallback):
            passages, notes = found
            return FullText(kind, passages, _url(fetched), (*failed, *notes))
        failed.append(found)
    return _abstract(abstract, tuple(failed))


def file(path: Path, url: str | None = None) -> Fetch:
    """A fetch that answers from one local file, HTML or PDF by its first bytes. Raises ``OSError`` where it is read."""

    def fetch(kind: TextKind, version_id: str) -> Fetched | Fallback:
        with path.open("rb") as opened:
            head = opened.read(1024)
        held = "html" if b"<" in head and b"%PDF-" not in head else "pdf"
        return Fetched(path, url) if kind == held else Fallback(kind, f"the file is {held.upper()}")

    return fetch


def _url(fetched: Fetched | Fallback) -> str | None:
    return fetched.url if isinstance(fetched, Fetched) else None


def _passages(kind: TextKind, fetched: Fetched) -> _Read | Fallback:
    if kind == "pdf":
        pdf = read_pdf(fetched.body)
        return pdf if isinstance(pdf, Fallback) else (pdf.passages, _unread(pdf))
    from wiki_builder.text.html import read_html  # lxml, which a run without HTML does not need

    body = fetched.body
    page = read_html(body.read_bytes() if isinstance(body, Path) else body)
    return page if isinstance(page, Fallback) else (page, ())


def _unread(pdf: PdfText) -> tuple[Fallback, ...]:
    if pdf.read >= pdf.pages:
        return ()
    return (Fallback("pdf", f"only the first {pdf.read} of {pdf.pages} pages were read"),)


def _abstract(abstract: str, failed: tuple[Fallback, ...]) -> FullText:
    text = abstract.strip()
    if not text:
        return FullText("abstract", (), None, (*failed, Fallback("abstract", "the source gives no abstract")))
    return FullText("abstract", (Passage("abstract", text, kind="abstract"),), None, failed)
