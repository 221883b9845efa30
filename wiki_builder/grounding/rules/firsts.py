"""Firsts and superlatives: first, only, best, state of the art, 首个, 唯一, 最佳."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wiki_builder.core.values.bilingual import Language
from wiki_builder.core.values.checks import Finding
from wiki_builder.grounding.rules.reading import Mark, read
from wiki_builder.grounding.rules.rule import Ground, Said

# What follows "first" where it only counts: "the first stage".
_IN_ORDER = (
    "stages?|steps?|phases?|parts?|layers?|half|halves|authors?|orders?|glance|sight|principles?"
    "|class|persons?|time step|terms?|rows?|columns?|lines?|tokens?|words?|two|three|four|five|six"
    "|seven|few|several|components?|modules?|pass|round|turn|attempts?|iterations?|epochs?|frames?"
    "|levels?|tier|and|is|case|one|aspect|contribution|names?|sentence|paragraph|section|quarter"
    "|place|try|moments?|we|let|then|language|derivative|run|hop|loop|block|hidden|second|aid|rank"
    "|best|responders?|renderings?|answers?|outputs?|drafts?|guess|response|message|use|query"
)
_FIRST = re.compile(
    r"\b(?:the|our|its|their|this|as|world's)\s+(?:very\s+)?first\b"
    rf"(?![-\s]+(?:{_IN_ORDER})\b)"
    r"|\bfirst[- ](?:to|of its kind)\b"
    r"|\bfirst\s+(?:systematic|comprehensive|large|open|public|end|general|unified|formal|known"
    r"|theoretical|empirical|provabl\w+|real|work|study|dataset|benchmark|framework|method|model)\b"
    r"|\b(?:nobody|no\sone)\s(?:has|had)\s(?:ever|yet|before|\w+ed)\b|\bno\s(?:earlier|prior|previous|other|existing)\s(?:\w+\s)?(?:work|study"
    r"|stud(?:y|ies)|method|approach|paper|research|system|framework)s?\s(?:has|have|had|did)\b",
    re.IGNORECASE,
)
_ZH_FIRST = re.compile(
    "(?:此前|以前|之前|以往|先前|前人)[^，。；]{0,8}?(?:从未|未曾|未有|没有人|无人)|从未有(?:工作|研究|人|方法)"
    "|(?:尚|没有|尚无|毫无|无)先例|前所未见"
)
# 首次 that only counts: 首次尝试 is the first attempt.
_ZH_IN_ORDER = re.compile(
    "首[次个批](?:发布|公开|推出|亮相|上线|尝试|渲染|运行|出现|使用|访问|生成|回答|迭代|调用|输出|执行|采样|通过|提问|接触|命中|失败|成功"
    "|正确|响应|推理|提交|部署|检索|预测|训练|测试|登录|就诊|词|令牌|词元|token|字)"
)
_MOST = re.compile(r"\b(?:the|its|their|our|are|is|was|were)\s+most\s+[a-z]+", re.IGNORECASE)
_EST = re.compile(r"\b[a-z]{3,}est\b", re.IGNORECASE)
_NO_EST = frozenset(
    "test best rest request interest suggest latest modest honest harvest forest manifest protest"
    " contest invest digest nest west guest quest arrest pest vest chest zest crest behest conquest"
    " earnest tempest inquest bequest ingest attest detest divest infest molest pretest backtest"
    " unrest congest overinvest reinvest everest budapest bucharest midwest northwest southwest"
    " east northeast southeast least disinterest selftest retest armrest headrest".split()
)
_ZUI = re.compile("最(?!近|终|后|初|多|少|小化|大化|优化|大似然|小二乘|大熵|早|新|低限度|大程度)")
_ONE = re.compile(r"\b(?:only|one|sole|single|unique\w*|exclusive\w*|alone|other)\b", re.IGNORECASE)
_RANKED = re.compile(
    r"\b1st\b|#1\b|\brank\w*\s(?:\w+\s)?(?:first|1)\b|\bfirst[- ](?:place|rank)|\btop[- ]1\b",
    re.IGNORECASE,
)
_OVER_ALL = re.compile(r"\b(?:all|every|any|none|no|existing|prior|previous)\b", re.IGNORECASE)
# What is called best is somebody else's.
_OF_OTHERS = re.compile(
    r"\W*(?:(?!(?:against|among|amongst|of|over|than|across|on)\b)[\w-]+\s+){0,3}?(?:baselines?|priors?|competitors?|existing|previous|earlier|published"
    r"|alternatives?|rivals?|(?:methods|models|approaches|systems|agents|techniques|frameworks))\b"
    r"|[的之]?.{0,8}?(?:基线|方法|模型|系统|智能体|方案|技术|竞争)",
    re.IGNORECASE,
)
# The best of something that is no method: it ranks nobody.
_HIGHEST = frozenset(("state of the art", "sota", "最先进", "最为先进", "最新水平"))
_NO_RANK = re.compile(
    r"\W*(?:of\b|at\b|scores?|candidates?|answers?|guess|match\w*|choices?|values?|fit\w*|response"
    r"|practices?|effort|case|possible|available|single|known|path|action|option|one|checkpoint|epoch"
    r"|response|hypothesis|n\b|k\b|\d|(?:gets?|reache[sd]|achieve[sd]?|manage[sd]?)\b)"
    r"|的也",
    re.IGNORECASE,
)
# The highest of values that are told: highest on X (0.98).
_PICKED = re.compile(
    r"\W*(?:on|for|in|at|with)\b[^.;,]{0,40}\(\s?[0-9]|[^，。；]{0,3}[（(]\s?[0-9]", re.IGNORECASE
)
_OWN_BEST = re.compile(
    r"\bbest(?:[- ]performing)?\s(?!(?:results?|performance|accuracy|scores?|paper)\b)[a-z]+\b"
    r"|最[佳好优强]的?(?!结果|性能|表现|水平|成绩|论文)[\u4e00-\u9fff]{2}",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\bnot\s(?:always\s|necessarily\s|by far\s)?(?:the\s)?$|(?:并非|不是|未必是)$", re.IGNORECASE
)
_OF_ALL = re.compile(r"\s(?:of|among)\s(?:all|any)\b", re.IGNORECASE)
_AGAINST = re.compile(
    r"\b(?:than|over|beyond|against|versus|vs|surpass\w*|outperform\w*|exceed\w*|beat\w*|match\w*"
    r"|behind|below|approach\w*|rival\w*)\s+(?:the\s+|current\s+|prior\s+)*$"
    r"|(?:超过|优于|超越|胜过|接近|相比|与|较|比|即便是?|即使是?)[^，。；]{0,6}$",
    re.IGNORECASE,
)


def firsts(said: Said, ground: Ground) -> Iterator[Finding]:
    """A first, an only or a best of the wording that the evidence does not have."""
    evidence = evidence_of(ground)
    for language, text in _wordings(said):
        kinds = (
            (novelty(text, language), _is_new),
            (sole(text, language), _is_sole),
            (_ranked(text, language), _is_best),
            (_highest(text, language), _is_superlative),
        )
        for words, is_in in kinds:
            if words and not (_plain(words) in _plain(evidence) or is_in(evidence)):
                if is_in is _is_best and _OWN_BEST.search(text) and _is_best(ground.near):
                    break  # the best of its own models, as the passage calls it
                yield Finding("first", words, language=language)
                break


def _wordings(said: Said) -> tuple[tuple[Language, str], ...]:
    return ("en", said.en), ("zh", said.zh)


def _plain(words: str) -> str:
    return words.lower().replace("-", " ")


def attributed(said: Said, ground: Ground) -> bool:
    """Whether wording and evidence both call something first, only or best: the authors say so."""
    evidence = evidence_of(ground)
    for language, text in _wordings(said):
        if novelty(text, language) and _is_new(evidence):
            return True
        if sole(text, language) and _is_sole(evidence):
            return True
        if _ranked(text, language) and _is_best(evidence):
            return True
    return False


def evidence_of(ground: Ground) -> str:
    """What a wording is held against: the quote, and its passage where that is no abstract."""
    if ground.quote and ground.abstract:
        return ground.quote
    return f"{ground.quote}\n{ground.near}" if ground.quote else ground.near


def novelty(text: str, language: Language) -> str:
    """The words that call something the first of its kind; empty if none do."""
    for mark in read(text, language).of("first"):
        if not (language == "zh" and _ZH_IN_ORDER.match(text, mark.start)):
            return mark.text
    found = (_FIRST if language == "en" else _ZH_FIRST).search(text)
    return found[0] if found else ""


def sole(text: str, language: Language) -> str:
    """The words that call something the only one."""
    return _first(read(text, language).of("sole"))


def best(text: str, language: Language, own: bool = False) -> str:
    """The words that rank something highest; ``own``: not a baseline or another's method."""
    marks = read(text, language).of("top")
    return _first(mark for mark in marks if not (own and _is_others(text, mark)))


