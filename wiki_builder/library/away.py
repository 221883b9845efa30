"""What somebody missed who was away: the five weightiest papers of some days, the concepts that
moved by what changed in them, withdrawals and corrections, and what happened to papers of theirs.

A span is all days behind one of which they know; no clock is read. Which papers are theirs the
caller says; :func:`wrote_on` tells it of a page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Final

from wiki_builder.contract.page import Page, read_page
from wiki_builder.core.values.concept import Concept
from wiki_builder.library.card import Card
from wiki_builder.library.changes import Change, Changes, Happened, changes_of
from wiki_builder.library.library import Library, concept_page_id
from wiki_builder.library.own_words import own_words

DAYS: Final = 10
PAPERS: Final = 5
CONCEPTS: Final = 8
LINES: Final = 3  # of a concept


@dataclass(frozen=True, slots=True)
class Moved:
    """A concept that moved: the changes told of it, and how many there are ``more``."""

    concept: Concept
    changes: tuple[Change, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Away:
    """What came behind the day ``since``, up to ``until``; ``count`` papers did, of which
    ``papers`` are the weightiest. ``corrected`` are withdrawals, disputed claims, and new versions
    that do not bear out what was said of an earlier one; ``mine`` is what happened to the reader's
    own papers.
    """

    since: str
    until: str
    count: int
    papers: tuple[Card, ...]
    moved: tuple[Moved, ...]
    moved_more: int
    corrected: tuple[Happened, ...]
    mine: tuple[Happened, ...]


def away(
    library: Library, since: str, mine: Collection[str] = (), refused: Collection[str] = ()
) -> Away:
    """What came behind the day ``since``; ``mine`` are the ids of the reader's papers, ``refused``
    those that are not for them: they are counted, and none of the five.
    """
    found = changes_of(library)
    days = [day for day in found.days if day > since]
    came = [card for day in days for card in found.came(day) if library.path(card.id)]
    best = sorted((card for card in came if card.id not in refused), key=lambda card: card.id)
    best.sort(key=lambda card: (card.importance or 0, found.day(card)), reverse=True)
    happened = [one for day in reversed(days) for one in found.happened(day)]
    told = [one for one in happened if library.card(one.paper) and library.path(one.paper)]
    moved = ranked(library, changes_by_concept(found, days))
    return Away(
        since,
        max((since, *days)),
        len(came),
        tuple(best[:PAPERS]),
        moved[:CONCEPTS],
        max(0, len(moved) - CONCEPTS),
        tuple(one for one in told if is_correction(one)),
        tuple(one for one in told if one.paper in mine),
    )


def concerned(library: Library, since: str) -> set[str]:
    """The papers to which something happened behind the day ``since``."""
    found = changes_of(library)
    return {one.paper for day in found.days if day > since for one in found.happened(day)}


def day_before(library: Library, days: int = DAYS) -> str:
    """The day behind which the last ``days`` days begin, counted from the newest on which anything
    came.
    """
    newest = changes_of(library).days[-1:]
    return str(date.fromisoformat(newest[0]) - timedelta(days=days)) if newest else ""


def is_correction(one: Happened) -> bool:
    """Whether what was said of a paper does not hold any more."""
    return one.kind in ("withdrawn", "disputed") or (one.kind == "version" and one.count > 0)


def changes_by_concept(found: Changes, days: Iterable[str]) -> dict[str, list[Change]]:
    """What several days changed, by concept."""
    by_concept: dict[str, list[Change]] = {}
    for day in days:
        for id_, own in found.on_day(day).items():
            by_concept.setdefault(id_, []).extend(own)
    return by_concept


def ranked(library: Library, changes: Mapping[str, list[Change]]) -> tuple[Moved, ...]:
    """The concepts with a page, those first in which most and weightiest changed; what changed in
    several is told of the first.
    """
    concepts = library.concepts
    paged = [id_ for id_ in changes if library.path(concept_page_id(concepts[id_]))]
    order = sorted(paged, key=lambda id_: (-sum(one.weight for one in changes[id_]), id_))
    told: set[object] = set()
    found: list[Moved] = []
    for id_ in order:
        own = [one for one in changes[id_] if _telling(one) not in told]
        told |= {_telling(one) for one in own}
        own.sort(key=lambda one: (-one.weight, one.day, one.paper))
        if own:
            found.append(Moved(concepts[id_], tuple(own[:LINES]), max(0, len(own) - LINES)))
    return tuple(found)


def _telling(one: Change) -> object:
    return one.kind, one.paper, one.claims, one.use, one.narrower


def wrote_on(docs: Path, library: Library, paper: str) -> bool:
    """Whether a person wrote on a paper's page: notes, or an edit."""
    if library.edits(paper):
        return True
    path = library.path(paper)
    file = docs / path if path else None
    if path is None or file is None or not file.is_file():
        return False
    page = read_page(file.read_bytes())
    return isinstance(page, Page) and bool(own_words(page, path).text)
