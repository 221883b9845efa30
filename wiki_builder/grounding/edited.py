"""Checking again what a person reworded: by the numbers and names of the evidence that is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wiki_builder.core.values.analysis import Evidence
from wiki_builder.core.values.bilingual import Language
from wiki_builder.core.values.checks import Finding
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.grounding import numbers
from wiki_builder.grounding.source import Source


def unsupported(
    wording: str, language: Language, evidence: Evidence, beside: Sequence[str] = ()
) -> Iterator[Finding]:
    """The numbers, and names with digits, of ``wording`` that stand neither around the quote nor
    ``beside`` it; never sure, since more of the paper may be known to who wrote it.

    ``beside`` is what else is known of the paper: title and abstract.
    """
    kept = f"{evidence.before} {evidence.quote} {evidence.after}"
    source = Source((Passage(evidence.passage, kept),), beside)
    for written in dict.fromkeys(n.text for n in numbers.stated(wording) if not source.states(n)):
        yield Finding("number", written, language=language)
    for name in numbers.names(wording):
        if not source.names(name):
            yield Finding("name", name, language=language)
