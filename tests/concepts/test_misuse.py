"""Renderings that are not the term: found where they stand, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.concepts.test_terms import concept, registry
from wiki_builder.concepts.lexicon import fold
from wiki_builder.concepts.matching.glossary import GlossaryTerm
from wiki_builder.concepts.misuse import misused, reworded
from wiki_builder.concepts.terms import Terms, terms_of
from wiki_builder.core.spelling import simplified
from wiki_builder.core.values.concept import Alias


def other(name: str) -> Alias:
    return Alias(name, "zh", "person", "approved")


def wrong(name: str) -> Alias:
    return Alias(name, "zh", "person", "rejected")


AGENT = concept("agent", "agent", "智能体", other("代理"))
LLM = concept(
    "llm",
    "large language model",
    "大语言模型",
    other("语言模型"),
    wrong("法学硕士"),
    Alias("LLM", "en"),
)
ROLLOUT = concept("rollout", "rollout", "轨迹采样", other("推演"), term="en")
SHIPPED = (
    GlossaryTerm("prompt", "提示", wrong=("及时",)),
    GlossaryTerm("learning rate", "学习率", wrong=("学习速度",)),
    GlossaryTerm("multi-agent system", "多智能体系统", other_zh=("多代理系统",)),
    GlossaryTerm("neural network", "神经网络"),
)
TERMS = terms_of(registry(AGENT, LLM, ROLLOUT), shipped=SHIPPED)


def found(text: str, english: str | None = None, terms: Terms = TERMS) -> list[str]:
    return [place.found for place in misused(text, terms, english)]


def test_a_misuse_says_where_it_stands_and_what_should() -> None:
    """A rejected alias, and an approved one, are renderings that give way."""
    agent, llm = misused("代理与法学硕士", TERMS)
    assert (agent.start, agent.end, agent.wanted, agent.concept) == (0, 2, "智能体", "agent")
    assert (llm.start, llm.end, llm.wanted, llm.concept) == (3, 7, "大语言模型", "llm")


@pytest.mark.parametrize("text", ["代理模型", "代理服务器", "大语言模型", "多神经网络"])
def test_a_longer_name_protects_what_stands_in_it(text: str) -> None:
    """代理 in 代理服务器 is another word, 语言模型 in 大语言模型 is the term itself."""
    assert found(text) == []


def test_a_name_of_the_registry_protects_too() -> None:
    """The wiki's own longer name counts like the glossary's."""
    terms = terms_of(registry(AGENT, concept("proxy-war", "proxy war", "代理战争")))
    assert found("代理战争中的代理", terms=terms) == ["代理"]
    assert reworded("代理战争中的代理", terms).text == "代理战争中的智能体"


def test_a_variant_with_the_rendering_in_it_does_not_protect() -> None:
    """多代理系统 is 多智能体系统 with the rendering that the wiki does not want."""
    assert reworded("多代理系统", TERMS, "a multi-agent system").text == "多智能体系统"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "$代理$",
            "$$代理$$",
            r"\(代理\)",
            r"\[代理\]",
            "`代理`",
            "``代理``",
            "```\n代理\n```",
            r"\text{代理}",
        ),
        *("“代理”", "「代理」", "『代理』", "《代理》", '"代理"', "‘代理’"),
        *("[见](代理.md)", "https://a.b/?q=x <a title='代理'>", r"\begin{cases}代理\end{cases}"),
    ],
)
def test_maths_code_addresses_and_quotations_are_left_alone(text: str) -> None:
    """Only the builder's own prose is put right."""
    done = reworded(text, TERMS)
    assert (done.text, done.places) == (text, 0)


@pytest.mark.parametrize(
    "text", ["售价 $5 的代理和 $6 的代理", "[代理](a.md)", "代理“好”", r"\$代理\$"]
)
def test_money_the_text_of_a_link_and_what_stands_beside_a_quotation_is_prose(text: str) -> None:
    """What only looks like maths or code is put right."""
    assert reworded(text, TERMS).text == text.replace("代理", "智能体")


