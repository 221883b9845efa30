"""The writer's second chance: claims that a judge did not find in their evidence are worded anew.

Once, with the judge's reasons. What comes back is checked by rules like any claim, and counts only
if they find no more against it than before.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from wiki_builder.analysis import checks
from wiki_builder.analysis.parse import Unusable, parse
from wiki_builder.analysis.problems import not_once
from wiki_builder.analysis.reply import Both
from wiki_builder.analysis.request import Request
from wiki_builder.analysis.rows import in_part, strangers, whole
from wiki_builder.core.values.analysis import Analysis, Claim, Provenance
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.core.values.fulltext import FullText, Passage
from wiki_builder.grounding.ground import again
from wiki_builder.grounding.judge.request import rows_request
from wiki_builder.grounding.standing import found_no_more

MEND_PROMPT = "mend/1"
REWORD_PROMPT = "reword/1"
MOST_SUBSTEPS: Final = 8


@dataclass(frozen=True, slots=True)
class MendRow:
    """A claim to be worded anew, and by language what a judge missed in its evidence; or a sentence
    written from claims, of which ``passage`` names those that it rests on. ``through`` is what it
    must name.
    """

    id: str
    quote: str
    passage: str
    text: Bilingual
    label: Bilingual | None
    substeps: tuple[Bilingual, ...]
    problem: Bilingual
    through: Bilingual | None = None


class MendedRow(BaseModel):
    """One row worded anew, or dropped."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    drop: bool = False
    text: Both | None = None
    label: Both | None = Field(default=None, description="Only where the row has one.")
    substeps: list[Both] = Field(default_factory=list, max_length=MOST_SUBSTEPS)


class MendReply(BaseModel):
    """One request's answer: every row once."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rows: list[MendedRow]


Mended: TypeAlias = Mapping[str, MendedRow]
"""By claim its new wording; one that is dropped is left out."""
Rules: TypeAlias = Callable[[str, Both], Iterable[str]]
"""What else is wrong with a row's new text."""


# --- What is asked ----------------------------------------------------------------


def rows_to_mend(analysis: Analysis, asked: Sequence[str]) -> tuple[MendRow, ...]:
    """Of the claims ``asked`` those that a judge did not find in their evidence, and could not
    oppose either.
    """
    return tuple(
        _row(claim)
        for claim in analysis.claims
        if claim.id in asked
        and any(verdict.says == "not_said" for verdict in claim.verdicts)
        and not any(verdict.says == "contradicted" for verdict in claim.verdicts)
    )


def _row(claim: Claim) -> MendRow:
    missed = {one.language: one.reason for one in claim.verdicts if one.says == "not_said"}
    problem = Bilingual(missed.get("en", ""), missed.get("zh", ""))
    evidence = claim.evidence
    return MendRow(
        claim.id, evidence.quote, evidence.passage, claim.text, claim.label, claim.substeps, problem
    )


def mend_request(
    subject: str, text_hash: str, passages: Sequence[Passage], rows: Sequence[MendRow]
) -> Request:
    """The request for ``rows`` in other words; equal rows on equal passages make the same one."""
    lines, reply = map(_line, rows), MendReply
    return rows_request("mend", MEND_PROMPT, subject, text_hash, passages, lines, reply)


def reword_request(subject: str, claims: Sequence[Passage], rows: Sequence[MendRow]) -> Request:
    """The same of sentences written from claims of several papers, with these for passages."""
    lines, reply = map(_line, rows), MendReply
    return rows_request("mend", REWORD_PROMPT, subject, "", claims, lines, reply, True)


def _line(row: MendRow) -> str:
    told: dict[str, Any] = {
        "id": row.id,
        "passage": row.passage,
        "quote": row.quote,
        "text": _pair(row.text),
        "label": _pair(row.label) if row.label else None,
        "substeps": [_pair(step) for step in row.substeps],
        "through": _pair(row.through) if row.through else None,
        "problem": {name: reason for name, reason in _pair(row.problem).items() if reason},
    }
    return json.dumps({name: value for name, value in told.items() if value}, ensure_ascii=False)


def _pair(both: Bilingual) -> dict[str, str]:
    return {language: both[language] for language in LANGUAGES}


# --- What is answered -------------------------------------------------------------


