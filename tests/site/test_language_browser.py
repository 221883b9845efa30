"""One switch for the whole interface, in a real browser: what is said, seen, heard and kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.site.chromium import IN_A_BROWSER, Visit, visitor, visitors
from tests.site.sample import goto, until
from wiki_builder.core.words import Word, areas

pytestmark = IN_A_BROWSER

KINDS = (
    *("front", "radar", "papers", "month", "paper", "concepts", "concept", "entities"),
    *("comparison", "day", "briefing", "log", "graph", "feeds", "missing"),
)
LANGS = {"en": "en", "zh": "zh-Hans"}  # of the document

# Every text that is shown, and every label and title; but for the guide's own links, feeds of one
# language, and all names of a concept.
SAID = """() => {
  const found = [document.title], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    const theirs = element.closest("script, style, .wiki-language, [hreflang], a[href*=guide], .wiki-aliases li")
    if (element.getClientRects().length && !theirs)
      found.push(walker.currentNode.textContent)
  }
  const theirs = ".wiki-language *, [hreflang], nav:has(a[href*=guide]) *"
  for (const name of ["title", "aria-label", "placeholder"])
    for (const element of document.querySelectorAll(`[${name}]:not(${theirs})`))
      if (!element.closest(".wiki[lang]") || element.getClientRects().length) found.push(element.getAttribute(name))
  return found
}"""  # noqa: E501


def every(said: object) -> Iterator[Word]:
    if isinstance(said, Word):
        yield said
    for value in (
        said.values() if isinstance(said, Mapping) else said if isinstance(said, tuple) else ()
    ):
        yield from every(value)


WORDS = [word for word in every(areas()) if word.en != word.zh and "{" not in word.en]
TONGUES = {"English", "中文"}  # each is called what its readers call it
OTHERS = {"en": {word.zh for word in WORDS} - TONGUES, "zh": {word.en for word in WORDS} - TONGUES}
HAN = re.compile("[\u3400-\u9fff]")
OWN = {"en": {word.en for word in WORDS}, "zh": {word.zh for word in WORDS}}


def words_of(texts: list[str]) -> set[str]:
    """What stands alone in a text, or between its dots and colons."""
    return {piece.strip() for text in texts for piece in (text, *re.split(r" · |[:：]|  +", text))}


@pytest.fixture(scope="module")
def visit(browser: Any) -> Iterator[Visit]:
    """A window for one visitor after another; a script error fails the test."""
    with visitors(browser, console=False) as visit:
        yield visit


@pytest.fixture
def page(visit: Visit, sample: str) -> Iterator[Any]:
    """A fresh visitor's page."""
    with visit(sample) as page:
        yield page


@pytest.fixture
def alone(browser: Any) -> Iterator[Any]:
    """A fresh visitor's page in a browser of its own, for more pages and other scripts."""
    with visitor(browser, console=False) as page:
        yield page


# The English titles of a page's article that are not said to be English: headings, links and works.
NOT_SAID = """() => {
  const isEnglish = text => /[a-z]\\S*\\s.*[a-z]/i.test(text) && !/[\u3400-\u9fff]/.test(text)
  const said = element => element.closest("[lang]").lang === "en" || element.querySelector("[lang=en]")
  return [...document.querySelectorAll("article :is(h1, h2, h3, cite, a[href])")]
    .filter(element => element.getClientRects().length && isEnglish(element.textContent) && !said(element))
    .map(element => element.outerHTML)
}"""  # noqa: E501


@pytest.fixture(scope="module")
def looking(browser: Any) -> Iterator[Any]:
    """One visitor's page, who looks at all kinds of pages; a script error fails the test."""
    with visitor(browser, console=False) as page:
        yield page


@pytest.mark.parametrize("kind", KINDS)
def test_who_chose_a_language_meets_no_word_of_the_other(
    looking: Any, sample: str, kind: str
) -> None:
    """On the page, in titles, in what is heard; from the start as well as after a switch and back.

    A title that is English on a Chinese page is heard in English.
    """
    goto(looking, sample, kind, "?lang=zh")
    for now in ("zh", "en", "zh"):
        looking.click(f".wiki-language button[value={now}]")
        until(looking, f"document.documentElement.lang === '{LANGS[now]}'")
        said = words_of(looking.evaluate(SAID))
        assert said & OWN[now]
        assert said & OTHERS[now] == set()
        assert now == "zh" or {one for one in said if HAN.search(one)} <= TONGUES
    assert looking.evaluate(NOT_SAID) == []
    assert looking.get_attribute("article", "lang") is None


