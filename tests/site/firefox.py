"""Firefox as it comes from a distribution, driven by Playwright over WebDriver BiDi.

What this way cannot ask for (no scripts, dark or forced colours, paper) skips the test that wants
it.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
# what it tells as a script's error, and Chromium on the console
NOT_BROUGHT = "FetchEvent.respondWith()"
LEFT = "status=2152398850"  # what it says of a font that was on its way when its page was left
_PREFERENCES = {
    "ui.prefersReducedMotion": 1,
    "ui.systemUsesDarkTheme": 0,
    "dom.events.testing.asyncClipboard": True,  # the clipboard, without a question to the reader
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
# Of a page that was kept alive and is shown again BiDi tells the beginning and no end, for which
# Playwright waits.
_NONE_ALIVE = {"browser.sessionhistory.max_total_viewers": 0}
# Options of a context that it does not know, and what stands for none.
_UNKNOWN = {"java_script_enabled": True, "forced_colors": None, "color_scheme": "light"}


def launch(play: Any, alive: bool) -> Firefox:
    """A headless Firefox; with ``alive`` one that keeps pages alive behind the next."""
    taken = tempfile.TemporaryDirectory(prefix="wiki-builder-downloads-")
    launched = play.firefox.launch(
        channel="moz-firefox",
        executable_path=FIREFOX,
        firefox_user_prefs=_PREFERENCES | ({} if alive else _NONE_ALIVE),
        downloads_path=taken.name,
    )
    return Firefox(launched, taken)


class Firefox:
    """Of Playwright's browser what the tests use."""

    def __init__(self, launched: Any, taken: tempfile.TemporaryDirectory[str]) -> None:
        self._launched, self._taken = launched, taken

    def new_context(self, **options: Any) -> Any:
        """A context with these options; those that say what holds for all of them are left out."""
        for name, none in _UNKNOWN.items():
            if (wanted := options.pop(name, none)) != none:
                _skip(**{name: wanted})
        for name in ("reduced_motion", "permissions"):  # by the preferences
            options.pop(name, None)
        context = self._launched.new_context(**options)
        context.on("page", self._prepared)
        context.grant_permissions = lambda permissions: None  # by the preferences, too
        return context

    def close(self) -> None:
        self._launched.close()
        self._taken.cleanup()

    def _prepared(self, page: Any) -> None:
        page.emulate_media = _skip
        page.expect_download = partial(self._downloaded, page)
        _patient(page)

    @contextmanager
    def _downloaded(self, page: Any) -> Iterator[SimpleNamespace]:
        """As Playwright's own, which waits for the number of a navigation;
        Firefox gives a link's download none.
        """
        folder, took = Path(self._taken.name), SimpleNamespace()
        for old in folder.iterdir():
            old.unlink()
        yield took
        for _ in range(1500):
            files = [*folder.iterdir()]
            if files and not any(file.suffix == ".part" for file in files):
                break
            page.evaluate("new Promise(done => setTimeout(done, 20))")
        (file,) = files
        took.value = SimpleNamespace(
            suggested_filename=file.name,
            path=lambda: file,
            save_as=lambda to: shutil.copy(file, to),
        )


def _patient(page: Any) -> None:
    """Have the page left when what it asked for has come: the scripts of one that is left earlier
    say that they were not loaded, each on the console.
    """
    asked: set[Any] = set()
    page.on("request", lambda request: asked.add(request))
    page.on("requestfinished", lambda request: asked.discard(request))
    page.on("requestfailed", lambda request: asked.discard(request))

    def after(go: Any) -> Any:
        def wait_and_go(*given: Any, **more: Any) -> Any:
            calm = 0
            for _ in range(100):  # two seconds: what a test holds back does not come
                calm = 0 if asked else calm + 1
                if calm == 2:  # a script that has come may ask for another
                    break
                page.evaluate("new Promise(done => setTimeout(done, 20))")
            asked.clear()
            return go(*given, **more)

        return wait_and_go

    for name in ("goto", "reload", "go_back"):
        setattr(page, name, after(getattr(page, name)))


def _skip(**wanted: object) -> NoReturn:
    pytest.skip(
        "Playwright cannot ask Firefox for "
        + ", ".join(f"{name}={value}" for name, value in wanted.items())
    )
