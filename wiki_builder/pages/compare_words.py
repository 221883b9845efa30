"""The words of a comparison's page, in both languages; Markdown already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from markupsafe import Markup

from wiki_builder.models import Bilingual


def _words(en: str, zh: str) -> Bilingual:
    return Bilingual(Markup(en), Markup(zh))


COMPARE_WORDS: Final[Mapping[str, Any]] = {
    "index": "Comparisons · 对比",
    "empty": "None yet: wiki-builder compare A B · 还没有对比",
    "side_by_side": Markup("Side by side · 对比"),
    "title": Markup("Title · 题目"),
    "date": Markup("Date · 日期"),
    "kind": Markup("Kind · 类型"),
    "importance": Markup("Importance · 重要性"),
    "text": Markup("Text read · 所读文本"),
    "claims": Markup("Claims · 论断"),
    "papers": Markup("Papers · 论文"),
    "roles": Markup("Roles · 作用"),
    "first": Markup("First paper · 最早"),
    "last": Markup("Last paper · 最新"),
    "broader": Markup("Broader · 上位"),
    "narrower": Markup("Narrower · 下位"),
    "concepts": Markup("Concepts · 概念"),
    "in_common": Markup("In common · 共有"),
    "only": Markup("only · 仅此"),
    "not_here": "is not in this wiki any more · 已不在本维基中",
    "not_read": "has not been read yet · 尚未解读",
    "merged": "was merged into · 已并入",
    "differ": "settings may differ · 设置可能不同",
    "summary": _words("Summaries", "摘要对比"),
    "definition": _words("Definitions", "定义对比"),
    "parts": {
        "contributions": _words("Contributions", "核心贡献"),
        "steps": _words("Method", "方法"),
        "findings": _words("Results in words", "文字结果"),
        "limitations": _words("Limitations", "局限性"),
        "techniques": _words("Techniques", "核心技术"),
        "questions": _words("Open questions", "开放问题"),
    },
    "none": _words("No verified claim.", "没有已核实的论断。"),
    "shared": _words("With a counterpart", "可并列的指标"),
    "alone": _words("Without a counterpart", "无对应的指标"),
    "as_stated": _words(
        "Verified values, as each paper states them. Rows share the names of data set and metric; "
        "papers seldom measure in the same way, so open the evidence before you compare.",
        "经核实的数值，均按论文原文。同一行只表示数据集与指标名称相同；各论文的测量方式往往不同，比较前请查看原文依据。",
    ),
    "dataset": _words("Dataset", "数据集"),
    "metric": _words("Metric", "指标"),
    "baseline": _words("baseline ", "基线 "),
}
