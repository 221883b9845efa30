"""Code and data that are promised, and those that are there.

A promise is a word for later (*will*, *to be*, *upon acceptance*, 将) beside one for making
something public (*release*, *available*, 公开) in one clause.
"""

from __future__ import annotations

import re
from typing import Final

_PUBLIC: Final = (
    r"(?:releas\w*|open[- ]?sourc\w*|public\w*|publish\w*|avail\w*|shar(?:e|ed|ing)|upload\w*"
    r"|post(?:ed|ing)|found|provid\w*|distribut\w*|host(?:ed|ing)|access\w*|online)"
)
_LATER: Final = (
    r"(?:will|shall|\w+['’]ll|(?:is|are|being)\sto|to\sbe|(?:going|about|due)\sto|plan(?:s|ned|ning)?"
    r"|intend\w*|aims?\sto|hope\w*\sto|expect\w*|commit\w*\sto|pending|forthcoming|upcoming|soon"
    r"|shortly|eventually|later|not\syet|in\sthe\s(?:near\s)?future|awaiting|scheduled|promis\w*"
    r"|(?:up)?on\s(?:\w+\s)?(?:acceptance|publication|review|request)|(?:once|after|when|following"
    r"|subject\sto)\s(?:\w+\s){0,4}?(?:accept\w*|publi\w*|review\w*|approv\w*|peer\w*))"
)
_CLAUSE: Final = r"[^.;!?。；！？]{0,80}?"
_PROMISE = re.compile(
    rf"\b{_LATER}\b{_CLAUSE}\b{_PUBLIC}\b|\b{_PUBLIC}\b{_CLAUSE}\b{_LATER}\b", re.IGNORECASE
)
_ZH_PUBLIC: Final = "(?:公开|开源|发布|放出|释出|共享|提供|上线|开放|获取)"
_ZH_LATER: Final = (
    "(?:将(?!(?:全部|所有|其|该|完整|相关)?(?:代码|源码|数据|模型|权重|基准|实现|工具))|会(?=公|开|发|在|于|随|提|尽)|拟|计划|打算|有望|预计|待|日后|后续|未来|稍后|近期|尽快"
    "|暂未|尚未|承诺|(?:录用|接收|接受|发表|审稿|评审)(?:之)?后)"
)
_ZH_PROMISE = re.compile(
    rf"{_ZH_LATER}[^。；！？，]{{0,24}}?{_ZH_PUBLIC}|{_ZH_PUBLIC}[^。；！？，]{{0,12}}?{_ZH_LATER}"
)
# What is made public: a promise of anything else is not meant here.
_ARTIFACT = re.compile(
    r"\b(?:code\w*|source|data|datasets?|models?|weights|checkpoints?|implementations?|software"
    r"|scripts?|repositor(?:y|ies)|demos?|benchmarks?|toolkit|artifacts?|prompts?|corpus|corpora"
    r"|resources|materials|environments?|solutions|traces|github|package|library)\b"
    r"|代码|源码|数据|模型|权重|检查点|实现|软件|脚本|仓库|基准|工具|语料|资源|材料|提示词|环境",
    re.IGNORECASE,
)
_IS_PUBLIC = re.compile(
    r"\b(?:open[- ]?sourc\w+|releas\w+|publicly|(?:is|are|made|makes?|freely|openly|now)\s"
    r"(?:\w+\s)?(?:avail\w+|public|accessible)|(?:avail\w+|hosted|found|published|shared)\s(?:\w+\s)?"
    r"(?:at|on|online|under|via|from))\b|开源|公开|发布|放出|可(?:供)?下载|可在.{0,20}?获取",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"https?://[^\s，。；）)]+|\b\w+\.(?:com|org|io|ai)/[^\s，。；）)]*")
# Words before an address that make it another's, on whose work a paper builds; and its own.
_OTHERS = re.compile(
    r"\b(?:buil[dt]s?\s(?:up)?on|based\son|adapted\sfrom|borrow\w*|fork(?:ed)?\s(?:of|from)"
    r"|modified\sfrom|we\s(?:use|adopt|employ|follow|start|build)\w*|we\srel(?:y|ied)\son|using|uses"
    r"|(?:taken|obtained|download\w*)\sfrom|provided\sby|implementation\s(?:of|by|from|in)"
    r"|official\s\w+\s(?:of|for|by|from)|thanks\sto|following|their)\b",
    re.IGNORECASE,
)
_OURS = re.compile(
    r"\b(?:our|we\s(?:release|open|share|publish|provide|make|host)|releas\w+|open[- ]?sourc\w+"
    r"|avail\w+|(?:is|are|be)\s(?:found|hosted|public\w*)|project\s(?:page|site)|website|homepage"
    r"|demo|code(?=\sat|\s?:))\b",
    re.IGNORECASE,
)


def promised(text: str) -> bool:
    """Whether a text says, in either language, that something will be public."""
    text = _ADDRESS.sub("", text)
    return bool(_PROMISE.search(text) or _ZH_PROMISE.search(text))


def is_there(text: str) -> str:
    """The words by which a text says that code, data or a model is public now; empty without."""
    if not _ARTIFACT.search(text) or promised(text):
        return ""
    found = _IS_PUBLIC.search(text)
    return found[0] if found else ""


def is_of_others(before: str) -> bool:
    """Whether the words of a sentence before an address say that it is another's."""
    others = [match.end() for match in _OTHERS.finditer(before)]
    ours = [match.end() for match in _OURS.finditer(before)]
    return bool(others) and max(others) > max(ours, default=0)
