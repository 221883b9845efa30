"""Receipts: what was announced, and what became of each row in the end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sources.helpers import row as announcement
from wiki_builder.core.values.announcement import (
    Day,
    Difference,
    NothingAnnounced,
    UnreadableItem,
    Version,
)
from wiki_builder.core.values.paper import Failed, Paper, Pending
from wiki_builder.core.values.receipt import Receipt, Row
from wiki_builder.sources.arxiv_api import QueryResult
from wiki_builder.sources.discovery import CatchUp, Discovery
from wiki_builder.stages.receipts import blank_receipts, close_receipt, merge_receipts

DAY = "2026-05-05"
VERSION = Version(1, "T", (), "", ())
A, B, C = "arxiv:2605.00001", "arxiv:2605.00002", "arxiv:2605.00003"


def paper(id_: str, run: str = DAY, **state: object) -> Paper:
    return Paper(id_, (VERSION,), imported=DAY, run=run, **state)  # type: ignore[arg-type]  # as given


def receipt(*rows: Row, name: str = DAY) -> Receipt:
    return Receipt(name, "arxiv feed", DAY, len(rows), len(rows), rows)


def row(id_: str, outcome: str = "taken", reason: str | None = None) -> Row:
    return Row(id_, ("new",), outcome, "T", 1, reason)  # type: ignore[arg-type]  # one of Outcome


# --- What was announced ------------------------------------------------------

ROWS = (announcement("2605.00001"), announcement("2605.00002"))
COUNTS = {"cs.CL": 2}


def test_a_day_is_written_down_as_the_feed_and_its_witness_say() -> None:
    """Its items, also those that could not be read, its counts, its note,
    and who says that it is whole.
    """
    lost = UnreadableItem("item:1", ("cross",), "Nobody knows", "no id")
    day = Day(DAY, ROWS, 5, COUNTS, "listing", None, "twice in the feed", (lost,))
    failed = Row("item:1", ("cross",), "failed", "Nobody knows", None, "no id")
    expected = Receipt(
        DAY, "arxiv feed", DAY, 1, 5, (failed,), "twice in the feed", None, None, COUNTS, "listing"
    )
    assert list(blank_receipts(Discovery(day))) == [(expected, ROWS)]


def test_an_open_day_of_the_lists_is_one() -> None:
    """What arXiv's catch-up pages gave says so; at least as much is listed as came;
    why it is open stays.
    """
    lost = UnreadableItem("item:1", (), "?", "no id")
    day = Day(DAY, ROWS, 2, complete_by="catchup", open="still to come", unread=(lost,))
    ((made, rows),) = blank_receipts(Discovery(None, past=(day,)))
    assert (made.source, made.listed, made.open, rows) == ("arxiv list", 3, "still to come", ROWS)


def test_a_day_says_which_source_told_of_it_and_what_the_others_dispute() -> None:
    """What OAI-PMH gave says so, and the papers on which arXiv's sources differ are named."""
    told = Difference(A, "late", ("oai",), ("receipt",))
    late = Day(DAY, ROWS, 2, complete_by="oai", differences=(told,))
    ((made, _),) = blank_receipts(Discovery(None, past=(late,)))
    assert (made.source, made.differences) == ("arxiv oai", (told,))


@pytest.mark.parametrize("why, by", [(None, "api"), ("too early", None)])
def test_days_that_the_api_knows_have_one_receipt(why: str | None, by: str | None) -> None:
    """It is named by its first and last day and says what was asked;
    it closes the days unless it may not know all.
    """
    found = QueryResult("cat:cs.CL", 4, ROWS, ("one without a title", "one without an id"))
    caught_up = CatchUp("2026-05-06", "2026-05-08", found, COUNTS, why)
    note, name = "one without a title; one without an id", "api-2026-05-06--2026-05-08"
    expected = Receipt(
        name,
        "arxiv api",
        "2026-05-08",
        2,
        2,
        (),
        note,
        "cat:cs.CL",
        4,
        COUNTS,
        by,  # type: ignore[arg-type]  # a witness
        why,
    )
    assert list(blank_receipts(Discovery(None, (caught_up,)))) == [(expected, ROWS)]
    whole = replace(caught_up, result=replace(found, problems=()))
    assert [made.note for made, _ in blank_receipts(Discovery(None, (whole,)))] == [None]


