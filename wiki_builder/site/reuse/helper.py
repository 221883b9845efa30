"""A second process that makes things while this one goes on: a fork, which knows all that this one
knows.

Whatever goes wrong there, the thing is not there, and whoever wants it makes it here, where
an error or a message comes out as it would without a helper. What this process has been
asked for, the helper does not begin, so that both are done at the same time.
"""

from __future__ import annotations

import mmap
import os
import pickle
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Generic, TypeVar

T = TypeVar("T")

# a thing's state: 0 at first, _BEGUN, and at last _MADE and where it stands in the file
_BEGUN, _MADE = 1, 2
_SIZE = 8  # bytes that tell the size of what follows


def can_help() -> bool:
    """Whether a helper pays and is safe: there are two processors,
    and this process has no threads.
    """
    if sys.platform != "linux":  # elsewhere a fork is unsafe, or there is none
        return False
    return len(os.sched_getaffinity(0)) > 1 and threading.active_count() == 1


class Helper(Generic[T]):
    """Makes things by their names, beginning now. They are asked for in the order of ``makers``.

    It begins with those in ``first``, goes on from ``start``, the place of one among ``makers``, to
    the last, and then makes from the last backwards what is left. Whenever it is caught up with, it
    leaves a quarter of the rest to this process and goes on behind that.
    """

    def __init__(
        self,
        makers: Mapping[str, Callable[[], T | None]],
        start: int = 0,
        first: Iterable[str] = (),
    ) -> None:
        self._places = {name: place for place, name in enumerate(makers)}
        # by both processes: 8 bytes for each state, see _states
        self._shared = mmap.mmap(-1, (len(makers) + 1) * 8)
        # the last one is the number of those asked for
        self._states = memoryview(self._shared).cast("Q")
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  # what is made; a pipe would fill up
        self._woken, self._wake = os.pipe()  # a byte for each thing that is made
        self._process = os.fork()
        if not self._process:
            self._work(list(makers.values()), start, [self._places[name] for name in first])
        os.close(self._wake)

    def take(self, name: str) -> T | None:
        """What was made by a name, if the helper began it;
        ``None`` for any other, or one that failed.
        """
        place = self._places.get(name)
        if place is None:
            return None
        self._states[-1] = place + 1
        # nothing can be read once it has ended
        while self._states[place] == _BEGUN and os.read(self._woken, 4096):
            pass
        made = self._states[place] - _MADE
        return self._read(made) if made >= 0 else None

    def stop(self) -> None:
        """End the process, whatever it is about."""
        if self._process:
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
            os.close(self._woken)
            self._file.close()
            self._states.release()
            self._shared.close()
        self._process, self._places = 0, {}

    def _read(self, start: int) -> T | None:
        size = int.from_bytes(os.pread(self._file.fileno(), _SIZE, start), "little")
        made: T | None = pickle.loads(os.pread(self._file.fileno(), size, start + _SIZE))
        return made

    def _work(
        self, makers: Sequence[Callable[[], T | None]], start: int, first: Sequence[int]
    ) -> None:
        """The other process: says nothing, and never comes back."""
        try:
            os.close(self._woken)
            os.set_blocking(self._wake, False)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            end = 0
            for place in chain(
                first, self._forward(start, len(makers)), self._backward(len(makers))
            ):
                self._states[place] = _BEGUN
                made = pickle.dumps(_tried(makers[place]), pickle.HIGHEST_PROTOCOL)
                self._write(len(made).to_bytes(_SIZE, "little") + made)
                self._states[place] = end + _MADE
                end += _SIZE + len(made)
                self._tell()
        finally:
            os._exit(0)

    def _forward(self, place: int, end: int) -> Iterator[int]:
        while place < end:
            asked = self._states[-1]
            if place <= asked:  # the next one too, which is asked for any moment
                place = asked + max(1, (end - asked) // 4)
            elif self._states[place]:
                place += 1
            else:
                yield place

    def _backward(self, end: int) -> Iterator[int]:
        return (
            place
            for place in reversed(range(end))
            if place > self._states[-1] and not self._states[place]
        )

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._file.fileno(), rest) :]

    def _tell(self) -> None:
        with suppress(BlockingIOError):  # it is full, so that whoever waits has enough to read
            os.write(self._wake, b".")


def _tried(make: Callable[[], T | None]) -> T | None:
    try:
        return make()
    except Exception:
        return None
