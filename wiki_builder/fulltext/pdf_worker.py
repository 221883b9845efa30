"""The worker that reads one PDF in a process of its own: ``python -m
wiki_builder.fulltext.pdf_worker``.

ENGINE is ``pypdf`` or ``pdfium``, FIRST the number of pages to read.
:mod:`wiki_builder.fulltext.pdf` starts it and judges the answer.
"""

from __future__ import annotations

import logging
import sys
from typing import Any

from wiki_builder.fulltext.process import Answer, serve_worker

MAX_TEXT = 200_000  # characters of a page; a dense one has 8,000
MAX_SPANS = 400  # runs of text of the first page, from which its title is told by size


def read(path: str, engine: str, first: str) -> Answer:
    """``pages`` (how many), ``texts``, ``info``, ``spans``, ``images``, ``notes``;
    or ``error`` alone.
    """
    return {
        **(_with_pypdf if engine == "pypdf" else _with_pdfium)(path, int(first)),
        "engine": engine,
    }


def _with_pypdf(path: str, first: int) -> Answer:
    import pypdf
    from pypdf.errors import PyPdfError

    notes = _Notes()
    logging.getLogger("pypdf").addHandler(notes)
    logging.getLogger("pypdf").propagate = False
    _read_fonts_once()
    try:
        reader = pypdf.PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            return {"error": "encrypted"}
        pages = len(reader.pages)
        read = [reader.pages[index] for index in range(min(pages, first))]
        texts = [_page_text(page) for page in read]
    except PyPdfError as error:
        return {"error": "broken", "detail": type(error).__name__}
    return {
        "pages": pages,
        "texts": [text or "" for text in texts],
        "info": _info(reader),
        "spans": _spans(read[0]) if read else [],
        "images": not any(texts) and any(_has_image(page) for page in read),
        "notes": sorted({*notes.kinds, *(["page failed"] if None in texts else [])}),
    }


def _read_fonts_once() -> None:
    """Have pypdf read each font of the document once.

    It reads a font anew for each page that names it, and a Chinese one has 20,000 characters:
    61 such pages took 27 s, of which 25 s went into that. A pypdf that is built otherwise
    reads as it does by itself.
    """
    try:
        from pypdf.generic._font import Font

        read = Font.from_font_resource
    except (ImportError, AttributeError):
        return
    known: dict[int, tuple[Any, Any]] = {}  # with the resource, so that its id stays its own

    def once(resource: Any) -> Any:
        if id(resource) not in known:
            known[id(resource)] = resource, read(resource)
        return known[id(resource)][1]

    Font.from_font_resource = staticmethod(once)  # type: ignore[method-assign,assignment]  # on purpose


class _Notes(logging.Handler):
    """What pypdf warns of that matters: an encoding it does not know,
    so that text is missing or wrong.
    """

    def __init__(self) -> None:
        super().__init__()
        self.kinds: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        if "ncoding" in record.getMessage():
            self.kinds.add("unknown encoding")


def _page_text(page: Any) -> str | None:
    """The page's text; ``None`` if this page alone is broken."""
    try:
        return _printable(page.extract_text())
    except MemoryError:
        raise
    except Exception:  # see serve(); one page must not cost the others
        return None


def _printable(text: str) -> str:
    """``text`` at most ``MAX_TEXT`` long, without lone surrogates,
    which cannot be written as UTF-8.
    """
    return text[:MAX_TEXT].encode("utf-8", "replace").decode("utf-8")


def _info(reader: Any) -> dict[str, str]:
    """The document information as plain strings; empty if it cannot be read."""
    try:
        entries = dict(reader.metadata or {})
        return {
            str(key).lstrip("/"): _printable(str(value))[:2000] for key, value in entries.items()
        }
    except Exception:  # a broken information dictionary must not cost the text
        return {}


def _spans(page: Any) -> list[tuple[str, float, float]]:
    """The first page's upright runs of text,
    each with its size and its height on the page, in points.
    """
    spans: list[tuple[str, float, float]] = []

    def visit(text: str, cm: list[float], tm: list[float], font: object, size: float) -> None:
        upright = abs(tm[1] * cm[0]) < 0.01 and abs(cm[1]) < 0.01
        if text.strip() and upright and len(spans) < MAX_SPANS:
            spans.append(
                (
                    _printable(text),
                    round(abs(size * tm[3] * cm[3]), 1),
                    round(tm[5] * cm[3] + cm[5], 1),
                )
            )

    try:
        page.extract_text(visitor_text=visit)
    except Exception:  # sizes help to find a title and nothing else
        return []
    return spans


def _has_image(page: Any) -> bool:
    try:
        objects: Any = page["/Resources"]["/XObject"].get_object()
        return any(entry.get_object().get("/Subtype") == "/Image" for entry in objects.values())
    except Exception:  # it only words the reason
        return False


def _with_pdfium(path: str, first: int) -> Answer:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        return {
            "error": "encrypted" if "password" in str(error).lower() else "broken",
            "detail": "pdfium",
        }
    pages = len(document)
    texts = [
        _printable(document[index].get_textpage().get_text_bounded())
        for index in range(min(pages, first))
    ]
    info = {str(key): _printable(str(value)) for key, value in document.get_metadata_dict().items()}
    return {"pages": pages, "texts": texts, "info": info, "spans": [], "images": False, "notes": []}


if __name__ == "__main__":
    sys.exit(serve_worker(read))
