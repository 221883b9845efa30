"""Feeds: valid Atom for a stranger's reader, with the words that the pages show,
and the same bytes each time.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest

from tests.pages.sample import DAY, HOSTILE_TITLE, ONE, THREE, TWO, Sample, analysis, paper, sample
from tests.site.shelves import URL, made, pin
from wiki_builder.core.store.papers import write_paper
from wiki_builder.core.values.analysis import Analysis
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.events.group import Groups
from wiki_builder.library.card import Card
from wiki_builder.site.exports.feeds import (
    NEWEST,
    feed_files,
    feeds,
    feeds_page,
)
from wiki_builder.site.shelf import Shelf, updated
from wiki_builder.stages.analyse import first_read

ATOM = "{http://www.w3.org/2005/Atom}"
PAGE = "papers/2605/2605.00001.md"


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    return sample(tmp_path)


def interested(shelf: Shelf, *words: str) -> Shelf:
    return replace(shelf, site=replace(shelf.site, interests=words))


def written(shelf: Shelf) -> dict[str, str]:
    return dict(feed_files(shelf))


def parsed(text: str) -> Any:
    """The feed as a feed reader sees it; one that is not well formed fails."""
    found = feedparser.parse(
        text.encode(), response_headers={"content-type": "application/atom+xml; charset=utf-8"}
    )
    assert not found.bozo, found.get("bozo_exception")
    return found


def entry(feed: Any, paper: str) -> Any:
    return next(one for one in feed.entries if f"/{paper.removeprefix('arxiv:')}/" in one.link)


def ids(text: str) -> list[str]:
    """The ids of a feed and of its entries, in their order."""
    return [element.text or "" for element in ElementTree.fromstring(text).iter(f"{ATOM}id")]


def test_there_is_a_feed_for_each_thing_one_may_follow(wiki: Sample) -> None:
    """All papers, each category (cross-lists are in it), each pinned concept;
    each in both languages.
    """
    pin(wiki.root, "credit-assignment")
    wiki.render()
    files = written(made(wiki))
    names = ["all", "concept-credit-assignment", "cs.AI", "cs.CL"]
    assert [name for name in names if f"feeds/{name}.en.xml" in files] == names
    assert {path.rpartition(".")[0].rpartition(".")[2] for path in files} == {"en", "zh"}
    assert len(parsed(files["feeds/cs.AI.en.xml"]).entries) == 2
    assert len(parsed(files["feeds/concept-credit-assignment.zh.xml"]).entries) == 2


def test_a_feed_names_the_site_in_its_language(wiki: Sample) -> None:
    """Where the title has one in each; a title in one language is that of both."""
    for title, en, zh in (("A wiki · 一个维基", "A wiki", "一个维基"), ("One", "One", "One")):
        shelf = made(wiki)
        files = written(replace(shelf, site=replace(shelf.site, name=title)))
        for language, name in (("en", en), ("zh", zh)):
            root = ElementTree.fromstring(files[f"feeds/all.{language}.xml"])
            assert (root.findtext(f"{ATOM}title") or "").startswith(f"{name} · ")
            assert root.findtext(f"{ATOM}author/{ATOM}name") == name


def test_a_feed_has_what_the_standard_asks_for(wiki: Sample) -> None:
    """RFC 4287: required elements once, absolute and unique ids, RFC 3339 instants, links,
    the latest change first.
    """
    seen: set[str] = set()
    for path, text in written(made(wiki)).items():
        assert parsed(text).version == "atom10"
        root = ElementTree.fromstring(text)
        entries = root.findall(f"{ATOM}entry")
        for element in (root, *entries):
            for name in ("id", "title", "updated"):  # 4.1.1, 4.1.2
                assert len(element.findall(ATOM + name)) == 1, (path, name)
            # 3.3
            for found in (*element.findall(f"{ATOM}updated"), *element.findall(f"{ATOM}published")):
                datetime.strptime(found.text or "", "%Y-%m-%dT%H:%M:%SZ")
            alternates = [e for e in element.findall(f"{ATOM}link") if e.get("rel") == "alternate"]
            assert len(alternates) == 1
            assert (alternates[0].get("href") or "").startswith(URL)
        assert root.findtext(f"{ATOM}author/{ATOM}name")  # also of an entry without one
        assert [e.get("href") for e in root.findall(f"{ATOM}link") if e.get("rel") == "self"] == [
            URL + path
        ]
        own = ids(text)
        assert len(set(own)) == len(own)
        # 4.2.6
        assert all(
            re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", id_) for id_ in own
        )
        assert own[0] not in seen
        seen.add(own[0])
        changed = [one.findtext(f"{ATOM}updated") or "" for one in entries]
        assert changed == sorted(changed, reverse=True)
        assert root.findtext(f"{ATOM}updated") == changed[0]
        assert all(
            (one.findtext(f"{ATOM}published") or "") <= day
            for one, day in zip(entries, changed, strict=True)
        )


def test_each_language_has_its_words(wiki: Sample) -> None:
    """The Chinese feed is read in Chinese: headline, summary, and a link that opens the page so."""
    files = written(made(wiki))
    en, zh = (entry(parsed(files[f"feeds/all.{language}.xml"]), ONE) for language in ("en", "zh"))
    assert (en.title, zh.title) == ("Paper 1", "逐步奖励")
    assert "Rewards for each step" in en.content[0].value
    assert "It reaches 81.2%." in en.content[0].value
    assert "达到 81.2%。" in zh.content[0].value
    assert "Paper 1" in zh.content[0].value
    assert zh.link == f"{URL}papers/2605/2605.00001/?lang=zh"
    assert en.id != zh.id


def test_text_of_others_is_text(wiki: Sample) -> None:
    """A title with markup is that title; no script gets into what a reader shows;
    3,303 authors are a few.
    """
    text = "<img src=x onerror=alert(1)> & \x0c"
    wiki.change(ONE, summary=Bilingual(text, text))
    text = written(made(wiki))["feeds/all.en.xml"]
    assert "<script" not in text
    hostile = entry(parsed(text), THREE)
    assert hostile.title == HOSTILE_TITLE.replace("$x^2$", "x²")
    raw = ElementTree.fromstring(text)
    contents = [e.findtext(f"{ATOM}content") or "" for e in raw.findall(f"{ATOM}entry")]
    assert not any(re.search(r"<(script|img)", content) for content in contents)
    assert len(hostile.authors) == 12
    assert "+3291" in hostile.content[0].value


def test_maths_is_text(wiki: Sample) -> None:
    """No reader of feeds sets it: signs are written as they are read,
    what is more stands between dollars.
    """
    maths = Bilingual(
        r"12$\times$ smaller, $O(n^2)$, $20.4$ < $\frac{a}{b}$", r"$\tau^2$ 与 $x \lt y$"
    )
    wiki.change(ONE, summary=maths, headline=maths)
    abstract = r"It is $44.4\% \to 7.7\%$ and \emph{costs} \$5, $x_{max}$."
    version = Version(2, r"On $\tau^2$", ("Ann Lee",), abstract, ("cs.CL",), DAY)
    write_paper(wiki.wiki, paper(TWO, analysis=None, text=None, versions=(version,)))
    wiki.render()
    files = written(made(wiki))
    en, zh = (parsed(files[f"feeds/all.{language}.xml"]) for language in ("en", "zh"))
    one, two = entry(en, ONE).content[0].value, entry(en, TWO)
    assert r"<p>12× smaller, O(n²), 20.4 &lt; $\frac{a}{b}$</p>" in one
    assert "<p>τ² 与 x &lt; y</p>" in entry(zh, ONE).content[0].value
    assert entry(zh, ONE).title == "τ² 与 x < y"
    assert two.title == "On τ²"
    assert two.content[0].value.endswith("<p>It is 44.4% → 7.7% and costs $5, $x_{max}$.</p>")
    everything = "".join(files.values())
    assert "\\(" not in everything
    assert "class=" not in everything


def test_what_was_not_read_brings_its_abstract(wiki: Sample) -> None:
    """A wiki without a model has feeds, too."""
    write_paper(wiki.wiki, paper(TWO, analysis=None, text=None))
    wiki.render()
    assert (
        "<p>We train.</p>"
        in entry(parsed(written(made(wiki))["feeds/all.zh.xml"]), TWO).content[0].value
    )


def test_a_persons_word_is_in_the_feed(wiki: Sample) -> None:
    """An edited field is shown as edited, its links rebased; a deleted one is not shown at all."""
    wiki.edit(
        PAGE,
        "It reaches 81.2%.\n",
        "It is *mine*, see [two](2605.00002.md), [x](y.md), [[credit assignment]] and [[x]].\n",
    )
    wiki.edit(PAGE, "\nRewards for each step\n", "\n\n")
    content = entry(parsed(written(made(wiki))["feeds/all.en.xml"]), ONE).content[0].value
    assert "It is <em>mine</em>" in content
    assert f'<a href="{URL}papers/2605/2605.00002/">two</a>, x, <a' in content
    assert f'<a href="{URL}concepts/credit-assignment/">credit assignment</a> and x.</p>' in content
    assert "Rewards for each step" not in content


def test_a_rejected_paper_is_in_no_feed(wiki: Sample) -> None:
    """Deleting a page rejects its paper."""
    (wiki.root / "docs" / PAGE).unlink()
    assert "2605.00001" not in "".join(written(made(wiki)).values())


def test_same_input_same_bytes(wiki: Sample) -> None:
    """Nothing is taken from the clock, and nothing from the order of files."""
    assert written(made(wiki)) == written(made(wiki))


def test_without_an_address_nothing_is_claimed(wiki: Sample) -> None:
    """Links are relative to the site's root, wherever the feed is had from;
    no feed says where it is.
    """
    text = written(made(wiki, url=""))["feeds/all.en.xml"]
    root = ElementTree.fromstring(text)
    assert root.get("{http://www.w3.org/XML/1998/namespace}base") == "../"
    assert 'rel="self"' not in text
    assert 'href="papers/2605/2605.00001/?lang=en"' in text
    had_from = {
        "content-type": "application/atom+xml",
        "content-location": "http://example.org/w/feeds/all.en.xml",
    }
    read = feedparser.parse(text.encode(), response_headers=had_from)
    assert entry(read, ONE).link == "http://example.org/w/papers/2605/2605.00001/?lang=en"
    assert not re.search(r'href="https?:', text)


def test_an_id_never_changes(wiki: Sample) -> None:
    """A reader does not see a paper as new because its page, or the whole site,
    has another place.
    """
    known = {path: ids(text) for path, text in written(made(wiki)).items()}
    for url in ("", "http://example.org/"):
        assert {path: ids(text) for path, text in written(made(wiki, url=url)).items()} == known
    (wiki.root / "docs" / "mine").mkdir()
    (wiki.root / "docs" / PAGE).rename(wiki.root / "docs" / "mine" / "one.md")
    moved = written(made(wiki))
    assert {path: ids(text) for path, text in moved.items()} == known
    assert f"{URL}mine/one/?lang=en" in moved["feeds/all.en.xml"]
    # the same papers
    assert len({*known["feeds/cs.CL.en.xml"][1:]} & {*known["feeds/all.en.xml"]}) == 2


class Stub(SimpleNamespace):
    """Of a shelf, what feeds ask for."""

    def __hash__(self) -> int:  # type: ignore[override]  # it has none
        return id(self)


def test_a_feed_is_as_long_as_it_may_be() -> None:
    """What changed last only, so that a feed does not grow with the wiki;
    a new version brings a paper back.
    """
    cards = [
        Card(str(n), "A title", f"2026-{n // 28 + 1:02}-{n % 28 + 1:02}", DAY)
        for n in range(NEWEST + 9)
    ]
    old = Card("old", "A title", "2025-01-01", DAY, updated="2026-02-02")
    shelf: Any = Stub(
        papers=(*cards, old),
        concepts=(),
        site=SimpleNamespace(categories=()),
        library=SimpleNamespace(posts={}, events=Groups()),
    )
    (all_,) = feeds(shelf)
    assert len(all_.cards) == NEWEST
    assert [card.id for card in all_.cards if card.date <= "2026-02-02" and card.updated] == ["old"]


# --- When an entry changed ------------------------------------------------------------


@pytest.mark.parametrize(
    "changes, day",
    [
        ({}, "2026-05-05"),
        ({"imported": "2026-05-07"}, "2026-05-07"),
        ({"date": "2019-11-07", "imported": "2026-05-05"}, "2026-05-05"),
        ({"updated": "2026-06-15"}, "2026-06-15"),
        ({"first_read": "2026-05-12"}, "2026-05-12"),
        ({"first_read": "2026-06-04"}, "2026-06-04"),
        ({"first_read": "2026-06-05"}, "2026-05-05"),
        ({"first_read": "2026-11-21", "updated": "2026-06-15"}, "2026-06-15"),
        ({"first_read": "2026-05-05", "asked": "2026-05-20"}, "2026-05-05"),
        ({"first_read": "soon", "updated": "2026-13-45"}, "2026-05-05"),
        ({"date": "", "first_read": ""}, "1970-01-01"),
    ],
)
def test_what_changed_for_a_reader_counts(changes: dict[str, str], day: str) -> None:
    """Taken, replaced, first read within thirty days of its import;
    neither a late first reading nor another one.
    """
    facts = {"id": ONE, "title": "A title", "date": DAY, "run": DAY, **changes}
    assert updated(Card(**facts)) == day  # type: ignore[arg-type]  # as given


def test_a_summary_that_comes_late_is_seen(wiki: Sample) -> None:
    """A paper that waited for a model a week long changes when it is read,
    and not when it is read once more.
    """

    def changed() -> str:
        wiki.render()
        feed = parsed(written(made(wiki))["feeds/all.en.xml"])
        assert entry(feed, TWO).published == f"{DAY}T00:00:00Z"
        return str(entry(feed, TWO).updated)[:10]

    def read(day: str) -> Analysis:
        return replace(analysis(), provenance=replace(analysis().provenance, date=day))

    waiting = paper(TWO, analysis=None, text=None)
    write_paper(wiki.wiki, waiting)
    assert changed() == DAY
    write_paper(wiki.wiki, paper(TWO, analysis=read("2026-05-12")))
    assert changed() == "2026-05-12"
    again = read("2026-05-20")
    first = first_read(paper(TWO, analysis=read("2026-05-12")), again)
    write_paper(wiki.wiki, paper(TWO, analysis=again, first_read=first))
    assert changed() == "2026-05-12"


def test_the_first_reading_is_remembered() -> None:
    """However often a paper is read; its file says nothing of it while there was one
    reading, or one day.
    """
    days = [
        replace(analysis(), provenance=replace(analysis().provenance, date=f"2026-05-1{n}"))
        for n in range(3)
    ]
    once = paper(ONE, analysis=days[0])
    assert first_read(paper(ONE, analysis=None), days[0]) is None
    assert first_read(once, days[0]) is None
    twice = once.with_(analysis=days[1], first_read=first_read(once, days[1]))
    assert twice.first_read == first_read(twice, days[2]) == "2026-05-10"


def test_the_page_of_feeds_lists_them_all(wiki: Sample) -> None:
    """Each feed in each language, with the category's full name;
    interests only where they are published.
    """
    shelf = made(wiki)
    text = feeds_page(shelf, "../")
    assert [path for path in written(shelf) if f'href="../{path}"' not in text] == []
    assert '<span lang="en">cs.CL · Computation and Language</span>' in text
    assert '<span lang="zh-Hans">cs.CL · 计算与语言</span>' in text
    assert "*a*" not in feeds_page(interested(shelf, "*a*"), "../")
    assert "关注的内容" in feeds_page(interested(shelf, "agents"), "../")
