"""The page of trends, in a real browser and in a wiki of its own: at a desk and on a phone, by day
and by night, and without scripts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.concepts.papers import mention, paper
from tests.once import Once
from tests.pages.sample import Sample
from tests.site.chromium import IN_A_BROWSER, served
from tests.site.sample import in_both_schemes, sideways, violations, watched
from tests.site.shelves import made
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import find_wiki, load_settings
from wiki_builder.core.store.papers import write_paper
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.library.index import load_index
from wiki_builder.scaffold import init
from wiki_builder.site.build import build_site
from wiki_builder.site.rising import TrendWords
from wiki_builder.stages.link import link_papers
from wiki_builder.stages.render import render_wiki

pytestmark = IN_A_BROWSER

DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
WEEKS, A_WEEK = 7, 4
MEMORY, SEARCH = mention("agent memory", "智能体记忆"), mention("tree search", "树搜索")
BARS = """rows => rows.map(row => [
  row.querySelector('rect').getBoundingClientRect().width,
  row.cells[2].innerText, parseInt(row.cells[3].innerText)])"""


def make(folder: Path) -> None:
    """Seven weeks of four papers: on tree search in the first three, on agent memory in those
    after.
    """
    init(folder / "wiki", title="A wiki")
    wiki = Wiki(folder / "wiki")
    for n in range(WEEKS * A_WEEK):
        week, at = divmod(n, A_WEEK)
        day = str(date(2026, 5, 5) + timedelta(weeks=week))
        about = ([SEARCH] if week < 3 else [MEMORY]) if at else []
        one = paper(f"arxiv:{day[2:4]}{day[5:7]}.{n:05}", *about, title=f"Paper {n}")
        version = replace(one.latest, announced=day)
        write_paper(wiki, one.with_(versions=(version,), imported=day, run=day))
    link_papers(wiki, load_index(wiki))
    render_wiki(wiki, load_settings(find_wiki(wiki.root)), load_index(wiki), Progress())
    built = build_site(wiki.root, site=folder / "site")
    assert built.ok, built.output


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, once: Once) -> Iterator[str]:
    """The address of the site."""
    with served(once("trends", make) / "site") as address:
        yield address


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("lang", ["en", "zh", "both"])
def test_the_page_has_no_fault(browser: Any, site: str, size: dict[str, int], lang: str) -> None:
    """By axe, by day and by night; it fits its window."""
    with watched(browser, site, viewport=size) as page:
        page.goto(f"{site}trends/?lang={lang}")
        page.wait_for_selector(".wiki-chart svg.wiki-bar", state="attached")
        assert in_both_schemes(page) == []
        assert sideways(page) == 0


def test_a_bar_is_as_long_as_its_share(browser: Any, site: str) -> None:
    """Beside which its numbers stand; without scripts, and reached from the navigation."""
    with watched(browser, site, viewport=PHONE, java_script_enabled=False) as page:
        page.goto(site)
        assert page.locator("a[href$='trends/']").count() > 0
        page.goto(f"{site}trends/")
        assert page.locator(".wiki-chart tbody tr:visible").count() == 2 * WEEKS
    with watched(browser, site, viewport=DESK) as page:
        page.goto(f"{site}trends/?lang=en")
        assert page.locator(".wiki-chart h2").all_inner_texts() == ["Rising", "Fading"]
        assert page.locator(".wiki-chart h3 a").all_inner_texts() == ["agent memory", "tree search"]
        for at, first in enumerate((0, 3)):
            rows = page.locator(".wiki-chart table").nth(at).locator("tbody tr")
            bars = rows.evaluate_all(BARS)
            shares = [75 if (week < 3) == (first == 3) else 0 for week in range(WEEKS)]
            assert [share for _, _, share in bars] == shares
            assert [said for _, said, _ in bars] == ["3 / 4" if one else "0 / 4" for one in shares]
            longest = max(width for width, _, _ in bars)
            assert longest > 50
            assert [width for width, _, _ in bars] == [longest if one else 0 for one in shares]
        page.click(".wiki-chart h3 a >> nth=0")
        page.wait_for_url("**/concepts/agent-memory/**")


def test_a_concepts_page_says_whether_it_rises_and_leads_there(browser: Any, site: str) -> None:
    """A word above its name, which is a link; the page of trends is in ``llms.txt`` and in the list
    of what is kept for reading offline.
    """
    for concept, word in (("agent-memory", "Rising"), ("tree-search", "Fading")):
        with watched(browser, site, viewport=DESK) as page:
            page.goto(f"{site}concepts/{concept}/?lang=en")
            link = page.locator(".wiki-facts a[href$='trends/']")
            assert link.inner_text() == word
            link.click()
            page.wait_for_selector(".wiki-trends, table")
            assert page.url.split("?")[0].endswith("/trends/")
    kept = json.loads(urlopen(f"{site}assets/wiki/offline.json").read())
    assert "trends/" in kept["files"]
    assert "trends/" in urlopen(f"{site}llms.txt").read().decode()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_list_of_concepts_says_what_rises_and_fades(
    browser: Any, site: str, size: dict[str, int]
) -> None:
    """With the figures of the page of trends, to which the word leads."""
    said = "12 of 16 papers (75%), before that 0 of 12 (0%)"
    with watched(browser, site, viewport=size) as page:
        page.goto(f"{site}concepts/?lang=en")
        said_of = [one.strip() for one in page.locator("a.wiki-trend").all_inner_texts()]
        assert said_of == ["Rising", "Fading"]
        line = page.locator(".wiki-list li:has(a.wiki-trend) >> nth=0")
        assert " ".join(line.inner_text().split()).startswith("agent memory · 12 Rising ")
        assert said in page.get_attribute("a.wiki-trend", "title")
        assert violations(page, part=".wiki-list") == []
        page.click("a.wiki-trend")
        page.wait_for_selector(".wiki-chart h3")
        assert said in page.inner_text(".wiki-chart")


def test_what_moved_says_so_too(tmp_path: Path) -> None:
    """Of the concepts that the page of trends lists, and of no other link."""
    make(tmp_path)
    words = TrendWords(made(Sample(tmp_path / "wiki")))
    moved = '<section id="wiki-moved"><ul><li><a href="concepts/{}/">x</a> +3</li></ul></section>'
    lead = '<p><a href="concepts/agent-memory/">x</a></p>'
    assert words(moved.format("other"), "./") == moved.format("other")
    assert words(lead, "./") == lead
    told = words(lead + moved.format("agent-memory"), "./")
    assert told.count("wiki-trend") == 1
    assert 'x</a> +3 <small><a class="wiki-trend" href="trends/" title="12 of 16 papers' in told
    gloss = '<span class="wiki wiki-text wiki-gloss" lang="en">What it is.</span>'
    listed = moved.format("agent-memory").replace("</li>", f" {gloss}</li>")
    assert f"</a></small> {gloss}</li>" in words(listed, "./")
    changed = moved.format("agent-memory").replace("</li>", " <small>technique</small></li>")
    assert ' <small>technique, <a class="wiki-trend" href="trends/"' in words(changed, "./")
