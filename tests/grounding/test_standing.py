"""From facts to a look: what is shown how, and what may rest on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.core.values.analysis import Claim, Evidence, ResultRow
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.core.values.checks import Dispute, Finding, Look, Verdict
from wiki_builder.grounding.standing import doubtful, in_table, is_shown, look, stands
from wiki_builder.pages.views.checked import facts

CLAIM = Claim(
    "c1", "contributions", Bilingual("It is so.", "如此。"), Evidence("S1.p1", "It is so indeed.")
)
UNSURE = Finding("direction", "rises", "falls", language="en")
SURE = replace(UNSURE, sure=True)
WEAK = replace(UNSURE, weak=True)
BETWEEN = Finding("languages", "30", language="en")


def judged(en: str, zh: str) -> dict[str, Any]:
    """Verdicts on both wordings."""
    return {"verdicts": (Verdict("en", en), Verdict("zh", zh))}  # type: ignore[arg-type]  # as given


CASES: list[tuple[str, dict[str, Any], Look]] = [
    ("nothing speaks against it", {}, "quiet"),
    ("no such quote", {"quote": "missing"}, "withheld"),
    ("a quote that says too little", {"quote": "short"}, "withheld"),
    ("nothing to look in", {"quote": "no_text"}, "caution"),
    ("the quote is gone", {"quote": "gone"}, "caution"),
    ("a rule is sure", {"findings": (SURE,)}, "withheld"),
    ("a rule could not settle it", {"findings": (UNSURE,)}, "caution"),
    ("a rule that says little", {"findings": (WEAK,)}, "quiet"),
    ("the owner says no", {"disputed": Dispute("no")}, "caution"),
    ("a judge supports it", judged("supported", "supported"), "quiet"),
    ("a judge contradicts one wording", judged("supported", "contradicted"), "withheld"),
    ("a judge misses one wording", judged("not_said", "supported"), "caution"),
    (
        "a judge settles what a rule could not",
        {"findings": (UNSURE,), **judged("supported", "supported")},
        "quiet",
    ),
    (
        "a judge settles the other wording",
        {"findings": (UNSURE,), "verdicts": (Verdict("zh", "supported"),)},
        "caution",
    ),
    (
        "a judge never overrules what a rule is sure of",
        {"findings": (SURE,), **judged("supported", "supported")},
        "withheld",
    ),
    (
        "what is between two languages needs both",
        {"findings": (BETWEEN,), "verdicts": (Verdict("en", "supported"),)},
        "caution",
    ),
    (
        "and has both",
        {"findings": (BETWEEN,), **judged("supported", "supported")},
        "quiet",
    ),
    (
        "a judge supports words whose quote is gone",
        {"quote": "gone", **judged("supported", "supported")},
        "caution",
    ),
    (
        "a judge contradicts the row in the table",
        {"row_verdict": Verdict("en", "contradicted"), **judged("supported", "supported")},
        "quiet",
    ),
]


@pytest.mark.parametrize(("case", "facts", "shown"), CASES, ids=[case[0] for case in CASES])
def test_how_a_claim_is_shown(case: str, facts: dict[str, Any], shown: Look) -> None:
    """Each fact by itself, and those that bear on one another."""
    claim = replace(CLAIM, **facts)
    assert look(claim) == shown
    assert stands(claim) == (shown == "quiet")
    assert is_shown(claim) == (shown != "withheld")


_findings = st.builds(
    Finding,
    st.sampled_from(["number", "direction", "languages"]),
    st.just("x"),
    sure=st.booleans(),
    language=st.sampled_from(["", "en", "zh"]),
    weak=st.booleans(),
)
_verdicts = st.lists(
    st.builds(
        Verdict,
        st.sampled_from(LANGUAGES),
        st.sampled_from(["supported", "contradicted", "not_said"]),
    ),
    max_size=2,
    unique_by=lambda verdict: verdict.language,
)


@given(st.lists(_findings, max_size=4), _verdicts, _findings)
def test_more_against_a_claim_never_shows_it_better(
    found: list[Finding], said: list[Verdict], more: Finding
) -> None:
    """One more finding, or a verdict that denies, makes no look better."""
    order: list[Look] = ["quiet", "caution", "withheld"]
    claim = replace(CLAIM, findings=tuple(found), verdicts=tuple(said))
    worse = replace(claim, findings=(*claim.findings, more))
    assert order.index(look(worse)) >= order.index(look(claim))
    denied = replace(claim, verdicts=(Verdict("en", "contradicted"), Verdict("zh", "supported")))
    assert look(denied) == "withheld"


def test_what_is_doubtful_is_asked_about() -> None:
    """A weak finding is a reason to ask; what is withheld, or disputed by the owner, needs no
    judge.
    """
    assert doubtful(replace(CLAIM, findings=(WEAK,)))
    assert doubtful(replace(CLAIM, findings=(UNSURE,)))
    assert not doubtful(CLAIM)
    assert not doubtful(replace(CLAIM, findings=(SURE,)))
    assert not doubtful(replace(CLAIM, findings=(UNSURE,), origin="inferred"))
    assert not doubtful(replace(CLAIM, findings=(UNSURE,), disputed=Dispute("no")))


def test_a_row_that_is_not_borne_out_is_in_no_table() -> None:
    """What a judge says against the row takes the row away, and not the words."""
    row = ResultRow("ALFWorld", "success rate", "92.9", "%")
    told = replace(CLAIM, row=row)
    assert in_table(told)
    assert in_table(replace(told, row_verdict=Verdict("en", "supported")))
    assert not in_table(replace(told, row_verdict=Verdict("en", "not_said")))
    assert not in_table(CLAIM)


@pytest.mark.parametrize(
    ("finding", "shown"),
    [
        (Finding("unit", "1", "1"), "quiet"),
        (Finding("direction", "rises", "下降"), "caution"),
        (Finding("number", "38", "37", sure=True), "withheld"),
    ],
)
def test_what_rules_doubt_in_a_row_goes_with_the_row(finding: Finding, shown: Look) -> None:
    """Where a judge took it out of the table, its doubt is about nothing that is shown; what is
    sure, in the words, or between the languages stays.
    """
    row = ResultRow("ALFWorld", "success rate", "92.9", "%", setting="1 FPS")
    claim = replace(CLAIM, row=row, findings=(finding,), **judged("supported", "supported"))
    assert look(replace(claim, row_verdict=Verdict("en", "not_said"))) == shown
    assert look(claim) == ("withheld" if finding.sure else look(replace(claim, row=None)))


def test_a_row_that_was_taken_out_is_said_to_be_no_fault_of_the_words() -> None:
    """Who opens the evidence is told that the figures stand in no table, and why."""
    row = ResultRow("ALFWorld", "success rate", "92.9", "%")
    no_row = Verdict("en", "not_said", reason="1 FPS is not named")
    claim = replace(CLAIM, row=row, row_verdict=no_row, **judged("supported", "supported"))
    said = [word.en for word in facts(claim)]
    assert not any(one.startswith("the quote does not say this") for one in said)
    assert said[-1].startswith("its figures stand in no table")
    assert "1 FPS is not named" in said[-1]
