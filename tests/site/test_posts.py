"""Posts on the site: in a feed of their own, on the radar under their source, and in search."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import feedparser
import pytest

from tests.pages.sample import DAY, ONE, TWO, Sample, sample
from tests.site.shelves import URL, made, page_urls
from wiki_builder.core.store.posts import add_posts
from wiki_builder.core.values.post import Post
from wiki_builder.events.decisions import decide
from wiki_builder.site.exports.feeds import feed_files
from wiki_builder.site.known import known
from wiki_builder.site.radar.files import radar_files
from wiki_builder.site.search.record import page_record

POST = Post(
    "post:openai/3f9a2c1d77b0",
    "openai",
    "OpenAI Blog",
    "Models *struggle* · <script>alert(1)</script> & more",
    "https://openai.com/index/struggle?a=1&b=2",
    DAY,
    DAY,
    summary="First words <b>of</b> it.",
    papers=("arxiv:2605.00001", "arxiv:2605.09999"),
)
OTHER = replace(
    POST,
    id="post:nature/aaaaaaaaaaaa",
    source="nature",
    label="Nature",
    title="Another",
    link="https://nature.com/articles/another",
    papers=(),
)


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    wiki = sample(tmp_path)
    add_posts(wiki.wiki, [POST, OTHER])
    wiki.render()
    return wiki


def page(wiki: Sample, post: Post) -> Path:
    return wiki.root / "docs" / "posts" / f"{post.id.removeprefix('post:')}.md"


def test_a_page_says_what_the_feed_stated_and_nothing_runs(wiki: Sample) -> None:
    """Title, source, day, address, first words, and the papers that it links to."""
    text = page(wiki, POST).read_text("utf-8")
    assert "<script>" not in text
    assert "OpenAI Blog" in text
    assert f"· {DAY} · [openai.com](https://openai.com/index/struggle?a=1&b=2)" in text
    assert "> First words" in text
    assert "<b>" not in text
    assert "](../../papers/2605/2605.00001.md)" in text
    assert "[arXiv:2605.09999](https://arxiv.org/abs/2605.09999)" in text
    assert "## Notes" in text


def test_a_day_lists_the_posts_that_came_on_it(wiki: Sample) -> None:
    """With their source and day, as on the radar and in the list of the month."""
    for path in (f"daily/{DAY}.md", f"posts/{DAY[:7]}.md", "radar.md"):
        text = (wiki.root / "docs" / path).read_text("utf-8")
        assert f"posts/nature/aaaaaaaaaaaa.md) · Nature · {DAY}".removeprefix("posts/") in text


def test_posts_have_a_feed_of_their_own(wiki: Sample) -> None:
    """Each entry leads to its page here, and names where the post stands itself."""
    files = dict(feed_files(made(wiki)))
    found = feedparser.parse(
        files["feeds/posts.en.xml"].encode(),
        response_headers={"content-type": "application/atom+xml; charset=utf-8"},
    )
    assert not found.bozo
    assert [one.title_detail.type for one in found.entries] == ["text/plain"] * 2
    told = {one.title: one for one in found.entries}
    one = told[POST.title]
    assert one.link == f"{URL}posts/openai/3f9a2c1d77b0/?lang=en"
    assert [link.href for link in one.links if link.rel == "via"] == [POST.link]
    assert one.author == "OpenAI Blog"
    assert "<script>" not in one.content[0].value


def test_the_radar_has_posts_under_their_source(wiki: Sample) -> None:
    """Each source is a filter, and a post has no score."""
    found = known(wiki.root)
    assert found
    pieces = radar_files(found.library, page_urls(wiki.root))
    index = json.loads(pieces["index"])
    assert {"arXiv", "OpenAI Blog", "Nature"} <= index["sources"].keys()
    assert POST.id in index["ids"].split()
    assert len(index["scores"]) == len(index["ids"].split())


def test_a_post_stands_at_its_place_among_the_papers_where_reasons_are_published(
    wiki: Sample,
) -> None:
    """`why` puts what speaks for a post into its row, and the post where its score has it among the
    papers of its day; without it a post stands behind them. It has no importance either way.
    """
    settings = wiki.root / "wiki.toml"
    text = settings.read_text("utf-8").replace('about = ""', 'about = "another thing"')
    settings.write_text(text, "utf-8")

    def rows() -> dict[str, Any]:
        shelf = made(wiki)
        pieces = radar_files(shelf.library, shelf.urls, why=shelf.why)
        index = json.loads(pieces["index"])
        weighed = {index["ids"].split()[n]: weight for n, weight in index["weights"]}
        found = {row[0]: (row[13], row[22:24]) for row in json.loads(pieces["first"])["rows"]}
        return {"rows": found, "weights": weighed, "order": list(found)}

    plain = rows()
    assert plain["weights"] == {}
    assert set(plain["order"][-2:]) == {POST.id, OTHER.id}
    settings.write_text(settings.read_text("utf-8").replace("why = false", "why = true"), "utf-8")
    ranked = rows()
    assert ranked["rows"][OTHER.id] == (0, ["your words: another", "你的描述：another"])
    assert ranked["rows"][POST.id] == (0, ["", ""])
    most = max(score for score, _ in ranked["rows"].values())
    assert ranked["weights"] == {OTHER.id: most + 0.5}
    assert ranked["order"][0] == OTHER.id


def test_a_row_of_the_radar_names_the_other_members_of_its_event(wiki: Sample) -> None:
    """As lists without scripts do: the post's source beside its paper, with its address; the post
    itself has no row then.
    """
    decide(wiki.wiki, "join", "arxiv:2605.00001", POST.id, date=DAY, by="me")
    wiki.render()
    found = known(wiki.root)
    assert found
    pieces = radar_files(found.library, page_urls(wiki.root))
    rows = {row[0]: row for row in json.loads(pieces["first"])["rows"]}
    assert rows["arxiv:2605.00001"][24:] == [[["OpenAI Blog", "posts/openai/3f9a2c1d77b0/"]]]
    assert POST.id not in rows
    assert len(rows[OTHER.id]) == 24


def test_posts_of_one_event_have_one_row_on_the_radar(wiki: Sample) -> None:
    """That of the one that was here first, so that its marks stay in sight; it leads to the others.
    Where a person deleted it, the next one has the row.
    """
    later = replace(OTHER, id="post:lab/bbbbbbbbbbbb", label="A Lab", seen="2026-05-09")
    add_posts(wiki.wiki, [later])
    decide(wiki.wiki, "join", OTHER.id, later.id, date=DAY, by="me")

    def rows() -> dict[str, Any]:
        wiki.render()
        found = known(wiki.root)
        assert found
        pieces = radar_files(found.library, page_urls(wiki.root))
        return {row[0]: row[24:] for row in json.loads(pieces["first"])["rows"]}

    first = rows()
    assert first[OTHER.id] == [[["A Lab", "posts/lab/bbbbbbbbbbbb/"]]]
    assert later.id not in first
    page(wiki, OTHER).unlink()
    assert rows()[later.id] == []


def started(wiki: Sample, path: str, address: str) -> int:
    """How many lines of a list lead to an address first."""
    text = (wiki.root / "docs" / path).read_text("utf-8")
    heads = [re.split(r" · |<br>", line, maxsplit=1)[0] for line in text.splitlines()]
    return sum(f"/{address})" in head for head in heads)


def entries(wiki: Sample, feed: str) -> dict[str, str]:
    """What a feed's entries say, by their address within the site."""
    found = feedparser.parse(dict(feed_files(made(wiki)))[f"feeds/{feed}.en.xml"])
    return {
        one.link.removeprefix(URL).partition("/?")[0]: one.content[0].value for one in found.entries
    }


