"""What MkDocs makes of a page's Markdown, as a value that can be kept and given back to MkDocs."""

from __future__ import annotations

import json
import logging
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from markdown import Markdown
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page, _RawHTMLPreprocessor, _RelativePathTreeprocessor
from mkdocs.structure.pages import _ExtractAnchorsTreeprocessor as _Anchors
from mkdocs.structure.pages import _ExtractTitleTreeprocessor as _Title
from mkdocs.structure.toc import AnchorLink, TableOfContents, get_toc

from wiki_builder.site.reuse.prints import outline
from wiki_builder.site.search.files import IndexedPage

_log = logging.getLogger("mkdocs.structure.pages")
_SIZE = 4  # bytes that tell the size of what follows

_WITHIN = re.compile(r"#[\w.-]+")


@dataclass(frozen=True, slots=True)
class Converted:
    """All that MkDocs and search need of a page's Markdown.

    ``outline`` is its table of contents, ``title`` its first heading. ``links`` gives the anchors
    that are linked to and the links as written, by page; ``asked`` the address of each file that
    was looked for, ``None`` for one that is not there. ``quiet``: nothing had to be told about it.
    """

    html: str  # without its quotes
    outline: list[list[Any]]
    title: str | None
    anchors: list[str]
    links: Mapping[str, Mapping[str, str]] | None
    asked: Mapping[str, str | None]
    quotes: str = ""
    names: Mapping[str, Any] | None = None  # what its links to names depend on
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
        return Converted(
            html=page.content or "",
            outline=outline(page.toc),
            title=page._title_from_render,
            anchors=sorted(filter(None, page.present_anchor_ids or ())),
            links=links,
            asked=asked.found,
            quiet=not messages,
        )

    def _render(self, page: Page, files: Files) -> None:
        md, self._md = self._md, None  # an error leaves it as it may be
        if md is None:
            config = self._config
            md = Markdown(
                extensions=config.markdown_extensions, extension_configs=config.mdx_configs
            )
        md.reset()
        steps = _RawHTMLPreprocessor(), _Anchors(page.file, files, self._config), _Title()
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


class _Links(_RelativePathTreeprocessor):
    """Knows at once where a link within the page leads, as every second one does."""

    def path_to_url(self, url: str) -> str:
        if _WITHIN.fullmatch(url):
            self.links_to_anchors.setdefault(self.file, {}).setdefault(url[1:], url)
            return url
        return super().path_to_url(url)


def fill(page: Page, made: Converted, files: Files) -> None:
    """Leave the page as MkDocs would, had it rendered it."""
    page.content = made.html
    page.toc = TableOfContents([_link(*item) for item in made.outline])
    for first in list(page.toc)[:1]:
        first.active = True  # type: ignore[attr-defined]  # as mkdocs.structure.toc.get_toc has it
    page._title_from_render = made.title
    page.present_anchor_ids = set(made.anchors)
    if made.links is not None:
        page.links_to_anchors = {
            files.src_uris[path]: dict(own) for path, own in made.links.items()
        }


def address(file: File | None) -> str | None:
    """Where a link to a file leads, marked if that is not on the site."""
    return None if file is None else file.url + ("\0" if file.inclusion.is_excluded() else "")  # type: ignore[no-untyped-call]


def packed(made: Converted) -> bytes:
    """A quiet page as bytes."""
    index = made.indexed
    own = made.html, made.outline, made.title, made.anchors, made.links, made.asked
    beside = made.quotes, made.names
    text = json.dumps(
        [*own, *beside, (index.order, index.terms) if index else None], ensure_ascii=False
    )
    result = index.packed if index else b""
    return len(result).to_bytes(_SIZE, "little") + result + zlib.compress(text.encode(), 1)


def unpacked(data: bytes) -> Converted | None:
    """What :func:`packed` was given; ``None`` for other bytes."""
    end = _SIZE + int.from_bytes(data[:_SIZE], "little")
    try:
        *own, index = json.loads(zlib.decompress(data[end:]))
        made = Converted(*own)
        if not index:
            return made
        (kind, day, url), terms = index
        return replace(made, indexed=IndexedPage((kind, day, url), tuple(terms), data[_SIZE:end]))
    except (zlib.error, ValueError, TypeError):
        return None


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
