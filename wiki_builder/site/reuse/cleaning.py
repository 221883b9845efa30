"""Cleaning the site's folder behind a build instead of before it: files are written over, which
takes half the time.

MkDocs empties the folder and makes every file again. Here it finds none, while the last site
waits beside it for a moment; and at the end goes what this build did not write. A folder with
anything else in it than plain files of our own (links, hidden files, another user's) is left to
MkDocs.

That a file was written is told by its having changed, not by when: a clock may be set back
meanwhile.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

_Stamp = tuple[int, ...]  # other, when a file was written again


class Cleaning:
    """The folder ``site`` during one build."""

    def __init__(self, site: Path) -> None:
        self._site = site
        self._aside = site.with_name(f".{site.name}.wiki-builder")
        # when the build began, by the clock of the folder's disk; 0 if MkDocs cleaned
        self._since = 0
        self._before: dict[str, _Stamp] = {}  # the last site's files
        self._alive: set[str] = set()
        self._waits = False  # whether the last site stands beside the folder

    def aside(self) -> None:
        """Before MkDocs empties the folder: put what is there beside it."""
        if os.name != "posix":  # elsewhere a file's time of change is not told
            return
        with suppress(OSError):  # the folder is a disk of its own, say
            shutil.rmtree(self._aside, ignore_errors=True)  # of a build that was killed
            if not self._site.is_symlink() and _is_plain(self._site, self._before):
                self._site.rename(self._aside)
                self._waits = True

    def back(self) -> None:
        """When MkDocs has done so: put it back."""
        if self._waits:
            self._waits = False
            with suppress(OSError):
                self._site.rmdir()
            with suppress(OSError):
                self._aside.rename(self._site)
                mark = self._site / ".wiki-builder"
                mark.touch()
                self._since = mark.stat().st_ctime_ns
                mark.unlink()

    def write(self, path: Path, data: bytes) -> None:
        """Write a file of the site, where it is not the same already."""
        if self.stands(path, data):
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def stands(self, path: Path, data: bytes) -> bool:
        """Whether a file of the last site has these bytes; then it stays, unless it is written."""
        with suppress(OSError):
            if self._since and path.stat().st_size == len(data) and path.read_bytes() == data:
                self._alive.add(str(path))
                return True
        return False

    def succeed(self, old: str, new: str) -> None:
        """Let a new folder of the site begin with the files of one of the last site, to be written
        over.

        A build that is killed behind this leaves the site with neither, until the next one.
        """
        was, now = (str(self._site / name) for name in (old, new))
        if self._since and was != now:
            with suppress(OSError):
                os.rename(was, now)
                self._before = {
                    now + path.removeprefix(was) if path.startswith(was + os.sep) else path: stamp
                    for path, stamp in self._before.items()
                }

    def clean(self) -> None:
        """At the end: take away the files that nobody wrote,
        and the folders that are empty then.
        """
        if self._since:
            with os.scandir(self._site) as entries:
                for entry in entries:
                    self._clean(entry)

    def _clean(self, entry: os.DirEntry[str]) -> bool:
        """Whether nothing is left of it."""
        if entry.is_dir(follow_symlinks=False):
            with os.scandir(entry.path) as entries:
                below = [self._clean(one) for one in entries]
            if gone := all(below):
                os.rmdir(entry.path)
        else:
            stat = entry.stat(follow_symlinks=False)
            is_same = self._before.get(entry.path) == _stamp(stat)
            # Of one tick with the build's begin, it may have been written again within that tick.
            gone = is_same and stat.st_ctime_ns != self._since and entry.path not in self._alive
            if gone:
                os.unlink(entry.path)
        return gone


def _is_plain(folder: str | Path, stamps: dict[str, _Stamp]) -> bool:
    """Whether there are only files in it that a build may write over and take away;
    notes their stamps.
    """
    with os.scandir(folder) as entries:
        return all(_is_ours(entry, stamps) for entry in entries)


def _is_ours(entry: os.DirEntry[str], stamps: dict[str, _Stamp]) -> bool:
    stat = entry.stat(follow_symlinks=False)
    if entry.name.startswith(".") or stat.st_uid != os.geteuid() or not stat.st_mode & 0o200:
        return False
    if entry.is_dir(follow_symlinks=False):
        return _is_plain(entry.path, stamps)
    stamps[entry.path] = _stamp(stat)
    return entry.is_file(follow_symlinks=False) and stat.st_nlink == 1


def _stamp(stat: os.stat_result) -> _Stamp:
    return stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns
