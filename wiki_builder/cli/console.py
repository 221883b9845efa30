"""Progress on a terminal: a live line; elsewhere one plain line a step.
And what may be written on a terminal.
"""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, TextIO

from wiki_builder.core.characters import REORDERING
from wiki_builder.core.progress import Progress

FIRST_WORD = 2.0  # s of silence until it is said what one waits for
MOST_SILENCE = 60.0  # s between two such lines


# What a terminal obeys, and what reorders a line on it (Unicode TR 36): a name or a title holds
# whatever it likes.
_SIGNS = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{REORDERING}]")


class _Plain:
    """A stream of plain text: signs that a terminal obeys are left out.
    ``live`` is the stream itself.
    """

    def __init__(self, stream: TextIO) -> None:
        self.live = stream

    def write(self, text: str) -> int:
        self.live.write(_SIGNS.sub("", text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        self.write("".join(lines))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.live, name)


def plain_stream(stream: TextIO) -> TextIO:
    """``stream``, on which text is text, whoever it comes from."""
    made: Any = stream if isinstance(stream, _Plain) else _Plain(stream)
    return made  # type: ignore[no-any-return]  # it has all that a stream has


class Waits:
    """A thread that says what one waits for:
    after 2 s in which nothing came, on plain lines ever more rarely.
    """

    def __init__(self, what: Callable[[], str], live: bool) -> None:
        self.what, self._live = what, live
        self._since = time.monotonic()
        self._ended = threading.Event()
        self._came = threading.Event()

    def came(self) -> None:
        """Something came: the count begins anew."""
        self._since = time.monotonic()
        self._came.set()

    def end(self) -> None:
        """Nothing is waited for any more."""
        self._ended.set()
        self._came.set()

    def lines(self) -> Iterator[str]:
        """What to say, when it is to be said; ends with the waiting."""
        silence = FIRST_WORD
        while not self._ended.is_set():
            if self._came.wait(1.0 if self._live and silence > FIRST_WORD else silence):
                self._came.clear()
                silence = FIRST_WORD
                continue
            if what := self.what():
                yield f"waiting for {what}: {time.monotonic() - self._since:.0f} s"
            silence = min(2 * silence, MOST_SILENCE)


class Talking(Progress):
    """What both kinds of progress do while one waits."""

    live = False

    def __init__(self) -> None:
        # of several threads: a text is fetched while a model is at work
        self._waits: set[Waits] = set()

    def say(self, line: str) -> None:
        """Show a line about the waiting."""

    @contextmanager
    def waiting(self, what: Callable[[], str]) -> Iterator[None]:
        waits = Waits(what, self.live)
        self._waits.add(waits)
        thread = threading.Thread(target=self._say_all, args=(waits,), name="waits", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._waits.discard(waits)
            waits.end()
            thread.join()

    def _say_all(self, waits: Waits) -> None:
        for line in waits.lines():
            self.say(line)

    def _came(self) -> None:
        for waits in tuple(self._waits):
            waits.came()


class PlainProgress(Talking):
    """One line a step, on standard error."""

    def __init__(self) -> None:
        super().__init__()
        self._done, self._total = 0, 0

    def say(self, line: str) -> None:
        self.step(f"  {line}")

    def step(self, what: str) -> None:
        sys.stderr.write(f"{what}\n")
        sys.stderr.flush()

    def start(self, what: str, total: int) -> None:
        self._done, self._total = 0, total
        self.step(f"{what} {total}")

    def advance(self, what: str) -> None:
        self._came()
        self._done += 1
        self.step(f"  {self._done}/{self._total} {' '.join(what.split())}")


class LiveProgress(Talking):
    """A bar that moves, for a person at a terminal."""

    live = True

    def __init__(self) -> None:
        super().__init__()
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            SpinnerColumn,
            TextColumn,
            TimeElapsedColumn,
        )
        from rich.progress import Progress as Bar

        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        self._bar = Bar(
            *columns, console=Console(file=getattr(sys.stderr, "live", sys.stderr)), transient=True
        )
        self._task = self._bar.add_task("", total=None)

    def step(self, what: str) -> None:
        self._bar.start()
        self._bar.update(self._task, description=_plain(what), total=None, completed=0)

    def start(self, what: str, total: int) -> None:
        self._bar.start()
        self._bar.update(self._task, description=_plain(what), total=total, completed=0)

    def say(self, line: str) -> None:
        self._bar.start()
        self._bar.update(self._task, description=_plain(line, 100))

    def advance(self, what: str) -> None:
        self._came()
        self._bar.update(self._task, description=_plain(what), advance=1)

    def stop(self) -> None:
        """Clear the live display, so that what follows is printed below it."""
        self._bar.stop()


class Watch:
    """A progress for as long as a command runs, and the seconds that it took."""

    def __init__(self, quiet: bool) -> None:
        live = sys.stderr.isatty() and not quiet
        self.progress: Progress = (
            LiveProgress() if live else (Progress() if quiet else PlainProgress())
        )
        self._started = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._started

    def __enter__(self) -> Watch:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(self.progress, LiveProgress):
            self.progress.stop()


def _plain(text: str, width: int = 60) -> str:
    """Text for a bar: one line, cut, and without markup of the terminal's."""
    line = " ".join(_SIGNS.sub("", text).split()).replace("[", "(")
    return line if len(line) <= width else f"{line[: width - 1]}…"
