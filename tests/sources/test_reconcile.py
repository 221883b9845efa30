"""What feed, list, OAI-PMH and receipts say of one day, laid side by side."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from tests.sources.helpers import row
from wiki_builder.core.values.announcement import Announcement, AnnounceType, Difference
from wiki_builder.sources.calendar import scheduled_day
from wiki_builder.sources.oai import Harvest, OaiRecord, OaiVersion
from wiki_builder.sources.reconcile import compare, has_passed, knows, oai_rows, reconcile

MONDAY, TUESDAY, WEDNESDAY = date(2026, 5, 4), date(2026, 5, 5), date(2026, 5, 6)
FRIDAY = date(2026, 5, 8)
OURS = ("cs.CL",)


def noon(day: int, month: int = 5) -> datetime:
    """08:00 in New York of that day, by UTC."""
    return datetime(2026, month, day, 12, tzinfo=UTC)


def record(
    of: Announcement, *submitted: datetime, changed: date = TUESDAY, empty: bool = False
) -> OaiRecord:
    """A paper with versions of these times; ``empty``: the last one is a withdrawal."""
    versions = tuple(
        OaiVersion(number, at, empty and number == len(submitted))
        for number, at in enumerate(submitted, 1)
    )
    return OaiRecord(of.id, changed, versions, replace(of.version, number=len(versions)))


def harvest(*records: OaiRecord, newest: date = WEDNESDAY) -> Harvest:
    """What OAI-PMH says from Monday on; it has come as far as ``newest``."""
    last = row("2605.09999", categories=("cs.RO",))
    return Harvest(MONDAY, (*records, record(last, noon(5), changed=newest)))


def types(rows: tuple[Announcement, ...]) -> dict[str, tuple[AnnounceType, ...]]:
    return {one.id: one.types for one in rows}


A, B, C = row("2605.00001"), row("2605.00002"), row("2605.00003")
CROSS = row("2605.00004", categories=("cs.LG", "cs.CL"))


@pytest.mark.parametrize(
    ("submitted", "day"),
    [
        (datetime(2026, 5, 1, 17, 59, tzinfo=UTC), MONDAY),  # Friday 13:59 in New York
        (datetime(2026, 5, 1, 18, 0, tzinfo=UTC), TUESDAY),
        (datetime(2026, 5, 3, 3, 0, tzinfo=UTC), TUESDAY),
        (datetime(2026, 5, 4, 17, 59, tzinfo=UTC), TUESDAY),
        (datetime(2026, 5, 4, 18, 0, tzinfo=UTC), WEDNESDAY),
        (datetime(2026, 1, 7, 18, 59, tzinfo=UTC), date(2026, 1, 8)),  # winter
    ],
)
def test_the_day_of_a_submission(submitted: datetime, day: date) -> None:
    """Until 14:00 in New York for the next announcement day, at weekends for Tuesday."""
    assert scheduled_day(submitted) == day


@pytest.mark.parametrize(
    ("of", "said", "expected"),
    [
        (A, record(A, noon(4)), "new"),
        (CROSS, record(CROSS, noon(4)), "cross"),
        (A, record(A, noon(4), datetime(2026, 5, 4, 16, tzinfo=UTC)), "new"),  # v2 before both
        (A, record(A, noon(1, 4), noon(4)), "replace"),
        (CROSS, record(CROSS, noon(1, 4), noon(4)), "replace-cross"),
        (A, record(A, noon(4), noon(6), changed=date(2026, 5, 7)), "new"),  # and replaced since
        (A, record(A, noon(1)), "new"),  # held back from Monday
        (A, record(A, noon(1, 4)), None),  # an old paper that got its journal's reference
        (A, record(A, noon(5), changed=WEDNESDAY), None),  # Wednesday's
        (A, OaiRecord(A.id, TUESDAY), None),  # deleted
        (row("2605.00005", categories=("cs.RO",)), record(A, noon(4)), "new"),
    ],
)
def test_what_a_record_announces(
    of: Announcement, said: OaiRecord, expected: AnnounceType | None
) -> None:
    """A record's day follows from its versions and its datestamp, its type from categories."""
    found = types(oai_rows(harvest(said), TUESDAY, OURS))
    assert found.get(said.id) == ((expected,) if expected else None)
    assert of.id not in found or of.id == said.id


def test_another_field_announces_nothing_here() -> None:
    """A record of no category that is followed is none of ours."""
    robot = row("2605.00005", categories=("cs.RO",))
    assert oai_rows(harvest(record(robot, noon(4))), TUESDAY, OURS) == ()
    assert len(oai_rows(harvest(record(robot, noon(4))), TUESDAY, ("cs",))) == 1


def test_how_far_the_interface_has_come() -> None:
    """It vouches for days before its newest change, and knows nothing before the day asked from."""
    at_tuesday = harvest(newest=TUESDAY)
    assert knows(at_tuesday, TUESDAY)
    assert not has_passed(at_tuesday, TUESDAY)
    assert has_passed(harvest(), TUESDAY)
    assert not knows(at_tuesday, WEDNESDAY)
    assert not knows(harvest(), date(2026, 5, 1))
    assert not knows(Harvest(MONDAY, ()), MONDAY)
    assert not knows(None, MONDAY)


def test_sources_that_agree_differ_on_nothing() -> None:
    """Each paper once, and no difference."""
    replaced = row("2603.00001", "replace", number=2)
    said = harvest(record(A, noon(4)), record(replaced, noon(1, 3), noon(4)))
    rows = (A, replaced)
    result = reconcile(TUESDAY, OURS, feed=rows, listing=rows, harvest=said)
    assert types(result.rows) == {A.id: ("new",), replaced.id: ("replace",)}
    assert result.differences == ()


