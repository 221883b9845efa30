"""Publishing: the pages of a wiki from its data, with as little work as what changed asks for."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from wiki_builder import __version__
from wiki_builder.concepts.registry import load
from wiki_builder.config import FILE, Settings
from wiki_builder.disk import write_file
from wiki_builder.index import Index
from wiki_builder.models import Bilingual, digest
from wiki_builder.pages.ledger import read_ledger, write_ledger
from wiki_builder.pages.library import Library, concept_page_id, entity_page_id, wanted_pages
from wiki_builder.pages.paper_view import Addresses, paper_spec
from wiki_builder.pages.render import Rendered, Standing, put_right, render, standing
from wiki_builder.pages.scan import walk
from wiki_builder.pages.spec import PageSpec
from wiki_builder.pages.template import template_version
from wiki_builder.pages.views import Front, Views
from wiki_builder.progress import Progress
from wiki_builder.scaffold import refresh_base
from wiki_builder.store import Wiki, read_paper, read_receipts


@dataclass(frozen=True)
class Publisher:
    """One wiki's pages: what each is made from, and what it would say now."""

    wiki: Wiki
    index: Index
    stand: Standing
    library: Library
    views: Views
    version: str  # of the templates, the addresses and the front page's words

    def spec(self, page: str, path: str) -> PageSpec:
        """A page as the builder would write it now."""
        if page not in self.index:
            return self.views.spec(page, path)
        paper = read_paper(self.wiki, page)
        assert paper
        return paper_spec(paper, path, self.library, self.views.addresses, self.views.templates)

    def inputs(self, page: str, path: str) -> str:
        """A hash of all that a page is made from."""
        made_from = self._paper_inputs(page) if page in self.index else self.views.inputs(page, path)
        return digest(f"{self.version}\0{path}\0{made_from!r}", 16)

    def _paper_inputs(self, page: str) -> object:
        entry, library = self.index[page], self.library
        related = [(library.path(other.id), self._title(other.id)) for other in entry.card.related]
        shared = {id_: library.concepts.get(id_) for other in entry.card.related for id_ in other.concepts}
        names = [concept.name for concept in shared.values() if concept]
        concepts = [library.path(concept_page_id(use.concept)) for use in entry.card.uses]
        entities = [library.path(entity_page_id(entity)) for entity in entry.card.entities]
        return entry.digest, related, names, concepts, entities, library.path(f"day:{entry.card.run}")

    def _title(self, paper: str) -> tuple[str, str] | None:
        card = self.library.card(paper)
        return (card.title, self.library.edits(paper)) if card else None


def publisher(wiki: Wiki, settings: Settings, index: Index) -> Publisher:
    """All that is needed to write pages; reads ``docs/``, the registry and the receipts."""
    cards = {id_: entry.card for id_, entry in index.items()}
    concepts = load(wiki.concepts).concepts
    receipts = {receipt.name: receipt for receipt in read_receipts(wiki)}

    def wanted(gone: frozenset[str]) -> list[str]:
        return list(wanted_pages(Library(cards, concepts, receipts, rejected=gone)))

    stand = standing(wiki, wanted)
    library = Library(cards, concepts, receipts, stand.shown, stand.paths, stand.rejected)
    front = Front(settings.wiki.title, Bilingual(settings.wiki.tagline.en, settings.wiki.tagline.zh))
    arxiv = settings.sources.arxiv
    addresses = Addresses(arxiv.abs_url, arxiv.html_url, arxiv.pdf_url)
    templates = wiki.root / "templates"
    version = digest(repr((__version__, template_version(templates), addresses, front)))
    return Publisher(wiki, index, stand, library, Views(library, addresses, templates, front), version)


def render_wiki(wiki: Wiki, settings: Settings, index: Index, progress: Progress) -> Rendered:
    """Bring every page up to date."""
    refresh_base(wiki.root, settings)
    recovered = put_right(wiki)
    made = publisher(wiki, settings, index)
    wanted = set(wanted_pages(made.library)) | _standing_concepts(made)
    progress.step(f"render {len(wanted)} pages")
    rendered = render(wiki, made.stand, wanted, made.spec, made.inputs)
    return replace(rendered, recovered=recovered)


def rejected_papers(wiki: Wiki) -> frozenset[str]:
    """The papers whose page a person deleted."""
    if not wiki.ledger.is_file():
        return frozenset()
    docs, recorded = str(wiki.docs), read_ledger(wiki.ledger.read_text("utf-8"))
    papers = [id_ for id_ in recorded if id_.partition(":")[0] in ("arxiv", "file")]
    if all(any(os.path.isfile(f"{docs}/{path}") for path in recorded[id_]) for id_ in papers):
        return frozenset()
    return standing(wiki, lambda gone: papers).rejected & frozenset(papers)


def bring_back(wiki: Wiki, papers: Sequence[str]) -> None:
    """Forget that a person deleted the pages of ``papers``: they are new again."""
    forget(wiki, rejected_papers(wiki) & set(papers))


def forget(wiki: Wiki, pages: Collection[str]) -> None:
    """Take pages out of the ledger: what is not recorded was never deleted."""
    if pages:
        recorded = read_ledger(wiki.ledger.read_text("utf-8"))
        kept = {id_: paths for id_, paths in recorded.items() if id_ not in pages}
        write_file(wiki.ledger, write_ledger(kept).encode("utf-8"))


def _standing_concepts(made: Publisher) -> set[str]:
    """Pages of concepts that lost their second paper: they stay, and say what is left."""
    pages = (concept_page_id(id_) for id_ in made.library.concepts)
    return {page for page in pages if page in made.stand.places and made.stand.places[page].kind == "here"}


# --- Nothing to do --------------------------------------------------------------


def signature(wiki: Wiki) -> str:
    """A hash over the sizes and times of everything that pages depend on."""
    rows = []
    for folder in (wiki.data, wiki.docs, wiki.root / "templates"):
        for file in walk(folder):
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
    write_file(wiki.cache / "settled.json", json.dumps({"signature": current}).encode())
