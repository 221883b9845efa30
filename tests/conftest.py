"""What holds for all tests: none is timed, since machines are busy, and none knows another's keys.

``--fast`` leaves out what needs a browser or processes of its own, and says how much that is.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import tests.examples  # noqa: F401  # the examples of every property
from wiki_builder import keys

SLOW = ("browser", "process")  # marks of what is left out
_LEFT_OUT = pytest.StashKey[Counter[str]]()


@pytest.fixture(autouse=True)
def _own_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that a test keeps is a key in that test alone."""
    monkeypatch.setattr(keys, "_kept", set(keys._kept))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fast", action="store_true", help=f"leave out the tests that are marked {' or '.join(SLOW)}")


@pytest.hookimpl(tryfirst=True)  # before xdist looks at the groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A file's tests stay together, so that what they share is made once; ``--fast`` leaves some out."""
    for item in items:
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.location[0]))
    if config.getoption("--fast"):
        left_out = [item for item in items if any(item.get_closest_marker(name) for name in SLOW)]
        config.stash[_LEFT_OUT] = Counter(item.location[0] for item in left_out)
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def _left_out(config: pytest.Config) -> Counter[str]:
    return config.stash[_LEFT_OUT] if _LEFT_OUT in config.stash else Counter()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker tells the process that reports."""
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output["left out"] = dict(_left_out(session.config))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Every worker leaves out the same."""
    node.config.stash[_LEFT_OUT] = Counter(getattr(node, "workeroutput", {}).get("left out", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """What ``--fast`` left out, file by file with its count."""
    if left_out := _left_out(config):
        terminalreporter.section(f"left out of the fast loop: {left_out.total()} tests; make test runs them")
        for path, count in sorted(left_out.items()):
            terminalreporter.line(f"{count:5} {path}")
