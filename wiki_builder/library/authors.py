"""Papers named as one says them: ``ParetoPO``, or by their authors, ``Lee et al. 2026``."""

from __future__ import annotations

import re

from wiki_builder.library.card import Card, own_day

_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.IGNORECASE)
_GROUP = re.compile(r"\b(?:collaborations?|consortium|team|group|project)$", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_WORDS_OF_A_TITLE = 4


def last_name(author: str) -> str:
    """The family name of an author, with what belongs to it (``van den Berg``);
    empty for a name without a letter.
    """
    if not _LETTER.search(author):
        return ""
    family, comma, _ = author.partition(",")
    if comma and not _SUFFIX.fullmatch(author.rpartition(",")[2].strip()):
        return family.strip()
    words = [word for word in family.split() if not _SUFFIX.fullmatch(word)] or author.split()
    first = len(words) - 1
    while first > 1 and words[first - 1].islower():
        first -= 1
    return " ".join(words[first:])


def is_group(author: str) -> bool:
    """Whether a name is a group's, which has no family name: ``ATLAS Collaboration``."""
    return "," not in author and _GROUP.search(author.strip()) is not None


def short(card: Card) -> str:
    """A paper as one says it in running text: by its own name for what it brings, else by its
    authors, and by its title where these are not known.
    """
    if card.short:
        return card.short
    names = [name for name in map(last_name, card.authors) if name]
    year = own_day(card)[:4]
    if not names:
        words = card.title.split()
        return (
            f"{' '.join(words[:_WORDS_OF_A_TITLE])}{' …' if len(words) > _WORDS_OF_A_TITLE else ''}"
            f" {year}"
        )
    if len(names) == 2 and not card.authors_left:
        return f"{names[0]} and {names[1]} {year}"
    return f"{names[0]} et al. {year}" if len(names) > 1 else f"{names[0]} {year}"
