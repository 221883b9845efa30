"""The drill of faults."""

from __future__ import annotations

from collections.abc import Sequence

from drill.case import Case, Plan


def cases(plan: Plan) -> Sequence[Case]:
    """None yet."""
    return ()
