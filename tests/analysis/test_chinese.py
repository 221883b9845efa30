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
        ("两种设置都收敛.", "half-width punctuation"),
        ("检索器（BM25)先召回候选。", "brackets of two kinds"),
        ("训练加速 3-5 倍。", "a hyphen for a range"),
        ("通过率提高了 +6.2%。", "a sign behind a word that says it"),
        ("吞吐量达到基线的 2.4×。", "× for 倍"),
        ("每题耗时 ~7 秒。", "~ for 约"),
        ("召回率高 1.8 pp，且更稳定。", "pp or 个点 for 个百分点"),
        ("平均高出 3 个点。", "pp or 个点 for 个百分点"),
        ("Okafor et al. 报告了同样的现象。", "et al. for 等"),
        ("先用token 级损失，再用 KL 约束。", "a space missing before Latin"),
        ("显存占用降低 4 倍。", "降低 … 倍"),
        ("这些结果提示，记忆比规模更重要。", "结果提示 for 结果表明"),
        ("缓存使在线更新成为可能。", "使 … 成为可能"),
        ("以一小部分成本达到相同精度。", "一小部分成本"),
        ("完成子目标的步骤可获得信用。", "给予信用"),
        ("失败集中在长尾类别，在那里标注很少。", "在那里 …"),
        ("这一结论最好理解为一种相关性。", "最好理解为"),
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
        "得分从 −3.1 提高到 +2.4，方差减少到原来的 2 倍以内。",
        "图像为 224×224，共 3 × 8 张；见 2025-08-31 发布的 Qwen3-8B 权重。",
        "该设定沿用以往工作 [Okafor et al., 2024]，延迟降至 1/4，吞吐量提高 3 倍。",
        "实验提示词见附录（Appendix C），信用分配见第 3 节。",
        "KL散度与Q学习的写法前后一致。",
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
    assert not [*rivals(["以代理模型估计智能体的回报", "智能体只看到代理信号，代理层转发其请求"])]
    assert not [*rivals(["智能体强化学习（agentic RL）的环境"])]
    assert [*rivals(["智能体强化学习的环境", "Agentic RL 的奖励"])]
