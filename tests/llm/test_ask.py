"""Asking about papers: one re-ask, beside the others, and what becomes of the rest."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from tests.analysis.sample import TEXT, raw, request
from wiki_builder.analysis.parse import Unusable
from wiki_builder.analysis.reply import PaperReply
from wiki_builder.analysis.request import Request
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.values.paper import Failed
from wiki_builder.llm import handoff
from wiki_builder.llm.ask import (
    Answers,
    Question,
    Read,
    Unread,
    is_under_way,
    sweep,
    use_up,
    withdraw,
)
from wiki_builder.llm.engine import (
    Answer,
    Broken,
    Engine,
    OverBudget,
    Refused,
    Waiting,
    reply_to,
)
from wiki_builder.llm.flow import flow
from wiki_builder.llm.handoff import HandoffEngine
from wiki_builder.llm.replies import remembered
from wiki_builder.stages.analyse import judge_paper


@dataclass
class Scripted:
    """An engine that says what it is told to; ``asked`` keeps the order."""

    say: Callable[[Request], str | Answer]
    asked: list[Request] = field(default_factory=list)
    name: str = "scripted"
    concurrency: int = 1

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
        return flow(self, requests)

    async def answer(self, request: Request) -> Answer:
        self.asked.append(request)
        said = self.say(request)
        if not isinstance(said, str):
            return said
        counts = {"input_tokens": 100, "output_tokens": 10, "cost": 0.5, "currency": "USD"}
        return reply_to(request, said, engine="scripted", model="m", date="2026-05-05", **counts)  # type: ignore[arg-type]

    async def close(self) -> None:
        pass


def question(number: int) -> Question[PaperReply]:
    return Question(request(number), partial(judge_paper, text=TEXT))


def questions(count: int) -> Iterator[Question[PaperReply]]:
    return (question(number) for number in range(1, count + 1))


def test_good_replies_are_read(tmp_path: Path) -> None:
    """Each question comes back once, with its request, its parsed reply and the reply."""
    results = list(Answers(Scripted(lambda _: raw()), questions(20), tmp_path))
    assert {result.request for result in results} == {request(number) for number in range(1, 21)}
    assert all(isinstance(result, Read) and result.reply.cost == 0.5 for result in results)


def test_a_malformed_reply_is_asked_for_once_more(tmp_path: Path) -> None:
    """The re-ask carries the reply and its errors, and both asks are paid for."""
    engine = Scripted(lambda request: raw() if request.previous else raw(summary__zh="TODO"))
    (result,) = Answers(engine, questions(1), tmp_path)
    assert isinstance(result, Read)
    assert result.request == request(1)
    assert (result.reply.cost, result.reply.input_tokens) == (1.0, 200)
    assert "summary.zh: 'TODO' is a placeholder" in engine.asked[1].messages[-1]["content"]


def test_a_reply_that_stays_bad_is_failed_and_kept(tmp_path: Path) -> None:
    """After the re-ask the paper is failed, with the raw reply in a file that goes when it
    is read after all.
    """
    (result,) = Answers(Scripted(lambda _: "no JSON at all"), questions(1), tmp_path)
    assert isinstance(result, Unread)
    assert isinstance(result.why, Failed)
    assert result.why.reply is not None
    failed = tmp_path / "failed"
    assert (failed / result.why.reply).read_text(encoding="utf-8") == "no JSON at all"
    list(Answers(Scripted(lambda _: raw()), questions(1), tmp_path))
    assert list(failed.iterdir()) == []


def test_of_the_last_reply_a_part_may_do(tmp_path: Path) -> None:
    """What reads a last reply reads the second one alone."""
    asked = Question(request(1), lambda _: Unusable(("not whole",)), lambda said: f"part of {said}")
    (result,) = Answers(Scripted(lambda _: "a reply"), iter([asked]), tmp_path)
    assert isinstance(result, Read)
    assert result.parsed == "part of a reply"
    assert result.reply.cost == 1.0


def test_re_asks_go_between_the_others(tmp_path: Path) -> None:
    """A re-ask is not left for the end: it comes before papers that are not asked yet."""
    second = threading.Event()  # judged, and the first before it

    def judged(raw: str) -> object:
        second.set()
        return judge_paper(raw, text=TEXT)

    def slowly() -> Iterator[Question[PaperReply]]:
        for number in range(1, 31):
            if number == 10:
                assert second.wait(60)
            yield Question(request(number), judged) if number == 2 else question(number)  # type: ignore[arg-type]  # as judge

    engine = Scripted(
        lambda request: raw() if request.previous or "00001-" not in request.key else "{"
    )
    results = list(Answers(engine, slowly(), tmp_path))
    assert len(results) == 30
    assert [bool(asked.previous) for asked in engine.asked].index(True) <= 10


def test_one_bad_paper_harms_no_other(tmp_path: Path) -> None:
    """An engine's reasons come back as they are, beside papers that are read."""
    bad: dict[int, str | Answer] = {1: Refused("no"), 2: Waiting("later"), 3: "{"}
    engine = Scripted(lambda request: bad.get(int(request.key[-22:-17]), raw()))
    results = list(Answers(engine, questions(6), tmp_path))
    assert sum(isinstance(result, Read) for result in results) == 3
    assert {type(result.why) for result in results if isinstance(result, Unread)} == {
        Refused,
        Waiting,
        Failed,
    }


