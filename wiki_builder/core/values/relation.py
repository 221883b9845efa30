"""How a finding of one paper stands to one of another paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from wiki_builder.core.values.bilingual import Bilingual

RelationKind: TypeAlias = Literal[
    "contradicts", "fails_to_reproduce", "reproduces", "refines", "different_setting"
]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two findings: the full id of its claim (``arxiv:2605.02801#r3f9a2c1``), a hash of
    the words that it had when both were compared, its quote, and the words of quote or row that
    state under which conditions it holds; empty where none do.
    """

    claim: str
    words: str
    quote: str
    setting: str = ""


@dataclass(frozen=True, slots=True)
class Relation:
    """Two findings of different papers on one question.

    ``kind`` says how ours stands to theirs; anything but ``different_setting`` only where both say
    under which conditions they hold, and these are the same. ``text`` tells a reader what each
    paper found, in the words of the model ``by``. ``concepts`` are those of the registry that both
    findings name.
    """

    same_by: ClassVar[tuple[str, ...]] = ("ours", "theirs")

    kind: RelationKind
    ours: Side
    theirs: Side
    text: Bilingual
    concepts: tuple[str, ...] = ()
    by: str = ""
