"""From an analysis to the rows that a judge is shown, and from its verdicts back to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from wiki_builder.core.values.analysis import Analysis, Claim, Provenance, ResultRow
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.grounding.judge.request import JudgeRow
from wiki_builder.grounding.judge.verdicts import Verdicts
from wiki_builder.grounding.standing import (
    doubtful,
    doubtful_field,
    doubtful_row,
    judgeable,
    judgeable_field,
)

Which: TypeAlias = Literal["doubtful", "all"]
ROW = "row:"  # before a claim's id: what it has in the results' table
_FIELDS = ("headline", "summary", "method", "reason")


def rows(analysis: Analysis) -> dict[str, JudgeRow]:
    """Each statement of an analysis, by the id of its row."""
    return {row.id: row for row, _, _ in _rows(analysis)}


def open_rows(analysis: Analysis, which: Which) -> tuple[JudgeRow, ...]:
    """The rows of an analysis to ask about that no judge has seen in these words."""
    return tuple(row for row in wanted_rows(analysis, which) if _is_open(analysis, row))


def count_open(analysis: Analysis) -> tuple[int, int]:
    """How many rows no judge has seen in these words: doubtful ones, and all."""
    doubtful_rows, every = dict[str, JudgeRow](), dict[str, JudgeRow]()
    for row, may, doubt in _rows(analysis):
        if doubt:
            doubtful_rows[row.id] = row
        if may:
            every[row.id] = row
    doubted = sum(_is_open(analysis, row) for row in doubtful_rows.values())
    return doubted, sum(_is_open(analysis, row) for row in every.values())


def _is_open(analysis: Analysis, row: JudgeRow) -> bool:
    seen = analysis.judged.get(row.id)
    return seen is None or seen != row.hash


def outdated_rows(analysis: Analysis, which: Which) -> tuple[JudgeRow, ...]:
    """The rows to ask about anew where another prompt asked before: those that are to be judged,
    and those that were.
    """
    wanted = {row.id for row in wanted_rows(analysis, which)} | analysis.judged.keys()
    return tuple(row for row in wanted_rows(analysis, "all") if row.id in wanted)


def wanted_rows(analysis: Analysis, which: Which) -> tuple[JudgeRow, ...]:
    """The rows that are to be judged: all, or those that rules could not settle."""
    found = (row for row, may, doubt in _rows(analysis) if (doubt if which == "doubtful" else may))
    return tuple({row.id: row for row in found}.values())


def _rows(analysis: Analysis) -> Iterator[tuple[JudgeRow, bool, bool]]:
    """Each row, whether there is anything to judge it by, and whether it is doubtful."""
    for claim in analysis.claims:
        quote, passage = claim.evidence.quote, claim.evidence.passage
        words = claim_wording(claim)
        row = JudgeRow(claim.id, quote, passage, words.en, words.zh)
        may, doubt = judgeable(claim), doubtful(claim)
        yield row, may, doubt
        if claim.row:
            told = row_wording(claim.row)
            row = JudgeRow(f"{ROW}{claim.id}", quote, passage, told, "")
            yield row, may, doubtful_row(claim)
    for id_, both in _fields(analysis):
        row = JudgeRow(id_, "", "", both.en, both.zh)
        yield row, judgeable_field(id_), doubtful_field(analysis, id_)


def _fields(analysis: Analysis) -> Iterator[tuple[str, Bilingual]]:
    for name in _FIELDS:
        yield name, getattr(analysis, name)
    yield "abstract", Bilingual("", analysis.abstract_zh)
    for concept in analysis.concepts:
        yield f"why:{concept.name.en}", concept.why
        if concept.gloss:
            yield f"gloss:{concept.name.en}", concept.gloss


def claim_wording(claim: Claim) -> Bilingual:
    """All that a claim says in each language: label, text and sub-steps; its table row apart."""
    parts = (f"{claim.label.en}: ", f"{claim.label.zh}：") if claim.label else ("", "")
    told = (
        part + "\n- ".join((claim.text[language], *(step[language] for step in claim.substeps)))
        for part, language in zip(parts, LANGUAGES, strict=True)
    )
    return Bilingual(*told)


def row_wording(row: ResultRow) -> str:
    """What a row of the results' table says, in words."""
    value = f"{row.value} {row.unit}" if row.unit else row.value
    told = {
        "dataset": row.dataset,
        "metric": row.metric,
        "setting": row.setting,
        "value": value,
        "baseline": row.baseline,
    }
    return "; ".join(f"{name}: {text}" for name, text in told.items() if text)


# --- Verdicts ---------------------------------------------------------------------


def with_verdicts(
    analysis: Analysis, asked: Sequence[JudgeRow], verdicts: Verdicts, judge: Provenance
) -> Analysis:
    """The analysis with what was said of the rows that stand in it as they were asked."""
    now, claims = rows(analysis), {claim.id for claim in analysis.claims}
    own = [row for row in asked if now.get(row.id) == row]
    said = {row.id: tuple(verdicts.get(row.id, ())) for row in own}
    fields = {id_: found for id_, found in said.items() if not id_.startswith(ROW)}
    return replace(
        analysis,
        claims=tuple(
            replace(
                claim,
                verdicts=said.get(claim.id, claim.verdicts),
                row_verdict=next(iter(said.get(f"{ROW}{claim.id}", ())), claim.row_verdict),
            )
            for claim in analysis.claims
        ),
        judge=judge,
        judged={**analysis.judged, **{row.id: row.hash for row in own}},
        verdicts={
            id_: found
            for id_, found in {**analysis.verdicts, **fields}.items()
            if found and id_ not in claims
        },
    )


def is_outdated(analysis: Analysis, prompt: str) -> bool:
    """Whether another prompt than ``prompt`` asked for the verdicts that there are."""
    return analysis.judge is not None and analysis.judge.prompt != prompt
