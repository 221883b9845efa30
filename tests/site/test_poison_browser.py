"""What others can put before a reader: stores that a host's sites share,
addresses that somebody sent, HTML in text.
"""

from __future__ import annotations

import json
from typing import Any

from tests.site.chromium import IN_A_BROWSER, visitor
from tests.site.sample import goto
from tests.site.small import HOSTILE, STOLEN

pytestmark = IN_A_BROWSER

ELSEWHERE = [
    STOLEN,
    "https://evil.example/",
    "//evil.example/",
    "/elsewhere/papers/2605/2605.00001/",
    "data:text/html,x",
]

NO_LISTS: list[object] = [
    1,
    "x",
    {"papers": 1},
    {"papers": [None, {}, 7]},
    {"papers": ["http://["]},
    [],
]


def kept(page: Any, store: str, key: str, value: object) -> None:
    """Put a value where the site's scripts look for it."""
    page.evaluate(
        "([store, key, value]) => window[store].setItem(key, value)",
        [store, key, json.dumps(value)],
    )


def test_a_list_that_was_put_there_leads_nowhere_else(browser: Any, sample: str) -> None:
    """The next paper and the way back are addresses of this site,
    whatever the browser's store says.
    """
    with visitor(browser) as page:
        goto(page, sample, "paper")
        here = page.url.split("?")[0]
        for target in ELSEWHERE:
            kept(
                page,
                "sessionStorage",
                "wiki-list:/",
                {"papers": [target, here, target], "from": target},
            )
            page.goto(here)
            page.wait_for_selector(".wiki-footer-keys")
            page.keyboard.press("j")
            # the list is that of the paper's day, or at its end
            page.wait_for_selector("[role=status]:not(:empty)")
            assert page.url.startswith(sample)
            assert page.evaluate("window.stolen") is None
            assert page.query_selector(f".wiki-back a[href^='{target[:8]}']") is None


def test_a_list_that_is_none_is_passed_over(browser: Any, sample: str) -> None:
    """What has another form is no list, and no fault either."""
    with visitor(browser) as page:
        goto(page, sample, "paper")
        for value in NO_LISTS:
            kept(page, "sessionStorage", "wiki-list:/", value)
            goto(page, sample, "paper")
            page.wait_for_selector(".wiki-footer-keys")
            # by the paper's day, as without a list
            with page.expect_navigation(url="**/papers/2605/*/"):
                page.keyboard.press("k")


def test_colours_that_were_put_there_are_colours_only(browser: Any, sample: str) -> None:
    """Names and values of another kind set no attribute and stop no script."""
    with visitor(browser) as page:
        goto(page, sample, "paper")
        kept(
            page,
            "localStorage",
            "/.__palette",
            {"index": 1, "color": {"on load": "x", "scheme": {"a": 1}, "media": 3}},
        )
        page.reload()
        assert page.evaluate("document.body.hasAttribute('data-md-color-on')") is False


def test_many_marks_are_read_as_far_as_a_reader_has_some(browser: Any, sample: str) -> None:
    """Of 200,000 marks the latest are read, and the page still answers."""
    with visitor(browser) as page:
        goto(page, sample, "radar")
        page.evaluate(
            "() => localStorage.setItem('wiki-marks:/', JSON.stringify({ star:"
            " Object.fromEntries(Array.from({ length: 200000 }, (_, n) => ['arxiv:' +"
            " n.toString(36), '2026-05-05'])) }))"
        )
        page.reload()
        page.wait_for_selector(".wiki-entry")
        module = "new URL('../assets/wiki/marks.js', location.href.split('?')[0])"
        count = f"async () => (await import({module})).all('star').length"
        assert page.evaluate(count) == 50_000
        page.click(".wiki-entry-unfold >> nth=0")
        page.click(".wiki-entry [data-wiki-mark=read] >> nth=0")
        page.wait_for_selector("[data-wiki-read]")


def test_many_papers_in_an_address_are_taken_at_once(browser: Any, sample: str) -> None:
    """Their stars are stored once, not one by one, and no more of them than a list has."""
    with visitor(browser) as page:
        page.goto(f"{sample}radar/#ids=" + ",".join(f"2605.{n:05}" for n in range(20_000)))
        page.wait_for_selector(".wiki-radar-take", state="attached")
        page.evaluate(
            "() => { window.stored = 0; const own = Storage.prototype.setItem;"
            " Storage.prototype.setItem = function (...all) { window.stored += 1; own.apply(this,"
            " all) } }"
        )
        page.eval_on_selector(".wiki-radar-take", "button => button.click()")
        assert page.evaluate("window.stored") == 1
        held = page.evaluate(
            "Object.keys(JSON.parse(localStorage.getItem('wiki-marks:/')).star).length"
        )
        assert held == 5_000


def test_a_script_in_a_text_does_not_run(browser: Any, small: str) -> None:
    """HTML that came with a page is shown; its scripts, and the handlers in it,
    are not the site's.
    """
    context = browser.new_context()
    # of no visitor's: what takes the theme's markup along is a fault that is seen
    page = context.new_page()
    for name in HOSTILE:
        page.goto(f"{small}{name}/")
        page.evaluate("document.getElementById('link')?.click()")
        assert page.evaluate("window.stolen") is None, name
        assert page.evaluate("document.baseURI").startswith(small)
    context.close()
