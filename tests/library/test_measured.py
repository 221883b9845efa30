"""What papers measured on one dataset, whatever they call it."""

from __future__ import annotations

import pytest

from wiki_builder.concepts.registry import Registry
from wiki_builder.core.errors import UsageError
from wiki_builder.core.values.analysis import ResultRow
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import Alias, Concept
from wiki_builder.library.card import Card, Measured
from wiki_builder.library.library import Library
from wiki_builder.library.measured import measure, number, results_on, value

ALFWORLD = Concept(
    "alfworld",
    Bilingual("ALFWorld", ""),
    "arxiv:2605.00001",
    kind="dataset",
    aliases=(Alias("ALF-World", "en", "person"),),
)
GRPO = Concept("grpo", Bilingual("GRPO", ""), "arxiv:2605.00001")
ROWS = {
    "r0000001": ResultRow("ALFWorld", "success rate", "92.9", "%", setting="Qwen2.5-7B"),
    "r0000002": ResultRow("ALF-World (unseen)", "success rate", "81.0", "%", setting="1.5B"),
    "r0000003": ResultRow("ALFWorld", "steps", "12"),
    "r0000004": ResultRow("ALFWorld2", "success rate", "50", "%"),
    "r0000005": ResultRow("WebShop", "success rate", "70", "%"),
}


def library(*stand: str) -> Library:
    measured = tuple(Measured(id_, Bilingual("", ""), row) for id_, row in ROWS.items())
    card = Card("arxiv:2605.00001", "T", "2026-05-05", "r", measured=measured, claims=stand)
    registry = Registry({one.id: one for one in (ALFWORLD, GRPO)})
    return Library({card.id: card}, registry, {})


def test_rows_are_of_a_dataset_by_the_registrys_names() -> None:
    """An approved alias is the dataset, a longer name and another dataset are not; one metric's
    rows stand together, by their settings.
    """
    found = [one.claim for _, one in results_on(library(*ROWS), ALFWORLD)]
    assert found == ["r0000003", "r0000002", "r0000001"]
    rates = [one.claim for _, one in results_on(library(*ROWS), ALFWORLD, "Success Rate")]
    assert rates == ["r0000002", "r0000001"]


def test_only_claims_that_stand_are_listed() -> None:
    """What a page does not show as fact is no result of any list."""
    assert [one.claim for _, one in results_on(library("r0000003"), ALFWORLD)] == ["r0000003"]


def test_what_is_no_dataset_is_refused() -> None:
    """Results of an idea are asked for by mistake: the error says where datasets are listed."""
    with pytest.raises(UsageError, match="it is a concept, not a dataset"):
        next(results_on(library(*ROWS), GRPO))


@pytest.mark.parametrize(
    ("said", "unit", "found"),
    [
        ("82 [73.3, 88.3]", "%", 82.0),
        ("45.2 ± 0.3", None, 45.2),
        ("45.2% (44.0%–46.4%)", None, 45.2),
        ("1,024", None, 1024.0),
        ("0.71 $\\pm$ 0.02", None, 0.71),
        ("75.3\\pm 2.9\\%", None, 75.3),
        ("85.2％", None, 85.2),
        ("1 (2024, 2025)", None, None),
        ("12 (100%)", None, None),
        ("11/12", None, None),
        ("56–58%", None, None),
        ("up to 5", None, None),
    ],
)
def test_a_value_with_its_interval_is_a_number(
    said: str, unit: str | None, found: float | None
) -> None:
    """Of two numbers it is not guessed which one is meant."""
    assert number(ResultRow("D", "m", said, unit)) == found


def test_latex_outside_of_maths_is_written_as_what_it_means() -> None:
    """A reader of a table sees no commands; what is maths stays maths."""
    assert value(ResultRow("D", "m", r"75.3\pm 2.9\%")) == "75.3 ± 2.9%"
    assert value(ResultRow("D", "m", r"12$\times$ smaller")) == r"12$\times$ smaller"
    assert value(ResultRow("D", "m", r"\sim 3", "x")) == "~3x"


def test_a_share_is_one_whatever_stands_behind_its_sign() -> None:
    """Else 80 % with an interval would stand beside 0.85, and above it."""
    units = [measure(ResultRow("D", "m", said))[1] for said in ("80% [73, 88]", "85% ± 2", "0.80")]
    assert units == ["%", "%", ""]
    assert measure(ResultRow("D", "m", "82 [73.3, 88.3]", "%"))[1] == "%"


@pytest.mark.parametrize(
    ("metric", "other", "alike"),
    [
        ("success rate", "Success", True),
        ("win rates", "win rate", True),
        ("error rate", "error", False),
        ("learning rate", "learning", False),
        ("rate", "", False),
    ],
)
def test_a_rate_is_what_it_is_the_rate_of(metric: str, other: str, alike: bool) -> None:
    """Of what happens or does not; an error may be counted, too."""
    one, two = (measure(ResultRow("D", name, "3"))[0] for name in (metric, other))
    assert (one == two) == alike
