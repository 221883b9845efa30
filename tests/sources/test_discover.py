"""What there is to import on a day, whatever the upstreams do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

import pytest

from tests.loopback.arxiv import LoopbackArxiv
from tests.sources.helpers import FEEDS, quick_client, row
from wiki_builder.core.errors import StaleFeed, UpstreamError
from wiki_builder.core.values.announcement import Announcement, Day, NothingAnnounced
from wiki_builder.core.values.receipt import Receipt, Row
from wiki_builder.sources.addresses import Addresses
from wiki_builder.sources.calendar import window
from wiki_builder.sources.discover import discover
from wiki_builder.sources.discovery import Discovery
from wiki_builder.sources.witness import Held, held

MONDAY = date(2026, 5, 4)
TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY, NEXT_MONDAY = (
    MONDAY + timedelta(days=n) for n in range(1, 8)
)


@pytest.fixture
def arxiv() -> Iterator[LoopbackArxiv]:
    with LoopbackArxiv() as server:
        yield server


def run(
    arxiv: LoopbackArxiv,
    today: date,
    last: date | None = None,
    since: date | None = None,
    categories: str = "cs.CL",
    *,
    lists: bool = True,
    known: Held | None = None,
) -> Discovery:
    addresses = arxiv.addresses if lists else replace(arxiv.addresses, list_url="", catchup_url="")
    with quick_client() as client:
        return discover(
            client, addresses, categories.split(), today, last, since, known=known or Held()
        )


def seen(day: date, *rows: Announcement) -> Held:
    """A wiki whose receipt of ``day`` is closed, with ``rows``."""
    receipt = Receipt(
        day.isoformat(),
        "arxiv feed",
        day.isoformat(),
        len(rows),
        len(rows),
        tuple(Row(one.id, one.types, "taken", one.version.title) for one in rows),
        counts={"cs.CL": len(rows)},
        complete_by="listing",
    )
    return held([receipt])


def paper_of(day: date) -> Announcement:
    """The paper that :func:`announced_on` announces on ``day``."""
    return row(f"2605.{day.month:02}0{day.day:02}")


def announced_on(arxiv: LoopbackArxiv, *days: date) -> None:
    """One paper for each day, named after it; the feed is that of the last."""
    for day in days:
        arxiv.announce(day, [paper_of(day)])


def caught_up(found: Discovery) -> list[tuple[str, str, int]]:
    return [(one.first, one.last, one.result.total) for one in found.catch_up]


def cause(found: Discovery) -> str:
    assert isinstance(found.feed, NothingAnnounced)
    return found.feed.cause


def test_todays_feed_is_imported(arxiv: LoopbackArxiv) -> None:
    """The ordinary day: the feed and the list of the category agree, and nothing else is asked."""
    announced_on(arxiv, MONDAY, TUESDAY)
    found = run(arxiv, TUESDAY, last=MONDAY)
    assert isinstance(found.feed, Day)
    assert found.feed.date == "2026-05-05"
    assert (found.feed.complete_by, found.feed.open, found.feed.counts) == (
        "listing",
        None,
        {"cs.CL": 1},
    )
    assert found == Discovery(found.feed)
    assert [one.path for one in arxiv.log] == ["/rss/cs.CL", "/list/cs.CL/new"]


def test_a_new_wiki_begins_with_today(arxiv: LoopbackArxiv) -> None:
    """Without a receipt and without --since nothing is caught up."""
    announced_on(arxiv, MONDAY, TUESDAY)
    found = run(arxiv, TUESDAY)
    assert isinstance(found.feed, Day)
    assert found.catch_up == ()


def test_a_second_run_on_a_day_finds_it_seen(arxiv: LoopbackArxiv) -> None:
    """The same feed is no news; its rows are still there for what failed."""
    announced_on(arxiv, TUESDAY)
    found = run(arxiv, TUESDAY, last=TUESDAY, known=seen(TUESDAY, paper_of(TUESDAY)))
    assert cause(found) == "seen"
    assert found.seen is not None
    assert len(found.seen.rows) == 1
    assert found.upstream_problem is None
    assert len(arxiv.log) == 1


def test_missed_days_are_caught_up_through_the_api(arxiv: LoopbackArxiv) -> None:
    """Days between the last receipt and the feed are one query of their submission times."""
    announced_on(arxiv, MONDAY, TUESDAY, WEDNESDAY, THURSDAY)
    found = run(arxiv, THURSDAY, last=MONDAY, lists=False)
    assert caught_up(found) == [("2026-05-05", "2026-05-06", 2)]
    rows = found.catch_up[0].result.rows
    assert [one.id for one in rows] == ["arxiv:2605.05005", "arxiv:2605.05006"]
    assert "submittedDate:[202605011800 TO 202605051800]" in found.catch_up[0].result.query
    assert isinstance(found.feed, Day)


def test_since_catches_up_in_a_new_wiki(arxiv: LoopbackArxiv) -> None:
    """--since takes what was announced from that day on, up to the feed."""
    announced_on(arxiv, MONDAY, TUESDAY, WEDNESDAY)
    assert caught_up(run(arxiv, WEDNESDAY, since=MONDAY, lists=False)) == [
        ("2026-05-04", "2026-05-05", 2)
    ]
    assert caught_up(run(arxiv, WEDNESDAY, last=TUESDAY, since=MONDAY, lists=False)) == [
        ("2026-05-04", "2026-05-05", 2)
    ]
    assert caught_up(run(arxiv, WEDNESDAY, last=MONDAY, since=WEDNESDAY, lists=False)) == []


def test_a_long_absence_is_caught_up_in_spans(arxiv: LoopbackArxiv) -> None:
    """arXiv lists 30,000 papers a query at most, so a long time is asked for in parts that join."""
    announced_on(arxiv, FRIDAY)
    found = run(arxiv, FRIDAY, since=date(2026, 4, 1), lists=False)
    assert [(one.first, one.last) for one in found.catch_up] == [
        ("2026-04-01", "2026-04-14"),
        ("2026-04-15", "2026-04-28"),
        ("2026-04-29", "2026-05-07"),
    ]


@pytest.mark.parametrize("today", [SATURDAY, SUNDAY])
def test_on_a_weekend_an_old_feed_is_right(arxiv: LoopbackArxiv, today: date) -> None:
    """Friday's feed on Sunday is no fault, and no news."""
    announced_on(arxiv, FRIDAY)
    found = run(arxiv, today, last=FRIDAY, known=seen(FRIDAY, paper_of(FRIDAY)))
    assert cause(found) == "weekend"
    assert found.upstream_problem is None


