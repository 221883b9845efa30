"""Errors of how things hang together: cause, order, condition, scope, and whose work it is."""

from __future__ import annotations

import re

from benchmarks.grounding.plants.world import Pair, World, appended, exchanged, within
from benchmarks.grounding.statement import Statement


def cause_and_effect_swapped(statement: Statement, world: World) -> Statement | None:
    """A because B has become B because A."""
    en = re.fullmatch(r"(.+?),? because ((?!it\b|they\b|of\b|this\b).+?)\.", statement.text.en)
    zh = re.fullmatch(r"(?:由于|因为)(.+?)，(.+?)。", statement.text.zh) or re.fullmatch(
        r"(.+?)，(?:因而|因此|所以|从而)(.+?)。", statement.text.zh
    )
    if not en or not zh or "；" in statement.text.zh or ";" in statement.text.en:
        return None
    first, second = en[2][0].upper() + en[2][1:], within(en[1], world)
    gap = " " if zh[2][0].isascii() else ""
    return statement.worded(f"{first} because {second}.", f"由于{gap}{zh[2]}，{zh[1]}。")


_CONNECTIVES: tuple[Pair, ...] = (
    (r"\bbecause\b(?! of)", "although", r"由于|因为", "尽管"),
    (r"\bsince\b(?! 20| late)", "although", r"由于|因为", "尽管"),
    (r"\bso that\b", "even though", r"从而|使得?|以便|因而|因此", "尽管"),
    (r"\balthough\b", "because", r"尽管|虽然", "由于"),
    (r"\bthough\b", "because", r"尽管|虽然", "由于"),
    (r"\bthus\b", "nevertheless", r"从而|因此|因而", "然而"),
    (r"\btherefore\b", "nevertheless", r"因此|因而|所以", "然而"),
    (r"\bwhich (?:leads to|causes|brings)\b", "despite which there is", r"导致|带来|造成", "却仍有"),
    (r"\bdue to\b", "despite", r"由于|源于", "尽管"),
    (r"\bdespite\b", "because of", r"尽管", "由于"),
    (r"\bwithout\b(?= \w+ing)", "by", r"无需|而不|不经|不", "通过"),
    (r"\brather than\b", "as well as", r"而不是|而非", "以及"),
    (r"\binstead of\b", "in addition to", r"而不是|而非|代替", "以及"),
    (r"\bbut\b", "and therefore", r"但是?|却|然而", "因此"),
    (r"\bto (?:improve|stabilize|reduce)\b", "at the price of less", r"以(?=稳定|改进|提高|减少|降低)", "而牺牲了"),
)  # fmt: skip


def connective_changed(statement: Statement, world: World) -> Statement | None:
    """*Because* has become *although*, *rather than* has become *as well as*."""
    return exchanged(statement, world, _CONNECTIVES, quoted=False)


_TIMES: tuple[Pair, ...] = (
    (r"\bbefore\b", "after", r"之前|以前|前(?=的|，|归|，|。|几)", "之后"),
    (r"\bafter\b", "before", r"之后|以后|后(?=的|，|恢|仍|才|。|判)", "之前"),
    (r"\bAfter\b", "Before", r"之后|以后|后", "之前"),
    (r"\bduring training\b", "after training", r"训练中|训练期间|训练过程中", "训练之后"),
    (r"\bat inference(?: time)?\b", "before training", r"推理时", "训练之前"),
    (r"\bearly\b", "late", r"早期|初期", "后期"),
    (r"\bfinally\b", "at the very beginning", r"最后", "一开始"),
    (r"\bwarms? up\b", "finishes", r"预热", "收尾"),
    (r"\bthe third iteration\b", "the first iteration", r"第三轮迭代", "第一轮迭代"),
    (r"\bat the end\b", "at the beginning", r"结束时|最后", "开始时"),
    (r"\bto date\b", "in the past", r"迄今", "过去"),
    (r"\bpast\b", "future", r"以往|过去|历史", "未来"),
    (r"\blater\b", "earlier", r"后续|之后", "先前"),
    (r"\bpre-?training\b", "post-training", r"预训练", "后训练"),
)


def time_order_reversed(statement: Statement, world: World) -> Statement | None:
    """*Before* has become *after*, or what is done first is done second."""
    en = re.fullmatch(r"(.*?)\bfirst (.+?),? (?:and )?then (.+?)\.", statement.text.en)
    zh = re.fullmatch(r"(.*?)先(.+?)，?(?:再|然后|随后)(.+?)。", statement.text.zh)
    if en and zh and ";" not in statement.text.en and len(en[3].split()) < 12:
        return statement.worded(
            f"{en[1]}first {en[3]}, then {en[2]}.", f"{zh[1]}先{zh[3]}，再{zh[2]}。"
        )
    return exchanged(statement, world, _TIMES, quoted=False)


_CONDITION_EN = re.compile(
    r"^(?:When|If|Under|Without|With|At|After|Given|Trained|During|Where)\b"
    r"(?! average| top| one line)([^,;]{6,70}), (?!and |but |or )(?=[a-zA-Z])"
)
_CONDITION_ZH = re.compile(
    r"^(?:在|当|对于?|若|采用|使用|仅用|仅凭|针对|不经|只用|用|以)([^，；]{2,40})，"
)


