"""Guards: what a machine alone never takes for one,
by kinds of words and not by a list of pairs.
"""

from __future__ import annotations

import pytest

from wiki_builder.concepts.matching.guards import (
    ambiguous,
    guard,
    is_acronym,
    is_variant,
    negates,
    parts,
)

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


@pytest.mark.parametrize(
    ("why", "one", "other"), KEPT_APART, ids=[f"{a}|{b}" for _, a, b in KEPT_APART]
)
def test_what_differs_in_kind_is_kept_apart(why: str, one: str, other: str) -> None:
    """Each kind of difference gives a reason, whichever name comes first."""
    assert guard(one, other), why
    assert guard(other, one), why


# One rule at a time, with the reason that a person reads.
REASONS = [
    ("gpt-5", "gpt-5.1", "different digits or versions: 5 and 5.1"),
    ("GRPO 2", "GRPO", "different digits or versions: 2 and none"),
    ("GRPO", "GRPO 2", "different digits or versions: none and 2"),
    ("1,000 hours", "2,000 hours", "different digits or versions: 1,000 and 2,000"),
    ("Mixtral 8x7B", "Mixtral 8x22B", "different digits or versions: 7, 8 and 22, 8"),
    ("Phase II trial", "phase-III trial", "different digits or versions: 2 and 3"),
    ("class iv", "class v", "different digits or versions: 4 and 5"),
    ("phase vi", "phase i", "different digits or versions: 6 and 1"),
    ("zeroth order", "fourth order", "different digits or versions: 0 and 4"),
    ("two-player game", "game", "different digits or versions: 2 and none"),
    ("nine-fold", "ten-fold", "different digits or versions: 9 and 10"),
    ("第十层", "第九层", "different digits or versions: 10 and 9"),
    ("两阶段", "一阶段", "different digits or versions: 2 and 1"),
    ("零次", "一次", "different digits or versions: 0 and 1"),
    ("second-order method", "三阶方法", "different digits or versions: 2 and 3"),
    ("level 2", "二级 3", "different digits or versions: 2 and 2, 3"),
    ("x axis", "y axis", "different letters: x and y"),
    ("vitamin k", "vitamin c", "different letters: k and c"),
    ("a p b-value", "a c d-value", "different letters: b, p and c, d"),
    ("rows", "columns", "rows and columns are not one"),
    ("teacher forcing", "student forcing", "teacher and student are not one"),
    ("weak supervision", "supervision", "weak supervision and supervision are not one"),
    ("black-box attack", "white box attack", "black-box and white box are not one"),
    ("generator", "generator-discriminator", "generator and discriminator are not one"),
    ("deep model", "浅层模型", "deep and 浅层 are not one"),
    ("局部注意力", "全局注意力", "局部 and 全局 are not one"),
    ("training set error", "test data error", "training set and test data are not one"),
    (
        "masked auto encoding",
        "mean absolute error",
        "MAE can be masked auto encoding and mean absolute error",
    ),
    (
        "state space model",
        "Scholastic style match",
        "SSM can be state space model and Scholastic style match",
    ),
    (
        "LDA",
        "topic model",
        "LDA can be linear discriminant analysis and latent Dirichlet allocation",
    ),
    (
        "topic model",
        "LDA",
        "LDA can be linear discriminant analysis and latent Dirichlet allocation",
    ),
    ("前端", "后端", "前 and 后 are opposites"),
    ("有偏估计", "无偏估计", "有 and 无 are opposites"),
    ("早停", "晚停", "早 and 晚 are opposites"),
    ("入度", "出度", "入 and 出 are opposites"),
    ("非Markov", "Markov", "one of 非markov and markov negates the other"),
    ("无偏估计", "偏估计", "one of 无偏估计 and 偏估计 negates the other"),
    ("平衡树", "不平衡树", "one of 平衡树 and 不平衡树 negates the other"),
    ("without labels", "labels", "without negates the rest"),
    ("calibrated", "not calibrated", "not negates the rest"),
    ("GPT-4o mini", "GPT-4o", "mini names one member of a family"),
    ("Phi mini x", "Phi", "mini names one member of a family"),
    ("Phi mini", "phi", "mini names one member of a family"),
    ("phi", "Phi mini", "mini names one member of a family"),
    ("Claude", "Claude Instruct", "instruct names one member of a family"),
    ("mBERT lightning", "mBERT", "lightning names one member of a family"),
    ("OPT turbo", "OPT", "turbo names one member of a family"),
    ("Llama thinking", "Llama vision", "thinking names one member of a family"),
    ("nonstationary", "stationary", "non- makes another word of stationary"),
    ("stationary", "nonstationary", "non- makes another word of stationary"),
    ("autoregressive", "regressive", "auto- makes another word of regressive"),
    ("superresolution", "resolution", "super- makes another word of resolution"),
    (
        "deep interlayer flow",
        "deep intralayer flow",
        "inter- and intra- make different words of layer",
    ),
    ("interlayer", "intralayer", "inter- and intra- make different words of layer"),
    ("hypoparameter", "hyperparameter", "hypo- and hyper- make different words of parameter"),
    ("subword", "superword", "sub- and super- make different words of word"),
    ("partial attention", "full attention", "partial- and full- make different words of attention"),
    ("monolith", "lith", "mono- makes another word of lith"),
    (
        "multi-hop reasoning",
        "single-hop reasoning",
        "multi- and single- make different words of hopreasoning",
    ),
    ("weakly labeled", "labeled", "weakly- makes another word of labeled"),
    ("micro F1", "macro F1", "micro and macro make different words"),
    ("over the air", "under the air", "over and under make different words"),
    ("score under the curve", "score the curve", "under- makes another word"),
    ("model (v2)", "model (v3)", "model (v2) and model (v3) are told apart in parentheses"),
    (
        "Attention (Vision)",
        "attention",
        "Attention (Vision) and attention are told apart in parentheses",
    ),
    ("bias", "bias （social）", "bias and bias （social） are told apart in parentheses"),
    ("LoRA", "LoRa", "LoRA is low-rank adaptation, LoRa is Long Range radio"),
    ("LoRAs", "LoRa", "LoRA is low-rank adaptation, LoRa is Long Range radio"),
    ("moe", "MoE", "mixture of experts is meant by one of moe and MoE, the other may be a word"),
    ("MoE", "moe", "mixture of experts is meant by one of MoE and moe, the other may be a word"),
    ("PaLM", "PAlM", "only their capitals tell PaLM and PAlM apart"),
]


