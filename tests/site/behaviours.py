"""What every browser must do with the site, told once: a page of Playwright's, or of one that is
used like it.

Chromium does it in the browser tests at length; Firefox with every run of the tests
(``test_firefox.py``); and ``make drill DRILL=browsers`` has Chromium, Firefox and WebKitGTK do it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.once import Once
from tests.site import sample, small
from tests.site.host import Host
from tests.site.sample import PAGES, goto, sideways, until
from tests.site.small import HOSTILE

# where the host has this repository's own site, and the small wiki
OWN, SMALL = "a/wiki/", "my-wiki/"
LANGUAGE = "[document.documentElement.dataset.lang, document.documentElement.lang]"
COUNT = "div.wiki-radar:not([aria-busy])[data-count='{}']"
DONE = "dialog.wiki-search[open]:not([aria-busy])[data-asked='{}'] a.wiki-search-option"


def sites(once: Once) -> dict[str, Path]:
    """The folders of both, by their place at the host."""
    own, small_one = once("own", sample.make), once("small", small.make)
    return {f"/{OWN}": own / OWN, f"/{SMALL}": small_one / "host" / SMALL}


def there(page: Any) -> None:
    """Wait until all scripts of the page are there: the last one offers to keep the site. One who
    leaves earlier is told by Firefox of each that it gave up.
    """
    page.wait_for_selector(".wiki-offline button", state="attached")


def opened(page: Any, site: str, kind: str, query: str = "") -> None:
    """Open a page of this repository's site, with all that its scripts do."""
    goto(page, site, kind, query)
    if kind != "evidence":  # which has no scripts
        there(page)


def follow(page: Any, link: str, holds: str) -> None:
    """Click on a link, and wait until something holds, by short looks alone: a page that is kept
    alive when it is left gives no answer any more, and of one that is shown again no driver tells
    that it was loaded.
    """
    from playwright.sync_api import Error

    click = (
        f"document.querySelector('{link}')?.click() ?? document.querySelector('{link}') !== null"
    )
    for look in (click, holds):
        for _ in range(10_000):
            with suppress(Error):  # on the way from page to page
                if page.evaluate(f"Boolean({look})"):
                    break
        else:
            raise AssertionError(look)


def language(page: Any, host: Host) -> None:
    """The switch shows one language, the next page keeps it, and an address may name another."""
    site = host.address + OWN
    opened(page, site, "paper", "?lang=en")
    assert not page.is_visible("#wiki-summary-zh")
    page.click(".wiki-language button[value=zh]")
    page.wait_for_selector("#wiki-summary-zh")
    assert not page.is_visible("#wiki-summary-en")
    opened(page, site, "concepts")
    assert page.evaluate(LANGUAGE) == ["zh", "zh-Hans"]
    opened(page, site, "log", "?lang=both")
    assert page.evaluate(LANGUAGE) == ["both", "zh-Hans"]  # the language of words was read last


def radar(page: Any, host: Host) -> None:
    """A filter narrows the list and stands in the address; "back" takes it away;
    shuffling deals by the address.
    """
    site = host.address + OWN
    opened(page, site, "radar", "?lang=en")
    count = int(page.evaluate("document.querySelector('div.wiki-radar').dataset.count"))
    page.click("li.wiki-entry .wiki-entry-filter")
    page.wait_for_selector(".wiki-radar-chips li > button")
    until(
        page, "all => Number(document.querySelector('div.wiki-radar').dataset.count) < all", count
    )
    assert page.evaluate("location.search").startswith("?lang=en&")
    page.go_back()
    page.wait_for_selector(COUNT.format(count), state="attached")
    titles = "[...document.querySelectorAll('li.wiki-entry h2')].map(one => one.textContent)"
    page.wait_for_selector("li.wiki-entry h2")
    sorted_ = page.evaluate(titles)
    page.click(".wiki-radar-shuffle")
    until(page, "location.search.includes('shuffle=')")
    until(
        page,
        f"before => !document.querySelector('.wiki-entry-waiting') && ({titles}).join() !=="
        " before.join()",
        sorted_,
    )
    dealt = page.evaluate(titles)
    there(page)
    page.reload()
    until(page, f"dealt => ({titles}).join() === dealt.join()", dealt)


