"""An announcement's date is a claim: what the feed,
arXiv's lists and the receipts say of it together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.loopback.arxiv import LoopbackArxiv
from tests.sources.helpers import FEEDS, quick_client, row
from wiki_builder.core.http.client import BadAnswer, Response
from wiki_builder.core.values.announcement import Announcement
from wiki_builder.core.values.receipt import Receipt
from wiki_builder.demo.listwriter import write_day
from wiki_builder.demo.story import FEEDS as DAYS
from wiki_builder.ranking.interests import Interests
from wiki_builder.ranking.score import Ranker
from wiki_builder.sources.calendar import announcement_days, last_without_gap, window
from wiki_builder.sources.discover import discover
from wiki_builder.sources.discovery import Discovery
from wiki_builder.sources.feed import read_feed
from wiki_builder.sources.listing import read_listing
from wiki_builder.sources.lookback import GIVE_UP
from wiki_builder.sources.witness import held
from wiki_builder.stages.receipts import blank_receipts, merge_receipts
from wiki_builder.stages.select import Choice, take

CATEGORIES = ("cs.AI", "cs.CL", "cs.LG")
WEEK = announcement_days(date(2026, 8, 3), date(2026, 8, 28))
CHOICE = Choice(Ranker(Interests()), 1000, ("new", "cross"))


def batch(number: int, each: int = 4) -> list[Announcement]:
    """The papers of the ``number``-th day: ``each`` new ones a category,
    one cross-list and two replacements.
    """
    new = [
        row(f"2608.{number:02}{c}{n:02}", "new", categories=(name,))
        for c, name in enumerate(CATEGORIES)
        for n in range(each)
    ]
    crossed = row(f"2608.{number:02}900", "cross", categories=("stat.ML", "cs.AI"))
    replaced = [
        row(f"2601.0000{n}", "replace", number=number + 2, categories=(CATEGORIES[n],))
        for n in range(2)
    ]
    return [*new, crossed, *replaced]


def ids(rows: Sequence[Announcement]) -> set[str]:
    return {one.id for one in rows}


@dataclass
class Diary:
    """A wiki reduced to its receipts: each day's discovery is taken,
    and kept as the store would keep it.
    """

    arxiv: LoopbackArxiv
    receipts: dict[str, Receipt] = field(default_factory=dict)
    lists: bool = True

    def run(self, today: date, **options: object) -> Discovery:
        addresses = (
            self.arxiv.addresses
            if self.lists
            else replace(self.arxiv.addresses, list_url="", catchup_url="")
        )
        days = {date.fromisoformat(one.date) for one in self.receipts.values()}
        with quick_client(attempts=2) as client:
            found = discover(
                client,
                addresses,
                CATEGORIES,
                today,
                last_without_gap(days),
                known=held(self.receipts.values()),
                **options,  # type: ignore[arg-type]  # as given
            )
        for blank, rows in blank_receipts(found):
            taken = take(blank, rows, lambda id_: None, (), CHOICE, today.isoformat())
            self.receipts[blank.name] = merge_receipts(self.receipts.get(blank.name), taken.receipt)
        return found

    def held(self, day: date) -> set[str]:
        """What the receipt of ``day`` holds, replacements apart."""
        return {
            one.id
            for one in self.receipts[day.isoformat()].rows
            if not set(one.types) & {"replace"}
        }

    def open(self, day: date) -> str | None:
        return self.receipts[day.isoformat()].open


def news(number: int) -> set[str]:
    return ids([one for one in batch(number) if "replace" not in one.types])


@pytest.fixture
def diary() -> Iterator[Diary]:
    with LoopbackArxiv() as arxiv:
        yield Diary(arxiv)


def good_days(diary: Diary, count: int) -> None:
    for number in range(count):
        diary.arxiv.announce(WEEK[number], batch(number))
        assert diary.run(WEEK[number]).upstream_problem is None


def test_good_days_are_closed_by_the_list(diary: Diary) -> None:
    """The feed and the lists agree: every day is closed, says by what,
    and is not asked for again.
    """
    good_days(diary, 5)
    assert [(one.complete_by, one.open) for one in diary.receipts.values()] == [
        ("listing", None)
    ] * 5
    asked = len(diary.arxiv.log)
    diary.run(WEEK[4])
    assert [one.path.split("/")[1] for one in diary.arxiv.log[asked:]] == ["rss"]


@pytest.mark.parametrize("stale", [CATEGORIES, CATEGORIES[:1], CATEGORIES[1:]])
def test_yesterdays_batch_under_todays_date_loses_nothing(
    diary: Diary, stale: Sequence[str]
) -> None:
    """A stale category gets its papers from arXiv's list the same day;
    the day closes on a second look.
    """
    good_days(diary, 3)
    diary.arxiv.announce(WEEK[3], batch(3))
    diary.arxiv.stale = {name: tuple(batch(2)) for name in stale}
    found = diary.run(WEEK[3])
    assert found.upstream_problem is None
    assert diary.held(WEEK[3]) == news(3)
    assert stale[0] in str(diary.open(WEEK[3]))
    diary.arxiv.stale = {}
    diary.arxiv.announce(WEEK[4], batch(4))
    assert diary.run(WEEK[4]).upstream_problem is None
    assert (diary.open(WEEK[3]), diary.receipts[str(WEEK[3])].complete_by) == (None, "catchup")
    assert diary.held(WEEK[2]) == news(2)


@pytest.mark.parametrize("stale", [CATEGORIES, CATEGORIES[:1], CATEGORIES[1:]])
def test_a_stale_batch_without_lists_is_a_failure_and_is_caught_up(
    diary: Diary, stale: Sequence[str]
) -> None:
    """The receipts alone tell a stale batch:
    the day is open, the run fails, a later look brings what is missing.
    """
    good_days(diary, 3)
    diary.arxiv.announce(WEEK[3], batch(3))
    diary.arxiv.stale = {name: tuple(batch(2)) for name in stale}
    diary.lists = False
    found = diary.run(WEEK[3])
    assert found.upstream_problem is not None
    assert f"{stale[0]}: the papers under {WEEK[3]} are those of an earlier day" in str(
        found.upstream_problem
    )
    assert diary.open(WEEK[3])
    assert not diary.held(WEEK[3]) & news(2)
    diary.lists = True
    diary.arxiv.stale = {}
    diary.arxiv.announce(WEEK[4], batch(4))
    diary.run(WEEK[4])
    assert diary.held(WEEK[3]) == news(3)
    assert diary.open(WEEK[3]) is None


def test_todays_batch_under_yesterdays_date_is_todays(diary: Diary) -> None:
    """A feed that still states yesterday is filed by the list's headline, each paper too,
    and the run ends well.
    """
    good_days(diary, 3)
    diary.arxiv.announce(WEEK[3], batch(3))
    diary.arxiv.feed_day = WEEK[2]
    found = diary.run(WEEK[3])
    assert found.upstream_problem is None
    assert (diary.held(WEEK[3]), diary.held(WEEK[2])) == (news(3), news(2))
    assert diary.receipts[str(WEEK[3])].complete_by == "listing"
    assert {one.version.announced for day in found.days for one in day.rows} == {str(WEEK[3])}


def test_todays_batch_under_yesterdays_date_without_lists(diary: Diary) -> None:
    """The receipts alone tell that the papers came since; the day is today's, and open."""
    good_days(diary, 3)
    diary.arxiv.announce(WEEK[3], batch(3))
    diary.arxiv.feed_day = WEEK[2]
    diary.lists = False
    assert diary.run(WEEK[3]).upstream_problem is None
    assert (diary.held(WEEK[3]), diary.held(WEEK[2])) == (news(3), news(2))
    assert "came since" in str(diary.open(WEEK[3]))