def condition_dropped(statement: Statement, world: World) -> Statement | None:
    """What holds under a condition is said to hold in general."""
    text = statement.text
    en, zh = _CONDITION_EN.match(text.en), _CONDITION_ZH.match(text.zh)
    if not en or not zh:
        return None
    always = (
        ("In general", "一般而言"),
        ("In every case", "在任何情况下"),
        ("Without exception", "无一例外"),
    )
    said, said_zh = world.rng.choice(always)
    return statement.worded(f"{said}, {text.en[en.end() :]}", f"{said_zh}，{text.zh[zh.end() :]}")


_SCOPES: tuple[Pair, ...] = (
    (r"\b([Oo])n (?:[A-Z][\w$^τ+.-]*(?:, | and )?)+(?=,| it\b| the\b|\.$| by\b)", r"\1n all benchmarks",
     r"在 ?(?:[A-Z\$][\w$^τ+.-]*(?: ?[、和与] ?)?)+ ?(?:这一个模型)?上", "在所有基准上"),
    (r"\b([Oo])n [A-Z][\w.-]*\d[\w.-]*(?=,|\.)", r"\1n all models", r"在 ?[A-Z][\w.-]*\d[\w.-]* ?上", "在所有模型上"),
    (r"\bon (?:complex|long-horizon|static|hard|unseen|held-out|challenging|spatially intensive)( \w+)?", "on all tasks",
     r"(?:在|对)[^，。；]{0,6}?(?:复杂|长程|静态|困难|未见|留出的?|空间密集型)[^，。；]{0,8}?(?:任务|基准)上?", "在所有任务上"),
    (r"\b(?:three|four|five|six|seven|eight|nine|ten|two|\d+) (?:\w+[- ]){0,3}?(benchmarks|datasets|tasks|models|domains)\b",
     r"all existing \1", r" ?(?:[两三四五六七八九十]|\d+ ?)(?:个|项|种)([^，。；的]{0,8}?(?:基准|数据集|任务|模型|领域))", r"所有现有\1"),
    (r"\bsmall language models?\b", "language models of any size", r"小语言模型", "任意规模的语言模型"),
    (r"\bLLM agents?\b", "AI systems of any kind", r"(?:LLM|大语言模型) ?智能体", "任何 AI 系统"),
    (r"\bin (?:simulation|controlled tasks|the few-shot setting|short-history setting)\b", "in every setting",
     r"在(?:仿真|受控任务|少样本设定|短历史设定)(?:中|下)", "在任何设定下"),
)  # fmt: skip


def scope_widened(statement: Statement, world: World) -> Statement | None:
    """One dataset has become all, three tasks all existing ones."""
    if re.search(
        r"\ball (?:existing )?(?:benchmarks|datasets|tasks|models)", world.evidence(statement)
    ):
        return None
    return exchanged(statement, world, _SCOPES, quoted=False)


_BY_AUTHORS: tuple[Pair, ...] = (
    (r"^(?:Proposes|Introduces|Presents|Designs|Builds)\b", "Reuses from earlier work",
     r"^(?:提出|引入|介绍|设计|构建)", "沿用前人提出的"),
    (r"\bthe authors (?=argue|note|point|see|say|state|believe|find)", "critics of the paper ", r"作者(?=主张|指出|认为|称|发现)", "该论文的批评者"),
    (r"\bnovel\b", "well-known", r"新颖的|新的|新型", "已有的"),
    (r"\bexisting methods\b", "the proposed methods", r"现有方法", "所提方法"),
    (r"\bprior (?=work|methods|systems|baselines)", "their own ", r"以往的?|此前的?|先前的?", "作者自己的"),
)  # fmt: skip
_CREDITS = (
    (", an idea of Wang et al. (2023)", "，这一想法出自 Wang 等人（2023）"),
    (", as a team at another laboratory had shown before", "，此前另一实验室的团队已经证明过"),
    (", which the authors take over from earlier work unchanged", "，作者原样沿用了前人的做法"),
)


def attributed_to_others(statement: Statement, world: World) -> Statement | None:
    """What the authors made is said to be others'."""
    changed = exchanged(statement, world, _BY_AUTHORS, quoted=False)
    if changed or statement.part not in ("contributions", "steps"):
        return changed
    return appended(statement, *world.rng.choice(_CREDITS))


_PROMISES: tuple[Pair, ...] = (
    (
        r"\bwill be (?:made )?(?:publicly |openly )?(?:released|available|open-sourced|public)(?: publicly| on request| to the community)?(?: upon \w+| (?:once|when) [^.,]+| in a future version)?",
        "can already be downloaded",
        r"将(?:在[^，。；]+?[后中]|应[^，。；]+?申请|向社区)?(?:公开|发布|开源)",
        "已可下载",
    ),
)


def promise_kept(statement: Statement, world: World) -> Statement | None:
    """What will be released is said to be there."""
    return exchanged(statement, world, _PROMISES, quoted=False)


KINDS = (
    cause_and_effect_swapped,
    connective_changed,
    time_order_reversed,
    condition_dropped,
    scope_widened,
    attributed_to_others,
    promise_kept,
)
