"""Atom feeds (RFC 4287): all papers, each category, each pinned concept, posts, in each language.

Pure functions of the shelf. Days are the data's, never the clock's: an entry's ``published``
is the day of the paper's announcement, its ``updated`` that of the last change that a reader
would look at again (:func:`~wiki_builder.site.shelf.updated`), and a feed begins with the latest.

An id never changes (4.2.6): an entry's is made of the paper's id and the language alone, a
feed's of its name, the language and the wiki's title. With the site's address links are in full;
without one they are relative to the site's root (``xml:base``), which a reader resolves against
the feed's own address, and no feed says where it stands.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from urllib.parse import quote
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from wiki_builder.contract.escape import cell, html, inline
from wiki_builder.core.categories import category_name, has_shape
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual, Language
from wiki_builder.core.values.post import Post
from wiki_builder.core.words import Word, words
from wiki_builder.library.authors import last_name
from wiki_builder.library.card import Card
from wiki_builder.library.library import concept_page_id
from wiki_builder.library.members import in_one_line, label, others, paper_of
from wiki_builder.library.words import EVENT_WORDS
from wiki_builder.site.language import said_twice
from wiki_builder.site.search.maths import exact_html
from wiki_builder.site.shelf import EPOCH, TAGS, Shelf, day, updated

NEWEST = 50
AUTHORS_SHOWN = 12
FOLDER = "feeds"
FEEDS_PAGE = "feeds.md"

ATOM = "http://www.w3.org/2005/Atom"
CATEGORIES = "http://arxiv.org/schemas/atom"  # https://info.arxiv.org/help/api/user-manual.html

_WORDS = words("feeds")
_NAMES = words("site")["names"]
_AGAIN = words("pages")
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BREAK = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class AtomFeed:
    """One feed in two languages: ``all``, ``cs.CL``, ``concept-credit-assignment``.

    ``page`` is the id of the page that it belongs to, empty for all papers and for a category.
    A feed has papers or ``posts``, the last seen first.
    """

    name: str
    title: Bilingual
    cards: tuple[Card, ...]  # what changed last first, at most NEWEST
    page: str = ""
    posts: tuple[Post, ...] = ()

    def path(self, language: Language) -> str:
        """Where the feed stands, relative to the site's root: ``feeds/cs.CL.zh.xml``."""
        return f"{FOLDER}/{self.name}.{language}.xml"


@lru_cache(1)  # each page's head names some
def feeds(shelf: Shelf) -> tuple[AtomFeed, ...]:
    """All feeds of a wiki: all papers, the categories by name, the pinned concepts by weight, and
    posts where there are any.
    """
    return (
        AtomFeed("all", _WORDS["all"], _newest(shelf, shelf.papers)),
        *_categories(shelf),
        *_concepts(shelf),
        *_posts(shelf),
    )


def feed_files(shelf: Shelf) -> Iterator[tuple[str, str]]:
    """Each feed in each language as its path and its XML."""
    for language in LANGUAGES:
        # papers stand in several feeds
        entries = cache(lambda card, language=language: _entry(shelf, card, language))
        for feed in feeds(shelf):
            root = _head(shelf, feed, language)
            root.extend(map(entries, feed.cards))
            root.extend(_post(shelf, post, language) for post in feed.posts)
            yield (
                feed.path(language),
                '<?xml version="1.0" encoding="utf-8"?>\n' + _written(root) + "\n",
            )


def feeds_page(shelf: Shelf, root: str) -> str:
    """The Markdown of the page that lists the feeds; ``root`` leads from it to the site's.

    Its links are HTML: MkDocs holds those of Markdown against the pages that it knows.
    """
    rows = "\n".join(f"| {_shown(feed)} | {_links(feed, root)} |" for feed in feeds(shelf))
    said = ", ".join(map(inline, shelf.site.interests))
    follows = f"\n{_WORDS['follows']}: {said}\n" if said else ""
    page = _PAGE.replace("@TITLE@", str(_WORDS["title"])).replace("@PAPERS@", str(_WORDS["papers"]))
    machines = _WORDS["machines"].filled(file=f'<a href="{root}llms.txt">llms.txt</a>')
    page = page.replace("@EN@", str(_NAMES["en"])).replace("@ZH@", str(_NAMES["zh"]))
    page = page.replace("@WHAT@", _in_each(_WORDS["what"])).replace(
        "@MACHINES@", _in_each(machines)
    )
    return page.replace("@ROWS@", rows) + follows


# --- Which feeds there are --------------------------------------------------------