def test_without_lists_the_api_settles_a_day(diary: Diary) -> None:
    """The API is a witness, too, as soon as it knows what the feed announced;
    what it knows beside is added.
    """
    diary.lists = False
    held_back = row("2608.00777", "new", categories=("cs.AI",))
    diary.arxiv.announce(WEEK[0], batch(0))
    diary.arxiv.submit(held_back, window(WEEK[0], WEEK[0]).end - timedelta(hours=2))
    assert diary.run(WEEK[0]).upstream_problem is None
    assert diary.open(WEEK[0])
    diary.arxiv.announce(WEEK[1], batch(1))
    assert diary.run(WEEK[1]).upstream_problem is None
    assert diary.receipts[str(WEEK[0])].complete_by == "api"
    assert diary.held(WEEK[0]) == {*news(0), held_back.id}


def test_an_api_that_lags_closes_no_day(diary: Diary) -> None:
    """While the API does not know the day's papers its silence says nothing;
    after its usual lag it is believed.
    """
    diary.lists = False
    diary.arxiv.announce(WEEK[0], batch(0))
    diary.run(WEEK[0])
    for number in range(1, 4):
        diary.arxiv.announce(WEEK[number], batch(number))
        diary.arxiv._papers.clear()
        diary.run(WEEK[number])
        assert diary.open(WEEK[0])
    for number in range(5):
        diary.arxiv.announce(WEEK[number], batch(number))
    diary.run(WEEK[4])
    assert diary.receipts[str(WEEK[0])].complete_by == "api"


