"""What search knows of a page: a pure function of its HTML and front matter.

The HTML is what Python-Markdown and ``wiki_sections`` make of a page, before any theme;
so another site builder can feed the same index. All that a reader can see is found; what
stands in a title, a name or a summary counts for more, what a page says about others for
less. Tools (BibTeX, the stamp) and marks are no text.
"""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from wiki_builder.concepts.matching.likeness import abbreviates
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.site.search.maths import read_html, read_name

Kind = Literal["concept", "entity", "paper", "post", "day", "page"]
KINDS: tuple[Kind, ...] = ("concept", "entity", "paper", "post", "day", "page")
"""The types of results, in the order in which their pages are numbered."""

TITLE, SUMMARY, TEXT, OTHERS = range(4)
"""How near words are to what a page is about, the nearest first."""
LEVELS = 4

_KINDS: Mapping[str, Kind] = {
    "concept": "concept",
    "entity": "entity",
    "daily": "day",
    "day": "day",
    "week": "day",
    "post": "post",
    "page": "page",
}
_FOLDERS: Mapping[str, Kind] = {
    "concepts": "concept",
    "entities": "entity",
    "papers": "paper",
    "daily": "day",
    "posts": "post",
}
_NEAR = {
    "title": TITLE,
    "headline": TITLE,
    "facts": TITLE,
    "aliases": TITLE,
    "summary": SUMMARY,
    "definition": SUMMARY,
}
_FAR = dict.fromkeys(
    ("related", "relations", "evidence", "neighbours", "rest", "new", "notice"), OTHERS
)
_LEVEL = _NEAR | _FAR
# What other pages are called and say, which are results of their own: found here all the same.
_NOT_SHOWN = {"related", "relations", "neighbours", "papers", "new", "list"}
_NO_TEXT = {"bibtex", "stamp"}
# What a result's file leaves out, with what others say: long, and of other words than what
# stands above it only now and then.
_ON_PAGE = {
    *("abstract", "concepts", "withheld"),
    *("method", "steps", "results", "results-table", "limitations"),
}

_SECTION = re.compile(
    r'<(section|details)(?: lang="(en|zh)[^"]*")? class="wiki wiki-([a-z0-9-]+)"[^>]*>'
)
_MARK = re.compile(r"<a [^>]*>(?:¶|&para;)</a>|<(script|style)\b.*?</\1>|<!--.*?-->", re.DOTALL)
_BLOCK = re.compile(
    r"</?(?:address|article|aside|blockquote|br|caption|dd|details|div|dl|dt|figcaption|figure|h[1-6]|hr|li|ol|p|pre"
    r"|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b[^>]*>"
)
_TAG = re.compile(r"</?[a-zA-Z][^>]*>")
_HEADING = re.compile(r"<h1[^>]*>(.*?)</h1>", re.DOTALL)
_IN_EACH = re.compile(  # a heading that is a phrase: a day's
    r'<span class="wiki" lang="en">([^<]*)</span>\s*'
    r'<span class="wiki" lang="zh-Hans">([^<]*)</span>'
)
_HEADLINE = re.compile(
    r'<section lang="zh[^"]*" class="wiki wiki-headline"[^>]*>(.*?)</section>', re.DOTALL
)
_AUTHORS = re.compile(r'<(details|span) class="wiki-authors">(.*?)</\1>', re.DOTALL)
_LEFT = re.compile(r"<b>\+\d+</b></summary>")  # how many more there are, behind the first of them
_OWN_AUTHORS = re.compile(r"<p>([^<·]*)</p>\s*<p>")  # of facts that a person wrote
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class SearchedPart:
    """Words of a page: their language (empty: of both, or neither), how near they are,
    the text, a block a line, whether a result shows it, and whether its file brings it;
    else it is looked for on the page where the words stand nowhere nearer.
    """

    language: str
    level: int
    text: str
    shown: bool = True
    brought: bool = True


@dataclass(frozen=True, slots=True)
class Record:
    """A page as search knows it.

    ``url`` is relative to the site's root. ``names`` are what the page goes by as a whole:
    the names and aliases of a concept and their short forms, a paper's id and authors; who
    types one is shown this page first.
    """

    url: str
    kind: Kind
    title: Bilingual
    date: str
    names: tuple[str, ...]
    parts: tuple[SearchedPart, ...]


