"""What stands under ``docs/``: every page of the builder's, by id, read again only when its file
changed.

The cache (``.wiki/pages.json``) remembers of each file its size and time, the id it
carries, what a person changed on it, and from what it was last written. Without the
cache all is read again; what follows from it is the same. So is a file that was written so
shortly before the cache that a later change may show in neither size nor time.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from wiki_builder.contract.ledger import Sealed
from wiki_builder.contract.page import UnreadablePage, read_page
from wiki_builder.contract.spec import Proposal
from wiki_builder.core.store.border import LEADS_OUT, Border, walk
from wiki_builder.core.store.caches import TICK, Cache
from wiki_builder.core.store.disk import content_hash
from wiki_builder.library.shown import Shown, shown

NOTHING_CHANGED = Shown()


@dataclass(frozen=True, slots=True)
class PageFile:
    """One ``.md`` file under ``docs/``; ``id`` is ``None`` for a file that is a person's own.

    It is empty where nobody can tell whose page it is: markers without an id, or nothing that
    could be read. A folder that cannot be read stands here as such a file. ``input`` is the
    hash of what the page was last merged from, empty if unknown; ``content`` that of its bytes.
    While ``basis`` is the same (see :mod:`wiki_builder.library.basis`), so is ``input``.
    """

    path: str
    size: int
    time: int  # nanoseconds
    id: str | None = None
    shown: Shown = NOTHING_CHANGED
    broken: tuple[int, str] | None = None  # line and reason
    input: str = ""
    basis: str = ""
    content: str = ""
    proposals: tuple[Proposal, ...] = ()

    @property
    def stat(self) -> tuple[int, int]:
        return self.size, self.time

    def is_of(self, file: PageFile) -> bool:
        """Whether this is what is remembered of a file."""
        made_from = {"input": self.input, "basis": self.basis, "proposals": self.proposals}
        return replace(file, **made_from) == self  # type: ignore[arg-type]  # three of its fields

    @property
    def untouched(self) -> bool:
        """Whether nothing on the page is a person's."""
        return bool(self.id) and not self.broken and self.shown.is_plain


@dataclass(frozen=True, slots=True)
class ScannedPages:
    """All pages by path; ``read`` is the number of those that the cache
    did not know as they stand.
    """

    files: Mapping[str, PageFile]
    read: int = 0

    def by_id(self) -> dict[str, tuple[str, ...]]:
        """The paths that carry each id."""
        paths: dict[str, list[str]] = {}
        for file in self.files.values():
            if file.id:
                paths.setdefault(file.id, []).append(file.path)
        return {id_: tuple(sorted(found)) for id_, found in paths.items()}

    @property
    def untold(self) -> tuple[str, ...]:
        """The files that may be any page: while there is one, no page counts as deleted."""
        return tuple(path for path, file in self.files.items() if file.id == "")


_CACHE: Cache[dict[str, PageFile]] = Cache(dict[str, PageFile], "5")


def scan(
    docs: Path, cache: Path, sealed: Callable[[str], Sealed | None] = lambda path: None
) -> ScannedPages:
    """Every page under ``docs``, and every link there that leads where it may not.

    A file whose bytes are ``sealed`` at its path is not read further; of files that are known that
    is not asked. What is hidden (``.trash/``,
    ``.obsidian/``) is on no site, and is no page.
    """
    started = time.time_ns()
    known, start = _CACHE.read(cache) or {}, len(os.path.join(docs, ""))
    long_ago = _CACHE.made(cache) - TICK
    files: dict[str, PageFile] = {}

    def own(path: str) -> str:
        return path[start:].replace(os.sep, "/")

    def broken(path: str, why: str) -> None:
        # A page may hide behind a file of its kind, and in a folder that cannot be opened.
        page = path.endswith(".md") or not os.path.islink(path)
        files[own(path)] = PageFile(own(path), 0, 0, id="" if page else None, broken=(0, why))

    def left_out(path: str) -> None:
        broken(path, LEADS_OUT)

    def refused(path: str, error: OSError) -> None:
        if path.endswith(".md") or not os.path.islink(path):
            broken(path, f"it cannot be read: {error.strerror}")

    for entry in walk(docs, Border(docs.parent).shows, left_out, refused):
        if entry.name.endswith(".md"):
            path = own(entry.path)
            if path.startswith(".") or "/." in path:
                continue
            stat = entry.stat()
            old, now = known.get(path), (stat.st_size, stat.st_mtime_ns)
            if old and old.stat == now and stat.st_mtime_ns < long_ago:
                files[path] = old
            else:
                file = read_file(docs, path, now, sealed(path))
                files[path] = old if old and old.is_of(file) else file
    read = sum(file is not known.get(path) for path, file in files.items())
    if read:  # a run scans several times
        _CACHE.hold(cache, files, started)
    return ScannedPages(dict(sorted(files.items())), read)


def as_known(docs: Path, cache: Path) -> bool:
    """Whether all stands as it was when the cache was made: nobody saved, moved or deleted a page
    since it was read.
    """
    known = _CACHE.read(cache)  # which looking may bring up to date
    return scan(docs, cache).files == known


def read_file(
    docs: Path, path: str, stat: tuple[int, int], sealed: Sealed | None = None
) -> PageFile:
    """One file as it stands; nothing of a person's is on one whose bytes are ``sealed``."""
    file = PageFile(path, *stat, input="")
    try:
        content = (docs / path).read_bytes()
    except OSError as error:
        return replace(file, id="", broken=(0, f"it cannot be read: {error.strerror}"))
    if sealed and sealed.content == content_hash(content):
        return replace(file, id=sealed.id, shown=Shown(path), content=sealed.content)
    page = read_page(content)
    if page is None:
        return file
    file = replace(file, content=content_hash(content))
    if isinstance(page, UnreadablePage):
        return replace(
            file, id=page.id or "", shown=shown(page, path), broken=(page.line, page.reason)
        )
    return replace(file, id=page.id, shown=shown(page, path))


def save_cache(path: Path, files: Mapping[str, PageFile]) -> None:
    """Keep the cache for the next run.

    Entries of another run's are never wrong: a file that has changed since is read again, and one
    whose input is an older one, or unknown, is written again.
    """
    _CACHE.keep(path, dict(files))
