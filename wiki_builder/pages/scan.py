"""What stands under ``docs/``: every page of the builder's, by id, read again only when its file changed.

The cache (``.wiki/pages.json``) remembers of each file its size and time, the id it
carries, what a person changed on it, and from what it was last written. Without the
cache all is read again; what follows from it is the same.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter

from wiki_builder.disk import write_file
from wiki_builder.pages.page import Broken, Page, read_page
from wiki_builder.pages.shown import Shown, shown
from wiki_builder.pages.spec import Proposal

NOTHING_CHANGED = Shown()
VERSION = 1


@dataclass(frozen=True, slots=True)
class PageFile:
    """One ``.md`` file under ``docs/``; ``id`` is ``None`` for a file that is a person's own.

    ``input`` is the hash of what the page was last merged from, empty if unknown.
    """

    path: str
    size: int
    time: int  # nanoseconds
    id: str | None = None
    shown: Shown = NOTHING_CHANGED
    broken: tuple[int, str] | None = None  # line and reason
    input: str = ""
    proposals: tuple[Proposal, ...] = ()

    @property
    def stat(self) -> tuple[int, int]:
        return self.size, self.time


@dataclass(frozen=True, slots=True)
class Found:
    """All pages by path; ``read`` is the number of those that the cache did not know as they stand."""

    files: Mapping[str, PageFile]
    read: int = 0

    def by_id(self) -> dict[str, tuple[str, ...]]:
        """The paths that carry each id."""
        paths: dict[str, list[str]] = {}
        for file in self.files.values():
            if file.id:
                paths.setdefault(file.id, []).append(file.path)
        return {id_: tuple(sorted(found)) for id_, found in paths.items()}


_ADAPTER = TypeAdapter(tuple[int, dict[str, PageFile]])


def walk(folder: Path) -> Iterator[os.DirEntry[str]]:
    """All files under ``folder``, in no order; links to folders are not followed."""
    stack = [folder]
    while stack:
        current = stack.pop()
        if not current.is_dir():
            continue
        with os.scandir(current) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    stack.append(Path(entry.path))
                elif entry.is_file():
                    yield entry


def scan(docs: Path, cache: Path) -> Found:
    """Every page under ``docs``; what is hidden (``.trash/``, ``.obsidian/``) is on no site, and is none."""
    known, start = load_cache(cache), len(os.path.join(docs, ""))
    files: dict[str, PageFile] = {}
    for entry in walk(docs):
        if entry.name.endswith(".md"):
            path = entry.path[start:].replace(os.sep, "/")
            if path.startswith(".") or "/." in path:
                continue
            stat = entry.stat()
            files[path] = read_file(docs, path, known.get(path), (stat.st_size, stat.st_mtime_ns))
    read = sum(file is not known.get(path) for path, file in files.items())
    return Found(dict(sorted(files.items())), read)


def read_file(
    docs: Path, path: str, known: PageFile | None, stat: tuple[int, int], new: bytes | None = None
) -> PageFile:
    """One file, from the cache if it did not change; ``new`` is what the builder alone wrote there."""
    if known and known.stat == stat:
        return known
    file = PageFile(path, *stat, input="")
    try:
        content = (docs / path).read_bytes()
    except OSError as error:
        return replace(file, id="", broken=(0, f"it cannot be read: {error.strerror}"))
    page = read_page(content)
    if isinstance(page, Page) and content == new:
        return replace(file, id=page.line.id, shown=Shown(path))
    if page is None:
        return file
    if isinstance(page, Broken):
        return replace(file, id=page.id or "", shown=shown(page, path), broken=(page.line, page.reason))
    return replace(file, id=page.line.id, shown=shown(page, path))


def load_cache(path: Path) -> dict[str, PageFile]:
    """The cache; empty when there is none or it cannot be read."""
    try:
        version, files = _ADAPTER.validate_json(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return files if version == VERSION else {}


def save_cache(path: Path, files: Mapping[str, PageFile]) -> None:
    """Keep the cache for the next run.

    Entries of another run's are never wrong: a file that has changed since is read again, and one
    whose input is an older one, or unknown, is written again.
    """
    write_file(path, _ADAPTER.dump_json((VERSION, dict(files)), exclude_defaults=True))
