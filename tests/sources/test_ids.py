"""arXiv ids in every form in which they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.core.errors import UsageError
from wiki_builder.sources.ids import ArxivId, parse_id


@pytest.mark.parametrize(
    "written, id, version",
    [
        ("2605.02801", "2605.02801", None),
        ("2605.02801v3", "2605.02801", 3),
        ("2606.30054v11", "2606.30054", 11),
        ("  2605.02801 \n", "2605.02801", None),
        ("arXiv:2605.02801v1", "2605.02801", 1),
        ("arxiv: 2605.02801", "2605.02801", None),
        ("arXiv:2605.02801v1 [cs.CL]", "2605.02801", 1),
        ("oai:arXiv.org:2606.29900v2", "2606.29900", 2),
        ("oai:arXiv.org:astro-ph/0601001", "astro-ph/0601001", None),
        ("http://arxiv.org/abs/1605.08386v1", "1605.08386", 1),
        ("https://arxiv.org/abs/astro-ph/0601001v1", "astro-ph/0601001", 1),
        ("https://www.arxiv.org/abs/2605.02801?context=cs", "2605.02801", None),
        ("https://arxiv.org/abs/2605.02801/", "2605.02801", None),
        ("https://arxiv.org/pdf/2605.02801", "2605.02801", None),
        ("https://arxiv.org/pdf/2605.02801v2.pdf#page=7", "2605.02801", 2),
        ("https://arxiv.org/html/2605.02801v2#S3.p2", "2605.02801", 2),
        ("https://export.arxiv.org/abs/2605.02801", "2605.02801", None),
        ("arxiv.org/abs/2605.02801", "2605.02801", None),
        ("https://doi.org/10.48550/arXiv.2605.02801", "2605.02801", None),
        ("10.48550/arXiv.2605.02801", "2605.02801", None),
        ("quant-ph/0201082v1", "quant-ph/0201082", 1),
        ("math.GT/0309136", "math/0309136", None),
        ("arXiv:math.GT/0309136v2", "math/0309136", 2),
        ("hep-th/9901001", "hep-th/9901001", None),
        ("0704.0001", "0704.0001", None),
        ("1412.9999", "1412.9999", None),
        ("1501.00001", "1501.00001", None),
    ],
)
def test_every_way_to_write_an_id_is_read(written: str, id: str, version: int | None) -> None:
    """People paste ids, names and addresses; feeds and the API have forms of their own."""
    assert parse_id(written) == ArxivId(id, version)


@pytest.mark.parametrize(
    "written, why",
    [
        ("", "does not look like one"),
        ("abc", "does not look like one"),
        ("2605.0280", "5 digits"),
        ("0808.05394", "4 digits"),
        ("2613.02801", "no month 13"),
        ("0000.0000", "no month 00"),
        ("0703.0001", "begin in April 2007"),
        ("astro-ph/0704001", "end in March 2007"),
        ("astro-ph/9013001", "no month 13"),
        ("pumpkin/0601001", "no archive 'pumpkin'"),
        ("2605.02801v0", "does not look like one"),
        ("2605.02801 2605.02802", "does not look like one"),
        ("https://example.org/abs/2605.02801", "does not look like one"),
        ("https://arxiv.org.example.org/abs/2605.02801", "does not look like one"),
        ("https://arxiv.org/abs/../../etc/passwd", "does not look like one"),
        ("２６０５.02801", "does not look like one"),
        ("./paper.pdf", "does not look like one"),
    ],
)
def test_what_is_no_id_is_refused_with_the_reason(written: str, why: str) -> None:
    """A typo must not become a request, or a path."""
    with pytest.raises(UsageError, match=why) as error:
        parse_id(written)
    assert "2605.02801" in error.value.next


def test_an_id_knows_its_names_and_addresses() -> None:
    """The wiki's subject never holds a version; addresses do where it is known."""
    paper = parse_id("https://arxiv.org/abs/astro-ph/0601001v1")
    assert paper.subject == "arxiv:astro-ph/0601001"
    assert str(paper) == paper.versioned == "astro-ph/0601001v1"
    assert paper.url == "https://arxiv.org/abs/astro-ph/0601001v1"
    assert parse_id("2605.02801").url == "https://arxiv.org/abs/2605.02801"
    assert (
        paper.at("http://127.0.0.1:8000/pdf/{id}") == "http://127.0.0.1:8000/pdf/astro-ph/0601001v1"
    )


def test_a_subject_is_read_back() -> None:
    """What stands in data/ leads back to the id."""
    assert parse_id("arxiv:2605.02801") == ArxivId("2605.02801")


@given(st.text(max_size=40))
def test_whatever_is_read_is_safe_and_reads_back(text: str) -> None:
    """Any text is either refused, or an id without a dangerous character that names itself."""
    try:
        paper = parse_id(text)
    except UsageError:
        return
    assert parse_id(paper.versioned) == paper
    assert set(paper.id) <= set("abcdefghijklmnopqrstuvwxyz-/.0123456789")
    assert ".." not in paper.id
