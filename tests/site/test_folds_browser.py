"""*Both* in a real browser: words of the interface in one language, texts side by side on a desk,
the second one folded on a phone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.site.chromium import IN_A_BROWSER
from tests.site.sample import goto, until, violations, watched

pytestmark = IN_A_BROWSER

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
FOLDED = "document.querySelector('.wiki-folds [hidden=until-found]')"
CHINESE = ".wiki-contributions[lang|=zh]"
KINDS = ("front", "paper", "concept", "day")


@pytest.fixture
def phone(browser: Any, sample: str) -> Iterator[Any]:
    """A fresh visitor on a phone."""
    with watched(browser, sample, viewport=PHONE) as page:
        yield page


@pytest.fixture
def desk(browser: Any, sample: str) -> Iterator[Any]:
    """A fresh visitor at a desk."""
    with watched(browser, sample, viewport=DESK) as page:
        yield page


def both(page: Any, site: str, kind: str) -> None:
    """A page in both languages whose folds are made."""
    goto(page, site, kind, "?lang=both")
    until(page, FOLDED)


@pytest.mark.parametrize("kind", KINDS)
def test_a_word_of_the_interface_is_said_once(desk: Any, sample: str, kind: str) -> None:
    """In the language that the reader saw last; nothing on the page reads "English · 中文"."""
    goto(desk, sample, kind, "?lang=zh")
    desk.click(".wiki-language button[value=both]")
    assert desk.evaluate("document.documentElement.dataset.ui") == "zh"
    assert desk.evaluate("document.documentElement.lang") == "zh-Hans"
    goto(desk, sample, kind, "?lang=en")
    desk.click(".wiki-language button[value=both]")
    assert desk.evaluate("document.documentElement.dataset.ui") == "en"
    words = desk.evaluate(
        """[...document.querySelectorAll("span + i:has(+ [lang|='zh']), span.wiki:not(.wiki-text)[lang|='zh']")]
          .filter(one => one.checkVisibility()).map(one => one.outerHTML)"""  # noqa: E501
    )
    assert words == []


def test_the_language_of_words_is_remembered(desk: Any, sample: str) -> None:
    """By who reads both: the last single one stays that of the next page."""
    goto(desk, sample, "front", "?lang=en")
    for value in ("zh", "both"):
        desk.click(f".wiki-language button[value={value}]")
    goto(desk, sample, "paper")
    html = "document.documentElement"
    assert desk.evaluate(f"[{html}.dataset.lang, {html}.dataset.ui]") == ["both", "zh"]


def test_texts_stand_side_by_side_on_a_desk(desk: Any, sample: str) -> None:
    """The reader's own language on the left; nothing is folded and no button is there."""
    for lang, first in (("en", "en"), ("zh", "zh-Hans")):
        goto(desk, sample, "paper", f"?lang={lang}")
        desk.click(".wiki-language button[value=both]")
        places = desk.evaluate(
            """Object.fromEntries([...document.querySelectorAll("section.wiki-contributions")].map(one => [one.lang, one.getBoundingClientRect().x]))"""  # noqa: E501
        )
        assert min(places, key=lambda one: places[one]) == first
        assert desk.locator(".wiki-unfold:visible").count() == 0
        assert desk.locator("article [hidden=until-found]").count() == 0


def test_every_button_of_a_fold_can_be_pressed(phone: Any, sample: str) -> None:
    """It stands at its heading or its text, and nothing covers it."""
    both(phone, sample, "paper-maths")
    covered = """() => [...document.querySelectorAll(".wiki-unfold")].filter(one => {
      if (!one.checkVisibility()) return false // in what is closed
      one.scrollIntoView({ block: "center" })
      const { left, top, width, height } = one.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2) !== one
    }).map(one => one.parentElement.textContent.slice(0, 40))"""
    assert phone.locator(".wiki-unfold").count() > 5
    assert phone.evaluate(covered) == []


def test_what_heads_folded_texts_is_folded_with_them(phone: Any, sample: str) -> None:
    """Names of papers above texts that are folded would stand there alone."""
    both(phone, sample, "comparison")
    heads = phone.locator("section[lang|=zh] h3")
    assert heads.count() > 5
    assert not any(head.is_visible() for head in heads.all())
    phone.emulate_media(media="print")
    assert all(head.is_visible() for head in heads.all())
    phone.emulate_media(media="screen")
    phone.click("section.wiki-contributions[lang=en] .wiki-unfold")
    assert phone.locator("section.wiki-contributions-1[lang|=zh] h3").is_visible()


def test_a_fold_that_was_opened_stays_open(phone: Any, sample: str) -> None:
    """While the reader scrolls, and after the phone was turned to a window of another width."""
    both(phone, sample, "paper")
    phone.click(".wiki-contributions[lang=en] .wiki-unfold")
    phone.mouse.wheel(0, 4000)
    phone.set_viewport_size({"width": 700, "height": 390})
    phone.set_viewport_size(PHONE)
    opened = phone.locator(f"{CHINESE} > ol")
    assert opened.get_attribute("hidden") is None
    assert phone.locator(".wiki-unfold[aria-expanded=true]").count() == 1


def test_the_other_language_unfolds_when_it_is_chosen(phone: Any, sample: str) -> None:
    """One language alone has no folds; then, of both, the one that was read last is whole."""
    both(phone, sample, "paper")
    phone.click(".wiki-language button[value=zh]")
    until(
        phone,
        "document.querySelectorAll('.wiki-unfold, .wiki-folds [hidden=until-found]').length === 0",
    )
    assert phone.locator(f"{CHINESE} > ol").is_visible()
    phone.click(".wiki-language button[value=both]")
    until(phone, FOLDED)
    assert phone.locator(".wiki-contributions[lang|=zh] .wiki-unfold").inner_text() == "English"
    assert phone.locator(f"{CHINESE} > ol").bounding_box()["height"] > 100


def test_all_is_there_without_scripts(browser: Any, sample: str) -> None:
    """No script, no fold: both languages are read."""
    with watched(browser, sample, viewport=PHONE, java_script_enabled=False) as page:
        page.goto(f"{sample}papers/2605/2605.02801/")
        assert page.locator(f"{CHINESE} > ol").bounding_box()["height"] > 100
        assert page.locator(".wiki-unfold").count() == 0


def test_all_is_there_when_only_the_folds_script_is_missing(browser: Any, sample: str) -> None:
    """What is held back for it comes after some seconds."""
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    page.route("**/folds.js", lambda route: route.abort())
    page.goto(f"{sample}papers/2605/2605.02801/?lang=both")
    until(page, f"document.querySelector('{CHINESE} > ol').getBoundingClientRect().height > 100")
    context.close()


@pytest.mark.parametrize("kind", KINDS)
def test_folds_are_accessible(phone: Any, sample: str, kind: str) -> None:
    """Axe finds nothing, folded and open."""
    both(phone, sample, kind)
    assert violations(phone) == []
    phone.evaluate("document.querySelectorAll('.wiki-unfold').forEach(one => one.click())")
    rows = (
        "tr, .wiki-related > ul > li"  # of long tables and lists, which have a button of their own
    )
    assert phone.locator(f"article [hidden=until-found]:not({rows})").count() == 0
    assert violations(phone) == []