def test_two_posts_of_one_event_have_one_line(wiki: Sample) -> None:
    """On the day, the month, the radar and in the feed: that of the first, with the other's source;
    once they are parted, each has its own.
    """
    third = replace(OTHER, id="post:nature/bbbbbbbbbbbb", title="Third", link="https://n.org/3")
    add_posts(wiki.wiki, [third])
    first, second = (f"nature/{one.id.partition('/')[2]}" for one in (OTHER, third))
    lists = (f"daily/{DAY}.md", f"posts/{DAY[:7]}.md", "radar.md")
    for op, lines in (("join", 0), ("part", 1)):
        decide(wiki.wiki, op, OTHER.id, third.id, date=DAY, by="me")  # type: ignore[arg-type]  # of two
        wiki.render()
        for path in lists:
            folder = "" if path.startswith("posts/") else "nature/"
            own = [one.removeprefix("" if folder else "nature/") for one in (first, second)]
            assert [started(wiki, path, f"{one}.md") for one in own] == [1, lines], path
        found = known(wiki.root)
        assert found
        pieces = radar_files(found.library, page_urls(wiki.root))
        rows = {row[0]: row for row in json.loads(pieces["first"])["rows"]}
        assert (OTHER.id in rows, third.id in rows) == (True, bool(lines))
        told = entries(wiki, "posts")
        assert (f"posts/{second}" in told) == bool(lines)
        assert ("also: " in told[f"posts/{first}"]) == (not lines)


