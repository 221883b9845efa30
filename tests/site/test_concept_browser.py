"""A concept's page in a real browser: numbered citations, one table of papers, what is new, the
line of time, charts, what a phone shows of long tables; and heights of both languages on a phone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.site.chromium import IN_A_BROWSER
from tests.site.sample import goto, sideways, until, violations, watched

pytestmark = IN_A_BROWSER

DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
CONCEPT = "concepts/credit-assignment/"
LED = "document.querySelector('section.wiki[lang] sup a[title]')"  # cited.js is done
OPEN = "document.querySelectorAll('.wiki-unfold, .wiki-rest').forEach(one => one.click())"
FOLDED = "document.querySelector('.wiki-papers + .wiki-rest, .wiki-papers .wiki-rest')"


@pytest.fixture
def desk(browser: Any, sample: str) -> Iterator[Any]:
    """A fresh visitor at a desk."""
    with watched(browser, sample, viewport=DESK) as page:
        yield page


@pytest.fixture
def phone(browser: Any, sample: str) -> Iterator[Any]:
    """A fresh visitor on a phone."""
    with watched(browser, sample, viewport=PHONE) as page:
        yield page


def opened(page: Any, site: str, lang: str) -> None:
    """The page of a concept whose scripts are done."""
    goto(page, site, "concept", f"?lang={lang}")
    until(page, LED)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_number_leads_to_the_claim(desk: Any, sample: str, lang: str) -> None:
    """And says the paper's name; it is that of the paper's row."""
    opened(desk, sample, lang)
    tag = "zh-Hans" if lang == "zh" else "en"
    first = desk.locator(f"section.wiki-techniques[lang={tag}] sup a").first
    number, name = first.inner_text(), first.get_attribute("title")
    assert desk.inner_text(f"#r{number} a") == name
    first.click()
    desk.wait_for_selector(".wiki-quote-box blockquote mark")
    assert "/papers/" in desk.url
    assert "#e-" in desk.url


def test_without_scripts_a_number_leads_to_its_row(browser: Any, sample: str) -> None:
    """From which one goes on to the paper; and nothing is folded."""
    with watched(browser, sample, viewport=PHONE, java_script_enabled=False) as page:
        page.goto(sample + CONCEPT)
        first = page.locator("section.wiki-techniques[lang=en] sup a").first
        assert first.get_attribute("href") == f"#r{first.inner_text()}"
        page.locator(f"#r{first.inner_text()} a").click()
        assert "/papers/" in page.url
        page.goto(sample + CONCEPT)
        assert page.locator(".wiki-papers tr[id]:visible").count() > 10
        assert page.locator(".wiki-rest").count() == 0


def test_no_reference_stands_in_the_text(desk: Any, sample: str) -> None:
    """Brackets instead of names and years, at most two numbers and dots, never glued; those behind
    the dots are there for the keyboard.
    """
    opened(desk, sample, "en")
    parts = ":is(.wiki-definition, .wiki-development, .wiki-differences)"
    texts = desk.locator(f"section.wiki[lang=en]{parts} :is(p, li)")
    assert not any("et al." in text or " 2026)" in text for text in texts.all_inner_texts())
    more = desk.locator("section.wiki[lang=en] sup:has(small)").first
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    assert more.locator("> a").count() == 2
    assert more.locator("small").evaluate(size) == 0
    more.locator("small a").first.focus()
    assert more.locator("small").evaluate(size) >= 12


def test_a_phone_shows_the_first_rows(phone: Any, sample: str) -> None:
    """And the others on a button, for the browser's own search and by a link to a row; nothing is
    wider than the phone.
    """
    for way in ("button", "search", "link"):
        opened(phone, sample, "en")
        until(phone, FOLDED)
        rows = phone.locator(".wiki-papers tr[id]")
        folded = phone.locator(".wiki-papers tr[hidden=until-found]")
        shown = rows.count() - phone.locator(".wiki-papers tr[id][hidden]").count()
        assert 5 < shown < 8
        assert sideways(phone) == 0
        if way == "button":
            phone.locator(".wiki-papers").locator("xpath=..").locator(".wiki-rest").last.click()
        elif way == "search":
            folded.last.evaluate("row => row.dispatchEvent(new Event('beforematch'))")
        else:
            phone.evaluate("location.hash = '#r15'")
        until(phone, "document.querySelectorAll('.wiki-papers tr[hidden]').length === 0")
        assert phone.locator(".wiki-papers tr[id]:visible").count() == rows.count()
        assert sideways(phone) == 0
        phone.goto("about:blank")


@pytest.mark.parametrize("kind", ["paper", "concept"])
@pytest.mark.parametrize("lang", ["en", "zh", "both"])
def test_it_is_accessible_with_all_open(phone: Any, sample: str, kind: str, lang: str) -> None:
    """Axe finds nothing when quote, folds and long tables are open."""
    goto(phone, sample, kind, f"?lang={lang}")
    until(phone, "document.querySelector('.wiki-rest')")
    phone.evaluate(OPEN)
    phone.evaluate(
        "document.querySelectorAll('article details').forEach(one => { one.open = true })"
    )
    if kind == "paper":
        phone.locator("a[aria-expanded]:visible").first.click()
        phone.wait_for_selector(".wiki-quote-box")
    assert violations(phone) == []
