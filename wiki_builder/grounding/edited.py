"""Checking again what a person reworded: by the numbers and names of the evidence that is kept."""

from __future__ import annotations

from collections.abc import Sequence

from wiki_builder.core.values.analysis import Evidence
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.grounding import numbers
from wiki_builder.grounding.source import Source


def unsupported(wording: str, evidence: Evidence, beside: Sequence[str] = ()) -> tuple[str, ...]:
    """The numbers, and names with digits, of ``wording`` that stand neither around the quote nor
    ``beside`` it.

    ``beside`` is what else is known of the paper: title and abstract.
    """
    kept = f"{evidence.before} {evidence.quote} {evidence.after}"
    source = Source((Passage(evidence.passage, kept),), beside)
    loose = [number.text for number in numbers.stated(wording) if not source.states(number)]
    return tuple(
        dict.fromkeys(
            [*loose, *(name for name in numbers.names(wording) if not source.names(name))]
        )
    )
