"""Other processes make things: each is there when it is asked for, or made by whoever asks."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from wiki_builder.core.ahead import CHUNK, Ahead

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
NAMES = [str(number) for number in range(9 * CHUNK + 1)]


@pytest.fixture
def begun() -> Iterator[Callable[..., Ahead[str]]]:
    """Begins to make things; all processes are ended behind the test."""
    every: list[Ahead[str]] = []

    def begin(make: Callable[[str], Any], names: list[str] = NAMES) -> Ahead[str]:
        every.append(Ahead(make, names))
        return every[-1]

    yield begin
    for one in every:
        one.stop()


def test_what_is_asked_for_is_there(begun: Callable[..., Ahead[str]], tmp_path: Path) -> None:
    """In the order of asking, each made once and in another process."""

    def make(name: str) -> str:
        with (tmp_path / name).open("x") as file:
            file.write(str(os.getpid()))
        return name * 9_000

    ahead = begun(make)
    assert {name: ahead.take(name) for name in NAMES} == {name: name * 9_000 for name in NAMES}
    assert str(os.getpid()) not in {(tmp_path / name).read_text() for name in NAMES}
    assert ahead.take("other") is None


def test_what_fails_is_not_there(begun: Callable[..., Ahead[str]]) -> None:
    """An error, or nothing: those beside it are."""
    wrong: dict[str, Callable[[], Any]] = {
        "error": lambda: 1 / 0,
        "nothing": lambda: None,
        "right": lambda: "yes",
    }
    ahead = begun(lambda name: wrong[name](), list(wrong))
    assert [ahead.take(name) for name in wrong] == [None, None, "yes"]


@pytest.mark.parametrize("wrong", [lambda name: os._exit(1), lambda name: lambda: name])
def test_nobody_waits_for_what_does_not_come(
    wrong: Callable[[str], Any], begun: Callable[..., Ahead[str]]
) -> None:
    """A process that died, and what cannot be handed over: whoever asks makes it."""
    assert begun(wrong).take(NAMES[0]) is None


def test_they_say_nothing(
    begun: Callable[..., Ahead[str]], capfd: pytest.CaptureFixture[str]
) -> None:
    """What is told about a page is told once, by whoever asks for it."""

    def make(name: str) -> str:
        os.write(1, b"out")
        os.write(2, b"err")
        return name

    assert begun(make, ["a"]).take("a") == "a"
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody is helped")
def test_no_process_outlives_one_that_is_killed() -> None:
    """Whoever asks is killed while things are made and wait: no process stays behind."""
    ours, theirs = os.pipe()
    if not (asking := os.fork()):
        try:
            Ahead(lambda name: name * 90_000, NAMES).take(NAMES[0])
            os.kill(os.getpid(), signal.SIGKILL)
        finally:
            os._exit(1)
    os.close(theirs)
    try:
        _, status = os.waitpid(asking, 0)
        assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
        # the pipe ends once nobody holds its other end
        assert select.select([ours], [], [], 120)[0], "a process waits for ever"
        assert os.read(ours, 1) == b""
    finally:
        os.close(ours)
