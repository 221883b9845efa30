"""What becomes of a feed's entries, day by day: each post once, whatever the feed does."""

from __future__ import annotations

import json
import tempfile
from datetime import date, timedelta
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pages.sample import paper
from wiki_builder.core.http.client import Client, ClientConfig
from wiki_builder.core.settings import Feed
from wiki_builder.core.store.papers import write_paper
from wiki_builder.core.store.posts import (
    read_feed_receipt,
    read_feed_state,
    read_feed_states,
    read_posts,
)
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.post import FeedRow, failing_feeds
from wiki_builder.stages.posts import import_posts

DAY = date(2026, 6, 1)
LAB = Feed(name="lab", url="https://lab.example/feed.json", label="Lab")
OTHER = Feed(name="other", url="https://other.example/feed.json", label="Other")

Item = dict[str, str]


class Blogs(httpx.BaseTransport):
    """Answers each address with its entries, a status, or nothing at all."""

    def __init__(self) -> None:
        self.answers: dict[str, list[Item] | int] = {}
        self.asked: list[str] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(str(request.url))
        found = self.answers.get(str(request.url), 404)
        if isinstance(found, int):
            if not found:
                raise httpx.ConnectError("no route to this host")
            return httpx.Response(found, stream=httpx.ByteStream(b""))
        document = {"version": "https://jsonfeed.org/version/1.1", "items": found}
        return httpx.Response(200, stream=httpx.ByteStream(json.dumps(document).encode()))


def item(number: int, day: date = DAY, **more: str) -> Item:
    told = {
        "id": f"id-{number}",
        "url": f"https://lab.example/p/{number}",
        "title": f"Post {number}",
    }
    return told | {"date_published": f"{day}T09:00:00Z"} | more


def took(
    wiki: Wiki, blogs: Blogs, day: date = DAY, feeds: tuple[Feed, ...] = (LAB,)
) -> dict[str, FeedRow]:
    """A run of a day: its rows by feed."""
    config = ClientConfig(interval=0.0, backoff=0.0, attempts=2)
    with Client(config, transport=blogs, sleep=lambda seconds: None) as client:
        return {row.source: row for row in import_posts(wiki, feeds, client, day).rows}


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    return Wiki(tmp_path)


@pytest.fixture
def blogs() -> Blogs:
    return Blogs()


def links(wiki: Wiki) -> list[str]:
    return [post.link for post in read_posts(wiki).values()]


def test_a_paper_at_arxiv_is_no_post(wiki: Wiki, blogs: Blogs) -> None:
    """An entry that is a paper gets no second page: the receipt names it, once."""
    blogs.answers[LAB.url] = [item(1, url="https://arxiv.org/abs/2601.04301v2"), item(2)]
    row = took(wiki, blogs)["lab"]
    assert row.papers == ("arxiv:2601.04301",)
    assert links(wiki) == ["https://lab.example/p/2"]
    blogs.answers[LAB.url] = [item(1, url="https://arxiv.org/abs/2601.04301v3"), item(3)]
    row = took(wiki, blogs, DAY + timedelta(days=1))["lab"]
    assert (row.papers, row.known, len(row.taken)) == ((), 1, 1)


