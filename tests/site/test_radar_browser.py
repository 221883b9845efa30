"""The radar in a real browser: chips, the address, shuffling, marks, both languages,
the way back, a phone.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.site.chromium import IN_A_BROWSER, Visit, visitor, visitors
from tests.site.sample import SHIFTS, until
from tests.site.tiny import PAPERS, own
from wiki_builder.core.values.marks import KINDS, Mark, merged, standing
from wiki_builder.curation.issues import read_issue
from wiki_builder.site.radar.data import BLOCK
from wiki_builder.site.slim import packed

pytestmark = IN_A_BROWSER

ENTRY = ".wiki-entry:not(.wiki-entry-waiting)"
STATUS = ".wiki-radar-status"
CHIP = ".wiki-radar-chips li > button"
FREE = ".wiki-radar-line > input"
NOW = "2026-06-20T09:00:00"


@pytest.fixture(scope="module")
def site(tiny: str) -> str:
    """The address of a wiki with 150 papers, under a path as on a project's pages."""
    return tiny


@pytest.fixture(scope="module")
def visit(browser: Any) -> Iterator[Visit]:
    """A window for one visitor after another on 20 June 2026."""
    with visitors(browser, NOW) as visit:
        yield visit


@pytest.fixture
def page(visit: Visit, site: str) -> Iterator[Any]:
    """A fresh visitor on 20 June 2026."""
    with visit(site) as page:
        yield page


@pytest.fixture(scope="module")
def looking(browser: Any) -> Iterator[Any]:
    """A visitor on that day who looks at one view after another."""
    with visitor(browser, NOW) as page:
        yield page


def shows(page: Any, count: int) -> None:
    """Waits until the view has so many papers, and those of the first look are there."""
    until(
        page,
        f"document.querySelector('div.wiki-radar').dataset.count === '{count}'"
        f" && document.querySelectorAll('{ENTRY}').length >= {min(count, BLOCK)}"
        " && !document.querySelector('.wiki-entry-waiting, div.wiki-radar[aria-busy]')",
    )


def numbers(page: Any) -> list[int]:
    """The papers in the list, by number."""
    return [
        int(name.rpartition(" ")[2])
        for name in page.locator(".wiki-entry-headline span[lang=en]").all_text_contents()
    ]


def unfolded(page: Any, n: int = 0) -> Any:
    """A row of the list, opened by its arrow."""
    row = page.locator(ENTRY).nth(n)
    row.locator(".wiki-entry-unfold[aria-expanded=false]").click()
    row.locator(".wiki-entry-actions").wait_for()
    return row


@pytest.fixture
def opened(page: Any, site: str) -> Any:
    """The radar in English, its filters open."""
    page.goto(f"{site}radar/?lang=en")
    shows(page, PAPERS)
    page.click(".wiki-radar-filters")
    return page


# --- What is shown ------------------------------------------------------------------


def test_an_entry_says_what_a_reader_asks(opened: Any) -> None:
    """Two lines: headline; source, day with its age, category, first author, and the score; the
    arrow opens title, authors, summary, reason, concepts, marks with their names, abstract.
    """
    assert opened.locator(ENTRY).count() == BLOCK
    assert opened.locator(".wiki-entry-details").count() == 0
    row = opened.locator(ENTRY).nth(1)
    assert row.locator(".wiki-entry-number").inner_text() == "02"
    assert facts(row) == "arXiv · 2026-06-10 · 10d ago · cs.LG · Bo Chén4 +1"
    assert row.locator(".wiki-entry-score").inner_text() == "9/10"
    assert row.locator("h2 a").inner_text() == "Headline 148"
    unfolded(opened, 1)
    assert row.locator(".wiki-entry-title").inner_text().startswith("Paper 148 <b>of</b>")
    assert row.locator(".wiki-entry-authors").inner_text() == "Bo Chén4, Cy Wu"
    assert row.locator(".wiki-entry-summary").inner_text() == "It says 148 for $5."
    assert row.locator(".wiki-entry-reason").inner_text() == "It matters."
    assert row.locator(".wiki-entry-topics").first.inner_text() == "memory"
    marks = row.locator(".wiki-mark").all_inner_texts()
    assert marks == ["Read", "Later", "Star", "Not for me"]
    opened.wait_for_selector(".wiki-entry-title .katex")
    assert not opened.is_visible("section.wiki-radar > ol")
    assert opened.inner_text(STATUS) == "150 papers"


def facts(row: Any) -> str:
    """The second line of a row, as it is shown, without the score."""
    line: str = row.locator(".wiki-entry-meta").inner_text()
    return re.sub(r"^\d+/10\s*(· )?", "", line)


def test_an_update_is_told_from_a_new_paper(opened: Any) -> None:
    """It says which version it is and when the work was first announced,
    from where its age counts.
    """
    assert facts(opened.locator(ENTRY).first) == (
        "arXiv · 2026-06-10 · 3mo ago · updated to v4 · first announced 3 March · cs.CL"
        " · Bo Chén5 +1"
    )
    opened.select_option(".wiki-radar-kind select", "updated")
    shows(opened, 1)


def test_an_old_paper_says_when_it_was_added(opened: Any) -> None:
    """Its age counts from its first announcement; no other day stands beside it without a word.

    Of many authors English says how many more there are, Chinese how many in all.
    """
    row = unfolded(opened, 2)
    authors = row.locator(".wiki-entry-authors")
    assert authors.inner_text().endswith("Cy Wu and 9 more")
    assert facts(row) == (
        "arXiv · first announced November 2019 · 6y ago · added 10 June · cs.CL · Bo Chén3 +10"
    )
    opened.click(".wiki-language button[value=zh]")
    assert (
        facts(row) == "arXiv · 首次公布于 2019年11月 · 6 年前 · 6月10日收录 · cs.CL · Bo Chén3 +10"
    )
    assert authors.inner_text().endswith("Cy Wu 等 11 人")


