"""The shelf: the library as its pages stand, and where each page is on the site, for what is made
at build time.

Feeds, ``llms.txt``, BibTeX files and a page's metadata are functions of it. A field is
the person's where they edited it, and a paper whose page they deleted is not here.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from html import escape, unescape
from urllib.parse import urljoin

import markdown

from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.values.bilingual import Bilingual, Language
from wiki_builder.core.values.concept import Concept
from wiki_builder.library.bibtex import entry
from wiki_builder.library.card import Card
from wiki_builder.library.interests import Why
from wiki_builder.library.library import Library, concept_page_id
from wiki_builder.pages.publisher import Publisher
from wiki_builder.pages.views.paper import PaperAddresses
from wiki_builder.site.book import Book
from wiki_builder.site.language import titles
from wiki_builder.site.markdown.clean import clean
from wiki_builder.site.markdown.links import Linker
from wiki_builder.site.search.maths import exact_html

NO_TAGLINE = Bilingual("", "")
TAGS: Mapping[Language, str] = {"en": "en", "zh": "zh-Hans"}
EPOCH = "1970-01-01"
SOON = timedelta(days=30)  # behind a paper's import: while its first reading is news

_LIVE = re.compile(r"[&<>*_`\[\]$\\]|^\W|^\d+[.)]\s")
_LINK = re.compile(r'<a\b[^>]*?href="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
_BARE_LINK = re.compile(r"<a\b[^>]*>(.*?)</a>|<img\b[^>]*>", re.DOTALL)
_PARAGRAPH = re.compile(r"<p>(.*)</p>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_SPAN = re.compile(r'</?span\b(?:[^>"]|"[^"]*")*>')
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """What the site says of itself; ``url`` ends with a slash, or is empty where nobody said where
    it stands.

    A tagline is in each language its own, or empty. ``categories`` are those that the site follows;
    ``interests`` is empty unless the owner publishes them.
    """

    name: str
    tagline: Bilingual = NO_TAGLINE
    url: str = ""
    categories: tuple[str, ...] = ()
    interests: tuple[str, ...] = ()
    last_run: str = ""  # the day of the last run that ended well
    kept_up: bool = True  # whether more runs are expected
    shown: str = "both"  # as the settings name it: ``both``, ``en`` or ``zh``
    repo_url: str = ""
    edit_uri: str = ""
    marks: str = "here"  # where the owner's marks may go: "here", "sent" or "shown"
    marks_by: str = "inbox"  # how they are sent: "inbox" or "issue"
    held: frozenset[str] = frozenset()  # the papers of the owner's library, if that may be shown
    offline: bool = True  # whether browsers may keep it

    def called(self, language: Language) -> str:
        """The site's name in a language; the whole of it where it is not in both."""
        return titles([self.name]).get(self.name.strip(), Bilingual(self.name, self.name))[language]

    @property
    def language(self) -> Language:
        """The one language in which a page's card and description speak."""
        return "zh" if self.shown == "zh" else "en"


