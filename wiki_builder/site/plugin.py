"""MkDocs plugin ``wiki-builder``: puts our theme folder on top of Material's, and calls what makes links.

What needs a page's text is a function of its own (:mod:`wiki_builder.site.links`) or the
Markdown extension, so that moving to another site builder stays one line in
``mkdocs.yml``. Here stands what only MkDocs can be asked: front matter that is safe to
print, where a page sends its readers on, and what is logged.
"""

from __future__ import annotations

import logging
import posixpath
from pathlib import Path
from typing import Any

from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from wiki_builder.errors import FormatError
from wiki_builder.site.book import Book, book
from wiki_builder.site.graph import graph_json
from wiki_builder.site.links import Unknown, linked

THEME = Path(__file__).parent / "theme"

GRAPH = "assets/wiki/graph.json"

# Without a prefix, unlike MkDocs' own logger for plugins: these lines are read as dead links (build.py).
_log = logging.getLogger("mkdocs.plugins.wiki_builder")
_MARKUP = str.maketrans({"<": "&lt;", ">": "&gt;", '"': "&quot;"})


class Options(Config):  # type: ignore[no-untyped-call]  # MkDocs leaves __init_subclass__ untyped
    """The plugin has none."""


class WikiBuilderPlugin(BasePlugin[Options]):  # type: ignore[no-untyped-call]
    """Adds the theme folder, its style sheet and its script; links, redirects and the graph's data."""

    _book = Book()
    _files = Files([])
    _broken = False  # the registry cannot be read

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Puts our templates and assets behind the owner's ``custom_dir`` and before Material's."""
        at = 1 if config.theme.custom_dir else 0
        config.theme.dirs.insert(at, str(THEME))
        config.site_name = _printable(config.site_name)
        config.extra_css.insert(0, "assets/wiki/wiki.css")
        config.extra_javascript.insert(0, "assets/wiki/wiki.js")
        return config

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: object) -> LiveReloadServer:
        """Builds again when a concept changes."""
        concepts = _root(config) / "data" / "concepts"
        if concepts.is_dir():
            server.watch(str(concepts))
        return server

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Makes the book of names anew; a registry that cannot be read is a warning, and there are no links."""
        self._book, self._broken = Book(), False
        try:
            self._book = book(_root(config), Path(config.docs_dir))
        except FormatError as error:
            self._broken = True
            _log.warning("The names of concepts are not linked: %s", error)
        return files

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Makes the page's front matter safe to print, and links what the text names."""
        page.meta = {key: _printable(value) for key, value in page.meta.items()}
        made = linked(markdown, page.file.src_uri, self._book)
        before = page.file.content_string.count("\n") - markdown.count("\n") if made.unknown else 0
        for unknown in made.unknown:
            _log.info("Doc file '%s' contains %s", page.file.src_uri, _told(unknown, before))
        return made.text

    def on_env(self, env: object, *, config: MkDocsConfig, files: Files) -> None:
        """Remembers the files, since every page is read by now and none is written."""
        self._files = files

    def on_page_context(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Gives the template ``wiki_redirect``: the address of the page that this one sends its readers to."""
        if target := _redirected(page.file, self._files):
            context["wiki_redirect"] = target.url_relative_to(page.file)  # type: ignore[typeddict-unknown-key]
            page.canonical_url = target.page.canonical_url if target.page else None
        return context

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Writes the graph's data beside its script."""
        try:
            data = None if self._broken else graph_json(_root(config))
        except FormatError as error:
            _log.warning("There is no graph of concepts: %s", error)
            return
        if data is not None:
            target = Path(config.site_dir) / GRAPH
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(data, encoding="utf-8", newline="\n")


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent


def _told(unknown: Unknown, before: int) -> str:
    """A wikilink that leads nowhere, in words; ``before`` counts the lines above the text."""
    nearest = " or ".join(f"'[[{name}]]'" for name in unknown.nearest)
    help_ = f" Did you mean {nearest}?" if nearest else ""
    return f"a wikilink '[[{unknown.written}]]' on line {unknown.line + before}, but {unknown.reason}.{help_}"


def _redirected(file: File, files: Files) -> File | None:
    """The page that a page's front matter leads to, by way of others; ``None`` for none, or a circle."""
    way = [file]
    while wanted := _wanted(way[-1]):
        target = files.get_file_from_path(wanted)
        if target is None or target.page is None:
            _log.info("Doc file '%s' contains a redirect to '%s', which is no page", way[-1].src_uri, wanted)
            break
        if target in way:
            return None
        way.append(target)
    return way[-1] if len(way) > 1 else None


def _wanted(file: File) -> str | None:
    """The path under ``docs/`` that ``redirect`` names in a page's front matter: relative, and a ``.md`` file."""
    redirect = file.page.meta.get("redirect") if file.page else None
    if not isinstance(redirect, str) or not redirect.endswith(".md") or redirect.startswith("/"):
        return None
    return posixpath.normpath(posixpath.join(posixpath.dirname(file.src_uri), redirect))


def _printable(value: Any) -> Any:
    """``value`` with ``<``, ``>`` and ``"`` as entities in every string; what is escaped already stays as it is."""
    if isinstance(value, str):
        return value.translate(_MARKUP)
    if isinstance(value, list):
        return [_printable(item) for item in value]
    if isinstance(value, dict):
        return {key: _printable(item) for key, item in value.items()}
    return value
