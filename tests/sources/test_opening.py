"""The lists open a day in the evening of New York; what the sources of missed days say together."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from tests.loopback.arxiv import LoopbackArxiv
from tests.sources.test_witness import CATEGORIES, Diary, batch, ids
from wiki_builder.core.values.announcement import Day

FRIDAY, SUNDAY, MONDAY, TUESDAY = (date(2026, 8, day) for day in (7, 9, 10, 11))
WEDNESDAY, THURSDAY = date(2026, 8, 12), date(2026, 8, 13)


@pytest.fixture
def diary() -> Iterator[Diary]:
    with LoopbackArxiv(oai=True) as arxiv:
        yield Diary(arxiv)


def started(diary: Diary) -> None:
    """Friday is imported; Monday's announcement comes on Sunday evening."""
    diary.arxiv.announce(FRIDAY, batch(1))
    diary.run(FRIDAY)
    assert diary.open(FRIDAY) is None


def test_sunday_evening_opens_monday_and_its_feed_confirms_it(diary: Diary) -> None:
    """The day is there four hours before its feed, open, and closed by the feed with the same
    papers.
    """
    started(diary)
    diary.arxiv.open(MONDAY, batch(2))
    found = diary.run(SUNDAY, evening=True)
    assert [day.date for day in found.days][-1] == str(MONDAY)
    assert diary.receipts[str(MONDAY)].announced == len(ids(batch(2)))
    assert diary.open(MONDAY) == "arXiv's feed has not confirmed it yet"
    diary.arxiv.announce(MONDAY, batch(2))
    diary.run(MONDAY)
    assert diary.open(MONDAY) is None
    assert diary.receipts[str(MONDAY)].complete_by == "listing"
    assert diary.receipts[str(MONDAY)].announced == len(ids(batch(2)))


@pytest.mark.parametrize("evening", [False, True])
def test_a_list_that_is_late_is_left_for_the_next_run(diary: Diary, evening: bool) -> None:
    """Before 20:00, and while the list is still of the day before, no day is opened."""
    started(diary)
    before = len(diary.arxiv.log)
    found = diary.run(SUNDAY, evening=evening)
    assert list(diary.receipts) == [str(FRIDAY)]
    assert found.upstream_problem is None
    said = f"{CATEGORIES[0]}: its list is still of 2026-08-07; the next run asks again"
    assert (said in found.notes) == evening
    assert len(diary.arxiv.log) - before == 1 + evening  # the others are not asked for


def test_a_friday_evening_opens_nothing(diary: Diary) -> None:
    """arXiv announces nothing on Friday and Saturday; nothing is asked for."""
    started(diary)
    diary.arxiv.open(date(2026, 8, 8), batch(2))
    before = len(diary.arxiv.log)
    diary.run(FRIDAY, evening=True)
    assert list(diary.receipts) == [str(FRIDAY)]
    assert len(diary.arxiv.log) - before == 1


def test_an_old_batch_under_a_new_date_opens_nothing(diary: Diary) -> None:
    """A list that shows Friday's papers as Monday's is not believed."""
    started(diary)
    diary.arxiv.open(MONDAY, batch(1))
    found = diary.run(SUNDAY, evening=True)
    assert list(diary.receipts) == [str(FRIDAY)]
    assert any("are those of an earlier day" in note for note in found.notes)


def test_a_category_whose_list_is_late_is_asked_for_again(diary: Diary) -> None:
    """What one run could not have the next one adds; the rest is not asked for twice."""
    started(diary)
    diary.arxiv.open(MONDAY, batch(2))
    diary.arxiv.fail("/list/cs.CL", status=503, times=2)
    diary.run(SUNDAY, evening=True)
    assert "cs.CL: nothing of 2026-08-10 yet" in str(diary.open(MONDAY))
    before = len(diary.arxiv.log)
    diary.run(SUNDAY, evening=True)
    asked = [seen.path for seen in diary.arxiv.log[before:]]
    assert [path for path in asked if path.startswith("/list/")] == ["/list/cs.CL/new"]
    assert diary.receipts[str(MONDAY)].announced == len(ids(batch(2)))


def test_a_feed_that_never_comes_leaves_the_lists_day(diary: Diary) -> None:
    """The opened day is asked for by its list on the next day, and closed by it."""
    started(diary)
    diary.arxiv.open(MONDAY, batch(2))
    diary.run(SUNDAY, evening=True)
    diary.arxiv.announce(TUESDAY, batch(3))
    diary.run(TUESDAY)
    assert diary.receipts[str(MONDAY)].complete_by == "catchup"
    assert diary.held(MONDAY) == ids([row for row in batch(2) if "replace" not in row.types])


# --- Days that were missed -----------------------------------------------------------


