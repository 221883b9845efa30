"""Reading: each result is kept as soon as it is there, and what it was made from goes only then."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analysis.sample import QUOTE, TEXT, raw
from tests.llm.test_ask import Scripted
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.progress import Progress
from wiki_builder.core.store.papers import keep_text, read_kept_text, read_paper, write_paper
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.fulltext import FullText
from wiki_builder.core.values.paper import Failed, Paper
from wiki_builder.llm import replies
from wiki_builder.llm.engine import Engine
from wiki_builder.llm.replies import remembered
from wiki_builder.stages import analyse
from wiki_builder.stages.analyse import Reading, sweep_papers

ONE, TWO = "file:00000001", "file:00000002"


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    """Two texts that came as files."""
    made = Wiki(tmp_path)
    for id_ in (ONE, TWO):
        keep_text(made, id_, TEXT)
    return made


def paper(id_: str) -> Paper:
    return Paper(
        id_,
        (Version(1, f"StepCredit {id_}", ("A. Author",), QUOTE, ("cs.LG",)),),
        "2026-05-05",
        "2026-05-05",
    )


def read(wiki: Wiki, engine: Engine, *ids: str) -> Reading:
    """The papers read from their kept texts, with replies kept first."""

    def text(paper: Paper) -> FullText | Failed:
        return read_kept_text(wiki, paper.id) or Failed("no text")

    reading = Reading(wiki, remembered(engine, wiki.pending / "replies"), text, max_tokens=9_000)
    reading.read_all([read_paper(wiki, id_) or paper(id_) for id_ in ids], Progress())
    return reading


def pending(wiki: Wiki) -> list[str]:
    return sorted(path.parent.name for path in wiki.pending.rglob("*") if path.is_file())


def test_a_paper_that_was_read_leaves_nothing_behind(wiki: Wiki) -> None:
    """Paper first; then its text, that came as a file, and the reply go."""
    read(wiki, Scripted(lambda _: raw()), ONE)
    stored = read_paper(wiki, ONE)
    assert stored
    assert stored.analysis
    assert read_kept_text(wiki, ONE) is None
    assert pending(wiki) == ["texts"]


def test_a_paper_that_was_not_read_keeps_its_text(wiki: Wiki) -> None:
    """A reply that is of no use is asked for anew by the next run,
    from the text that is still there.
    """
    (failed,) = read(wiki, Scripted(lambda _: "no JSON"), ONE).outcomes
    assert failed.paper.failed
    assert (failed.paper.failed.attempts, failed.paper.failed.passing) == (1, False)
    assert pending(wiki) == ["failed", "texts", "texts"]
    (done,) = read(wiki, Scripted(lambda _: raw()), ONE).outcomes
    assert done.paper.analysis
    assert pending(wiki) == ["texts"]


def test_a_kill_behind_the_paper_leaves_nothing(
    wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a killed run had put into ``data/`` is not read once more: reply and text are let go."""

    def kill(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(analyse, "drop_text", kill)
        with pytest.raises(KeyboardInterrupt):
            read(wiki, Scripted(lambda _: raw()), ONE)
    stored = read_paper(wiki, ONE)
    assert stored
    assert stored.analysis
    assert replies.keys(wiki.pending / "replies")
    sweep_papers(wiki)
    assert pending(wiki) == ["texts"]
    assert read_kept_text(wiki, TWO)


def test_a_reply_to_a_paper_that_does_not_stand_is_not_swept(
    wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that was killed before the paper stood is taken up, and asks nothing."""
    write_paper(wiki, paper(ONE))

    def kill(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(analyse, "write_paper", kill)
        with pytest.raises(KeyboardInterrupt):
            read(wiki, Scripted(lambda _: raw()), ONE)
    sweep_papers(wiki)
    engine = Scripted(lambda _: raw())
    assert read(wiki, engine, ONE).outcomes[0].paper.analysis
    assert engine.asked == []


def test_papers_without_a_text_are_named_though_the_model_is_down(wiki: Wiki) -> None:
    """What stopped the model does not hide what else went wrong."""

    def down(request: object) -> str:
        raise UpstreamError("the key is refused")

    reading = read(wiki, Scripted(down), "file:00000003", ONE)
    assert reading.problem
    assert [(outcome.paper.id, bool(outcome.paper.failed)) for outcome in reading.outcomes] == [
        ("file:00000003", True)
    ]
