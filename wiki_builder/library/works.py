"""Whether two lists name one work: by arXiv id, by DOI, by title and first author; never by words
that are merely alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final, Generic, Protocol, TypeVar

from wiki_builder.core.values.holding import Holding
from wiki_builder.library.authors import last_name
from wiki_builder.library.card import Card

SHORTEST: Final = 12  # letters of a title that tells a work from others
_SIGNS = re.compile(r"[\W_]+")
T = TypeVar("T")


class Work(Protocol):
    """What a work is told by; ``id`` is ``arxiv:…`` or another permanent id."""

    @property
    def title(self) -> str: ...

    @property
    def authors(self) -> tuple[str, ...]: ...


class Works(Generic[T]):
    """Works by all that they are known by; the first that is told of counts."""

    def __init__(self) -> None:
        self._by_id: dict[str, T] = {}
        self._by_title: dict[tuple[str, str], tuple[T, str]] = {}

    def add(self, found: T, work: Work, *ids: str) -> None:
        """Know ``found`` by a work's title and first author, and by ``ids``, those that are
        empty apart.
        """
        arxiv = next((id_ for id_ in ids if id_.startswith("arxiv:")), "")
        for id_ in filter(None, ids):
            self._by_id.setdefault(id_, found)
        if key := _title_key(work):
            self._by_title.setdefault(key, (found, arxiv))

    def find(self, work: Work, *ids: str) -> T | None:
        """What is known of a work. One title over two arXiv ids is two works."""
        for id_ in filter(None, ids):
            if (found := self._by_id.get(id_)) is not None:
                return found
        arxiv = next((id_ for id_ in ids if id_.startswith("arxiv:")), "")
        key = _title_key(work)
        found, theirs = self._by_title.get(key, (None, "")) if key else (None, "")
        return None if arxiv and theirs and arxiv != theirs else found


def held(holdings: Iterable[Holding], cards: Iterable[Card]) -> frozenset[str]:
    """The ids of the papers that the owner's library holds."""
    works: Works[str] = Works()
    for card in cards:
        works.add(card.id, card, card.id, *card.also)
    found = (works.find(one, one.id, one.doi) for one in holdings)
    return frozenset(id_ for id_ in found if id_)


def _title_key(work: Work) -> tuple[str, str] | None:
    title, author = _plain(work.title), _plain(last_name(work.authors[0])) if work.authors else ""
    return (title, author) if author and len(title) >= SHORTEST else None


def _plain(text: str) -> str:
    """Letters and digits alone, without case, accents, maths' dollars and LaTeX's signs."""
    plain = unicodedata.normalize("NFKD", text)
    return _SIGNS.sub(
        "", "".join(sign for sign in plain if not unicodedata.combining(sign))
    ).casefold()
