"""MkDocs plugin ``wiki-builder``: puts our theme folder on top of Material's, and calls what makes links.

What needs a page's text is a function of its own (:mod:`wiki_builder.site.links`) or the
Markdown extension, so that moving to another site builder stays one line in
``mkdocs.yml``. Here stands what only MkDocs can be asked: front matter that is safe to
print, where a page sends its readers on, and what is logged.
"""

from __future__ import annotations

import logging
import posixpath
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from jinja2 import Environment
from markdown import Markdown
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from wiki_builder.errors import FormatError, SettingsError
from wiki_builder.figures.image import Image, image_of
from wiki_builder.models import Bilingual
from wiki_builder.site.book import Book, book
from wiki_builder.site.feeds import FEEDS_PAGE, feeds_page
from wiki_builder.site.figures import framed
from wiki_builder.site.graph import graph_json
from wiki_builder.site.language import in_each_language, modules, named
from wiki_builder.site.links import Unknown, linked
from wiki_builder.site.outputs import Outputs, Shown, outputs, page_values
from wiki_builder.site.outputs import files as output_files
from wiki_builder.site.private import FOLDER as NOTES
from wiki_builder.site.private import note_html, read_note, with_note
from wiki_builder.site.radar_files import radar_files
from wiki_builder.site.radar_files import write as write_radar
from wiki_builder.site.reading import beside, with_neighbours, with_quotes_apart
from wiki_builder.site.search.files import Indexed, indexed
from wiki_builder.site.search.files import files as search_files
from wiki_builder.site.search.record import record
from wiki_builder.site.shelf import Site
from wiki_builder.site.slim import slim
from wiki_builder.words import words

THEME = Path(__file__).parent / "theme"

