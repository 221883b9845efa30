"""What the demo's owner does between the days:
notes, and decisions about concepts, each as its command does it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from wiki_builder.concepts.operations import Accept, Change, Forbid, Merge, Pin, Split
from wiki_builder.concepts.registry import read_registry
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.disk import write_file
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.curation import concepts as concept_changes
from wiki_builder.curation import terms as term_changes
from wiki_builder.curation.terms import Wording
from wiki_builder.curation.under_way import at_work
from wiki_builder.library import comparisons as kept_comparisons
from wiki_builder.library.index import load_index
from wiki_builder.pages.publisher import publisher

OWNER = "the wiki's owner"


@dataclass(frozen=True, slots=True)
class DemoStep:
    """One thing that the owner does, and what to say of it."""

    said: str
    do: Callable[[Wiki, Settings, date], object]


def decides(change: Change, reason: str = "") -> Callable[[Wiki, Settings, date], object]:
    """An operation on the registry: ``wiki-builder concepts …``."""
    return lambda wiki, settings, today: concept_changes.operate(
        wiki, settings, change, by=OWNER, today=today, reason=reason
    )


def write_notes(page: str, text: str) -> Callable[[Wiki, Settings, date], object]:
    """Notes at the place that a page keeps for them, as in any editor."""

    def write(wiki: Wiki, settings: Settings, today: date) -> None:
        path = wiki.docs / page
        heading = "## Notes · 笔记\n"
        before, found, after = path.read_text("utf-8").partition(heading)
        assert found, f"{page} has no place for notes"
        write_file(path, f"{before}{heading}\n{text.strip()}\n{after}".encode())

    return write


def compares(*papers: str) -> Callable[[Wiki, Settings, date], object]:
    """A comparison: ``wiki-builder compare A B C``."""

    def keep(wiki: Wiki, settings: Settings, today: date) -> None:
        library = publisher(wiki, settings, load_index(wiki)).library
        with at_work(wiki):
            kept_comparisons.keep(
                wiki,
                kept_comparisons.asked_for(papers, library.cards, library.registry),
                library.registry,
            )

    return keep


def set_term(name: str, wanted: Wording) -> Callable[[Wiki, Settings, date], object]:
    """A term's wording: ``wiki-builder terms set``."""
    return lambda wiki, settings, today: term_changes.set_wording(
        wiki, name, wanted, by=OWNER, today=today
    )


def apply_terms(name: str) -> Callable[[Wiki, Settings, date], object]:
    """The texts brought along: ``wiki-builder terms apply``."""

    def apply(wiki: Wiki, settings: Settings, today: date) -> None:
        with at_work(wiki):
            term_changes.write(wiki, term_changes.plan(wiki, read_registry(wiki), (name,)))

    return apply


COMMUNICATION_NOTE = """
What the agents say to each other seems to matter more than how they are wired: compare
[[communication topology]] in [[2605.16757|NeuroMAS]]. 通信内容与通信拓扑值得分开看，见 [[多智能体系统]]。
"""  # noqa: E501
STRATA_NOTE = """
Reads like an answer to [[credit assignment]] at the level of strategies, where [[2605.06078|BEACON]] uses
milestones. To check: does the diversity of rollouts help [[exploration]], or only the strategy at the start?

与 [[信用分配]] 的其他做法相比，它把一次选定的策略作为整条轨迹的条件。
"""  # noqa: E501
HINDSIGHT = Bilingual("hindsight replay", "后见之明回放")

STEPS: Mapping[str, tuple[DemoStep, ...]] = {
    "2026-05-08": (
        DemoStep("wrote notes on StraTA", write_notes("papers/2605/2605.06642.md", STRATA_NOTE)),
    ),
    "2026-05-19": (
        DemoStep(
            "pinned multi-agent communication",
            decides(Pin("multi-agent communication"), "one paper so far, and we follow it"),
        ),
    ),
    "2026-05-20": (
        DemoStep(
            "wrote notes on multi-agent communication",
            write_notes("concepts/multi-agent-communication.md", COMMUNICATION_NOTE),
        ),
    ),
    "2026-06-09": (
        DemoStep(
            "merged multi-agent communication into agent communication",
            decides(
                Merge("agent communication", "multi-agent communication"),
                "both papers mean what LLM agents tell each other",
            ),
        ),
    ),
    "2026-06-11": (
        DemoStep(
            "split hindsight replay off hindsight",
            decides(
                Split("hindsight", name=HINDSIGHT, papers=("arxiv:2605.28069",)),
                "replaying responses is not explaining them afterwards",
            ),
        ),
        DemoStep(
            "pinned hindsight replay",
            decides(Pin("hindsight replay"), "to see whether others take it up"),
        ),
        DemoStep(
            "merged SciWorld into ScienceWorld",
            decides(Merge("ScienceWorld", "SciWorld"), "one environment, written in two ways"),
        ),
    ),
    "2026-06-16": (
        DemoStep(
            "forbade to merge process reward and process supervision",
            decides(
                Forbid("process reward", "process supervision"),
                "supervision may come without a reward",
            ),
        ),
        DemoStep(
            "chose how Chinese text names group relative policy optimization",
            set_term(
                "group relative policy optimization",
                Wording(policy="both", wrong=("群体相对策略优化",)),
            ),
        ),
        DemoStep(
            "made GRPO a name of group relative policy optimization",
            decides(Accept("group relative policy optimization", "GRPO")),
        ),
        DemoStep(
            "compared three papers on ALFWorld", compares("2605.06642", "2605.19447", "2605.06078")
        ),
    ),
    "2026-06-19": (
        DemoStep(
            "rejected 大语言模型评判 as a name of LLM-as-a-judge",
            set_term("LLM-as-a-judge", Wording(wrong=("大语言模型评判",))),
        ),
        DemoStep("put it right where it stands", apply_terms("LLM-as-a-judge")),
        DemoStep(
            "kept the English of training harness in Chinese text",
            set_term(
                "training harness",
                Wording(policy="en", wrong=("训练侧运行框架", "训练侧的运行框架")),
            ),
        ),
        DemoStep("brought its texts along", apply_terms("training harness")),
    ),
}
