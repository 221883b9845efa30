"""The site in a real browser: the language switch, evidence, maths, a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.site.chromium import IN_A_BROWSER, Visit, visitors

pytestmark = IN_A_BROWSER


@pytest.fixture(scope="module")
def site(tiny: str) -> str:
    """The address of a tiny wiki."""
    return tiny


@pytest.fixture(scope="module")
def visit(browser: Any) -> Iterator[Visit]:
    """A window for one visitor after another;
    a script error or a request to a third party fails the test.
    """
    with visitors(browser, console=False) as visit:
        yield visit


@pytest.fixture
def page(visit: Visit, site: str) -> Iterator[Any]:
    """A fresh visitor's page."""
    with visit(site) as page:
        yield page


PAPER = "papers/2605/2605.02801/"


def test_the_language_is_chosen_and_remembered(page: Any, site: str) -> None:
    """A reader chooses once, with the keyboard too; the next page is in that language."""
    page.goto(site + PAPER)
    assert page.is_visible("#wiki-summary-en")
    assert page.is_visible("#wiki-summary-zh")
    page.focus(".wiki-language button[value=zh]")
    page.keyboard.press("Enter")
    assert not page.is_visible("#wiki-summary-en")
    assert page.get_attribute(".wiki-language button[value=zh]", "aria-pressed") == "true"
    assert not page.is_visible(".md-nav--secondary a[href='#contributions']")
    page.goto(site)
    assert page.evaluate("document.documentElement.dataset.lang") == "zh"


def test_a_claim_opens_its_evidence(page: Any, site: str) -> None:
    """One click from a claim to the quote that it rests on."""
    page.goto(site + PAPER)
    assert not page.is_visible("#e-c3f9a2c1")
    page.click(".wiki-contributions[lang=en] a.wiki-evidence")
    page.wait_for_selector("#e-c3f9a2c1", state="visible")


def test_maths_is_set_and_loaded_only_where_there_is_some(page: Any, site: str) -> None:
    """KaTeX comes from the site itself, and only to pages that need it."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site, wait_until="networkidle")
    assert not any("katex" in url for url in asked)
    page.goto(site + PAPER)
    page.wait_for_selector("#wiki-summary-en .katex")


def test_a_diagram_asks_no_other_host(page: Any, site: str) -> None:
    """Material's script would load Mermaid from one; the diagram stays as it was written."""
    page.goto(site + "mine/", wait_until="networkidle")
    page.wait_for_selector("pre.mermaid:has-text('graph TD; A-->B')")


def test_maths_in_a_title_is_read_as_text(page: Any, site: str) -> None:
    """In the browser's tab, where no script sets it; money stays money."""
    page.goto(site + "mine/")
    title = "On τ²-Bench at O(n²) < $5 to $10"
    assert page.title() == f"{title} - A wiki"


def test_a_phone_shows_all_without_scrolling_sideways(page: Any, site: str) -> None:
    """360 pixels are enough for a paper, in any language, with the switch in reach."""
    page.set_viewport_size({"width": 360, "height": 740})
    for language in ("en", "zh", "both"):
        page.goto(f"{site}{PAPER}?lang={language}")
        page.wait_for_selector("section:not([hidden]) .katex", state="attached")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        box = page.locator(".wiki-language").bounding_box()
        assert box["x"] + box["width"] <= 360


def test_the_shipped_theme_is_complete() -> None:
    """Every file that the templates and the script name is there."""
    assets = Path(__file__).parents[2] / "wiki_builder/site/theme/assets/wiki"
    for name in (
        "tokens.css",
        "wiki.css",
        "wiki.js",
        "katex/katex.min.js",
        "katex/katex.min.css",
        "katex/LICENSE",
    ):
        assert (assets / name).is_file()
