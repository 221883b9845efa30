"""The file of related papers: what is written is read again, and what cannot be read is no list."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.core.store.related import RelatedPapers, read_related, write_related
from wiki_builder.core.store.wiki import Wiki

A, B = "arxiv:2605.00001", "arxiv:astro-ph/0601001"
LISTS = {
    A: RelatedPapers("0123abcd", ((B, 0.4213), ("file:0123456789ab", 0.08))),
    B: RelatedPapers("deadbeef"),
}


def written(folder: Path, text: str) -> Wiki:
    """A wiki with this file."""
    wiki = Wiki(folder)
    wiki.data.mkdir(parents=True)
    wiki.related.write_text(f"# 0123abcd\n{text}", "utf-8")
    return wiki


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """Ids of all kinds, scores to four digits, a paper without any;
    sorted, so that days differ where papers do.
    """
    wiki = Wiki(tmp_path)
    write_related(wiki, dict(reversed(LISTS.items())))
    assert read_related(wiki) == LISTS
    assert wiki.related.read_text().split("\n")[1].startswith(f"{A}\t0123abcd\t{B} 0.4213\t")


def test_a_new_wiki_has_none(tmp_path: Path) -> None:
    """No file is no lists."""
    assert read_related(Wiki(tmp_path)) == {}


@pytest.mark.parametrize(
    "line",
    ["", "<<<<<<< HEAD", "=======", A, f"{A}\t", f"{A}\tnothash!", f"{A}\t0123abcd\t{B}", f"{A}\t0123abcd\t{B} 2.0",  # noqa: E501
     f"{A}\t0123abcd\t../../x 0.5", "../x\t0123abcd", f"{A}\t0123abcd\t{B} 0.5\t"],
)  # fmt: skip
def test_a_line_that_cannot_be_read_is_none(tmp_path: Path, line: str) -> None:
    """Its paper is related anew, all others are as they were."""
    wiki = written(tmp_path, f"{line}\n{B}\tdeadbeef\n")
    assert read_related(wiki) == {B: RelatedPapers("deadbeef")}


def test_of_two_lists_neither_counts(tmp_path: Path) -> None:
    """Git merged two branches by taking both lines: the paper is related anew;
    the same line twice is one.
    """
    line = f"{A}\t0123abcd\t{B} 0.5000\n"
    assert read_related(written(tmp_path / "two", f"{line}{A}\t0123abcd\n")) == {}
    assert list(read_related(written(tmp_path / "one", line + line))) == [A]


def test_lists_of_two_branches_are_none(tmp_path: Path) -> None:
    """Each branch's new papers are in no list of the other's: all are related anew."""
    assert read_related(written(tmp_path, f"# deadbeef\n{A}\t0123abcd\n")) == {}


@given(st.text())
def test_no_text_breaks_it(text: str) -> None:
    """Whatever stands there, it is read or left out."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        assert isinstance(read_related(written(Path(folder) / "w", text)), dict)
