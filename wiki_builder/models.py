"""The values that pass between the stages.

Everything here is a frozen value without behaviour beyond small derived
properties. Nothing here reads files, the network or the clock. Dates are ISO
strings (``2026-05-05``), languages are the two of :class:`Bilingual`, and money
is in the currency of the wiki's settings. ``same_by`` says which fields make a part of a file
the same one when it is written again (:mod:`wiki_builder.newer`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, TypeAlias

Language: TypeAlias = Literal["en", "zh"]
LANGUAGES: tuple[Language, Language] = ("en", "zh")

AnnounceType: TypeAlias = Literal["new", "cross", "replace", "replace-cross"]
PaperKind: TypeAlias = Literal["method", "benchmark", "survey", "position", "theory", "system"]
TextKind: TypeAlias = Literal["html", "pdf", "abstract"]
Role: TypeAlias = Literal["introduces", "uses", "extends", "evaluates"]
EntityKind: TypeAlias = Literal["model", "dataset", "organisation"]
ConceptKind: TypeAlias = Literal["concept", "model", "dataset", "organisation"]
TermPolicy: TypeAlias = Literal["zh", "en", "both"]
LinkKind: TypeAlias = Literal["code", "data", "project"]
Part: TypeAlias = Literal["contributions", "steps", "results", "limitations"]
ClaimState: TypeAlias = Literal["verified", "quoted", "unverified", "failed"]
ImageType: TypeAlias = Literal["png", "jpeg", "webp"]
Outcome: TypeAlias = Literal["taken", "known", "skipped", "failed"]
# What says that all of a day is known, beside its feed: arXiv's list of new papers, its list of a past day, its API.
Witness: TypeAlias = Literal["listing", "catchup", "api"]

PARTS: tuple[Part, ...] = ("contributions", "steps", "results", "limitations")
ROLES: tuple[Role, ...] = ("introduces", "extends", "uses", "evaluates")


# Kind and own part, in segments that begin with a letter or digit: never `..`, never absolute.
_ID = re.compile(r"[a-z]+:[A-Za-z0-9][A-Za-z0-9_-]*(?:[./][A-Za-z0-9_-]+)*")
_MOST_ID = 150  # characters; file names stay below every file system's limit


def is_id(text: str) -> bool:
    """Whether ``text`` has the form of a paper's or page's id, which becomes a path: ``arxiv:2605.02801``."""
    return len(text) <= _MOST_ID and _ID.fullmatch(text) is not None


def digest(text: str, length: int = 8) -> str:
    """A short, stable BLAKE2b hash of ``text``: ``length`` hexadecimal digits."""
    return hashlib.blake2b(text.encode("utf-8"), digest_size=32).hexdigest()[:length]


@dataclass(frozen=True, slots=True)
class Bilingual:
    """One value with its English and its Chinese rendering."""

    en: str
    zh: str

    def __getitem__(self, language: Language) -> str:
        return self.en if language == "en" else self.zh


# --- What a source announces -------------------------------------------------


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a paper as its source describes it.

    ``number`` is ``None`` where the source does not say which version it is.
    ``announced`` is the day of the announcement; ``submitted`` (the day the
    version was submitted) is known from arXiv's API only.
    """

    same_by: ClassVar[tuple[str, ...]] = ("number",)

    number: int | None
    title: str
    authors: tuple[str, ...]
    abstract: str
    categories: tuple[str, ...]  # the first one is the primary category
    announced: str | None = None
    submitted: str | None = None
    comment: str | None = None
    journal_ref: str | None = None
    doi: str | None = None
    licence: str | None = None


