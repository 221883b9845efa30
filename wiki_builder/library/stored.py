"""Cards out of the cache: what is asked of all papers at once is there, all else is read when it is
asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from sys import intern
from typing import Any

from wiki_builder.core.values.analysis import Role
from wiki_builder.library.card import Card

_OF_ALL = (
    "id",
    "title",
    "date",
    "run",
    "short",
    "updated",
    "doi",
    "links",
    "importance",
    "quiet",
    "caution",
    "withheld",
    "status",
    "attempts",
    "outdated",
    "judged",
    "judge_outdated",
    "unlinked",
    "imported",
    "figures",
    "beside",
    "compared",
    "digest",
    "withdrawn",
    "newer",
    "untold",
)
_MANY_HAVE = {"date", "run", "updated", "status", "compared", "imported"}
_put = object.__setattr__


def shortened(card: Card) -> list[Any]:
    """What of a card is asked of all papers at once, in values of JSON."""
    return [*(getattr(card, name) for name in _OF_ALL), card.roles, card.things, card.datasets]


class StoredCard(Card):
    """A card of which ``whole`` gives what :func:`shortened` leaves out."""

    __slots__ = ("_datasets", "_roles", "_things", "_whole")

    def __new__(cls, *args: Any, **fields: Any) -> Any:
        """A plain card where ``dataclasses.replace`` makes one of this kind."""
        return Card(**fields) if fields else super().__new__(cls)

    def __init__(self, short: list[Any], whole: Callable[[], Card]) -> None:
        """What many papers have in common stands once in memory."""
        for name, value in zip(_OF_ALL, short, strict=False):
            _put(self, name, intern(value) if value and name in _MANY_HAVE else value)
        roles, things, datasets = short[-3:]
        _put(self, "_roles", tuple((intern(concept), intern(role)) for concept, role in roles))
        _put(self, "_things", tuple(map(intern, things)))
        _put(self, "_datasets", tuple(map(intern, datasets)))
        _put(self, "_whole", whole)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._whole(), name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and (self.id, self.digest) == (other.id, other.digest)

    def __hash__(self) -> int:
        return hash((self.id, self.digest))

    @property
    def roles(self) -> tuple[tuple[str, Role], ...]:
        roles: tuple[tuple[str, Role], ...] = self._roles
        return roles

    @property
    def things(self) -> tuple[str, ...]:
        things: tuple[str, ...] = self._things
        return things

    @property
    def datasets(self) -> tuple[str, ...]:
        datasets: tuple[str, ...] = self._datasets
        return datasets
