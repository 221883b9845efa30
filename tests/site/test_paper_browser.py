"""A paper's page in a real browser: evidence in place, marks, facts at the side, keys,
paper and no scripts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.pages.sample import ONE
from tests.site.chromium import IN_A_BROWSER, Visit, visitor, visitors
from tests.site.sample import sideways, until, violations

pytestmark = IN_A_BROWSER

DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
PAPER = "papers/2605/2605.00001/"
OTHER = "papers/2605/2605.00002/"
MARK = ".wiki-contributions[lang=en] a[href$='#e-c1'][aria-expanded]"
BOX = ".wiki-quote-box"
KEYS = ".wiki-footer-keys"


@pytest.fixture(scope="module")
def site(small: str) -> str:
    """The address of a wiki with a repository;
    one paper is related to another, two claims are shown with caution.
    """
    return small


@pytest.fixture(scope="module")
def visit(browser: Any) -> Iterator[Visit]:
    """A window for one visitor after another; no answer is other than 200."""
    with visitors(browser, answers=True, viewport=DESK) as visit:
        yield visit


@pytest.fixture
def desk(visit: Visit, site: str) -> Iterator[Any]:
    """A fresh visitor at a desk."""
    with visit(site) as page:
        yield page


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def page(request: pytest.FixtureRequest, desk: Any) -> Any:
    """A fresh visitor at a desk, and one with a phone."""
    desk.set_viewport_size(request.param)
    return desk


def box(page: Any, selector: str) -> dict[str, float]:
    found: dict[str, float] = page.locator(selector).first.bounding_box()
    return found


def is_dark(colour: str) -> bool:
    """Whether a computed colour is nearer to black than to white."""
    return sum(int(part) for part in re.findall(r"\d+", colour)[:3]) < 3 * 128


def opened(page: Any, address: str) -> None:
    """Open a page and wait until it knows its keys."""
    page.goto(address)
    page.wait_for_selector(KEYS)


# --- Evidence -------------------------------------------------------------------------


def test_a_quote_of_a_row_opens_below_it(desk: Any, site: str) -> None:
    """In the table, as wide as it."""
    desk.goto(site + PAPER + "?lang=en")
    desk.click("#wiki-results-table a[aria-expanded]")
    desk.wait_for_selector(BOX)
    row = "#wiki-results-table tr.wiki-quote-row"
    assert desk.eval_on_selector(
        row, "row => row.previousElementSibling.matches(':has(a[aria-expanded=true])')"
    )
    assert box(desk, BOX)["y"] > box(desk, "#wiki-results-table a[aria-expanded]")["y"]
    desk.keyboard.press("Escape")
    desk.wait_for_selector(row, state="detached")


@pytest.mark.parametrize("named, zh", [("abstract", "摘要"), ("p. 2", "第 2 页")])
def test_a_place_is_called_so_in_each_language(desk: Any, site: str, named: str, zh: str) -> None:
    """An abstract and a page have no names of the paper's own, as its sections have;
    in both, words are those of the language that was read last.
    """

    def called(route: Any) -> None:
        route.fulfill(
            body=route.fetch().text().replace("S3.p2</a>", f"{named}</a>"), content_type="text/html"
        )

    desk.route("**/evidence.html", called)
    desk.goto(site + PAPER + "?lang=zh")
    desk.click("section[lang|=zh] a[href*='#e-'][aria-expanded]")
    desk.wait_for_selector(BOX)
    link = f"{BOX} .wiki-quote-place a >> nth=0"
    assert desk.inner_text(link) == f"查看论文原处：{zh} ↗"
    desk.click("button[value=both]")
    assert desk.inner_text(link) == f"查看论文原处：{zh} ↗"


def test_what_is_amiss_is_not_the_papers_words(desk: Any, site: str) -> None:
    """It stands beside the state, in the reader's language, behind the quote;
    so it does in the file.
    """
    desk.goto(site + PAPER + "?lang=zh")
    desk.click(".wiki-contributions[lang|=zh] a[href$='#e-c3'][aria-expanded]")
    desk.wait_for_selector(BOX)
    said = desk.inner_text(BOX)
    assert "贡献 3 · 存疑，请谨慎阅读" in said
    assert "规则无法断定：模型自行计数“three” · 原句已找到" in said
    assert "own count" not in said
    assert "计数" not in desk.inner_text(f"{BOX} blockquote")
    desk.goto(site + PAPER + "evidence.html")
    assert "模型自行计数“three”" in desk.inner_text("#e-c3")
    assert "own count" not in desk.inner_text("#e-c3")


def test_the_file_of_quotes_has_the_chosen_colours(desk: Any, site: str) -> None:
    """Dark on a light system, if that is what the reader chose; the system's otherwise."""
    colours = "getComputedStyle(document.documentElement).backgroundColor"
    desk.goto(site + PAPER + "evidence.html")
    light = desk.evaluate(colours)
    desk.evaluate(
        "__md_set('__palette', { index: 1, color: { media: '(prefers-color-scheme: dark)', scheme:"
        " 'slate' } })"
    )
    desk.reload()
    assert desk.evaluate(colours) != light
    desk.evaluate(
        "__md_set('__palette', { index: 1, color: { media: '(prefers-color-scheme)', scheme:"
        " 'slate' } })"
    )
    desk.reload()
    assert desk.evaluate(colours) == light


