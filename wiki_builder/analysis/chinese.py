"""How Chinese is written, as far as that can be told without reading it: punctuation, signs and
figures, turns of phrase that betray a translation, and two words for one thing on one page.

Only what is hardly ever right is told; whether a text reads well nobody here knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from wiki_builder.core.characters import HAN

_HAN: Final = f"[{HAN}]"
_APART = re.compile(
    r"\$[^$]*\$|\\\(.*?\\\)|\\\[.*?\\\]|`[^`]*`|https?://\S+|“[^”]*”|《[^》]*》", re.DOTALL
)
_RISES: Final = "提升|提高|增加|增长|上升|高出?|领先|恶化"
_FALLS: Final = "降低|减少|缩短|下降|缩小|低"
_FINDINGS: Final = "结果|发现|分析|实验|证据|差异|现象|[，。；]这"
_PATTERNS: Final = (
    (
        "half-width punctuation",
        rf"(?<={_HAN})[,;:?!](?=\s|{_HAN}|$)|(?<={_HAN})\.(?=\s|$)|(?<=[A-Za-z0-9%])[,;](?={_HAN})",
    ),
    ("half-width brackets", rf"(?<={_HAN})\((?=[^()]*{_HAN}[^()]*\))"),
    ("brackets of two kinds", r"（[^（）()\n]*\)|\([^（）()\n]*）"),
    ("straight quotation marks", rf"\"(?={_HAN})|(?<={_HAN})\""),
    ("a hyphen for a minus sign", r"(?<![\w.)\]–-])-(?=\d+(?:\.\d+)?)"),
    ("a hyphen for a range", rf"(?<![\w.-])\d+(?:\.\d+)?-\d+(?:\.\d+)?(?=%|\s?{_HAN})"),
    ("a sign behind a word that says it", rf"(?:{_RISES})(?:了|约)?\s?\+\d"),
    ("× for 倍", rf"\d\s?×(?=[，。；：、（）]|\s?{_HAN}|$)"),
    ("~ for 约", r"[~∼]\s?\d"),
    ("pp or 个点 for 个百分点", r"\d\s?(?:pp\b|个点)"),
    ("et al. for 等", r"\bet al\b(?!\.?,)"),
    ("a space missing before Latin", rf"{_HAN}[A-Za-z](?=[^\n]*{_HAN} [A-Za-z])"),
    ("a space between Chinese characters", rf"(?<={_HAN}) (?={_HAN})"),
    ("punctuation twice", r"[，。；：、]{2,}|(?<=[\u3400-\u9fff])\.{3}"),
    ("the same character twice", r"的的|了了|在在|是是|和和|与与"),
    ("被 … 所", r"被[^，。；：]{1,14}?所(?=[\u3400-\u9fff])(?!有|以|在|需|谓|长|属|见|得)"),
    ("进行了 … 的", r"进行了?[^，。；]{1,12}?的(?:优化|改进|训练|评估|分析|比较|研究|验证|处理)"),
    ("少至", r"少至\s?\d"),
    ("约 … 左右", r"(?:约|大约|大概)\s?[\d.]+\s?[%\u3400-\u9fff]{0,3}\s?左右"),
    ("超过 … 以上", r"(?:超过|高于)\s?[\d.]+\s?[%\u3400-\u9fff]{0,3}\s?以上"),
    ("基于 … 的基础上", r"基于[^，。；]{1,16}的基础上"),
    ("降低 … 倍", rf"(?:{_FALLS})[^，。；：、（）\n到至为的高快增升]{{0,8}}?\d[\d.–]*\s?[倍×]"),
    (
        "结果提示 for 结果表明",
        rf"(?:{_FINDINGS})(?:也|都|均|还|进一步)?提示(?!词|工程|注入|模板|学习)",
    ),
    ("使 … 成为可能", r"使[^，。；]{1,24}成为可能"),
    ("一小部分成本", r"小部分的?(?:成本|代价|开销|算力|计算量|时间)"),
    ("在那里 …", r"[，；：。]在那里"),
    ("最好理解为", r"最好(?:被)?(?:理解|看作|视为)"),
    ("给予信用", r"(?:给予|获得|得到|赋予)了?(?:部分)?信用(?!分配|卡|评级|额度)"),
    ("当 … 的时候", r"当[^，。；]{1,20}的时候"),
    ("涉及到", r"涉及到"),
    ("技术轴", r"[一二三四五六七八九十两\d]+条(?:技术|设计|研究)?轴"),
    ("一个 … 的一个", r"一[个种][^，。；]{1,10}的一[个种]"),
)
_FAULTS: Final = tuple((name, re.compile(pattern)) for name, pattern in _PATTERNS)
# What a proxy or surrogate is of: there 代理 is no agent.
_PROXIED: Final = "模型|变量|指标|目标|奖励|任务|服务|信号|损失|函数|梯度|度量|层|目录|调用|开销"
# Words for one thing, of which a page has one.
_RIVALS: Final = (
    (r"词元|令牌", r"(?i:\btokens?\b)"),
    (r"智能体", rf"(?<!非)代理(?!{_PROXIED})"),
    (r"智能体强化学习", r"(?i:\bagentic RL\b)"),
    (r"大语言模型", r"大型语言模型"),
    (r"微调", r"精调"),
    (r"提示词", r"提示语"),
    (r"基线", r"基准线"),
    (r"检查点", r"检查站"),
    (r"轨迹", r"\btrajector(?:y|ies)\b(?!）)"),
)


class Fault(NamedTuple):
    """What is written otherwise: the kind, and the words with a little around them."""

    kind: str
    words: str


def style(text: str) -> Iterator[Fault]:
    """What one Chinese text writes otherwise; maths, code, addresses and quotations apart."""
    plain = _APART.sub(lambda match: "\0" * len(match[0]), text)
    for kind, pattern in _FAULTS:
        for match in pattern.finditer(plain):
            yield Fault(kind, text[max(0, match.start() - 6) : match.end() + 6])


def rivals(texts: Iterable[str]) -> Iterator[Fault]:
    """Two words for one thing in the Chinese texts of one page; a term's English in brackets behind
    it is no second word.
    """
    page = re.sub(r"（[^（）]*）", "", _APART.sub(" ", "\n".join(texts)))
    for one, other in _RIVALS:
        here, there = re.search(one, page), re.search(other, page)
        if here and there:
            yield Fault("two words for one thing", f"{here[0]}, {there[0]}")
