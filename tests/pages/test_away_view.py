"""The page for one who was away: what is stored of it, and what the site adds to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.library.test_changes import DAYS, GRPO, card, library, relation, result
from tests.pages.sample import Sample, sample
from wiki_builder.library.away import day_before
from wiki_builder.library.library import Library
from wiki_builder.pages.views.away import away_additions, away_inputs

NOWHERE = Path("nowhere")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """Pages that no test changes."""
    return sample(tmp_path_factory.mktemp("wiki"))


def body(made: Library) -> str:
    (one,) = away_additions(made, NOWHERE, "", NOWHERE)
    assert one.name == "away"
    return one.body


def part(text: str, heading: str) -> str:
    return text.partition(f"## {heading}")[2].partition("\n## ")[0]


def test_nothing_of_a_day_is_stored(made: Sample) -> None:
    """So that no day's commit touches the page; the site has the papers of the sample."""
    text = made.page("away.md")
    assert "# While you were away · 离开期间" in text
    assert "wiki:about.zh" in text
    assert "wiki:away" not in text
    added = made.completed("away.md", "page:away")
    assert "The last 10 days up to 2026-05-05: 3 papers came." in added
    assert "papers/2605/2605.00001.md" in part(added, "Read first")
    assert "None." in part(added, "Withdrawn and corrected")


def test_it_has_papers_concepts_and_corrections() -> None:
    """With links to claims, and no longer than its lists."""
    cards = [
        card(1, DAYS[0], result("90%"), importance=3),
        card(2, DAYS[1], result("95%"), role="extends", importance=8),
        card(3, DAYS[0], withdrawn="This paper was withdrawn.", updated=DAYS[2], version=2),
    ]
    text = body(library(*cards))
    papers = part(text, "Read first").split("\n1. ")
    assert "](2605.00002.md) <small>8/10 · 2026-05-06</small>" in papers[1]
    assert "](2605.00001.md) <small>3/10 · 2026-05-05</small>" in papers[2]
    moved = part(text, "Concepts that moved")
    assert "\n- [GRPO · GRPO 的中文](grpo.md)\n    - " in moved
    assert "[Title 2 2026](2605.00002.md#^r95) [Title 1 2026](2605.00001.md#^r90)" in moved
    assert "Extended: Why 2" in moved
    assert "[Title 3 2026](2605.00003.md)" in part(text, "Withdrawn and corrected")
    assert "None." in part(text, "Papers of yours")


def test_a_wiki_without_papers_says_so() -> None:
    """Under each heading."""
    text = body(library())
    assert text.count("None.") == text.count("暂无。") == 4


def test_the_inputs_change_with_what_is_shown() -> None:
    """Another paper, name or page, and nothing of long ago."""
    cards = [card(1, "2026-01-01"), card(2, DAYS[1], relations=(relation(2, 1),), beside=("x",))]
    made = library(*cards)
    before = away_inputs(made, NOWHERE)
    assert away_inputs(library(*cards[::-1]), NOWHERE) == before
    assert away_inputs(library(*cards, card(3, "2026-01-02")), NOWHERE) == before
    assert away_inputs(library(*cards, card(3, DAYS[1])), NOWHERE) != before
    moved = made.with_(places={**made.places, f"concept:{GRPO}": "mine/grpo.md"})
    assert away_inputs(moved, NOWHERE) != before
    assert day_before(made) > "2026-01-02"


def test_the_inputs_are_the_same_wherever_a_paper_was_read() -> None:
    """A card of the index gives way to the paper's own by how lately its file was written: neither
    is told of itself, or a loaded machine makes the page again.
    """
    made = library(card(1, DAYS[0]), card(2, DAYS[1]))
    told = away_inputs(made, NOWHERE)
    assert "arxiv:" in repr(told)
    assert "Card(" not in repr(told)