@dataclass(frozen=True, slots=True)
class Announcement:
    """One row of an announcement: a paper's id, how it was announced, and its version."""

    id: str  # "arxiv:2605.02801"
    types: tuple[AnnounceType, ...]
    version: Version


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An item of an announcement that says too little to be imported: what it says, and what it lacks."""

    id: str  # "item:3f9a2c1d77b0" where it names no paper
    types: tuple[AnnounceType, ...]
    title: str
    reason: str


@dataclass(frozen=True, slots=True)
class Day:
    """What was announced on one day; ``rows`` holds each id once.

    ``listed`` counts the items of the feed, in which a paper may stand twice. ``counts`` are
    the new and cross-listed papers by category. The day is closed where ``complete_by`` names
    the witness that agrees with the feed, and open where ``open`` says why none does.
    ``unread`` are items that could not be read, for the receipt.
    """

    date: str
    rows: tuple[Announcement, ...]
    listed: int
    counts: dict[str, int] = field(default_factory=dict)
    complete_by: Witness | None = None
    open: str | None = None
    note: str | None = None
    unread: tuple[Unreadable, ...] = ()


@dataclass(frozen=True, slots=True)
class NothingAnnounced:
    """The feed is right and holds nothing, with the reason in words; the rest is as in :class:`Day`."""

    date: str
    cause: Literal["weekend", "holiday", "seen"]
    message: str
    counts: dict[str, int] = field(default_factory=dict)
    complete_by: Witness | None = None
    open: str | None = None


# --- What a paper says -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a paper's text that has an address.

    ``id`` is the paragraph's id in arXiv's HTML (``S3.p2``), ``page=7`` in a
    PDF, or ``abstract``. ``section`` is the title of the section it stands in.
    """

    id: str
    text: str
    section: str = ""
    kind: Literal["abstract", "paragraph", "caption", "table", "page", "references"] = "paragraph"


@dataclass(frozen=True, slots=True)
class Fallback:
    """A better text that could not be had, and why.

    ``doubtful`` says that the upstream sent something that is not it, or not all of it:
    asked again another time, it may send the right one.
    """

    same_by: ClassVar[tuple[str, ...]] = ("kind",)

    kind: TextKind
    reason: str
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class FullText:
    """A paper's text in addressed passages, the references apart (``kind == "references"``)."""

    kind: TextKind
    passages: tuple[Passage, ...]
    url: str | None = None
    fallbacks: tuple[Fallback, ...] = ()

    @property
    def hash(self) -> str:
        """16 hexadecimal digits that change when any passage changes."""
        return digest("\x00".join(f"{p.id}\x01{p.text}" for p in self.passages), 16)

    def __iter__(self) -> Iterator[Passage]:
        return iter(self.passages)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The passages of a full text that a model is shown, and the sections it is not."""

    passages: tuple[Passage, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TextInfo:
    """What is kept in ``data/`` of the text that an analysis was made from."""

    same_by: ClassVar[tuple[str, ...]] = ("kind", "hash", "version")

    kind: TextKind
    hash: str
    passages: int
    url: str | None = None
    fallbacks: tuple[Fallback, ...] = ()
    left_out: tuple[str, ...] = ()
    version: int | None = None  # of the paper, where known


# --- What a model said, checked ----------------------------------------------


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
    """One measured result; a field that the paper does not state is ``None``."""

    dataset: str | None
    metric: str | None
    value: str
    unit: str | None = None
    baseline: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """One checkable statement of an analysis.

    ``id`` is the part's first letter and a short hash of the quote, unique in
    its paper and never used again: ``c3f9a2c1``.
    """

    id: str
    part: Part
    text: Bilingual
    evidence: Evidence
    state: ClaimState
    label: Bilingual | None = None
    problems: tuple[str, ...] = ()
    substeps: tuple[Bilingual, ...] = ()
    row: ResultRow | None = None
    origin: Literal["stated", "inferred"] | None = None


@dataclass(frozen=True, slots=True)
class Former:
    """A claim of an earlier reading that the latest one does not make: kept for the words that a person gave it.

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
    """A model, dataset or organisation that a paper names; ``concept`` is the registry's id once it is linked."""

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
    """What a model said about one version of a paper, validated and grounded."""

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
    # Numbers that a field states and the paper does not, by field ("summary.zh").
    doubts: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def of(self, part: Part) -> tuple[Claim, ...]:
        """The claims of one part, in the model's order, failed ones included."""
        return tuple(c for c in self.claims if c.part == part)


