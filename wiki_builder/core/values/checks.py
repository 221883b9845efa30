"""What was found out about a statement of a model: facts, each by itself, never summed up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from wiki_builder.core.values.bilingual import Language

QuoteFact: TypeAlias = Literal[
    "found",
    "missing",  # it stands nowhere in the text
    "short",  # too short to support anything
    "gone",  # it stood in an earlier text, and not in the one that was read last
    "no_text",  # there was nothing to look in
]
Look: TypeAlias = Literal["quiet", "caution", "withheld"]
RuleName: TypeAlias = Literal[
    "number",  # a value that the evidence does not state
    "count",  # a small one in words ("three") that the model made itself
    "sign",
    "unit",  # percent for points, hours for minutes, dollars for yuan
    "quantity",  # the value belongs to something else: baseline and result exchanged
    "name",
    "negation",
    "direction",  # rises for falls
    "comparison",  # who beats whom
    "hedge",  # may, can; up to, at least
    "quantifier",  # all, some, none
    "first",  # first, best, only
    "promise",  # code that is promised, said to be there
    "languages",  # English and Chinese say different things
    "whole",  # a part of what had to be translated is missing
    "support",  # few of the words stand in the evidence: a reason to ask, never a verdict
]
Says: TypeAlias = Literal["supported", "contradicted", "not_said"]


@dataclass(frozen=True, slots=True)
class Dispute:
    """That the wiki's owner holds a claim to be wrong, why, and since which day, where that is
    known; ``told`` says that a later reading was told so and says the same again.
    """

    why: str
    told: bool = False
    day: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One mismatch that a rule found between a wording and its evidence.

    ``said`` is what the wording says (``6.2 %``), ``found`` what the evidence says in its place,
    where that can be told (``6.2 points``). ``sure``: the two cannot both hold; otherwise a rule
    could not settle it, which is a reason to ask a judge. ``weak``: it is no more than that, since
    too many true statements have it too. ``language`` is that of the wording; empty for a row of
    the results' table, and for what is wrong between the two languages.
    """

    rule: RuleName
    said: str
    found: str = ""
    sure: bool = False
    language: Language | Literal[""] = ""
    weak: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge says of a statement in one language: whether its evidence supports it.

    ``span`` are the words of the evidence that decide, verbatim; empty where it does not say so.
    """

    same_by: ClassVar[tuple[str, ...]] = ("language",)

    language: Language
    says: Says
    reason: str = ""
    span: str = ""
