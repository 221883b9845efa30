"""The pages of one build: each is what the last build kept of it, or as MkDocs makes it.

What is kept of a page is keyed by all that it is made from: its text with its links, its place
and front matter, settings and program; and it is only used while each link leads where it led.
A page about which something had to be told is not kept: it is made again, and told again.

Where nothing of the kind was kept, other processes make them
(:mod:`~wiki_builder.core.ahead`). Same pages either way.
"""

from __future__ import annotations

import logging
import posixpath
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import meta as front_matter

from wiki_builder.core.ahead import Ahead
from wiki_builder.site.additions import Completing
from wiki_builder.site.exports.printable import printable
from wiki_builder.site.markdown.links import Linker
from wiki_builder.site.reading import beside, with_quotes_apart
from wiki_builder.site.reuse.converted import Converted, Converter, address, fill, packed, unpacked
from wiki_builder.site.reuse.kept import NOWHERE, BuildCache
from wiki_builder.site.reuse.linking import Linking
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
    """A page that another process made: front matter, text, what was made of that, its HTML
    dressed, and what else is to be kept.
    """

    meta: dict[str, Any]
    text: str
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
        linker: Linker,
        searched: bool,
        dress: Dress,
        kept: BuildCache | None = None,
        fingerprint: str | None = None,
        additions: Completing | None = None,
    ) -> None:
        self.config, self.files, self.searched, self.dress = config, files, searched, dress
        self.linker, self.book = linker, linker.book
        self.kept = kept if fingerprint else None
        self._convert, self._linking = Converter(config, files), Linking(linker.book, self.kept)
        self._additions = additions or Completing(None)
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

    def completed(self, page: Page, markdown: str) -> str:
        """The page's text with what the site adds; next that is converted."""
        path = page.file.src_uri
        self.linker.begin(path)
        ahead = self._ahead.get(path)
        return ahead.text if ahead else self._additions(markdown, path, self.kept)

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
        path = page.file.src_uri
        if known and self._linking.holds(known.names, path) and self._leads(known.asked):
            return _Made(key, known)
        made = self._convert(page)
        read = self._read(page, made.html)
        page.content = read.html
        made = replace(
            made,
            html=read.html,
            quotes=read.quotes,
            indexed=read.indexed,
            names=self._linking.noted(self.linker.noted, path),
            quiet=made.quiet and not self.linker.unknown,
        )
        return _Made(key, made, packed(made) if made.quiet else None)

    def _leads(self, asked: Mapping[str, str | None]) -> bool:
        """Whether files stand where they were."""
        return all(self._addresses.get(path) == found for path, found in asked.items())

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
        page.markdown = self.completed(page, page.markdown)
        made = self._made(page)
        if not made.converted.quiet:
            return None
        dressed = self.dress(made.converted.html, page)
        return _Ahead(meta, page.markdown, made, dressed, kept.taken())


def _given(page: Page, ahead: _Ahead, config: MkDocsConfig) -> None:
    """What is called in the place of ``Page.read_source``."""
    page.markdown, page.meta = ahead.text, ahead.meta
