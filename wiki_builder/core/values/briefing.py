"""What was written about a day or a week across its papers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import ClassVar, Final, Literal, TypeAlias

from wiki_builder.core.values.analysis import Provenance
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.checks import Verdict

BriefingPart: TypeAlias = Literal["happened", "connects", "disagrees", "read_first"]
BRIEFING_PARTS: Final[tuple[BriefingPart, ...]] = (
    "happened",
    "connects",
    "disagrees",
    "read_first",
)
_WEEK = re.compile(r"(\d{4})-W(\d\d)")


@dataclass(frozen=True, slots=True)
class BriefingSentence:
    """One sentence and the claims that it rests on (``arxiv:2605.02801#c3f9a2c1``).

    ``about`` is the concept by which papers connect, or the paper that is to be read; ``verdicts``
    are what a judge says of it, a language each.
    """

    same_by: ClassVar[tuple[str, ...]] = ("claims",)

    text: Bilingual
    claims: tuple[str, ...]
    about: str = ""
    verdicts: tuple[Verdict, ...] = ()

    @property
    def is_denied(self) -> bool:
        """Whether a judge did not find it in its claims, in either language."""
        return any(verdict.says != "supported" for verdict in self.verdicts)


@dataclass(frozen=True, slots=True)
class Briefing:
    """What a model wrote about a day (``2026-06-16``) or an ISO week (``2026-W25``) from claims
    that stood, and from which.

    ``claims`` holds every claim that the model was given, with a short hash of its words; so it
    can be told when they changed. Sentences cite a part of them. ``judge`` says who judged them,
    ``mend`` who was asked to word anew what the judge had denied.
    """

    same_by: ClassVar[tuple[str, ...]] = ("provenance",)

    name: str
    happened: tuple[BriefingSentence, ...]
    connects: tuple[BriefingSentence, ...]
    disagrees: tuple[BriefingSentence, ...]
    read_first: tuple[BriefingSentence, ...]
    claims: dict[str, str]
    provenance: Provenance
    judge: Provenance | None = None
    mend: Provenance | None = None

    def of(self, part: BriefingPart) -> tuple[BriefingSentence, ...]:
        """The sentences of one part, in order."""
        sentences: tuple[BriefingSentence, ...] = getattr(self, part)
        return sentences


def week_of(day: str) -> str:
    """The ISO week in which a day is: ``2026-W25``."""
    year, week, _ = date.fromisoformat(day).isocalendar()
    return f"{year}-W{week:02}"


def is_week(name: str) -> bool:
    """Whether ``name`` is an ISO week that there is."""
    found = _WEEK.fullmatch(name)
    try:
        return found is not None and bool(date.fromisocalendar(int(found[1]), int(found[2]), 1))
    except ValueError:
        return False


def days_of(week: str) -> tuple[str, str]:
    """Monday and Sunday of an ISO week.

    Raises:
        ValueError: it is none.
    """
    found = _WEEK.fullmatch(week)
    if found is None:
        raise ValueError(f"{week!r} is no ISO week")
    monday = date.fromisocalendar(int(found[1]), int(found[2]), 1)
    return monday.isoformat(), (monday + timedelta(days=6)).isoformat()
