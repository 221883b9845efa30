"""Words that turn a statement into its opposite, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from benchmarks.grounding.plants.world import Pair

_UP = r"提升|提高|改进|改善|增强|增加|增长|上升"
_DOWN = r"降低|下降|减少|缩减|削减|缩小|缩短"


def _fall(match: re.Match[str]) -> str:
    """*Falls* or *reduces*, by what stands around it."""
    return "下降" if _is_noun(match) else "降低"


def _rise(match: re.Match[str]) -> str:
    return "上升" if _is_noun(match) else "提高"


def _is_noun(match: re.Match[str]) -> bool:
    before, after = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    return before in ("的", "有", "大") or after in (
        "，",
        "。",
        "；",
        "",
        "尤",
        "明",
        "幅",
        "最",
        "、",
    )


def _forms(old: str, new: str) -> Iterator[tuple[str, str]]:
    """The forms of two regular verbs: improve, improves, improved, improving."""
    yield rf"\b{old}\b", new
    yield rf"\b{old}s\b", f"{new}s"
    stem, new_stem = old.removesuffix("e"), new.removesuffix("e")
    yield rf"\b{stem}ed\b", f"{new_stem}ed"
    yield rf"\b{stem}ing\b", f"{new_stem}ing"


def _direction() -> tuple[Pair, ...]:
    up = (("increase", "decrease"), ("boost", "weaken"), ("enhance", "weaken"), ("raise", "lower"))
    down = (("reduce", "increase"), ("decrease", "increase"), ("lower", "raise"))
    pairs: list[Pair] = []
    for old, new in (*up, ("improve", "worsen"), ("strengthen", "weaken"), ("lift", "lower")):
        pairs += [(en, en_new, _UP, _fall) for en, en_new in _forms(old, new)]
    for old, new in (*down, ("shorten", "lengthen"), ("alleviate", "aggravate")):
        pairs += [(en, en_new, _DOWN + "|缓解|减轻", _rise) for en, en_new in _forms(old, new)]
    return (
        *((en + r"(?! (?:on|over|upon)\b)", en_new, zh, zh_new) for en, en_new, zh, zh_new in pairs),
        (r"\b(?:gains|improvements)\b(?= (?:are|on|over|of|in))", "losses", r"提升|增益|改善|改进", "损失"),
        (r"\b(?:gain|improvement)\b(?= (?:is|on|over|of|in))", "loss", r"提升|增益|改善|改进", "损失"),
        (r"\brises?\b", "falls", r"升至|上升|提升|提高", _fall),
        (r"\bfalls?\b", "rises", r"降至|下降|减少|降低", _rise),
        (r"\bdrops?\b", "rises", r"降至|下降|减少|降低", _rise),
        (r"\bcuts?\b", "increases", _DOWN, _rise),
        (r"\bhigher\b", "lower", r"更高|高于|较高", "更低"),
        (r"\bfewer\b", "more", r"更少|较少|减少", "更多"),
        (r"\blarger\b", "smaller", r"更大|较大", "较小"),
        (r"\bsmaller\b", "larger", r"更小|较小", "较大"),
        (r"\bfaster\b", "slower", r"更快|较快", "更慢"),
        (r"\bwidens?\b", "narrows", r"扩大|拉大", "缩小"),
        (r"\bnarrows?\b", "widens", r"缩小|缩窄", "扩大"),
        (r"\bstabilizes?\b", "destabilizes", r"稳定(?!性)", "扰乱"),
        (r"\bencourages?\b", "discourages", r"鼓励|促进|促使", "抑制"),
        (r"\bdegrades?\b", "improves", r"退化|恶化|变差", "改善"),
        (r"\bweakens?\b", "strengthens", r"削弱|减弱", "增强"),
        (r"\bmore stable\b", "less stable", r"更稳定|更为稳定", "更不稳定"),
        (r"\bless\b", "more", r"更少|较少|减少|少(?=的|，|。)", "更多"),
    )  # fmt: skip


DIRECTION: Final[tuple[Pair, ...]] = _direction()

COMPARISON: Final[tuple[Pair, ...]] = (
    *(
        (en, new, zh, zh_new)
        for zh, zh_new in (
            (r"优于|超过|超越|胜过", "不如"),
            (r"(比[^，。；]{1,40}?)高(?!效|级|度)(出)?", r"\1低"),
        )
        for en, new in (
            (r"\b(?:outperforms|surpasses|exceeds|beats)\b", "falls short of"),
            (r"\b(?:outperform|surpass|exceed|beat)\b", "fall short of"),
            (r"\b(?:outperforming|surpassing|exceeding|beating)\b", "falling short of"),
            (r"\bimproves (?:on|over|upon)\b", "falls behind"),
            (r"\bimprove (?:on|over|upon)\b", "fall behind"),
            (r"\bbetter than\b", "worse than"),
        )
    ),
    (r"\babove\b", "below", r"高于|超过", "低于"),
    (r"\bbelow\b", "above", r"低于", "高于"),
    (r"\babove\b", "below", r"(比[^，。；]{1,40}?)高(出)?", r"\1低"),
    (r"\bhigher than\b", "lower than", r"高于", "低于"),
    (r"\bhigher\b", "lower", r"(比[^，。；]{1,40}?)高(?!效)(出)?", r"\1低"),
    (r"\btrails\b", "leads", r"落后(?:于)?", "领先"),
    (r"\bleads?\b(?= (?:on|in|over))", "trails", r"领先", "落后"),
    (r"\bcomparable\b", "inferior", r"相当", "更差"),
    (r"\bperforms comparably to\b", "performs far worse than", r"表现相当", "表现差距很大"),
    (r"\bremains? competitive with\b", "is clearly inferior to", r"仍具竞争力|保持竞争力", "明显落后"),
    (r"\bmatch(?:es)?\b", "fails to match", r"持平|媲美|匹敌|相当", "差距明显"),
    (r"\bdo poorly\b", "do well", r"表现不佳", "表现出色"),
    (r"\bunderperforms?\b", "outperforms", r"不及|不如|表现较差|逊于", "优于"),
)  # fmt: skip

# A verb of the third person, its bare form, what says it in Chinese, and how that is negated.
VERBS: Final = (
    ("outperforms", "outperform", "优于|超过|胜过|超越", "并不"),
    ("surpasses", "surpass", "优于|超过|胜过|超越|超出", "并未"),
    ("exceeds", "exceed", "超过|超出|高于", "并未"),
    ("improves", "improve", "提升|提高|改进|改善|增强", "并未"),
    ("reduces", "reduce", "降低|减少|缩减|削减|减小", "并未"),
    ("increases", "increase", "增加|提高|提升", "并未"),
    ("raises", "raise", "提高|提升", "并未"),
    ("cuts", "cut", "减少|降低|缩短", "并未"),
    ("achieves", "achieve", "取得|达到|实现|获得", "并未"),
    ("reaches", "reach", "达到|取得", "并未"),
    ("requires", "require", "需要|要求|需", "并不"),
    ("needs", "need", "需要", "并不"),
    ("supports", "support", "支持", "并不"),
    ("uses", "use", "使用|采用|利用", "并不"),
    ("generalizes", "generalize", "泛化|推广", "并未"),
    ("provides", "provide", "提供", "并不"),
    ("gives", "give", "给出|提供", "并不"),
    ("combines", "combine", "结合", "并不"),
    ("covers", "cover", "涵盖|覆盖", "并未"),
    ("contains", "contain", "包含|含有", "并不"),
    ("holds", "hold", "成立|收录|包含", "并不"),
    ("yields", "yield", "带来|产生|产出", "并未"),
    ("transfers", "transfer", "迁移", "并未"),
    ("maintains", "maintain", "保持|维持|维护", "并不"),
    ("preserves", "preserve", "保留|保持", "并不"),
    ("keeps", "keep", "保持|保留", "并不"),
    ("enables", "enable", "使得|实现|支持", "并未"),
    ("learns", "learn", "学习|学会", "并未"),
    ("trains", "train", "训练", "并不"),
    ("improves over", "improve over", "优于|超过", "并未"),
    ("performs", "perform", "表现", "并未"),
    ("relies", "rely", "依赖", "并不"),
    ("depends", "depend", "依赖|取决于", "并不"),
    ("adapts", "adapt", "适应|调整", "并不"),
    ("generates", "generate", "生成", "并不"),
    ("produces", "produce", "产生|生成|给出|得出", "并不"),
    ("selects", "select", "选择|选出|挑选", "并不"),
    ("estimates", "estimate", "估计", "并不"),
    ("applies", "apply", "应用|作用于|施加", "并不"),
    ("constructs", "construct", "构建|构造", "并不"),
    ("builds", "build", "构建|构造|建立", "并不"),
    ("models", "model", "建模", "并不"),
    ("extends", "extend", "扩展", "并不"),
    ("takes", "take", "取得|采用|需要", "并未"),
    ("costs", "cost", "花费|成本为", "并未"),
    ("outperformed", "outperform", "优于", "并未"),
)

# What an author does in a paper: the verb, its bare form, and Chinese.
PRESENTS: Final = (
    ("Proposes", "propose", "提出|主张"),
    ("Introduces", "introduce", "提出|引入|介绍"),
    ("Presents", "present", "提出|给出|介绍|把|以"),
    ("Defines", "define", "定义"),
    ("Identifies", "identify", "识别|指出|归纳|发现"),
    ("Builds", "build", "构建|构造|建立"),
    ("Constructs", "construct", "构建|构造"),
    ("Trains", "train", "训练"),
    ("Shows", "show", "表明|展示|证明"),
    ("Studies", "study", "研究|考察"),
    ("Formulates", "formulate", "形式化|表述|建模|构建"),
    ("Describes", "describe", "描述|把|将"),
    ("Releases", "release", "发布|公开"),
    ("Designs", "design", "设计"),
    ("Uses", "use", "使用|采用|利用"),
    ("Learns", "learn", "学习"),
    ("Explores", "explore", "探索"),
    ("Combines", "combine", "结合"),
    ("Estimates", "estimate", "估计"),
    ("Converts", "convert", "转化|转换"),
    ("Turns", "turn", "转化|变为"),
    ("Treats", "treat", "视为|看作|当作"),
    ("Measures", "measure", "衡量|测量|度量"),
    ("Evaluates", "evaluate", "评测|评估"),
    ("Adapts", "adapt", "调整|适应"),
    ("Reduces", "reduce", "归结|降低|减少"),
    ("Selects", "select", "选择"),
    ("Joins", "join", "统一|结合"),
    ("Points out", "point out", "指出"),
)

ANTONYMS: Final[tuple[Pair, ...]] = (
    (r"\bfrozen\b", "fine-tuned", "冻结", "微调"),
    (r"\boffline\b", "online", "离线", "在线"),
    (r"\bonline\b", "offline", "在线", "离线"),
    (r"\bsparse\b", "dense", "稀疏", "稠密"),
    (r"\bdense\b", "sparse", "稠密", "稀疏"),
    (r"\bsupervised\b(?! fine)", "unsupervised", "(?<!自)(?<!无)(?:有)?监督(?!微调)", "无监督"),
    (r"\bexplicit\b", "implicit", "显式", "隐式"),
    (r"\bexplicitly\b", "implicitly", "显式地?", "隐式地"),
    (r"\blocal\b", "global", "局部", "全局"),
    (r"\bglobal\b", "local", "全局", "局部"),
    (r"\bsynthetic\b", "real", "合成", "真实"),
    (r"\bstatic\b", "dynamic", "静态", "动态"),
    (r"\bdynamic\b", "static", "动态", "静态"),
    (r"\bautomatically\b", "manually", "自动地?", "人工"),
    (r"\bautomatic\b", "manual", "自动", "人工"),
    (r"\bmulti-turn\b", "single-turn", "多轮", "单轮"),
    (r"\bsingle-turn\b", "multi-turn", "单轮", "多轮"),
    (r"\bmulti-agent\b", "single-agent", "多智能体", "单智能体"),
    (r"\blong-horizon\b", "short-horizon", "长程|长时域", "短程"),
    (r"\bhierarchical\b", "flat", "分层|层次化|层级", "扁平"),
    (r"\bteacher\b", "student", "教师", "学生"),
    (r"\bstudent\b", "teacher", "学生", "教师"),
    (r"\bsuccessful\b", "failed", "成功", "失败"),
    (r"\bfailures?\b", "successes", "失败", "成功"),
    (r"\bhard(?:er)? tasks\b", "easy tasks", "(?:较?困难|更?难)的?任务", "简单任务"),
    (r"\beasy tasks\b", "hard tasks", "简单任务|容易的任务", "困难任务"),
    (r"\bcomplex\b", "simple", "复杂", "简单"),
    (r"\bunseen\b", "seen", "未见", "已见"),
    (r"\bheld-out\b", "training", "留出|未见", "训练"),
    (r"\bin-distribution\b", "out-of-distribution", "分布内", "分布外"),
    (r"\bout-of-distribution\b", "in-distribution", "分布外", "分布内"),
    (r"\binternal\b", "external", "内部", "外部"),
    (r"\bexternal\b", "internal", "外部", "内部"),
    (r"\btraining\b", "inference", "训练(?!样本|框架|集)", "推理"),
    (r"\bat inference\b", "during training", "推理时", "训练时"),
    (r"\bshared\b", "separate", "共享", "各自独立的"),
    (r"\bstructured\b", "unstructured", "结构化", "非结构化"),
    (r"\bfine-grained\b", "coarse", "细粒度", "粗粒度"),
    (r"\bcoarse-to-fine\b", "fine-to-coarse", "由粗到细", "由细到粗"),
    (r"\bstep-level\b", "episode-level", "步骤级|逐步", "回合级"),
    (r"\btrajectory-level\b", "token-level", "轨迹级", "词元级"),
    (r"\btoken-level\b", "trajectory-level", "token 级|词元级", "轨迹级"),
    (r"\bturn-level\b", "episode-level", "轮级|轮次级", "回合级"),
    (r"\bpositive\b", "negative", "正面|正向|正(?=相关|样本)", "负"),
    (r"\bpublic\b", "private", "公开|公共", "私有"),
    (r"\bprivate\b", "public", "私有|私密", "公开"),
    (r"\blightweight\b", "heavy", "轻量级?", "重型"),
    (r"\bcompact\b", "bulky", "紧凑|精简", "庞大"),
    (r"\bstable\b", "unstable", "稳定", "不稳定"),
    (r"\bsymmetric\b", "asymmetric", "对称", "非对称"),
    (r"\bheterogeneous\b", "homogeneous", "异构", "同构"),
    (r"\bindependent(ly)?\b", r"joint\1", "独立地?", "联合"),
    (r"\bcentralized\b", "decentralized", "集中式", "去中心化"),
    (r"\bcontinuous(ly)?\b", r"occasional\1", "持续地?|连续", "偶尔"),
    (r"\btransparent\b", "opaque", "透明", "不透明"),
    (r"\bearly\b", "late", "早期", "后期"),
    (r"\bquery\b", "answer", "查询", "答案"),
    (r"\buseful\b", "harmful", "有用", "有害"),
    (r"\binput\b", "output", "输入", "输出"),
    (r"\bminimal\b", "maximal", "最小|最少", "最大"),
    (r"\bknown\b", "unknown", "已知", "未知"),
    (r"\bsensitive\b", "insensitive", "敏感", "不敏感"),
    (r"\bwithout\b", "with", "没有|不经|无需|不(?=依赖|需要)", "借助"),
)  # fmt: skip
