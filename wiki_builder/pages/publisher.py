"""What each page is made from, and what it would say now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from wiki_builder import __version__
from wiki_builder.concepts.log import read_operations
from wiki_builder.concepts.registry import read_registry
from wiki_builder.concepts.related import sensible, shared, weighed
from wiki_builder.contract.page import Page, read_page
from wiki_builder.contract.spec import PageSpec
from wiki_builder.core.errors import UsageError
from wiki_builder.core.settings import Figures, Settings
from wiki_builder.core.store.briefings import read_briefings
from wiki_builder.core.store.concept_texts import read_concept_texts
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.store.posts import read_posts
from wiki_builder.core.store.receipts import read_receipt, receipt_cards
from wiki_builder.core.store.related import read_related
from wiki_builder.core.store.values import Unreadable
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import Bilingual, digest
from wiki_builder.core.values.concept import Concept
from wiki_builder.core.values.paper import Paper
from wiki_builder.core.values.receipt import Receipt
from wiki_builder.events.decisions import read_decisions
from wiki_builder.library.basis import Bases
from wiki_builder.library.comparisons import read_comparisons
from wiki_builder.library.history import events
from wiki_builder.library.index import CitableHashes, Index, signatures, unreadable_papers
from wiki_builder.library.library import (
    AWAY,
    TRENDS,
    Library,
    Related,
    concept_page_id,
    wanted_pages,
)
from wiki_builder.library.members import paper_of
from wiki_builder.library.own_words import OwnWords, own_words
from wiki_builder.library.shown import folder_of
from wiki_builder.pages.files import (
    Standing,
    read_standing,
)
from wiki_builder.pages.template import Addition
from wiki_builder.pages.version import template_version
from wiki_builder.pages.views.away import away_additions, away_inputs
from wiki_builder.pages.views.compare import comparison_inputs, comparison_spec
from wiki_builder.pages.views.concept import concept_addition_inputs, concept_additions
from wiki_builder.pages.views.event import (
    event_inputs,
    post_addition_inputs,
    post_additions,
)
from wiki_builder.pages.views.figures import with_shown_figures as standing_figures
from wiki_builder.pages.views.lists import Front, Views
from wiki_builder.pages.views.paper import PaperAddresses, late_links, paper_additions, paper_spec
from wiki_builder.pages.views.relations import relation_inputs
from wiki_builder.pages.views.trends import trend_additions, trend_inputs


@dataclass(frozen=True, slots=True)
class Additions:
    """What the site adds to a page: parts, and links by the ids of items that have none."""

    parts: tuple[Addition, ...] = ()
    links: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Publisher:
    """One wiki's pages: what each is made from, and what it would say now."""

    wiki: Wiki
    index: Index
    stand: Standing
    library: Library
    views: Views
    rules: Figures
    unreadable: tuple[Unreadable, ...]  # what of data/ all this is made without
    # of the templates, the addresses, the rules for figures and the front page's words
    version: str

    def told(self) -> list[tuple[str, str]]:
        """What cannot be read: paths in the wiki, and why."""
        return [
            (one.path.relative_to(self.wiki.root).as_posix(), one.reason) for one in self.unreadable
        ]

    def makes(self, page: str) -> bool:
        """Whether the data still calls for a page, or would.

        A concept's file may be gone, and its page not; any page may say that it is one which there
        never was.
        """
        kind, _, own = page.partition(":")
        if kind in ("concept", "entity"):
            return own in self.library.registry.concepts
        return page in self._made

    @cached_property
    def _made(self) -> frozenset[str]:
        return frozenset((*self.index, *self.library.comparisons, *wanted_pages(self.library)))

    def spec(self, page: str, path: str) -> PageSpec:
        """A page as the builder would write it now.

        Raises:
            UsageError: it is the page of a comparison that is not kept any more.
        """
        if comparison := self.library.comparisons.get(page):
            return comparison_spec(
                comparison, path, self.library, self.views.templates, self._paper
            )
        if page.startswith("compare:"):
            next_ = "`wiki-builder compare` with its members keeps it again"
            raise UsageError("this comparison is not kept any more", where=page, next=next_)
        if page not in self.index:
            return self.views.spec(page, path)
        paper = self._paper(page)
        assert paper
        return paper_spec(
            standing_figures(self.wiki, self.rules, paper),
            path,
            self.library,
            self.views.addresses,
            self.views.templates,
        )

    def additions(self, page: str, path: str) -> Additions:
        """What the site adds to a page when it is built, as the data has it now;
        nothing of it is stored.
        """
        folder, templates = folder_of(path), self.views.templates
        if page in self.index:
            paper = self._paper(page)
            assert paper
            parts = paper_additions(paper, path, self.library, self.views.addresses, templates)
            return Additions(parts, late_links(paper, path, self.library))
        if page in self.library.posts:
            return Additions(post_additions(self.library, page, folder, templates))
        if page == AWAY:
            return Additions(away_additions(self.library, self.wiki.docs, folder, templates))
        if page == TRENDS:
            return Additions(trend_additions(self.library, folder, templates))
        concept = self._concept(page)
        return Additions(
            concept_additions(self.library, concept, folder, templates) if concept else ()
        )

    def addition_inputs(self, page: str, path: str) -> str:
        """A hash of all that the additions to a page are made from; empty where there are none."""
        if page in self.library.posts:
            told = post_addition_inputs(self.library, page)
            return digest(f"{self.version}\0{path}\0{told!r}", 16)
        if page == AWAY:
            told = away_inputs(self.library, self.wiki.docs)
            return digest(f"{self.version}\0{path}\0{told!r}", 16)
        if page == TRENDS:
            return digest(f"{self.version}\0{path}\0{trend_inputs(self.library)!r}", 16)
        concept = self._concept(page)
        if page not in self.index and not concept:
            return ""
        made_from = (
            concept_addition_inputs(self.library, concept)
            if concept
            else self._paper_addition_inputs(page)
        )
        return digest(f"{self.version}\0{path}\0{made_from!r}", 16)

    def _concept(self, page: str) -> Concept | None:
        kind, _, own = page.partition(":")
        return self.library.registry.concepts.get(own) if kind in ("concept", "entity") else None

    def inputs(self, page: str, path: str) -> str:
        """A hash of all that a page is made from."""
        return digest(f"{self.version}\0{path}\0{self._made_from(page, path)!r}", 16)

    def basis(self, page: str, path: str) -> str:
        """A hash that is quickly made, and changes where :meth:`inputs` does; empty where there is
        none.
        """
        concept = self._concept(page)
        if concept:
            told = self._bases.of_concept_page(concept)
        elif page in self.index:
            told = self._bases.of_paper_page(self.index[page].card)
        else:
            return ""
        return told and digest(f"{self.version}\0{path}\0{told}", 16)

    @cached_property
    def _bases(self) -> Bases:
        return Bases(self.library)

    def _made_from(self, page: str, path: str) -> object:
        if comparison := self.library.comparisons.get(page):
            return comparison_inputs(self.library, comparison, self._digest)
        return self._paper_inputs(page) if page in self.index else self.views.inputs(page, path)

    def _paper(self, id_: str) -> Paper | None:
        return read_paper(self.wiki, id_)

    def _digest(self, paper: str) -> str | None:
        return self.index[paper].digest if paper in self.index else None

    def _paper_inputs(self, page: str) -> object:
        card, library = self.index[page].card, self.library
        meant = filter(None, (library.meant(use.concept, page) for use in card.uses))
        concepts = [(concept.id, library.early_page(concept, card)) for concept in meant]
        figures = [(self.wiki.docs / path).is_file() for path in card.figures]
        return card.digest, concepts, figures

    def _paper_addition_inputs(self, page: str) -> object:
        entry, library = self.index[page], self.library
        beside = library.related_papers(page)
        related = [
            (library.path(other.id), self._title(other.id), other.concepts) for other in beside
        ]
        shared = dict.fromkeys(id_ for other in beside for id_ in other.concepts)
        names = [concept.name for id_ in shared if (concept := library.meant(id_, page))]
        entities = [library.page_of(entity.concept, page) for entity in entry.card.entities]
        concepts = [
            (library.page_of(u.concept, page), library.early_page_of(u.concept, page))
            for u in entry.card.uses
        ]
        shown, day = library.shown.get(page), library.path(f"day:{entry.card.run}")
        own = shown and (sorted(shown.held), sorted(shown.cited), repr(shown.items))
        beside_it = relation_inputs(library, library.relations(page))
        return (
            entry.digest,
            related,
            beside_it,
            names,
            entities,
            concepts,
            day,
            own,
            event_inputs(library, page),
        )

    def _title(self, paper: str) -> tuple[str, str] | None:
        card = self.library.card(paper)
        return (card.title, self.library.edits(paper)) if card else None


