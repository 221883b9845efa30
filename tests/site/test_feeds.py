"""Feeds: valid Atom for a stranger's reader, with the words that the pages show, and the same bytes each time."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest

from tests.pages.sample import HOSTILE_TITLE, ONE, THREE, TWO, Sample, sample
from tests.site.shelves import URL, made, pin
from wiki_builder.site.feeds import NEWEST, feed_files, feeds, feeds_page
from wiki_builder.site.outputs import Outputs

ATOM = "{http://www.w3.org/2005/Atom}"
PAGE = "papers/2605/2605.00001.md"


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    return sample(tmp_path)


def written(outputs: Outputs) -> dict[str, str]:
    return dict(feed_files(outputs.shelf, outputs.feeds))


def parsed(text: str) -> Any:
    """The feed as a feed reader sees it; one that is not well formed fails."""
    found = feedparser.parse(text.encode(), response_headers={"content-type": "application/atom+xml; charset=utf-8"})
    assert not found.bozo, found.get("bozo_exception")
    return found


def entry(feed: Any, paper: str) -> Any:
    return next(one for one in feed.entries if paper in one.id)


def test_there_is_a_feed_for_each_thing_one_may_follow(wiki: Sample) -> None:
    """All papers, each category (cross-lists are in it), each pinned concept; each in both languages."""
    pin(wiki.root, "credit-assignment")
    wiki.render()
    files = written(made(wiki))
    names = ["all", "concept-credit-assignment", "cs.AI", "cs.CL"]
    assert [name for name in names if f"feeds/{name}.en.xml" in files] == names
    assert {path.rpartition(".")[0].rpartition(".")[2] for path in files} == {"en", "zh"}
    assert len(parsed(files["feeds/cs.AI.en.xml"]).entries) == 2
    assert len(parsed(files["feeds/concept-credit-assignment.zh.xml"]).entries) == 2


def test_a_feed_has_what_the_standard_asks_for(wiki: Sample) -> None:
    """RFC 4287, 4.1: id, title, updated and authors, one alternate link a language, and nothing twice."""
    for path, text in written(made(wiki)).items():
        root = ElementTree.fromstring(text)
        for element in (root, *root.findall(f"{ATOM}entry")):
            for name in ("id", "title", "updated"):
                assert len(element.findall(ATOM + name)) == 1, (path, name)
            instant = element.findtext(f"{ATOM}updated") or ""
            assert re.fullmatch(r"\d{4}-\d{2}-\d{2}T00:00:00Z", instant)
            alternates = [e for e in element.findall(f"{ATOM}link") if e.get("rel") == "alternate"]
            assert len(alternates) == 1
            assert (alternates[0].get("href") or "").startswith(URL)
        assert root.find(f"{ATOM}author/{ATOM}name") is not None
        assert [e.get("href") for e in root.findall(f"{ATOM}link") if e.get("rel") == "self"] == [URL + path]


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
    """A title with markup is that title; no script gets into what a reader shows; 3,303 authors are a few."""
    wiki.change(ONE, summary=wiki_summary("<img src=x onerror=alert(1)> & \x0c"))
    text = written(made(wiki))["feeds/all.en.xml"]
    assert "<script" not in text
    hostile = entry(parsed(text), THREE)
    assert hostile.title == HOSTILE_TITLE
    raw = ElementTree.fromstring(text)
    contents = [e.findtext(f"{ATOM}content") or "" for e in raw.findall(f"{ATOM}entry")]
    assert not any(re.search(r"<(script|img)", content) for content in contents)
    assert len(hostile.authors) == 12
    assert "+3291" in hostile.content[0].value


def wiki_summary(text: str) -> Any:
    from wiki_builder.models import Bilingual

    return Bilingual(text, text)


def test_what_was_not_read_brings_its_abstract(wiki: Sample) -> None:
    """A wiki without a model has feeds, too."""
    from tests.pages.sample import paper
    from wiki_builder.store import write_paper

    write_paper(wiki.wiki, paper(TWO, analysis=None, text=None))
    wiki.render()
    assert "<p>We train.</p>" in entry(parsed(written(made(wiki))["feeds/all.zh.xml"]), TWO).content[0].value


def test_a_persons_word_is_in_the_feed(wiki: Sample) -> None:
    """An edited field is shown as edited, its links rebased; a deleted one is not shown at all."""
    wiki.edit(
        PAGE, "It reaches 81.2%.\n", "It is *mine*, see [two](2605.00002.md), [x](y.md) and [[credit assignment]].\n"
    )
    wiki.edit(PAGE, "\nRewards for each step\n", "\n\n")
    content = entry(parsed(written(made(wiki))["feeds/all.en.xml"]), ONE).content[0].value
    assert "It is <em>mine</em>" in content
    assert f'<a href="{URL}papers/2605/2605.00002/">two</a>, x and' in content
    assert f'<a href="{URL}concepts/credit-assignment/">credit assignment</a>' in content
    assert "Rewards for each step" not in content


def test_a_rejected_paper_is_in_no_feed(wiki: Sample) -> None:
    """Deleting a page rejects its paper."""
    (wiki.root / "docs" / PAGE).unlink()
    assert ONE not in "".join(written(made(wiki)).values())


def test_same_input_same_bytes(wiki: Sample) -> None:
    """Nothing is taken from the clock, and nothing from the order of files."""
    assert written(made(wiki)) == written(made(wiki))


def test_without_an_address_nothing_is_claimed(wiki: Sample) -> None:
    """Links are relative to the site's root, wherever it stands; ids are UUIDs; no feed says where it is."""
    text = written(made(wiki, url=""))["feeds/all.en.xml"]
    root = ElementTree.fromstring(text)
    assert root.get("{http://www.w3.org/XML/1998/namespace}base") == "../"
    assert 'rel="self"' not in text
    assert 'href="papers/2605/2605.00001/?lang=en"' in text
    assert all((e.findtext(f"{ATOM}id") or "").startswith("urn:uuid:") for e in (root, *root.findall(f"{ATOM}entry")))
    assert not re.search(r'href="https?:', text)


