"""Whole and the right one: half a page, or another paper's, is told from a sound one."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.fulltext.pdfs import PROSE, lines, pdf
from tests.fulltext.test_html import para, section
from tests.fulltext.test_read import served
from wiki_builder.core.values.fulltext import Fallback, Passage
from wiki_builder.fulltext import process
from wiki_builder.fulltext.html import read_html_page
from wiki_builder.fulltext.page import HtmlPage, read_apart
from wiki_builder.fulltext.process import Limits
from wiki_builder.fulltext.read import Fetched, file, read_paper_text
from wiki_builder.fulltext.same import another

TITLE = "Reading Papers with Great Care"
ABSTRACT = (
    "We read papers with care, and we say which sentence an answer stands in, whatever form the"
    " paper has."
)
OTHER = "A wholly other abstract about quarks and their masses, at length."
WORDS = "The method reads the paper and names the sentence that the answer stands in. " * 5
NAMES = [
    "Introduction",
    "Method",
    "Experiments",
    "Results",
    "Discussion of the results",
    "Conclusion",
]


def article(
    *,
    names: list[str] = NAMES,
    contents: bool = False,
    cites: bool = False,
    listed: bool = True,
    stamp: str = "",
) -> bytes:
    """A paper's page, with a table of contents, with citations that lead to its references,
    or with neither.
    """
    cite = (
        ' as in <cite class="ltx_cite">[<a class="ltx_ref" href="#bib.bib1">1</a>]</cite> and [2]'
        if cites
        else ""
    )
    body = "".join(
        section(f"S{n}", name, para(f"{name} {n}: {WORDS}{cite}", f"S{n}.p1"))
        for n, name in enumerate(names, start=1)
    )
    nav = "".join(f'<li><a href="#S{n}">{name}</a></li>' for n, name in enumerate(NAMES, start=1))
    nav += '<li><a href="#bib">References</a></li>'
    entries = '<li id="bib.bib1" class="ltx_bibitem">A. Author. A book. 2024.</li>'
    references = (
        f'<section id="bib" class="ltx_bibliography"><ul>{entries}</ul></section>' if listed else ""
    )
    mark = f'<div id="watermark-tr">arXiv:{stamp} [cs.CL] 05 May 2026</div>' if stamp else ""
    return (
        "<!DOCTYPE"
        f" html><html><body>{f'<nav class=ltx_TOC><ol>{nav}</ol></nav>' if contents else ''}{mark}"
        f'<article class="ltx_document"><h1 class="ltx_title ltx_title_document">{TITLE}</h1>'
        '<div class="ltx_abstract"><p'
        f' class="ltx_p">{ABSTRACT}</p></div>{body}{references}</article></body></html>'
    ).encode()


FORMS: list[dict[str, Any]] = [{"contents": True}, {"cites": True}, {}]


def lost(page: bytes) -> str | None:
    """Why a page is not whole or no paper."""
    found = read_html_page(page)
    return found.reason if isinstance(found, Fallback) else found.lost


@pytest.mark.parametrize("form", FORMS, ids=["contents", "citations", "neither"])
def test_a_whole_page_is_whole(form: dict[str, Any]) -> None:
    """Pages with a table of contents, with references that are led to,
    and with neither are read.
    """
    assert lost(article(**form)) is None


@pytest.mark.parametrize("percent", range(5, 100, 5))
@pytest.mark.parametrize("form", FORMS, ids=["contents", "citations", "neither"])
def test_a_page_that_is_cut_anywhere_is_told(form: dict[str, Any], percent: int) -> None:
    """Half a page is not a short paper, though its article be closed by whoever cut it."""
    page = article(**form)
    cut = page[: len(page) * percent // 100]
    assert lost(cut)
    if form and b"bib.bib1" not in cut[-600:]:
        assert lost(cut.rpartition(b"<")[0] + b"</article></body></html>")


@pytest.mark.parametrize("kept", [1, 2, 3, 4])
@pytest.mark.parametrize("form", FORMS, ids=["contents", "citations", "neither"])
def test_a_page_cut_between_two_sections_is_told(form: dict[str, Any], kept: int) -> None:
    """A cut that leaves whole sections, closed, lacks what the contents,
    the citations or the introduction promise.
    """
    assert lost(article(names=NAMES[:kept], listed=False, **form))


def test_a_section_that_is_missing_between_others_is_told() -> None:
    """Sections are numbered: the third does not follow the first."""
    assert (
        lost(article().replace(b'id="S2"', b'id="X2"')) == "the page is cut: section 2 is missing"
    )


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html><body><h1>Reading Papers with Great Care</h1>Are you a robot?</body></html>",
        b'<html><head><meta name="citation_arxiv_id"></head><body></body></html>',
        b"%PDF-1.7",
        article()[:2000],
    ],
    ids=["empty", "captcha", "abstract page", "PDF", "cut"],
)
def test_a_wrong_page_is_doubtful_and_not_kept(body: bytes) -> None:
    """What came in place of the paper says why it is not used, and may be asked for again."""
    kept: list[str] = []
    fetched = Fetched(body, keep=lambda: kept.append("kept"))
    text = read_paper_text(
        lambda kind, id_: fetched, "2605.02801", ABSTRACT, ("html", "abstract"), title=TITLE
    )
    assert (text.kind, kept) == ("abstract", [])
    assert text.fallbacks[0].doubtful


def test_a_right_page_is_kept() -> None:
    """What is whole and the paper's is kept, once."""
    kept: list[str] = []
    fetched = Fetched(article(), keep=lambda: kept.append("kept"))
    text = read_paper_text(lambda kind, id_: fetched, "2605.02801", ABSTRACT, title=TITLE)
    assert (text.kind, text.fallbacks, kept) == ("html", (), ["kept"])


