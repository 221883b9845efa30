"""Material that anybody may write: read as the format says, and wrong rows told with their line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.grounding.folder import as_row, read_folder
from benchmarks.grounding.statement import REWORDED
from wiki_builder.core.values.analysis import ResultRow
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.demo.story import PAPER

PASSAGE = "We reach 52.3 % on TestSet, 3.1 points above the baseline. It needs 4 hours."
PAPER_ROW = {
    "id": "arxiv:1",
    "kind": "html",
    "title": "A test",
    "passages": [{"id": "S1.p1", "text": PASSAGE}],
}
CLAIM = {
    "id": "c1",
    "paper": "arxiv:1",
    "part": "results",
    "quote": "We reach 52.3 % on TestSet",
    "passage": "S1.p1",
    "text": {"en": "It reaches 52.3 %.", "zh": "达到 52.3%。"},
    "row": {"dataset": "TestSet", "value": "52.3", "unit": "%"},
}


def folder(path: Path, **files: Sequence[dict[str, Any]]) -> Path:
    """A folder with these files."""
    for name, rows in files.items():
        lines = (json.dumps(row, ensure_ascii=False) for row in rows)
        (path / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def test_a_folder_is_read_as_its_format_says(tmp_path: Path) -> None:
    """Claims, fields, rewordings and errors by hand stand there with all that they have."""
    field = {"id": "f1", "paper": "arxiv:1", "field": "summary", "text": {"en": "A.", "zh": "甲。"}}
    reworded = {"id": "r1", "of": "c1", "way": "half", "text": {"zh": "略高于一半。"}}
    wrong = {"id": "w1", "of": "c1", "kind": "wrong_digit", "text": {"en": "It reaches 57.3 %."}}
    own = {
        "id": "r2",
        "of": "c1",
        "way": "other words",
        "quote": "It needs 4 hours.",
        "text": {"en": "It takes four hours.", "zh": "需四小时。"},
    }
    natural = {"id": "n1", "set": "S", "claim": "It is 5.", "true": False, "source": "It is 4."}
    path = folder(
        tmp_path, papers=[PAPER_ROW], claims=[CLAIM], fields=[field], rewordings=[reworded, own],
        planted=[wrong], natural=[natural],
    )  # fmt: skip
    material, problems = read_folder(path)
    assert problems == ()
    claim, summary = material.statements
    assert claim.row == ResultRow("TestSet", None, "52.3", "%", None)
    assert (claim.is_claim, summary.is_claim) == (True, False)
    half, hours = material.rewordings
    assert half.statement.text == Bilingual("It reaches 52.3 %.", "略高于一半。")
    assert (half.kind, half.of, half.statement.row) == (REWORDED, "c1", claim.row)
    assert (hours.statement.quote, hours.statement.row) == ("It needs 4 hours.", None)
    assert [case.kind for case in material.planted] == ["wrong_digit"]
    assert [(one.true, one.source) for one in material.natural] == [(False, ("It is 4.",))]


def test_what_is_wrong_is_told_with_its_line(tmp_path: Path) -> None:
    """A quote that is not there, an id that is, a paper that is not, a field that nobody knows."""
    claims = [
        CLAIM,
        {**CLAIM, "id": "c2", "quote": "We reach 53.3 % on TestSet"},
        CLAIM,
        {**CLAIM, "id": "c3", "paper": "arxiv:2"},
        {**CLAIM, "id": "c4", "colour": "red"},
        {**CLAIM, "id": "c5", "text": {"en": "It reaches 52.3 %."}},
    ]
    rewordings = [
        {"id": "r1", "of": "c9", "way": "half"},
        {"id": "r2", "of": "c1", "way": "none"},
        {"id": "r3", "of": "c1", "way": "made up", "quote": "It needs five hours."},
    ]
    path = folder(tmp_path, papers=[PAPER_ROW], claims=claims, rewordings=rewordings)
    _, problems = read_folder(path)
    assert problems == (
        "claims.jsonl:2: its quote does not stand in the paper",
        "claims.jsonl:3: the id c1 stands here twice",
        "claims.jsonl:4: there is no paper arxiv:2",
        "claims.jsonl:5: colour: Extra inputs are not permitted",
        "claims.jsonl:6: text.zh: Field required",
        "rewordings.jsonl:1: there is no claim or field c9",
        "rewordings.jsonl:2: it says the same as c1",
        "rewordings.jsonl:3: its quote does not stand in the paper",
    )


def test_a_folder_without_papers_is_none(tmp_path: Path) -> None:
    """Somebody who names the wrong folder is told so."""
    _, problems = read_folder(tmp_path)
    assert problems == ("papers.jsonl: there is no such file, and no natural.jsonl",)


def test_a_pdf_becomes_a_row(tmp_path: Path) -> None:
    """Whoever measures on a paper of theirs gets its passages as the product reads them."""
    row = json.loads(as_row(PAPER))
    material, problems = read_folder(folder(tmp_path, papers=[row]))
    assert problems == ()
    (source,) = material.papers.values()
    assert source.kind == "pdf"
    assert "S2ORC" in source.passage("page=1")
