"""What a number counts: models, languages, steps; told apart only where they are clearly not one.

Words of one row may stand for each other in a rewording. What is in no row is not compared.
"""

from __future__ import annotations

import re

from wiki_builder.core.characters import HAN
from wiki_builder.grounding.quantities.quantity import Quantity
from wiki_builder.grounding.quantities.reading import Reading

_ROWS = """
model models llm llms vlm vlms mllm mllms architecture architectures backbone backbones network networks checkpoint checkpoints variant variants parameter parameters params|模型 大模型 网络 架构 变体 参数
dataset datasets benchmark benchmarks corpus corpora task tasks suite suites testbed testbeds domain domains environment environments scenario scenarios setting settings|数据集 基准 语料库 任务 测试集 领域 环境 场景
language languages|语言 语种
stage stages phase phases step steps|阶段 步骤
layer layers|层
component components module modules|组件 模块
sentence sentences|句子
token tokens|词元 token tokens
paper papers article articles publication publications manuscript manuscripts|论文 文章
person people user users participant participants annotator annotators expert experts patient patients author authors reviewer reviewers volunteer volunteers speaker speakers player players clinician clinicians physician physicians rater raters|用户 参与者 标注者 标注员 专家 患者 作者 审稿人 志愿者 说话人 选手 医生 受试者
image images photo photos picture pictures|图像 图片 照片 图
video videos clip clips|视频
gpu gpus|显卡 gpu gpus
agent agents|智能体 代理
country countries|国家
seed seeds|种子
"""  # noqa: E501  # a row a group, which is how it is read
_GROUPS = [row.replace("|", " ").split() for row in _ROWS.strip().splitlines()]
_GROUP = {word: number for number, words in enumerate(_GROUPS) for word in words}
_NEITHER = (
    "自然语言",
    "参数化",
    "语言模型",
    "图谱",
    "图表",
    "图结构",
    "图神经",
)  # words that hold one of these, and are none
_HAN_WORDS = sorted((w for w in _GROUP if not w.isascii()), key=len, reverse=True)
_FIND_HAN = re.compile("|".join(_HAN_WORDS))
_FIND_HAN_RUN = re.compile(f"(?:{_FIND_HAN.pattern})+")
_HEAD_ENDS = re.compile("[的上中里在和与及]|进行|组成|构成")
_BEHIND = 48  # characters
_WORD = re.compile(rf"[A-Za-z]+|[{HAN}]+|[^\sA-Za-z{HAN}]")
_STOP_WORDS = (
    "of in on for with at from to by than as and or over under across per via using that"
    " which is are was were has have show shows while when where against between into after"
    " before"
)
_STOP = frozenset(_STOP_WORDS.split())
_WORD_BEFORE = re.compile(r"([A-Za-z]+)\s$")
_ENDING = re.compile(r"(?:e?s|e?d|ing)$")


def counted(reading: Reading, quantity: Quantity) -> int | None:
    """The row of what a plain number counts; ``None`` where it cannot be told."""
    if quantity.kind != "plain":
        return None
    text, found = reading.text, None
    joined = text[quantity.end : quantity.end + 1] == "-"  # a two-stage training scheme
    for match in _WORD.finditer(text, quantity.end + joined, quantity.end + _BEHIND):
        word = match[0]
        if "–" in text[match.start() : match.end() + 1]:
            return None  # 126 model–environment settings
        if word == "-" and text[match.end() : match.end() + 1].isalpha():
            continue
        if not word[0].isalpha() or (word in _STOP and text[match.start() - 1] != "-"):
            break  # 14 state-of-the-art models go on
        if not word[0].isascii():
            return found if found is not None else _counted_in(word)
        found = _GROUP.get(word.lower(), found)
        if joined or (found is not None and word.endswith("s")):  # the head of its noun phrase
            break
    return found


def _counted_in(words: str) -> int | None:
    """What a number before Chinese words counts: 智能体任务 counts 任务, 阶段训练 counts 阶段."""
    for word in _NEITHER:
        words = words.replace(word, "·" * len(word))
    words = _HEAD_ENDS.split(words)[0]
    named = _FIND_HAN_RUN.search(words)
    if not named:
        return None
    first = _FIND_HAN.match(words)
    group = _GROUP[first[0] if first else _FIND_HAN.findall(named[0])[-1]]
    head = _FIND_HAN.findall(words)  # 大模型反馈智能体: either
    return group if _GROUP[head[-1]] == group else None


def things(reading: Reading, quantity: Quantity) -> frozenset[str]:
    """The English words beside a number, as stems: ``stage`` of "two stages", "two-stage",
    "stage 2"; none of 4D.
    """
    if reading.text[quantity.end : quantity.end + 1].isalpha():
        return frozenset()
    before = _WORD_BEFORE.search(reading.text, max(0, quantity.start - 24), quantity.start)
    found = {before[1]} if before else set()
    at = quantity.end + (reading.text[quantity.end : quantity.end + 1] == "-")
    for match in _WORD.finditer(reading.text, at, quantity.end + _BEHIND):
        word = match[0].lower()
        if word == "-":
            continue
        if not word.isascii() or not word.isalpha() or word in _STOP:
            break
        found.add(word)
    return frozenset(_ENDING.sub("", word.lower()) for word in found if len(word) > 3) - _STOP