def _categories(shelf: Shelf) -> Iterator[AtomFeed]:
    """The categories that the wiki follows, and each paper's primary one;
    cross-listed papers are in the feed.
    """
    papers: dict[str, list[Card]] = {}
    for card in shelf.papers:
        for code in dict.fromkeys((card.category, *card.crosslists)):
            papers.setdefault(code or "", []).append(card)
    wanted = {*shelf.site.categories, *(card.category for card in shelf.papers)} & papers.keys()
    # from data, and a path
    for code in sorted(code for code in wanted if code and has_shape(code)):
        cards = papers[code]
        name = category_name(code)
        title = name if name.en == code else Bilingual(f"{code} · {name.en}", f"{code} · {name.zh}")
        yield AtomFeed(code, title, _newest(shelf, cards))


def _concepts(shelf: Shelf) -> Iterator[AtomFeed]:
    for concept in shelf.concepts:
        if concept.pinned:
            page = concept_page_id(concept)
            name = Bilingual(concept.name.en or concept.name.zh, concept.name.zh or concept.name.en)
            yield AtomFeed(page.replace(":", "-"), name, _newest(shelf, shelf.of(concept)), page)


def _posts(shelf: Shelf) -> Iterator[AtomFeed]:
    posts = [
        post
        for post in shelf.library.posts.values()
        if shelf.url(post.id) and not paper_of(shelf.library, post)
    ]
    beside = in_one_line(shelf.library, (post.id for post in posts))
    posts = [post for post in posts if post.id not in beside]
    if posts:
        newest = sorted(posts, key=lambda post: (post.seen, post.date, post.id), reverse=True)
        yield AtomFeed("posts", _WORDS["posts"], (), "page:posts/index", tuple(newest[:NEWEST]))


def _newest(shelf: Shelf, cards: Iterable[Card]) -> tuple[Card, ...]:
    """The papers of a feed, so that one which is replaced or read late comes back; of an event one,
    which names the others.
    """
    own = tuple(cards)
    beside = in_one_line(shelf.library, (card.id for card in own))
    left = (card for card in own if card.id not in beside)
    return tuple(
        sorted(left, key=lambda card: (updated(card), card.date, card.id), reverse=True)[:NEWEST]
    )


# --- Atom ---------------------------------------------------------------------------


def _head(shelf: Shelf, feed: AtomFeed, language: Language) -> Element:
    """The feed without its entries."""
    site, path = shelf.site, feed.path(language)
    root = Element(
        "feed", {"xmlns": ATOM, "xml:lang": TAGS[language], "xml:base": site.url or "../"}
    )
    _text(root, "id", _uuid(f"{path} {site.name}"))
    _text(root, "title", f"{site.called(language)} · {feed.title[language]}")
    run = _WORDS["last_run"].filled(day=site.last_run)[language] if site.last_run else ""
    if about := " · ".join(filter(None, (site.tagline[language], run))):
        _text(root, "subtitle", about)
    days = [*map(updated, feed.cards), *(post.seen for post in feed.posts)]
    _text(root, "updated", _instant(max(days, default=EPOCH)))
    _text(SubElement(root, "author"), "name", site.called(language))
    if site.url:  # where a feed itself stands has to be said in full, or not at all
        SubElement(
            root,
            "link",
            {"rel": "self", "type": "application/atom+xml", "href": shelf.address(path)},
        )
    home = (shelf.url(feed.page) if feed.page else "") or ""
    SubElement(
        root,
        "link",
        {"rel": "alternate", "type": "text/html", "href": _page(shelf, home, language)},
    )
    _text(root, "generator", "wiki-builder")
    return root


def _entry(shelf: Shelf, card: Card, language: Language) -> Element:
    entry = Element("entry")
    title, headline = shelf.title(card), shelf.plain(shelf.field(card, "headline", language))
    _text(entry, "id", _uuid(f"{card.id} {language}"))
    _text(entry, "title", (headline if language == "zh" else "") or title)
    _text(entry, "updated", _instant(updated(card)))
    _text(entry, "published", _instant(card.date))
    for name in filter(last_name, card.authors[:AUTHORS_SHOWN]):
        _text(SubElement(entry, "author"), "name", name)
    href = _page(shelf, shelf.url(card.id) or "", language)
    SubElement(
        entry,
        "link",
        {"rel": "alternate", "type": "text/html", "hreflang": TAGS[language], "href": href},
    )
    for term in (card.category, *card.crosslists):
        if term:
            label = category_name(term)[language]
            SubElement(
                entry, "category", {"term": _xml(term), "scheme": CATEGORIES, "label": _xml(label)}
            )
    content = _text(entry, "content", _content(shelf, card, title, headline, language))
    content.set("type", "html")
    return entry


