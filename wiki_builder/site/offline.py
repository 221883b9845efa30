"""Reading without a connection: the service worker at the site's root, and the list of what a
reader can have kept.

What the worker does stands in ``theme/assets/wiki/offline/worker.js``. A site that keeps nothing in
browsers has another in its place, which goes away with all that an earlier build kept, and a script
that looks after leftovers in the place of the one that registers it.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from urllib.parse import quote

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from wiki_builder.core.words import words
from wiki_builder.library.library import GRAPH, TRENDS, concept_page_id
from wiki_builder.site.evidence import beside
from wiki_builder.site.shelf import Shelf

WORKER = "offline.js"
LIST = "assets/wiki/offline.json"

NAMED_BY_HASH = re.compile(r"search/[0-9a-f]{12}/")  # a folder

# of which the pages are kept: the newest, the weightiest, the latest
PAPERS, CONCEPTS, DAYS = 100, 100, 30

_SCRIPT = "assets/wiki/offline.js"
_SOURCE, _FAREWELL = "assets/wiki/offline/worker.js", "assets/wiki/offline/farewell.js"
_NOTHING = "assets/wiki/offline/nothing.js"
_SHOWN_WITH = re.compile(
    r"(?!assets/javascripts/(?:lunr|workers)/).*\.(?:css|js|woff2?)|assets/images/favicon\.\w+"
)
_DATA = re.compile(r"search/|assets/wiki/(?:bibtex/|radar-data/|graph\.json)")
_SAID = ("away", "notKept", "home", "again")


@dataclass(frozen=True, slots=True)
class Worker:
    """The text of the worker's script, and whether it is the one that keeps anything."""

    text: str
    keeps: bool


@dataclass(frozen=True, slots=True)
class OfflineFile:
    """A file that a reader can have kept: its address relative to the site's root,
    and where it stands there.
    """

    url: str
    path: str


def worker(files: Files, config: MkDocsConfig, keeps: bool) -> Worker | None:
    """The worker of a site, whose source leaves ``files``;
    ``None`` where the owner has a file of its name.
    """
    source, farewell, nothing = (_taken(files, path) for path in (_SOURCE, _FAREWELL, _NOTHING))
    free = files.get_file_from_path(WORKER) is None
    if not (keeps and free):
        _taken(files, _SCRIPT)
        files.append(File.generated(config, _SCRIPT, content=nothing))
    return Worker(source if keeps else farewell, keeps) if free else None


def _taken(files: Files, path: str) -> str:
    file = files.get_file_from_path(path)
    if file is None:
        return ""
    files.remove(file)
    return file.content_string


def kept_files(
    files: Files,
    listed: Iterable[str],
    shelf: Shelf | None,
    extra: Iterable[str],
    quoted: Container[str],
) -> Iterator[OfflineFile]:
    """What a reader can have kept, twice the same perhaps.

    ``listed`` are the pages of the navigation, as paths under ``docs/``; ``extra`` the paths in the
    site of what is no page; ``quoted`` the pages whose quotes stand beside them. A file of this
    list may not be there.
    """
    for file in files:
        if is_shown(file) and _SHOWN_WITH.fullmatch(file.dest_uri):
            yield OfflineFile(file.url, file.dest_uri)
    yield from (OfflineFile(quote(path), path) for path in extra if _DATA.match(path))
    for path in (*listed, *(_newest(shelf) if shelf else ())):
        page = files.get_file_from_path(path)
        if page and is_shown(page):
            url = "" if page.url == "./" else re.sub(r"(^|/)index\.html$", r"\1", page.url)
            yield OfflineFile(url, page.dest_uri)
            entries = page.src_uri.removesuffix(".md") + ".bib"  # where it lists papers
            yield OfflineFile(quote(entries), entries)
            if path in quoted:
                quotes = beside(page.dest_uri)
                yield OfflineFile(quote(quotes), quotes)


def _newest(shelf: Shelf) -> Iterator[str]:
    """Pages and figures as paths under ``docs/``:
    graph, trends, newest papers, latest days, weightiest concepts.
    """
    library, papers = shelf.library, shelf.papers[:PAPERS]
    days = sorted((id_ for id_ in library.places if id_.startswith("day:")), reverse=True)[:DAYS]
    ids = [
        GRAPH,
        TRENDS,
        *(card.id for card in papers),
        *days,
        *map(concept_page_id, shelf.concepts[:CONCEPTS]),
    ]
    yield from (path for id_ in ids if (path := library.path(id_)))
    yield from (path for card in papers for path in card.figures)


def is_shown(file: File) -> bool:
    """Whether a build writes the file: it does not if the owner excludes it."""
    return bool(file.inclusion.is_included())  # type: ignore[no-untyped-call]


def written_files(
    site: Path, found: Iterable[OfflineFile], tops: Iterable[str], text: str
) -> Iterator[tuple[str, bytes]]:
    """The list and the worker, as paths in the site and bytes, once all else stands in the folder
    ``site``.

    ``tops`` are the names at the site's root: what else is there is another site's. ``text`` is the
    worker's script. The same site, the same bytes.
    """
    sizes = {
        one: size
        for one in dict.fromkeys(found)
        if (size := _size(f"{site}/{one.path}")) is not None
    }
    prints = {one: _print(site, one) for one in sizes}
    own: dict[str, object] = {"version": _digest(prints.values()), "bytes": sum(sizes.values())}
    yield LIST, _json(own | {"files": [one.url for one in sizes]}).encode()
    assets = _digest(print_ for one, print_ in prints.items() if _SHOWN_WITH.fullmatch(one.path))
    said = {name: [word.en, word.zh] for name in _SAID if (word := words("offline")[name])}
    about = own | {"assets": assets, "tops": sorted({"", *map(quote, tops)}), "words": said}
    yield WORKER, f"const SITE = {_json(about)}\n{text}".encode()


def _size(path: str) -> int | None:
    """The bytes of a file; ``None`` if there is none."""
    with suppress(OSError):
        known = os.stat(path)
        return known.st_size if stat.S_ISREG(known.st_mode) else None
    return None


def _print(site: Path, one: OfflineFile) -> bytes:
    data = b"" if NAMED_BY_HASH.match(one.path) else (site / one.path).read_bytes()
    return blake2b(one.url.encode() + b"\0" + data, digest_size=16).digest()


def _digest(prints: Iterable[bytes]) -> str:
    return blake2b(b"".join(prints), digest_size=8).hexdigest()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