def marks(page: Any, host: Host) -> None:
    """A star of the front page is counted there, is kept for the next visit,
    and is a view of the radar.
    """
    site = host.address + OWN
    opened(page, site, "front", "?lang=en")
    page.click(".wiki-top .wiki-entry-actions [data-wiki-mark=star]")
    until(page, "document.querySelector('.wiki-kept').innerText.startsWith('1 starred')")
    page.reload()
    page.wait_for_selector(".wiki-top .wiki-entry-actions[data-wiki-star]")
    there(page)
    opened(page, site, "radar", "?lang=en&mark=star")
    page.wait_for_selector(COUNT.format(1), state="attached")
    page.click("li.wiki-entry .wiki-entry-unfold")
    page.click("li.wiki-entry [data-wiki-mark=read]")
    page.wait_for_selector("li.wiki-entry[data-wiki-read]")


def way_back(page: Any, host: Host) -> None:
    """A paper's page leads back to the radar as it was left, which the browser kept alive, in the
    language that was chosen since; and pages behind it are in that language. A worker brings them,
    or not.
    """
    host.caching = "no-cache"
    site = host.address + OWN
    opened(page, site, "radar", "?lang=en&cat=cs.CV")
    page.evaluate("window.left = true")
    page.click("li.wiki-entry h2 a")
    page.wait_for_selector(".wiki-back a")
    there(page)
    page.click(".wiki-language button[value=zh]")
    switched = "document.documentElement.dataset.lang === 'zh'"
    follow(page, ".wiki-back a", f"location.pathname.endsWith('/radar/') && {switched}")
    assert page.evaluate("location.search") == "?lang=zh&cat=cs.CV"
    # of Chromium, while it is driven
    why_not = "performance.getEntriesByType('navigation')[0].notRestoredReasons"
    assert page.evaluate(f"window.left || Boolean({why_not})")
    follow(page, "li.wiki-entry h2 a", "document.querySelector('.wiki-back')")
    assert page.evaluate(LANGUAGE) == ["zh", "zh-Hans"]


def hand(page: Any, host: Host) -> None:
    """The front page deals a fresh hand of papers, and puts it away."""
    opened(page, host.address + OWN, "front", "?lang=zh")
    page.click(".wiki-today-shuffle")
    page.wait_for_selector(".wiki-hand .wiki-entry")
    until(page, "document.activeElement.id === 'fresh'")


def search(page: Any, host: Host) -> None:
    """A key opens it, both languages find, arrows choose, and Enter opens what was chosen,
    its words marked.
    """
    site = host.address + OWN
    opened(page, site, "front", "?lang=en")
    page.keyboard.press("/")
    page.wait_for_selector("dialog.wiki-search[open]:not([aria-busy])")
    for words in ("credit assignment", "信用分配"):
        page.fill("dialog.wiki-search input", words)
        page.wait_for_selector(DONE.format(words))
        first = page.evaluate("document.querySelector('a.wiki-search-option').href")
        assert "/concepts/credit-assignment/" in first
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("#wiki-search-0[aria-selected=true]")
    page.keyboard.press("Enter")
    until(page, "location.pathname.endsWith('/concepts/credit-assignment/')")
    there(page)
    page.go_back()
    page.wait_for_selector(DONE.format("信用分配"))


def graph(page: Any, host: Host) -> None:
    """It is drawn, the list says the same, and the picture is used by keyboard."""
    opened(page, host.address + OWN, "graph", "?lang=en")
    pixels = "document.querySelector('canvas').getContext('2d').getImageData(0, 0, 400, 400).data"
    until(page, f"new Set({pixels}).size > 20")
    page.evaluate("document.querySelector('canvas').focus()")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".wiki-graph-list > li[aria-current]")
    named = page.evaluate(
        "document.querySelector('.wiki-graph-list > li[aria-current] > a').innerText"
    )
    assert page.inner_text(".wiki-graph-status").startswith(named.strip())