def test_an_id_stays_when_the_page_is_moved(wiki: Sample) -> None:
    """A reader does not see a paper as new because its page has another place."""
    before = entry(parsed(written(made(wiki))["feeds/all.en.xml"]), ONE)
    (wiki.root / "docs" / "mine").mkdir()
    (wiki.root / "docs" / PAGE).rename(wiki.root / "docs" / "mine" / "one.md")
    after = entry(parsed(written(made(wiki))["feeds/all.en.xml"]), ONE)
    assert before.id == after.id == f"tag:me.github.io,2026-05-05:/my-wiki/{ONE}/en"
    assert after.link == f"{URL}mine/one/?lang=en"


def test_a_feed_is_as_long_as_it_may_be() -> None:
    """The newest papers only, so that a feed does not grow with the wiki."""
    from types import SimpleNamespace

    cards = tuple(SimpleNamespace(category=None, crosslists=(), id=str(n)) for n in range(NEWEST + 9))
    shelf: Any = SimpleNamespace(papers=cards, concepts=(), site=SimpleNamespace(categories=()))
    assert [len(feed.cards) for feed in feeds(shelf)] == [NEWEST]


def test_the_page_of_feeds_lists_them_all(wiki: Sample) -> None:
    """Each feed in each language, with the category's full name; interests only where they are published."""
    outputs = made(wiki)
    text = feeds_page(outputs.feeds, "../")
    assert [path for path in written(outputs) if f'href="../{path}"' not in text] == []
    assert '<span lang="en">cs.CL · Computation and Language</span>' in text
    assert '<span lang="zh-Hans">cs.CL · 计算与语言</span>' in text
    assert "*a*" not in feeds_page(outputs.feeds, "../", ("*a*",))
    assert "关注的内容" in feeds_page(outputs.feeds, "../", ("agents",))