def test_traditional_characters_are_the_same_words() -> None:
    """法學碩士 is as wrong as 法学硕士, and 大語言模型 is the term."""
    assert found("法學碩士") == ["法學碩士"]
    assert found("大語言模型") == []


# --- Policies -----------------------------------------------------------------------


def test_where_the_english_stays_every_chinese_name_gives_way() -> None:
    """Policy en: with spaces where Chinese and Latin meet, and the English is right."""
    done = reworded("用推演训练，轨迹采样 很慢，rollout 好", TERMS, "rollouts, a rollout")
    assert done.text == "用 rollout 训练，rollout 很慢，rollout 好"


def test_both_is_written_like_chinese() -> None:
    """The English behind the first mention is the site's to add."""
    terms = terms_of(
        registry(concept("rollout", "rollout", "轨迹采样", other("推演"), term="both"))
    )
    assert reworded("推演", terms, "a rollout").text == "轨迹采样"
    assert found("rollout", terms=terms) == []


def test_english_gives_way_to_chinese_only_where_it_is_asked_for() -> None:
    """A term set back from en to zh: its lower-case name, in words of its own, not in brackets."""
    chinese = registry(concept("rollout", "rollout", "轨迹采样", term="zh"))
    text = "用 rollout 训练，轨迹采样（rollout），Rollout、rollout-free 与 rollouts。"
    assert reworded(text, terms_of(chinese)).text == text
    done = reworded(text, terms_of(chinese, back={"rollout"}))
    assert done.text == "用轨迹采样训练，轨迹采样（rollout），Rollout、rollout-free 与轨迹采样。"


def test_a_term_changed_back_and_forth_ends_where_it_began() -> None:
    """代理 to 智能体 and back: the text has its first words again, the proxies' 代理 untouched."""
    text, english = (
        "代理优化代理奖励，多个代理协作。",
        "Agents optimise proxy rewards; several agents cooperate.",
    )
    there = reworded(text, TERMS, english).text
    assert there == "智能体优化代理奖励，多个智能体协作。"
    back = terms_of(registry(concept("agent", "agent", "代理", other("智能体"))), shipped=SHIPPED)
    assert reworded(there, back, english).text == text


# --- What a rendering means here --------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "english", "left"),
    [
        ("代理奖励失效", "The agent games its proxy reward.", "part of 代理奖励"),
        ("优化代理", "Agents optimise the proxy.", "it may be agent or proxy"),
        ("智能体使用代理", "An agent uses a stand-in.", "the English does not say it here"),
        ("一个代理", "A stand-in.", "the English does not say it here"),
    ],
)
def test_a_short_rendering_needs_its_english(text: str, english: str, left: str) -> None:
    """Two characters may be another word; where the English does not bear it out,
    the place is named and stays.
    """
    done = reworded(text, TERMS, english)
    assert (done.text, [place.why for place in done.left]) == (text, [left])


def test_a_pronoun_in_english_is_borne_out_by_the_paper() -> None:
    """ "It learns": the paper speaks of agents, and nowhere of proxies."""
    assert reworded("代理学习", TERMS, "It learns.", "An agent acts.").text == "智能体学习"
    assert reworded("代理学习", TERMS, "It learns.", "An agent has a proxy.").text == "代理学习"


def test_one_character_is_never_replaced() -> None:
    """图 for graph stands in 图像, and in half of all texts."""
    terms = terms_of(registry(concept("graph", "graph", "图结构", other("图"))))
    done = reworded("图像与图", terms, "images and graphs")
    assert done.text == "图像与图"
    assert {place.why for place in done.left} == {"one character says too little"}


def test_a_rendering_that_is_anothers_name_is_told_apart_by_its_english() -> None:
    """准确率 is accuracy, and a rendering of precision."""
    accuracy = concept("accuracy", "accuracy", "准确率")
    terms = terms_of(
        registry(accuracy, concept("precision", "precision", "精确率", wrong("准确率")))
    )
    assert found("准确率", "accuracy", terms) == []
    assert found("准确率", "precision", terms) == ["准确率"]
    assert found("准确率", "accuracy and precision", terms) == []
    assert found("准确率", None, terms) == []