# a run makes several, and what was counted of the same papers is not again
_last: dict[Path, Library] = {}


def publisher(wiki: Wiki, settings: Settings, index: Index) -> Publisher:
    """All that is needed to write pages; reads ``docs/``, the registry and the receipts."""
    broken = unreadable_papers(index)
    receipts = {receipt.name: receipt for receipt in receipt_cards(wiki, broken)}
    cards = {id_: entry.card for id_, entry in index.items()}
    registry, comparisons = read_registry(wiki), read_comparisons(wiki)
    briefings = read_briefings(wiki, broken)
    library = _last.pop(wiki.root, None) or Library(cards, registry, receipts)
    library = library.with_(
        cards=cards,
        registry=registry,
        receipts=receipts,
        comparisons=comparisons,
        briefings=briefings,
        decisions=read_decisions(wiki),
        posts=read_posts(wiki, broken),
    )

    def wanted(gone: frozenset[str]) -> list[str]:
        nonlocal library
        library = library.with_(rejected=gone, places={})
        return list(wanted_pages(library))

    stand = read_standing(wiki, wanted)
    made = assembled(wiki, settings, index, library, stand, broken)
    _last.clear()
    _last[wiki.root] = made.library
    return made


def with_texts(made: Publisher, settings: Settings) -> Publisher:
    """The publisher with the texts about concepts as they are now, all else as it was read."""
    folder = made.wiki.concept_texts
    broken = [one for one in made.unreadable if one.path.parent != folder]
    return assembled(made.wiki, settings, made.index, made.library, made.stand, broken)