def test_both_are_shown_to_who_wants_both_and_without_scripts(
    browser: Any, page: Any, sample: str
) -> None:
    """Words in one language, the last that was read; without scripts as they stand in the page:
    English, a dot, Chinese.
    """
    goto(page, sample, "radar", "?lang=en")
    goto(page, sample, "radar", "?lang=both")
    assert page.inner_text("h1") == "Radar"
    assert page.title().startswith("Radar - ")
    assert page.get_attribute(".md-header nav, nav.md-header", "aria-label") == "Header"
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    goto_plain = plain.goto(sample + "radar/")
    assert goto_plain.ok
    assert plain.inner_text("h1").startswith("Radar · 雷达")
    context.close()


def test_the_address_carries_the_choice_and_the_next_page_keeps_it(page: Any, sample: str) -> None:
    """With it the language of the document and its title."""
    for language, title in (
        ("en", "Concepts - "),
        ("zh", "概念 - "),
        ("both", "概念 - "),
    ):
        goto(page, sample, "log", f"?lang={language}")
        goto(page, sample, "concepts")
        assert page.evaluate("document.documentElement.dataset.lang") == language
        own = "zh" if language == "both" else language  # that which was read last
        assert page.evaluate("document.documentElement.lang") == LANGS[own]
        assert page.title().startswith(title)


def test_nothing_is_shown_in_the_wrong_language_first(alone: Any, sample: str) -> None:
    """The choice stands before there is a body to paint."""
    alone.add_init_script(
        """new MutationObserver((_, observer) => {
          if (!document.body) return
          window.atFirst = [document.documentElement.dataset.lang, document.documentElement.lang]
          observer.disconnect()
        }).observe(document, { childList: true, subtree: true })"""
    )
    goto(alone, sample, "paper", "?lang=zh")
    assert alone.evaluate("window.atFirst") == ["zh", "zh-Hans"]
    goto(alone, sample, "concept")
    assert alone.evaluate("window.atFirst") == ["zh", "zh-Hans"]


def switch(page: Any, language: str) -> None:
    """Click on the switch where it stands: in Firefox Playwright's own click scrolls a page to
    what it clicks on.
    """
    box = page.locator(f".wiki-language button[value={language}]").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    until(page, f"document.documentElement.dataset.lang === '{language}'")


def test_the_reader_keeps_their_place(page: Any, sample: str) -> None:
    """What was read in one language is in view in the other."""
    goto(page, sample, "paper", "?lang=en")
    page.evaluate("document.querySelector('section.wiki-method[lang=en]').scrollIntoView()")
    switch(page, "zh")
    until(
        page,
        """() => {
          const top = document.querySelector('section.wiki-method[lang|=zh]').getBoundingClientRect().top
          return top > -200 && top < innerHeight / 2
        }""",  # noqa: E501
    )


# The place of a block among those of its kind in a section, whose name is given.
PLACE = """([name, kind, at, lang]) => {
  const all = document.querySelectorAll(`section.wiki-${name}[lang|=${lang}] ${kind}`)
  return all[at < 0 ? all.length - 1 : at]
}"""


def test_the_reader_keeps_the_very_item(page: Any, sample: str) -> None:
    """Not only its section, beside a column that sticks:
    it stands as far from the top in the other language.
    """
    goto(page, sample, "paper", "?lang=en")
    page.wait_for_selector(".wiki-marks")
    for name, kind in (("results", "li"), ("limitations", "h2"), ("reason", "p")):
        place = [name, kind, -1 if kind == "li" else 0]
        top = f"({PLACE})(at).getBoundingClientRect().top"
        page.evaluate(
            f"at => scrollBy({{ top: {top} - 130, behavior: 'instant' }})", [*place, "en"]
        )
        tops = [page.evaluate(f"at => {top}", [*place, "en"])]
        for language in ("zh", "en"):
            switch(page, language)
            page.evaluate(
                "() => new Promise(done => requestAnimationFrame(() =>"
                " requestAnimationFrame(done)))"
            )
            tops.append(page.evaluate(f"at => {top}", [*place, language]))
        assert max(tops) - min(tops) < 3, name


