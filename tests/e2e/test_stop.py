"""A run that is told to stop: by the system as by a person, with what was paid for kept."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from threading import Event

import pytest

from tests.e2e import process
from tests.e2e.world import World, day, rows_of, run
from tests.loopback.model import Body, Move, Say
from tests.loopback.replies import good_reply
from wiki_builder.disk import is_leftover


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_a_run_that_is_told_to_stop_ends_with_130(site: World, tmp_path: Path, sent: signal.Signals) -> None:
    """While engine and threads are at work: no traceback, no half file, and the next run asks nothing twice."""
    site.init("concurrency = 1")
    site.announce(0)
    second, held = Event(), Event()

    def answer(body: Body) -> Move:
        if site.model.calls > 1:
            second.set()
            held.wait(20)
        said = good_reply(body)
        return Say(said.content, input_tokens=said.input_tokens, output_tokens=said.output_tokens)

    site.model.answer = answer
    log = tmp_path / "log"
    child = process.start("-C", site.root, "update", "--today", day(0), log=log)
    assert second.wait(60)
    assert child.pid
    os.kill(child.pid, sent)
    child.join(60)
    code = child.exitcode
    held.set()
    told = log.read_text("utf-8")
    assert (code, "stopped; the next run goes on from here" in told, "Traceback" in told) == (130, True, False), told
    assert not [path for path in site.root.rglob(".*") if is_leftover(path.name)]
    stored = {paper.id.removeprefix("arxiv:") for paper in site.papers() if paper.analysis}
    stored |= {path.name.split("-")[2] for path in (site.wiki.pending / "replies").glob("*.json")}
    asked = len(site.model.requests)
    assert site.update(0).code == 0
    assert len(site.model.requests) - asked == len(rows_of(0)) - len(stored)


def test_upgrade_says_that_nothing_is_to_do(site: World) -> None:
    """There is one format: the command says so and changes nothing."""
    site.init()
    ran = run("-C", site.root, "upgrade")
    assert (ran.code, "nothing is to do" in ran.out) == (0, True)
