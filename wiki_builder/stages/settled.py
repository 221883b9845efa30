"""Whether there is anything to do: a signature of all that pages depend on,
kept when nothing is open.
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
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.pages.version import template_version

_CACHE: Cache[str] = Cache(str, "1")


class Signature:
    """A hash over the sizes and times of everything that pages depend on, as whoever looks through
    the wiki tells it.

    That is :func:`~wiki_builder.core.store.lock.locked` at the start of a run: what it puts right
    after its look gives another hash, and so something to do. The days of runs, what was sent and
    what is known of feeds are left out: no page is made of them.
    """

    def __init__(self, wiki: Wiki) -> None:
        self._wiki, self._runs = wiki, str(wiki.runs)
        self._no_pages = (f"{wiki.sent}{os.sep}", f"{wiki.feeds}{os.sep}")
        self._files = 0
        self._made_by: list[str] = []

    def see(self, path: str, found: os.DirEntry[str] | OSError) -> None:
        """Note one file under ``docs/`` or ``data/``, or why it cannot be read."""
        if isinstance(found, OSError):
            self._note(f"{path}\0{found.errno}")
        elif path != self._runs and not path.startswith(self._no_pages):
            stat = found.stat()
            self._note(f"{path}\0{stat.st_size}\0{stat.st_mtime_ns}")

    def _note(self, said: str) -> None:
        """Add a hash to those of all other files: they come in no order, and are many."""
        self._files += int.from_bytes(_hash(said), "big")

    def look(self, *folders: Path) -> None:
        """Note all files of some folders."""
        may = Border(self._wiki.root).holds
        for file in chain.from_iterable(walk(folder, may, refused=self.see) for folder in folders):
            self.see(file.path, file)

    def of_all(self) -> str:
        """The hash, when ``docs/`` and ``data/`` were looked through; of the settings and templates
        as they were at first, when asked again.
        """
        files, self._files = self._files, 0
        self._made_by = self._made_by or self._by()
        return _hash("\n".join([str(files), *self._made_by])).hex()

    def as_it_stands(self) -> str:
        """The hash, when all was looked through now."""
        self.look(self._wiki.docs, self._wiki.data)
        return self.of_all()

    def _by(self) -> list[str]:
        """What pages are made by."""
        wiki = self._wiki
        self.look(wiki.templates)
        files, self._files = self._files, 0
        return [
            __version__,
            (wiki.root / FILE).read_text("utf-8"),
            template_version(wiki.templates),
            str(files),
        ]


def _hash(said: str) -> bytes:
    # a name need not be UTF-8
    return hashlib.blake2b(said.encode("utf-8", "surrogateescape"), digest_size=16).digest()


def wiki_signature(wiki: Wiki) -> str:
    """The :class:`Signature` as all stands now."""
    return Signature(wiki).as_it_stands()


def settled(wiki: Wiki, current: str) -> bool:
    """Whether the last run left nothing open and nothing changed since."""
    return _CACHE.read(wiki.caches.settled) == current


def remember_settled(wiki: Wiki, current: str | None) -> None:
    """Remember that nothing is open (``None``: something is)."""
    _CACHE.write(wiki.caches.settled, current or "")