@dataclass(frozen=True, eq=False)
class Shelf:
    """``urls`` gives the address of each page relative to the site's root,
    by its path under ``docs/``; ``why`` says in few words what speaks for a paper or post, by its
    id, where the owner publishes that.
    """

    publisher: Publisher
    site: SiteFacts
    urls: Mapping[str, str]
    book: Book
    why: Callable[[str], Why] = lambda paper: Why()
    _known: dict[tuple[str, ...], str] = field(default_factory=dict, repr=False)

    @property
    def library(self) -> Library:
        """All that is known of papers and concepts, as their pages stand."""
        return self.publisher.library

    @property
    def addresses(self) -> PaperAddresses:
        """Where readers of a paper are sent."""
        return self.publisher.views.addresses

    # --- Where things are -------------------------------------------------------

    def url(self, page: str) -> str | None:
        """The address of a page by its id, relative to the site's root;
        ``None`` if it is not on the site.
        """
        return self.urls.get(self.library.path(page) or "")

    def address(self, url: str) -> str:
        """An address as a file of the site names it:
        in full where the site has one, else from the site's root.
        """
        return urljoin(self.site.url, url) if self.site.url else url

    @cached_property
    def pages(self) -> Mapping[str, str]:
        """The id of each page by its path under ``docs/``."""
        return {path: id_ for id_, path in self.library.places.items()}

    @cached_property
    def papers(self) -> tuple[Card, ...]:
        """All papers with a page on the site, newest first."""
        return tuple(card for card in self.library.kept if self.url(card.id))

    @cached_property
    def by_url(self) -> Mapping[str, Card]:
        """The papers by the addresses of their pages, relative to the site's root."""
        return {
            self.urls[path]: card for card in self.papers if (path := self.library.path(card.id))
        }

    @cached_property
    def concepts(self) -> tuple[Concept, ...]:
        """All concepts and named things with a page on the site, the weightiest first."""
        library = self.library
        paged = [
            c
            for c in (*library.concept_pages, *library.entity_pages)
            if self.url(concept_page_id(c))
        ]
        return tuple(sorted(paged, key=lambda c: (-library.weight(c), c.id)))

    def of(self, concept: Concept) -> tuple[Card, ...]:
        """The papers of a concept that have a page on the site, newest first."""
        cards = (card for card in self.library.papers(concept) if self.url(card.id))
        return tuple(sorted(cards, key=lambda card: (card.date, card.id), reverse=True))

    # --- What is said of a paper -----------------------------------------------------

    def title(self, card: Card) -> str:
        """A paper's title as plain text."""
        return self.plain(self.library.title(card, ""))

    def field(self, card: Card, name: str, language: Language) -> str:
        """``headline`` or ``summary`` as Markdown; empty where there is none."""
        found = (self.library.headline if name == "headline" else self.library.summary)(
            card, language, ""
        )
        return found or ""

    def said(self, card: Card, name: str, language: Language) -> str:
        """``headline`` or ``summary`` as plain text,
        in the other language where there is none in this one.
        """
        other: Language = "zh" if language == "en" else "en"
        return self.plain(self.field(card, name, language) or self.field(card, name, other))

    def abstract(self, card: Card) -> str:
        """A paper's abstract, as its latest version has it."""
        found = read_paper(self.publisher.wiki, card.id)
        return found.latest.abstract if found else ""

    def bibtex(self, card: Card) -> str:
        """A paper's BibTeX entry."""
        key = ("bibtex", card.id)
        if key not in self._known:
            self._known[key] = entry(card, self.library.cite_keys[card.id])
        return self._known[key]

    # --- Markdown -------------------------------------------------------------------

    def html(self, text: str) -> str:
        """A line of Markdown as HTML whose links lead to pages of the site;
        other relative links are only text.
        """
        if not _LIVE.search(text):
            return escape(text, quote=False)
        key = ("html", text)
        if key not in self._known:
            self._known[key] = self._converted(text)
        return self._known[key]

    def plain_html(self, text: str) -> str:
        """The same for programs that know no classes and set no maths:
        that is text, or LaTeX between dollars.
        """
        return _SPAN.sub("", exact_html(self.html(text)))

    def plain(self, text: str) -> str:
        """A line of Markdown as plain text, its maths as there."""
        if not _LIVE.search(text):
            return str(text)  # no Markup, whose methods are slow
        return " ".join(unescape(_TAG.sub("", self.plain_html(text))).split())

    @cached_property
    def _markdown(self) -> markdown.Markdown:
        return markdown.Markdown(
            extensions=["pymdownx.arithmatex", Linker(self.book)],
            extension_configs={"pymdownx.arithmatex": {"generic": True}},
        )

    def _converted(self, text: str) -> str:
        made = clean(self._markdown.reset().convert(text))
        found = _PARAGRAPH.fullmatch(made.strip())
        # a list, or whatever a line may begin: it is to be one line
        if not found or "<p>" in found[1]:
            return escape(unescape(_TAG.sub("", text)), quote=False)
        return _LINK.sub(self._anchor, found[1]) if "<a" in made or "<img" in made else found[1]

    def _anchor(self, link: re.Match[str]) -> str:
        target, text = unescape(link[1]), _BARE_LINK.sub(r"\1", link[2])
        if not re.match(r"https?://", target):
            path, hash_, anchor = target.partition("#")
            url = self.urls.get(posixpath.normpath(path)) if path else None
            if url is None:
                return text
            target = self.address(url) + hash_ + anchor
        return f'<a href="{escape(target)}">{text}</a>'


def updated(card: Card) -> str:
    """The day of a paper's last significant change (RFC 4287, 4.2.15), as an ISO date.

    That is the latest of three: the day on which the wiki took it (or it was announced, if later),
    the one on which a later version was announced, and the one on which it was first read if that
    came within ``SOON`` of the first, so that a summary which came a week late is seen. To read it
    again, with another model or prompt, changes
    nothing here: a hundred entries would come back. Neither does reading a backlog after months.
    """
    taken, read = max(day(card.date), day(card.imported)), day(card.first_read or "")
    late = date.fromisoformat(read) - date.fromisoformat(taken) > SOON
    return max(taken, day(card.updated or ""), EPOCH if late else read)


def day(text: str) -> str:
    """An ISO date as it is; for what is none, ``EPOCH``."""
    with suppress(ValueError):
        if _DAY.fullmatch(text):
            return date.fromisoformat(text).isoformat()
    return EPOCH
