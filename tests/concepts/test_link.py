"""Linking: a name finds its concept, and nothing uncertain is merged in silence."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.concepts.papers import mention, paper
from wiki_builder.concepts import link as linking
from wiki_builder.concepts.link import link
from wiki_builder.concepts.registry import Registry
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import Alias, Concept
from wiki_builder.core.values.paper import Paper, Pending

CREDIT = Concept(
    "credit-assignment",
    Bilingual("credit assignment", "信用分配"),
    "arxiv:1",
    aliases=(
        Alias("temporal credit", "en", "person"),
        Alias("blame assignment", "en", "person", "rejected"),
        Alias("credit sharing", "en", "model", "proposed"),
    ),
)
REGISTRY = Registry({CREDIT.id: CREDIT})


def concepts(made: Paper) -> list[str]:
    assert made.analysis is not None
    return [m.concept for m in made.analysis.concepts]


RESOLVED = [
    ("the name itself", "Credit-Assignments", "信用分配", "credit-assignment"),
    ("an approved alias", "temporal credit", "时间信用", "credit-assignment"),
    (
        "one Chinese name is not enough",
        "apportioning of credit",
        "信用分配",
        "apportioning-of-credit",
    ),
    ("a proposed alias is none yet", "credit sharing", "信用共享", "credit-sharing"),
    ("a rejected name", "blame assignment", "信用分配", "blame-assignment"),
    ("other digits", "credit assignment 2", "信用分配", "credit-assignment-2"),
    ("no Chinese in the Chinese", "some credit", "credit assignment", "some-credit"),
    ("a name with its acronym", "credit assignment (CA)", "信用分配", "credit-assignment"),
]


@pytest.mark.parametrize(
    ("case", "en", "zh", "expected"), RESOLVED, ids=[row[0] for row in RESOLVED]
)
def test_how_a_name_resolves(case: str, en: str, zh: str, expected: str) -> None:
    """English decides by name and approved alias;
    what is not surely known is a concept of its own.
    """
    made = link([paper("arxiv:2", mention(en, zh))], REGISTRY)
    assert concepts(made.papers[0]) == [expected]
    assert expected in made.registry.concepts


def test_a_new_name_founds_a_concept() -> None:
    """The earliest paper founds a concept and words its gloss;
    acronyms in parentheses become aliases.
    """
    papers = [
        paper(
            "arxiv:3",
            mention("group relative policy optimization", "组相对策略优化", gloss="later"),
        ),
        paper(
            "arxiv:2",
            mention("Group relative policy optimization (GRPO)", "组相对策略优化", gloss="first"),
        ),
    ]
    made = link(papers, Registry()).registry.concepts["group-relative-policy-optimization"]
    assert (made.founded, made.gloss_from) == ("arxiv:2", "arxiv:2")
    assert made.gloss == Bilingual("first", "释义")
    assert made.aliases == (Alias("GRPO", "en", "paper"),)


def test_chinese_claimed_by_two_new_names_merges_nothing() -> None:
    """Accuracy and precision are both 准确率:
    two names of one run with one Chinese name stay two.
    """
    papers = [
        paper("arxiv:2", mention("accuracy", "准确率")),
        paper("arxiv:3", mention("precision", "准确率")),
    ]
    made = link(papers, Registry())
    assert [concepts(p) for p in made.papers] == [["accuracy"], ["precision"]]
    later = link([paper("arxiv:4", mention("correctness", "准确率"))], made.registry)
    assert concepts(later.papers[0]) == ["correctness"]


def test_another_chinese_name_is_only_proposed() -> None:
    """A name of a known concept in other Chinese leaves a proposed alias
    for a person to look at.
    """
    made = link([paper("arxiv:2", mention("credit assignment", "功劳分配"))], REGISTRY).registry
    assert made.concepts["credit-assignment"].aliases[-1] == Alias(
        "功劳分配", "zh", "model", "proposed"
    )


def test_an_acronym_of_two_names_is_not_taken_over() -> None:
    """An acronym that another concept has is only proposed for the second one;
    LDA, known as ambiguous, for both.
    """
    papers = [
        paper("arxiv:2", mention("segment policy optimization (SPO)", "分段策略优化")),
        paper("arxiv:3", mention("sampled pattern order (SPO)", "采样模式次序")),
        paper("arxiv:4", mention("latent Dirichlet allocation (LDA)", "隐狄利克雷分配")),
        paper("arxiv:5", mention("linear discriminant analysis (LDA)", "线性判别分析")),
    ]
    made = link(papers, Registry()).registry.concepts
    status = {c.founded: c.aliases[0].status for c in made.values()}
    assert status == {
        "arxiv:2": "approved",
        "arxiv:3": "proposed",
        "arxiv:4": "proposed",
        "arxiv:5": "proposed",
    }


def test_a_long_name_is_not_what_an_acronym_stands_for_by_its_letters_alone() -> None:
    """SPO of one paper stands for its own words;
    other words with these initials are another concept.
    """
    first = link(
        [paper("arxiv:2", mention("segment policy optimization (SPO)", "分段策略优化"))], Registry()
    )
    later = link(
        [paper("arxiv:3", mention("self-play preference optimization", "自博弈偏好优化"))],
        first.registry,
    )
    assert concepts(later.papers[0]) == ["self-play-preference-optimization"]
    short = link([paper("arxiv:4", mention("SPO", "分段策略优化"))], first.registry)
    assert concepts(short.papers[0]) == ["segment-policy-optimization"]


def test_a_concept_is_mentioned_once_in_its_weightiest_role() -> None:
    """Two names of one concept in one paper become one mention: introduces before uses."""
    twice = paper(
        "arxiv:2",
        mention("temporal credit", "时间信用", "uses"),
        mention("credit assignment", "信用分配", "introduces"),
    )
    made = link([twice], REGISTRY).papers[0]
    assert made.analysis is not None
    assert [(m.concept, m.role, m.name.en) for m in made.analysis.concepts] == [
        ("credit-assignment", "introduces", "credit assignment")
    ]


def test_other_names_with_one_address_get_addresses_of_their_own() -> None:
    """C and C with an accent would share a file: the second gets a piece of its hash."""
    made = link([paper("arxiv:2", mention("re@l", "甲"), mention("re l", "乙"))], Registry())
    first, second = concepts(made.papers[0])
    assert first == "re-l"
    assert second.startswith("re-l-")


def test_papers_without_an_analysis_pass_through() -> None:
    """A paper that waits for its reply comes back as it is, in its place."""
    waiting = replace(paper("arxiv:1"), analysis=None, pending=Pending("no model"))
    assert link([waiting], Registry()).papers == (waiting,)


NAMES = [
    ("tool use", "工具使用"),
    ("Tool-uses", "工具"),
    ("using tools", "工具使用"),
    ("reward", "奖励"),
    ("re ward", "奖"),
    ("GRPO", "组优化"),
    ("group relative policy optimization (GRPO)", "组优化"),
    ("奖励", "奖励"),
    ("!", "！"),
]
some_papers = st.lists(st.lists(st.sampled_from(NAMES), max_size=4), max_size=5).map(
    lambda rows: [
        paper(f"arxiv:{i}", *(mention(en, zh) for en, zh in row)) for i, row in enumerate(rows)
    ]
)


@given(some_papers)
def test_order_does_not_matter_and_twice_is_once(papers: list[Paper]) -> None:
    """Papers of one run may come in any order, and linking what is linked changes nothing."""
    made = link(papers, Registry())
    turned = link(papers[::-1], Registry())
    assert turned.registry == made.registry
    assert turned.papers == made.papers[::-1]
    again = link(made.papers, made.registry)
    assert again.registry == made.registry
    assert again.papers == made.papers
    assert all(c in made.registry.concepts for p in made.papers for c in concepts(p))


# a known name, and the new one that it is a member of
MEMBERS = [
    ("multi-head attention", "attention"),
    ("the fine-tuning of adapters", "finetuning"),
    ("attention of the model", "attention"),
    ("non-convex optimization", "optimization"),
    ("Colour2 models", "color"),
    ("Qwen3-8B", "Qwen3"),
    ("GPT-4", "GPT"),
    ("Llama-3 (instruct)", "Llama"),
    ("diffusion transformers", "transformer"),
    ("contextual bandits", "text"),
    ("α-divergence", "divergence"),
]


@pytest.mark.parametrize("known, new", MEMBERS)
def test_known_names_come_under_a_new_family_however_many_are_looked_for(
    known: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which names are taken apart for it changes nothing of what is found."""
    registry = Registry({"known": Concept("known", Bilingual(known, ""), "arxiv:1")})
    papers = [paper("arxiv:2", mention(new, ""))]
    few = link(papers, registry).registry
    monkeypatch.setattr(linking, "MANY", 0)  # all names are taken apart
    assert few == link(papers, registry).registry


def test_a_known_name_comes_under_the_new_one_that_it_ends_with() -> None:
    """And one that only holds its letters does not."""
    names = {"multi-head-attention": "multi-head attention", "inattention": "inattention blindness"}
    registry = Registry({i: Concept(i, Bilingual(n, ""), "arxiv:1") for i, n in names.items()})
    made = link([paper("arxiv:2", mention("attention", ""))], registry).registry.concepts
    assert made["multi-head-attention"].broader == ("attention",)
    assert made["inattention"].broader == ()