def test_a_receipt_of_which_nothing_more_is_expected_is_closed() -> None:
    """By the witness that says so, or by none."""
    made = list(blank_receipts(Discovery(None, closed=((DAY, "listing"), ("2026-05-04", None)))))
    assert made == [
        (Receipt(DAY, "", "", 0, 0, (), complete_by="listing"), ()),
        (Receipt("2026-05-04", "", "", 0, 0, ()), ()),
    ]


def test_older_days_come_first() -> None:
    """What is closed, what the API caught up, earlier days, and today's."""
    caught_up = CatchUp("2026-05-01", "2026-05-01", QueryResult("q", 0, ()), {})
    found = Discovery(
        Day(DAY, (), 0),
        (caught_up,),
        (Day("2026-05-04", (), 0),),
        (("2026-04-30", None),),
        missed=("2026-04-29",),
    )
    names = ["2026-04-30", "api-2026-05-01--2026-05-01", "2026-05-04", DAY]
    assert [made.name for made, _ in blank_receipts(found)] == names


def test_a_holiday_has_a_receipt_and_a_weekend_has_none() -> None:
    """Nothing announced on a working day is written down with its reason and what the
    witness says of it.
    """
    holiday = NothingAnnounced(
        DAY, "holiday", "no announcement: a holiday", {"cs.CL": 0}, "listing", "too early"
    )
    ((made, rows),) = blank_receipts(Discovery(holiday))
    why = "no announcement: a holiday"
    assert made == Receipt(
        DAY,
        "arxiv feed",
        DAY,
        0,
        0,
        (),
        why,
        counts={"cs.CL": 0},
        complete_by="listing",
        open="too early",
    )
    assert rows == ()
    assert (
        list(blank_receipts(Discovery(NothingAnnounced(DAY, "weekend", "no announcement")))) == []
    )


# --- What became of it -------------------------------------------------------


def test_a_failure_is_named_and_taken_back() -> None:
    """A paper that failed says why; when it is read at last, it is taken."""
    before = receipt(row(A), row(B, "skipped", "no keyword matches"))
    failed = close_receipt(before, {A: paper(A, failed=Failed("the reply is no JSON"))})
    assert failed.rows[0] == row(A, "failed", "the reply is no JSON")
    assert failed.rows[1] == before.rows[1]
    assert close_receipt(failed, {A: paper(A, pending=Pending("x"))}) == before


def test_a_surprise_that_is_read_stays_a_surprise() -> None:
    """Why a paper was taken beyond the ranking is still told when its reading is done."""
    before = receipt(row(A, reason="a surprise"))
    assert close_receipt(before, {A: paper(A)}) == before


@pytest.mark.parametrize("outcome", ["known", "skipped", "taken", "failed"])
def test_another_runs_paper_is_not_ours(outcome: str) -> None:
    """A receipt speaks of the papers that its own run took, and of no others."""
    known = receipt(row(A, outcome, "in the wiki"))
    assert close_receipt(known, {A: paper(A, "2026-05-01", failed=Failed("x"))}) == known
    assert close_receipt(known, {B: paper(B, failed=Failed("x"))}) == known


@pytest.mark.parametrize("outcome", ["known", "skipped"])
def test_what_was_not_taken_stays_what_it_is(outcome: str) -> None:
    """A paper of this run, but in a row that says why it was not taken here."""
    known = receipt(row(A, outcome, "in the wiki"))
    assert close_receipt(known, {A: paper(A, failed=Failed("x"))}) == known


# --- Two receipts of one name ------------------------------------------------


def test_two_receipts_of_one_name_are_one() -> None:
    """Adding twice on one day keeps all rows, the newer one of each paper."""
    old = receipt(row(A), row(B, "failed", "x"))
    both = merge_receipts(old, receipt(row(B), row(C)))
    assert both.rows == (row(A), row(B), row(C))
    assert (both.announced, both.listed) == (3, 3)
    assert merge_receipts(None, old) is old