def test_two_papers_of_one_event_have_one_line(wiki: Sample) -> None:
    """On the day, the front page and in feeds: that of the weightier, which names the other."""
    lists = {f"daily/{DAY}.md": "2605/2605.0000{}.md", "index.md": "2605/2605.0000{}.md"}
    before = {
        path: [started(wiki, path, at.format(n)) for n in (1, 2)] for path, at in lists.items()
    }
    assert all(min(counts) > 0 for counts in before.values())
    decide(wiki.wiki, "join", ONE, TWO, date=DAY, by="me")
    wiki.render()
    for path, at in lists.items():
        assert [started(wiki, path, at.format(n)) for n in (1, 2)] == [before[path][0], 0], path
        text = (wiki.root / "docs" / path).read_text("utf-8")
        assert "also: [" in text
    told = entries(wiki, "all")
    assert "papers/2605/2605.00002" not in told
    assert "also: " in told["papers/2605/2605.00001"]
    assert (
        'href="https://me.github.io/my-wiki/papers/2605/2605.00002/?lang=en"'
        in (told["papers/2605/2605.00001"])
    )


def test_a_deleted_post_is_on_no_page(wiki: Sample) -> None:
    """Lists, the radar and the feed do without it, and it stays away."""
    page(wiki, POST).unlink()
    wiki.render()
    assert not page(wiki, POST).exists()
    for path in (f"daily/{DAY}.md", f"posts/{DAY[:7]}.md", "radar.md"):
        assert "3f9a2c1d77b0" not in (wiki.root / "docs" / path).read_text("utf-8")
    found = known(wiki.root)
    assert found
    assert POST.id not in radar_files(found.library, page_urls(wiki.root))["index"]
    assert "3f9a2c1d77b0" not in dict(feed_files(made(wiki)))["feeds/posts.en.xml"]


def test_a_persons_title_is_shown_on_the_radar(wiki: Sample) -> None:
    """A corrected title wins."""
    text = page(wiki, OTHER).read_text("utf-8")
    page(wiki, OTHER).write_text(text.replace("# Another", "# My title"), "utf-8")
    wiki.render()
    found = known(wiki.root)
    assert found
    assert "My title" in radar_files(found.library, page_urls(wiki.root))["first"]


def test_search_knows_a_post_as_one() -> None:
    """Its kind is its own, and a dot in its title parts no languages."""
    body = (
        '<section class="wiki wiki-title"><h1>One · two</h1></section>'
        '<section class="wiki wiki-facts"><p>OpenAI Blog · 2026-05-05</p></section>'
    )
    record = page_record("posts/openai/x.md", "posts/openai/x/", body, {}, POST.id)
    assert record
    assert (record.kind, record.title.en, record.title.zh) == ("post", "One · two", "")
