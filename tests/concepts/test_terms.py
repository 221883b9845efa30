"""Terms: what a request carries, and what setting one changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wiki_builder.concepts.files import dump, parse
from wiki_builder.concepts.matching.glossary import GlossaryTerm
from wiki_builder.concepts.registry import Registry
from wiki_builder.concepts.terms import relevant, set_term, terms_of
from wiki_builder.core.errors import UsageError
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import (
    Alias,
    Concept,
    Merged,
    TermPolicy,
)


def concept(id_: str, en: str, zh: str, *aliases: Alias, term: TermPolicy = "zh") -> Concept:
    return Concept(id_, Bilingual(en, zh), "arxiv:2605.00001", term=term, aliases=aliases)


def registry(*concepts: Concept) -> Registry:
    return Registry().with_(concepts)


AGENT = concept("agent", "agent", "代理")
LLM = concept("large-language-model", "large language model", "大语言模型", Alias("LLM", "en"))
ROLLOUT = concept("rollout", "rollout", "轨迹采样", term="en")


# --- What a request carries ---------------------------------------------------------


def test_a_request_carries_the_terms_that_stand_in_the_paper() -> None:
    """By words, singular or plural, under the name or an alias;
    what the paper does not name is not asked about.
    """
    terms = terms_of(registry(AGENT, LLM, concept("lottery", "lottery", "彩票")))
    assert relevant(terms, "LLMs as Agents") == (
        Bilingual("large language model", "大语言模型"),
        AGENT.name,
    )
    assert relevant(terms, "Reagents and llamas") == ()


def test_an_acronym_needs_its_capitals() -> None:
    """A short word of English is no acronym: "rag" is not RAG."""
    rag = concept("rag", "retrieval-augmented generation", "检索增强生成", Alias("RAG", "en"))
    terms = terms_of(registry(rag))
    assert relevant(terms, "an old rag") == ()
    assert relevant(terms, "a RAG pipeline") == (rag.name,)


def test_a_proposed_or_rejected_alias_brings_no_term() -> None:
    """Only what was approved stands for a concept."""
    aliases = (Alias("assistant", "en", status="proposed"), Alias("robot", "en", status="rejected"))
    assert (
        relevant(terms_of(registry(replace(AGENT, aliases=aliases))), "an assistant, a robot") == ()
    )


def test_the_longest_terms_come_first_then_those_of_the_most_papers() -> None:
    """What a limit cuts off is what is said shortest and used least."""
    long = concept("multi-agent-system", "multi-agent reinforcement learning", "多智能体强化学习")
    terms = terms_of(registry(AGENT, LLM, long, ROLLOUT), {"rollout": 3})
    text = "multi-agent reinforcement learning of an LLM agent by rollouts"
    found = relevant(terms, text)
    assert [term.en for term in found] == ["large language model", long.name.en, "rollout", "agent"]
    assert relevant(terms, text, limit=2) == found[:2]


def test_a_term_that_stays_english_is_given_in_english_twice() -> None:
    """The model is told to write rollout in Chinese text, too."""
    assert relevant(terms_of(registry(ROLLOUT)), "a rollout") == (Bilingual("rollout", "rollout"),)


def test_a_thing_without_a_chinese_name_is_no_term() -> None:
    """GPT-4 is GPT-4; there is nothing to agree on."""
    assert relevant(terms_of(registry(concept("gpt-4", "GPT-4", ""))), "GPT-4") == ()


def test_the_names_of_a_merged_concept_are_its_targets() -> None:
    """A paper that uses the old name is given the term that stands;
    the old pair of names is no mistake.
    """
    gone = replace(
        concept("autonomous-actor", "autonomous actor", "自主行动者"), merged=Merged("agent")
    )
    terms = terms_of(registry(AGENT, gone))
    assert relevant(terms, "autonomous actors") == (AGENT.name,)
    assert (terms.terms[0].others, terms.terms[0].known) == ((), ("自主行动者",))


def test_the_registrys_word_goes_before_the_glossarys() -> None:
    """A rendering that the glossary calls wrong and the wiki has chosen is right."""
    token = concept("token", "token", "令牌")
    entry = GlossaryTerm("token", "词元", wrong=("令牌", "代币"))
    (term,) = terms_of(registry(token), shipped=(entry,)).terms
    assert (term.wanted, term.shipped, term.known) == ("令牌", ("代币",), ("词元",))


# --- Setting a term ---------------------------------------------------------------------


def test_the_old_name_becomes_an_alias() -> None:
    """Papers and notes that use it lead to the concept still."""
    changed = set_term(registry(AGENT), "agent", zh="智能体").concepts["agent"]
    assert changed.name.zh == "智能体"
    assert changed.aliases == (Alias("代理", "zh", "person", "approved"),)


def test_a_term_set_back_is_what_it_was_but_for_the_alias() -> None:
    """Changing one's mind leaves no name twice."""
    there = set_term(registry(AGENT), "agent", zh="智能体")
    back = set_term(there, "agent", zh="代理").concepts["agent"]
    assert back.name == AGENT.name
    assert [alias.name for alias in back.aliases] == ["智能体"]


def test_a_name_that_is_wrong_is_kept_as_rejected() -> None:
    """--not on a new name, and on the name that was the term until now."""
    changed = set_term(registry(AGENT), "agent", zh="智能体", wrong=("代理", "特工")).concepts[
        "agent"
    ]
    assert [(alias.name, alias.status) for alias in changed.aliases] == [
        ("代理", "rejected"),
        ("特工", "rejected"),
    ]


def test_policy_and_other_names_are_set() -> None:
    """--policy and --also; a Latin name is English."""
    changed = set_term(
        registry(LLM), "large-language-model", policy="both", also=("大模型", "LM")
    ).concepts[LLM.id]
    assert changed.term == "both"
    assert [(alias.name, alias.language) for alias in changed.aliases] == [
        ("LLM", "en"),
        ("大模型", "zh"),
        ("LM", "en"),
    ]


@pytest.mark.parametrize(
    "given",
    [{"wrong": ("代理",)}, {"also": ("代理",)}, {"also": ("体",), "wrong": ("体",)}, {"en": "LLM"}],
    ids=["the term is wrong", "the term beside itself", "right and wrong", "another's name"],
)
def test_what_cannot_be_is_refused(given: dict[str, tuple[str, ...]]) -> None:
    """A registry that could not be read again is never made."""
    with pytest.raises(UsageError):
        set_term(registry(AGENT, LLM), "agent", **given)  # type: ignore[arg-type]  # as given


def test_a_term_without_a_chinese_name_cannot_be_chinese() -> None:
    """--policy both on a name that stands in English only."""
    with pytest.raises(UsageError, match="no Chinese name"):
        set_term(registry(concept("gpt-4", "GPT-4", "")), "gpt-4", policy="both")


def test_comments_and_line_ends_of_the_file_stay() -> None:
    """What a person wrote in their own way, on Windows, is changed in the fields that change."""
    text = (
        "# ours\r\nid: agent\r\nname: {en: agent, zh: 代理} # both\r\nfounded: arxiv:2605.00001\r\n"
    )
    before = Registry({"agent": parse(text, "agent.yml")}, {"agent": text})
    written = dump(set_term(before, "agent", zh="智能体").concepts["agent"], text)
    assert written.startswith("# ours\r\nid: agent\r\nname: {en: agent, zh: 智能体} # both\r\n")
    assert written.count("\n") == written.count("\r\n")
