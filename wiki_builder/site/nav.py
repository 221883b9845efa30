"""The navigation without those lists of the builder's that the wiki does not have, and what it
says.

``mkdocs.base.yml`` names the same pages for every wiki, and a person may delete any of them. An
entry of any other page stays as it was written: MkDocs tells where it leads nowhere.
"""

from __future__ import annotations

import posixpath
from collections.abc import Container, Iterable, Iterator
from typing import Any

from mkdocs.structure import StructureItem
from mkdocs.structure.pages import Page

from wiki_builder.library.library import (
    AWAY,
    DAYS,
    GRAPH,
    RADAR,
    TRENDS,
    Library,
    default_path,
)

LISTS = {
    default_path(page): page
    for page in (
        *("page:index", RADAR, DAYS, GRAPH, TRENDS, AWAY, "page:papers/index"),
        *(
            "page:concepts/index",
            "page:entities/index",
            "page:posts/index",
            "page:compare/index",
            "page:log/index",
        ),
    )
}


def missing_pages(paths: Container[str], library: Library | None) -> frozenset[str]:
    """Where the builder's lists would stand that are neither among ``paths`` nor,
    for all the library knows, moved.
    """
    gone = {path: page for path, page in LISTS.items() if path not in paths}
    return frozenset(path for path, page in gone.items() if not (library and library.path(page)))


def without(nav: Any, gone: Container[str]) -> Any:
    """The navigation of ``mkdocs.yml`` without the entries that lead to ``gone``,
    and without what they leave empty.
    """
    if isinstance(nav, list):
        pairs = [(item, without(item, gone)) for item in nav]
        return [left for item, left in pairs if left or not item]
    if isinstance(nav, dict):
        left = {title: without(item, gone) for title, item in nav.items()}
        return {title: left[title] for title, item in nav.items() if left[title] or not item}
    return None if isinstance(nav, str) and posixpath.normpath(nav) in gone else nav


def nav_titles(items: Iterable[StructureItem]) -> Iterator[str]:
    """What the navigation calls its sections, pages and links."""
    for item in items:
        yield str(item.title or "")
        yield from nav_titles(getattr(item, "children", None) or ())


def own_titles(page: Page) -> Iterator[str]:
    """What a page calls itself: in its front matter, in the navigation,
    and by its first heading.
    """
    yield from (str(title) for title in (page.meta.get("title"), page.title) if title)
    yield from (entry.title for entry in [*page.toc][:1])  # a list where a page was not read
