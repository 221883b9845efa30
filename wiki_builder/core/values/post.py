"""Posts: work that is no paper, as a feed gave it: a lab's blog, a journal, a preprint server.

Only facts are kept: title, address, day, and the first words of what the feed itself says of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Literal, TypeAlias

_SOURCE = re.compile(r"[a-z](?:[a-z0-9-]{0,38}[a-z0-9])?")
# Names that Windows keeps for devices, and that of a list of pages.
# https://learn.microsoft.com/windows/win32/fileio/naming-a-file
_NO_SOURCES = {
    *("index", "con", "prn", "aux", "nul"),
    *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)),
}

FeedOutcome: TypeAlias = Literal["new", "quiet", "empty", "failed", "gone"]
"""``empty`` is a feed that can be read and has nothing in it, ``gone`` one whose address answers
that there is none any more.
"""


def is_source(name: str) -> bool:
    """Whether ``name`` may be that of a source, which becomes a file's and a folder's:
    ``openai``.
    """
    return _SOURCE.fullmatch(name) is not None and name not in _NO_SOURCES


@dataclass(frozen=True, slots=True)
class Post:
    """One entry of a feed that has a page here.

    ``date`` is the day that the feed states in UTC; where it states none that can be, the day on
    which a run first saw the entry, ``seen``, and ``dated`` says so. ``summary`` is plain text of
    at most 300 characters. ``papers`` are the papers at arXiv that the entry links to
    (``arxiv:2605.02801``), ``links`` other addresses under which it was given, ``keys`` hashes
    of all by which it is known again.
    """

    id: str  # "post:openai/3f9a2c1d77b0": the source and a hash of what it is known by
    source: str  # its name in wiki.toml when it was taken
    label: str  # as readers see it: "OpenAI Blog"
    title: str
    link: str
    date: str
    seen: str
    dated: bool = True
    summary: str = ""
    authors: tuple[str, ...] = ()
    doi: str | None = None
    papers: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()

    @property
    def stamp(self) -> str:
        """What lists say of where it is from: ``Nature · 2026-06-12``."""
        return f"{self.label} · {self.date}"


@dataclass(frozen=True, slots=True)
class FeedState:
    """What a run has to know of a feed since the last one.

    ``first`` is the day of the first import; ``failing`` that since which it fails, with
    ``problem``; ``gone`` the day on which ``url`` answered 410, after which it is not asked.
    ``handled`` is a hash of the answer that left nothing to do; ``left`` gives the keys of entries
    that were left out once and for all, and why: the paper that it is, or ``first``, since it was
    not among those that a first import takes.
    """

    source: str
    url: str
    first: str | None = None
    failing: str | None = None
    problem: str | None = None
    moved: str | None = None  # where ``url`` says that the feed stands for good
    gone: str | None = None
    handled: str | None = None
    left: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FeedRow:
    """What one run saw of one feed: so many entries, of which it took some, knew some, and left
    out others for reasons.
    """

    source: str
    label: str
    outcome: FeedOutcome
    entries: int = 0
    taken: tuple[str, ...] = ()
    known: int = 0
    left: dict[str, int] = field(default_factory=dict)
    papers: tuple[str, ...] = ()  # entries that are papers at arXiv, or of which there is a page
    note: str | None = None


@dataclass(frozen=True, slots=True)
class FeedReceipt:
    """What the runs of a day saw of all feeds."""

    date: str
    rows: tuple[FeedRow, ...] = ()


FAILING = 3  # days after which a feed that fails is named


def failing_feeds(states: Iterable[FeedState], today: date) -> list[str]:
    """The feeds that fail for three days, and those that are gone, each with its reason."""
    told = []
    for state in states:
        since = state.gone or state.failing
        if since and (state.gone or (today - date.fromisoformat(since)).days >= FAILING):
            told.append(f"{state.source} (since {since}: {state.problem})")
    return told