def _nothing(id_: str, text: Both) -> Iterable[str]:
    return ()


def mended(raw: str, rows: Sequence[MendRow], rules: Rules = _nothing) -> Mended | Unusable:
    """The new wordings in ``raw``, a writer's whole answer, if nothing is wrong with them."""
    return whole(_found(raw, rows, rules))


def mended_in_part(raw: str, rows: Sequence[MendRow], rules: Rules = _nothing) -> Mended | Unusable:
    """The same of a reply that is the last one: rows that are wrong stay as they were."""
    return in_part(_found(raw, rows, rules))


def _found(
    raw: str, rows: Sequence[MendRow], rules: Rules
) -> tuple[dict[str, MendedRow], tuple[str, ...]] | Unusable:
    reply = parse(raw, MendReply)
    if isinstance(reply, Unusable):
        return reply
    said = {row.id: row for row in reply.rows}
    times = Counter(row.id for row in reply.rows)
    asked = {row.id: row for row in rows}
    errors = strangers(times, asked)
    wordings: dict[str, MendedRow] = {}
    for id_, row in asked.items():
        wrong = list(_wrong(row, said.get(id_), times[id_]))
        new = said[id_].text if not wrong and not said[id_].drop else None
        wrong += [f"rows: {id_}: {what}" for what in rules(id_, new)] if new else []
        errors += wrong
        if not wrong and not said[id_].drop:
            wordings[id_] = said[id_]
    return wordings, tuple(dict.fromkeys(errors))


def _wrong(row: MendRow, said: MendedRow | None, times: int) -> Iterator[str]:
    if said is None or times > 1:
        yield not_once(row.id, times)
        return
    if said.drop:
        return
    if said.text is None:
        yield f"rows: {row.id}: text is missing; give it in both languages, or drop the row"
        return
    if (said.label is None) != (row.label is None):
        yield f"rows: {row.id}: label: give one if, and only if, the row has one"
    if len(said.substeps) > len(row.substeps):
        yield f"rows: {row.id}: substeps: are more than the row has"
    for place, both in (("text", said.text), ("label", said.label), *_steps(said)):
        if both is not None:
            yield from (f"rows: {row.id}: {place}.{what}" for what in _of_words(place, both))


def _steps(said: MendedRow) -> Iterator[tuple[str, Both]]:
    return ((f"substeps.{number}", step) for number, step in enumerate(said.substeps))


def _of_words(place: str, both: Both) -> Iterator[str]:
    kind: checks.Kind = "label" if place == "label" else "prose"
    for language in LANGUAGES:
        words = both.en if language == "en" else both.zh
        for problem in checks.problems(checks.Field(place, words, language, kind)):
            yield f"{language}: {problem}"
    if place == "text" and both.en == both.zh:
        yield "en: English and Chinese are the same text"


# --- What becomes of it -----------------------------------------------------------


def with_wordings(
    analysis: Analysis,
    wordings: Mended,
    passages: Sequence[Passage],
    beside: Sequence[str],
    writer: Provenance,
) -> Analysis:
    """The analysis with claims worded anew, as far as rules find no more against them than before.

    ``passages`` are those that the writer was shown, ``beside`` what the paper says outside of its
    text. A claim that was worded anew has no verdicts: nobody judged these words.
    """
    claims = tuple(
        _worded(claim, wordings[claim.id], passages, beside) if claim.id in wordings else claim
        for claim in analysis.claims
    )
    return replace(analysis, claims=claims, mend=writer) if claims != analysis.claims else analysis


def _worded(
    claim: Claim, said: MendedRow, passages: Sequence[Passage], beside: Sequence[str]
) -> Claim:
    assert said.text
    new = replace(
        claim,
        text=_both(said.text),
        label=_both(said.label) if said.label else None,
        substeps=tuple(map(_both, said.substeps)),
        verdicts=(),
        row_verdict=None,
    )
    ((checked, _),) = again([new], FullText("html", tuple(passages)), beside)
    checked = replace(checked, evidence=claim.evidence)
    same = (new.text, new.label, new.substeps) == (claim.text, claim.label, claim.substeps)
    return claim if same or not found_no_more(checked, claim) else checked


def _both(both: Both) -> Bilingual:
    return Bilingual(both.en, both.zh)
