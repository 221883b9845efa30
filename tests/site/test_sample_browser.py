"""Every kind of page of the sample wiki in a real browser:
axe, the console, the network, no scripts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.site.chromium import BROWSER, IN_A_BROWSER
from tests.site.sample import (
    AXE,
    PAGES,
    SHIFTS,
    checksums,
    goto,
    in_both_schemes,
    sideways,
    violations,
    watched,
)

pytestmark = IN_A_BROWSER

DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 640}  # a desk's 1280 pixels at 400 %: WCAG 1.4.10


@pytest.fixture(scope="module")
def desk(browser: Any, sample: str) -> Iterator[Any]:
    """One visitor at a desk, who sees all pages; nothing goes wrong on any."""
    with watched(browser, sample, viewport=DESK) as page:
        yield page


@pytest.fixture(scope="module")
def phone(browser: Any, sample: str) -> Iterator[Any]:
    """One visitor with a phone."""
    with watched(browser, sample, viewport=PHONE, has_touch=True) as page:
        yield page


# Kinds that need no look of axe's here: it sees them with all that opens (test_access_browser.py),
# or another of the same template and parts.
UNFOLDED = {"radar", "paper", "paper-file", "concept", "graph"}
ALIKE = {
    "month": "papers",
    "entities": "concepts",
    "comparisons": "papers",
    "log-month": "log",
    "guide": "guide-code",
}


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_has_no_fault(desk: Any, sample: str, kind: str) -> None:
    """Axe finds nothing in light and dark, and the page's policy blocks nothing: a message would
    fail the test.

    320 pixels are enough, and what is wider scrolls in a box of its own.
    """
    desk.set_viewport_size(DESK)
    goto(desk, sample, kind)
    assert desk.locator("meta[http-equiv=Content-Security-Policy]").count() == 1
    if kind not in UNFOLDED and kind not in ALIKE:
        assert in_both_schemes(desk) == []
    for size in (DESK, PHONE, NARROW):
        desk.set_viewport_size(size)
        assert sideways(desk) == 0


# What is held back while scripts come is held for some seconds at most: here as long as it takes.
PATIENT = """{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync("*, ::before { animation-duration: 1h !important }")
  document.adoptedStyleSheets = [sheet]
}"""


@pytest.fixture(scope="module")
def patient(browser: Any, sample: str) -> Iterator[Any]:
    """One visitor who waits for whatever scripts are to bring."""
    with watched(browser, sample, viewport=DESK) as page:
        page.add_init_script(PATIENT)
        yield page


@pytest.mark.skipif(BROWSER == "firefox", reason="Firefox tells of no shifts")
@pytest.mark.parametrize("kind", [*PAGES, "away"])
def test_nothing_jumps_while_a_page_comes(patient: Any, sample: str, kind: str) -> None:
    """At a desk and on a phone, in one language or both: https://web.dev/articles/cls."""
    path, done = {**PAGES, "away": ("away/", "section.wiki-away[data-ready]")}[kind]
    jumps = {}
    for window, langs in ((DESK, ("en", "both")), (PHONE, ("zh", "both"))):
        patient.set_viewport_size(window)
        for lang in langs:
            patient.goto(f"{sample}{path}?lang={lang}", wait_until="networkidle")
            patient.wait_for_selector(done, state="attached")
            jumps[window["width"], lang] = patient.evaluate(SHIFTS)
    assert {at: sum_ for at, sum_ in jumps.items() if sum_ >= 0.02} == {}


@pytest.mark.parametrize("kind", ["front", "radar", "comparison", "day", "guide-code"])
def test_a_page_has_no_fault_on_a_phone(phone: Any, sample: str, kind: str) -> None:
    """Axe finds nothing; of the pages with parts that a phone shows in another way."""
    goto(phone, sample, kind)
    assert violations(phone) == []


def test_a_post_opens_to_where_it_was_published(desk: Any, sample: str) -> None:
    """On the radar its row has a link there, and says nothing of an abstract or similar papers."""
    desk.set_viewport_size(DESK)
    goto(desk, sample, "radar", "?lang=en")
    row = desk.locator(".wiki-entry", has_text="OpenAI Blog").first
    row.locator(".wiki-entry-unfold").click()
    there = row.locator(".wiki-entry-abstract a")
    there.wait_for()
    assert there.get_attribute("href").startswith("https://openai.com/")
    assert row.locator(".wiki-entry-actions > button").count() == 4  # the reader's marks
    assert row.locator(".wiki-entry-abstract").inner_text() == there.inner_text()


def test_what_is_compared_stands_side_by_side(desk: Any, phone: Any, sample: str) -> None:
    """At a desk the parts of one heading begin at one height;
    on a phone one stands below the other.
    """
    heights = (
        "[1, 2, 3].map(n =>"
        " document.querySelector(`.wiki-contributions-${n}`).getBoundingClientRect().top)"
    )
    for page, window, beside in ((desk, DESK, True), (phone, PHONE, False)):
        page.set_viewport_size(window)  # others before may have seen it in another
        goto(page, sample, "comparison", "?lang=en")
        tops = page.evaluate(heights)
        assert len(set(tops)) == (1 if beside else 3)
        assert tops == sorted(tops)


def test_a_merged_concept_leads_on(desk: Any, sample: str) -> None:
    """The old address of a concept opens the concept that it became."""
    desk.goto(sample + "concepts/multi-agent-communication/")
    desk.wait_for_url(sample + "concepts/agent-communication/")


def test_axe_is_what_was_published() -> None:
    """The checker's files are those of its package, to the byte, with their licences,
    and there are no others.
    """
    for name, (written, found) in checksums().items():
        assert written == found, name
    assert {path.name for path in AXE.iterdir()} == {*checksums(), "SHA256SUMS"}