def test_why_for_you_stands_in_the_row(page: Any, site: str) -> None:
    """Where the owner publishes it: in few words, in the reader's language."""

    def told(route: Any) -> None:
        first = json.loads(gzip.decompress(route.fetch().body()))
        for row in first["rows"]:
            row[-2:] = ["your words: memory", "你的描述：记忆"]
        route.fulfill(body=packed(json.dumps(first)))

    page.route("**/radar-data/first", told)
    page.goto(f"{site}radar/?lang=en")
    shows(page, PAPERS)
    why = page.locator(".wiki-entry-why")
    assert why.count() == BLOCK
    assert why.first.inner_text() == "your words: memory"
    page.click(".wiki-language button[value=zh]")
    assert why.first.inner_text() == "你的描述：记忆"


def test_a_row_leads_to_the_other_members_of_its_event(page: Any, site: str) -> None:
    """By their sources, in the reader's language; a row that is alone says nothing of it."""

    def told(route: Any) -> None:
        first = json.loads(gzip.decompress(route.fetch().body()))
        row = first["rows"][0]
        del row[24:]
        row.append([["Lab <Blog>", "posts/lab/1/"], ["Nature", "posts/nature/2/"]])
        route.fulfill(body=packed(json.dumps(first)))

    page.route("**/radar-data/first", told)
    page.goto(f"{site}radar/?lang=en")
    shows(page, PAPERS)
    also = page.locator(".wiki-entry-also")
    assert also.count() == 1
    assert also.inner_text() == "also: Lab <Blog>, Nature"
    assert also.locator("a").first.get_attribute("href").endswith("/posts/lab/1/")
    page.click(".wiki-language button[value=zh]")
    assert also.inner_text() == "另见：Lab <Blog>, Nature"


def test_an_older_paper_is_never_younger(opened: Any) -> None:
    """Its age is what has passed in full, in days, months or years;
    where only a month is known, it counts months.
    """
    ages = opened.evaluate("""() => import("/wiki/assets/wiki/radar/words.js").then(({ age }) => {
      const day = ago => new Date(Date.UTC(2028, 5, 3) - ago * 86400e3).toISOString().slice(0, 10)
      const days = Array.from({ length: 3000 }, (_, ago) => age(day(ago), day(0))[0])
      return [days, ["2028-06", "2028-05", "2026-07", "2026-06"].map(month => age(month, day(0))[0])]
    })""")  # noqa: E501
    days, months = ages
    assert months == ["this month", "1mo ago", "23mo ago", "2y ago"]
    assert (days[0], days[60], days[61], days[718], days[731]) == (
        "today",
        "60d ago",
        "2mo ago",
        "23mo ago",
        "2y ago",
    )
    length = {"d": 1.0, "mo": 365.25 / 12, "y": 365.25}
    found = [re.fullmatch(r"(\d+)(d|mo|y) ago", text) for text in days[1:]]
    counted = [int(one[1]) * length[one[2]] for one in found if one]
    assert len(counted) == len(days) - 1
    assert counted == sorted(counted)


def test_the_list_goes_on(opened: Any) -> None:
    """Where the reader asks for it; the focus is on the first of the new ones."""
    opened.click(".wiki-radar-more")
    until(opened, f"document.querySelectorAll('{ENTRY}').length === {2 * BLOCK}")
    until(opened, "document.activeElement.closest('.wiki-entry')")
    number = "document.activeElement.closest('.wiki-entry').querySelector('.wiki-entry-number')"
    assert opened.evaluate(f"{number}.innerText") == "21"


def test_more_is_asked_once_at_a_time(opened: Any) -> None:
    """A double click adds one block; no paper stands twice."""
    opened.eval_on_selector(".wiki-radar-more", "button => { button.click(); button.click() }")
    until(opened, f"document.querySelectorAll('{ENTRY}').length >= {2 * BLOCK}")
    until(opened, "!document.querySelector('.wiki-entry-waiting')")
    found = [int(text) for text in opened.locator(".wiki-entry-number").all_inner_texts()]
    assert found == list(range(1, len(found) + 1))
    assert len(set(numbers(opened))) == len(found)


def test_pieces_of_two_builds_are_not_mixed(page: Any, site: str) -> None:
    """The browser keeps the old index while the site has new texts:
    all is loaded anew, and each paper is itself.
    """
    old: list[str] = []

    def shifted(route: Any) -> None:
        index = json.loads(gzip.decompress(route.fetch().body()))
        if not old:
            old.append(index["ids"])
            index["ids"] = " ".join(["2605.99999", *index["ids"].split(" ")[:-1]])
        route.fulfill(body=packed(json.dumps(index)))

    page.route("**/radar-data/index", shifted)
    page.goto(f"{site}radar/?lang=en&author=Ann+Lee")
    shows(page, 30)
    assert old
    assert all(n % 5 == 0 for n in numbers(page))


def test_an_odd_address_does_no_harm(page: Any, site: str) -> None:
    """What stands behind a # may be anything."""
    page.goto(f"{site}radar/?lang=en#100%")
    shows(page, PAPERS)


