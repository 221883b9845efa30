"""What MkDocs makes of a page's Markdown, as values that can be kept and given back to MkDocs."""

from __future__ import annotations

import json
import logging
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from sys import intern
from typing import Any

from markdown import Markdown
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page, _RawHTMLPreprocessor, _RelativePathTreeprocessor
from mkdocs.structure.pages import _ExtractAnchorsTreeprocessor as _Anchors
from mkdocs.structure.pages import _ExtractTitleTreeprocessor as _Title
from mkdocs.structure.toc import AnchorLink, TableOfContents, get_toc

from wiki_builder.site.reuse.prints import outline
from wiki_builder.site.search.files import IndexedPage, Place

_log = logging.getLogger("mkdocs.structure.pages")
_PARTS = 4
_SIZE = 4  # bytes that tell the size of what follows
_OTHER = (zlib.error, ValueError, TypeError)  # of bytes that are none of ours

_WITHIN = re.compile(r"#[\w.-]+")
_ANCHOR = re.compile(r"\b(?:id|name)\s*=", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a build needs of every page before it writes the first.

    ``title`` is its first heading. ``links`` gives the anchors that are linked to and the links as
    written, by page; ``asked`` the address of each file that was looked for, ``None`` for one that
    is not there. ``quoted``: it has quotes.
    """

    title: str | None
    anchors: list[str]
    links: Mapping[str, Mapping[str, str]] | None
    asked: Mapping[str, str | None]
    quoted: bool = False
    names: Mapping[str, Any] | None = None  # what its links to names depend on
    place: Place | None = None  # in the search


@dataclass(frozen=True, slots=True)
class Shown:
    """What is written of a page: its HTML without its quotes, its table of contents, its quotes."""

    html: str
    outline: list[list[Any]]
    quotes: str = ""


@dataclass(frozen=True, slots=True)
class Converted:
    """All that MkDocs and search need of a page's Markdown. ``quiet``: nothing had to be told
    about it.
    """

    facts: Facts
    shown: Shown
    indexed: IndexedPage | None = None
    quiet: bool = True


class Converter:
    """Makes HTML of pages as MkDocs does, by ``Page.render``,
    but with one Markdown for all of them.
    """

    def __init__(self, config: MkDocsConfig, files: Files) -> None:
        self._config, self._files = config, files
        self._md: Markdown | None = None

    def __call__(self, page: Page) -> Converted:
        """What is made of the page, which then is as MkDocs leaves it."""
        asked = _Asked(self._files)
        with _heard() as messages:
            self._render(page, asked)  # type: ignore[arg-type]  # all that is asked of files
        links = (
            None
            if page.links_to_anchors is None
            else {f.src_uri: own for f, own in page.links_to_anchors.items()}
        )
        anchors = sorted(filter(None, page.present_anchor_ids or ()))
        facts = Facts(page._title_from_render, anchors, links, asked.found)
        return Converted(facts, Shown(page.content or "", outline(page.toc)), quiet=not messages)

    def _render(self, page: Page, files: Files) -> None:
        md, self._md = self._md, None  # an error leaves it as it may be
        if md is None:
            config = self._config
            md = Markdown(
                extensions=config.markdown_extensions, extension_configs=config.mdx_configs
            )
        md.reset()
        steps = _RawHtml(), _Anchors(page.file, files, self._config), _Title()
        links = _Links(page.file, files, self._config)
        for step in (*steps, links):
            step._register(md)
        page.content = md.convert(page.markdown or "")
        page.toc = get_toc(getattr(md, "toc_tokens", []))
        page._title_from_render = steps[2].title
        page.present_anchor_ids = steps[0].present_anchor_ids | steps[1].present_anchor_ids
        if _log.getEffectiveLevel() > logging.DEBUG:
            page.links_to_anchors = links.links_to_anchors
        self._md = md


class _RawHtml(_RawHTMLPreprocessor):
    """Reads a text's HTML for anchors only where there may be one."""

    def run(self, lines: list[str]) -> list[str]:
        return super().run(lines) if _ANCHOR.search("\n".join(lines)) else lines


class _Links(_RelativePathTreeprocessor):
    """Knows at once where a link within the page leads, as every second one does."""

    def path_to_url(self, url: str) -> str:
        if _WITHIN.fullmatch(url):
            self.links_to_anchors.setdefault(self.file, {}).setdefault(url[1:], url)
            return url
        return super().path_to_url(url)


def fill(page: Page, facts: Facts, files: Files) -> None:
    """Tell MkDocs of a page what it would know, had it rendered it, its HTML apart.

    An anchor that is linked to and there needs no look at the end.
    """
    page._title_from_render = facts.title
    page.present_anchor_ids = tuple(map(intern, facts.anchors))  # type: ignore[assignment]  # a set is ten times as large
    if facts.links is not None:
        found = {
            path: {anchor: link for anchor, link in own.items() if anchor not in facts.anchors}
            if path == page.file.src_uri
            else dict(own)
            for path, own in facts.links.items()
        }
        page.links_to_anchors = {files.src_uris[path]: own for path, own in found.items() if own}


def show(page: Page, html: str, listed: list[list[Any]]) -> None:
    """Give a page its HTML and its table of contents."""
    page.content = html
    page.toc = TableOfContents([_link(*item) for item in listed])
    for first in list(page.toc)[:1]:
        first.active = True  # type: ignore[attr-defined]  # as mkdocs.structure.toc.get_toc has it


def address(file: File | None) -> str | None:
    """Where a link to a file leads, marked if that is not on the site."""
    return None if file is None else file.url + ("\0" if file.inclusion.is_excluded() else "")  # type: ignore[no-untyped-call]


def packed(made: Converted) -> bytes:
    """A page as bytes, of which each part can be read alone."""
    facts, shown, index = made.facts, made.shown, made.indexed
    parts = (
        _dumped([getattr(facts, name) for name in Facts.__slots__]),
        _dumped([shown.html, shown.outline, shown.quotes]),
        _dumped([index.place, index.terms] if index else None),
        index.packed if index else b"",
    )
    return b"".join(len(part).to_bytes(_SIZE, "little") + part for part in parts)


def facts_of(data: bytes) -> Facts | None:
    """The facts of a page that was packed; ``None`` for other bytes, or too few."""
    if sum(_SIZE + len(_part(data, number)) for number in range(_PARTS)) != len(data):
        return None
    try:
        *own, place = _loaded(data, 0)
        return replace(Facts(*own), place=_place(place))
    except _OTHER:
        return None


def shown_of(data: bytes) -> Shown | None:
    """What is written of a page that was packed; ``None`` for other bytes."""
    try:
        return Shown(*_loaded(data, 1))
    except _OTHER:
        return None


def indexed_of(data: bytes) -> IndexedPage | None:
    """What search knows of a page that was packed; ``None`` for other bytes,
    and where it knows nothing.
    """
    try:
        place, terms = _loaded(data, 2)
        found = _place(place)
        return IndexedPage(found, tuple(terms), _part(data, 3)) if found else None
    except _OTHER:
        return None


def _dumped(value: object) -> bytes:
    return zlib.compress(json.dumps(value, ensure_ascii=False).encode(), 1)


def _loaded(data: bytes, number: int) -> Any:
    return json.loads(zlib.decompress(_part(data, number)))


def _part(data: bytes, number: int) -> bytes:
    at = 0
    for _ in range(number + 1):
        start = at + _SIZE
        at = start + int.from_bytes(data[at:start], "little")
    return data[start:at]


def _place(read: list[Any] | None) -> Place | None:
    if not read:
        return None
    (kind, day, url), digest = read
    return Place((kind, day, url), digest)


class _Asked:
    """The files of a site, and which of them were asked for."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self.found: dict[str, str | None] = {}

    def get_file_from_path(self, path: str) -> File | None:
        found = self._files.get_file_from_path(path)
        self.found[path] = address(found)
        return found


class _Hearing(logging.Handler):
    def __init__(self, messages: list[logging.LogRecord]) -> None:
        super().__init__()
        self._messages = messages

    def emit(self, record: logging.LogRecord) -> None:
        self._messages.append(record)


def _link(title: str, id_: str, level: int, below: list[list[Any]]) -> AnchorLink:
    link = AnchorLink(title, id_, level)
    link.children = [_link(*item) for item in below]
    return link


@contextmanager
def _heard() -> Iterator[list[logging.LogRecord]]:
    """All that is logged meanwhile."""
    messages: list[logging.LogRecord] = []
    handler = _Hearing(messages)
    loggers = logging.getLogger(), logging.getLogger("mkdocs")
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield messages
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
