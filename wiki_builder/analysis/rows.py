"""Replies that answer rows by their ids: what counts of one, beside all that is wrong with it.

A first reply counts only as a whole; what is wrong with it goes back. Of the last one the rows that
are right count.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final, TypeVar

from wiki_builder.analysis.parse import Unusable

T = TypeVar("T")

MOST_ERRORS: Final = 20  # that go back


def whole(found: tuple[T, tuple[str, ...]] | Unusable) -> T | Unusable:
    """What a reply says, if nothing is wrong with it."""
    if isinstance(found, Unusable):
        return found
    said, errors = found
    return Unusable(errors[:MOST_ERRORS]) if errors else said


def in_part(found: tuple[T, tuple[str, ...]] | Unusable) -> T | Unusable:
    """What is right of a reply that is the last one."""
    return found if isinstance(found, Unusable) else found[0]


def strangers(answered: Iterable[str], asked: Container[str]) -> list[str]:
    """What is wrong with answers to rows that nobody asked about."""
    unknown = (id_ for id_ in answered if id_ not in asked)
    return [f"rows: {id_[:40]!r} is no id of a row; use the ids as given" for id_ in unknown]
