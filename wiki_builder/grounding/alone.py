"""What one language says and the other does not."""

from __future__ import annotations

from wiki_builder.grounding import numbers
from wiki_builder.grounding.quantities.between import unshared
from wiki_builder.grounding.quantities.reading import stated
from wiki_builder.grounding.source import Source


def alone(this: str, other: str) -> list[str]:
    """The numbers, and names with digits, that one wording has and the other has not."""
    wording = stated(this)
    loose = [wording.words(quantity) for quantity in unshared(this, other)]
    named = [name for name in numbers.names(this) if not name.islower()]
    if named:
        opposite = Source((), (other,))
        loose += [name for name in named if not opposite.holds(name)]
    return loose
