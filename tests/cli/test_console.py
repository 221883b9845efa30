"""What is said while one waits."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator

import pytest

from wiki_builder.cli import console
from wiki_builder.cli.console import PlainProgress, Waits, plain_stream


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silences pass at once."""
    monkeypatch.setattr(console, "FIRST_WORD", 0.001)
    monkeypatch.setattr(console, "MOST_SILENCE", 0.002)


class Heard(PlainProgress):
    """Keeps what is said, and tells when a line came."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.came = threading.Event()

    def step(self, what: str) -> None:
        self.lines.append(what.strip())
        self.came.set()


def test_a_silence_is_explained() -> None:
    """Where nothing comes, it is said again and again what one waits for;
    afterwards nothing is said.
    """
    progress = Heard()
    with progress.waiting(lambda: "openai/stub at http://127.0.0.1:9/v1"):
        for _ in range(3):
            assert progress.came.wait(60)
            progress.came.clear()
    said = len(progress.lines)
    assert progress.lines[0].startswith("waiting for openai/stub at http://127.0.0.1:9/v1: ")
    assert not [thread for thread in threading.enumerate() if thread.name == "waits"]
    assert len(progress.lines) == said


def test_nothing_is_said_where_nothing_is_waited_for() -> None:
    """Between two calls there is nothing to name."""
    asked = threading.Semaphore(0)

    def nothing() -> str:
        asked.release()
        return ""

    progress = Heard()
    with progress.waiting(nothing):
        assert asked.acquire(timeout=60)
        assert asked.acquire(timeout=60)
    assert progress.lines == []


def test_what_comes_begins_the_count_anew() -> None:
    """After something came, the next words wait for the next silence."""
    waits = Waits(lambda: "x", live=False)
    lines: Iterator[str] = waits.lines()
    assert next(lines).startswith("waiting for x: ")
    waits.came()
    assert next(lines).startswith("waiting for x: 0 s")
    waits.end()
    assert list(lines) == []


def test_what_a_terminal_obeys_is_not_written() -> None:
    """A name that clears the screen, sets the title or reorders the line is shown without
    that; words stay.
    """
    stream = io.StringIO()
    plain_stream(stream).write("a\x1b[2J\x9b31m\x07b\r\u202ec\u2066 \td\n智能\u200d体é")
    assert stream.getvalue() == "a[2J31mbc \td\n智能\u200d体é"
