"""What the site adds to the page for those who were away: the last ten days. A script puts in its
place what came since the reader's last visit, and knows more papers that are theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from markupsafe import Markup

from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.library.authors import short
from wiki_builder.library.away import DAYS, Away, Moved, away, concerned, day_before, wrote_on
from wiki_builder.library.card import Card
from wiki_builder.library.changes import Change, Happened, changes_of
from wiki_builder.library.library import Library, concept_page_id
from wiki_builder.library.shown import unlinked
from wiki_builder.library.words import AWAY_WORDS, each, texts
from wiki_builder.pages.template import Addition, additions
from wiki_builder.pages.views.changes import change_words, happened_claims, happened_words
from wiki_builder.pages.views.references import concept_link, label


def away_additions(
    library: Library, docs: Path, folder: str, templates: Path
) -> tuple[Addition, ...]:
    """The page's computed part."""
    found = _last_days(library, docs)
    values = {
        "said": each(AWAY_WORDS["span"].filled(days=DAYS, until=found.until, count=found.count)),
        "papers": [_paper(library, card, folder) for card in found.papers],
        "moved": [_moved(library, one, folder) for one in found.moved],
        "moved_more": found.moved_more,
        "corrected": list(_happened(library, found.corrected, folder)),
        "mine": list(_happened(library, found.mine, folder)),
        "nothing": each(AWAY_WORDS["none"]),
    }
    return additions("away.site.md.j2", templates, values)


def away_inputs(library: Library, docs: Path) -> object:
    """All that it is made from."""
    found = _last_days(library, docs)
    changes = [change for one in found.moved for change in one.changes]
    cited = {claim.partition("#")[0] for change in changes for claim in change.claims}
    named = {change.narrower for change in changes if change.narrower}
    concepts = [library.concepts[id_] for id_ in sorted(named)]
    happened = (*found.corrected, *found.mine)
    papers = {
        *cited,
        *(card.id for card in found.papers),
        *(change.paper for change in changes),
        *(id_ for one in happened for id_ in (one.paper, one.by)),
    }
    return (
        replace(found, papers=()),  # what a card tells of itself depends on where it was read
        [card.id for card in found.papers],
        [library.key(id_) for id_ in sorted(papers)],
        [(one.name, library.path(concept_page_id(one))) for one in concepts],
        [library.path(concept_page_id(one.concept)) for one in found.moved],
    )


def _last_days(library: Library, docs: Path) -> Away:
    since = day_before(library)
    own = {id_ for id_ in concerned(library, since) if wrote_on(docs, library, id_)}
    return away(library, since, own)


def heading(library: Library, card: Card, folder: str) -> Bilingual:
    """A paper's headline as the words of a link, in Markdown; its title where it has none."""
    title = library.title(card, folder)
    return Bilingual(
        *(
            unlinked(library.headline(card, language, folder) or "") or unlinked(title)
            for language in LANGUAGES
        )
    )


def _paper(library: Library, card: Card, folder: str) -> dict[str, object]:
    said = heading(library, card, folder)
    return {
        "names": Markup(said.en) if said.en == said.zh else texts(said),
        "path": library.link(card.id, folder),
        "score": card.importance,
        "date": changes_of(library).day(card),
    }


def _moved(library: Library, one: Moved, folder: str) -> dict[str, object]:
    lines = [_line(library, change, folder) for change in one.changes]
    return {
        "name": concept_link(library, one.concept, folder),
        "lines": [line for line in lines if line],
        "more": one.more,
    }


def _line(library: Library, change: Change, folder: str) -> Markup | None:
    said = change_words(library, change, folder)
    sources = list(_sources(library, change.claims or (change.paper,), folder))
    return _told(said, sources) if said and sources else None


def _happened(
    library: Library, found: Iterable[Happened], folder: str
) -> Iterator[dict[str, object]]:
    for one in found:
        card = library.card(one.paper)
        if card and (path := library.link(card.id, folder)):
            sources = list(_sources(library, happened_claims(one), folder))
            yield {
                "paper": Markup(f"[{label(short(card))}]({path})"),
                "line": _told(happened_words(library, one), sources),
                "date": one.day,
            }


def _told(said: Bilingual, sources: Iterable[Markup]) -> Markup:
    return Markup(" ").join((texts(Bilingual(*map(str, (said.en, said.zh)))), *sources))


def _sources(library: Library, ids: Iterable[str], folder: str) -> Iterator[Markup]:
    """Links to claims, or papers, by the names of their papers."""
    for id_ in ids:
        paper, _, claim = id_.partition("#")
        card, path = library.card(paper), library.link(paper, folder)
        if card and path:
            yield Markup(f"[{label(short(card))}]({path}{f'#^{claim}' if claim else ''})")