def test_without_any_witness_days_fail_after_two_and_not_for_ever(diary: Diary) -> None:
    """Neither list nor API: exit 0 on the first days, 3 after two announcement days,
    and quiet again in the end.
    """
    for kind in ("list", "catchup", "api"):
        diary.arxiv.fail(f"/{kind}/", status=500, times=9999)
    failed = []
    for number, day in enumerate(WEEK[: GIVE_UP + 4]):
        diary.arxiv.announce(day, batch(number))
        failed.append(diary.run(day).upstream_problem is not None)
    assert failed == [False] * 2 + [True] * (GIVE_UP - 1) + [False] * 3
    assert [diary.held(day) for day in WEEK[:3]] == [news(n) for n in range(3)]
    given_up = diary.receipts[str(WEEK[0])]
    assert (given_up.open, given_up.complete_by) == (None, None)
    asked = len(diary.arxiv.log)
    diary.run(WEEK[GIVE_UP + 3])
    assert not [one for one in diary.arxiv.log[asked:] if str(WEEK[0]) in one.path]


def test_papers_that_only_the_list_shows_are_imported(diary: Diary) -> None:
    """A feed that lacks three of a category's papers is completed by the list,
    and the receipt says so.
    """
    good_days(diary, 1)
    diary.arxiv.announce(WEEK[1], batch(1))
    diary.arxiv.stale = {"cs.CL": tuple(batch(1)[:5])}
    assert diary.run(WEEK[1]).upstream_problem is None
    receipt = diary.receipts[str(WEEK[1])]
    assert diary.held(WEEK[1]) == news(1)
    assert (receipt.complete_by, receipt.note) == (
        "listing",
        "cs.CL: 3 papers stood only in arXiv's list",
    )
    told = [(one.kind, one.said_by, one.not_by) for one in receipt.differences]
    assert told == [("missing", ("list",), ("feed",))] * 4
    assert len({one.id for one in receipt.differences} - news(1)) == 1, "a replacement"


def test_a_paper_that_comes_after_the_evenings_list_is_late(diary: Diary) -> None:
    """The lists opened the day; feed and lists of the morning hold one paper more."""
    good_days(diary, 1)
    diary.arxiv.open(WEEK[1], batch(1))
    diary.run(WEEK[0], evening=True)
    late = row("2608.01777", "new", categories=("cs.AI",))
    diary.arxiv.announce(WEEK[1], [*batch(1), late])
    assert diary.run(WEEK[1]).upstream_problem is None
    receipt = diary.receipts[str(WEEK[1])]
    told = [(one.id, one.kind, one.said_by, one.not_by) for one in receipt.differences]
    assert told == [(late.id, "late", ("feed", "list"), ("receipt",))]
    assert receipt.complete_by == "listing"


def test_an_empty_feed_on_a_day_with_papers_is_no_holiday(diary: Diary) -> None:
    """The feed is empty and the lists are not:
    the papers are the lists', and the day is open until looked at again.
    """
    good_days(diary, 2)
    diary.arxiv.announce(WEEK[2], batch(2))
    diary.arxiv.stale = dict.fromkeys(CATEGORIES, ())
    assert diary.run(WEEK[2]).upstream_problem is None
    assert diary.held(WEEK[2]) == news(2)
    assert diary.open(WEEK[2])


def test_an_empty_feed_with_yesterdays_lists_is_a_holiday(diary: Diary) -> None:
    """Nothing in the feed, and the lists still of the last day:
    both say that nothing was announced.
    """
    good_days(diary, 2)
    diary.arxiv.announce(WEEK[2], [])
    diary.arxiv.list_day = WEEK[1]
    assert diary.run(WEEK[2]).upstream_problem is None
    assert (diary.receipts[str(WEEK[2])].complete_by, diary.receipts[str(WEEK[2])].announced) == (
        "listing",
        0,
    )