def assembled(
    wiki: Wiki,
    settings: Settings,
    index: Index,
    library: Library,
    stand: Standing,
    broken: list[Unreadable],
) -> Publisher:
    """A publisher of what was read already; ``broken`` takes what cannot be read besides."""
    texts = read_concept_texts(wiki, broken)
    cited = bool(texts or library.briefings) or any(entry.card.beside for entry in index.values())
    library = library.with_(
        shown=stand.shown,
        places=stand.paths,
        rejected=stand.rejected,
        texts=texts,
        history=events(read_operations(wiki), library.registry),
        citable=CitableHashes(wiki, index, stand.shown) if cited else None,
        related_papers=_related(wiki, index),
    )
    library = library.with_(own_words=_own_words(wiki, library))
    tagline, arxiv = settings.wiki.tagline, settings.sources.arxiv
    front = Front(
        settings.wiki.title,
        Bilingual(tagline.en, tagline.zh),
        (*arxiv.categories, *(feed.shown for feed in settings.sources.feeds)),
        settings.interests.keywords if settings.site.show_interests else (),
    )
    addresses = PaperAddresses(arxiv.abs_url, arxiv.html_url, arxiv.pdf_url)
    templates = wiki.templates

    def whole(name: str) -> Receipt:
        receipt = read_receipt(wiki, name)
        assert receipt
        return receipt

    views, rules = Views(library, addresses, templates, front, whole), settings.figures
    version = digest(repr((__version__, template_version(templates), addresses, rules)))
    return Publisher(wiki, index, stand, library, views, rules, tuple(broken), version)


def _related(wiki: Wiki, index: Index) -> Callable[[str], tuple[Related, ...]]:
    """What gives the papers related to one, as far as they make sense, with the concepts that both
    share, and without those that were withdrawn; what is read is read when it is asked.
    """
    lists = cache(lambda: read_related(wiki))
    known = cache(lambda: weighed(signatures(index)))

    def related(paper: str) -> tuple[Related, ...]:
        row = lists().get(paper)
        if row is None or paper not in known():
            return ()
        here = tuple(
            (id_, score)
            for id_, score in row.papers
            if id_ in known() and not index[id_].card.withdrawn
        )
        return tuple(
            Related(other, shared(known()[paper], known()[other]), score)
            for other, score in sensible(paper, here, known())
        )

    return related


def _own_words(wiki: Wiki, library: Library) -> dict[str, OwnWords]:
    """What people wrote on the pages of merged concepts, whose readers are sent to another page,
    which shows it, and of articles that are papers, whose readers then are not.
    """
    merged = (
        concept_page_id(concept) for concept in library.registry.concepts.values() if concept.merged
    )
    same = (post.id for post in library.posts.values() if paper_of(library, post))
    found = ((page, library.path(page)) for page in (*merged, *same))
    files = ((page, path, wiki.docs / path) for page, path in found if path)
    read = (
        (page, path, read_page(file.read_bytes())) for page, path, file in files if file.is_file()
    )
    return {page: own_words(text, path) for page, path, text in read if isinstance(text, Page)}
