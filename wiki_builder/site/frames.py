"""The finished pages of one build: what the last build kept of the page around a text, or as the template makes it.

MkDocs fetches its templates here. A page's frame is what stands before and behind its HTML, keyed
by all that the template is given: the page with its HTML, the navigation, the settings, the program.
The frames of the last pages may be made ahead, by a helper.
"""

from __future__ import annotations

import zlib
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

from wiki_builder.site.helper import Helper
from wiki_builder.site.kept import Kept
from wiki_builder.site.prints import digest, of_context, of_page

HELPERS_SHARE = 0.5  # of all pages
_HTML = "\0"  # stands in a frame for the HTML; no page holds it

Frame: TypeAlias = tuple[bytes, bytes]
"""A key, and the frame under it."""


class Frames:
    """A Jinja environment whose templates know the frames; ``fingerprint`` stands for what all pages have in common."""

    def __init__(self, env: jinja2.Environment, kept: Kept, fingerprint: str) -> None:
        self._env, self._kept, self._fingerprint = env, kept, fingerprint
        self.helper: Helper[Any] | None = None
        whole = digest(fingerprint)
        self.new = kept.get(whole) is None  # the last build was another one: there is no frame of it to be had
        kept.put(whole, b"\0")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._env, name)

    def get_template(self, name: str) -> _Template:
        """A template that looks for a page's frame first."""
        return _Template(self, self._env.get_template(name))

    def maker(
        self, files: Sequence[File], nav: Navigation, config: MkDocsConfig
    ) -> dict[str, Callable[[], Frame | None]]:
        """For a helper: how to make the frames of the last of these pages, by path; nothing where one is kept."""
        kept = Kept(self._kept.path)  # a process must not use another one's connection

        def made(page: Page) -> Frame | None:
            page.active = True  # in the navigation
            try:
                context = get_context(nav, files, config, page)
                context = config.plugins.on_page_context(context, page=page, config=config, nav=nav)
                key = self._key(page, context)
                if not key or kept.get(key):
                    return None
                template = self._env.get_template(page.meta.get("template", "main.html"))
                frame = _packed(template.render(context), page.content or "")
            finally:
                page.active = False
            return (key, frame) if frame else None

        theirs = files[round(len(files) * (1 - HELPERS_SHARE)) :]
        return {file.src_uri: partial(made, file.page) for file in theirs if file.page}

    def page(self, page: Page, context: Mapping[str, Any], render: Callable[[], str]) -> str:
        """A page as its template makes it."""
        html, key = page.content or "", self._key(page, context)
        ahead: Frame | None = self.helper.take(page.file.src_uri) if self.helper else None
        if not key:
            return render()
        if ahead and ahead[0] == key:
            self._kept.put(*ahead)
        kept = self._kept.get(key)
        if kept and (made := _unpacked(kept, html)):
            return made
        made = render()
        if frame := _packed(made, html):
            self._kept.put(key, frame)
        return made

    def _key(self, page: Page, context: Mapping[str, Any]) -> bytes | None:
        own, given = of_page(page), of_context(context)
        return digest(self._fingerprint, own, given, page.content or "") if own and given else None


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


def _packed(made: str, html: str) -> bytes | None:
    """The frame of a finished page; ``None`` where its text is not to be found in it."""
    before, found, after = made.partition(html) if html else ("", "", "")
    return zlib.compress(f"{before}{_HTML}{after}".encode(), 1) if found and _HTML not in made else None


def _unpacked(frame: bytes, html: str) -> str | None:
    try:
        before, found, after = zlib.decompress(frame).decode().partition(_HTML)
    except (zlib.error, ValueError):
        return None
    return before + html + after if found else None
