"""Figures: right on a table that was made up, with intervals as published."""

from __future__ import annotations

import pytest

from benchmarks.grounding.checker import Verdict
from benchmarks.grounding.score import Outcome, Share, balanced, by_kind, by_set, figures, mean
from benchmarks.grounding.statement import TRUE, Case, Natural, Statement
from wiki_builder.core.values.bilingual import Bilingual

CAUGHT, ASKED, QUIET = (
    Verdict(True, "withheld", ("number: 5",)),
    Verdict(False, "caution", ("name: X (not sure)",)),
    Verdict(),
)


def outcome(
    kind: str, rules: Verdict, denied: bool | None = None, *, askable: bool = True
) -> Outcome:
    """What became of a made-up claim."""
    statement = Statement("s", "arxiv:1", "results", Bilingual("It is 5.", "为 5。"), "it is 4")
    return Outcome(Case("c", kind, statement, "s"), "abstract", rules, denied, askable)


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 40, 0.0, 0.0876), (40, 40, 0.9124, 1.0), (1, 1, 0.2065, 1.0)],
)
def test_an_interval_is_wilsons(hits: int, n: int, low: float, high: float) -> None:
    """The intervals are those of the score test, at the borders too."""
    assert Share(hits, n).interval == pytest.approx((low, high), abs=1e-4)


def test_shares_count_what_they_say() -> None:
    """Rules, judge, both, and a judge who is asked only what the rules could not settle."""
    found = figures(
        [
            outcome("wrong_digit", CAUGHT, False),
            outcome("wrong_digit", ASKED, True),
            outcome("wrong_digit", QUIET, True),
            outcome("wrong_digit", QUIET, False),
            outcome("wrong_digit", QUIET),
        ]
    )
    assert (found.n, found.rules, found.flagged) == (5, Share(1, 5), Share(2, 5))
    assert (found.judge, found.together, found.doubtful) == (Share(2, 4), Share(3, 4), Share(2, 4))


def test_what_no_judge_is_asked_about_counts_for_both() -> None:
    """An altered quote is caught by the rules alone, and its kind's share is not lost for it."""
    found = figures(
        [outcome("quote_negated", CAUGHT, askable=False), outcome("quote_negated", QUIET, True)]
    )
    assert (found.judge, found.together) == (Share(1, 1), Share(2, 2))


def test_without_a_judge_nothing_is_said_of_one() -> None:
    """Nobody was asked: that is no share of nought."""
    found = figures([outcome("wrong_digit", CAUGHT, askable=False)])
    assert (found.judge.n, found.together.n, found.doubtful.n) == (0, 0, 0)


def test_each_kind_counts_once() -> None:
    """A mean over kinds does not lean to the kind with the most cases; true claims are of none."""
    kinds = by_kind(
        [
            *(outcome("wrong_digit", CAUGHT) for _ in range(9)),
            outcome("negation_flipped", QUIET),
            outcome("made_by_hand", CAUGHT),
            outcome(TRUE, CAUGHT),
        ]
    )
    assert [(one.kind, one.family) for one in kinds] == [
        ("wrong_digit", "numbers"),
        ("negation_flipped", "wording"),
        ("made_by_hand", "by hand"),
    ]
    assert mean(one.figures.rules for one in kinds) == pytest.approx(2 / 3)
    assert mean(one.figures.judge for one in kinds) is None


def test_balanced_accuracy_is_half_for_who_says_always_the_same() -> None:
    """However many of the claims are true."""
    said_true = [(True, True)] * 9 + [(False, True)]
    assert balanced(said_true, "seed").accuracy == 0.5
    right = balanced([(True, True)] * 5 + [(False, False)] * 5, "seed")
    assert (right.accuracy, right.interval) == (1.0, (1.0, 1.0))


def test_an_interval_by_resampling_holds_its_share() -> None:
    """It is the same each time, and the more claims, the narrower."""
    few, many = ([(True, True), (True, False), (False, False), (False, True)] * n for n in (5, 100))
    assert balanced(few, "seed") == balanced(few, "seed")
    (low, high), (higher, lower) = balanced(few, "s").interval, balanced(many, "s").interval
    assert low < higher < 0.5 < lower < high


def test_a_set_counts_what_was_judged() -> None:
    """A claim that nobody was asked about is neither right nor wrong."""
    sets = [Natural(str(n), "S", "", "en", n % 2 == 0, ("",)) for n in range(4)]
    found = by_set(sets, {"0": True, "1": False, "2": False})
    assert (found["S"].n, found["S"].accuracy) == (3, 0.75)
