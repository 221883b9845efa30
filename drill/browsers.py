"""The site in Firefox and WebKitGTK as Debian has them: what every browser must do, and the browser
tests in Firefox.

Needs ``chromium-headless-shell`` (or ``chromium``), ``firefox-esr``, ``webkit2gtk-driver`` and
``xvfb``. What every browser must do runs in Chromium and Firefox with each run of the tests; here
in WebKitGTK too, which they do without: its driver needs a screen and tells of no message on the
console.
"""

from __future__ import annotations

import functools
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from drill.case import Case, Plan
from tests.once import once_in
from tests.site import webkit
from tests.site.behaviours import BEHAVIOURS, TOLD, sites
from tests.site.chromium import launched, visitor
from tests.site.host import hosted

REPOSITORY = Path(__file__).parent.parent
TESTS = REPOSITORY / "tests" / "site"
BROWSERS = ("Chromium", "Firefox", "WebKitGTK")


def cases(plan: Plan) -> Sequence[Case]:
    """Every behaviour in every browser; and each module of browser tests in Firefox."""
    told = [
        Case(
            browser,
            name,
            "works as it must",
            functools.partial(_behave, browser, name),
            browser=True,
        )
        for browser in BROWSERS
        for name in BEHAVIOURS
    ]
    modules = sorted(path.name for path in TESTS.glob("test_*_browser.py"))
    return told + [
        Case("Firefox", name, "no test fails", functools.partial(_tested, name), browser=True)
        for name in ("test_browser.py", *modules)
    ]


def _behave(browser: str, name: str, folder: Path) -> str:
    with hosted(sites(once_in(_made()))) as host, _page(browser, TOLD.get(name, {})) as page:
        BEHAVIOURS[name](page, host)
    return "it does"


@contextmanager
def _page(browser: str, told: dict[str, Any]) -> Iterator[Any]:
    if browser == "WebKitGTK":
        with webkit.started() as page:
            yield page
        return
    from playwright.sync_api import sync_playwright

    with (
        sync_playwright() as play,
        launched(play, browser.lower(), alive=True) as started,
        visitor(started, **told) as page,
    ):
        yield page


def _tested(module: str, folder: Path) -> str:
    environment = os.environ | {
        "WIKI_BUILDER_BROWSER": "firefox",
        "WIKI_BUILDER_REQUIRE_BROWSER": "1",
        "WIKI_BUILDER_ONCE": str(_made()),
    }
    arguments = [
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        f"--basetemp={folder}",
        str(TESTS / module),
    ]
    ran = subprocess.run(
        [sys.executable, *arguments],
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        text=True,
        timeout=1800,
    )
    failed = re.findall(r"^FAILED \S+::(\S+)", ran.stdout, re.MULTILINE)
    assert ran.returncode == 0, ", ".join(failed) or ran.stdout[-800:]
    count = re.sub(r" in .*", "", ran.stdout.strip().rpartition("\n")[2].strip("= "))
    skipped: Counter[str] = Counter()
    for times, why in re.findall(r"^SKIPPED \[(\d+)\] \S+: (.*)", ran.stdout, re.MULTILINE):
        skipped[why] += int(times)
    return "; ".join([count, *(f"{times} × {why}" for why, times in skipped.most_common())])


@functools.cache
def _made() -> Path:
    """Where the sites are built, once for all cases."""
    folder = tempfile.TemporaryDirectory(prefix="wiki-builder-drill-browsers-")
    _KEPT.append(folder)
    return Path(folder.name)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []  # until the drill ends