def test_a_quote_is_opened_and_closed_by_keyboard(desk: Any, site: str) -> None:
    """The focus stays at the claim, which says whether it is open; Escape closes, from within too;
    so do the numbers and the button.
    """
    desk.goto(site + PAPER + "?lang=en")
    desk.focus(MARK)
    assert desk.get_attribute(MARK, "aria-expanded") == "false"
    assert desk.get_attribute(MARK, "aria-label") == "Evidence 1"
    for close in ("Escape", "Enter", "button"):
        desk.keyboard.press("Enter")
        desk.wait_for_selector(BOX)
        assert desk.get_attribute(MARK, "aria-expanded") == "true"
        assert desk.get_attribute(MARK, "aria-controls") == desk.get_attribute(BOX, "id")
        assert desk.evaluate("document.activeElement.hash") == "#e-c1"
        if close == "button":
            desk.keyboard.press("Tab")
        desk.keyboard.press("Enter" if close == "button" else close)
        desk.wait_for_selector(BOX, state="detached")
        assert desk.evaluate("document.activeElement.hash") == "#e-c1"
        assert desk.get_attribute(MARK, "aria-expanded") == "false"


def test_an_open_quote_stands_behind_its_mark_for_the_keyboard(desk: Any, site: str) -> None:
    """Its button and links come behind the numbers, and then the next claim."""
    desk.goto(site + PAPER + "?lang=en")
    desk.focus(MARK)
    desk.keyboard.press("Enter")
    desk.wait_for_selector(BOX)
    for inside in ("button", "a", "a.wiki-report"):
        desk.keyboard.press("Tab")
        assert desk.evaluate(f"document.activeElement.matches('.wiki-quote-box {inside}')")
    desk.keyboard.press("Tab")
    assert desk.evaluate("document.activeElement.hash") == "#e-c2"
    desk.keyboard.press("Shift+Tab")
    desk.keyboard.press("Escape")
    desk.wait_for_selector(BOX, state="detached")
    assert desk.evaluate("document.activeElement.hash") == "#e-c1"


def test_one_quote_is_open_at_a_time(desk: Any, site: str) -> None:
    """Another claim's closes it."""
    desk.goto(site + PAPER + "?lang=en")
    desk.click(MARK)
    desk.wait_for_selector(BOX)
    desk.click(".wiki-limitations[lang=en] a[href$='#e-l1']")
    until(desk, "document.querySelectorAll('[aria-expanded=true][href$=\"#e-l1\"]').length === 1")
    assert desk.locator(BOX).count() == 1
    assert desk.get_attribute(MARK, "aria-expanded") == "false"


def test_an_address_names_a_claim(desk: Any, site: str) -> None:
    """A link from a concept's page opens the quote, in the reader's language."""
    desk.goto(site + PAPER + "?lang=zh#e-c3")
    desk.wait_for_selector(BOX)
    assert (
        desk.get_attribute(".wiki-contributions[lang|=zh] a[href$='#e-c3']", "aria-expanded")
        == "true"
    )
    assert desk.evaluate("document.documentElement.dataset.lang") == "zh"


