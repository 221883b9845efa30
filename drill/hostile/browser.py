"""The attacked site in Chromium: every page opened with a hook, and what it did, asked for and
holds.

Twice: with the site's policy, and with the policy taken away, when nothing may run either but a
    person's own HTML.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlencode

from drill.hostile.fields import Lot
from drill.hostile.techniques import marked
from drill.hostile.upstream import read_id
from tests.site.chromium import ARGUMENTS, CHROMIUM, Quiet, served

TABS = 3
_PATIENCE = 30_000  # milliseconds for a page
_HOOK = """
(() => {
  const say = what => console.debug("\\0hit " + what), define = (name, value) =>
    Object.defineProperty(window, name, { value, writable: false, configurable: false });
  define("hit", id => say(String(id)));
  for (const name of ["alert", "confirm", "prompt", "open", "print"]) define(name, what => say(name + " " + what));
  window.blocked = 0;
  document.addEventListener("securitypolicyviolation", () => { window.blocked += 1 });
  window.read = new Set();
  const get = Storage.prototype.getItem;
  Storage.prototype.getItem = function (key) {
    window.read.add((this === sessionStorage ? "sessionStorage " : "localStorage ") + key);
    return get.call(this, key);
  };
  delete Navigator.prototype.serviceWorker;
})()
"""  # noqa: E501
# What a text must not have become: an element or an attribute of its own. What only says it, or
# leads to a page of the site or, as a link, elsewhere by http, is as it should be.
_SCAN = """
() => {
  const mark = /zq[b-z]{2}q[b-z]{2}/i, found = [], quiet = new Set(["title", "alt", "aria-label", "content", "value",
    "placeholder", "label", "summary", "lang", "datetime", "style-none"]);
  const holds = new Set(["script", "style", "iframe", "object", "embed", "template", "noscript", "plaintext", "svg"]);
  const leads = (tag, name, value) => {
    try {
      const url = new URL(value, document.baseURI);
      return /^https?:$/.test(url.protocol) && (url.origin === location.origin || (tag === "a" && name === "href"));
    } catch { return false }
  };
  // Whoever opened such an element said its first words; what stood behind it on the page only fell into it.
  const first = text => text.slice(0, text.search(mark) + 7);
  const look = root => {
    for (const e of root.querySelectorAll("*")) {
      const tag = e.localName;
      if (e.shadowRoot) look(e.shadowRoot);
      if (tag === "script" && /json/.test(e.type)) {
        try { JSON.parse(e.textContent) } catch { found.push([tag, "json", e.textContent.slice(0, 200)]) }
      }
      else if (holds.has(tag) && mark.test(e.textContent)) found.push([tag, "", first(e.outerHTML)]);
      for (const a of e.attributes) {
        if (mark.test(a.name)) found.push([tag, a.name, a.value.slice(0, 200)]);
        else if (mark.test(a.value) && !quiet.has(a.name) && !a.name.startsWith("data-") && !a.name.startsWith("aria-")
          && !(["id", "for"].includes(a.name) && /^[\\p{L}\\p{N}_:.-]+$/u.test(a.value))
          && !(["href", "src"].includes(a.name) && leads(tag, a.name, a.value)))
          found.push([tag, a.name, a.value.slice(0, 200)]);
      }
    }
  };
  look(document);
  const foot = document.querySelector(".md-footer, footer");
  if (foot && foot.closest("article, main")) found.push(["footer", "in the text", ""]);
  const hidden = (document.body?.innerText || "").match(/.{0,20}[\\u202a-\\u202e\\u2066-\\u2069].{0,20}/g) || [];
  return { found, hidden, blocked: window.blocked || 0, base: document.baseURI };
}
"""  # noqa: E501


@dataclass
class Opened:
    """What was seen in all pages of one pass; marks by field and technique."""

    pages: int = 0
    executed: dict[tuple[int, int], set[str]] = field(default_factory=dict)
    foreign: dict[tuple[int, int], set[str]] = field(default_factory=dict)
    injected: dict[tuple[int, int], set[str]] = field(default_factory=dict)
    nameless: set[str] = field(default_factory=set)  # executions and requests that carry no mark
    hidden: dict[tuple[int, int], set[str]] = field(default_factory=dict)
    blocked: int = 0
    # pages that did not load, errors of the site's own scripts
    broken: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)  # of the browser's stores

    def note(self, into: dict[tuple[int, int], set[str]], said: str, page: str) -> None:
        """Put something that happened under each mark that it carries."""
        found = marked(unquote(said))
        for one in found:
            into.setdefault(one, set()).add(page)
        if not found:
            self.nameless.add(f"{said[:120]} at {page}")


class _AsHosts(Quiet):
    """As a site's host does it: what is not found gets the site's own page."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)


