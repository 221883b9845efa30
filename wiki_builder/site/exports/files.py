"""Files that other programs read: BibTeX of days and concepts, entries for a selection, and
``llms.txt``.

Pure functions of the shelf; each file is a path relative to the site's root and its text.
A feed is :mod:`wiki_builder.site.exports.feeds`' business.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from wiki_builder.contract.escape import inline, quoted_path
from wiki_builder.library.card import Card
from wiki_builder.library.library import GRAPH, TRENDS, concept_page_id
from wiki_builder.site.exports.feeds import feeds
from wiki_builder.site.shelf import Shelf

LLMS = "llms.txt"
NEWEST = 50
CONCEPTS = 200
ENTRIES = "assets/wiki/bibtex"

_SHARD = 7  # characters of an arXiv number: 2605.02801 stands with the thousand papers of 2605.02


def bibtex_files(shelf: Shelf) -> Iterator[tuple[str, str]]:
    """All papers of each day and each concept, newest first, beside its page;
    none where there are no papers.
    """
    for page, cards in _lists(shelf):
        path = bibtex_path(shelf, page)
        if path and cards:
            yield path, "\n\n".join(map(shelf.bibtex, cards)) + "\n"


def bibtex_path(shelf: Shelf, page: str) -> str | None:
    """Where the BibTeX of a day's or concept's page stands: ``concepts/credit-assignment.bib``."""
    path = shelf.library.path(page)
    return path.removesuffix(".md") + ".bib" if path and path in shelf.urls else None


def bibtex_count(shelf: Shelf, page: str) -> int:
    """How many entries that file has."""
    kind, _, own = page.partition(":")
    if kind == "day" and own in shelf.library.receipts:
        return len(_day(shelf, own))
    concept = shelf.library.concepts.get(own) if kind in ("concept", "entity") else None
    return len(shelf.of(concept)) if concept else 0


def entry_files(shelf: Shelf) -> Iterator[tuple[str, str]]:
    """The entries of all papers by id, in shards that scripts read for a
    selection (``bibtex.js``).
    """
    shards: dict[str, dict[str, str]] = {}
    for card in sorted(shelf.papers, key=lambda card: card.id):
        shards.setdefault(shard(card.id), {})[card.id] = shelf.bibtex(card)
    for name, entries in sorted(shards.items()):
        yield (
            f"{ENTRIES}/{name}",
            json.dumps(entries, ensure_ascii=False, separators=(",", ":")) + "\n",
        )


def shard(paper: str) -> str:
    """The shard of a paper's entry: ``2605.02``;
    ``astro-ph`` for an old id, ``file`` for a file.
    """
    kind, _, own = paper.partition(":")
    if kind != "arxiv":
        return kind
    return own.partition("/")[0] if "/" in own else own[:_SHARD]


def llms_txt(shelf: Shelf) -> str:
    """The site for language models (https://llmstxt.org): what it is, its concepts and its newest
    papers, in English.

    There is no ``llms-full.txt``: the wiki's repository holds every page as Markdown.
    """
    site = shelf.site
    about = inline(site.tagline.en or site.tagline.zh or "A bilingual wiki of arXiv papers.")
    parts = [f"# {inline(site.name)}", f"> {about}", _ABOUT]
    if site.interests:
        parts.append(f"It reads papers about: {inline(', '.join(site.interests))}.")
    parts += _section("Concepts", _concepts(shelf))
    parts += _section("Newest papers", (_paper(shelf, card) for card in shelf.papers[:NEWEST]))
    parts += _section("Optional", _optional(shelf))
    return "\n\n".join(parts) + "\n"


_ABOUT = (
    "Each page says the same in English and in Chinese. A paper's page states what was claimed, and"
    " under *Evidence* the paper's own words for each claim and whether they were found in its"
    " text."
)


def _lists(shelf: Shelf) -> Iterator[tuple[str, tuple[Card, ...]]]:
    for concept in shelf.concepts:
        yield concept_page_id(concept), shelf.of(concept)
    for name in sorted(shelf.library.receipts):
        yield f"day:{name}", _day(shelf, name)


def _day(shelf: Shelf, name: str) -> tuple[Card, ...]:
    return tuple(
        card for card in shelf.library.taken(shelf.library.receipts[name]) if shelf.url(card.id)
    )


# --- llms.txt -------------------------------------------------------------------------


def _section(title: str, lines: Iterable[str]) -> list[str]:
    listed = "\n".join(lines)
    return [f"## {title}", listed] if listed else []


def _concepts(shelf: Shelf) -> Iterator[str]:
    for concept in [c for c in shelf.concepts if c.kind == "concept"][:CONCEPTS]:
        said = concept.gloss.en if concept.gloss else ""
        yield _item(
            shelf,
            concept.name.en or concept.name.zh,
            shelf.url(concept_page_id(concept)) or "",
            said,
        )


def _paper(shelf: Shelf, card: Card) -> str:
    said = shelf.plain(shelf.field(card, "headline", "en"))
    return _item(
        shelf,
        shelf.title(card),
        shelf.url(card.id) or "",
        f"{said} ({card.date})" if said else card.date,
    )


def _optional(shelf: Shelf) -> Iterator[str]:
    pages = {
        "page:papers/index": "All papers",
        "page:concepts/index": "All concepts",
        GRAPH: "Graph of concepts",
        TRENDS: "Concepts that rise and fade",
    }
    for page, name in pages.items():
        if url := shelf.url(page):
            yield _item(shelf, name, url)
    for feed in feeds(shelf):
        if feed.name == "all":
            yield _item(shelf, "Atom feed", feed.path("en"), "the newest papers")


def _item(shelf: Shelf, name: str, url: str, said: str = "") -> str:
    """A line of the list: what is from outside does nothing in it,
    for a program that reads Markdown as for a model.
    """
    named = f"- [{inline(name)}]({quoted_path(shelf.address(url))})"
    return f"{named}: {inline(said)}" if said else named
