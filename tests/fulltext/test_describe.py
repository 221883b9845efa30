"""Whose paper a PDF is."""

from __future__ import annotations

from pathlib import Path

from tests.fulltext.pdfs import PROSE, lines, pdf
from wiki_builder.core.values.fulltext import Fallback
from wiki_builder.fulltext.describe import Described, describe

ROOT = Path(__file__).parents[2]


def told(source: bytes | Path) -> Described:
    found = describe(source)
    assert isinstance(found, Described)
    return found


def test_the_document_information_is_believed_where_the_page_agrees() -> None:
    """Title and authors of a well-made PDF come from its own information."""
    assert told(ROOT / "wiki_builder/demo/papers/2020.acl-main.447.pdf") == Described(
        "S2ORC: The Semantic Scholar Open Research Corpus",
        ("Kyle Lo", "Lucy Lu Wang", "Mark Neumann", "Rodney Kinney", "Daniel Weld"),
    )


def test_the_largest_line_is_the_title() -> None:
    """Without information the title is what is set largest, not the running head above it."""
    head, title = (
        lines(["Preprint. Under review."]),
        lines(["Reading Papers with Care"], size=20, top=730),
    )
    names = lines(
        [
            "Ada Lovelace\u00b9  Jos\u00e9 N\u00fa\u00f1ez\u00b2",
            "\u00b9University of Somewhere",
            "Abstract",
            *PROSE,
        ],
        top=700,
    )
    found = told(pdf([b"\n".join((head, title, names))]))
    assert found == Described("Reading Papers with Care", ("Ada Lovelace", "José Núñez"))


def test_a_file_name_is_no_title() -> None:
    """Word's and LaTeX's idea of a title is not taken."""
    page = b"\n".join(
        (lines(["Reading Papers with Care"], size=20), lines(["Abstract", *PROSE], top=720))
    )
    assert (
        told(pdf([page], info=b"<< /Title (Microsoft Word - final2.docx) >>")).title
        == "Reading Papers with Care"
    )
    assert (
        told(pdf([page], info=b"<< /Title (Another Paper Altogether) >>")).title
        == "Reading Papers with Care"
    )


def test_the_stamp_gives_the_id_and_no_title() -> None:
    """The stamp set upright at the margin, larger than any title, gives the id with its version."""
    stamp = b"BT /F1 20 Tf 0 1 -1 0 30 200 Tm (arXiv:2605.02801v2  [cs.CL]  5 May 2026) Tj ET"
    page = b"\n".join(
        (lines(["Reading Papers with Care"], size=16), lines(["Abstract", *PROSE], top=720), stamp)
    )
    found = told(pdf([page]))
    assert (found.title, found.arxiv_id) == ("Reading Papers with Care", "2605.02801v2")


def test_arxiv_records_the_id() -> None:
    """A PDF in which arXiv recorded the id says so without a stamp."""
    page = lines([*PROSE])
    assert (
        told(pdf([page], info=b"<< /arXivID (https://arxiv.org/abs/2605.02801v1) >>")).arxiv_id
        == "2605.02801v1"
    )


def test_what_cannot_be_read_has_a_reason() -> None:
    """A file that is no PDF is a value with a reason, not an exception."""
    assert isinstance(describe(b"5byte"), Fallback)
