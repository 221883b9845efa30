"""A judge's questions: no key in them, no plant beside its truth; and answers as given."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.grounding import command
from benchmarks.grounding.judging import (
    Question,
    askable,
    denials,
    exported,
    header,
    imported,
    questions,
    recorded,
    rows_of,
    sampled,
)
from benchmarks.grounding.measure import cases_of
from benchmarks.grounding.plants import KINDS
from benchmarks.grounding.statement import Case, Material, Natural, Source, Statement
from wiki_builder.analysis.parse import Unusable, parse
from wiki_builder.core.values.analysis import ResultRow
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.fulltext import FullText, Passage
from wiki_builder.grounding.judge.reply import JudgeReply

SENTENCES = (
    "Marlin reaches 61.4% accuracy on DriftBench, 3.1 points above Quillo.",
    "Training takes 40 hours on eight machines and improves recall by 12%.",
    "All five benchmarks show that the policy often generalizes to unseen tasks.",
)
CHINESE = (
    "Marlin 在 DriftBench 上的准确率达到 61.4%，比 Quillo 高 3.1 个百分点。",
    "训练在八台机器上用时 40 小时，将召回率提高 12%。",
    "所有五个基准都表明，该策略往往能泛化到未见任务。",
)


def made_up() -> Material:
    """One paper with three claims, a field, and a claim that people labelled."""
    passage = Passage("S1.p1", " ".join(SENTENCES))
    source = Source("arxiv:1", "Marlin", FullText("html", (passage,)), ("Marlin",))
    claims = tuple(
        Statement(
            f"c{at}", "arxiv:1", "results", Bilingual(said, zh), said, "S1.p1",
            row=ResultRow("DriftBench", "accuracy", "61.4", "%", "Quillo") if at == 0 else None,
        )
        for at, (said, zh) in enumerate(zip(SENTENCES, CHINESE, strict=True))
    )  # fmt: skip
    reason = Statement("f1", "arxiv:1", "reason", Bilingual("It is new.", "它是新的。"))
    natural = Natural("n1", "S", "It takes 40 days.", "en", False, ("It takes 40 hours.",))
    return Material({"arxiv:1": source}, (*claims, reason), natural=(natural,))


@pytest.fixture(name="material")
def _material() -> Material:
    return made_up()


@pytest.fixture(name="cases")
def _cases(material: Material) -> tuple[Case, ...]:
    return cases_of(material)


def answered(asked: Sequence[Question], denied: set[str]) -> list[str]:
    """A judge's answers that deny the rows ``denied`` and find all others supported."""
    lines = []
    for question in asked:
        rows = []
        for row in question.rows:
            span = " ".join(question.passages[-1].text.split()[:3])
            says = "contradicted" if row.id in denied else "supported"
            verdict = {"reason": "because it says so", "says": says, "span": span}
            said = {language: verdict for language in ("en", "zh") if getattr(row, language)}
            rows.append({"id": row.id, **said})
        lines.append(json.dumps({"question": question.id, "rows": rows}))
    return lines


def test_no_key_is_written(material: Material, cases: tuple[Case, ...]) -> None:
    """Neither a kind of error nor the id of a case stands in what a judge is given."""
    text = "\n".join(exported(questions(material, cases)))
    assert not [kind for kind in KINDS if kind in text]
    assert not [case.id for case in cases if "/" in case.id and case.id in text]
    assert all(word not in text for word in ("planted", "reworded", "held_out"))
    for line in text.splitlines()[1:]:
        assert json.loads(line).keys() == {"question", "user"}


def test_no_plant_stands_beside_its_truth(material: Material, cases: tuple[Case, ...]) -> None:
    """Of one truth and all that was made from it, a question has one; no two rows are worded the
    same.
    """
    of: dict[str, set[str]] = {}
    for case in cases:
        of.setdefault(rows_of(case.statement)[0].id, set()).add(case.of)
    for question in questions(material, cases):
        worded = [row for row in question.rows if row.id in of]
        truths = [of[row.id] for row in worded if len(of[row.id]) == 1]
        assert sum(map(len, truths)) == len(set().union(*truths))
        assert len({row.en for row in worded}) == len({row.zh for row in worded}) == len(worded)


def test_everything_that_can_be_asked_is_asked(material: Material, cases: tuple[Case, ...]) -> None:
    """Each row of a case at least once; what has no quote in the paper, and opinions, never."""
    asked = {row.id for question in questions(material, cases) for row in question.rows}
    for case in cases:
        may = askable(case.statement, material.papers[case.statement.paper])
        rows = {row.id for row in rows_of(case.statement)}
        assert rows <= asked if may else not rows & asked or may, case.id
    assert not askable(material.statements[-1], material.papers["arxiv:1"])


def test_the_same_questions_come_again(material: Material, cases: tuple[Case, ...]) -> None:
    """Ids are hashes of what is asked, and the order is of a seed: an answer finds its row."""
    assert list(questions(material, cases)) == list(questions(material, cases))


