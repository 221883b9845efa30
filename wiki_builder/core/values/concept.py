"""A concept of the registry, and the text about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from wiki_builder.core.values.analysis import Provenance
from wiki_builder.core.values.bilingual import Bilingual, Language

ConceptKind: TypeAlias = Literal["concept", "model", "dataset", "organisation"]
TermPolicy: TypeAlias = Literal["zh", "en", "both"]


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of a concept, where it came from and whether a person agreed."""

    name: str
    language: Language
    origin: Literal["person", "paper", "model"] = "model"
    status: Literal["approved", "proposed", "rejected"] = "approved"


@dataclass(frozen=True, slots=True)
class Merged:
    """That a concept was merged into another one, who decided it and why."""

    into: str
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MaybeSame:
    """A merge that nobody has decided: the other concept, who proposes it and why."""

    id: str
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Concept:
    """An idea that papers share, or a named thing: one file under ``data/concepts/``.

    ``id`` is the first slug of its English name: it is the address of its page and
    never changes. A merged concept keeps its file, and with it its names: they lead to
    the concept that it went into. ``split_from`` with ``papers`` says which papers'
    mentions of another concept are meant to be of this one.
    """

    id: str
    name: Bilingual
    founded: str  # the paper that brought it into the wiki
    kind: ConceptKind = "concept"
    gloss: Bilingual | None = None
    gloss_from: str | None = None  # the paper whose analysis words the gloss; None: a person
    # how Chinese text names it: in Chinese, in English, or both at first mention
    term: TermPolicy = "zh"
    aliases: tuple[Alias, ...] = ()
    broader: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    not_same_as: tuple[str, ...] = ()
    maybe_same_as: tuple[MaybeSame, ...] = ()
    merged: Merged | None = None
    split_from: str | None = None
    papers: tuple[str, ...] = ()
    pinned: bool = False


ConceptPart: TypeAlias = Literal[
    "definition", "development", "techniques", "questions", "differences"
]
CONCEPT_PARTS: tuple[ConceptPart, ...] = (
    "definition",
    "development",
    "techniques",
    "questions",
    "differences",
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a concept's page and the claims that it rests on:
    ``arxiv:2605.02801#c3f9a2c1``.
    """

    same_by: ClassVar[tuple[str, ...]] = ("claims",)

    text: Bilingual
    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConceptText:
    """What a model wrote about a concept from verified claims, and from which.

    ``claims`` holds every claim that the model was given, with a short hash of its
    words; so it can be told when they changed. Sentences cite a part of them.
    """

    same_by: ClassVar[tuple[str, ...]] = ("provenance",)

    concept: str
    definition: tuple[Sentence, ...]
    development: tuple[Sentence, ...]
    techniques: tuple[Sentence, ...]
    questions: tuple[Sentence, ...]
    differences: tuple[Sentence, ...]
    claims: dict[str, str]
    provenance: Provenance

    def of(self, part: ConceptPart) -> tuple[Sentence, ...]:
        """The sentences of one part, in order."""
        sentences: tuple[Sentence, ...] = getattr(self, part)
        return sentences