def test_the_choice_survives_a_reload_of_an_address_with_another(page: Any, sample: str) -> None:
    """A switch is written into an address that names a language, also behind "back";
    another address stays as it is.
    """
    goto(page, sample, "radar", "?lang=zh")
    page.click(".wiki-entry-filter >> nth=0")
    page.wait_for_url("**/radar/?lang=zh&*=*")
    page.click(".wiki-language button[value=en]")
    page.wait_for_url("**/radar/?lang=en&*=*")
    page.go_back()
    page.wait_for_url("**/radar/?lang=en")
    page.reload()
    assert page.evaluate("document.documentElement.dataset.lang") == "en"
    goto(page, sample, "concepts")
    page.click(".wiki-language button[value=zh]")
    assert page.url.endswith("/concepts/")


def test_the_switch_wins_over_addresses_that_are_gone_back_to(page: Any, sample: str) -> None:
    """By the page's own link and by the browser's "back";
    such an address names the reader's choice from then on.
    """
    goto(page, sample, "radar", "?lang=en&cat=cs.CV")
    page.click("li.wiki-entry h2 a")
    page.click(".wiki-language button[value=zh]")
    page.click(".wiki-back a")
    page.wait_for_url("**/radar/?lang=zh&cat=cs.CV")
    assert page.is_visible(".wiki-language button[value=zh][aria-pressed=true]")
    page.goto(sample + "log/?lang=en")
    page.goto(sample + "concepts/")
    page.click(".wiki-language button[value=both]")
    page.go_back()
    page.wait_for_url("**/log/?lang=both")
    assert (
        page.evaluate("[document.documentElement.dataset.lang, localStorage['wiki-language']]")
        == ["both"] * 2
    )


def test_a_way_back_that_is_a_link_names_no_language(page: Any, sample: str) -> None:
    """As one goes on by keys from paper to paper, with another language by then."""
    goto(page, sample, "radar", "?lang=en&cat=cs.CL")
    page.click("li.wiki-entry h2 a")
    page.wait_for_selector(".wiki-back")
    first = page.url
    page.keyboard.press("j")
    page.wait_for_url(lambda url: url != first)
    page.click(".wiki-language button[value=zh]")
    assert page.get_attribute(".wiki-back a", "href") == f"{sample}radar/?cat=cs.CL"
    page.click(".wiki-back a")
    page.wait_for_url("**/radar/?cat=cs.CL")
    assert page.evaluate("document.documentElement.dataset.lang") == "zh"


def test_an_address_is_for_the_visit_and_a_choice_for_good(alone: Any, sample: str) -> None:
    """A shared link and the pages behind it are as they were meant;
    in another window the reader's choice holds.
    """
    goto(alone, sample, "log", "?lang=both")
    alone.click(".wiki-language button[value=zh]")
    for kind, query in (("papers", "?lang=en"), ("concepts", "")):
        goto(alone, sample, kind, query)
        assert alone.evaluate("document.documentElement.dataset.lang") == "en"
    other = alone.context.new_page()
    goto(other, sample, "log")
    assert other.evaluate("document.documentElement.dataset.lang") == "zh"
    goto(alone, sample, "papers", "?lang=toString")
    assert alone.evaluate("document.documentElement.dataset.lang") == "en"


def test_a_page_that_was_kept_alive_learns_of_the_switch(alone: Any, sample: str) -> None:
    """A browser may show the very page again, without loading it,
    after the reader has chosen on another one.
    """
    goto(alone, sample, "log")
    other = alone.context.new_page()
    goto(other, sample, "papers")
    other.click(".wiki-language button[value=zh]")
    alone.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    alone.wait_for_selector(".wiki-language button[value=zh][aria-pressed=true]")
    assert alone.evaluate("document.documentElement.lang") == "zh-Hans"