def test_truths_and_plants_are_mixed(material: Material, cases: tuple[Case, ...]) -> None:
    """Where a row stands says nothing of what it is."""
    true = {row.id for case in cases if case.is_true for row in rows_of(case.statement)}
    order = [row.id in true for question in questions(material, cases) for row in question.rows]
    assert order != sorted(order)
    assert order != sorted(order, reverse=True)


def test_answers_are_recorded_and_counted(
    material: Material, cases: tuple[Case, ...], tmp_path: Path
) -> None:
    """What a judge denied is denied for the cases it is of, in any language or in the table row."""
    asked = tuple(questions(material, cases))
    wrong = next(case for case in cases if case.kind == "wrong_digit")
    row = rows_of(material.statements[0])[1]
    lines = answered(asked, {rows_of(wrong.statement)[0].id, row.id})
    kept, problems = imported(lines, material, cases)
    assert problems == []
    text = "".join(f"{line}\n" for line in (header("a person", "2026-11-23"), *kept))
    (tmp_path / "one.jsonl").write_text(text, encoding="utf-8")
    said = denials(material, cases, recorded(tmp_path))
    assert said[wrong.id] is True
    assert said["c0"] is True  # its row was denied
    assert said["c2"] is False
    assert said["n1"] is False


def test_an_answer_that_cannot_be_used_is_told(material: Material, cases: tuple[Case, ...]) -> None:
    """A row nobody asked about, words that the paper does not have, no JSON: each by its line."""
    (first, *_) = questions(material, [case for case in cases if case.id == "c1"])
    good = json.loads(answered([first], set())[0])
    bad = json.loads(answered([first], set())[0])
    bad["rows"][0]["en"]["span"] = "words that stand nowhere"
    stray = {"rows": [{"id": "r000", "en": {"says": "supported", "span": "x"}}]}
    lines = [json.dumps(good), json.dumps(bad), "{", json.dumps(stray)]
    kept, problems = imported(lines, material, cases)
    assert [json.loads(line)["row"] for line in kept] == [good["rows"][0]["id"]]
    assert [problem.split(":")[0] for problem in problems] == ["line 2", "line 3", "line 4"]


def test_a_reply_has_the_products_form(material: Material, cases: tuple[Case, ...]) -> None:
    """What a judge answers by hand is what the product's judge answers."""
    for line in answered(tuple(questions(material, cases)), set()):
        reply = json.dumps({"rows": json.loads(line)["rows"]})
        assert not isinstance(parse(reply, JudgeReply), Unusable)


def test_a_sample_keeps_some_of_each_kind(cases: tuple[Case, ...]) -> None:
    """So many of each kind of error and so many that are true, the same ones each time."""
    drawn = sampled(cases, 1, 2)
    kinds = [case.kind for case in drawn if not case.is_true]
    assert len(kinds) == len(set(kinds)) == len({case.kind for case in cases if not case.is_true})
    assert sum(case.is_true and case.statement.is_claim for case in drawn) == 2
    assert drawn == sampled(cases, 1, 2)


def test_the_command_writes_and_takes_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Export a folder's questions, import the answers: they count in the next run's table."""
    paper = {
        "id": "arxiv:1",
        "kind": "html",
        "title": "Marlin",
        "passages": [{"id": "S1.p1", "text": " ".join(SENTENCES)}],
    }
    claims = [
        {
            "id": f"c{at}",
            "paper": "arxiv:1",
            "part": "results",
            "passage": "S1.p1",
            "quote": said,
            "text": {"en": said, "zh": CHINESE[at]},
        }
        for at, said in enumerate(SENTENCES)
    ]
    (tmp_path / "papers.jsonl").write_text(json.dumps(paper), "utf-8")
    (tmp_path / "claims.jsonl").write_text("\n".join(map(json.dumps, claims)), "utf-8")
    file, answers, judged = tmp_path / "q.jsonl", tmp_path / "answers.jsonl", tmp_path / "judged"
    assert command.main([str(tmp_path), "--export", str(file), "--a-kind", "2"]) == 0
    replies = []
    for line in file.read_text("utf-8").splitlines()[1:]:
        user = json.loads(line)["user"]
        rows = [json.loads(row) for row in user.splitlines() if row.startswith('{"id"')]
        said = {"reason": "no", "says": "not_said", "span": ""}
        replies.append({"rows": [{"id": row["id"], "en": said, "zh": said} for row in rows]})
    answers.write_text("\n".join(map(json.dumps, replies)), "utf-8")
    call = [str(tmp_path), "--judged", str(judged)]
    assert command.main([*call, "--import", str(answers), "--by", "nobody", "--date", "today"]) == 0
    capsys.readouterr()
    assert command.main([*call, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {kind["judge"]["share"] for kind in found["kinds"] if kind["judge"]} == {1.0}
    assert found["true claims"]["all"]["judge"]["share"] == 1.0
