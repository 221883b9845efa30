"""What the benchmark of grounding ships and plants, made once in a process."""

from __future__ import annotations

import sys
from functools import cache

from benchmarks.grounding.measure import cases_of, shipped
from benchmarks.grounding.statement import Case, Material, Statement
from tests.once import SLOW


@cache
def material() -> Material:
    sys.audit(SLOW)
    return shipped()


@cache
def cases() -> tuple[Case, ...]:
    return cases_of(material())


@cache
def truths() -> dict[str, Statement]:
    return {statement.id: statement for statement in material().statements}
