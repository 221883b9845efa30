"""Reading without a connection: what was visited, what was kept on purpose,
and what is never kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.once import Once
from tests.pages.sample import sample
from tests.site.chromium import IN_A_BROWSER, PATIENCE, visitor
from tests.site.host import Host, hosted
from tests.site.sample import until, violations
from tests.site.small import make

pytestmark = IN_A_BROWSER

PAPER, OTHER = "papers/2605/2605.02801/", "papers/2606/2606.19893/"
BUTTON, STATUS = ".wiki-offline button", ".wiki-offline [role=status]"
NAMES = "async () => (await caches.keys()).sort()"
TEXTS = """async () => {
  let all = ""
  for (const name of await caches.keys())
    for (const answer of await (await caches.open(name)).matchAll()) all += await answer.text()
  return all
}"""

LEFT_OVER = "async () => { await caches.open('wiki-builder / pages') }"  # by a worker that went


@pytest.fixture
def host(own_host: Path) -> Iterator[Host]:
    """A host with this repository's own site under a path."""
    with hosted({"/a/": own_host / "a" / "wiki"}) as host:
        yield host


@pytest.fixture
def page(with_workers: Any, host: Host) -> Iterator[Any]:
    """A visitor's page, which is closed before the host is:
    what it still asks for must not fail.
    """
    with visitor(with_workers, console=False) as page:
        yield page


def visit(page: Any, address: str) -> None:
    """Open a page, and wait until what is loaded with it is kept: then it offers to keep more, and
    no script is on its way, of which Firefox would say that it gave up.
    """
    page.goto(address)
    page.wait_for_selector(BUTTON, state="attached")


def until_kept(page: Any, holds: str, value: object = None) -> None:
    """Wait until something holds of the names of all caches, and ``value``."""
    loop = """async value => {
      for (const end = performance.now() + %d; !await (%s)(await caches.keys(), value);) {
        if (performance.now() > end) throw new Error(`still kept: ${await caches.keys()}`)
        await new Promise(requestAnimationFrame)
      }
    }"""
    page.evaluate(loop % (PATIENCE, holds), value)


def until_renewed(page: Any, holds: str) -> None:
    """Wait the same while the browser looks for a new worker, as at each visit: once is not enough
    where it is already about to look, and has had its answer before the worker was replaced; and it
    may have found it before.
    """
    look = "(await navigator.serviceWorker.getRegistration())?.update()"
    until_kept(
        page, f"async names => {{ await {look}.catch(() => {{}}); return ({holds})(names) }}"
    )


def keys(page: Any, start: str) -> list[str]:
    """The paths that are kept in the caches whose names begin so."""
    found: list[str] = page.evaluate(
        """async start => {
          const names = (await caches.keys()).filter(name => name.startsWith(start))
          const kept = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
          return kept.flat().map(({ url }) => new URL(url).pathname)
        }""",
        start,
    )
    return found


def keep(page: Any) -> None:
    """Have the set kept."""
    page.click(BUTTON)
    until(
        page,
        "([at, word]) => document.querySelector(at).textContent.includes(word)",
        arg=[STATUS, "MB kept"],
    )


def ask(page: Any, words: str) -> list[str]:
    """The titles that the search finds."""
    page.keyboard.press("/")
    page.fill("dialog[open] input, [role=dialog] input", words)
    page.wait_for_selector("#wiki-search-0")
    return [title.strip() for title in page.locator(".wiki-search-title").all_text_contents()]


def test_visited_pages_are_there_without_a_connection(page: Any, host: Host) -> None:
    """After one visit a page opens again, whatever is asked of it;
    another says in both languages that it is not.
    """
    visit(page, host.address + f"a/{PAPER}")
    title = page.locator("h1").first.text_content()
    host.away = True
    page.goto(host.address + f"a/{PAPER}?lang=zh&h=agent")
    assert page.locator("h1").first.text_content() == title
    page.wait_for_selector(".wiki-copy button")  # by a script that the first visit loaded
    page.reload()
    assert page.locator("h1").first.text_content() == title
    answer = page.goto(host.address + f"a/{OTHER}")
    assert answer.status == 503
    assert {"Not available offline", "离线时无法打开"} <= set(
        page.locator("h1 span").all_text_contents()
    )
    assert page.locator("a").first.get_attribute("href") == "/a/"
    assert violations(page) == []
    host.away = False
    page.click("a[href='']")
    page.wait_for_selector(".wiki-copy button")


