"""Matching: sure only where nothing speaks against it, asked where something speaks for it."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.work import calls
from wiki_builder.concepts.matching.glossary import glossary
from wiki_builder.concepts.matching.likeness import abbreviates
from wiki_builder.concepts.matching.match import Candidates, broader_by_form, compare
from wiki_builder.core import names
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import (
    Alias,
    Concept,
    ConceptKind,
    Merged,
)

SURE = [
    ("optimisation", "optimization"),
    ("強化學習", "强化学习"),
    ("large language model", "大语言模型"),
    ("KG completion", "knowledge graph completion"),
    ("LLM智能体", "large language model agent"),
    ("GNNs", "graph neural network"),
    ("kNN", "k-nearest neighbours"),
    ("score distillation sampling", "SDS"),
    ("graph of verified facts", "GVF"),
    ("蒙特卡洛树搜索", "蒙特卡罗树搜索"),
    ("SAC algorithm", "soft actor-critic"),
    ("data augmentation technique", "data augmentation"),
    ("GSM8K benchmark", "GSM8K"),
    ("3-dimensional scene graph", "3D scene graph"),
    ("检索增强生成（RAG）", "retrieval-augmented generation"),
    ("credit assignment (CA)", "credit assignment"),
]


@pytest.mark.parametrize(("one", "other"), SURE)
def test_one_thing_is_known_without_a_model(one: str, other: str) -> None:
    """Spelling, translation, acronym, wording and an empty head noun do not make another thing."""
    assert compare(one, other).kind == "same"
    assert compare(other, one).kind == "same"


OPEN = [
    ("LDA", "latent Dirichlet allocation"),
    ("supervised learning", "unsupervised learning"),
    ("kernel", "kernel method"),
    ("RL", "representation learning"),
    ("大模型", "大语言模型"),
    ("catastrophic forgetting", "catastrophic interference"),
    ("federated averaging", "FedAvg"),
    ("neural collapse", "神经坍缩"),
    ("energy model", "energy-based model"),
    ("image segmentation algorithm", "image segmentation"),
]


@pytest.mark.parametrize(("one", "other"), OPEN)
def test_what_may_be_one_thing_is_asked(one: str, other: str) -> None:
    """Likeness alone, an ambiguous acronym or a head noun that says something is for a
    model or a person.
    """
    match = compare(one, other)
    assert match.kind == "maybe"
    assert match.reason
    assert 0 < match.score < 1


NOTHING = [
    ("attention", "convolution"),
    ("图神经网络", "语音识别"),
    ("", "x"),
    ("法学硕士", "贝叶斯网络"),
]


@pytest.mark.parametrize(("one", "other"), NOTHING)
def test_what_has_nothing_in_common_is_not_asked(one: str, other: str) -> None:
    """A model is not paid for pairs that nothing speaks for."""
    assert compare(one, other).kind == "none"


@settings(deadline=None)  # the first comparison reads the glossary
@given(
    st.sampled_from(["GPT", "GPT-4", "监督学习", "LDA", "", "top-k", "LLM（大语言模型）"])
    | st.text(max_size=30),
    st.text(max_size=30),
)
def test_any_two_names_compare_alike_both_ways(one: str, other: str) -> None:
    """Whatever a model calls a concept, comparing neither fails nor depends on the order."""
    assert compare(one, other).kind == compare(other, one).kind


def test_no_two_entries_of_the_glossary_are_one() -> None:
    """The terminologist told them apart; the rules for wording do not bring them together again."""
    terms = sorted({entry.en for entries in glossary().by_key.values() for entry in entries})
    assert [pair for pair in itertools.pairwise(terms) if compare(*pair).kind == "same"] == []


def test_acronyms_may_leave_out_small_words_and_parts() -> None:
    """PLM is made of pre-trained language model, and RLVR of what has a with in it."""
    assert abbreviates("PLMs", "pre-trained language model")
    assert abbreviates("RLVR", "reinforcement learning with verifiable rewards")
    assert not abbreviates("PLM", "probabilistic model")


# --- Candidates -------------------------------------------------------------------


def concept(
    en: str,
    zh: str = "",
    *,
    kind: ConceptKind = "concept",
    aliases: tuple[Alias, ...] = (),
    apart: tuple[str, ...] = (),
) -> Concept:
    """A concept whose id is the slug of its English name."""
    return Concept(
        names.slug(en), Bilingual(en, zh or en), "arxiv:1", kind, aliases=aliases, not_same_as=apart
    )


def sure(candidates: Candidates, en: str, zh: str = "", kind: ConceptKind = "concept") -> list[str]:
    """The ids of the sure candidates of a name."""
    return [c.id for c in candidates.of(Bilingual(en, zh or en), kind) if c.sure]


def test_the_likeliest_comes_first() -> None:
    """The concept that a name is stands before those that share words with it,
    and it alone is sure.
    """
    found = Candidates(
        [
            concept("neural network", "神经网络"),
            concept("graph neural network", "图神经网络"),
            concept("graph", "图"),
        ]
    ).of(Bilingual("GNNs", "图神经网络"))
    assert found[0].id == "graph-neural-network"
    assert [c.sure for c in found] == [True] + [False] * (len(found) - 1)
    assert all(0 < c.score <= 1 for c in found)


def test_a_guarded_candidate_is_shown_and_never_sure() -> None:
    """What is kept apart can still be related, so a model hears of it."""
    found = Candidates([concept("supervised learning", "监督学习")]).of(
        Bilingual("unsupervised learning", "无监督学习")
    )
    assert [(c.id, c.sure, bool(c.guard)) for c in found] == [("supervised-learning", False, True)]


def test_only_concepts_of_the_kind_are_candidates() -> None:
    """A dataset is never the idea that has its name."""
    candidates = Candidates([concept("Atlas", "图谱集", kind="dataset")])
    assert sure(candidates, "atlas", "图谱集", "dataset") == ["atlas"]
    assert candidates.of(Bilingual("atlas", "图谱集")) == ()


def test_two_sure_ones_are_none() -> None:
    """A name that two concepts claim with equal right is for a model or a person."""
    candidates = Candidates(
        [concept("graph verified facts", "甲方法"), concept("general video format", "乙方法")]
    )
    found = candidates.of(Bilingual("GVF", "丙方法"))
    assert {c.id for c in found} == {"graph-verified-facts", "general-video-format"}
    assert not any(c.sure for c in found)
    assert all(c.guard for c in found)


def test_the_other_language_tells_which_meaning() -> None:
    """LDA alone is ambiguous; with its own Chinese it is not."""
    candidates = Candidates(
        [
            concept("linear discriminant analysis", "线性判别分析"),
            concept("latent Dirichlet allocation", "隐狄利克雷分配"),
        ]
    )
    assert sure(candidates, "LDA", "线性判别分析") == ["linear-discriminant-analysis"]
    assert sure(candidates, "LDA") == []


def test_languages_that_disagree_are_not_sure() -> None:
    """English of one concept with the Chinese of another is somebody's mistake,
    and a person says whose.
    """
    candidates = Candidates([concept("attention", "注意力"), concept("convolution", "卷积")])
    assert sure(candidates, "attention", "卷积") == []
    assert sure(candidates, "attention", "关注机制") == ["attention"]


def test_the_chinese_alone_is_not_enough() -> None:
    """Two English terms are often rendered alike; unless they look alike, a model is asked."""
    candidates = Candidates([concept("rationale", "推理依据")])
    assert sure(candidates, "grounds for a conclusion", "推理依据") == []
    assert candidates.of(Bilingual("grounds for a conclusion", "推理依据"))[0].id == "rationale"


def test_an_ambiguous_chinese_word_needs_its_english() -> None:
    """准确率 is accuracy or precision: only the English says which."""
    candidates = Candidates([concept("precision", "准确率")])
    assert sure(candidates, "precision", "准确率") == ["precision"]
    assert sure(candidates, "accuracy", "准确率") == []


def test_a_person_s_no_counts() -> None:
    """A rejected alias and a forbidden pair are never sure, however alike the names are."""
    refused = concept(
        "credit assignment",
        "信用分配",
        aliases=(Alias("credit assignments problem", "en", "person", "rejected"),),
    )
    assert sure(Candidates([refused]), "credit assignments problem") == []
    apart = concept("tool use", "工具使用", apart=("tool-usage",))
    assert sure(Candidates([apart]), "tool usage", "工具使用") == []


def test_approved_aliases_count_and_proposed_ones_do_not() -> None:
    """What nobody approved is no name yet."""
    approved = concept(
        "zeta method",
        "泽塔法",
        aliases=(Alias("quux", "en"), Alias("foobar", "en", "model", "proposed")),
    )
    assert sure(Candidates([approved]), "quux") == ["zeta-method"]
    assert sure(Candidates([approved]), "foobar") == []


def test_merged_names_lead_on() -> None:
    """A name of a concept that was merged finds the one that it went into."""
    old = Concept(
        "tool-usage",
        Bilingual("utilisation of tools", "工具运用"),
        "arxiv:1",
        merged=Merged("tool-use"),
    )
    candidates = Candidates(
        [concept("tool use", "工具使用"), old], lambda id_: {"tool-usage": "tool-use"}.get(id_, id_)
    )
    assert sure(candidates, "utilization of tools", "工具运用") == ["tool-use"]


def test_a_changed_concept_is_found_by_its_new_names_only() -> None:
    """Adding a concept again replaces what was known of it."""
    candidates = Candidates([concept("old words", "旧词")])
    candidates.add(Concept("old-words", Bilingual("fresh terms", "新词语"), "arxiv:1"))
    assert sure(candidates, "fresh terms", "新词语") == ["old-words"]
    assert sure(candidates, "old words", "旧词") == []


def test_a_concept_is_no_candidate_for_itself() -> None:
    """Looking for near-duplicates leaves out the concept whose name it is."""
    candidates = Candidates(
        [concept("tool use", "工具使用"), concept("tool usage pattern", "工具使用模式")]
    )
    found = candidates.of(Bilingual("tool use", "工具使用"), but="tool-use")
    assert [c.id for c in found] == ["tool-usage-pattern"]


def test_names_are_looked_up_by_an_index() -> None:
    """A run's names are not held against every concept:
    among four times as many it is not twice the work.
    """
    terms = [*dict.fromkeys(entry for entries in glossary().by_key.values() for entry in entries)]

    def lookups(among: int) -> int:
        candidates = Candidates(concept(entry.en, entry.zh) for entry in terms[:among])
        sought = [Bilingual(f"{entry.en} variant", f"{entry.zh}变体") for entry in terms[:100]]
        return calls(lambda: [candidates.of(name) for name in sought])

    lookups(len(terms))  # what is read once
    assert lookups(len(terms)) < 2 * lookups(len(terms) // 4)


# --- Families ---------------------------------------------------------------------

CONCEPTS = [
    "attention", "GPT", "GPT-4", "Qwen3", "Llama 3.1", "BERT", "learning", "supervised learning",
    "reinforcement learning", "Markov decision process", "convex optimization",
]  # fmt: skip
KNOWN = {names.key(name): name for name in CONCEPTS}
FAMILIES = [
    ("multi-head attention", "attention"),
    ("GPT-4", "GPT"),
    ("GPT-4o", "GPT-4"),
    ("Qwen3-8B", "Qwen3"),
    ("Llama 3.1 70B Instruct", "Llama 3.1"),
    ("BERT-base", "BERT"),
    ("multi-agent reinforcement learning", "reinforcement learning"),
    ("reinforcement learning from human feedback", "reinforcement learning"),
    ("self-supervised learning", "learning"),
    ("partially observable Markov decision process", None),
    ("non-convex optimization", None),
    ("attention", None),
    ("多头注意力", None),
]


@pytest.mark.parametrize(("member", "family"), FAMILIES)
def test_a_name_shows_its_family(member: str, family: str | None) -> None:
    """The longest known end or beginning is the family, unless a word before it takes it back."""
    assert broader_by_form(member, KNOWN.get) == family
