"""Receipts: what became of each row, in the end."""

from __future__ import annotations

from dataclasses import replace

from wiki_builder.models import Failed, NothingAnnounced, Paper, Pending, Receipt, Row, Version
from wiki_builder.receipts import blank_receipts, closed, merged
from wiki_builder.sources.discovery import Discovery

DAY = "2026-05-05"
VERSION = Version(1, "T", (), "", ())


def paper(id_: str, run: str = DAY, **state: object) -> Paper:
    return Paper(id_, (VERSION,), imported=DAY, run=run, **state)  # type: ignore[arg-type]  # as given


def receipt(*rows: Row, name: str = DAY) -> Receipt:
    return Receipt(name, "arxiv feed", DAY, len(rows), len(rows), rows)


def row(id_: str, outcome: str = "taken", reason: str | None = None) -> Row:
    return Row(id_, ("new",), outcome, "T", 1, reason)  # type: ignore[arg-type]  # one of Outcome


def test_a_failure_is_named_and_taken_back() -> None:
    """A paper that failed says why; when it is read at last, it is taken."""
    before = receipt(row("arxiv:2605.00001"), row("arxiv:2605.00002", "skipped", "no keyword matches"))
    failed = closed(before, {"arxiv:2605.00001": paper("arxiv:2605.00001", failed=Failed("the reply is no JSON"))})
    assert failed.rows[0] == row("arxiv:2605.00001", "failed", "the reply is no JSON")
    assert failed.rows[1] == before.rows[1]
    assert closed(failed, {"arxiv:2605.00001": paper("arxiv:2605.00001", pending=Pending("x"))}) == before


def test_another_runs_paper_is_not_ours() -> None:
    """A receipt speaks of the papers that its own run took."""
    known = receipt(row("arxiv:2605.00001", "known", "in the wiki"))
    assert closed(known, {"arxiv:2605.00001": paper("arxiv:2605.00001", "2026-05-01", failed=Failed("x"))}) == known


def test_two_receipts_of_one_name_are_one() -> None:
    """Adding twice on one day keeps all rows, the newer one of each paper."""
    old = receipt(row("arxiv:2605.00001"), row("arxiv:2605.00002", "failed", "x"))
    both = merged(old, receipt(row("arxiv:2605.00002"), row("arxiv:2605.00003")))
    assert [r.id[-1] for r in both.rows] == ["1", "2", "3"]
    assert both.rows[1].outcome == "taken"
    assert (both.announced, both.listed) == (3, 3)
    assert merged(None, old) is old


def test_a_day_with_papers_is_no_holiday() -> None:
    """Where papers come after all, the receipt does not say any more that the feed was empty; other notes stay."""
    holiday = replace(receipt(), note="the feed is empty: a holiday")
    later = receipt(row("arxiv:2605.00001"))
    assert merged(holiday, later).note is None
    assert merged(holiday, receipt()).note == holiday.note
    assert merged(replace(later, note="the feed ends at 2,000 items"), later).note == "the feed ends at 2,000 items"


def test_a_holiday_has_a_receipt_and_a_weekend_has_none() -> None:
    """Nothing announced on a working day is written down with its reason."""
    holiday = Discovery(NothingAnnounced(DAY, "holiday", "no announcement: a holiday"))
    assert [(r.name, r.announced, r.note) for r, _ in blank_receipts(holiday)] == [
        (DAY, 0, "no announcement: a holiday")
    ]
    assert list(blank_receipts(Discovery(NothingAnnounced(DAY, "weekend", "no announcement")))) == []
