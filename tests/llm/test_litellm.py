"""The live engine, through real litellm, against a loopback model that misbehaves on command."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from tests.analysis.sample import raw, request
from tests.llm.conftest import Time
from tests.loopback.model import Fault, ModelServer, Move, Raw, Say
from tests.loopback.wire import Wire, head
from wiki_builder.analysis.request import Request
from wiki_builder.core.errors import UpstreamError, UsageError
from wiki_builder.core.settings import Model, Prices
from wiki_builder.llm.client import MOST_BYTES, models_of
from wiki_builder.llm.engine import (
    Answer,
    Broken,
    OverBudget,
    Refused,
    Reply,
)
from wiki_builder.llm.limits import budget_of
from wiki_builder.llm.litellm import LiteLLMEngine

pytestmark = pytest.mark.slow
PRICE = Prices(input=1.0, output=2.0, cached_input=0.1)
NAME = "openai/stub"


def engine(server: ModelServer, time: Time | None = None, **changes: Any) -> LiteLLMEngine:
    time = time or Time()
    known: dict[str, Any] = {
        "engine": "litellm",
        "model": NAME,
        "base_url": server.url,
        "prices": PRICE,
    }
    settings = Model(**(known | changes))
    return LiteLLMEngine(
        settings,
        date="2026-05-05",
        environ={},
        clock=time.clock,
        sleep=time.sleep,
        jitter=lambda: 0.5,
    )


def asked(engine: LiteLLMEngine, count: int = 1) -> list[Answer]:
    """The answers in the order of the papers."""
    answers = dict(engine.ask(request(number) for number in range(1, count + 1)))
    return [answers[request(number)] for number in range(1, count + 1)]


def test_a_reply_tells_where_it_came_from_and_what_it_cost(server: ModelServer) -> None:
    """Model, date, tokens and cost stand on the reply; cached input has its own price."""
    server.plan.append(Say(raw(), input_tokens=1000, output_tokens=500, cached_tokens=400))
    (reply,) = asked(engine(server))
    assert isinstance(reply, Reply)
    assert (reply.raw, reply.model, reply.date, reply.engine) == (
        raw(),
        NAME,
        "2026-05-05",
        "litellm",
    )
    assert (reply.input_tokens, reply.output_tokens, reply.currency) == (1000, 500, "USD")
    assert reply.cost == pytest.approx((600 * 1.0 + 400 * 0.1 + 500 * 2.0) / 1e6)


def test_what_is_sent(server: ModelServer) -> None:
    """The messages go as they are, with temperature, the output's limit and a form,
    and nothing is streamed.
    """
    asked(engine(server, temperature=0.3, max_output_tokens=777))
    (body,) = server.requests
    assert body["messages"] == request().messages
    assert (body["temperature"], body["max_tokens"]) == (0.3, 777)
    assert body["response_format"]["type"] in ("json_schema", "json_object")
    assert not body.get("stream")


def test_a_model_that_takes_no_schema_and_no_temperature(server: ModelServer) -> None:
    """What a model does not take is left out at once, and for the papers that follow."""
    server.plan += [
        Fault(status=400, message="This response_format type is unavailable now"),
        Fault(status=400, message="Unsupported value: temperature"),
    ]
    live = engine(server, concurrency=1)
    assert all(isinstance(answer, Reply) for answer in asked(live, 2))
    assert server.calls == 4
    assert "temperature" not in server.requests[3]
    assert server.requests[3].get("response_format") != server.requests[0]["response_format"]


@pytest.mark.parametrize(
    "fault, waits",
    [
        (Fault(status=429, retry_after="7"), [7.0]),
        (Fault(status=429), [1.0]),
        (Fault(status=503, retry_after="2"), [2.0]),
        (Fault(status=500), [1.0]),
        (Fault(status=502), [1.0]),
        (Fault(garbage=True), [1.0]),
        (Fault(cut=True), [1.0]),
    ],
)
def test_what_may_pass_is_tried_again(
    server: ModelServer, time: Time, fault: Fault, waits: list[float]
) -> None:
    """429, 5xx, garbage and a cut body are waited out,
    as long as the provider asks or with back-off.
    """
    server.plan.append(fault)
    (reply,) = asked(engine(server, time))
    assert isinstance(reply, Reply)
    assert (server.calls, time.slept) == (2, waits)


def test_back_off_doubles_and_ends(server: ModelServer, time: Time) -> None:
    """A model that stays down is tried as often as the settings say,
    and the paper may be asked again later.
    """
    server.answer = lambda body: Fault(status=503)
    (answer,) = asked(engine(server, time, attempts=4))
    assert isinstance(answer, Broken)
    assert answer.passing
    assert (server.calls, time.slept) == (4, [1.0, 2.0, 4.0])


def test_a_provider_that_asks_for_an_hour_is_left_alone(server: ModelServer, time: Time) -> None:
    """A Retry-After beyond all patience ends the tries for this paper."""
    server.plan.append(Fault(status=429, retry_after="3600"))
    (answer,) = asked(engine(server, time))
    assert isinstance(answer, Broken)
    assert (server.calls, time.slept) == (1, [])


@pytest.mark.parametrize("fault", [Fault(hang=True), Fault(drip=True)])
def test_the_deadline_holds_whatever_the_server_does(server: ModelServer, fault: Fault) -> None:
    """A server that never answers, or sends a byte now and then for ever,
    costs the deadline twice and no more.
    """
    server.plan += [fault, fault, fault]
    live = engine(server, timeout=2.0)
    (answer,) = asked(live)
    assert isinstance(answer, Broken)
    assert "no answer" in answer.reason
    assert answer.passing
    assert server.calls == 2


def test_a_hung_call_harms_no_other(server: ModelServer) -> None:
    """Papers beside one that hangs are answered."""
    server.plan.append(Fault(hang=True))
    answers = asked(engine(server, timeout=5.0, attempts=1, concurrency=2), 4)
    assert sum(isinstance(answer, Reply) for answer in answers) == 3


@pytest.mark.parametrize(
    "move",
    [
        Say("", finish="content_filter"),
        Say(None, refusal="I cannot help with that."),
        Say(""),
        Say("I'm sorry, but I can't assist with that request."),
        Fault(
            status=400,
            message="Output data may contain inappropriate content",
            code="data_inspection_failed",
        ),
    ],
)
def test_a_refused_paper_goes_to_the_fallback(server: ModelServer, move: Move) -> None:
    """However a model refuses, the next one is asked, and only for this paper."""
    server.answer = lambda body: (
        move if body["model"] == "stub" and "StepCredit 2" in str(body) else Say(raw())
    )
    answers = asked(engine(server, fallbacks=("openai/other",)), 3)
    assert [answer.model for answer in answers if isinstance(answer, Reply)] == [
        NAME,
        "openai/other",
        NAME,
    ]


def test_a_paper_that_every_model_refuses(server: ModelServer) -> None:
    """Refusals of all models are the paper's answer, with each model's reason."""
    server.answer = lambda body: Say("", finish="content_filter")
    (answer,) = asked(engine(server, fallbacks=("openai/other",)))
    assert answer == Refused(
        "openai/stub: refused: content filter; openai/other: refused: content filter"
    )


def test_a_paper_that_is_too_long_harms_only_itself(server: ModelServer) -> None:
    """A text beyond the context window is broken for good, and is not tried again."""
    server.plan.append(
        Fault(status=400, message="This model's maximum context length is 100 tokens")
    )
    answers = asked(engine(server, concurrency=1), 2)
    assert isinstance(answers[0], Broken)
    assert not answers[0].passing
    assert isinstance(answers[1], Reply)


@pytest.mark.parametrize(
    "fault, words",
    [
        (Fault(status=401, message="Incorrect API key"), "the key is refused"),
        (Fault(status=403, message="Forbidden"), "the key is refused"),
        (Fault(status=402, message="Insufficient Balance"), "no credit"),
        (
            Fault(status=404, message="The model stub does not exist", code="model_not_found"),
            "does not know this model",
        ),
        (Fault(status=400, message="Model Not Exist"), "does not know this model"),
    ],
)
def test_what_would_fail_for_every_paper_stops_all(
    server: ModelServer, fault: Fault, words: str
) -> None:
    """A wrong key, an empty account and an unknown model end the run at once, with exit code 3."""
    server.answer = lambda body: fault
    with pytest.raises(UpstreamError, match=words) as stopped:
        asked(engine(server, concurrency=2), 50)
    assert stopped.value.exit_code == 3
    assert server.calls <= 6


def test_a_model_that_stays_down_stops_the_run(server: ModelServer) -> None:
    """After enough papers in a row the rest are not tried."""
    server.answer = lambda body: Fault(status=503)
    with pytest.raises(UpstreamError, match="one after the other"):
        asked(engine(server, concurrency=2, attempts=2), 50)
    assert server.calls <= 16


def test_answers_in_hand_are_given_out_before_a_stop(server: ModelServer) -> None:
    """What is paid for is not lost when a later paper stops the run."""
    server.answer = lambda body: (
        Fault(status=401) if "StepCredit 4" in str(body) else Say(raw(), delay=0.05)
    )
    answers = engine(server, concurrency=2).ask(request(number) for number in range(1, 30))
    got: list[Answer] = []
    with pytest.raises(UpstreamError):  # noqa: PT012 the answers before the stop are what is looked at
        for _, answer in answers:
            got.append(answer)
    assert len(got) == server.calls - 1


def test_as_many_calls_at_once_as_the_settings_say(server: ModelServer) -> None:
    """Calls overlap up to the limit and never beyond."""
    server.answer = lambda body: Say(raw(), delay=0.1)
    asked(engine(server, concurrency=5), 20)
    assert server.most_at_once == 5


def test_the_producer_works_while_calls_are_under_way(server: ModelServer) -> None:
    """Requests are pulled in another thread, a few ahead and no more."""
    pulled: list[int] = []

    def slow() -> Iterator[Request]:
        for number in range(1, 200):
            pulled.append(number)
            yield request(number)

    answers = engine(server, concurrency=2).ask(slow())
    next(answers)
    assert len(pulled) <= 20
    answers.close()  # type: ignore[attr-defined]


@pytest.mark.timeout(60)
def test_an_early_close_leaves_nothing_running(server: ModelServer) -> None:
    """A consumer that stops early waits for no call and leaves no thread behind."""
    server.answer = lambda body: (
        Fault(hang=True) if "StepCredit 1:" not in str(body) else Say(raw())
    )
    server.plan.append(Say(raw()))
    answers = engine(server, concurrency=3).ask(request(number) for number in range(1, 100))
    next(answers)
    answers.close()  # type: ignore[attr-defined]
    assert not [
        thread.name
        for thread in threading.enumerate()
        if thread.name.startswith(("engine", "asyncio"))
    ]


def test_the_producers_exception_reaches_the_consumer(server: ModelServer) -> None:
    """What the producer raises is raised where the answers are consumed, after them."""

    def failing() -> Iterator[Request]:
        yield request(1)
        raise UpstreamError("arXiv is down")

    answers = engine(server).ask(failing())
    assert isinstance(next(answers)[1], Reply)
    with pytest.raises(UpstreamError, match="arXiv is down"):
        next(answers)


def test_an_engine_can_ask_twice(server: ModelServer) -> None:
    """A second round of requests, on another event loop, works like the first."""
    live = engine(server)
    assert all(isinstance(answer, Reply) for _ in range(2) for answer in asked(live, 3))


# --- Money -------------------------------------------------------------------


def held() -> float:
    """More than one call of the sample's request can cost:
    some 3,300 tokens asked, 8,000 answered.
    """
    return engine_for_price().models[0].most_cost(request(), Model()) or 0.0


def engine_for_price() -> LiteLLMEngine:
    settings = Model(engine="litellm", model=NAME, base_url="http://127.0.0.1:1", prices=PRICE)
    return LiteLLMEngine(settings, date="2026-05-05", environ={})


def test_a_budget_stops_before_it_is_passed(server: ModelServer) -> None:
    """No call is made that could pass the budget, those under way finish,
    and the rest are over budget.
    """
    limit = held() + 0.021  # one call costs 0.002
    live = engine(server, budget_per_run=limit, concurrency=4)
    answers = asked(live, 30)
    paid = [answer for answer in answers if isinstance(answer, Reply)]
    assert 0 < sum(reply.cost or 0 for reply in paid) == pytest.approx(live.budget.spent)
    assert live.budget.spent <= limit
    assert live.budget.spent + held() > limit  # it was used up as far as it could be
    assert all(isinstance(answer, Reply | OverBudget) for answer in answers)
    assert len(paid) == server.calls == 11


def test_a_month_that_is_spent_asks_nothing(server: ModelServer) -> None:
    """What was spent this month counts against the month's budget."""
    settings = Model(
        engine="litellm", model=NAME, base_url=server.url, prices=PRICE, budget_per_month=5.0
    )
    live = LiteLLMEngine(settings, date="2026-05-05", budget=budget_of(settings, 4.999), environ={})
    assert [type(answer) for answer in asked(live, 3)] == [OverBudget] * 3
    assert server.calls == 0


