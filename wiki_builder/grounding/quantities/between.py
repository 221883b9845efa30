"""What one language's wording states and the other's does not."""

from __future__ import annotations

from collections.abc import Sequence

from wiki_builder.grounding.quantities.context import rounds
from wiki_builder.grounding.quantities.fit import agrees, fit
from wiki_builder.grounding.quantities.pairs import shares
from wiki_builder.grounding.quantities.quantity import Quantity
from wiki_builder.grounding.quantities.reading import Reading, read, stated


def unshared(this: str, other: str) -> list[Quantity]:
    """The quantities of one wording, each once, that the other, read generously, does not state."""
    wording, opposite = stated(this), read(other)
    ours, theirs = [*shares(wording)], [share for _, share in shares(stated(other))]
    return [
        quantity
        for quantity in dict.fromkeys(wording.quantities)
        if not any(
            _states(wording, meant, opposite, theirs)
            for meant in (quantity, *(share for part, share in ours if part == quantity))
        )
    ]


def _states(
    wording: Reading, quantity: Quantity, other: Reading, shared: Sequence[Quantity]
) -> bool:
    if any(agrees(quantity, found) for found in (*other.alike(quantity), *shared)):
        return True
    return any(
        (found.more and fit(found, quantity) == "same")
        or rounds(wording, quantity, found)
        or rounds(other, found, quantity)
        for found in (*other.quantities, *shared)
    )
