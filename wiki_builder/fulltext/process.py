"""A reader in a process of its own: what it reads is hostile until shown otherwise.

Whatever a PDF or a page does to its reader, it does to that process alone: with
limits of processor time, wall time and memory, without the user's keys. This is both
ends of it: :func:`answer_of` starts a worker, :func:`serve_worker` is the worker's ``main``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import wiki_builder

Answer = dict[str, Any]
"""What a worker says, as JSON; or ``error`` alone: ``memory``, ``broken`` or a word of its own."""

_SIGNALS_OF_TIME = (-24, -9)  # SIGXCPU; SIGKILL at the hard limit


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

    ``module`` is run as ``python -m module SECONDS MEGABYTES FILE ARGUMENT…``.
    """
    with as_file(source) as path:
        given = (limits.seconds, limits.megabytes, path.resolve(), *arguments)
        command = [sys.executable, "-P", "-X", "utf8", "-m", module, *map(str, given)]
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                timeout=limits.wall,
                check=False,
                env=_environment(),
                stdin=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired:
            return f"it took more than {limits.wall} s to read"
    return _judged(done, limits)


def _judged(done: subprocess.CompletedProcess[bytes], limits: Limits) -> Answer | str:
    if done.returncode in _SIGNALS_OF_TIME:
        return f"it took more than {limits.seconds} s of processor time to read"
    try:
        answer = json.loads(done.stdout) if done.returncode == 0 else None
    except ValueError:
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


def serve_worker(arguments: Sequence[str], read: Callable[..., Answer]) -> int:
    """Limit this process, read the file that the arguments name, and print the answer;
    0 whatever it is.
    """
    seconds, megabytes, *rest = arguments
    _limit(int(seconds), int(megabytes))
    try:
        answer = read(*rest)
    except (MemoryError, ImportError):  # a library that does not fit either
        answer = {"error": "memory"}
    # parsers raise anything at all on a broken file; all of it means the same here
    except Exception as error:
        answer = {"error": "broken", "detail": type(error).__name__}
    sys.stdout.write(json.dumps(answer))
    return 0


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
