"""Kinds of error, a function each, by family: what a true statement becomes when it is made false.

A kind is given a true statement and what else is known, and gives a false one, or ``None`` where
it does not fit. Its name is that of its function. What it gives reads as something that a model
could write, and is false by its quote: the tests hold each kind to that.
"""

from __future__ import annotations

from typing import Final

from benchmarks.grounding.plants import (
    additions,
    bounds,
    names,
    numbers,
    one_language,
    quotes,
    relations,
    rows,
    subjects,
    units,
    wording,
)
from benchmarks.grounding.plants.world import Plant

FAMILIES: Final = {
    "numbers": (*numbers.KINDS, *units.KINDS, *bounds.KINDS),
    "names": (*names.KINDS, *subjects.KINDS),
    "wording": (*wording.KINDS, *relations.KINDS),
    "additions": additions.KINDS,
    "one language": one_language.KINDS,
    "rows": rows.KINDS,
    "evidence": quotes.KINDS,
}
KINDS: Final[dict[str, Plant]] = {
    kind.__name__: kind for kinds in FAMILIES.values() for kind in kinds
}
FAMILY_OF: Final = {kind.__name__: name for name, kinds in FAMILIES.items() for kind in kinds}
