"""Publishing: the pages of a wiki from its data, with as little work as what changed asks for."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.library.index import Index
from wiki_builder.library.library import concept_page_id, wanted_pages
from wiki_builder.pages.files import render_pages
from wiki_builder.pages.publisher import Publisher, publisher, with_texts
from wiki_builder.pages.rendered import Rendered
from wiki_builder.scaffold import refresh_base
from wiki_builder.stages.one_work import note_articles


def render_wiki(
    wiki: Wiki,
    settings: Settings,
    index: Index,
    progress: Progress,
    recovered: tuple[str, ...] = (),
    read: Publisher | None = None,
    today: date | None = None,
) -> Rendered:
    """Bring every page up to date; ``recovered`` are those that :func:`.lock.locked` put right.

    ``read`` is what a stage just before read of all that pages are made of, where only texts about
    concepts have changed since. A run notes under its day, ``today``, which articles are papers.
    """
    refresh_base(wiki.root, settings)
    made = with_texts(read, settings) if read else publisher(wiki, settings, index)
    wanted = set(wanted_pages(made.library)) | _standing_concepts(made)
    progress.step(f"render {len(wanted)} pages")
    rendered = render_pages(wiki, made.stand, wanted, made.spec, made.inputs, made.basis)
    told = note_articles(wiki, made.library, today) if today else ()
    return replace(rendered, recovered=recovered, unreadable=tuple(made.told()), articles=told)


def _standing_concepts(made: Publisher) -> set[str]:
    """Pages of concepts that lost their second paper or were merged:
    they stay, and say what is left.
    """
    pages = (concept_page_id(concept) for concept in made.library.registry.concepts.values())
    return {
        page
        for page in pages
        if page in made.stand.places and made.stand.places[page].kind == "here"
    }
