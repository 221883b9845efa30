"""The numbers of a wording one by one, each with the words that it is written in.

What a text states is read in :mod:`wiki_builder.grounding.quantities`; what is wrong with it is
said by :mod:`wiki_builder.grounding.rules`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

from wiki_builder.grounding.quantities.hold import hold, is_count
from wiki_builder.grounding.quantities.quantity import Kind, Quantity, Sign
from wiki_builder.grounding.quantities.reading import Reading, names
from wiki_builder.grounding.quantities.reading import stated as _stated

__all__ = ["Number", "names", "stated"]


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a wording: its value as written, its unit and sign; ``text`` is how it is
    written.
    """

    value: Decimal
    kind: Kind
    unit: str
    sign: Sign
    text: str = field(compare=False)
    _quantity: Quantity = field(compare=False, repr=False)
    _wording: Reading = field(compare=False, repr=False)

    def stands_in(self, source: Reading) -> bool:
        """Whether a source says it: the value, a unit that agrees, the sign. What a count in words
        counts is not looked at.
        """
        if is_count(self._wording, self._quantity):
            return any(found.kind == "plain" for found in source.alike(self._quantity))
        return hold(self._wording, self._quantity, source).verdict == "same"


def stated(text: str) -> tuple[Number, ...]:
    """The numbers that a wording claims, in order, each once;
    addresses, list marks and names apart.
    """
    wording = _stated(text)
    found = (
        Number(q.raw, q.kind, q.unit, q.sign, wording.words(q), q, wording)
        for q in wording.quantities
    )
    return tuple(dict.fromkeys(found))
