"""Taking: every announced paper is accounted for, once, however often it is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.core.values.announcement import Announcement, AnnounceType, Version
from wiki_builder.core.values.paper import Paper, Pending
from wiki_builder.core.values.receipt import Receipt
from wiki_builder.ranking.interests import Interests
from wiki_builder.ranking.keywords import score
from wiki_builder.ranking.score import Ranker
from wiki_builder.stages.select import (
    Choice,
    Taken,
    places_left,
    take,
)

DAY = "2026-05-05"
BLANK = Receipt(DAY, "arxiv feed", DAY, 0, 0, ())
IDS = [f"arxiv:2605.{n:05}" for n in range(1, 13)]
TYPES: list[AnnounceType] = ["new", "cross", "replace", "replace-cross"]


def by(*keywords: str, **more: object) -> Ranker:
    return Ranker(Interests(keywords=keywords, **more))  # type: ignore[arg-type]  # as given


ALL = Choice(by(), 30, ("new", "cross"))


def version(title: str = "A title", number: int | None = 1) -> Version:
    return Version(number, title, ("A",), "An abstract.", ("cs.CL",))


def announced(id_: str, *types: AnnounceType, **more: object) -> Announcement:
    return Announcement(id_, types or ("new",), version(**more))  # type: ignore[arg-type]  # as given


def run(
    rows: list[Announcement],
    known: dict[str, Paper] | None = None,
    rejected: tuple[str, ...] = (),
    choice: Choice = ALL,
) -> Taken:
    return take(BLANK, rows, (known or {}).get, rejected, choice, "2026-05-06")


def old(id_: str, run: str = "2026-05-01", **more: object) -> Paper:
    return Paper(id_, (version(**more),), imported=run, run=run, pending=Pending("x"))  # type: ignore[arg-type]  # as given


ROWS = st.lists(
    st.builds(
        lambda id_, types, title, number: Announcement(id_, tuple(types), version(title, number)),
        st.sampled_from(IDS),
        st.lists(st.sampled_from(TYPES), min_size=1, max_size=2, unique=True),
        st.sampled_from(["LLM agents", "A tale of graphs", "Agents"]),
        st.sampled_from([None, 1, 2]),
    ),
    unique_by=lambda row: row.id,
)
CHOICES = st.builds(
    Choice,
    st.sampled_from([by(), by("agent"), by("graph", "LLM"), by("agent", unwanted=("tale",))]),
    st.integers(0, 5),
    st.sampled_from([("new",), ("new", "cross")]),
    st.sampled_from([{}, {"cs.CL": 2}]),
    st.sampled_from([0.0, 0.5]),
)


@given(ROWS, st.sets(st.sampled_from(IDS)), st.sets(st.sampled_from(IDS)), CHOICES)
def test_every_announced_paper_is_accounted_for_once(
    rows: list[Announcement], known: set[str], rejected: set[str], choice: Choice
) -> None:
    """Rows are what was announced, in its order; each is taken, or says why not;
    what is skipped is kept.
    """
    papers = {id_: old(id_) for id_ in known}
    taken = run(rows, papers, tuple(rejected), choice)
    assert [row.id for row in taken.receipt.rows] == [row.id for row in rows]
    assert taken.receipt.announced == len(rows)
    assert all(row.reason for row in taken.receipt.rows if row.outcome != "taken")
    assert {entry.id for entry in taken.entries} == {
        row.id for row in taken.receipt.rows if row.outcome == "skipped"
    }
    new = [row.id for row in taken.receipt.rows if row.outcome == "taken"]
    assert {paper.id for paper in taken.papers} - known == set(new)
    assert len(new) <= choice.papers_per_day
    assert not set(new) & (known | rejected)


@given(ROWS, st.sets(st.sampled_from(IDS)), CHOICES, st.data())
def test_a_killed_run_ends_as_an_unkilled_one(
    rows: list[Announcement], known: set[str], choice: Choice, data: st.DataObject
) -> None:
    """After any of its papers were written, the same run gives the same receipt and
    the same papers.
    """
    papers = {id_: old(id_) for id_ in known}
    whole = run(rows, papers, (), choice)
    written = (
        data.draw(st.sets(st.sampled_from([p.id for p in whole.papers]))) if whole.papers else set()
    )
    half = papers | {paper.id: paper for paper in whole.papers if paper.id in written}
    again = run(rows, half, (), choice)
    assert again.receipt == whole.receipt
    assert half | {p.id: p for p in again.papers} == papers | {p.id: p for p in whole.papers}


def test_the_best_match_is_read() -> None:
    """Keywords in the title count most, new papers come before cross-lists, then ids decide."""
    rows = [
        announced(IDS[0], title="Graphs"),
        announced(IDS[1], "cross", title="An agent"),
        announced(IDS[2], title="Agents"),
    ]
    taken = run(rows, choice=Choice(by("agent"), 1, ("new", "cross")))
    assert [(row.outcome, row.reason) for row in taken.receipt.rows] == [
        ("skipped", "no keyword matches"), ("skipped", "ranked 2 of 3; 1 are read"),
        ("taken", None),
    ]  # fmt: skip


def test_keywords_are_words() -> None:
    """``RL`` is not in "URL"; a plural, a hyphen and Chinese are seen through."""
    assert score(version("A URL"), ("RL",)) == 0
    assert score(version("LLM-agents at work"), ("LLM agent",)) == 3
    assert score(version("大语言模型综述"), ("语言模型",)) == 3


def test_a_new_version_of_a_known_paper_is_kept() -> None:
    """It stays in its own run, and the receipt says that it came."""
    taken = run([announced(IDS[0], "replace", number=2)], {IDS[0]: old(IDS[0])})
    assert taken.receipt.rows[0].reason == "in the wiki, and here as a new version"
    (paper,) = taken.papers
    assert [v.number for v in paper.versions] == [1, 2]
    assert paper.run == "2026-05-01"


def test_a_replacement_of_a_stranger_is_skipped() -> None:
    """A new version of a paper that is not here is no new paper."""
    taken = run([announced(IDS[0], "replace")])
    assert (
        taken.receipt.rows[0].reason == "announced as replace, of a paper that is not in this wiki"
    )


def test_a_rejected_paper_stays_away() -> None:
    """Whose page a person deleted is not taken again."""
    taken = run([announced(IDS[0])], rejected=(IDS[0],))
    assert taken.receipt.rows[0].reason == "rejected: its page was deleted"
    assert taken.papers == ()


def test_what_says_more_than_any_paper_is_not_taken_and_named() -> None:
    """An abstract of megabytes is no abstract:
    it is accounted for with its reason, and goes nowhere else.
    """
    endless = replace(version(), abstract="agents " * 400_000)
    rows = [
        announced(IDS[0]),
        Announcement(IDS[1], ("new",), endless),
        Announcement(IDS[2], ("replace",), endless),
    ]
    taken = run(rows, known={IDS[2]: old(IDS[2])})
    outcomes = [(row.id, row.outcome, row.reason) for row in taken.receipt.rows]
    assert outcomes[1] == (
        IDS[1],
        "skipped",
        "its abstract has 2,800,000 characters, more than any paper's, and is not taken",
    )
    assert [outcome for _, outcome, _ in outcomes] == ["taken", "skipped", "known"]
    assert [paper.id for paper in taken.papers] == [IDS[0]]
    assert taken.entries == ()


@pytest.mark.parametrize("part", ["title", "comment", "authors"])
def test_no_field_is_endless(part: str) -> None:
    """What is true of the abstract is true of all that an upstream says of a paper."""
    value: object = ("name " * 200_000,) if part == "authors" else "x" * 30_000
    (row,) = run([Announcement(IDS[0], ("new",), replace(version(), **{part: value}))]).receipt.rows  # type: ignore[arg-type]  # as given
    assert row.outcome == "skipped"
    assert len(row.title) <= 2_000


def test_a_day_that_is_looked_at_again_reads_no_more_than_its_limit() -> None:
    """What came late competes for the places that the day has left."""
    choice = Choice(by(), 2, ("new",))
    first = run([announced(IDS[0])], choice=choice)
    late = [announced(id_) for id_ in IDS[1:4]]
    places = places_left(choice, first.receipt, late)
    again = take(BLANK, late, lambda id_: None, (), choice, "2026-05-06", (), places)
    assert [row.outcome for row in again.receipt.rows] == ["taken", "skipped", "skipped"]
    assert again.receipt.rows[1].reason == "beyond the 2 papers a day that are read"


def test_a_cross_list_without_a_number_is_no_new_version() -> None:
    """A list writes titles in its own letters:
    a known paper that it cross-lists gets no version by that.
    """
    row = announced(IDS[0], "cross", title="A títle", number=None)
    taken = run([row], {IDS[0]: old(IDS[0])})
    assert (taken.papers, taken.receipt.rows[0].reason) == ((), "in the wiki")