def opened(site: Path, lots: Sequence[Lot], *, policy: bool, pages: str = "**/*.html") -> Opened:
    """Open every page, use what the site offers to press and to type into,
    poison stores and addresses.
    """
    paths = [path.relative_to(site).as_posix() for path in sorted(site.glob(pages))]
    with served(site, _AsHosts) as address:
        return asyncio.run(_all(address, paths, lots, policy))


async def _all(address: str, paths: Sequence[str], lots: Sequence[Lot], policy: bool) -> Opened:
    from playwright.async_api import async_playwright

    seen = Opened()
    async with async_playwright() as play:
        chromium = await play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            work = [_page(quote(path)) for path in paths]
            work += [_front, _search(lots), _radar, _graph]
            work += [_addressed(lot) for lot in lots] + [_elsewhere(lot) for lot in lots]
            await _in_tabs(chromium, address, seen, policy, work)
            await _in_tabs(
                chromium,
                address,
                seen,
                policy,
                [_poisoned(lot, sorted(seen.read)) for lot in lots],
                apart=True,
            )
        finally:
            await chromium.close()
    return seen


Work = Callable[[Any, str, Opened], Awaitable[None]]


async def _in_tabs(
    chromium: Any,
    address: str,
    seen: Opened,
    policy: bool,
    work: Iterable[Work],
    apart: bool = False,
) -> None:
    """Do each piece of work in a tab; ``apart``: each in a browser's context of its own."""
    waiting = iter(work)

    async def tab() -> None:
        async with _tab(chromium, address, seen, policy) as page:
            for one in waiting:
                if apart:
                    async with _tab(chromium, address, seen, policy) as own:
                        await _done(one, own, address, seen)
                else:
                    await _done(one, page, address, seen)

    await asyncio.gather(*(tab() for _ in range(TABS)))


async def _done(work: Work, page: Any, address: str, seen: Opened) -> None:
    from playwright.async_api import Error

    try:
        await work(page, address, seen)
    except Error as error:
        seen.broken.add(f"{page.url.removeprefix(address)}: {str(error).splitlines()[0][:160]}")


@asynccontextmanager
async def _tab(chromium: Any, address: str, seen: Opened, policy: bool) -> AsyncIterator[Any]:
    context = await chromium.new_context(
        viewport={"width": 1280, "height": 900}, reduced_motion="reduce", bypass_csp=not policy
    )
    await context.add_init_script(_HOOK)

    def said(message: Any) -> None:
        if message.text.startswith("\0hit "):
            seen.note(seen.executed, message.text[5:], page.url.removeprefix(address))

    def asked(request: Any) -> None:
        if not request.url.startswith((address, "data:", "blob:", "about:")):
            seen.note(seen.foreign, request.url, page.url.removeprefix(address))

    page = await context.new_page()
    page.set_default_timeout(_PATIENCE)
    page.on("console", said)
    page.on("dialog", lambda dialog: seen.note(seen.executed, f"dialog {dialog.message}", page.url))
    page.on(
        "pageerror",
        lambda error: seen.broken.add(f"{page.url.removeprefix(address)[:80]}: {error}"[:240]),
    )
    context.on("request", asked)
    try:
        yield page
    finally:
        await context.close()


async def _scanned(page: Any, address: str, seen: Opened) -> None:
    """Note what the page holds now."""
    where = page.url.removeprefix(address)
    found = await page.evaluate(_SCAN)
    for tag, name, value in found["found"]:
        seen.note(seen.injected, f"<{tag} {name}={value}>", f"{where} <{tag} {name}>")
    for text in found["hidden"]:
        seen.note(seen.hidden, text, where)
    seen.blocked += found["blocked"]
    if not found["base"].startswith(address):
        seen.nameless.add(f"base {found['base'][:80]} at {where}")
    seen.read |= set(await page.evaluate("() => [...(window.read || [])]"))


def _page(path: str) -> Work:
    async def work(page: Any, address: str, seen: Opened) -> None:
        from playwright.async_api import Error

        try:
            await page.goto(address + path)
        # what a person's own HTML on the page before has set out for, without the policy
        except Error as error:
            if "interrupted by another navigation" not in str(error):
                raise
            await page.goto(address + path)
        seen.pages += 1
        await _scanned(page, address, seen)

    return work


async def _front(page: Any, address: str, seen: Opened) -> None:
    """The front page, shuffled, in each language."""
    for language in ("en", "zh", "both"):
        await page.goto(f"{address}?lang={language}")
        if await page.query_selector(".wiki-today-shuffle"):
            for _ in range(3):
                await page.eval_on_selector(".wiki-today-shuffle", "button => button.click()")
                await page.wait_for_timeout(60)
        await _scanned(page, address, seen)


