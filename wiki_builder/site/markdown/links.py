"""Links that are made when the site is built; the pages themselves stay as they are.

Two kinds: ``[[wikilinks]]``, which a person writes anywhere, and the first mention of
each concept in the builder's sections, once a page and language. Python-Markdown says what
is text; what stands in code, maths, links, headings or HTML of its own is left alone.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from typing import Any, TypeAlias
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.toc import slugify_unicode
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import ETX, INLINE_PLACEHOLDER_RE, STX

from wiki_builder.contract.escape import quoted_path
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual, Language
from wiki_builder.core.words import words
from wiki_builder.library.shown import relative
from wiki_builder.site.book import Book, Meaning
from wiki_builder.site.markdown.names import STAR, find_names, is_chinese, spelling
from wiki_builder.site.markdown.sections import SectionsExtension, sections

# the items of the one are links already, the other is a heading
NOT_LINKED = ("concepts", "headline")

DELETED = "its page was deleted"  # for the owner: what they rejected is on no page

_WORDS = words("links")
_LANGUAGES: dict[str, Language] = {language: language for language in LANGUAGES}

_WIKILINK = r"(?<!!)\[\[(?=[^\[\]]*[^\s\[\]|])([^\[\]\n]*(?:\n[^\[\]\n]+)?)\]\](?!\(|\[(?!\[))"
_BEHIND_HTML = 85  # what stands in a tag is no text
_BEHIND_INLINE = 15  # patterns at 20, and before whatever reads links and headings
_ESCAPED_BAR = f"{STX}{ord('|')}{ETX}"
_BAR = re.compile(r"\\?\|")
_STASHED = re.compile(f"{STX}(?:wzxhzdk:(\\d+)|(\\d+)){ETX}")  # HTML, or an escaped character
_TAG = re.compile(r"<(/?)([A-Za-z][\w-]*)[^>]*?(/?)>")
_ITEM = re.compile(r"\^[A-Za-z0-9-]+")
_BEHIND = re.compile(r"\s*[（(]\s*([^（）()\n,，;；、]{1,120}?)\s*[）),，;；、]")
_VERBATIM = frozenset(
    ("a", "abbr", "button", "code", "kbd", "math", "pre", "samp", "script", "style", "svg")
)
_CLOSED = _VERBATIM | {f"h{level}" for level in range(1, 7)}
_EMPTY = frozenset(
    ("area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
# Where the check looks for no wikilinks: front matter, and sections in which there is none.
_PASSED = re.compile(
    r"\A\ufeff?---\s*?\n.*?^---\s*?$"
    r"|^<!-- wiki:[\w.-]+ -->[ \t\r]*$(?:(?!\[\[).)*?^<!-- /wiki -->[ \t\r]*$",
    re.MULTILINE | re.DOTALL,
)
_USUAL = ("admonition", "tables", "pymdownx.arithmatex", "pymdownx.superfences")

_Stretch: TypeAlias = tuple[str, Sequence[int]]
"""Text as it is shown, and for each character, and its end, where it stands in the tree's."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A wikilink that leads nowhere: what is written, why, and what could be meant."""

    written: str
    nearest: tuple[str, ...]
    reason: str

    def told(self, line: int) -> str:
        """The same in words; ``line`` is that of the page."""
        nearest = " or ".join(f"'[[{name}]]'" for name in self.nearest)
        help_ = f" Did you mean {nearest}?" if nearest else ""
        return f"a wikilink '[[{self.written}]]' on line {line}, but {self.reason}.{help_}"


@dataclass(frozen=True, slots=True)
class Noted:
    """What the links of a page depend on: the keys of its words in their order, a bar between
    stretches; the entries that mentions led to; the names in wikilinks.
    """

    words: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)


class Linker(Extension):
    """Links the pages that a Markdown converts, each begun by its path; none without a book."""

    def __init__(self, book: Book) -> None:
        super().__init__()
        self.book = book
        self.begin("")

    def begin(self, path: str) -> None:
        """The next page to be converted stands at ``path``, relative to ``docs/``."""
        self.path, self.folder = path, posixpath.dirname(path)
        self.noted, self.unknown = Noted(), list[Unknown]()

    def extendMarkdown(self, md: Markdown) -> None:  # Python-Markdown's name
        """Hooks both kinds of links into ``md``."""
        if self.book:
            md.inlinePatterns.register(_Wikilinks(self, md), "wiki_links", _BEHIND_HTML)
            md.treeprocessors.register(_Mentions(self, md), "wiki_mentions", _BEHIND_INLINE)


