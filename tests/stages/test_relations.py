"""Laying findings side by side: who is laid beside whom, what is kept, and what is asked again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.analysis.sample import QUOTE, TEXT, raw
from tests.llm.test_ask import Scripted
from tests.loopback.replies import compared_of, relation_reply
from wiki_builder.analysis.parse import parse
from wiki_builder.analysis.request import Request
from wiki_builder.concepts.registry import read_registry
from wiki_builder.core.progress import Progress
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import Provenance
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.fulltext import TextInfo
from wiki_builder.core.values.paper import Paper
from wiki_builder.core.values.relation import Relation
from wiki_builder.grounding.ground import ground
from wiki_builder.library.index import load_index
from wiki_builder.llm.engine import Answer, Broken, OverBudget, Refused
from wiki_builder.llm.none import NoEngine
from wiki_builder.llm.replies import remembered
from wiki_builder.stages import relations as stage
from wiki_builder.stages.link import link_papers
from wiki_builder.stages.outcomes import Compared
from wiki_builder.stages.relations import note_relations, relate_findings, waiting_relations

ONE, TWO, THREE = "file:00000001", "file:00000002", "file:00000003"
READ_BY = Provenance("litellm", "writer", "paper/2", "0" * 8, "2026-05-05")
NAMED = {"results__0__text__en": "With credit assignment it succeeds in 81.2% of the episodes."}


def paper(id_: str, **changes: object) -> Paper:
    """A paper that was read, and was announced on a day of its own."""
    version = Version(1, f"Paper {id_}", ("A. Author",), QUOTE, ("cs.LG",))
    reply = parse(raw(**(NAMED | changes)))
    analysis = ground(reply, TEXT, id_, READ_BY, [QUOTE])  # type: ignore[arg-type]  # it is usable
    info, day = TextInfo("html", TEXT.hash, 1, version=1), f"2026-05-0{id_[-1]}"
    return Paper(id_, (version,), day, day, info, analysis)


@dataclass
class Desk:
    """A wiki with a scripted model, whose replies are kept first."""

    wiki: Wiki
    say: Callable[[Request], str | Answer] | None = None
    asked: list[Request] = field(default_factory=list)

    def read(self, *ids: str, **changes: object) -> None:
        for id_ in ids:
            one = paper(id_, **changes)
            note_relations(self.wiki, one)
            write_paper(self.wiki, one)
        link_papers(self.wiki, load_index(self.wiki))

    def run(self, wanted: bool = True, refresh: bool = False, **options: object) -> Compared:
        engine = Scripted(self._said)
        engine.asked = self.asked
        return relate_findings(
            self.wiki,
            load_index(self.wiki),
            read_registry(self.wiki),
            remembered(engine, self.wiki.pending / "replies", refresh=refresh),
            Progress(),
            wanted=wanted,
            refresh=refresh,
            **options,  # type: ignore[arg-type]  # held, limit, only
        )

    def _said(self, request: Request) -> str | Answer:
        if self.say:
            return self.say(request)
        return reply(request)

    def relations(self, id_: str = TWO) -> tuple[Relation, ...]:
        found = read_paper(self.wiki, id_)
        assert found
        assert found.analysis
        return found.analysis.relations

    @property
    def left(self) -> list[Path]:
        return [path for path in self.wiki.pending.rglob("*") if path.is_file()]


def reply(request: Request, says: str = "contradicts") -> str:
    return json.dumps(relation_reply({"messages": request.messages}, says), ensure_ascii=False)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(Wiki(tmp_path))


def test_a_paper_is_laid_beside_those_before_it(desk: Desk) -> None:
    """Once a pair, by the later paper; who said so is kept, and nothing is left behind."""
    desk.read(ONE, TWO)
    done = desk.run()
    assert (done.papers, done.open) == ((TWO,), False)
    assert done.found["contradicts"] >= 1
    (asked,) = desk.asked
    assert asked.subject == TWO
    first = desk.relations()[0]
    assert (first.ours.claim.partition("#")[0], first.theirs.claim.partition("#")[0]) == (TWO, ONE)
    assert "credit-assignment" in first.concepts
    assert first.by == "m"
    assert not desk.relations(ONE)
    assert desk.left == []
    assert desk.run() == Compared()
    assert len(desk.asked) == 1


def test_nobody_is_asked_where_nothing_is_alike(desk: Desk) -> None:
    """A single paper, or one of another subject, costs nothing."""
    desk.read(ONE)
    assert desk.run() == Compared()
    other = {"concepts__0__name__en": "graph fusion", "concepts__0__name__zh": "图融合"}
    plain = {"results__0__text__en": "It succeeds in 81.2% of the episodes."}
    desk.read(TWO, **other, **plain, entities=[])
    assert desk.run() == Compared()
    assert (desk.asked, desk.left) == ([], [])


@pytest.mark.parametrize("place", ["write_paper", "drop_asked", "use_up"])
def test_killed_anywhere_it_goes_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """What was answered is not asked again, and nothing is left behind."""
    desk.read(ONE, TWO)

    def killed(*args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(stage, place, killed)
        with pytest.raises(KeyboardInterrupt):
            desk.run()
    desk.run()
    assert len(desk.asked) == 1
    assert desk.relations()
    assert desk.left == []


def test_what_waits_is_asked_as_it_was_noted(desk: Desk) -> None:
    """Without money the question stays, to the letter, and counts as waiting."""
    desk.read(ONE, TWO)
    desk.say = lambda request: OverBudget("no money")
    done = desk.run()
    assert (done.over_budget, done.open, done.pending[0][0]) == (True, True, TWO)
    assert waiting_relations(desk.wiki) == 1
    desk.say = None
    assert desk.run().papers == (TWO,)
    first, second = desk.asked
    assert first == second


def test_held_it_waits(desk: Desk) -> None:
    """Where the budget ended at the papers nothing is asked."""
    desk.read(ONE, TWO)
    done = desk.run(held="papers come first")
    assert (done.pending, done.open, desk.asked) == (((TWO, "papers come first"),), True, [])


def test_a_finding_that_changed_is_paired_anew(desk: Desk) -> None:
    """What waited under other words is let go, and nobody answers it."""
    desk.read(ONE, TWO)
    desk.run(held="later")
    changed = paper(ONE, results__0__text__en="By credit assignment it succeeds in 81.2%.")
    write_paper(desk.wiki, changed)
    link_papers(desk.wiki, load_index(desk.wiki))
    desk.run()
    (asked,) = desk.asked
    shown = [row["b"]["en"] for row in compared_of({"messages": asked.messages})]
    assert "By credit assignment it succeeds in 81.2%." in shown


def test_a_reply_of_no_use_is_asked_for_three_times(desk: Desk) -> None:
    """Then the paper is let be; a refresh asks about it again."""
    desk.read(ONE, TWO)
    desk.say = lambda request: "no JSON"
    for run in range(3):
        done = desk.run()
        assert done.failed, run
        assert done.open == (run < 2)
    asked = len(desk.asked)
    assert desk.run() == Compared()
    assert len(desk.asked) == asked
    desk.say = None
    assert desk.run(refresh=True).papers == (TWO,)


@pytest.mark.parametrize("why", [Refused("no"), Broken("the server is down", passing=True)])
def test_one_papers_failure_is_its_own(desk: Desk, why: Answer) -> None:
    """The others are compared."""
    desk.read(ONE, TWO, THREE)
    desk.say = lambda request: why if request.subject == TWO else reply(request)
    done = desk.run()
    assert (done.papers, [id_ for id_, _ in done.failed]) == ((THREE,), [TWO])


def test_a_pair_is_asked_about_once(desk: Desk) -> None:
    """A paper that is read again is not laid beside the later one that was laid beside it; in a
    later one only what is new is asked.
    """
    desk.read(ONE, TWO)
    desk.run()
    desk.read(ONE)
    assert desk.run() == Compared()
    assert len(desk.asked) == 1


def test_turned_off_nothing_is_left(desk: Desk) -> None:
    """What waited goes, with the request."""
    desk.read(ONE, TWO)
    desk.run(held="later")
    assert desk.run(wanted=False) == Compared()
    assert desk.left == []


def test_a_run_without_a_model_throws_no_reply_away(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was paid for is used by the next run with one."""
    desk.read(ONE, TWO)

    def killed(*args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(stage, "write_paper", killed)
        with pytest.raises(KeyboardInterrupt):
            desk.run()
    index, registry = load_index(desk.wiki), read_registry(desk.wiki)
    done = relate_findings(desk.wiki, index, registry, NoEngine(), Progress(), wanted=True)
    assert done == Compared()
    assert desk.run().papers == (TWO,)
    assert len(desk.asked) == 1


def test_a_new_version_in_which_all_stands_is_not_asked_about(desk: Desk) -> None:
    """What it found stays compared; where a finding changed, it is asked about anew."""
    desk.read(ONE, TWO)
    desk.run()
    kept = read_paper(desk.wiki, TWO)
    assert kept
    note_relations(desk.wiki, kept)
    assert desk.run() == Compared()
    assert desk.relations()
    analysis = paper(TWO, results__0__text__en="By credit assignment it succeeds.").analysis
    assert analysis
    assert kept.analysis
    changed = replace(analysis, compared=kept.analysis.compared)
    note_relations(desk.wiki, kept.with_(analysis=changed))
    assert waiting_relations(desk.wiki) == 1


def test_a_refresh_comes_past_papers_without_pairs(desk: Desk) -> None:
    """Its limit counts questions."""
    desk.read(ONE, TWO, THREE)
    assert desk.run(wanted=False) == Compared()
    assert desk.run(refresh=True, limit=1).papers == (TWO,)
    assert desk.run(refresh=True, limit=1).papers == (THREE,)


def test_withdrawn_papers_have_no_say(desk: Desk) -> None:
    """Neither is one laid beside others, nor others beside it."""
    gone = paper(ONE)
    comment = "This paper has been withdrawn by the authors due to an error."
    version = replace(gone.latest, comment=comment)
    write_paper(desk.wiki, gone.with_(versions=(version,)))
    desk.read(TWO)
    assert desk.run() == Compared()
