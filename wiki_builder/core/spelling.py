"""Spellings that are one word: British and American, traditional and simplified, renderings that
only vary.

What :func:`american` and :func:`simplified` give goes into keys, which nobody reads: it need not be
good American, it must only be one for both and never one for two words. :func:`rendering` goes
further than a key may, and is for comparing Chinese names only.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

from wiki_builder.core.characters import HAN, IS_HAN

# Words in -ise that have no form in -ize, by what stands before it.
_NEVER_IZE = re.compile(
    r"(?:[aeouvw]|pr|exerc|prec|conc|exc|inc|prom|prem|dem|desp|expert|franch|merchand|parad|treat|^r|^ar|^sunr)$"
)
_ISE = re.compile(r"(?<=..)is(e|ed|er|ing|able|ation|ational)$")
_LYSE = re.compile(r"lys(e|ed|er|ing)$")
_OUR = re.compile(
    r"(?<=behavi)our|(?<=neighb)our|(?<=flav)our|(?<=harb)our|(?<=endeav)our|(?<=col)our|(?<=fav)our|(?<=hon)our|"
    r"(?<=hum)our|(?<=lab)our|(?<=rum)our|(?<=tum)our|(?<=vap)our|(?<=arm)our|(?<=vig)our|(?<=^od)our"
)
_RE = re.compile(r"(cent|theat|fib|calib|met|spect|^lit)re(?P<ed>d?)$")
_DOUBLE_L = re.compile(
    r"(model|label|travel|cancel|signal|channel|level|tunnel|fuel|marshal|dial|total|initial|equal|counsel)"
    r"l(ing|ed|er)$"
)
_OGUE = re.compile(r"(dial|catal|anal|homol)ogue")
_STARTS = {
    "artefact": "artifact", "sceptic": "skeptic", "sulph": "sulf", "paediatr": "pediatr",
    "anaesth": "anesth", "haem": "hem", "oesoph": "esoph", "oestr": "estr", "orthopaed": "orthoped",
    "manoeuvr": "maneuver", "grey": "gray", "mould": "mold", "tyre": "tire",
}  # fmt: skip
_START = re.compile("|".join(_STARTS))
_WORDS = {
    "defence": "defense", "offence": "offense", "licence": "license", "programme": "program",
    "ageing": "aging", "judgement": "judgment", "learnt": "learned", "fulfil": "fulfill",
    "leukaemia": "leukemia", "anaemia": "anemia", "maneuvere": "maneuver",
}  # fmt: skip


@lru_cache(maxsize=20_000)
def american(word: str) -> str:
    """One lower-case English word with the British spellings of a short rule made American.

    >>> american("optimisation"), american("modelling"), american("supervised"), american("centre")
    ('optimization', 'modeling', 'supervised', 'center')
    """
    if len(word) < 4 or not word.isascii():
        return word
    if (match := _ISE.search(word)) and not _NEVER_IZE.search(word[: match.start()]):
        word = f"{word[: match.start()]}iz{match[1]}"
    word = _LYSE.sub(r"lyz\1", word)
    word = _OUR.sub("or", word)
    word = _RE.sub(lambda match: f"{match[1]}er{'ed' if match['ed'] else ''}", word)
    word = _DOUBLE_L.sub(r"\1\2", word)
    word = _OGUE.sub(r"\1og", word)
    if match := _START.match(word):
        word = _STARTS[match[0]] + word[match.end() :]
    return _WORDS.get(word, word)


# --- Chinese --------------------------------------------------------------------

# The field's words in Taiwan, after their characters are made simplified.
TAIWAN = {
    "演算法": "算法", "网路": "网络", "资讯": "信息", "资料库": "数据库", "资料集": "数据集",
    "资料": "数据", "人工智慧": "人工智能", "最佳化": "优化", "支援向量": "支持向量",
    "物件侦测": "目标检测", "侦测": "检测", "辨识": "识别", "影像": "图像",
    "电脑视觉": "计算机视觉", "转移学习": "迁移学习", "线上": "在线", "类神经": "神经",
    "机率": "概率", "函式": "函数", "变数": "变量", "程式码": "代码", "程式": "程序",
    "软体工程": "软件工程", "硬体": "硬件", "讯号": "信号", "视讯": "视频", "解析度": "分辨率",
    "杂讯": "噪声", "使用者": "用户", "语意": "语义", "增强式学习": "强化学习", "非监督": "无监督",
    "监督式": "监督", "贝氏": "贝叶斯", "马可夫": "马尔可夫", "蒙地卡罗": "蒙特卡洛",
    "折积": "卷积", "平行": "并行", "即时": "实时", "大型语言": "大语言", "适应性": "自适应",
    "通讯": "通信", "丛集": "聚类", "分群": "聚类",
}  # fmt: skip
_TAIWANESE = re.compile("|".join(sorted(TAIWAN, key=len, reverse=True)))


@cache
def _converter() -> Any:
    import opencc  # only where there is Chinese to convert

    # t2s changes characters. tw2sp changes words as well, also in text that was simplified before,
    # and not always into the field's: 支援向量機 becomes 支持矢量机, 物件偵測 对象侦测.
    return opencc.OpenCC("t2s")


@lru_cache(maxsize=50_000)
def simplified(text: str) -> str:
    """Chinese ``text`` in simplified characters; where it was traditional, with the field's words
    of the mainland.

    >>> simplified("強化學習"), simplified("卷積神經網路"), simplified("演算法")
    ('强化学习', '卷积神经网络', '演算法')
    """
    if not IS_HAN.search(text):
        return text
    converted = str(_converter().convert(text))
    return (
        converted
        if converted == text
        else _TAIWANESE.sub(lambda match: TAIWAN[match[0]], converted)
    )


@cache
def traditional() -> frozenset[str]:
    """Every character that :func:`simplified` makes another one."""
    every = [chr(code) for code in range(ord(HAN[0]), ord(HAN[-1]) + 1)]
    converted = str(_converter().convert("\n".join(every))).split("\n")
    return frozenset(one for one, made in zip(every, converted, strict=True) if one != made)


# Renderings that only vary: in each row the first one stands for all. Those that can also mean
# something else (代理 for agent and proxy, 增强 for augmentation and enhancement, 推理 for
# reasoning and inference) are not here.
_RENDERINGS = """
    马尔可夫 马尔科夫 马可夫 马氏
    蒙特卡洛 蒙特卡罗 蒙特卡洛法 蒙地卡罗
    傅里叶 傅立叶
    贝叶斯 贝氏
    玻尔兹曼 波尔兹曼 玻耳兹曼
    哈密顿 哈密尔顿
    皮尔逊 皮尔森
    利普希茨 李普希茨 利普希兹
    无监督 非监督 无监督式 非监督式
    半监督 半监督式
    自监督 自监督式 自我监督
    弱监督 弱监督式
    监督 监督式 有监督
    大语言模型 大型语言模型 大规模语言模型
    自编码器 自动编码器
    少样本 小样本
    黑盒 黑箱
    白盒 白箱
    灰盒 灰箱
    掩码 掩蔽 遮蔽 遮罩 掩膜
    向量 矢量
    检测 侦测
    识别 辨识
    跟踪 追踪
    采样 抽样 取样
    权重 权值
    提示 提示词
    表示 表征
    概率 机率
    优化 最优化 最佳化
    对抗 对抗性
    长短期 长短时
    超参数 超参
    抽取 提取 萃取
    坍缩 坍塌 崩塌
    注意力 注意力机制
    泄露 泄漏
    领域自适应 域自适应 领域适应 域适应
    人工智能 人工智慧
    马尔可夫链 马氏链
    鲁棒 稳健
    三维 3维 3D
    二维 2维 2D
    知识图谱 知识图
    稠密 密集
    激活 激励
    信息 资讯
    算法 演算法
    网络 网路
    数据库 资料库
"""
_ROWS = [row.split() for row in _RENDERINGS.strip().splitlines()]
_RENDERED = {other: first for first, *others in _ROWS for other in (*others, first)}
_RENDERING = re.compile(
    "|".join(sorted(map(re.escape, _RENDERED), key=len, reverse=True)), re.IGNORECASE
)
_PARTICLES = re.compile(rf"(?<=[{HAN}])[的之](?=[{HAN}])")


@lru_cache(maxsize=50_000)
def rendering(text: str) -> str:
    """A Chinese name with each word in one of its renderings, 的 left out,
    和 for 与; simplified.
    """
    plain = _PARTICLES.sub("", simplified(text)).replace("与", "和").replace("及", "和")
    return _RENDERING.sub(
        lambda match: _RENDERED.get(match[0]) or _RENDERED[match[0].upper()], plain
    )
