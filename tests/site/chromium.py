"""What the browser tests share: where the browsers are, a visitor's page, and a server for a built
site.

``WIKI_BUILDER_BROWSER=firefox`` runs them in Firefox; see :mod:`tests.site.firefox`.
"""

from __future__ import annotations

import http.server
import os
import re
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.site import firefox

# The shell is the same engine without a browser's own windows, and takes a third of the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
BROWSER = os.environ.get("WIKI_BUILDER_BROWSER", "chromium")
FOUND = firefox.FIREFOX if BROWSER == "firefox" else CHROMIUM
REQUIRED = os.environ.get("WIKI_BUILDER_REQUIRE_BROWSER") == "1"
ARGUMENTS = [
    *(
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
    ),
    *("--disable-component-update", "--disable-sync"),
]

PATIENCE = 120_000  # milliseconds for what comes at once on a machine that has nothing else to do

_FOCUS = "document.hasFocus()"
_OWN = re.compile(r"(blob:)?http://127\.0\.0\.1:|data:")  # addresses that ask no other host

IN_A_BROWSER = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not FOUND and not REQUIRED, reason=f"no {BROWSER} on this machine: see .ci/run"
    ),
]


@contextmanager
def launched(play: Any, name: str = BROWSER, *, alive: bool = False) -> Iterator[Any]:
    """A headless browser of this name, of an instance of Playwright: one thread can have one of
    these.

    With ``alive`` it keeps pages alive behind the next one, as browsers do for readers, and as
    Playwright has them not.
    """
    if name == "firefox":
        browser = firefox.launch(play, alive)
    else:
        left = ["--disable-back-forward-cache"] if alive else []
        browser = play.chromium.launch(
            executable_path=CHROMIUM, args=ARGUMENTS, ignore_default_args=left
        )
    yield browser
    browser.close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files of a folder, and nothing on standard error."""

    protocol_version = "HTTP/1.1"  # one connection for many files
    disable_nagle_algorithm = True
    timeout = 60

    def log_message(self, format: str, *args: Any) -> None:
        pass


class _Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        # a browser that goes on to the next page
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def served(folder: Path, handler: type[Quiet] = Quiet) -> Iterator[str]:
    """The address at which ``folder`` is served, ending in a slash."""
    server = _Server(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
    ).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def visitor(
    browser: Any, now: str | None = None, *, console: bool = True, errors: bool = True, **more: Any
) -> Iterator[Any]:
    """A page of a visitor; an error, a message on the console or a foreign request fails the test.

    ``now`` fixes the time; without ``console`` messages are left aside, such as those of what
    cannot be loaded, and without ``errors`` those of scripts; ``more`` is for the browser's
    context.
    """
    with _window(browser, console, errors, more) as (page, wrong):
        if now:
            set_time(page, now)
        yield page
        page.context.cookies()  # an answer: all that was wrong until now has been told
        until_now = [*wrong]  # closing may stop what is on its way, which is no fault
    assert not until_now, until_now  # pytest does not rewrite this module


# Playwright's own clock takes over the timers as well, which then come seconds late.
_TIME = """{
  const Real = Object.getPrototypeOf(Date) === Function.prototype ? Date : Object.getPrototypeOf(Date)
  const now = new Real("%s").getTime()
  globalThis.Date = class Date extends Real {
    constructor(...given) { given.length ? super(...given) : super(now) }
    static now() { return now }
  }
}"""  # noqa: E501


def set_time(page: Any, now: str) -> None:
    """From the next page that is opened on, it is ``now``."""
    page.add_init_script(_TIME % now)


def _is_fault(said: Any) -> bool:
    """Whether a message of the console tells of a fault;
    that one left before all was loaded is none.
    """
    return said.type in ("error", "warning") and firefox.LEFT not in said.text


Visit = Callable[[str], AbstractContextManager[Any]]


@contextmanager
def visitors(
    browser: Any,
    now: str | None = None,
    *,
    console: bool = True,
    answers: bool = False,
    **more: Any,
) -> Iterator[Visit]:
    """One window for visitors to sites, by the site's address, one after another: as
    :func:`visitor`, for a third less.

    With ``answers`` another answer than 200 fails the test, too. Nothing that one left in the
    window is there for the
    next: stores, routes, size, pointer and time are those of a new one. What stays is the window's
    history, and what it has loaded. A test that adds a script to pages, opens more of them, asks
    for other media or weighs a first visit needs a visitor of its own.
    """
    with _window(browser, console, True, more) as (page, wrong):
        if answers:
            page.on(
                "response",
                lambda got: (
                    None if got.status in (200, 304) else wrong.append(f"{got.status} {got.url}")
                ),
            )
        size = page.viewport_size

        @contextmanager
        def visit(site: str) -> Iterator[Any]:
            page.unroute_all(behavior="ignoreErrors")  # of one that failed
            page.goto(f"{site}offline.js")  # a page of the site without scripts
            page.evaluate("localStorage.clear(), sessionStorage.clear()")
            if not page.evaluate(_FOCUS):  # another visitor's page stands before it, in Firefox
                page.bring_to_front()
            if not page.evaluate(_FOCUS):  # by Tab, beyond a page's end, to Firefox's own controls
                page.keyboard.press("Tab")  # and on to the page, which has no stop
            page.set_viewport_size(size)
            page.mouse.move(0, 0)
            if now:
                set_time(page, now)
            wrong.clear()  # what is on its way when one leaves, and is stopped then
            yield page
            page.context.cookies()
            until_now = [*wrong]
            page.unroute_all(behavior="ignoreErrors")
            assert not until_now, until_now

        yield visit


@contextmanager
def _window(
    browser: Any, console: bool, errors: bool, more: dict[str, Any]
) -> Iterator[tuple[Any, list[str]]]:
    """A page in a context of its own, and what goes wrong on it."""
    context = browser.new_context(
        **{"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"} | more
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    wrong: list[str] = []

    def told(error: Any) -> None:
        if console or firefox.NOT_BROUGHT not in error.stack:
            wrong.append(f"{page.url} {error.stack or error}")

    if errors:
        page.on("pageerror", told)
    if console:
        page.on("console", lambda said: wrong.append(said.text) if _is_fault(said) else None)
    page.on(
        "request", lambda request: None if _OWN.match(request.url) else wrong.append(request.url)
    )
    yield page, wrong
    context.close()
