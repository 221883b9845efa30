"""The front page in a real browser: marks on its papers,
what is new since the last visit, a fresh hand.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.pages.sample import ONE, TWO, Sample, paper, sample
from tests.site.chromium import IN_A_BROWSER, Visit, set_time, visitors
from tests.site.sample import until
from tests.site.shelves import page_urls
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.receipts import read_receipts, write_receipt
from wiki_builder.site.known import known
from wiki_builder.site.radar.files import radar_files
from wiki_builder.site.slim import packed

pytestmark = IN_A_BROWSER

BAR = ".wiki-top .wiki-entry-actions"
NEW = "arxiv:2605.00008"
KEYS = ".wiki-footer-keys button"  # the script that comes last


@pytest.fixture(scope="module")
def site(small: str) -> str:
    """The address of a small wiki."""
    return small


@pytest.fixture(scope="module")
def visit(browser: Any) -> Iterator[Visit]:
    """A window for one visitor after another on 6 May 2026."""
    with visitors(browser, "2026-05-06T09:00:00") as visit:
        yield visit


@pytest.fixture
def page(visit: Visit, site: str) -> Iterator[Any]:
    """A fresh visitor on 6 May 2026."""
    with visit(site) as page:
        yield page


def test_the_lead_has_its_marks(page: Any, site: str) -> None:
    """Star, later, not for me, read: a press sets one, what contradicts it goes,
    and the next visit knows.
    """
    page.goto(f"{site}?lang=en")
    page.wait_for_selector(BAR)
    bar = page.locator(BAR).first
    bar.locator("[data-wiki-mark=star]").click()
    assert bar.locator("[data-wiki-mark=star]").get_attribute("aria-pressed") == "true"
    bar.locator("[data-wiki-mark=no]").click()
    assert bar.locator("[data-wiki-mark=star]").get_attribute("aria-pressed") == "false"
    page.reload()
    page.wait_for_selector(f"{BAR}[data-wiki-no]")
    page.click(".wiki-language button[value=zh]")
    assert page.inner_text(f"{BAR} [data-wiki-mark=star] >> nth=0") == "加星"
    page.keyboard.press("Tab")


def test_what_came_since_the_last_visit(page: Any, site: str, tmp_path: Path) -> None:
    """A first visit has nothing to compare; a later one is told what came, also on the same day;
    a visit goes on.
    """
    page.goto(f"{site}?lang=en")
    until(page, "Object.keys(localStorage).some(key => key.startsWith('wiki-visit:'))")
    assert page.locator(".wiki-since").count() == 0
    set_time(page, "2026-05-06T18:00:00")
    page.goto(f"{site}?lang=en")
    page.wait_for_selector(".wiki-since")
    said = (
        "Nothing new since your last visit, 6 May: the latest announcement here is that of 5 May."
    )
    assert page.inner_text(".wiki-since") == said
    of_radar(page, with_one_more(tmp_path))
    set_time(page, "2026-05-08T09:00:00")
    for _ in range(2):  # the visit goes on
        page.goto(f"{site}?lang=en")
        page.wait_for_selector("section.wiki-since")
        assert page.inner_text(".wiki-since h2") == "New since your last visit, 6 May"
        assert page.locator(".wiki-since li a").evaluate_all("all => all.map(a => a.href)") == [
            f"{site}papers/2605/2605.00008/"
        ]
    page.click(".wiki-language button[value=zh]")
    assert page.inner_text(".wiki-since h2") == "自上次访问（5月6日）以来新增"


def test_nothing_new_on_a_weekend(page: Any, site: str) -> None:
    """By arXiv's clock, and if all that came before the weekend is here;
    else the latest announcement is named.
    """

    def of_friday(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(
            response=answer,
            body=answer.text().replace("datetime=2026-05-05", "datetime=2026-05-08"),
        )

    page.route(re.compile(re.escape(site) + r"\?"), of_friday)
    said = {
        "2026-05-08T12:00:00Z": "",
        # still Friday in New York
        "2026-05-09T03:00:00Z": "the latest announcement here is that of 8 May",
        "2026-05-09T12:00:00Z": "arXiv announces nothing on weekends",
        "2026-05-11T03:00:00Z": "arXiv announces nothing on weekends",
        "2026-05-11T12:00:00Z": "the latest announcement here is that of 8 May",
        "2026-05-16T12:00:00Z": "the latest announcement here is that of 8 May",
    }
    for now, why in said.items():
        set_time(page, now)
        page.goto(f"{site}?lang=en")
        until(page, "Object.keys(localStorage).some(key => key.startsWith('wiki-visit:'))")
        if why:
            page.wait_for_selector(".wiki-since")
            assert page.inner_text(".wiki-since").endswith(f": {why}.")
    page.click(".wiki-language button[value=zh]")
    assert page.inner_text(".wiki-since").endswith(
        "以来没有新内容：本站收录的最近一次公布为5月8日。"
    )


def test_a_later_version_is_new_once(page: Any, site: str, tmp_path: Path) -> None:
    """Also of a paper that was read; the next visit has seen it."""
    page.goto(f"{site}?lang=en")
    until(page, "Object.keys(localStorage).some(key => key.startsWith('wiki-visit:'))")
    page.evaluate(
        "id => import('./assets/wiki/marks.js').then(marks => marks.set(id, 'read'))", ONE
    )
    wiki = sample(tmp_path)
    one = read_paper(wiki.wiki, ONE)
    assert one
    later = replace(one.latest, number=4, announced="2026-05-12")
    write_paper(wiki.wiki, one.with_(versions=(*one.versions, later)))
    wiki.render()
    of_radar(page, wiki)
    set_time(page, "2026-05-13T09:00:00")
    page.goto(f"{site}?lang=en")
    page.wait_for_selector("section.wiki-since li")
    assert page.inner_text(".wiki-since li") == "Rewards for each step · updated to v4"
    set_time(page, "2026-05-14T09:00:00")
    page.goto(f"{site}?lang=en")
    page.wait_for_selector("p.wiki-since")


def test_both_languages_of_the_lead_stand_together(browser: Any, site: str) -> None:
    """Side by side at a desk, one below the other on a phone; one set of buttons, and for the keys
    one entry a paper.

    A phone holds all of it, and a finger finds the days.
    """
    box = (
        "all => all.map(one => one.getBoundingClientRect()).map(({ top, bottom, left }) => [top,"
        " bottom, left])"
    )
    for width in (1280, 390):
        context = browser.new_context(
            viewport={"width": width, "height": 900}, reduced_motion="reduce"
        )
        page = context.new_page()
        page.goto(f"{site}?lang=both")
        page.wait_for_selector(BAR)
        page.wait_for_selector(KEYS, state="attached")
        english, chinese = page.locator(".wiki-top section").evaluate_all(box)
        ((buttons, *_),) = page.locator(BAR).evaluate_all(box)
        assert buttons >= max(english[1], chinese[1]) - 1
        if width == 1280:
            assert english[0] == chinese[0]
            assert english[2] < chinese[2]
        else:
            assert english[1] <= chinese[0] < english[1] + 60
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
            day = page.locator(".wiki-calendar td a")
            assert day.get_attribute("aria-label") == "5 May 2026"
            around = day.bounding_box()
            assert min(around["width"], around["height"]) >= 40
        focused = []
        for _ in range(3):
            page.keyboard.press("j")
            focused.append(page.evaluate("document.activeElement.href"))
        assert len(set(focused)) == 3
        page.click(f"{BAR} [data-wiki-mark=star]")
        page.keyboard.press("j")
        assert page.evaluate("document.activeElement.href") == focused[1]
        page.keyboard.press("k")
        page.keyboard.press("m")
        page.wait_for_selector(f"{BAR}[data-wiki-read]")
        context.close()


def with_one_more(folder: Path) -> Sample:
    """The wiki with one paper more, of the same day."""
    wiki = sample(folder)
    write_paper(wiki.wiki, paper(NEW))
    (receipt,) = read_receipts(wiki.wiki)
    write_receipt(
        wiki.wiki, replace(receipt, rows=(*receipt.rows, replace(receipt.rows[0], id=NEW)))
    )
    wiki.render()
    return wiki


def of_radar(page: Any, wiki: Sample) -> None:
    """Give the page the radar's data of this wiki."""
    found = known(wiki.root)
    assert found
    pieces = radar_files(found.library, page_urls(wiki.root))
    page.route(
        "**/radar-data/**",
        lambda route: route.fulfill(
            body=packed(pieces[route.request.url.split("/radar-data/")[1]])
        ),
    )