def test_nothing_to_ask(tmp_path: Path) -> None:
    """No questions, no results, no waiting."""
    assert list(Answers(Scripted(lambda _: raw()), iter(()), tmp_path)) == []


def test_an_early_close_leaves_no_thread(tmp_path: Path) -> None:
    """Stopping in the middle, with a re-ask under way, ends the feeder as well."""
    with Answers(Scripted(lambda _: "{" * 3), questions(50), tmp_path) as results:
        next(iter(results))
    assert not [thread.name for thread in threading.enumerate() if thread.name.startswith("engine")]


def test_the_producers_exception_comes_through(tmp_path: Path) -> None:
    """What goes wrong while papers are fetched is raised here."""

    def failing() -> Iterator[Question[PaperReply]]:
        yield question(1)
        raise RuntimeError("the fetcher broke")

    with pytest.raises(RuntimeError, match="the fetcher broke"):
        list(Answers(Scripted(lambda _: raw()), failing(), tmp_path))


def test_a_bad_answer_by_hand_is_handed_back(tmp_path: Path) -> None:
    """The hand-off writes a second request with the errors, and waits for it."""
    engine = HandoffEngine(tmp_path / "handoff", "2026-05-05")
    list(Answers(engine, questions(1), tmp_path))
    (tmp_path / "handoff" / f"{request(1).key}.answer.json").write_text("{}", encoding="utf-8")
    (result,) = Answers(engine, questions(1), tmp_path)
    assert isinstance(result, Unread)
    assert isinstance(result.why, Waiting)
    assert "cannot be used" in (tmp_path / "handoff" / f"{request(1).key}.2.request.md").read_text(
        encoding="utf-8"
    )


def test_what_waits_for_its_turn_is_not_asked_once_the_engine_has_raised(tmp_path: Path) -> None:
    """A disk that cannot keep a reply cannot keep the next ones:
    they would be paid for and lost.
    """

    waiting = threading.Event()

    def several() -> Iterator[Question[PaperReply]]:
        for number in range(1, 5):
            if number == 4:  # the third one waits for its turn
                waiting.set()
            yield question(number)

    def full(request: Request) -> str:
        assert waiting.wait(20)
        raise OSError("the disk is full")

    engine = Scripted(full, concurrency=2)
    with pytest.raises(OSError, match="full"):
        list(Answers(engine, several(), tmp_path))
    assert len(engine.asked) == 1


# --- What is left of a question ---------------------------------------------------


def left(pending: Path) -> list[str]:
    return sorted(
        path.relative_to(pending).as_posix() for path in pending.rglob("*") if path.is_file()
    )


def asked_of(pending: Path, engine: Engine) -> Read[PaperReply] | Unread:
    """What became of one question to an engine whose replies are kept first."""
    with Answers(remembered(engine, pending / "replies"), questions(1), pending) as answers:
        (result,) = answers
    return result


def test_a_reply_stays_until_it_is_used_up(tmp_path: Path) -> None:
    """It is on disk when it is given out, and goes with what was handed
    off when its result stands.
    """
    handed = HandoffEngine(tmp_path / "handoff", "2026-05-05")
    assert asked_of(tmp_path, handed) == Unread(request(1), Waiting(handoff.WAITING))
    handoff.put_answer(tmp_path / "handoff", request(1).key, raw())
    result = asked_of(tmp_path, handed)
    assert f"replies/{request(1).key}.json" in left(tmp_path)
    use_up(tmp_path, result)
    assert left(tmp_path) == []


