"""PDFs as passages: real ones, and broken ones of every kind, each with its reason."""

from __future__ import annotations

import io
import os
from functools import partial
from pathlib import Path

import pypdf
import pytest
from pypdf.generic._font import Font

from tests.fulltext.pdfs import (
    PROSE,
    lines,
    pdf,
    stream,
)
from tests.work import calls
from wiki_builder.core.values.fulltext import Fallback
from wiki_builder.fulltext import pdf_worker
from wiki_builder.fulltext.pdf import (
    PdfLimits,
    PdfText,
    passages,
    read_pdf,
)

ROOT = Path(__file__).parents[2]
RECORDED = ROOT / "tests/recordings/pdf"
S2ORC = ROOT / "wiki_builder/demo/papers/2020.acl-main.447.pdf"


def reason(source: bytes | Path, limits: PdfLimits | None = None) -> str:
    found = read_pdf(source, limits)
    assert isinstance(found, Fallback)
    assert found.kind == "pdf"
    return found.reason


def text(source: bytes | Path, limits: PdfLimits | None = None) -> PdfText:
    found = read_pdf(source, limits)
    assert isinstance(found, PdfText), found
    return found


@pytest.fixture(scope="module")
def s2orc() -> PdfText:
    return text(S2ORC)


def test_each_page_is_a_passage(s2orc: PdfText) -> None:
    """A page's address is the fragment that opens a PDF viewer at it."""
    assert (s2orc.pages, s2orc.read, s2orc.engine) == (15, 15, "pypdf")
    assert [p.id for p in s2orc.passages if p.kind == "page"][:3] == ["page=1", "page=2", "page=3"]


def test_a_quote_is_found_across_lines_hyphens_and_ligatures(s2orc: PdfText) -> None:
    """A sentence of two narrow columns with broken words and ligatures stands in its passage
    as one reads it.
    """
    page = {p.id: p.text for p in s2orc.passages}["page=1"]
    assert (
        "The corpus consists of rich metadata, paper abstracts, resolved bibliographic references"
        in page
    )
    assert "We aggregate" not in page
    assert "aggregate papers from hundreds of academic publishers" in page
    assert (
        "Full text is annotated with automatically-detected inline mentions of citations, figures,"
        " and tables" in page
    )


def test_references_are_apart_and_the_appendix_is_text(s2orc: PdfText) -> None:
    """A model is never shown the references, and an appendix behind them is not lost."""
    kinds = {(p.id, p.kind) for p in s2orc.passages}
    assert {
        ("page=9", "page"),
        ("page=9", "references"),
        ("page=11", "references"),
        ("page=13", "page"),
    } <= kinds
    assert ("page=13", "references") not in kinds
    body = "\n".join(p.text for p in s2orc.passages if p.kind == "page")
    assert "A Background & Terminology" in body
    assert "Riaz Ahmad and Muhammad Tanvir Afzal" not in body


def test_page_numbers_are_dropped(s2orc: PdfText) -> None:
    """A running page number never stands within a sentence that goes on over the page."""
    assert not any(
        line in {"4970", "4971", "4983"} for p in s2orc.passages for line in p.text.split("\n")
    )


def test_maths_heavy_pages_are_text() -> None:
    """Pages of formulas with few words are still a paper."""
    assert "Sub-numbered equations" in text(RECORDED / "latexml_amsdisplay.pdf").passages[0].text


def test_columns_are_read_one_after_the_other() -> None:
    """Two columns are not interleaved: a sentence of the left one goes on in the left one."""
    page = text(RECORDED / "pypdf_multicolumn.pdf").passages[0].text
    assert (
        "Lorem ipsum dolor sit amet, consectetuer adipiscing elit. Ut purus elit, vestibulum ut,"
        " placerat ac" in page
    )


def test_a_password_is_a_reason() -> None:
    """A PDF that needs a password is named as such."""
    assert reason(RECORDED / "encrypted_pypdf_password.pdf") == "encrypted with a password"


