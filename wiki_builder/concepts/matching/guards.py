"""Why the machine alone never takes two names for one, however alike they are.

A guard is no verdict that two things differ: guarded names may be family and member, or one thing
after all, which a person says. The rules know kinds of words, not pairs of names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from wiki_builder.concepts.matching.glossary import glossary, is_chinese
from wiki_builder.core import names
from wiki_builder.core.spelling import rendering

# Complements: of each line at most one may be meant. Words between the slashes are one side; a *
# stands for any ending, a blank in English also for a hyphen or nothing.
_COMPLEMENTS = """
supervis* 监督 / unsupervis* 无监督 / semi_supervis* 半监督 / self_supervis* 自监督 / \
weak_supervis* weakly_supervis* 弱监督
encoder* 编码器 / decoder* 解码器 译码器
encod* 编码 / decod* 解码 译码
precision 精确率 查准率 / recall 召回率 查全率 / accuracy / sensitivity 灵敏度 敏感度 / specificity 特异度 特异性
generator* 生成器 / discriminator* 判别器 鉴别器
generative 生成式 生成模型 / discriminative 判别式 判别模型 / extractive 抽取式
extractive 抽取式 / abstractive 生成式摘要 抽象式
exploration 探索 / exploitation 利用
black_box 黑盒 / white_box 白盒 / gray_box grey_box 灰盒
online 在线 / offline 离线
on_policy 同策略 在策略 / off_policy 异策略 离策略
model_based 基于模型 / model_free 无模型 免模型
forward 前向 正向 / backward 反向 后向 / reverse 逆向 反向
local* 局部 本地 / global* 全局
positive* 阳性 正例 正样本 / negative* 阴性 负例 负样本
true 真阳 真阴 真正例 真负例 / false 假阳 假阴 假正例 假负例
explicit* 显式 / implicit* 隐式
intrinsic* 内在 / extrinsic* 外在
internal* 内部 / external* 外部
parametric 参数化 / nonparametric 非参数
homo* 同构 同质 同态 同方差 / hetero* 异构 异质 异方差
static 静态 / dynamic 动态
discrete 离散 / continuous 连续
linear 线性 / nonlinear 非线性
sparse 稀疏 / dense 稠密
hard 硬标签 硬提示 硬注意力 / soft 软标签 软提示 软注意力
centralized 集中式 中心化 / decentralized 去中心化 分散式 / distributed 分布式
synchronous* 同步 / asynchronous* 异步
symmetric 对称 / asymmetric 非对称 不对称
upper 上界 / lower 下界
upsampl* 上采样 / downsampl* 下采样
overfit* 过拟合 / underfit* 欠拟合
pretrain* 预训练 / posttrain* 后训练 / midtrain* 中期训练 中训练 / fine_tun* 微调
training_set training_data train_set 训练集 / test_set test_data 测试集 / validation_set development_set 验证集
train_time training_time 训练时 / test_time inference_time 测试时
source_domain source_language source_task 源域 源领域 源语言 / target_domain target_language 目标域 目标领域 目标语言
open_source open_weight* 开源 / closed_source proprietary 闭源
open_domain open_world open_set open_vocabulary open_book open_loop 开放域 开放世界 开放集 开环 开卷 / \
closed_domain closed_world closed_set closed_book closed_loop 封闭域 封闭世界 封闭集 闭环 闭卷
open_ended 开放式 / closed_ended 封闭式
teacher 教师 / student 学生
input 输入 / output 输出
row 行 / column 列
horizontal 横向 水平 / vertical 纵向 垂直
inductive 归纳 / transductive 直推 转导 / deductive 演绎 / abductive 溯因
aleatoric 偶然 / epistemic 认知不确定
data_parallel* 数据并行 / tensor_parallel* 张量并行 / pipeline_parallel* 流水线并行 管道并行 / \
model_parallel* 模型并行 / sequence_parallel* 序列并行 / expert_parallel* 专家并行 / context_parallel* 上下文并行
minim* 最小 极小 / maxim* 最大 极大
max_pool* 最大池化 / average_pool* mean_pool* 平均池化
semantic_seg* 语义分割 / instance_seg* 实例分割 / panoptic_seg* 全景分割
lexical 词汇 / syntactic 句法 / semantic 语义
spatial* 空间 / temporal* 时间 时序
structured 结构化 / unstructured 非结构化
stochastic 随机 / deterministic 确定性
univariate 单变量 / bivariate 双变量 / multivariate 多变量
unimodal 单模态 / multimodal multi_modal 多模态 / cross_modal 跨模态
monolingual 单语 / bilingual 双语 / multilingual 多语言 / cross_lingual 跨语言
single_agent 单智能体 / multi_agent 多智能体
binary 二分类 / multiclass multi_class 多分类 / multilabel multi_label 多标签
passive* 被动 / active* 主动
proactive 前瞻 / reactive 反应式
symbolic 符号 / connectionist 联结主义
serial 串行 / parallel 并行
horizontal_federated 横向联邦 / vertical_federated 纵向联邦
question* 问题 提问 / answer* 回答 答案
type_i 第一类 / type_ii 第二类
small 小型 小语言 / large big 大型 大语言 / tiny 微型
shallow 浅层 / deep 深层
short_term 短期 / long_term 长期
low_resource 低资源 / high_resource 高资源
weak 弱 / strong 强
bottom_up 自底向上 自下而上 / top_down 自顶向下 自上而下
additive 加性 / multiplicative 乘性
prior 先验 / posterior 后验
zero_shot 零样本 / one_shot 单样本 / few_shot low_shot 少样本 / many_shot 多样本
unigram / bigram / trigram
encoder_only 仅编码器 / decoder_only 仅解码器
"""  # noqa: E501

# What makes another word of the word behind it.
_WORDS_BEFORE = (
    "non un in im ir il dis de anti a self semi pre post mid bi cross multi mono uni single dual"
    " tri intra inter sub super over under up down micro macro homo hetero hyper hypo meta auto co"
    " out on off fore pseudo quasi weakly full partial partially"
)
_PREFIXES = tuple(_WORDS_BEFORE.split())
_UN = re.compile(r"un(?!i|der|cer|it)\w{4}")
_MIXED = re.compile(r"[A-Z][A-Za-z0-9]*[a-z][A-Z][A-Za-z0-9]*")
_NEGATIONS = frozenset(
    ("non", "un", "in", "im", "ir", "il", "dis", "de", "anti", "pseudo", "quasi", "not", "without")
)
_CHINESE_NEGATIONS = re.compile(r"[非无不反未去伪]")
_OPPOSITE = (
    "单多双三 正负反逆 前后 上下 左右 内外 高低中 大小微 长短 强弱 快慢 远近 深浅 软硬 同异 显隐"
    " 有无 增减 升降 入出 "
    "开闭 真假 新旧 疏密 白黑灰 过欠 自他 行列 局全 横纵 预后 源宿 读写 粗细 静动 主被 早晚"
)
_OPPOSITE_CHARACTERS = tuple(map(frozenset, _OPPOSITE.split()))
# A word behind a model's name that names another model of the family.
_MEMBERS = (
    "turbo mini nano micro tiny small base medium large xl xxl xs huge giant pro max ultra lite"
    " flash plus instruct chat coder math vision vl omni preview distill distilled thinking r"
    " lightning"
)
_VARIANTS = frozenset(_MEMBERS.split())
_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6"}
_NUMBERS = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "first": "1", "second": "2", "third": "3",
    "fourth": "4", "zeroth": "0",
}  # fmt: skip
_CHINESE_NUMBERS = {n: str(i) for i, n in enumerate("零一二三四五六七八九十")} | {"两": "2"}
_CHINESE_NUMBER = re.compile(
    r"第([零一二三四五六七八九十])|([零一二三四五六七八九十两])(?=[阶维类元次级型层步比分])"
)
# seq2seq, sim2real: a word, no number
_BETWEEN_LETTERS = re.compile(r"(?<=[a-z])[24](?=[a-z])", re.IGNORECASE)
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_TYPED = re.compile(
    r"\b(?:type|phase|part|class|stage|level|mark)[ -](i{1,3}|iv|vi?)\b", re.IGNORECASE
)
_QUALIFIED = re.compile(r"^(?P<name>[^()]+?)\s*\((?P<inner>[^()]+)\)$")
_WORD = re.compile(r"[a-z0-9']+|[+#*]+")


@lru_cache(maxsize=50_000)
def guard(a: str, b: str) -> str | None:
    """The reason why ``a`` and ``b`` are not taken for one without a person; ``None`` if there is
    none.

    Symmetric up to the order in which a reason names its two sides.
    """
    return next(_reasons(a, b), None)


def ambiguous(name: str) -> str | None:
    """That a name, by itself, can mean several things: LDA, 准确率."""
    meanings = glossary().meanings(name)
    return f"{name} can be {' and '.join(meanings[:3])}" if len(meanings) > 1 else None


def negates(word: str) -> bool:
    """Whether an English word, or the part of it before its hyphen,
    takes back what stands behind it.
    """
    first = word.lower().split("-")[0]
    if first in _NEGATIONS or first in ("partially", "inverse", "counter"):
        return True
    return first.startswith("non") or bool(_UN.match(first))


def is_variant(word: str) -> bool:
    """Whether a word behind a model's name names a member of the family:
    a version, a size, a tuning.
    """
    return word.lower() in _VARIANTS or word[:1].isdigit()


def _reasons(a: str, b: str) -> Iterator[str]:
    yield from (reason for name in (a, b) if (reason := ambiguous(name)))
    yield from _of_parentheses(a, b)
    if names.key(a) == names.key(b):
        yield from _of_case(a, b)
        return
    meant = glossary().meanings(a)
    if meant and meant == glossary().meanings(b):
        return  # the glossary has both as names of one thing
    left, right = parts(a), parts(b)
    short = is_acronym(a) != is_acronym(b) and not set(left.words) & set(right.words)
    yield from _of_numbers(left, right, counted=not short and left.chinese == right.chinese)
    yield from _of_complements(left, right)
    yield from _of_expansions(left, right)
    if left.chinese or right.chinese:
        yield from _of_characters(left.plain, right.plain)
    elif not short:
        yield from _of_words(left, right)


# --- A name taken apart -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parts:
    """What the guards look at in one name."""

    name: str
    chinese: bool
    # without an acronym in parentheses, a known acronym in full; lower case, Chinese in one
    # rendering
    plain: str
    words: tuple[str, ...]  # English words, split at hyphens, singular
    digits: tuple[str, ...]
    counts: tuple[str, ...]  # numbers that are written as words
    letters: tuple[str, ...]  # English words of one letter
    marks: tuple[tuple[int, int, str], ...]  # line, side and word of the complements in it


@lru_cache(maxsize=50_000)
def parts(name: str) -> Parts:
    """``name`` taken apart."""
    short = names.bare(name)
    chinese = is_chinese(short)
    meant = glossary().meanings(short) if is_acronym(short) else ()
    plain = (
        rendering(short).lower() if chinese else (meant[0] if len(meant) == 1 else short).lower()
    )
    words = tuple(
        w
        for w in names.name_words(_BETWEEN_LETTERS.sub(" to ", short))
        if w not in ("a", "an", "the")
    )
    letters = tuple(sorted(w for w in words if len(w) == 1 and w.isalpha())) if not chinese else ()
    digits, counts = _numbers(short)
    return Parts(
        name, chinese, plain, words, digits, counts, letters, tuple(sorted(set(_marks(plain))))
    )


def _numbers(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The numbers in a name, written in digits, and written as words or Roman numerals."""
    plain = _BETWEEN_LETTERS.sub(" ", names.tidy_name(name))
    counts = [_ROMAN[roman.lower()] for roman in _TYPED.findall(plain)]
    counts += [_CHINESE_NUMBERS[a or b] for a, b in _CHINESE_NUMBER.findall(plain)]
    counts += [_NUMBERS[word] for word in _WORD.findall(plain.lower()) if word in _NUMBERS]
    return tuple(sorted(_DIGITS.findall(plain))), tuple(sorted(counts))


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of the table: what must stand in a name for it to count, and an expression."""

    stems: tuple[str, ...]
    expression: re.Pattern[str]


def _line(line: str) -> _Line:
    sides = [side.split() for side in line.split("/")]
    words = [(word, at) for at, side in enumerate(sides) for word in side]
    expression = "|".join(
        f"(?P<s{at}_{n}>{_expression(word)})" for n, (word, at) in enumerate(words)
    )
    stems = tuple(dict.fromkeys(word.split("_")[0].strip("*") for word, _ in words))
    return _Line(stems, re.compile(expression))


def _expression(word: str) -> str:
    if is_chinese(word):
        return re.escape(word)
    return r"\b" + word.replace("_", "[ -]?").replace("*", r"\w*") + r"s?\b"


_LINES = tuple(_line(line) for line in _COMPLEMENTS.strip().splitlines())


def _marks(plain: str) -> Iterator[tuple[int, int, str]]:
    for number, line in enumerate(_LINES):
        if any(stem in plain for stem in line.stems):
            for match in line.expression.finditer(plain):
                yield number, int(str(match.lastgroup)[1:].split("_")[0]), match[0]


# --- The rules --------------------------------------------------------------------


def _of_parentheses(a: str, b: str) -> Iterator[str]:
    """What stands in parentheses tells meanings apart,
    unless it is the name's acronym or other rendering.
    """
    left, right = (_QUALIFIED.match(names.bare(name)) for name in (a, b))
    if left is None and right is None:
        return
    inner = [names.key(match["inner"]) if match else "" for match in (left, right)]
    outer = [names.key(match["name"] if match else name) for match, name in ((left, a), (right, b))]
    if outer[0] == outer[1] and inner[0] != inner[1]:
        yield f"{a} and {b} are told apart in parentheses"


def _of_case(a: str, b: str) -> Iterator[str]:
    """LoRA and LoRa: two acronyms that only their capitals tell apart."""
    a, b = names.singular(names.tidy_name(a)), names.singular(names.tidy_name(b))
    if a == b or " " in a or " " in b:
        return
    here, there = glossary().meanings(a), glossary().meanings(b)
    mixed = [_MIXED.fullmatch(name) for name in (a, b)]
    if here != there and here and there:
        yield f"{a} is {here[0]}, {b} is {there[0]}"
    elif here != there and (a.islower() or b.islower()):
        yield f"{(here or there)[0]} is meant by one of {a} and {b}, the other may be a word"
    elif all(mixed) and a.lower() == b.lower() and not here:
        yield f"only their capitals tell {a} and {b} apart"


def _of_numbers(a: Parts, b: Parts, *, counted: bool) -> Iterator[str]:
    """Numbers that differ; those in words do not count where one name may do without
    them: ``counted``.
    """
    here, there = sorted((*a.digits, *a.counts)), sorted((*b.digits, *b.counts))
    if here != there and (counted or a.digits != b.digits or (a.counts and b.counts)):
        yield (
            f"different digits or versions: {', '.join(here) or 'none'} and"
            f" {', '.join(there) or 'none'}"
        )
    if a.letters != b.letters and a.letters and b.letters:
        yield f"different letters: {', '.join(a.letters)} and {', '.join(b.letters)}"


def _of_complements(a: Parts, b: Parts) -> Iterator[str]:
    for line in sorted({mark[0] for mark in a.marks} & {mark[0] for mark in b.marks}):
        here, there = (
            {side: word for at, side, word in part.marks if at == line} for part in (a, b)
        )
        if here.keys() != there.keys():
            words = [
                min((one.keys() - other.keys()) or one.keys())
                for one, other in ((here, there), (there, here))
            ]
            yield f"{here[words[0]]} and {there[words[1]]} are not one"


def _of_expansions(a: Parts, b: Parts) -> Iterator[str]:
    """Two long names that have one acronym: by the glossary,
    or by their letters if they have no word in common.
    """
    shared = _acronyms(a.name) & _acronyms(b.name)
    if not shared and not (a.chinese or b.chinese) and not set(a.words) & set(b.words):
        shared = set(names.acronyms(a.name)) & set(names.acronyms(b.name))
    if shared:
        yield f"{min(shared)} can be {a.name} and {b.name}"


def _acronyms(name: str) -> set[str]:
    return {acronym for entry in glossary().lookup(names.key(name)) for acronym in entry.acronyms}


def _of_characters(a: str, b: str) -> Iterator[str]:
    """Chinese names that differ in a negation or in one character and its opposite."""
    longer, shorter = (a, b) if len(a) > len(b) else (b, a)
    if any(
        longer[: m.start()] + longer[m.end() :] == shorter
        for m in _CHINESE_NEGATIONS.finditer(longer)
    ):
        yield f"one of {a} and {b} negates the other"
    differing = [(x, y) for x, y in zip(a, b, strict=False) if x != y]
    if (
        len(a) == len(b)
        and len(differing) == 1
        and any(set(differing[0]) <= row for row in _OPPOSITE_CHARACTERS)
    ):
        yield f"{differing[0][0]} and {differing[0][1]} are opposites"


def _of_words(a: Parts, b: Parts) -> Iterator[str]:
    """English names of which one has a prefix,
    a negation or a variant's word that the other does not have.
    """
    here, there = (
        list(Counter(a.words) - Counter(b.words)),
        list(Counter(b.words) - Counter(a.words)),
    )
    for mine, theirs in ((here, there), (there, here)):
        for word in mine:
            if word in _NEGATIONS and len(mine) == 1 and not theirs:
                yield f"{word} negates the rest"
            if (
                word in _VARIANTS
                and _VARIANTS.issuperset(theirs)
                and _is_named(a.name if mine is here else b.name)
            ):
                yield f"{word} names one member of a family"
    if len(here) == len(there) == 1 and (reason := _prefixed(here[0], there[0])):
        yield reason
    elif joined := _prefixed("".join(a.words), "".join(b.words)):
        yield joined
    elif len(here) + len(there) == 2 and all(word in _PREFIXES for word in (*here, *there)):
        yield f"{' and '.join([*here, *there])} make different words"
    elif len(here) + len(there) == 1 and all(word in _PREFIXES for word in (*here, *there)):
        yield f"{[*here, *there][0]}- makes another word"


def _prefixed(a: str, b: str) -> str | None:
    """Why two words are not one: the same word behind different prefixes, or behind one."""
    if a[-4:] != b[-4:]:
        return None
    for p in ("", *_PREFIXES):
        rest = a[len(p) :]
        if (
            len(rest) > 3
            and a.startswith(p)
            and b.endswith(rest)
            and (q := b[: len(b) - len(rest)]) != p
        ):
            if not q:
                return f"{p}- makes another word of {rest}"
            if q in _PREFIXES:
                return (
                    f"{p}- and {q}- make different words of {rest}"
                    if p
                    else f"{q}- makes another word of {rest}"
                )
    return None


def _is_named(name: str) -> bool:
    """Whether a name is that of a named thing: a digit, or a capital within a word."""
    return bool(
        re.search(r"\d|[a-z][A-Z]|[A-Z]{2}|^[A-Z][a-z]+$", names.tidy_name(name).split()[0])
    )


def is_acronym(name: str) -> bool:
    """Whether a name is one short word with two capitals or more."""
    return " " not in name.strip() and sum(c.isupper() for c in name) >= 2 and len(name) < 12