@pytest.mark.parametrize(
    ("one", "other", "reason"), REASONS, ids=[f"{a}|{b}" for a, b, _ in REASONS]
)
def test_a_reason_says_what_differs(one: str, other: str, reason: str) -> None:
    """A person who decides reads which digits, letters, words,
    characters or meanings are not the same.
    """
    assert guard(one, other) == reason
    assert guard(other, one)


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
    ("Gemma 2 9B", "Gemma 9B 2"),
    ("stage-iii training", "stage 3 training"),
    ("level i", "LEVEL 1"),
    ("two-tower model", "bi-encoder"),
    ("single-shot learning", "一次学习"),
    ("aleatoric uncertainty", "随机不确定性"),
    ("two-player game", "双人博弈"),
    ("TRPO", "first-order policy method"),
    ("text2image", "text to image"),
    ("a model", "the model"),
    ("x轴", "y axis"),
    ("large model", "大模型"),
    ("with labels", "labels"),
    ("the base rate", "rate"),
    ("graph mini", "graph"),
    ("DeepSeek coder", "DeepSeek policy"),
    ("onset", "offset"),
    ("masked auto error", "mean auto error"),
    ("reward model (RM)", "reward model"),
    ("attention (vision)", "memory (vision)"),
    ("attention (vision)", "memory (audio)"),
    ("phi mini", "Phi"),
    ("use of a tool", "use of an tool"),
    ("Any Big Cat 模型", "alpha beta chi"),
    ("zero2zero", "zero-to-zero"),
    ("bias (Statistics)", "bias (statistics)"),
    ("PaLM", "PALM"),
    ("BiLSTM", "BILSTM"),
    ("Bert", "BERT"),
    ("LoRAs", "LoRA"),
    ("不平衡学习", "平衡性学习"),
    ("前馈", "前项"),
    ("前馈网络", "后馈网络图"),
    ("前馈网", "后续网"),
    ("静态图", "静态的图"),
    ("反应", "适应"),
]


@pytest.mark.parametrize(("one", "other"), FREE)
def test_what_a_guard_has_no_word_for_is_free(one: str, other: str) -> None:
    """A guard objects to what it knows; names that are one thing, or merely other things, pass."""
    assert guard(one, other) is None
    assert guard(other, one) is None


@pytest.mark.parametrize(
    "word",
    [
        "non-convex",
        "unsupervised",
        "partially",
        "anti-causal",
        "Inverse",
        "counter-fact",
        "without",
        "NOT",
        "nonlinear",
    ],
)
def test_negations_are_seen(word: str) -> None:
    """A word that takes back what stands behind it is no member's."""
    assert negates(word)


