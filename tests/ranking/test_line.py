"""The line: what of a day is read, whatever the order in which it was announced."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.ranking.papers import IMAGES, PROOFS, SEARCH, TEXTS, announced, example, version
from wiki_builder.core.values.announcement import Announcement
from wiki_builder.ranking.interests import Interests
from wiki_builder.ranking.line import Limits, Ranked, ranked
from wiki_builder.ranking.score import Ranker

DAY = "2026-05-05"
AGENTS = Ranker(Interests(about="search agents", keywords=("agent",), unwanted=("medical",)))
ROWS = st.lists(
    st.builds(
        lambda n, text, category, kind, more: announced(
            f"arxiv:2605.{n:05}", version((f"{text[0]} {more}", text[1]), (), (category,)), kind
        ),
        st.integers(1, 99),
        st.sampled_from(TEXTS),
        st.sampled_from(["cs.CL", "cs.CV"]),
        st.sampled_from(["new", "cross"]),
        st.sampled_from(["", "with memory", "in the wild, revisited"]),
    ),
    unique_by=lambda row: row.id,
    max_size=12,
)
LIMITS = st.builds(
    Limits,
    st.integers(0, 6),
    st.sampled_from([{}, {"cs.CV": 1}]),
    st.sampled_from([0.0, 0.25, 0.5]),
)


def places(found: tuple[Ranked, ...]) -> dict[str, str]:
    return {one.row.id: one.place for one in found}


@given(ROWS, LIMITS, st.randoms(use_true_random=False))
def test_the_order_of_the_announcement_does_not_count(
    rows: list[Announcement], limits: Limits, random: object
) -> None:
    """A feed and a list name the papers in other orders: the same are read, by the same ranks."""
    other = list(rows)
    random.shuffle(other)  # type: ignore[attr-defined]  # a random.Random
    assert ranked(rows, AGENTS, limits, DAY) == ranked(other, AGENTS, limits, DAY)


@given(ROWS, LIMITS)
def test_limits_hold(rows: list[Announcement], limits: Limits) -> None:
    """No more papers than places are read, no more of a category above the line than its quota;
    every paper has its place.
    """
    found = ranked(rows, AGENTS, limits, DAY)
    assert [one.number for one in found] == list(range(1, len(rows) + 1))
    assert sum(one.is_read for one in found) <= limits.places
    above = Counter(one.row.version.categories[0] for one in found if one.place == "above")
    assert all(above[name] <= quota for name, quota in limits.quotas.items())
    assert [one.score.total for one in found] == sorted(
        (one.score.total for one in found), reverse=True
    )


def test_a_surprise_is_what_the_ranking_would_not_have_picked() -> None:
    """It is drawn from what is below, the same on every machine, and never from what is not
    wanted.
    """
    rows = [announced(f"arxiv:2605.{n:05}", version(PROOFS)) for n in range(1, 9)]
    rows += [announced("arxiv:2605.00009", version(IMAGES)), announced("arxiv:2605.00010")]
    found = ranked(rows, AGENTS, Limits(4, {}, 0.5), DAY)
    assert Counter(places(found).values())["surprise"] == 2
    assert places(found)["arxiv:2605.00010"] == "above"
    assert places(found)["arxiv:2605.00009"] == "no match"
    everyday = {
        one.row.id
        for n in range(1, 29)
        for one in ranked(rows, AGENTS, Limits(4, {}, 0.5), f"2026-05-{n:02}")
        if one.place == "surprise"
    }
    assert len(everyday) > 4


def test_of_two_papers_with_one_text_one_is_read() -> None:
    """The same paper under two ids takes one place."""
    rows = [announced("arxiv:2605.00001"), announced("arxiv:2605.00002", kind="cross")]
    first, second = ranked(rows, AGENTS, Limits(5, {}), DAY)
    assert (first.place, second.place, second.of) == ("above", "copy", first.row.id)


def test_a_full_category_leaves_its_place_to_the_next() -> None:
    """The quota of one category takes no place from others."""
    rows = [
        announced("arxiv:2605.00001", version(SEARCH, categories=("cs.CV",))),
        announced("arxiv:2605.00002", version(("An agent", "It plans."), categories=("cs.CV",))),
        announced(
            "arxiv:2605.00003", version(("Code", "An agent writes it."), categories=("cs.CL",))
        ),
    ]
    found = ranked(rows, AGENTS, Limits(2, {"cs.CV": 1}), DAY)
    assert sorted(places(found).values()) == ["above", "above", "quota"]
    assert places(found)["arxiv:2605.00003"] == "above"


def test_who_says_only_what_is_not_wanted_reads_all_else() -> None:
    """Nothing is sought, so nothing else is left out."""
    rows = [announced(f"arxiv:2605.0000{n}", version(text)) for n, text in enumerate(TEXTS)]
    found = ranked(rows, Ranker(Interests(unwanted=("medical",))), Limits(9, {}), DAY)
    assert [one.row.version.title for one in found if not one.is_read] == [IMAGES[0]]


def test_refused_papers_order_and_leave_nothing_out() -> None:
    """Whoever says "not for me" of much still has their papers a day."""
    marked = tuple(example(text, f"arxiv:2604.0000{n}", mark="no")
                   for n, text in enumerate(TEXTS))  # fmt: skip
    rows = [announced("arxiv:2605.00001"), announced("arxiv:2605.00002", version(PROOFS))]
    ranker = Ranker(Interests(keywords=("agent", "proof"), marked=marked))
    assert {one.place for one in ranked(rows, ranker, Limits(2, {}), DAY)} == {"above"}
    chance = ranked(
        rows, Ranker(Interests(keywords=("no",), marked=marked)), Limits(2, {}, 0.5), DAY
    )
    assert Counter(places(chance).values()) == {"surprise": 1, "no match": 1}


def test_without_interests_the_first_are_read() -> None:
    """New papers before cross-lists, then by id, as ever; copies too, since nobody chose."""
    rows = [announced(f"arxiv:2605.0000{n}", kind="cross" if n == 1 else "new") for n in (1, 2, 3)]
    found = ranked(rows, Ranker(Interests()), Limits(2, {}, 0.5), DAY)
    assert [(one.row.id[-1], one.place) for one in found] == [
        ("2", "above"), ("3", "above"), ("1", "below"),
    ]  # fmt: skip
