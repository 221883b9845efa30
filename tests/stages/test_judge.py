"""Judging: each verdict is kept as soon as it is there, the writer has one more chance, and
whatever is killed, nothing that was answered is asked again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from benchmarks import answers
from tests.analysis.sample import QUOTE, TEXT, raw
from tests.llm.test_ask import Scripted
from tests.loopback.replies import judge_reply, mend_reply, rows_of
from wiki_builder.analysis.parse import parse
from wiki_builder.analysis.request import Request
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import Check
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import Claim, Provenance
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.fulltext import FullText, TextInfo
from wiki_builder.core.values.paper import Failed, Paper
from wiki_builder.grounding.ground import ground
from wiki_builder.library import index
from wiki_builder.library.index import load_index
from wiki_builder.llm import replies
from wiki_builder.llm.engine import Answer, Broken, OverBudget, Refused, Waiting, reply_to
from wiki_builder.llm.replay import ReplayEngine
from wiki_builder.llm.replies import remembered
from wiki_builder.stages import judge as stage
from wiki_builder.stages.judge import judge_papers
from wiki_builder.stages.outcomes import Judged
from wiki_builder.stages.to_judge import note_to_judge, waiting_rows

ONE, TWO = "file:00000001", "file:00000002"
ROWS = 11  # five claims that are the paper's, a row of the table, and five fields
Says = Mapping[str, str]
READ_BY = Provenance("litellm", "writer", "paper/2", "0" * 8, "2026-05-05")


def paper(id_: str, **changes: object) -> Paper:
    """A paper that was read."""
    version = Version(1, f"StepCredit {id_}", ("A. Author",), QUOTE, ("cs.LG",))
    reply = parse(raw(**changes))
    analysis = ground(reply, TEXT, id_, READ_BY, [QUOTE])  # type: ignore[arg-type]  # it is usable
    info = TextInfo("html", TEXT.hash, 1, version=1)
    return Paper(id_, (version,), "2026-05-05", "2026-05-05", info, analysis)


@dataclass
class Court:
    """A wiki with a judge and a writer, both scripted, and replies that are kept first."""

    wiki: Wiki
    says: Says | Callable[[Request], str | Answer] = field(default_factory=dict)
    write: Callable[[Request], str | Answer] | None = None

    def __post_init__(self) -> None:
        self.judge = Scripted(self._judged)
        self.writer = Scripted(self._mended)
        self.texts: Callable[[Paper], FullText | Failed] = lambda paper: TEXT

    def _judged(self, request: Request) -> str | Answer:
        if callable(self.says):
            return self.says(request)
        return json.dumps(judge_reply({"messages": request.messages}, self.says))

    def _mended(self, request: Request) -> str | Answer:
        if self.write:
            return self.write(request)
        return json.dumps(mend_reply({"messages": request.messages}))

    def read(self, *ids: str, which: str = "all", **changes: object) -> None:
        """Papers are read: what is to be judged is noted, then the paper stands."""
        for id_ in ids:
            one = paper(id_, **changes)
            note_to_judge(self.wiki, which, one, TEXT)  # type: ignore[arg-type]  # one of the words
            write_paper(self.wiki, one)

    def run(self, which: str = "all", refresh: bool = False, **options: object) -> Judged:
        engines = (
            remembered(engine, self.wiki.pending / "replies", refresh=refresh)
            for engine in (self.judge, self.writer)
        )
        judge, writer = engines
        return judge_papers(
            self.wiki,
            Check(judge=which),  # type: ignore[arg-type]  # one of the words
            load_index(self.wiki),
            judge,
            writer,
            lambda paper: self.texts(paper),
            Progress(),
            refresh=refresh,
            **options,  # type: ignore[arg-type]  # held, limit, only
        )

    def paper(self, id_: str = ONE) -> Paper:
        found = read_paper(self.wiki, id_)
        assert found
        return found

    def claim(self, start: str, id_: str = ONE) -> Claim:
        """The first claim of a part."""
        analysis = self.paper(id_).analysis
        assert analysis
        return next(claim for claim in analysis.claims if claim.id.startswith(start))

    def said(self, start: str = "r", id_: str = ONE) -> list[str]:
        return [verdict.says for verdict in self.claim(start, id_).verdicts]

    @property
    def pending(self) -> list[str]:
        return sorted(path.parent.name for path in self.wiki.pending.rglob("*") if path.is_file())

    @property
    def asked(self) -> list[str]:
        """What was asked, in order."""
        return [request.task for request in (*self.judge.asked, *self.writer.asked)]


@pytest.fixture
def court(tmp_path: Path) -> Court:
    return Court(Wiki(tmp_path))


def the_result(court: Court, says: str = "not_said") -> dict[str, str]:
    """The judge misses what the result says."""
    return {court.claim("r").id: says}


# --- What comes of it -----------------------------------------------------------------


def test_verdicts_stand_on_claims_and_fields(court: Court) -> None:
    """One request a paper; each statement has its verdicts, the paper who judged and what it cost,
    and nothing is left behind.
    """
    court.read(ONE, TWO)
    done = court.run()
    assert done.papers == (ONE, TWO)
    assert done.said == {"supported": 2 * ROWS}
    assert court.asked == ["judge", "judge"]
    assert court.said() == ["supported", "supported"]
    analysis = court.paper().analysis
    assert analysis
    assert analysis.judge
    assert (analysis.judge.model, analysis.judge.prompt, analysis.judge.cost) == (
        "m",
        "judge/1",
        0.5,
    )
    assert court.claim("r").row_verdict
    assert [one.language for one in analysis.verdicts["abstract"]] == ["zh"]
    assert analysis.provenance == READ_BY
    assert not court.claim("l").verdicts, "an inferred claim is not the paper's"
    assert court.pending == []
    assert not done.open


def test_what_rules_settled_is_not_asked(court: Court) -> None:
    """By default a judge is asked what rules could not settle, and nobody where nothing is."""
    settled = {"method__overview__en": "It has stages.", "method__overview__zh": "分阶段进行。"}
    counted = {
        "results__0__text__en": "It is the first to succeed in 81.2% of the episodes.",
        "results__0__text__zh": "它首次在 81.2% 的回合中成功。",
    }
    court.read(ONE, which="doubtful", **settled)
    assert court.pending == []
    court.read(TWO, which="doubtful", **settled, **counted)
    assert court.run("doubtful").papers == (TWO,)
    (asked,) = court.judge.asked
    assert [row["id"] for row in rows_of({"messages": asked.messages})] == [
        court.claim("r", TWO).id
    ]


def test_a_claim_that_is_not_borne_out_is_worded_anew_once(court: Court) -> None:
    """The writer is told why; the new words are judged, and what was spent on that is counted."""
    court.read(ONE)
    before = court.claim("r")
    court.says = {before.id: "not_said"}
    seen: list[dict[str, object]] = []

    def judged(request: Request) -> str:
        body = {"messages": request.messages}
        seen.extend(rows_of(body))
        says = {before.id: "not_said"} if len(court.judge.asked) == 1 else {}
        return json.dumps(judge_reply(body, says))

    court.says = judged
    done = court.run()
    assert (done.mended, done.said["supported"], "not_said" in done.said) == (1, ROWS, False)
    assert [request.task for request in court.writer.asked] == ["mend"]
    (asked,) = rows_of({"messages": court.writer.asked[0].messages})
    assert asked["problem"] == {
        "en": "the quote does not say so",
        "zh": "the quote does not say so",
    }
    claim = court.claim("r")
    assert claim.text.en == "It succeeds in 81.2% of the."
    assert claim.text != before.text
    assert (claim.id, claim.evidence) == (before.id, before.evidence)
    assert court.said() == ["supported", "supported"]
    assert [row["id"] for row in seen].count(before.id) == 2
    assert len(seen) == ROWS + 1
    analysis = court.paper().analysis
    assert analysis
    assert analysis.judge
    assert analysis.mend
    assert (analysis.judge.cost, analysis.mend.cost) == (1.0, 0.5)
    assert court.pending == []


def test_there_is_no_third_chance(court: Court) -> None:
    """What is not borne out in its new words either stands with that verdict."""
    court.read(ONE)
    court.says = the_result(court)
    done = court.run()
    assert [request.task for request in court.judge.asked] == ["judge", "judge"]
    assert [request.task for request in court.writer.asked] == ["mend"]
    assert done.said == {"not_said": 1, "supported": ROWS - 1}
    assert court.said() == ["not_said", "not_said"]
    assert not done.open
    assert court.run().papers == ()


def test_a_claim_that_is_contradicted_has_no_second_chance(court: Court) -> None:
    """What the paper opposes is not worded around."""
    court.read(ONE)
    court.says = the_result(court, "contradicted")
    assert court.run().said == {"contradicted": 1, "supported": ROWS - 1}
    assert court.writer.asked == []


@pytest.mark.parametrize(
    "words",
    [
        {"drop": True},
        {"text": {"en": "It succeeds in 93% of the episodes.", "zh": "它在 93% 的回合中成功。"}},
        {
            "text": {
                "en": "It succeeds in 81.2% of the episodes.",
                "zh": "它在 81.2% 的回合中成功。",
            }
        },
    ],
)
def test_new_words_that_are_none_leave_the_claim_as_it_is(
    court: Court, words: dict[str, object]
) -> None:
    """Dropped, worse by the rules, or the same again: the claim keeps its words and its verdict."""
    court.read(ONE)
    court.says, before = the_result(court), court.claim("r")
    court.write = lambda request: json.dumps({"rows": [{"id": before.id, **words}]})
    done = court.run()
    assert done.mended == 0
    assert court.claim("r").text == before.text
    assert court.said() == ["not_said", "not_said"]
    assert len(court.judge.asked) == 1
    assert court.pending == []


# --- What goes wrong ------------------------------------------------------------------


def test_a_row_that_stays_wrong_is_not_judged(court: Court) -> None:
    """A judge that invents a span is asked again; what it invents twice is not judged, and harms no
    other row.
    """
    court.read(ONE)
    own = court.claim("r").id

    def invented(request: Request) -> str:
        reply = judge_reply({"messages": request.messages[:2]})
        for row in reply["rows"]:
            if row["id"] == own:
                row["en"] = {"says": "supported", "span": "words that nobody wrote"}
        return json.dumps(reply)

    court.says = invented
    done = court.run()
    assert done.said == {"not_judged": 1, "supported": ROWS - 1}
    assert len(court.judge.asked) == 2
    assert "stands neither in the quote" in court.judge.asked[1].messages[-1]["content"]
    assert court.claim("r").verdicts == ()
    assert court.said("s") == ["supported", "supported"]
    assert court.run().papers == ()


def test_one_papers_failure_is_its_own(court: Court) -> None:
    """A paper whose judge refuses is named and not judged, in three runs at most; others are."""
    court.read(ONE, TWO)
    subject = f"judge-{ONE.replace(':', '-')}"

    def refusing(request: Request) -> str | Answer:
        if request.key.startswith(subject):
            return Refused("no")
        return json.dumps(judge_reply({"messages": request.messages}))

    court.says = refusing
    runs = [court.run() for _ in range(4)]
    assert [run.failed for run in runs] == [((ONE, "refused: no"),)] * 3 + [()]
    assert [run.open for run in runs] == [True, True, False, False]
    assert court.said(id_=TWO) == ["supported", "supported"]
    assert court.paper().analysis is not None
    assert court.claim("r").verdicts == ()
    court.says = {}
    assert court.run(refresh=True).papers == (ONE,)


@pytest.mark.parametrize("why", [Waiting("later"), OverBudget("no money"), Broken("down", True)])
def test_what_waits_is_asked_by_the_next_run(court: Court, why: Answer) -> None:
    """Not answered yet, or not asked for want of money: it is open, and counted."""
    court.read(ONE)
    court.says = lambda request: why
    done = court.run()
    assert done.open
    assert done.over_budget == isinstance(why, OverBudget)
    assert bool(done.pending) != bool(done.failed)
    assert waiting_rows(court.wiki) == ROWS
    court.says = {}
    assert court.run().papers == (ONE,)
    assert waiting_rows(court.wiki) == 0


def test_nothing_is_asked_while_papers_wait_for_money(court: Court) -> None:
    """Held back: all that was noted waits, with the reason."""
    court.read(ONE, TWO)
    done = court.run(held="papers come first")
    assert done.pending == ((ONE, "papers come first"), (TWO, "papers come first"))
    assert court.asked == []
    assert done.open


def test_a_judge_that_is_down_stops_nothing_else(court: Court) -> None:
    """A key that is refused is the run's problem, and the next run goes on."""
    court.read(ONE)

    def down(request: Request) -> str:
        raise UpstreamError("the key is refused")

    court.says = down
    done = court.run()
    assert done.problem
    assert done.open
    assert court.asked == ["judge"]
    court.says = {}
    assert court.run().papers == (ONE,)