def test_on_a_weekend_fridays_feed_is_still_imported(arxiv: LoopbackArxiv) -> None:
    """Who did not run on Friday gets it on Saturday."""
    announced_on(arxiv, FRIDAY)
    found = run(arxiv, SATURDAY, last=THURSDAY)
    assert isinstance(found.feed, Day)
    assert (found.feed.date, found.upstream_problem) == ("2026-05-08", None)


def test_an_empty_weekend_feed_lets_missed_days_be_caught_up(arxiv: LoopbackArxiv) -> None:
    """arXiv empties its feed on Saturday; Friday's papers then come through the API."""
    announced_on(arxiv, FRIDAY)
    arxiv.announce(SATURDAY, [])
    found = run(arxiv, SATURDAY, last=THURSDAY, lists=False)
    assert cause(found) == "weekend"
    assert caught_up(found) == [("2026-05-08", "2026-05-08", 1)]


def test_an_empty_feed_on_a_weekday_is_a_holiday(arxiv: LoopbackArxiv) -> None:
    """Nothing announced on a weekday is said to be a holiday, and is no failure."""
    arxiv.announce(date(2026, 11, 26), [])
    found = run(arxiv, date(2026, 11, 26), last=date(2026, 11, 25))
    assert cause(found) == "holiday"
    assert "Thursday 2026-11-26" in str(found.feed)
    assert found.upstream_problem is None


@pytest.mark.parametrize(
    "name", ["arxivfeed_rss_empty_weekend.xml", "arxivfeed_atom_empty_weekend.xml"]
)
def test_the_recorded_empty_feed_is_a_weekends(arxiv: LoopbackArxiv, name: str) -> None:
    """Made on Friday evening in New York, it is a weekend's feed when it is Saturday there."""
    arxiv.serve_feed((FEEDS / name).read_bytes())
    assert cause(run(arxiv, date(2026, 11, 21), last=date(2026, 11, 20))) == "weekend"


def test_a_stale_feed_is_imported_if_it_is_new_and_reported(arxiv: LoopbackArxiv) -> None:
    """Tuesday's feed on Wednesday: what it has is taken, and the delay is said."""
    announced_on(arxiv, TUESDAY)
    found = run(arxiv, WEDNESDAY, last=MONDAY)
    assert isinstance(found.feed, Day)
    assert isinstance(found.upstream_problem, StaleFeed)
    assert "2026-05-05" in str(found.upstream_problem)


