"""What a model is given about a day or a week: its papers with claims that stand, the concepts that
connect them, and findings that were laid beside one another; a closed list, chosen the same way
every time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Final

from wiki_builder.concepts.articles.material import OVERHEAD, CitedClaim
from wiki_builder.core.values.analysis import Part
from wiki_builder.core.values.bilingual import Bilingual, digest
from wiki_builder.core.values.briefing import is_week
from wiki_builder.core.values.relation import RelationKind
from wiki_builder.fulltext.choose import tokens

# of claims; what stands around them comes on top
DAY_TOKENS: Final = 5_000
WEEK_TOKENS: Final = 7_000
MOST_OF_A_PAPER: Final = {"day": 6, "week": 4}  # claims
MOST_PAPERS: Final = {"day": 30, "week": 40}
# The parts of a paper in the order in which they are of use here; each time round one of each.
_ROUND: Final[tuple[Part, ...]] = ("contributions", "results", "limitations", "problem")


@dataclass(frozen=True, slots=True)
class GivenClaim(CitedClaim):
    """A claim that stands, as a person left it; a language in which they did not follow the other's
    rewording is empty.
    """

    id: str  # "arxiv:2605.02801#c3f9a2c1"
    part: Part
    text: Bilingual
    quote: str

    @property
    def cost(self) -> int:
        """How many tokens it takes to give it."""
        return tokens(f"{self.short} {self.part} {self.words}") + OVERHEAD


@dataclass(frozen=True, slots=True)
class GivenPaper:
    """A paper of the day or week, or (``before``) an earlier one that it bears on.

    ``headline`` and ``summary`` are for orientation: nothing may be cited but claims.
    """

    id: str
    title: str
    field: str  # its primary category
    date: str
    importance: int | None
    headline: Bilingual
    summary: Bilingual
    claims: tuple[GivenClaim, ...]
    before: bool = False

    @property
    def short(self) -> str:
        """The id that a model is shown."""
        return self.id.partition(":")[2]


@dataclass(frozen=True, slots=True)
class Shared:
    """A concept that connects papers of the list: its names in each language, its own first."""

    id: str
    name: Bilingual
    english: tuple[str, ...]
    chinese: tuple[str, ...]
    papers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two findings that were laid beside one another, and how they stand."""

    ref: str  # "R1"
    kind: RelationKind
    text: Bilingual
    claims: tuple[str, str]


@dataclass(frozen=True, slots=True)
class BriefingMaterial:
    """All that a model is given about one day or week."""

    name: str
    papers: tuple[GivenPaper, ...]
    concepts: tuple[Shared, ...] = field(default=())
    pairs: tuple[Pair, ...] = field(default=())

    @property
    def weekly(self) -> bool:
        return is_week(self.name)

    @property
    def own(self) -> tuple[GivenPaper, ...]:
        """The papers of the day or week itself."""
        return tuple(paper for paper in self.papers if not paper.before)

    @property
    def claims(self) -> tuple[GivenClaim, ...]:
        return tuple(claim for paper in self.papers for claim in paper.claims)

    @property
    def hash(self) -> str:
        """16 hexadecimal digits that change with anything that is given."""
        return digest(repr(self), 16)

    @property
    def hashes(self) -> dict[str, str]:
        """The claims by id, each with the hash of its words."""
        return {claim.id: claim.hash for claim in self.claims}


def within(papers: Sequence[GivenPaper], weekly: bool) -> tuple[GivenPaper, ...]:
    """The weightiest papers with as many of their claims as the budget holds: of each paper one
    more in every round, so that no paper takes the room of another. A paper of which none fits is
    left out. The order stays.
    """
    kind = "week" if weekly else "day"
    budget = WEEK_TOKENS if weekly else DAY_TOKENS
    weighty = sorted(papers, key=lambda paper: (-(paper.importance or 0), paper.id))
    queues = {p.id: _in_rounds(p.claims)[: MOST_OF_A_PAPER[kind]] for p in weighty}
    taken: dict[str, list[GivenClaim]] = {}
    chosen = [paper.id for paper in weighty[: MOST_PAPERS[kind]]]
    for row in zip_longest(*(queues[id_] for id_ in chosen)):
        for claim in filter(None, row):
            if claim.cost <= budget:
                taken.setdefault(claim.paper, []).append(claim)
                budget -= claim.cost
    return tuple(
        replace(paper, claims=_in_order(paper, taken[paper.id]))
        for paper in papers
        if paper.id in taken
    )


def _in_rounds(claims: Sequence[GivenClaim]) -> list[GivenClaim]:
    """First one of each part, then a second one of each, then the rest as it comes."""
    parts = [[claim for claim in claims if claim.part == part] for part in _ROUND]
    rounds = [claim for row in zip_longest(*parts) for claim in row if claim]
    return [*rounds, *(claim for claim in claims if claim.part not in _ROUND)]


def _in_order(paper: GivenPaper, taken: Sequence[GivenClaim]) -> tuple[GivenClaim, ...]:
    return tuple(claim for claim in paper.claims if claim in taken)
