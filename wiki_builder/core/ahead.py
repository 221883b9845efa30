"""Pages that several processes make at once, ahead of whoever asks for one after the other.

The processes are forks, which know all that this one knows. Whatever goes wrong there, the page is
not there, and whoever asks for it makes it here, where an error or a message comes out as it would
without them.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from typing import Any, Generic, TypeVar

T = TypeVar("T")

CHUNK = 8  # pages that a process makes in one go
_WAITING = 4  # chunks of each process that are begun or made, and not asked for yet
_MOST = 4  # processes: each has its own copy of what it touches
_PR_SET_PDEATHSIG = 1  # prctl(2): which signal comes when the parent ends

_make: Callable[[str], Any]  # in the processes


def can_help() -> bool:
    """Whether other processes pay and are safe: there are two processors, memory to share,
    and this process has no threads.
    """
    # elsewhere a fork is unsafe, or there is none
    if sys.platform != "linux" or not os.access("/dev/shm", os.W_OK):
        return False
    return len(os.sched_getaffinity(0)) > 1 and threading.active_count() == 1


class Ahead(Generic[T]):
    """What ``make`` gives for each of ``names``, made in their order, beginning now."""

    def __init__(self, make: Callable[[str], T | None], names: Sequence[str]) -> None:
        count = min(_MOST, len(os.sched_getaffinity(0)))
        self._made: dict[str, T | None] = {}
        self._chunks = (names[at : at + CHUNK] for at in range(0, len(names), CHUNK))
        self._begun: deque[Future[dict[str, T | None]]] = deque()
        self._pool = ProcessPoolExecutor(count, get_context("fork"), _begin, (os.getpid(), make))
        self._begin(count * _WAITING)

    def take(self, name: str) -> T | None:
        """What was made by a name; ``None`` for one that failed, or is none of them."""
        while name not in self._made and self._begun:
            try:
                self._made |= self._begun.popleft().result()
                self._begin(1)
            except BrokenProcessPool:  # one died, and with it all
                self._begun.clear()
            except Exception:  # what cannot be handed over
                continue
        return self._made.pop(name, None)

    def stop(self) -> None:
        """End the processes."""
        self._pool.shutdown(cancel_futures=True)
        self._begun.clear()

    def _begin(self, count: int) -> None:
        for chunk in islice(self._chunks, count):
            self._begun.append(self._pool.submit(_chunk, chunk))


def _begin(parent: int, make: Callable[[str], Any]) -> None:
    """The processes say nothing, and end with the one that asks, even if that is killed."""
    global _make
    _make = make
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it ended before it could be waited for
            os._exit(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _chunk(names: Sequence[str]) -> dict[str, Any]:
    return {name: _tried(name) for name in names}


def _tried(name: str) -> Any:
    try:
        return _make(name)
    except Exception:
        return None
