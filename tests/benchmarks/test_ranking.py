"""The figures of the ranking: what they are of, on a folder that anybody may write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.ranking import figures
from benchmarks.ranking.command import main
from benchmarks.ranking.folder import Material, Wrong, read

SUBJECTS = {
    "search": ("Search agents with reinforcement learning", "Agents learn to search the web."),
    "driving": ("World models for driving", "A video generation model predicts traffic."),
    "proofs": ("Theorem proving in Lean", "A language model writes formal proofs."),
}
DAYS = ("2026-05-05", "2026-05-06", "2026-05-07", "2026-05-08")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four days of six papers; one reader lists all about search, and nothing else."""
    papers = [
        {
            "id": f"2605.{n:05}",
            "title": f"{SUBJECTS[subject][0]}, part {n}",
            "abstract": SUBJECTS[subject][1],
            "authors": ["A"],
            "categories": ["cs.CL"],
            "announced": day,
        }
        for n, (day, subject) in enumerate((day, one) for day in DAYS for one in (*SUBJECTS,) * 2)
    ]
    targets = [
        {"arxiv_id": paper["id"]} for paper in papers if str(paper["title"]).startswith("Search")
    ]
    example = {
        "arxiv_id": "2601.00001",
        "title": "Deep research agents",
        "abstract": "Reinforcement learning of agents that search.",
        "categories": ["cs.CL"],
        "added": "2026-04-01",
    }
    profile = {"profile": "search", "keywords": ["agent"], "examples": [example]}
    files = {
        "papers.jsonl": "".join(json.dumps(paper) + "\n" for paper in papers),
        "days.json": json.dumps(dict.fromkeys(DAYS)),
        "labels.jsonl": json.dumps({"arxiv_id": papers[1]["id"], "upvotes": 9}) + "\n",
        "profiles/search.json": json.dumps(profile | {"targets": targets}),
    }
    (tmp_path / "profiles").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


@pytest.fixture
def material(folder: Path) -> Material:
    return read(folder)


def test_every_ranker_is_measured_on_the_same_papers(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program stands beside chance and the simple rankers, in one document."""
    assert main([str(folder), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    own = document["profiles"]["search"]
    rankers = ("random", "keyword", "centroid", "5 nearest", "logistic", "three together")
    assert set(own) == {"targets", "wiki-builder", *rankers}
    assert own["wiki-builder"] == {"AP": 1.0, "AP a day": 1.0, "R@20": 1.0, "R@50": 1.0}
    assert own["random"]["AP"] < 1
    assert document["mean"]["best simple"] in rankers
    assert document["votes"]["labelled"] == 1
    assert main([str(folder)]) == 0
    assert "beside" in capsys.readouterr().out


def test_average_precision_counts_days_as_often_as_they_were_drawn(material: Material) -> None:
    """An interval draws days with replacement."""
    targets = {material.papers[0].id, material.papers[6].id}
    scores = [float(-n) for n in range(len(material.papers))]
    assert figures.average_precision(material.papers, scores, targets) == (1 + 2 / 7) / 2
    once = {DAYS[0]: 2}
    assert figures.average_precision(material.papers, scores, targets, once) == 1
    assert figures.average_precision(material.papers, scores, targets, {DAYS[3]: 1}) is None


def test_marks_on_earlier_days_teach_for_later_ones(material: Material) -> None:
    """What a reader starred and refused ranks the days after it; no later day teaches."""
    learnt = figures.learning(material)["from keywords"]["search"]
    assert set(learnt) == {"0", "10", "50", "200"}
    assert learnt["10"] == 1.0


def test_weights_are_chosen_without_the_profile_that_they_are_tried_on(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each profile is left out once."""
    assert main([str(folder), "--choose"]) == 0
    assert set(json.loads(capsys.readouterr().out)["left out"]) == {"search"}


def test_a_folder_of_another_form_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is missing is said, and the exit code is 2."""
    with pytest.raises(Wrong):
        read(tmp_path)
    assert main([str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err


def test_a_day_is_measured_by_itself(material: Material) -> None:
    """A day whose papers all score higher than another's target leaves that day's figure as it
    is; over all days together it counts.
    """
    first, second = material.days[:2]
    papers = [paper for paper in material.papers if paper.day in (first, second)]
    targets = {next(paper.id for paper in papers if paper.day == day) for day in (first, second)}
    scores = [2.0 * (paper.day == first) + (paper.id in targets) for paper in papers]
    assert figures.daily_precision(papers, scores, targets) == 1.0
    assert figures.average_precision(papers, scores, targets) == (1 + 2 / 7) / 2
    assert figures.daily_precision(papers, scores, ()) is None
