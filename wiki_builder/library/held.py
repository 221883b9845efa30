"""Which of the wiki's papers its owner has in a library of their own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from wiki_builder.core.values.holding import Holding
from wiki_builder.sources.same_work import Work, Works

if TYPE_CHECKING:
    from wiki_builder.library.card import Card


def work_of(card: Card) -> Work:
    """A paper as it is told from others; its key is its id."""
    return Work(card.id, card.title, card.authors, (*card.also, *filter(None, [card.doi])))


def once(holdings: Iterable[Holding]) -> list[Holding]:
    """Each work once, by id, DOI, or title and first author, and of a title that is too short to
    tell one by (*Deep Learning*), where all else is alike, too: a library is imported again, and
    git joins the lines of two branches that both imported it. The first one stays as it is, but
    for an arXiv id that only another gives, and the earlier day.
    """
    found, places, alike = list[Holding](), Works(), dict[Holding, int]()
    for new in holdings:
        named = tuple(filter(None, (new.id, new.doi)))
        known = places.find(Work(str(len(found)), new.title, new.authors, named))
        told = replace(new, since="", abstract="")
        place = int(known.work.key) if known else alike.setdefault(told, len(found))
        places.add(Work(str(place), new.title, new.authors, named))
        if place == len(found):
            found.append(new)
            continue
        old = found[place]
        found[place] = replace(old, id=old.id or new.id, since=min(old.since, new.since))
    return found


def held(holdings: Iterable[Holding], cards: Iterable[Card]) -> frozenset[str]:
    """The ids of the papers that a library holds."""
    works = Works()
    for card in cards:
        works.add(work_of(card))
    named = (Work(one.id, one.title, one.authors, (one.doi,)) for one in holdings)
    return frozenset(found.work.key for one in named if (found := works.find(one)))
