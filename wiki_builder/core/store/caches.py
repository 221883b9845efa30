"""What is kept under ``.wiki/``: safe to delete at any time, at the price of reading or making it
again.

A cache that is not there, is another version's, or holds a byte that nobody wrote there is none;
one that cannot be written stops nothing. What is kept of files is of their sizes and times, as
git's index is. https://git-scm.com/docs/racy-git
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from wiki_builder.core.store.disk import write_cache
from wiki_builder.core.store.values import Unreadable, _adapter, read_each

T = TypeVar("T")
TICK = 2_000_000_000  # nanoseconds: FAT's, the coarsest clock of a file system
Stamp: TypeAlias = tuple[int, int, int]


class Cache(Generic[T]):
    """Values of ``type_``, a file each; ``version`` changes with what they are made by.

    What this process read or wrote last is remembered, and given again while the file is the same:
    nobody may change a value that came from here.
    """

    def __init__(self, type_: Any, version: str) -> None:
        self._type, self._version = type_, version
        self._last: tuple[Path, Stamp | None, T] | None = None
        self._made = 0

    def read(self, path: Path) -> T | None:
        """What was written there last; ``None`` where there is none that can be used."""
        try:
            stamp = stamp_of(path)
            if self._last and self._last[:2] == (path, stamp):
                return self._last[2]
            with path.open("rb") as file:  # in two pieces: one alone may be 50 MB
                head, body = file.readline(), file.read()
            if head != self._head(body):
                return None
            value: T = _adapter(self._type).validate_json(body)
        except (OSError, ValueError):
            return None
        self._last, self._made = (path, stamp, value), stamp[2] if stamp else 0
        return value

    def made(self, path: Path) -> int:
        """When what :meth:`read` gives was made, in nanoseconds; 0 where there is nothing."""
        return self._made if self.read(path) is not None else 0

    def hold(self, path: Path, value: T, made: int) -> None:
        """Give ``value``, which was begun at ``made``, when the cache is read next in this run;
        nothing is written.
        """
        if _AT_END is not None:
            self._last, self._made = (path, stamp_of(path), value), made

    def keep(self, path: Path, value: T) -> None:
        """Keep ``value``: at the end of the run, where one is at work,
        since the next stage may change it again.
        """
        if _AT_END is None:
            self.write(path, value)
        else:
            self.hold(path, value, time.time_ns())
            _AT_END[path] = lambda: self.write(path, value)

    def write(self, path: Path, value: T) -> bool:
        """Write ``value``; ``False`` where that cannot be."""
        try:
            body = _adapter(self._type).dump_json(value, exclude_defaults=True)
        except ValueError:  # it holds the name of a file that is no UTF-8
            return False
        body = self._head(body) + body  # the piece alone goes
        if not write_cache(path, body):
            return False
        stamp = stamp_of(path)
        self._last, self._made = (path, stamp, value), stamp[2] if stamp else 0
        return True

    def let_go(self) -> None:
        """Remember nothing of what was read or written."""
        self._last = None

    def _head(self, body: bytes) -> bytes:
        digest = hashlib.blake2b(body, digest_size=16).hexdigest()
        return json.dumps(f"{self._version} {digest}").encode() + b"\n"


_AT_END: dict[Path, Callable[[], object]] | None = None  # what is to be written when the run ends


@contextmanager
def kept_at_end() -> Iterator[None]:
    """A run: what it keeps is written once, at its end, however it ends."""
    global _AT_END
    outer, _AT_END = _AT_END, {}
    try:
        yield
    finally:
        try:
            write_kept()
        finally:
            _AT_END = outer


def write_kept() -> None:
    """Write what was kept so far, before what follows says that the run's work is done."""
    while _AT_END:
        _, write = _AT_END.popitem()
        write()


def stamp_of(path: Path) -> Stamp | None:
    """What tells one file from a later one there; ``None`` where there is none."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


@dataclass(frozen=True, slots=True)
class Kept(Generic[T]):
    """What was read of a file of this size and time (nanoseconds).

    ``None`` is the time of one that was read so soon after it was written that a later change may
    show in neither.
    """

    size: int
    time: int | None
    value: T


def read_changed(
    known: Mapping[str, Kept[T]],
    files: Iterable[tuple[str, os.DirEntry[str]]],
    read: Callable[[Path], T | None],
) -> dict[str, Kept[T]]:
    """What ``read`` gives of each file, by the name that it is given with; files that are ``known``
    are not read.

    Where ``read`` gives nothing, the file is left out.
    """
    long_ago = time.time_ns() - TICK
    found: dict[str, Kept[T]] = {}
    for name, file in files:
        stat, kept = file.stat(), known.get(name)
        if kept is None or (kept.size, kept.time) != (stat.st_size, stat.st_mtime_ns):
            value = read(Path(file.path))
            if value is None:
                continue
            sure = stat.st_mtime_ns < long_ago
            kept = Kept(stat.st_size, stat.st_mtime_ns if sure else None, value)
        found[name] = kept
    return found


def read_kept(
    cache: Cache[dict[str, Kept[T]]],
    path: Path,
    files: Iterable[tuple[str, os.DirEntry[str]]],
    read: Callable[[Path], T],
) -> tuple[list[T], list[Unreadable]]:
    """What ``read`` gives of all files that can be read, with the cache at ``path`` brought up to
    date; and the others.

    ``read`` raises FormatError or OSError for a file that cannot be read.
    """
    known, broken = cache.read(path) or {}, list[Unreadable]()

    def one(file: Path) -> T | None:
        found, left = read_each([file], read, lambda file: file)
        broken.extend(left)
        return found[0] if found else None

    found = read_changed(known, files, one)
    if found != known:
        cache.keep(path, found)
    return [kept.value for kept in found.values()], broken
