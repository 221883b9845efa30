"""Progress as a run goes on: silent here; a terminal and plain lines are the command line's."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext


class Progress:
    """Told of each step; this one says nothing."""

    def step(self, what: str) -> None:
        """A stage without a count begins."""

    def start(self, what: str, total: int) -> None:
        """A stage over ``total`` things begins."""

    def advance(self, what: str) -> None:
        """One thing of the stage is done."""

    def waiting(self, what: Callable[[], str]) -> AbstractContextManager[object]:
        """While the block runs, what one waits for between two steps is said, where that takes
        seconds.

        ``what`` gives it in words, or nothing where there is nothing to wait for at that moment.
        """
        return nullcontext()
