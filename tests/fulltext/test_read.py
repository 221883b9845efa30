"""The best text that can be had, and why no better one."""

from __future__ import annotations

from pathlib import Path

from tests.fulltext.pdfs import PROSE, lines, pdf
from tests.fulltext.test_html import page, para
from wiki_builder.core.values.fulltext import Fallback, Passage, TextKind
from wiki_builder.fulltext.read import (
    Fetch,
    Fetched,
    file,
    read_paper_text,
)

HTML = page(para("One."))
PDF = pdf([lines(PROSE)])


def served(**bodies: bytes) -> Fetch:
    """A fetch that has these formats and no others."""

    def fetch(kind: TextKind, version_id: str) -> Fetched | Fallback:
        if kind not in bodies:
            return Fallback(kind, "404 Not Found")
        return Fetched(bodies[kind], f"https://arxiv.org/{kind}/{version_id}")

    return fetch


def test_html_is_best() -> None:
    """Where there is HTML, nothing else is asked for, and its address goes with the text."""
    text = read_paper_text(served(html=HTML, pdf=PDF), "2605.02801v1", "Abstract.")
    assert (text.kind, text.url, text.fallbacks) == (
        "html",
        "https://arxiv.org/html/2605.02801v1",
        (),
    )


def test_pdf_is_next_and_says_why() -> None:
    """A failed conversion falls back to the PDF with its reason."""
    text = read_paper_text(
        served(html=b"<html>LaTeXML</html>", pdf=PDF), "2605.02801v1", "Abstract."
    )
    assert (text.kind, text.url) == ("pdf", "https://arxiv.org/pdf/2605.02801v1")
    assert text.fallbacks == (Fallback("html", "the conversion failed: no article"),)


def test_the_abstract_is_last_and_exactly_as_given() -> None:
    """Replies already recorded depend on this passage's very bytes."""
    text = read_paper_text(served(pdf=b"5byte"), "2605.02801v1", "  We do $x$ – ﬁne\nlines.\n")
    assert text.passages == (Passage("abstract", "We do $x$ – ﬁne\nlines.", kind="abstract"),)
    assert [(f.kind, f.reason) for f in text.fallbacks] == [
        ("html", "404 Not Found"),
        ("pdf", "not a PDF: 5 bytes without a PDF's header"),
    ]


def test_the_order_is_the_callers() -> None:
    """A caller who wants the abstract alone causes no fetch."""
    text = read_paper_text(served(), "2605.02801v1", "Abstract.", order=("abstract",))
    assert (text.kind, text.fallbacks) == ("abstract", ())


def test_nothing_at_all_is_said() -> None:
    """A paper without any text has no passages and every reason."""
    text = read_paper_text(served(), "2605.02801v1", " ")
    assert text.passages == ()
    assert [f.kind for f in text.fallbacks] == ["html", "pdf", "abstract"]


def test_a_local_file_is_read_by_what_it_is(tmp_path: Path) -> None:
    """A file that a person adds is HTML or PDF by its first bytes, whatever its name."""
    for body, kind in ((HTML, "html"), (PDF, "pdf")):
        path = tmp_path / "paper.bin"
        path.write_bytes(body)
        assert read_paper_text(file(path), "", "").kind == kind


def test_pages_that_were_not_read_are_named() -> None:
    """A text that is only a long PDF's beginning says so."""
    text = read_paper_text(served(pdf=pdf([lines(PROSE)] * 101)), "2605.02801v1", "Abstract.")
    assert text.fallbacks[-1] == Fallback("pdf", "only the first 100 of 101 pages were read")
