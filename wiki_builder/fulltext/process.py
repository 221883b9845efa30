"""A reader in a process of its own: what it reads is hostile until shown otherwise.

Whatever a PDF or a page does to its reader, it does to that process alone: with
limits of processor time, wall time and memory, without the user's keys. This is both
ends of it: :func:`answer_of` has a worker read, :func:`serve_worker` is the worker's ``main``.
A worker waits for documents and reads each in a copy of itself (a fork), which costs a tenth of
starting Python and loading the parsers anew; none finds a trace of another.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import Any

import wiki_builder

Answer = dict[str, Any]
"""What a worker says, as JSON; or ``error`` alone: ``memory``, ``broken`` or a word of its own."""

_SIGNALS_OF_TIME = (-24, -9)  # SIGXCPU; SIGKILL at the hard limit
_CAN_FORK = hasattr(os, "fork")


@dataclass(frozen=True, slots=True)
class Limits:
    """What reading one document may cost.

    Processor time says what a document costs; the wall is far off, so that an honest
    one is read on a busy machine, too.
    """

    seconds: int = 60  # of processor time
    wall: int = 600  # seconds
    megabytes: int = 1024  # of address space


def answer_of(
    module: str, arguments: Sequence[object], source: bytes | Path, limits: Limits
) -> Answer | str:
    """What a worker says of a document, or the reason why it says nothing.

    ``module`` is a program that calls :func:`serve_worker`.
    """
    with as_file(source) as path, tempfile.TemporaryDirectory(prefix="wiki-builder-") as folder:
        said = Path(folder) / "answer"
        given = (limits.seconds, limits.megabytes, said, path.resolve(), *arguments)
        worker = _worker(module)
        code = worker.read([str(one) for one in given], limits.wall)
        if code is None:
            return f"it took more than {limits.wall} s to read"
        worker.rest()
        return _judged(code, said, limits)


# --- The caller's end ---

_resting: list[_Worker] = []  # started, and waiting for a document


class _Worker:
    """A worker's process."""

    def __init__(self, module: str) -> None:
        self.module, self._late = module, False
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-X", "utf8", "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            encoding="utf-8",
            start_new_session=True,  # so that its copies end with it
        )

    def read(self, given: Sequence[str], wall: float) -> int | None:
        """The exit code of the process that read; ``None`` where it took more than ``wall``
        seconds.
        """
        assert self._process.stdin
        assert self._process.stdout
        watch = Timer(wall, self._give_up)
        watch.daemon = True
        watch.start()
        try:
            self._process.stdin.write(json.dumps(given) + "\n")
            self._process.stdin.flush()
            code = int(self._process.stdout.readline())
        except (OSError, ValueError):  # it has ended, and says nothing
            code = self._process.wait()
        except BaseException:  # Ctrl-C: nobody waits for the answer any more
            self.end()
            raise
        finally:
            watch.cancel()
        return None if self._late else code

    def _give_up(self) -> None:
        self._late = True
        self.end()

    def rest(self) -> None:
        """Wait for another document; where there are no copies, one process reads one."""
        if _CAN_FORK and self._process.poll() is None:
            _resting.append(self)
        else:
            self.end()

    def end(self) -> None:
        """End the process and its copy."""
        if self._process.poll() is None:
            with suppress(OSError):  # it has ended just now
                if _CAN_FORK:
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what could not be written to it
                if pipe:
                    pipe.close()


def _worker(module: str) -> _Worker:
    """One that waits, or a new one."""
    for worker in _resting:
        if worker.module == module:
            with suppress(ValueError):  # another thread took it
                _resting.remove(worker)
                return worker
    return _Worker(module)


@atexit.register
def end_workers() -> None:
    """End those that wait for a document."""
    while _resting:
        _resting.pop().end()


def _judged(code: int, said: Path, limits: Limits) -> Answer | str:
    if code in _SIGNALS_OF_TIME:
        return f"it took more than {limits.seconds} s of processor time to read"
    try:
        answer = json.loads(said.read_bytes()) if code == 0 else None
    except (OSError, ValueError):
        answer = None
    return answer if isinstance(answer, dict) else "the reader crashed on it"


@contextmanager
def as_file(source: bytes | Path) -> Iterator[Path]:
    """The document as a file, for as long as the block runs."""
    if isinstance(source, Path):
        yield source
        return
    with tempfile.TemporaryDirectory(prefix="wiki-builder-") as folder:
        path = Path(folder) / "document"
        path.write_bytes(source)
        yield path


def _environment() -> dict[str, str]:
    """What the worker needs, and none of the user's keys."""
    kept = {
        name: os.environ[name]
        for name in ("PATH", "SYSTEMROOT", "TEMP", "TMPDIR", "LANG")
        if name in os.environ
    }
    return {**kept, "PYTHONPATH": str(Path(wiki_builder.__file__).parent.parent)}


# --- The worker's end ---


def serve_worker(read: Callable[..., Answer]) -> int:
    """Read the document that each line names, within limits, and say how that ended."""
    for line in sys.stdin:
        sys.stdout.write(f"{_read_apart(read, json.loads(line))}\n")
        sys.stdout.flush()
    return 0


def _read_apart(read: Callable[..., Answer], given: Sequence[str]) -> int:
    """The exit code of a copy of this process that reads; without copies it reads itself."""
    if not _CAN_FORK:
        _read_within(read, *given)
        return 0
    if copy := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
    code = 1
    try:
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)  # what a library prints is no answer
        _read_within(read, *given)
        code = 0
    finally:
        os._exit(code)


def _read_within(
    read: Callable[..., Answer], seconds: str, megabytes: str, said: str, *rest: str
) -> None:
    """Limit this process, read, and write the answer to the file ``said``."""
    _limit(int(seconds), int(megabytes))
    try:
        answer = read(*rest)
    except (MemoryError, ImportError):  # a library that does not fit either
        answer = {"error": "memory"}
    # parsers raise anything at all on a broken file; all of it means the same here
    except Exception as error:
        answer = {"error": "broken", "detail": type(error).__name__}
    Path(said).write_text(json.dumps(answer), "utf-8")


def _limit(seconds: int, megabytes: int) -> None:
    try:
        import resource
    except ImportError:  # Windows: the parent's limit of wall time is all there is
        return
    size = megabytes * 1024 * 1024
    for what, most in (
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_AS, size),
        (resource.RLIMIT_CORE, 0),
    ):
        try:
            resource.setrlimit(what, (most, most))
        except (ValueError, OSError):  # macOS refuses RLIMIT_AS
            continue