@pytest.mark.parametrize(
    ("title", "author", "doi"),
    [
        ("Another title of the article entirely", "Nobody Known", "10.1000/abc"),
        ("Rewards for each step of long-horizon agents", "Lee, Ann", "10.2000/zzz"),
    ],
)
def test_the_article_of_a_paper_that_is_here_is_no_post(
    wiki: Wiki, blogs: Blogs, title: str, author: str, doi: str
) -> None:
    """By its DOI, or by title and authors."""
    known = paper("arxiv:2605.00001")
    version = known.versions[0]
    told = {"title": "Rewards for each step of long-horizon agents", "authors": ("Ann Lee",)}
    write_paper(wiki, known.with_(versions=(_version(version, doi="10.1000/ABC", **told),)))
    article = f'<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><item><title>{title}</title><link>https://journal.example/doi/{doi}</link><dc:creator>{author}</dc:creator></item></channel></rss>'

    class Journal(httpx.BaseTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            return httpx.Response(200, stream=httpx.ByteStream(article.encode()))

    with Client(ClientConfig(interval=0.0), transport=Journal()) as client:
        (row,) = import_posts(wiki, (LAB,), client, DAY).rows
    assert row.papers == ("arxiv:2605.00001",)
    assert links(wiki) == []


def _version(version: object, **more: object) -> object:
    from dataclasses import replace

    return replace(version, **more)  # type: ignore[type-var]  # a version


def test_a_blog_about_a_paper_is_a_post(wiki: Wiki, blogs: Blogs) -> None:
    """A lab's words about its paper are another thing than the paper, though both have one
    title.
    """
    write_paper(wiki, paper("arxiv:2605.00001"))
    title = paper("arxiv:2605.00001").latest.title
    blogs.answers[LAB.url] = [item(1, title=title)]
    assert len(took(wiki, blogs)["lab"].taken) == 1


def test_two_feeds_with_one_post_bring_it_once(wiki: Wiki, blogs: Blogs) -> None:
    """A lab's blog and its company's have the same address."""
    blogs.answers[LAB.url] = [item(1)]
    blogs.answers[OTHER.url] = [item(1, url="http://www.lab.example/p/1/?utm_source=rss")]
    rows = took(wiki, blogs, feeds=(LAB, OTHER))
    assert [row.known for row in rows.values()] == [0, 1]
    assert links(wiki) == ["https://lab.example/p/1"]


def test_a_further_address_of_a_post_is_kept(wiki: Wiki, blogs: Blogs) -> None:
    """Found again under another folder, it is the same post, and known by both from then on."""
    blogs.answers[LAB.url] = [item(1, id="a", url="https://lab.example/news/one-post")]
    took(wiki, blogs)
    moved = item(1, id="b", url="https://lab.example/research/one-post")
    blogs.answers[LAB.url] = [moved]
    assert took(wiki, blogs, DAY + timedelta(days=1))["lab"].known == 1
    (post,) = read_posts(wiki).values()
    assert post.links == ("https://lab.example/research/one-post",)
    blogs.answers[LAB.url] = [moved | {"title": "Renamed"}]
    assert took(wiki, blogs, DAY + timedelta(days=2))["lab"].known == 1


def test_a_day_that_is_to_come_is_none(wiki: Wiki, blogs: Blogs) -> None:
    """A post of the next century would stand on top of every list."""
    blogs.answers[LAB.url] = [item(1, date(2126, 1, 1))]
    took(wiki, blogs)
    (post,) = read_posts(wiki).values()
    assert (post.date, post.dated) == (DAY.isoformat(), False)


def test_what_a_feed_says_may_be_left_out(wiki: Wiki, blogs: Blogs) -> None:
    """With ``words = false`` nothing of a publisher's text is kept."""
    blogs.answers[LAB.url] = [item(1, summary="Their words.")]
    took(wiki, blogs, feeds=(LAB.model_copy(update={"words": False}),))
    (post,) = read_posts(wiki).values()
    assert post.summary == ""
    assert "Their words" not in wiki.posts_of(post.date).read_text("utf-8")


def test_a_feed_that_is_let_go_and_taken_up_again_brings_nothing_twice(
    wiki: Wiki, blogs: Blogs
) -> None:
    """What is known of posts outlives what is known of their feed."""
    blogs.answers[LAB.url] = [item(1), item(2)]
    took(wiki, blogs)
    wiki.feed("lab").unlink()
    blogs.answers[LAB.url] = [item(1), item(2), item(3)]
    assert len(took(wiki, blogs, DAY + timedelta(days=9))["lab"].taken) == 1
    assert len(links(wiki)) == 3


def test_another_address_is_asked_though_the_old_one_was_dead(wiki: Wiki, blogs: Blogs) -> None:
    """Whoever gives a dead feed's new address has it back, without its old posts."""
    blogs.answers[LAB.url] = [item(1)]
    took(wiki, blogs)
    blogs.answers[LAB.url] = 410
    took(wiki, blogs, DAY + timedelta(days=1))
    asked = len(blogs.asked)
    took(wiki, blogs, DAY + timedelta(days=2))
    assert len(blogs.asked) == asked
    new = LAB.model_copy(update={"url": "https://lab.example/new.json"})
    blogs.answers[new.url] = [item(1), item(2)]
    row = took(wiki, blogs, DAY + timedelta(days=3), (new,))["lab"]
    assert (row.known, len(row.taken)) == (1, 1)


def test_a_feed_whose_state_cannot_be_read_harms_only_itself(wiki: Wiki, blogs: Blogs) -> None:
    """It is named with what to do, and the next feed is asked."""
    blogs.answers = {LAB.url: [item(1)], OTHER.url: [item(2)]}
    wiki.feeds.mkdir(parents=True)
    wiki.feed("lab").write_text("<<<<<<< HEAD", "utf-8")
    rows = took(wiki, blogs, feeds=(LAB, OTHER))
    assert rows["lab"].outcome == "failed"
    assert "git checkout" in (rows["lab"].note or "")
    assert links(wiki) == ["https://lab.example/p/2"]


def test_a_receipt_of_feeds_that_cannot_be_read_stops_no_run(wiki: Wiki, blogs: Blogs) -> None:
    """What came is kept, and the file is named and left as it is."""
    blogs.answers = {LAB.url: [item(1)], OTHER.url: [item(2)]}
    path = wiki.feed_receipt(DAY.isoformat())
    path.parent.mkdir(parents=True)
    path.write_text("<<<<<<< HEAD", "utf-8")
    client = Client(ClientConfig(interval=0.0), transport=blogs)
    with client:
        brought = import_posts(wiki, (LAB, OTHER), client, DAY)
    assert all("is not in the day's receipt" in (row.note or "") for row in brought.rows)
    assert links(wiki) == ["https://lab.example/p/1", "https://lab.example/p/2"]
    assert path.read_text("utf-8") == "<<<<<<< HEAD"


@pytest.mark.parametrize("url", ["https://ä..ö/", "https:///x", "https://xn--a.example/"])
def test_a_feed_whose_address_is_none_harms_only_itself(wiki: Wiki, blogs: Blogs, url: str) -> None:
    """An address that no server can have is named, and the next feed is asked."""
    blogs.answers = {OTHER.url: [item(2)]}
    wrong = LAB.model_copy(update={"url": url})
    rows = took(wiki, blogs, feeds=(wrong, OTHER))
    assert rows["lab"].outcome == "failed"
    assert rows["lab"].note
    assert links(wiki) == ["https://lab.example/p/2"]


# --- Any history --------------------------------------------------------------------

DAYS = st.lists(
    st.one_of(
        st.sampled_from([0, 404, 500]),  # no answer, or one of these
        st.none(),  # nothing ran
        st.sets(st.integers(0, 7)),  # the posts that are hidden
    ),
    min_size=1,
    max_size=9,
)


def played(root: Path, days: list[int | set[int] | None]) -> tuple[Wiki, set[int]]:
    """A history of days, on each of which a further post is written; the wiki, and what could be
    seen.
    """
    wiki, blogs, seen = Wiki(root), Blogs(), set[int]()
    for number, what in enumerate(days):
        if what is None:
            continue
        written = range(number + 1)
        shown = [n for n in written if n not in what] if isinstance(what, set) else []
        seen |= set(shown)
        items = [item(n, DAY + timedelta(days=n)) for n in reversed(shown)]
        blogs.answers[LAB.url] = what if isinstance(what, int) else items
        took(wiki, blogs, DAY + timedelta(days=number))
    return wiki, seen


@given(DAYS)
def test_whatever_a_feed_does_each_post_is_taken_once(days: list[int | set[int] | None]) -> None:
    """Posts vanish and come back, servers fail, nothing runs: what could be seen is there, once,
    and the receipts name each post once; and the same history gives the same bytes.
    """
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        wiki, seen = played(Path(one), days)
        assert sorted(links(wiki)) == sorted(f"https://lab.example/p/{n}" for n in seen)
        taken = [
            id_
            for number in range(len(days))
            for row in read_feed_receipt(wiki, str(DAY + timedelta(days=number))).rows
            for id_ in row.taken
        ]
        assert sorted(taken) == sorted(read_posts(wiki))
        again, _ = played(Path(two), days)
        assert _bytes(again.root) == _bytes(wiki.root)


def _bytes(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def test_a_feed_is_named_from_the_third_day_on(wiki: Wiki, blogs: Blogs) -> None:
    """A success in between begins anew."""
    for number, status in enumerate((500, 500, 200, 500, 500, 500, 500)):
        blogs.answers[LAB.url] = [item(1)] if status == 200 else status
        today = DAY + timedelta(days=number)
        took(wiki, blogs, today)
        named = failing_feeds(read_feed_states(wiki), today)
        assert bool(named) == (number == 6)
    assert named == ["lab (since 2026-06-04: answered 500 Internal Server Error (asked 2 times))"]
    state = read_feed_state(wiki, "lab")
    assert state
    assert state.first == "2026-06-03"