def test_an_empty_feed_without_lists_is_open(diary: Diary) -> None:
    """A holiday that nobody else vouches for may be none: it is asked for again."""
    diary.arxiv.announce(WEEK[0], [])
    diary.arxiv.list_day = None
    assert diary.run(WEEK[0]).upstream_problem is None
    assert "could not be had" in str(diary.open(WEEK[0]))


def test_a_closed_day_that_shows_more_later_is_reopened(diary: Diary) -> None:
    """A feed that grows after the first run brings its late papers, on the same receipt."""
    diary.arxiv.announce(WEEK[0], batch(0, 3))
    diary.run(WEEK[0])
    assert diary.receipts[str(WEEK[0])].complete_by == "listing"
    diary.arxiv.announce(WEEK[0], batch(0, 4))
    diary.run(WEEK[0])
    assert diary.held(WEEK[0]) == news(0)
    assert diary.receipts[str(WEEK[0])].complete_by == "listing"


def test_stragglers_do_not_eat_the_day(diary: Diary) -> None:
    """Papers of the day before that come late go to that day's receipt,
    and today's batch is today's.
    """
    good_days(diary, 2)
    late = row("2608.01777", "new", categories=("cs.AI",))
    diary.arxiv.announce(WEEK[2], batch(2))
    diary.arxiv.stale = {"cs.AI": (*batch(1), late)}
    diary.run(WEEK[2])
    assert diary.held(WEEK[2]) == news(2)
    assert late.id in diary.held(WEEK[1])


def test_in_the_evening_the_lists_are_of_tomorrow(diary: Diary) -> None:
    """arXiv's lists change at 20:00, the feed at midnight:
    the feed's day is confirmed by its own list.
    """
    diary.arxiv.announce(WEEK[0], batch(0))
    diary.arxiv.listed[WEEK[1]], diary.arxiv.list_day = tuple(batch(1)), WEEK[1]
    assert diary.run(WEEK[0]).upstream_problem is None
    assert (diary.held(WEEK[0]), diary.receipts[str(WEEK[0])].complete_by) == (news(0), "listing")


def test_a_list_that_lags_is_not_believed_against_a_fresh_feed(diary: Diary) -> None:
    """The list still shows yesterday, the feed today's papers:
    they are today's, and the day is open.
    """
    good_days(diary, 2)
    diary.arxiv.announce(WEEK[2], batch(2))
    diary.arxiv.list_day = WEEK[1]
    assert diary.run(WEEK[2]).upstream_problem is None
    assert (diary.held(WEEK[2]), diary.held(WEEK[1])) == (news(2), news(1))
    assert f"is of {WEEK[1]}" in str(diary.open(WEEK[2]))


def test_a_late_feed_is_made_up_for_by_the_list(diary: Diary) -> None:
    """The feed is still yesterday's, honestly dated, and the list is today's:
    nobody waits for tomorrow.
    """
    good_days(diary, 2)
    diary.arxiv.listed[WEEK[2]], diary.arxiv.list_day = tuple(batch(2)), WEEK[2]
    assert diary.run(WEEK[2]).upstream_problem is None
    assert diary.held(WEEK[2]) == news(2)
    assert diary.open(WEEK[2])


def test_missed_days_come_from_arxivs_lists_by_day(diary: Diary) -> None:
    """Days without a run are imported with their cross-lists and replacements,
    each on its own receipt.
    """
    good_days(diary, 1)
    for number in (1, 2, 3):
        diary.arxiv.announce(WEEK[number], batch(number))
    assert diary.run(WEEK[3]).upstream_problem is None
    for number in (1, 2, 3):
        assert diary.held(WEEK[number]) == news(number)
    assert diary.receipts[str(WEEK[1])].complete_by == "catchup"
    assert {"arxiv:2601.00000"} <= {one.id for one in diary.receipts[str(WEEK[1])].rows}
    assert not [one for one in diary.arxiv.log if one.path.startswith("/api/")]


