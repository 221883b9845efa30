"""Blogs beside arXiv: each post one row and one page, none twice, none lost. Ten days of three of
them stand in ``test_ten_days.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest

from tests.e2e.test_nothing import loaded
from tests.e2e.world import MONDAY, World, day, different, files, real_rows, replaced
from wiki_builder.core.store.marks import read_marks, write_marks
from wiki_builder.core.store.posts import read_feed_receipt, read_posts
from wiki_builder.core.values.marks import Mark
from wiki_builder.core.values.post import FeedRow, Post

RSS = "application/rss+xml"
DAYS = 10


@dataclass(frozen=True, slots=True)
class Written:
    """What a lab wrote, and when."""

    slug: str
    title: str
    on: date

    @property
    def address(self) -> str:
        return f"https://blog.example.org/{self.slug}"


def rss(posts: Iterable[Written]) -> bytes:
    """A blog's feed, the newest first, as such feeds are."""
    items = "".join(
        f"<item><title>{escape(one.title)}</title><link>{one.address}</link>"
        f"<guid>{one.address}</guid>"
        f"<pubDate>{format_datetime(datetime.combine(one.on, time(9), UTC))}</pubDate></item>"
        for one in sorted(posts, key=lambda one: one.on, reverse=True)
    )
    return (
        f'<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title>{items}'
        "</channel></rss>"
    ).encode()


def written(name: str, ons: Sequence[date]) -> list[Written]:
    return [Written(f"{name}-{on}", f"{name} writes on {on:%d %B}", on) for on in ons]


def follow(site: World, *names: str, interests: str = "") -> None:
    """Settings with feeds at the loopback server, and no model."""
    tables = "".join(
        f'\n[[sources.feeds]]\nname = "{name}"\nurl = "{site.arxiv.url}/blog/{name}.xml"\n'
        f'label = "{name.title()} Blog"\n'
        for name in names
    )
    site.init(model=f'engine = "none"\n{tables}', interests=interests)


def publish(site: World, name: str, posts: Iterable[Written]) -> None:
    site.arxiv.images[f"blog/{name}.xml"] = (rss(posts), RSS)


def posts_of(site: World, name: str) -> list[Post]:
    return [post for post in read_posts(site.wiki).values() if post.source == name]


def rows(site: World, number: int) -> dict[str, FeedRow]:
    """What the runs of a day saw, by feed."""
    return {row.source: row for row in read_feed_receipt(site.wiki, day(number).isoformat()).rows}


def test_an_article_that_came_before_its_paper_leads_to_it(site: World) -> None:
    """A run that brings the paper says so, once; the mark on the article is the paper's, and a
    further run changes nothing.
    """
    follow(site, "journal")
    row = real_rows()[0]
    creators = "".join(f"<dc:creator>{escape(name)}</dc:creator>" for name in row.version.authors)
    article = (
        '<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<channel><title>Journal</title><item><title>{escape(row.version.title)}</title>"
        f"<link>https://journal.example/doi/10.1000/abc</link>{creators}</item></channel></rss>"
    )
    site.arxiv.images["blog/journal.xml"] = (article.encode(), RSS)
    site.announce(0, ())
    assert site.update(0).code == 0
    (post,) = posts_of(site, "journal")
    assert post.doi == "10.1000/abc"
    write_marks(site.wiki, {post.id: {"star": Mark(f"{day(0)}T08:00:00Z")}})
    site.announce(1, [replace(row, types=("new",))])
    ran = site.update(1)
    assert f"{post.id} is {row.id}, and its page leads there" in ran.out
    page = site.text(f"docs/posts/{post.id.removeprefix('post:')}.md")
    assert f'redirect: "../../papers/{row.id[6:10]}/{row.id[6:]}.md"' in page
    assert read_marks(site.wiki)[row.id]["star"].on
    before = site.state()
    again = site.update(1)
    assert "leads there" not in again.out
    assert site.state() == before


def test_a_feed_that_fails_for_days_is_named_in_status(site: World) -> None:
    """Two days are an accident; from the third day on `status` names the feed and why."""
    follow(site, "daily", "gone")
    for number in range(4):
        site.announce(number, ())
        publish(site, "daily", written("daily", [MONDAY]))
        site.update(number)
        status = site.run("status", "--json", "--today", day(number)).json
        named = status["failing_feeds"]
        assert (len(named) == 1 and "404" in named[0]) if number == 3 else named == []


def test_a_deleted_post_stays_away_and_an_edited_one_stays_edited(site: World) -> None:
    """The page contract holds for posts: a person's word wins, and deleted is rejected."""
    follow(site, "daily")
    both = written("daily", [MONDAY, MONDAY - timedelta(days=1)])
    site.announce(0, ())
    publish(site, "daily", both)
    site.update(0)
    first, second = posts_of(site, "daily")
    pages = [site.root / f"docs/posts/{one.id.removeprefix('post:')}.md" for one in (first, second)]
    pages[0].unlink()
    replaced(pages[1], "# daily writes", "# My words")
    site.announce(1, ())
    publish(site, "daily", [*both, *written("daily", [day(1)])])
    assert site.update(1).code == 0
    assert not pages[0].exists()
    assert "# My words" in pages[1].read_text("utf-8")
    listed = (site.root / "docs/posts/2026-05.md").read_text("utf-8")
    assert first.title not in listed