def test_a_second_run_that_saw_less_takes_nothing_back() -> None:
    """The larger counts stay, by category and in all;
    so does the note of the first, unless there is a new one.
    """
    old = replace(receipt(row(A)), listed=7, note="twice", counts={"cs.CL": 3, "cs.AI": 1})
    new = replace(receipt(row(A)), listed=2, counts={"cs.CL": 2, "cs.LG": 4, "cs.RO": 0})
    both = merge_receipts(old, new)
    assert both.counts == {"cs.CL": 3, "cs.AI": 1, "cs.LG": 4, "cs.RO": 0}
    assert (both.listed, both.note) == (7, "twice")
    assert merge_receipts(new, old).counts == both.counts
    assert merge_receipts(old, replace(new, listed=9, note="once")).listed == 9
    assert merge_receipts(old, replace(new, note="once")).note == "once"


def test_what_the_sources_dispute_is_kept_a_paper_once() -> None:
    """Both runs' differences stand in the order of their papers, each as the newer run saw it."""
    first, last = Difference(A, "late", ("oai",)), Difference(C, "missing", ("feed",))
    seen, again = Difference(B, "missing", ("list",)), Difference(B, "replaced", ("oai",))
    old = replace(receipt(row(A)), differences=(last, seen))
    new = replace(receipt(row(A)), differences=(again, first))
    assert merge_receipts(old, new).differences == (first, again, last)


def test_what_was_asked_stays_where_the_second_run_saw_nothing() -> None:
    """A run that only closes a day leaves source, query and total;
    one that brings rows brings its own.
    """
    old = Receipt("api-x", "arxiv api", "2026-05-04", 1, 1, (row(A),), query="q", total=9)
    closing = Receipt("api-x", "", "", 0, 0, (), complete_by="api")
    assert merge_receipts(replace(old, open="early"), closing) == replace(old, complete_by="api")
    more = Receipt("api-x", "arxiv feed", DAY, 1, 1, (row(B),), query="r", total=2)
    both = merge_receipts(old, more)
    assert (both.source, both.date, both.query, both.total) == ("arxiv api", DAY, "r", 2)
    empty = replace(old, source="", rows=())
    assert merge_receipts(empty, replace(more, rows=())).date == DAY
    assert merge_receipts(empty, more).source == "arxiv feed"


@pytest.mark.parametrize("before, new, why, after", [
    ("listing", None, None, "listing"), ("listing", "api", None, "api"),
    ("listing", None, "more came", None), (None, "api", None, "api"), (None, None, None, None),
    ("listing", "api", "more came", "api"),
])  # fmt: skip
def test_a_closed_day_stays_closed_unless_more_was_seen(
    before: str | None, new: str | None, why: str | None, after: str | None
) -> None:
    """The newer witness counts; without one the day stays closed,
    unless the newer run says why it is open.
    """
    old = replace(receipt(row(A)), complete_by=before, open="early")  # type: ignore[arg-type]  # a witness
    both = merge_receipts(old, replace(receipt(row(A)), complete_by=new, open=why))  # type: ignore[arg-type]  # a witness
    assert (both.complete_by, both.open) == (after, why)


RECEIPTS = st.dictionaries(st.sampled_from([A, B, C]), st.sampled_from(["taken", "failed"])).map(
    lambda rows: receipt(*(row(id_, outcome) for id_, outcome in rows.items()))
)


@given(RECEIPTS, RECEIPTS)
def test_no_row_is_ever_lost(old: Receipt, new: Receipt) -> None:
    """Each announced paper has one row, and the rows sum to what was announced;
    the same once more changes nothing.
    """
    both = merge_receipts(old, new)
    assert {row.id for row in both.rows} == {row.id for row in (*old.rows, *new.rows)}
    assert both.announced == len(both.rows) == len({row.id for row in both.rows}) <= both.listed
    assert {*new.rows} <= {*both.rows}
    assert merge_receipts(both, new) == both


def test_a_day_with_papers_is_no_holiday() -> None:
    """Where papers come after all, the receipt does not say any more that the feed was empty;
    other notes stay.
    """
    holiday = replace(receipt(), note="the feed is empty: a holiday")
    later = receipt(row("arxiv:2605.00001"))
    assert merge_receipts(holiday, later).note is None
    assert merge_receipts(holiday, receipt()).note == holiday.note
    assert (
        merge_receipts(replace(later, note="the feed ends at 2,000 items"), later).note
        == "the feed ends at 2,000 items"
    )
