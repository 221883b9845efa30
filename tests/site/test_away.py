"""What came while one was away, as data for scripts: a piece a day, of pages that stand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.library.test_changes import DAYS, GRPO, WORLD, card, library, relation, result
from wiki_builder.core.values.analysis import Entity
from wiki_builder.library.library import Library
from wiki_builder.site.radar import away
from wiki_builder.site.radar.away import away_files
from wiki_builder.site.radar.data import FORMAT

NOWHERE = Path("nowhere")
CARDS = [
    card(1, DAYS[0], result("90%"), entities=(Entity("ALFWorld", "dataset", WORLD),)),
    card(2, DAYS[1], result("95%"), role="extends", relations=(relation(2, 1),), beside=("x",)),
    card(3, DAYS[0], withdrawn="This paper was withdrawn.", updated=DAYS[2], version=2),
]


def pieces(made: Library, *held: str) -> dict[str, Any]:
    places = {"page:away": "away.md"} | dict(made.places)
    urls = {path: f"{path.removesuffix('.md')}/" for path in places.values()}
    found = away_files(made.with_(places=places), urls, NOWHERE, held)
    return {path: json.loads(text) for path, text in found}


def test_each_day_has_a_piece() -> None:
    """And one says which there are, the newest first."""
    found = pieces(library(*CARDS))
    assert list(found) == ["away/days", *(f"away/{day}" for day in DAYS[::-1])]
    assert found["away/days"] == {"format": FORMAT, "span": 10, "days": list(DAYS[::-1])}
    assert found[f"away/{DAYS[0]}"] == {"format": FORMAT, "concepts": [], "papers": []}


def test_a_change_has_its_weight_its_words_and_its_claims() -> None:
    """As plain text, which no browser reads as HTML."""
    concepts = {row[0]: row for row in pieces(library(*CARDS))[f"away/{DAYS[1]}"]["concepts"]}
    id_, en, zh, url, changes = concepts[GRPO]
    assert (id_, en, zh, url) == (GRPO, "GRPO", "GRPO 的中文", "grpo/")
    by_kind = {key.split()[0]: row for row in changes for key in [row[2]]}
    weight, paper, _, said, _, sources = by_kind["highest"]
    assert paper == "arxiv:2605.00002"
    assert said.startswith("Highest value that a paper in this wiki reports")
    assert sources == [
        ["Title 2 2026", "2605.00002/#e-r95"],
        ["Title 1 2026", "2605.00001/#e-r90"],
    ]
    assert weight > by_kind["extends"][0]
    assert by_kind["extends"][3] == "Extended: Why 2"


def test_what_happened_to_a_paper_says_whether_it_is_a_correction_and_the_owners() -> None:
    """Whose it is besides, the browser knows."""
    found = pieces(library(*CARDS), "arxiv:2605.00001")
    (row,) = found[f"away/{DAYS[1]}"]["papers"]
    assert row[:4] == ["arxiv:2605.00001", "arxiv:2605.00002", "Title 1 2026", "2605.00001/"]
    assert row[4] == "Contradict each other: They differ."
    assert [source[1] for source in row[6]] == ["2605.00002/#e-c1", "2605.00001/#e-c1"]
    assert row[7] == 2
    (row,) = found[f"away/{DAYS[2]}"]["papers"]
    assert (row[0], row[7]) == ("arxiv:2605.00003", 1)


def test_what_has_no_page_is_left_out() -> None:
    """And where there is no page for them, there is no piece."""
    made = library(*CARDS)
    without = made.with_(places={k: v for k, v in made.places.items() if k != "arxiv:2605.00001"})
    assert pieces(without)[f"away/{DAYS[1]}"]["papers"] == []
    assert list(away_files(made, dict.fromkeys(made.places.values(), "x/"), NOWHERE)) == []


def test_only_the_newest_days_have_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the wiki has been there."""
    monkeypatch.setattr(away, "KEPT", 2)
    assert list(pieces(library(*CARDS))) == ["away/days", f"away/{DAYS[2]}", f"away/{DAYS[1]}"]
