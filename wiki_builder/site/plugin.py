"""MkDocs plugin ``wiki-builder``: which of MkDocs' events calls what, in this order.

- ``on_config``: our theme folder goes on top of Material's, with its style sheet and script.
- ``on_pre_build``, ``on_files``: the last site is set aside; the wiki is read, once
  (:mod:`~wiki_builder.site.known`), and files that are made of it join the others.
- ``on_nav``: what the last build kept is opened (:mod:`~wiki_builder.site.reuse.pages`); where
  that is nothing, other processes begin with the pages.
- For each page ``on_pre_page``, ``on_page_markdown``, ``on_page_content``: front matter made safe,
  what is computed added, Markdown as HTML with names linked
  (:class:`wiki_builder.site.markdown.links.Linker`), then what search knows of it
  (:func:`wiki_builder.site.search.record.page_record`), its quotes apart, figures and related
  papers put in.
- ``on_env``: every page is read, and templates see to the frames of pages
  (:mod:`~wiki_builder.site.reuse.frames`); ``on_page_context`` gives them their values.
- ``on_post_page``: the page is finished (:mod:`~wiki_builder.site.finish`), its quotes are written
  beside it, and whoever serves the site sees their private note.
- ``on_post_build``: search, feeds, radar, graph and what else is no page, the worker for reading
  offline last.

What is said of links, search, feeds, radar and graph are functions of values and text, without
MkDocs; sections are an extension of Python-Markdown. Only this module, ``offline.py``,
``redirects.py`` and ``reuse/`` know MkDocs' pages and files.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import posixpath
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import click
from jinja2 import Environment
from markdown import Markdown
from mkdocs.commands.build import get_context
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import normalize_url
from mkdocs.utils.templates import TemplateContext

from wiki_builder.core.ahead import Ahead, can_help
from wiki_builder.core.errors import FormatError, Outside, SettingsError
from wiki_builder.core.store.border import LEADS_OUT, Border, links
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.store.receipts import last_run
from wiki_builder.core.store.wiki import Wiki, figure_path
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.words import words
from wiki_builder.fulltext.figures.image import Image, image_of
from wiki_builder.library.members import best_card
from wiki_builder.site import offline
from wiki_builder.site.additions import Completing
from wiki_builder.site.book import Book, book
from wiki_builder.site.evidence import beside
from wiki_builder.site.exports.feeds import FEEDS_PAGE, feeds_page
from wiki_builder.site.exports.files import ENTRIES
from wiki_builder.site.exports.outputs import (
    PageShown,
    all_papers,
    marks,
    page_values,
    places,
    shelf_of,
)
from wiki_builder.site.exports.outputs import files as output_files
from wiki_builder.site.exports.printable import printable
from wiki_builder.site.figures import first_figure, framed, in_lead, left_behind, small
from wiki_builder.site.finish import Finish
from wiki_builder.site.graph import graph_json
from wiki_builder.site.guard import guard_server
from wiki_builder.site.known import read_known, settings_of
from wiki_builder.site.language import language_of, languages_of_headings, modules, named
from wiki_builder.site.language import titles as for_both
from wiki_builder.site.markdown.links import Linker, placed
from wiki_builder.site.markdown.names import is_chinese
from wiki_builder.site.nav import missing_pages, nav_titles, own_titles, without
from wiki_builder.site.policy import Policy, inline, policy_of
from wiki_builder.site.private import FOLDER as NOTES
from wiki_builder.site.private import note_html, read_note, with_note
from wiki_builder.site.radar.away import away_files
from wiki_builder.site.radar.files import radar_files
from wiki_builder.site.reading import NearbyPapers
from wiki_builder.site.redirects import redirected
from wiki_builder.site.reuse.cleaning import Cleaning
from wiki_builder.site.reuse.frames import Frames, Keyed
from wiki_builder.site.reuse.kept import BuildCache
from wiki_builder.site.reuse.pages import Pages
from wiki_builder.site.reuse.prints import QUIET, build_digest, code, of_frames, of_markdown
from wiki_builder.site.rising import TrendWords
from wiki_builder.site.search.files import files as search_files
from wiki_builder.site.search.files import version_in
from wiki_builder.site.shelf import Shelf, SiteFacts
from wiki_builder.site.slim import colours_of, packed, sheet, unused
from wiki_builder.site.unpublished import cleaned, excluded, put_aside

if TYPE_CHECKING:
    from mkdocs.livereload import LiveReloadServer

THEME = Path(__file__).parent / "theme"

FRONT = "index.md"
GRAPH = "assets/wiki/graph.json"
RADAR = "assets/wiki/radar-data"
SEARCH = "search"
HEAD = "assets/wiki/head.js"
SHEETS = "assets/wiki/"
SHEET = f"{SHEETS}wiki.css"
PALETTE = "assets/stylesheets/palette."  # Material's
OF_SHEET = tuple(f"{SHEETS}{name}.css" for name in ("tokens", "wiki", "radar", "graph"))
QUOTES = "assets/wiki/paper/quotes.css"
_FINISH = Finish({})  # for what names no concept
_RARELY = 200_000, 20, 100
FEWEST = 40  # pages for which it pays to start other processes
# while the owner uses Material's, there is none of ours
OTHER_SEARCH = ("material/search", "search")

# Without a prefix, unlike MkDocs' own logger for plugins: these lines are read as dead links
# (build.py).
_log = logging.getLogger("mkdocs.plugins.wiki_builder")


class Options(Config):  # type: ignore[no-untyped-call]  # MkDocs leaves __init_subclass__ untyped
    """The plugin has none."""


class WikiBuilderPlugin(BasePlugin[Options]):  # type: ignore[no-untyped-call]
    """Adds the theme folder, its style sheet and its script;
    links, redirects and the graph's data.
    """

    _book = Book()  # what names mean; empty without data, and where the registry cannot be read
    _shelf: Shelf | None = None  # all else; None too where it cannot be read
    _neighbours: NearbyPapers | None = None
    _trends: TrendWords | None = None
    _files = Files([])
    _finish: Finish
    _nav: Navigation
    _theme: Environment
    _cleaning = Cleaning(Path("nowhere"))
    _pages: Pages
    _linker: Linker
    _frames: Frames | None = None
    _ahead: Ahead[Any] | None = None
    _kept: BuildCache | None = None
    _serving = False
    _guarded = False  # served, and to the owner only
    _policy = Policy()
    _worker: offline.Worker | None = None
    _partly = False  # a build of what changed alone, which is MkDocs' own way of doing less

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Learns whether the site is served to its owner: only then are there private notes.

        Without live reload MkDocs shows its server to no plugin, so that no one guards it: then
        there are none.
        """
        self._serving, self._partly = command == "serve", dirty
        context = click.get_current_context(silent=True)
        self._guarded = self._serving and not (
            context and context.params.get("livereload") is False
        )

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Puts our templates and assets behind the owner's ``custom_dir`` and before Material's.

        Garbage is looked for less often: a build makes next to none.
        """
        gc.set_threshold(*_RARELY)
        at = 1 if config.theme.custom_dir else 0
        config.theme.dirs.insert(at, str(THEME))
        config.site_name = printable(config.site_name)
        config.exclude_docs = excluded(config.exclude_docs)
        config.extra_css.insert(0, SHEET)
        config.extra_javascript.insert(0, "assets/wiki/wiki.js")
        return config

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, builder: object
    ) -> LiveReloadServer:
        """Answers the owner only, and builds again when a concept,
        a template or a private note changes.
        """
        guard_server(server)
        for folder in ("data/concepts", "templates", NOTES):
            if (_root(config) / folder).is_dir():
                server.watch(str(_root(config) / folder))
        return server

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Has MkDocs leave the last site, over which this one is written;
        stops where a link would lead it out.
        """
        _keep_within(config)
        self._cleaning = Cleaning(Path(config.site_dir))
        if (
            not self._partly
            and not self._serving
            and set(config.plugins) <= QUIET
            and not config.hooks
        ):
            self._cleaning.aside()

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Reads the wiki once; a registry that cannot be read is a warning, and a site without
        links.

        A list of ours that a person deleted leaves the navigation too, and figures go with the page
        of their paper.
        """
        self._cleaning.back()
        _leave_out(files, config)
        put_aside(files.documentation_pages())
        for file, content in cleaned(files):
            files.remove(file)
            files.append(File.generated(config, file.src_uri, content=content))
        for path in unused(files.src_uris, any(name in config.plugins for name in OTHER_SEARCH)):
            files.remove(files.src_uris[path])
        for path, file in files.src_uris.items():
            if path.startswith(SHEETS) and path.endswith(".css") and not _is_owners(file):
                file.content_string = sheet(file.content_string)
        _join_sheets(files, config)
        self._book = _read_book(config)
        for path, text in modules():
            files.append(File.generated(config, path, content=text))
        urls = {file.src_uri: file.url for file in files.documentation_pages()}
        shelf = self._shelf = _read_shelf(config, urls, self._book)
        self._neighbours = NearbyPapers(shelf) if shelf else None
        self._trends = TrendWords(shelf) if shelf else None
        if shelf and FEEDS_PAGE not in files.src_uris:
            text = feeds_page(shelf, "../" if config.use_directory_urls else "")
            files.append(File.generated(config, FEEDS_PAGE, content=text))
        library = shelf.library if shelf else None
        for path in left_behind(library) if library else ():
            if left := files.get_file_from_path(path):
                files.remove(left)
        self._worker = offline.worker(
            files, config, keeps=not self._serving and bool(shelf and shelf.site.offline)
        )
        config.nav = without(config.nav, missing_pages(files.src_uris, library))
        return files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        """Gets ready for the pages, and lets other processes begin with them."""
        self._nav, self._files = nav, files
        caches = Wiki(_root(config)).caches
        self._kept = (
            BuildCache(caches.serve if self._serving else caches.site)
            if self._book.registry
            else None
        )
        searched = not any(name in config.plugins for name in OTHER_SEARCH)
        additions = Completing(self._shelf.publisher if self._shelf else None)
        markdown, self._linker = of_markdown(config), Linker(self._book)
        config.markdown_extensions = [*config.markdown_extensions, self._linker]  # type: ignore[list-item]  # Markdown takes such
        sparing = set(config.plugins) == {"wiki-builder"} and not config.hooks
        own = self._kept, markdown, additions, sparing
        self._pages = Pages(config, files, self._linker, searched, self._dressed, *own)
        if self._shared(config):
            self._ahead = self._pages.share(files.documentation_pages())

    def _shared(self, config: MkDocsConfig) -> bool:
        """Whether other processes are worth while, and make what we would make."""
        many = self._pages.first and len(self._files) >= FEWEST and not self._partly
        return many and can_help() and set(config.plugins) <= QUIET and not config.hooks

    def on_pre_page(self, page: Page, *, config: MkDocsConfig, files: Files) -> Page:
        """Takes what another process made of the page."""
        self._pages.begin(page)
        return page

    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str:
        """A page that is not UTF-8 is a warning, and shown as far as it can be read."""
        try:
            return page.file.content_string
        except UnicodeDecodeError as error:
            data = bytes(error.object)
            line = data[: error.start].count(b"\n") + 1
            what = "not UTF-8: save it as UTF-8, or take it back from git"
            _log.warning("docs/%s:%d: %s", page.file.src_uri, line, what)
            page.file.content_string = data.decode("utf-8-sig", "replace")
            return page.file.content_string

    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        """Makes the page's front matter safe to print, and adds what is computed."""
        page.meta = printable(page.meta)
        return self._pages.completed(page, markdown)

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Takes down what search needs, and says on a paper's page what its Markdown does not."""
        if self._linker.unknown:
            for line, unknown in placed(self._linker.unknown, page.file.content_string):
                _log.info("Doc file '%s' contains %s", page.file.src_uri, unknown.told(line))
        return self._pages.read(page, html)

    def _dressed(self, html: str, page: Page) -> str:
        """A page with the sizes of its pictures, the front page with its lead's,
        a paper's with what is known of the papers beside it, and lists with what rises and fades.
        """
        shown, shelf = framed(html, lambda src: _sides(src, page.file, self._files)), self._shelf
        shown = self._trends(shown, page.url) if self._trends else shown
        card = best_card(shelf.library, shelf.pages.get(page.file.src_uri, "")) if shelf else None
        if page.file.src_uri == FRONT:
            return in_lead(shown, self._figure_of_lead)
        return self._neighbours(shown, card, page.url) if self._neighbours and card else shown

    def _figure_of_lead(self, url: str) -> str:
        """The figure of the paper at this address, small; nothing where its page has none."""
        shelf = self._shelf
        path = next((path for path, at in shelf.urls.items() if at == url), "") if shelf else ""
        card = shelf.library.card(shelf.pages.get(path, "")) if shelf else None
        paper = read_paper(shelf.publisher.wiki, card.id) if shelf and card else None
        if not paper or not card or not card.figures:
            return ""
        figure = first_figure(paper, card.figures, self._files.src_uris[path].content_string)
        file = figure and self._files.get_file_from_path(figure_path(paper.id, figure))
        return small(figure, file.url, url) if figure and file else ""

    def on_env(  # type: ignore[override]  # a stand-in for the environment
        self, env: Environment, *, config: MkDocsConfig, files: Files
    ) -> Environment | Frames:
        """Every page is read by now and none is written;
        from here on templates know the pages that were kept.
        """
        self._stop()
        self._theme = env
        scripts = (
            script
            for file in sorted(THEME.rglob("*.html"))
            for script in inline(file.read_text("utf-8"))
        )
        self._policy = policy_of(
            config.extra.get("wiki_policy"), map(str, config.extra_javascript), scripts
        )
        env.globals |= {
            "words": words("site"),
            "wiki_language_of": language_of,
            "wiki_languages_of_headings": languages_of_headings,
        }
        print_ = of_frames(config, self._nav) if self._kept else None
        quotes = partial(self._quotes_page, config)
        everywhere = [config.site_name, *nav_titles(self._nav.items)]
        self._finish = self._finishing(
            everywhere, [file.page for file in files.documentation_pages() if file.page]
        )
        frames = (
            Frames(env, self._kept, print_, self._finish, everywhere, quotes, self._pages.put_away)
            if self._kept and print_
            else None
        )
        self._frames = frames
        self._tell_head(env, config, files)
        if frames and self._kept and self._shared(config):
            self._kept.let_go()
            self._ahead = frames.share(files.documentation_pages(), self._nav, config)
        return frames or env

    def _tell_head(self, env: Environment, config: MkDocsConfig, files: Files) -> None:
        """Puts into ``head.js`` what is the same for each page, and is nothing without scripts."""
        frame = env.get_template("partials/wiki-frame.html")
        own = {
            "own": config.extra.get("wiki_language") or "both",
            "scope": config.extra.get("scope"),
            "places": places(self._shelf) if self._shelf else {},
            "marks": marks(self._shelf) if self._shelf else None,
            "feeds": all_papers(self._shelf) if self._shelf else [],
            "frame": self._finish(frame.render(get_context(self._nav, files, config))),
        }
        head = files.get_file_from_path(HEAD)
        if head:
            told = json.dumps(own, ensure_ascii=False)
            head.content_string = f"self.wikiSite = {told};\n{head.content_string}"

    def _finishing(self, everywhere: Iterable[str], pages: Iterable[Page]) -> Finish:
        """What finishes each page: it knows the concepts' names,
        and titles for both readers that are the owner's.
        """
        theirs = (
            page for page in pages if page.is_homepage or page.file.src_uri not in self._book.at
        )
        own = (title for page in theirs for title in own_titles(page))
        registry = self._book.registry  # names without a page, and those merged, are said as well
        names = named(concept.name for concept in registry.concepts.values()) if registry else {}
        return Finish({**for_both([*everywhere, *own]), **names})

    def _extra_files(self) -> Iterator[tuple[str, bytes]]:
        """What search, graph and radar, and other programs read: paths in the site, and bytes."""
        found = {} if self._partly else self._pages.found
        for name, data in search_files(found, self._pages.indexed) if found else ():
            yield f"{SEARCH}/{name}", data
        if shelf := self._shelf:
            for path, text in output_files(shelf):
                if path not in self._files.src_uris:  # a file of the owner's wins
                    yield path, packed(text) if path.startswith(ENTRIES) else text.encode()
            told = radar_files(
                shelf.library, shelf.urls, shelf.addresses.abs, shelf.why, shelf.site.held
            )
            docs = shelf.publisher.wiki.docs
            away = away_files(shelf.library, shelf.urls, docs, shelf.site.held)
            for path, text in (*told.items(), *away):
                yield f"{RADAR}/{path}", packed(text)
            yield GRAPH, graph_json(shelf.library, shelf.urls).encode()

    def on_page_context(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Gives the template ``wiki_redirect``:
        the address of the page that this one sends its readers to.
        """
        if self._frames and self._frames.is_ahead(page):
            return context
        self._pages.bring(page)
        if target := redirected(page.file, self._files):
            context["wiki_redirect"] = target.url_relative_to(page.file)  # type: ignore[typeddict-unknown-key]
            page.canonical_url = target.page.canonical_url if target.page else None
        if self._shelf:
            listed = None if page.is_homepage else page.title  # there the navigation says "Home"
            title = unescape(str(page.meta.get("title") or listed or self._shelf.site.name))
            shown = PageShown(
                page.file.src_uri, title, page.canonical_url or "", page.content or ""
            )
            context.update(page_values(self._shelf, shown))  # type: ignore[typeddict-item]
        return context

    @event_priority(-100)  # behind whatever else reads the finished page
    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Finishes the page where that is not done, and writes its quotes beside it.

        Shows the owner the private note of a paper or concept, never in a build.
        """
        path = page.file.src_uri
        output = output if self._frames else self._finish(output)
        if self._frames:
            quotes = self._frames.quotes(page)
        else:
            made = self._quotes_page(config, page)
            quotes = made[1]() if made else None
        text = self._frames.text(page) if self._frames else page.content or ""
        self._pages.put_away(page)
        if quotes:
            self._cleaning.write(
                Path(config.site_dir) / beside(page.file.dest_uri), quotes.encode()
            )
        id_ = self._shelf.pages.get(path, "") if self._guarded and self._shelf else ""
        note = read_note(_root(config), id_) if id_ else None
        if note is None:
            return self._unwritten(self._policy(output, text), page.file)

        def convert(text: str) -> str:
            self._linker.begin(path)
            return Markdown(
                extensions=config.markdown_extensions, extension_configs=config.mdx_configs
            ).convert(text)

        def url(target: str) -> str | None:
            file = self._files.get_file_from_path(target)
            return file.url_relative_to(page.file) if file else None

        shown = self._finish(note_html(note, id_, path, convert, url))
        return self._policy(with_note(output, shown), text + shown)

    def _unwritten(self, output: str, file: File) -> str:
        """Has MkDocs write a page nowhere that stands there already: writing takes thirty times as
        long as reading.
        """
        written = output.encode(errors="xmlcharrefreplace")  # as MkDocs does
        if self._cleaning.stands(Path(file.abs_dest_path), written):
            file.abs_dest_path = os.devnull
        return output

    def _quotes_page(self, config: MkDocsConfig, page: Page) -> Keyed | None:
        """The file of a page's quotes: what it is kept under, and how it is made."""
        quotes = self._pages.quotes.get(page.file.src_uri)
        if not quotes:
            return None
        icon, head, style = (
            normalize_url(path, page)
            for path in (str(config.theme.get("favicon", "")), HEAD, QUOTES)
        )
        own = {
            "title": page.meta.get("title", ""),
            "url": posixpath.basename(page.file.url) or "./",
        }
        shown = own | {"icon": icon, "head": head, "style": style}

        def make() -> str:
            template = self._theme.get_template("partials/wiki-quotes.html")
            made = _FINISH(
                template.render(words=words("reading"), quotes=quotes, config=config, **shown)
            )
            return self._policy(made, quotes)

        return build_digest(code(), repr(shown), str(self._policy), quotes), make

    def on_post_template(
        self, output_content: str, *, template_name: str, config: MkDocsConfig
    ) -> str:
        """Has the page of what is not found follow the reader's language like any other."""
        return (
            self._policy(self._finish(output_content), "")
            if template_name.endswith(".html")
            else output_content
        )

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Writes what is no page."""
        site = Path(config.site_dir)
        extra: list[str] = []
        for path, data in self._extra_files():
            if (
                not extra
                and (new := offline.NAMED_BY_HASH.match(path))
                and (old := version_in(site / SEARCH))
            ):
                self._cleaning.succeed(f"{SEARCH}/{old}", new[0])
            self._cleaning.write(site / path, data)
            extra.append(path)
        for path, data in self._for_offline(site, extra):
            self._cleaning.write(site / path, data)
        self._cleaning.clean()
        self._end(whole=True)

    def _for_offline(self, site: Path, extra: list[str]) -> Iterator[tuple[str, bytes]]:
        """What a browser needs to keep the site;
        where it is to keep none, the worker that ends that.
        """
        if self._worker and self._worker.keeps and not self._partly:
            listed = (page.file.src_uri for page in self._nav.pages)
            found = offline.kept_files(self._files, listed, self._shelf, extra, self._pages.quoted)
            own = (file.dest_uri for file in self._files if offline.is_shown(file))
            tops = {path.partition("/")[0] for path in (*own, *extra)}
            yield from offline.written_files(site, found, tops, self._worker.text)
        elif self._worker and not self._worker.keeps:
            yield offline.WORKER, self._worker.text.encode()

    def on_build_error(self, *, error: Exception) -> None:
        """Leaves no process behind, and the last site where it was."""
        self._cleaning.back()
        self._end(whole=False)

    def _end(self, whole: bool) -> None:
        self._stop()
        if whole:
            self._pages.close()
        if self._kept:
            self._kept.close(whole)

    def _stop(self) -> None:
        if self._ahead:
            self._ahead.stop()
        self._ahead = None


def _join_sheets(files: Files, config: MkDocsConfig) -> None:
    """Has what pages of all kinds need in one sheet, which a browser asks for once:
    each by itself they would be a tenth larger as they are sent.
    """
    colours = [path for path in files.src_uris if path.startswith(PALETTE)]
    for path in colours:
        sheet_ = files.src_uris[path]
        sheet_.content_string = colours_of(sheet_.content_string, _colours(config))
    parts = [files.src_uris[path] for path in (*colours, *OF_SHEET) if path in files.src_uris]
    joined = "".join(part.content_string for part in parts)
    for part in parts:
        if part.src_uri == SHEET:
            part.content_string = joined
        else:
            files.remove(part)


def _colours(config: MkDocsConfig) -> set[str]:
    """The names of Material's colours that the theme's palette has."""
    palette = config.theme.get("palette") or ()
    entries = [palette] if isinstance(palette, Mapping) else palette
    named = (
        str(entry.get(kind) or "indigo") for entry in entries for kind in ("primary", "accent")
    )
    return {name.replace(" ", "-") for name in named}


def _is_owners(file: File) -> bool:
    return THEME not in Path(file.abs_src_path or "").parents


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent


def _border(config: MkDocsConfig) -> Border:
    """The border of the wiki; of its pages alone where ``mkdocs.yml`` has them elsewhere."""
    docs, whole = Path(config.docs_dir), Border(_root(config))
    return whole if whole.holds(docs) else Border(docs)


def _keep_within(config: MkDocsConfig) -> None:
    """MkDocs follows links to folders when it gathers pages and when it writes the site.

    Raises:
        PluginError: one leads out of the wiki, to what is private, to further links (a circle), or
            out of the site.
    """
    site, border = Path(config.site_dir), _border(config)
    try:
        Border(_root(config)).keep()
    except Outside as error:
        raise PluginError(str(error)) from None
    for link in _folders(Path(config.docs_dir)):
        if not border.shows(link) or any(_folders(Path(os.path.realpath(link)))):
            what = (
                "a link to a folder that is outside of the wiki's, private, or has such links"
                " itself"
            )
            raise PluginError(f"{link}: {what}. Nothing is built through it. Take it away.")
    for link in _folders(site):
        if not Border(site).holds(link):
            raise PluginError(
                f"{link}: a link to a folder outside of the site. Nothing is written there. Take it"
                " away."
            )


def _folders(folder: Path) -> Iterator[str]:
    """The links to folders below a folder."""
    return (link for link in links(folder) if os.path.isdir(link))


def _leave_out(files: Files, config: MkDocsConfig) -> None:
    """Take away the files that are links to what is not of the wiki, or private;
    a warning names each.
    """
    border, docs = _border(config), Path(config.docs_dir)
    found = {*links(docs), *(inner for link in _folders(docs) for inner in links(Path(link)))}
    for file in [file for file in files if file.abs_src_path in found]:
        if file.abs_src_path and not border.shows(file.abs_src_path):
            _log.warning("docs/%s: %s", file.src_uri, LEADS_OUT)
            files.remove(file)


def _read_book(config: MkDocsConfig) -> Book:
    try:
        return book(_root(config), Path(config.docs_dir))
    except FormatError as error:
        _log.warning("The names of concepts are not linked: %s", error)
        return Book()


def _read_shelf(config: MkDocsConfig, urls: Mapping[str, str], names: Book) -> Shelf | None:
    if names.registry is None:
        return None
    root = _root(config)
    try:
        settings = settings_of(root)
        known = read_known(Wiki(root), names.registry, settings)
    except (FormatError, SettingsError) as error:
        _log.warning(
            "There are no feeds and no metadata, no graph of concepts and no radar: %s", error
        )
        return None
    for file, reason in known.told():
        _log.warning("Left out, it cannot be read: %s: %s", file, reason)
    return shelf_of(known, settings, _said(config), urls, names)


def _said(config: MkDocsConfig) -> SiteFacts:
    """What MkDocs' settings say of the site."""
    name, line = unescape(config.site_name), unescape(config.site_description or "")
    line = "" if line == name else line  # as the builder writes it where there is no tagline
    return SiteFacts(
        name,
        Bilingual("", line) if is_chinese(line) else Bilingual(line, ""),
        config.site_url or "",
        last_run=str(last_run(Wiki(_root(config))) or ""),
        shown=str(config.extra.get("wiki_language") or "both"),
        repo_url=config.repo_url or "",
        edit_uri=config.edit_uri or "",
    )


def _sides(src: str, page: File, files: Files) -> tuple[int, int] | None:
    """Width and height of a picture of the site by its address as seen from ``page``;
    ``None`` for any other.
    """
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page.dest_uri), unquote(src)))
    file = files.get_file_from_path(path)
    image = image_of(file.content_bytes) if file else ""
    return (image.width, image.height) if isinstance(image, Image) else None
