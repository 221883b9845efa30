"""What is kept of files in rows: read when it is asked for, and nothing that a run depends on."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from wiki_builder.core.store import rows as kept_rows
from wiki_builder.core.store.rows import Row, Rows

YEARS_AGO = 1_600_000_000 * 10**9


class Folder:
    """A folder of files of words, and what was read of them."""

    def __init__(self, root: Path) -> None:
        self.files, self.cache = root / "files", root / "cache.sqlite"
        self.files.mkdir()
        self.read: list[str] = []

    def write(self, name: str, text: str, at: int = YEARS_AGO) -> None:
        path = self.files / name
        path.write_text(text, "utf-8")
        os.utime(path, ns=(at, at))

    def rows(self, version: str = "1") -> Rows:
        """As another process has them: nothing is remembered."""
        return Rows((list[str], int), version, self._one, lambda parts: parts[1])

    def look(self, rows: Rows) -> dict[str, Row]:
        self.read = []
        with os.scandir(self.files) as entries:
            found, _ = rows.read_changed(self.cache, ((e.name, e) for e in entries))
        return {row.name: row for row in found}

    def _one(self, path: Path) -> tuple[list[str], int]:
        self.read.append(path.name)
        words = path.read_text("utf-8").split()
        return words, len(words)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path)
    made.write("a", "one two")
    made.write("b", "three")
    made.look(made.rows())
    return made


def shorts(rows: dict[str, Row]) -> dict[str, int]:
    return {name: row.short for name, row in sorted(rows.items())}


def test_only_what_changed_is_read_again(folder: Folder) -> None:
    """By its size or its time; what is gone is forgotten, and parts come out of the cache."""
    folder.write("b", "three four")
    folder.write("c", "five")
    found = folder.look(folder.rows())
    assert sorted(folder.read) == ["b", "c"]
    assert shorts(found) == {"a": 2, "b": 2, "c": 1}
    assert found["a"].part(0) == ["one", "two"]
    assert found["b"].part(0) == ["three", "four"]
    assert sorted(folder.read) == ["b", "c"]
    (folder.files / "a").unlink()
    assert shorts(folder.look(folder.rows())) == {"b": 2, "c": 1}
    assert folder.read == []


@pytest.mark.parametrize("by_name", [0, 1, 900])
def test_a_part_of_many_rows_comes_at_once(
    folder: Folder, by_name: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same as each by itself, however many are asked for by name, and what the cache lacks
    from the files.
    """
    monkeypatch.setattr(kept_rows, "_ASKED_BY_NAME", by_name)
    rows = folder.rows()
    found = folder.look(rows)
    with sqlite3.connect(folder.cache) as file:
        file.execute("DELETE FROM part0 WHERE name = 'b'")
    assert rows.bring(found.values(), 0) == {"a": ["one", "two"], "b": ["three"]}
    assert folder.read == ["b"]
    assert rows.bring([found["a"]], 1) == {"a": 2}
    assert rows.bring([], 0) == {}


def test_a_row_that_nobody_wrote_so_is_none(folder: Folder) -> None:
    """Another number in short, or another word in a part: the file is read."""
    with sqlite3.connect(folder.cache) as file:
        file.execute("UPDATE rows SET short = '7' WHERE name = 'a'")
        file.execute("UPDATE part0 SET value = '[\"six\"]' WHERE name = 'b'")
    found = folder.look(folder.rows())
    assert folder.read == ["a"]
    assert shorts(found) == {"a": 2, "b": 1}
    assert found["b"].part(0) == ["three"]


@pytest.mark.parametrize("how", ["empty", "cut", "garbage", "another version", "a folder"])
def test_a_cache_that_cannot_be_used_stops_nothing(folder: Folder, how: str) -> None:
    """All is read, now and in the next run where the cache can be made anew."""
    content = folder.cache.read_bytes()
    if how == "a folder":
        folder.cache.unlink()
        folder.cache.mkdir()
    elif how != "another version":
        made = {"empty": b"", "cut": content[: len(content) // 2], "garbage": b"\0nothing" * 999}
        folder.cache.write_bytes(made[how])
    version = "2" if how == "another version" else "1"
    found = folder.look(folder.rows(version))
    assert sorted(folder.read) == ["a", "b"]
    assert shorts(found) == {"a": 2, "b": 1}
    assert found["a"].part(0) == ["one", "two"]
    assert shorts(folder.look(folder.rows(version))) == {"a": 2, "b": 1}
    assert sorted(folder.read) == (["a", "b"] if how == "a folder" else [])


def test_a_change_within_a_tick_of_the_clock_is_seen(folder: Folder) -> None:
    """A file that is read right after it was written may change again with the same size
    and the same time.
    """
    path = folder.files / "a"
    path.write_text("one six", "utf-8")
    stat, rows = path.stat(), folder.rows()
    assert folder.look(rows)["a"].part(0) == ["one", "six"]
    path.write_text("one ten", "utf-8")
    os.utime(path, ns=(stat.st_mtime_ns, stat.st_mtime_ns))
    assert folder.look(rows)["a"].part(0) == ["one", "ten"]
    assert folder.look(folder.rows())["a"].part(0) == ["one", "ten"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_reads_by_itself(folder: Folder) -> None:
    """What one process has opened is not another's."""
    rows = folder.rows()
    found = folder.look(rows)
    child = os.fork()
    if not child:
        os._exit(0 if found["a"].part(0) == ["one", "two"] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert found["b"].part(0) == ["three"]
