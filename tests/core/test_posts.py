"""Posts on disk: a line each, never twice, and never a path."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from wiki_builder.core.errors import FormatError
from wiki_builder.core.store.posts import (
    add_feed_rows,
    add_posts,
    read_feed_receipt,
    read_feed_state,
    read_feed_states,
    read_posts,
    write_feed_state,
)
from wiki_builder.core.store.values import Unreadable
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.post import FeedRow, FeedState, Post, is_source

POST = Post(
    "post:openai/3f9a2c1d77b0",
    "openai",
    "OpenAI Blog",
    "Introducing AI Futures",
    "https://openai.com/index/introducing-ai-futures",
    "2026-06-12",
    "2026-06-13",
    keys=("aa",),
)


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    return Wiki(tmp_path)


def test_a_post_is_filed_by_the_month_of_its_day(wiki: Wiki) -> None:
    """What was written is read again, the oldest first, and says where it is from."""
    older = replace(POST, id="post:nature/0123456789ab", date="2026-05-31", label="Nature")
    add_posts(wiki, [POST, older])
    assert list(read_posts(wiki).values()) == [older, POST]
    assert sorted(path.name for path in wiki.posts.iterdir()) == ["2026-05.jsonl", "2026-06.jsonl"]
    assert older.stamp == "Nature · 2026-05-31"


def test_the_first_word_on_a_post_stays(wiki: Wiki) -> None:
    """A post that comes again keeps its title and gains the address under which it came."""
    again = replace(POST, title="Other", link="https://openai.com/ai-futures", keys=("bb",))
    add_posts(wiki, [POST])
    add_posts(wiki, [again])
    kept = replace(POST, links=("https://openai.com/ai-futures",), keys=("aa", "bb"))
    assert read_posts(wiki) == {POST.id: kept}
    before = wiki.posts_of(POST.date).read_bytes()
    add_posts(wiki, [again])
    assert wiki.posts_of(POST.date).read_bytes() == before


def test_two_branches_that_brought_one_post_leave_one(wiki: Wiki) -> None:
    """Of two lines with one id, as git joins them, the first counts, also when more comes."""
    add_posts(wiki, [POST])
    path = wiki.posts_of(POST.date)
    path.write_bytes(path.read_bytes() + path.read_bytes().replace(b"Introducing", b"Second"))
    assert read_posts(wiki) == {POST.id: POST}
    more = replace(POST, id="post:openai/000000000000")
    add_posts(wiki, [more])
    assert read_posts(wiki) == {more.id: more, POST.id: POST}


def test_no_further_address_of_a_post_runs(wiki: Wiki) -> None:
    """Each of its addresses is one of the web, or the line is none."""
    add_posts(wiki, [replace(POST, links=("https://openai.com/x", "javascript:alert(1)"))])
    assert read_posts(wiki) == {}


@pytest.mark.parametrize(
    "change",
    [
        {"id": "post:../../etc/passwd"},
        {"id": "arxiv:2605.02801"},
        {"date": "../2026"},
        {"link": "javascript:alert(1)"},
        {"date": "0001-01-01"},
        {"link": "http://[/"},
    ],
)
def test_a_line_that_is_no_post_is_named_and_stays(wiki: Wiki, change: dict[str, str]) -> None:
    """What would become a path, or an address that runs, is no post;
    its line is left to its owner.
    """
    add_posts(wiki, [POST])
    path = wiki.posts_of(POST.date)
    line = path.read_bytes()
    for name, value in change.items():
        old = str(getattr(POST, name))
        line = line.replace(f'"{name}":"{old}"'.encode(), f'"{name}":"{value}"'.encode())
    path.write_bytes(line)
    broken: list[Unreadable] = []
    assert read_posts(wiki, broken) == {}
    assert len(broken) == 1
    assert "no post" in broken[0].reason
    add_posts(wiki, [POST])
    assert read_posts(wiki) == {POST.id: POST}
    assert line.strip() in path.read_bytes()


@pytest.mark.parametrize("name", ["../x", "CON", "con", "index", "a/b", "", "-a", "a" * 50])
def test_a_name_that_no_file_system_takes_is_none(wiki: Wiki, name: str) -> None:
    """A source's name becomes a file's and a folder's."""
    assert not is_source(name)
    with pytest.raises(FormatError):
        read_feed_state(wiki, name)


def test_what_is_known_of_a_feed_is_kept(wiki: Wiki) -> None:
    """A feed has one state, which says the same when it is read again."""
    state = FeedState("openai", "https://openai.com/news/rss.xml", "2026-06-12", left={"aa": "old"})
    assert read_feed_state(wiki, "openai") is None
    assert write_feed_state(wiki, state)
    assert read_feed_state(wiki, "openai") == state
    assert not write_feed_state(wiki, state)


@pytest.mark.parametrize("day", ["yesterday", "2026-6-1", "0001-01-01", ""])
@pytest.mark.parametrize("of", ["first", "failing", "gone"])
def test_a_feeds_day_that_is_none_is_named(wiki: Wiki, of: str, day: str) -> None:
    """Days are counted from it: what a person or a merge made of it says so, and stops no other."""
    change: dict[str, Any] = {of: day}
    write_feed_state(wiki, replace(FeedState("openai", "https://example.org/feed"), **change))
    broken: list[Unreadable] = []
    assert read_feed_states(wiki, broken) == []
    assert "is no day" in broken[0].reason


def test_a_second_run_of_a_day_takes_nothing_away(wiki: Wiki) -> None:
    """A receipt names all that the runs of a day took, and each feed's last word."""
    first = FeedRow("openai", "OpenAI Blog", "new", 3, (POST.id,), 2)
    add_feed_rows(wiki, "2026-06-13", [first])
    add_feed_rows(wiki, "2026-06-13", [FeedRow("openai", "OpenAI Blog", "quiet")])
    assert read_feed_receipt(wiki, "2026-06-13").rows == (first,)
    add_feed_rows(wiki, "2026-06-13", [FeedRow("openai", "OpenAI Blog", "failed", note="500")])
    (row,) = read_feed_receipt(wiki, "2026-06-13").rows
    assert (row.outcome, row.note, row.taken) == ("failed", "500", (POST.id,))