GRAPH = "assets/wiki/graph.json"
RADAR = "assets/wiki/radar-data"
SEARCH = "search"
OTHER_SEARCH = ("material/search", "search")  # while the owner uses Material's, there is none of ours

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
    _outputs: Outputs | None = None  # what other programs read; None without data
    _names: Mapping[str, Bilingual]  # concepts' names as pages say them to both readers
    _quotes: dict[str, str]  # of papers' pages, by their path under docs/
    _found: list[Indexed]  # what search knows of the pages
    _serving = False
    _theme: Environment

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Learns whether the site is served to its owner: only then are there private notes."""
        self._serving = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Puts our templates and assets behind the owner's ``custom_dir`` and before Material's."""
        at = 1 if config.theme.custom_dir else 0
        config.theme.dirs.insert(at, str(THEME))
        config.site_name = _printable(config.site_name)
        config.extra_css.insert(0, "assets/wiki/wiki.css")
        config.extra_javascript.insert(0, "assets/wiki/wiki.js")
        return config

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: object) -> LiveReloadServer:
        """Builds again when a concept or a private note changes."""
        for folder in ("data/concepts", NOTES):
            if (_root(config) / folder).is_dir():
                server.watch(str(_root(config) / folder))
        return server

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Makes the book of names anew; a registry that cannot be read is a warning, and there are no links."""
        self._book, self._broken = Book(), False
        self._found, self._quotes = [], {}
        try:
            self._book = book(_root(config), Path(config.docs_dir))
        except FormatError as error:
            self._broken = True
            _log.warning("The names of concepts are not linked: %s", error)
        for path, text in modules():
            files.append(File.generated(config, path, content=text))
        self._outputs = None if self._broken else _outputs(config, files, self._book)
        if self._outputs and FEEDS_PAGE not in files.src_uris:
            up = "../" if config.use_directory_urls else ""
            text = feeds_page(self._outputs.feeds, up, self._outputs.shelf.site.interests)
            files.append(File.generated(config, FEEDS_PAGE, content=text))
        return files

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Makes the page's front matter safe to print, and links what the text names."""
        page.meta = {key: _printable(value) for key, value in page.meta.items()}
        made = linked(markdown, page.file.src_uri, self._book)
        before = page.file.content_string.count("\n") - markdown.count("\n") if made.unknown else 0
        for unknown in made.unknown:
            _log.info("Doc file '%s' contains %s", page.file.src_uri, _told(unknown, before))
        return made.text

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Takes down what search needs, quotes included; says on a paper's page what its Markdown does not."""
        html = framed(html, lambda src: _sides(src, page.file, files))
        path, made = page.file.src_uri, self._outputs
        if not any(name in config.plugins for name in OTHER_SEARCH):
            id_ = self._book.at.get(path, "")
            if known := record(path, page.url, html, page.meta, id_, self._book.called.get(id_, ())):
                self._found.append(indexed(known))
        card = made.shelf.library.card(made.shelf.pages.get(path, "")) if made else None
        if not made or not card:
            return html
        full = with_neighbours(html, card, made.shelf, made.sources, page.url)
        apart = with_quotes_apart(full, posixpath.basename(beside(page.file.dest_uri)))
        self._quotes[path] = apart.quotes
        return apart.page

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """Gives the theme its words; remembers the files, since every page is read by now and none is written."""
        self._files, self._theme = files, env
        self._names = named(entry.name for entry in self._book.entries.values() if entry.name)
        env.globals["words"] = words("site")

    def on_page_context(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Gives the template ``wiki_redirect``: the address of the page that this one sends its readers to."""
        if target := _redirected(page.file, self._files):
            context["wiki_redirect"] = target.url_relative_to(page.file)  # type: ignore[typeddict-unknown-key]
            page.canonical_url = target.page.canonical_url if target.page else None
        if self._outputs:
            title = unescape(str(page.title or self._outputs.shelf.site.name))
            shown = Shown(page.file.src_uri, title, page.canonical_url or "", page.content or "")
            context.update(page_values(self._outputs, shown))  # type: ignore[typeddict-item]
        return context

    @event_priority(-100)  # behind whatever else reads the finished page
    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Takes out the white space, and writes the page's quotes beside it.

        Shows the owner the private note of a paper or concept, never in a build.
        """
        if quotes := self._quotes.pop(page.file.src_uri, ""):
            self._write_quotes(quotes, page, config)
        id_ = self._outputs.shelf.pages.get(page.file.src_uri, "") if self._serving and self._outputs else ""
        note = read_note(_root(config), id_) if id_ else None
        if note is None:
            return slim(in_each_language(output, self._names))

        def convert(text: str) -> str:
            return Markdown(extensions=config.markdown_extensions, extension_configs=config.mdx_configs).convert(text)

        def url(path: str) -> str | None:
            file = self._files.get_file_from_path(path)
            return file.url_relative_to(page.file) if file else None

        noted = with_note(output, note_html(note, id_, page.file.src_uri, self._book, convert, url))
        return slim(in_each_language(noted, self._names))

    def _write_quotes(self, quotes: str, page: Page, config: MkDocsConfig) -> None:
        """Writes the file of a page's quotes."""
        template = self._theme.get_template("partials/wiki-quotes.html")
        back = posixpath.basename(page.file.url) or "./"
        text = template.render(words=words("reading"), title=page.meta.get("title", ""), url=back, quotes=quotes)
        _write(Path(config.site_dir) / beside(page.file.dest_uri), slim(in_each_language(text, self._names)))

    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Has the page of what is not found follow the reader's language like any other."""
        html = template_name.endswith(".html")
        return slim(in_each_language(output_content, self._names)) if html else output_content

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Writes the graph's and the radar's data beside their scripts."""
        for name, packed in search_files(self._found) if self._found else ():
            _write_bytes(Path(config.site_dir) / SEARCH / name, packed)
        for path, text in output_files(self._outputs) if self._outputs else ():
            if path not in self._files.src_uris:  # a file of the owner's wins
                _write(Path(config.site_dir) / path, text)
        try:
            data = None if self._broken else graph_json(_root(config))
            pieces = None if self._broken else radar_files(_root(config))
        except FormatError as error:
            _log.warning("There is no graph of concepts and no radar: %s", error)
            return
        write_radar(pieces or {}, Path(config.site_dir) / RADAR)
        if data is not None:
            target = Path(config.site_dir) / GRAPH
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(data, encoding="utf-8", newline="\n")


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent


def _outputs(config: MkDocsConfig, files: Files, book: Book) -> Outputs | None:
    """What the site offers to other programs; a warning, and nothing, where data or settings cannot be read."""
    line = unescape(config.site_description or "")
    site = Site(unescape(config.site_name), Bilingual(line, line), config.site_url or "")
    urls = {file.src_uri: file.url for file in files.documentation_pages()}
    try:
        return outputs(_root(config), site, config.repo_url or "", urls, book)
    except (FormatError, SettingsError) as error:
        _log.warning("There are no feeds and no metadata: %s", error)
        return None


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _write_bytes(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _told(unknown: Unknown, before: int) -> str:
    """A wikilink that leads nowhere, in words; ``before`` counts the lines above the text."""
    nearest = " or ".join(f"'[[{name}]]'" for name in unknown.nearest)
    help_ = f" Did you mean {nearest}?" if nearest else ""
    return f"a wikilink '[[{unknown.written}]]' on line {unknown.line + before}, but {unknown.reason}.{help_}"


def _sides(src: str, page: File, files: Files) -> tuple[int, int] | None:
    """Width and height of a picture of the site by its address as seen from ``page``; ``None`` for any other."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page.dest_uri), unquote(src)))
    file = files.get_file_from_path(path)
    image = image_of(file.content_bytes) if file else ""
    return (image.width, image.height) if isinstance(image, Image) else None


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
