"""What a paper's page has on the site beside what its Markdown says; pure functions of its HTML.

Headline, importance, sources, date and likeness of each related paper, with a link to its summary,
which a script opens in place; the gloss of the first concepts, which are the guides to what the
paper is about. None of this stands in the Markdown, since a page would then be written again
whenever another paper's headline or a concept's gloss changes. There the lists have their links and
shared concepts. Its quotes are those of :mod:`wiki_builder.site.evidence`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape, unescape
from urllib.parse import unquote, urljoin, urlsplit

from wiki_builder.contract.escape import inline
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual, Language
from wiki_builder.core.values.concept import Concept
from wiki_builder.core.words import words
from wiki_builder.library.card import Card
from wiki_builder.library.library import concept_page_id
from wiki_builder.library.members import sources, weightier
from wiki_builder.site.shelf import TAGS, Shelf

_SUMMARY = "wiki-summary-en"  # where it stands
PROMINENT = 2  # concepts with their gloss; the others by name

_RELATED = re.compile(
    r'(<section\b[^>]*\bid="wiki-related"[^>]*>)(?P<items>.*?)(?P<end></section>)', re.DOTALL
)
_CONCEPTS = re.compile(
    r"(<section"
    r' lang="(?P<lang>en|zh)[^>]* class="wiki wiki-concepts">)(?P<items>.*?)(?P<end></section>)',
    re.DOTALL,
)
_ITEM = re.compile(
    r'<li>\s*(?:<p>)?((?:<strong>)?<a href="([^"]*)"(?: lang="en")?>.*?)(?:</p>\s*)?</li>',
    re.DOTALL,
)
_LINK = re.compile(r"</?a\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_IMPORTANCE, _LIKENESS, _GIST = (words("pages")[one] for one in ("importance", "likeness", "gist"))


class NearbyPapers:
    """Puts into papers' pages what is known of the papers and concepts that they list,
    which other pages list too.
    """

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._about = cache(lambda id_: _about(shelf.library.cards[id_], shelf))
        self._told = cache(lambda id_: bool(_field(shelf.library.cards[id_], shelf, "summary")))
        self._gloss = cache(lambda gloss: shelf.html(inline(gloss)))

    def __call__(self, html: str, card: Card, url: str) -> str:
        """``html``, the page of ``card`` at ``url``, with these."""
        guides = {
            self._shelf.url(concept_page_id(concept)): concept
            for concept in _concepts(card, self._shelf)
        }

        def linked(item: re.Match[str]) -> str:
            """Where an item's first link leads, relative to the site's root."""
            return unquote(urlsplit(urljoin(f"/{url}", unescape(item[2]))).path).removeprefix("/")

        near = {other.id: other.score for other in self._shelf.library.related_papers(card.id)}

        def related(item: re.Match[str]) -> str:
            other = self._shelf.by_url.get(linked(item))
            if not other:
                return item[0]
            facts, line = self._about(other.id)
            title, dot, shared = item[1].rstrip().partition("</a> · ")
            title = _LINK.sub("", title)
            link = f'<a href="{item[2]}"{_titled(title) if line else ""}>{line or title}</a>'
            alike = [f"{_LIKENESS} {near[other.id]:.2f}"] if near.get(other.id) else []
            said = " · ".join([*facts, *alike, *([shared] if dot else [])])
            gist = _gist(item[2]) if self._told(other.id) else ""
            return f"<li>{link} <small>{said}</small>{gist}</li>"

        def concepts(found: re.Match[str]) -> str:
            language: Language = "zh" if found["lang"] == "zh" else "en"
            left = iter(range(PROMINENT))

            def guide(item: re.Match[str]) -> str:
                concept = guides.get(linked(item))
                if not concept or not concept.gloss or next(left, None) is None:
                    return item[0]
                return f'<li class="wiki-guide">{item[1].rstrip()}<p>{self._gloss(concept.gloss[language])}</p></li>'  # noqa: E501

            return found[1] + _ITEM.sub(guide, found["items"]) + found["end"]

        html = _CONCEPTS.sub(concepts, html)

        def listed(found: re.Match[str]) -> str:
            return found[1] + _ITEM.sub(related, found["items"]) + found["end"]

        return _RELATED.sub(listed, html, count=1)


def _about(card: Card, shelf: Shelf) -> tuple[list[str], str]:
    """Importance, sources and date of a paper's event, and its headline; what is inline, since an
    item may be a line.
    """
    score = (weightier(shelf.library, card) or card).importance
    facts = [f"{_IMPORTANCE} <b>{score}/10</b>"] if score else []
    facts.append(escape(", ".join(sources(shelf.library, card))))
    return [*facts, f"<time>{escape(card.date)}</time>"], _field(card, shelf, "headline")


def _gist(page: str) -> str:
    """A link to the summary on a paper's page, of which ``theme/assets/wiki/paper/gists.js`` makes
    a fold: written into each page that names the paper, summaries would be half of it.
    """
    return f' <small><a class="wiki-gist" href="{page}#{_SUMMARY}">{_GIST}</a></small>'


def _field(card: Card, shelf: Shelf, name: str) -> str:
    """A field of a paper without its links, in both languages."""
    texts = (shelf.html(shelf.field(card, name, language)) for language in LANGUAGES)
    return _spans(Bilingual(*(_LINK.sub("", text) for text in texts)))


def _titled(title: str) -> str:
    """A title as an attribute: as text, without its maths' marks."""
    return f' title="{escape(unescape(_TAG.sub("", title)))}"'


def _concepts(card: Card, shelf: Shelf) -> Iterator[Concept]:
    """The paper's concepts that have a page on the site."""
    meant = (shelf.library.meant(use.concept, card.id) for use in card.uses)
    return (concept for concept in meant if concept and shelf.url(concept_page_id(concept)))


def _spans(html: Bilingual) -> str:
    """A pair of which the style sheet shows the reader's;
    what says the same in both stands once.
    """
    if html.en == html.zh:
        return html.en
    found = ((TAGS[language], html[language]) for language in LANGUAGES if html[language])
    return " ".join(
        f'<span class="wiki wiki-text" lang="{tag}">{text}</span>' for tag, text in found
    )