def test_an_empty_user_password_opens() -> None:
    """A PDF that is encrypted against printing only is read."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf([lines(PROSE)])))
    writer.encrypt(user_password="", owner_password="owner", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    assert "says what it found" in text(out.getvalue()).passages[0].text


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"5byte", "5 bytes"),
        (b"This is not a PDF, whatever its name.\n", "not a PDF"),
        (b"<!DOCTYPE html><html><body>No PDF for this paper</body></html>", "an HTML page"),
        (b"", "0 bytes"),
        (b"%PDF-1.5\n" + bytes(range(256)) * 8, "broken"),
    ],
)
def test_what_is_no_pdf_is_told(body: bytes, words: str) -> None:
    """An answer that only calls itself a PDF is refused with what it is."""
    assert words in reason(body)


def test_empty_pages_and_scans_are_told_apart() -> None:
    """A PDF without text says whether there is a picture to look at."""
    assert reason(pdf([b"", b""])) == "no text: the pages are empty"
    image = stream(
        b"\xff",
        b"/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace"
        b" /DeviceGray",
    )
    scan = pdf([b"/I Do"], extra=[image]).replace(b"/F1 3 0 R >>", b">> /XObject << /I 5 0 R >>")
    assert "scan" in reason(scan)


def test_glyphs_without_characters_are_a_reason() -> None:
    """A font that maps every letter to a private-use character is no text."""
    shifted = (
        b"1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <20> <7E> <E020>"
        b" endbfrange"
    )
    head = b"/CIDInit /ProcSet findresource begin begincmap "
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Soup /ToUnicode 5 0 R >>"
    soup = pdf([lines(PROSE)], font=font, extra=[stream(head + shifted + b" endcmap")])
    assert "glyphs without characters" in reason(soup)


def test_pdfium_reads_where_pypdf_cannot() -> None:
    """A Chinese encoding that pypdf does not know costs nothing but a second reader."""
    words = (
        "本文提出一种新的方法用于训练大语言模型在多个任务上进行实验结果表明我们的方法优于现有方法"
        * 6
    )
    shown = b" ".join(
        b"<%s> Tj T*" % words[i : i + 40].encode("gbk").hex().encode()
        for i in range(0, len(words), 40)
    )
    font = (
        b"<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /GBKp-EUC-H"
        b" /DescendantFonts [5 0 R] >>"
    )
    cid = (
        b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /DW 1000 /FontDescriptor 6"
        b" 0 R /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>"
    )
    descriptor = (
        b"<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [0 0 1000 1000]"
        b" /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>"
    )
    found = text(
        pdf([b"BT /F1 10 Tf 14 TL 50 760 Td %s ET" % shown], font=font, extra=[cid, descriptor])
    )
    assert found.engine == "pdfium"
    assert "训练大语言模型" in found.passages[0].text


def test_only_the_first_pages_are_read() -> None:
    """A long thesis costs no more than its first pages, and its length is known."""
    found = text(pdf([lines(PROSE)] * 4), PdfLimits(first_pages=2))
    assert (found.pages, found.read, len(found.passages)) == (4, 2, 2)


def test_thousands_of_pages_are_a_book() -> None:
    """A file of far more pages than a paper has is refused with its number of pages."""
    assert "4 pages" in reason(pdf([lines(PROSE)] * 4), PdfLimits(most_pages=3))


def test_time_runs_out() -> None:
    """A PDF that takes too long is given up, and the run goes on."""
    assert (
        reason(pdf([lines(PROSE)]), PdfLimits(seconds=0))
        == "it took more than 0 s of processor time to read"
    )


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit of address space")
def test_memory_runs_out() -> None:
    """A PDF that wants too much memory is given up, and this process is unharmed."""
    assert reason(pdf([lines(PROSE)]), PdfLimits(megabytes=12)) in {
        "the reader crashed on it",
        "too much memory is needed to read it",
    }


def test_too_large_a_file_is_not_opened() -> None:
    """A file beyond the limit of size is refused before it is read."""
    assert reason(pdf([lines(PROSE)]), PdfLimits(most_bytes=10)).startswith("too large")


def test_raw_pages_become_passages_deterministically() -> None:
    """The same pages give the same passages, to the byte."""
    pages = ["Title\nA line of text\n1", "Another line\n2", "A third one\n3"]
    assert passages(pages) == passages(list(pages))
    assert [p.text for p in passages(pages)] == [
        "Title A line of text",
        "Another line",
        "A third one",
    ]


def test_a_large_font_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Chinese font has many thousand characters; ten pages of it are little more work than
    one.
    """
    characters = b"".join(b"<%04x> <%04x>\n" % (n, 0x4E00 + n) for n in range(3000))
    cmap = (
        b"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <ffff>"
        b" endcodespacerange\n3000 beginbfchar\n%sendbfchar\nendcmap" % characters
    )
    font = (
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /Identity-H /DescendantFonts"
        b" [5 0 R] /ToUnicode 6 0 R >>"
    )
    cid = (
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Song /DW 1000 /CIDSystemInfo <<"
        b" /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>"
    )
    page = b"BT /F1 10 Tf 50 760 Td <%s> Tj ET" % b"".join(b"%04x" % n for n in range(40))
    work = {}
    monkeypatch.setattr(Font, "from_font_resource", Font.from_font_resource)  # put back after
    for pages in (1, 10):
        path = tmp_path / f"{pages}.pdf"
        path.write_bytes(pdf([page] * pages, font=font, extra=[cid, stream(cmap)]))
        work[pages] = calls(partial(pdf_worker.read, str(path), "pypdf", "100"))
    assert work[10] < 2 * work[1]
