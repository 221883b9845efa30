"""What a page's head says to other programs: social cards, citation managers; and its lines to copy.

For Zotero a ``citation_title`` alone is a journal article, so ``z:itemType`` says that it
is a preprint; and it would take the wiki for the source, so that is given, and a card's
description for the abstract, which cite.js therefore adds from the page: in the file it
would stand twice (https://github.com/zotero/translators: Embedded Metadata, RDF).
Names and the rest: https://scholar.google.com/intl/en/scholar/inclusion.html#indexing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wiki_builder.pages.authors import last_name
from wiki_builder.pages.card import Card, own_day
from wiki_builder.pages.library import concept_page_id
from wiki_builder.site.figures import Picture
from wiki_builder.site.shelf import Shelf

DESCRIPTION = 300  # characters
AUTHORS_CITED = 10


@dataclass(frozen=True, slots=True)
class Meta:
    """One ``<meta>``: ``kind`` is the attribute that names it, ``name`` or ``property``."""

    kind: str
    key: str
    content: str


@dataclass(frozen=True, slots=True)
class Citation:
    """What a reader copies from a paper's page."""

    bibtex: str
    line: str


@dataclass(frozen=True, slots=True)
class Sources:
    """Where readers are sent: templates with ``{id}``."""

    abs: str
    pdf: str


def social(title: str, kind: str, site: str, url: str = "", picture: Picture | None = None) -> Iterator[Meta]:
    """The card that a page has where somebody shares it (https://ogp.me); ``kind`` is ``article`` or ``website``.

    All but its description, which is the page's own.
    """
    shown = {"title": title, "type": kind, "site_name": site, "url": url}
    shown |= {"image": picture.src, "image:alt": short(picture.alt)} if picture else {}
    yield from (Meta("property", f"og:{key}", content) for key, content in shown.items() if content)
    yield Meta("name", "twitter:card", "summary")


def description(shelf: Shelf, page: str) -> str:
    """What a page is about, in a short line: a paper's summary, a concept's gloss; the wiki's line for others."""
    concept = shelf.library.concepts.get(page.partition(":")[2])
    if card := shelf.library.card(page):
        about = shelf.said(card, "summary", "en") or shelf.said(card, "headline", "en")
    elif concept and concept.gloss and concept_page_id(concept) == page:
        about = concept.gloss.en or concept.gloss.zh
    else:
        about = ""
    return short(about or shelf.site.tagline.en)


def cited(shelf: Shelf, card: Card, sources: Sources) -> Iterator[Meta]:
    """A paper for citation managers, all but its abstract."""
    yield Meta("name", "z:itemType", "preprint")
    yield Meta("name", "citation_title", shelf.title(card))
    yield from (Meta("name", "citation_author", author) for author in filter(last_name, card.authors))
    yield Meta("name", "citation_publication_date", own_day(card).replace("-", "/"))
    if id_ := arxiv_id(card):
        yield Meta("name", "citation_arxiv_id", id_)
        yield Meta("name", "citation_pdf_url", sources.pdf.format(id=id_))
        yield Meta("name", "citation_abstract_html_url", sources.abs.format(id=id_))
        yield Meta("name", "citation_public_url", sources.abs.format(id=id_))
    yield Meta("name", "citation_language", "en")


def citation(shelf: Shelf, card: Card) -> Citation:
    """A paper as an entry of BibTeX, and as one line: authors, title, number, category and year."""
    more = len(card.authors) > AUTHORS_CITED or card.authors_left
    authors = ", ".join(filter(last_name, card.authors[:AUTHORS_CITED])) + (" et al." if more else "")
    title, id_ = shelf.title(card), arxiv_id(card)
    category = f" [{card.category}]" if id_ and card.category else ""
    parts = [authors, title, f"arXiv:{id_}{category}" if id_ else "", own_day(card)[:4]]
    line = " ".join(part if part.endswith((".", "?", "!")) else f"{part}." for part in parts if part)
    return Citation(shelf.bibtex(card), line)


def arxiv_id(card: Card) -> str | None:
    """A paper's number on arXiv (``2605.02801``); ``None`` for one that is not there."""
    return next((id_.removeprefix("arxiv:") for id_ in (card.id, *card.also) if id_.startswith("arxiv:")), None)


def short(text: str) -> str:
    """At most ``DESCRIPTION`` characters of one line, cut between words."""
    text = " ".join(text.split())
    if len(text) <= DESCRIPTION:
        return text
    cut = text[:DESCRIPTION]
    return (cut.rpartition(" ")[0] if " " in cut[-40:] else cut) + "…"
