"""Errors of names: a dataset, model, method or organisation that is another one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from benchmarks.grounding.plants.world import (
    NAME,
    World,
    everywhere,
    exchange_words,
    plain,
    stands,
)
from benchmarks.grounding.statement import Statement

_DATASET = re.compile(
    r"bench|eval|gym|shop|arena|corpus|imagenet|mmlu|gsm\d|^aime|gaia|^math|qa$|world$|dataset|-\d+k$",
    re.IGNORECASE,
)
_MODEL = re.compile(
    r"^(?:gpt|qwen|llama|gemini|claude|deepseek|mistral|bert|roberta|scibert|sonnet|kimi|yolo|dino"
    r"|flux|grok|gemma)|-?\d+(?:\.\d+)?b\b",
    re.IGNORECASE,
)
# Written like names, and none that is taken for a dataset, a model or a method.
_COMMON = re.compile(
    r"APIs|AUC|AUROC|AUPRC|CPU|DSC|ECE|FER|FID|FPS|GPUs?|GUI|HTML|JSON|M?LLMs?|MSE|NLP|PDF|PSNR|SFT"
    r"|SQL|SSIM|TTFT|USDC?|VLMs?|RMSE|XML|III|PhD|RLVR|LaTeX|mIoU|CoT|GNN|BF16|V?S?RAM|SOTA|DRL|NPV"
    r"|mAP|CAD|ASR|WER|MAS|MAE|RMB|RAG|FLOPs|ROC-AUC|NRMSE|AP50|(?:TS-|r)FID|AP3D|INT8"
)
_TOKEN = r"[A-Z$][\w$^τ+.-]*"

# Names that papers of the field have, to be said where they are not.
FOREIGN: dict[str, tuple[str, ...]] = {
    "dataset": (
        *(
            "HumanEval",
            "TriviaQA",
            "HotpotQA",
            "StrategyQA",
            "WebArena",
            "ALFWorld",
            "SciQ",
            "BoolQ",
        ),
        *("HellaSwag", "PubMedQA", "CommonsenseQA", "LiveCodeBench", "AgentBench", "ToolBench"),
        *("NarrativeQA", "ScienceWorld", "OSWorld", "Mind2Web", "DocVQA", "ChartQA", "MedQA"),
    ),
    "dataset digit": (
        *(
            "GSM8K",
            "MATH500",
            "AIME 2024",
            "CIFAR-10",
            "MS MARCO v2",
            "SQuAD 2.0",
            "C4",
            "ImageNet-21k",
        ),
        *("WMT14", "BFCL-V2", "Spider 2.0", "VQAv2", "CIFAR-100", "20 Newsgroups", "MMLU-Pro-2"),
    ),
    "model": (
        *("Gemini", "Claude", "DeepSeek", "Mistral", "RoBERTa", "Grok", "Kimi", "Gemma", "Mixtral"),
        *("BERT-Base", "Falcon", "Vicuna", "Command R", "OLMo", "Baichuan"),
    ),
    "model digit": (
        *("GPT-4o", "Llama-3-70B", "Qwen2-7B", "Mistral-7B", "Phi-3", "Gemma-2-9B", "GPT-3.5"),
        *("DeepSeek-V2", "Yi-34B", "InternLM2-20B", "GLM-4", "Claude 3.5", "Llama-2-13B", "T5-11B"),
    ),
    "method": (
        *("Reflexion", "Tree-of-Thoughts", "Voyager", "AutoGen", "MetaGPT", "DSPy", "Toolformer"),
        *("RLAIF", "ReMax", "RLOO", "SimPO", "LATS", "MemGPT", "HyDE", "Self-RAG", "STaR", "ORPO"),
    ),
}
DIGIT = re.compile(r"\d")


@lru_cache(maxsize=4096)
def names_in(text: str) -> tuple[str, ...]:
    """The names that stand in a text: words with two capitals, or with a capital and a digit, and
    models that everybody knows.
    """
    found = (match[0].rstrip(".") for match in NAME.finditer(plain(text)))
    return tuple(dict.fromkeys(name for name in found if _is_name(name)))


def _is_name(name: str) -> bool:
    if len(name) < 3 or _COMMON.fullmatch(name) or re.match(r"[A-Z]?\d", name):
        return False
    parts = re.split(r"[-.]", name)
    inner = re.search(r"[a-zA-Z][A-Z]|[A-Z]\w*\d", name) is not None
    return (inner and not all(part[:1].isupper() and part[1:].islower() for part in parts)) or bool(
        _MODEL.search(name)
    )


@lru_cache(maxsize=65536)
def kind_of(name: str, text: str) -> str:
    """What a name is of, by its form and by what stands before it: dataset, model or method."""
    if _MODEL.search(name):
        return "model"
    listed = (re.findall(r"[^\s,]+", found[0]) for found in _ON.finditer(text))
    on = any(name in {word.rstrip(".;:") for word in words} for words in listed)
    return "dataset" if on or _DATASET.search(name) else "method"


_ON = re.compile(
    rf"\b[Oo]n (?:the )?(?:(?:{_TOKEN}, )+{_TOKEN} and {_TOKEN}|{_TOKEN}(?: and {_TOKEN})?)"
)


def named(statement: Statement, world: World, kind: str = "") -> list[str]:
    """The statement's names of a kind, or of any, that both languages have and the evidence too."""
    text, evidence = statement.text, world.evidence(statement)
    return [
        name
        for name in names_in(text.en)
        if stands(name, text.zh)
        and stands(name, evidence)
        and (not kind or kind_of(name, text.en) == kind)
        and not re.search(rf"{re.escape(name)} (?:[A-Z]?\d|[A-Z][\w.-]* \d|Opus|V\d)", text.en)
    ]