def test_a_damaged_store_does_no_harm(page: Any, site: str) -> None:
    """What another program left in the browser under our names is passed over."""
    page.goto(f"{site}radar/?lang=en")
    page.evaluate(
        """for (const key of ["wiki-visit:/wiki/", "wiki-marks:/wiki/"]) localStorage.setItem(key, '{"at":1}')"""  # noqa: E501
    )
    before = page.evaluate(
        "import('/wiki/assets/wiki/marks.js').then(marks => marks.visit('2026-06-10', []))"
    )
    assert before is None


def test_the_abstract_unfolds_in_place(opened: Any) -> None:
    """The arrow is a button that says whether it is open, for keys as well; what it opens comes
    from the paper's page when it is asked for, once, with its maths; a second press folds it.
    """
    asked: list[str] = []
    opened.on("request", lambda request: asked.append(request.url))
    button = opened.locator(".wiki-entry-unfold").first
    assert button.get_attribute("aria-label") == "More on number 1"
    button.focus()
    opened.keyboard.press("Enter")
    opened.wait_for_selector(".wiki-entry-abstract .katex")
    assert button.get_attribute("aria-expanded") == "true"
    assert "for $500." in opened.inner_text(".wiki-entry-abstract")
    assert "证明" not in opened.inner_text(".wiki-entry-abstract")
    opened.keyboard.press("Space")
    until(opened, "document.querySelector('.wiki-entry-details').hidden")
    assert button.get_attribute("aria-expanded") == "false"
    assert not opened.is_visible(".wiki-entry-abstract")
    opened.keyboard.press("Enter")
    opened.wait_for_selector(".wiki-entry-abstract .katex")
    pages = [url for url in asked if "/papers/" in url]
    assert [url.endswith(f"{own(149)}/") for url in pages] == [True]


