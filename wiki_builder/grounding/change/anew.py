"""What a reply says puts itself in the place of what did not stand, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from wiki_builder.analysis.reply import Both
from wiki_builder.core.values.analysis import (
    Analysis,
    Claim,
    ConceptMention,
    Evidence,
    Provenance,
    ResultRow,
)
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.fulltext import FullText
from wiki_builder.grounding.change.laid import WHY, Laid
from wiki_builder.grounding.change.reply import ChangedRow, Changes
from wiki_builder.grounding.ground import regrounded, with_new_ids


def with_changes(
    laid: Laid,
    said: Changes,
    text: FullText,
    paper_id: str,
    beside: Sequence[str] = (),
    by: Provenance | None = None,
) -> Analysis:
    """The analysis that holds for ``text``: what stood, what ``said`` words anew, and what changed,
    all of it checked like any claim.

    Lost claims that are not worded anew are left out, and counted. A field that is worded anew has
    no verdicts: nobody judged these words.
    """
    lost = {claim.id: claim for claim in laid.lost}
    rows = {id_: row for id_, row in said.rows.items() if id_ in lost}
    claims = [*_claims(laid.analysis.claims, lost, rows), *_news(said)]
    fields = {name: row.text for name, row in said.rows.items() if name in laid.fields and row.text}
    made = replace(
        _with_fields(laid.analysis, {name: _both(text) for name, text in fields.items()}),
        claims=with_new_ids(claims, paper_id),
        abstract_zh=said.abstract_zh or laid.analysis.abstract_zh,
        change=by,
        dropped=len(lost) - len(rows),
    )
    return regrounded(made, text, beside)


def _claims(
    claims: Sequence[Claim], lost: Mapping[str, Claim], rows: Mapping[str, ChangedRow]
) -> Iterator[Claim]:
    """The claims, lost ones in new words or not at all; those in new words have no id yet."""
    for claim in claims:
        if claim.id not in lost:
            yield claim
        elif row := rows.get(claim.id):
            yield _anew(lost[claim.id], row)


def _anew(claim: Claim, row: ChangedRow) -> Claim:
    assert row.text
    return Claim(
        "",
        claim.part,
        _both(row.text),
        Evidence(row.passage, row.quote),
        label=_both(row.label) if row.label else None,
        substeps=tuple(map(_both, row.substeps)),
        row=ResultRow(**row.row.model_dump()) if row.row and claim.row else None,
        origin=claim.origin,
    )


def _news(said: Changes) -> Iterator[Claim]:
    for row in said.news:
        yield Claim("", "change", _both(row.text), Evidence(row.passage, row.quote))


def _with_fields(analysis: Analysis, fields: Mapping[str, Bilingual]) -> Analysis:
    """The analysis with other words in some of its fields."""

    def why(use: ConceptMention) -> ConceptMention:
        return replace(use, why=fields.get(f"{WHY}{use.name.en}", use.why))

    own = {name: both for name, both in fields.items() if not name.startswith(WHY)}
    return replace(
        analysis,
        **own,  # type: ignore[arg-type]  # the names are those of fields_of()
        concepts=tuple(map(why, analysis.concepts)),
        verdicts={name: one for name, one in analysis.verdicts.items() if name not in fields},
    )


def _both(both: Both) -> Bilingual:
    return Bilingual(both.en, both.zh)