@dataclass(frozen=True, slots=True)
class Pending:
    """No reply yet, and why ("no model is set up")."""

    reason: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The reading failed, and why; ``reply`` names the file of the raw reply, if there is one.

    ``attempts`` counts the runs that failed so; ``passing`` says that the cause was not the paper's.
    """

    reason: str
    reply: str | None = None
    attempts: int = 1
    passing: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a paper that the wiki keeps beside the paper's page.

    ``number`` counts the kept ones from 1 and names the file; ``label`` is what the paper
    calls it. The caption is the paper's own, maths between dollars. ``licence`` is that of
    ``version``, by its address; ``anchor`` is the figure's id in the paper's HTML; ``sha256``
    is that of the file as the builder wrote it, and sides are in pixels.
    """

    same_by: ClassVar[tuple[str, ...]] = ("number", "sha256")

    number: int
    type: ImageType
    width: int
    height: int
    sha256: str
    caption: str
    licence: str
    version: int
    label: str = ""
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Related:
    """A related paper: a score from 0 to 1 and the ids of the concepts that both share."""

    id: str
    score: float
    concepts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Paper:
    """All that the wiki knows of one paper: one file under ``data/papers/``.

    ``status`` says what became of reading it: an :class:`Analysis` stands in
    ``analysis``, otherwise ``pending`` or ``failed`` says why not.
    """

    id: str
    versions: tuple[Version, ...]
    imported: str
    run: str  # the receipt that tells of its import
    text: TextInfo | None = None
    analysis: Analysis | None = None
    pending: Pending | None = None
    failed: Failed | None = None
    related: tuple[Related, ...] = ()
    also: tuple[str, ...] = ()  # the same work elsewhere: "arxiv:1911.02782"
    figures: tuple[Figure, ...] = ()
    former: tuple[Former, ...] = ()  # of its last reading but one, and of older ones what a person's words hold
    first_read: str | None = None  # the day of its first analysis, where another day's stands in its place

    @property
    def latest(self) -> Version:
        return self.versions[-1]

    def with_(self, **changes: object) -> Paper:
        """A copy with some fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]  # replace() checks the names at run time


# --- Concepts ----------------------------------------------------------------


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
    term: TermPolicy = "zh"  # how Chinese text names it: in Chinese, in English, or both at first mention
    aliases: tuple[Alias, ...] = ()
    broader: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    not_same_as: tuple[str, ...] = ()
    maybe_same_as: tuple[MaybeSame, ...] = ()
    merged: Merged | None = None
    split_from: str | None = None
    papers: tuple[str, ...] = ()
    pinned: bool = False


ConceptPart: TypeAlias = Literal["definition", "development", "techniques", "questions", "differences"]
CONCEPT_PARTS: tuple[ConceptPart, ...] = ("definition", "development", "techniques", "questions", "differences")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a concept's page and the claims that it rests on: ``arxiv:2605.02801#c3f9a2c1``."""

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


# --- Receipts ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one announced paper; ``reason`` is there unless it was taken."""

    id: str
    types: tuple[AnnounceType, ...]
    outcome: Outcome
    title: str
    version: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a run saw, took, skipped and failed, for one announcement day or one query.

    ``rows`` holds one row for each announced id, so ``len(rows) == announced``.
    ``query`` and ``total`` are there for catch-up through the API. ``counts`` are the new and
    cross-listed papers by followed category. A day is closed by the witness ``complete_by``;
    while ``open`` says why it may lack papers, later runs ask again. Neither is there where no
    witness was to be had for so long that nobody asks any more.
    """

    name: str  # the file's stem: "2026-05-05", "api-2026-05-06--2026-05-08", "add-2026-05-05"
    source: str
    date: str
    announced: int
    listed: int
    rows: tuple[Row, ...]
    note: str | None = None
    query: str | None = None
    total: int | None = None
    counts: dict[str, int] = field(default_factory=dict)
    complete_by: Witness | None = None
    open: str | None = None

    def count(self, outcome: Outcome) -> int:
        return sum(row.outcome == outcome for row in self.rows)


@dataclass(frozen=True, slots=True)
class Entry:
    """Something announced and not read: kept as title and abstract in ``data/entries/``."""

    id: str
    date: str
    title: str
    authors: tuple[str, ...]
    abstract: str
    categories: tuple[str, ...]
    version: int | None = None