def test_a_row_opens_without_a_connection(browser: Any, site: str) -> None:
    """What was not loaded is missing; title, authors and marks are there."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}radar/?lang=en")
    shows(page, PAPERS)
    page.route("**/text/*", lambda route: route.abort())
    page.route("**/papers/**", lambda route: route.abort())
    row = unfolded(page)
    assert row.locator(".wiki-entry-title").count() == 1
    assert row.locator(".wiki-entry-summary").count() == 0
    row.locator(".wiki-entry-abstract", has_text="could not be loaded").wait_for()
    row.locator("[data-wiki-mark=star]").click()
    assert row.get_attribute("data-wiki-star") == ""
    context.close()


# --- Filters ----------------------------------------------------------------------------


def test_a_name_becomes_a_chip(opened: Any) -> None:
    """A press on an author filters, the chip says so, a press on the chip ends it,
    and so does "back".
    """
    opened.click(".wiki-entry-filter:text-is('Ann Lee') >> nth=0")
    shows(opened, 30)
    assert opened.locator(CHIP).all_inner_texts() == ["Authors: Ann Lee ×"]
    assert opened.inner_text(STATUS) == "30 of 150 papers"
    assert opened.url.endswith("?lang=en&author=Ann+Lee")
    opened.click(CHIP)
    shows(opened, PAPERS)
    assert opened.locator(CHIP).count() == 0
    opened.go_back()
    shows(opened, 30)
    assert opened.locator(CHIP).all_inner_texts() == ["Authors: Ann Lee ×"]


# Addresses with which the page is opened, each with other data; the others are called on the page
# that is there.
OPENED = ("cat=cs.AI", "q=要點149", "near=2605.00007", "since=visit")


@pytest.mark.parametrize(
    "query, fits",
    [
        ("cat=cs.AI", lambda n: n % 2),
        ("cat=cs.AI&cat=cs.LG", lambda n: True),
        ("concept=credit", lambda n: n % 3 != 1),
        ("concept=credit&concept=memory", lambda n: n % 3 == 2),
        ("named=gpt", lambda n: n % 3 == 0),
        ("score=9", lambda n: n % 10 >= 8),
        ("from=2026-06-10", lambda n: n >= 140),
        ("to=2026-05-05", lambda n: n < 10),
        ("from=2026-05-20&to=2026-05-25", lambda n: False),
        ("since=2026-06-09", lambda n: n >= 130),
        ("code=1&text=1", lambda n: n % 28 == 0),
        ("source=arXiv&kind=new", lambda n: n != 149),
        ("q=headline+14", lambda n: "14" in str(n) or f"chen{n % 9}" == "x"),
        ("q=要点149", lambda n: n == 149),
        ("q=要點149", lambda n: n == 149),
        ("q=chen3", lambda n: n % 5 and n % 9 == 3),
        ("q=信用分配", lambda n: n % 3 != 1),
        ("q=says+7", lambda n: "7" in str(n) or (n % 9 == 7 and n % 5)),
        ("q=pdf+解析", lambda n: n == 5),
        ("q=cas", lambda n: n % 3 != 1),
        ("concept=parsing", lambda n: n == 5),
        ("near=2605.00007", lambda n: False),
        ("since=visit", lambda n: True),
        ("near=0000.00000", lambda n: False),
        ("ids=2606.00149,2605.00001,nonsense<", lambda n: n in (149, 1)),
        ("score=many&from=soon&sort=x&shuffle=!&kind=y&mark=z", lambda n: True),
    ],
)
def test_an_address_is_a_view(looking: Any, site: str, query: str, fits: Any) -> None:
    """A view can be sent and bookmarked: every filter stands in the address;
    nonsense there is passed over.
    """
    if query in OPENED:
        looking.goto(f"{site}radar/?{query}")
    else:  # as "back" and "forward" call it, which loads no page
        if "/radar/" not in looking.url:
            looking.goto(f"{site}radar/")
        looking.evaluate(
            "query => { history.pushState({}, '', query); dispatchEvent(new Event('popstate')) }",
            f"?{query}",
        )
    expected = [n for n in range(PAPERS) if fits(n)]
    shows(looking, len(expected))
    assert set(numbers(looking)) <= set(expected)


def test_chinese_is_found_without_the_table_of_traditional_characters(
    browser: Any, site: str
) -> None:
    """Offline, say, where it was never asked for:
    what is written as it is asked is found all the same.
    """
    context = browser.new_context()
    page = context.new_page()
    page.route("**/traditional.js", lambda route: route.abort())
    page.goto(f"{site}radar/?q=要点149")
    shows(page, 1)
    context.close()


def test_fields_add_filters(opened: Any) -> None:
    """Names are looked up whatever their accents, by keyboard; categories are named in full;
    chips lead to pages.
    """
    opened.focus(".wiki-radar-author input")
    opened.keyboard.type("chen3")
    opened.wait_for_selector(".wiki-radar-author .wiki-radar-matches button")
    opened.keyboard.press("Enter")
    opened.wait_for_selector(CHIP)
    assert opened.inner_text(CHIP) == "Authors: Bo Chén3 ×"
    opened.fill(".wiki-radar-concept input", "信用")
    opened.click(".wiki-radar-concept .wiki-radar-matches button")
    opened.wait_for_selector(".wiki-radar-chips a")
    assert opened.get_attribute(".wiki-radar-chips a", "href").endswith("/wiki/concepts/credit/")
    opened.select_option(".wiki-radar-category select", "cs.CL")
    until(opened, f"document.querySelectorAll('{CHIP}').length === 4")
    assert "Category: Computation and Language cs.CL ×" in opened.locator(CHIP).all_inner_texts()
    opened.click(".wiki-radar-clear")
    shows(opened, PAPERS)
    assert opened.url.endswith("/radar/?lang=en")


def test_enter_takes_no_name_that_was_not_chosen(opened: Any) -> None:
    """Of several the reader chooses; the very name is taken, by Enter or on leaving;
    what names nothing is told.
    """
    field = ".wiki-radar-author input"
    opened.focus(field)
    opened.keyboard.type("bo chen")
    opened.keyboard.press("Enter")
    until(opened, "document.activeElement.matches('.wiki-radar-author li:first-child button')")
    assert opened.locator(CHIP).count() == 0
    opened.keyboard.press("Enter")
    opened.wait_for_selector(f"{CHIP}:has-text('Bo Chén')")
    opened.fill(field, "ann lee")
    opened.keyboard.press("Tab")
    opened.focus(FREE)
    opened.wait_for_selector(f"{CHIP}:has-text('Ann Lee')")
    opened.fill(field, "bo")
    opened.wait_for_selector(".wiki-radar-author .wiki-radar-matches button")
    opened.focus(FREE)
    until(opened, "document.querySelector('.wiki-radar-author input').value === ''")
    assert opened.inner_text(".wiki-radar-author .wiki-radar-none") == "Nothing is called “bo”."
    assert not opened.is_visible(".wiki-radar-author .wiki-radar-matches")
    assert opened.locator(".wiki-radar-chips [data-name=author]").count() == 2
    assert opened.inner_text(".wiki-radar-chips [data-name=author] >> nth=1").startswith("or\n")


def test_a_concept_goes_by_all_its_names(opened: Any) -> None:
    """By an alias, and with one paper alone;
    several narrow the list, and the word between says so.
    """
    field = ".wiki-radar-concept input"
    for name, count in (("cas", 100), ("pdf parsing", 1)):
        opened.focus(field)
        opened.keyboard.type(name)
        opened.keyboard.press("Enter")
        shows(opened, count)
    assert (
        opened.inner_text(".wiki-radar-chips [data-value=parsing]") == "and\nConcept: PDF parsing ×"
    )


def test_filters_stay_as_they_were_left(page: Any, site: str) -> None:
    """Closed for a new reader unless a filter is set; then as the reader left them."""
    for query, shown in (("", False), ("?score=3", True), ("?q=headline", False)):
        page.goto(f"{site}radar/{query}")
        page.wait_for_selector(ENTRY)
        assert page.is_visible(".wiki-radar-category select") == shown
    page.click(".wiki-radar-filters")
    page.goto(f"{site}radar/")
    page.wait_for_selector(ENTRY)
    assert page.is_visible(".wiki-radar-category select")


def test_typing_filters(browser: Any, site: str) -> None:
    """What is typed, text or a day, is one step in the browser's history;
    its "back" empties the field as well.
    """
    with visitor(browser, NOW) as page:  # whose history is not full
        page.goto(f"{site}radar/?lang=en")
        shows(page, PAPERS)
        page.click(".wiki-radar-filters")
        typed(page)


def typed(opened: Any) -> None:
    """The steps of one who types."""
    before = opened.evaluate("history.length")
    opened.focus(FREE)
    opened.keyboard.type("headline 12")
    opened.wait_for_url("**/radar/?lang=en&q=headline+12")
    shows(opened, 12)
    assert opened.evaluate("document.activeElement.type") == "search"
    opened.go_back()
    shows(opened, PAPERS)
    assert opened.input_value(FREE) == ""
    opened.focus(".wiki-radar-from input")
    assert opened.url.endswith("/radar/?lang=en")
    opened.keyboard.type("06092026")
    shows(opened, 20)
    assert opened.evaluate("history.length") == before + 1
    opened.focus(FREE)
    opened.focus(".wiki-radar-from input")
    opened.keyboard.type("06082026")
    shows(opened, 30)
    assert opened.evaluate("history.length") == before + 2


def test_sorting(opened: Any) -> None:
    """By score, and by relatedness to a paper, which its neighbours follow."""
    opened.select_option("select.wiki-radar-sort", "score")
    opened.wait_for_url("**sort=score")
    shows(opened, PAPERS)
    assert [n % 10 for n in numbers(opened)] == [9] * 15 + [8] * 5
    paper = numbers(opened)[0]
    unfolded(opened).locator("button:has-text('More like this')").click()
    opened.wait_for_selector(f"{CHIP}:has-text('Related to')")
    opened.wait_for_url("**near=*&sort=related")
    until(opened, "document.querySelector('div.wiki-radar').dataset.count !== '150'")
    shows(opened, int(opened.get_attribute("div.wiki-radar", "data-count")))
    topics = {0: {"credit", "gpt"}, 1: {"memory"}, 2: {"memory", "credit"}}
    assert paper not in numbers(opened)
    assert all(topics[n % 3] & topics[paper % 3] for n in numbers(opened))


def test_a_fresh_hand(opened: Any, browser: Any) -> None:
    """Shuffle deals, the address deals the same hand to a colleague,
    and again deals another one.
    """
    opened.click(".wiki-radar-shuffle")
    opened.wait_for_url("**shuffle=*")
    shows(opened, PAPERS)
    dealt, address = numbers(opened), opened.url
    assert dealt != sorted(dealt, reverse=True)
    other = browser.new_context().new_page()
    other.goto(address)
    shows(other, PAPERS)
    assert numbers(other) == dealt
    other.context.close()
    opened.click(".wiki-radar-shuffle")
    until(opened, f"location.href !== {json.dumps(address)}")
    shows(opened, PAPERS)
    assert numbers(opened) != dealt


# --- Back ------------------------------------------------------------------------------


def test_the_way_back(page: Any, site: str) -> None:
    """From a paper back to the same filters, as far as the list was unfolded,
    where the reader was.
    """
    page.goto(f"{site}radar/?lang=en&cat=cs.AI")
    shows(page, 75)
    page.click(".wiki-radar-more")
    until(page, f"document.querySelectorAll('{ENTRY}').length === {2 * BLOCK}")
    page.evaluate("scrollTo(0, 1000)")
    page.evaluate("document.querySelector('.wiki-entry-headline a').click()")
    page.wait_for_selector(".wiki-back a")
    assert page.inner_text(".wiki-back a") == "← back"
    page.click(".wiki-back a")
    page.wait_for_url("**/radar/?lang=en&cat=cs.AI")
    until(page, f"document.querySelectorAll('{ENTRY}').length === {2 * BLOCK}")
    until(page, "Math.abs(scrollY - 1000) < 80")


# --- Marks -----------------------------------------------------------------------------


def test_marks_are_kept_and_filter(opened: Any, site: str) -> None:
    """Read, later, star: kept for the next visit, and each a filter."""
    entry = unfolded(opened)
    entry.locator("[data-wiki-mark=read]").click()
    entry.locator("[data-wiki-mark=star]").click()
    assert entry.get_attribute("data-wiki-read") == ""
    opened.goto(f"{site}radar/?lang=en&mark=unread")
    shows(opened, PAPERS - 1)
    assert 149 not in numbers(opened)
    opened.select_option(".wiki-radar-mark select", "star")
    shows(opened, 1)
    star = unfolded(opened).locator("[data-wiki-mark=star]")
    assert star.get_attribute("aria-pressed") == "true"


def test_marks_on_an_article_are_on_the_paper_that_it_became(opened: Any, site: str) -> None:
    """Also those that the wiki was never told; what was taken from the paper since stays away."""
    article = "post:journal/aaaaaaaaaaaa"
    entry = unfolded(opened)
    paper = entry.get_attribute("data-wiki-id")
    entry.locator("[data-wiki-mark=star]").click()
    opened.evaluate(
        """([from, to]) => {
          const key = Object.keys(localStorage).find(key => key.startsWith("wiki-marks:"))
          localStorage[key] = localStorage[key].replace(from, to)
        }""",
        [paper, article],
    )

    def told(route: Any) -> None:
        first = json.loads(gzip.decompress(route.fetch().body())) | {"became": [[article, paper]]}
        route.fulfill(body=packed(json.dumps(first)))

    opened.route("**/radar-data/first", told)
    opened.goto(f"{site}radar/?lang=en&mark=star")
    shows(opened, 1)
    star = unfolded(opened).locator("[data-wiki-mark=star]")
    assert star.get_attribute("aria-pressed") == "true"
    star.click()
    opened.reload()
    shows(opened, 0)


def test_what_is_not_for_me_is_hidden(opened: Any, site: str) -> None:
    """It leaves the list with the next view, the page says how many there are,
    and leads to them.
    """
    unfolded(opened).locator("[data-wiki-mark=no]").click()
    until(
        opened,
        f"document.querySelector('{STATUS}').textContent.includes('gone from the next list')",
    )
    opened.click(".wiki-radar-more")
    until(opened, f"document.querySelectorAll('{ENTRY}').length === {2 * BLOCK}")
    assert sorted(numbers(opened)) == list(range(PAPERS - 2 * BLOCK, PAPERS))
    opened.goto(f"{site}radar/?lang=en")
    shows(opened, PAPERS - 1)
    assert opened.inner_text(STATUS).endswith("1 not for me, hidden")
    opened.click(f"{STATUS} a")
    shows(opened, 1)
    assert numbers(opened) == [149]


def test_marks_go_to_another_device(opened: Any, browser: Any, site: str, tmp_path: Path) -> None:
    """As a file, and the stars as an address; what is no such file says so."""
    unfolded(opened, 2).locator("[data-wiki-mark=star]").click()
    opened.click(".wiki-radar-mine > summary")
    with opened.expect_download() as download:
        opened.click(".wiki-radar-mine button:has-text('Export')")
    file = tmp_path / "marks.json"
    download.value.save_as(file)
    (row,) = json.loads(file.read_text("utf-8"))["marks"]
    assert row[:3] == ["arxiv:2606.00147", "star", True]
    assert opened.is_hidden(".wiki-radar-send"), "nobody takes marks in here"
    opened.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened.click(".wiki-radar-stars")
    opened.wait_for_selector(".wiki-radar-mine p:has-text('Copied.')")
    address = opened.evaluate("navigator.clipboard.readText()")
    # what is behind # is sent to no host, however long it is
    assert address == f"{site}radar/#ids=2606.00147"
    other = browser.new_context().new_page()
    other.goto(f"{site}radar/?ids=2606.00148,2606.00146")  # as addresses were once
    shows(other, 2)
    other.goto(address)
    shows(other, 1)
    other.click(".wiki-entry-filter >> nth=0")
    until(other, "location.search && location.hash === '#ids=2606.00147'")
    other.go_back()
    shows(other, 1)
    assert numbers(other) == [147]
    other.click(".wiki-radar-take")
    assert other.locator("li.wiki-entry[data-wiki-star]").count() == 1
    other.context.close()
    third = browser.new_context().new_page()
    third.goto(f"{site}radar/?lang=en")
    shows(third, PAPERS)
    third.click(".wiki-radar-mine > summary")
    third.set_input_files(".wiki-radar-file", file)
    third.wait_for_selector(".wiki-radar-mine p:has-text('Marks added: 1')")
    assert third.locator(ENTRY).nth(2).get_attribute("data-wiki-star") == ""
    third.set_input_files(
        ".wiki-radar-file", {"name": "x.json", "mimeType": "application/json", "buffer": b"[1]"}
    )
    third.wait_for_selector(".wiki-radar-mine p:has-text('This file holds no marks.')")
    third.context.close()


def test_marks_are_sent_to_the_repository(opened: Any) -> None:
    """What is new since the last time, as a new file of the inbox, in two taps; what was taken away
    is said, too, and what does not fit comes next.
    """
    inbox = "https://github.com/someone/wiki/new/main/data/marks/inbox"
    opened.evaluate(f"document.documentElement.wikiMarks = {{ inbox: '{inbox}' }}")
    opened.route("https://github.com/**", lambda route: route.fulfill(body="the editor"))
    star = unfolded(opened, 2).locator("[data-wiki-mark=star]")
    star.click()
    star.click()
    unfolded(opened, 4).locator("[data-wiki-mark=no]").click()
    opened.click(".wiki-radar-mine > summary")

    def send() -> tuple[str, list[list[Any]]]:
        address = urlsplit(str(opened.get_attribute(".wiki-radar-send", "href")))
        asked = parse_qs(address.query)
        with opened.expect_popup():
            opened.click(".wiki-radar-send")
        return asked["filename"][0], json.loads(asked["value"][0])["marks"]

    name, rows = send()
    assert re.fullmatch(r"\d{17}-[0-9a-z]+\.json", name)
    assert [row[1:3] for row in rows] == [["star", False], ["no", True]]
    until(opened, "document.querySelector('.wiki-radar-send').hidden")
    opened.click(".wiki-radar-again")  # the editor was closed
    assert send()[1] == rows
    until(opened, "document.querySelector('.wiki-radar-send').hidden")
    many = "import('../assets/wiki/marks.js').then(marks => marks.setAll("
    opened.evaluate(f"{many}[...Array(300)].map((_, n) => `arxiv:2401.${{10000 + n}}`), 'read'))")
    sent: set[str] = set()
    while not opened.is_hidden(".wiki-radar-send"):
        again, rows = send()
        assert again != name
        sent |= {row[0] for row in rows}
    assert len(sent) == 300


def test_marks_are_sent_as_a_prefilled_issue(opened: Any) -> None:
    """Where the wiki takes them so: title and body are those that its next run looks for, and what
    does not fit into an address comes next.
    """
    form = "https://github.com/someone/wiki/issues/new"
    opened.evaluate(f"document.documentElement.wikiMarks = {{ issues: '{form}' }}")
    opened.route("https://github.com/**", lambda route: route.fulfill(body="the form"))
    many = "import('../assets/wiki/marks.js').then(marks => marks.setAll("
    opened.evaluate(f"{many}[...Array(200)].map((_, n) => `arxiv:2401.${{10000 + n}}`), 'star'))")
    opened.click(".wiki-radar-mine > summary")
    sent: set[str] = set()
    titles: set[str] = set()
    while not opened.is_hidden(".wiki-radar-send"):
        address = str(opened.get_attribute(".wiki-radar-send", "href"))
        with opened.expect_popup():
            opened.click(".wiki-radar-send")
        assert address.startswith(f"{form}?")
        assert len(address) <= 6_000
        asked = parse_qs(urlsplit(address).query)
        titles.add(asked["title"][0])
        issue = {
            "number": 1,
            "title": asked["title"][0],
            "body": asked["body"][0],
            "author_association": "OWNER",
        }
        read = read_issue(issue)
        assert read is not None
        assert not isinstance(read.marks, str), read.marks
        sent |= read.marks.keys()
        until(
            opened,
            "known => { const link = document.querySelector('.wiki-radar-send');"
            " return link.hidden || link.href !== known }",
            address,
        )
    assert len(sent) == 200
    assert len(titles) > 1


def test_what_two_devices_say_joins_to_the_same(opened: Any) -> None:
    """In whatever order: the last word on each mark counts."""
    said = [
        ["arxiv:2401.00001", "star", True, "2026-05-05T08:00:01Z"],
        ["arxiv:2401.00001", "star", False, "2026-05-05T08:00:09Z"],
        ["arxiv:2401.00002", "no", True, "2026-05-05T08:00:05Z"],
        ["arxiv:2401.00002", "star", True, "2026-05-05T08:00:04Z"],
        ["arxiv:2401.00003", "star", True, "2026-05-05T08:00:04Z"],
    ]
    for order in (said, said[::-1]):
        assert joined(opened, order) == {
            "star": ["arxiv:2401.00003"],
            "no": ["arxiv:2401.00002"],
            "read": [],
            "later": [],
        }


def joined(opened: Any, rows: list[list[Any]]) -> dict[str, list[str]]:
    """What a fresh device has of rows that it is told one by one, and the first once more."""
    texts = [json.dumps({"format": 2, "marks": [row]}) for row in (*rows, rows[0])]
    found: dict[str, list[str]] = opened.evaluate(
        """async texts => {
            localStorage.clear()
            const marks = await import(`../assets/wiki/marks.js?${Math.random()}`)
            texts.forEach(marks.imported)
            return Object.fromEntries(marks.KINDS.map(kind => [kind, marks.all(kind)]))
        }""",
        texts,
    )
    return found


def test_a_device_and_the_wiki_join_marks_alike(opened: Any) -> None:
    """What stands of the same rows, in any order, is the same in the browser and in `update`."""
    chance, paper = random.Random(1), "arxiv:2401.00001"
    for _ in range(40):
        said = [
            (
                chance.choice(KINDS),
                Mark(f"2026-05-05T08:00:0{chance.randrange(5)}Z", chance.random() < 0.7),
            )
            for _ in range(6)
        ]
        there = merged(*({paper: {kind: mark}} for kind, mark in said))
        expected = {kind: list(papers) for kind, papers in standing(there).items()}
        rows: list[list[Any]] = [[paper, kind, mark.on, mark.at] for kind, mark in said]
        assert joined(opened, rows) == expected, rows
        assert joined(opened, rows[::-1]) == expected, rows


def test_a_clock_that_is_ahead_takes_no_later_word(opened: Any) -> None:
    """What a reader says after it holds, here and wherever both words come."""
    row = ["arxiv:2401.00001", "star", True, "2099-01-01T00:00:00.000Z"]
    text = json.dumps({"format": 2, "marks": [row]})
    found = opened.evaluate(
        """async text => {
            localStorage.clear()
            const marks = await import(`../assets/wiki/marks.js?${Math.random()}`)
            marks.imported(text), marks.set("arxiv:2401.00001", "star", false), marks.imported(text)
            return marks.all("star")
        }""",
        text,
    )
    assert found == []


def test_a_selection_is_given_as_bibtex(opened: Any) -> None:
    """All papers of the view in its order, not only those in sight;
    a part that cannot be loaded is said.
    """
    shelf = {f"arxiv:{own(n)}": f"@misc{{p{n}}}" for n in range(PAPERS)}
    opened.route("**/bibtex/*", lambda route: route.fulfill(body=packed(json.dumps(shelf))))
    opened.click(".wiki-entry-filter:text-is('Ann Lee') >> nth=0")
    shows(opened, 30)
    with opened.expect_download() as taken:
        opened.click(".wiki-radar-bibtex")
    assert taken.value.suggested_filename == "papers.bib"
    entries = Path(taken.value.path()).read_text("utf-8").split()
    assert [int(entry[7:-1]) for entry in entries][:20] == numbers(opened)
    assert len(entries) == 30


def test_relatedness_to_stars(opened: Any, site: str) -> None:
    """Without a star or a concept there is nothing to be related to, and the page says so."""
    opened.select_option("select.wiki-radar-sort", "related")
    until(opened, f"document.querySelector('{STATUS}')?.textContent.startsWith('Choose a concept')")
    unfolded(opened, [n % 3 for n in numbers(opened)].index(0)).locator(
        "[data-wiki-mark=star]"
    ).click()
    opened.goto(f"{site}radar/?lang=en&sort=related")
    shows(opened, PAPERS)
    assert all(n % 3 == 0 for n in numbers(opened))


def test_a_star_that_shares_nothing_is_told_from_none(page: Any, site: str) -> None:
    """One who starred a paper is not told to star one;
    what is related to none, or unknown, has words of its own.
    """
    for query, said in (
        ("near=2605.00007", "No other paper shares a concept with this."),
        ("near=0000.00000&sort=related", "This wiki has no such paper."),
        (
            "mark=star",
            "No paper is marked so in this browser; each reader’s marks stay in their own.",
        ),
    ):
        page.goto(f"{site}radar/?lang=en&{query}")
        until(page, f"document.querySelector('{STATUS}')?.innerText === {json.dumps(said)}")
        assert page.locator(ENTRY).count() == 0
    page.goto(f"{site}radar/?lang=en")
    shows(page, PAPERS)
    page.evaluate(
        "import('../assets/wiki/marks.js').then(marks => marks.set('arxiv:2401.00001', 'star'))"
    )
    page.goto(f"{site}radar/?lang=en&sort=related")
    until(page, f"document.querySelector('{STATUS}')?.textContent.startsWith('What you starred')")


def test_the_last_visit_has_a_day_in_the_address(page: Any, browser: Any, site: str) -> None:
    """Which is sent to a colleague: here it shows what is new since that visit,
    there what came since that day.
    """
    page.goto(f"{site}radar/?lang=en")
    shows(page, PAPERS)
    seen = [f"arxiv:{own(n)}" for n in range(130, 140) if n != 135]  # one more came on that day
    visit = {"last": "2026-06-10", "ids": [], "day": "2026-06-20", "at": 0, "before": None} | {
        "before": {"last": "2026-06-09", "ids": seen, "day": "2026-06-12"}
    }
    page.evaluate(f"localStorage.setItem('wiki-visit:/wiki/', {json.dumps(json.dumps(visit))})")
    page.goto(f"{site}radar/?lang=en&since=visit")
    shows(page, 11)
    assert page.url.endswith("&since=2026-06-09")
    assert page.inner_text(CHIP) == "New since your last visit, 12 June ×"
    with visitor(browser, NOW) as other:
        other.goto(page.url)
        shows(other, 20)
        assert other.inner_text(CHIP) == "New since 2026-06-09 ×"


# --- Readers ---------------------------------------------------------------------------


def test_the_interface_follows_the_switch(opened: Any) -> None:
    """Every word, the fields' names and the titles: one language, the other, or both."""
    opened.click(".wiki-entry-filter:text-is('Ann Lee') >> nth=0")
    shows(opened, 30)
    opened.click(".wiki-language button[value=zh]")
    assert opened.inner_text(CHIP) == "作者：Ann Lee ×"
    assert opened.inner_text(STATUS) == "150 篇中的 30 篇"
    assert opened.inner_text(".wiki-radar-shuffle") == "换一批"
    heights = opened.locator(".wiki-radar-line > *").evaluate_all(
        "all => all.map(e => e.offsetHeight)"
    )
    assert len(set(heights)) == 1
    assert "天前" in opened.locator(".wiki-entry-age").first.inner_text()
    assert opened.locator(".wiki-entry-headline").first.inner_text().startswith("要点")
    named = ".wiki-entry-by .wiki-entry-filter >> nth=0"
    assert opened.get_attribute(named, "title") == "Ann Lee 的论文"
    assert opened.get_attribute(CHIP, "title") == "移除筛选：作者：Ann Lee"
    opened.click(".wiki-language button[value=both]")
    assert "Headline" in opened.locator(".wiki-entry-headline").first.inner_text()
    assert "要点" in opened.locator(".wiki-entry-headline").first.inner_text()


