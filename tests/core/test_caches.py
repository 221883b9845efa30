"""What is kept under ``.wiki/``: used while it is right, and nothing that a run depends on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from wiki_builder.core.store.caches import TICK, Cache, Kept, kept_at_end, read_changed, write_kept
from wiki_builder.core.store.lock import put_right
from wiki_builder.core.store.wiki import Wiki

CACHE: Cache[dict[str, Kept[str]]] = Cache(dict[str, Kept[str]], "1")
YEARS_AGO = 1_600_000_000 * 10**9


class Folder:
    """A folder of files, and what was read of them."""

    def __init__(self, root: Path) -> None:
        self.files, self.cache = root / "files", root / "cache.json"
        self.files.mkdir()
        self.read: list[str] = []

    def write(self, name: str, text: str, at: int | None = YEARS_AGO) -> None:
        path = self.files / name
        path.write_text(text, "utf-8")
        if at is not None:
            os.utime(path, ns=(at, at))

    def look(self, cache: Cache[dict[str, Kept[str]]] = CACHE) -> dict[str, str]:
        """The texts of the files, and what was read for that in ``read``."""
        self.read = []
        with os.scandir(self.files) as entries:
            found = read_changed(
                cache.read(self.cache) or {}, ((e.name, e) for e in entries), self._one
            )
        cache.write(self.cache, found)
        return {name: kept.value for name, kept in found.items()}

    def _one(self, path: Path) -> str | None:
        self.read.append(path.name)
        text = path.read_text("utf-8")
        return None if text == "bad" else text


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_only_what_changed_is_read_again(folder: Folder) -> None:
    """By its size or by its time; what is gone is forgotten,
    and what cannot be used is read each time.
    """
    folder.write("a", "one")
    folder.write("b", "two")
    folder.write("c", "bad")
    assert folder.look() == {"a": "one", "b": "two"}
    folder.write("a", "ones")
    folder.write("b", "owt", YEARS_AGO + 1)
    folder.write("d", "new")
    assert folder.look() == {"a": "ones", "b": "owt", "d": "new"}
    assert sorted(folder.read) == ["a", "b", "c", "d"]
    (folder.files / "b").unlink()
    (folder.files / "c").unlink()
    assert folder.look() == {"a": "ones", "d": "new"}
    assert folder.read == []


def test_a_change_within_a_tick_of_the_clock_is_seen(folder: Folder) -> None:
    """A file that is read right after it was written may change again with the same size
    and the same time.
    """
    folder.write("a", "one", at=None)
    stat = (folder.files / "a").stat()
    assert folder.look() == {"a": "one"}
    folder.write("a", "two", stat.st_mtime_ns)
    assert folder.look() == {"a": "two"}
    ahead = stat.st_mtime_ns + 10 * TICK  # of a clock that runs before this machine's
    folder.write("a", "two", ahead)
    assert folder.look() == {"a": "two"}
    folder.write("a", "six", ahead)
    assert folder.look() == {"a": "six"}


def spoiled(content: bytes, how: str) -> bytes:
    return {
        "empty": b"",
        "cut": content[:-2],
        "another byte": content.replace(b"one", b"two"),
        "no first line": content.partition(b"\n")[2],
        "another program's": b'{"a": 1}',
        "no text": b"\xff\xfe\x00\n\x00",
    }[how]


@pytest.mark.parametrize(
    "how", ["empty", "cut", "another byte", "no first line", "another program's", "no text"]
)
def test_a_cache_that_is_not_as_it_was_written_is_none(folder: Folder, how: str) -> None:
    """Whatever stands in its place: the files are read."""
    folder.write("a", "one")
    folder.look()
    content = folder.cache.read_bytes()
    folder.cache.write_bytes(spoiled(content, how))
    assert folder.look() == {"a": "one"}
    assert folder.read == ["a"]
    assert folder.cache.read_bytes() == content


def test_a_cache_of_another_version_or_type_is_none(folder: Folder) -> None:
    """What is made in another way is made anew."""
    folder.write("a", "one")
    folder.look()
    others: tuple[Cache[object], ...] = (
        Cache(dict[str, Kept[str]], "2"),
        Cache(dict[str, Kept[int]], "1"),
    )
    for other in others:
        assert other.read(folder.cache) is None
    assert Cache(dict[str, Kept[str]], "1").read(folder.cache) is not None


def test_a_cache_that_cannot_be_written_stops_nothing(folder: Folder) -> None:
    """A folder stands where the file shall stand: all is read each time."""
    folder.write("a", "one")
    folder.cache.mkdir()
    for _ in range(2):
        assert folder.look() == {"a": "one"}
        assert folder.read == ["a"]


def test_what_another_process_wrote_is_seen(folder: Folder) -> None:
    """What this one remembers of a cache counts while the file is the very same."""
    assert CACHE.write(folder.cache, {"a": Kept(1, 1, "mine")})
    assert CACHE.write(folder.cache, {"a": Kept(1, 1, "mine")})
    Cache[dict[str, Kept[str]]](dict[str, Kept[str]], "1").write(
        folder.cache, {"a": Kept(1, 1, "your")}
    )
    assert CACHE.read(folder.cache) == {"a": Kept(1, 1, "your")}


def test_a_run_writes_once_what_it_keeps(tmp_path: Path) -> None:
    """Each stage may keep something newer; what was kept is given again meanwhile,
    and stands there at the end.
    """
    path, cache = tmp_path / "kept.json", Cache[dict[str, int]](dict[str, int], "1")
    with kept_at_end():
        cache.keep(path, {"a": 1})
        cache.keep(path, {"a": 2})
        assert not path.exists()
        assert cache.read(path) == {"a": 2}
        write_kept()
        assert path.exists()
        cache.keep(path, {"a": 3})
    assert Cache[dict[str, int]](dict[str, int], "1").read(path) == {"a": 3}
    cache.keep(path, {"a": 4})  # outside a run at once
    assert Cache[dict[str, int]](dict[str, int], "1").read(path) == {"a": 4}


def test_what_a_kill_leaves_of_a_cache_goes(tmp_path: Path) -> None:
    """The next run clears it, whether it writes that cache or not."""
    wiki = Wiki(tmp_path)
    wiki.cache.mkdir()
    left = wiki.cache / ".papers.json.wiki-part"
    left.touch()
    assert put_right(wiki) == ()
    assert not left.exists()
