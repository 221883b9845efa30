"""What a person decides: accept, dismiss, release, restore."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages.sample import ONE, Sample, sample
from wiki_builder.contract.spec import Proposal
from wiki_builder.core.errors import UsageError
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.curation import proposals as proposing

PAPER = "papers/2605/2605.00001.md"


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    return sample(tmp_path)


@pytest.fixture
def edited(wiki: Sample) -> Sample:
    """A summary and a claim that a person reworded, and newer words of the model for both."""
    wiki.edit(PAPER, "It reaches 81.2%.", "Mine.")
    wiki.edit(PAPER, "Each step has a reward.", "Mine too.")
    wiki.change(ONE, summary=Bilingual("It reaches 81.2% now.", "达到 81.2%。"))
    wiki.render()
    return wiki


def open_proposals(wiki: Sample) -> list[Proposal]:
    return proposing.proposals(wiki.publisher())


def settle(wiki: Sample, accept: bool) -> None:
    made = wiki.publisher()
    assert list(proposing.decide_proposals(made, proposing.proposals(made), accept)) == [PAPER]
    wiki.render()


def test_a_proposal_is_named_and_shown(edited: Sample) -> None:
    """By paper and section, as a diff of the person's text and the builder's."""
    (proposal,) = open_proposals(edited)
    assert proposing.name(proposal) == "2605.00001#summary.en"
    diff = proposing.difference(proposal)
    assert "-Mine." in diff
    assert "+It reaches 81.2% now." in diff
    assert proposing.named_proposals([proposal], ["2605.00001"]) == [proposal]
    with pytest.raises(UsageError, match="no proposal"):
        proposing.named_proposals([proposal], ["2605.00001#title"])


def test_accepting_gives_the_section_back(edited: Sample) -> None:
    """The new text stands there, and the next one follows by itself."""
    settle(edited, accept=True)
    assert "It reaches 81.2% now." in edited.page(PAPER)
    assert open_proposals(edited) == []
    edited.change(ONE, summary=Bilingual("And now.", "达到 81.2%。"))
    edited.render()
    assert "And now." in edited.page(PAPER)


def test_dismissing_keeps_the_text(edited: Sample) -> None:
    """The proposal is not shown again; the next value proposes anew."""
    settle(edited, accept=False)
    assert "Mine." in edited.page(PAPER)
    assert open_proposals(edited) == []
    edited.change(ONE, summary=Bilingual("And now.", "达到 81.2%。"))
    assert [p.proposed for p in open_proposals(edited)] == ["And now."]


def test_releasing_gives_a_section_back(edited: Sample) -> None:
    """With or without a proposal the builder's text stands there again;
    other sections stay the person's.
    """
    assert proposing.release(edited.publisher(), ONE, "contributions.en", form_only=False) == [
        "contributions.en"
    ]
    edited.render()
    assert "Each step has a reward." in edited.page(PAPER)
    assert "Mine." in edited.page(PAPER)
    assert proposing.release(edited.publisher(), ONE, None, form_only=False) == ["summary.en"]
    edited.render()
    assert "Mine" not in edited.page(PAPER)


def test_releasing_a_list_brings_back_its_deleted_items(wiki: Sample) -> None:
    """All of the section is the builder's again."""
    before = wiki.page(PAPER)
    wiki.edit(PAPER, "1. **Tasks**: Three tasks. ^c2\n", "")
    wiki.render()
    assert proposing.release(wiki.publisher(), ONE, "contributions.en", form_only=False)
    wiki.render()
    assert wiki.page(PAPER) == before


def test_releasing_form_loses_no_word(wiki: Sample) -> None:
    """Only sections whose letters and digits are the builder's are given back."""
    wiki.edit(PAPER, "Two stages.", "Two (stages)!")
    wiki.edit(PAPER, "It reaches 81.2%.", "It reaches 81.3%.")
    assert proposing.release(wiki.publisher(), ONE, None, form_only=True) == ["method.en"]
    wiki.render()
    assert "Two stages." in wiki.page(PAPER)
    assert "81.3%" in wiki.page(PAPER)


def test_releasing_nothing_is_refused(wiki: Sample) -> None:
    """A page or section that is not there is named."""
    for page, section in ((ONE, "nothing"), ("arxiv:2605.99999", None)):
        with pytest.raises(UsageError, match="release"):
            proposing.release(wiki.publisher(), page, section, form_only=False)


def test_restoring_a_section(wiki: Sample) -> None:
    """What was deleted comes back on request, in its place."""
    before = wiki.page(PAPER)
    start, end = before.index("<!-- wiki:reason.en"), before.index("<!-- wiki:reason.zh")
    wiki.edit(PAPER, before[start:end], "")
    wiki.render()
    assert "It is simple." not in wiki.page(PAPER)
    proposing.restore(wiki.wiki, wiki.publisher(), ONE, "reason.en")
    wiki.render()
    assert "It is simple." in wiki.page(PAPER)
    assert "stands there already" in proposing.restore(
        wiki.wiki, wiki.publisher(), ONE, "reason.en"
    )
    with pytest.raises(UsageError, match="not deleted"):
        proposing.restore(wiki.wiki, wiki.publisher(), ONE, "reasons.en")


def test_restoring_a_page(wiki: Sample) -> None:
    """A deleted page is written again, and its paper is in the lists."""
    before = {path: wiki.page(path) for path in (PAPER, "index.md")}
    (wiki.root / "docs" / PAPER).unlink()
    wiki.render()
    assert wiki.page("index.md") != before["index.md"]
    proposing.restore(wiki.wiki, wiki.publisher(), ONE, None)
    wiki.render()
    assert {path: wiki.page(path) for path in before} == before
    assert "stands there already" in proposing.restore(wiki.wiki, wiki.publisher(), ONE, None)


def test_a_page_is_named_as_a_person_would(wiki: Sample) -> None:
    """By arXiv id, page id or concept."""
    made = wiki.publisher()
    assert proposing.page_id(made, "2605.00001") == ONE
    assert proposing.page_id(made, "credit-assignment") == "concept:credit-assignment"
    with pytest.raises(UsageError, match="no such page"):
        proposing.page_id(made, "nothing")
