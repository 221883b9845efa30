"""The judge, from the announcement to the disk: two models, one budget, failures, kills, files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.world import World, day, different
from tests.loopback.model import Body, ModelServer, Move, Say
from tests.loopback.replies import good_reply, is_reask, judge_reply, rows_of
from wiki_builder.core.values.analysis import Claim
from wiki_builder.stages import judge as stage

ALL, DOUBTFUL = 'judge = "all"', 'judge = "doubtful"'
PRICES = 'prices = { input = 1.0, output = 2.0, date = "2026-05-01" }'


@pytest.fixture
def other() -> Iterator[ModelServer]:
    """A second model's server."""
    with ModelServer(good_reply) as server:
        yield server


def judged(site: World) -> list[Claim]:
    """The claims with verdicts."""
    found = (paper.analysis.claims for paper in site.papers() if paper.analysis)
    return [claim for claims in found for claim in claims if claim.verdicts]


def asked(server: ModelServer, since: int = 0) -> list[Body]:
    """The questions to a judge, re-asks left out."""
    return [body for body in server.requests[since:] if rows_of(body) and not is_reask(body)]


def test_papers_are_judged_when_all_are_read(site: World) -> None:
    """Papers first, then each once; the cost counts; a second run asks and changes nothing."""
    site.init(PRICES, check=ALL)
    site.announce(0)
    ran = site.update(0, "--json")
    assert ran.code == 0, ran
    kinds = [bool(rows_of(body)) for body in site.model.requests]
    assert kinds == [False] * 6 + [True] * 6
    assert len(judged(site)) == 6 * 5  # the sixth claim of each is inferred
    document = ran.json
    assert len(document["judged"]["papers"]) == 6
    assert list(document["judged"]["statements"]) == ["supported"]
    assert document["calls"] == len(site.model.requests)
    replies = [good_reply(body) for body in site.model.requests]
    assert document["input_tokens"] == sum(reply.input_tokens for reply in replies)
    numbers = site.run("status", "--json", "--today", day(0)).json
    assert numbers["claims_judged"]["judged"] == 30
    assert (numbers["claims_judged"]["waiting"], numbers["claims_judged"]["not judged"]) == (0, 0)
    assert numbers["spent_this_month"] == pytest.approx(document["cost"], abs=1e-6)
    assert not list(site.wiki.pending.rglob("*.*"))

    before, calls = site.state(), site.model.calls
    assert "imported already" in site.update(0).out
    site.forget()
    assert site.update(0).code == 0
    assert site.model.calls == calls
    assert not different(site.state(), before)


def test_another_model_judges_at_its_own_address(site: World, other: ModelServer) -> None:
    """Each paper says who wrote and who judged; each is paid by its own price."""
    check = f'{ALL}\nmodel = "openai/judge"\nbase_url = "{other.url}"\n'
    site.init(PRICES, check=f"{check}prices = {{ input = 10.0, output = 20.0 }}")
    site.announce(0)
    document = site.update(0, "--json").json
    assert [bool(rows_of(body)) for body in site.model.requests] == [False] * 6
    assert len(asked(other)) == 6
    assert {body["model"] for body in other.requests} == {"judge"}
    (first, *_) = (paper.analysis for paper in site.papers())
    assert first
    assert first.judge
    assert (first.provenance.model, first.judge.model) == ("openai/stub", "openai/judge")
    cheap = [good_reply(body) for body in site.model.requests]
    dear = [good_reply(body) for body in other.requests]
    cost = sum(say.input_tokens + 2 * say.output_tokens for say in cheap)
    cost += 10 * sum(say.input_tokens + 2 * say.output_tokens for say in dear)
    assert document["cost"] == pytest.approx(cost / 1e6, abs=1e-6)


