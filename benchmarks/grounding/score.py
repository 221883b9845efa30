"""From verdicts to figures: shares caught and accused, with the interval that they may lie in."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from benchmarks.grounding.checker import Verdict
from benchmarks.grounding.plants import FAMILY_OF, KINDS
from benchmarks.grounding.split import is_held_out
from benchmarks.grounding.statement import Case, Natural

Z: Final = 1.959964  # 95 % of a normal distribution lie within so many deviations
RESAMPLED: Final = 2_000


@dataclass(frozen=True, slots=True)
class Share:
    """``hits`` of ``n``, and the Wilson interval of 95 % of the share that they stand for.

    Wilson 1927, doi:10.1080/01621459.1927.10502953.
    """

    hits: int
    n: int

    @property
    def share(self) -> float:
        return self.hits / self.n if self.n else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        if not self.n:
            return 0.0, 1.0
        middle = (self.share + Z**2 / (2 * self.n)) / (1 + Z**2 / self.n)
        spread = self.share * (1 - self.share) / self.n + Z**2 / (4 * self.n**2)
        half = Z * math.sqrt(spread) / (1 + Z**2 / self.n)
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A case, what the rules made of it, and whether a judge denied it; ``None``: nobody asked.

    What is not ``askable`` no judge is asked about: its quote is not in the paper, or it is said
    to be the model's own inference or opinion.
    """

    case: Case
    text: str  # the kind of the paper's text: abstract, html, pdf
    rules: Verdict
    denied: bool | None = None
    askable: bool = True

    @property
    def together(self) -> bool:
        """Whether rules or a judge that is asked about all accuse it."""
        return self.rules.accused or self.denied is True

    @property
    def doubtful(self) -> bool:
        """Whether it is accused where a judge is asked only what the rules could not settle."""
        return self.rules.accused or (self.rules.asks and self.denied is True)


@dataclass(frozen=True, slots=True)
class Figures:
    """What became of some cases: how many the rules accused, and how many a page would not show as
    quiet (``flagged``: accused or not settled; a mere reason to ask does not count); of those that
    a judge was asked about, how many it denied; and what both come to, of those that it was asked
    about or need not be.
    """

    n: int
    rules: Share
    flagged: Share
    judge: Share
    together: Share
    doubtful: Share


def figures(outcomes: Iterable[Outcome]) -> Figures:
    """The figures of some cases."""
    all_ = list(outcomes)
    asked = [one for one in all_ if one.denied is not None]
    settled = [one for one in all_ if one.denied is not None or not one.askable] if asked else []

    def share(which: Sequence[Outcome], hit: Callable[[Outcome], bool]) -> Share:
        return Share(sum(map(hit, which)), len(which))

    return Figures(
        len(all_),
        share(all_, lambda one: one.rules.accused),
        share(all_, lambda one: one.rules.look != "quiet"),
        share(asked, lambda one: one.denied is True),
        share(settled, lambda one: one.together),
        share(settled, lambda one: one.doubtful),
    )


@dataclass(frozen=True, slots=True)
class OfKind:
    """The figures of one kind of error."""

    kind: str
    family: str
    held_out: bool
    figures: Figures


def by_kind(outcomes: Sequence[Outcome]) -> tuple[OfKind, ...]:
    """The planted claims by kind, in the order of the families; what was planted into other fields
    stands apart.
    """
    planted = [one for one in outcomes if not one.case.is_true and one.case.statement.is_claim]
    kinds = [*KINDS, *sorted({one.case.kind for one in planted} - KINDS.keys())]
    found = ((kind, [one for one in planted if one.case.kind == kind]) for kind in kinds)
    return tuple(
        OfKind(kind, FAMILY_OF.get(kind, "by hand"), is_held_out(kind), figures(cases))
        for kind, cases in found
        if cases
    )


def mean(shares: Iterable[Share]) -> float | None:
    """The mean of shares, each kind counting once however many cases it has; none without any."""
    counted = [share.share for share in shares if share.n]
    return sum(counted) / len(counted) if counted else None


# --- Claims labelled by people ------------------------------------------------


@dataclass(frozen=True, slots=True)
class Balanced:
    """How well claims labelled by people are told apart: the mean of the shares of true and false
    ones that are taken as what they are, and the interval of 95 % by resampling.
    """

    n: int
    accuracy: float
    interval: tuple[float, float]


def balanced(labels: Sequence[tuple[bool, bool]], seed: str) -> Balanced:
    """The balanced accuracy of pairs of what is true and what was taken as true."""
    rng = random.Random(seed)
    drawn = sorted(
        _accuracy(rng.choices(labels, k=len(labels))) for _ in range(RESAMPLED if labels else 0)
    )
    low, high = (drawn[int(RESAMPLED * p)] for p in (0.025, 0.975)) if drawn else (0.0, 1.0)
    return Balanced(len(labels), _accuracy(labels), (low, high))


def _accuracy(labels: Sequence[tuple[bool, bool]]) -> float:
    shares = [
        Share(sum(taken == true for true, taken in of), len(of))
        for of in ([pair for pair in labels if pair[0]], [pair for pair in labels if not pair[0]])
    ]
    return sum(share.share for share in shares) / 2


def by_set(natural: Sequence[Natural], taken: Mapping[str, bool]) -> dict[str, Balanced]:
    """The balanced accuracy of each set, of those claims that ``taken`` says something of."""
    sets = dict.fromkeys(one.set for one in natural)
    return {
        name: balanced(
            [(one.true, taken[one.id]) for one in natural if one.set == name and one.id in taken],
            name,
        )
        for name in sets
    }
