"""Commands as processes of their own that can be killed, each forked from one that has imported everything.

A process that imports litellm takes two seconds; one that is forked from it takes
none. It is a process all the same: SIGKILL is SIGKILL.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from wiki_builder import cli, disk
from wiki_builder.engines import client

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.e2e.warm"])
client.load()


def start(*args: object, kill_at: int | None = None, log: Path | None = None) -> ForkServerProcess:
    """``wiki-builder ARGS``; ``kill_at`` is the change of the disk at which it is killed, ``log`` takes its output."""
    process = _CONTEXT.Process(target=_command, args=(list(map(str, args)), kill_at, str(log or os.devnull)))
    process.start()
    return process


def changes(log: Path) -> int:
    """How often a command that was not killed changed the disk, from its log."""
    return int(log.read_text("utf-8").rpartition("\n")[2])


def killed(process: ForkServerProcess) -> bool:
    """Whether the process was killed rather than ended."""
    process.join()
    code = process.exitcode
    process.close()
    return code == -signal.SIGKILL


def _command(args: list[str], kill_at: int | None, log: str) -> None:
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.argv = ["wiki-builder", *args]
    killer = _Killer(kill_at) if kill_at is not None else None
    try:
        cli.main()
    finally:
        if killer:
            os.write(1, f"\n{killer.at - killer.left}".encode())


class _Killer:
    """Kills this process at its n-th change of the disk; what is written then is written half."""

    def __init__(self, at: int) -> None:
        self.at = self.left = at
        for name in ("replace", "link", "unlink"):
            setattr(os, name, self._wrapped(getattr(os, name)))
        disk._exchange = self._wrapped(disk._exchange)
        Path.unlink = self._wrapped(Path.unlink)  # type: ignore[method-assign]  # a process that will be killed
        Path.write_bytes = self._half(Path.write_bytes)  # type: ignore[method-assign]  # as above

    def _now(self) -> bool:
        self.left -= 1
        return self.left < 0

    def _wrapped(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            if self._now():
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*args, **kwargs)

        return call

    def _half(self, write: Callable[..., int]) -> Callable[..., int]:
        def call(path: Path, data: bytes) -> int:
            if self._now():
                write(path, data[: len(data) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return write(path, data)

        return call
