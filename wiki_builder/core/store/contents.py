"""What a wiki's files say, as one hash: the same in every copy of a repository, whatever sizes and times say."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Container, Iterator
from pathlib import Path

from wiki_builder.core.store.border import Border, walk
from wiki_builder.core.store.caches import Cache, Kept, read_changed
from wiki_builder.core.store.disk import write_file
from wiki_builder.core.store.values import read_text
from wiki_builder.core.store.wiki import Wiki

_CACHE: Cache[dict[str, Kept[str]]] = Cache(dict[str, Kept[str]], "1")


def contents(wiki: Wiki, but: Container[str]) -> str | None:
    """A hash over what all files of ``data/``, ``docs/`` and ``templates/`` say, those apart that stand in ``but``.

    Only files that changed are read (``.wiki/contents.json``, safe to delete). ``None`` where one cannot be read.
    """
    unread: list[str] = []
    start = len(os.path.join(wiki.root, ""))

    def files() -> Iterator[tuple[str, os.DirEntry[str]]]:
        for folder in (wiki.data, wiki.docs, wiki.templates):
            for file in walk(folder, Border(wiki.root).holds, refused=lambda path, error: unread.append(path)):
                if file.path not in but:
                    yield file.path[start:].replace(os.sep, "/"), file

    def read(path: Path) -> str | None:
        try:
            return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()
        except OSError:
            unread.append(str(path))
            return None

    cache = wiki.caches.contents
    known = _CACHE.read(cache) or {}
    found = read_changed(known, files(), read)
    if found != known:
        _CACHE.keep(cache, found)
    rows = "".join(f"{path}\0{kept.value}\n" for path, kept in sorted(found.items()))
    return None if unread else hashlib.blake2b(os.fsencode(rows), digest_size=16).hexdigest()


def read_settled(wiki: Wiki) -> frozenset[str]:
    """The states in which a run left nothing open; git's union of two branches may leave several."""
    return frozenset(read_text(wiki.settled).split())


def write_settled(wiki: Wiki, state: str) -> bool:
    """Note the state in which a run left nothing open; ``False`` if it is noted."""
    return write_file(wiki.settled, f"{state}\n".encode())
