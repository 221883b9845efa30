"""Adding by hand: ids, addresses and files become papers, and what is none says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fulltext.pdfs import PROSE, lines, pdf
from tests.fulltext.test_whole import ABSTRACT, TITLE, article
from tests.loopback.arxiv import LoopbackArxiv
from tests.sources.helpers import quick_client, row
from wiki_builder.core.errors import UsageError
from wiki_builder.core.values.paper import Paper
from wiki_builder.stages.add import Added, added_papers, paper_id

TODAY = "2026-05-05"


@pytest.fixture(scope="module")
def arxiv() -> Iterator[LoopbackArxiv]:
    with LoopbackArxiv() as running:
        running.submit(row("2605.02801", title="A paper of arXiv"))
        yield running


@pytest.fixture
def paper_file(tmp_path: Path) -> Path:
    """A PDF with a title, an abstract and prose."""
    title = lines(["Reading Papers with Care"], size=20, top=730)
    body = lines(["Ada Lovelace", "Abstract", "We read papers.", "1 Introduction", *PROSE], top=700)
    path = tmp_path / "paper.pdf"
    path.write_bytes(pdf([b"\n".join((title, body))]))
    return path


def add(
    arxiv: LoopbackArxiv,
    *given: str,
    known: dict[str, Paper] | None = None,
    also: str | None = None,
) -> Added:
    with quick_client() as client:
        return added_papers(given, client, arxiv.addresses, (known or {}).get, TODAY, also)


def test_an_id_and_its_address_are_one_paper(arxiv: LoopbackArxiv) -> None:
    """However it is written, a paper is added once, by its permanent id."""
    added = add(arxiv, "2605.02801", "https://arxiv.org/abs/2605.02801v1")
    assert [(paper.id, paper.latest.title, paper.run) for paper in added.papers] == [
        ("arxiv:2605.02801", "A paper of arXiv", "add-2026-05-05")
    ]
    assert [(r.id, r.outcome) for r in added.receipt.rows] == [("arxiv:2605.02801", "taken")]


def test_a_missing_paper_is_named_once(arxiv: LoopbackArxiv) -> None:
    """What arXiv does not know is a failed row, and harms no other."""
    added = add(arxiv, "2605.02801", "2605.09999", "arXiv:2605.09999")
    assert [(r.id, r.outcome) for r in added.receipt.rows] == [
        ("arxiv:2605.02801", "taken"),
        ("arxiv:2605.09999", "failed"),
    ]
    assert added.receipt.announced == len(added.receipt.rows) == 2
    assert added.receipt.rows[1].reason


def test_a_known_paper_is_taken_as_it_is(arxiv: LoopbackArxiv) -> None:
    """Adding again does not forget what was read."""
    (first,) = add(arxiv, "2605.02801").papers
    known = first.with_(imported="2026-01-01")
    assert add(arxiv, "2605.02801", known={known.id: known}).papers == (known,)


def test_a_file_is_a_paper(arxiv: LoopbackArxiv, paper_file: Path) -> None:
    """Its id is a hash of its bytes, its title and abstract stand on it,
    and ``also`` says what arXiv calls it.
    """
    added = add(arxiv, str(paper_file), also="1911.02782")
    (paper,) = added.papers
    assert paper.id == paper_id(paper_file)
    assert paper.latest.title == "Reading Papers with Care"
    assert paper.latest.abstract == "We read papers."
    assert paper.also == ("arxiv:1911.02782",)
    assert added.texts[paper.id].kind == "pdf"


@pytest.mark.parametrize(
    "given", ["nothing", "missing.pdf", "arxiv:../../x", "https://example.org/x", "2605.99"]
)
def test_what_is_no_paper_is_refused(arxiv: LoopbackArxiv, given: str) -> None:
    """The command line is wrong, and nothing was done."""
    with pytest.raises(UsageError):
        add(arxiv, "2605.02801", given)


def test_a_file_that_is_no_pdf_is_refused(arxiv: LoopbackArxiv, tmp_path: Path) -> None:
    """It is named with what can be done."""
    path = tmp_path / "notes.pdf"
    path.write_bytes(b"no PDF at all")
    with pytest.raises(UsageError, match=r"notes\.pdf"):
        add(arxiv, str(path))


def test_a_saved_page_is_a_paper(arxiv: LoopbackArxiv, tmp_path: Path) -> None:
    """A page saved from arXiv's HTML has the title, abstract and passages that it bears,
    and arXiv's id beside it.
    """
    path = tmp_path / "saved.html"
    path.write_bytes(article(stamp="2605.02801v2"))
    added = add(arxiv, str(path))
    (paper,) = added.papers
    assert paper.id == paper_id(path)
    assert (paper.latest.title, paper.latest.abstract, paper.also) == (
        TITLE,
        ABSTRACT,
        ("arxiv:2605.02801",),
    )
    assert added.texts[paper.id].kind == "html"
    assert "S1.p1" in {passage.id for passage in added.texts[paper.id].passages}


def test_a_page_that_is_no_paper_is_refused(arxiv: LoopbackArxiv, tmp_path: Path) -> None:
    """A page of something else is named with what can be given."""
    path = tmp_path / "news.html"
    path.write_bytes(b"<html><body><h1>News</h1></body></html>")
    with pytest.raises(UsageError, match=r"news\.html.*arxiv\.org/html"):
        add(arxiv, str(path))


def test_another_address_says_what_works(arxiv: LoopbackArxiv) -> None:
    """Only arXiv's addresses are fetched; for any other a file can be given."""
    with pytest.raises(
        UsageError, match=r"https://openai\.com/blog.*not fetched.*arxiv\.org/abs.*file"
    ):
        add(arxiv, "https://openai.com/blog")
    with pytest.raises(UsageError, match="no arXiv id"):
        add(arxiv, "https://arxiv.org/list/cs.CL/new")
