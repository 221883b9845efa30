"""What holds for all tests: none is timed, since machines are busy, and none knows another's keys.

``--fast`` leaves out what needs a browser, starts programs of its own, or is slow, and says how much that is.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import tests.examples  # noqa: F401  # the examples of every property
from tests.once import SLOW
from wiki_builder import keys

# Before any test imports litellm, which else asks a host for prices and waits for it.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

_FAST = "left out of the fast loop: "
_LEFT_OUT = ("browser", "process", "slow")
_WHOLE_WAY = Path(__file__).parent / "e2e"
_left_out: Counter[str] = Counter()
_running = False


@pytest.fixture(autouse=True)
def _own_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that a test keeps is a key in that test alone."""
    monkeypatch.setattr(keys, "_kept", set(keys._kept))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fast", action="store_true", help=f"leave out what is marked {', '.join(_LEFT_OUT)}")


def pytest_configure(config: pytest.Config) -> None:
    # A shell that runs the tests in its background has them ignore it, and with them all that they start and interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.getoption("--fast"):
        sys.addaudithook(_slow)


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(_WHOLE_WAY):
            item.add_marker("slow")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    global _running
    _running = True
    for mark in _LEFT_OUT:
        if item.config.getoption("--fast") and item.get_closest_marker(mark):
            pytest.skip(_FAST + mark)


def pytest_runtest_teardown() -> None:
    global _running
    _running = False


def _slow(event: str, values: tuple[Any, ...]) -> None:
    """A test that starts Python anew, as the build of a site does, or asks for what takes long, is left out there."""
    if _running and event == "subprocess.Popen" and str(values[0]).startswith(sys.prefix):
        pytest.skip(_FAST + "process")
    if _running and event == SLOW:
        pytest.skip(_FAST + "slow")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and isinstance(report.longrepr, tuple) and _FAST in report.longrepr[2]:
        _left_out[report.location[0]] += 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What ``--fast`` left out, file by file with its count."""
    if _left_out:
        terminalreporter.section(f"{_FAST}{_left_out.total()} tests, which make test runs")
        for path, count in sorted(_left_out.items()):
            terminalreporter.line(f"{count:5} {path}")
