"""Which concepts rise and fade: what counts, from when on something is said, and the arithmetic."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.concepts.registry import Registry
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import Concept, Merged
from wiki_builder.library.card import Card, Use
from wiki_builder.library.library import Library
from wiki_builder.library.trends import (
    BEFORE,
    CHANCE,
    LEAST_BEFORE,
    RECENT,
    Trends,
    chance,
    compare,
    trends,
)

MONDAY = date(2026, 5, 4)  # of week 19
NAME = Bilingual("x", "某")
CONCEPTS = {
    id_: Concept(id_, Bilingual(id_, f"{id_} 的中文"), "arxiv:2605.00001")
    for id_ in ("new", "old", "even", "rare")
}


def card(n: int, week: int, *concepts: str, **more: object) -> Card:
    """A paper that was announced on the Tuesday ``week`` weeks after the first one."""
    day = MONDAY + timedelta(weeks=week, days=1)
    made = Card(
        f"arxiv:{day:%y%m}.{n:05}",
        f"Title {n}",
        str(day),
        str(day),
        uses=tuple(Use(concept, "uses", NAME, NAME) for concept in concepts),
        status="read",
    )
    return replace(made, **more)  # type: ignore[arg-type]  # replace() checks the names


def eight_weeks() -> list[Card]:
    """Five papers a week for four weeks, then ten a week: *new* in none, then in half; *old* in
    all, then in one of five; *even* in two of five; *rare* in three papers, all of them late.
    """
    found: list[Card] = []
    for week in range(2 * RECENT):
        late = week >= RECENT
        for at in range(10 if late else 5):
            about = ["new"] * (late and at % 2 == 0) + ["old"] * (not late or at % 5 == 1)
            about += ["even"] * (at % 5 in (2, 3)) + ["rare"] * (late and week < 7 and at == 9)
            found.append(card(len(found), week, *about))
    return found


def library(
    cards: list[Card], concepts: dict[str, Concept] | None = None, **more: object
) -> Library:
    own = CONCEPTS if concepts is None else concepts
    places = {f"concept:{id_}": f"concepts/{id_}.md" for id_ in own}
    made = Library({one.id: one for one in cards}, Registry(own), {}, places=places)
    return made.with_(**more)


def counts(found: Trends) -> dict[str, tuple[int, ...]]:
    return {one.concept: one.papers for one in (*found.rising, *found.fading)}


def test_a_share_that_grows_rises_and_one_that_shrinks_fades() -> None:
    """Measured by all papers of a week: one that grows as the field does neither."""
    found = trends(library(eight_weeks()))
    assert found.weeks == tuple(f"2026-W{week}" for week in range(19, 27))
    assert found.papers == (5,) * 4 + (10,) * 4
    assert [one.concept for one in found.rising] == ["new"]
    assert [one.concept for one in found.fading] == ["old"]
    assert counts(found) == {"new": (0,) * 4 + (5,) * 4, "old": (5,) * 4 + (2,) * 4}
    new = found.rising[0]
    assert (new.recent, new.before) == (20, 0)


def test_a_concept_of_few_papers_is_not_compared() -> None:
    """However uneven they lie."""
    found = trends(library(eight_weeks()))
    assert found.compared == 3
    assert "rare" not in counts(found)


def test_what_chance_may_do_is_no_trend() -> None:
    """Five of twenty papers after two of twenty are none; nine are one."""
    for late, rises in ((5, False), (9, True)):
        cards = [
            card(5 * week + at, week, *["new"] * (5 * (week - RECENT) + at in range(late)))
            for week in range(2 * RECENT)
            for at in range(5)
        ]
        cards[:2] = [replace(one, uses=cards[5 * RECENT].uses) for one in cards[:2]]
        found = trends(library(cards))
        assert found.compared == 1
        assert [one.concept for one in found.rising] == ["new"] * rises
        assert (chance(late, 20, 2, 20) <= CHANCE) is rises


def test_papers_of_a_merged_concept_are_its_targets() -> None:
    """A paper that names both counts once."""
    cards = eight_weeks()
    other = Concept("same", NAME, cards[0].id, merged=Merged("new", "2026-05-05", "the same"))
    renamed = [
        replace(one, uses=(Use("same", "uses", NAME, NAME), *one.uses[1:])) if late else one
        for one in cards
        for late in [one.uses and one.uses[0].concept == "new" and one.date >= "2026-06-10"]
    ]
    twice = [replace(one, uses=(*one.uses, *one.uses[:1])) if one.uses else one for one in renamed]
    assert renamed != cards
    found = trends(library(twice, {**CONCEPTS, "same": other}))
    assert found == trends(library(cards))


@pytest.mark.parametrize(
    "gone",
    [
        {"withdrawn": "an error in the proof"},
        {"status": "pending"},
        {"unlinked": True},
        {"run": "add-2026-06-30"},
        {"id": "arxiv:1911.02782"},
    ],
)
def test_what_the_field_did_not_announce_in_the_week_does_not_count(
    gone: dict[str, object],
) -> None:
    """Neither for a concept nor among all: what was withdrawn, is not read or linked yet, was
    added by hand, or is of another month.
    """
    cards = eight_weeks()
    more = card(99, 2 * RECENT - 1, "new", "old")
    assert trends(library([*cards, more])).papers[-1] == 11
    assert trends(library([*cards, replace(more, **gone)])) == trends(library(cards))  # type: ignore[arg-type]  # as above


def test_a_rejected_paper_does_not_count() -> None:
    """Its page was deleted."""
    cards = eight_weeks()
    more = card(99, 2 * RECENT - 1, "new")
    assert trends(library([*cards, more], rejected=frozenset({more.id}))) == trends(library(cards))


def test_a_concept_without_a_page_is_not_listed() -> None:
    """There is nothing to lead to."""
    one = library(eight_weeks())
    left = {page: path for page, path in one.places.items() if page != "concept:new"}
    assert trends(one.with_(places=left)).rising == ()


@pytest.mark.parametrize("weeks", range(RECENT + LEAST_BEFORE))
def test_too_few_weeks_say_nothing(weeks: int) -> None:
    """But how many there are."""
    found = trends(
        library([one for one in eight_weeks() if one.date < str(MONDAY + timedelta(weeks=weeks))])
    )
    assert len(found.weeks) == weeks
    assert found.compared is None
    assert not found.rising
    assert not found.fading


def test_a_week_without_papers_is_a_week() -> None:
    """It stands among the others with none; and nothing divides by it."""
    cards = [one for one in eight_weeks() if one.date[:7] != "2026-06" or one.date > "2026-06-07"]
    found = trends(library(cards))
    assert found.papers == (5, 5, 5, 5, 0, 10, 10, 10)
    assert [one.concept for one in found.rising] == ["new"]


def test_no_more_than_the_last_weeks_are_compared() -> None:
    """What is older changes nothing."""
    old = [card(500 + n, -n, "new") for n in range(1, 30)]
    found = trends(library([*old, *eight_weeks()]))
    assert len(found.weeks) == RECENT + BEFORE
    assert found.weeks[0] == "2026-W15"


def test_the_turn_of_a_year_is_no_gap() -> None:
    """The last days of December may be of the next year's first week; 2026 has 53."""
    days = [str(date(2026, 11, 30) + timedelta(weeks=n)) for n in range(8)]
    found = trends(
        library([card(n, 0, date=day, id=f"file:{n:012}") for n, day in enumerate(days)])
    )
    assert found.weeks[3:7] == ("2026-W52", "2026-W53", "2027-W01", "2027-W02")
    assert found.papers == (1,) * 8


