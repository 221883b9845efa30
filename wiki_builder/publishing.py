"""Publishing: the pages of a wiki from its data, with as little work as what changed asks for."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from wiki_builder import __version__
from wiki_builder.border import Border, walk
from wiki_builder.comparing import read_comparisons
from wiki_builder.concepts.log import FILE as LOG
from wiki_builder.concepts.log import Entry, read_log
from wiki_builder.concepts.registry import load
from wiki_builder.config import FILE, Figures, Settings
from wiki_builder.disk import write_cache, write_file
from wiki_builder.errors import UsageError
from wiki_builder.figures.take import standing as standing_figures
from wiki_builder.index import Index, unreadable_papers
from wiki_builder.models import Bilingual, Paper, digest
from wiki_builder.pages.citable import citable_hashes
from wiki_builder.pages.compare_view import comparison_inputs, comparison_spec
from wiki_builder.pages.history import events
from wiki_builder.pages.ledger import read_deleted, read_ledger, write_ledger
from wiki_builder.pages.library import Library, concept_page_id, wanted_pages
from wiki_builder.pages.own_words import OwnWords, own_words
from wiki_builder.pages.page import Page, read_page
from wiki_builder.pages.paper_view import Addresses, paper_spec
from wiki_builder.pages.render import Rendered, Standing, render, standing
from wiki_builder.pages.spec import PageSpec
from wiki_builder.pages.template import template_version
from wiki_builder.pages.views import Front, Views
from wiki_builder.progress import Progress
from wiki_builder.scaffold import refresh_base
from wiki_builder.store import Unreadable, Wiki, read_concept_texts, read_paper, read_receipts, read_text


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
    version: str  # of the templates, the addresses, the rules for figures and the front page's words

    def told(self) -> list[tuple[str, str]]:
        """What cannot be read: paths in the wiki, and why."""
        return [(one.path.relative_to(self.wiki.root).as_posix(), one.reason) for one in self.unreadable]

    def makes(self, page: str) -> bool:
        """Whether the data still calls for a page, or would.

        A concept's file may be gone, and its page not; any page may say that it is one which there never was.
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
            return comparison_spec(comparison, path, self.library, self.views.templates, self._paper)
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

    def inputs(self, page: str, path: str) -> str:
        """A hash of all that a page is made from."""
        return digest(f"{self.version}\0{path}\0{self._made_from(page, path)!r}", 16)

    def _made_from(self, page: str, path: str) -> object:
        if comparison := self.library.comparisons.get(page):
            return comparison_inputs(self.library, comparison, self._digest)
        return self._paper_inputs(page) if page in self.index else self.views.inputs(page, path)

    def _paper(self, id_: str) -> Paper | None:
        return read_paper(self.wiki, id_)

    def _digest(self, paper: str) -> str | None:
        return self.index[paper].digest if paper in self.index else None

    def _paper_inputs(self, page: str) -> object:
        entry, library = self.index[page], self.library
        related = [(library.path(other.id), self._title(other.id)) for other in entry.card.related]
        shared = dict.fromkeys(id_ for other in entry.card.related for id_ in other.concepts)
        names = [concept.name for id_ in shared if (concept := library.meant(id_, page))]
        meant = [library.registry.meant(use.concept, page) for use in entry.card.uses]
        concepts = [(id_, library.page_of(id_, page)) for id_ in meant]
        entities = [library.page_of(entity.concept, page) for entity in entry.card.entities]
        figures = [(self.wiki.docs / path).is_file() for path in entry.card.figures]
        return entry.digest, related, names, concepts, entities, library.path(f"day:{entry.card.run}"), figures

    def _title(self, paper: str) -> tuple[str, str] | None:
        card = self.library.card(paper)
        return (card.title, self.library.edits(paper)) if card else None


def publisher(wiki: Wiki, settings: Settings, index: Index) -> Publisher:
    """All that is needed to write pages; reads ``docs/``, the registry and the receipts."""
    cards = {id_: entry.card for id_, entry in index.items()}
    registry = load(wiki.concepts)
    broken = unreadable_papers(wiki)
    texts, comparisons = read_concept_texts(wiki, broken), read_comparisons(wiki)
    receipts = {receipt.name: receipt for receipt in read_receipts(wiki, broken)}

    def wanted(gone: frozenset[str]) -> list[str]:
        return list(wanted_pages(Library(cards, registry, receipts, rejected=gone, comparisons=comparisons)))

    stand = standing(wiki, wanted)
    library = Library(cards, registry, receipts, stand.shown, stand.paths, stand.rejected, texts, comparisons)
    library = replace(library, own_words=_own_words(wiki, library), history=events(read_operations(wiki), registry))
    library = replace(library, citable=citable_hashes(wiki, index, stand.shown)) if texts else library
    front = Front(settings.wiki.title, Bilingual(settings.wiki.tagline.en, settings.wiki.tagline.zh))
    arxiv = settings.sources.arxiv
    addresses = Addresses(arxiv.abs_url, arxiv.html_url, arxiv.pdf_url)
    templates = wiki.root / "templates"
    views, rules = Views(library, addresses, templates, front), settings.figures
    version = digest(repr((__version__, template_version(templates), addresses, rules, front)))
    return Publisher(wiki, index, stand, library, views, rules, tuple(broken), version)


