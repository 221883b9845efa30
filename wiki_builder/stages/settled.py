"""Whether there is anything to do: a signature of all that pages depend on, kept when nothing is open.

It is of sizes and times, and stands in ``.wiki/``. In a copy of the wiki without that, such as a fresh clone, it
is told by what the files say, as ``data/settled.txt`` has it.
"""

from __future__ import annotations

import hashlib
import os
from itertools import chain
from pathlib import Path

from wiki_builder import __version__
from wiki_builder.core.settings import FILE
from wiki_builder.core.store.border import Border, walk
from wiki_builder.core.store.caches import Cache
from wiki_builder.core.store.contents import contents, read_settled, write_settled
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import digest
from wiki_builder.pages.version import template_version

_CACHE: Cache[str] = Cache(str, "1")


class Signature:
    """A hash over the sizes and times of everything that pages depend on, as whoever looks through the wiki tells it.

    That is :func:`~wiki_builder.core.store.lock.locked` at the start of a run: what it puts right after its look gives
    another hash, and so something to do. What no page is made of is left out: the days of runs, and this.
    """

    def __init__(self, wiki: Wiki) -> None:
        self._wiki, self._but = wiki, _not_for_pages(wiki)
        self._rows: list[str] = []

    def see(self, path: str, found: os.DirEntry[str] | OSError) -> None:
        """Note one file under ``docs/`` or ``data/``, or why it cannot be read."""
        if isinstance(found, OSError):
            self._rows.append(f"{path}\0{found.errno}")
        elif path not in self._but:
            stat = found.stat()
            self._rows.append(f"{path}\0{stat.st_size}\0{stat.st_mtime_ns}")

    def look(self, *folders: Path) -> None:
        """Note all files of some folders."""
        may = Border(self._wiki.root).holds
        for file in chain.from_iterable(walk(folder, may, refused=self.see) for folder in folders):
            self.see(file.path, file)

    def of_all(self) -> str:
        """The hash, when ``docs/`` and ``data/`` were looked through."""
        self.look(self._wiki.templates)
        rows, self._rows = sorted(self._rows), []
        return hashlib.blake2b(os.fsencode("\n".join([*rows, _made_by(self._wiki)])), digest_size=16).hexdigest()


def wiki_signature(wiki: Wiki) -> str:
    """The :class:`Signature` as all stands now."""
    signature = Signature(wiki)
    signature.look(wiki.docs, wiki.data)
    return signature.of_all()


def settled(wiki: Wiki, current: str) -> bool:
    """Whether the last run, perhaps on another machine, left nothing open and nothing changed since."""
    known = _CACHE.read(wiki.caches.settled)
    if known is None and (noted := read_settled(wiki)) and _state(wiki) in noted:
        _CACHE.write(wiki.caches.settled, current)
        return True
    return known == current


def remember_settled(wiki: Wiki, *, nothing_open: bool) -> None:
    """Remember whether nothing is open, once a run has written all that it has to write."""
    if nothing_open and (state := _state(wiki)):
        write_settled(wiki, state)
    _CACHE.write(wiki.caches.settled, wiki_signature(wiki) if nothing_open else "")


def _state(wiki: Wiki) -> str | None:
    """A hash of all that pages depend on, by what it says; ``None`` where a file cannot be read."""
    said = contents(wiki, _not_for_pages(wiki))
    return digest(f"{said}\0{_made_by(wiki)}", 32) if said else None


def _made_by(wiki: Wiki) -> str:
    return f"{__version__}\0{(wiki.root / FILE).read_text('utf-8')}\0{template_version(wiki.templates)}"


def _not_for_pages(wiki: Wiki) -> frozenset[str]:
    return frozenset({str(wiki.runs), str(wiki.settled)})
