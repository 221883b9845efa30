"""Errors that add what the paper does not say: a limitation, a task, hardware, a venue."""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchmarks.grounding.plants.world import World, appended
from benchmarks.grounding.statement import Statement


def _added(
    statement: Statement, world: World, clauses: Sequence[tuple[str, str]], unless: str
) -> Statement | None:
    """A clause of ``clauses`` put behind a statement whose paper says nothing like ``unless``."""
    if re.search(unless, world.text, re.IGNORECASE):
        return None
    return appended(statement, *world.rng.choice(clauses))


def limitation_added(statement: Statement, world: World) -> Statement | None:
    """A limitation that the paper does not name."""
    clauses = (
        (", although it needs manual annotation by experts", "，不过需要专家人工标注"),
        (", but only after tuning by hand for each task", "，但须针对每个任务手工调参"),
        (", at the price of noticeably longer training", "，代价是训练时间明显变长"),
        (", although results vary strongly between random seeds", "，但不同随机种子的结果差异很大"),
    )
    return _added(statement, world, clauses, r"by hand|random seed|longer training|expert annot")


def task_added(statement: Statement, world: World) -> Statement | None:
    """A task that the paper has nothing to do with."""
    clauses = (
        (", also for speech recognition", "，对语音识别同样如此"),
        (", as is shown for protein folding", "，在蛋白质折叠上也得到验证"),
        (", in autonomous driving as well", "，在自动驾驶中亦然"),
        (", also for weather forecasting", "，对天气预报同样如此"),
    )
    unless = r"speech|protein|driving|vehicle|weather|meteorolog"
    return _added(statement, world, clauses, unless)


def hardware_added(statement: Statement, world: World) -> Statement | None:
    """Hardware or training time that the paper does not give."""
    clauses = (
        (", trained on eight A100 GPUs", "，在八张 A100 GPU 上训练"),
        (", after three weeks of training on a TPU pod", "，在 TPU 集群上训练三周后得到"),
        (", on a single laptop without a GPU", "，在一台没有 GPU 的笔记本电脑上即可完成"),
        (", with about 2,000 GPU hours of compute", "，耗费约 2,000 GPU 小时的算力"),
    )
    return _added(statement, world, clauses, r"GPU|TPU|laptop|A100|H100|hardware")


def venue_added(statement: Statement, world: World) -> Statement | None:
    """A venue or an award that the paper does not mention."""
    clauses = (
        (", for which the paper was accepted at NeurIPS 2025", "，论文因此被 NeurIPS 2025 录用"),
        (", a result that won a best paper award", "，该成果获得最佳论文奖"),
        (", as presented at ICML 2025", "，已在 ICML 2025 上报告"),
    )
    unless = r"NeurIPS|ICML|award|workshop|accepted at|challenge"
    return _added(statement, world, clauses, unless)


def significance_added(statement: Statement, world: World) -> Statement | None:
    """A test of significance that the paper does not report."""
    clauses = (
        (" (p < 0.01)", "（p < 0.01）"),
        (", a statistically significant difference", "，差异具有统计显著性"),
        (" with 95% confidence", "，置信度为 95%"),
        (", as a paired t-test confirms", "，配对 t 检验证实了这一点"),
    )
    if statement.part != "results":
        return None
    unless = r"\bp ?[<=]|signific|confiden|t-test|wilcoxon|95\\?%"
    return _added(statement, world, clauses, unless)


def human_study_added(statement: Statement, world: World) -> Statement | None:
    """A study with people that the paper does not report."""
    clauses = (
        (", as a study with 40 participants confirms", "，一项有 40 名参与者的研究证实了这一点"),
        (", which human raters preferred", "，人工评审者更青睐这一结果"),
        (", as three expert annotators agreed", "，三位专家标注者对此意见一致"),
    )
    unless = r"human|participant|annotat|expert|rater|user stud"
    return _added(statement, world, clauses, unless)


def release_added(statement: Statement, world: World) -> Statement | None:
    """Code or weights that the paper does not say are there."""
    clauses = (
        ("; the code is open source", "；代码已开源"),
        (", with all model weights released", "，并公开了全部模型权重"),
        ("; a demo is available online", "；在线演示已上线"),
    )
    unless = r"github|open[- ]sourc|releas|available|code|weights|demo\b"
    return _added(statement, world, clauses, unless)


def reason_added(statement: Statement, world: World) -> Statement | None:
    """A cause that the paper does not give."""
    clauses = (
        (", thanks to a larger training set", "，这得益于更大的训练集"),
        (", owing to a longer context window", "，原因在于更长的上下文窗口"),
        (", because of better tokenization", "，这归因于更好的分词"),
        (", thanks to a stronger base model", "，这得益于更强的基座模型"),
    )
    if statement.part not in ("results", "contributions"):
        return None
    unless = r"larger training|context window|tokeni[sz]|stronger base"
    return _added(statement, world, clauses, unless)


KINDS = (
    limitation_added,
    task_added,
    hardware_added,
    venue_added,
    significance_added,
    human_study_added,
    release_added,
    reason_added,
)