def test_both_languages_side_by_side(page: Any, site: str) -> None:
    """On a desk; one below the other on a phone; a headline's second language has a line of its
    own, with the facts behind it; no line begins with what parts words. Nothing jumps on the way.
    """
    for width, beside in ((1280, True), (390, False)):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{site}radar/?lang=both")
        shows(page, PAPERS)
        assert page.evaluate(SHIFTS) < 0.05
        row = unfolded(page)
        page.wait_for_selector(".wiki-entry-abstract section >> nth=1")
        if not beside:
            row.locator(".wiki-unfold").click()
        for part in ("headline > a", "summary", "reason", "abstract"):
            halves = page.locator(f".wiki-entry-{part} > .wiki")
            en, zh = halves.nth(0).bounding_box(), halves.nth(1).bounding_box()
            side_by_side = beside and part != "headline > a"
            assert (zh["x"] >= en["x"] + en["width"]) == side_by_side
            assert (zh["y"] >= en["y"] + en["height"] - 1) != side_by_side
            before = halves.nth(1).evaluate("half => getComputedStyle(half, '::before').content")
            assert before == "none"
        named = page.locator(
            ".wiki-entry-abstract .wiki-entry-topics span[lang=en]"
        ).all_text_contents()
        assert named == ["cs.CL Computation and Language", "cs.AI Artificial Intelligence"]


