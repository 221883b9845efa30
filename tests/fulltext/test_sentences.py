"""Sentences that were picked by hand from papers' pages are found in the papers' texts."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from wiki_builder.demo.fulltexts import PAPERS
from wiki_builder.fulltext.read import file, read_paper_text
from wiki_builder.grounding.quotes import find_quote, searchable

LINES = (Path(__file__).parent / "sentences.txt").read_text("utf-8").splitlines()


def picked() -> dict[str, list[str]]:
    """The lines of the list, by the paper's file."""
    lines = [line for line in LINES if line and not line.startswith("#")]
    names = [line[1:] for line in lines if line.startswith("@")]
    groups = groupby(lines, key=lambda line: line.startswith("@"))
    return dict(zip(names, (list(group) for named, group in groups if not named), strict=True))


@pytest.mark.parametrize("name", picked())
def test_what_a_reader_copies_is_found(name: str) -> None:
    """All but the marked ones, each with its reason; one of them that is found is good news."""
    path = PAPERS / name
    text = read_paper_text(file(path), "", "", ("html" if path.suffix == ".html" else "pdf",))
    places = searchable(text.passages)
    wrong = []
    for line in picked()[name]:
        reason, _, sentence = line.removeprefix("! ").rpartition(" | ")
        if (find_quote(sentence, places) is None) != bool(reason):
            wrong.append(line)
    assert wrong == []