def _ranked(text: str, language: Language) -> str:
    """The same of a wording, where the best answer or score of several ranks nobody."""
    marks = read(text, language).of("top")
    return _first(
        mark
        for mark in marks
        if not (
            _is_others(text, mark)
            or _NO_RANK.match(text, mark.end)
            or _PICKED.match(text, mark.end)
            or _NOT.search(text, 0, mark.start)
        )
    )


def _is_others(text: str, mark: Mark) -> bool:
    """Whether what is ranked highest is a baseline, or another's method."""
    if _OF_ALL.match(text, mark.end):
        return False
    return bool(_OF_OTHERS.match(text, mark.end) or _AGAINST.search(text, 0, mark.start))


def _highest(text: str, language: Language) -> str:
    """The words that call somebody else's methods the state of the art."""
    return _first(m for m in read(text, language).of("top") if _plain(m.text) in _HIGHEST)


def superlative(text: str, language: Language) -> str:
    """The words that call something the most of any kind."""
    if language == "zh":
        found = _ZUI.search(text)
        return text[found.start() : found.start() + 3] if found else ""
    for match in _EST.finditer(text):
        if match[0].lower() not in _NO_EST:
            return match[0]
    found = _MOST.search(text)
    return found[0] if found else ""


def _first(marks: Iterator[Mark] | tuple[Mark, ...]) -> str:
    return next((mark.text for mark in marks), "")


# --- What the evidence says ---------------------------------------------------------


def _is_new(evidence: str) -> bool:
    return bool(novelty(evidence, "en")) or read(evidence, "en").has("new")


def _is_sole(evidence: str) -> bool:
    return bool(_ONE.search(evidence)) or _is_new(evidence)


def _is_best(evidence: str) -> bool:
    reading = read(evidence, "en")
    if reading.has("peak") or best(evidence, "en", own=True) or _RANKED.search(evidence):
        return True
    beats = reading.of("beats")
    return any(reading.has("top") or _OVER_ALL.search(evidence, mark.start) for mark in beats)


def _is_superlative(evidence: str) -> bool:
    reading = read(evidence, "en")
    return (
        bool(superlative(evidence, "en"))
        or reading.has("top", "peak", "upto", "most")
        or _is_best(evidence)
    )
