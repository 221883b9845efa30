"""Operations: each does what a person asked for, or says what is in the way;
the result can always be read again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from wiki_builder.concepts import operations
from wiki_builder.concepts.find import find_concept, sound
from wiki_builder.concepts.operations import Merge, Pin, ProposedAlias, ProposedMerge, Rename, Split
from wiki_builder.concepts.registry import Registry
from wiki_builder.concepts.splitting import Mention, split
from wiki_builder.core import names
from wiki_builder.core.errors import UsageError
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import (
    Alias,
    Concept,
    ConceptKind,
    MaybeSame,
    Merged,
)

ONE, TWO, THREE = "arxiv:2605.00001", "arxiv:2605.00002", "arxiv:2605.00003"


def concept(id_: str, zh: str = "", **more: object) -> Concept:
    """A concept whose English name is its id in words."""
    return Concept(id_, Bilingual(id_.replace("-", " "), zh), ONE, **more)  # type: ignore[arg-type]  # as given


def registry(*concepts: Concept) -> Registry:
    return sound(Registry({c.id: c for c in sorted(concepts, key=lambda c: c.id)}))


def mention(
    paper: str, id_: str, en: str = "", zh: str = "", gloss: Bilingual | None = None
) -> Mention:
    return Mention(paper, id_, Bilingual(en or id_.replace("-", " "), zh), gloss)


TOOL_USE = concept(
    "tool-use", "工具使用", aliases=(Alias("tool calling", "en", "model"), Alias("工具调用", "zh"))
)
FUNCTIONS = concept("function-calling", "函数调用", aliases=(Alias("API use", "en", "model"),))
REWARD = concept("reward")
KNOWN = registry(TOOL_USE, FUNCTIONS, REWARD)


# --- Finding ----------------------------------------------------------------------------

WAYS = ["tool-use", "Tool Uses", "tool-calling", "工具使用", "工具调用"]


@pytest.mark.parametrize("given", WAYS)
def test_a_concept_is_found_by_any_of_its_names(given: str) -> None:
    """Nobody has to know an id: spelling, alias and language do not matter."""
    assert find_concept(KNOWN, given) == TOOL_USE


def test_the_name_of_a_merged_concept_leads_to_what_stands() -> None:
    """Its id still names it, so that it can be looked at and split off."""
    merged = operations.merge(KNOWN, "tool-use", "function-calling", "Ann")
    assert find_concept(merged, "API use").id == "tool-use"
    assert find_concept(merged, "function-calling").id == "function-calling"


def test_an_unknown_name_gets_the_nearest_ones() -> None:
    """A typo is answered with what was meant."""
    with pytest.raises(
        UsageError, match=r"tool-usse: there is no concept of that name. Did you mean tool-use"
    ):
        find_concept(KNOWN, "tool-usse")
    with pytest.raises(UsageError, match="wiki-builder concepts list shows them all"):
        find_concept(KNOWN, "qqqqqq")


def test_an_ambiguous_name_lists_the_ids() -> None:
    """A model and an idea may share a name: then only an id will do."""
    both = registry(
        concept("attention-idea", aliases=(Alias("attention", "en"),)),
        concept("attention", kind="model"),
    )
    with pytest.raises(
        UsageError,
        match=r"several concepts are called so: attention-idea, attention.* one of these",
    ):
        find_concept(both, "Attention")
    assert find_concept(both, "attention").kind == "model"


# --- Merging ---------------------------------------------------------------------------------


def test_a_merge_writes_into_one_file_only() -> None:
    """The other's file says where it went, who decided and why;
    its names lead there, and nothing else changes.
    """
    made = operations.merge(KNOWN, "tool use", "function calling", "Ann", "two words for it")
    assert made.concepts["function-calling"] == replace(
        FUNCTIONS, merged=Merged("tool-use", "Ann", "two words for it")
    )
    assert {id_ for id_, c in made.concepts.items() if c != KNOWN.concepts[id_]} == {
        "function-calling"
    }
    assert find_concept(made, "函数调用").id == "tool-use"
    assert made.meant("function-calling", TWO) == "tool-use"


def test_merging_twice_leads_to_the_last() -> None:
    """What was merged into a concept goes along when that one is merged."""
    made = operations.merge(KNOWN, "tool-use", "function-calling", "Ann")
    made = operations.merge(made, "reward", "tool-use", "Ann")
    assert made.canonical("function-calling") == "reward"


Refused = tuple[str, Callable[[Registry], object], str]
REFUSED: list[Refused] = [
    ("itself", lambda r: operations.merge(r, "tool-use", "tool calling", "Ann"), "are one concept already"),  # noqa: E501
    ("kinds", lambda r: operations.merge(r, "tool-use", "grpo", "Ann"), "grpo: tool-use is a concept, grpo a model"),  # noqa: E501
    ("forbidden", lambda r: operations.merge(r, "tool-use", "reward", "Ann"), "reward.yml: `not_same_as` forbids"),  # noqa: E501
    ("merged", lambda r: operations.merge(r, "tool-use", "gone", "Ann"), "it was merged into tool-use. Name tool-use"),  # noqa: E501
    ("in a circle", lambda r: operations.merge(r, "gone", "tool-use", "Ann"), "concepts split tool-use --off gone"),  # noqa: E501
    ("unknown", lambda r: operations.merge(r, "tool-use", "nothing", "Ann"), "no concept of that name"),  # noqa: E501
    ("forbid one", lambda r: operations.forbid(r, "tool-use", "tool calling"), "are one concept"),
    ("no name", lambda r: operations.rename(r, "reward"), "no name is given. Give --en NAME"),
    ("no letter", lambda r: operations.rename(r, "reward", en="!"), "the English name needs a letter"),  # noqa: E501
    ("claimed", lambda r: operations.rename(r, "grpo", en="PPO"), "the name PPO is claimed by ppo. If the two are one"),  # noqa: E501
    ("no Chinese letter", lambda r: operations.rename(r, "reward", zh=""), "the Chinese name needs a letter"),  # noqa: E501
    ("Chinese claimed", lambda r: operations.rename(r.with_([FUNCTIONS]), "reward", zh="函数调用"), "by func"),  # noqa: E501
    ("no alias", lambda r: operations.reject(r, "reward", "x"), "reward has no alias x. It has none"),  # noqa: E501
    ("alias of signs", lambda r: operations.accept(r, "reward", "!"), "a name needs a letter"),
    ("known alias", lambda r: operations.accept(r, "tool-use", "Tool Uses"), "leads to tool-use already"),  # noqa: E501
    ("claimed alias", lambda r: operations.accept(r, "grpo", "PPO"), "the name PPO is claimed by ppo"),  # noqa: E501
    ("taken alias", lambda r: operations.accept(r, "ppo", "G R P O"), "is claimed by grpo.*concepts forbid ppo grpo"),  # noqa: E501
    ("no part", lambda r: split(r, "tool-use", off="reward"), "no part of tool-use has that name. It has tool calling"),  # noqa: E501
    ("own name", lambda r: split(r, "tool-use", off="tool use"), "this is its own name. .* rename tool-use"),  # noqa: E501
    ("nothing", lambda r: split(r, "tool-use"), "say what to split off. Give --off"),
    ("Chinese only", lambda r: split(r, "tool-use", off="工具调用"), "needs an English name. Give it with --en"),  # noqa: E501
    ("no paper", lambda r: split(r, "tool-use", name=Bilingual("x", "")), "no paper mentions tool-use as x"),  # noqa: E501
    ("merged part", lambda r: split(r, "tool-use", name=Bilingual("x", ""), aliases=["gone"]), "was merged into it"),  # noqa: E501
    ("part and name", lambda r: split(r, "tool-use", off="gone", papers=[ONE]), "keeps its names and papers"),  # noqa: E501
    ("its claim", lambda r: split(r, "tool-use", off="tool calling", name=Bilingual("reward", "")), "is claimed by"),  # noqa: E501
    ("its part's", lambda r: split(r, "tool-use", off="tool calling", name=Bilingual("gone", "")), "--off gone takes"),  # noqa: E501
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "operation", "message"), REFUSED, ids=[case for case, *_ in REFUSED]
)
def test_what_cannot_be_done_says_why(
    case: str, operation: Callable[[Registry], object], message: str
) -> None:
    """Whoever is refused is told what is in the way and what to do."""
    known = registry(
        TOOL_USE,
        replace(REWARD, not_same_as=("tool-use",)),
        concept("gone", merged=Merged("tool-use")),
        concept("grpo", kind="model"),
        concept("ppo", kind="model", aliases=(Alias("GRPO", "en", "model", "proposed"),)),
    )
    with pytest.raises(UsageError, match=f"(?s){message}"):
        operation(known)


def test_what_was_merged_forbids_for_the_whole() -> None:
    """A word against a merge holds for all that was merged into either side."""
    forbidden = operations.forbid(KNOWN, "function-calling", "reward")
    merged = operations.merge(forbidden, "tool-use", "function-calling", "Ann")
    with pytest.raises(UsageError, match=r"function-calling\.yml: `not_same_as` forbids"):
        operations.merge(merged, "reward", "tool-use", "Ann")


def test_a_merge_settles_the_proposal() -> None:
    """What was open between the two is not asked again, on whichever side it stood;
    what is open with others stays.
    """
    maybe = (MaybeSame("tool-use", "a model"), MaybeSame("reward", "a model"))
    known = registry(replace(TOOL_USE, maybe_same_as=(MaybeSame("function-calling"),)), REWARD,
                     replace(FUNCTIONS, maybe_same_as=maybe))  # fmt: skip
    made = operations.merge(known, "tool-use", "function-calling", "Ann")
    assert made.concepts["tool-use"].maybe_same_as == ()
    assert made.concepts["function-calling"].maybe_same_as == maybe[1:]


BROADER = [
    ("narrower into broader", {"b": ("a",)}, {"a": ()}),
    ("broader into narrower", {"a": ("b",)}, {"a": ()}),
    ("over a third", {"a": ("c",), "c": ("b",)}, {"a": (), "c": ("b",)}),
    ("beside a third", {"a": ("c", "b")}, {"a": ("c",)}),
]


@pytest.mark.parametrize(("case", "before", "after"), BROADER, ids=[case for case, *_ in BROADER])
def test_a_merge_leaves_no_circle(
    case: str, before: dict[str, tuple[str, ...]], after: dict[str, tuple[str, ...]]
) -> None:
    """One concept made of two is not its own kind:
    what would be above and below at once is above no more.
    """
    known = registry(*(concept(id_, broader=before.get(id_, ())) for id_ in "abc"))
    made = operations.merge(known, "a", "b", "Ann")
    assert {id_: made.concepts[id_].broader for id_ in after} == after


# --- Forbidding ---------------------------------------------------------------------------------


def test_forbidding_is_noted_once_and_settles_what_is_open() -> None:
    """It stands in the first one's file, holds both ways, and a second time changes nothing."""
    known = registry(TOOL_USE, REWARD, replace(FUNCTIONS, maybe_same_as=(MaybeSame("tool-use"),)))
    made = operations.forbid(known, "tool-use", "function-calling")
    assert made.concepts["tool-use"].not_same_as == ("function-calling",)
    assert made.concepts["function-calling"].maybe_same_as == ()
    assert operations.forbid(made, "function-calling", "tool-use") == made


