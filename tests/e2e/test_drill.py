"""A part of each drill, with every run of the tests; ``make drill`` runs all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from drill.__main__ import KINDS, cases
from drill.case import Case, Plan
from tests.site.chromium import IN_A_BROWSER

QUICK = [(kind, case) for kind in KINDS for case in cases(kind, Plan()) if case.quick]


def _parameters() -> list[object]:
    marks = {True: IN_A_BROWSER, False: []}
    return [
        pytest.param(case, id=f"{kind}-{case.of}-{case.name}", marks=marks[case.browser])
        for kind, case in QUICK
    ]


@pytest.mark.process
@pytest.mark.parametrize("case", _parameters())
def test_what_is_expected_is_seen(case: Case, tmp_path: Path) -> None:
    """Each case asserts what must come of its attack."""
    assert case.run(tmp_path)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_its_part_and_its_names(kind: str) -> None:
    """Every kind is drilled here in part, and no two of its cases have one name."""
    made = cases(kind, Plan())
    # its part is tests/site/test_firefox.py
    assert any(case.quick for case in made) or not made or kind == "browsers"
    assert len({(case.of, case.name) for case in made}) == len(made)
