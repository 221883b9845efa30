"""Progress on a terminal: a live line; elsewhere one plain line a step."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from wiki_builder.progress import Progress


class PlainProgress(Progress):
    """One line a step, on standard error."""

    def __init__(self) -> None:
        self._done, self._total = 0, 0

    def step(self, what: str) -> None:
        sys.stderr.write(f"{what}\n")
        sys.stderr.flush()

    def start(self, what: str, total: int) -> None:
        self._done, self._total = 0, total
        self.step(f"{what} {total}")

    def advance(self, what: str) -> None:
        self._done += 1
        self.step(f"  {self._done}/{self._total} {' '.join(what.split())}")


class LiveProgress(Progress):
    """A bar that moves, for a person at a terminal."""

    def __init__(self) -> None:
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

    def step(self, what: str) -> None:
        self._bar.start()
        self._bar.update(self._task, description=_plain(what), total=None, completed=0)

    def start(self, what: str, total: int) -> None:
        self._bar.start()
        self._bar.update(self._task, description=_plain(what), total=total, completed=0)

    def advance(self, what: str) -> None:
        self._bar.update(self._task, description=_plain(what), advance=1)

    def stop(self) -> None:
        """Clear the live display, so that what follows is printed below it."""
        self._bar.stop()


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
