"""A second process that makes things: each is there when it is asked for,
or made by whoever asks.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wiki_builder.site.reuse.helper import Helper

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
COUNT = 60


@pytest.fixture
def stopped() -> Iterator[list[Helper[str]]]:
    """Helpers that are stopped at the end."""
    helpers: list[Helper[str]] = []
    yield helpers
    for one in helpers:
        one.stop()


def makers(folder: Path) -> dict[str, Callable[[], str | None]]:
    """Things that say so when they are made."""

    def make(name: str) -> str:
        (folder / name).write_text("made", "utf-8")
        return name * 9_000

    return {str(number): lambda number=number: make(str(number)) for number in range(COUNT)}  # type: ignore[misc]


@pytest.mark.parametrize("start", [0, 1, COUNT // 2, COUNT - 1, COUNT])
def test_what_it_makes_is_what_was_asked_for(
    start: int, tmp_path: Path, stopped: list[Helper[str]]
) -> None:
    """In the order of asking, whichever it makes; and what it gives, only it made."""
    helper: Helper[str] = Helper(makers(tmp_path), start, first=["7"])
    stopped.append(helper)
    given = {name: helper.take(name) for name in map(str, range(COUNT))}
    assert all(made in (None, name * 9_000) for name, made in given.items())
    assert all((tmp_path / name).is_file() for name, made in given.items() if made)


def test_it_makes_all_that_nobody_asks_for(tmp_path: Path, stopped: list[Helper[str]]) -> None:
    """Those behind the start, and then those before it; the first is about to be asked for."""
    helper: Helper[str] = Helper(makers(tmp_path), COUNT // 2, first=["7"])
    stopped.append(helper)
    ended(helper)
    assert {path.name for path in tmp_path.iterdir()} == {
        str(number) for number in range(COUNT)
    } - {"0"}
    assert helper.take("5") == "5" * 9_000


def test_what_fails_is_not_there(stopped: list[Helper[str]]) -> None:
    """An error, nothing, and what nobody can hand over."""
    wrong = {"error": lambda: 1 / 0, "nothing": lambda: None, "right": lambda: "yes"}
    helper: Helper[str] = Helper(wrong, first=list(wrong))  # type: ignore[arg-type]
    stopped.append(helper)
    ended(helper)
    assert [helper.take(name) for name in ("error", "nothing", "right", "other")] == [
        None,
        None,
        "yes",
        None,
    ]


def test_nobody_waits_for_one_that_died(stopped: list[Helper[str]]) -> None:
    """What it was about is made by whoever asks."""
    helper: Helper[str] = Helper({"a": lambda: os._exit(1), "b": lambda: "b"}, first=["a", "b"])
    stopped.append(helper)
    assert [helper.take(name) for name in ("a", "b")] == [None, None]


def test_stopped_it_is_gone(tmp_path: Path) -> None:
    """Whatever it is about; and to stop it twice does no harm."""
    helper: Helper[str] = Helper({"a": signal.pause}, first=["a"])
    process = helper._process
    helper.stop()
    helper.stop()
    with pytest.raises(ChildProcessError):
        os.waitpid(process, os.WNOHANG)
    assert helper.take("a") is None


def ended(helper: Helper[str]) -> None:
    """Wait until it has made all that it makes."""
    os.waitid(os.P_PID, helper._process, os.WEXITED | os.WNOWAIT)
