"""The page for one who was away, in a real browser and in a wiki of its own: since the last visit,
in the last ten days, without scripts; at a desk and on a phone, by day and by night.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.concepts.papers import mention, paper
from tests.once import Once
from tests.pages.sample import claim
from tests.site.chromium import IN_A_BROWSER, served, set_time
from tests.site.sample import in_both_schemes, sideways, until, watched
from wiki_builder.concepts.articles.material import words_hash
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import find_wiki, load_settings
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import Entity, ResultRow
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.relation import Relation, Side
from wiki_builder.library.away import Away, away
from wiki_builder.library.index import load_index
from wiki_builder.library.library import Library
from wiki_builder.pages.publisher import publisher
from wiki_builder.pages.views.changes import change_words
from wiki_builder.scaffold import init
from wiki_builder.site.build import build_site
from wiki_builder.site.markdown.plain import plain_markdown
from wiki_builder.stages.link import link_papers
from wiki_builder.stages.render import render_wiki

pytestmark = IN_A_BROWSER

DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
DAYS = ("2026-05-05", "2026-05-06", "2026-06-02", "2026-06-03")
FIRST, LAST = "arxiv:2605.00001", "arxiv:2606.00009"
MEMORY, SEARCH = mention("agent memory", "智能体记忆"), mention("tree search", "树搜索")
EXTENDED = replace(MEMORY, role="extends", why=Bilingual("It forgets less.", "遗忘更少。"))
READY = "section.wiki-away[data-ready]"
VISIT = (
    """([last, ids]) => import('./../assets/wiki/marks.js').then(marks => marks.visit(last, ids))"""
)


class Made(NamedTuple):
    """Where the site is, and what the wiki knows."""

    url: str
    library: Library


def measured(value: str) -> Any:
    """A result on ALFWorld that names agent memory."""
    row = ResultRow("ALFWorld", "success rate", value)
    text = f"Agent memory reaches {value}."
    return claim(f"r{value[:2]}", "results", text, f"智能体记忆达到 {value}。", row=row)


def make(folder: Path) -> None:
    """Two papers of 5 May and three of each later day, with results on one dataset; the last one
    contradicts the first, which got a new version, and another one was withdrawn.
    """
    init(folder / "wiki", title="A wiki")
    wiki = Wiki(folder / "wiki")
    values = {0: "80%", 2: "85%", 5: "90%", 8: "95%"}
    for n in range(9):
        day = DAYS[0 if n < 2 else 1 if n < 4 else 2 if n < 6 else 3]
        about = (EXTENDED, SEARCH) if n in (3, 5, 8) else (MEMORY, *((SEARCH,) if n % 2 else ()))
        made = paper(f"arxiv:{day[2:4]}{day[5:7]}.{n + 1:05}", *about, title=f"Paper {n + 1}")
        assert made.analysis
        analysis = replace(
            made.analysis,
            importance=n + 1,
            headline=Bilingual(f"Headline {n + 1}", f"要点 {n + 1}"),
            claims=(measured(values[n]),) if n in values else (),
            entities=(Entity("ALFWorld", "dataset"),),
        )
        version = replace(made.latest, announced=day)
        write_paper(
            wiki,
            made.with_(versions=(version,), imported=day, run=day, analysis=analysis),
        )
    link_papers(wiki, load_index(wiki))
    first, last, other = (read_paper(wiki, id_) for id_ in (FIRST, LAST, "arxiv:2605.00002"))
    assert first
    assert last
    assert last.analysis
    assert other
    ours, theirs = (
        Side(f"{id_}#{one.id}", words_hash(one.text), one.evidence.quote)
        for id_, one in ((LAST, measured("95%")), (FIRST, measured("80%")))
    )
    told = Bilingual("One says <b>95%</b>, one 80%.", "一说 95%，一说 80%。")
    relations = (Relation("contradicts", ours, theirs, told, ("agent-memory",), "a model"),)
    write_paper(wiki, last.with_(analysis=replace(last.analysis, relations=relations)))
    later = replace(first.latest, number=2, announced=DAYS[2])
    write_paper(wiki, first.with_(versions=(*first.versions, later)))
    gone = replace(later, title="Paper 2", comment="This paper has been withdrawn by the author.")
    write_paper(wiki, other.with_(versions=(*other.versions, gone)))
    render_wiki(wiki, load_settings(find_wiki(wiki.root)), load_index(wiki), Progress())
    built = build_site(wiki.root, site=folder / "site")
    assert built.ok, built.output


@pytest.fixture(scope="module")
def made(once: Once) -> Iterator[Made]:
    """The site, served, and its library."""
    folder = once("away", make)
    wiki = Wiki(folder / "wiki")
    library = publisher(wiki, load_settings(find_wiki(wiki.root)), load_index(wiki)).library
    with served(folder / "site") as address:
        yield Made(address, library)


def shown(page: Any, heading: str) -> list[str]:
    """What stands under a heading of the page, an item each."""
    heads = page.locator("section.wiki-away h2").all_inner_texts()
    assert heading in heads
    found: list[str] = (
        page.locator("section.wiki-away h2")
        .nth(heads.index(heading))
        .evaluate(
            """head => {
          const items = []
          let at = head
          while ((at = at.nextElementSibling) && at.localName !== "h2")
            items.push(...at.localName.endsWith("l") ? [...at.children] : [at])
          return items.map(one => one.innerText)
        }"""
        )
    )
    return found


def expected(made: Made, found: Away) -> list[list[str]]:
    """Each concept's name and its sentences, as the wiki itself has them."""
    return [
        [one.concept.name.en]
        + [
            plain_markdown(said.en)
            for change in one.changes
            if (said := change_words(made.library, change, ""))
        ]
        for one in found.moved
    ]