def test_what_comes_late_is_kept_too(page: Any, host: Host) -> None:
    """What was asked for before the worker was there, and is sent long after,
    is there without a connection.
    """
    host.slow = "evidence.html"
    host.at_once.clear()
    with page.expect_request(re.compile(r"evidence\.html$")):
        visit(page, host.address + f"a/{PAPER}")
    host.at_once.set()
    until_kept(page, f"async () => caches.match('/a/{PAPER}evidence.html')")
    host.away = True
    page.reload()
    page.wait_for_selector("#wiki-evidence > .wiki-sentences", state="attached")


def test_what_is_kept_on_purpose_is_all_there(page: Any, host: Host, once: Once) -> None:
    """Search answers new questions in both languages, radar and newest papers open,
    until the reader removes them.
    """
    host.places["/a/"] = once("small", make) / "host/my-wiki"
    visit(page, host.address + "a/")
    assert re.match(
        r"Keep for offline reading \(\d+(\.\d)? MB\)", page.locator(BUTTON).text_content()
    )
    keep(page)
    assert violations(page, part=".md-copyright") == []
    host.away = True
    page.reload()
    page.wait_for_selector(BUTTON, state="attached")
    assert any("credit assignment" in title.lower() for title in ask(page, "credit assignment"))
    visit(page, host.address + "a/?lang=zh")
    assert any("信用分配" in title for title in ask(page, "信用分配"))
    visit(page, host.address + "a/radar/?lang=en")
    page.wait_for_selector("li.wiki-entry h2")
    visit(page, host.address + "a/graph/")
    page.wait_for_selector(".wiki-graph-list li")
    visit(page, host.address + "a/papers/2605/2605.00001/?lang=en")
    page.wait_for_selector(".wiki-copy button")
    page.locator("a[href*='#e-'][aria-expanded]:visible").first.click()
    page.wait_for_selector(".wiki-quote-box blockquote")
    page.keyboard.press("Escape")
    page.wait_for_selector(BUTTON)
    page.locator(BUTTON, has_text="Remove").click()
    until(
        page, "at => document.querySelector(at).textContent.includes('nothing is kept')", arg=STATUS
    )
    assert page.evaluate(NAMES) == []
    assert page.goto(host.address + "a/radar/").status == 503


def test_a_new_build_is_shown_and_kept(page: Any, host: Host, once: Once) -> None:
    """With a connection pages are those of the host;
    what is kept follows the new build, its scripts too.
    """
    host.places["/a/"] = once("small", make) / "host/my-wiki"
    paper = "papers/2605/2605.00001/"
    visit(page, host.address + "a/")
    keep(page)
    before = page.evaluate(NAMES)
    host.change(f"/a/{paper}index.html", "</h1>", " (anew)</h1>")
    host.change("/a/assets/wiki/keys.js", r"\Z", "\ndocument.documentElement.dataset.anew = 1\n")
    host.change("/a/offline.js", r'("assets":")[0-9a-f]+', r"\g<1>00ff")
    for name in ("/a/offline.js", "/a/assets/wiki/offline.json"):
        host.change(name, r'("version":")[0-9a-f]+', r"\g<1>00ff")
    page.goto(host.address + f"a/{paper}")
    assert "(anew)" in page.locator("h1").first.text_content()
    old = [name for name in before if " set " in name or " assets " in name]
    until_kept(
        page,
        "(names, old) => names.includes('wiki-builder /a/ set 00ff') && !old.some(one =>"
        " names.includes(one))",
        old,
    )
    host.away = True
    page.reload()
    assert "(anew)" in page.locator("h1").first.text_content()
    page.wait_for_selector("html[data-anew]")