def _post(shelf: Shelf, post: Post, language: Language) -> Element:
    """A post: its page here, and beside it where it stands itself."""
    entry = Element("entry")
    _text(entry, "id", _uuid(f"{post.id} {language}"))
    _text(entry, "title", post.title)
    _text(entry, "updated", _instant(max(post.seen, post.date)))
    _text(entry, "published", _instant(post.date))
    _text(SubElement(entry, "author"), "name", post.label)
    href = _page(shelf, shelf.url(post.id) or "", language)
    SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": href})
    SubElement(entry, "link", {"rel": "via", "type": "text/html", "href": _xml(post.link)})
    parts = (post.stamp, post.summary)
    told = "".join(f"<p>{escape(part, quote=False)}</p>" for part in parts if part)
    also = _also(shelf, post.id, language)
    told += f"<p>{also}</p>" if also else ""
    _text(entry, "content", told).set("type", "html")
    return entry


def _content(shelf: Shelf, card: Card, title: str, headline: str, language: Language) -> str:
    """What a reader of the feed sees: that there is a new version, the name that is not the title,
    authors, summary; else the abstract.
    """
    second = title if language == "zh" and headline else headline
    more = len(card.authors) - AUTHORS_SHOWN + card.authors_left
    authors = ", ".join(filter(last_name, card.authors[:AUTHORS_SHOWN])) + (
        f" … +{more}" if more > 0 else ""
    )
    summary = shelf.plain_html(shelf.field(card, "summary", language))
    new = _new_version(card, language)
    parts = [
        new,
        f"<strong>{escape(second, quote=False)}</strong>" if second else "",
        escape(authors, quote=False),
        summary,
    ]
    if not summary:
        parts += [exact_html(html(part)) for part in _BREAK.split(shelf.abstract(card))]
    parts.append(_also(shelf, card.id, language))
    return "".join(f"<p>{part}</p>" for part in parts if part.strip())


def _also(shelf: Shelf, id_: str, language: Language) -> str:
    """The other members of an event, as links; nothing of what is one by itself."""
    links = (
        f'<a href="{escape(_page(shelf, url, language))}">{escape(label(shelf.library, one))}</a>'
        for one in others(shelf.library, id_)
        if (url := shelf.url(one))
    )
    told = ", ".join(links)
    return f"{escape(EVENT_WORDS['also'][language])}{told}" if told else ""


def _new_version(card: Card, language: Language) -> str:
    """That an entry is here again for a new version of its paper."""
    if not card.updated:
        return ""
    word = _AGAIN["updated_to" if card.version else "updated_on"]
    return escape(word.filled(version=card.version, day=card.updated)[language], quote=False)


def _page(shelf: Shelf, url: str, language: Language) -> str:
    """A page's address that opens in a language."""
    return f"{shelf.address(url)}?lang={language}"


def _uuid(seed: str) -> str:
    return uuid.uuid5(uuid.NAMESPACE_URL, f"wiki-builder:{seed}").urn


def _instant(date: str) -> str:
    return f"{day(date)}T00:00:00Z"


def _text(parent: Element, name: str, text: str) -> Element:
    element = SubElement(parent, name)
    element.text = _xml(text)
    return element


def _xml(text: str) -> str:
    """``text`` without what XML cannot hold."""
    return _NOT_XML.sub("", text)


def _written(root: Element) -> str:
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, encoding="unicode")


# --- The page that lists them ---------------------------------------------------------

_PAGE = """\
---
title: "@TITLE@"
search:
  exclude: true
---

# @TITLE@

@WHAT@

| @PAPERS@ | @EN@ | @ZH@ |
|---|---|---|
@ROWS@

@MACHINES@
"""


def _in_each(word: Word) -> str:
    """A paragraph for each reader; the words may hold HTML."""
    return (
        f'<p class="wiki" lang="en">{word.en}</p>\n\n<p class="wiki" lang="zh-Hans">{word.zh}</p>'
    )


def _shown(feed: AtomFeed) -> str:
    en, zh = cell(feed.title.en), cell(feed.title.zh)
    return en if en == zh else said_twice(Bilingual(en, zh))


def _links(feed: AtomFeed, root: str) -> str:
    return " | ".join(
        f'<a href="{root}{quote(feed.path(language))}"'
        f' hreflang="{TAGS[language]}">{_NAMES[language]}</a>'
        for language in LANGUAGES
    )
