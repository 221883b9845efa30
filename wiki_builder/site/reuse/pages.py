"""The pages of one build: each is what the last build kept of it, or as MkDocs makes it.

What is kept of a page is keyed by all that it is made from: its text with its links, its place
and front matter, settings and program; and it is only used while each link leads where it led.
A page about which something had to be told is not kept: it is made again, and told again.

Where nothing of the kind was kept, other processes make them
(:mod:`~wiki_builder.site.reuse.ahead`). Same pages either way.
"""

from __future__ import annotations

import logging
import posixpath
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import meta as front_matter

from wiki_builder.site.additions import Completed, Completing
from wiki_builder.site.book import Book
from wiki_builder.site.exports.printable import printable
from wiki_builder.site.markdown.links import LinkedText
from wiki_builder.site.reading import beside, with_quotes_apart
from wiki_builder.site.reuse.ahead import Ahead
from wiki_builder.site.reuse.converted import Converted, Converter, address, fill, packed, unpacked
from wiki_builder.site.reuse.kept import NOWHERE, BuildCache
from wiki_builder.site.reuse.linking import LinkedPage, Linking
from wiki_builder.site.reuse.prints import build_digest
from wiki_builder.site.search.files import IndexedPage, indexed
from wiki_builder.site.search.record import page_record

Dress: TypeAlias = Callable[[str, Page], str]
"""Puts into a page's HTML what its Markdown does not say."""


@dataclass(frozen=True, slots=True)
class _Made:
    """What was made of a page's Markdown, under which key it is kept,
    and that as bytes if it is new.
    """

    key: bytes
    converted: Converted
    new: bytes | None = None


@dataclass(frozen=True, slots=True)
class _Ahead:
    """A page that another process made: front matter, text with links, what was made of that,
    its HTML dressed, and what else is to be kept.
    """

    meta: dict[str, Any]
    known: LinkedPage
    made: _Made
    dressed: str
    kept: dict[bytes, bytes]


@dataclass(frozen=True, slots=True)
class ReadHtml:
    """A page's HTML, its quotes, which are a file beside it, and what search knows of both."""

    html: str
    quotes: str
    indexed: IndexedPage | None


