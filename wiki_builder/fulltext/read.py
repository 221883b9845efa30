"""Read: a paper's text from the best source that can be had: HTML, then PDF, then the abstract.

Where a better text cannot be had, the reason goes with the text. How bytes are
had is the caller's: over HTTP, from a loopback server, or from a file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from wiki_builder.core.values.fulltext import (
    Fallback,
    FullText,
    Passage,
    TextKind,
)
from wiki_builder.fulltext.page import read_apart
from wiki_builder.fulltext.pdf import PdfText, read_pdf
from wiki_builder.fulltext.same import another

ORDER: tuple[TextKind, ...] = ("html", "pdf", "abstract")


def _nothing() -> None:
    """A text that came from a file is kept there."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """The bytes of a paper in one format, or the file that holds them, and the address that a
    reader can open.

    ``keep`` is called when they turned out to be the paper, whole, or what arXiv has in its
    place. ``again`` asks anew where they were kept from before and are not.
    """

    body: bytes | Path
    url: str | None = None
    keep: Callable[[], None] = _nothing
    again: Callable[[], Fetched | Fallback] | None = None


Fetch: TypeAlias = Callable[[TextKind, str], Fetched | Fallback]
"""``fetch("html", "2605.02801v1")``: the paper in that format, or why it cannot be had."""

_Read: TypeAlias = tuple[tuple[Passage, ...], tuple[Fallback, ...]]


def read_paper_text(
    fetch: Fetch,
    version_id: str,
    abstract: str,
    order: Sequence[TextKind] = ORDER,
    *,
    title: str = "",
) -> FullText:
    """The text of one version of a paper, from the first of ``order`` that gives all of it.

    ``version_id`` is handed to ``fetch`` as it is. A text counts if it is whole and, as far
    as its stamp, ``title`` and ``abstract`` tell, this paper's. Every source that failed
    is in ``fallbacks`` with its reason, in the order tried. If all fail, or the abstract
    is reached, the text is the abstract alone; without one it has no passages.
    Raises what ``fetch`` raises.
    """
    failed: list[Fallback] = []
    for kind in (kind for kind in order if kind != "abstract"):
        fetched = fetch(kind, version_id)
        found = _judged(kind, fetched, version_id, title, abstract)
        if isinstance(fetched, Fetched) and fetched.again and _is_doubtful(found):
            fetched = fetched.again()
            found = _judged(kind, fetched, version_id, title, abstract)
        if isinstance(fetched, Fetched) and not _is_doubtful(found):
            fetched.keep()
        if not isinstance(found, Fallback):
            passages, notes = found
            return FullText(kind, passages, _url(fetched), (*failed, *notes))
        failed.append(found)
    return _abstract(abstract, tuple(failed))


def _is_doubtful(found: _Read | Fallback) -> bool:
    return isinstance(found, Fallback) and found.doubtful


def _judged(
    kind: TextKind, fetched: Fetched | Fallback, asked: str, title: str, abstract: str
) -> _Read | Fallback:
    if isinstance(fetched, Fallback):
        return fetched
    if kind == "pdf":
        pdf = read_pdf(fetched.body)
        if isinstance(pdf, Fallback):
            return pdf
        passages, printed, stamp, lost, notes = pdf.passages, "", pdf.stamp, pdf.lost, _unread(pdf)
    else:
        page = read_apart(fetched.body)
        if isinstance(page, Fallback):
            return page
        passages, printed, stamp, lost, notes = page.passages, page.title, page.stamp, page.lost, ()
    if isinstance(fetched.body, Path):  # a person's file is what they say it is
        return passages, notes
    wrong = lost or another(passages, printed, stamp, asked, title, abstract)
    return Fallback(kind, wrong, doubtful=True) if wrong else (passages, notes)


def file(path: Path, url: str | None = None) -> Fetch:
    """A fetch that answers from one local file, HTML or PDF by its first bytes.
    Raises ``OSError`` where it is read.
    """

    def fetch(kind: TextKind, version_id: str) -> Fetched | Fallback:
        held = "html" if is_page(path) else "pdf"
        return Fetched(path, url) if kind == held else Fallback(kind, f"the file is {held.upper()}")

    return fetch


def is_page(path: Path) -> bool:
    """Whether a file is a page of HTML and no PDF, by its first bytes.
    Raises ``OSError`` where it cannot be read.
    """
    with path.open("rb") as opened:
        head = opened.read(1024)
    return b"<" in head and b"%PDF-" not in head


def _url(fetched: Fetched | Fallback) -> str | None:
    return fetched.url if isinstance(fetched, Fetched) else None


def _unread(pdf: PdfText) -> tuple[Fallback, ...]:
    if pdf.read >= pdf.pages:
        return ()
    return (Fallback("pdf", f"only the first {pdf.read} of {pdf.pages} pages were read"),)


def _abstract(abstract: str, failed: tuple[Fallback, ...]) -> FullText:
    text = abstract.strip()
    if not text:
        return FullText(
            "abstract", (), None, (*failed, Fallback("abstract", "the source gives no abstract"))
        )
    return FullText("abstract", (Passage("abstract", text, kind="abstract"),), None, failed)
