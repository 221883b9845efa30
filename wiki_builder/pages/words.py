"""The builder's own words on pages, in both languages.

Where a section belongs to one language, its words do; lines for both readers say it
twice, English first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from wiki_builder.models import Bilingual

WORDS: Final[Mapping[str, Any]] = {
    "colon": Bilingual(": ", "："),
    "dash": Bilingual(" — ", "——"),
    "reason": Bilingual("Why it matters", "为何值得关注"),
    "contributions": Bilingual("Contributions", "核心贡献"),
    "results": Bilingual("Results", "实验结果"),
    "findings": Bilingual("Main findings", "主要发现"),
    "limitations": Bilingual("Limitations", "局限性"),
    "inferred": Bilingual("*Inferred*: ", "*推断*："),
    "not_reported": Bilingual("Not reported.", "未报告。"),
    "method": Bilingual("Method", "方法"),
    "concepts": Bilingual("Concepts", "相关概念"),
    "abstract": Bilingual("Abstract", "摘要"),
    "papers": Bilingual("Papers", "论文"),
    "read": Bilingual("Papers", "入选论文"),
    "gloss_from": Bilingual("As worded in the analysis of", "释义出自对此文的分析："),
    "related": "Related papers · 相关论文",
    "new": "New · 新增",
    "results_about": "Results · 实验结果",
    "development": Bilingual("Development", "发展脉络"),
    "techniques": Bilingual("Core techniques", "核心技术"),
    "questions": Bilingual("Open questions", "开放问题"),
    "differences": Bilingual("Where papers disagree", "论文之间的分歧"),
    "notes_from": Bilingual("Notes from {name}", "来自“{name}”的笔记"),
    "timeline": "Timeline · 时间线",
    "earlier": "earlier · 更早",
    "neighbours": "Neighbours · 相邻概念",
    "around": {
        "broader": "Broader · 上位概念",
        "narrower": "Narrower · 下位概念",
        "related": "Related · 相关概念",
    },
    "aliases": "Names · 名称",
    "bibtex": "BibTeX",
    "history": "History · 沿革",
    "graph": "Graph · 概念图谱",
    "founded": "First named in · 首见于",
    "merged": "merged in · 已并入此处",
    "merged_in": "Merged in · 并入",
    "merged_into": "Merged into · 已并入",
    "by": "by · 决定者",
    "why": "why · 理由",
    "languages": {"en": "English · 英文", "zh": "Chinese · 中文"},
    "origins": {
        "person": "from a person · 人工",
        "paper": "from a paper · 论文",
        "model": "from a model · 模型",
    },
    "own_word": Bilingual(" *(the model's own word)*", "（模型自拟用语）"),
    "concepts_both": "Concepts · 概念",
    "importance": "importance · 重要性",
    "named": "Models, datasets, organisations · 模型、数据集与机构",
    "notes": "Notes · 笔记",
    "evidence": "Evidence · 原文依据",
    "failed": "Failed · 失败",
    "rest": "Not read · 未读",
    "rest_list": "Titles · 题目",
    "columns": {"paper": "Paper", "dataset": "Dataset", "metric": "Metric", "value": "Value", "baseline": "Baseline"},
    "log": {
        "day": "Run · 日期",
        "announced": "Announced · 公布",
        "taken": "Taken · 入选",
        "known": "Known · 已知",
        "skipped": "Skipped · 跳过",
        "failed": "Failed · 失败",
    },
    "roles": {
        "introduces": Bilingual("introduces", "提出"),
        "extends": Bilingual("extends", "扩展"),
        "uses": Bilingual("uses", "使用"),
        "evaluates": Bilingual("evaluates", "评估"),
    },
    "kinds": {
        "method": "method · 方法",
        "benchmark": "benchmark · 基准",
        "survey": "survey · 综述",
        "position": "position · 观点",
        "theory": "theory · 理论",
        "system": "system · 系统",
    },
    "links": {"code": "code · 代码", "data": "data · 数据", "project": "project · 项目"},
    "entities": {
        "concept": "Concept · 概念",
        "model": "Model · 模型",
        "dataset": "Dataset · 数据集",
        "organisation": "Organisation · 机构",
    },
    "states": {
        "verified": "verified · 已核实",
        "quoted": "quoted, not every number covered · 有引文，数字未全部核实",
        "unverified": "unverified · 未核实",
        "failed": "failed · 核实未通过",
    },
    "edited": "reworded by a person · 措辞经人修改",
    "edited_only": Bilingual(
        "reworded by a person in English; the Chinese is as it was · 英文措辞经人修改，中文未改",
        "reworded by a person in Chinese; the English is as it was · 中文措辞经人修改，英文未改",
    ),
    "parts": {
        "contributions": "Contribution · 贡献",
        "steps": "Method · 方法",
        "results": "Result · 结果",
        "limitations": "Limitation · 局限",
    },
    "texts": {
        "html": Bilingual("the full text (HTML)", "全文（HTML）"),
        "pdf": Bilingual("the full text (PDF)", "全文（PDF）"),
        "abstract": Bilingual("the abstract", "摘要"),
    },
}
