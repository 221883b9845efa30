"""Pages that send their readers on: ``redirect`` in a page's front matter."""

from __future__ import annotations

import logging
import posixpath

from mkdocs.structure.files import File, Files

_log = logging.getLogger("mkdocs.plugins.wiki_builder")


def redirected(file: File, files: Files) -> File | None:
    """The page that a page's front matter leads to, by way of others;
    ``None`` for none, or a circle.
    """
    way = [file]
    while wanted := _wanted(way[-1]):
        target = files.get_file_from_path(wanted)
        if target is None or target.page is None:
            _log.info(
                "Doc file '%s' contains a redirect to '%s', which is no page",
                way[-1].src_uri,
                wanted,
            )
            break
        if target in way:
            return None
        way.append(target)
    return way[-1] if len(way) > 1 else None


def _wanted(file: File) -> str | None:
    """The path under ``docs/`` that ``redirect`` names in a page's front matter:
    relative, and a ``.md`` file.
    """
    redirect = file.page.meta.get("redirect") if file.page else None
    if not isinstance(redirect, str) or not redirect.endswith(".md") or redirect.startswith("/"):
        return None
    return posixpath.normpath(posixpath.join(posixpath.dirname(file.src_uri), redirect))
