"""Findings side by side on the pages of both papers and of the concept that both name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.pages.sample import ONE, TWO, Sample, sample
from wiki_builder.concepts.articles.material import words_hash
from wiki_builder.contract.page import Page, read_page
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.values.analysis import Claim
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.relation import Relation, RelationKind, Side
from wiki_builder.library.citable import claim_words

CONCEPT = "concept:credit-assignment"
PAGES = {
    ONE: "papers/2605/2605.00001.md",
    TWO: "papers/2605/2605.00002.md",
    CONCEPT: "concepts/credit-assignment.md",
}
TEXT = Bilingual("The one gains | <b>all</b>, the other nothing.", "一方提升，另一方没有。")


def claim(wiki: Sample, id_: str) -> Claim:
    paper = read_paper(wiki.wiki, id_)
    assert paper
    assert paper.analysis
    return paper.analysis.of("results")[0]


def side(wiki: Sample, id_: str) -> Side:
    one = claim(wiki, id_)
    return Side(f"{id_}#{one.id}", words_hash(claim_words(one)), one.evidence.quote, "three tasks")


def relate(wiki: Sample, kind: RelationKind = "contradicts") -> None:
    """The later paper has a finding that bears on the earlier one's."""
    found = (side(wiki, TWO), side(wiki, ONE))
    relation = Relation(kind, *found, TEXT, ("credit-assignment",), "a *model*")
    wiki.change(TWO, relations=(relation,))
    wiki.render()


def beside(wiki: Sample, page: str) -> str:
    """What a page says beside other papers; nothing where it says nothing."""
    read = read_page(wiki.completed(PAGES[page], page).encode())
    assert isinstance(read, Page)
    section = read.sections.get("relations")
    return section.body.strip() if section else ""


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    made = sample(tmp_path)
    relate(made)
    return made


@pytest.mark.parametrize("page", PAGES)
def test_both_quotes_stand_side_by_side(wiki: Sample, page: str) -> None:
    """On both papers and the concept: how they stand, under which conditions, in whose words."""
    said = beside(wiki, page)
    assert "Contradict each other" in said
    assert "相互矛盾" in said
    assert said.count(f"“{claim(wiki, ONE).evidence.quote}”") == 2
    for id_ in (ONE, TWO):
        assert f"{id_.removeprefix('arxiv:')}.md#^{claim(wiki, id_).id})" in said
    assert said.count("*three tasks*") == 2
    assert "from both quotes alone" in said
    assert "<b>" not in said
    assert "a &#42;model&#42;" in said


@pytest.mark.parametrize("page", PAGES)
def test_it_falls_with_either_finding(wiki: Sample, page: str) -> None:
    """What a person reworded was not compared; of a rejected paper nothing is said."""
    wiki.edit(PAGES[ONE], "81.2% on three tasks.", "It gains much.")
    wiki.render()
    assert beside(wiki, page) == ""


def test_it_falls_where_the_words_in_the_data_changed(wiki: Sample) -> None:
    """Also in a wiki without any text about a concept."""
    one = claim(wiki, ONE)
    paper = read_paper(wiki.wiki, ONE)
    assert paper
    assert paper.analysis
    new = replace(one, text=Bilingual("It gains 81.2%.", "提升 81.2%。"))
    claims = tuple(new if c.id == one.id else c for c in paper.analysis.claims)
    wiki.change(ONE, claims=claims)
    wiki.render()
    assert [beside(wiki, page) for page in PAGES] == ["", "", ""]


def test_nothing_is_said_of_a_rejected_paper(wiki: Sample) -> None:
    """Its page is gone: so is what it found, on the other's page and the concept's."""
    (wiki.root / "docs" / PAGES[TWO]).unlink()
    wiki.render()
    assert [beside(wiki, page) for page in (ONE, CONCEPT)] == ["", ""]


def test_nothing_of_it_is_stored_and_a_build_sees_it(wiki: Sample) -> None:
    """An older paper's page does not change for it; what the site adds does."""
    made = wiki.publisher()
    assert "Contradict" not in wiki.page(PAGES[ONE])
    before = {page: made.addition_inputs(page, path) for page, path in PAGES.items()}
    relate(wiki, "different_setting")
    made = wiki.publisher()
    assert all(made.addition_inputs(page, path) != before[page] for page, path in PAGES.items())
    assert "Different settings" in beside(wiki, ONE)