def test_a_fresh_hand(page: Any, site: str) -> None:
    """Shuffle deals from all that is neither read nor not for me, as cards with their marks."""
    page.goto(f"{site}?lang=en")
    page.evaluate(
        "id => import('./assets/wiki/marks.js').then(marks => { marks.set(id[0], 'read');"
        " marks.set(id[1], 'no') })",
        [ONE, TWO],
    )
    page.click(".wiki-today-shuffle")
    page.wait_for_selector(".wiki-hand .wiki-entry")
    dealt = page.locator(".wiki-hand .wiki-entry").evaluate_all(
        "all => all.map(e => e.dataset.wikiId)"
    )
    assert dealt
    assert not {ONE, TWO} & set(dealt)


def test_a_hand_is_of_one_build(page: Any, site: str) -> None:
    """The browser keeps the old index while the site has new texts:
    all is loaded anew, and no read paper is dealt.
    """
    old: list[str] = []

    def shifted(route: Any) -> None:
        index = json.loads(gzip.decompress(route.fetch().body()))
        if not old:
            old.append(index["ids"])
            index["ids"] = " ".join(["2605.99999", *index["ids"].split(" ")[:-1]])
        route.fulfill(body=packed(json.dumps(index)))

    page.route("**/radar-data/index", shifted)
    page.goto(f"{site}?lang=en")
    page.evaluate(
        "id => import('./assets/wiki/marks.js').then(marks => marks.set(id, 'read'))", ONE
    )
    page.click(".wiki-today-shuffle")
    page.wait_for_selector(".wiki-hand .wiki-entry")
    assert old
    assert page.locator(f".wiki-hand [data-wiki-id='{ONE}']").count() == 0