def test_a_deleted_post_can_be_brought_back(site: World) -> None:
    """`restore` takes a post's id."""
    follow(site, "daily")
    site.announce(0, ())
    publish(site, "daily", written("daily", [MONDAY]))
    site.update(0)
    (post,) = posts_of(site, "daily")
    page = site.root / f"docs/posts/{post.id.removeprefix('post:')}.md"
    page.unlink()
    assert site.update(0).code == 0
    assert not page.exists()
    assert site.run("restore", post.id).code == 0
    assert page.is_file()


def test_a_quiet_day_reads_no_feed_again(site: World) -> None:
    """What answers as it did before is not parsed, so that nothing to do costs little."""
    follow(site, "daily")
    publish(site, "daily", written("daily", [MONDAY]))
    site.announce(4, ())
    assert site.update(4).code == 0
    quiet = ("update", "--quiet", "--today", "2026-05-09")
    assert site.run(*quiet).code == 0
    assert loaded(site, quiet, ["feedparser"]) == []


def test_a_dry_run_says_what_would_be_taken_and_writes_nothing(site: World) -> None:
    """`--dry-run` asks the feeds, and leaves the wiki as it is."""
    follow(site, "daily")
    publish(site, "daily", written("daily", [MONDAY]))
    site.announce(0, ())
    before = files(site.root)
    ran = site.update(0, "--dry-run")
    assert "would take Daily Blog · 2026-05-04: daily writes on 04 May" in ran.out
    assert different(before, files(site.root)) == []


def test_what_a_feed_says_twice_changes_nothing(site: World) -> None:
    """A second run of a day, asked with a condition or not, gives the same bytes."""
    follow(site, "daily")
    publish(site, "daily", written("daily", [MONDAY]))
    site.announce(0, ())
    site.update(0)
    state = files(site.root)
    site.update(0)
    assert different(state, files(site.root)) == []
    assert [seen.status for seen in site.arxiv.log if "blog" in seen.path] == [200, 304]
    site.forget()
    site.update(0)
    assert different(state, files(site.root)) == []


def test_a_first_import_takes_what_is_recent_and_a_later_one_so_many_a_run(site: World) -> None:
    """Ten newest posts of the last thirty days at first; then twenty a run, the rest the next
    day.
    """
    follow(site, "daily")
    old = written("daily", [MONDAY - timedelta(days=n) for n in range(60)])
    publish(site, "daily", old)
    site.announce(0, ())
    ran = site.update(0)
    assert "left out: beyond the 10 newest" in ran.out
    assert [post.date for post in posts_of(site, "daily")] == [
        (MONDAY - timedelta(days=n)).isoformat() for n in range(9, -1, -1)
    ]
    flood = [Written(f"flood-{n}", f"Flood {n} of many", day(1)) for n in range(25)]
    publish(site, "daily", [*old, *flood])
    site.announce(1, ())
    assert "5 left out: waits for the next run" in site.update(1).out
    site.announce(2, ())
    site.update(2)
    links = {post.link for post in posts_of(site, "daily")}
    assert {one.address for one in flood} <= links
    assert len(links) == 35


def test_a_moved_feed_is_read_where_it_stands_and_a_dead_one_is_let_rest(site: World) -> None:
    """301 is followed and said; 410 is final, and the address is not asked again."""
    follow(site, "moved", "dead")
    publish(site, "new", written("moved", [MONDAY]))
    site.arxiv.fail("/blog/moved.xml", status=301, location="/blog/new.xml", times=9)
    site.arxiv.fail("/blog/dead.xml", status=410, times=9)
    site.announce(0, ())
    ran = site.update(0)
    assert f"moved to {site.arxiv.url}/blog/new.xml" in ran.out
    assert len(posts_of(site, "moved")) == 1
    assert rows(site, 0)["dead"].outcome == "gone"
    site.announce(1, ())
    assert "is not asked any more" in site.update(1).out
    assert sum("dead" in seen.path for seen in site.arxiv.log) == 1
    assert "410" in site.run("status", "--today", day(1)).out


@pytest.mark.parametrize("stop", range(0, 14, 2))
def test_killed_anywhere_the_next_run_has_each_post_once(
    site: World, stop: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A run that is stopped before any of its writes leaves what the next one completes."""
    from wiki_builder.core.store import disk

    follow(site, "daily", "other")
    publish(site, "daily", written("daily", [MONDAY - timedelta(days=n) for n in range(15)]))
    publish(site, "other", written("other", [MONDAY]))
    site.announce(0, ())
    whole = site.copy(tmp_path / "whole")
    whole.update(0)
    part, made = disk._part, 0

    def stopped(*args: Any, **more: Any) -> Path:
        nonlocal made
        made += 1
        if made > stop:
            raise KeyboardInterrupt
        return part(*args, **more)

    with monkeypatch.context() as patch:
        patch.setattr(disk, "_part", stopped)
        assert site.update(0).code == 130
    assert site.update(0).code == 0
    assert different(files(whole.root), files(site.root)) == []