def test_a_call_that_hung_counts_as_paid(server: ModelServer) -> None:
    """A provider may bill what we did not wait for, so the budget takes it as spent in full."""
    server.plan.append(Fault(hang=True))
    live = engine(server, timeout=2.0, attempts=1, budget_per_run=1.0)
    asked(live)
    assert live.budget.spent == pytest.approx(held())


def test_a_refused_call_is_free_and_an_unmetered_one_is_not(server: ModelServer) -> None:
    """A 503 costs nothing; an answer without a token count costs what was sent and received,
    and a page claims none.
    """
    server.plan += [Fault(status=503), Say(raw(), usage=False)]
    live = engine(server, budget_per_run=1.0)
    (reply,) = asked(live)
    assert isinstance(reply, Reply)
    assert (reply.cost, reply.input_tokens) == (None, None)
    (spent,) = live.ledger.run
    assert spent.how == "estimated"
    assert spent.cost == pytest.approx(live.budget.spent)
    assert 0 < live.budget.spent < held()


@pytest.mark.parametrize("changes", [{"prices": None}, {"fallbacks": ("openai/other",)}])
def test_a_budget_without_a_price_is_refused(server: ModelServer, changes: dict[str, Any]) -> None:
    """A budget that could not be kept is an error of the settings, not a surprise on the bill."""
    with pytest.raises(UsageError, match="there is a budget, and no price"):
        engine(server, budget_per_run=1.0, **changes)


