"""Links that are made when the site is built; the pages themselves stay as they are.

Two kinds: ``[[wikilinks]]``, which a person writes anywhere, and the first mention of
each concept in the builder's sections, once a page and language. What may be touched is
for :mod:`wiki_builder.site.markdown.prose` to say, what a name means for the book.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape

from markdown.extensions.toc import slugify_unicode

from wiki_builder.contract.escape import cell, quoted_path
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual, Language
from wiki_builder.core.words import words
from wiki_builder.library.shown import relative
from wiki_builder.site.book import Book, Meaning
from wiki_builder.site.markdown.names import (
    STAR,
    find_names,
    is_chinese,
    spelling,
)
from wiki_builder.site.markdown.prose import (
    Piece,
    Prose,
    Wikilink,
    pieces,
    prose,
)

# the items of the one are links already, the other is a heading
NOT_LINKED = ("concepts", "headline")

DELETED = "its page was deleted"  # for the owner: what they rejected is on no page

_WORDS = words("links")
_LANGUAGES: dict[str, Language] = {language: language for language in LANGUAGES}

_BAR = re.compile(r"\\?\|")
_ESCAPED = re.compile(
    r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});|\\([!-/:-@\[-`{-~])"
)
_LIVE = re.compile(r"[!\"#$%&'*+/<=>@\[\\\]^_`{|}~]")
_ITEM = re.compile(r"\^[A-Za-z0-9-]+")
_BEHIND = re.compile(r"[*_]{0,3}\s*[（(]\s*([^（）()\n,，;；、]{1,120}?)\s*[）),，;；、]")


@dataclass(frozen=True, slots=True)
class Unknown:
    """A wikilink that leads nowhere: the line of the text, what is written, why,
    and what could be meant.
    """

    line: int
    written: str
    nearest: tuple[str, ...]
    reason: str

    def told(self, before: int) -> str:
        """The same in words; ``before`` counts the lines above the text."""
        nearest = " or ".join(f"'[[{name}]]'" for name in self.nearest)
        help_ = f" Did you mean {nearest}?" if nearest else ""
        return (
            f"a wikilink '[[{self.written}]]' on line {self.line + before}, but"
            f" {self.reason}.{help_}"
        )


@dataclass(frozen=True, slots=True)
class LinkedText:
    """A text with its links, its wikilinks that lead nowhere,
    and what was put between which places of the text.
    """

    text: str
    unknown: tuple[Unknown, ...] = ()
    edits: tuple[tuple[int, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Noted:
    """What the links of a text depend on: the keys of its words,
    and the entries that were looked at.
    """

    words: set[str] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Edit:
    start: int
    end: int
    new: str
    unknown: Unknown | None = None


def linked(text: str, path: str, book: Book, noted: Noted | None = None) -> LinkedText:
    """The page ``path`` (relative to ``docs/``) with links to what it names; no change without a
    book.

    ``text`` is Markdown with or without front matter. Outside of the builder's sections
    nothing but ``[[…]]`` changes. ``noted`` takes down what the links of a text without
    ``[[`` depend on.
    """
    if not book or ("[[" not in text and "<!-- wiki:" not in text):
        return LinkedText(text)
    parts = [(piece, prose(text, piece)) for piece in pieces(text) if _has_work(text, piece)]
    edits = [
        edit
        for piece, found in parts
        for link in found.wikilinks
        if (edit := _wikilink(text, link, _language(piece, link), path, book))
    ]
    edits += _mentions(text, parts, path, book, noted or Noted())
    made = tuple(sorted((edit.start, edit.end, edit.new) for edit in edits))
    return LinkedText(
        edited(text, made), tuple(edit.unknown for edit in edits if edit.unknown), made
    )


def edited(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """A text with something else between some places, which are given in order."""
    parts: list[str] = []
    position = 0
    for start, end, new in edits:
        parts += [text[position:start], new]
        position = end
    return "".join([*parts, text[position:]])


def _has_work(text: str, piece: Piece) -> bool:
    return _mentioning(piece) is not None or text.find("[[", piece.start, piece.end) >= 0


# --- Wikilinks --------------------------------------------------------------------


def _wikilink(text: str, link: Wikilink, language: Language, path: str, book: Book) -> _Edit | None:
    """What stands in a wikilink's place; ``None`` for one that names nothing."""
    name, *label = (part.strip() for part in _BAR.split(link.inner, maxsplit=1))
    if not name.strip("# "):
        return None
    shown, folder = next(filter(None, label), name), posixpath.dirname(path)
    entries, heading = _meant(name, path, folder, book)
    if len(entries) != 1:
        reason, nearest = (
            (_WORDS["ambiguous"], _choices(entries))
            if entries
            else (_WORDS["unknown"], book.nearest(name))
        )
        return _unknown(text, link, shown, language, reason, nearest)
    entry = entries[0]
    if entry.path:
        return _Edit(link.start, link.end, f"[{shown}]({_target(entry.path, folder, heading)})")
    if entry.name:
        return _Edit(
            link.start,
            link.end,
            _abbr(shown, entry.said(language) or " · ".join(_both(entry.name))),
        )
    return _unknown(text, link, shown, language, _WORDS["unknown"], (), told=DELETED)


def _meant(name: str, path: str, folder: str, book: Book) -> tuple[tuple[Meaning, ...], str]:
    """What a name may mean, and the heading behind it; a ``#`` may also be the name's own (C#)."""
    if entries := book.find(name, folder):
        return entries, ""
    at = name.rfind("#")
    while at >= 0:
        before, heading = name[:at].strip(), name[at + 1 :].strip()
        entries = book.find(before, folder) if before else (Meaning(path, path),)
        if heading and entries:
            return entries, heading
        at = name.rfind("#", 0, at)
    return (), ""


def _unknown(
    text: str,
    link: Wikilink,
    shown: str,
    language: Language,
    reason: Bilingual,
    nearest: tuple[str, ...],
    told: str | None = None,
) -> _Edit:
    """A name that leads nowhere: ``reason`` is for readers, ``told`` for the owner,
    where that is something else.
    """
    title = reason[language] + (_WORDS["nearest"][language] + ", ".join(nearest) if nearest else "")
    new = f'<span class="wiki-unknown" title="{_attribute(title)}">{shown}</span>'
    line = text.count("\n", 0, link.start) + 1
    return _Edit(
        link.start,
        link.end,
        new,
        Unknown(line, " ".join(link.inner.split()), nearest, told or reason.en),
    )


def _choices(entries: tuple[Meaning, ...]) -> tuple[str, ...]:
    """Ways to write which one of several is meant."""
    return tuple(entry.id for entry in entries)


@lru_cache(maxsize=16_384)  # the pages of a folder link to the same concepts
def _target(path: str, folder: str, heading: str = "") -> str:
    """The link from a page in ``folder`` to the page at ``path``,
    or to a heading of it or an item (``^c5fa2f``).
    """
    place = heading if _ITEM.fullmatch(heading) else slugify_unicode(heading, "-")
    return quoted_path(relative(path, folder)) + (f"#{place}" if heading else "")


def _abbr(shown: str, gloss: str) -> str:
    return f'<abbr title="{_attribute(gloss)}">{shown}</abbr>'


def _attribute(text: str) -> str:
    """``text`` within the quotes of an attribute, with nothing in it that Markdown would see."""
    return _LIVE.sub(lambda found: f"&#{ord(found[0])};", " ".join(text.split()))


def _both(name: Bilingual) -> list[str]:
    return list(dict.fromkeys(filter(None, (name.en, name.zh))))


def _language(piece: Piece, link: Wikilink) -> Language:
    """The language that surrounds a wikilink; outside of sections that of the wikilink itself."""
    return _section_language(piece) or ("zh" if is_chinese(link.inner) else "en")


def _section_language(piece: Piece) -> Language | None:
    return _LANGUAGES.get(piece.section.rpartition(".")[2])


# --- First mentions ---------------------------------------------------------------


def _mentioning(piece: Piece) -> Language | None:
    """The language of a section whose first mentions become links; ``None`` for all other text."""
    return None if piece.section.partition(".")[0] in NOT_LINKED else _section_language(piece)


def _mentions(
    text: str, parts: Iterable[tuple[Piece, Prose]], path: str, book: Book, noted: Noted
) -> Iterator[_Edit]:
    """The first mention of each concept, once a language; none of the concept whose page it is."""
    own, folder = book.at.get(path, ""), posixpath.dirname(path)
    seen = {(language, own) for language in LANGUAGES}
    for piece, found in parts:
        if not (language := _mentioning(piece)):
            continue
        for start, end, ids in _known(text, found, book, noted.words):
            id_ = next(iter(ids)) if len(ids) == 1 else ""
            if not id_ or (language, id_) in seen:
                continue
            noted.ids.add(id_)
            if new := _mention(text, start, end, language, id_, folder, book, noted.words):
                seen.add((language, id_))
                yield _Edit(start, end, new)


def _known(
    text: str, found: Prose, book: Book, words: set[str]
) -> Iterator[tuple[int, int, frozenset[str]]]:
    """Every known name in plain prose, by its place in the page's text, and who claims it."""
    for start, end in found.plain:
        plain, places = _plain(text, start, end)
        for name in find_names(plain, book.index, words):
            at = places[name.start]
            if text[at - 1] not in "!\\":  # before a bracket they are Markdown's
                yield at, places[name.end], name.known.ids


def _plain(text: str, start: int, end: int) -> tuple[str, Sequence[int]]:
    """A stretch of Markdown without its escapes, and for each character, and its end,
    where it stands in ``text``.
    """
    raw = text[start:end]
    if "&" not in raw and "\\" not in raw:
        return raw, range(start, end + 1)
    plain: list[str] = []
    places: list[int] = []
    position = start
    for escaped in _ESCAPED.finditer(text, start, end):
        character = (escaped[1] or unescape(escaped[0])).replace("*", STAR)
        plain += [text[position : escaped.start()], character]
        places += [*range(position, escaped.start()), *[escaped.start()] * len(character)]
        position = escaped.end()
    return "".join([*plain, text[position:end]]), [*places, *range(position, end + 1)]


def _mention(
    text: str,
    start: int,
    end: int,
    language: Language,
    id_: str,
    folder: str,
    book: Book,
    words: set[str],
) -> str:
    """What stands in the place of a first mention;
    empty where there is nothing to lead to or to say.
    """
    entry, shown = book.entries[id_], text[start:end]
    gloss = entry.said(language)
    if not entry.path and not gloss:
        return ""
    made = f"[{shown}]({_target(entry.path, folder)})" if entry.path else _abbr(shown, gloss)
    wants_english = language == "zh" and entry.term == "both" and entry.name and is_chinese(shown)
    if wants_english and entry.name and entry.name.en and not _names(text, end, id_, book, words):
        return f"{made}（{cell(entry.name.en)}）"
    return made


def _names(text: str, at: int, id_: str, book: Book, words: set[str]) -> bool:
    """Whether parentheses at a place begin with a name of the concept."""
    behind = _BEHIND.match(text, at)
    spelled = spelling(unescape(behind[1])) if behind else None
    if spelled:
        words.add(spelled.replace(" ", ""))
    known = book.index.get(spelled) if spelled else None
    return known is not None and id_ in known.ids
