"""What the last build of the site made and this one may use again: a file of keys and bytes under
``.wiki/``.

A key is a hash of all that its value is made from, so a value is never out of date; what a
build does not ask for, it drops. The file is safe to delete. One that is damaged is taken
away, and while another build writes it, this one goes on without.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

BATCH = 4_000_000  # bytes that wait to be written
NOWHERE = Path(os.devnull) / "nothing"  # of what is in memory alone
_WAIT = 1.0  # seconds for another build to finish writing
_TABLE = "CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, value BLOB NOT NULL)"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Text:
    """A text, its key, and that text as bytes if nothing was kept under that key."""

    key: bytes
    text: str
    new: bytes | None


class BuildCache:
    """The file at ``path``, made when there is something to keep."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: sqlite3.Connection | None = None
        self._waiting: dict[bytes, bytes] = {}
        self._size = 0
        self._used: set[bytes] = set()
        self._failed = False

    def get(self, key: bytes) -> bytes | None:
        """The value of a key; ``None`` if it is not known."""
        self._used.add(key)
        if key in self._waiting:
            return self._waiting[key]
        found = self._do(
            lambda file: file.execute("SELECT value FROM kept WHERE key = ?", (key,)).fetchone()
        )
        return bytes(found[0]) if found else None

    def made(self, key: bytes, make: Callable[[], str]) -> Text:
        """The text of a key, made where it is not known; it is for :meth:`keep` to keep it."""
        if (known := self.get(key)) and (text := unpacked(known)) is not None:
            return Text(key, text, None)
        made = make()
        return Text(key, made, packed(made))

    def keep(self, key: bytes, new: bytes | None) -> None:
        """Keep for the next build what is known of a key, or else a new value."""
        if new is None:
            self._used.add(key)
        else:
            self.put(key, new)

    def put(self, key: bytes, value: bytes) -> None:
        """Keep a value."""
        self._used.add(key)
        self._waiting[key] = value
        self._size += len(value)
        if self._size > BATCH:
            self._write()

    def let_go(self) -> None:
        """Write what waits, and leave the file, which each process then opens for itself."""
        self._write()
        self._leave()

    def close(self, whole: bool = True) -> None:
        """Write what waits, and behind a whole build drop what it did not use, both or neither."""
        self._write(self._used if whole else None)
        self._leave()

    def _leave(self) -> None:
        if self._file:
            self._file.close()
            self._file = None

    def _write(self, used: set[bytes] | None = None) -> None:
        """Write what waits; with ``used`` drop all other keys.
        Once that fails nothing more is written.
        """
        rows, self._waiting, self._size = list(self._waiting.items()), {}, 0

        def written(file: sqlite3.Connection) -> bool:
            with file:
                file.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?)", rows)
                if used is not None:
                    unused = [
                        row
                        for row in file.execute("SELECT key FROM kept")
                        if bytes(row[0]) not in used
                    ]
                    file.executemany("DELETE FROM kept WHERE key = ?", unused)
            return True

        if (rows or used) and not self._failed:
            with suppress(OSError):
                self.path.parent.mkdir(parents=True, exist_ok=True)
            self._failed = not self._do(written)

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        """The result of something done with the file;
        ``None`` if there is none, or it is in use, or damaged.
        """
        try:
            if self._file is None:
                if not self.path.parent.is_dir():
                    return None
                self._file = sqlite3.connect(self.path, timeout=_WAIT)
                self._file.execute("PRAGMA synchronous = OFF")
                self._file.execute(_TABLE)
            return work(self._file)
        except sqlite3.OperationalError:  # another build writes, or nobody may write here
            return None
        except sqlite3.DatabaseError:
            self._take_away()
            return None

    def _take_away(self) -> None:
        self._leave()
        with suppress(OSError):
            self.path.unlink()


def packed(text: str) -> bytes:
    """A text as few bytes."""
    return zlib.compress(text.encode(), 1)


def unpacked(data: bytes) -> str | None:
    """What :func:`packed` was given; ``None`` for other bytes."""
    try:
        return zlib.decompress(data).decode()
    except (zlib.error, ValueError):
        return None
