"""Findings of two papers: which are laid side by side, and what counts of what a model says."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from wiki_builder.analysis.parse import Unusable
from wiki_builder.concepts.relations.pairs import (
    MOST_OF_A_CLAIM,
    MOST_PAIRS,
    Pair,
    Stated,
    pairs,
)
from wiki_builder.concepts.relations.reply import related, related_in_part
from wiki_builder.concepts.relations.request import relation_request
from wiki_builder.core.values.analysis import ResultRow
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.relation import Relation

A, B = "arxiv:2605.00002", "arxiv:2605.00001"
NONE: frozenset[frozenset[str]] = frozenset()


def stated(
    claim: str,
    en: str,
    *concepts: str,
    row: ResultRow | None = None,
    dataset: str = "",
    quote: str = "",
) -> Stated:
    """A finding, by the words that it has."""
    return Stated(
        claim, "results", "Paper", Bilingual(en, "某"), quote or en, row, concepts, dataset
    )


OURS = stated(f"{A}#r1", "Sparse rewards slow the training of search agents.", "sparse-reward")
THEIRS = stated(f"{B}#r1", "Sparse rewards do not slow training of search agents.", "sparse-reward")
PAIR = Pair(
    replace(OURS, text=Bilingual(OURS.text.en, "稀疏奖励会减慢搜索智能体的训练。")),
    replace(THEIRS, text=Bilingual(THEIRS.text.en, "稀疏奖励不会减慢搜索智能体的训练。")),
)


def measured(value: str, setting: str | None, metric: str = "success rate") -> ResultRow:
    return ResultRow("GridHouse", metric, value, "%", None, setting)


def on_grid(claim: str, value: str, setting: str | None, metric: str = "success rate") -> Stated:
    """A result that is measured on one dataset."""
    told = f"{value}% with {setting}"
    text = Bilingual(f"It reaches {told}.", f"达到 {told}。")
    row = measured(value, setting, metric)
    return Stated(claim, "results", claim, text, f"reaches {told}", row, (), "gridhouse")


# --- Which are laid side by side --------------------------------------------------------


def test_findings_alike_that_name_one_concept_make_a_pair() -> None:
    """Likeness alone makes none, nor does a concept alone."""
    assert [(p.ours.claim, p.theirs.claim) for p in pairs([OURS], [THEIRS], NONE)] == [
        (OURS.claim, THEIRS.claim)
    ]
    assert pairs([OURS], [replace(THEIRS, concepts=())], NONE) == ()
    far = stated(f"{B}#r2", "A compiler fuses kernels across graph breaks.", "sparse-reward")
    assert pairs([OURS], [far], NONE) == ()


def test_what_two_papers_hold_makes_no_pair() -> None:
    """Two motivations, or two designs: at least one of both has found something."""
    held = replace(OURS, part="problem"), replace(THEIRS, part="contributions")
    assert pairs([held[0]], [held[1]], NONE) == ()
    assert pairs([OURS], [held[1]], NONE)
    assert pairs([held[0]], [THEIRS], NONE)


def test_one_metric_on_one_dataset_makes_a_pair() -> None:
    """However different the words are; two datasets never do."""
    ours, theirs = on_grid(f"{A}#r1", "81.2", "7B"), on_grid(f"{B}#r1", "79.9", "7B")
    theirs = replace(theirs, text=Bilingual("Nothing alike.", "某"), quote="nothing alike")
    assert pairs([ours], [theirs], NONE)
    assert pairs([ours], [replace(theirs, dataset="other")], NONE) == ()
    alike = replace(ours, claim=f"{B}#r3", dataset="other", concepts=("c",))
    assert pairs([replace(ours, concepts=("c",))], [alike], NONE) == ()


def test_what_was_asked_is_not_asked_again() -> None:
    """A pair that another paper asked about is known, whichever side it was."""
    known = frozenset([frozenset((THEIRS.claim, OURS.claim))])
    assert pairs([OURS], [THEIRS], known) == ()


@examples(30)
@given(st.permutations(range(30)))
def test_the_most_alike_come_first_and_few_of_one(order: list[int]) -> None:
    """The order in which papers are read decides nothing; no finding crowds out the others."""
    many = [
        stated(f"{B}#r{n}", f"Sparse rewards slow training {'of agents ' * (n % 4)}.", "s")
        for n in range(30)
    ]
    ours = [stated(f"{A}#r{n}", "Sparse rewards slow training of agents.", "s") for n in range(20)]
    found = pairs(ours, [many[n] for n in order], NONE)
    assert found == pairs(ours, many, NONE)
    assert len(found) == MOST_PAIRS
    for claim in {pair.ours.claim for pair in found}:
        assert sum(pair.ours.claim == claim for pair in found) <= MOST_OF_A_CLAIM


def test_a_request_shows_both_sides_whole() -> None:
    """Words in both languages, quote, and the row with its setting; equal pairs, equal keys."""
    pair = Pair(on_grid(f"{A}#r1", "81.2", "7B"), on_grid(f"{B}#r1", "79.9", None))
    asked = relation_request(A, [pair])
    assert '"setting": "7B"' in asked.user
    assert '"quote": "reaches 79.9% with None"' in asked.user
    assert asked.key == relation_request(A, [pair]).key
    assert asked.key != relation_request(A, [PAIR]).key


# --- What counts of a reply ---------------------------------------------------------------


def said(says: str = "contradicts", **more: Any) -> str:
    row: dict[str, Any] = {"id": "1", "reason": "both cannot hold", "says": says}
    if says != "unrelated":
        row |= {
            "setting_a": "training of search agents",
            "setting_b": "training of search agents",
            "text": {"en": "The former says that it slows.", "zh": "前者说会减慢。"},
        }
    return json.dumps({"rows": [row | more]}, ensure_ascii=False)


def sound(raw: str, asked: list[Pair]) -> tuple[Relation, ...]:
    """The relations of a reply with which nothing is wrong."""
    found = related(raw, asked)
    assert not isinstance(found, Unusable), found.errors
    return found


def test_a_contradiction_has_both_quotes_and_settings() -> None:
    """It stands as it was said where both state the same conditions."""
    (one,) = sound(said(), [PAIR])
    assert one.kind == "contradicts"
    assert (one.ours.quote, one.theirs.quote) == (OURS.quote, THEIRS.quote)
    assert one.ours.setting == "training of search agents"
    assert (one.ours.words, one.theirs.words) == (PAIR.ours.hash, PAIR.theirs.hash)
    assert one.concepts == ("sparse-reward",)
    assert related(said("unrelated"), [PAIR]) == ()


@pytest.mark.parametrize(
    ("ours", "theirs", "settings"),
    [
        (on_grid(f"{A}#r1", "81.2", "7B"), on_grid(f"{B}#r1", "79.9", "3B"), ("7B", "3B")),
        (on_grid(f"{A}#r1", "81.2", "7B"), on_grid(f"{B}#r1", "79.9", None), ("7B", "")),
        (
            on_grid(f"{A}#r1", "81.2", "7B"),
            on_grid(f"{B}#r1", "79.9", "7B", "pass rate"),
            ("7B",) * 2,
        ),
        (
            stated(f"{A}#r1", "Small models of 7B fail.", quote="models of 7B fail"),
            stated(f"{B}#r1", "Models of 70B succeed.", quote="models of 70B succeed"),
            ("models of 7B", "models of 70B"),
        ),
        (PAIR.ours, PAIR.theirs, ("", "")),
        (
            stated(f"{A}#r1", "It fails.", quote="it fails under greedy decoding"),
            stated(f"{B}#r1", "It works.", quote="it works under beam search"),
            ("greedy decoding", "beam search"),
        ),
    ],
)
def test_a_kind_holds_only_under_the_same_conditions(
    ours: Stated, theirs: Stated, settings: tuple[str, str]
) -> None:
    """Another size, metric or number, or none stated: then these are different settings, whatever
    the model says.
    """
    raw = said("fails_to_reproduce", setting_a=settings[0], setting_b=settings[1])
    (one,) = sound(raw, [Pair(ours, theirs)])
    assert one.kind == "different_setting"


def test_results_under_the_same_conditions_are_compared() -> None:
    """Only value and baseline differ."""
    pair = Pair(on_grid(f"{A}#r1", "81.2", "Qwen-7B"), on_grid(f"{B}#r1", "79.9", "Qwen-7B"))
    raw = said("fails_to_reproduce", setting_a="Qwen-7B", setting_b="Qwen-7B")
    (one,) = sound(raw, [pair])
    assert one.kind == "fails_to_reproduce"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"id": "2"}, "'2' is no id"),
        ({"setting_a": "on a moon base"}, "stands neither in the quote nor in the row"),
        ({"text": None}, "text: is missing"),
        ({"text": {"en": "It slows by 12%.", "zh": "减慢 12%。"}}, "which neither finding states"),
        ({"text": {"en": "Same.", "zh": "Same."}}, "the same text"),
        ({"says": "agrees"}, "must be one of"),
    ],
)
def test_what_is_wrong_goes_back(wrong: dict[str, Any], told: str) -> None:
    """Ids, settings that are not verbatim, numbers that no finding has: with the place and what to
    do.
    """
    found = related(said(**wrong), [PAIR])
    assert isinstance(found, Unusable)
    assert any(told in error for error in found.errors), found.errors


def test_of_the_last_reply_each_row_counts_by_itself() -> None:
    """One wrong row harms no other."""
    rows = json.loads(said())["rows"] + json.loads(said(id="2", text=None))["rows"]
    raw = json.dumps({"rows": rows}, ensure_ascii=False)
    other = Pair(replace(PAIR.ours, claim=f"{A}#r9"), PAIR.theirs)
    assert isinstance(related(raw, [PAIR, other]), Unusable)
    found = related_in_part(raw, [PAIR, other])
    assert not isinstance(found, Unusable)
    assert [one.ours.claim for one in found] == [OURS.claim]
    assert isinstance(related_in_part("no JSON", [PAIR]), Unusable)
