"""Whatever shape a model's answer has, it becomes an answer, a reason, or an upstream error:
never a fault of ours.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.sample import TEXT, raw, request
from tests.examples import examples
from tests.llm.test_litellm import engine
from tests.loopback.model import Fault, ModelServer, Raw, Say
from wiki_builder.analysis.parse import Unusable, parse
from wiki_builder.llm.ask import (
    Answers,
    Question,
    Read,
    Unread,
)
from wiki_builder.llm.engine import Broken, Refused, Reply
from wiki_builder.llm.replies import remembered
from wiki_builder.stages.analyse import judge_paper

pytestmark = pytest.mark.slow
_ODD: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.text(st.characters(), max_size=20)
    | st.sampled_from(["stop", "length", "content_filter", "assistant", "{}", raw()]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


def _object(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """An object with some of ``fields``, each right or odd; or something odd in its place."""
    return (
        st.fixed_dictionaries({}, optional={name: kind | _ODD for name, kind in fields.items()})
        | _ODD
    )


_MESSAGE = _object(
    role=st.just("assistant"),
    content=st.just(raw())
    | st.lists(_object(type=st.just("text"), text=st.just(raw())), max_size=2),
    refusal=st.none(),
    reasoning_content=st.text(max_size=10),
    tool_calls=st.none(),
)
_CHOICE = _object(index=st.just(0), message=_MESSAGE, finish_reason=st.just("stop"))
_USAGE = _object(
    prompt_tokens=st.integers(-10, 10**12),
    completion_tokens=st.integers(-10, 10**12),
    total_tokens=st.integers(),
    prompt_tokens_details=_object(cached_tokens=st.integers(-5, 10**9)),
)
COMPLETION = _object(
    id=st.just("x"),
    object=st.just("chat.completion"),
    created=st.just(0),
    model=st.just("stub"),
    choices=st.lists(_CHOICE, max_size=2),
    usage=_USAGE,
)


@examples(30)
@given(said=COMPLETION)
def test_no_shape_ends_a_run(server: ModelServer, tmp_path: Path, said: Any) -> None:
    """Any JSON in place of a completion becomes that paper's answer or its reason,
    and costs no more than was held.
    """
    server.plan.clear()
    server.answer = lambda body: Raw(json.dumps(said).encode())
    live = engine(server, attempts=1, budget_per_run=100.0)
    question = Question(request(1), lambda text: judge_paper(text, text=TEXT))
    (result,) = Answers(remembered(live, tmp_path / "replies", refresh=True), [question], tmp_path)
    assert isinstance(result, Read) or result.why.reason
    assert live.budget.spent == pytest.approx(sum(spent.cost or 0.0 for spent in live.ledger.run))
    assert 0 <= live.budget.spent < 1
    for file in (tmp_path / "replies").glob("*"):
        file.unlink()


@pytest.mark.parametrize(
    "body",
    [
        b'{"choices": []}',
        b'{"choices": [null]}',
        b'{"choices": [{"message": null}]}',
        b'{"choices": [{"message": {"role": "assistant", "content": null}}]}',
        b"{}",
        b"[]",
        b"null",
        b'"text"',
        b"NaN",
        b'{"choices": [{"message": {"content": "{}"}}], "choices": []}',
        b'{"choices":' + b"[" * 2_000,
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"",
        b"\xff\xfe\x00",
        b"<html>a page in its place</html>",
    ],
)
def test_an_answer_of_no_use_is_its_papers_alone(server: ModelServer, body: bytes) -> None:
    """One odd answer among others is that paper's reason, and the others are read."""
    server.answer = lambda asked: Raw(body) if "StepCredit 2" in str(asked) else Say(raw())
    answers = dict(
        engine(server, attempts=1, concurrency=2).ask(request(number) for number in range(1, 5))
    )
    broken = answers.pop(request(2))
    assert isinstance(broken, Broken | Refused)
    assert broken.reason
    assert all(isinstance(answer, Reply) for answer in answers.values())


@pytest.mark.parametrize("kind", ["text/html", "text/event-stream", "application/octet-stream", ""])
def test_a_wrong_content_type_is_no_fault(server: ModelServer, kind: str) -> None:
    """What a gateway says of the type of an answer does not end the run."""
    server.answer = lambda body: Raw(b'{"choices": []}', type=kind)
    ((_, answer),) = engine(server, attempts=1).ask([request(1)])
    assert isinstance(answer, Broken)


@pytest.mark.parametrize(
    "text",
    [
        '{"a":' * 50_000 + "1" + "}" * 50_000,
        "[" * 50_000,
        '{"kind": ' + "9" * 5_000 + "}",
        '{"kind": 1e999, "importance": NaN}',
        "\ud800 {",
        "{" + '"x": "y", ' * 30_000,
    ],
)
def test_no_text_of_a_reply_is_too_odd_to_be_parsed(text: str) -> None:
    """Nesting without end, numbers without end and half characters are unusable replies."""
    assert isinstance(parse(text), Unusable)


def test_a_reply_with_half_a_character_can_be_kept(server: ModelServer, tmp_path: Path) -> None:
    """A lone surrogate, which no file can hold, is replaced where it comes in."""
    whole = {
        "choices": [
            {"message": {"role": "assistant", "content": raw() + "\ud800"}, "finish_reason": "stop"}
        ]
    }
    server.plan.append(Raw(json.dumps(whole).encode()))
    ((_, answer),) = remembered(engine(server), tmp_path).ask([request(1)])
    assert isinstance(answer, Reply)
    assert answer.raw == raw() + "?"


def test_an_endless_reply_is_cut_and_not_sent_back(server: ModelServer, tmp_path: Path) -> None:
    """A reply of 2 MB costs neither as much in data nor a re-ask of as much,
    and the model is told.
    """
    server.answer = lambda body: Say("no JSON " * 250_000)
    question = Question(request(1), lambda text: judge_paper(text, text=TEXT))
    (result,) = Answers(engine(server), [question], tmp_path)
    assert isinstance(result, Unread)
    first, again = server.requests
    assert len(json.dumps(again)) < len(json.dumps(first)) + 50_000
    assert "only its first 40,000 stand above" in again["messages"][-1]["content"]
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 1_000_000


def test_a_fault_beside_an_odd_answer(server: ModelServer) -> None:
    """An odd answer is not asked for again, since it was paid for; a fault is."""
    server.plan += [Fault(status=503), Raw(b'{"choices": []}')]
    ((_, answer),) = engine(server).ask([request(1)])
    assert isinstance(answer, Broken)
    assert not answer.passing
    assert server.calls == 2
