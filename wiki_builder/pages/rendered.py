"""What rendering did, as a value for the report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wiki_builder.contract.spec import Proposal


@dataclass(frozen=True, slots=True)
class BrokenPage:
    """A page that is left alone until a person mends it."""

    path: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """What the stage did, and what a person should look at."""

    written: tuple[str, ...] = ()
    pages: int = 0
    broken: tuple[BrokenPage, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    copies: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    recovered: tuple[str, ...] = ()
    # files of data/ without which all was made, and why
    unreadable: tuple[tuple[str, str], ...] = ()
    rejected: tuple[str, ...] = ()  # papers whose page a person deleted
    lost: tuple[str, ...] = ()  # pages that may stand in a broken file
    articles: tuple[str, ...] = ()  # what is to be said of articles that are papers since now
    disk_failed: bool = False  # a page could not be written, and can be by another run
