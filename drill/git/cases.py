"""How a case of git is written: a function of a place, with what it attacks,
its name and what is expected.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from drill.case import Case
from drill.git.place import Place, open_place

Run = Callable[[Place], str]


def case(
    to: list[Case], of: str, name: str, expected: str, quick: bool = False
) -> Callable[[Run], Run]:
    """Add the function as a case."""

    def added(run: Run) -> Run:
        def placed(folder: Path) -> str:
            with open_place(folder) as place:
                return run(place)

        to.append(Case(of, name, expected, placed, quick))
        return run

    return added