OLD = row("2603.00001", "cross", categories=("cs.LG", "cs.CL"))
SECOND = row("2603.00002", "replace", number=2)


@pytest.mark.parametrize(
    ("listed", "said", "kind", "not_by"),
    [
        (A, record(A, noon(1)), "late", ()),
        (A, record(A, noon(4), noon(6), changed=date(2026, 5, 7)), None, ()),
        (OLD, record(OLD, noon(1, 3)), "cross-listed", ("oai",)),
        (SECOND, record(SECOND, noon(1, 3), noon(4), empty=True), "withdrawn", ()),
        (SECOND, OaiRecord(SECOND.id, WEDNESDAY), "withdrawn", ("oai",)),
        (
            row("2603.00002", "replace", number=2),
            record(SECOND, noon(1, 3), noon(6), changed=date(2026, 5, 7)),
            "replaced",
            ("oai",),
        ),
        (A, record(B, noon(1, 4)), "missing", ("oai",)),
    ],
)
def test_each_difference_has_its_kind(
    listed: Announcement, said: OaiRecord, kind: str | None, not_by: tuple[str, ...]
) -> None:
    """What a list shows and OAI-PMH tells otherwise is classified by the record's versions."""
    result = reconcile(TUESDAY, OURS, listing=(listed,), harvest=harvest(said))
    found = [(one.id, one.kind, one.not_by) for one in result.differences]
    assert found == ([(listed.id, kind, not_by)] if kind else [])
    assert types(result.rows) == {listed.id: listed.types}


def test_a_paper_that_only_one_source_has_is_kept() -> None:
    """Whoever tells of a paper, it is announced; the words are those of list and feed."""
    told = record(C, noon(4))
    result = reconcile(TUESDAY, OURS, feed=(A,), listing=(A, B), harvest=harvest(told))
    assert [one.id for one in result.rows] == [A.id, B.id, C.id]
    assert result.differences == (
        Difference(A.id, "missing", ("feed", "list"), ("oai",)),
        Difference(B.id, "missing", ("list",), ("feed", "oai")),
        Difference(C.id, "missing", ("oai",), ("feed", "list")),
    )


def test_what_another_day_holds_is_no_news() -> None:
    """OAI-PMH may date a paper a day off the list that shows it."""
    said = harvest(record(A, noon(4)))
    result = reconcile(TUESDAY, OURS, listing=(), harvest=said, elsewhere={A.id})
    assert result == reconcile(TUESDAY, OURS, listing=())


def test_what_a_receipt_lacks_is_late_and_what_it_has_is_kept() -> None:
    """A paper that became known after the day was imported is late; what it had is kept."""
    receipt = {A.id: frozenset[AnnounceType](("new",)), C.id: frozenset[AnnounceType](("new",))}
    result = reconcile(TUESDAY, OURS, listing=(A, B), receipt=receipt)
    assert result.differences == (
        Difference(B.id, "late", ("list",), ("receipt",)),
        Difference(C.id, "missing", ("receipt",), ("list",)),
    )


def test_a_source_that_is_behind_is_not_asked() -> None:
    """Where OAI-PMH has not come as far, that it has nothing of the day is no difference."""
    result = reconcile(FRIDAY, OURS, listing=(A,), harvest=harvest(record(B, noon(4))))
    assert (types(result.rows), result.differences) == ({A.id: ("new",)}, ())


# --- Today: feed, list and receipt ------------------------------------------------

NEW_CROSS = replace(CROSS, types=("cross",))
GONE = replace(
    SECOND, version=replace(SECOND.version, comment="This paper has been withdrawn by the authors")
)


@pytest.mark.parametrize(
    ("feed", "listed", "receipt", "expected"),
    [
        ((A, B), (A, B), None, []),
        ((A,), (A, B), None, [(B.id, "missing", ("list",), ("feed",))]),
        ((A, B), (A,), None, [(B.id, "missing", ("feed",), ("list",))]),
        ((A, B), (A, B), {A.id}, [(B.id, "late", ("feed", "list"), ("receipt",))]),
        ((A,), (A,), {A.id, B.id}, [(B.id, "missing", ("receipt",), ("feed", "list"))]),
        ((A, GONE), (A, SECOND), None, [(SECOND.id, "withdrawn", ("feed", "list"), ())]),
        (
            (A, replace(B, types=("replace",))),
            (A, B),
            {A.id, B.id},
            [(B.id, "replaced", ("feed", "list", "receipt"), ())],
        ),
        ((A,), (A, OLD), None, [(OLD.id, "cross-listed", ("list",), ("feed",))]),
        ((A,), (A, NEW_CROSS), None, [(CROSS.id, "missing", ("list",), ("feed",))]),
        ((A,), (replace(A, types=()),), None, []),
        ((replace(OLD, types=("new",)),), (OLD,), None, []),
    ],
)  # fmt: skip
def test_what_feed_and_list_of_today_differ_on_is_classified(
    feed: tuple[Announcement, ...],
    listed: tuple[Announcement, ...],
    receipt: set[str] | None,
    expected: list[object],
) -> None:
    """By how each announces a paper, and by what an earlier run has of the day."""
    found = compare(TUESDAY, feed, listed, receipt)
    assert [(one.id, one.kind, one.said_by, one.not_by) for one in found] == expected