def test_all_quotes_can_be_read_at_once(desk: Any, site: str) -> None:
    """The list at the end is shut until it is wanted; a sentence stands there once, with all claims
    that rest on it.
    """
    desk.goto(site + PAPER + "?lang=en")
    desk.wait_for_selector("#wiki-evidence > .wiki-sentences", state="attached")
    assert not desk.is_visible("#wiki-evidence > .wiki-sentences")
    desk.click("#wiki-evidence > summary")
    sentences = desk.locator("#wiki-evidence .wiki-sentences > li")
    assert sentences.count() == 1
    assert sentences.locator("mark").inner_text() == "It reaches 81.2% on three tasks."
    names = sentences.locator("p > strong").all_inner_texts()
    assert len(names) == 6
    assert names[1] == "Contribution 2 · to be read with care"
    assert desk.locator("[id='e-c1']").count() == 1


def test_quotes_are_read_without_scripts(browser: Any, site: str) -> None:
    """A mark leads to its quote in the file beside the page,
    and that leads to the paper and back; dark at night.
    """
    context = browser.new_context(java_script_enabled=False, viewport=PHONE, color_scheme="dark")
    page = context.new_page()
    page.goto(site + PAPER)
    assert is_dark(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert not is_dark(
        page.evaluate("getComputedStyle(document.querySelector('.wiki-facts')).color")
    )
    assert page.is_visible("#wiki-evidence > p a")
    assert page.inner_text(".wiki-contributions[lang=en] a[href$='#e-c1']") == "[1]"
    page.click(".wiki-contributions[lang=en] a[href$='#e-c1']")
    assert page.url == f"{site}{PAPER}evidence.html#e-c1"
    assert page.is_visible("#s-1 mark")
    assert page.get_attribute("#s-1 a", "href") == "https://arxiv.org/html/2605.00001v2#S3.p2"
    page.click("main > p > a")
    assert page.url == site + PAPER
    assert page.is_visible("text=Rewards for each step")
    assert page.locator(".wiki-marks, .wiki-copy").count() == 0
    context.close()


# --- One headline, folds ----------------------------------------------------------------------


def test_a_paper_that_was_not_read_has_its_title_for_a_headline(desk: Any, site: str) -> None:
    """Large and upright."""
    desk.goto(site + "papers/2605/2605.00003/?lang=en")
    style = "one => [parseFloat(getComputedStyle(one).fontSize), getComputedStyle(one).fontStyle]"
    size, slope = desk.eval_on_selector("h1", style)
    assert size > 25
    assert slope == "normal"


def test_a_claim_within_a_fold_is_led_to(desk: Any, site: str) -> None:
    """It opens with its quote."""
    desk.goto(site + PAPER + "?lang=en#e-s1")
    desk.wait_for_selector(BOX)
    assert desk.is_visible(".wiki-steps[lang=en] a[href$='#e-s1'][aria-expanded=true]")


# --- Marks, facts, related papers -----------------------------------------------------------


def test_a_paper_is_marked_on_its_page(desk: Any, site: str) -> None:
    """The radar knows it by the same id; opening a page marks nothing;
    what is for later is not read yet.
    """
    desk.goto(site + PAPER + "?lang=en")
    desk.wait_for_selector(".wiki-marks")
    assert desk.locator(".wiki-marks [aria-pressed=true]").count() == 0
    desk.click(".wiki-marks button:has-text('Read')")
    desk.click(".wiki-marks button:has-text('Later')")
    desk.click(".wiki-marks button:has-text('Star')")
    desk.reload()
    desk.wait_for_selector(".wiki-marks")
    assert desk.locator(".wiki-marks [aria-pressed=true]").all_inner_texts() == ["Later", "Star"]
    desk.goto(site + "radar/?lang=en&mark=star")
    desk.wait_for_selector("li.wiki-entry[data-wiki-star]")
    assert desk.get_attribute("li.wiki-entry", "data-wiki-id") == ONE


@pytest.mark.parametrize("lang", ["en", "both"])
def test_facts_stand_beside_the_text_where_there_is_room(page: Any, site: str, lang: str) -> None:
    """On a phone, and beside two languages, they come before it; the summary begins on the first
    screen; marks that come late move nothing.
    """
    page.goto(site + PAPER + f"?lang={lang}")
    page.wait_for_selector(".wiki-copy")
    page.wait_for_selector(".wiki-marks")
    facts, text = box(page, ".wiki-facts"), box(page, "#wiki-summary-en > p")
    assert text["y"] + 40 < page.viewport_size["height"]
    if page.viewport_size == PHONE or lang == "both":
        assert facts["y"] + facts["height"] <= text["y"]
    else:
        assert facts["x"] > text["x"] + text["width"]
        assert facts["y"] < text["y"] + 20
        assert box(page, ".wiki-left .md-nav--secondary")["x"] < text["x"]
    page.evaluate("document.querySelector('.wiki-marks').remove()")
    assert abs(box(page, ".wiki-facts")["y"] - facts["y"]) <= 2


def test_a_related_paper_has_its_age(browser: Any, site: str) -> None:
    """By the reader's day, with the day in reach; beside it headline, importance, source, likeness
    and what both share in the reader's language.
    """
    with visitor(browser, "2026-05-25T12:00:00") as page:
        page.goto(site + PAPER + "?lang=zh")
        page.wait_for_selector(".wiki-related time[datetime]")
        said = page.inner_text(".wiki-related li")
        assert "重要性 7/10 · arXiv cs.CL · 20 天前 · 相似度 0." in said
        assert said.startswith("逐步奖励")
        assert "信用分配" in said
        assert "Rewards" not in said
        assert page.get_attribute(".wiki-related time", "title") == "2026-05-05"
        assert "arXiv cs.CL 2026-05-05 20 天前" in " ".join(page.inner_text(".wiki-kicker").split())


# --- Summaries of related papers ------------------------------------------------------------

GIST = ".wiki-related details.wiki-gist"
# The languages of texts that are seen, in order.
SHOWN_TEXTS = """part => [...document.querySelectorAll(part)].filter(one =>
  one.checkVisibility() && one.hidden !== "until-found").map(one => one.lang.slice(0, 2)).sort()"""


@pytest.mark.parametrize("lang", ["en", "zh", "both"])
def test_a_related_summary_opens_in_place(page: Any, site: str, lang: str) -> None:
    """By a keyboard as well as by hand: in the reader's language, as that paper's page says it."""
    page.goto(site + OTHER + "?lang=zh")
    english, chinese = (
        " ".join(page.text_content(f"#wiki-summary-{one}").split()) for one in ("en", "zh")
    )
    page.goto(f"{site}{PAPER}?lang={lang}")
    page.focus(f"{GIST} > summary")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('.wiki-gist[open] > p:not([aria-busy]) > span')")
    said = " ".join(page.text_content(f"{GIST} > p").split())
    assert said == f"{english} {chinese}"
    shown = page.evaluate(SHOWN_TEXTS, f"{GIST} > p > span")
    folded = page.viewport_size == PHONE  # the second language of who read Chinese before
    assert shown == {"en": ["en"], "zh": ["zh"], "both": ["zh"] if folded else ["en", "zh"]}[lang]
    assert page.locator(f"{GIST} > p a").count() == 0
    assert sideways(page) == 0
    assert violations(page, part=".wiki-related") == []


def test_a_related_summary_is_asked_for_once(desk: Any, site: str) -> None:
    """And not before it is wanted."""
    asked: list[str] = []
    desk.on("request", lambda one: asked.append(one.url))
    opened(desk, site + PAPER + "?lang=en")
    desk.wait_for_selector(GIST)
    assert site + OTHER not in asked
    for _ in range(3):
        desk.click(f"{GIST} > summary")
        until(desk, "document.querySelector('.wiki-gist > p:not([aria-busy]) > span')")
    assert asked.count(site + OTHER) == 1


def test_a_related_summary_that_is_not_there_is_said(browser: Any, site: str) -> None:
    """With the link to the paper's page; it is asked for again when it is next opened."""
    with visitor(browser, console=False) as page:
        page.route(site + OTHER, lambda route: route.abort())
        page.goto(site + PAPER + "?lang=en")
        page.click(f"{GIST} > summary")
        page.wait_for_selector(f"{GIST} > p:has-text('could not be loaded') a")
        assert page.get_attribute(f"{GIST} > p a", "href") == "../2605.00002/#wiki-summary-en"
        page.unroute(site + OTHER)
        page.click(f"{GIST} > summary")
        page.click(f"{GIST} > summary")
        page.wait_for_selector(f"{GIST} > p > span.wiki-text[lang=en]")
        assert page.locator(f"{GIST} > p a").count() == 0


def test_a_related_summary_is_a_link_without_scripts(browser: Any, site: str) -> None:
    """To where it stands on the paper's page."""
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto(site + PAPER)
    page.click(".wiki-related a.wiki-gist")
    assert page.url == f"{site}{OTHER}#wiki-summary-en"
    assert page.is_visible("#wiki-summary-en")
    context.close()


# --- Keys ---------------------------------------------------------------------------------


def test_keys_go_through_a_list_and_its_papers(desk: Any, site: str) -> None:
    """j and k move in the list; o opens; on a paper's page they go on in the list from
    which it was opened.
    """
    opened(desk, site + "daily/2026-05-05/?lang=en")
    desk.keyboard.press("j")
    first = desk.evaluate("document.activeElement.href")
    desk.keyboard.press("j")
    second = desk.evaluate("document.activeElement.href")
    assert {first, second} == {site + PAPER, site + OTHER}
    desk.keyboard.press("k")
    assert desk.evaluate("document.activeElement.href") == first
    desk.keyboard.press("o")
    desk.wait_for_url(first)
    desk.wait_for_selector(KEYS)
    desk.keyboard.press("j")
    desk.wait_for_url(second)
    desk.wait_for_selector(KEYS)
    desk.keyboard.press("k")
    desk.wait_for_url(first)


def test_keys_know_the_papers_day(desk: Any, site: str) -> None:
    """One who came from elsewhere goes on with the papers of the day;
    at the end the page says so.
    """
    opened(desk, site + PAPER + "?lang=en")
    desk.keyboard.press("k")
    desk.wait_for_selector("text=There is no previous paper in this list.")
    desk.keyboard.press("j")
    desk.wait_for_url(site + OTHER)


def test_keys_say_that_the_day_cannot_be_loaded(browser: Any, site: str) -> None:
    """Without a connection there is a word instead of silence, and other keys go on."""
    context = browser.new_context()
    page = context.new_page()
    page.route("**/daily/**", lambda route: route.abort())
    opened(page, site + PAPER + "?lang=en")
    page.keyboard.press("j")
    page.wait_for_selector("text=This part could not be loaded.")
    page.keyboard.press("m")
    page.wait_for_selector("text=Marked as read")
    context.close()


def test_m_marks_as_read(desk: Any, site: str) -> None:
    """On a paper's page that paper, in a list the one that has the focus;
    the same key takes it back.
    """
    opened(desk, site + PAPER + "?lang=en")
    desk.wait_for_selector(".wiki-marks")
    desk.keyboard.press("m")
    desk.wait_for_selector("text=Marked as read")
    assert desk.locator(".wiki-marks [aria-pressed=true]").all_inner_texts() == ["Read"]
    desk.keyboard.press("m")
    assert desk.locator(".wiki-marks [aria-pressed=true]").count() == 0
    opened(desk, site + "radar/?lang=en")
    desk.wait_for_selector("li.wiki-entry h2")
    desk.keyboard.press("j")
    desk.keyboard.press("m")
    assert desk.locator("li.wiki-entry[data-wiki-read]").count() == 1
    opened(desk, site + "papers/2605/?lang=en")
    desk.wait_for_selector("li[data-wiki-read]")
    assert desk.locator("li[data-wiki-read]").count() == 1  # what the radar shows as read
    desk.keyboard.press("m")
    desk.wait_for_selector("text=Choose a paper first, with j or k.")
    desk.keyboard.press("j")
    desk.keyboard.press("j")
    desk.keyboard.press("m")
    shown = desk.eval_on_selector_all(
        "li[data-wiki-read] a", "links => links.map(link => getComputedStyle(link).color)"
    )
    unread = desk.eval_on_selector(
        "li:not([data-wiki-read]) > a", "link => getComputedStyle(link).color"
    )
    assert unread not in shown


def test_a_question_mark_lists_the_keys(desk: Any, site: str) -> None:
    """In the reader's language; Escape closes the list."""
    opened(desk, site + PAPER + "?lang=zh")
    desk.keyboard.press("?")
    desk.wait_for_selector("dialog.wiki-keys[open]")
    assert desk.locator("dialog.wiki-keys kbd").all_inner_texts() == [
        "j",
        "k",
        "o",
        "m",
        "/",
        "s",
        "Ctrl+K",
        "?",
        "Esc",
    ]
    assert "下一篇论文" in desk.inner_text("dialog.wiki-keys")
    assert "next paper" not in desk.inner_text("dialog.wiki-keys")
    desk.keyboard.press("j")
    assert desk.url.startswith(site + PAPER)
    desk.keyboard.press("Escape")
    desk.wait_for_selector("dialog.wiki-keys[open]", state="detached")


def test_keys_can_be_turned_off(desk: Any, site: str) -> None:
    """Who speaks to their computer loses nothing by a word:
    none of the single keys acts, on this page and the next.
    """
    desk.goto(site)
    desk.click(".wiki-footer-keys button")
    desk.uncheck(".wiki-keys input")
    desk.keyboard.press("Escape")
    desk.reload()
    desk.wait_for_selector(".wiki-footer-keys button")
    for key in "j?/fs":
        desk.keyboard.press(key)
    assert desk.locator("dialog[open]").count() == 0
    assert desk.evaluate("document.activeElement === document.body")
    desk.click(".wiki-footer-keys button")
    desk.check(".wiki-keys input")
    desk.keyboard.press("Escape")
    desk.keyboard.press("?")
    assert desk.is_visible(".wiki-keys")


def test_keys_are_letters_where_one_writes(desk: Any, site: str) -> None:
    """In a field they write, and with a modifier they are the browser's."""
    opened(desk, site + "radar/?lang=en")
    desk.wait_for_selector("li.wiki-entry h2")
    field = "input[type=search]"
    desk.focus(field)
    desk.keyboard.type("jm?")
    assert desk.input_value(field) == "jm?"
    assert desk.locator("[data-wiki-read], dialog[open]").count() == 0
    desk.evaluate("document.activeElement.blur()")
    for key in ("Control+m", "Alt+m", "Meta+m"):
        desk.keyboard.press(key)
    assert desk.locator("[data-wiki-read]").count() == 0


# --- Elsewhere ------------------------------------------------------------------------------


@pytest.fixture
def printing(browser: Any) -> Iterator[Any]:
    """A visitor whose screen is dark, and who prints."""
    with visitor(browser, color_scheme="dark", viewport=DESK) as page:
        yield page


def test_a_page_prints_as_a_text(printing: Any, site: str) -> None:
    """Dark on white, without navigation and buttons, with all quotes and their addresses,
    in the language chosen.
    """
    printing.goto(site + PAPER + "?lang=en")
    printing.wait_for_selector("body[data-md-color-scheme=slate]")
    printing.wait_for_selector("#wiki-evidence > .wiki-sentences", state="attached")
    printing.emulate_media(media="print")
    printing.evaluate("dispatchEvent(new Event('beforeprint'))")
    colour = "one => getComputedStyle(one).color"
    for ink in (
        ".wiki-facts",
        ".wiki-stamp",
        ".wiki-stamp a",
        "#wiki-evidence strong",
        "#wiki-summary-en > p",
    ):
        assert is_dark(printing.eval_on_selector(ink, colour)), ink
    assert is_dark(
        printing.eval_on_selector(
            "section.wiki > ol > li", "one => getComputedStyle(one, '::marker').color"
        )
    )
    for gone in (
        ".md-header",
        ".md-sidebar",
        ".wiki-marks",
        ".wiki-copy",
        ".wiki-files",
        ".md-footer",
        ".md-top",
    ):
        assert printing.locator(f"{gone} >> visible=true").count() == 0, gone
    assert printing.locator("#wiki-evidence p:visible mark").count() == 1
    assert printing.locator("#wiki-evidence p:visible > strong").count() == 6
    assert not printing.is_visible("#wiki-summary-zh")
    address = "link => getComputedStyle(link, '::after').content"
    assert "arxiv.org/html/2605.00001v2#S3.p2" in printing.eval_on_selector(
        "#wiki-evidence li > p > a", address
    )
    wide = printing.evaluate(
        "document.querySelector('.md-content__inner').getBoundingClientRect().width"
    )
    assert box(printing, "#wiki-summary-en")["width"] > wide / 2


def test_a_page_is_edited_where_it_is_kept(desk: Any, site: str) -> None:
    """In the web editor of the wiki's repository."""
    desk.goto(site + PAPER + "?lang=en")
    assert (
        desk.get_attribute("a[rel=edit]", "href")
        == "https://github.com/me/my-wiki/edit/main/docs/papers/2605/2605.00001.md"
    )
    link = desk.locator(".wiki-copy a")
    assert link.inner_text() == "Edit this page"
    assert link.get_attribute("href") == desk.get_attribute("a[rel=edit]", "href")
    colour = "one => getComputedStyle(one).color"
    assert desk.eval_on_selector("a[rel=edit]", colour) == desk.eval_on_selector(
        ".wiki-facts", colour
    )
    label = desk.locator(".md-header .md-source__repository")
    assert label.inner_text() == "GitHub"
    assert label.evaluate("one => one.scrollWidth <= one.clientWidth")
