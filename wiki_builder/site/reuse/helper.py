"""A second process that makes things while this one goes on: a fork, which knows all that this one knows.

Whatever goes wrong there, the thing is not there, and whoever wants it makes it here, where
an error or a message comes out as it would without a helper.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

T = TypeVar("T")


def can_help() -> bool:
    """Whether a helper pays and is safe: there are two processors, and this process has no threads."""
    if sys.platform != "linux":  # elsewhere a fork is unsafe, or there is none
        return False
    return len(os.sched_getaffinity(0)) > 1 and threading.active_count() == 1


class Helper(Generic[T]):
    """Makes a thing of each name, beginning now. They are taken in the same order."""

    def __init__(self, makers: Mapping[str, Callable[[], T | None]]) -> None:
        self._names = makers.keys()
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  # read later; a pipe would fill up
        self._made: Iterator[tuple[str, T | None]] | None = None
        self._process = os.fork()
        if not self._process:
            self._work(makers)

    def take(self, name: str) -> T | None:
        """What was made by a name, once the helper is done with all; ``None`` for another's, or one that failed."""
        if name not in self._names:
            return None
        self._made = self._made or self._read()
        return next((made for other, made in self._made if other == name), None)

    def stop(self) -> None:
        """End the process, whatever it is about."""
        if self._process:
            os.kill(self._process, signal.SIGKILL)
        self._wait()
        self._file.close()
        self._names = {}.keys()

    def _wait(self) -> None:
        if self._process:
            os.waitpid(self._process, 0)
            self._process = 0

    def _read(self) -> Iterator[tuple[str, T | None]]:
        self._wait()
        self._file.seek(0)
        while True:
            try:
                yield pickle.load(self._file)
            except (EOFError, pickle.UnpicklingError):  # it ended before its time
                return

    def _work(self, makers: Mapping[str, Callable[[], T | None]]) -> None:
        """The other process: says nothing, and never comes back."""
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            for name, make in makers.items():
                pickle.dump((name, _tried(make)), self._file, pickle.HIGHEST_PROTOCOL)
            self._file.flush()
        finally:
            os._exit(0)


def _tried(make: Callable[[], T | None]) -> T | None:
    try:
        return make()
    except Exception:
        return None