def test_a_judge_that_is_off_leaves_nothing(court: Court) -> None:
    """What waited is let go when the owner wants no judge."""
    court.read(ONE)
    court.says = lambda request: "no JSON"
    court.run()
    assert court.run("off") == Judged()
    assert court.pending in ([], ["failed"])
    assert not list(court.wiki.to_judge.glob("*"))


# --- What is killed -------------------------------------------------------------------


def _kill(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("place", ["write_paper", "drop_asked", "keep", "use_up"])
@pytest.mark.parametrize("time", [1, 2, 3])
def test_a_kill_anywhere_pays_nothing_twice(
    court: Court, monkeypatch: pytest.MonkeyPatch, place: str, time: int
) -> None:
    """Killed before or after each thing that is written: the next run ends as if nothing had been,
    and no answered question is asked again.
    """
    court.read(ONE)
    own = court.claim("r").id

    def judged(request: Request) -> str:
        says = {own: "not_said"} if len(rows_of({"messages": request.messages})) > 1 else {}
        return json.dumps(judge_reply({"messages": request.messages}, says))

    court.says = judged
    real, left = getattr(stage, place), [time]

    def killed(*args: object, **options: object) -> object:
        left[0] -= 1
        if left[0] == 0:
            _kill()
        return real(*args, **options)

    with monkeypatch.context() as patch:
        patch.setattr(stage, place, killed)
        if _dies(court):
            assert left[0] == 0
    court.run()
    assert court.asked == ["judge", "judge", "mend"]
    assert court.claim("r").text.en == "It succeeds in 81.2% of the."
    assert court.said() == ["supported", "supported"]
    analysis = court.paper().analysis
    assert analysis
    assert analysis.judge
    assert analysis.judge.cost == 1.0
    assert court.pending == []
    assert not court.run().open


def _dies(court: Court) -> bool:
    try:
        court.run()
    except KeyboardInterrupt:
        return True
    return False


def test_a_paper_that_is_read_anew_is_judged_anew(court: Court) -> None:
    """What was asked about an earlier reading is let go, with the reply that was paid for it."""
    court.read(ONE)
    court.says = lambda request: Waiting("later")
    court.run()
    court.read(ONE, results__0__text__en="It succeeds in 81.2% of all episodes.")
    court.says = {}
    assert court.run().papers == (ONE,)
    (row,) = (
        row
        for row in rows_of({"messages": court.judge.asked[-1].messages})
        if row["id"] == court.claim("r").id
    )
    assert row["en"] == "It succeeds in 81.2% of all episodes."
    assert court.pending == []


def test_what_was_noted_of_a_paper_that_does_not_stand_so_is_let_go(court: Court) -> None:
    """A claim that somebody reworded in the data meanwhile is not judged by its old words."""
    court.read(ONE)
    write_paper(court.wiki, paper(ONE, results__0__text__en="It succeeds in 81.2% of all."))
    assert court.run().papers == ()
    assert court.pending == []
    assert court.asked == []


def test_a_paper_whose_file_cannot_be_read_now_keeps_what_was_paid(court: Court) -> None:
    """Somebody is at work on its file: its verdicts wait on disk, and are kept when it can be
    read again.
    """
    court.read(ONE)
    file = court.wiki.paper(ONE)
    whole = file.read_bytes()

    def broken(request: Request) -> str:
        file.write_bytes(b"<<<<<<< ours")
        return json.dumps(judge_reply({"messages": request.messages}))

    court.says = broken
    assert court.run().papers == ()
    assert court.run().papers == ()
    file.write_bytes(whole)
    assert court.run().papers == (ONE,)
    assert court.asked == ["judge"]
    assert court.pending == []


# --- Again ----------------------------------------------------------------------------


def test_a_newer_question_is_asked_on_refresh_only(
    court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A verdict that another prompt asked for is outdated: used still, and asked again by
    ``--refresh``, from the text that the paper was read from.
    """
    court.read(ONE)
    court.run()
    for module in ("wiki_builder.stages.judge", "wiki_builder.library.card"):
        monkeypatch.setattr(f"{module}.JUDGE_PROMPT", "judge/2")
    monkeypatch.setattr("wiki_builder.grounding.judge.request.JUDGE_PROMPT", "judge/2")
    monkeypatch.setattr(index, "_ROWS", index.rows_of("judge/2"))
    assert load_index(court.wiki)[ONE].card.judge_outdated
    assert court.run().papers == ()
    done = court.run(refresh=True)
    assert done.papers == (ONE,)
    assert len(court.judge.asked) == 2
    assert court.judge.asked[0].user == court.judge.asked[1].user
    assert not load_index(court.wiki)[ONE].card.judge_outdated
    assert court.run(refresh=True).papers == ()


def test_a_wiki_that_was_read_without_a_judge_is_judged_on_refresh(court: Court) -> None:
    """Papers of earlier runs are not judged by themselves; where their text is gone, a refresh has
    them judged by the evidence that is kept.
    """
    write_paper(court.wiki, paper(ONE))
    write_paper(court.wiki, paper(TWO))
    assert court.run().papers == ()
    court.texts = lambda one: TEXT if one.id == ONE else Failed("its file is needed again")
    assert court.run(refresh=True, limit=1).papers == (ONE,)
    assert court.run(refresh=True).papers == (TWO,)
    assert QUOTE in court.judge.asked[1].user
    assert court.said(id_=TWO) == ["supported", "supported"]


def test_a_text_that_cannot_be_had_now_waits(court: Court) -> None:
    """An arXiv that is down is no reason to judge by less than there is."""
    write_paper(court.wiki, paper(ONE))

    def down(one: Paper) -> FullText:
        raise UpstreamError("arXiv does not answer")

    court.texts = down
    done = court.run(refresh=True)
    assert done.pending == ((ONE, "its text could not be had: arXiv does not answer"),)
    assert court.asked == []


def test_only_what_is_named_is_asked(court: Court) -> None:
    """``add`` has its own papers judged, and no others."""
    court.read(ONE, TWO)
    assert court.run(only={TWO}).papers == (TWO,)
    assert waiting_rows(court.wiki) == ROWS


def test_the_same_paper_is_asked_once(court: Court) -> None:
    """Noted twice in the same words, it is one question."""
    court.read(ONE)
    court.read(ONE)
    assert len(list(court.wiki.to_judge.glob("*"))) == 1
    court.run()
    assert court.asked == ["judge"]


def test_recorded_verdicts_are_played_again(court: Court, tmp_path: Path) -> None:
    """With the engine ``replay`` a judge's reply is found by what was asked; others wait."""
    court.read(ONE)
    court.says = lambda request: Waiting("later")
    court.run()
    (asked,) = court.judge.asked
    said = json.dumps(judge_reply({"messages": asked.messages}))
    reply = reply_to(asked, said, engine="handoff", model="a person", date="2026-05-06")
    replies.write(tmp_path / "replies", reply)
    court.read(TWO)
    engine = ReplayEngine(tmp_path / "replies")
    papers = load_index(court.wiki)
    done = judge_papers(
        court.wiki, Check(judge="all"), papers, engine, engine, lambda _: TEXT, Progress()
    )
    assert done.papers == (ONE,)
    assert done.pending == ((TWO, "no recorded reply"),)
    analysis = court.paper().analysis
    assert analysis
    assert analysis.judge
    assert (analysis.judge.model, analysis.judge.date) == ("a person", "2026-05-06")


def test_the_benchmarks_model_keeps_the_form(court: Court) -> None:
    """What the benchmarks answer counts as verdicts, and as a writer's second answer."""
    court.read(ONE)
    court.says = lambda request: answers.reply(request.user)
    assert court.run().said == {"supported": ROWS}
    court.read(ONE)
    court.says = the_result(court)
    court.write = lambda request: answers.reply(request.user)
    assert court.run().mended == 0
    assert [request.task for request in court.writer.asked] == ["mend"]