def test_a_wrong_page_of_the_cache_is_asked_for_anew() -> None:
    """A page that was kept by a laxer rule gives way to what the upstream has now."""
    stale = Fetched(article()[:2000], again=lambda: Fetched(article()))
    assert (
        read_paper_text(lambda kind, id_: stale, "2605.02801", ABSTRACT, title=TITLE).kind == "html"
    )


@pytest.mark.parametrize(
    "stamp, title, abstract, right",
    [
        ("2605.02801v2", "Another title", "", True),
        ("2605.09999v1", TITLE, ABSTRACT, False),
        ("", TITLE, ABSTRACT, True),
        ("", "READING  papers\nwith $great$ care", OTHER, True),
        ("", "Measuring quarks in heavy nuclei", ABSTRACT, True),
        ("", "Measuring quarks in heavy nuclei", OTHER, False),
        ("", "", "", True),
    ],
)
def test_another_papers_page_is_told(stamp: str, title: str, abstract: str, right: bool) -> None:
    """arXiv's stamp decides; else the title or the abstract stands in it, whatever their case,
    spaces and maths.
    """
    page = read_html_page(article(stamp=stamp))
    assert isinstance(page, HtmlPage)
    why = another(page.passages, page.title, page.stamp, "arxiv:2605.02801", title, abstract)
    assert (why is None) is right


def test_a_text_shorter_than_its_abstract_is_no_text() -> None:
    """A paper says more than its abstract."""
    why = another([Passage("S1.p1", "Short.")], TITLE, None, "", TITLE, ABSTRACT)
    assert why
    assert why.startswith("too little text")


WHOLE = pdf([lines(PROSE)] * 3)


def test_a_pdf_that_is_whole_is_read() -> None:
    """As one that is cut is not."""
    assert read_paper_text(served(pdf=WHOLE), "2605.02801", "x", ("pdf",)).kind == "pdf"


@pytest.mark.parametrize("percent", [10, 30, 50, 70, 90])
def test_a_pdf_that_is_cut_is_told(percent: int) -> None:
    """Both readers mend a PDF that lost its end; it is doubtful all the same."""
    cut = WHOLE[: len(WHOLE) * percent // 100]
    for body in (cut, cut + WHOLE[-40:]):
        (doubt,) = read_paper_text(served(pdf=body), "2605.02801", "x", ("pdf",)).fallbacks
        assert doubt.doubtful, doubt.reason


def test_a_persons_file_is_what_they_say(tmp_path: Path) -> None:
    """A file that is added by hand is not compared with anything."""
    path = tmp_path / "paper.html"
    path.write_bytes(article(names=NAMES[:1], listed=False))
    assert (
        read_paper_text(file(path), "", "", title="Another title of another paper").kind == "html"
    )


def test_a_page_is_read_within_limits() -> None:
    """A page that takes too long or too much is given up in a process of its own,
    and this one is unharmed.
    """
    page = article()
    large = page.replace(b"</article>", b'<p class="ltx_p">Text.</p>' * 200_000 + b"</article>")
    assert read_apart(large, Limits(seconds=0)) == Fallback(
        "html", "it took more than 0 s of processor time to read"
    )
    assert read_apart(large, Limits(wall=0)) == Fallback("html", "it took more than 0 s to read")
    assert isinstance(read_apart(large, Limits(megabytes=12)), Fallback)
    assert isinstance(read_apart(page), HtmlPage)


def test_one_worker_reads_several_pages_each_in_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run starts one reader for all its pages; where the system makes no copies, one a page."""
    started, whole = list[object](), subprocess.Popen

    def start(*args: Any, **kwargs: Any) -> Any:
        started.append(args)
        return whole(*args, **kwargs)

    monkeypatch.setattr(subprocess, "Popen", start)
    process.end_workers()
    assert all(isinstance(read_apart(article()), HtmlPage) for _ in range(3))
    assert len(started) == 1
    process.end_workers()
    monkeypatch.setattr(process, "_CAN_FORK", False)
    assert all(isinstance(read_apart(article()), HtmlPage) for _ in range(2))
    assert len(started) == 3
