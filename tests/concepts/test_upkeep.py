"""What in the registry waits for a person is named with its file, its line and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from wiki_builder.concepts.registry import Registry, load
from wiki_builder.concepts.upkeep import claimed_twice, near_duplicates, orphans, without_ground
from wiki_builder.core.values.analysis import Provenance
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import ConceptText, Sentence

PAPER = "arxiv:2605.02801"


def registry(folder: Path, **files: str) -> Registry:
    """A registry of files by id (``_`` for ``-``), each with what stands behind its id,
    its names and its paper.
    """
    folder.mkdir(exist_ok=True)
    for name, more in files.items():
        id_ = name.replace("_", "-")
        names = "" if "\nname:" in f"\n{more}" else f"name:\n  en: {id_.replace('-', ' ')}\n"
        (folder / f"{id_}.yml").write_text(f"id: {id_}\n{names}founded: {PAPER}\n{more}", "utf-8")
    return load(folder)


def test_an_open_proposal_is_named_at_its_line(tmp_path: Path) -> None:
    """With the reason, and both ways to decide; once, though both files may say it."""
    made = registry(
        tmp_path,
        rubric_reward="maybe_same_as:\n- id: checklist-score\n  reason: both grade by lists\n",
        checklist_score="maybe_same_as:\n- id: rubric-reward\n",
    )
    (problem,) = near_duplicates(made)
    assert problem.file in ("data/concepts/checklist-score.yml", "data/concepts/rubric-reward.yml")
    assert problem.line == 6
    assert "`checklist-score`" in problem.what
    assert "concepts merge" in problem.next
    assert "concepts forbid" in problem.next


@pytest.mark.parametrize(
    "decided",
    [
        "not_same_as: [process-rewarding]\n",
        "broader: [process-rewarding]\n",
        "related: [process-rewarding]\n",
    ],
)
def test_what_somebody_decided_is_not_asked_again(tmp_path: Path, decided: str) -> None:
    """Kept apart, under or beside one another:
    a proposal that is left over is no problem any more.
    """
    open_ = "maybe_same_as:\n- id: process-rewarding\n"
    made = registry(tmp_path, step_score=f"{open_}{decided}", process_rewarding="")
    assert list(near_duplicates(made)) == []


def test_names_that_are_one_are_found_without_a_proposal(tmp_path: Path) -> None:
    """A name spelled out and its acronym's name are near-duplicates,
    different versions are none.
    """
    made = registry(
        tmp_path,
        supervised_fine_tuning="",
        fine_tuning_supervised="name:\n  en: supervised fine-tuning (SFT)\n",
        gpt_3="kind: model\nname:\n  en: GPT-3\n",
        gpt_4="kind: model\nname:\n  en: GPT-4\n",
    )
    assert ["supervised-fine-tuning" in problem.what for problem in near_duplicates(made)] == [True]


def test_a_name_that_two_claim_is_named_where_it_is_written(tmp_path: Path) -> None:
    """In either language; not where the two are kept apart, of two kinds, or merged."""
    made = registry(
        tmp_path,
        accuracy="name:\n  en: accuracy\n  zh: 准确率\n",
        precision="aliases:\n- name: exactness\n- name: 准确率\n",
        recall="name:\n  en: recall\n  zh: 召回率\nnot_same_as: [retrieval]\n",
        retrieval="name:\n  en: retrieval\n  zh: 召回率\n",
        thing="kind: dataset\nname:\n  en: thing\n  zh: 准确率\n",
        exactitude="name:\n  en: exactitude\n  zh: 准确率\nmerged: accuracy\n",
    )
    (problem,) = claimed_twice(made)
    assert (problem.file, problem.line) == ("data/concepts/precision.yml", 7)
    assert problem.what == "the name 准确率 is claimed by `accuracy` too"
    assert "not_same_as" in problem.next
    assert list(near_duplicates(made)) == []


def test_orphans_are_what_nobody_names(tmp_path: Path) -> None:
    """A paper, another concept, a pin or a merge keeps a concept; all else is named."""
    made = registry(
        tmp_path,
        mentioned="broader: [above]\n",
        above="",
        pinned="pinned: true\n",
        alone="",
        gone="merged: mentioned\n",
    )
    (problem,) = orphans(made, {"mentioned"})
    assert problem.file == "data/concepts/alone.yml"
    assert "concepts pin alone" in problem.next


def test_texts_that_cite_what_is_gone_are_named(tmp_path: Path) -> None:
    """With the claims; not the texts of merged concepts, which nobody reads."""
    made = registry(tmp_path, whole="", half="", merged_one="merged: whole\n")
    provenance = Provenance("replay", "a model", "concept/1", "1", "2026-05-05")

    def text(concept: str, *claims: str) -> ConceptText:
        said = Sentence(
            Bilingual("It is so.", "如此。"), tuple(f"{PAPER}#{claim}" for claim in claims)
        )
        return ConceptText(concept, (said,), (), (), (), (), {}, provenance)

    texts = {
        one.concept: one
        for one in (text("whole", "c1"), text("half", "c1", "c2"), text("merged-one", "c2"))
    }
    (problem,) = without_ground(texts, made, {f"{PAPER}#c1"}.__contains__)
    assert problem.file == "data/concept-texts/half.json"
    assert "1 of 2 claims" in problem.what
    assert f"{PAPER}#c2" in problem.what
