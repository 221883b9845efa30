"""What papers changed in concepts: which result goes furthest, what is first, what disagrees, what
was taken back; and that nothing is said of what nobody compared.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_builder.concepts.registry import Registry
from wiki_builder.core.values.analysis import ResultRow, Role
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import Alias, Concept
from wiki_builder.core.values.relation import Relation, RelationKind, Side
from wiki_builder.library.card import Card, Measured, Use
from wiki_builder.library.changes import KINDS, Change, Changes, changes_of
from wiki_builder.library.library import Library

DAYS = ("2026-05-05", "2026-05-06", "2026-05-07")
GRPO, WORLD, UNDER = "grpo", "alfworld", "grpo-lite"


def both(text: str) -> Bilingual:
    return Bilingual(text, f"{text} 的中文")


CONCEPTS = {
    GRPO: Concept(GRPO, both("GRPO"), "arxiv:2605.00001"),
    WORLD: Concept(
        WORLD,
        Bilingual("ALFWorld", ""),
        "arxiv:2605.00001",
        kind="dataset",
        aliases=(Alias("ALF World", "en", "person", "approved"),),
    ),
    UNDER: Concept(UNDER, both("GRPO lite"), "arxiv:2605.00009", broader=(GRPO,)),
}


def result(
    value: str,
    dataset: str = "ALFWorld",
    metric: str = "success rate",
    setting: str | None = None,
    text: str = "GRPO succeeds.",
) -> Measured:
    """A result; its claim is named after its value."""
    id_ = f"r{value.replace('.', '').replace('%', '')}"
    return Measured(id_, both(text), ResultRow(dataset, metric, value, setting=setting))


def card(
    n: int, day: str = DAYS[0], *measured: Measured, role: Role = "uses", **more: object
) -> Card:
    """A paper that uses GRPO, with claims that stand."""
    made = Card(
        f"arxiv:2605.{n:05}",
        f"Title {n}",
        day,
        day,
        uses=(Use(GRPO, role, both("GRPO"), both(f"Why {n}")),),
        measured=measured,
        claims=tuple(dict.fromkeys(("c1", *(one.claim for one in measured)))),
        status="read",
        version=1,
    )
    return replace(made, **more)  # type: ignore[arg-type]  # replace() checks the names


def library(*cards: Card, **more: object) -> Library:
    places = {f"{'entity' if id_ == WORLD else 'concept'}:{id_}": f"{id_}.md" for id_ in CONCEPTS}
    places |= {one.id: f"{one.id[6:]}.md" for one in cards}
    made = Library({one.id: one for one in cards}, Registry(CONCEPTS), {}, places=places)
    return made.with_(**more)


def kinds(found: tuple[Change, ...]) -> list[str]:
    return [one.kind for one in found]


def of(day: str, *cards: Card, concept: str = GRPO) -> tuple[Change, ...]:
    made = library(*cards)
    return Changes(made).of(made.concepts[concept], day)


def relation(ours: int, theirs: int, kind: RelationKind = "contradicts") -> Relation:
    first, second = (Side(f"arxiv:2605.{n:05}#c1", "", f"Quote {n}") for n in (ours, theirs))
    return Relation(kind, first, second, both("They differ."), (GRPO,), "a model")


# --- Results ---------------------------------------------------------------------------


def test_a_value_beyond_all_of_before_is_told_with_the_furthest_of_these() -> None:
    """By both claims, the new one first; on the dataset's page and on that of the concept that the
    claim names.
    """
    cards = [
        card(1, DAYS[0], result("81.0%")),
        card(2, DAYS[0], result("92.9%")),
        card(3, DAYS[1], result("93.1%"), entities=()),
    ]
    (found,) = of(DAYS[1], *cards)
    assert (found.kind, found.paper) == ("highest", "arxiv:2605.00003")
    assert found.claims == ("arxiv:2605.00003#r931", "arxiv:2605.00002#r929")
    assert found.result
    assert found.before
    assert (found.result.value, found.before.value) == ("93.1%", "92.9%")


@pytest.mark.parametrize("value", ["92.9%", "92.8%"])
def test_a_value_that_was_reached_before_is_no_news(value: str) -> None:
    """Neither an equal one nor a lower one."""
    assert of(DAYS[1], card(1, DAYS[0], result("92.9%")), card(2, DAYS[1], result(value))) == ()


def test_of_one_day_the_furthest_alone_is_told() -> None:
    """And of one paper's values its furthest."""
    cards = [
        card(1, DAYS[0], result("90%")),
        card(2, DAYS[1], result("91%"), result("95%")),
        card(3, DAYS[1], result("94%")),
    ]
    (found,) = of(DAYS[1], *cards)
    assert found.claims == ("arxiv:2605.00002#r95", "arxiv:2605.00001#r90")


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (result("90%", dataset="alf world"), True),  # another name of the dataset
        (result("90%", metric="success"), True),  # success and success rate are one
        (result("90", metric="success rate"), False),  # no unit
        (result("90%", metric="pass@1"), False),
        (result("90%", dataset="ALFWorld unseen"), False),  # perhaps another split
        (result("90%", dataset="our tasks"), False),  # nothing of the registry's
        (result("about 90%"), False),  # no number
    ],
)
def test_only_what_measures_the_same_is_compared(other: Measured, same: bool) -> None:
    """One dataset of the registry, one metric, one unit."""
    found = of(DAYS[1], card(1, DAYS[0], other), card(2, DAYS[1], result("95%")))
    assert ("highest" in kinds(found)) is same


