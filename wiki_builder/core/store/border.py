"""The border of a wiki: nothing beyond its folder is read or written, whatever link stands in it.

The folder itself may be reached by a link; from there on a link may lead wherever it stays within.
What is private is not shown to readers by a link either. A link that changes between the look and
the use is not caught: who can do that writes in the folder anyway.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

from wiki_builder.core.errors import Outside

LEADS_OUT = (
    "a link that leads out of the wiki's folder, or to what is private; it is neither read nor"
    " shown"
)
PRIVATE = ("notes", "data/pending", "site")  # below the wiki; so is all that begins with a dot
# beside the folders that are looked through
_USED = ("wiki.toml", "mkdocs.yml", "mkdocs.base.yml", "docs")
_LOOKED_THROUGH = ("data", "templates", ".wiki")


class Border:
    """The border of the wiki in ``home``."""

    def __init__(self, home: Path) -> None:
        self.home = home

    @cached_property
    def _real(self) -> str:
        return os.path.realpath(self.home)

    def holds(self, path: str | os.PathLike[str]) -> bool:
        """Whether ``path``, wherever links lead it, stands within the folder. It need not exist."""
        return self._within(path) is not None

    def shows(self, path: str | os.PathLike[str]) -> bool:
        """Whether ``path`` stands within and may be shown to readers:
        it leads to nothing private.
        """
        own = self._within(path)
        if own is None:
            return False
        parts = own.split(os.sep)
        private = any(
            parts[: len(names)] == names for names in (name.split("/") for name in PRIVATE)
        )
        return not private and not any(part.startswith(".") and part != "." for part in parts)

    def require(self, path: Path) -> None:
        """Nothing, where ``path`` stands within.

        Raises:
            Outside: it does not.
        """
        if not self.holds(path):
            raise _outside(path)

    def keep(self) -> None:
        """Look through all that a command uses, pages and notes apart, which are looked at one by
        one.

        Raises:
            Outside: a link leads out; nothing was read through it.
        """
        for name in _USED:
            self.require(self.home / name)
        for name in _LOOKED_THROUGH:
            self.require_all(self.home / name)

    def require_all(self, folder: Path) -> None:
        """Nothing, where ``folder`` and every link below it stay within.

        Raises:
            Outside: one does not.
        """
        self.require(folder)
        for link in links(folder):
            self.require(Path(link))

    def _within(self, path: str | os.PathLike[str]) -> str | None:
        """The path from the folder to where ``path`` really stands; ``None`` beyond it."""
        own = os.path.relpath(os.path.realpath(path), self._real)
        return (
            None
            if own == os.pardir or own.startswith(os.pardir + os.sep) or os.path.isabs(own)
            else own
        )


def walk(
    folder: Path,
    may: Callable[[str], bool],
    left_out: Callable[[str], object] = lambda path: None,
    refused: Callable[[str, OSError], object] | None = None,
) -> Iterator[os.DirEntry[str]]:
    """All files under ``folder``, in no order; links to folders are followed out of it, so that
    each file comes once.

    ``may`` says which links may be followed, to files too (:meth:`Border.holds`); ``left_out`` is
    told the path of each that may not. ``refused`` is told each path that cannot be read, links
    that lead nowhere included, and why; without it a folder that cannot be read raises its OSError.
    """
    stack, own = [str(folder)] if folder.is_dir() else [], Border(folder)
    seen: set[str] = set()
    while stack:
        for entry in _entries(stack.pop(), refused):
            if entry.is_file(follow_symlinks=False):
                yield entry
            elif entry.is_dir(follow_symlinks=False):
                stack.append(entry.path)
            elif not entry.is_symlink():
                continue  # a socket, say
            elif not may(entry.path):
                left_out(entry.path)
            elif os.path.isfile(entry.path):
                yield entry
            elif not os.path.exists(entry.path):
                if refused:
                    refused(entry.path, OSError(errno.ENOENT, "the link leads nowhere"))
            elif not own.holds(entry.path) and (real := os.path.realpath(entry.path)) not in seen:
                seen.add(real)
                stack.append(entry.path)


def _entries(
    folder: str, refused: Callable[[str, OSError], object] | None
) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError as error:
        if refused is None:
            raise
        refused(folder, error)
        return []


def links(folder: Path) -> Iterator[str]:
    """Every link below ``folder``, to files and to folders; none is followed.
    What cannot be listed is left out.
    """
    stack = [str(folder)]
    while stack:
        try:
            entries = os.scandir(stack.pop())
        except OSError:
            continue
        with entries:
            for entry in entries:
                if entry.is_file(follow_symlinks=False):
                    continue  # as most are
                if entry.is_symlink():
                    yield entry.path
                elif entry.is_dir(follow_symlinks=False):
                    stack.append(entry.path)


def _outside(path: Path) -> Outside:
    what = "a link here leads out of the wiki's folder, and nothing beyond it is read or written"
    return Outside(what, where=str(path), next="Put what it leads to in its place, or take it away")