class Pages:
    """The pages of one build. Without ``kept`` and a fingerprint all are made as if there
    were none of this.
    """

    def __init__(
        self,
        config: MkDocsConfig,
        files: Files,
        book: Book,
        searched: bool,
        dress: Dress,
        kept: BuildCache | None = None,
        fingerprint: str | None = None,
        additions: Completing | None = None,
    ) -> None:
        self.config, self.files, self.book, self.searched, self.dress = (
            config,
            files,
            book,
            searched,
            dress,
        )
        self.kept = kept if fingerprint else None
        self._convert, self._linking = Converter(config, files), Linking(book, self.kept)
        self._additions = additions or Completing(None)
        self._added: dict[str, Completed] = {}
        self.new = 0  # pages that nothing was kept of
        self._fingerprint = (
            f"{fingerprint} {searched} {logging.getLogger('mkdocs').getEffectiveLevel()}"
        )
        self._whole = build_digest("a whole build", self._fingerprint)
        self._addresses = {file.src_uri: address(file) for file in files}
        self.first = self._is_first()  # nothing is kept of a whole build of the kind
        self.ahead: Ahead[_Ahead] | None = None
        self._ahead: dict[str, _Ahead] = {}
        self._of_page: dict[str, _Made] = {}

    def share(self, files: Sequence[File]) -> Ahead[_Ahead]:
        """Let other processes make these pages."""
        own = BuildCache(NOWHERE)  # a process must not use another one's connection
        self.ahead = Ahead(partial(self._made_ahead, own), [file.src_uri for file in files])
        return self.ahead

    # --- Page by page -------------------------------------------------------------------

    def begin(self, page: Page) -> None:
        """From here on MkDocs finds the page's HTML here; its text too, where it was read ahead."""
        if self.kept:
            page.render = partial(self._render, page)  # type: ignore[method-assign]
        if ahead := self.ahead.take(page.file.src_uri) if self.ahead else None:
            self._ahead[page.file.src_uri] = ahead
            if self.kept:
                self.kept.put_all(ahead.kept)
            page.read_source = partial(_given, page, ahead)  # type: ignore[method-assign]

    def linked(self, page: Page, markdown: str) -> LinkedText:
        """The page's text with links to what it names."""
        path = page.file.src_uri
        known = (
            self._ahead[path].known
            if path in self._ahead
            else self._linked(path, markdown, self.kept)
        )
        if self.kept and known.key:
            self.kept.keep(known.key, known.new)
        return known.linked

    def _linked(self, path: str, markdown: str, kept: BuildCache | None) -> LinkedPage:
        whole = self._added[path] = self._additions(markdown, path, kept)
        return self._linking(whole.text, path, kept)

    def stored(self, page: Page, line: int) -> int:
        """The line of a page as it is stored, by that of its text with what the site added."""
        return self._added[page.file.src_uri].stored(line)

    def _render(self, page: Page, config: MkDocsConfig, files: Files) -> None:
        """What is called in the place of ``Page.render``."""
        path = page.file.src_uri
        made = self._ahead[path].made if path in self._ahead else self._made(page)
        if page.content is None:  # MkDocs did not render it here
            fill(page, made.converted, self.files)
        if self.kept:
            self.kept.keep(made.key, made.new)
        self.new += made.new is not None
        self._of_page[path] = made

    def read(self, page: Page, html: str) -> ReadHtml:
        """What MkDocs made of the page, dressed and without its quotes,
        and what search knows of both.
        """
        made, ahead = (
            self._of_page.pop(page.file.src_uri, None),
            self._ahead.pop(page.file.src_uri, None),
        )
        known = made.converted if made else None
        if known and known.html == html:
            return ReadHtml(
                ahead.dressed if ahead else self.dress(html, page), known.quotes, known.indexed
            )
        read = self._read(page, html, known.quotes if known else "")
        return replace(read, html=self.dress(read.html, page))

    def _made(self, page: Page) -> _Made:
        key = self._key(page)
        value = self.kept.get(key) if self.kept else None
        known = unpacked(value) if value else None
        if known and all(self._addresses.get(path) == found for path, found in known.asked.items()):
            return _Made(key, known)
        made = self._convert(page)
        read = self._read(page, made.html)
        page.content = read.html
        made = replace(made, html=read.html, quotes=read.quotes, indexed=read.indexed)
        return _Made(key, made, packed(made) if made.quiet else None)

    def _read(self, page: Page, html: str, quotes: str = "") -> ReadHtml:
        """``quotes`` are those that were taken out of it before."""
        known = self._indexed(page, html + quotes)
        apart = with_quotes_apart(html, posixpath.basename(beside(page.file.dest_uri)))
        return ReadHtml(apart.page, apart.quotes or quotes, known)

    def _indexed(self, page: Page, html: str) -> IndexedPage | None:
        if not self.searched:
            return None
        path = page.file.src_uri
        id_ = self.book.at.get(path, "")
        known = page_record(path, page.url, html, page.meta, id_, self.book.called.get(id_, ()))
        return indexed(known) if known else None

    def _key(self, page: Page) -> bytes:
        path = page.file.src_uri
        id_ = self.book.at.get(path, "")
        own = (
            path,
            page.url,
            page.file.inclusion.name,
            id_,
            repr(self.book.called.get(id_)),
            repr(page.meta),
        )
        return build_digest(self._fingerprint, *own, page.markdown or "")

    def close(self) -> None:
        """The build is whole."""
        self._linking.close()
        if self.kept:
            self.kept.put(self._whole, b"was kept of it")

    def _is_first(self) -> bool:
        return self.kept is not None and self.kept.get(self._whole) is None

    # --- In other processes --------------------------------------------------------------

    def _made_ahead(self, kept: BuildCache, path: str) -> _Ahead | None:
        """What is made of a file as it stands;
        a page about which something is told is left to MkDocs.
        """
        self.kept, file = kept, self.files.src_uris[path]
        page = file.page
        assert page
        page.markdown, meta = front_matter.get_data(file.content_string)
        page.meta = printable(meta)
        known = self._linked(path, page.markdown, kept)
        page.markdown = known.linked.text
        made = self._made(page)
        if known.linked.unknown or not made.converted.quiet:
            return None
        dressed = self.dress(made.converted.html, page)
        return _Ahead(meta, known, made, dressed, kept.taken())


def _given(page: Page, ahead: _Ahead, config: MkDocsConfig) -> None:
    """What is called in the place of ``Page.read_source``."""
    page.markdown, page.meta = ahead.known.linked.text, ahead.meta