def _exchange(
    statement: Statement, world: World, olds: Sequence[str], news: Sequence[str]
) -> Statement | None:
    if not olds or not news:
        return None
    return exchange_words(statement, {world.rng.choice(olds): world.rng.choice(news)})


def _foreign(statement: Statement, world: World, kind: str, *, digit: bool) -> Statement | None:
    """A name of the same kind that the paper does not have."""
    news = [name for name in FOREIGN[f"{kind} digit" if digit else kind] if not world.says(name)]
    return _exchange(statement, world, named(statement, world, kind), news)


def dataset_of_another_paper(statement: Statement, world: World) -> Statement | None:
    """A dataset without a digit in its name that the paper does not name."""
    return _foreign(statement, world, "dataset", digit=False)


def dataset_of_another_paper_digit(statement: Statement, world: World) -> Statement | None:
    """A dataset with a digit in its name that the paper does not name."""
    return _foreign(statement, world, "dataset", digit=True)


def model_of_another_paper(statement: Statement, world: World) -> Statement | None:
    """A model without a digit in its name that the paper does not name."""
    return _foreign(statement, world, "model", digit=False)


def model_of_another_paper_digit(statement: Statement, world: World) -> Statement | None:
    """A model with a digit in its name that the paper does not name."""
    return _foreign(statement, world, "model", digit=True)


def method_of_another_paper(statement: Statement, world: World) -> Statement | None:
    """A method's name is that of another paper's method."""
    return _foreign(statement, world, "method", digit=False)


def _of_same_paper(statement: Statement, world: World, kind: str) -> Statement | None:
    """Another name of the same kind that the paper has elsewhere, not in the evidence."""
    quote = plain(statement.quote)
    news = [
        name
        for name in names_in(world.text)
        if kind_of(name, world.text) == kind
        and not stands(name, statement.text.en)
        and name.casefold() not in quote.casefold()
    ]
    olds = named(statement, world, kind)
    return _exchange(statement, world, olds, news) if statement.quote else None


def dataset_of_same_paper(statement: Statement, world: World) -> Statement | None:
    """A dataset of the same paper that the quote does not speak of."""
    return _of_same_paper(statement, world, "dataset")


def model_of_same_paper(statement: Statement, world: World) -> Statement | None:
    """A model or method of the same paper that the quote does not speak of."""
    return _of_same_paper(statement, world, "model") or _of_same_paper(statement, world, "method")


_BEATS = (
    r"outperform\w*|surpass\w*|beat\w*|exceed\w*|better than|higher than|above|against|over"
    r"|compared with|than|improves on|trails"
)


def names_exchanged(statement: Statement, world: World) -> Statement | None:
    """Two names have changed places where it matters: A beats B has become B beats A."""
    text = statement.text.en
    rivals = [
        name
        for name in named(statement, world)
        if kind_of(name, text) != "dataset" and not re.search(rf"\b[Oo]n {re.escape(name)}", text)
    ]
    pairs = [
        (a, b)
        for a in rivals
        for b in rivals
        if re.search(rf"{re.escape(a)}\b[^.;]*\b(?:{_BEATS})\b[^.;]*\b{re.escape(b)}\b", text)
        and text.count(a) == text.count(b) == 1
    ]
    if not pairs:
        return None
    a, b = world.rng.choice(pairs)
    return exchange_words(statement, {a: b, b: a})


def values_of_two_names(statement: Statement, world: World) -> Statement | None:
    """Two datasets or models of a claim have changed places, so that each has the other's value."""
    text = plain(statement.text.en)
    value = r"(?<![\w.])[+-]?\d[\d.]*"
    owns = [
        name
        for name in named(statement, world)
        if text.count(name) == 1
        and re.search(
            rf"{value}%?[^;,\d]{{0,30}}?\b{re.escape(name)}\b|\b{re.escape(name)}\b[^;,\d]{{0,12}}?{value}",
            text,
        )
    ]
    pairs = [
        (a, b)
        for i, a in enumerate(owns)
        for b in owns[i + 1 :]
        if kind_of(a, text) == kind_of(b, text)
    ]
    if not pairs or len(re.findall(value, text)) < 2:
        return None
    a, b = world.rng.choice(pairs)
    return exchange_words(statement, {a: b, b: a})


