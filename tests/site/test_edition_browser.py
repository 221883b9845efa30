"""The front page as the day's edition, and the days, in a real browser: what stands on the first
screen, in each language, at a desk and on a phone. The sample's last edition is that of 19 June
2026, at the browser's own zoom, in whatever fonts the machine has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.site.chromium import IN_A_BROWSER
from tests.site.sample import PAGES, goto, in_both_schemes, sideways, until, watched

pytestmark = IN_A_BROWSER

DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
KINDS = ("front", "day", "days", "briefing", "week")


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


_BRIEF = ".wiki-papers[lang=en] .wiki-brief"


def test_a_day_has_its_summaries_behind_headlines_for_who_reads_both(
    phone: Any, sample: str
) -> None:
    """On a phone: headline and facts stand there, the summary opens where one taps and where the
    browser finds it; in one language, and at a desk, all of it stands there and nothing is to tap.
    """
    goto(phone, sample, "briefing", "?lang=both")
    until(phone, f"document.querySelectorAll('{_BRIEF}:not([open])').length === 8")
    paper = phone.locator(".wiki-papers[lang=en] li").first
    assert paper.locator("> a").is_visible()
    assert paper.locator("small").is_visible()
    summary = paper.locator("p")
    assert not summary.is_visible()
    paper.locator("summary").click()
    assert summary.is_visible()
    phone.click(".wiki-language button[value=en]")
    until(phone, f"document.querySelectorAll('{_BRIEF}[open]').length === 8")
    assert phone.locator(".wiki-brief > summary:visible").count() == 0
    phone.click(".wiki-language button[value=both]")
    until(phone, f"document.querySelectorAll('{_BRIEF}:not([open])').length === 8")
    phone.set_viewport_size(DESK)
    until(phone, f"document.querySelectorAll('{_BRIEF}[open]').length === 8")
    assert phone.locator(".wiki-brief > summary:visible").count() == 0
    assert summary.is_visible()


def test_a_day_is_whole_without_scripts(browser: Any, sample: str) -> None:
    """The briefing and each summary, on a phone."""
    with watched(browser, sample, viewport=PHONE, java_script_enabled=False) as page:
        page.goto(sample + PAGES["briefing"][0])
        assert page.locator(".wiki-brief > p").count() > 2
        for text in page.locator(".wiki-brief > p").all():
            assert text.is_visible()


def test_what_folds_of_a_briefing_is_set_as_what_does_not(desk: Any, sample: str) -> None:
    """One text, in each language, on a desk, where all of it stands there."""
    goto(desk, sample, "briefing", "?lang=en")
    sizes = desk.locator(".wiki-happened p").evaluate_all(
        "all => all.map(p => `${p.closest('section').lang} ${getComputedStyle(p).fontSize}`)"
    )
    assert len(sizes) == 4
    assert len({*sizes}) == 2


def test_the_way_back_and_the_date_have_their_places(phone: Any, sample: str) -> None:
    """On the narrowest phone too, whatever the day."""
    phone.set_viewport_size({"width": 320, "height": 700})
    goto(phone, sample, "front", "?lang=en")
    date = phone.evaluate(
        """() => {
          const range = document.createRange()
          range.selectNodeContents(document.querySelector("h1 [lang=en]"))
          return Math.max(...[...range.getClientRects()].map(box => box.right))
        }"""
    )
    assert 0 < date <= phone.locator(".wiki-around").bounding_box()["x"]


def test_weeks_lead_to_weeks(desk: Any, sample: str) -> None:
    """To the one before and back; from the last none leads further."""
    goto(desk, sample, "week", "?lang=en")
    assert desk.locator(".wiki-around a[rel=next]").count() == 0
    desk.click(".wiki-around a[rel=prev]")
    desk.wait_for_url("**/daily/2026-W24/**")
    desk.click(".wiki-around a[rel=next]")
    desk.wait_for_url("**/daily/2026-W25/**")


@pytest.mark.parametrize("lang", ["en", "zh", "both"])
@pytest.mark.parametrize("kind", KINDS)
def test_edition_and_days_have_no_fault(
    desk: Any, phone: Any, sample: str, kind: str, lang: str
) -> None:
    """By axe, by day and by night, at a desk and on a phone."""
    for page in (desk, phone):
        goto(page, sample, kind, f"?lang={lang}")
        assert in_both_schemes(page) == []
        assert sideways(page) == 0


@pytest.mark.parametrize("kind", ["day", "briefing"])
def test_all_that_a_day_says_stands_left_of_its_numbers(desk: Any, sample: str, kind: str) -> None:
    """Its papers, and what was not read, are read below the briefing; the column beside is for
    numbers and the way to other days.
    """
    for lang in ("en", "zh", "both"):
        goto(desk, sample, kind, f"?lang={lang}")
        left = desk.locator(".wiki-facts").bounding_box()["x"]
        ends = desk.evaluate("""() => [...document.querySelectorAll(
          ".md-content__inner > :not(.wiki-facts, .wiki-around)"
        )].filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().right)""")
        assert len(ends) > 3
        assert max(ends) <= left, lang


def test_the_edition_reads_without_scripts(browser: Any, sample: str) -> None:
    """Both languages, the receipt and the days, and the header's menu opens."""
    with watched(browser, sample, viewport=DESK, java_script_enabled=False) as page:
        page.goto(sample)
        for lang in ("en", "zh-Hans"):
            assert page.locator(f".wiki-lead[lang={lang}] h2 a").is_visible()
        page.click(".wiki-more > summary")
        page.click(".wiki-more a[href$='log/']")
        page.wait_for_url(f"{sample}log/")