# --- Splitting -----------------------------------------------------------------------------------


def test_splitting_off_what_was_merged_takes_the_merge_back() -> None:
    """By its id or any of its names; its own file alone changes."""
    merged = operations.merge(KNOWN, "tool-use", "function-calling", "Ann")
    assert split(merged, "tool-use", off="function-calling") == KNOWN
    assert split(merged, "tool use", off="API use") == KNOWN


def test_what_was_split_off_again_keeps_its_names() -> None:
    """An alias that the whole got meanwhile goes where it belongs."""
    merged = operations.merge(KNOWN, "tool-use", "function-calling", "Ann")
    also = replace(TOOL_USE, aliases=(*TOOL_USE.aliases, Alias("API use", "en", "person")))
    assert split(merged.with_([also]), "tool-use", off="function-calling") == KNOWN


def test_an_alias_becomes_a_concept_with_the_papers_that_use_it() -> None:
    """Names and papers are given back by name;
    the papers' data stay as they are and mean the new one.
    """
    mentions = [
        mention(ONE, "tool-use", gloss=Bilingual("any tool", "")),
        mention(TWO, "tool-use", "Tool Calling", "工具的调用", Bilingual("calls", "调用")),
        mention(THREE, "reward"),
    ]
    made = split(KNOWN, "tool-use", off="tool calling", mentions=mentions)
    assert made.concepts["tool-calling"] == Concept(
        "tool-calling", Bilingual("tool calling", "工具的调用"), TWO, gloss=Bilingual("calls", "调用"), gloss_from=TWO,  # noqa: E501
        split_from="tool-use", papers=(TWO,),
    )  # fmt: skip
    assert made.concepts["tool-use"].aliases == TOOL_USE.aliases[1:]
    assert [made.meant("tool-use", paper) for paper in (ONE, TWO)] == ["tool-use", "tool-calling"]


