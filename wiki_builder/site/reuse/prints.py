"""Fingerprints: what a page of the site is made from beside its own text.

``None`` wherever it is not certain that two builds with the same fingerprint make the same:
then nothing is kept from one build to the next.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink

import wiki_builder

PACKAGES = (
    "markdown",
    "pymdown-extensions",
    "pygments",
    "mkdocs",
    "mkdocs-material",
    "jinja2",
    "nh3",
    "pyyaml",
)
# Extensions that look at nothing but the text and their settings.
PURE = re.compile(
    r"wiki_sections|markdown\.extensions\.\w+|abbr|admonition|attr_list|def_list|fenced_code|footnotes|md_in_html|meta"
    r"|nl2br|sane_lists|smarty|tables|toc|wikilinks|codehilite|extra"
    r"|pymdownx\.(?:arithmatex|betterem|caret|critic|details|escapeall|highlight|inlinehilite|keys|magiclink|mark"
    r"|saneheaders|smartsymbols|superfences|tabbed|tasklist|tilde)"
)
# Plugins that change no page behind our back.
QUIET = {"wiki-builder", "search", "material/search"}

_OURS = Path(wiki_builder.__file__).parent
_FUNCTIONS = ("markdown", "material", "pymdownx", "wiki_builder")
_ADDRESS = " at 0x"  # of an object without a form of its own
# Of the settings, those that no template of ours asks for: objects, and places on this computer.
_NOT_SHOWN = {
    "plugins",
    "hooks",
    "theme",
    "exclude_docs",
    "draft_docs",
    "not_in_nav",
    "watch",
    "site_dir",
    "docs_dir",
}
_NOT_SHOWN |= {"config_file_path", "markdown_extensions", "mdx_configs", "dev_addr"}


def build_digest(*parts: str) -> bytes:
    """A hash of texts."""
    made = blake2b(digest_size=16)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        made.update(len(data).to_bytes(8, "little"))
        made.update(data)
    return made.digest()


@cache
def code() -> str:
    """The program: what is installed, and the text of our own modules and templates."""
    files = sorted(path for path in _OURS.rglob("*") if path.suffix in (".py", ".html", ".toml"))
    own = blake2b(digest_size=16)
    for path in files:
        own.update(path.read_bytes())
    return " ".join(
        (
            platform.python_version(),
            *(f"{name} {version(name)}" for name in PACKAGES),
            own.hexdigest(),
        )
    )


def of_markdown(config: MkDocsConfig) -> str | None:
    """What a page's HTML is made from: Markdown's extensions, and how links are checked."""
    if not all(PURE.fullmatch(name) for name in config.markdown_extensions):
        return None
    links = {name: int(level) for name, level in config.validation.links.items()}
    used = (config.markdown_extensions, config.mdx_configs, config.use_directory_urls, links)
    return _sure(f"{code()} {_plain(used)}")


def of_frames(config: MkDocsConfig, nav: Navigation) -> str | None:
    """What the page around the HTML is made from: settings, navigation and templates.

    ``None`` too with plugins that may change pages and with templates of the owner's, which may
    show anything.
    """
    own = config.theme.custom_dir
    if not set(config.plugins) <= QUIET or config.hooks or config.theme.name != "material":
        return None
    if own and any(Path(own).rglob("*.html")):
        return None
    icons = sorted(Path(own).rglob("*.svg")) if own else []
    theme = {key: config.theme[key] for key in config.theme}
    shown = {key: value for key, value in config.items() if key not in _NOT_SHOWN}
    parts = (
        theme,
        shown,
        [path.read_bytes() for path in icons],
        [_item(item) for item in nav.items],
    )
    return _sure(f"{code()} {_plain(parts)}")


def of_page(page: Page) -> str | None:
    """What the frame shows of a page, its HTML apart."""
    near = [
        (other.title, other.url) if other else None
        for other in (page.previous_page, page.next_page)
    ]
    above = [(item.title, getattr(item, "url", None)) for item in page.ancestors]
    own = (
        page.url,
        page.abs_url,
        page.canonical_url,
        page.edit_url,
        page.file.src_uri,
        page.title,
        page.is_homepage,
    )
    return _sure(repr((own, near, above, page.meta, outline(page.toc))))


def of_context(context: Mapping[str, Any]) -> str | None:
    """What else a template is given."""
    left_out = ("nav", "pages", "config", "page", "build_date_utc")
    return _sure(repr({key: value for key, value in context.items() if key not in left_out}))


def outline(toc: Iterable[AnchorLink]) -> list[list[Any]]:
    """A table of contents as plain values: title, id, level, and those below."""
    return [[item.title, item.id, item.level, outline(item.children)] for item in toc]


def _item(item: StructureItem) -> Any:
    """A piece of the navigation."""
    below = [_item(child) for child in getattr(item, "children", None) or ()]
    meta = item.meta if isinstance(item, Page) else None
    return type(item).__name__, item.title, getattr(item, "url", None), meta, below


def _plain(value: Any) -> str:
    """A value as text, the same for the same value in any process."""
    if isinstance(value, Mapping):
        return f"{{{','.join(f'{_plain(key)}:{_plain(one)}' for key, one in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{','.join(map(_plain, value))}]"
    module = getattr(value, "__module__", None) or ""
    if (
        callable(value)
        and hasattr(value, "__qualname__")
        and module.partition(".")[0] in _FUNCTIONS
    ):
        return f"{module}.{value.__qualname__}"
    return repr(value)


def _sure(made: str) -> str | None:
    return None if _ADDRESS in made else made