def test_without_a_budget_a_price_need_not_be_known(server: ModelServer) -> None:
    """An unknown price means an unknown cost, and no more."""
    (reply,) = asked(engine(server, prices=None))
    assert isinstance(reply, Reply)
    assert (reply.cost, reply.currency) == (None, None)


# --- Limits a minute ---------------------------------------------------------


def test_requests_per_minute(server: ModelServer, time: Time) -> None:
    """No sixty seconds hold more requests than allowed."""
    asked(engine(server, time, requests_per_minute=60, concurrency=1), 66)
    assert time.now == pytest.approx(60 / 54 * 60)  # 6 at once, then 54 a minute


def test_tokens_per_minute(server: ModelServer, time: Time) -> None:
    """Tokens are counted as the provider counts them: what was reserved and not used comes back."""
    # 1,500 tokens each: two minutes' worth
    asked(engine(server, time, tokens_per_minute=15_000, concurrency=1), 20)
    assert 90 <= time.now <= 320  # what is reserved for 20 of them would take 376


# --- Settings ----------------------------------------------------------------


def test_a_missing_key_is_told_before_anything_is_asked() -> None:
    """A preset without its key in the environment names the variable."""
    with pytest.raises(UsageError, match="DEEPSEEK_API_KEY is not set"):
        LiteLLMEngine(Model(engine="litellm", preset="deepseek"), date="2026-05-05", environ={})


