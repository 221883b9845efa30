"""What an event is to its readers: which member it is called after, the others, and what explains
it.

An event is what its best member is: of papers the weightiest, else its first post.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wiki_builder.core.values.analysis import ROLES
from wiki_builder.core.values.concept import Concept
from wiki_builder.events.group import Group
from wiki_builder.library.card import Card
from wiki_builder.library.library import Library, concept_page_id

GUIDES: Final = 2


def best_member(library: Library, event: Group) -> str:
    """The member that the event is called after: the weightiest paper, else its first post."""
    cards = [card for id_ in event.members if (card := library.card(id_))]
    if not cards:
        return event.id
    return min(cards, key=lambda card: (-(card.importance or 0), card.date, card.id)).id


def others(library: Library, id_: str) -> tuple[str, ...]:
    """The other members of an event that a reader can open, papers first."""
    event = library.events.of.get(id_)
    members = event.members if event else ()
    return tuple(member for member in members if member != id_ and library.path(member))


def label(library: Library, id_: str) -> str:
    """What a member is called beside the others: its source, or a paper's short name."""
    post, card = library.posts.get(id_), library.card(id_)
    return post.label if post else (card.short or "arXiv") if card else id_


def guides(library: Library, card: Card) -> tuple[Concept, ...]:
    """The concept pages that explain most of a paper: those with a text first, then those that it
    extends or introduces, then the more special ones.
    """
    found = sorted(_paged(library, card), key=lambda one: one[:3])
    return tuple(concept for *_, concept in found[:GUIDES])


def _paged(library: Library, card: Card) -> Iterator[tuple[bool, tuple[bool, int], str, Concept]]:
    for id_, role in dict(card.roles).items():
        concept = library.meant(id_, card.id)
        if concept and concept.kind == "concept" and library.path(concept_page_id(concept)):
            founds = ROLES.index(role) <= ROLES.index("extends")
            rank = (not founds, library.weight(concept))
            yield library.text_hash(concept.id) is None, rank, concept.id, concept
