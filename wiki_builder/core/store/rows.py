"""What was read of many files, a row each in a file of SQLite under ``.wiki/``: a run reads of each
what it asks for, and writes what changed.

A row has parts. The first, in short, is read of all files; of any other part what is asked for. It
is a cache as any (:mod:`wiki_builder.core.store.caches`): safe to delete; a row that holds a byte
that nobody wrote there is none; one that cannot be used is made anew, or done without.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias
from zlib import crc32

from wiki_builder.core.keys import without_keys_in
from wiki_builder.core.store.caches import TICK, Stamp, stamp_of
from wiki_builder.core.store.values import Unreadable, _adapter, read_each

Json: TypeAlias = Any
Parts: TypeAlias = tuple[Any, ...]
File: TypeAlias = tuple[str, "os.DirEntry[str]"]  # with the name of its row

_WAIT = 1.0  # seconds for another program to finish writing
_AT_ONCE = 2_000  # rows that are written together; what is written need not stay in memory
_REMEMBERED = 1_000  # parts
_ASKED_BY_NAME = 900  # rows; SQLite takes as many names (999) whatever it was built with


class Row:
    """What was read of a file of this size and time (nanoseconds; ``None`` where it was read so
    soon after it was written that a later change may show in neither).
    """

    __slots__ = ("made", "name", "path", "read", "rows", "short", "size", "time")

    def __init__(self, rows: Rows, name: str, size: int, time: int | None, short: Json) -> None:
        self.rows, self.name, self.size, self.time, self.short = rows, name, size, time, short
        self.path = ""
        self.read: Parts | None = None  # what this process read itself
        self.made: Any = None  # what its reader makes of it

    def part(self, number: int) -> Any:
        """A part, read when it is asked for."""
        return self.read[number] if self.read else self.rows.part(self, number)


class Rows:
    """Rows of parts of ``types``; ``version`` changes with what they are made by.

    ``read`` gives the parts of a file; ``short`` what of them is asked for of all files, in values
    of JSON. Nobody may change a value that came from here.
    """

    def __init__(
        self,
        types: Sequence[Any],
        version: str,
        read: Callable[[Path], Parts],
        short: Callable[[Parts], Json],
    ) -> None:
        self._types, self._version, self._read, self._short = types, version, read, short
        self._path = Path()
        self._stamp: Stamp | None = None
        self._file: sqlite3.Connection | None = None
        self._process = 0  # whose the connection is: a fork needs its own
        self._known: dict[str, Row] = {}
        self.part = lru_cache(_REMEMBERED)(self._part)

    def read_changed(self, path: Path, files: Iterable[File]) -> tuple[list[Row], list[Unreadable]]:
        """A row for each file that can be read, and the others; what is as it was is not read
        again. The cache at ``path`` is brought up to date.
        """
        self._open(path)
        long_ago = time.time_ns() - TICK
        found, new, broken = dict[str, Row](), list[Row](), list[Unreadable]()
        for name, file in files:
            stat, row = file.stat(), self._known.get(name)
            if row is None or row.time != stat.st_mtime_ns or row.size != stat.st_size:
                read, left = read_each([Path(file.path)], self._read, lambda file: file)
                broken += left
                if not read:
                    continue
                sure = stat.st_mtime_ns if stat.st_mtime_ns < long_ago else None
                row = Row(self, name, stat.st_size, sure, self._short(read[0]))
                row.read = read[0]
                new.append(row)
            row.path = file.path
            found[name] = row
            if len(new) == _AT_ONCE:
                if self._write(new):
                    for written in new:
                        written.read = None
                new = []
        gone = self._known.keys() - found.keys()
        self._known = found
        if new or gone:
            self._write(new, gone)
        return list(found.values()), broken

    def bring(self, rows: Collection[Row], number: int) -> dict[str, Any]:
        """A part of many rows at once, by name."""
        found, adapter = dict[str, Any](), _adapter(self._types[number])
        names, sql = [row.name for row in rows], f"SELECT name, value, sum FROM part{number}"
        if len(names) <= _ASKED_BY_NAME:
            told = self._select(f"{sql} WHERE name IN ({','.join('?' * len(names))})", *names)
        else:
            told = self._select(sql)
        stored = {row.name for row in rows if row.read is None}
        for name, value, total in told:
            with suppress(ValueError):
                if name in stored and _is_whole(value, total):
                    found[name] = adapter.validate_json(value)
        return {
            row.name: found[row.name] if row.name in found else row.part(number) for row in rows
        }

    def _part(self, row: Row, number: int) -> Any:
        """From the file that the row is of, where the cache has none that can be used."""
        sql = f"SELECT value, sum FROM part{number} WHERE name = ?"
        for value, total in self._select(sql, row.name):
            with suppress(ValueError):
                if _is_whole(value, total):
                    return _adapter(self._types[number]).validate_json(value)
        return self._read(Path(row.path))[number]

    # --- The file ---

    def _open(self, path: Path) -> None:
        """What is known is what the file holds, or what this process read last and wrote there."""
        if self._path == path and self._stamp == stamp_of(path):
            return
        self.close()
        self._path, self._known = path, {}
        try:
            self._connect()
            self._known = {row.name: row for row in self._kept()}
        except (sqlite3.DatabaseError, OSError, ValueError) as error:
            self.close()
            if not isinstance(error, sqlite3.OperationalError | OSError):  # it is damaged
                with suppress(OSError):
                    path.unlink()
        self._stamp = stamp_of(path)

    def close(self) -> None:
        """Let go of the file."""
        if self._file:
            self._file.close()
        self._file = None
        self.part.cache_clear()

    def _connect(self) -> sqlite3.Connection:
        if self._file is None or self._process != os.getpid():
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = sqlite3.connect(self._path, timeout=_WAIT, check_same_thread=False)
            self._file, self._process = file, os.getpid()
            file.execute("PRAGMA synchronous = OFF")
            with file:
                file.execute("CREATE TABLE IF NOT EXISTS made_by (version TEXT)")
                if file.execute("SELECT version FROM made_by").fetchall() != [(self._version,)]:
                    self._make(file)
        return self._file

    def _make(self, file: sqlite3.Connection) -> None:
        tables = file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            file.execute(f"DROP TABLE {table}")
        file.execute("CREATE TABLE made_by (version TEXT)")
        file.execute("INSERT INTO made_by VALUES (?)", (self._version,))
        told = "name TEXT PRIMARY KEY, size INTEGER, time INTEGER, short TEXT, sum INTEGER"
        file.execute(f"CREATE TABLE rows ({told}) WITHOUT ROWID")
        for number in range(len(self._types)):
            told = "name TEXT PRIMARY KEY, value BLOB, sum INTEGER"
            file.execute(f"CREATE TABLE part{number} ({told})")

    def _kept(self) -> Iterator[Row]:
        told = self._select("SELECT * FROM rows")
        while some := list(islice(told, _AT_ONCE)):  # all at once are several times as much
            rows = [row for row in some if row[4] == _sum(row[:4])]
            shorts = json.loads(f"[{','.join(row[3] for row in rows)}]")
            for (name, size, time_, _, _), short in zip(rows, shorts, strict=True):
                yield Row(self, name, size, time_, short)

    def _select(self, sql: str, *given: str) -> Iterator[tuple[Any, ...]]:
        if self._file is None:
            return
        with suppress(sqlite3.OperationalError):  # another program writes
            if self._process != os.getpid():
                self._connect()
            yield from self._file.execute(sql, given)

    def _write(self, new: Sequence[Row], gone: Iterable[str] = ()) -> bool:
        """Write rows, and drop what is gone; ``False`` where that cannot be."""
        rows = [row for row in new if row.read]
        try:
            file = self._connect()
            with file:
                names = [(row.name,) for row in rows] + [(name,) for name in gone]
                file.executemany("DELETE FROM rows WHERE name = ?", names)
                shorts = _dumped(Any, [row.short for row in rows])
                told = map(_told, rows, shorts)
                file.executemany("INSERT INTO rows VALUES (?, ?, ?, ?, ?)", told)
                for number, type_ in enumerate(self._types):
                    values = _dumped(type_, [row.read[number] for row in rows if row.read])
                    parts = zip((row.name for row in rows), values, map(crc32, values), strict=True)
                    file.executemany(f"DELETE FROM part{number} WHERE name = ?", names)
                    file.executemany(f"INSERT INTO part{number} VALUES (?, ?, ?)", parts)
        except (sqlite3.Error, OSError, ValueError):  # a name that is no UTF-8, too
            return False
        self._stamp = stamp_of(self._path)
        return True


def _dumped(type_: Any, parts: Iterable[Any]) -> list[bytes]:
    """Values as the JSON that is kept, without any key in it."""
    values = [_adapter(type_).dump_json(part, exclude_defaults=True) for part in parts]
    whole = b"".join(values)
    return values if without_keys_in(whole) == whole else list(map(without_keys_in, values))


def _is_whole(value: object, total: int) -> bool:
    return isinstance(value, bytes) and crc32(value) == total


def _told(row: Row, short: bytes) -> tuple[Any, ...]:
    told = (row.name, row.size, row.time, short.decode())
    return (*told, _sum(told))


def _sum(told: tuple[Any, ...]) -> int:
    return crc32(repr(told).encode("utf-8", "surrogatepass"))