def page_record(
    path: str,
    url: str,
    body: str,
    meta: Mapping[str, Any],
    id_: str = "",
    names: Iterable[str] = (),
) -> Record | None:
    """What search knows of the page at ``path`` (under ``docs/``); ``None`` if its front matter
    says not to find it.

    ``body`` is the page's HTML without the theme, ``id_`` the page's permanent id (``concept:lda``,
    ``arxiv:2605.02801``) if it has one, ``names`` what a concept goes by: its names and aliases.
    """
    if meta.get("redirect") or _excluded(meta):
        return None
    kind, own = _kind(path, id_)
    parts = tuple(_parts(body))
    spelled = tuple(map(read_name, names))
    called = (
        *spelled,
        *(short for one in spelled for short in _short_forms(one, parts)),
        *((own,) if kind in ("paper", "day") else ()),
        *(_authors(body) if kind == "paper" else ()),
    )
    title = _title(kind, body, str(meta.get("title") or own))
    return Record(url, kind, title, _date(meta), tuple(dict.fromkeys(called)), parts)


def _short_forms(name: str, parts: Iterable[SearchedPart]) -> Iterator[str]:
    """What stands in brackets behind a name where the page says what it is,
    if that is its initials: ``… (RLVR)``.
    """
    texts = [
        part.text
        for part in parts
        if part.level == SUMMARY and ("(" in part.text or "（" in part.text)
    ]
    if not texts:
        return
    behind = re.compile(rf"{re.escape(name)} ?[(（]([^()（）]+)[)）]", re.IGNORECASE)
    found = (short for text in texts for short in behind.findall(text))
    yield from (short for short in found if abbreviates(short, name))


def _excluded(meta: Mapping[str, Any]) -> bool:
    """As Material's own search does: ``search: {exclude: true}`` keeps a page out."""
    search = meta.get("search")
    return isinstance(search, Mapping) and bool(search.get("exclude"))


def _kind(path: str, id_: str) -> tuple[Kind, str]:
    """The type of a page, and its id without it; from its path if it has none."""
    kind, _, own = id_.partition(":")
    folder, _, name = path.removesuffix(".md").partition("/")
    if own:
        return _KINDS.get(kind, "paper"), own
    return "page" if name in ("", "index") else _FOLDERS.get(folder, "page"), posixpath.basename(
        name or folder
    )


def _parts(body: str) -> Iterator[SearchedPart]:
    """The page's text in pieces: each section, and what a person wrote between them."""
    at = 0
    while opened := _SECTION.search(body, at):
        yield from _part("", TEXT, body[at : opened.start()])
        close = f"</{opened[1]}>"
        after = _SECTION.search(body, opened.end())
        limit = after.start() if after else len(body)
        end = (
            body.find(close, opened.end(), limit)
            if opened[1] == "section"
            else body.rfind(close, opened.end(), limit)
        )
        at = end if end >= 0 else limit
        name = opened[3]
        if name not in _NO_TEXT:
            level, piece = _LEVEL.get(name, TEXT), body[opened.end() : at]
            # maths as one reads it is made here alone
            brought = (level < OTHERS and name not in _ON_PAGE) or "arithmatex" in piece
            yield from _part(opened[2] or "", level, piece, name not in _NOT_SHOWN, brought)
    yield from _part("", TEXT, body[at:])


def _part(
    language: str, level: int, piece: str, shown: bool = True, brought: bool = True
) -> Iterator[SearchedPart]:
    if text := html_as_text(piece):
        yield SearchedPart(language, level, text, shown, brought)


def html_as_text(piece: str) -> str:
    """HTML as text, a block a line; words that only markup parts stay whole,
    and maths is as one reads it.
    """
    bare = _TAG.sub("", _BLOCK.sub("\n", _MARK.sub("", read_html(piece))))
    return "\n".join(filter(None, map(str.strip, html.unescape(bare).split("\n"))))


def _title(kind: Kind, body: str, otherwise: str) -> Bilingual:
    """What a result is called: a page's two names,
    or a paper's title and in Chinese its headline.
    """
    heading = _HEADING.search(body)
    written = html_as_text(heading[1]) if heading else read_name(html.unescape(otherwise))
    if kind == "paper":
        headline = _HEADLINE.search(body)
        return Bilingual(written, html_as_text(headline[1]) if headline else "")
    if kind == "post":
        return Bilingual(written, "")
    if each := _IN_EACH.fullmatch(heading[1].strip()) if heading else None:
        return Bilingual(html_as_text(each[1]), html_as_text(each[2]))
    en, _, zh = written.partition(" · ")
    return Bilingual(en, zh)


def _date(meta: Mapping[str, Any]) -> str:
    found = _DATE.match(str(meta.get("date", "")))
    return found[0] if found else ""


def _authors(body: str) -> tuple[str, ...]:
    """The names that stand as authors in a paper's facts, or its first line, where it is a list."""
    facts = (
        body.partition('class="wiki wiki-facts"')[2].partition(">")[2].partition("</section>")[0]
    )
    if named := _AUTHORS.search(facts):
        names = html_as_text(_LEFT.sub(",", named[2]))
    else:
        listed = _OWN_AUTHORS.match(facts.strip())
        names = html.unescape(listed[1]) if listed else ""
    return tuple(name.strip() for name in names.split(",") if name.strip())