def test_the_order_of_papers_does_not_matter() -> None:
    """Nor that of what they are about."""
    papers = [("2026-W%d" % week, ["a", "b"][: week - 20]) for week in range(19, 27)] * 4  # noqa: UP031
    ways = [compare(way, {"a", "b"}) for way in (papers, papers[::-1])]
    turned = compare([(week, about[::-1]) for week, about in papers], {"b", "a"})
    assert ways[0] == ways[1] == turned
    assert ways[0].rising


@given(st.integers(1, 60), st.integers(1, 60), st.data())
def test_chance_is_fishers_exact_test(of_more: int, of_less: int, data: st.DataObject) -> None:
    """The tail of the hypergeometric distribution, by whole numbers."""
    more, less = data.draw(st.integers(0, of_more)), data.draw(st.integers(0, of_less))
    drawn = more + less
    tail = sum(comb(of_more, k) * comb(of_less, drawn - k) for k in range(more, drawn + 1))
    exact = Fraction(tail, comb(of_more + of_less, drawn))
    assert chance(more, of_more, less, of_less) == pytest.approx(float(exact), abs=2e-9)


def test_chance_of_fishers_tea() -> None:
    """All four cups of milk first found among eight: one in seventy (*The Design of Experiments*,
    1935).
    """
    assert chance(4, 4, 0, 4) == round(1 / 70, 9)
