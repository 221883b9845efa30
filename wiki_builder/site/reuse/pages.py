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
from wiki_builder.site.citations import with_numbers
from wiki_builder.site.evidence import beside, with_quotes_apart
from wiki_builder.site.exports.printable import printable
from wiki_builder.site.markdown.links import Linker
from wiki_builder.site.reuse.converted import (
    Converted,
    Converter,
    Facts,
    Shown,
    address,
    facts_of,
    fill,
    indexed_of,
    packed,
    show,
    shown_of,
)
from wiki_builder.site.reuse.kept import NOWHERE, BuildCache
from wiki_builder.site.reuse.linking import Linking
from wiki_builder.site.reuse.prints import build_digest
from wiki_builder.site.search.files import IndexedPage, Place, indexed
from wiki_builder.site.search.record import page_record

Dress: TypeAlias = Callable[[str, Page], str]
"""Puts into a page's HTML what its Markdown does not say."""


@dataclass(frozen=True, slots=True)
class _Made:
    """What was made of a page's Markdown: its facts, all of it as bytes and under which key these
    are kept, whether they are new, and all of it if it was made here.

    There are no bytes of a page about which something is told.
    """

    key: bytes
    facts: Facts
    value: bytes
    new: bool = False
    whole: Converted | None = None


@dataclass(frozen=True, slots=True)
class _Ahead:
    """A page that another process made: front matter, and what was made of its text."""

    meta: dict[str, Any]
    made: _Made


@dataclass(frozen=True, slots=True)
class ReadHtml:
    """A page's HTML, its quotes, which are a file beside it, and what search knows of both."""

    html: str
    quotes: str
    indexed: IndexedPage | None