def size_of_model_changed(statement: Statement, world: World) -> Statement | None:
    """A model's size is another one: an 8B model is a 14B model."""
    size = re.compile(r"\b(\d+(?:\.\d+)?)B\b")
    text, near = statement.text, world.near(statement)
    found = [
        name
        for name in (*names_in(text.en), *(f"{m}B" for m in size.findall(text.en)))
        if size.search(name) and stands(name, text.zh) and stands(name, world.evidence(statement))
    ]
    if not found:
        return None
    old = world.rng.choice(found)
    news = [
        size.sub(f"{n}B", old) for n in ("0.6", "1.7", "3", "4", "7", "8", "14", "32", "70", "72")
    ]
    return _exchange(
        statement, world, [old], [new for new in news if new != old and new not in near]
    )


_VERSIONS = {
    "GPT-5": ("GPT-4o", "GPT-4"), "GPT-5.2": ("GPT-5", "GPT-4.1"), "GPT-5.4": ("GPT-5", "GPT-4o"),
    "GPT-5.5": ("GPT-5", "GPT-4.1"), "Qwen3": ("Qwen2.5", "Qwen2"), "Qwen2.5": ("Qwen2", "Qwen3"),
    "Llama3.1": ("Llama3.2", "Llama2"), "Gemini-2.5": ("Gemini-1.5", "Gemini-3"),
    "Gemini-3.1": ("Gemini-2.5", "Gemini-1.5"), "DeepSeek-V3.2": ("DeepSeek-V3", "DeepSeek-V2"),
    "AIME 2025": ("AIME 2024", "AIME 2023"), "Llama-4": ("Llama-3", "Llama-2"), "YOLOv5": ("YOLOv8",),
    "Qwen3.5": ("Qwen3", "Qwen2.5"), "Claude Opus 4.8": ("Claude Opus 4.1", "Claude Opus 4"),
    "GSM8K": ("GSM1K",), "ImageNet-1k": ("ImageNet-21k",), "BFCLv3": ("BFCLv2", "BFCLv4"),
    "CASTLE 2026": ("CASTLE 2025",), "V-JEPA 2": ("V-JEPA",), "Nemotron 3": ("Nemotron 2",),
    "τ^2": ("τ",), "BrowseComp-ZH": ("BrowseComp",), "A100": ("H100", "V100"), "H100": ("A100",),
    "H20": ("H100", "A100"), "RTX 4090": ("RTX 3090",), "RTX 5070Ti": ("RTX 4070Ti",),
    "GitLab 16.11": ("GitLab 17.3",), "SPARK 2026": ("SPARK 2025",), "5G": ("4G", "6G"),
}  # fmt: skip


def version_changed(statement: Statement, world: World) -> Statement | None:
    """A model, dataset or device of another version: GPT-4 for GPT-5."""
    text, evidence = statement.text, world.evidence(statement)
    fits = [
        (old, new)
        for old, news in _VERSIONS.items()
        for new in news
        if re.search(rf"(?<![\w-]){re.escape(old)}(?![\d.]\d|\d)", text.en)
        and old in text.zh
        and old in evidence
        and not re.search(rf"(?<![\w-]){re.escape(new)}(?![\d.]|\w)", world.near(statement))
    ]
    if not fits:
        return None
    old, new = world.rng.choice(fits)
    pattern = re.compile(rf"(?<![\w-]){re.escape(old)}(?![\d.]\d|\d)")
    return everywhere(statement, lambda words: pattern.sub(new, words))


def item_added(statement: Statement, world: World) -> Statement | None:
    """A list of datasets or models has one more, which the paper does not name."""
    text = statement.text
    olds = [name for name in named(statement, world) if _listed(name, text.en, text.zh)]
    if not olds:
        return None
    old = world.rng.choice(olds)
    news = [name for name in FOREIGN[kind_of(old, text.en)] if not world.says(name)]
    new = world.rng.choice(news)
    return statement.worded(
        text.en.replace(f" and {old}", f", {old} and {new}", 1),
        re.sub(rf"\s?(?:和|与|及)\s?{re.escape(old)}", f"、{old} 和 {new}", text.zh, count=1),
    )


def _listed(name: str, en: str, zh: str) -> bool:
    """Whether a name ends a list in both languages."""
    ends = rf" and {re.escape(name)}(?![\w-]| and)"
    return bool(re.search(ends, en)) and bool(
        re.search(rf"(?:和|与)\s?{re.escape(name)}(?![\w-])", zh)
    )


KINDS = (
    dataset_of_another_paper,
    dataset_of_another_paper_digit,
    dataset_of_same_paper,
    model_of_another_paper,
    model_of_another_paper_digit,
    model_of_same_paper,
    method_of_another_paper,
    names_exchanged,
    values_of_two_names,
    size_of_model_changed,
    version_changed,
    item_added,
)
