"""Ten announcement days with all that happens to an announcement, and three blogs beside them:
receipts hold it to the last paper and post.

``pytest -s tests/e2e/test_ten_days.py`` prints the account.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any

import pytest

from tests.e2e.test_blogs import Written, follow, posts_of, publish, written
from tests.e2e.world import CATEGORIES, Ran, World, accounted, real_rows, second_version
from wiki_builder.core.store.posts import read_feed_receipt, read_posts
from wiki_builder.core.values.announcement import Announcement
from wiki_builder.core.values.post import FeedRow
from wiki_builder.sources.calendar import announcement_days

FIRST, LAST = date(2026, 5, 18), date(2026, 5, 29)
DAYS = announcement_days(FIRST, LAST)
HOLIDAY = date(2026, 5, 25)  # Memorial Day
PACE = 3.0  # seconds between two questions, https://info.arxiv.org/help/api/tou.html
DUE = 45 * 60  # seconds from the announcement to the end of the run
TEXTS = 2 * 30  # questions for the texts of 30 papers, each asked for as HTML and as PDF
STARTS = 13 * 60  # seconds after the announcement at which the workflow's run starts
EACH = 6  # new papers a day
ALL_DAYS = [FIRST + timedelta(days=n) for n in range((LAST - FIRST).days + 1)]  # weekends, too
BLOGS = {
    "daily": written("daily", ALL_DAYS),
    "other": written("other", ALL_DAYS[::2]),
    "flaky": written("flaky", ALL_DAYS[::3]),
}
HTML = b"<!DOCTYPE html><html><body>We are moving</body></html>"


@cache
def ours() -> list[Announcement]:
    """Papers whose first category the wiki follows, so that they are new in it."""
    return [row for row in real_rows() if row.version.categories[0] in CATEGORIES.split(",")]


def new(day: date) -> list[Announcement]:
    """The new papers of a day, which no other day has."""
    at = DAYS.index(day) * EACH
    return [replace(row, types=("new",)) for row in ours()[at : at + EACH]]


def other(number: int) -> Announcement:
    """A paper that is none of the days'."""
    return replace(ours()[len(DAYS) * EACH + number], types=("new",))


def cross() -> Announcement:
    """A paper of another field and of long before, which is cross-listed now."""
    row = other(0)
    categories = ("q-bio.NC", "cs.AI")
    return replace(row, types=("cross",), version=replace(row.version, categories=categories))


def withdrawal(row: Announcement) -> Announcement:
    said = "This paper has been withdrawn by the authors: the proof of Theorem 2 has a gap"
    second = second_version(row)
    return replace(second, version=replace(second.version, comment=said))


@dataclass
class Fortnight:
    """What arXiv announces and blogs write, and what was said of each run."""

    site: World
    days: dict[date, list[Announcement]] = field(default_factory=dict)
    account: list[str] = field(default_factory=list)

    def announce(self, day: date, *more: Announcement, **how: Any) -> None:
        """The day's own papers and ``more``, in lists, feed, OAI-PMH and API."""
        self.days[day] = [*new(day), *more]
        self.site.arxiv.announce(day, self.days[day], **how)

    def blogs(self, on: date) -> dict[str, list[Written]]:
        """What the blogs show on a day: all until then, but that the flaky one lost its second post
        for a while.
        """
        shown = {name: [one for one in all_ if one.on <= on] for name, all_ in BLOGS.items()}
        if DAYS[4] <= on < DAYS[7]:
            del shown["flaky"][1]
        return shown

    def run(self, when: date | str, note: str = "", broken: dict[str, Any] | None = None) -> Ran:
        """``update`` at a day, or a time of it, in New York; its questions are counted. ``broken``
        is what one of the blogs answers instead.
        """
        for name, posts in self.blogs(date.fromisoformat(str(when)[:10])).items():
            publish(self.site, name, posts)
        if broken:
            self.site.arxiv.fail("/blog/other.xml", times=2, **broken)
        before = len(self.site.arxiv.log)
        ran = self.site.run("update", "--today", when)
        if broken:
            self.site.arxiv.mend()
        asked = len(self.site.arxiv.log) - before
        done = STARTS + (asked + TEXTS) * PACE
        self.account.append(
            f"{when!s:16}  {note}: {asked} questions and {TEXTS} for texts; begun 13 minutes after"
            f" an announcement it is done after {done / 60:.1f}\n{' ' * 18}"
            + "; ".join(ran.out.splitlines()[:1] + caught(ran))
        )
        assert done < DUE
        return ran

    def ids(self, day: date) -> list[str]:
        return sorted({row.id for row in self.days[day]})


@pytest.fixture
def fortnight(site: World) -> Fortnight:
    site.arxiv.has_oai = True
    follow(site, *BLOGS, interests="papers_per_day = 4")
    return Fortnight(site)


def caught(ran: Ran) -> list[str]:
    told = ("caught up:", " feeds: ")
    return [line for line in ran.out.splitlines() if any(one in line for one in told)]


def feed_rows(site: World, day: date) -> dict[str, FeedRow]:
    """What the runs of a day saw, by feed."""
    return {row.source: row for row in read_feed_receipt(site.wiki, str(day)).rows}