def test_a_slow_host_is_not_waited_for(page: Any, host: Host) -> None:
    """What is kept is shown when the network takes too long."""
    host.change("/a/offline.js", "const SLOW = 4000", "const SLOW = 40")
    visit(page, host.address + f"a/{PAPER}")
    host.at_once.clear()
    page.goto(host.address + f"a/{PAPER}", wait_until="commit")
    page.wait_for_selector(".wiki-copy button")


def test_only_so_many_visited_pages_are_kept(page: Any, host: Host) -> None:
    """The page that was not opened for the longest time goes first."""
    host.change("/a/offline.js", r"\[PAGES\]: 300", "[PAGES]: 2")
    pages = "(await caches.open('wiki-builder /a/ pages')).keys()"
    for path in ("papers/", "log/", "papers/", "concepts/"):
        visit(page, f"{host.address}a/{path}")
        until_kept(page, f"async (names, path) => (await {pages}).pop()?.url.endsWith(path)", path)
    until_kept(page, f"async () => (await {pages}).length <= 2")
    assert set(keys(page, "wiki-builder /a/ pages")) == {"/a/papers/", "/a/concepts/"}


def test_two_sites_of_one_host_do_not_mix(page: Any, host: Host) -> None:
    """Each site under a path has its own, also where one stands below the other;
    removing one leaves the other.
    """
    host.places["/a/b/"] = host.places["/a/"]
    visit(page, host.address + "a/")
    visit(page, host.address + f"a/b/{PAPER}")
    names = page.evaluate(NAMES)
    assert {name.split(" ")[1] for name in names} == {"/a/", "/a/b/"}
    assert not [path for path in keys(page, "wiki-builder /a/ ") if path.startswith("/a/b/")]
    assert all(path.startswith("/a/b/") for path in keys(page, "wiki-builder /a/b/ "))
    host.away = True
    assert page.goto(host.address + f"a/{PAPER}").status == 503
    page.goto(host.address + f"a/b/{PAPER}")
    page.wait_for_selector(".wiki-copy button")


def test_an_owners_notes_are_never_kept(with_workers: Any, once: Once, tmp_path: Path) -> None:
    """Where a site is served to its owner no worker is registered,
    and one that a build left goes with what it kept.
    """
    wiki, folder = sample(tmp_path / "wiki"), tmp_path / "host"
    note, paper = wiki.root / "notes/2605.00001.md", "papers/2605/2605.00001/"
    note.parent.mkdir()
    note.write_text("A secretnote.\n", "utf-8")
    served(wiki.root, folder)
    built = once("small", make) / "host/my-wiki"
    with visitor(with_workers, console=False) as page, hosted({"/": built}) as host:
        visit(page, host.address)
        host.places["/"] = folder
        # sees a page before it is replaced
        host.instead["/offline.js"] = (built / "offline.js").read_text("utf-8")
        page.goto(host.address + paper)
        assert "secretnote" in page.content()
        page.wait_for_load_state("networkidle")
        assert "secretnote" not in page.evaluate(TEXTS)
        host.instead.clear()
        page.goto(host.address + paper)
        until_renewed(page, "names => !names.length")
        until_kept(page, "async () => !(await navigator.serviceWorker.getRegistrations()).length")
        page.evaluate(LEFT_OVER)
        page.goto(host.address + "papers/2605/2605.00002/")
        until_kept(page, "names => !names.length")
        assert page.locator(BUTTON).count() == 0
        page.goto("about:blank")  # before the host is closed


def served(root: Path, site: Path) -> None:
    """The site as `wiki-builder serve` makes it."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    config = load_config(str(root / "mkdocs.yml"), site_dir=str(site))
    config.plugins.on_startup(command="serve", dirty=False)  # as `mkdocs serve` does
    build(config)