def test_a_hand_that_cannot_be_dealt(browser: Any, site: str) -> None:
    """Without a connection the reader is told, in their language, and can try again."""
    context = browser.new_context()
    page = context.new_page()
    page.route("**/radar-data/index", lambda route: route.abort())
    page.goto(f"{site}?lang=zh")
    page.click(".wiki-today-shuffle")
    page.wait_for_selector(".wiki-today-told >> text=此部分无法加载，请联网后重试。")
    page.unroute("**/radar-data/index")
    page.click(".wiki-today-shuffle")
    page.wait_for_selector(".wiki-hand .wiki-entry")
    assert page.inner_text(".wiki-today-told") == ""
    context.close()


def test_a_hand_is_dealt_again_and_put_away(page: Any, site: str) -> None:
    """Its heading has the focus; below the cards stand Shuffle and Close,
    which gives the focus back.
    """
    page.goto(f"{site}?lang=en")
    page.click(".wiki-today-shuffle")
    until(page, "document.activeElement.id === 'fresh'")
    assert page.inner_text("#fresh") == "Another selection"
    page.click(".wiki-hand-end button:has-text('Shuffle')")
    page.click(".wiki-hand-end button:has-text('Close')")
    assert not page.is_visible("#fresh")
    assert page.evaluate("document.activeElement.className") == "wiki-today-shuffle"


