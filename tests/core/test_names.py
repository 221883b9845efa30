"""Names: when two spellings are one name, and addresses that every file system takes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.core.names import (
    SLUG_LENGTH,
    Name,
    acronyms,
    key,
    plural,
    singular,
    slug,
    split_acronym,
)
from wiki_builder.core.spelling import american, simplified

SAME = [
    ("large language model", "Large Language Models"),
    ("chain of thought", "chain-of-thought"),
    ("fine-tuning", "finetuning"),
    ("multi-modal learning", "multimodal learning"),
    ("variational autoencoder", "variational auto-encoder"),
    ("Ｔransformer", "transformers"),
    ("Naïve Bayes", "naive Bayes"),
    ("the world model", "world models"),
    ("LLMs", "LLM"),
    ("policies", "policy"),
    ("tool_use", "tool/use"),
    ("GPT-4", "GPT 4"),
    ("大 语言模型", "大语言模型"),
    ("3D高斯泼溅", "３D 高斯泼溅"),
    ("強化學習", "强化学习"),
    ("卷積神經網路", "卷积神经网络"),
    ("支援向量機", "支持向量机"),
    ("modelling", "modeling"),
    ("hyperparameter optimisation", "hyperparameter optimization"),
    ("unlabelled behaviours", "unlabeled behavior"),
    ("nearest neighbours", "nearest neighbor"),
    ("centred kernel alignment", "centered kernel alignment"),
    ("dialogue system", "dialog systems"),
    ("grey-box attack", "gray-box attack"),
    ("analysing artefacts", "analyzing artifacts"),
    ("earth mover’s distance", "Earth Mover's distance"),
    ("$k$-means", "k-means"),
    ("β-VAE", "beta-VAE"),
    ("i.i.d.", "IID"),
]
DIFFERENT = [
    ("GPT-3", "GPT-4"),
    ("Llama 2 3", "Llama 23"),
    ("Llama 3.1", "Llama 31"),
    ("bias (statistics)", "bias (social)"),
    ("reward model", "reward function"),
    ("RLS", "RL"),
    ("C", "C++"),
    ("supervised learning", "unsupervised learning"),
    ("大语言模型", "语言模型"),
    ("GPT-3.5", "GPT-35"),
    ("parametric", "paramter"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_name_share_a_key(one: str, other: str) -> None:
    """Case, width, accents, separators, plural and article do not make another name."""
    assert key(one) == key(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_other_names_have_other_keys(one: str, other: str) -> None:
    """Digits, meanings told apart in parentheses and acronyms in S are kept apart."""
    assert key(one) != key(other)


NOT_BRITISH = "supervised noise exercise precise raise parametric four source surprise"


@pytest.mark.parametrize("word", NOT_BRITISH.split())
def test_words_that_only_look_british_stay(word: str) -> None:
    """A word in -ise or -our that has no other spelling is left alone."""
    assert american(word) == word


def test_simplified_text_is_not_reworded() -> None:
    """Only traditional text gets the mainland's words:
    what was simplified before keeps every character.
    """
    assert simplified("智慧城市的影像资料") == "智慧城市的影像资料"
    assert simplified("影像資料") == "图像数据"


SINGULAR = (
    "analysis bias loss atlas series corpus physics basis class status robotics pandas ALS this"
)
PLURALS = [
    ("models", "model"), ("policies", "policy"), ("losses", "loss"), ("processes", "process"),
    ("matrices", "matrix"), ("analyses", "analysis"), ("indexes", "index"),
    ("approaches", "approach"), ("sizes", "size"), ("caches", "cache"), ("databases", "database"),
    ("GANs", "GAN"), ("biases", "bias"), ("metrics", "metric"), ("GPUs", "GPU"),
]  # fmt: skip


@pytest.mark.parametrize("word", SINGULAR.split())
def test_words_in_s_that_are_singular_stay(word: str) -> None:
    """A word that only looks like a plural is left alone."""
    assert singular(word) == word


@pytest.mark.parametrize(("many", "one"), PLURALS)
def test_plurals_become_singular(many: str, one: str) -> None:
    """The short rule and its exceptions give the word that people write."""
    assert singular(many) == one


@given(st.from_regex(r"[a-z]{3,12}", fullmatch=True))
def test_a_plural_leads_back_to_its_singular(word: str) -> None:
    """Whatever word is made plural has the key of the word;
    taking the singular twice changes nothing.
    """
    if singular(word) == word and not word.endswith(
        ("e", "i", "o", "s", "x", "z", "ch", "sh", "u")
    ):
        assert key(plural(word)) == key(word)
    assert singular(singular(word)) == singular(word) or word.endswith("ss")


ACRONYMS = [
    (
        "group relative policy optimization (GRPO)",
        Name("group relative policy optimization", ("GRPO",)),
    ),
    (
        "GRPO (group relative policy optimization)",
        Name("group relative policy optimization", ("GRPO",)),
    ),
    (
        "reinforcement learning with verifiable rewards (RLVR)",
        Name("reinforcement learning with verifiable rewards", ("RLVR",)),
    ),
    ("large language models (LLMs)", Name("large language models", ("LLMs",))),
    ("大语言模型（LLM）", Name("大语言模型", ("LLM",))),
    ("bias (statistics)", Name("bias (statistics)")),
    ("CNN (news network)", Name("CNN (news network)")),
    ("LoRa (radio)", Name("LoRa (radio)")),
    ("plain name", Name("plain name")),
]


@pytest.mark.parametrize(("written", "parts"), ACRONYMS)
def test_an_acronym_is_taken_out_of_its_parentheses(written: str, parts: Name) -> None:
    """Only an acronym of the name, or the name in the other script, becomes an alias."""
    assert split_acronym(written) == parts


def test_acronyms_of_a_name() -> None:
    """Small words may be left out of an acronym; two letters are too few."""
    assert acronyms("reinforcement learning with verifiable rewards") == ("RLVR", "RLWVR")
    assert acronyms("tool use") == ()


SLUGS = [
    ("$τ^2$-Bench", "tau2-bench"),
    ("Credit Assignment", "credit-assignment"),
    ("A/B test: naïve Bayes", "a-b-test-naive-bayes"),
    ("C++", "c-plus-plus"),
    ("AUX", "aux-concept"),
    ("index", "index-concept"),
    ("../../etc/passwd", "etc-passwd"),
    ("GPT-4o", "gpt-4o"),
]


@pytest.mark.parametrize(("name", "address"), SLUGS)
def test_slugs_are_what_one_expects(name: str, address: str) -> None:
    """An English name's address is the name, made safe."""
    assert slug(name) == address


@given(st.text(max_size=120))
def test_any_name_has_a_safe_address(name: str) -> None:
    """Whatever a model calls a concept, its address is short ASCII and no device's name."""
    made = slug(name)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", made)
    assert len(made) <= SLUG_LENGTH + 8
    assert made.split(".")[0] not in {"con", "aux", "nul", "prn", "com1", "lpt1", "index"}


def test_chinese_names_have_addresses_of_their_own() -> None:
    """A name without Latin letters gets a stable address from its hash."""
    assert slug("信用分配") == slug("信用 分配") != slug("奖励模型")
    assert slug("信用分配").startswith("concept-")
