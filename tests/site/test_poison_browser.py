"""What others can put before a reader: stores that a host's sites share, addresses that somebody sent, HTML in text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.pages.sample import sample as small_wiki
from tests.site.chromium import IN_A_BROWSER, served, visitor
from tests.site.sample import PAGES, goto
from wiki_builder.site.build import build_site

pytestmark = IN_A_BROWSER

STOLEN = "javascript:void(window.stolen=true)"
ELSEWHERE = [
    STOLEN,
    "https://evil.example/",
    "//evil.example/",
    "/elsewhere/papers/2605/2605.00001/",
    "data:text/html,x",
]


def kept(page: Any, store: str, key: str, value: object) -> None:
    """Put a value where the site's scripts look for it."""
    page.evaluate("([store, key, value]) => window[store].setItem(key, value)", [store, key, json.dumps(value)])


@pytest.mark.parametrize("target", ELSEWHERE)
def test_a_list_that_was_put_there_leads_nowhere_else(browser: Any, sample: str, target: str) -> None:
    """The next paper and the way back are addresses of this site, whatever the browser's store says."""
    with visitor(browser) as page:
        page.set_default_timeout(10_000)
        goto(page, sample, "paper")
        here = page.url.split("?")[0]
        kept(page, "sessionStorage", "wiki-list:/", {"papers": [target, here, target], "from": target})
        with page.expect_navigation():
            page.goto(here)
        page.wait_for_selector(".wiki-footer-keys")
        page.keyboard.press("j")
        page.wait_for_selector("[role=status]:not(:empty)")  # the list is that of the paper's day, or at its end
        assert page.url.startswith(sample)
        assert page.evaluate("window.stolen") is None
        assert page.query_selector(f".wiki-back a[href^='{target[:8]}']") is None


@pytest.mark.parametrize("value", [1, "x", {"papers": 1}, {"papers": [None, {}, 7]}, {"papers": ["http://["]}, []])
def test_a_list_that_is_none_is_passed_over(browser: Any, sample: str, value: object) -> None:
    """What has another form is no list, and no fault either."""
    with visitor(browser) as page:
        page.set_default_timeout(10_000)
        goto(page, sample, "paper")
        kept(page, "sessionStorage", "wiki-list:/", value)
        page.reload()
        page.wait_for_selector(".wiki-footer-keys")
        with page.expect_navigation(url="**/papers/2605/*/"):  # by the paper's day, as without a list
            page.keyboard.press("k")


def test_colours_that_were_put_there_are_colours_only(browser: Any, sample: str) -> None:
    """Names and values of another kind set no attribute and stop no script."""
    with visitor(browser) as page:
        page.set_default_timeout(10_000)
        goto(page, sample, "paper")
        kept(
            page, "localStorage", "/.__palette", {"index": 1, "color": {"on load": "x", "scheme": {"a": 1}, "media": 3}}
        )
        page.reload()
        assert page.evaluate("document.body.hasAttribute('data-md-color-on')") is False


def test_many_marks_are_read_as_far_as_a_reader_has_some(browser: Any, sample: str) -> None:
    """Of 200,000 marks the latest are read, and the page still answers."""
    with visitor(browser) as page:
        page.set_default_timeout(10_000)
        goto(page, sample, "radar")
        page.evaluate(
            "() => localStorage.setItem('wiki-marks:/', JSON.stringify({ format: 1, star: Object.fromEntries("
            "Array.from({ length: 200000 }, (_, n) => ['arxiv:' + n.toString(36), '2'])) }))"
        )
        page.reload()
        page.wait_for_selector(".wiki-entry")
        module = "new URL('../assets/wiki/marks.js', location.href.split('?')[0])"
        count = f"async () => (await import({module})).all('star').length"
        assert page.evaluate(count) == 50_000
        page.click(".wiki-entry [data-wiki-mark=read] >> nth=0")
        page.wait_for_selector("[data-wiki-read]")


def test_many_papers_in_an_address_are_taken_at_once(browser: Any, sample: str) -> None:
    """Their stars are stored once, not one by one, and no more of them than a list has."""
    with visitor(browser) as page:
        page.set_default_timeout(10_000)
        page.goto(f"{sample}radar/#ids=" + ",".join(f"2605.{n:05}" for n in range(20_000)))
        page.wait_for_selector(".wiki-radar-take", state="attached")
        page.evaluate(
            "() => { window.stored = 0; const own = Storage.prototype.setItem;"
            " Storage.prototype.setItem = function (...all) { window.stored += 1; own.apply(this, all) } }"
        )
        page.eval_on_selector(".wiki-radar-take", "button => button.click()")
        assert page.evaluate("window.stored") == 1
        held = page.evaluate("Object.keys(JSON.parse(localStorage.getItem('wiki-marks:/')).star).length")
        assert held == 5_000


def test_a_script_in_a_text_does_not_run(browser: Any, tmp_path: Path) -> None:
    """HTML that came with a page is shown; its scripts, and the handlers in it, are not the site's."""
    wiki = small_wiki(tmp_path)
    for name, text in {
        "inline": "<script>window.stolen = 'inline'</script>",
        "handler": "<img src='x.png' onerror=\"window.stolen = 'handler'\">",
        "link": f'<a id="link" href="{STOLEN}">link</a>',
        "unclosed": "<p>x</p>\n\n<script>window.stolen = 'unclosed' //",
        "svg": "<svg onload=\"window.stolen = 'svg'\"></svg>",
        "base": '<base href="https://evil.example/">',
    }.items():
        (wiki.root / "docs" / f"{name}.md").write_text(f"# {name}\n\n{text}\n", "utf-8")
    built = build_site(wiki.root)
    assert built.ok, built.output
    with served(built.site) as address:
        page = browser.new_page()  # of no visitor's: what takes the theme's markup along is a fault that is seen
        for name in ("inline", "handler", "link", "unclosed", "svg", "base"):
            page.goto(f"{address}{name}/")
            page.evaluate("document.getElementById('link')?.click()")
            assert page.evaluate("window.stolen") is None, name
            assert page.evaluate("document.baseURI").startswith(address)


@pytest.mark.parametrize("name", PAGES)
def test_no_page_has_anything_that_its_policy_forbids(browser: Any, sample: str, name: str) -> None:
    """Nothing of the site's own is blocked, with its search open and in the dark."""
    with visitor(browser) as page:
        page.set_default_timeout(10_000)
        page.add_init_script(
            "window.blocked = []; document.addEventListener('securitypolicyviolation', "
            "event => window.blocked.push(`${event.violatedDirective} ${event.blockedURI}`))"
        )
        goto(page, sample, name)
        assert page.query_selector("meta[http-equiv=Content-Security-Policy]")
        page.emulate_media(color_scheme="dark")
        if page.query_selector(".wiki-search-open"):
            page.click(".wiki-search-open")
            page.fill("dialog.wiki-search input", "credit")
            page.wait_for_selector(".wiki-search-option")
        assert page.evaluate("window.blocked") == []