def test_nothing_is_kept_and_nothing_fails(browser: Any, sample: str) -> None:
    """Where the browser forbids storage: no error, the system's colours, every button,
    the address' language.
    """
    context = browser.new_context(color_scheme="dark", reduced_motion="reduce")
    context.add_init_script(
        """for (const name of ["localStorage", "sessionStorage"])
          Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError") } })"""  # noqa: E501
    )
    page, wrong = context.new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(f"{page.url} {error}"))
    for kind in ("front", "radar", "paper", "graph", "guide-code"):
        goto(page, sample, kind, "?lang=zh")
        page.wait_for_selector("body[data-md-color-scheme=slate]")
        assert page.evaluate("document.documentElement.lang") == "zh-Hans"
    assert page.locator(".md-code__button").count() > 0
    page.click(".md-header form label:visible")
    page.wait_for_selector("body[data-md-color-scheme=default]")
    page.click(".wiki-language button[value=en]")
    page.wait_for_url("**/?lang=en")
    context.close()
    assert wrong == []


def test_a_mark_that_is_not_kept_says_so_once(alone: Any, sample: str) -> None:
    """Where storage is full: behind the buttons, in the reader's language, covering nothing."""
    alone.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
    )
    for kind in ("radar", "paper"):
        goto(alone, sample, kind, "?lang=zh")
        if kind == "radar":
            alone.click(".wiki-entry-unfold >> nth=0")
        for button in alone.locator(".wiki-mark:visible").all()[1:3]:
            button.click()
        line = alone.locator("p.wiki-unkept[role=status]")
        alone.wait_for_selector(".wiki-unkept [lang|=zh]")
        assert line.inner_text().startswith("未能保存")
        assert "Not kept" in line.text_content()
        assert line.evaluate("line => getComputedStyle(line).position") == "static"
        above = alone.locator(":is(.wiki-entry-actions, .wiki-marks):visible").first.bounding_box()
        assert 0 <= line.bounding_box()["y"] - above["y"] - above["height"] < 30


def test_titles_of_the_owner_s_follow_the_switch(page: Any, sample: str) -> None:
    """In the navigation, at a desk and in the drawer of a phone."""
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        goto(page, sample, "front", "?lang=en")
        if width == 390:
            page.click(".md-header .wiki-drawer")
        page.wait_for_selector(".wiki-nav > li > a[href='guide/']:visible")
        for language, said, not_said in (("en", "Guide", "指南"), ("zh", "指南", "Guide")):
            page.evaluate(f"document.querySelector('.wiki-language [value={language}]').click()")
            until(page, f"document.documentElement.dataset.lang === '{language}'")
            text = page.inner_text(".wiki-long > a")
            assert said in text
            assert not_said not in text


def test_the_owners_own_pages_are_said_to_be_english(looking: Any, sample: str) -> None:
    """A page that is in one language alone says which."""
    goto(looking, sample, "guide", "?lang=zh")
    assert looking.evaluate(NOT_SAID) == []
    assert looking.get_attribute("article", "lang") == "en"


def test_a_mark_in_a_table_is_heard_in_one_language(page: Any, sample: str) -> None:
    """Its number, with a word for it; also behind the switch."""
    goto(page, sample, "paper-file", "?lang=en")
    mark = page.locator(".wiki-results-table a[aria-expanded]").first
    for language, said in (("en", "Evidence "), ("zh", "原文依据 "), ("en", "Evidence ")):
        page.click(f".wiki-language button[value={language}]")
        heard = [mark.element_handle(), said]
        until(page, "([mark, said]) => mark.ariaLabel.startsWith(said)", arg=heard)
        assert mark.inner_text().startswith("[")


def test_halves_are_parted_and_upright(page: Any, sample: str) -> None:
    """By a dot that stands straight in headings and tables, where both are seen."""
    goto(page, sample, "feeds", "?lang=both")
    slants = "all => [...new Set(all.map(one => getComputedStyle(one).fontStyle))]"
    assert page.eval_on_selector_all("h1 i, th i", slants) == ["normal"]