class Pages:
    """The pages of one build. Without ``kept`` and a fingerprint all are made as if there
    were none of this.

    With ``sparing`` the HTML of a page of the wiki's is not in memory between its reading and its
    writing: MkDocs reads all before it writes the first.
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
        sparing: bool = False,
    ) -> None:
        self.config, self.files, self.searched, self.dress = config, files, searched, dress
        self.linker, self.book = linker, linker.book
        self.kept = kept if fingerprint else None
        self._convert, self._linking = Converter(config, files), Linking(linker.book, self.kept)
        self._additions = additions or Completing(None)
        self.new = 0  # pages that nothing was kept of
        self.quotes: dict[str, str] = {}  # of papers' pages that are in memory, by path
        self.quoted: set[str] = set()  # the pages that have any
        self.found: dict[str, Place] = {}  # the pages that search knows
        self._fingerprint = (
            f"{fingerprint} {searched} {logging.getLogger('mkdocs').getEffectiveLevel()}"
        )
        self._whole = build_digest("a whole build", self._fingerprint)
        self._addresses = {file.src_uri: address(file) for file in files}
        self.first = self._is_first()  # nothing is kept of a whole build of the kind
        self.ahead: Ahead[_Ahead] | None = None
        self._sparing = sparing
        self._of_page: _Made | None = None
        self._key_of_page: bytes | None = None  # under which nothing is kept
        self._away: dict[str, bytes] = {}  # pages that are not in memory, and their keys
        self._indexed: dict[str, IndexedPage] = {}  # what is in memory of what search knows

    def share(self, files: Sequence[File]) -> Ahead[_Ahead]:
        """Let other processes make these pages."""
        self.ahead = Ahead(self._made_ahead, [file.src_uri for file in files])
        return self.ahead

    # --- Page by page -------------------------------------------------------------------

    def begin(self, page: Page) -> None:
        """From here on MkDocs finds the page's HTML here; its text too, where it was read ahead."""
        ahead = self.ahead.take(page.file.src_uri) if self.ahead else None
        self._of_page, self._key_of_page = ahead.made if ahead else None, None
        if self.kept:
            page.render = partial(self._render, page)  # type: ignore[method-assign]
        if ahead:
            page.read_source = partial(_given, page, ahead.meta)  # type: ignore[method-assign]

    def completed(self, page: Page, markdown: str) -> str:
        """The page's text with what the site adds; next that is converted, if nothing is kept.

        Where no other plugin changes the text, what was made of it is looked for before.
        """
        path = page.file.src_uri
        self.linker.begin(path)
        if self._sparing and not self._of_page:
            self._key_of_page = self._key(page, markdown, self._additions.inputs(path))
            self._of_page = self._known(self._key_of_page, path)
        return markdown if self._of_page else self._additions(markdown, path)

    def _render(self, page: Page, config: MkDocsConfig, files: Files) -> None:
        """What is called in the place of ``Page.render``."""
        made = self._of_page = self._of_page or self._made(page)
        fill(page, made.facts, self.files)
        if made.value and self._may_go(page):
            self._away[page.file.src_uri] = made.key
            show(page, "", [])
        else:
            whole = made.whole or _whole(made) or self._again(page)
            shown = whole.shown
            show(page, shown.html, shown.outline)
            self.quotes[page.file.src_uri] = shown.quotes
        if self.kept and made.value:
            self.kept.keep(made.key, made.value if made.new else None)
        self.new += made.new
        for stand_in in ("render", "read_source"):
            vars(page).pop(stand_in, None)

    def _may_go(self, page: Page) -> bool:
        """A page of the owner's is asked for its own titles."""
        return self._sparing and page.file.src_uri in self.book.at and not page.is_homepage

    def read(self, page: Page, html: str) -> str:
        """What MkDocs made of the page, dressed and without its quotes, or nothing if it is away;
        notes the quotes, and what search knows.
        """
        path, made = page.file.src_uri, self._of_page
        self._of_page = None
        if path in self._away and made:
            page.markdown = ""
            self._note(path, made.facts.quoted, made.facts.place)
            return html
        whole = made and (made.whole or _whole(made))
        if whole and whole.shown.html == html:
            read = ReadHtml(html, whole.shown.quotes, whole.indexed)
        else:
            read = self._read(page, html, whole.shown.quotes if whole else "")
        self.quotes[path] = read.quotes
        if read.indexed:
            self._indexed[path] = read.indexed
        self._note(path, bool(read.quotes), read.indexed.place if read.indexed else None)
        return self.dress(read.html, page)

    def _note(self, path: str, quoted: bool, place: Place | None) -> None:
        if quoted:
            self.quoted.add(path)
        if place:
            self.found[path] = place

    def bring(self, page: Page) -> None:
        """Have a page in memory, dressed; see :meth:`put_away`."""
        key = self._away.get(page.file.src_uri)
        if key is not None:
            shown = shown_of(self._value(key)) or self._again(page).shown
            show(page, self.dress(shown.html, page), shown.outline)
            self.quotes[page.file.src_uri] = shown.quotes

    def put_away(self, page: Page) -> None:
        """It is written."""
        if page.file.src_uri in self._away:
            show(page, "", [])
            self.quotes.pop(page.file.src_uri, None)

    def indexed(self, path: str) -> IndexedPage:
        """What search knows of a page in :attr:`found`."""
        if path in self._indexed:
            return self._indexed[path]
        known = indexed_of(self._value(self._away[path]))
        if known is None:
            page = self.files.src_uris[path].page
            assert page
            known = self._again(page).indexed
        assert known
        return known

    def _value(self, key: bytes) -> bytes:
        return (self.kept.get(key) if self.kept else None) or b""

    def _again(self, page: Page) -> Converted:
        """A page once more, of which the kept bytes are gone: somebody else has the file."""
        page.markdown, _ = front_matter.get_data(page.file.content_string)
        self.linker.begin(page.file.src_uri)
        page.markdown = self._additions(page.markdown, page.file.src_uri)
        made = self._new(page)
        fill(page, made.facts, self.files)
        page.markdown = ""
        return made

    def _made(self, page: Page) -> _Made:
        key = self._key_of_page or self._key(page, page.markdown or "")
        if known := None if self._key_of_page else self._known(key, page.file.src_uri):
            return known
        made = self._new(page)
        value = packed(made) if made.quiet else b""
        return _Made(key, made.facts, value, bool(value), made)

    def _known(self, key: bytes, path: str) -> _Made | None:
        value = self._value(key)
        facts = facts_of(value)
        if facts and self._linking.holds(facts.names, path) and self._leads(facts.asked):
            return _Made(key, facts, value)
        return None

    def _new(self, page: Page) -> Converted:
        made = self._convert(page)
        read = self._read(page, made.shown.html)
        facts = replace(
            made.facts,
            quoted=bool(read.quotes),
            names=self._linking.noted(self.linker.noted, page.file.src_uri),
            place=read.indexed.place if read.indexed else None,
        )
        shown = Shown(read.html, made.shown.outline, read.quotes)
        return Converted(facts, shown, read.indexed, made.quiet and not self.linker.unknown)

    def _leads(self, asked: Mapping[str, str | None]) -> bool:
        """Whether files stand where they were."""
        return all(self._addresses.get(path) == found for path, found in asked.items())

    def _read(self, page: Page, html: str, quotes: str = "") -> ReadHtml:
        """``quotes`` are those that were taken out of it before."""
        known = self._indexed_html(page, html + quotes)
        apart = with_quotes_apart(html, posixpath.basename(beside(page.file.dest_uri)))
        return ReadHtml(with_numbers(apart.page), apart.quotes or quotes, known)

    def _indexed_html(self, page: Page, html: str) -> IndexedPage | None:
        if not self.searched:
            return None
        path = page.file.src_uri
        id_ = self.book.at.get(path, "")
        known = page_record(path, page.url, html, page.meta, id_, self.book.called.get(id_, ()))
        return indexed(known) if known else None

    def _key(self, page: Page, text: str, inputs: str = "") -> bytes:
        """Of a page with this text, and additions that are made from ``inputs``."""
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
        return build_digest(self._fingerprint, *own, text, inputs)

    def close(self) -> None:
        """The build is whole."""
        self._linking.close()
        if self.kept:
            self.kept.put(self._whole, b"was kept of it")

    def _is_first(self) -> bool:
        return self.kept is not None and self.kept.get(self._whole) is None

    # --- In other processes --------------------------------------------------------------

    def _made_ahead(self, path: str) -> _Ahead | None:
        """What is made of a file as it stands;
        a page about which something is told is left to MkDocs.
        """
        self.kept = BuildCache(NOWHERE)  # a process must not use another one's connection
        file = self.files.src_uris[path]
        page, self._of_page = file.page, None
        assert page
        page.markdown, meta = front_matter.get_data(file.content_string)
        page.meta = printable(meta)
        page.markdown = self.completed(page, page.markdown)
        made = self._made(page)
        page.markdown, page.meta, page.present_anchor_ids, page.links_to_anchors = (
            "",
            {},
            None,
            None,
        )
        show(page, "", [])
        return _Ahead(meta, replace(made, whole=None)) if made.value else None


def _given(page: Page, meta: dict[str, Any], config: MkDocsConfig) -> None:
    """What is called in the place of ``Page.read_source``; the text is not asked for."""
    page.markdown, page.meta = "", meta


def _whole(made: _Made) -> Converted | None:
    shown = shown_of(made.value)
    return Converted(made.facts, shown, indexed_of(made.value)) if shown else None
