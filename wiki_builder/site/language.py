"""The interface in the reader's language.

On pages a word for both readers stands as ``Papers · 论文``. In the finished HTML each
half becomes an element with its ``lang``, of which the style sheet shows the reader's;
without scripts both are shown, as they stand. Only what the files of words say is
touched, wherever on the page it stands: headings, navigation, tables, labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from html import escape

from wiki_builder.models import Bilingual
from wiki_builder.words import Word, areas, module

IN_THE_BROWSER = ("cite", "graph", "radar", "reading", "search")  # a page loads the words of what it shows, no others
FOLDER = "assets/wiki/words"

_BETWEEN = " · "
_TOKEN = re.compile(
    r"""
      (?P<kept> <!--.*?--> | <(script|style|pre|code|textarea)\b.*?</\2\s*> )
    | <title>(?P<title>[^<]*)</title>
    | (?P<tag> <[a-zA-Z/!](?:"[^"]*"|'[^']*'|[^'">])*> )
    | (?P<text> [^<]+ )
    """,
    re.DOTALL | re.VERBOSE,
)
_ATTRIBUTE = re.compile(rf' (?P<name>title|aria-label|placeholder)="(?P<value>[^"]*{_BETWEEN}[^"]*)"')
_MAYBE = re.compile(rf"{_BETWEEN}(?:\d[\d,]* )?[\u3400-\u9fff]")
_VALUE = re.compile(r"\\\{\w+\\\}")  # a place for a value, in an escaped pattern


def modules() -> Iterator[tuple[str, str]]:
    """The words of each part that a script draws, as a path of the site and its text."""
    for area in IN_THE_BROWSER:
        yield f"{FOLDER}/{area}.js", module(area)


def said_twice(word: Bilingual) -> str:
    """A word, or what holds HTML, as two elements of which the style sheet shows the reader's; both as ``en · zh``."""
    en, zh = f'<span class="wiki" lang="en">{word.en}</span>', f'<span class="wiki" lang="zh-Hans">{word.zh}</span>'
    return f"<span>{en}<i>{_BETWEEN}</i>{zh}</span>"


def in_each_language(html: str, names: Mapping[str, Bilingual]) -> str:
    """A finished page in which every word for both readers follows the reader's language.

    Text becomes elements. Titles and labels, which cannot, get a rendering for each language
    as ``data-en-…`` and ``data-zh-…``, for the script, or ``data-two-…`` if they are a pair.
    ``names`` (:func:`named`) are treated as words where nothing else stands in an element.
    No id, address or other text changes.
    """

    def followed(token: re.Match[str]) -> str:
        whole = token[0]
        if token["kept"] or not _MAYBE.search(whole):
            return whole
        if token["tag"]:
            return _all_labelled(whole)
        if token["title"] is not None:
            return _title(token["title"], names)
        name = names.get(whole.strip())
        return whole.replace(whole.strip(), said_twice(name)) if name else _all_said(whole)

    return _TOKEN.sub(followed, html) if _BETWEEN in html else html


def named(names: Iterable[Bilingual]) -> Mapping[str, Bilingual]:
    """Names as they stand in HTML for both readers, ``credit assignment · 信用分配``, and their halves."""
    halves = (Bilingual(escape(name.en, quote=False), escape(name.zh, quote=False)) for name in names if name.zh)
    return {f"{half.en}{_BETWEEN}{half.zh}": half for half in halves if half.en != half.zh}


def _title(title: str, names: Mapping[str, Bilingual]) -> str:
    """The page's title, which is text; behind `` - `` stands the site's name."""
    own, dash, site = title.partition(" - ")
    name = names.get(own) or Bilingual(_half(own, "en"), _half(own, "zh"))
    if name.en == name.zh:
        return f"<title>{title}</title>"
    en, zh = (f"{half}{dash}{site}".replace('"', "&quot;") for half in (name.en, name.zh))
    return f'<title data-en="{en}" data-zh="{zh}">{title}</title>'


@lru_cache(4096)  # pages repeat each other
def _all_said(text: str) -> str:
    return _pairs().sub(_said, text)


def _said(found: re.Match[str]) -> str:
    return said_twice(Bilingual(*_halves(found)))


@lru_cache(4096)
def _all_labelled(tag: str) -> str:
    return _ATTRIBUTE.sub(_labelled, tag)


def _labelled(attribute: re.Match[str]) -> str:
    name, value = attribute["name"], attribute["value"]
    en, zh = _half(value, "en"), _half(value, "zh")
    if value == f"{en}{_BETWEEN}{zh}":
        return f"{attribute[0]} data-two-{name}"  # short, since each page has a dozen
    return f'{attribute[0]} data-en-{name}="{en}" data-zh-{name}="{zh}"' if en != zh else attribute[0]


def _half(text: str, language: str) -> str:
    return _pairs().sub(lambda found: _halves(found)[language == "zh"], text)


def _halves(found: re.Match[str]) -> tuple[str, str]:
    """The English and the Chinese of a pair that was found."""
    number = (found.lastgroup or "")[2:]
    return found[f"en{number}"], found[f"zh{number}"]


@cache
def _pairs() -> re.Pattern[str]:
    """Every word that pages say in both languages, the longest first; groups ``en…`` and ``zh…`` are its halves."""
    on_pages = {area: said for area, said in areas().items() if area not in IN_THE_BROWSER}
    said = {str(word): word for word in _every(on_pages) if word.en != word.zh}
    ordered = sorted(said.values(), key=lambda word: (-len(str(word)), str(word)))
    halves = (
        f"(?P<en{number}>{_pattern(word.en)}){_BETWEEN}(?P<zh{number}>{_pattern(word.zh)})"
        for number, word in enumerate(ordered)
    )
    return re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(halves)})(?![\u3400-\u9fff])")


def _every(said: object) -> Iterator[Word]:
    if isinstance(said, Word):
        yield said
    elif isinstance(said, Mapping):
        for value in said.values():
            yield from _every(value)


def _pattern(text: str) -> str:
    """What finds a word in HTML; a value at its beginning is a number, others are on one side of a dot."""
    pattern = re.sub(rf"^{_VALUE.pattern}", r"\\d[\\d,]*", re.escape(escape(text, quote=False)))
    return _VALUE.sub(r"[^<>·]+?", pattern)