def test_what_the_glossary_calls_wrong_counts_where_the_paper_has_the_term() -> None:
    """及时 is a word of every day; 学习速度 is wrong in a paper about learning rates."""
    assert found("及时反馈", "timely feedback") == []
    assert found("及时工程", "prompt engineering") == ["及时"]
    assert (
        misused("学习速度", TERMS, "It is low.", "We tune the learning rate.")[0].wanted == "学习率"
    )
    assert misused("学习速度", TERMS, "It learns fast.", "A study of pupils.") == ()


# --- Replacing -----------------------------------------------------------------------------


def test_of_overlapping_renderings_the_longest_is_replaced() -> None:
    """One place is changed once."""
    terms = terms_of(registry(AGENT, concept("mas", "multi-agent", "多智能体", other("多代理"))))
    done = reworded("多代理与代理", terms)
    assert (done.text, done.places) == ("多智能体与智能体", 2)


def test_a_replacement_that_completes_another_rendering_is_followed_up() -> None:
    """So that a second time finds nothing."""
    terms = terms_of(registry(AGENT, concept("mas", "multi-agent", "群体智能", other("多智能体"))))
    assert reworded("多代理", terms).text == "群体智能"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("靠重放缓冲（replay buffer）学习", "靠 replay buffer 学习"),
        ("靠重放缓冲 (Replay Buffer)。", "靠 replay buffer。"),
        ("靠重放缓冲（一种队列）学习", "靠 replay buffer（一种队列）学习"),
    ],
)
def test_a_term_does_not_stand_in_brackets_behind_itself(text: str, wanted: str) -> None:
    """Where the English takes the place of the Chinese, it need not follow once more."""
    terms = terms_of(registry(concept("buffer", "replay buffer", "重放缓冲", term="en")))
    assert reworded(text, terms, "a replay buffer").text == wanted


def test_two_wordings_that_make_each_other_change_nothing() -> None:
    """What never comes to an end is not begun."""
    terms = terms_of(registry(concept("a", "first thing", "甲乙丙", other("乙丙丁")),
                              concept("b", "second thing", "乙丙丁", other("甲乙丙"))))  # fmt: skip
    assert reworded("甲乙丙", terms, "first thing, second thing").text == "甲乙丙"


def test_only_the_concepts_asked_for_are_put_right() -> None:
    """``apply NAME`` leaves the others."""
    assert reworded("代理与法学硕士", TERMS, only={"agent"}).text == "智能体与法学硕士"


PIECES = [
    "代理",
    "智能体",
    "语言模型",
    "大语言模型",
    "法学硕士",
    "推演",
    "rollout",
    "代理模型",
    "多代理系统",
]
PIECES += ["及时", "的", "，", " ", "$", "`", "“", "”", "（", "）", "x", "多", "系统", "\\", "。"]
ENGLISH = st.sampled_from(
    [None, "", "agents", "a proxy agent", "an LLM rollout", "large language models prompt agents"]
)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), ENGLISH)
def test_doing_it_again_changes_nothing(text: str, english: str | None) -> None:
    """Whatever the text: once is enough, and nothing is left to find."""
    once = reworded(text, TERMS, english)
    again = reworded(once.text, TERMS, english)
    assert (again.text, again.places) == (once.text, 0)
    assert misused(once.text, TERMS, english) == ()


@given(st.text())
@example("ΟΔΟΣ, İstanbul")
@example("強化學習 RL 演算法")
def test_a_text_is_folded_character_by_character(text: str) -> None:
    """What is folded keeps its place, whatever stands beside it."""
    made = [simplified(one).lower() for one in text]
    assert fold(text) == "".join(m if len(m) == 1 else c for c, m in zip(text, made, strict=True))
