"""Rules about wording: what true statements say in other words is no error, and errors are found
where the words around them are rearranged.
"""

from __future__ import annotations

import pytest

from wiki_builder.core.values.checks import Finding
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.grounding.rules import RULES
from wiki_builder.grounding.rules.rule import Ground, Said
from wiki_builder.grounding.source import Source

# What must pass, with why: English, Chinese, and the quote that they rest on.
TRUE = {
    "a name that only stands across the borders of two Chinese words": (
        "Tutors reject suboptimal steps.",
        "辅导模型否定次优步骤。",
        "Tutors reject suboptimal steps.",
    ),
    "the latent of a model's name is no hedge": (
        "It trains a latent encoder.",
        "训练潜在编码器。",
        "It trains a latent encoder.",
    ),
    "to confirm is not to be certain": (
        "Tutors confirm right answers.",
        "辅导模型肯定正确答案。",
        "Tutors confirm right answers.",
    ),
    "none … more than is at most": (
        "None of the six models gets more than 46% right.",
        "六个模型最高仅答对 46%。",
        "Six models get at most 46% right.",
    ),
    "the ends of a range are its least and its most": (
        "The gap is at least 26 and at most 41 points.",
        "差距最小为 26 点，最大为 41 点。",
        "The gap is 26-41 points.",
    ),
    "to reach a number is not to be bounded by it": (
        "It reaches an accuracy of 0.72.",
        "准确率可达 0.72。",
        "It has an accuracy of 0.72.",
    ),
    "the highest of something is no bound": (
        "The top 20 facts by similarity are kept.",
        "保留相似度最高的 20 条事实。",
        "The top 20 facts by similarity are kept.",
    ),
    "may as permission": (
        "Each query may attend to a limited number of tokens.",
        "限制每个查询所关注的词元数量。",
        "restricting the number of tokens that each query attends to",
    ),
    "conditions are compared with the sides exchanged and the word turned round": (
        "Models do worse when the label is False than when it is True.",
        "标签为假时模型表现更差。",
        "Models do better when the label is True than when it is False.",
    ),
    "a noun that only looks like a tie": (
        "A constant predictor beats the network.",
        "常数预测器优于该网络。",
        "The obvious approach fails: the network does worse than a constant predictor.",
    ),
    "two leads in one sentence": (
        "It is 3 points ahead of the best single model and 2 points ahead of the best ensemble.",
        "它比最佳单模型高 3 个百分点，比最佳集成高 2 个百分点。",
        "It outperforms the best single model by 3 points and the best ensemble by 2 points.",
    ),
    "what grows is not what degrades": (
        "As the history grows, profile reconstruction worsens but task accuracy stays level.",
        "随着历史变长，画像重建变差，而任务准确率持平。",
        "profile reconstruction degrades with history length while task accuracy stays flat",
    ),
    "faster is a lower time": (
        "It runs inference faster while its perceptual quality (A, B) stays competitive.",
        "推理更快，且感知质量（A、B）依然有竞争力。",
        "It achieves competitive perceptual quality (A, B) with lower inference time",
    ),
    "a loss is the other side's win": (
        "The model falls to 30% on this set, so both baselines do better.",
        "该模型在此集合上跌至 30%，不如两个基线。",
        "The model falls to 30% on this set, below both baselines.",
    ),
    "no with a participle negates the noun": (
        "No evaluated system gets beyond 15.9% on long documents.",
        "对于长文档，即便最优系统也只有 15.9%。",
        "The best evaluated system reaches only 15.9% on long documents.",
    ),
    "not … but says what is so": (
        "The parts are not trained one by one but jointly.",
        "各部分并非各自训练，而是共同训练。",
        "The parts are trained jointly.",
    ),
    "not the best is no claim to be best": (
        "The grid is not always the best choice.",
        "网格并非最佳选择。",
        "The grid is sometimes suboptimal.",
    ),
    "the best of several that reach at most so much": (
        "The best gets fewer than half right.",
        "最好的也只答对不到一半。",
        "Six models get at most 46% right.",
    ),
    "almost every is one word": (
        "It holds for almost all codebooks.",
        "几乎每一个码本都满足。",
        "It holds for almost every codebook.",
    ),
    "a hundred percent is all": (
        "Every recommendation stays hybrid.",
        "所有建议仍为混合。",
        "Recommendations stay at 100% hybrid.",
    ),
    "all of one kind is that kind only": (
        "Tests cover benign tasks only.",
        "测试仅覆盖良性任务。",
        "All tests are conducted on benign tasks.",
    ),
    "an abbreviation of words that the other language has": (
        "It uses Counterfactual Semantic Saliency for VLMs.",
        "将 CSS 用于视觉语言模型。",
        "It uses Counterfactual Semantic Saliency for VLMs.",
    ),
    "a name from the context beside another that Chinese keeps": (
        "It is within 1 point of the bound on LOCOMO (79.8%).",
        "在 LOCOMO 上与上界（79.8%）相差不到 1 个百分点（McNemar 检验）。",
        "It is within 1 point of the bound (79.8%; McNemar).",
    ),
}


