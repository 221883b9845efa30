"""The benchmark of matching: its promises hold on the pairs that ship,
and it says so when they do not.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.concepts import (
    REPLIES,
    Figures,
    figures,
    main,
    opens,
    read,
    report,
    verdicts,
    without_model,
)
from wiki_builder.concepts.matching.guards import guard
from wiki_builder.concepts.matching.match import compare
from wiki_builder.concepts.verdicts import verdict_requests
from wiki_builder.llm import replies
from wiki_builder.llm.replay import ReplayEngine

FOLDER = Path(REPLIES).parent
FILES = [FOLDER / "pairs.jsonl", FOLDER / "pairs_own.jsonl"]


def measured(path: Path) -> tuple[Figures, str]:
    """The figures without a model, and the lines of the report with verdicts."""
    pairs = read(path)
    known = {verdict.name: verdict for verdict in verdicts(ReplayEngine(REPLIES), opens(pairs))}
    lines, right = report(pairs, known)
    assert right
    alone = [without_model(compare(p.a, p.b), guard(p.a, p.b)) for p in pairs]
    return figures(pairs, alone), "\n".join(lines)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_promises_hold(path: Path) -> None:
    """Nothing different is merged, and at least six in ten of what is the same are found
    without a model.
    """
    alone, lines = measured(path)
    assert alone.wrong == ()
    assert alone.recall >= 0.6
    assert alone.found >= 0.9
    assert "without a recorded verdict" not in lines


def test_every_recorded_reply_is_used() -> None:
    """A reply that no request asks for any more is not kept."""
    asked = {request.key for path in FILES for request in verdict_requests(opens(read(path)))}
    assert set(replies.keys(REPLIES)) == asked


def test_a_wrong_merge_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever breaks a rule sees the pair and the exit code 1."""
    file = tmp_path / "pairs.jsonl"
    file.write_text(
        json.dumps({"a": "GANs", "b": "GAN", "label": "different"}) + "\n", encoding="utf-8"
    )
    assert main([str(file)]) == 1
    assert "WRONG: merged GANs | GAN" in capsys.readouterr().out


def test_a_line_that_is_no_pair_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mistake in the file is told with its line, not as a traceback."""
    file = tmp_path / "pairs.jsonl"
    file.write_text('{"a": "x", "b": "y", "label": "same"}\n{"a": 1}\n', encoding="utf-8")
    assert main([str(file)]) == 2
    assert "pairs.jsonl:2" in capsys.readouterr().err


def test_recording_files_what_was_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first call writes the requests, the next one files their answers, which then count."""
    file, work, to = tmp_path / "pairs.jsonl", tmp_path / "work", tmp_path / "replies"
    file.write_text(
        json.dumps({"a": "neural collapse", "b": "神经坍缩", "label": "same"}) + "\n",
        encoding="utf-8",
    )
    call = [str(file), "--replies", str(to), "--record", str(work)]
    assert main(call) == 0
    assert "1 requests wait" in capsys.readouterr().out
    (request,) = work.glob("*.request.md")
    said = {
        "name": "n1",
        "candidate": "c1",
        "verdict": "same",
        "sure": True,
        "reason": "its translation",
    }
    request.with_name(request.name.replace(".request.md", ".answer.json")).write_text(
        json.dumps({"verdicts": [said]})
    )
    assert main(call) == 0
    assert "recall 1.000 (1 merged)" in capsys.readouterr().out
    assert len(list(to.iterdir())) == 1
