"""The page of a comparison: papers, or concepts, side by side.

Which comparisons a wiki keeps is said in ``library.comparisons``; what stands on their pages in
``compare_papers`` and ``compare_concepts``; this module makes the page of it, and
their index.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.contract.spec import PageSpec
from wiki_builder.core.values.bilingual import digest
from wiki_builder.library.card import Card
from wiki_builder.library.comparisons import Comparison
from wiki_builder.library.library import Library, concept_page_id
from wiki_builder.library.shown import folder_of
from wiki_builder.library.words import COMPARE_WORDS as W
from wiki_builder.pages.template import rendered
from wiki_builder.pages.views.compare_concepts import ComparedConcepts
from wiki_builder.pages.views.compare_page import (
    Read,
    called,
    short_titles,
)
from wiki_builder.pages.views.compare_papers import ComparedPapers, concepts_of
from wiki_builder.pages.views.references import both


def comparison_spec(
    comparison: Comparison, path: str, library: Library, templates: Path, read: Read
) -> PageSpec:
    """The page of one comparison as the builder would write it now;
    ``read`` gives a paper by its id.
    """
    folder, of = folder_of(path), ComparedPapers if comparison.of_papers else ComparedConcepts
    values = {
        "title": comparison_title(library, comparison, folder),
        "w": W,
        **of(library, folder, read, comparison.members).values(),
    }
    title = escape.title(_plain_title(library, comparison))
    return PageSpec(
        comparison.page, path, {"title": title}, rendered("compare.md.j2", templates, values)
    )


def comparison_inputs(
    library: Library, comparison: Comparison, digest_of: Callable[[str], str | None]
) -> object:
    """All that a comparison's page is made from; ``digest_of`` gives the hash of a paper's file."""
    words = digest(repr(sorted(W.items(), key=str)))
    if comparison.of_papers:
        cards = [(id_, library.card(id_)) for id_ in comparison.members]
        return (
            words,
            comparison,
            [_paper_inputs(library, card, digest_of) if card else id_ for id_, card in cards],
        )
    concepts = [library.registry.canonical(member) for member in comparison.members]
    return words, comparison, [_concept_inputs(library, id_, digest_of) for id_ in concepts]


def comparison_lines(library: Library, folder: str) -> list[dict[str, object]]:
    """The comparisons that the wiki keeps, a line each for their index."""
    lines: list[dict[str, object]] = [
        {"text": comparison_title(library, comparison, folder), "path": path, "more": ""}
        for page, comparison in library.comparisons.items()
        if (path := library.link(page, folder))
    ]
    return lines or [{"text": W["empty"], "path": None, "more": ""}]


def comparison_title(library: Library, comparison: Comparison, folder: str) -> Markup:
    """What is compared, as Markdown."""
    if len(cards := _cards(library, comparison)) == len(comparison.members):
        return Markup(" vs. ").join(called(library, cards, folder))
    return Markup(escape.inline(_plain_title(library, comparison)))


def _plain_title(library: Library, comparison: Comparison) -> str:
    """What is compared, for the front matter."""
    if len(cards := _cards(library, comparison)) == len(comparison.members):
        return " vs. ".join(short_titles(cards))
    concepts = library.registry.concepts
    return " vs. ".join(
        both(concepts[id_].name) if id_ in concepts else id_ for id_ in comparison.members
    )


def _cards(library: Library, comparison: Comparison) -> list[Card]:
    return [card for id_ in comparison.members if (card := library.card(id_))]


def _paper_inputs(library: Library, card: Card, digest_of: Callable[[str], str | None]) -> object:
    concepts = [
        (c.id, c.name, library.path(concept_page_id(c))) for c in concepts_of(library, card)
    ]
    return digest_of(card.id), library.key(card.id), concepts


def _concept_inputs(library: Library, id_: str, digest_of: Callable[[str], str | None]) -> object:
    concept = library.concepts.get(id_)
    if concept is None:
        return id_
    page = concept_page_id(concept)
    text = library.texts.get(id_)
    cited = {claim.partition("#")[0] for claim in text.claims} if text else set()
    ids = sorted(cited | {card.id for card in library.papers(concept)})
    papers = [(digest_of(paper), library.key(paper)) for paper in ids]
    around = [
        (c.id, c.name, library.path(concept_page_id(c)))
        for c in (*library.broader(concept), *library.narrower.get(id_, ()))
    ]
    return concept, library.path(page), library.edits(page), papers, around, text
