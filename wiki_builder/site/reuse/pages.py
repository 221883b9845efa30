"""The pages of one build: each is what the last build kept of it, or as MkDocs makes it.

What is kept of a page is keyed by all that it is made from: its text with its links, its place
and front matter, settings and program; and it is only used while each link leads where it led.
A page about which something had to be told is not kept: it is made again, and told again.

The pages of one half are made by a helper (:mod:`~wiki_builder.site.reuse.helper`), ahead of MkDocs,
which asks for one page after the other. Same pages either way.
"""

from __future__ import annotations

import logging
import posixpath
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import meta as front_matter

from wiki_builder.site.book import Book
from wiki_builder.site.links import Linked, linked
from wiki_builder.site.printable import printable
from wiki_builder.site.reading import beside, with_quotes_apart
from wiki_builder.site.reuse.converted import Converted, address, convert, fill, packed, unpacked
from wiki_builder.site.reuse.helper import Helper
from wiki_builder.site.reuse.kept import Kept
from wiki_builder.site.reuse.prints import digest
from wiki_builder.site.search.files import Indexed, indexed
from wiki_builder.site.search.record import record

HELPERS_SHARE = 0.54  # of all text: what it makes is still to be stored here


@dataclass(frozen=True, slots=True)
class _Made:
    """A page's text with its links, under which key it is kept, what was made of it, and that as bytes if it is new."""

    source: bytes  # a hash
    linked: Linked
    key: bytes = b""
    converted: Converted | None = None
    new: bytes | None = None


@dataclass(frozen=True, slots=True)
class Read:
    """A page's HTML, its quotes, which are a file beside it, and what search knows of both."""

    html: str
    quotes: str
    indexed: Indexed | None


class Pages:
    """The pages of one build. Without ``kept`` and a fingerprint all are made as if there were none of this."""

    def __init__(
        self,
        config: MkDocsConfig,
        files: Files,
        book: Book,
        searched: bool,
        kept: Kept | None = None,
        fingerprint: str | None = None,
    ) -> None:
        self.config, self.files, self.book, self.searched = config, files, book, searched
        self.kept = kept if fingerprint else None
        self.new = 0  # pages that nothing was kept of
        self._fingerprint = f"{fingerprint} {searched} {logging.getLogger('mkdocs').getEffectiveLevel()}"
        self._addresses = {file.src_uri: address(file) for file in files}
        self.helper: Helper[_Made] | None = None
        self._ahead: dict[str, _Made] = {}
        self._converted: dict[str, Converted] = {}

    def share(self, files: Sequence[File]) -> Helper[_Made] | None:
        """A helper for the last of these pages; none where nothing is kept."""
        if not self.kept:
            return None
        own = Kept(self.kept.path)  # a process must not use another one's connection
        theirs = last_part(files, HELPERS_SHARE)
        return Helper({file.src_uri: partial(self._made_ahead, own, file.src_uri) for file in theirs})

    # --- Page by page -------------------------------------------------------------------

    def linked(self, page: Page, markdown: str) -> Linked:
        """The page's text with links to what it names; from here on MkDocs finds its HTML here."""
        path = page.file.src_uri
        ahead = self.helper.take(path) if self.helper else None
        if self.kept:
            page.render = partial(self._render, page)  # type: ignore[method-assign]
        if ahead and ahead.source == _source(page, markdown):
            self._ahead[path] = ahead
            return ahead.linked
        return linked(markdown, path, self.book)

    def _render(self, page: Page, config: MkDocsConfig, files: Files) -> None:
        """What is called in the place of ``Page.render``."""
        path = page.file.src_uri
        made = self._ahead.pop(path, None)
        if not made or not made.converted or made.linked.text != page.markdown:
            made = self._made(page, Linked(page.markdown or ""))
        assert made.converted
        if page.content is None:  # MkDocs did not render it here
            fill(page, made.converted, self.files)
        if self.kept:
            self.kept.use(made.key)
        if made.new and self.kept:
            self.kept.put(made.key, made.new)
            self.new += 1
        self._converted[path] = made.converted

    def read(self, page: Page, html: str) -> Read:
        """What MkDocs made of the page, without its quotes, and what search knows of both."""
        made = self._converted.pop(page.file.src_uri, None)
        if made and made.html == html:
            return Read(html, made.quotes, made.indexed)
        return self._read(page, html, made.quotes if made else "")

    def _made(self, page: Page, text: Linked, source: bytes = b"") -> _Made:
        key = self._key(page)
        value = self.kept.get(key) if self.kept else None
        known = unpacked(value) if value else None
        if known and all(self._addresses.get(path) == found for path, found in known.asked.items()):
            return _Made(source, text, key, known)
        made = convert(page, self.config, self.files)
        read = self._read(page, made.html)
        page.content = read.html
        made = replace(made, html=read.html, quotes=read.quotes, indexed=read.indexed)
        return _Made(source, text, key, made, packed(made) if made.quiet else None)

    def _read(self, page: Page, html: str, quotes: str = "") -> Read:
        """``quotes`` are those that were taken out of it before."""
        known = self._indexed(page, html + quotes)
        apart = with_quotes_apart(html, posixpath.basename(beside(page.file.dest_uri)))
        return Read(apart.page, apart.quotes or quotes, known)

    def _indexed(self, page: Page, html: str) -> Indexed | None:
        if not self.searched:
            return None
        path = page.file.src_uri
        id_ = self.book.at.get(path, "")
        known = record(path, page.url, html, page.meta, id_, self.book.called.get(id_, ()))
        return indexed(known) if known else None

    def _key(self, page: Page) -> bytes:
        path = page.file.src_uri
        id_ = self.book.at.get(path, "")
        own = (path, page.url, page.file.inclusion.name, id_, repr(self.book.called.get(id_)), repr(page.meta))
        return digest(self._fingerprint, *own, page.markdown or "")

    # --- The helper ---------------------------------------------------------------------

    def _made_ahead(self, kept: Kept, path: str) -> _Made | None:
        """What the helper makes of a file as it stands; a page about which something is told is left to MkDocs."""
        self.kept, file = kept, self.files.src_uris[path]
        page = file.page
        assert page
        page.markdown, meta = front_matter.get_data(file.content_string)
        page.meta = printable(meta)
        source = _source(page, page.markdown)
        text = linked(page.markdown, path, self.book)
        page.markdown = text.text
        made = self._made(page, text, source)
        return made if made.converted and made.converted.quiet else _Made(source, text)


def last_part(files: Sequence[File], share: float) -> Sequence[File]:
    """The last of these files, which hold so much of all their bytes."""
    sizes = [Path(file.abs_src_path).stat().st_size if file.abs_src_path else 0 for file in files]
    before = list(accumulate(sizes, initial=0))
    return [file for file, start in zip(files, before, strict=False) if start >= (1 - share) * before[-1]]


def _source(page: Page, markdown: str) -> bytes:
    return digest(markdown, repr(page.meta))
