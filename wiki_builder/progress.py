"""Progress as a run goes on: silent here; a terminal and plain lines are the command line's."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext


class Progress:
    """Told of each step; this one says nothing."""

    def step(self, what: str) -> None:
        """A stage without a count begins."""

    def start(self, what: str, total: int) -> None:
        """A stage over ``total`` things begins."""

    def advance(self, what: str) -> None:
        """One thing of the stage is done."""

    def waiting(self, what: str) -> AbstractContextManager[object]:
        """Something outside is waited for while the block runs; said where it takes longer than a moment."""
        return nullcontext(what)