def play(ten: Fortnight) -> None:
    """Ten days: a run on most of them."""
    site, arxiv = ten.site, ten.site.arxiv
    monday, tuesday, wednesday, thursday, friday, _, *second = DAYS

    ten.announce(monday)
    assert ten.run(monday, "an ordinary day").code == 0

    # Tuesday: the lists open the day at 20:00 on Monday; the feed confirms it after midnight.
    ten.days[tuesday] = [*new(tuesday), second_version(new(monday)[0])]
    arxiv.open(tuesday, tuple(ten.days[tuesday]))
    assert ten.run(f"{monday}T20:13", "the lists open Tuesday").code == 0
    opened = site.receipts()[str(tuesday)]
    accounted(opened, ten.ids(tuesday))
    assert opened.open
    assert "has not confirmed" in opened.open
    ten.announce(tuesday, second_version(new(monday)[0]))
    assert ten.run(f"{tuesday}T01:17", "the feed confirms it").code == 0
    assert site.receipts()[str(tuesday)].complete_by == "listing"

    # Wednesday's feed holds Tuesday's papers under its own date: a stale batch.
    ten.announce(wednesday)
    arxiv.stale = dict.fromkeys(CATEGORIES.split(","), tuple(ten.days[tuesday]))
    ran = ten.run(wednesday, "a stale batch in the feed, and a broken blog", {"status": 503})
    assert ran.code in (0, 3), ran
    assert "503" in (feed_rows(site, wednesday)["other"].note or "")
    arxiv.stale = {}
    assert ten.run(wednesday, "the feed is mended").code == 0

    # Thursday and Friday are missed. One of Thursday's papers was held back for three days, one is
    # cross-listed and has no version of its own; one of Monday's is withdrawn on Friday.
    held = {new(thursday)[5].id: timedelta(days=3)}
    ten.announce(thursday, cross(), held=held)
    ten.announce(friday, second_version(new(tuesday)[1]), withdrawal(new(monday)[1]))

    # A weekend, and a holiday whose feed is empty.
    arxiv.announce(HOLIDAY, [])
    moved = {"status": 200, "body": HTML, "type": "text/html"}
    ran = ten.run(HOLIDAY, "two days were missed; a holiday, and a blog that moves", moved)
    assert ran.code == 0, ran
    assert "2 missed days are caught up: 15 papers announced" in ran.out
    assert "(12 new, 1 cross-listed, 2 replaced)" in ran.out
    assert "1 cross-listed, 1 late, 1 withdrawn" in ran.out

    # OAI-PMH is behind while two more days are missed: the lists vouch for them.
    ten.announce(second[0], second_version(new(friday)[0]))
    ten.announce(second[1])
    ten.announce(second[2])
    arxiv.oai.until = friday
    ran = ten.run(second[2], "OAI-PMH is three days behind")
    assert ran.code == 0, ran
    assert "2 missed days are caught up: 13 papers announced (12 new, 1 replaced)" in ran.out

    # The last day. OAI-PMH has come back and knows a paper of the day before that nobody listed.
    arxiv.oai.until = None
    forgotten = other(1)
    arxiv.oai.announce(second[2], forgotten, at_noon(second[2]))
    ten.days[second[2]].append(forgotten)
    ten.announce(second[3], other(2))
    ran = ten.run(second[3], "a paper of the day before became known late")
    assert ran.code == 0, ran
    assert "became known late" in ran.out


def at_noon(day: date) -> datetime:
    """A time of submission that the schedule announces on ``day``: noon of the day before, UTC."""
    return datetime.combine(day - timedelta(days=1), time(12), UTC)


def accounted_posts(site: World) -> None:
    """Each post of the three blogs stands once in one day's receipt, and has one page; receipts
    name the blog that was broken, and why.
    """
    for name, all_ in BLOGS.items():
        kept = posts_of(site, name)
        assert sorted(post.link for post in kept) == sorted(one.address for one in all_)
        assert {post.date for post in kept} == {one.on.isoformat() for one in all_}
        for post in kept:
            assert (site.root / f"docs/posts/{post.id.removeprefix('post:')}.md").is_file()
    receipts = {day: feed_rows(site, day) for day in ALL_DAYS}
    taken = Counter(id_ for rows in receipts.values() for row in rows.values() for id_ in row.taken)
    assert taken == Counter(read_posts(site.wiki).keys())
    assert "web page" in (receipts[HOLIDAY]["other"].note or "")
    assert receipts[HOLIDAY]["daily"].outcome == "new"


def test_ten_days_are_in_the_receipts_to_the_last_paper_and_post(fortnight: Fortnight) -> None:
    """What was announced on a day is what its receipt holds, whoever told of it; each missed day is
    caught up once, no paper and no post has a second page, and a further run finds nothing.
    """
    play(fortnight)
    site, receipts = fortnight.site, fortnight.site.receipts()
    assert list(receipts) == [str(day) for day in DAYS]
    for day in DAYS:
        accounted(receipts[str(day)], fortnight.ids(day) if day != HOLIDAY else [])
        assert receipts[str(day)].complete_by, day
        fortnight.account.append(
            f"{day}: {receipts[str(day)].announced} announced, by"
            f" {receipts[str(day)].complete_by}; "
            + ", ".join(f"{one.id} {one.kind}" for one in receipts[str(day)].differences)
        )
    friday = site.text(f"docs/daily/{DAYS[4]}.md")
    assert "arXiv's sources differ:" in friday
    assert re.search(r"withdrawn</span> <span[^>]*>已撤稿</span> \(\[2\d{3}\.\d{5}\]\(", friday)
    accounted_posts(site)
    pages = [page.stem for page in (site.root / "docs" / "papers").rglob("2*.md")]
    assert len(pages) == len(set(pages))
    before = site.state()
    again = fortnight.run(LAST, "nothing new")
    assert again.code == 0
    assert "missed" not in again.out
    assert site.state() == before
    print("\n" + "\n".join(fortnight.account))
