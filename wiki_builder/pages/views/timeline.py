"""How the papers of a concept follow each other: by month, and what the last import brought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.core.values.concept import Concept
from wiki_builder.library.authors import short
from wiki_builder.library.card import Card
from wiki_builder.library.library import Library
from wiki_builder.library.words import WORDS
from wiki_builder.pages.views.papers_table import what_it_does
from wiki_builder.pages.views.references import label

LINES_SHOWN = 100
NEW_SHOWN = 6
BRIEF = 40  # characters


def timeline(library: Library, concept: Concept, folder: str) -> Mapping[str, object]:
    """The newest papers, oldest first, by month, and how many older ones there are."""
    roles = {card.id: use.role for card, use in library.uses(concept.id)}
    cards = sorted(_linked(library, concept), key=lambda card: (card.date, card.id))
    shown = cards[-LINES_SHOWN:]
    months = [
        {"name": month, "lines": [_line(library, card, roles.get(card.id), folder) for card in own]}
        for month, own in groupby(shown, key=lambda card: card.date[:7])
    ]
    return {"months": months, "earlier": len(cards) - len(shown)}


def newest_run(library: Library, cards: Sequence[Card]) -> tuple[str, str] | None:
    """The last run that brought any of ``cards``: its day and its receipt's name."""
    return max(((_day(library, card), card.run) for card in cards), default=None)


def what_is_new(library: Library, concept: Concept, folder: str) -> dict[str, object] | None:
    """The papers that the last import brought, each with what it says of the concept, and their
    ``day``, of which there are ``more``; nothing where it brought all.
    """
    cards = _linked(library, concept)
    last = newest_run(library, cards)
    if last is None or all(card.run == last[1] for card in cards):
        return None
    new = sorted(
        (card for card in cards if card.run == last[1]),
        key=lambda card: (card.date, card.id),
        reverse=True,
    )
    path = library.link(f"day:{last[1]}", folder)
    uses = {card.id: (card, at) for *_, card, at in library.mentions(concept.id)}
    lines = [
        {
            "paper": Markup(f"[{_brief(library, card, folder)}]({library.link(card.id, folder)})"),
            "said": what_it_does(library, *uses[card.id], folder) if card.id in uses else None,
        }
        for card in new[:NEW_SHOWN]
    ]
    day = Markup(f"[{last[0]}]({path})") if path else last[0]
    return {"day": day, "lines": lines, "more": max(0, len(new) - NEW_SHOWN)}


def _brief(library: Library, card: Card, folder: str) -> str:
    """A paper by the name before its title's colon, or by its authors;
    by a person's title where there is one.
    """
    title, (name, colon, _) = library.title(card, folder), card.title.partition(":")
    if title != escape.inline(card.title):
        return title
    return label(name.strip() if colon and len(name) <= BRIEF else short(card))


def _day(library: Library, card: Card) -> str:
    receipt = library.receipts.get(card.run)
    return receipt.date if receipt else card.date


def _linked(library: Library, concept: Concept) -> list[Card]:
    return [card for card in library.papers(concept) if library.path(card.id)]


def _line(library: Library, card: Card, role: str | None, folder: str) -> Markup:
    words = WORDS["roles"][role] if role else None
    said = f" · {words.en} · {words.zh}" if words else ""
    return Markup(
        f"{card.date}{said} · [{library.title(card, folder)}]({library.link(card.id, folder)})"
    )