def agree(page: Any, made: Made, found: Away) -> None:
    """The page has the papers, concepts and corrections of a span as Python ranks them."""
    papers = shown(page, "Read first")
    assert [line.split(" ")[1] for line in papers] == [card.id[-1] for card in found.papers]
    moved = shown(page, "Concepts that moved")
    assert len(moved) == len(found.moved) > 0
    for line, (name, *said) in zip(moved, expected(made, found), strict=True):
        assert line.startswith(name)
        places = [line.index(one) for one in said]
        assert places == sorted(places)
    corrected = shown(page, "Withdrawn and corrected")
    assert len(corrected) == len(found.corrected)


def test_it_tells_what_came_since_the_last_visit(browser: Any, made: Made) -> None:
    """By the marks of this browser what is the reader's; from the front page, and the same on the
    page as on the command line.
    """
    with watched(browser, made.url, viewport=DESK) as page:
        set_time(page, "2026-05-06T09:00:00Z")
        page.goto(f"{made.url}away/?lang=en")
        page.wait_for_selector(READY)
        page.evaluate("() => localStorage.clear()")
        page.evaluate(VISIT, [DAYS[1], [FIRST, "arxiv:2605.00003", "arxiv:2605.00004"]])
        page.evaluate(
            "id => import('./../assets/wiki/marks.js').then(marks => marks.set(id, 'star'))", FIRST
        )
        set_time(page, "2026-06-04T09:00:00Z")
        page.goto(f"{made.url}?lang=en")
        page.click(".wiki-since a[href$='away/']")
        page.wait_for_selector(READY)
        assert page.inner_text(".wiki-away-span").startswith(
            "Since your last visit, 6 May: 5 papers came."
        )
        found = away(made.library, DAYS[1], {FIRST})
        agree(page, made, found)
        mine = shown(page, "Papers of yours")
        assert [one.kind for one in found.mine] == ["contradicts", "version"]
        assert "One says <b>95%</b>, one 80%." in mine[0]
        assert "Version 2 came" in mine[1]
        assert "withdrawn" in shown(page, "Withdrawn and corrected")[0].lower()
        links = page.locator("section.wiki-away li li a[href*='#e-']")
        assert links.first.get_attribute("href").startswith(f"{made.url}papers/")
        page.click(".wiki-away-span a")
        page.wait_for_selector(READY)
        assert "The last 10 days up to 3 June: 5 papers came." in page.inner_text(".wiki-away-span")
        agree(page, made, away(made.library, "2026-05-24", {FIRST}))
        page.click(".wiki-language button[value=zh]")
        assert "最近 10 天" in page.inner_text(".wiki-away-span")


def test_without_scripts_it_has_the_last_ten_days(browser: Any, made: Made) -> None:
    """Reached from the navigation, and as the wiki itself knows them."""
    with watched(browser, made.url, viewport=PHONE, java_script_enabled=False) as page:
        page.goto(made.url)
        assert page.locator("a[href$='away/']").count() > 0
        page.goto(f"{made.url}away/")
        found = away(made.library, "2026-05-24")
        lists = page.locator("section.wiki-away > ol > li, section.wiki-away > ul > li")
        assert lists.count() == len(found.papers) + len(found.moved) + len(found.corrected)
        assert page.locator("section.wiki-away b").count() == 0
        assert "One says <b>95%</b>, one 80%." in page.inner_text("section.wiki-away")


def test_on_a_concepts_page_a_number_leads_to_the_claim(browser: Any, made: Made) -> None:
    """Of what changed; where a paper is cited as a whole, to its page."""
    with watched(browser, made.url, viewport=DESK) as page:
        page.goto(f"{made.url}concepts/agent-memory/?lang=en")
        section = page.locator("section.wiki-changed[lang=en]")
        until(
            page, "document.querySelector('section.wiki-changed sup a[href*=\"#e-r95\"]') !== null"
        )
        said = section.inner_text()
        assert "Contradict each other: One says <b>95%</b>, one 80%." in said
        assert "ALFWorld: 95%, until then 90%; not both state their setting" in said
        hrefs = section.locator("li:has-text('Extended') sup a").evaluate_all(
            "all => all.map(a => a.href)"
        )
        assert hrefs == [f"{made.url}papers/2606/2606.00009/"]
        assert page.locator(".wiki-changed[lang|=zh] sup a[href*='#e-r95']").count() > 0


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("lang", ["en", "zh", "both"])
def test_the_pages_have_no_fault(browser: Any, made: Made, size: dict[str, int], lang: str) -> None:
    """By axe, by day and by night; they fit their windows."""
    with watched(browser, made.url, viewport=size) as page:
        page.goto(f"{made.url}away/?lang={lang}")
        page.wait_for_selector(READY)
        assert in_both_schemes(page) == []
        assert sideways(page) == 0
        page.goto(f"{made.url}concepts/agent-memory/?lang={lang}")
        page.wait_for_selector(".wiki-changed:visible")
        assert in_both_schemes(page) == []
        assert sideways(page) == 0