def test_a_stale_feed_that_was_imported_is_only_reported(arxiv: LoopbackArxiv) -> None:
    """Nothing new and a feed that is late: exit 3 and nothing to do, but to run it again."""
    announced_on(arxiv, TUESDAY)
    found = run(arxiv, THURSDAY, last=TUESDAY, known=seen(TUESDAY, paper_of(TUESDAY)))
    assert cause(found) == "seen"
    assert isinstance(found.upstream_problem, StaleFeed)
    assert found.catch_up == ()


def test_a_feed_of_tomorrow_is_not_imported(arxiv: LoopbackArxiv) -> None:
    """Either the clock or the feed is wrong; what was missed before today is still had."""
    announced_on(arxiv, MONDAY, TUESDAY, THURSDAY)
    found = run(arxiv, WEDNESDAY, last=MONDAY, lists=False)
    assert found.feed is None
    assert "clock" in str(found.upstream_problem)
    assert not isinstance(found.upstream_problem, StaleFeed)
    assert caught_up(found) == [("2026-05-05", "2026-05-05", 1)]


def test_without_the_feed_the_api_still_gives_what_was_missed(arxiv: LoopbackArxiv) -> None:
    """The feed's failure is reported, and the days before today are caught up."""
    announced_on(arxiv, MONDAY, TUESDAY, WEDNESDAY)
    arxiv.fail("/rss/", status=503, times=9)
    found = run(arxiv, WEDNESDAY, last=MONDAY, lists=False)
    assert found.feed is None
    assert "503" in str(found.upstream_problem)
    assert caught_up(found) == [("2026-05-05", "2026-05-05", 1)]


def test_without_the_api_the_feed_is_still_imported(arxiv: LoopbackArxiv) -> None:
    """A catch-up that fails names the days that it owes and harms no other."""
    announced_on(arxiv, THURSDAY)
    arxiv.rate_exceeded(times=9)
    found = run(arxiv, THURSDAY, last=MONDAY, lists=False)
    assert isinstance(found.feed, Day)
    assert found.missed == ("2026-05-05", "2026-05-06")
    assert "Rate exceeded." in str(found.upstream_problem)


def test_without_both_the_second_failure_is_a_note(arxiv: LoopbackArxiv) -> None:
    """One failure decides the exit code; none is hidden."""
    arxiv.fail("/", status=500, times=99)
    found = run(arxiv, THURSDAY, last=MONDAY, lists=False)
    assert isinstance(found.upstream_problem, UpstreamError)
    assert "/rss/" in str(found.upstream_problem)
    assert len(found.notes) == 1
    assert "/api/" in found.notes[0]
    assert found.missed == ("2026-05-05", "2026-05-06")


def test_nobody_there_at_all_is_a_failure_and_no_crash() -> None:
    """An address where nothing listens ends as an upstream problem."""
    with LoopbackArxiv() as server:
        addresses: Addresses = server.addresses
    with quick_client(attempts=1) as client:
        found = discover(client, addresses, ["cs.CL"], TUESDAY, MONDAY)
    assert found.feed is None
    assert "ConnectError" in str(found.upstream_problem)


def test_a_bad_category_is_said_in_arxivs_words(arxiv: LoopbackArxiv) -> None:
    """The person reads what is wrong with wiki.toml."""
    arxiv.bad_categories = {"AI.cs"}
    found = run(arxiv, TUESDAY, categories="AI.cs")
    assert "Invalid subject class 'AI.cs'" in str(found.upstream_problem)


def test_warnings_of_the_feed_reach_the_notes(arxiv: LoopbackArxiv) -> None:
    """What the reader of the feed saw and could not use is passed on."""
    arxiv.feed_limit = 2000
    arxiv.announce(TUESDAY, [row(f"2605.{n:05}") for n in range(2001)])
    assert "ends at 2,000 items" in run(arxiv, TUESDAY, lists=False).notes[0]


def test_a_day_after_day_run_sees_every_paper_once(arxiv: LoopbackArxiv) -> None:
    """Feeds and catch-up together cover each submission, with a gap of three days in between."""
    seen: list[str] = []
    last: date | None = None
    for day in (MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, NEXT_MONDAY):
        submitted = window(day, day).end - timedelta(minutes=1)
        arxiv.announce(day, [row(f"2605.{day.month:02}0{day.day:02}")])
        arxiv.submit(row(f"2605.{day.month:02}1{day.day:02}", categories=("cs.CV",)), submitted)
        if day in (TUESDAY, WEDNESDAY, THURSDAY):
            continue
        found = run(arxiv, day, last, lists=False)
        seen += [one.id for up in found.catch_up for one in up.result.rows]
        assert isinstance(found.feed, Day)
        seen += [one.id for one in found.feed.rows]
        last = day
    assert seen == [f"arxiv:2605.050{day:02}" for day in (4, 5, 6, 7, 8, 11)]
