"""Claims without their words: they tell whether a text is due, and are kept between runs, so that
no paper is read.

The cache (``.wiki/concept-texts.json``) is safe to delete.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from wiki_builder import __version__
from wiki_builder.concepts.articles.material import ORDER, Concern, Given, paper_of
from wiki_builder.core.store.caches import Cache

VERSION = "2"  # another one whenever other claims concern a concept, or cost more or less

Weights: TypeAlias = dict[str, tuple[Concern, int]]
"""By the own id of each claim of a paper that concerns a concept:
why it does, and how many tokens it costs.
"""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What of a claim decides whether it is given, and whether it changed."""

    id: str
    date: str
    hash: str
    concern: Concern = ""
    cost: int = 0

    @property
    def paper(self) -> str:
        return paper_of(self.id)


def weighed(claims: Iterable[Given]) -> str:
    """The weights of a paper's claims, as a line has them after its paper and hash; those that do
    not concern the concept are left out.
    """
    return "".join(
        f" {claim.id.partition('#')[2]}:{ORDER.index(claim.concern)}:{claim.cost}"
        for claim in claims
        if claim.concern
    )


@dataclass(frozen=True, slots=True)
class Looked:
    """A concept as it was looked at: at which ``state`` its text was not due (empty where it was),
    and its papers.

    ``papers`` has a line for each: its id, a hash of what its weights were made from, and these.
    Most are never looked into again.
    """

    state: str
    papers: str = ""

    def lines(self) -> dict[str, str]:
        """The lines by what they begin with: paper and hash."""
        return {" ".join(line.split(" ", 2)[:2]): line for line in self.papers.splitlines()}

    def weights(self) -> list[Weights]:
        """Those of each paper, in order."""
        return [dict(map(_read, line.split(" ")[2:])) for line in self.papers.splitlines()]


def _read(written: str) -> tuple[str, tuple[Concern, int]]:
    id_, concern, cost = written.rsplit(":", 2)
    return id_, (ORDER[int(concern)], int(cost))


_CACHE: Cache[dict[str, Looked]] = Cache(dict[str, Looked], f"{VERSION} {__version__}")


def read_looked(path: Path) -> Mapping[str, Looked]:
    """What is kept, by concept."""
    return _CACHE.read(path) or {}


def keep_looked(path: Path, found: dict[str, Looked]) -> None:
    """Keep it for the next run."""
    if found != read_looked(path):
        _CACHE.keep(path, found)
