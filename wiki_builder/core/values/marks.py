"""What a reader marked: read, later, star, not for me; on whichever device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

MarkKind: TypeAlias = Literal["read", "later", "star", "no"]
KINDS: Final[tuple[MarkKind, ...]] = get_args(MarkKind)
# of which the one that was set later holds; at one moment what stands first here
_EITHER: Final[tuple[tuple[MarkKind, MarkKind], ...]] = (
    ("no", "star"),
    ("no", "later"),
    ("read", "later"),
)


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """That a mark was set or taken away, and when: ``2026-05-05T08:30:12Z``."""

    at: str
    on: bool = True


Marks: TypeAlias = Mapping[str, Mapping[MarkKind, Mark]]
"""By paper and kind the last that was said."""


def merged(*all_: Marks) -> Marks:
    """What all say together: of each paper and kind the last word counts; in whatever order, and
    however often they are told, the same comes out (a last-writer-wins map, Shapiro et al. 2011).
    """
    found: dict[str, dict[MarkKind, Mark]] = {}
    for marks in all_:
        for paper, kinds in marks.items():
            own = found.setdefault(paper, {})
            for kind, mark in kinds.items():
                own[kind] = max(mark, own.get(kind, mark))
    return {
        id_: {kind: own[kind] for kind in KINDS if kind in own}
        for id_, own in sorted(found.items())
    }


def standing(marks: Marks) -> dict[MarkKind, dict[str, str]]:
    """By kind the papers that have the mark, each with when it was set, the earliest first."""
    found: dict[MarkKind, list[tuple[str, str]]] = {kind: [] for kind in KINDS}
    for paper, own in marks.items():
        on = {kind: mark for kind, mark in own.items() if mark.on}
        both = [(a, b) for a, b in _EITHER if a in on and b in on]
        taken = {a if on[a] < on[b] else b for a, b in both}
        for kind, mark in on.items():
            if kind not in taken:
                found[kind].append((mark.at, paper))
    return {kind: {paper: at for at, paper in sorted(of)} for kind, of in found.items()}