async def _radar(page: Any, address: str, seen: Opened) -> None:
    """All of the radar's entries, then its every select and list."""
    await page.goto(f"{address}radar/?sort=score")
    await page.wait_for_selector("li.wiki-entry h2")
    for _ in range(30):
        await page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
        await page.wait_for_timeout(40)
    await page.evaluate(
        "() => document.querySelectorAll('details').forEach(one => { one.open = true })"
    )
    await page.evaluate(
        "() => document.querySelectorAll('.wiki-radar button[aria-haspopup], .wiki-radar summary')"
        ".forEach(one => one.click())"
    )
    await _scanned(page, address, seen)


async def _graph(page: Any, address: str, seen: Opened) -> None:
    await page.goto(f"{address}graph/")
    await page.wait_for_selector(".wiki-graph-list li", state="attached")
    await page.evaluate(
        "() => document.querySelectorAll('.wiki-graph-list a').forEach(one => one.dispatchEvent(new"
        " Event('focus')))"
    )
    await _scanned(page, address, seen)


def _search(lots: Sequence[Lot]) -> Work:
    async def work(page: Any, address: str, seen: Opened) -> None:
        """Each technique typed into the search, and each field's mark looked for."""
        await page.goto(address)
        await page.click(".wiki-search-open")
        for lot in lots:
            said = [
                lot("typed: search"),
                *(lot.mark(one) for one in ("feed: title", "reply: headline.zh", "API: title")),
            ]
            for words in said:
                await page.fill("dialog.wiki-search input", words)
                await page.wait_for_timeout(40)
            await _scanned(page, address, seen)

    return work


_KEYS = (
    "author",
    "cat",
    "source",
    "concept",
    "named",
    "q",
    "near",
    "since",
    "sort",
    "shuffle",
    "score",
    "mark",
)


def _addressed(lot: Lot) -> Work:
    """The radar by an address that somebody sent."""

    async def work(page: Any, address: str, seen: Opened) -> None:
        given = {key: lot("address: radar") for key in _KEYS} | {"lang": lot("address: language")}
        await page.goto(f"{address}radar/?{urlencode(given)}#{quote(lot('address: fragment'))}")
        await page.wait_for_timeout(100)
        await _scanned(page, address, seen)
        ids = urlencode({"ids": lot("address: papers")})
        await page.goto(f"{address}radar/?{lot.mark('address: papers')}#{ids}")
        await _scanned(page, address, seen)

    return work


def _elsewhere(lot: Lot) -> Work:
    """Other pages by such an address: search, graph, what is not there."""

    async def work(page: Any, address: str, seen: Opened) -> None:
        search = urlencode({"search": lot("address: search"), "lang": lot("address: language")})
        await page.goto(f"{address}?{search}#{quote(lot('address: fragment'))}")
        await page.wait_for_timeout(60)
        await _scanned(page, address, seen)
        await page.goto(f"{address}graph/?lang=zh#{quote(lot('address: fragment'))}")
        await _scanned(page, address, seen)
        await page.goto(f"{address}{quote(lot('address: path').lstrip('/'))}")
        await _scanned(page, address, seen)

    return work


def _poisoned(lot: Lot, keys: Sequence[str]) -> Work:
    """What another site of the same host put into the browser's stores before the reader came."""

    async def work(page: Any, address: str, seen: Opened) -> None:
        paper = f"papers/2605/{read_id(lot.technique)}/"
        await page.goto(f"{address}404.html")
        for form in range(3):
            values = [(*key.split(" ", 1), _stored(lot, key, form)) for key in keys]
            await page.evaluate(
                "all => all.forEach(([store, key, value]) => window[store].setItem(key, value))",
                values,
            )
            for path in ("", "radar/", "graph/", paper):
                await page.goto(address + path)
                await page.wait_for_timeout(30)
                await _scanned(page, address, seen)

    return work


def _stored(lot: Lot, key: str, form: int) -> str:
    said = lot("store: localStorage") if key.startswith("local") else lot("store: sessionStorage")
    if form == 0:
        return said
    if form == 1:
        return json.dumps(said)
    names = (
        "star",
        "read",
        "later",
        "no",
        "color",
        "from",
        "papers",
        "index",
        "format",
        "lang",
        said,
        "__proto__",
    )
    inner: dict[str, object] = {
        said: said,
        "arxiv:2605.10000": said,
        "__proto__": {"x": said},
        "scheme": said,
        "media": said,
    }
    return json.dumps(
        {
            name: [said, inner] if name == "papers" else said if name == "from" else inner
            for name in names
        }
    )