@pytest.mark.parametrize(
    "word",
    ["universal", "understanding", "uncertain", "unified", "multi-head", "deep", "unit", "off-un"],
)
def test_what_only_looks_like_a_negation_is_none(word: str) -> None:
    """Words in un- that negate nothing are members' words."""
    assert not negates(word)


def test_what_can_mean_several_things() -> None:
    """A name with several meanings says at most three of them;
    one with one meaning, or none, is not ambiguous.
    """
    assert ambiguous("准确率") == "准确率 can be accuracy and precision"
    assert (
        ambiguous("SE")
        == "SE can be speech enhancement and software engineering and squeeze-and-excitation"
    )
    assert ambiguous("GRPO") is None
    assert ambiguous("no such name") is None


@pytest.mark.parametrize("word", ["mini", "Turbo", "9B", "r", "thinking"])
def test_members_of_a_family(word: str) -> None:
    """A size, a tuning or a version behind a model's name is a member's."""
    assert is_variant(word)


@pytest.mark.parametrize("word", ["reward", "b9", "", "turbomini"])
def test_other_words_are_no_members(word: str) -> None:
    """Other words behind a name say what it is used for."""
    assert not is_variant(word)


ACRONYMS = [
    ("GRPO", True),
    (" QA ", True),
    ("kNN", True),
    ("ABCDEFGHIJK", True),
    ("ABCDEFGHIJKL", False),
    ("Ab", False),
    ("GR PO", False),
]


@pytest.mark.parametrize(("name", "short"), ACRONYMS)
def test_acronyms_are_short_and_have_capitals(name: str, short: bool) -> None:
    """One word, two capitals or more, fewer than twelve characters."""
    assert is_acronym(name) is short


def test_a_name_taken_apart() -> None:
    """Words in singular without articles, digits, counts in words, single letters,
    and the complements in it.
    """
    made = parts("the Second-Order 3-step k-means Decoders (SD)")
    assert (made.name, made.chinese) == ("the Second-Order 3-step k-means Decoders (SD)", False)
    assert made.words == ("second", "order", "3", "step", "k", "means", "decoder", "(sd)")
    assert (made.digits, made.counts, made.letters) == (("3",), ("2",), ("k",))
    assert [(side, word) for _, side, word in made.marks] == [(1, "decoders"), (1, "decoders")]
    assert parts("GRPO").plain == "group relative policy optimization"
    assert parts("VAE").plain == "variational autoencoder"
    assert parts("LDA").plain == "lda"
    assert parts("Seq2Seq").words == ("seq", "to", "seq")
    assert parts("編碼器（Encoder）").plain == "编码器"
    assert (parts("編碼器 K").letters, parts("編碼器 K").plain) == ((), "编码器 k")
    assert parts("The end of an era and the thing in a state").words == (
        "end",
        "of",
        "era",
        "and",
        "thing",
        "in",
        "state",
    )
    assert parts("one2one").counts == ("1", "1")


NEGATIONS = (
    "non",
    "un",
    "in",
    "im",
    "ir",
    "il",
    "dis",
    "de",
    "anti",
    "pseudo",
    "quasi",
    "not",
    "without",
)


@pytest.mark.parametrize("word", NEGATIONS)
def test_each_negation_negates(word: str) -> None:
    """A negation before a name makes another name, and is no member's word."""
    assert guard(f"{word} calibrated", "calibrated") == f"{word} negates the rest"
    assert negates(word)


def test_numbers_in_words_are_numbers() -> None:
    """From zero to ten, in English, Chinese and Roman numerals,
    and the ordinals up to the fourth.
    """
    english = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
    ]
    chinese = "零一二三四五六七八九十"
    for value, (word, char) in enumerate(zip(english, chinese, strict=True)):
        assert (
            parts(f"{word} stage").counts
            == parts(f"{char}阶").counts
            == parts(f"第{char}").counts
            == (f"{value}",)
        )
    for value, word in enumerate(("zeroth", "first", "second", "third", "fourth")):
        assert parts(f"{word} order").counts == (f"{value}",)
    for value, roman in enumerate(("i", "ii", "iii", "iv", "v", "vi"), start=1):
        assert (
            parts(f"stage {roman}").counts
            == parts(f"Level {roman.upper()}").counts
            == (f"{value}",)
        )
    assert parts("两级").counts == ("2",)
    assert parts("一般、十字").counts == ()
