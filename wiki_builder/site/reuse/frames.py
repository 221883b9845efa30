"""The finished pages of one build: what the last build kept, or as the template makes it.

MkDocs fetches its templates here. A page is keyed by all that its template is given: the page with
its HTML, the navigation, the settings, the program; and by the names that finishing it asks for.
Where all are to be made, other processes make them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import jinja2
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from wiki_builder.core.ahead import Ahead
from wiki_builder.site.finish import Finish
from wiki_builder.site.policy import ANY_SCRIPT
from wiki_builder.site.reuse.kept import NOWHERE, BuildCache, Text
from wiki_builder.site.reuse.prints import build_digest, of_context, of_page

Keyed: TypeAlias = tuple[bytes, Callable[[], str]]
"""What a text is kept under, and how it is made."""

Finished: TypeAlias = tuple[Text, Text | None, bool]
"""A page, as a file beside it its quotes, and whether its text may hold a script."""


class Frames:
    """A Jinja environment whose templates give finished pages.

    ``fingerprint`` stands for what all pages have in common, ``titles`` are those that stand in the
    navigation, ``quotes`` gives those of a page, if it has any, ``done`` is told of pages that
    another process has finished.
    """

    def __init__(
        self,
        env: jinja2.Environment,
        kept: BuildCache,
        fingerprint: str,
        finish: Finish,
        titles: Sequence[str],
        quotes: Callable[[Page], Keyed | None],
        put_away: Callable[[Page], None],
    ) -> None:
        self._env, self._kept, self._fingerprint, self._finish, self._quotes = (
            env,
            kept,
            fingerprint,
            finish,
            quotes,
        )
        self._titles, self._put_away = titles, put_away
        self._others: Ahead[Finished] | None = None
        self._ahead: Finished | None = None  # of the page that MkDocs is about

    def __getattr__(self, name: str) -> Any:
        return getattr(self._env, name)

    def get_template(self, name: str) -> _Template:
        """A template that looks for the finished page first."""
        return _Template(self, self._env.get_template(name))

    def share(
        self, files: Sequence[File], nav: Navigation, config: MkDocsConfig
    ) -> Ahead[Finished]:
        """Let other processes make these pages."""
        kept = BuildCache(NOWHERE)  # a process must not use another one's connection
        pages = {file.src_uri: file.page for file in files if file.page}

        def made(path: str) -> Finished | None:
            page = pages[path]
            page.active = True  # in the navigation
            try:
                context = get_context(nav, files, config, page)
                context = config.plugins.on_page_context(context, page=page, config=config, nav=nav)
                if not (key := self._key(page, context)):
                    return None
                template = self._env.get_template(page.meta.get("template", "main.html"))
                quotes = self._quotes(page)
                finished = kept.made(key, lambda: self._finish(template.render(context)))
                scripted = bool(ANY_SCRIPT.search(page.content or ""))
                return finished, kept.made(*quotes) if quotes else None, scripted
            finally:
                page.active = False
                self._put_away(page)

        self._others = Ahead(made, list(pages))
        return self._others

    def is_ahead(self, page: Page) -> bool:
        """Whether another process has finished the page that MkDocs begins now:
        then its template needs nothing.
        """
        self._ahead = self._others.take(page.file.src_uri) if self._others else None
        return self._ahead is not None

    def text(self, page: Page) -> str:
        """What is no theme's of the page that MkDocs is about, for who asks whether a script is
        in it.
        """
        return page.content or "" if self._ahead is None else "<script" * self._ahead[2]

    def page(self, page: Page, context: Mapping[str, Any], render: Callable[[], str]) -> str:
        """A page as its template makes it, finished."""
        if self._ahead:
            return self._keep(self._ahead[0])
        key = self._key(page, context)
        if not key:
            return self._finish(render())
        return self._keep(self._kept.made(key, lambda: self._finish(render())))

    def quotes(self, page: Page) -> str | None:
        """The file of the quotes of the page that MkDocs is about."""
        if self._ahead:
            return self._keep(self._ahead[1]) if self._ahead[1] else None
        quotes = self._quotes(page)
        return self._keep(self._kept.made(*quotes)) if quotes else None

    def _keep(self, made: Text) -> str:
        self._kept.keep(made.key, made.new)
        return made.text

    def _key(self, page: Page, context: Mapping[str, Any]) -> bytes | None:
        own, given, html = of_page(page), of_context(context), page.content or ""
        if not own or not given:
            return None
        titles = (*_shown(page), *self._titles)
        return build_digest(
            self._fingerprint, own, given, html, self._finish.depends_on(html, titles)
        )


def _shown(page: Page) -> Iterator[str]:
    """What the frame says of a page in the page's own words:
    titles, and of its front matter status and tags.
    """
    tags = page.meta.get("tags")
    yield from map(str, (page.title, page.meta.get("title"), page.meta.get("status")))
    yield from map(str, tags if isinstance(tags, list) else ())


@dataclass(frozen=True, slots=True)
class _Template:
    frames: Frames
    template: jinja2.Template

    def render(self, context: Mapping[str, Any]) -> str:
        """As Jinja's ``Template.render``."""
        page = context.get("page")
        if page is None:
            return self.template.render(context)
        return self.frames.page(page, context, lambda: self.template.render(context))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.template, name)
