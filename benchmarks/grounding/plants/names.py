"""Errors of names: a dataset, model, method or organisation that is another one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from benchmarks.grounding.plants.world import (
    NAME,
    Pair,
    World,
    appended,
    everywhere,
    exchange_words,
    exchanged,
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


def acronym_expanded_wrongly(statement: Statement, world: World) -> Statement | None:
    """A common acronym is spelt out as something else."""
    pairs: list[Pair] = [
        (
            rf"\b{acronym}\b(?!-)(?! \()",
            f"{acronym} ({en})",
            rf"(?<![A-Za-z-]){acronym}(?![A-Za-z-]) ?",
            f"{acronym}（{zh}）",
        )
        for acronym, en, zh in _EXPANDED
    ]
    return exchanged(statement, world, pairs)


_EXPANDED = (
    ("GRPO", "Generalized Reward Policy Optimization", "广义奖励策略优化"),
    ("RL", "representation learning", "表示学习"),
    ("LLM", "lightweight language model", "轻量语言模型"),
    ("SFT", "sparse fine-tuning", "稀疏微调"),
    ("RLVR", "reinforcement learning with value regularization", "带价值正则化的强化学习"),
    ("VLM", "video language model", "视频语言模型"),
    ("MAS", "multi-agent simulation", "多智能体仿真"),
    ("MoE", "mean of estimators", "估计器均值"),
    ("RAG", "ranked answer generation", "排序答案生成"),
    ("AUROC", "area under the recall curve", "召回曲线下面积"),
    ("MAE", "maximum absolute error", "最大绝对误差"),
    ("FID", "feature identity distance", "特征同一性距离"),
    ("CoT", "chain of tools", "工具链"),
    ("QA", "quality assurance", "质量保证"),
    ("DSC", "dice similarity cost", "Dice 相似代价"),
    ("AUC", "average utility of classification", "分类平均效用"),
    ("ASR", "automatic sentence ranking", "自动句子排序"),
    ("WER", "weighted edit rate", "加权编辑率"),
)


def organisation_added(statement: Statement, world: World) -> Statement | None:
    """The work is said to be done with an organisation that the paper does not name."""
    en, zh = world.rng.choice(_ORGANISATIONS)
    if world.says(en):
        return None
    said_en, said_zh = world.rng.choice(_WITH)
    return appended(statement, said_en.format(en), said_zh.format(zh))


_ORGANISATIONS = (
    ("Google", "谷歌"), ("Microsoft", "微软"), ("Stanford University", "斯坦福大学"), ("Meta", "Meta"),
    ("Tsinghua University", "清华大学"), ("NVIDIA", "英伟达"), ("Alibaba", "阿里巴巴"), ("MIT", "麻省理工学院"),
)  # fmt: skip
_WITH = (
    (", in cooperation with {}", "，与{}合作完成"),
    (", in work done at {}", "，该工作在{}完成"),
    (", as researchers of {} report", "，{}的研究人员如是报告"),
)

_METRICS: list[Pair] = [
    (r"\baccuracy\b", "recall", "准确率", "召回率"),
    (r"\baccuracy\b", "F1", "准确率", "F1"),
    (r"\bprecision\b", "recall", "精确率", "召回率"),
    (r"\brecall\b", "precision", "召回率", "精确率"),
    (r"\bsuccess rate\b", "pass@5", "成功率", "pass@5"),
    (r"\bF1\b", "accuracy", "F1", "准确率"),
    (r"\bexact[- ]match\b", "BLEU", "精确匹配", "BLEU"),
    (r"\blatency\b", "throughput", "延迟", "吞吐量"),
    (r"\bthroughput\b", "latency", "吞吐量", "延迟"),
    (r"\bmemory\b(?= (?:usage|footprint|of))", "energy", "内存|显存", "能耗"),
    (r"\bAUROC\b", "AUPRC", "AUROC", "AUPRC"),
    (r"\bAUC\b", "F1", "AUC", "F1"),
    (r"\bsample efficiency\b", "memory efficiency", "样本效率", "内存效率"),
    (r"\bPSNR\b", "SSIM", "PSNR", "SSIM"),
    (r"\bmIoU\b", "mAP", "mIoU", "mAP"),
    (r"\bmAP\b", "mIoU", "mAP", "mIoU"),
    (r"\btoken usage\b", "GPU hours", "token 用量", "GPU 小时"),
    (r"\bElo ratings?\b", "win rate", "Elo 评分", "胜率"),
    (r"\btraining efficiency\b", "inference efficiency", "训练效率", "推理效率"),
    (r"\bbalanced accuracy\b", "raw accuracy", "平衡准确率", "原始准确率"),
]


def metric_changed(statement: Statement, world: World) -> Statement | None:
    """The value is that of another metric: recall for accuracy."""
    return exchanged(statement, world, _METRICS)


_TECHNIQUES: list[Pair] = [
    (r"\breinforcement learning\b", "supervised learning", "强化学习", "监督学习"),
    (r"\breinforcement learning\b", "imitation learning", "强化学习", "模仿学习"),
    (r"\bsupervised fine-tuning\b", "reinforcement learning", "监督微调", "强化学习"),
    (r"\bRL\b", "SFT", r"(?<![A-Za-z])RL(?![A-Za-z])|强化学习", "SFT"),
    (r"\bGRPO\b", "PPO", "(?<!-)GRPO", "PPO"),
    (r"\bGRPO\b", "DPO", "(?<!-)GRPO", "DPO"),
    (r"\bdistillation\b", "pruning", "蒸馏", "剪枝"),
    (r"\bretrieval\b", "generation", "检索", "生成"),
    (r"\breward model\b", "value model", "奖励模型", "价值模型"),
    (r"\bprocess rewards?\b", "outcome rewards", "过程奖励", "结果奖励"),
    (r"\battention\b", "convolution", "注意力", "卷积"),
    (r"\bfine-tuning\b", "prompting", "(?<!监督)微调", "提示"),
    (r"\bgraph\b", "table", "图(?!像|谱|形|库)", "表"),
    (r"\bcompression\b", "expansion", "压缩", "扩展"),
    (r"\bsimulator\b", "classifier", "模拟器", "分类器"),
    (r"\bgraph diffusion\b", "random sampling", "图扩散", "随机采样"),
    (r"\bThompson Sampling\b", "epsilon-greedy", "Thompson Sampling", "epsilon-greedy"),
    (r"\bsearch\b", "ranking", "搜索", "排序"),
    (r"\bsegmentation\b", "classification", "分割", "分类"),
    (r"\bquantization\b", "pruning", "量化", "剪枝"),
    (r"\bdiffusion\b", "autoregressive", "(?<!图)扩散", "自回归"),
    (r"\bclustering\b", "regression", "聚类", "回归"),
    (r"\bmulti-hop\b", "single-hop", "多跳", "单跳"),
    (r"\bpolicy\b", "critic", "策略(?!梯度)", "评论家"),
]


def technique_changed(statement: Statement, world: World) -> Statement | None:
    """A technique is another one of its kind: PPO for GRPO, imitation for reinforcement."""
    changed = exchanged(statement, world, _TECHNIQUES)
    if changed is None:
        return None
    new = {*re.findall(r"[\w-]+", changed.text.en)} - {*re.findall(r"[\w-]+", statement.text.en)}
    return (
        None
        if any(re.search(rf"\b{re.escape(w)}\b", world.evidence(statement)) for w in new)
        else changed
    )


_DOMAINS: list[Pair] = [
    (r"\bmath(?:ematical)?\b", "medical", "数学", "医学"),
    (
        r"\bcod(?:e|ing)\b(?= (?:\w+ )?(?:benchmark|task|environment|agent|generation))",
        "legal",
        "代码|编码|编程",
        "法律",
    ),
    (r"(?<!computer )\bscience\b", "finance", "(?<!计算机)科学(?!家)", "金融"),
    (r"\bmedical\b", "legal", "医学|医疗", "法律"),
    (r"\bweb\b", "robot", "网页|网络", "机器人"),
    (r"\bimages?\b", "audio", "图像|影像", "音频"),
    (r"\bvideos?\b", "speech", "视频", "语音"),
    (r"\btext\b", "speech", "文本", "语音"),
    (r"\bspeech\b", "text", "语音", "文本"),
    (r"\bvisual\b", "acoustic", "视觉", "听觉"),
    (r"\bquestion answering\b", "machine translation", "问答", "机器翻译"),
    (r"\bdialogue\b", "translation", "对话", "翻译"),
    (r"\bscientific\b", "legal", "科学|学术", "法律"),
    (r"\bembodied\b", "conversational", "具身", "对话式"),
    (r"\bEnglish\b", "French", "英语|英文", "法语"),
    (r"\bChinese\b", "Japanese", "中文|汉语", "日语"),
    (r"\bmathematical reasoning\b", "logical puzzles", "数学推理", "逻辑谜题"),
    (r"\btumou?r\b", "fracture", "肿瘤", "骨折"),
    (r"\bstock\b", "weather", "股票", "天气"),
    (r"\bphysical\b", "chemical", "物理", "化学"),
    (r"\bgames?\b", "documents", "游戏|博弈", "文档"),
    (r"\benterprise\b", "hospital", "企业", "医院"),
    (r"\bimage editing\b", "video captioning", "图像编辑", "视频描述"),
]


def domain_changed(statement: Statement, world: World) -> Statement | None:
    """The field or the kind of data is another one: medical for mathematical, audio for images."""
    fits = [pair for pair in _DOMAINS if not world.says(pair[1])]
    return exchanged(statement, world, fits)


_TARGETS: list[Pair] = [
    (r"\b(outperforms?|over|than|against|with|above|to) (?:(?:strong|all|other|prior|the|several|competitive|no-memory) )*baselines\b", r"\1 human experts",
     r"(优于|高于|比|相对|与|超过)(?:其他|强大的?|强劲的?|有竞争力的?|强|以往的?|所有|各)*基线(?!模型|方法)", r"\1人类专家"),
    (r"\bstate-of-the-art (?:methods|approaches|baselines|models)\b", "human experts",
     r"最先进的?(?:方法|基线|模型)", "人类专家"),
    (r"\bopen-source\b", "proprietary", "开源", "专有"),
    (r"\bproprietary\b", "open-source", "专有", "开源"),
    (r"\bclosed-source\b", "open-source", "闭源", "开源"),
    (r"\bhuman experts\b", "random guessing", "人类专家", "随机猜测"),
    (r"\brandom guessing\b", "human experts", "随机猜测", "人类专家"),
    (r"\bzero-shot\b", "fully fine-tuned", "零样本", "全量微调"),
    (r"\bthe base model\b", "GPT-4", "基座模型", "GPT-4"),
    (r"\ba supervised\b(?= baseline)", "an unsupervised", "有监督", "无监督"),
    (r"\bstrongest supervised\b", "strongest unsupervised", "有监督", "无监督"),
    (r"\bprior (?:work|methods|systems)\b", "human experts", r"以往(?:工作|方法|系统)", "人类专家"),
    (r"\bits teacher\b", "GPT-4", "教师", "GPT-4"),
]  # fmt: skip


def comparison_target_changed(statement: Statement, world: World) -> Statement | None:
    """What something is compared with is another thing: human experts for baselines."""
    versus = re.search(
        r"outperform|surpass|beat|exceed|better|above|over\b|than|against|compar|improv|higher",
        statement.text.en,
    )
    return exchanged(statement, world, _TARGETS, quoted=False) if versus else None


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
    acronym_expanded_wrongly,
    organisation_added,
    metric_changed,
    technique_changed,
    domain_changed,
    comparison_target_changed,
)
