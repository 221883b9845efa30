"""Which of what was said of one version of a paper stands in the next, told by quotes and rules
alone.

A claim stands if its quote is found, it looks no worse than before, and rules find no more against
it; a field that quotes nothing likewise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wiki_builder.core.values.analysis import Analysis, Claim
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.core.values.checks import Finding, Look
from wiki_builder.core.values.fulltext import FullText
from wiki_builder.grounding.ground import regrounded
from wiki_builder.grounding.standing import is_shown, look, look_of_field

_WORSE: Final[tuple[Look, ...]] = ("quiet", "caution", "withheld")
WHY: Final = "why:"  # before a concept's name: what the paper has to do with it


@dataclass(frozen=True, slots=True)
class Laid:
    """An analysis as it is found in another text.

    ``lost`` are the claims, as they were, that do not stand there, ``fields`` the names of the
    fields.
    """

    analysis: Analysis
    lost: tuple[Claim, ...] = ()
    fields: tuple[str, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether all that was said of the one text may be said of the other."""
        return not self.lost and not self.fields

    @property
    def asked(self) -> tuple[Claim, ...]:
        """The claims to ask for anew; not those that the wiki's owner holds to be wrong."""
        return tuple(claim for claim in self.lost if claim.disputed is None)


def laid_beside(analysis: Analysis, text: FullText, beside: Sequence[str] = ()) -> Laid:
    """``analysis``, made from an earlier text, checked against ``text``.

    What that one had changed is left out: it is no news any more. ``beside`` is what the new
    version says outside of its text. Pure; raises nothing.
    """
    kept = tuple(claim for claim in analysis.claims if claim.part != "change")
    before = replace(analysis, claims=kept, change=None, dropped=0)
    now = regrounded(before, text, beside)
    lost = tuple(
        was
        for was, found in zip(before.claims, now.claims, strict=True)
        if is_shown(was)
        and (_is_worse(look(found), look(was)) or _is_more(found.findings, was.findings))
    )
    return Laid(now, lost, tuple(_lost_fields(before, now)))


def fields_of(analysis: Analysis) -> dict[str, Bilingual]:
    """The fields that may be asked for anew, by name; the Chinese abstract apart."""
    return {
        "headline": analysis.headline,
        "summary": analysis.summary,
        "reason": analysis.reason,
        "method": analysis.method,
        **{f"{WHY}{use.name.en}": use.why for use in analysis.concepts},
    }


def _lost_fields(before: Analysis, now: Analysis) -> Iterator[str]:
    for name in (*fields_of(before), "abstract"):
        both = (f"{name}.{language}" for language in LANGUAGES)
        if any(
            _is_worse(look_of_field(now, one), look_of_field(before, one))
            or _is_more(now.findings.get(one, ()), before.findings.get(one, ()))
            for one in both
        ):
            yield name


def _is_worse(one: Look, other: Look) -> bool:
    return _WORSE.index(one) > _WORSE.index(other)


def _is_more(found: Sequence[Finding], before: Sequence[Finding]) -> bool:
    """Whether rules find what they had not found; how long a translation is beside its original
    says another number each time, and nothing new.
    """
    known = {(one.rule, one.said) for one in before}
    return any(
        (one.rule, one.said) not in known and one.rule != "whole" and not one.weak for one in found
    )
