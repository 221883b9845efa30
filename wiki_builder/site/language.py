"""The interface in the reader's language.

On pages a word for both readers stands as ``Papers · 论文``. In the finished HTML each
half becomes an element with its ``lang``, of which the style sheet shows the reader's;
without scripts both are shown, as they stand. What the files of words say is touched
wherever on the page it stands: headings, navigation, tables, labels. So are names and
titles (:func:`named`, :func:`titles`), where nothing else stands beside them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from html import escape, unescape

from wiki_builder.core.characters import HAN, IS_HAN
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.core.words import (
    Word,
    areas,
    module,
    words,
)

# A page loads the words of what it shows, no others.
IN_THE_BROWSER = ("cite", "graph", "offline", "radar", "reading", "search")
FOLDER = "assets/wiki/words"

BETWEEN = " · "
_MARKUP = re.compile(r"<(pre|code|script|style)\b(?:(?!</?\1\b).)*+</\1>|<[^>]*>", re.DOTALL)
_WORD = re.compile("[A-Za-z]{2,}")
_ATTRIBUTE = re.compile(
    rf' (?P<name>title|aria-label|placeholder)="(?P<value>[^"]*{BETWEEN}[^"]*)"'
)
_LAST = r"(?:\d[\d,.-]*(?= *(?:[·:(（]|\Z))|[^<>·]+?(?= *(?:·|\Z)))"
_COUNT = re.compile(r" \(\d+\)$")
_HEADED = re.compile(
    r"<(?P<part>section|details)\b(?P<said>[^>]*)>|</(?:section|details)>"
    r'|<h[1-6]\b[^>]*? id="(?P<id>[^"]*)"'
)
_OF_ONE = re.compile(r' lang="([^"]+)" class="wiki[ "]')  # as sections.py writes it
_VALUE = re.compile(r"\\\{\w+\\\}")  # a place for one, in an escaped pattern


def modules() -> Iterator[tuple[str, str]]:
    """The words of each part that a script draws, as a path of the site and its text."""
    for area in IN_THE_BROWSER:
        yield f"{FOLDER}/{area}.js", module(area)
    said = words("site")["from_disk"]  # where no module can be loaded
    yield f"{FOLDER}/disk.js", f"wikiFromDisk({json.dumps(said.en)}, {json.dumps(said.zh)})\n"


def named(names: Iterable[Bilingual]) -> Mapping[str, Bilingual]:
    """Names as they stand in HTML for both readers, ``credit assignment · 信用分配``,
    and their halves.
    """
    halves = (
        Bilingual(escape(name.en, quote=False), escape(name.zh, quote=False))
        for name in names
        if name.zh
    )
    return {f"{half.en}{BETWEEN}{half.zh}": half for half in halves if half.en != half.zh}


def titles(written: Iterable[str]) -> Mapping[str, Bilingual]:
    """Of titles as they stand in HTML those for both readers, ``Reading group · 读书会``,
    and their halves.
    """
    split = ((title.strip(), title.strip().split(BETWEEN)) for title in written if BETWEEN in title)
    return {
        title: Bilingual(*pair)
        for title, pair in split
        if len(pair) == 2 and not IS_HAN.search(pair[0]) and IS_HAN.search(pair[1])
    }


def language_of(html: str) -> str:
    """The language that a text is written in, as a tag;
    Chinese with as many Chinese characters as other words.
    """
    text = _MARKUP.sub(" ", html)
    return "zh-Hans" if len(IS_HAN.findall(text)) > len(_WORD.findall(text)) else "en"


@lru_cache(1)  # the contents ask for each of a page's entries
def languages_of_headings(html: str) -> Mapping[str, str]:
    """The headings of a page that stand in a section of one language: its tag, by their ids."""
    within, found = [""], {}
    for place in _HEADED.finditer(html):
        if place["part"]:
            own = _OF_ONE.match(place["said"])
            within.append(own[1] if own else within[-1])
        elif place["id"] is None:
            del within[max(1, len(within) - 1) :]
        elif within[-1]:
            found[unescape(place["id"])] = within[-1]
    return found


# --- What becomes of a piece of a finished page ---------------------------------------


def said_twice(word: Bilingual) -> str:
    """A word, or what holds HTML, as two elements of which the style sheet shows the reader's;
    both as ``en · zh``.
    """
    # Without a class, and nothing around both, each of which would be a part in fifty of a page:
    # the style sheet knows them by what stands between.
    return f'<span lang="en">{word.en}</span><i>{BETWEEN}</i><span lang="zh-Hans">{word.zh}</span>'


def said(text: str, names: Mapping[str, Bilingual]) -> str:
    """A text between two tags, its words as elements;
    a name (:func:`named`) too where nothing else stands there but a count behind it.
    """
    name = names.get(alone := without_count(text))
    return text.replace(alone, said_twice(name)) if name else _each(text, said_twice)


def without_count(text: str) -> str:
    """A text without what is around it, and the count behind it: ``memory · 记忆 (3)``."""
    return _COUNT.sub("", text.strip())


def labelled(tag: str, names: Mapping[str, Bilingual]) -> str:
    """A tag whose titles and labels, which cannot hold elements, are there for each reader.

    They stand as ``data-en-…`` and ``data-zh-…``, for the script, or as ``data-two-…`` if they are
    a pair.
    """
    return _ATTRIBUTE.sub(lambda attribute: _labelled(attribute, names), tag)


def labels(html: str) -> Iterator[str]:
    """The titles and labels that :func:`labelled` looks at."""
    return (attribute["value"] for attribute in _ATTRIBUTE.finditer(html))


def titled(title: str, names: Mapping[str, Bilingual]) -> str:
    """The page's title with its opening tag, which holds text alone;
    behind `` - `` stands the site's name.
    """
    own, dash, site = title.partition(" - ")
    name, its = names.get(own) or halves(own), names.get(site) or Bilingual(site, site)
    en, zh = (f"{name[lang]}{dash}{its[lang]}".replace('"', "&quot;") for lang in LANGUAGES)
    if en == zh:
        return f"<title>{title}"
    return f'<title data-en="{en}" data-zh="{zh}">{title}'


def _labelled(attribute: re.Match[str], names: Mapping[str, Bilingual]) -> str:
    name, value = attribute["name"], attribute["value"]
    half = names.get(value) or halves(value)
    if value == f"{half.en}{BETWEEN}{half.zh}":
        return f"{attribute[0]} data-two-{name}"  # short, since each page has a dozen
    if half.en == half.zh:
        return attribute[0]
    return f'{attribute[0]} data-en-{name}="{half.en}" data-zh-{name}="{half.zh}"'


def halves(text: str) -> Bilingual:
    """A text with its words in one language, for each."""
    return Bilingual(_each(text, lambda word: word.en), _each(text, lambda word: word.zh))


# --- Words in a text ------------------------------------------------------------------


def _each(text: str, shown: Callable[[Bilingual], str]) -> str:
    """The text with what ``shown`` makes of each word in the place of that word."""

    def made(found: re.Match[str]) -> str:
        parts = found[0].split(BETWEEN)  # as many of each half
        middle = len(parts) // 2
        return shown(Bilingual(BETWEEN.join(parts[:middle]), BETWEEN.join(parts[middle:])))

    return _any_word().sub(made, text) if BETWEEN in text else text


@cache
def _any_word() -> re.Pattern[str]:
    """What finds every word that pages say in both languages, as it stands in HTML: of those that
    begin at one place the longest, and none within a longer word.
    """
    on_pages = {area: said for area, said in areas().items() if area not in IN_THE_BROWSER}
    said = {escape(str(word), quote=False) for word in _every(on_pages) if word.en != word.zh}
    by_sign: dict[str, list[str]] = {}  # by what they begin with: most are not tried then
    for word in sorted(said, key=lambda word: (-len(word), word)):
        begins = r"\d" if word.startswith("{") else re.escape(word[0])
        by_sign.setdefault(begins, []).append(BETWEEN.join(map(_pattern, word.split(BETWEEN))))
    every = "|".join(f"(?={sign})(?:{'|'.join(own)})" for sign, own in by_sign.items())
    return re.compile(f"(?<![A-Za-z0-9])(?:{every})(?![{HAN}])")


def _every(said: object) -> Iterator[Word]:
    if isinstance(said, Word):
        yield said
    elif isinstance(said, Mapping):
        for value in said.values():
            yield from _every(value)


def _pattern(text: str) -> str:
    """What finds a word in HTML; a value at its beginning is a number,
    others are on one side of a dot. One at its end goes up to the next dot or the text's end,
    unless it is a number or a date.
    """
    pattern = re.sub(rf"^{_VALUE.pattern}", r"\\d[\\d,]*", re.escape(text))
    return _VALUE.sub(r"[^<>·]+?", re.sub(rf"{_VALUE.pattern}$", lambda _: _LAST, pattern))
