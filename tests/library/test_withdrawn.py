"""A paper that its authors took back: marked, and in no list."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.pages.sample import ONE, sample
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.values.announcement import Version
from wiki_builder.library.bibtex import entry
from wiki_builder.sources.withdrawn import withdrawn

REASON = "This paper has been withdrawn by the authors due to an error in Lemma 2."


def version(comment: str | None, abstract: str = "We train one agent.") -> Version:
    return Version(2, "T", ("A. Author",), abstract, ("cs.LG",), comment=comment)


@pytest.mark.parametrize(
    "told",
    [
        version("5 pages, 1 figure. This paper has been withdrawn by the author"),
        version("This paper has been withdrawn"),
        version("Withdrawn: wrong data"),
        version("Withdrawn (error in the proof)"),
        version("The authors have withdrawn this submission because of a bug."),
        version(None, "This paper has been withdrawn since the results are not satisfied."),
        version(None, "[This submission is withdrawn.]"),
        version(None, "Withdrawn by the author, who found an error."),
        version(None, "Paper withdrawn due to an error."),
        version(None, "We train one agent. This article has been withdrawn."),
        version(None, "The authors have withdrawn this paper."),
    ],
)
def test_a_withdrawal_is_told_by_its_sentence(told: Version) -> None:
    """arXiv has no flag for it but a sentence in the comment, or in place of the abstract."""
    assert "ithdrawn" in withdrawn(told)


@pytest.mark.parametrize(
    "told",
    [
        version("12 pages, accepted at ACL"),
        version(None),
        version("This paper was withdrawn from ICLR 2026"),
        version("Retracted papers: https://example.org/data"),
        version(None, "Samples that were withdrawn from the study are left out of our analysis."),
        version(None, "Retracted papers are cited for years after the paper was retracted."),
        version(None, "When contact is lost, we retract the gripper and plan again."),
        version(None, "Withdrawn drugs are studied. This article was retracted in 2010."),
        version(None, "We ask why the article was retracted by its journal."),
        version(None, "We withdraw the assumption that rewards are dense."),
    ],
)
def test_the_word_alone_is_no_withdrawal(told: Version) -> None:
    """A paper may speak of what was withdrawn."""
    assert not withdrawn(told)


def test_a_withdrawn_paper_says_so_and_leaves_lists_and_evidence(tmp_path: Path) -> None:
    """Its page stays, with the authors' reason on top; no list, concept or result has it."""
    wiki = sample(tmp_path)
    before = wiki.publisher().library
    assert ONE in {card.id for card in before.kept}
    paper = read_paper(wiki.wiki, ONE)
    assert paper
    keys = before.cite_keys
    taken_back = replace(paper.latest, number=2, comment=REASON)
    write_paper(wiki.wiki, paper.with_(versions=(*paper.versions, taken_back)))
    wiki.render()
    library = wiki.publisher().library
    assert ONE not in {card.id for card in library.kept}
    assert not library.stands(f"{ONE}#{before.cards[ONE].claims[0]}")
    concepts = library.concepts
    assert ONE not in {card.id for one in concepts for card, _ in library.uses(one)}
    assert library.cite_keys == keys
    assert "note = {Withdrawn by its authors}" in entry(library.cards[ONE], keys[ONE])
    page = wiki.page(library.places[ONE])
    assert page.count(REASON) == 1
    assert page.index("Withdrawn by its authors") < page.index("wiki:summary.en")