@pytest.mark.parametrize(
    ("metric", "values", "kind"),
    [
        ("WER", ("9.1%", "8.2%"), "lowest"),
        ("error rate", ("9.1%", "8.2%"), "lowest"),
        ("error reduction", ("8.2%", "9.1%"), "highest"),
        ("accuracy", ("8.2%", "9.1%"), "highest"),
    ],
)
def test_of_what_one_wants_less_the_lowest_is_told(
    metric: str, values: tuple[str, str], kind: str
) -> None:
    """By the metric's words; how much it fell one wants more."""
    first, second = (result(value, metric=metric) for value in values)
    assert kinds(of(DAYS[1], card(1, DAYS[0], first), card(2, DAYS[1], second))) == [kind]
    assert of(DAYS[1], card(1, DAYS[0], second), card(2, DAYS[1], first)) == ()


def test_a_result_that_a_person_took_out_is_compared_with_nothing() -> None:
    """Neither is one whose claim does not stand."""
    before, now = card(1, DAYS[0], result("90%")), card(2, DAYS[1], result("95%"))
    assert kinds(of(DAYS[1], before, now)) == ["highest"]
    assert of(DAYS[1], replace(before, claims=("c1",)), now) == (
        Change("first_result", DAYS[1], now.id, (f"{now.id}#r95",), result=now.measured[0].row),
    )
    assert of(DAYS[1], before, replace(now, claims=("c1",))) == ()


def test_the_first_result_on_a_dataset_is_told_once() -> None:
    """Among a concept's papers; of a day's several papers of the first."""
    cards = [card(1), card(2, DAYS[1], result("90%")), card(3, DAYS[1], result("80%"))]
    (found,) = of(DAYS[1], *cards)
    assert (found.kind, found.paper) == ("first_result", "arxiv:2605.00002")
    assert of(DAYS[2], *cards, card(4, DAYS[2], result("70%"))) == ()


# --- Techniques, findings ----------------------------------------------------------------


def test_who_extends_a_concept_is_told_and_who_is_first_to_use_it() -> None:
    """The second who uses it is not."""
    cards = [
        card(1, role="introduces"),
        card(2, DAYS[1], role="uses"),
        card(3, DAYS[1], role="uses"),
        card(4, DAYS[1], role="extends"),
        card(5, DAYS[2], role="evaluates"),
        card(6, DAYS[2], role="extends"),
    ]
    found = of(DAYS[1], *cards)
    assert [(one.kind, one.paper[-1]) for one in found] == [("extends", "4"), ("first_use", "2")]
    found = of(DAYS[2], *cards)
    assert [(one.kind, one.paper[-1]) for one in found] == [
        ("extends", "6"),
        ("first_evaluation", "5"),
    ]


def test_a_concept_under_this_one_is_told_on_the_day_of_its_paper() -> None:
    """The paper may be none of this one's own."""
    made = card(9, DAYS[1], uses=(Use(UNDER, "introduces", both("x"), both("y")),))
    (found,) = of(DAYS[1], card(1), card(2), made)
    assert (found.kind, found.narrower, found.paper) == ("narrower", UNDER, made.id)


