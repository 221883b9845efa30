"""What may happen to a command at one of its changes of the disk: it is killed or stopped, or the
disk fails.

Every way in which Python changes a file is counted where it passes ``os``, ``io`` and ``ctypes``,
in all processes of the command, so that no function of the program needs to be known. The wrappers
stand in the process that commands are forked from (:func:`prepare`), before the program is imported
there, and do nothing until a command is armed (:func:`arm`). A process that a command starts is
armed by ``drill/inside/sitecustomize.py``.
"""

from __future__ import annotations

import builtins
import ctypes
import errno
import fcntl
import fnmatch
import io
import json
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

Ending: TypeAlias = Literal["KILL", "TERM", "INT", "ENOSPC", "EIO"]

VARIABLE: Final = "WIKI_BUILDER_DRILL_HARM"
INSIDE: Final = Path(__file__).with_name("inside")
_ROW: Final = 160  # bytes of a line of the log, so that its size says how many there are
_FAILS: Final = {  # what a full disk does not do, and a broken one
    errno.ENOSPC: ("create", "write", "flush"),
    errno.EIO: ("create", "write", "flush", "rename", "remove"),
}


@dataclass(frozen=True, slots=True)
class Harm:
    """What happens to a command whose changes below ``root`` are counted in ``log``.

    Args:
        at: the change at which it happens, from 1 on; 0 for never.
        lasting: how many changes fail on a disk that fails; 0 for all from then on.
        after: whether a signal comes behind the change and not before it.
        unreadable: a pattern of files below the root that cannot be opened to be read, and the
            error that this gives.
    """

    root: str
    log: str
    at: int = 0
    ending: Ending = "KILL"
    lasting: int = 0
    after: bool = False
    unreadable: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A change as it was logged: ``create``, ``write``, ``flush``,
    ``rename`` or ``remove``, and of what.
    """

    kind: str
    path: str


def changes(log: Path) -> list[Change]:
    """What a command changed, in order, up to the moment at which it ended."""
    rows = log.read_text("utf-8", "replace").splitlines() if log.exists() else []
    return [Change(*row.strip().split(" ", 1)) for row in rows]


def arm(harm: Harm) -> None:
    """Count the changes of this process and of those that it starts;
    of a process group of its own.
    """
    assert os.getpgrp() == os.getpid(), "it would end whoever runs the drill"
    prepare()
    os.environ |= {
        VARIABLE: json.dumps({**asdict(harm), "main": os.getpid()}),
        "PYTHONPATH": os.pathsep.join(map(str, (INSIDE, INSIDE.parents[1]))),
    }
    _Armed.now = _Armed(harm, os.getpid())


def arm_child() -> None:
    """The same in a process that an armed one has started, if this is one."""
    told = json.loads(os.environ.get(VARIABLE, "null"))
    if told and os.getpgrp() == (main := told.pop("main")):
        prepare()
        _Armed.now = _Armed(Harm(**told), main)


class _Armed:
    now: _Armed | None = None

    def __init__(self, harm: Harm, main: int) -> None:
        self.harm, self.main = harm, main
        self.root = os.path.realpath(harm.root)
        self.log = os.open(harm.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.lock, self.failed = threading.Lock(), 0

    def place(self, path: str) -> str | None:
        """Where a path is below the root; ``None`` elsewhere."""
        whole = os.path.join(os.path.realpath(os.path.dirname(path) or "."), os.path.basename(path))
        return os.path.relpath(whole, self.root) if whole.startswith(self.root + os.sep) else None

    def number(self, kind: str, place: str) -> int:
        """Log a change; how many there are now, of all processes."""
        row = f"{kind} {place}".encode("utf-8", "replace")[: _ROW - 1].ljust(_ROW - 1) + b"\n"
        with self.lock:
            fcntl.flock(self.log, fcntl.LOCK_EX)
            _real["write"](self.log, row)
            size = os.fstat(self.log).st_size
            fcntl.flock(self.log, fcntl.LOCK_UN)
        return size // _ROW

    def fails(self, kind: str, number: int) -> int:
        """The error that a failing disk has at this change; 0 for none."""
        error = {"ENOSPC": errno.ENOSPC, "EIO": errno.EIO}.get(self.harm.ending, 0)
        if not error or not self.harm.at or number < self.harm.at or kind not in _FAILS[error]:
            return 0
        with self.lock:
            self.failed += 1
            return 0 if self.harm.lasting and self.failed > self.harm.lasting else error

    def must_read(self, path: str) -> None:
        """Raise what reading a file gives that cannot be read."""
        pattern, error = self.harm.unreadable or ("", 0)
        place = self.place(path) if pattern else None
        if place is not None and fnmatch.fnmatch(place, pattern):
            raise OSError(error, os.strerror(error), path)

    def ends(self, number: int) -> bool:
        return number == self.harm.at and self.harm.ending in ("KILL", "TERM", "INT")

    def end(self) -> None:
        """KILL takes all processes at once, as a machine that dies;
        Ctrl-C goes to all of them, TERM to the first.
        """
        if self.harm.ending == "KILL":
            os.killpg(self.main, signal.SIGKILL)
        elif self.harm.ending == "INT":
            os.killpg(self.main, signal.SIGINT)
        else:
            os.kill(self.main, signal.SIGTERM)


def _changing(
    kind: str,
    path: Path | str,
    do: Callable[[], Any],
    half: Callable[[], Any] | None = None,
    named: bool = True,
) -> Any:
    """Do a change, or what happens to it; ``half`` does a half of it. ``named``:
    its error names the file.
    """
    armed = _Armed.now
    place = armed.place(str(path)) if armed else None
    if armed is None or place is None:
        return do()
    number = armed.number(kind, place)
    if error := armed.fails(kind, number):
        if half:
            half()
        raise OSError(error, os.strerror(error), *([str(path)] if named else []))
    if not armed.ends(number):
        return do()
    if armed.harm.ending == "KILL" and half:
        half()
    if armed.harm.ending == "KILL" or not armed.harm.after:
        armed.end()
    done = do()
    if armed.harm.after:
        armed.end()
    return done


# --- Where changes pass -----------------------------------------------------------

_real: dict[str, Callable[..., Any]] = {}
_BY_NAME = {
    "replace": ("rename", 1, "dst_dir_fd"),
    "rename": ("rename", 1, "dst_dir_fd"),
    "link": ("create", 1, "dst_dir_fd"),
    "symlink": ("create", 1, "dir_fd"),
    "mkdir": ("create", 0, "dir_fd"),
    "unlink": ("remove", 0, "dir_fd"),
    "remove": ("remove", 0, "dir_fd"),
    "rmdir": ("remove", 0, "dir_fd"),
    "truncate": ("write", 0, ""),
}
# by whether there is something
_IDLE = {"mkdir": True, "unlink": False, "remove": False, "rmdir": False}
_BY_DESCRIPTOR = {
    "fsync": ("flush", 0),
    "fdatasync": ("flush", 0),
    "ftruncate": ("write", 0),
    "sendfile": ("write", 0),
    "copy_file_range": ("write", 1),
}


def prepare() -> None:
    """Put the wrappers in their places, once."""
    if _real:
        return
    _real["write"] = os.write
    for name, (kind, place, folder) in _BY_NAME.items():
        setattr(os, name, _named(name, kind, place, folder))
    for name, (kind, place) in _BY_DESCRIPTOR.items():
        setattr(os, name, _described(name, kind, place))
    os.write = _write
    _real["os.open"], os.open = os.open, _os_open
    _real["open"] = io.open
    io.open = builtins.open = _open
    _real["function"] = ctypes.CDLL.__getitem__
    ctypes.CDLL.__getitem__ = _function  # type: ignore[method-assign]  # as above


def _named(name: str, kind: str, place: int, folder: str) -> Callable[..., Any]:
    function = _real[name] = getattr(os, name)

    def call(*args: Any, **options: Any) -> Any:
        if _Armed.now is None or len(args) <= place or isinstance(args[place], int):
            return function(*args, **options)
        path = os.fsdecode(args[place])
        if options.get(folder) is not None:
            path = os.path.join(_path_of(options[folder]), path)
        if name in _IDLE and os.path.lexists(path) is _IDLE[name]:  # it changes nothing
            return function(*args, **options)
        return _changing(kind, path, lambda: function(*args, **options))

    return call


def _described(name: str, kind: str, place: int) -> Callable[..., Any]:
    function = _real[name] = getattr(os, name)

    def call(*args: Any, **options: Any) -> Any:
        if _Armed.now is None:
            return function(*args, **options)
        descriptor = args[place] if isinstance(args[place], int) else args[place].fileno()
        return _changing(
            kind, _path_of(descriptor), lambda: function(*args, **options), named=False
        )

    return call


def _write(descriptor: int, data: Any) -> int:
    written: int = _changing(
        "write",
        _path_of(descriptor) if _Armed.now else "",
        lambda: _real["write"](descriptor, data),
        lambda: _real["write"](descriptor, bytes(data)[: len(data) // 2]),
        named=False,
    )
    return written


def _os_open(path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
    def do() -> int:
        opened: int = _real["os.open"](path, flags, mode, dir_fd=dir_fd)
        return opened

    if _Armed.now is None or not flags & (os.O_CREAT | os.O_TRUNC):
        return do()
    whole = (
        os.path.join(_path_of(dir_fd), os.fsdecode(path))
        if dir_fd is not None
        else os.fsdecode(path)
    )
    new = flags & os.O_TRUNC or not os.path.lexists(whole)
    return int(_changing("create", whole, do)) if new else do()


def _open(
    file: Any,
    mode: str = "r",
    buffering: int = -1,
    encoding: str | None = None,
    errors: str | None = None,
    newline: str | None = None,
    closefd: bool = True,
    opener: Any = None,
) -> Any:
    """``open`` with a raw file whose writes are counted."""
    armed = _Armed.now
    if armed and not isinstance(file, int) and not {*mode} & {*"wax"}:
        armed.must_read(os.fsdecode(file))
    plain = armed is None or not {*mode} & {*"wax+"}
    path = "" if plain else _path_of(file) if isinstance(file, int) else os.fsdecode(file)
    if armed is None or plain or armed.place(path) is None:
        return _real["open"](file, mode, buffering, encoding, errors, newline, closefd, opener)
    raw_mode = mode.replace("b", "").replace("t", "")

    def opened() -> _Raw:
        return _Raw(file, raw_mode, closefd, opener)

    new = not isinstance(file, int) and ("w" in mode or not os.path.lexists(path))
    raw: _Raw = _changing("create", path, opened) if new else opened()
    raw.place = path
    if buffering == 0:
        return raw
    buffered = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
    if "b" in mode:
        return buffered
    text = io.TextIOWrapper(buffered, encoding, errors, newline, line_buffering=buffering == 1)
    text.mode = mode  # type: ignore[misc]  # as open does
    return text


class _Raw(io.FileIO):
    place = ""

    def write(self, data: Any) -> int:
        whole, half = super().write, memoryview(data)[: len(data) // 2]
        written: int = _changing(
            "write", self.place, lambda: whole(data), lambda: whole(half), named=False
        )
        return written


def _function(library: ctypes.CDLL, name: str) -> Any:
    found = _real["function"](library, name)
    return _Renaming(found) if name in ("renameat2", "renameat", "rename") else found


class _Renaming:
    """A function of the C library that renames: its last path is where it changes something."""

    def __init__(self, function: Any) -> None:
        self.__dict__["function"] = function

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.__dict__["function"], name, value)

    def __call__(self, *args: Any) -> Any:
        path = os.fsdecode([one for one in args if isinstance(one, bytes)][-1])
        try:
            return _changing("rename", path, lambda: self.__dict__["function"](*args))
        except OSError as failed:
            ctypes.set_errno(failed.errno or 0)
            return -1


def _path_of(descriptor: int) -> str:
    """Where the file stands that is open; nowhere (``/``) for a pipe, which is on no disk."""
    try:
        path = os.readlink(f"/proc/self/fd/{descriptor}")
    except OSError:
        return "/"
    return path if path.startswith("/") else "/"
