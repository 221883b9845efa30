"""The finished pages of one build: what the last build kept, or as the template makes it.

MkDocs fetches its templates here. A page is keyed by all that its template is given: the page with
its HTML, the navigation, the settings, the program; and by the names that finishing it asks for.
The last pages may be made ahead, by a helper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import jinja2
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from wiki_builder.models import Bilingual
from wiki_builder.site.finish import depends_on, finish
from wiki_builder.site.reuse.helper import Helper
from wiki_builder.site.reuse.kept import Kept
from wiki_builder.site.reuse.prints import digest, of_context, of_page

HELPERS_SHARE = 0.5  # of all pages

Finished: TypeAlias = tuple[bytes, str]
"""A key, and the page under it."""


class Frames:
    """A Jinja environment whose templates give finished pages.

    ``fingerprint`` stands for what all pages have in common, ``names`` are those of :func:`finish`.
    """

    def __init__(self, env: jinja2.Environment, kept: Kept, fingerprint: str, names: Mapping[str, Bilingual]) -> None:
        self._env, self._kept, self._fingerprint, self._names = env, kept, fingerprint, names
        self.helper: Helper[Any] | None = None
        whole = digest(fingerprint)
        self.new = kept.get(whole) is None  # the last build was another one: there is no page of it to be had
        kept.put(whole, b"\0")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._env, name)

    def get_template(self, name: str) -> _Template:
        """A template that looks for the finished page first."""
        return _Template(self, self._env.get_template(name))

    def maker(
        self, files: Sequence[File], nav: Navigation, config: MkDocsConfig
    ) -> dict[str, Callable[[], Finished | None]]:
        """For a helper: how to make the last of these pages, by path; nothing where one is kept."""
        kept = Kept(self._kept.path)  # a process must not use another one's connection

        def made(page: Page) -> Finished | None:
            page.active = True  # in the navigation
            try:
                context = get_context(nav, files, config, page)
                context = config.plugins.on_page_context(context, page=page, config=config, nav=nav)
                key = self._key(page, context)
                if not key or kept.get(key):
                    return None
                template = self._env.get_template(page.meta.get("template", "main.html"))
                return key, finish(template.render(context), self._names)
            finally:
                page.active = False

        theirs = files[round(len(files) * (1 - HELPERS_SHARE)) :]
        return {file.src_uri: partial(made, file.page) for file in theirs if file.page}

    def page(self, page: Page, context: Mapping[str, Any], render: Callable[[], str]) -> str:
        """A page as its template makes it, finished."""
        key = self._key(page, context)
        ahead: Finished | None = self.helper.take(page.file.src_uri) if self.helper else None
        if not key:
            return finish(render(), self._names)

        def make() -> str:
            return ahead[1] if ahead and ahead[0] == key else finish(render(), self._names)

        return self._kept.text(key, make)

    def _key(self, page: Page, context: Mapping[str, Any]) -> bytes | None:
        own, given, html = of_page(page), of_context(context), page.content or ""
        if not own or not given:
            return None
        return digest(self._fingerprint, own, given, html, depends_on(html, str(page.title), self._names))


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
