"""What `wiki-builder model test` finds out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.analysis.sample import raw
from tests.llm.test_litellm import engine
from tests.loopback.model import Fault, ModelServer, Say
from wiki_builder.llm.none import NoEngine
from wiki_builder.llm.probe import probe

pytestmark = pytest.mark.slow
ABSTRACT = (
    "主流的序列转换模型基于复杂的循环或卷积神经网络。我们提出一种完全基于注意力机制的新网络架构"
    " Transformer，"
    "不再使用循环和卷积。"
    "在 WMT 2014 英德翻译任务上，我们的模型达到 28.4 BLEU，比已有最好结果高 2 BLEU 以上。"
)


@pytest.fixture(autouse=True)
def _sound(server: ModelServer) -> None:
    """The abstract that belongs to the built-in request."""
    server.answer = lambda body: Say(
        raw(abstract_zh=ABSTRACT), input_tokens=1000, output_tokens=500
    )


def noes(server: ModelServer, **changes: Any) -> list[str]:
    """The questions that are answered with no; each has advice."""
    found = [
        finding for finding in probe(engine(server, **changes)).findings if finding.yes is False
    ]
    assert all(finding.advice for finding in found)
    return [finding.question for finding in found]


def test_a_model_that_does(server: ModelServer) -> None:
    """A fit model has no noes, and the report counts its tokens, cost and time."""
    ticks = iter([1.0, 3.5])
    report = probe(engine(server), clock=lambda: next(ticks))
    assert report.fit
    assert (report.seconds, report.input_tokens, report.output_tokens, report.currency) == (
        2.5,
        1000,
        500,
        "USD",
    )


@pytest.mark.parametrize(
    "content, question",
    [
        ('{"kind": "method"}', "Does it keep the schema?"),
        ("Let me think. Done.\n" + raw(abstract_zh=ABSTRACT), "Does it hide its thinking?"),
        (
            raw(
                abstract_zh=ABSTRACT,
                summary__zh="We propose a new network that is based on attention.",
            ),
            "Does it write Chinese?",
        ),
        (raw(abstract_zh=ABSTRACT, summary__en="TODO"), "Is what it says sound?"),
    ],
)
def test_a_model_that_does_not(server: ModelServer, content: str, question: str) -> None:
    """Each way of not being fit is told by its own question."""
    server.plan.append(Say(content))
    assert noes(server) == [question]


def test_a_price_is_needed_by_a_budget_alone(server: ModelServer) -> None:
    """Without a budget a model whose only lack is a price is fit,
    and the report says what is not known.
    """
    report = probe(engine(server, prices=None), budget=False)
    assert report.fit
    assert [finding.question for finding in report.findings if finding.yes is None] == [
        "Is its price known?"
    ]


def test_no_engine_is_no_matter_of_time() -> None:
    """Without an engine the advice is to set one up, not to try again later."""
    report = probe(NoEngine())
    assert not report.fit
    words = " ".join(report.lines())
    assert "name one in wiki.toml" in words
    assert "later" not in words


def test_an_unknown_price_and_no_answer(server: ModelServer) -> None:
    """A price that is not known and a model that refuses are told, too."""
    assert noes(server, prices=None) == ["Is its price known?"]
    server.answer = lambda body: Fault(status=400, message="content_filter")
    assert noes(server) == ["Does it answer?"]
