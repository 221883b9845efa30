"""A reply that keeps the schema and stands the checks,
and the paper and request that it belongs to.
"""

from __future__ import annotations

import copy
import json
from typing import Any

from wiki_builder.analysis.request import Request, paper_request
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.fulltext import Excerpt, FullText, Passage

QUOTE = "We train one agent on three tasks; it succeeds in 81.2% of the episodes, GRPO in 68.7%."
TEXT = FullText("html", (Passage("S1.p1", QUOTE, "Introduction"),))


def _both(en: str, zh: str) -> dict[str, str]:
    return {"en": en, "zh": zh}


def _quoted(**fields: Any) -> dict[str, Any]:
    return {"quote": QUOTE, "passage": "S1.p1", **fields}


_REPLY: dict[str, Any] = {
    "kind": "method",
    "headline": _both(
        "StepCredit trains agents with a reward for each step", "StepCredit 以逐步奖励训练智能体"
    ),
    "summary": _both(
        "StepCredit succeeds in 81.2% of the episodes.", "StepCredit 在 81.2% 的回合中成功。"
    ),
    "abstract_zh": "我们在三个任务上训练一个智能体；它在 81.2% 的回合中成功，而 GRPO 为 68.7%。",
    "importance": 6,
    "reason": _both("It helps those who train agents.", "它对训练智能体的人有帮助。"),
    "contributions": [
        _quoted(
            label=_both("Step rewards", "逐步奖励"),
            text=_both("Each step has a reward.", "每一步都有奖励。"),
        ),
        _quoted(
            label=_both("GRPO", "GRPO"),
            text=_both("It is compared with GRPO.", "与 GRPO 作了比较。"),
        ),
        _quoted(
            label=_both("Three tasks", "三个任务"),
            text=_both("It covers three tasks.", "涵盖三个任务。"),
        ),
    ],
    "method": {
        "overview": _both("The method has two stages.", "该方法分为两个阶段。"),
        "steps": [
            _quoted(
                text=_both("Collect traces.", "收集轨迹。"), substeps=[_both("Run it.", "运行它。")]
            )
        ],
    },
    "results": [
        _quoted(
            text=_both("It succeeds in 81.2% of the episodes.", "它在 81.2% 的回合中成功。"),
            row={
                "dataset": None,
                "metric": "success",
                "value": "81.2",
                "unit": "%",
                "baseline": "GRPO 68.7",
            },
        )
    ],
    "limitations": [
        _quoted(text=_both("It needs a simulator.", "它需要模拟器。"), origin="inferred")
    ],
    "concepts": [
        {
            "name": _both("credit assignment", "信用分配"),
            "role": "uses",
            "why": _both("It assigns credit to steps.", "它把信用分配到各步。"),
            "gloss": _both("Deciding which action earned a reward.", "判断哪个动作带来了奖励。"),
        }
    ],
    "entities": [{"name": "GRPO", "kind": "model"}],
    "links": [],
}


def reply(**places: Any) -> dict[str, Any]:
    """The reply as a dictionary; ``results__0__text__en="…"`` puts another value at a place."""
    changed = copy.deepcopy(_REPLY)
    for place, value in places.items():
        *path, last = place.split("__")
        holder: Any = changed
        for step in path:
            holder = holder[int(step)] if step.isdigit() else holder[step]
        holder[int(last) if last.isdigit() else last] = value
    return changed


def raw(**places: Any) -> str:
    """The reply as a model would write it."""
    return json.dumps(reply(**places), ensure_ascii=False)


def request(number: int = 1) -> Request:
    """A request; each number is another paper."""
    version = Version(1, f"StepCredit {number}", ("A. Author",), QUOTE, ("cs.LG",))
    return paper_request(f"arxiv:2605.{number:05}", version, TEXT, Excerpt(TEXT.passages))
