"""Engines that live on files: stored replies, recordings, and the hand-off."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.analysis.sample import raw, request
from wiki_builder.analysis.request import Request
from wiki_builder.core.errors import FormatError
from wiki_builder.core.settings import Model
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.llm import handoff, replies
from wiki_builder.llm.build import engine_for
from wiki_builder.llm.engine import (
    Answer,
    Engine,
    Reply,
    Waiting,
    key_of,
    reply_to,
)
from wiki_builder.llm.flow import flow
from wiki_builder.llm.handoff import HandoffEngine
from wiki_builder.llm.replay import ReplayEngine
from wiki_builder.llm.replies import remembered
from wiki_builder.llm.spending import Ledger


@dataclass
class Counting:
    """An engine that answers everything and counts what it is asked."""

    asked: list[str] = field(default_factory=list)
    name: str = "counting"
    concurrency: int = 2

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
        return flow(self, requests)

    async def answer(self, request: Request) -> Answer:
        self.asked.append(key_of(request))
        return reply_to(request, raw(), engine=self.name, model="m", date="2026-05-05")

    async def close(self) -> None:
        pass


def answer_of(engine: Engine, request: Request) -> Answer:
    ((_, answer),) = engine.ask([request])
    return answer


def again(first: Request) -> Request:
    return replace(first, previous="{", errors=("cut",))


def test_a_reply_is_on_disk_before_it_is_seen(tmp_path: Path) -> None:
    """Whoever holds a reply can be killed: the next run has it without asking."""
    counting = Counting()
    for request_, answer in remembered(counting, tmp_path).ask([request(1), request(2)]):
        assert replies.read_reply(tmp_path, request_.key) == answer
    assert answer_of(remembered(counting, tmp_path), request(1)) == replies.read_reply(
        tmp_path, request(1).key
    )
    assert len(counting.asked) == 2


def test_a_re_ask_is_another_question(tmp_path: Path) -> None:
    """A re-ask is filed beside the first reply, and neither is taken for the other."""
    counting, first = Counting(), request(1)
    engine = remembered(counting, tmp_path)
    answer_of(engine, first)
    second = answer_of(engine, again(first))
    assert isinstance(second, Reply)
    assert second.asked == 2
    assert replies.keys(tmp_path) == (first.key, f"{first.key}.2")
    replies.remove(tmp_path, first.key)
    assert replies.keys(tmp_path) == ()


def test_an_outdated_reply_is_used_until_it_is_refreshed(tmp_path: Path) -> None:
    """Other terms or another prompt do not ask again by themselves."""
    counting = Counting()
    answer_of(remembered(counting, tmp_path), request(1))
    newer = replace(request(1), prompt="paper/another")
    answer_of(remembered(counting, tmp_path), newer)
    assert len(counting.asked) == 1
    answer_of(remembered(counting, tmp_path, refresh=True), newer)
    answer_of(remembered(counting, tmp_path, refresh=True), newer)
    assert len(counting.asked) == 2


def test_a_stored_reply_is_readable_and_stable(tmp_path: Path) -> None:
    """Chinese stands as Chinese, the order of the fields is fixed,
    and writing again changes nothing.
    """
    path = replies.write(
        tmp_path, reply_to(request(1), "智能体", engine="e", model="m", date="2026-05-05")
    )
    text = path.read_text(encoding="utf-8")
    assert "智能体" in text
    assert list(json.loads(text))[:3] == ["task", "subject", "text"]
    assert [item.name for item in tmp_path.iterdir()] == [f"{request(1).key}.json"]


def test_a_file_that_is_no_reply_is_named(tmp_path: Path) -> None:
    """A damaged file stops with its name, and is not taken for a missing reply."""
    (tmp_path / f"{request(1).key}.json").write_text("{", encoding="utf-8")
    with pytest.raises(FormatError, match=request(1).key):
        answer_of(ReplayEngine(tmp_path), request(1))


def test_replay_gives_what_is_recorded_and_waits_for_the_rest(tmp_path: Path) -> None:
    """A missing recording is pending, not an error, and nothing is written."""
    recorded = reply_to(request(1), raw(), engine="handoff", model="m", date="2026-05-05")
    replies.write(tmp_path, recorded)
    assert answer_of(ReplayEngine(tmp_path), request(1)) == recorded
    assert answer_of(ReplayEngine(tmp_path), request(2)) == Waiting("no recorded reply")


def test_without_a_model_everything_waits_and_says_how_to_go_on(tmp_path: Path) -> None:
    """The reason names the setting; replies that lie there already are used all the same."""
    wiki = Wiki(tmp_path)
    replies.write(
        wiki.pending / "replies",
        reply_to(request(2), raw(), engine="e", model="m", date="2026-05-05"),
    )
    engine = engine_for(Model(), wiki=wiki, date="2026-05-05", ledger=Ledger())
    waiting = answer_of(engine, request(1))
    assert isinstance(waiting, Waiting)
    assert "[model]" in waiting.reason
    assert isinstance(answer_of(engine, request(2)), Reply)


def test_handoff_writes_a_request_that_a_person_can_answer(tmp_path: Path) -> None:
    """The file says how to answer, holds every message whole,
    and is not written again when nothing changed.
    """
    engine = HandoffEngine(tmp_path, "2026-05-05")
    assert answer_of(engine, request(1)) == Waiting(handoff.WAITING)
    path = tmp_path / f"{request(1).key}.request.md"
    text, written = path.read_text(encoding="utf-8"), path.stat().st_mtime_ns
    assert "How to answer" in text
    assert all(message["content"].strip() in text for message in request(1).messages)
    answer_of(engine, request(1))
    assert path.stat().st_mtime_ns == written
    assert handoff.waiting(tmp_path) == (request(1).key,)


@pytest.mark.parametrize("ending", handoff.ENDINGS)
def test_handoff_picks_an_answer_up(tmp_path: Path, ending: str) -> None:
    """An answer beside the request is a reply of the model that the settings name."""
    (tmp_path / f"{request(1).key}.answer.{ending}").write_text(raw(), encoding="utf-8")
    reply = answer_of(HandoffEngine(tmp_path, "2026-05-05", by="a chat"), request(1))
    assert isinstance(reply, Reply)
    assert (reply.raw, reply.engine, reply.model, reply.cost) == (raw(), "handoff", "a chat", None)


def test_an_answer_names_its_author(tmp_path: Path) -> None:
    """`answer --by` goes before the settings; an unknown request is no place for an answer."""
    answer_of(HandoffEngine(tmp_path, "2026-05-05", by="a chat"), request(1))
    handoff.put_answer(tmp_path, request(1).key, raw(), by="Kimi K3")
    reply = answer_of(HandoffEngine(tmp_path, "2026-05-05", by="a chat"), request(1))
    assert isinstance(reply, Reply)
    assert reply.model == "Kimi K3"
    with pytest.raises(KeyError):
        handoff.put_answer(tmp_path, "paper-unknown", raw())
    handoff.clear(tmp_path, request(1).key)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_answer_is_none(tmp_path: Path) -> None:
    """A file that was created and not filled is still waited for."""
    (tmp_path / f"{request(1).key}.answer.json").write_text(" \n", encoding="utf-8")
    assert isinstance(answer_of(HandoffEngine(tmp_path, "2026-05-05"), request(1)), Waiting)
