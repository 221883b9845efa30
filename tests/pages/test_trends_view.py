"""The page of trends: what is stored of it, and what the site adds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.library.test_trends import card, eight_weeks, library
from tests.pages.sample import Sample, sample
from wiki_builder.library.library import Library
from wiki_builder.pages.views.trends import LISTED, trend_additions, trend_inputs

NOWHERE = Path("nowhere")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """Pages that no test changes."""
    return sample(tmp_path_factory.mktemp("wiki"))


def body(library: Library) -> str:
    (one,) = trend_additions(library, "", NOWHERE)
    assert one.name == "chart"
    return one.body


def test_no_number_is_stored(made: Sample) -> None:
    """A day's commit does not touch the page; what two papers of one week say is that they are too
    few.
    """
    text = made.page("trends.md")
    assert "# Trends · 趋势" in text
    assert "wiki:about.en" in text
    assert "wiki:about.zh" in text
    assert "wiki:chart" not in text
    added = made.completed("trends.md", "page:trends")
    assert "weeks with papers so far: 1; 6 are needed" in added
    assert "目前有 1 周的论文，至少需要 6 周" in added
    assert "## Rising" not in added


def test_each_has_its_sentence_and_a_row_a_week() -> None:
    """With the numbers of which the bar is drawn; its longest is that of the largest share."""
    text = body(library(eight_weeks()))
    rising, _, fading = text.partition("## Fading · 回落")
    assert "3 concepts have 5 papers or more" in rising
    assert "### [new · new 的中文](concepts/new.md)" in rising
    assert "20 of 40 papers (50%), before that 0 of 20 (0%)" in rising
    assert "40 篇中有 20 篇（50%），此前 20 篇中有 0 篇（0%）" in rising
    rows = [line for line in rising.split("\n") if line.startswith("| 2026-W")]
    assert len(rows) == 8
    assert rows[0] == '| 2026-W19 | <span class="wiki-bar wiki-w-0"></span> | 0 / 5 | 0% |'
    assert rows[-1] == '| 2026-W26 | <span class="wiki-bar wiki-w-1000"></span> | 5 / 10 | 50% |'
    assert '| 2026-W26 | <span class="wiki-bar wiki-w-200"></span> | 2 / 10 | 20% |' in fading
    assert "None." not in text


def test_a_week_without_papers_has_no_share() -> None:
    """A dash, and no bar."""
    cards = [one for one in eight_weeks() if one.date[:7] != "2026-06" or one.date > "2026-06-07"]
    text = body(library(cards))
    assert '| 2026-W23 | <span class="wiki-bar wiki-w-0"></span> | 0 / 0 | – |' in text


def test_where_nothing_moves_the_page_says_so() -> None:
    """In both languages, under both headings."""
    text = body(library([replace(one, uses=()) for one in eight_weeks()]))
    assert "0 concepts have 5 papers or more" in text
    assert text.count("None.") == text.count("暂无。") == 2


def test_a_long_list_says_how_much_more_there_is() -> None:
    """Those furthest from chance stand there."""
    one = next(iter(library(eight_weeks()).concepts.values()))
    names = [f"c{n:02}" for n in range(LISTED + 3)]
    own = {name: replace(one, id=name) for name in names}
    cards = [
        card(4 * week + at, week, *(names if week > 3 else ()))
        for week in range(8)
        for at in range(4)
    ]
    text = body(library(cards, own))
    assert text.count("\n### ") == LISTED
    assert "… +3" in text


def test_a_week_leads_to_its_page() -> None:
    """Where it has one."""
    there = library(eight_weeks())
    places = {**there.places, "week:2026-W26": "daily/2026-W26.md"}
    assert "| [2026-W26](daily/2026-W26.md) |" in body(there.with_(places=places))


def test_the_inputs_change_with_what_is_shown() -> None:
    """A paper more, another name, another path; and with nothing else."""
    there = library(eight_weeks())
    before = trend_inputs(there)
    assert trend_inputs(library(eight_weeks()[::-1])) == before
    assert trend_inputs(library([*eight_weeks(), card(99, 7)])) != before
    moved = {**there.places, "concept:new": "mine/new.md"}
    assert trend_inputs(there.with_(places=moved)) != before
    weeks = {**there.places, "week:2026-W26": "daily/2026-W26.md"}
    assert trend_inputs(there.with_(places=weeks)) != before
