"""The schema of a judge's reply; what counts of one stands in ``verdicts.py``."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from wiki_builder.core.values.checks import Says

_Text = Annotated[str, StringConstraints(strip_whitespace=True)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class JudgedWording(_Strict):
    """The verdict on one wording; a reason that comes first is not made up for the verdict."""

    reason: _Text = Field(default="", description="At most 15 words.")
    says: Says
    span: _Text = Field(default="", description="Verbatim from the quote or a passage.")


class JudgedRow(_Strict):
    """The verdicts on one row, in the languages that it has."""

    id: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    en: JudgedWording | None = None
    zh: JudgedWording | None = None


class JudgeReply(_Strict):
    """One request's answer: every row once."""

    rows: list[JudgedRow]