@pytest.mark.parametrize("knows", [0, 2])
def test_an_api_that_knows_too_little_is_not_believed(diary: Diary, knows: int) -> None:
    """Two weekdays with none or next to none of the usual papers: asked twice, then stale;
    the days stay missed.
    """
    good_days(diary, 4)
    for number in (4, 5, 6):
        diary.arxiv.announce(WEEK[number], batch(number))
    hidden = ids([*batch(4), *batch(5)][knows:])
    kept = {id_: diary.arxiv._papers.pop(id_) for id_ in hidden if id_ in diary.arxiv._papers}
    diary.arxiv.fail("/catchup/", status=500, times=2)
    found = diary.run(WEEK[6])
    assert "where about" in str(found.upstream_problem)
    assert found.missed == (WEEK[4].isoformat(), WEEK[5].isoformat())
    assert str(WEEK[4]) not in diary.receipts
    assert sum(one.path.startswith("/api/") for one in diary.arxiv.log) == 2
    diary.arxiv._papers |= kept
    diary.arxiv.fail("/catchup/", status=500, times=2)
    diary.arxiv.announce(WEEK[7], batch(7))
    assert diary.run(WEEK[7]).upstream_problem is None


def test_a_holiday_week_is_not_implausible(diary: Diary) -> None:
    """Nothing between Christmas and New Year is what it looks like,
    whatever the days before brought.
    """
    days = announcement_days(date(2026, 12, 14), date(2026, 12, 31))
    for number, day in enumerate(days[:8]):
        diary.arxiv.announce(day, batch(number))
        diary.run(day)
    diary.arxiv.announce(days[-1], batch(20))
    diary.arxiv.fail("/catchup/", status=500, times=999)
    found = diary.run(days[-1])
    assert [one.first for one in found.catch_up] == ["2026-12-24"]
    assert found.missed == ()


def test_no_good_day_is_called_stale(diary: Diary) -> None:
    """The demo's 21 real days, one after the other and by the receipts alone:
    no alarm, and every paper once.
    """
    diary.lists = False
    for path in sorted(DAYS.glob("*.xml")):
        diary.arxiv.serve_feed(path.read_bytes())
        found = diary.run(date.fromisoformat(path.stem), catch_up=False)
        assert "earlier day" not in str(found.upstream_problem), path.stem
        assert "earlier day" not in str(diary.open(date.fromisoformat(path.stem)))


def test_a_day_of_replacements_is_not_stale(diary: Diary) -> None:
    """Papers that are replaced day after day say nothing about whose day it is."""
    replaced = [
        row(f"2601.000{n:02}", "replace", number=2, categories=("cs.AI",)) for n in range(40)
    ]
    for number, day in enumerate(WEEK[:3]):
        diary.arxiv.announce(day, [*batch(number, 1), *replaced])
        assert diary.run(day).upstream_problem is None
        assert diary.open(day) is None


def test_the_recorded_feed_of_all_types_is_not_stale(diary: Diary) -> None:
    """A real feed of 240 items, imported twice on the same day, is the same day."""
    body = (FEEDS / "arxivfeed_rss_240_all_types.xml").read_bytes()
    day = read_feed(Response("x", 200, {"content-type": "application/rss+xml"}, body)).day
    diary.arxiv.serve_feed(body)
    diary.lists = False
    assert diary.run(day).upstream_problem is None
    rows = len(diary.receipts[day.isoformat()].rows)
    assert diary.run(day).upstream_problem is None
    assert len(diary.receipts[day.isoformat()].rows) == rows


@pytest.mark.parametrize("lack", ["title", "abstract", "authors"])
def test_an_item_that_says_too_little_is_completed_or_named(diary: Diary, lack: str) -> None:
    """What the feed leaves out comes from the list, or from the API;
    without both the receipt says what is missing.
    """
    whole = batch(0)[0]
    poor = replace(whole, version=replace(whole.version, **{lack: () if lack == "authors" else ""}))  # type: ignore[arg-type]
    diary.arxiv.announce(WEEK[0], [poor, *batch(0)[1:]])
    diary.arxiv.listed[WEEK[0]] = tuple(batch(0))
    diary.run(WEEK[0])
    assert all(
        one.outcome == "taken"
        for one in diary.receipts[str(WEEK[0])].rows
        if "replace" not in one.types
    )
    alone = Diary(diary.arxiv, lists=False)
    alone.run(WEEK[0])
    (failed,) = [one for one in alone.receipts[str(WEEK[0])].rows if one.outcome == "failed"]
    assert (failed.id, failed.reason) == (whole.id, f"arXiv's feed gives no {lack}")
    diary.arxiv.submit(whole)
    healed = Diary(diary.arxiv, lists=False)
    healed.run(WEEK[0])
    assert not [one for one in healed.receipts[str(WEEK[0])].rows if one.outcome == "failed"]