def placed(unknown: Iterable[Unknown], text: str) -> list[tuple[int, Unknown]]:
    """Wikilinks that lead nowhere with their lines in the text of a page, in order."""
    found: list[tuple[int, Unknown]] = []
    for one, count in Counter(unknown).items():
        words_ = r"[\s>\\]*".join(map(re.escape, re.findall(r"\w+|[^\w\s]", one.written)))
        lines = [
            text.count("\n", 0, at.start()) + 1
            for at in re.finditer(rf"\[\[[\s>\\]*{words_}[\s>]*\]\]", text)
        ]
        found += [(line, one) for line in (lines or [1])[:count]]
    return sorted(found, key=lambda pair: pair[0])


def unknown_wikilinks(
    texts: Iterable[tuple[str, str]], book: Book
) -> Iterator[tuple[str, int, Unknown]]:
    """Of pages, by path and text, the wikilinks that lead nowhere: path, line and which."""
    linker = Linker(book)
    md = Markdown(extensions=[*_USUAL, SectionsExtension(), linker])
    for path, text in texts:
        linker.begin(path)
        md.reset().convert(_PASSED.sub("", text))
        yield from ((path, line, one) for line, one in placed(linker.unknown, text))


# --- Wikilinks --------------------------------------------------------------------


class _Wikilinks(InlineProcessor):
    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self, linker: Linker, md: Markdown) -> None:
        super().__init__(_WIKILINK, md)
        self._linker = linker

    def handleMatch(self, m: re.Match[str], data: str) -> Any:  # type: ignore[override]
        name, label = self._parts(m[1])
        before = self.unescape(data[: m.start()])
        if not name.strip("# ") or _VERBATIM.intersection(_opened(self.md, before)):
            return None, None, None
        written = " ".join(self._text(m[1]).split())
        return self._made(name, label or name, written), m.start(), m.end()

    def _parts(self, inner: str) -> tuple[str, str]:
        """The name, and the words that are shown instead, with what Markdown has put aside."""
        nodes = getattr(self.md.treeprocessors["inline"], "stashed_nodes", {})
        inner = INLINE_PLACEHOLDER_RE.sub(
            lambda at: "|" if nodes.get(at[1]) == _ESCAPED_BAR else at[0], inner
        )
        name, *label = (part.strip() for part in _BAR.split(inner, maxsplit=1))
        return self._text(name), next(filter(None, label), name)

    def _text(self, text: str) -> str:
        return _STASHED.sub(lambda at: chr(int(at[2])) if at[2] else "", self.unescape(text))

    def _made(self, name: str, shown: str, written: str) -> Element:
        """What stands in a wikilink's place."""
        own = self._linker
        own.noted.names.add(name)
        language: Language = "zh" if is_chinese(written) else "en"
        found, heading = meant(name, own.path, own.book)
        entry = found[0] if len(found) == 1 else None
        if entry and entry.path:
            return _element("a", shown, href=_target(entry.path, own.folder, heading))
        if entry and entry.name:
            gloss = entry.said(language) or " · ".join(_both(entry.name))
            return _element("abbr", shown, title=gloss)
        reason = _WORDS["ambiguous" if found else "unknown"]
        near = () if entry else tuple(one.id for one in found) or own.book.nearest(name)
        own.unknown.append(Unknown(written, near, DELETED if entry else reason.en))
        title = reason[language] + (_WORDS["nearest"][language] + ", ".join(near) if near else "")
        return _element("span", shown, **{"class": "wiki-unknown", "title": title})


def meant(name: str, path: str, book: Book) -> tuple[tuple[Meaning, ...], str]:
    """What a name may mean on a page, and the heading behind it;
    a ``#`` may also be the name's own (C#).
    """
    folder = posixpath.dirname(path)
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


def _element(tag: str, shown: str, **attributes: str) -> Element:
    made = Element(tag, {name: " ".join(value.split()) for name, value in attributes.items()})
    made.text = shown
    return made


@lru_cache(maxsize=16_384)  # the pages of a folder link to the same concepts
def _target(path: str, folder: str, heading: str = "") -> str:
    """The link from a page in ``folder`` to the page at ``path``,
    or to a heading of it or an item (``^c5fa2f``).
    """
    place = heading if _ITEM.fullmatch(heading) else slugify_unicode(heading, "-")
    return quoted_path(relative(path, folder)) + (f"#{place}" if heading else "")


def _both(name: Bilingual) -> list[str]:
    return list(dict.fromkeys(filter(None, (name.en, name.zh))))


# --- First mentions ---------------------------------------------------------------