def test_a_preset_brings_its_key_price_and_switches(server: ModelServer) -> None:
    """One word is enough: model, key, price, and thinking switched off."""
    settings = Model(engine="litellm", preset="deepseek", base_url=server.url, budget_per_run=1.0)
    live = LiteLLMEngine(settings, date="2026-05-05", environ={"DEEPSEEK_API_KEY": "k"})
    (reply,) = asked(live)
    assert isinstance(reply, Reply)
    assert reply.cost == pytest.approx((1000 * 0.30 + 500 * 1.20) / 1e6)
    assert server.requests[0]["thinking"] == {"type": "disabled"}
    assert server.requests[0]["response_format"] == {"type": "json_object"}


def test_calls_at_once_learn_together_what_a_model_does_not_take(server: ModelServer) -> None:
    """Three that are refused for their form at the same time leave out no more than
    the model wants.
    """
    server.answer = lambda body: (
        Fault(status=400, message="response_format is not supported")
        if "response_format" in body
        else Say(raw())
    )
    assert all(isinstance(answer, Reply) for answer in asked(engine(server, concurrency=3), 3))


def test_an_answer_for_ever_is_not_kept_in_memory(server: ModelServer) -> None:
    """What is larger than any answer, or would be when it is inflated, is not read further,
    and counts as paid.
    """
    bomb = gzip.compress(bytes(MOST_BYTES + 1))
    server.plan += [
        Wire(head(type="application/json"), b" " * 65_536),
        Raw(bomb, headers="Content-Encoding: gzip\r\n"),
    ]
    asking = engine(server, concurrency=1)
    answers = asked(asking, 2)
    assert all(
        isinstance(one, Broken) and "larger than 20,000,000 bytes" in one.reason for one in answers
    )
    assert (server.calls, len(asking.ledger.run)) == (2, 2)


def test_a_key_of_a_variable_of_ones_own_goes_to_one_provider() -> None:
    """The variable that the settings name is the first model's, and of others of its provider."""
    settings = Model(
        engine="litellm",
        model="openai/one",
        key_variable="OUR_KEY",
        fallbacks=("openai/two", "mistral/large", "deepseek"),
    )
    environ = {"OUR_KEY": "ours", "OPENAI_API_KEY": "usual", "DEEPSEEK_API_KEY": "theirs"}
    assert [model.key for model in models_of(settings, environ)] == ["ours", "ours", None, "theirs"]
    with pytest.raises(UsageError, match="OUR_KEY is not set"):
        models_of(settings, {"OPENAI_API_KEY": "usual"})
