"""What a model said about one version of a paper: claims with their evidence, in both languages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias, get_args

from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.checks import Dispute, Finding, QuoteFact, Verdict
from wiki_builder.core.values.fulltext import TextKind
from wiki_builder.core.values.relation import Relation

PaperKind: TypeAlias = Literal["method", "benchmark", "survey", "position", "theory", "system"]
Role: TypeAlias = Literal["introduces", "uses", "extends", "evaluates"]
EntityKind: TypeAlias = Literal["model", "dataset", "organisation"]
LinkKind: TypeAlias = Literal["code", "data", "project"]
Part: TypeAlias = Literal[
    "problem",
    "contributions",
    "steps",
    "results",
    "ablations",
    "comparison",
    "limitations",
    "change",
]
PARTS: tuple[Part, ...] = get_args(Part)
# What a claim's id begins with.
LETTERS: dict[Part, str] = {part: part[0] for part in PARTS} | {"comparison": "w", "change": "v"}
ROLES: tuple[Role, ...] = ("introduces", "extends", "uses", "evaluates")


@dataclass(frozen=True, slots=True)
class Evidence:
    """A verbatim quote, the passage that it stands in, and a sentence around it.

    ``before`` and ``after`` are the text around the quote, so that it can be
    read in place; they are empty where the quote was not found.
    """

    passage: str
    quote: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One measured result; a field that the paper does not state is ``None``.

    ``setting`` is what else it holds for: model and size, split, shots, budget.
    """

    dataset: str | None
    metric: str | None
    value: str
    unit: str | None = None
    baseline: str | None = None
    setting: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """One checkable statement of an analysis.

    ``id`` is the part's letter and a short hash of the quote, unique in its
    paper and never used again: ``c3f9a2c1``. ``derived`` says how numbers come about that the
    quote does not state (``49.8 − 47.2``); ``attributed``, that wording and quote both call
    something first, only or best.
    """

    id: str
    part: Part
    text: Bilingual
    evidence: Evidence
    quote: QuoteFact = "found"
    findings: tuple[Finding, ...] = ()
    derived: tuple[str, ...] = ()
    attributed: bool = False
    label: Bilingual | None = None
    substeps: tuple[Bilingual, ...] = ()
    row: ResultRow | None = None
    origin: Literal["stated", "inferred"] | None = None
    disputed: Dispute | None = None
    verdicts: tuple[Verdict, ...] = ()  # a judge's, by language; none where it was not judged
    row_verdict: Verdict | None = None  # likewise, on its row in the results' table


@dataclass(frozen=True, slots=True)
class Former:
    """A claim of an earlier reading that the latest one does not make: kept for the words that a
    person gave it.

    ``text`` and ``version`` say where its quote stands.
    """

    claim: Claim
    text: TextKind
    version: int | None = None


@dataclass(frozen=True, slots=True)
class ConceptMention:
    """A concept as one paper uses it, before and after its name was resolved.

    ``concept`` is the registry's id, empty until the link stage has run.
    ``in_text`` says whether the English name stands in the paper.
    """

    same_by: ClassVar[tuple[str, ...]] = ("name.en", "role")

    name: Bilingual
    role: Role
    why: Bilingual
    gloss: Bilingual | None = None
    in_text: bool = True
    concept: str = ""


@dataclass(frozen=True, slots=True)
class Entity:
    """A model, dataset or organisation that a paper names;
    ``concept`` is the registry's id once it is linked.
    """

    same_by: ClassVar[tuple[str, ...]] = ("name", "kind")

    name: str
    kind: EntityKind
    concept: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """An address that the paper itself gives for its code, data or project."""

    same_by: ClassVar[tuple[str, ...]] = ("url",)

    kind: LinkKind
    url: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a reply came from and what it cost."""

    engine: str
    model: str
    prompt: str  # "paper/1"
    schema: str
    date: str
    terms: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a model said about one version of a paper, validated and grounded.

    ``judge`` says who judged it last, with the cost of that. ``judged`` holds a hash of each
    statement that a judge was shown, so that what is reworded is not taken for judged; ``verdicts``
    are those on statements that are no claims. ``mend`` says who worded claims anew that a judge
    did not find in their evidence. ``short`` is the paper's own name for its method or dataset,
    empty where it has none; ``repeated`` counts the statements that said again what another one
    says, by the same quote, and were left out. Where the analysis was made from an earlier version
    than the one that it holds for, ``change`` says who worded anew what did not stand in that one,
    and ``dropped`` counts the claims that it does not bear out any more. ``relations`` says how its
    findings stand to those of papers that came before, and ``compared`` who said so.
    """

    same_by: ClassVar[tuple[str, ...]] = ("provenance", "headline.en", "summary.en")

    kind: PaperKind
    headline: Bilingual
    summary: Bilingual
    abstract_zh: str
    importance: int
    reason: Bilingual
    method: Bilingual
    claims: tuple[Claim, ...]
    concepts: tuple[ConceptMention, ...]
    entities: tuple[Entity, ...]
    links: tuple[Link, ...]
    provenance: Provenance
    # What the rules found in the fields that are no claims, by field and language ("summary.zh").
    findings: dict[str, tuple[Finding, ...]] = field(default_factory=dict)
    judge: Provenance | None = None
    judged: dict[str, str] = field(default_factory=dict)
    verdicts: dict[str, tuple[Verdict, ...]] = field(default_factory=dict)
    mend: Provenance | None = None
    short: str = ""
    repeated: int = 0
    change: Provenance | None = None
    dropped: int = 0
    relations: tuple[Relation, ...] = ()
    compared: Provenance | None = None

    def of(self, part: Part) -> tuple[Claim, ...]:
        """The claims of one part, in the model's order, failed ones included."""
        return tuple(c for c in self.claims if c.part == part)