def test_missed_days_without_lists_are_known_by_oai(diary: Diary) -> None:
    """OAI-PMH alone dates new papers by day, each once; what it has passed is closed. A cross-list
    of an old paper has no version that dates it.
    """
    started(diary)
    for day, number in ((MONDAY, 2), (TUESDAY, 3), (WEDNESDAY, 4)):
        diary.arxiv.announce(day, batch(number))
    diary.lists = False
    found = diary.run(WEDNESDAY)
    assert found.caught == (str(MONDAY), str(TUESDAY))
    for day, number in ((MONDAY, 2), (TUESDAY, 3)):
        receipt = diary.receipts[str(day)]
        fresh = [row for row in batch(number) if "new" in row.types]
        assert [row.id for row in receipt.rows if "new" in row.types] == sorted(ids(fresh))
        assert (receipt.complete_by, receipt.source) == ("oai", "arxiv oai")
    assert not any(seen.path.startswith("/api") for seen in diary.arxiv.log)


def test_a_date_that_is_to_come_vouches_for_no_day(diary: Diary) -> None:
    """A record of a day after tomorrow is named, and closes nothing that is before it."""
    started(diary)
    diary.arxiv.announce(MONDAY, batch(2))
    diary.arxiv.announce(TUESDAY, batch(3))
    for row in batch(3):
        diary.arxiv.oai.papers[row.id].changed = date(9999, 12, 31)
    diary.lists = False
    found = diary.run(TUESDAY)
    assert any("of days after 2026-08-12, which do not count" in note for note in found.notes)
    assert diary.receipts[str(MONDAY)].complete_by is None


@pytest.mark.parametrize("harm", ["gone", "behind", "garbage", "busy", "cut", "refuses", "empty"])
def test_an_oai_that_fails_is_named_and_takes_no_paper(diary: Diary, harm: str) -> None:
    """Without OAI-PMH a missed day comes from its list, and the run says what could not be had."""
    started(diary)
    diary.arxiv.announce(MONDAY, batch(2))
    diary.arxiv.announce(TUESDAY, batch(3))
    match harm:
        case "gone":
            diary.arxiv.fail("/oai", status=404, times=99)
        case "behind":
            diary.arxiv.oai.until = FRIDAY
        case "garbage":
            diary.arxiv.garbage("/oai", times=99)
        case "busy":
            diary.arxiv.fail("/oai", status=503, retry_after="1", times=99)
        case "cut":
            diary.arxiv.truncate("/oai", at=700, times=99)
        case "refuses":
            body = diary.arxiv.oai.answer({"verb": "Nothing"})
            diary.arxiv.fail("/oai", status=200, body=body, type="text/xml", times=99)
        case "empty":
            diary.arxiv.oai.lacks = {row.id for n in (1, 2, 3) for row in batch(n)}
    found = diary.run(TUESDAY)
    assert found.upstream_problem is None
    assert diary.receipts[str(MONDAY)].complete_by == "catchup"
    assert {row.id for row in diary.receipts[str(MONDAY)].rows} == ids(batch(2))
    said = [note for note in found.notes if "arXiv's OAI" in note]
    assert bool(said) == (harm != "behind")


def test_oai_alone_that_knows_too_little_is_not_believed(diary: Diary) -> None:
    """Where neither list nor a plausible OAI-PMH is to be had, the API is asked."""
    for number, day in enumerate((date(2026, 8, 4), date(2026, 8, 5), date(2026, 8, 6)), 4):
        diary.arxiv.announce(day, batch(number, each=12))
        diary.run(day)
    diary.arxiv.announce(FRIDAY, batch(1, each=12))
    diary.arxiv.announce(MONDAY, batch(2, each=12))
    diary.arxiv.oai.lacks = {row.id for row in batch(1, each=12)[2:]}
    diary.lists = False
    diary.run(MONDAY)
    assert f"api-{FRIDAY}--{FRIDAY}" in diary.receipts


def test_the_day_that_oai_has_not_passed_stays_open(diary: Diary) -> None:
    """One witness that may still learn more closes no day; the next run asks it again."""
    started(diary)
    diary.arxiv.announce(MONDAY, batch(2))
    diary.arxiv.announce(TUESDAY, batch(3))
    diary.arxiv.oai.until = MONDAY
    diary.lists = False
    diary.run(TUESDAY)
    assert diary.open(MONDAY) == "arXiv's OAI may not know all of these papers yet"
    diary.arxiv.oai.until = None
    diary.arxiv.announce(WEDNESDAY, batch(4))
    found = diary.run(WEDNESDAY)
    assert diary.receipts[str(MONDAY)].complete_by == "oai"
    assert isinstance(found.feed, Day)
