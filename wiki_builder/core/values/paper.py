"""A paper: its versions, its analysis or why it has none, its figures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeAlias

from wiki_builder.core.values.analysis import Analysis, Former
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.fulltext import TextInfo

ImageType: TypeAlias = Literal["png", "jpeg", "webp"]


@dataclass(frozen=True, slots=True)
class Pending:
    """No reply yet, and why ("no model is set up")."""

    reason: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The reading failed, and why; ``reply`` names the file of the raw reply, if there is one.

    ``attempts`` counts the runs that failed so; ``passing`` says that the cause was not the
    paper's.
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
    also: tuple[str, ...] = ()  # the same work elsewhere: "arxiv:1911.02782"
    figures: tuple[Figure, ...] = ()
    # of its last reading but one, and of older ones what a person's words hold
    former: tuple[Former, ...] = ()
    # the day of its first analysis, where another day's stands in its place
    first_read: str | None = None
    full: bool = False  # a person wants its full text read, whatever the settings' order says

    def __post_init__(self) -> None:
        """A file that a person shortened is no paper, and harms no other."""
        if not self.versions:
            raise ValueError("a paper has a version at least")

    @property
    def latest(self) -> Version:
        return self.versions[-1]

    def with_(self, **changes: object) -> Paper:
        """A copy with some fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]  # replace() checks the names at run time