def test_what_was_said_twice_and_is_of_no_use_is_used_up_as_well(tmp_path: Path) -> None:
    """Both replies go, so that it is asked anew;
    the raw one is for a person to look at, until it is withdrawn.
    """
    result = asked_of(tmp_path, Scripted(lambda _: "no JSON"))
    assert len(left(tmp_path)) == 3
    use_up(tmp_path, result)
    assert left(tmp_path) == [f"failed/{request(1).key}.txt"]
    withdraw(tmp_path, request(1))
    assert left(tmp_path) == []


def test_a_first_reply_outlives_a_second_ask_that_failed(tmp_path: Path) -> None:
    """What was paid for and can still be mended is not asked for again."""
    result = asked_of(
        tmp_path, Scripted(lambda r: Broken("503", passing=True) if r.previous else "no JSON")
    )
    assert isinstance(result, Unread)
    use_up(tmp_path, result)
    again = Scripted(lambda _: raw())
    assert isinstance(asked_of(tmp_path, again), Read)
    assert [bool(asked.previous) for asked in again.asked] == [True]


@pytest.mark.parametrize(
    ("why", "waits", "failed"),
    [
        (Waiting("later"), True, Failed("later", passing=True)),
        (OverBudget("no money"), True, Failed("no money", passing=True)),
        (Refused("no"), False, Failed("refused: no")),
        (Broken("503", passing=True), False, Failed("503", passing=True)),
        (Broken("cut"), False, Failed("cut")),
    ],
)
def test_what_counts_as_an_attempt(
    tmp_path: Path, why: Answer, waits: bool, failed: Failed
) -> None:
    """Only what failed by the question's own fault does;
    what was not asked, or not answered yet, waits.
    """
    result = asked_of(tmp_path, Scripted(lambda _: why))
    assert isinstance(result, Unread)
    assert (result.waits, result.failed, result.over_budget) == (
        waits,
        failed,
        isinstance(why, OverBudget),
    )


def test_whether_an_answer_is_under_way(tmp_path: Path) -> None:
    """A request that was handed off, or a reply that was paid for; nothing else."""
    assert not is_under_way(tmp_path, request(1))
    asked_of(tmp_path, HandoffEngine(tmp_path / "handoff", "2026-05-05"))
    assert is_under_way(tmp_path, request(1))
    withdraw(tmp_path, request(1))
    assert not is_under_way(tmp_path, request(1))
    asked_of(tmp_path, Scripted(lambda _: raw()))
    assert is_under_way(tmp_path, request(1))


def test_a_sweep_lets_go_of_what_is_finished(tmp_path: Path) -> None:
    """Of one task's replies those whose result stands;
    others stay, and what is no reply is set aside.
    """
    asked_of(tmp_path, Scripted(lambda _: "no JSON"))
    (tmp_path / "replies" / "paper-broken.json").write_text("{}", "utf-8")
    (tmp_path / "replies" / "verdict-other.json").write_text("{}", "utf-8")
    sweep(tmp_path, "paper", lambda reply: False)
    kept = [
        f"replies/{request(1).key}.2.json",
        f"replies/{request(1).key}.json",
        "replies/verdict-other.json",
    ]
    assert [path for path in left(tmp_path) if path.startswith("replies")] == kept
    sweep(tmp_path, "paper", lambda reply: reply.subject == request(1).subject)
    assert [path for path in left(tmp_path) if path.startswith("replies")] == kept[2:]
    assert list((tmp_path / "broken").iterdir())


def test_a_model_that_is_down_ends_the_answers_and_is_named(tmp_path: Path) -> None:
    """What came before stays; ``problem`` says what would fail for every further request."""

    def down(request_: Request) -> str:
        if request_.key == request(3).key:
            raise UpstreamError("the key is refused")
        return raw()

    with Answers(Scripted(down), questions(9), tmp_path) as answers:
        came = list(answers)
    assert len(came) == 2
    assert str(answers.problem) == str(UpstreamError("the key is refused"))
