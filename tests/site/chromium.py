"""What the browser tests share: where the browsers are, a visitor's page, and a server for a built site.

``WIKI_BUILDER_BROWSER=firefox`` runs them in Firefox; see :mod:`tests.site.firefox`.
"""

from __future__ import annotations

import http.server
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
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
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
]

IN_A_BROWSER = [
    pytest.mark.browser,
    pytest.mark.skipif(not FOUND and not REQUIRED, reason=f"no {BROWSER} on this machine: see .ci/run"),
]


@contextmanager
def launched(play: Any, name: str = BROWSER) -> Iterator[Any]:
    """A headless browser of this name, of an instance of Playwright: one thread can have one of these."""
    if name == "firefox":
        browser = firefox.launch(play)
    else:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
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
        if not isinstance(sys.exc_info()[1], ConnectionError):  # a browser that goes on to the next page
            super().handle_error(request, client_address)


@contextmanager
def served(folder: Path, handler: type[Quiet] = Quiet) -> Iterator[str]:
    """The address at which ``folder`` is served, ending in a slash."""
    server = _Server(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
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

    ``now`` fixes the time; without ``console`` messages are left aside, such as those of what cannot be loaded,
    and without ``errors`` those of scripts; ``more`` is for the browser's context.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce", **more)
    page = context.new_page()
    if now:
        page.clock.set_fixed_time(now)
    wrong: list[str] = []
    if errors:
        page.on("pageerror", lambda error: wrong.append(str(error)))
    if console:
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    page.on("request", lambda request: None if "//127.0.0.1:" in request.url else wrong.append(request.url))
    yield page
    context.cookies()  # an answer: all that was wrong until now has been told
    until_now = [*wrong]  # closing may stop what is on its way, which is no fault
    context.close()
    assert not until_now, until_now  # pytest does not rewrite this module
