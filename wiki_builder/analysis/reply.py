"""The schema of a model's reply about one paper.

The JSON schema of :class:`PaperReply` is part of the request; pydantic's errors
are what a model is shown when it is asked once more. What a reply's fields are
checked for beyond their form stands in ``checks.py``.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Both(_Strict):
    """The same statement in English and in Chinese."""

    en: Text
    zh: Text


class _Quoted(_Strict):
    quote: Text = Field(
        description=(
            "Copied verbatim from one passage: the words that support this claim, one or two"
            " sentences."
        )
    )
    passage: Text = Field(
        description="The id of the passage that the quote stands in, as given in brackets."
    )


class Contribution(_Quoted):
    label: Both = Field(description="Two to six words.")
    text: Both


class Step(_Quoted):
    text: Both
    substeps: list[Both] = Field(default_factory=list, max_length=8)


class Statement(_Quoted):
    text: Both


class Row(_Strict):
    dataset: Text | None = None
    metric: Text | None = None
    setting: Text | None = Field(
        default=None,
        description="What else it holds for, in the paper's words: model and size, split, budget.",
    )
    value: Text
    unit: Text | None = None
    baseline: Text | None = Field(
        default=None, description="What the value is compared with, with its value where stated."
    )


class Result(_Quoted):
    text: Both
    row: Row | None = Field(default=None, description="Only for a measured value.")


class Ablation(Result):
    """What happens where a part is taken out or changed."""


class Limitation(_Quoted):
    text: Both
    origin: Literal["stated", "inferred"]


class Method(_Strict):
    overview: Both
    steps: list[Step] = Field(max_length=10)


class ConceptUse(_Strict):
    name: Both = Field(description="Singular, the field's usual name, without an article.")
    role: Literal["introduces", "uses", "extends", "evaluates"]
    why: Both = Field(description="How this paper uses it, in one sentence.")
    gloss: Both = Field(
        description="What the concept is in general, in one sentence, independent of this paper."
    )


class NamedEntity(_Strict):
    name: Text
    kind: Literal["model", "dataset", "organisation"]


class PaperLink(_Strict):
    kind: Literal["code", "data", "project"]
    url: Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^https?://\S+$")]


class PaperReply(_Strict):
    """One request's answer about one paper."""

    kind: Literal["method", "benchmark", "survey", "position", "theory", "system"]
    name: Text | None = Field(
        default=None,
        max_length=40,
        description="The paper's own name for its method, system or dataset, as it prints it.",
    )
    headline: Both
    summary: Both = Field(
        description="One or two sentences: who did what, and how much it brought."
    )
    abstract_zh: Text = Field(
        description=(
            "The abstract in Chinese, faithful and complete; maths and numbers as in the original."
        )
    )
    importance: int = Field(ge=1, le=10)
    reason: Both = Field(description="Why this importance, in one sentence.")
    problem: Statement | None = Field(
        default=None, description="What was missing before, as the paper says it."
    )
    contributions: list[Contribution] = Field(min_length=1, max_length=6)
    method: Method
    results: list[Result] = Field(max_length=16, description="For a survey: its main findings.")
    ablations: list[Ablation] = Field(default_factory=list, max_length=8)
    comparison: list[Statement] = Field(
        default_factory=list,
        max_length=6,
        description="How the authors say that it differs from named earlier work.",
    )
    limitations: list[Limitation] = Field(
        max_length=8, description="Empty where the paper reports none and none can be inferred."
    )
    concepts: list[ConceptUse] = Field(min_length=1, max_length=10)
    entities: list[NamedEntity] = Field(default_factory=list, max_length=30)
    links: list[PaperLink] = Field(default_factory=list, max_length=6)
