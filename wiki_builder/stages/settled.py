"""Whether there is anything to do: a signature of all that pages depend on, kept when nothing is open."""

from __future__ import annotations

import hashlib

from wiki_builder import __version__
from wiki_builder.core.settings import FILE
from wiki_builder.core.store.border import Border, walk
from wiki_builder.core.store.caches import Cache
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.pages.version import template_version

_CACHE: Cache[str] = Cache(str, "1")


def wiki_signature(wiki: Wiki) -> str:
    """A hash over the sizes and times of everything that pages depend on."""
    rows = []
    for folder in (wiki.data, wiki.docs, wiki.templates):
        for file in walk(
            folder, Border(wiki.root).holds, refused=lambda path, error: rows.append(f"{path}\0{error.errno}")
        ):
            stat = file.stat()
            rows.append(f"{file.path}\0{stat.st_size}\0{stat.st_mtime_ns}")
    rows.sort()
    rows.append(f"{__version__}\0{(wiki.root / FILE).read_text('utf-8')}\0{template_version(wiki.templates)}")
    return hashlib.blake2b("\n".join(rows).encode(), digest_size=16).hexdigest()


def settled(wiki: Wiki, current: str) -> bool:
    """Whether the last run left nothing open and nothing changed since."""
    return _CACHE.read(wiki.caches.settled) == current


def remember_settled(wiki: Wiki, current: str | None) -> None:
    """Remember that nothing is open (``None``: something is)."""
    _CACHE.write(wiki.caches.settled, current or "")