def test_papers_are_split_off_by_choice() -> None:
    """A name, papers and aliases can be chosen; a proposed alias that is chosen is approved."""
    known = registry(replace(TOOL_USE, aliases=(Alias("APIs", "en", "model", "proposed"),)))
    mentions = [mention(paper, "tool-use") for paper in (ONE, TWO, THREE)]
    name = Bilingual("API calls", "接口调用")
    made = split(
        known, "tool-use", name=name, papers=[THREE, TWO], aliases=["APIs"], mentions=mentions
    )
    new = made.concepts["api-calls"]
    assert (new.name, new.papers, new.founded) == (name, (TWO, THREE), TWO)
    assert new.aliases == (Alias("APIs", "en", "model"),)


def test_papers_that_do_not_mention_it_are_named() -> None:
    """A paper of another concept, or one that was split off already, is not taken by mistake."""
    mentions = [mention(ONE, "tool-use"), mention(TWO, "tool-use"), mention(THREE, "reward")]
    made = split(KNOWN, "tool-use", name=Bilingual("x", ""), papers=[TWO], mentions=mentions)
    for paper in (TWO, THREE):
        with pytest.raises(
            UsageError, match=f"{paper} does not mention tool-use. These mention it: {ONE}"
        ):
            split(made, "tool-use", name=Bilingual("y", ""), papers=[paper], mentions=mentions)