def test_a_phone_shows_all(browser: Any, site: str) -> None:
    """390 pixels hold the radar, filters open or closed,
    and what is pressed is large enough for a finger.
    """
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{site}radar/?lang=both&author=Ann+Lee")
    shows(page, 30)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not page.is_visible(".wiki-radar-category select")
    page.click(".wiki-radar-filters")
    assert page.is_visible(".wiki-radar-category select")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    unfolded(page)
    heights = page.locator(".wiki-entry-actions button, .wiki-entry-unfold").evaluate_all(
        "all => all.map(e => e.offsetHeight)"
    )
    assert min(heights) >= 24
    context.close()


def test_a_reader_of_both_has_one_folded_on_a_phone(browser: Any, site: str) -> None:
    """In an opened row, with a button that shows it; headlines stand in both."""
    with visitor(browser, NOW, viewport={"width": 390, "height": 844}) as page:
        page.goto(f"{site}radar/?lang=both")
        shows(page, PAPERS)
        row = unfolded(page)
        row.locator(".wiki-unfold").wait_for()
        assert row.locator(".wiki-entry-headline span[lang|=zh]").is_visible()
        chinese = row.locator(".wiki-entry-summary span[lang|=zh]")
        assert chinese.get_attribute("hidden") == "until-found"
        row.locator(".wiki-unfold").click()
        assert chinese.get_attribute("hidden") is None
        assert row.locator(".wiki-entry-age").inner_text() == "3mo ago"


def test_without_scripts_or_data_there_is_the_list(browser: Any, site: str) -> None:
    """The page is readable whatever fails."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}radar/")
    assert page.locator("section.wiki-radar > ol a:visible").count() == 10
    context.close()
    for missing in ("radar-data/first", "radar/page.js"):
        context = browser.new_context()
        page = context.new_page()
        page.route(f"**/{missing}", lambda route: route.fulfill(status=404, body=""))
        page.goto(f"{site}radar/?lang=en")
        page.wait_for_selector("section.wiki-radar > ol")
        context.close()
