"""What the tests of the sample wiki share: its kinds of pages, a watched page, and axe."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.site.chromium import PATIENCE
from wiki_builder.site.build import build_site

# One page of each kind, and what stands on it once its scripts are done.
PAGES = {
    "front": ("", ".wiki-today-shuffle"),
    "trends": ("trends/", "h1"),
    "radar": (
        "radar/",
        (
            "div.wiki-radar[data-count]:not([aria-busy]):not(:has(.wiki-entry-waiting))"
            " li.wiki-entry h2"
        ),
    ),
    "papers": ("papers/", "h1"),
    "month": ("papers/2605/", "h1"),
    "paper": ("papers/2605/2605.02801/", ".wiki-copy button"),
    "paper-maths": ("papers/2605/2605.20061/", ".katex"),
    "paper-file": ("papers/file/d793756e7784/", "h1"),
    "evidence": ("papers/2605/2605.02801/evidence.html", "h1"),
    "concepts": ("concepts/", "h1"),
    "concept": ("concepts/credit-assignment/", ".katex"),
    "entities": ("entities/", "h1"),
    "entity": ("entities/alfworld/", "h1"),
    "comparisons": ("compare/", "h1"),
    "comparison": ("compare/2605.06078--2605.06642--2605.19447/", "h1"),
    "day": ("daily/2026-05-28/", "h1"),
    "briefing": ("daily/2026-06-16/", "h1"),  # a day that has one
    "week": ("daily/2026-W25/", "h1"),
    "days": ("daily/", "h1"),
    "log": ("log/", "h1"),
    "log-month": ("log/2026-05/", "h1"),
    "graph": ("graph/", ".wiki-graph-list li"),
    "feeds": ("feeds/", "h1"),
    "guide": ("guide/", "h1"),
    "guide-code": ("guide/first-wiki/", "nav.md-code__nav button"),
    "guide-tables": ("guide/commands/", "table"),
    "missing": ("404.html", "h1"),
}


def make(folder: Path) -> None:
    """Build it: ``a/wiki`` is the site."""
    built = build_site(Path(__file__).parents[2], site=folder / "a" / "wiki")
    assert built.ok, built.output


AXE = Path(__file__).parent / "axe"
_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_COLOURS = ["color-contrast", "link-in-text-block"]


def goto(page: Any, site: str, kind: str, query: str = "") -> None:
    """Open the page of this kind and wait until its scripts are done."""
    path, done = PAGES[kind]
    page.goto(site + path + query)
    if done != "h1":
        page.wait_for_selector(done, state="attached")


def violations(page: Any, colours_only: bool = False, part: str = "html") -> list[str]:
    """What axe holds against the page as it stands, or a part of it: rule, element, reason; by all
    rules, or by those of colours.
    """
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate((AXE / "axe.min.js").read_text("utf-8"))
    only = (
        {"type": "rule", "values": _COLOURS} if colours_only else {"type": "tag", "values": _TAGS}
    )
    run = "([part, only]) => axe.run(part, { resultTypes: ['violations'], runOnly: only })"
    found = page.evaluate(run, [part, only])
    return [
        f"{rule['id']} {node['html'][:160]}: {' '.join(node['failureSummary'].split())[:240]}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


def in_both_schemes(page: Any, part: str = "html") -> list[str]:
    """What axe finds by day, and of colours by night; of none on its way to another.

    Firefox cannot be asked for a night: there it is chosen by the site's own switch, and a page
    that has none is looked at by day alone.
    """
    page.add_style_tag(content="*, ::before, ::after { transition: none !important }")
    _set_scheme(page, "light")
    found = violations(page, part=part)
    _set_scheme(page, "dark")
    page.wait_for_selector("body:not([data-md-color-scheme=default])")
    found += [f"dark: {line}" for line in violations(page, True, part)]
    _set_scheme(page, "light")
    return found


def _set_scheme(page: Any, scheme: str) -> None:
    if page.context.browser.browser_type.name != "firefox":
        page.emulate_media(color_scheme=scheme)
    else:
        page.evaluate(
            "at => document.querySelector(`.md-option[data-md-color-media='${at}']`)?.click()",
            f"(prefers-color-scheme: {scheme})",
        )


def sideways(page: Any) -> int:
    """By how many pixels the page is wider than its window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return max(0, width)


# The sum of all layout shifts since the page began to come; none is told by Firefox.
SHIFTS = """() => new Promise(done => {
  const shifts = []
  const observer = new PerformanceObserver(list => shifts.push(...list.getEntries()))
  observer.observe({ type: "layout-shift", buffered: true })
  requestAnimationFrame(() => requestAnimationFrame(() =>
    done([...shifts, ...observer.takeRecords()].reduce((sum, shift) => sum + shift.value, 0))))
})"""


_UNTIL = """arg => new Promise((done, late) => {
  const is = %s, end = performance.now() + %d;
  const look = () => (is(arg) ? done(true) : performance.now() > end ? late("too late") : setTimeout(look, 15));
  look();
})"""  # noqa: E501


def until(page: Any, what: str, arg: Any = None) -> None:
    """Wait until ``what`` holds, an expression or a function of ``arg``; also over a change of the
    page.

    Playwright's own way evaluates strings in the page, which the site's policy forbids.
    """
    from playwright.sync_api import Error

    function = what if re.match(r"(\w+|\([^()]*\))\s*=>", what) else f"() => ({what})"
    while True:
        try:
            page.evaluate(_UNTIL % (function, PATIENCE), arg)
            return
        except Error as error:
            if "context was destroyed" not in str(error):
                raise AssertionError(f"{what}: {error}") from error
            page.wait_for_load_state()


@contextmanager
def watched(browser: Any, site: str, **options: Any) -> Iterator[Any]:
    """A fresh visitor's page at which nothing goes wrong.

    A message of the console, a script error, a request to another host and an answer other
    than 200 fail the test. Nothing moves on it, unless ``options`` of the context say otherwise.
    """
    wrong: list[str] = []

    def note(happened: bool, what: str) -> None:
        if happened:
            wrong.append(what)

    context = browser.new_context(**{"reduced_motion": "reduce", **options})
    page = context.new_page()
    page.on(
        "console", lambda said: note(said.type in ("error", "warning"), f"{page.url} {said.text}")
    )
    page.on("pageerror", lambda error: note(True, f"{page.url} {error}"))
    page.on(
        "request", lambda asked: note(not asked.url.startswith((site, "data:", "blob:")), asked.url)
    )
    page.on("response", lambda got: note(got.status not in (200, 304), f"{got.status} {got.url}"))
    try:
        yield page
    finally:
        context.close()
    assert wrong == []


def checksums() -> dict[str, tuple[str, str]]:
    """Of each vendored file of axe: the checksum that is written down, and the one that it has."""
    listed = [
        line.split()
        for line in (AXE / "SHA256SUMS").read_text().splitlines()
        if not line.startswith("#")
    ]
    return {
        name: (checksum, hashlib.sha256((AXE / name).read_bytes()).hexdigest())
        for checksum, name in listed
    }