def quote(page: Any, host: Host) -> None:
    """A claim's sentence opens where the claim stands, Escape closes it; an address opens it."""
    address = f"{host.address}{SMALL}papers/2605/2605.00001/?lang=en"
    mark = ".wiki-contributions[lang=en] a[href$='#e-c1'][aria-expanded]"
    page.goto(address)
    there(page)
    page.wait_for_selector(mark)
    page.evaluate("css => document.querySelector(css).focus()", mark)
    page.keyboard.press("Enter")
    page.wait_for_selector(".wiki-quote-box blockquote mark")
    assert page.inner_text(".wiki-quote-box mark") == "It reaches 81.2% on three tasks."
    assert page.evaluate("css => document.querySelector(css).ariaExpanded", mark) == "true"
    page.keyboard.press("Escape")
    page.wait_for_selector(".wiki-quote-box", state="detached")
    assert page.evaluate("document.activeElement.hash") == "#e-c1"
    page.goto("about:blank")
    page.goto(address + "#e-c3")
    page.wait_for_selector(".wiki-quote-box blockquote")


def keys(page: Any, host: Host) -> None:
    """j and k go through a list, o opens, m marks,
    and on a paper's page j goes on in the list; ? lists them.
    """
    site = host.address + SMALL
    page.goto(f"{site}daily/2026-05-05/?lang=en")
    there(page)
    page.keyboard.press("j")
    first = page.evaluate("document.activeElement.href")
    page.keyboard.press("j")
    second = page.evaluate("document.activeElement.href")
    assert first != second
    page.keyboard.press("k")
    page.keyboard.press("o")
    until(page, "first => location.href.startsWith(first)", first)
    there(page)
    page.keyboard.press("m")
    page.wait_for_selector(".wiki-marks [data-wiki-mark=read][aria-pressed=true]")
    page.keyboard.press("?")
    page.wait_for_selector("dialog.wiki-keys[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.wiki-keys[open]", state="detached")
    page.keyboard.press("j")
    until(page, "second => location.href.startsWith(second)", second)


def policy(page: Any, host: Host) -> None:
    """What a page's text brings along does not run, nor what is put into the page afterwards."""
    for name in HOSTILE:
        page.goto(f"{host.address}{SMALL}{name}/")
        assert page.evaluate("document.querySelector('h1')?.innerText ?? ''").startswith(name)
        page.evaluate("document.getElementById('link')?.click()")
        assert page.evaluate("window.stolen ?? null") is None, name
        assert page.evaluate("document.baseURI").startswith(host.address), name
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), { text:"
        " 'window.stolen = 1' }))"
    )
    assert page.evaluate("window.stolen ?? null") is None


def offline(page: Any, host: Host) -> None:
    """A page that was visited opens again without a connection, with its scripts;
    another one says that it is not.
    """
    address = f"{host.address}{OWN}{PAGES['paper'][0]}"
    page.goto(address)
    there(page)  # and what was loaded with it is kept
    host.away = True
    page.goto(f"{address}?lang=zh")
    page.wait_for_selector(".wiki-copy button", state="attached")
    page.goto(f"{host.address}{OWN}papers/2606/2606.19893/")
    until(page, "document.querySelector('h1').innerText.includes('Not available offline')")
    host.away = False


def every_page(page: Any, host: Host) -> None:
    """Each kind of page does what its scripts do, is no wider than a desk or a phone,
    and asks no other host.
    """
    site = host.address + OWN
    # whose addresses are those of a site at a host's root
    for kind in (kind for kind in PAGES if kind != "missing"):
        page.set_viewport_size({"width": 1280, "height": 850})
        opened(page, site, kind)
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 850})
            assert sideways(page) == 0, f"{kind} at {width} pixels"
        asked = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
        assert [
            url for url in asked if not url.startswith((host.address, "data:", "blob:"))
        ] == [], kind


BEHAVIOURS: dict[str, Callable[[Any, Host], None]] = {
    "the language switch": language,
    "the radar's filters and shuffle": radar,
    "marks are kept": marks,
    "the way back to a list": way_back,
    "a fresh hand on the front page": hand,
    "the search": search,
    "the graph": graph,
    "a quote in its place": quote,
    "keys": keys,
    "no script of a text runs": policy,
    "reading without a connection": offline,
    "every kind of page": every_page,
}
# What a browser may tell of it: that a script was blocked, and what became of the page around it;
#     that a page is away.
TOLD: dict[str, dict[str, Any]] = {
    "no script of a text runs": {"console": False, "errors": False},
    "reading without a connection": {"console": False, "errors": False},
}
