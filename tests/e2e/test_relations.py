"""Findings of two papers side by side, from the announcement to the page."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.e2e.world import World, different, rows_of
from tests.loopback.model import Body, Move, Say
from tests.loopback.replies import compared_of, good_reply, relation_reply
from wiki_builder.stages import relations as stage

PRICES = 'prices = { input = 1.0, output = 2.0, date = "2026-05-01" }'
SENTENCE = "The appendix reports how credit assignment fares on long tasks."
WORDS = {"en": SENTENCE, "zh": "附录报告了信用分配在长任务上的情况。"}
CONCEPT = {"en": "credit assignment", "zh": "信用分配"}


def answer(body: Body) -> Move:
    """All papers have a finding on one subject, in settings that differ."""
    if compared_of(body):
        said = relation_reply(body, "different_setting")
        return Say(json.dumps(said, ensure_ascii=False), input_tokens=500, output_tokens=100)
    good = good_reply(body)
    reply = json.loads(good.content or "{}")
    if "results" in reply:
        reply["results"][0] |= {"text": WORDS, "quote": SENTENCE, "row": None}
        reply["concepts"][0]["name"] = CONCEPT
        return replace(good, content=json.dumps(reply, ensure_ascii=False))
    return good


@pytest.fixture
def told(site: World) -> World:
    site.model.answer = answer
    site.init(PRICES)
    announce(site)
    return site


def announce(site: World) -> None:
    """The first day's papers, each with one more sentence in its abstract."""
    rows = [
        replace(row, version=replace(row.version, abstract=f"{row.version.abstract} {SENTENCE}"))
        for row in rows_of(0)
    ]
    site.announce(0, rows)


def asked(site: World) -> int:
    return sum(bool(compared_of(body)) for body in site.model.requests)


def test_findings_are_compared_in_the_run_that_reads_them(told: World) -> None:
    """The run says how many, pages and the command show both quotes, and a second run asks nothing;
    an estimate had counted the calls.
    """
    needed = told.update(0, "--estimate", "--json").json["estimate"]
    ran = told.update(0, "--json")
    assert ran.code == 0, ran
    document = ran.json
    calls = asked(told)
    assert 0 < calls <= needed["relation_calls"]
    assert len(document["relations"]["papers"]) == calls
    assert needed["input_tokens"] >= document["input_tokens"]
    assert needed["output_tokens"] >= document["output_tokens"]
    found = told.run("relations", "--json").json["relations"]
    assert document["relations"]["found"] == {"different_setting": len(found)}
    listed = told.run("relations", "--kind", "different_setting").out
    assert all(one["theirs"]["quote"] in listed for one in found)
    assert told.run("relations", "--kind", "contradicts").out == ""
    assert not list(told.wiki.pending.rglob("*.*"))

    before = told.state()
    told.forget()
    assert told.update(0).code == 0
    assert asked(told) == calls
    assert not different(told.state(), before)


def test_turned_off_nobody_is_asked(site: World) -> None:
    """The setting is of `[check]`, and has nothing to do with the judge."""
    site.model.answer = answer
    site.init(PRICES, check='judge = "off"\nrelations = false')
    announce(site)
    assert site.update(0, "--estimate", "--json").json["estimate"]["relation_calls"] == 0
    assert site.update(0).code == 0
    assert asked(site) == 0


def test_a_killed_run_asks_nothing_twice(told: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed when an answer is paid for and not yet kept, the next run keeps it without asking."""

    def kill(*_: object) -> bool:
        raise KeyboardInterrupt

    told.settings(f"{PRICES}\nconcurrency = 1")
    with monkeypatch.context() as patch:
        patch.setattr(stage, "write_paper", kill)
        assert told.update(0).code != 0
    before = asked(told)
    assert before
    ran = told.update(0, "--json")
    assert ran.code == 0, ran
    assert asked(told) <= len(ran.json["relations"]["papers"]) + 1
    assert not list(told.wiki.pending.rglob("*.*"))


def test_what_fails_is_named(told: World) -> None:
    """A reply of no use harms one paper: it is named, exit 1; the next run asks."""

    def bad(body: Body) -> Move:
        return Say("{}") if compared_of(body) else answer(body)

    told.model.answer = bad
    ran = told.update(0)
    assert ran.code == 1, ran
    assert "not compared: " in ran.out
    assert "asked twice" in ran.out
    told.model.answer = answer
    again = told.update(0)
    assert again.code == 0, again
    assert "compared (" in again.out