def test_a_relation_is_told_once_for_each_earlier_paper() -> None:
    """With both claims; one that does not name the concept is not, nor one that stands no more."""
    two = (relation(3, 1), relation(3, 1), relation(3, 2, "different_setting"))
    made = card(3, DAYS[1], relations=two, beside=("arxiv:2605.00001", "arxiv:2605.00002"))
    found = of(DAYS[1], card(1), card(2), made)
    assert [(one.kind, one.claims) for one in found] == [
        ("contradicts", ("arxiv:2605.00003#c1", "arxiv:2605.00001#c1")),
        ("different_setting", ("arxiv:2605.00003#c1", "arxiv:2605.00002#c1")),
    ]
    other = replace(made, relations=(replace(two[0], concepts=("another",)),))
    assert of(DAYS[1], card(1), card(2), other) == ()
    assert of(DAYS[1], card(1, claims=()), card(2), replace(made, relations=two[:1])) == ()


# --- Taken back ----------------------------------------------------------------------------


def test_a_withdrawal_is_told_on_its_day() -> None:
    """Of the concepts that the paper was about, though it is no paper of theirs any more."""
    gone = card(2, DAYS[0], withdrawn="This paper was withdrawn.", updated=DAYS[2], version=2)
    assert kinds(of(DAYS[2], card(1), gone)) == ["withdrawn"]
    made = library(card(1), gone)
    assert kinds(Changes(made).on(made.concepts[GRPO])) == ["withdrawn"]
    assert kinds(of(DAYS[0], card(1), gone)) == []
    (happened,) = Changes(made).happened(DAYS[2])
    assert (happened.kind, happened.paper) == ("withdrawn", gone.id)


def test_what_a_new_version_does_not_bear_out_is_counted() -> None:
    """A new version of which all stands changes nothing in a concept, and is told of the paper."""
    for dropped, told in ((2, ["left_out"]), (0, [])):
        made = library(card(1), card(2, updated=DAYS[1], version=2, dropped=dropped, newer=True))
        assert kinds(Changes(made).of(made.concepts[GRPO], DAYS[1])) == told
        (happened,) = Changes(made).happened(DAYS[1])
        assert (happened.kind, happened.version, happened.count) == ("version", 2, dropped)
        assert happened.lags


def test_a_later_finding_happens_to_the_earlier_paper() -> None:
    """On the day of the later one, which is told beside it."""
    made = library(card(1), card(3, DAYS[1], relations=(relation(3, 1),), beside=("x",)))
    (found,) = Changes(made).happened(DAYS[1])
    assert (found.kind, found.paper, found.by) == (
        "contradicts",
        "arxiv:2605.00001",
        "arxiv:2605.00003",
    )


# --- Days -----------------------------------------------------------------------------------


def test_the_first_day_of_a_concept_changes_nothing() -> None:
    """Since there was nothing to change."""
    made = library(card(1, role="extends"), card(2, role="extends"))
    assert Changes(made).on(made.concepts[GRPO]) == ()
    assert Changes(made).on_day(DAYS[0]) == {}


def test_a_concepts_page_tells_of_the_last_day_alone() -> None:
    """Also where other days changed more."""
    cards = [card(1), card(2, DAYS[1], role="extends"), card(3, DAYS[2], role="evaluates")]
    made = library(*cards)
    assert [one.paper for one in changes_of(made).on(made.concepts[GRPO])] == [cards[2].id]


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_the_order_in_which_papers_are_known_changes_nothing(data: st.DataObject) -> None:
    """And what a day changed stays so, whatever comes later: but for results that stand no more and
    withdrawals, the past is told as it was.
    """
    draw = data.draw
    cards = [
        card(
            n,
            draw(st.sampled_from(DAYS)),
            *(result(f"{value}%") for value in draw(st.sets(st.integers(80, 84), max_size=2))),
            role=draw(st.sampled_from(("introduces", "extends", "uses", "evaluates"))),
        )
        for n in range(1, draw(st.integers(1, 5)) + 1)
    ]
    other = draw(st.sampled_from([*permutations(cards)]))
    for concept in (GRPO, WORLD):
        for at, day in enumerate(DAYS):
            found = of(day, *cards, concept=concept)
            assert of(day, *other, concept=concept) == found
            known = [one for one in cards if one.date in DAYS[: at + 1]]
            assert of(day, *known, concept=concept) == found
            assert [KINDS.index(one.kind) for one in found] == sorted(
                KINDS.index(one.kind) for one in found
            )
            for one in found:
                if one.kind == "highest":
                    values = [
                        float(row.row.value[:-1]) for paper in known for row in paper.measured
                    ]
                    assert one.result
                    assert float(one.result.value[:-1]) == max(values)
