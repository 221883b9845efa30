"""Which of the wiki's papers its owner has in a library of their own."""

from __future__ import annotations

from collections.abc import Iterable

from wiki_builder.core.values.holding import Holding
from wiki_builder.library.card import Card
from wiki_builder.sources.same_work import Work, Works


def work_of(card: Card) -> Work:
    """A paper as it is told from others; its key is its id."""
    return Work(card.id, card.title, card.authors, card.also)


def held(holdings: Iterable[Holding], cards: Iterable[Card]) -> frozenset[str]:
    """The ids of the papers that a library holds."""
    works = Works()
    for card in cards:
        works.add(work_of(card))
    named = (Work(one.id, one.title, one.authors, (one.doi,)) for one in holdings)
    return frozenset(found.work.key for one in named if (found := works.find(one)))
