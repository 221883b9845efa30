"""The wiki's lock: one run at a time, and what a killed one left is put right."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from wiki_builder.core.errors import Locked
from wiki_builder.core.store.border import Border, walk
from wiki_builder.core.store.caches import kept_at_end
from wiki_builder.core.store.checkout import require_whole
from wiki_builder.core.store.disk import (
    is_leftover,
    named_error,
    recover,
)
from wiki_builder.core.store.wiki import Wiki

See: TypeAlias = Callable[[str, "os.DirEntry[str] | OSError"], object]
"""Told each path under ``docs/`` and ``data/``, and the file there, or why it cannot be read."""


def nobody_looks(path: str, found: os.DirEntry[str] | OSError) -> None:
    """For whoever needs no second look through the wiki."""


@contextmanager
def locked(wiki: Wiki, see: See = nobody_looks) -> Iterator[tuple[str, ...]]:
    """Hold the wiki's lock; gives the files to which a person's text was put back that a killed run
    had swapped out.

    ``see`` is told what stands there, which has to be looked through for that anyway.

    Raises:
        Locked: another run holds it.
        Outside: a link in the wiki leads out of its folder.
        UsageError: a part of the wiki is not checked out, and would look deleted.
    """
    import filelock  # not to build a site, which locks nothing

    Border(wiki.root).keep()
    require_whole(wiki.root)
    wiki.cache.mkdir(parents=True, exist_ok=True)
    lock = filelock.FileLock(wiki.caches.lock, timeout=0)
    try:
        with named_error(wiki.caches.lock):
            lock.acquire()
    except filelock.Timeout:
        raise Locked(
            "another run is at work",
            where=str(wiki.root),
            next="Wait for it to end, then run this again",
        ) from None
    try:
        with kept_at_end():
            yield put_right(wiki, see)
    finally:
        lock.release()


def put_right(wiki: Wiki, see: See = nobody_looks) -> tuple[str, ...]:
    """Clear what a killed run left wherever it writes. Hold the lock:
    another one's writes look the same.
    """
    found = [
        path
        for path in chain(wiki.root.glob(".*"), wiki.cache.glob(".*"))
        if is_leftover(path.name)
    ]
    for folder in (wiki.docs, wiki.data):
        # who uses what cannot be read names it
        for file in walk(folder, Border(wiki.root).holds, refused=see):
            if is_leftover(file.name):
                found.append(Path(file.path))
            else:
                see(file.path, file)
    return tuple(path.relative_to(wiki.root).as_posix() for path in recover(found))
