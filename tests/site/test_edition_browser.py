"""The front page as the day's edition, and the days, in a real browser: what stands on the first
screen, in each language, at a desk and on a phone. The sample's last edition is that of 19 June
2026, at the browser's own zoom, in whatever fonts the machine has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.site.chromium import IN_A_BROWSER, set_time
from tests.site.sample import PAGES, goto, in_both_schemes, sideways, until, watched

pytestmark = IN_A_BROWSER

DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
# Pixels of pages on a phone in both languages, when they were lists of cards and of bold links.
BEFORE = {"front": 9805, "briefing": 6580}
KINDS = ("front", "day", "days", "briefing", "week")

_IN_VIEW = """() => new Set([...document.querySelectorAll("article :is(h2, li) > a[href*='papers/']")].filter(link => {
  const box = (link.closest("li") || link).getBoundingClientRect()
  return link.checkVisibility() && box.top >= 0 && box.bottom <= innerHeight
}).map(link => link.href)).size"""  # noqa: E501
_WHOLE = """all => all.filter(one => one.checkVisibility()).every(one => {
  const { top, bottom } = one.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
})"""


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


@pytest.mark.parametrize("notice", [True, False], ids=["weekend", "later"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_eight_papers_stand_on_the_first_screen(
    desk: Any, sample: str, lang: str, notice: bool
) -> None:
    """At 1280 by 900, with the lead's headline, summary and why it matters; also while a notice
    stands above them.
    """
    set_time(desk, "2026-06-20T08:30:00Z" if notice else "2026-07-20T08:30:00Z")
    goto(desk, sample, "front", f"?lang={lang}")
    desk.wait_for_selector(".wiki-top .wiki-entry-actions")
    assert desk.is_visible(".wiki-notice") == notice
    assert desk.evaluate(_IN_VIEW) >= 8
    assert desk.locator(".wiki-lead > :is(h2, p)").evaluate_all(_WHOLE)
    assert desk.locator(".wiki-lead:visible > p:has(> strong)").count() == 1


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_six_papers_stand_there_in_both_languages(desk: Any, sample: str, lang: str) -> None:
    """With both languages of the lead; of the briefing its first sentence, the rest opens."""
    goto(desk, sample, "front", f"?lang={lang}")
    desk.click(".wiki-language button[value=both]")
    desk.wait_for_selector(".wiki-top .wiki-entry-actions")
    assert desk.evaluate(_IN_VIEW) >= 6
    assert desk.locator(".wiki-lead > :is(h2, p)").evaluate_all(_WHOLE)
    rest = desk.locator(f".wiki-briefing[lang|={lang}] .wiki-further > p")
    assert not rest.is_visible()
    desk.click(f".wiki-briefing[lang|={lang}] summary")
    assert rest.is_visible()


def test_the_date_is_the_title(desk: Any, sample: str) -> None:
    """In the reader's language; the site's name stands in the header alone."""
    for lang, said in {"en": "Friday, 19 June 2026", "zh": "2026 年 6 月 19 日，星期五"}.items():
        goto(desk, sample, "front", f"?lang={lang}")
        assert desk.inner_text("h1") == said
    assert desk.locator(".wiki-around a").get_attribute("href").endswith("daily/2026-06-16/")


@pytest.mark.parametrize("kind", list(BEFORE))
def test_a_phone_shows_both_languages_in_half_the_length(
    phone: Any, sample: str, kind: str
) -> None:
    """Of what it was; all of it fits a narrow window."""
    goto(phone, sample, kind, "?lang=both")
    until(phone, "document.querySelector('.wiki-folds [hidden=until-found]')")
    assert phone.evaluate("document.documentElement.scrollHeight") <= BEFORE[kind] / 2
    phone.set_viewport_size({"width": 320, "height": 700})
    assert sideways(phone) == 0


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_phone_shows_the_lead_behind_one_sentence_of_the_briefing(
    phone: Any, sample: str, lang: str
) -> None:
    """The rest opens where one taps; at a desk it stands there. Its numbers lead to claims."""
    goto(phone, sample, "front", f"?lang={lang}")
    further = phone.locator(".wiki-further:visible")
    rest = further.locator("p")
    assert not rest.is_visible()
    assert phone.locator(".wiki-lead:visible > h2").evaluate_all(_WHOLE)
    further.locator("summary").click()
    assert rest.is_visible()
    assert "#e-" in rest.locator("sup a").first.get_attribute("href")


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


def test_the_column_beside_stands_beside(desk: Any, phone: Any, sample: str) -> None:
    """What moved, what disagrees, the receipt and the month, right of the papers; on a phone
    below them.
    """
    parts = (".wiki-moved", ".wiki-disagree", ".wiki-receipt", ".wiki-calendar")
    for page, beside in ((desk, True), (phone, False)):
        goto(page, sample, "front", "?lang=en")
        edition = page.locator(".wiki-edition").bounding_box()
        for part in parts:
            box = page.locator(part).bounding_box()
            if beside:
                assert box["x"] >= edition["x"] + edition["width"], part
            else:
                assert box["y"] >= edition["y"] + edition["height"], part


def test_days_lead_to_days(desk: Any, sample: str) -> None:
    """The index by month, a day from it, and from there to the day before and back."""
    goto(desk, sample, "days", "?lang=en")
    assert desk.locator(".wiki-days h2").all_inner_texts()[:2] == ["June 2026", "May 2026"]
    desk.click(".wiki-days td a[href*='2026-06-16']")
    desk.wait_for_url("**/daily/2026-06-16/**")
    scores = desk.locator(".wiki-papers[lang=en] small > :first-child").all_inner_texts()
    assert len(scores) == 9
    assert scores == sorted(scores, key=int, reverse=True)
    desk.click(".wiki-around a[rel=prev]")
    desk.wait_for_url("**/daily/2026-06-15/**")
    desk.click(".wiki-around a[rel=next]")
    desk.wait_for_url("**/daily/2026-06-16/**")


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


def test_a_line_is_no_longer_than_one_can_read(desk: Any, sample: str) -> None:
    """At most 40 Chinese characters, and as many of Latin text as are no more than 80 of a face
    whose signs are half as wide as high, in a line of running text.
    """
    signs = """([lang, share]) => [...document.querySelectorAll(
      `.wiki-lead[lang|='${lang}'] > h2 ~ p:not(:has(> small)), .wiki-papers[lang|='${lang}'] li`
    )].filter(one => one.checkVisibility()).map(one =>
      one.getBoundingClientRect().width / parseFloat(getComputedStyle(one).fontSize) / share)"""
    for kind in ("front", "day"):
        for lang, share, most in (("en", 0.5, 82), ("zh", 1, 42)):
            goto(desk, sample, kind, f"?lang={lang}")
            lines = desk.evaluate(signs, [lang, share])
            assert lines
            assert max(lines) <= most, (kind, lang)


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
