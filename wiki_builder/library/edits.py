"""What a person's edits of claims mean for the rest of the page.

A claim that was reworded says so, is checked again against its evidence, and the
reader is told that the other language has the earlier wording. A claim that was
taken out in one language is taken out everywhere else where it is the builder's.
Deleting a whole section hides that section and says nothing about its claims.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from wiki_builder.contract.normal import same
from wiki_builder.contract.spec import Fixed, Section
from wiki_builder.core.values.analysis import (
    PARTS,
    Analysis,
    Claim,
    Former,
)
from wiki_builder.core.values.bilingual import LANGUAGES, Language
from wiki_builder.core.values.paper import Paper
from wiki_builder.grounding.edited import unsupported
from wiki_builder.grounding.standing import is_shown
from wiki_builder.library.shown import Shown, without_bullet

Wordings = Mapping[Language, str]


@dataclass(frozen=True, slots=True)
class Edits:
    """A person's wordings by claim and language, and the claims that they took out."""

    reworded: Mapping[str, Wordings] = field(default_factory=dict)
    removed: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.reworded or self.removed)


def claim_edits(shown: Shown, chunks: Iterable[Section | Fixed]) -> Edits:
    """What a person changed of the claims, compared with what the builder
    would write (``chunks``).
    """
    sections = {chunk.name: chunk for chunk in chunks if isinstance(chunk, Section)}
    reworded: dict[str, dict[Language, str]] = {}
    removed: set[str] = set()
    for part in PARTS:
        for language in LANGUAGES:
            section = sections.get(f"{part}.{language}")
            changed = shown.items.get(f"{part}.{language}", {})
            if section is None or not changed or _emptied(changed, section):
                continue
            for id_, block in section.items.items():
                text = changed.get(id_)
                if id_ in changed and text is None:
                    removed.add(id_)
                elif text is not None and not same(text, without_bullet(block.text)):
                    reworded.setdefault(id_, {})[language] = text
    return Edits(reworded, frozenset(removed - reworded.keys() - shown.held))


def with_held(paper: Paper, shown: Shown) -> tuple[Paper, dict[str, Former]]:
    """The paper with the former claims that a person's words hold behind those of the latest
    reading; and these.
    """
    analysis = paper.analysis
    if analysis is None or not (shown.held and paper.former):
        return paper, {}
    made = {claim.id for claim in analysis.claims if is_shown(claim)}
    kept = {one.claim.id: one for one in paper.former if one.claim.id in shown.held - made}
    claims = (claim for claim in analysis.claims if claim.id not in kept)
    whole = replace(analysis, claims=(*claims, *(one.claim for one in kept.values())))
    return (paper.with_(analysis=whole) if kept else paper), kept


def known_claims(paper: Paper) -> frozenset[str]:
    """The ids of the claims of which a paper's data has the evidence."""
    made = paper.analysis.claims if paper.analysis else ()
    former = (one.claim for one in paper.former)
    return frozenset(claim.id for claim in (*made, *former) if is_shown(claim))


def with_edits(paper: Paper, edits: Edits) -> Paper:
    """The paper without removed claims, and with reworded ones judged anew."""
    analysis = paper.analysis
    if analysis is None or not edits:
        return paper
    claims = tuple(
        _judged(claim, edits, paper) for claim in analysis.claims if claim.id not in edits.removed
    )
    return paper.with_(analysis=replace(analysis, claims=claims))


def claim_number(analysis: Analysis, claim: Claim) -> int:
    """A claim's place in its part, from 1."""
    return [other.id for other in analysis.of(claim.part)].index(claim.id) + 1


def _emptied(changed: Mapping[str, str | None], section: Section) -> bool:
    """Whether nothing is left of a list: its section was cleared,
    no claim in particular was taken out.
    """
    return len(section.items) > 1 and all(
        id_ in changed and changed[id_] is None for id_ in section.items
    )


def _judged(claim: Claim, edits: Edits, paper: Paper) -> Claim:
    wordings = edits.reworded.get(claim.id)
    if not wordings:
        return claim
    beside = (paper.latest.title, paper.latest.abstract)
    own = tuple(
        finding
        for language, wording in wordings.items()
        for finding in unsupported(wording, language, claim.evidence, beside)
    )
    # what was found or judged of words that stand there no more says nothing of these
    left = (
        one for one in claim.findings if one.rule != "languages" and one.language not in wordings
    )
    verdicts = tuple(one for one in claim.verdicts if one.language not in wordings)
    return replace(claim, findings=(*left, *own), verdicts=verdicts)