def test_two_things_of_one_name_are_told_apart_by_papers() -> None:
    """A second meaning of LDA gets a file that says that it is not the first one."""
    known = registry(concept("lda"))
    mentions = [mention(ONE, "lda"), mention(TWO, "lda")]
    with pytest.raises(UsageError, match=r"lda is called LDA itself. .*--papers"):
        split(known, "lda", name=Bilingual("LDA", ""), mentions=mentions)
    made = split(known, "lda", name=Bilingual("LDA", ""), papers=[TWO], mentions=mentions)
    (new,) = made.concepts.keys() - {"lda"}
    assert made.concepts[new].not_same_as == ("lda",)
    assert made.meant("lda", TWO) == new


def test_papers_that_came_with_a_merge_can_be_split_off() -> None:
    """A mention of what was merged counts as one of the whole."""
    merged = operations.merge(KNOWN, "tool-use", "function-calling", "Ann")
    mentions = [mention(ONE, "tool-use"), mention(TWO, "function-calling")]
    made = split(merged, "tool-use", name=Bilingual("x", ""), papers=[TWO], mentions=mentions)
    assert made.meant("function-calling", TWO) == "x"


KINDS: list[tuple[ConceptKind, str]] = [("concept", "reward-"), ("model", "reward-model")]


@pytest.mark.parametrize(("kind", "begins"), KINDS)
def test_an_address_is_never_given_twice(kind: ConceptKind, begins: str) -> None:
    """A new concept whose slug is taken gets its kind or a piece of a hash behind it."""
    assert names.address("retrieval", kind, KNOWN.concepts) == "retrieval"
    assert names.address("Reward", kind, KNOWN.concepts).startswith(begins)


# --- Names and pins
# ---------------------------------------------------------------------------------


def test_a_renamed_concept_is_found_by_its_old_names() -> None:
    """The old names become approved aliases of a person's;
    the new one is no alias any more, the id stays.
    """
    made = operations.rename(KNOWN, "tool-use", "Tool Calling", "工具调用").concepts["tool-use"]
    assert made.name == Bilingual("Tool Calling", "工具调用")
    assert made.aliases == (Alias("tool use", "en", "person"), Alias("工具使用", "zh", "person"))


def test_another_spelling_needs_no_alias() -> None:
    """Where the key of a name does not change, the old spelling leads there anyway."""
    made = operations.rename(KNOWN, "tool-use", en="Tool-Use").concepts["tool-use"]
    assert (made.name.en, made.aliases) == ("Tool-Use", TOOL_USE.aliases)


def test_an_old_name_that_was_rejected_is_approved() -> None:
    """A person who renames a concept says that its old name was one."""
    known = registry(replace(REWARD, aliases=(Alias("rewards", "en", "model", "rejected"),)))
    made = operations.rename(known, "reward", "incentive").concepts["reward"]
    assert made.aliases == (Alias("rewards", "en", "person"),)


