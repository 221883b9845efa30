"""What a command does beyond its wiki, told by Python's own audit hooks: connections, files,
processes.

:func:`begin` is called in the command's process; processes that it forks are watched with it, and
Pythons that it starts anew by :func:`module`, where they get its environment; all are named.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

LOG, WITHIN = "DRILL_WATCH", "DRILL_WITHIN"
_LOOPBACK = ("127.0.0.1", "localhost", "::1", b"127.0.0.1", b"localhost", None, "")
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_PATHS = {
    "os.rename": 2,
    "os.mkdir": 1,
    "os.remove": 1,
    "os.rmdir": 1,
    "os.link": 2,
    "os.symlink": 2,
    "os.truncate": 1,
}
_OWN = re.compile(r"/wiki-builder-drill-\w+/peak$")  # what the drill writes at a command's end
_STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "pty.spawn")


def begin() -> None:
    """Watch this process until it ends; a line of the log for each thing."""
    tempfile.tempdir = None  # of this process's own environment
    log = os.open(os.environ[LOG], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    within = tuple(os.environ[WITHIN].split(os.pathsep))

    def note(event: str, args: tuple[Any, ...]) -> None:
        if said := _told(event, args, within):
            os.write(log, (said.replace("\n", " ") + "\n").encode("utf-8", "backslashreplace"))

    sys.addaudithook(note)


def _told(event: str, args: tuple[Any, ...], within: tuple[str, ...]) -> str:
    if event == "socket.connect" and isinstance(args[1], tuple) and args[1][0] not in _LOOPBACK:
        return f"connect {args[1]!r}"
    if event == "socket.getaddrinfo" and args[0] not in _LOOPBACK:
        return f"resolve {args[0]!r}"
    if event in _STARTS:
        return f"start {args[1] if event == 'subprocess.Popen' else args!r}"
    if event == "open" and (args[2] & _WRITES) and isinstance(args[0], (str, bytes, os.PathLike)):
        return _outside("write", [args[0]], within)
    if event in _PATHS:
        return _outside(
            event,
            [path for path in args[: _PATHS[event]] if not _of_an_open_folder(path, args)],
            within,
        )
    return ""


def _of_an_open_folder(path: Any, args: tuple[Any, ...]) -> bool:
    """Whether a path is an open file, or relative to an open folder,
    which was opened by a whole path.
    """
    return isinstance(path, int) or (
        not os.path.isabs(path) and isinstance(args[-1], int) and args[-1] >= 0
    )


def _outside(what: str, paths: list[Any], within: tuple[str, ...]) -> str:
    whole = [os.path.abspath(os.fsdecode(path)) for path in paths if not isinstance(path, int)]
    out = [
        path
        for path in whole
        if not f"{path}/".startswith((*within, "/dev/", "/proc/")) and not _OWN.search(path)
    ]
    return f"{what} {out!r}" if out else ""


def module(folder: Path) -> Path:
    """A folder for ``PYTHONPATH`` by which every Python that a command
    starts is watched as well.
    """
    folder.mkdir(exist_ok=True)
    own = Path(__file__).read_text("utf-8")
    (folder / "sitecustomize.py").write_text(
        f"{own}\n\nif os.environ.get(LOG):\n    begin()\n", "utf-8"
    )
    return folder


def read(log: Path) -> dict[str, list[str]]:
    """The lines of a log by their first word."""
    told: dict[str, list[str]] = {}
    for line in log.read_text("utf-8").splitlines() if log.exists() else []:
        told.setdefault(line.partition(" ")[0], []).append(line)
    return told
