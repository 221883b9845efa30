"""The drill of git: life with a repository, a real one, real commands, and the daily script as the
bot runs it.

The invariant of all cases is :func:`drill.git.said.hold`.
"""

from __future__ import annotations

from collections.abc import Sequence

from drill.case import Case, Plan
from drill.git import bot, branches, formats, formatters, machines, moved


def cases(plan: Plan) -> Sequence[Case]:
    """All cases."""
    parts = (machines, bot, moved, formatters, branches, formats)
    return tuple(case for part in parts for case in part.CASES)
