"""Rules: what contradicts its evidence is found by what it is, and honest rewordings pass."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.core.values.checks import Finding
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.grounding.rules import RULES
from wiki_builder.grounding.rules.rule import Ground, Said
from wiki_builder.grounding.source import Source

# English, Chinese, and the quote that they rest on.
TRUE = [
    ("half a million pages are read", "读取 50 万页", "The crawler reads 500,000 pages."),
    ("The error drops by 3.2%.", "误差下降 3.2%。", "a change of -3.2% in error"),
    ("Nine in ten users agree.", "九成用户同意。", "90% of users agree."),
    ("Five in ten thousand requests fail.", "万分之五的请求失败。", "0.05% of requests fail."),
    ("One request in a thousand fails.", "千分之一的请求失败。", "0.1% of requests fail."),
    ("Throughput rises 3-fold.", "吞吐量提高两倍。", "a 3-fold increase in throughput"),
    ("It is 5 to 10 times faster.", "速度提高 5 到 10 倍。", "It is 5–10x faster."),
    (
        "Three quarters of the tasks are solved.",
        "解决了四分之三的任务。",
        "75% of the tasks are solved.",
    ),
    ("It runs for three and a half days.", "运行三天半。", "It runs for 3.5 days."),
    (
        "The baseline is beaten by 2 points.",
        "比基线高 2 个百分点。",
        "It beats the baseline by 2 percentage points.",
    ),
    ("It does not need labels.", "无需标注。", "It works without labels."),
    (
        "It succeeds on 58.8% instead of 19.4%.",
        "成功率由 19.4% 变为 58.8%。",
        "It scores 19.4%, against 58.8% in our framework.",
    ),
    ("The data are an 80/20 split.", "数据按 80/20 划分。", "The data are an 80/20 split."),
    (
        "With 20 records 100% are right, with 100 records 20%.",
        "20 条记录时全对（100%），100 条时 20%。",
        "Records 20 100: accuracy 100% 20% 15% 25%",
    ),
    (
        "Seven feedback agents are compared.",
        "对七个大模型反馈智能体进行基准评测。",
        "We compare seven LLM feedback agents.",
    ),
]
# The rule that says so first.
FALSE = [
    ("number", "It reaches 81.3%.", "达到 81.3%。", "It reaches 81.2%."),
    ("sign", "It falls from 22.4 to 10.", "从 22.4 降到 10。", "It goes from -22.4 to 10."),
    ("unit", "It gains 6.2%.", "提高 6.2%。", "It gains 6.2 percentage points."),
    ("unit", "It takes 40 minutes.", "耗时 40 分钟。", "It takes 40 hours."),
    (
        "quantity",
        "Accuracy rises from 58.7% to 48.7%.",
        "准确率从 58.7% 升至 48.7%。",
        "improves accuracy from 48.7% to 58.7%",
    ),
    (
        "name",
        "On WebArena it gains 7 points.",
        "在 WebArena 上提高 7 个点。",
        "On ALFWorld it gains 7 points.",
    ),
    ("negation", "The results are general.", "结果具有普遍性。", "The results are not general."),
    ("negation", "It uses no labels.", "它使用标注。", "It uses no labels."),
    ("direction", "Latency rises by 20%.", "延迟上升 20%。", "Latency falls by 20%."),
    ("comparison", "GRPO beats our method.", "GRPO 优于我们的方法。", "Our method beats GRPO."),
    (
        "hedge",
        "The method helps small models.",
        "该方法有助于小模型。",
        "The method may help small models.",
    ),
    ("quantifier", "All tasks improve.", "所有任务都有提升。", "Some tasks improve."),
    ("first", "The first benchmark of the kind.", "首个此类基准。", "A benchmark of the kind."),
    (
        "languages",
        "It gains 5 points.",
        "提高 7 个点。",
        "It gains 5 points, 7 with a larger model.",
    ),
]


def found(en: str, zh: str, quote: str, near: str = "") -> list[Finding]:
    """What all rules find of a claim."""
    passage = near or quote
    ground = Ground(quote, passage, Source((Passage("p", passage),)))
    return [finding for rule in RULES for finding in rule(Said(en, zh), ground)]


@pytest.mark.parametrize(("en", "zh", "quote"), TRUE, ids=[row[0] for row in TRUE])
def test_an_honest_rewording_passes(en: str, zh: str, quote: str) -> None:
    """Numbers written another way, a comparison turned round, *without* for *not*."""
    assert found(en, zh, quote) == []


@pytest.mark.parametrize(("rule", "en", "zh", "quote"), FALSE, ids=[row[1] for row in FALSE])
def test_an_error_is_found_as_what_it_is(rule: str, en: str, zh: str, quote: str) -> None:
    """In both languages at once, or in one of them."""
    assert rule in {finding.rule for finding in found(en, zh, quote)}


@pytest.mark.parametrize(("en", "zh", "quote"), TRUE, ids=[row[0] for row in TRUE])
def test_the_quote_itself_passes(en: str, zh: str, quote: str) -> None:
    """Words that are the paper's own are never accused."""
    assert found(quote, "", quote) == []


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=80))
def test_no_text_breaks_a_rule(en: str, zh: str, quote: str) -> None:
    """Whatever a model or a paper writes; and twice the same is found."""
    assert found(en, zh, quote) == found(en, zh, quote)


def test_an_empty_statement_says_nothing() -> None:
    """Nor does it where there is no evidence."""
    assert found("", "", "It reaches 81.2%.") == []


def test_not_yet_negates_its_own_clause() -> None:
    """ "Not yet complete" is "not complete", and "instead of only" is "not only"."""
    for quote, en, zh in (
        (
            "the model reports that the task is not yet complete and selects another action",
            "The model reports that the task is not complete and selects another action.",
            "模型报告任务尚未完成，并选择另一动作。",
        ),
        (
            "Instead of supervising only the final answer, it rewards the selection of a context",
            "Instead of supervising only the final answer, it rewards selecting a context.",
            "它不只监督最终答案，还奖励对上下文的选择。",
        ),
    ):
        ground = Ground(quote, quote, Source((Passage("abstract", quote),)), abstract=True)
        found = [one for rule in RULES for one in rule(Said(en, zh), ground) if not one.weak]
        assert found == []
