"""``wiki-builder`` as a process of its own: what it printed, how it ended, what it took.

A process that imports everything takes two seconds; one that is forked from such a process takes
none. It is a
process all the same: it can be killed, limited and left hanging.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path

PATIENCE = 120.0  # seconds after which a command that still runs hangs
_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["drill.warm"])


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that ended. ``code`` is negative where a signal ended it,
    None where it hung and was killed.
    """

    code: int | None
    out: str
    err: str
    seconds: float
    peak_mb: float  # of the process or of the largest that it started; 0 where it was killed

    @property
    def said(self) -> str:
        """Both outputs, as a person sees them."""
        return self.out + self.err


@dataclass(frozen=True, slots=True)
class Start:
    """How a command is started, beside its arguments;
    ``first`` is called in the new process before it begins.
    """

    stdin: str = ""
    folder: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    # of a module's top level: it is sent to the process by its name
    first: Callable[[], None] | None = None


class Running:
    """A command under way; ``end`` waits for it."""

    def __init__(self, args: tuple[str, ...], start: Start) -> None:
        self._log = tempfile.TemporaryDirectory(prefix="wiki-builder-drill-")
        self._began = time.monotonic()
        self.process: ForkServerProcess = _CONTEXT.Process(
            target=_command, args=(args, start, self._log.name)
        )
        self.process.start()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal, if it still runs."""
        if self.process.pid and self.process.is_alive():
            os.kill(self.process.pid, number)

    def end(self, patience: float = PATIENCE) -> Ran:
        """Wait until it ends; after ``patience`` seconds it hangs, and is killed."""
        self.process.join(patience)
        hung = self.process.is_alive()
        if hung:
            self.process.kill()
            self.process.join()
        code = None if hung else self.process.exitcode
        self.process.close()
        with self._log:
            out, err, peak = (self._read(name) for name in ("out", "err", "peak"))
        return Ran(code, out, err, time.monotonic() - self._began, float(peak or 0))

    def _read(self, name: str) -> str:
        path = Path(self._log.name, name)
        return path.read_text("utf-8", "replace") if path.exists() else ""


def start(*args: object, how: Start = Start()) -> Running:
    """Start ``wiki-builder ARGS`` and do not wait."""
    return Running(tuple(map(str, args)), how)


def run(*args: object, how: Start = Start(), patience: float = PATIENCE) -> Ran:
    """``wiki-builder ARGS``, to its end."""
    return start(*args, how=how).end(patience)


def _command(args: tuple[str, ...], how: Start, log: str) -> None:
    os.setpgid(0, 0)
    stdin = Path(log, "in")
    stdin.write_text(how.stdin, "utf-8")
    for number, (name, flags) in enumerate((("in", os.O_RDONLY), ("out", _NEW), ("err", _NEW))):
        opened = os.open(Path(log, name), flags, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(n, "rw"[n > 0], encoding="utf-8") for n in range(3)
    )
    if how.folder:
        os.chdir(how.folder)
    os.environ.update(how.environment)
    sys.argv = ["wiki-builder", *args]
    if how.first:
        how.first()
    from wiki_builder.cli import main

    try:
        main()
    finally:
        used = (
            resource.getrusage(who).ru_maxrss
            for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        )
        peak = max(used) / 1024
        Path(log, "peak").write_text(str(peak), "utf-8")


_NEW = os.O_WRONLY | os.O_CREAT | os.O_APPEND