class _Mentions(Treeprocessor):
    """The first mention of each concept, once a language; none of the concept whose page it is."""

    def __init__(self, linker: Linker, md: Markdown) -> None:
        super().__init__(md)
        self._linker = linker
        self._open: list[str] = []  # HTML of its own in the block that is read
        self._seen: set[tuple[Language, str]] = set()
        self._language: Language = "en"

    def run(self, root: Element) -> None:
        """Look at each section in one language."""
        own = self._linker.book.at.get(self._linker.path, "")
        self._seen = {(language, own) for language in LANGUAGES}
        for name, blocks in sections(self.md, root):
            part, _, language = name.partition(".")
            if language in _LANGUAGES and part not in NOT_LINKED:
                self._language = _LANGUAGES[language]
                for block in blocks:
                    self._link(block, "")

    def _link(self, parent: Element, behind: str) -> None:
        """Links in an element's text, unless it is closed; ``behind`` is what follows it."""
        if parent.tag in _CLOSED or parent.get("class") == "arithmatex":
            return
        if self.md.is_block_level(parent.tag):
            self._open = []
        children = list(parent)
        for before, child in zip([None, *children], [*children, None], strict=True):
            if before is not None:
                self._link(before, before.tail or "")
            follows = (child.text or "") if child is not None else behind
            text, made = self._split(
                (parent.text if before is None else before.tail) or "", follows
            )
            if made and before is None:
                parent.text, parent[:0] = text, made
            elif made and before is not None:
                at = list(parent).index(before) + 1
                before.tail, parent[at:at] = text, made

    def _split(self, text: str, behind: str) -> tuple[str, list[Element]]:
        """A text up to its first new link, and the links, each with the text behind it."""
        head, made, position = text, list[Element](), 0
        for start, end, id_ in self._known(text):
            link = self._mention(text[start:end], text[end:] + behind, id_)
            if link is None:
                continue
            if made:
                made[-1].tail = (made[-1].tail or "") + text[position:start]
            else:
                head = text[:start]
            made.append(link)
            position = end
        if made:
            made[-1].tail = (made[-1].tail or "") + text[position:]
        return head, made

    def _known(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Every name in a text that one entry claims, and which."""
        index, seen = self._linker.book.index, self._linker.noted.words
        for plain, places in self._stretches(text):
            seen.append("|")
            for name in find_names(plain.replace("*", STAR), index, seen):
                if len(name.known.ids) == 1:
                    yield places[name.start], places[name.end], min(name.known.ids)

    def _stretches(self, text: str) -> Iterator[_Stretch]:
        """What stands between tags, without escapes, but for what stands within an element."""
        if STX not in text:
            if not self._open:
                yield text, range(len(text) + 1)
            return
        plain, places, position = list[str](), list[int](), 0
        for stashed in (*_STASHED.finditer(text), None):
            start, end = stashed.span() if stashed else (len(text), len(text))
            plain += text[position:start]
            places += range(position, start)
            position = end
            if stashed and (character := self._character(stashed)):
                plain += character
                places += [start] * len(character)
                continue
            if not self._open:
                yield "".join(plain), [*places, start]
            plain, places = [], []
            self._open = _opened(self.md, stashed[0] if stashed else "", self._open)

    def _character(self, stashed: re.Match[str]) -> str:
        """What was escaped; nothing for a tag."""
        if stashed[2]:
            return chr(int(stashed[2]))
        html = self.md.htmlStash.rawHtmlBlocks[int(stashed[1])]
        return unescape(html) if isinstance(html, str) and html.startswith("&") else ""

    def _mention(self, shown: str, behind: str, id_: str) -> Element | None:
        """What stands in the place of a first mention, and in Chinese perhaps the English behind;
        ``None`` where it is none, or there is nothing to lead to or to say.
        """
        own, language = self._linker, self._language
        if (language, id_) in self._seen:
            return None
        own.noted.ids.add(id_)
        entry = own.book.entries[id_]
        gloss = entry.said(language)
        if not entry.path and not gloss:
            return None
        self._seen.add((language, id_))
        made = (
            _element("a", shown, href=_target(entry.path, own.folder))
            if entry.path
            else _element("abbr", shown, title=gloss)
        )
        wants_english = language == "zh" and entry.term == "both" and is_chinese(shown)
        if wants_english and entry.name and entry.name.en and not self._names(behind, id_):
            made.tail = f"（{entry.name.en}）"
        return made

    def _names(self, text: str, id_: str) -> bool:
        """Whether a text begins with a name of the concept in parentheses."""
        behind = _BEHIND.match(_STASHED.sub(self._character, text))
        known = self._linker.book.index.get(spelling(behind[1]) or "") if behind else None
        return known is not None and id_ in known.ids


def _opened(md: Markdown, text: str, opened: Iterable[str] = ()) -> list[str]:
    """The elements that are open behind a text, by the tags in it that Markdown has put aside."""
    found = list(opened)
    for stashed in _STASHED.finditer(text):
        html = md.htmlStash.rawHtmlBlocks[int(stashed[1])] if stashed[1] else None
        tag = _TAG.fullmatch(html) if isinstance(html, str) else None
        if tag and not tag[3] and (name := tag[2].lower()) not in _EMPTY:
            if not tag[1]:
                found.append(name)
            elif name in found:
                del found[len(found) - 1 - found[::-1].index(name) :]
    return found
