"""Progress on a terminal: a live line; elsewhere one plain line a step."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import TracebackType

from wiki_builder.progress import Progress

A_MOMENT = 1.0  # seconds that are waited for in silence
WIDE = 100  # characters of what is waited for, which is an address and a reason
Timer = Callable[[float, Callable[[], None]], threading.Timer]


class PlainProgress(Progress):
    """One line a step, on standard error."""

    def __init__(self, timer: Timer = threading.Timer) -> None:
        self._done, self._total = 0, 0
        self._timer = timer

    def step(self, what: str) -> None:
        sys.stderr.write(f"{what}\n")
        sys.stderr.flush()

    def start(self, what: str, total: int) -> None:
        self._done, self._total = 0, total
        self.step(f"{what} {total}")

    def advance(self, what: str) -> None:
        self._done += 1
        self.step(f"  {self._done}/{self._total} {' '.join(what.split())}")

    def waiting(self, what: str) -> AbstractContextManager[object]:
        return _late(self._timer, lambda: self.step(f"  {' '.join(what.split())}"))


class LiveProgress(Progress):
    """A bar that moves, for a person at a terminal."""

    def __init__(self, timer: Timer = threading.Timer) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        self._bar = Bar(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("", total=None)
        self._what = ""
        self._timer = timer

    def step(self, what: str) -> None:
        self._bar.start()
        self._show(what)
        self._bar.update(self._task, total=None, completed=0)

    def start(self, what: str, total: int) -> None:
        self._bar.start()
        self._show(what)
        self._bar.update(self._task, total=total, completed=0)

    def advance(self, what: str) -> None:
        self._show(what)
        self._bar.update(self._task, advance=1)

    @contextmanager
    def waiting(self, what: str) -> Iterator[None]:
        with _late(self._timer, lambda: self._bar.update(self._task, description=_plain(what, WIDE))):
            yield
        self._show(self._what)

    def _show(self, what: str) -> None:
        self._what = what
        self._bar.update(self._task, description=_plain(what))

    def stop(self) -> None:
        """Clear the live display, so that what follows is printed below it."""
        self._bar.stop()


@contextmanager
def _late(timer: Timer, say: Callable[[], None]) -> Iterator[None]:
    """Say something if the block takes longer than a moment."""
    waiting = timer(A_MOMENT, say)
    waiting.daemon = True
    waiting.start()
    try:
        yield
    finally:
        waiting.cancel()


class Watch:
    """A progress for as long as a command runs, and the seconds that it took."""

    def __init__(self, quiet: bool) -> None:
        live = sys.stderr.isatty() and not quiet
        self.progress: Progress = LiveProgress() if live else (Progress() if quiet else PlainProgress())
        self._started = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._started

    def __enter__(self) -> Watch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(self.progress, LiveProgress):
            self.progress.stop()


def _plain(text: str, width: int = 60) -> str:
    """Text for a bar: one line, cut, and without markup of the terminal's."""
    line = " ".join(text.split()).replace("[", "(")
    return line if len(line) <= width else f"{line[: width - 1]}…"
