"""What holds for all tests: none is timed, since machines are busy, and none knows another's keys.

A browser has a clock of its own, which a busy machine stops at any place: what fails there is run
once more, and the summary lists it as ``RERUN``.

``--fast`` leaves out what needs a browser, starts programs of its own, or is slow, and says how
much that is.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import tests.examples  # noqa: F401  # the examples of every property
from tests.once import SLOW
from wiki_builder.core import keys

# Before any test imports litellm, which else asks a host for prices and waits for it.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

_FAST = "left out of the fast loop: "
_LEFT_OUT = ("browser", "process", "slow")
_WHOLE_WAY = Path(__file__).parent / "e2e"
_marked: dict[str, int] = {}  # how many of a file, and how many are left out when they have begun
_left_out: Counter[str] = Counter()
_running = False


@pytest.fixture(autouse=True)
def _own_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that a test keeps is a key in that test alone."""
    monkeypatch.setattr(keys, "_kept", set(keys._kept))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--fast", action="store_true", help=f"leave out what is marked {', '.join(_LEFT_OUT)}"
    )


def pytest_configure(config: pytest.Config) -> None:
    gc.set_threshold(10_000)  # of modules and tests, which all stay, much is made
    # A shell that runs the tests in its background has them ignore it, and with them all that they
    # start and interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.getoption("--fast"):
        sys.addaudithook(_slow)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(_WHOLE_WAY):
            item.add_marker("slow")
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))
    if config.getoption("--fast"):
        _marked.update(Counter(item.location[0] for item in items if _is_marked(item)))
        items[:] = [item for item in items if not _is_marked(item)]


def _is_marked(item: pytest.Item) -> bool:
    return any(map(item.get_closest_marker, _LEFT_OUT))


def pytest_collection_finish() -> None:
    gc.freeze()  # none of it is garbage before the end, so nobody need look


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A process that runs tests tells the one that began it."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["marked"] = _marked


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    _marked.update(getattr(node, "workeroutput", {}).get("marked", {}))  # the same from each


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    global _running
    _running = True


def pytest_runtest_teardown() -> None:
    global _running
    _running = False


def _slow(event: str, values: tuple[Any, ...]) -> None:
    """A test that starts Python anew, as the build of a site does, or asks for what takes long,
    is left out there.
    """
    if _running and event == "subprocess.Popen" and str(values[0]).startswith(sys.prefix):
        pytest.skip(_FAST + "process")
    if _running and event == SLOW:
        pytest.skip(_FAST + "slow")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and isinstance(report.longrepr, tuple) and _FAST in report.longrepr[2]:
        _left_out[report.location[0]] += 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What ``--fast`` left out, file by file with its count."""
    if left_out := _left_out + Counter(_marked):
        terminalreporter.section(f"{_FAST}{left_out.total()} tests, which make test runs")
        for path, count in sorted(left_out.items()):
            terminalreporter.line(f"{count:5} {path}")
