"""What can be told of how Chinese is written."""

from __future__ import annotations

import pytest

from wiki_builder.analysis.chinese import rivals, style


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("我们提出新方法,并加以验证。", "half-width punctuation"),
        ("得分从 -22.4 升到 3.1。", "a hyphen for a minus sign"),
        ("我们归纳出三条技术轴。", "技术轴"),
        ("只需少至 100 个样本。", "少至"),
        ("对模型进行了充分的训练。", "进行了 … 的"),
        ("大约 30% 左右。", "约 … 左右"),
        ('所谓"智能体"的框架。', "straight quotation marks"),
        ("方法有效 而且简单。", "a space between Chinese characters"),
    ],
)
def test_what_is_hardly_written_so_is_found(text: str, kind: str) -> None:
    """Each kind of fault is told by its name."""
    assert [fault.kind for fault in style(text)][:1] == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "在 ALFWorld 上，成功率从 −22.4 升到 3.1（提高 25.5 个百分点）。",
        "采用 GPT-4 与 Qwen2.5-7B，温度为 0.7–1.0。",
        "公式 $a-1$ 与代码 `x, y` 保持原样。",
        "论文写道“three, two, one”，译文不改。",
        "10,836 个样本分为 3 组。",
    ],
)
def test_good_chinese_has_no_finding(text: str) -> None:
    """Names, maths, code, quotations and numbers with commas are left alone."""
    assert not [*style(text)]


def test_a_page_has_one_word_for_one_thing() -> None:
    """词元 and token on one page are found; a term's English in brackets is no second word."""
    assert [fault.words for fault in rivals(["每个 token 的奖励", "词元级别的损失"])] == [
        "词元, token"
    ]
    assert not [*rivals(["每个词元（token）的奖励", "词元级别的损失"])]
    assert not [*rivals(["以代理模型估计智能体的回报"])]