def render_wiki(
    wiki: Wiki, settings: Settings, index: Index, progress: Progress, recovered: tuple[str, ...] = ()
) -> Rendered:
    """Bring every page up to date; ``recovered`` are those that :func:`~wiki_builder.store.locked` put right."""
    refresh_base(wiki.root, settings)
    made = publisher(wiki, settings, index)
    wanted = set(wanted_pages(made.library)) | _standing_concepts(made)
    progress.step(f"render {len(wanted)} pages")
    rendered = render(wiki, made.stand, wanted, made.spec, made.inputs)
    return replace(rendered, recovered=recovered, unreadable=tuple(made.told()))


def read_operations(wiki: Wiki) -> tuple[Entry, ...]:
    """All operations on concepts that were ever logged, oldest first.

    Raises:
        FormatError: a line cannot be read.
    """
    path = wiki.data / LOG
    return read_log(read_text(path), str(path))


def rejected_papers(wiki: Wiki) -> frozenset[str]:
    """The papers whose page a person deleted."""
    if not wiki.ledger.is_file():
        return frozenset()
    docs, recorded = str(wiki.docs), read_ledger(read_text(wiki.ledger))
    papers = [id_ for id_ in recorded if id_.partition(":")[0] in ("arxiv", "file")]
    if all(any(os.path.isfile(f"{docs}/{path}") for path in recorded[id_]) for id_ in papers):
        return frozenset()
    return standing(wiki, lambda gone: papers).rejected & frozenset(papers)


def held_claims(wiki: Wiki) -> Callable[[str], frozenset[str] | None]:
    """What gives the claims that a person's words on a paper's page rest on; ``None`` where the page does not tell.

    The pages are read when it is first asked.
    """
    read = cache(lambda: standing(wiki, lambda gone: ()))

    def held(paper: str) -> frozenset[str] | None:
        spot = read().places.get(paper)
        file = read().found.files.get(spot.path or "") if spot and spot.kind == "here" else None
        return file.shown.claims if file and not file.broken else None

    return held


def bring_back(wiki: Wiki, papers: Sequence[str]) -> None:
    """Forget that a person deleted the pages of ``papers``: they are new again."""
    forget(wiki, rejected_papers(wiki) & set(papers))


def forget(wiki: Wiki, pages: Collection[str]) -> None:
    """Take pages out of the ledger: what is not recorded was never deleted."""
    if pages:
        text = read_text(wiki.ledger)
        kept = {id_: paths for id_, paths in read_ledger(text).items() if id_ not in pages}
        write_file(wiki.ledger, write_ledger(kept, read_deleted(text)).encode("utf-8"), durable=True)


def _own_words(wiki: Wiki, library: Library) -> dict[str, OwnWords]:
    """What people wrote on the pages of merged concepts: their readers are sent to another page, which shows it."""
    merged = (concept_page_id(concept) for concept in library.registry.concepts.values() if concept.merged)
    found = ((page, library.path(page)) for page in merged)
    files = ((page, path, wiki.docs / path) for page, path in found if path)
    read = ((page, path, read_page(file.read_bytes())) for page, path, file in files if file.is_file())
    return {page: own_words(text, path) for page, path, text in read if isinstance(text, Page)}


def _standing_concepts(made: Publisher) -> set[str]:
    """Pages of concepts that lost their second paper or were merged: they stay, and say what is left."""
    pages = (concept_page_id(concept) for concept in made.library.registry.concepts.values())
    return {page for page in pages if page in made.stand.places and made.stand.places[page].kind == "here"}


# --- Nothing to do --------------------------------------------------------------


def signature(wiki: Wiki) -> str:
    """A hash over the sizes and times of everything that pages depend on."""
    rows = []
    for folder in (wiki.data, wiki.docs, wiki.root / "templates"):
        for file in walk(
            folder, Border(wiki.root).holds, refused=lambda path, error: rows.append(f"{path}\0{error.errno}")
        ):
            stat = file.stat()
            rows.append(f"{file.path}\0{stat.st_size}\0{stat.st_mtime_ns}")
    rows.sort()
    rows.append(f"{__version__}\0{(wiki.root / FILE).read_text('utf-8')}\0{template_version(wiki.root / 'templates')}")
    return hashlib.blake2b("\n".join(rows).encode(), digest_size=16).hexdigest()


def settled(wiki: Wiki, current: str) -> bool:
    """Whether the last run left nothing open and nothing changed since."""
    try:
        kept = json.loads((wiki.cache / "settled.json").read_text("utf-8"))
    except (OSError, ValueError):
        return False
    return bool(kept == {"signature": current})


def settle(wiki: Wiki, current: str | None) -> None:
    """Remember that nothing is open (``None``: something is)."""
    write_cache(wiki.cache / "settled.json", json.dumps({"signature": current}).encode())
