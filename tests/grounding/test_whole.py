"""Whether the Chinese is whole, and whether words of a wording stand in its quote at all."""

from __future__ import annotations

from wiki_builder.core.values.fulltext import Passage
from wiki_builder.grounding.rules.rule import Ground, Said
from wiki_builder.grounding.rules.support import support
from wiki_builder.grounding.rules.whole import whole, whole_abstract
from wiki_builder.grounding.source import Source

QUOTE = "The agent retries each failing tool call with a smaller budget until the task succeeds."
GROUND = Ground(QUOTE, QUOTE, Source((Passage("abstract", QUOTE),)), abstract=True)


def test_half_an_abstract_is_not_shown_as_the_abstract() -> None:
    """A Chinese abstract of a tenth of the length is withheld, one of a quarter is doubted."""
    english = QUOTE * 10
    whole_one = "智能体以更小的预算重试每次失败的工具调用，直至任务成功。" * 10
    assert not [*whole_abstract(whole_one, english)]
    assert [one.sure for one in whole_abstract(whole_one[:170], english)] == [False]
    assert [one.sure for one in whole_abstract(whole_one[:80], english)] == [True]


def test_a_short_wording_is_a_reason_to_ask_only() -> None:
    """Chinese that is short for its English is asked about, and shown; far too short, with care."""
    en = "The agent retries each failing tool call with a smaller budget, and so it succeeds."
    assert not [*whole(Said(en, "智能体以更小的预算重试失败的工具调用，因而成功。"), GROUND)]
    assert [one.weak for one in whole(Said(en, "智能体重试失败的调用，因而成功。"), GROUND)] == [
        True
    ]
    assert [one.weak for one in whole(Said(en, "智能体会重试。"), GROUND)] == [False]


def test_a_sentence_of_english_is_found_and_a_name_is_not() -> None:
    """English sentences left in Chinese are found; names and terms in brackets are none."""
    left = "智能体重试，and then it is able to finish the task that was given。"
    named = (
        "采用基于人类反馈的强化学习（Reinforcement Learning from Human Feedback with PPO）训练。"
    )
    assert [one.rule for one in whole(Said("", left), GROUND)] == ["whole"]
    assert not [*whole(Said("", named), GROUND)]


def test_words_that_the_quote_has_not_are_a_reason_to_ask() -> None:
    """A wording of which little stands in its quote is asked about, and never accused."""
    told = "The planner drafts subgoals and stores them in a shared memory of episodes."
    assert [one.weak for one in support(Said(told, ""), GROUND)] == [True]
    assert not [*support(Said("Failing tool calls are retried with a smaller budget.", ""), GROUND)]