def _found(en: str, zh: str, quote: str) -> list[Finding]:
    paper = f"{quote} We test on LOCOMO."
    ground = Ground(quote, paper, Source([Passage("p1", paper)]), abstract=True)
    return [one for rule in RULES for one in rule(Said(en, zh), ground) if not one.weak]


@pytest.mark.parametrize("why", TRUE)
def test_other_words_for_the_same_pass(why: str) -> None:
    """A true rewording of a kind that once was accused is shown without a mark."""
    assert not _found(*TRUE[why])


# What must be found, with why: the rule, English, Chinese, and the quote.
FALSE = {
    "a number that is denied": (
        "negation",
        "It does not raise accuracy by 15%.",
        "准确率并未提高 15%。",
        "delivers 15% higher accuracy",
    ),
    "one sentence of two, in one language": (
        "negation",
        "Retrieval helps without training; feedback can be compared across models.",
        "检索无需训练即有帮助；反馈无法在模型之间比较。",
        "Retrieval helps without training; feedback cannot be compared across models.",
    ),
    "always, in words that are the model's own": (
        "hedge",
        "On unusual pages the tool will always do worse.",
        "在不常见的页面上，该工具必然会变差。",
        "Performance may degrade on sites that diverge from common patterns.",
    ),
    "entirely for largely": (
        "quantifier",
        "Benchmarks leave out firms entirely.",
        "基准完全忽略了企业。",
        "Benchmarks largely overlook enterprise settings.",
    ),
    "slightly for significantly": (
        "quantifier",
        "It beats the rest slightly.",
        "它略微优于其他方法。",
        "It significantly outperforms other approaches.",
    ),
    "some for every": (
        "quantifier",
        "It wins in some settings.",
        "它在部分设定下获胜。",
        "It outperforms EAGLE in every setting.",
    ),
    "all for those that were tried": (
        "quantifier",
        "It is faster on all machines.",
        "它在所有机器上都更快。",
        "a speedup on one laptop",
    ),
    "a direction beside a word that only looks like a negator": (
        "direction",
        "Tuning on unsafe code raises S by 55%.",
        "不安全代码微调使 S 降低 55%。",
        "Tuning on unsafe code increases S by 55%.",
    ),
    "points above in one language, below in the other": (
        "direction",
        "It is 3.7 points above the baseline.",
        "它比基线低 3.7 个百分点。",
        "It is 3.7 points above the baseline.",
    ),
}


@pytest.mark.parametrize("why", FALSE)
def test_an_error_in_other_words_is_found(why: str) -> None:
    """Both languages, or one of them, say what the quote does not."""
    rule, *said = FALSE[why]
    assert rule in {one.rule for one in _found(*said)}
