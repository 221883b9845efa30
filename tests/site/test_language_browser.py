"""One switch for the whole interface, in a real browser: what is said, seen, heard and kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.site.sample import OF_THE_SAMPLE, goto
from wiki_builder.words import Word, areas

pytestmark = OF_THE_SAMPLE

KINDS = (
    *("front", "radar", "papers", "paper", "concepts", "concept", "entities", "entity"),
    *("comparison", "day", "log", "log-month", "graph", "feeds", "missing"),
)
LANGS = {"en": "en", "zh": "zh-Hans", "both": "en"}  # of the document; both: the wiki's own

# Every text that is shown, and every label and title; but for the guide's own links and feeds of one language.
SAID = """() => {
  const found = [document.title], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    const theirs = element.closest("script, style, .wiki-language, [hreflang], a[href*=guide]")
    if (element.getClientRects().length && !theirs)
      found.push(walker.currentNode.textContent)
  }
  const theirs = ".wiki-language *, [hreflang], nav:has(a[href*=guide]) *"
  for (const name of ["title", "aria-label", "placeholder"])
    for (const element of document.querySelectorAll(`[${name}]:not(${theirs})`))
      if (!element.closest(".wiki[lang]") || element.getClientRects().length) found.push(element.getAttribute(name))
  return found
}"""


def every(said: object) -> Iterator[Word]:
    if isinstance(said, Word):
        yield said
    for value in said.values() if isinstance(said, Mapping) else said if isinstance(said, tuple) else ():
        yield from every(value)


WORDS = [word for word in every(areas()) if word.en != word.zh and "{" not in word.en]
TONGUES = {"English", "中文"}  # each is called what its readers call it
OTHERS = {"en": {word.zh for word in WORDS} - TONGUES, "zh": {word.en for word in WORDS} - TONGUES}
OWN = {"en": {word.en for word in WORDS}, "zh": {word.zh for word in WORDS}}


def words_of(texts: list[str]) -> set[str]:
    """What stands alone in a text, or between its dots and colons."""
    return {piece.strip() for text in texts for piece in (text, *re.split(r" · |[:：]|  +", text))}


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A fresh visitor's page; a script error fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    context.close()
    assert wrong == []


@pytest.mark.parametrize("kind", KINDS)
def test_who_chose_a_language_meets_no_word_of_the_other(page: Any, sample: str, kind: str) -> None:
    """On the page, in titles, in what is heard; after a switch as well as from the start."""
    for language in ("en", "zh"):
        goto(page, sample, kind, f"?lang={language}")
        for now in (language, "zh" if language == "en" else "en"):
            page.click(f".wiki-language button[value={now}]")
            page.wait_for_function(f"document.documentElement.lang === '{LANGS[now]}'")
            said = words_of(page.evaluate(SAID))
            assert said & OWN[now]
            assert said & OTHERS[now] == set()


def test_both_are_shown_to_who_wants_both_and_without_scripts(browser: Any, page: Any, sample: str) -> None:
    """As they stand in the page: English, a dot, Chinese."""
    goto(page, sample, "radar", "?lang=both")
    assert page.inner_text("h1").startswith("Radar · 雷达")
    assert page.title().startswith("Radar · 雷达")
    assert page.get_attribute(".md-header nav, nav.md-header", "aria-label") == "Header · 页眉"
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    goto_plain = plain.goto(sample + "radar/")
    assert goto_plain.ok
    assert plain.inner_text("h1").startswith("Radar · 雷达")
    context.close()


@pytest.mark.parametrize("language", LANGS)
def test_the_address_carries_the_choice_and_the_next_page_keeps_it(page: Any, sample: str, language: str) -> None:
    """With it the language of the document and its title."""
    goto(page, sample, "log", f"?lang={language}")
    goto(page, sample, "concepts")
    assert page.evaluate("document.documentElement.dataset.lang") == language
    assert page.evaluate("document.documentElement.lang") == LANGS[language]
    title = {"en": "Concepts - ", "zh": "概念 - ", "both": "Concepts · 概念 - "}[language]
    assert page.title().startswith(title)


def test_nothing_is_shown_in_the_wrong_language_first(page: Any, sample: str) -> None:
    """The choice stands before there is a body to paint."""
    page.add_init_script(
        """new MutationObserver((_, observer) => {
          if (!document.body) return
          window.atFirst = [document.documentElement.dataset.lang, document.documentElement.lang]
          observer.disconnect()
        }).observe(document, { childList: true, subtree: true })"""
    )
    goto(page, sample, "paper", "?lang=zh")
    assert page.evaluate("window.atFirst") == ["zh", "zh-Hans"]
    goto(page, sample, "concept")
    assert page.evaluate("window.atFirst") == ["zh", "zh-Hans"]


def test_the_reader_keeps_their_place(page: Any, sample: str) -> None:
    """What was read in one language is in view in the other."""
    goto(page, sample, "paper", "?lang=en")
    page.evaluate("document.querySelector('section.wiki-method[lang=en]').scrollIntoView()")
    page.click(".wiki-language button[value=zh]")
    page.wait_for_function(
        """() => {
          const top = document.querySelector('section.wiki-method[lang|=zh]').getBoundingClientRect().top
          return top > -200 && top < innerHeight / 2
        }"""
    )


# The place of a block among those of its kind in a section, whose name is given.
PLACE = """([name, kind, at, lang]) => {
  const all = document.querySelectorAll(`section.wiki-${name}[lang|=${lang}] ${kind}`)
  return all[at < 0 ? all.length - 1 : at]
}"""


@pytest.mark.parametrize("name, kind", [("results", "li"), ("limitations", "h2"), ("abstract", "p")])
def test_the_reader_keeps_the_very_item(page: Any, sample: str, name: str, kind: str) -> None:
    """Not only its section, beside a column that sticks: it stands as far from the top in the other language."""
    goto(page, sample, "paper", "?lang=en")
    page.wait_for_selector(".wiki-marks")
    place = [name, kind, -1 if kind == "li" else 0]
    top = f"({PLACE})(at).getBoundingClientRect().top"
    page.evaluate(f"at => scrollBy({{ top: {top} - 130, behavior: 'instant' }})", [*place, "en"])
    tops = [page.evaluate(f"at => {top}", [*place, "en"])]
    for language in ("zh", "en"):
        page.click(f".wiki-language button[value={language}]")
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        tops.append(page.evaluate(f"at => {top}", [*place, language]))
    assert max(tops) - min(tops) < 3


def test_the_choice_survives_a_reload_of_an_address_with_another(page: Any, sample: str) -> None:
    """A switch is written into an address that names a language, also behind "back"; another address stays as it is."""
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


@pytest.mark.parametrize("kind", ["paper", "concept", "front", "day"])
def test_both_languages_stand_side_by_side_at_a_desk_and_stacked_on_a_phone(page: Any, sample: str, kind: str) -> None:
    """The Chinese begins where the English does; on a phone it follows below."""
    goto(page, sample, kind, "?lang=both")

    def boxes() -> list[Any]:
        pair = page.locator(".wiki-pair").last
        return [pair.locator(f"> section[lang='{lang}']").first.bounding_box() for lang in ("en", "zh-Hans")]

    en, zh = boxes()
    assert abs(en["y"] - zh["y"]) < 1
    assert zh["x"] >= en["x"] + en["width"]
    page.set_viewport_size({"width": 390, "height": 844})
    en, zh = boxes()
    assert zh["y"] >= en["y"] + en["height"]
    assert abs(en["x"] - zh["x"]) < 1
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
