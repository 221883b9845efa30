"""What a source announced: versions of papers, by day."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

AnnounceType: TypeAlias = Literal["new", "cross", "replace", "replace-cross"]
# What says that all of a day is known, beside its feed: arXiv's list of new papers, its list of a
# past day, its OAI-PMH interface, its API.
Witness: TypeAlias = Literal["listing", "catchup", "oai", "api"]
Source: TypeAlias = Literal["feed", "list", "oai", "receipt"]
DifferenceKind: TypeAlias = Literal["late", "replaced", "cross-listed", "withdrawn", "missing"]


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
class UnreadableItem:
    """An item of an announcement that says too little to be imported:
    what it says, and what it lacks.
    """

    id: str  # "item:3f9a2c1d77b0" where it names no paper
    types: tuple[AnnounceType, ...]
    title: str
    reason: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A paper of a day of which not all sources say the same: why, and which ones say it or not.

    ``late``: submitted for an earlier day, or known only after the day was imported. ``replaced``:
    a later version stands in its place by now. ``cross-listed``: announced without a version of its
    own. ``withdrawn``: its version takes it back. ``missing``: a source lacks it, and nothing says
    why.
    """

    id: str
    kind: DifferenceKind
    said_by: tuple[Source, ...]
    not_by: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Day:
    """What was announced on one day; ``rows`` holds each id once.

    ``listed`` counts the items of the feed, in which a paper may stand twice. ``counts`` are
    the new and cross-listed papers by category. The day is closed where ``complete_by`` names
    the witness that agrees with the feed, and open where ``open`` says why none does.
    ``unread`` are items that could not be read, for the receipt; ``differences`` are the papers of
    which the sources do not say the same.
    """

    date: str
    rows: tuple[Announcement, ...]
    listed: int
    counts: dict[str, int] = field(default_factory=dict)
    complete_by: Witness | None = None
    open: str | None = None
    note: str | None = None
    unread: tuple[UnreadableItem, ...] = ()
    differences: tuple[Difference, ...] = ()
    source: str = "arxiv feed"  # where the rows are from, as receipts name it


@dataclass(frozen=True, slots=True)
class NothingAnnounced:
    """The feed is right and holds nothing, with the reason in words;
    the rest is as in :class:`Day`.
    """

    date: str
    cause: Literal["weekend", "holiday", "seen"]
    message: str
    counts: dict[str, int] = field(default_factory=dict)
    complete_by: Witness | None = None
    open: str | None = None
