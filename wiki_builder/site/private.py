"""Private notes: files in ``notes/`` beside ``docs/``, shown to the wiki's owner while they serve
it, and never built.

They are put into the finished page, behind whatever reads pages for search. A note of a
paper is named by its number (``notes/2605.02801.md``, ``notes/astro-ph/0601001.md``), one
of a concept by its id (``notes/credit-assignment.md``).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from html import escape, unescape
from pathlib import Path
from urllib.parse import unquote

from wiki_builder.core.store.border import Border
from wiki_builder.core.values.bilingual import is_id
from wiki_builder.core.words import words
from wiki_builder.library.words import WORDS
from wiki_builder.site.language import said_twice
from wiki_builder.site.slim import bare

FOLDER = "notes"

_KINDS = ("arxiv", "file", "post", "concept", "entity")
_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_HREF = re.compile(r'(<a\b[^>]*?\bhref=")([^"]*)(")')
_HEADINGS = (
    f"{re.escape(bare(said_twice(WORDS['notes'])))}|(?:{WORDS['notes'].en}|{WORDS['notes'].zh})\\b"
)
_NOTES = re.compile(rf"<h2 id=[^>]*>(?:{_HEADINGS})")
# what stands behind the notes
_BEHIND = re.compile(r'<details\b[^>]*\bid="?wiki-(?:evidence|aliases)\b')
_SECTION = re.compile(r'<(?:section|details|div)\b[^>]*\bclass="?wiki[ -]')
_WORDS = words("private")


def note_path(page: str) -> str | None:
    """Where the private note of a page stands, relative to the wiki, by the page's id;
    ``None`` for other pages.
    """
    kind, _, own = page.partition(":")
    return f"{FOLDER}/{own}.md" if kind in _KINDS and is_id(page) else None


def read_note(root: Path, page: str) -> str | None:
    """The private note of a page as Markdown, without front matter;
    ``None`` where there is none.
    """
    path = note_path(page)
    file = root / path if path else None
    if file is None or not Border(root).holds(file) or not file.is_file():
        return None
    text = file.read_text("utf-8-sig", errors="replace").replace("\r\n", "\n")
    return _FRONT.sub("", text).strip() or None


def note_html(
    note: str,
    page: str,
    path: str,
    convert: Callable[[str], str],
    url: Callable[[str], str | None],
) -> str:
    """A note as a marked section of the page ``page`` that stands at ``path`` under ``docs/``.

    ``convert`` makes HTML of Markdown; ``url`` gives the address of a path under ``docs/`` as
    seen from the page.
    """
    body = _HREF.sub(lambda link: f"{link[1]}{_led(link[2], path, url)}{link[3]}", convert(note))
    said = _WORDS["said"].filled(file=f"<code>{escape(note_path(page) or '')}</code>")
    title = (
        f'<h2>{said_twice(_WORDS["title"])}</h2><p class="wiki-private-said">{said_twice(said)}</p>'
    )
    return (
        '<section class="wiki-private" data-search-exclude'
        f' data-pagefind-ignore="all">{title}{body}</section>'
    )


def with_note(page: str, note: str) -> str:
    """A finished page with a note's section where its own notes stand, or would;
    else at the end of its article.
    """
    notes = _NOTES.search(page)
    behind = _SECTION.search(page, notes.end()) if notes else _BEHIND.search(page)
    end = page.rfind("</article>")
    at = behind.start() if behind else end if end >= 0 else len(page)
    return page[:at] + note + page[at:]


def _led(target: str, path: str, url: Callable[[str], str | None]) -> str:
    """Where a link of a note leads: notes link to pages as the pages do to each other."""
    file, hash_, anchor = unescape(target).partition("#")
    if "://" in file or not file.endswith(".md"):
        return target
    found = url(posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(file))))
    return escape(found + hash_ + anchor) if found else target
