"""MkDocs plugin ``wiki-builder``: puts our theme folder on top of Material's.

What needs a page's text is the Markdown extension, so that moving to another site
builder stays one line in ``mkdocs.yml``. The one thing done to pages here is a last
safety line: Material prints front matter into HTML as it stands.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

THEME = Path(__file__).parent / "theme"

_MARKUP = str.maketrans({"<": "&lt;", ">": "&gt;", '"': "&quot;"})


class Options(Config):  # type: ignore[no-untyped-call]  # MkDocs leaves __init_subclass__ untyped
    """The plugin has none."""


class WikiBuilderPlugin(BasePlugin[Options]):  # type: ignore[no-untyped-call]
    """Adds the theme folder, its style sheet and its script."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Puts our templates and assets behind the owner's ``custom_dir`` and before Material's."""
        at = 1 if config.theme.custom_dir else 0
        config.theme.dirs.insert(at, str(THEME))
        config.site_name = _printable(config.site_name)
        config.extra_css.insert(0, "assets/wiki/wiki.css")
        config.extra_javascript.insert(0, "assets/wiki/wiki.js")
        return config

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Leaves the text alone; makes the page's front matter safe to print."""
        page.meta = {key: _printable(value) for key, value in page.meta.items()}
        return markdown


def _printable(value: Any) -> Any:
    """``value`` with ``<``, ``>`` and ``"`` as entities in every string; what is escaped already stays as it is."""
    if isinstance(value, str):
        return value.translate(_MARKUP)
    if isinstance(value, list):
        return [_printable(item) for item in value]
    if isinstance(value, dict):
        return {key: _printable(item) for key, item in value.items()}
    return value
