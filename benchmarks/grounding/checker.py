"""What the product makes of statements: the one place that knows how it checks and what it calls
the outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from benchmarks.grounding.statement import Natural, Source, Statement
from wiki_builder.analysis.reply import (
    Both,
    ConceptUse,
    Contribution,
    Limitation,
    Method,
    PaperReply,
    Result,
    Row,
    Step,
)
from wiki_builder.core.values.analysis import PARTS, Analysis, Claim, Provenance
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.core.values.checks import Finding, Look
from wiki_builder.core.values.fulltext import FullText, Passage
from wiki_builder.grounding.ground import ground
from wiki_builder.grounding.standing import look, look_of_field

_NOBODY = Provenance("benchmark", "", "", "", "")
_LOOKS: tuple[Look, ...] = ("quiet", "caution", "withheld")
_NOTHING = Both.model_construct(en="", zh="")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules made of a statement: whether they accuse it, how a page would show it, and
    what they said.

    ``asks``: something is said that they could not settle, a reason to ask a judge.
    """

    accused: bool = False
    look: Look = "quiet"
    said: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        return bool(self.said) and not self.accused


def check(source: Source, statements: Sequence[Statement]) -> dict[str, Verdict]:
    """The verdict on each statement about one paper, by its id; each is judged by itself."""
    claims = [statement for statement in statements if statement.is_claim]
    fields = [statement for statement in statements if not statement.is_claim]
    ordered = [one for part in PARTS for one in claims if one.part == part]
    made = grounded(source, _reply(ordered)).claims
    verdicts = {one.id: _of_claim(claim) for one, claim in zip(ordered, made, strict=True)}
    return verdicts | dict(_of_fields(source, fields))


def check_natural(natural: Natural) -> Verdict:
    """The verdict on a claim that has no quote: like a summary, it is held against all that the
    source says.
    """
    passages = tuple(Passage(f"p{at}", text) for at, text in enumerate(natural.source, start=1))
    said = {"en": "", "zh": "", natural.language: natural.claim}
    statement = Statement(natural.id, natural.id, "summary", Bilingual(**said))
    return check(Source(natural.id, "", FullText("html", passages)), [statement])[natural.id]


def claims_of(source: Source, statements: Iterable[Statement]) -> Analysis:
    """An analysis of a paper that holds these claims, and nothing else."""
    ordered = [one for part in PARTS for one in statements if one.part == part]
    return grounded(source, _reply(ordered))


def grounded(source: Source, reply: PaperReply) -> Analysis:
    """What the product makes of a whole reply."""
    return ground(reply, source.text, source.id, _NOBODY, source.beside)


# --- Statements as a reply ----------------------------------------------------


def _reply(claims: Iterable[Statement] = (), **fields: Any) -> PaperReply:
    """A reply with these claims, however many, and these fields."""
    by_part: dict[str, list[Any]] = {part: [] for part in PARTS}
    for claim in claims:
        by_part[claim.part].append(_in_reply(claim))
    given: dict[str, Any] = {
        "headline": _NOTHING, "summary": _NOTHING, "reason": _NOTHING, "abstract_zh": "",
        "concepts": [], **fields,
    }  # fmt: skip
    method = Method.model_construct(overview=given.pop("method", _NOTHING), steps=by_part["steps"])
    return PaperReply.model_construct(
        kind="method",
        importance=5,
        contributions=by_part["contributions"],
        method=method,
        results=by_part["results"],
        limitations=by_part["limitations"],
        entities=[],
        links=[],
        **given,
    )


def _in_reply(claim: Statement) -> Contribution | Step | Result | Limitation:
    said: dict[str, Any] = {
        "quote": claim.quote, "passage": claim.passage, "text": _both(claim.text)
    }  # fmt: skip
    if claim.part == "contributions":
        label = _both(claim.label) if claim.label else _NOTHING
        return Contribution.model_construct(label=label, **said)
    if claim.part == "steps":
        return Step.model_construct(substeps=[_both(step) for step in claim.substeps], **said)
    if claim.part == "limitations":
        return Limitation.model_construct(origin=claim.origin or "stated", **said)
    row = claim.row
    return Result.model_construct(
        row=Row.model_construct(
            dataset=row.dataset, metric=row.metric, value=row.value, unit=row.unit,
            baseline=row.baseline,
        ) if row else None,
        **said,
    )  # fmt: skip


def _both(text: Bilingual) -> Both:
    return Both.model_construct(en=text.en, zh=text.zh)


# --- Verdicts -----------------------------------------------------------------


def _of_claim(claim: Claim) -> Verdict:
    shown = look(claim)
    missing = () if claim.quote == "found" else (f"quote: {claim.quote}",)
    return Verdict(shown == "withheld", shown, (*missing, *map(_told, claim.findings)))


def _told(finding: Finding) -> str:
    found = f" for {finding.found}" if finding.found else ""
    return f"{finding.rule}: {finding.said}{found}{'' if finding.sure else ' (not sure)'}"


def _of_fields(source: Source, fields: Sequence[Statement]) -> Iterator[tuple[str, Verdict]]:
    """The verdicts on fields: several replies, each with one statement in each place."""
    places: dict[str, list[Statement]] = {}
    for statement in fields:
        places.setdefault(place(statement), []).append(statement)
    for together in zip_longest(*places.values()):
        said = [statement for statement in together if statement is not None]
        single = {one.part: _field(one) for one in said if one.concept is None}
        concepts = [_concept(one) for one in said if one.concept is not None]
        checked = grounded(source, _reply((), **single, concepts=concepts))
        for one in said:
            names = [f"{place(one)}.{language}" for language in LANGUAGES]
            found = [told for name in names for told in checked.findings.get(name, ())]
            shown = max((look_of_field(checked, name) for name in names), key=_LOOKS.index)
            yield one.id, Verdict(shown == "withheld", shown, tuple(map(_told, found)))


def place(statement: Statement) -> str:
    """What the product calls the place of a field: ``summary``, ``abstract``, ``why:GRPO``."""
    if statement.concept is not None:
        return f"{statement.part}:{statement.concept.en}"
    return statement.part.removesuffix("_zh")


def _field(statement: Statement) -> Both | str:
    return statement.text.zh if statement.part == "abstract_zh" else _both(statement.text)


def _concept(statement: Statement) -> ConceptUse:
    """A concept of which one thing is said; the others say nothing of it."""
    said: dict[str, Any] = {"why": _NOTHING, "gloss": _NOTHING}
    said[statement.part] = _both(statement.text)
    name = _both(statement.concept or statement.text)
    return ConceptUse.model_construct(name=name, role="uses", **said)