def test_a_name_of_two_things_can_be_given_once_they_are_told_apart() -> None:
    """Forbidding first, then renaming, makes a homonym on purpose."""
    told_apart = operations.forbid(KNOWN, "reward", "tool-use")
    assert (
        operations.rename(told_apart, "reward", en="tool use").concepts["reward"].name.en
        == "tool use"
    )


def test_pins_go_on_and_off() -> None:
    """A pin is a page before the second paper, and can be taken off."""
    pinned = operations.pin(KNOWN, "reward")
    assert pinned.concepts["reward"].pinned
    assert operations.pin(pinned, "reward", on=False) == KNOWN


# --- Proposals
# ------------------------------------------------------------------------------------------


PROPOSED = registry(
    replace(TOOL_USE, aliases=tuple(Alias(name, "en", "model", "proposed") for name in ("use of tools", "tool-uses"))),  # noqa: E501
    replace(FUNCTIONS, maybe_same_as=(MaybeSame("tool-use", "a model", "near"),)),
    replace(REWARD, not_same_as=("tool-use",), maybe_same_as=(MaybeSame("tool-use"),)),
)  # fmt: skip


def test_what_is_open_is_listed_once() -> None:
    """Neither a name that leads there already nor a pair that a person
    told apart is asked about.
    """
    assert operations.open_proposals(PROPOSED) == (
        ProposedMerge("function-calling", "tool-use", "a model", "near"),
        ProposedAlias("tool-use", Alias("use of tools", "en", "model", "proposed")),
    )


def test_accepting_and_rejecting_settle_what_is_open() -> None:
    """Every proposal has a change that says yes and one that says no,
    and neither leaves it open.
    """
    for proposal in operations.open_proposals(PROPOSED):
        for answer in (operations.accepted(proposal), operations.rejected(proposal)):
            made = operations.apply(answer, PROPOSED, "Ann")
            assert proposal not in operations.open_proposals(made)
            assert len(operations.open_proposals(made)) == 1


def test_an_accepted_alias_keeps_where_it_came_from() -> None:
    """That a person agreed does not make it a person's name."""
    made = operations.accept(PROPOSED, "tool-use", "Use of tools").concepts["tool-use"]
    assert made.aliases[0] == Alias("use of tools", "en", "model", "approved")
    assert (
        operations.reject(PROPOSED, "tool-use", "use of tools")
        .concepts["tool-use"]
        .aliases[0]
        .status
        == "rejected"
    )


def test_a_new_alias_is_a_persons_name() -> None:
    """In the language that it is written in; it leads to the concept from then on."""
    made = operations.accept(
        operations.accept(KNOWN, "reward", "reward signal"), "reward", "奖励信号"
    )
    ours = (Alias("reward signal", "en", "person"), Alias("奖励信号", "zh", "person"))
    assert made.concepts["reward"].aliases == ours
    assert find_concept(made, "Reward  signals").id == "reward"
    with pytest.raises(UsageError, match="leads to reward already"):
        operations.accept(made, "reward", "reward")


# --- Values
# ------------------------------------------------------------------------------------------------


def test_a_change_is_told_with_ids() -> None:
    """The log holds what was asked for, by ids, without what was left out."""
    merge = operations.resolved(Merge("Tool use", "API use"), KNOWN)
    assert operations.arguments(merge) == {"a": "tool-use", "b": "function-calling"}
    some = Split("reward", name=Bilingual("x", ""), papers=(ONE,))
    assert operations.arguments(some) == {
        "a": "reward",
        "name": {"en": "x", "zh": ""},
        "papers": (ONE,),
    }
    assert operations.arguments(Rename("reward", zh="")) == {"a": "reward", "zh": ""}
    assert operations.arguments(Pin("reward", on=False)) == {"a": "reward", "on": False}


def test_a_registry_that_could_not_be_read_again_is_refused() -> None:
    """Whatever an operation or an undo would leave,
    a file that ``load`` refuses is never written.
    """
    with pytest.raises(
        UsageError, match=r"other\.yml: `nothing` under `broader` is no concept.*nothing was done"
    ):
        sound(KNOWN.with_([concept("other", broader=("nothing",))]))
    with pytest.raises(UsageError, match=r"claimed by `reward\.yml` too"):
        sound(KNOWN.with_([concept("rewards")]))
