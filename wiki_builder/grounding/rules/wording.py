"""One wording of a statement on its way through the rules about numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, TypeAlias

from wiki_builder.core.values.analysis import ResultRow
from wiki_builder.core.values.bilingual import Language
from wiki_builder.grounding.quantities.reading import Reading, stated
from wiki_builder.grounding.rules.rule import Ground, Said

Place: TypeAlias = Language | Literal[""]


@dataclass(frozen=True, slots=True)
class Wording:
    """What is said in one language, or in the row (``place`` is empty), and what it is held
    against.
    """

    place: Place
    reading: Reading
    said: Said
    ground: Ground


def wordings(said: Said, ground: Ground) -> Iterator[Wording]:
    """What is said in English, in Chinese and in the row."""
    texts: tuple[tuple[Place, str], ...] = (("en", said.en), ("zh", said.zh))
    for place, text in (*texts, *((("", _row_words(said.row)),) if said.row else ())):
        if text:
            yield Wording(place, stated(text), said, ground)


def numbers_of(row: ResultRow | None) -> frozenset[Decimal]:
    """The numbers of the row that a statement has."""
    return frozenset(q.raw for q in stated(_row_words(row)).quantities) if row else frozenset()


def _row_words(row: ResultRow) -> str:
    value = f"{row.value} {row.unit}" if row.unit else row.value
    told = (row.dataset, row.metric, row.setting, value, row.baseline)
    return "; ".join(part for part in told if part)
