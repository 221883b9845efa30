"""Guards: what a machine alone never takes for one, by kinds of words and not by a list of pairs."""

from __future__ import annotations

import pytest

from wiki_builder.concepts.guards import guard, negates

KEPT_APART = [
    ("versions", "GPT-3", "GPT-4"),
    ("versions", "Qwen2.5-7B", "Qwen2.5-72B"),
    ("versions", "Llama", "Llama 3"),
    ("versions", "GPT-4", "GPT-4 Turbo"),
    ("sizes", "BERT-base", "BERT-large"),
    ("norms", "L1 regularization", "L2 regularization"),
    ("numerals", "type I error", "type II error"),
    ("numbers in words", "one-stage detector", "two-stage detector"),
    ("numbers across languages", "first-order optimization", "二阶优化"),
    ("letters", "top-k sampling", "top-p sampling"),
    ("complements", "encoder", "decoder"),
    ("complements", "open-source model", "closed-source model"),
    ("complements in Chinese", "编码器", "解码器"),
    ("complements across languages", "encoder", "解码器"),
    ("a part of both", "encoder", "encoder-decoder"),
    ("supervision", "semi-supervised learning", "self-supervised learning"),
    ("supervision in Chinese", "监督学习", "无监督学习"),
    ("prefixes", "intra-class variance", "inter-class variance"),
    ("prefixes in one word", "homophily", "heterophily"),
    ("a prefix on one side", "convex optimization", "non-convex optimization"),
    ("a negation in Chinese", "凸优化", "非凸优化"),
    ("opposite characters", "纵向切分", "横向切分"),
    ("parentheses", "bias (statistics)", "bias (social)"),
    ("parentheses on one side", "bias", "bias (social)"),
    ("an ambiguous acronym", "LDA", "latent Dirichlet allocation"),
    ("one acronym, two names", "masked autoencoder", "mean absolute error"),
    ("an ambiguous word", "准确率", "precision"),
    ("capitals", "LoRA", "LoRa"),
    ("a word", "CLIP", "clip"),
]


@pytest.mark.parametrize(("why", "one", "other"), KEPT_APART, ids=[f"{a}|{b}" for _, a, b in KEPT_APART])
def test_what_differs_in_kind_is_kept_apart(why: str, one: str, other: str) -> None:
    """Each kind of difference gives a reason, whichever name comes first."""
    assert guard(one, other), why
    assert guard(other, one), why


FREE = [
    ("large language model", "LLM"),
    ("fine-tuning", "finetuning"),
    ("k-nearest neighbours", "kNN"),
    ("sequence-to-sequence", "seq2seq"),
    ("three-dimensional reconstruction", "三维重建"),
    ("type I error", "第一类错误"),
    ("variational autoencoder", "变分自编码器"),
    ("abstractive summarization", "生成式摘要"),
    ("ReLU", "RELU"),
    ("retrieval-augmented generation (RAG)", "RAG"),
    ("advantage actor-critic", "A2C"),
    ("image classification", "image segmentation"),
]


@pytest.mark.parametrize(("one", "other"), FREE)
def test_what_a_guard_has_no_word_for_is_free(one: str, other: str) -> None:
    """A guard objects to what it knows; names that are one thing, or merely other things, pass."""
    assert guard(one, other) is None


@pytest.mark.parametrize("word", ["non-convex", "unsupervised", "partially", "anti-causal", "inverse"])
def test_negations_are_seen(word: str) -> None:
    """A word that takes back what stands behind it is no member's."""
    assert negates(word)


@pytest.mark.parametrize("word", ["universal", "understanding", "uncertain", "unified", "multi-head", "deep"])
def test_what_only_looks_like_a_negation_is_none(word: str) -> None:
    """Words in un- that negate nothing are members' words."""
    assert not negates(word)
