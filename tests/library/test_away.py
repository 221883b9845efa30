"""What came while somebody was away: which days count, which five, which concepts, and whose papers
are whose.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.library.test_changes import DAYS, GRPO, WORLD, card, library, relation, result
from tests.pages.sample import ONE, Sample, sample
from wiki_builder.core.values.analysis import Entity
from wiki_builder.library.away import CONCEPTS, LINES, PAPERS, away, day_before, wrote_on
from wiki_builder.library.changes import changes_of
from wiki_builder.pages.views.changes import happened_claims, happened_words


def test_what_came_behind_the_last_known_day_counts() -> None:
    """Not that day itself."""
    made = library(card(1), card(2, DAYS[1]), card(3, DAYS[2]))
    found = away(made, DAYS[0])
    assert (found.since, found.until, found.count) == (DAYS[0], DAYS[2], 2)
    assert {one.id for one in found.papers} == {"arxiv:2605.00002", "arxiv:2605.00003"}
    none = away(made, DAYS[2])
    assert (none.until, none.count, none.papers, none.moved) == (DAYS[2], 0, (), ())


def test_the_five_weightiest_are_told() -> None:
    """Of one weight the newer first; one without a page is not told."""
    cards = [card(n, DAYS[n % 2], importance=n % 4 or None) for n in range(1, 10)]
    made = library(*cards)
    hidden = made.with_(places={k: v for k, v in made.places.items() if k != cards[6].id})
    found = [(one.importance, one.date) for one in away(hidden, "2026-05-01").papers]
    assert found == [(3, DAYS[1]), (2, DAYS[0]), (2, DAYS[0]), (1, DAYS[1]), (1, DAYS[1])]
    assert len(found) == PAPERS


def test_ten_days_are_counted_from_the_newest() -> None:
    """No clock is read; without papers there is no day."""
    newest = date.fromisoformat(DAYS[2])
    assert day_before(library(card(1), card(2, DAYS[2]))) == str(newest - timedelta(days=10))
    assert day_before(library()) == ""
    assert away(library(), "").count == 0


def test_what_changed_in_several_concepts_is_told_once() -> None:
    """Of the one in which more changed."""
    cards = [card(1, DAYS[0], result("90%")), card(2, DAYS[1], result("95%"), role="extends")]
    made = library(
        *(replace(one, entities=(Entity("ALFWorld", "dataset", WORLD),)) for one in cards)
    )
    assert {*changes_of(made).on_day(DAYS[1])} == {GRPO, WORLD}
    (moved,) = away(made, DAYS[0]).moved
    assert moved.concept.id == GRPO
    assert [one.kind for one in moved.changes] == ["highest", "extends"]


def test_a_list_says_how_much_more_there_is() -> None:
    """Of a concept's changes."""
    cards = [card(1), *(card(n, DAYS[1], role="extends") for n in range(2, 9))]
    (moved,) = away(library(*cards), DAYS[0]).moved
    assert (len(moved.changes), moved.more) == (LINES, 7 - LINES)
    assert LINES < CONCEPTS


def test_what_happened_to_ones_papers_is_told_apart_from_corrections() -> None:
    """A later finding, a new version and a withdrawal; of others' papers only what does not hold
    any more.
    """
    cards = [
        card(1),
        card(2, updated=DAYS[1], version=2),
        card(3, updated=DAYS[1], version=2, dropped=1),
        card(4, withdrawn="This paper was withdrawn.", updated=DAYS[2], version=2),
        card(5, DAYS[1], relations=(relation(5, 1),), beside=("arxiv:2605.00001",)),
    ]
    made = library(*cards)
    assert [one.paper[-1] for one in away(made, DAYS[0]).corrected] == ["4", "3"]
    assert away(made, DAYS[0]).mine == ()
    mine = away(made, DAYS[0], {one.id for one in cards}).mine
    assert [(one.paper[-1], one.kind) for one in mine] == [
        ("4", "withdrawn"),
        ("1", "contradicts"),
        ("2", "version"),
        ("3", "version"),
    ]
    assert away(made, DAYS[1], {one.id for one in cards}).mine == mine[:1]


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_a_longer_absence_misses_nothing_that_a_shorter_one_does_not(data: st.DataObject) -> None:
    """Papers, corrections and what happened to mine: of a span those of its two halves."""
    draw = data.draw
    days = [str(date(2026, 5, 1) + timedelta(days=n)) for n in range(6)]
    cards = []
    for n in range(1, draw(st.integers(1, 7)) + 1):
        came, later = sorted((draw(st.sampled_from(days)), draw(st.sampled_from(days))))
        changed: dict[str, Any] = (
            {"updated": later, "version": 2, "dropped": n % 3} if n % 2 else {}
        )
        cards.append(card(n, came, **changed))
    made, own = library(*cards), {one.id for one in cards}
    whole = away(made, "", own)
    for day in days:
        late = away(made, day, own)
        early = {
            one.id for at in changes_of(made).days if at <= day for one in changes_of(made).came(at)
        }
        assert whole.count == late.count + len(early)
        for all_, some in ((whole.mine, late.mine), (whole.corrected, late.corrected)):
            assert set(some) == {one for one in all_ if one.day > day}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("", "", False),
        ("## Notes · 笔记\n", "## Notes · 笔记\n\nMine.\n", True),
        ("Each step has", "Some steps have", True),
    ],
)
def test_who_wrote_on_a_page_has_it(tmp_path: Path, old: str, new: str, told: bool) -> None:
    """A note or an edit; the builder's own words are nobody's."""
    made: Sample = sample(tmp_path / "wiki")
    if old:
        made.edit("papers/2605/2605.00001.md", old, new)
    publisher = made.publisher()
    assert wrote_on(publisher.wiki.docs, publisher.library, ONE) is told
    assert not wrote_on(publisher.wiki.docs, publisher.library, "arxiv:0000.00000")


def test_a_disputed_claim_is_told_on_its_day() -> None:
    """As a correction, and of one's own papers, with its reason; not one of an unknown day."""
    of = "arxiv:2605.00001"
    cards = [card(1, disputed=((DAYS[1], "c1", "it is *wrong*"),)), card(2)]
    found = away(library(*cards), DAYS[0], {of})
    (told,) = found.corrected
    assert found.mine == found.corrected
    assert (told.kind, told.day, told.paper) == ("disputed", DAYS[1], of)
    assert happened_claims(told) == (f"{of}#c1",)
    said = happened_words(library(*cards), told)
    assert said.en.startswith("A statement about it is held to be wrong: it is ")
    assert said.zh.startswith("一条要点被认为有误：")
    assert "*wrong*" not in said.en
    assert away(library(*cards), DAYS[1], {of}).corrected == ()
