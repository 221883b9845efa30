"""What the benchmark measures on: papers with their texts, true statements about them, and cases
made of these.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from wiki_builder.core.values.analysis import PARTS, Part, ResultRow
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.fulltext import FullText, TextKind

FieldName: TypeAlias = Literal[
    "headline", "summary", "reason", "method", "abstract_zh", "why", "gloss"
]
FIELDS: Final[tuple[FieldName, ...]] = (
    *("headline", "summary", "reason", "method", "abstract_zh", "why", "gloss"),
)
TRUE: Final = "true"
REWORDED: Final = "reworded"


@dataclass(frozen=True, slots=True)
class Source:
    """A paper as the product is given it: its passages, and what it says beside them."""

    id: str
    title: str
    text: FullText
    beside: tuple[str, ...] = ()

    @property
    def kind(self) -> TextKind:
        return self.text.kind

    def passage(self, id_: str) -> str:
        """The text of one passage; empty where there is none of that id."""
        return next((passage.text for passage in self.text if passage.id == id_), "")


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim with its evidence, or a field of an analysis (which has no quote).

    ``part`` is the claim's part or the field's name; ``concept`` is whose *why* or *gloss* it is.
    """

    id: str
    paper: str
    part: Part | FieldName
    text: Bilingual
    quote: str = ""
    passage: str = ""
    label: Bilingual | None = None
    row: ResultRow | None = None
    substeps: tuple[Bilingual, ...] = ()
    origin: Literal["stated", "inferred"] | None = None
    concept: Bilingual | None = None
    folder: str = ""  # where it is from

    @property
    def is_claim(self) -> bool:
        return self.part in PARTS

    def worded(self, en: str | None = None, zh: str | None = None) -> Statement:
        """The same with other words in one language or both."""
        text = Bilingual(self.text.en if en is None else en, self.text.zh if zh is None else zh)
        return replace(self, text=text)


@dataclass(frozen=True, slots=True)
class Case:
    """A statement to be judged: ``kind`` is :data:`TRUE`, :data:`REWORDED` or a kind of error.

    ``of`` is the id of the true statement that it was made from, which is its own for a true one.
    """

    id: str
    kind: str
    statement: Statement
    of: str

    @property
    def is_true(self) -> bool:
        return self.kind in (TRUE, REWORDED)


@dataclass(frozen=True, slots=True)
class Natural:
    """A claim labelled by people, and the whole text that it is held against."""

    id: str
    set: str
    claim: str
    language: Literal["en", "zh"]
    true: bool
    source: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Material:
    """All that is measured on, by id; planted are those that somebody wrote by hand."""

    papers: dict[str, Source]
    statements: tuple[Statement, ...]
    rewordings: tuple[Case, ...] = ()
    planted: tuple[Case, ...] = ()
    natural: tuple[Natural, ...] = ()

    def __add__(self, other: Material) -> Material:
        return Material(
            self.papers | other.papers,
            self.statements + other.statements,
            self.rewordings + other.rewordings,
            self.planted + other.planted,
            self.natural + other.natural,
        )
