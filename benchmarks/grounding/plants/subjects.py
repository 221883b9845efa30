"""Errors of what is spoken of: a metric, a technique, a field, what something is compared with."""

from __future__ import annotations

import re

from benchmarks.grounding.plants.world import Pair, World, appended, exchanged
from benchmarks.grounding.statement import Statement


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
    acronym_expanded_wrongly,
    organisation_added,
    metric_changed,
    technique_changed,
    domain_changed,
    comparison_target_changed,
)
