"""What a page's head says to other programs: social cards, citation managers; and its lines to
copy.

For Zotero a ``citation_title`` alone is a journal article, so ``z:itemType`` says that it
is a preprint; and it would take the wiki for the source, so that is given, and a card's
description for the abstract, which cite.js therefore adds from the page: in the file it
would stand twice (https://github.com/zotero/translators: Embedded Metadata, RDF).
Names and the rest: https://scholar.google.com/intl/en/scholar/inclusion.html#indexing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wiki_builder.core.values.bilingual import Bilingual, Language
from wiki_builder.library.authors import last_name
from wiki_builder.library.card import Card, own_day
from wiki_builder.library.library import concept_page_id
from wiki_builder.pages.views.paper import PaperAddresses
from wiki_builder.site.figures import Picture
from wiki_builder.site.shelf import Shelf

DESCRIPTION = 300  # characters


@dataclass(frozen=True, slots=True)
class Meta:
    """One ``<meta>``: its ``name``, its ``property`` as a card has it,
    or both where they say the same.
    """

    content: str
    name: str = ""
    property: str = ""


@dataclass(frozen=True, slots=True)
class Citation:
    """What cite.js is told for the line that a reader copies from a paper's page, beside what the
    head says: whether there are ``more`` authors, and the category on arXiv.
    """

    more: bool
    category: str


def social(
    shelf: Shelf, card: Card | None, title: str, url: str, picture: Picture | None
) -> Iterator[Meta]:
    """The card that a page has where somebody shares it (https://ogp.me): of a paper, or of any
    page by its title.

    All but its description, which the template says. Without a figure there is no picture: the
    wiki's own, its logo, is too small for one.
    """
    yield Meta(shelf.title(card) if card else title, "citation_title" if card else "", "og:title")
    # what a card takes for granted is not said: a website, in English, a small card
    # (https://ogp.me/#optional)
    shown = {"type": "article" if card else "", "site_name": shelf.site.name, "url": url}
    shown |= {"image": picture.src, "image:alt": short(picture.alt)} if picture else {}
    yield from (Meta(content, "", f"og:{key}") for key, content in shown.items() if content)
    if shelf.site.language == "zh":
        yield Meta("zh_CN", "", "og:locale")


def description(shelf: Shelf, page: str) -> str:
    """What a page is about, in a short line: a paper's summary, a concept's gloss; the wiki's line
    for others.

    In the wiki's language, or the other one where there is none in it.
    """
    concept, language = shelf.library.concepts.get(page.partition(":")[2]), shelf.site.language
    if card := shelf.library.card(page):
        about = shelf.said(card, "summary", language) or shelf.said(card, "headline", language)
    elif concept and concept.gloss and concept_page_id(concept) == page:
        about = _in(language, concept.gloss)
    else:
        about = ""
    return short(about or _in(language, shelf.site.tagline))


def _in(language: Language, said: Bilingual) -> str:
    return said[language] or said.en or said.zh


def cite_line(card: Card, addresses: PaperAddresses) -> Iterator[Meta]:
    """A paper for citation managers, all but its title, which is the card's too,
    and its abstract.
    """
    yield Meta("preprint", "z:itemType")
    yield from (Meta(author, "citation_author") for author in filter(last_name, card.authors))
    yield Meta(own_day(card).replace("-", "/"), "citation_publication_date")
    if id_ := arxiv_id(card):
        yield Meta(id_, "citation_arxiv_id")
        yield Meta(addresses.pdf.format(id=id_), "citation_pdf_url")
        yield Meta(addresses.abs.format(id=id_), "citation_abstract_html_url")
        yield Meta(addresses.abs.format(id=id_), "citation_public_url")
    yield Meta("en", "citation_language")


def citation(card: Card) -> Citation:
    """How a paper is cited."""
    return Citation(bool(card.authors_left), (arxiv_id(card) and card.category) or "")


def arxiv_id(card: Card) -> str | None:
    """A paper's number on arXiv (``2605.02801``); ``None`` for one that is not there."""
    return next(
        (id_.removeprefix("arxiv:") for id_ in (card.id, *card.also) if id_.startswith("arxiv:")),
        None,
    )


def short(text: str) -> str:
    """At most ``DESCRIPTION`` characters of one line, cut between words."""
    text = " ".join(text.split())
    if len(text) <= DESCRIPTION:
        return text
    cut = text[:DESCRIPTION]
    return (cut.rpartition(" ")[0] if " " in cut[-40:] else cut) + "…"