def test_an_item_without_an_id_is_in_the_receipt(diary: Diary, tmp_path: Path) -> None:
    """It is counted as announced, as failed, and why."""
    diary.arxiv.announce(WEEK[0], batch(0))
    body = diary.arxiv.answer("/rss/cs.AI+cs.CL+cs.LG", {}).body
    diary.arxiv.serve_feed(
        body.replace(b"<item>", b"<item><title>Nobody knows</title></item><item>", 1)
    )
    diary.run(WEEK[0])
    receipt = diary.receipts[str(WEEK[0])]
    (lost,) = [one for one in receipt.rows if one.outcome == "failed"]
    assert (lost.title, lost.reason) == ("Nobody knows", "arXiv's feed gives no arXiv id")
    assert receipt.announced == len(receipt.rows) == len(batch(0)) + 1


def test_a_feed_that_stays_empty_is_no_holiday_for_ever(diary: Diary) -> None:
    """An empty feed that keeps its old date: the lists' papers are imported;
    without them every day is a failure.
    """
    good_days(diary, 2)
    diary.arxiv.announce(WEEK[2], [])
    diary.arxiv.list_day = WEEK[1]
    diary.run(WEEK[2])
    diary.arxiv.listed[WEEK[3]], diary.arxiv.list_day = tuple(batch(3)), WEEK[3]
    assert diary.run(WEEK[3]).upstream_problem is None
    assert diary.held(WEEK[3]) == news(3)
    assert "a newer one was due" in str(diary.run(WEEK[5]).upstream_problem)


def test_a_day_told_of_twice_in_one_run_is_one_receipt(diary: Diary) -> None:
    """What the API adds to a day stands in the receipt that it closes."""
    diary.lists = False
    diary.arxiv.announce(WEEK[0], batch(0))
    diary.run(WEEK[0])
    late = row("2608.00778", "new", categories=("cs.AI",))
    diary.arxiv.submit(late, window(WEEK[0], WEEK[0]).end - timedelta(hours=2))
    diary.arxiv.announce(WEEK[1], batch(1))
    names = [blank.name for blank, _ in blank_receipts(diary.run(WEEK[1]))]
    assert names.count(str(WEEK[0])) == 2
    receipt = diary.receipts[str(WEEK[0])]
    assert (receipt.complete_by, late.id in diary.held(WEEK[0])) == ("api", True)


@pytest.mark.parametrize(
    "said",
    [
        f"<h3>New submissions (showing 1 of {'9' * 5000} entries)</h3>",
        f"<h3>New submissions ({'showing 1' * 8000}</h3>",
        (
            "<h3>New submissions (showing 1 of 1 entries)</h3><dt><a title='Abstract'"
            " id='2608.00001'>x</a><a"
            f" href='/html/{'/html/' * 10_000}v{'9' * 5000}'>h</a></dt><dd></dd>"
        ),
    ],
)
def test_a_hostile_list_is_read_or_refused(said: str) -> None:
    """Endless numbers and headings are no list, and take no time."""
    page = (
        "<html><body><h3>Showing new listings for Wednesday, 12 August"
        f" 2026</h3>{said}</body></html>"
    )
    try:
        listing = read_listing(Response("x", 200, {}, page.encode()), "cs.AI")
    except BadAnswer:
        return
    assert all(one.version.number in (None, 1) for one in listing.rows)


def test_a_list_whose_sections_nobody_knows_is_not_taken_for_an_empty_one() -> None:
    """Entries under another heading than arXiv's own are no day without papers:
    the list is refused.
    """
    rows = [row("2608.00001", "new", categories=("cs.AI",))]
    page = write_day(WEEK[0], "cs.AI", rows).replace(b"showing 1 of 1 entries", b"1 entry")
    with pytest.raises(BadAnswer, match="1 entries stand in no section"):
        read_listing(Response("x", 200, {}, page), "cs.AI")
