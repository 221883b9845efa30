"""The benchmark of grounding as a whole, over what ships with it and what was recorded."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from benchmarks.grounding import command, judging, report
from benchmarks.grounding.checker import Verdict
from benchmarks.grounding.measure import HERE, document, measure
from benchmarks.grounding.plants import KINDS
from benchmarks.grounding.score import Outcome
from benchmarks.grounding.split import is_held_out
from benchmarks.grounding.tokens import tokens_of_sample
from tests.benchmarks.shipped import cases, material
from tests.once import SLOW

pytestmark = pytest.mark.slow

OF_ABSTRACTS = {"abstract_truncated", "abstract_sentence_lost"}


@cache
def measured() -> dict[str, Any]:
    """The figures of what ships, a judge's recorded answers among them."""
    sys.audit(SLOW)
    said = judging.denials(material(), cases(), judging.recorded(command.JUDGED))
    return document(measure(material(), cases(), said)) | {"tokens": tokens_of_sample()}


def test_every_kind_is_measured() -> None:
    """A kind that nothing is planted by would look like one that is caught."""
    assert {kind["kind"] for kind in measured()["kinds"]} == KINDS.keys() - OF_ABSTRACTS
    assert all(kind["n"] >= 30 for kind in measured()["kinds"])


def test_all_kinds_of_text_are_there() -> None:
    """Errors and truths stand in abstracts, in HTML and in PDFs, on papers held out and not."""
    texts = {"abstract", "html", "pdf"}
    assert measured()["caught by text"].keys() == texts
    for title in ("true claims", "rewordings"):
        assert measured()[title].keys() > texts | {"papers held out", "papers worked on"}
    assert measured()["rewordings"]["all"]["n"] >= 300


def test_an_altered_quote_is_caught() -> None:
    """What the product promises most plainly: that a quote is in the paper."""
    of = {kind["kind"]: kind["rules"] for kind in measured()["kinds"]}
    altered = ("with_another_word", "with_another_number", "of_another_paper", "negated", "joined")
    assert [of[f"quote_{name}"]["share"] for name in altered] == [1.0] * len(altered)


def test_every_recorded_answer_is_used() -> None:
    """An answer about words that are asked about no more is not kept."""
    asked = {row.id for case in cases() for row in judging.rows_of(case.statement)}
    asked |= {row.id for one in material().natural for row in judging.rows_of_natural(one)}
    assert judging.recorded(command.JUDGED).keys() <= asked


def test_the_first_run_is_kept() -> None:
    """What the checks caught before there were rules stands beside the benchmark, of the same
    kinds and with the worst of them.
    """
    first = json.loads((HERE / "first.json").read_text("utf-8"))
    assert {kind["kind"] for kind in first["kinds"]} <= KINDS.keys()
    assert first["material"]["kinds"] >= 37
    assert min(kind["rules"]["share"] for kind in first["kinds"]) == 0.0


def test_the_tables_tell_all() -> None:
    """Each kind has its line on the terminal; the short table has groups, truths and the worst."""
    lines = "\n".join(report.lines(measured()))
    assert all(f"\n{kind}" in lines for kind in KINDS.keys() - OF_ABSTRACTS)
    short = "\n".join(report.markdown(measured()))
    for told in ("| kinds held out |", "| worst: ", "| true claims, pdf |", "| SummEdits |"):
        assert told in short


def test_a_folder_that_cannot_be_used_ends_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong is told, and no figure printed."""
    (tmp_path / "papers.jsonl").write_text("{}\n", "utf-8")
    assert command.main([str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "papers.jsonl:1: id: Field required" in told.err


def test_what_was_missed_is_nothing_that_is_held_out() -> None:
    """Whoever works on rules looks at what is not held out, and only at that."""
    quiet = [Outcome(case, "abstract", Verdict()) for case in cases()]
    shown = [line.split("  ") for line in report.missed(quiet) if not line.startswith("    ")]
    assert shown
    assert not any(is_held_out(kind) for kind, *_ in shown)
    papers = {case.id: case.statement.paper for case in cases()}
    assert not any(is_held_out(papers[id_]) for _, id_, *_ in shown)


def test_rules_keep_their_floor() -> None:
    """What is recorded, scored again: neither do rules catch less, nor do they accuse more."""
    found = measured()
    groups = report.groups(found)
    assert groups["numbers, signs, units, names, firsts, quotes"]["flagged"] >= 0.95
    assert groups["negation, direction, swap, order, hedge"]["flagged"] >= 0.65
    assert groups["kinds held out"]["flagged"] >= 0.55
    assert groups["kinds held out"]["together"] >= 0.9
    assert found["true claims"]["all"]["rules"]["share"] <= 0.01
    assert found["true claims"]["all"]["flagged"]["share"] <= 0.05
    assert found["true claims"]["from sample"]["flagged"]["share"] <= 0.03