def test_the_key_of_the_judge_is_its_own(
    site: World, other: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two servers of one kind have two keys, and neither is shown the other's."""
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-the-writer-1234567890")
    monkeypatch.setenv("JUDGE_KEY", "key-of-the-judge-1234567890")
    at = f'base_url = "{other.url}"\nkey_variable = "JUDGE_KEY"'
    site.init(check=f'{ALL}\nmodel = "openai/judge"\n{at}')
    site.announce(0)
    assert site.update(0).code == 0
    assert other.calls
    assert all("key-of-the-judge" in head for head in other.heads)
    assert all("key-of-the-writer" in head for head in site.model.heads)
    assert not any("key-of-the-judge" in head for head in site.model.heads)


def test_one_budget_holds_for_both_models(site: World, other: ModelServer) -> None:
    """A run stops before both together pass the budget, and the next ones go on; no paper is judged
    twice.
    """
    dear = "prices = { input = 5.0, output = 10.0 }"
    check = f'{ALL}\nmodel = "openai/judge"\nbase_url = "{other.url}"\n{dear}'
    site.init(f"{PRICES}\nbudget_per_run = 0.12\nconcurrency = 1", check=check)
    site.announce(0)
    codes = []
    for _ in range(20):
        ran = site.update(0, "--json")
        codes.append(ran.code)
        assert ran.json["cost"] <= 0.12
        if ran.code != 4:
            break
        waits = {**ran.json["pending"], **ran.json["judged"]["pending"]}
        assert waits
    assert codes[-1] == 0
    assert len(codes) > 2
    assert len(asked(other)) == 6
    assert len(judged(site)) == 30


def test_papers_come_before_the_judge(site: World) -> None:
    """Where money ends at the papers, what was read waits for its judge, and status counts it."""
    site.init(f"{PRICES}\nbudget_per_run = 0.04\nconcurrency = 1", check=ALL)
    site.announce(0)
    ran = site.update(0)
    assert ran.code == 4, ran
    assert "not judged yet: papers come first, and the budget stopped them" in ran.out
    assert asked(site.model) == []
    numbers = site.run("status", "--json", "--today", day(0)).json
    assert numbers["claims_judged"]["waiting"] > 0


def test_an_estimate_knows_the_judge(site: World) -> None:
    """Three calls a paper at most; the run needs no more."""
    site.init(PRICES, check=ALL)
    site.announce(0)
    needed = site.update(0, "--estimate", "--json").json["estimate"]
    assert needed["judge_calls"] == 18
    ran = site.update(0, "--json").json
    assert needed["input_tokens"] >= ran["input_tokens"]
    assert needed["output_tokens"] >= ran["output_tokens"]
    assert site.update(0, "--estimate", "--json").json["estimate"]["judge_calls"] == 0
    site.settings(PRICES, check='judge = "off"')
    site.announce(1)
    assert site.update(1, "--estimate", "--json").json["estimate"]["judge_calls"] == 0


def test_what_rules_settled_costs_nothing(site: World) -> None:
    """By default a judge is asked nothing where the rules found nothing."""
    site.init(check=DOUBTFUL)
    site.announce(0)
    assert site.update(0).code == 0
    assert asked(site.model) == []
    assert not list(site.wiki.pending.rglob("*.*"))


def test_a_judge_that_fails_is_named(site: World) -> None:
    """A reply that stays unusable harms one paper's verdicts: it is named, exit 1;
    the next run asks.
    """
    site.init(check=ALL)
    site.announce(0)
    bad: list[str] = []

    def answer(body: Body) -> Move:
        own = str(body["messages"][1]["content"]) if rows_of(body) else ""
        bad.extend([own] if own and not bad else [])
        return Say('{"rows": []}') if own and own in bad else good_reply(body)

    site.model.answer = answer
    ran = site.update(0)
    assert ran.code == 1, ran
    (line,) = (line for line in ran.out.splitlines() if "not judged: " in line)
    assert "asked twice" in line
    assert len(judged(site)) == 25
    assert all(paper.analysis for paper in site.papers())
    site.model.answer = good_reply
    again = site.update(0)
    assert again.code == 0, again
    assert len(judged(site)) == 30
    assert not list(site.wiki.pending.rglob("*.*"))


def test_what_is_not_said_is_worded_anew(site: World) -> None:
    """The run says how much was judged, what was missed, and how much was worded anew."""
    site.init(check=ALL)
    site.announce(0)
    missed: list[str] = []

    def answer(body: Body) -> Move:
        rows = rows_of(body)
        if not rows or any("problem" in row for row in rows):
            return good_reply(body)
        first = next(row["id"] for row in rows if row.get("quote"))
        says = {} if missed else {first: "not_said"}
        missed.append(first)
        return Say(json.dumps(judge_reply(body, says)))

    site.model.answer = answer
    ran = site.update(0)
    assert ran.code == 0, ran
    assert "judged, 1 mended" in ran.out
    assert len(judged(site)) == 30
    mended = [paper.analysis for paper in site.papers() if paper.analysis and paper.analysis.mend]
    assert len(mended) == 1


def test_a_question_to_a_judge_is_a_file_by_hand(site: World) -> None:
    """With hand-off a judge's question waits like any other, and its answer names who gave it."""
    site.init(check=ALL)
    site.announce(0)
    assert site.update(0, "--limit", 1).code == 0
    site.settings(check=f'{ALL}\nengine = "handoff"\nanswered_by = "Colleague"')
    before = len(judged(site))
    assert site.update(0, "--limit", 1).code == 0
    keys = [key for key in site.run("answer").out.splitlines() if key.startswith("judge-")]
    assert len(keys) == 1
    question = site.run("answer", keys[0]).out
    messages = [{"content": ""}, {"content": question.partition("# user")[2]}]
    reply: dict[str, Any] = judge_reply({"messages": messages})
    wrong = site.run("answer", keys[0], "-", stdin='{"rows": 1}')
    assert wrong.code == 2
    filed = site.run("answer", keys[0], "-", stdin=json.dumps(reply))
    assert filed.code == 0, filed
    assert site.update(0, "--limit", 1).code == 0
    assert len(judged(site)) == before + 5
    assert "Colleague" in {
        p.analysis.judge.model for p in site.papers() if p.analysis and p.analysis.judge
    }


def test_a_killed_run_pays_no_verdict_twice(site: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed when a verdict is paid for and not yet kept, the next run keeps it without asking;
    the call that was under way apart.
    """
    site.init(f"{PRICES}\nconcurrency = 1", check=ALL)
    site.announce(0)

    def kill(*_: object) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(stage, "write_paper", kill)
        assert site.update(0).code != 0
    assert asked(site.model)
    assert judged(site) == []
    assert site.update(0).code == 0
    assert len(asked(site.model)) <= 6 + 1
    assert len(judged(site)) == 30