def test_a_page_of_before_has_its_shuffle_above_the_cards(page: Any, site: str) -> None:
    """A front page without the place for it,
    since it was not rendered since or its owner took that out.
    """

    def without_place(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(
            response=answer, body=answer.text().replace("<div class=wiki-shuffle></div>", "")
        )

    page.route(re.compile(re.escape(site) + r"\?"), without_place)
    page.goto(f"{site}?lang=en")
    page.click(".wiki-today .wiki-today-shuffle")
    page.wait_for_selector(".wiki-today .wiki-hand .wiki-entry")


def test_a_hand_is_there_for_who_comes_back(page: Any, site: str) -> None:
    """From a paper, by its link back: the same papers at the same place, whatever was marked;
    below the edition.
    """
    page.set_viewport_size({"width": 1280, "height": 400})
    page.goto(f"{site}?lang=en")
    page.wait_for_selector(BAR)
    assert page.evaluate("""() => {
      const follows = (a, b) => document.querySelector(a).compareDocumentPosition(document.querySelector(b)) & 4
      return follows(".wiki-lead", ".wiki-today-shuffle") && follows(".wiki-today-shuffle", "#wiki-calendar")
    }""")  # noqa: E501
    page.click(".wiki-today-shuffle")
    page.wait_for_selector(".wiki-hand .wiki-entry")
    hand = page.locator(".wiki-hand .wiki-entry")
    dealt = hand.evaluate_all("all => all.map(e => e.dataset.wikiId)")
    page.locator(".wiki-entry-headline a").first.scroll_into_view_if_needed()
    place = page.evaluate("scrollY")
    assert place > 0
    page.click(".wiki-entry-headline a >> nth=0")
    page.wait_for_selector(".wiki-back a")
    # who leaves earlier is told by Firefox that a script was not loaded
    for script in (".wiki-copy button", KEYS):
        page.wait_for_selector(script, state="attached")
    page.evaluate(
        "id => import('../../../assets/wiki/marks.js').then(marks => marks.set(id, 'read'))",
        dealt[0],
    )
    page.click(".wiki-back a")
    page.wait_for_selector(".wiki-hand .wiki-entry")
    assert hand.evaluate_all("all => all.map(e => e.dataset.wikiId)") == dealt
    until(page, "place => Math.abs(scrollY - place) < 2", arg=place)
    page.wait_for_selector(KEYS, state="attached")
    page.click(".wiki-hand-end button:has-text('Close')")
    page.reload()
    page.wait_for_selector(BAR)
    assert page.evaluate("history.state?.hand === undefined")


def test_what_is_new_is_the_same_on_the_radar(page: Any, site: str) -> None:
    """What is not read and came since the last visit, of the same day too;
    the radar shows it by the same rule.
    """
    page.goto(f"{site}?lang=en")
    until(page, "Object.keys(localStorage).some(key => key.startsWith('wiki-visit:'))")
    page.evaluate(
        """([seen]) => {
          const key = Object.keys(localStorage).find(key => key.startsWith('wiki-visit:'))
          const known = JSON.parse(localStorage[key])
          localStorage[key] = JSON.stringify({ ...known, ids: known.ids.filter(id => id === seen) })
        }""",
        [ONE],
    )
    set_time(page, "2026-05-08T09:00:00")
    page.goto(f"{site}?lang=en")
    page.wait_for_selector("section.wiki-since li")
    listed = page.locator("section.wiki-since li").evaluate_all(
        "all => all.map(e => e.dataset.wikiId)"
    )
    assert listed
    assert ONE not in listed
    page.goto(f"{site}radar/?lang=en&since=visit&mark=unread")
    page.wait_for_selector(".wiki-entry h2")
    assert (
        page.locator(".wiki-entry").evaluate_all("all => all.map(e => e.dataset.wikiId)") == listed
    )
    assert page.inner_text(".wiki-radar-chips").startswith("New since your last visit, 6 May")
    page.click(".wiki-entry-unfold >> nth=0")
    page.click("[data-wiki-mark=read] >> nth=0")
    page.goto(f"{site}?lang=en")
    page.wait_for_selector(".wiki-since")
    assert page.locator(f".wiki-since [data-wiki-id='{listed[0]}']").count() == 0


def test_the_way_back_from_the_next_paper(page: Any, site: str) -> None:
    """Keys go from paper to paper, and each leads back to the view of the radar that the
    reader came from.
    """
    view = f"{site}radar/?from=2026-05-01"
    page.goto(view)
    page.wait_for_selector(".wiki-entry h2")
    page.click(".wiki-entry-headline a >> nth=0")
    page.wait_for_selector(".wiki-back a")
    first = page.url
    for key in "jk":
        page.wait_for_selector(".wiki-footer-keys")
        before = page.url
        page.keyboard.press(key)
        page.wait_for_url(lambda url, before=before: url != before)
        page.wait_for_selector(".wiki-back a")
        assert page.get_attribute(".wiki-back a", "href") == view
    assert page.url == first
    page.click(".wiki-back a")
    page.wait_for_url(view)


def test_what_was_put_aside_is_one_press_away(page: Any, site: str) -> None:
    """A line counts stars and what is for later, and leads to them; without any there is none."""
    page.goto(f"{site}?lang=en")
    page.wait_for_selector(BAR)
    assert not page.is_visible(".wiki-kept")
    page.click(f"{BAR} [data-wiki-mark=star] >> nth=0")
    page.click(f"{BAR} [data-wiki-mark=later] >> nth=0")
    assert page.inner_text(".wiki-kept") == "1 starred · 1 for later"
    links = page.locator(".wiki-kept a").evaluate_all("all => all.map(a => a.href)")
    assert links == [f"{site}radar/?mark=star", f"{site}radar/?mark=later"]
    page.click(".wiki-language button[value=zh]")
    assert page.inner_text(".wiki-kept") == "已加星 1 篇 · 稍后读 1 篇"


def test_ids_come_from_addresses(page: Any, site: str) -> None:
    """What marks a link knows its paper, of any age and source; other pages are no papers."""
    page.goto(site)
    addresses = {
        "papers/2605/2605.02801/": "arxiv:2605.02801",
        "papers/astro-ph/0601001/": "arxiv:astro-ph/0601001",
        "papers/file/3f9a2c1d77b0/": "file:3f9a2c1d77b0",
        "papers/2605/2605.02801/index.html#e-c1": "arxiv:2605.02801",
        "papers/2605/2605.02801.html?lang=en": "arxiv:2605.02801",
        "papers/astro-ph/0601001.html": "arxiv:astro-ph/0601001",
        "papers/2605/": "",
        "papers/2605/index.html": "",
        "papers/2605/2605.02801.evidence.html": "",
        "concepts/credit/": "",
        "https://arxiv.org/papers/2605/2605.02801/": "",
    }
    found = page.evaluate(
        "all => import('./assets/wiki/places.js').then(places => all.map(places.idOf))",
        [*addresses],
    )
    assert dict(zip(addresses, found, strict=True)) == addresses


def test_addresses_of_files(page: Any, other: str) -> None:
    """Where pages are files instead of folders, cards have their marks,
    and keys go from paper to paper.
    """
    page.goto(f"{other}?lang=en")
    page.wait_for_selector(BAR)
    assert page.locator(".wiki-lead[lang=en] h2").get_attribute("data-wiki-id")
    page.keyboard.press("j")
    page.keyboard.press("o")
    page.wait_for_url("**/papers/2605/*.html")
    first = page.url
    page.wait_for_selector(".wiki-footer-keys")
    page.keyboard.press("j")
    page.wait_for_url(lambda url: url.endswith(".html") and url != first)


def test_nothing_leads_to_a_radar_that_is_not_there(page: Any, other: str) -> None:
    """Its page was deleted: stars, cards of a hand and the search have no link or
    button that needs it.
    """
    page.goto(f"{other}?lang=en")
    page.click(f"{BAR} [data-wiki-mark=star] >> nth=0")
    page.click(".wiki-today-shuffle")
    page.wait_for_selector(".wiki-hand .wiki-entry")
    assert not page.is_visible(".wiki-kept")
    assert (
        page.locator(
            ".wiki-entry-filter, .wiki-entry-source button, button:has-text('More like this')"
        ).count()
        == 0
    )
    page.keyboard.press("/")
    page.fill("dialog.wiki-search input", "blorptastic")
    page.wait_for_selector("dialog.wiki-search[data-asked=blorptastic]")
    links = page.locator(".wiki-search-status a").evaluate_all("all => all.map(a => a.href)")
    assert links == [f"{other}concepts/index.html"]


def test_the_lead_is_the_one_large_headline(page: Any, site: str) -> None:
    """Kind and score, headline, summary, why it matters, title, marks, in the reader's language,
    and nothing on the page is larger; on the radar the order is the same.
    """
    page.goto(f"{site}?lang=en")
    page.wait_for_selector(BAR)
    lead = page.locator(".wiki-lead[lang=en]")
    texts = lead.evaluate(
        "one => [...one.children].map(part => part.innerText.replaceAll('¶', ''))"
    )
    assert texts[0].lower().startswith("method · cs.cl · 7/10")
    assert texts[1:4] == [
        "Rewards for each step",
        "It reaches 81.2%.",
        "Why it matters It is simple.",
    ]
    assert texts[4].startswith("Paper ")
    size = """all => all.filter(one => one.checkVisibility())
      .map(one => parseFloat(getComputedStyle(one).fontSize))"""
    (own,) = page.locator(".wiki-lead[lang=en] h2").evaluate_all(size)
    others = page.locator("article :is(h1, h2, h3, p, a):not(.wiki-lead *)").evaluate_all(size)
    assert own > max(others)
    page.click(".wiki-language button[value=zh]")
    assert page.locator(".wiki-lead[lang=zh-Hans] h2 a").inner_text() == "逐步奖励"
    page.goto(f"{site}radar/?lang=en")
    page.wait_for_selector(".wiki-entry h2")
    row = page.locator(".wiki-entry", has_text="Rewards for each step").first
    row.locator(".wiki-entry-unfold").click()
    row.locator(".wiki-entry-summary").wait_for()
    text = row.inner_text()
    said = ("Rewards for each step", "arXiv", "Paper ", "It reaches 81.2%.")
    places = [text.index(one) for one in said]
    assert places == sorted(places)


def test_an_item_without_a_headline_begins_with_the_title(page: Any, site: str) -> None:
    """A paper that was not read yet has its title for a headline, and its marks."""
    page.goto(f"{site}?lang=en")
    page.wait_for_selector(BAR)
    item = page.locator(".wiki-items h2:visible", has=page.locator("a[href*='2605.00003']"))
    assert item.inner_text().startswith("A | B: <script>")
    assert item.get_attribute("data-wiki-id") == "arxiv:2605.00003"


def test_the_front_page_without_scripts(browser: Any, site: str) -> None:
    """Numbers that open the receipt, cards, days: all is there as text and links."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site)
    assert re.search(
        r"2026-05-05 · 4 announced · 3 match the interests · 2 summarised · 0 failed",
        page.inner_text(".wiki-receipt a"),
    )
    assert page.locator(".wiki-edition [lang=en] h2 a").count() >= 2
    page.click(".wiki-calendar td a")
    assert page.url.endswith("/daily/2026-05-05/")
    context.close()
