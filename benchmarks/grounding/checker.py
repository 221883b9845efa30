"""What the product makes of statements: the one place that knows how it checks and what it calls
the outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Literal, TypeAlias

from benchmarks.grounding.statement import FieldName, Natural, Source, Statement
from wiki_builder.analysis.reply import (
    Both,
    Contribution,
    Limitation,
    Method,
    PaperReply,
    Result,
    Row,
    Step,
)
from wiki_builder.core.values.analysis import PARTS, Analysis, Claim, Provenance
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.fulltext import FullText, Passage
from wiki_builder.grounding.ground import ground

Look: TypeAlias = Literal["quiet", "caution", "withheld"]
_LOOKS: Mapping[str, Look] = {"failed": "withheld", "quoted": "caution", "unverified": "caution"}
_NOBODY = Provenance("benchmark", "", "", "", "")
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
    made = _grounded(source, _reply(ordered)).claims
    verdicts = {one.id: _of_claim(claim) for one, claim in zip(ordered, made, strict=True)}
    return verdicts | dict(_of_fields(source, fields))


def check_natural(natural: Natural) -> Verdict:
    """The verdict on a claim that has no quote: the whole source is its evidence."""
    text = "\n\n".join(natural.source)
    source = Source(natural.id, "", FullText("html", (Passage("source", text),)))
    said = Bilingual(natural.claim, natural.claim)
    statement = Statement(natural.id, natural.id, "results", said, text, "source")
    return check(source, [statement])[natural.id]


def _grounded(source: Source, reply: PaperReply) -> Analysis:
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
    look = _LOOKS.get(claim.state, "quiet")
    return Verdict(look == "withheld", look, claim.problems)


def _of_fields(source: Source, fields: Sequence[Statement]) -> Iterator[tuple[str, Verdict]]:
    """The verdicts on fields: several replies, each with one statement of each field, and all that
    is said of concepts at once.
    """
    single: dict[FieldName, list[Statement]] = {}
    for statement in fields:
        if statement.part in ("why", "gloss"):
            yield statement.id, _of_concept(source, statement)
        else:
            single.setdefault(statement.part, []).append(statement)  # type: ignore[arg-type]  # no claim's part
    for together in zip_longest(*single.values()):
        said = [statement for statement in together if statement is not None]
        doubts = _grounded(source, _reply((), **{one.part: _field(one) for one in said})).doubts
        for one in said:
            found = [
                doubt
                for name, all_ in doubts.items()
                if name.startswith(one.part)
                for doubt in all_
            ]
            yield one.id, Verdict(bool(found), "caution" if found else "quiet", tuple(found))


def _field(statement: Statement) -> Both | str:
    return statement.text.zh if statement.part == "abstract_zh" else _both(statement.text)


def _of_concept(source: Source, statement: Statement) -> Verdict:
    """What is said of a concept: nothing checks it."""
    return Verdict()
