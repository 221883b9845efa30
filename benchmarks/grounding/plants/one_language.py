"""Errors in one language only: what the other says stays true."""

from __future__ import annotations

import re
from dataclasses import replace

from benchmarks.grounding.plants import bounds, names, numbers, units, wording
from benchmarks.grounding.plants.lexicon import ANTONYMS, COMPARISON, DIRECTION
from benchmarks.grounding.plants.world import Pair, Where, World, exchange_words, exchanged, plain
from benchmarks.grounding.plants.world import numbers as numbers_of
from benchmarks.grounding.statement import Statement
from wiki_builder.core.values.bilingual import Bilingual

# What a term is mistaken for in translation.
_TERMS: tuple[tuple[str, str, str], ...] = (
    (r"\breinforcement learning\b|\bRL\b", "强化学习", "监督学习"),
    (r"\bpolicy\b", "策略", "政策"),
    (r"\brewards?\b", "奖励", "惩罚"),
    (r"\btrajector(?:y|ies)\b", "轨迹", "轨道"),
    (r"\bcredit\b", "信用", "贷款"),
    (r"\bbaselines?\b", "基线", "上限"),
    (r"\btransformer\b", "Transformer", "变压器"),
    (r"\bexploration\b", "探索", "利用"),
    (r"\bprecision\b", "精确率", "召回率"),
    (r"\baccuracy\b", "准确率", "召回率"),
    (r"\bencoder\b", "编码器", "解码器"),
    (r"\blatency\b", "延迟", "吞吐量"),
    (r"\bzero-shot\b", "零样本", "少样本"),
    (r"\bfew-shot\b", "少样本", "零样本"),
    (r"\bfine-tun\w+\b", "微调", "预训练"),
    (r"\bpretrain\w+\b", "预训练", "微调"),
    (r"\bablations?\b", "消融", "增强"),
    (r"\bgenerali[sz]\w+\b", "泛化", "过拟合"),
    (r"\brobust(?:ness)?\b", "稳健", "脆弱"),
    (r"\bopen-source\b", "开源", "闭源"),
    (r"\bsupervised\b", "监督", "无监督"),
    (r"\blong-horizon\b", "长程", "长距离"),
    (r"\btrain(?:ing|ed|s)?\b", "训练", "推理"),
    (r"\bsamples?\b", "样本", "参数"),
    (r"\bparameters\b", "参数", "样本"),
    (r"\bsuccess\b", "成功", "失败"),
)


def number_zh(statement: Statement, world: World) -> Statement | None:
    """A digit is wrong in Chinese."""
    return _number(statement, world, "zh")


def number_en(statement: Statement, world: World) -> Statement | None:
    """A digit is wrong in English."""
    return _number(statement, world, "en")


def _number(statement: Statement, world: World, where: Where) -> Statement | None:
    found = numbers.common(statement, world)
    old = world.rng.choice(found) if found else ""
    new = numbers.other_digit(old, world, world.near(statement)) if old else None
    return exchange_words(statement, {old: new}, where) if new else None


def other_number_zh(statement: Statement, world: World) -> Statement | None:
    """Chinese has another number of the same claim or paper in its place."""
    found = numbers.common(statement, world)
    near = numbers_of(world.near(statement))
    fits = [(old, new) for old in found for new in near if numbers.alike(old, new)]
    fits = [(old, new) for old, new in fits if new not in plain(statement.text.zh)]
    return exchange_words(statement, dict([world.rng.choice(fits)]), "zh") if fits else None


def wan_or_yi_tenfold(statement: Statement, world: World) -> Statement | None:
    """万 and 亿 are off by a factor of ten: 2,500 万 for 250 万."""
    found = re.search(r"(\d[\d,]*(?:\.\d+)?) ?(万|亿)", statement.text.zh)
    if not found:
        return None
    value = float(found[1].replace(",", "")) * world.rng.choice((10, 0.1))
    written = f"{value:.6g}"
    zh = statement.text.zh.replace(found[0], f"{written} {found[2]}", 1)
    return statement.worded(zh=zh)


def wan_for_yi(statement: Statement, world: World) -> Statement | None:
    """亿 stands for 万, or the other way round."""
    found = re.search(r"(\d[\d,]*(?:\.\d+)?) ?(万|亿)", statement.text.zh)
    if not found:
        return None
    other = {"万": "亿", "亿": "万"}[found[2]]
    return statement.worded(zh=statement.text.zh.replace(found[0], f"{found[1]} {other}", 1))


def points_zh(statement: Statement, world: World) -> Statement | None:
    """Points are per cent in Chinese."""
    return exchanged(statement, world, units.POINTS, "zh", quoted=False)


def percent_zh(statement: Statement, world: World) -> Statement | None:
    """Per cent are points in Chinese."""
    if "points" in statement.text.en or "% of" in statement.text.en:
        return None
    return exchanged(statement, world, units.PERCENT, "zh", quoted=False)


def unit_zh(statement: Statement, world: World) -> Statement | None:
    """A unit is another one in Chinese: minutes for hours, euros for dollars."""
    pairs = [pair for unit in units.UNITS.values() for pair in unit]
    return exchanged(statement, world, units.first_places(statement, pairs), "zh", quoted=False)


def name_zh(statement: Statement, world: World) -> Statement | None:
    """A name is another one in Chinese."""
    return _name(statement, world, "zh")


def name_en(statement: Statement, world: World) -> Statement | None:
    """A name is another one in English."""
    return _name(statement, world, "en")


def _name(statement: Statement, world: World, where: Where) -> Statement | None:
    olds = names.named(statement, world)
    if not olds:
        return None
    old = world.rng.choice(olds)
    kind = names.kind_of(old, statement.text.en)
    news = [name for name in names.FOREIGN[kind] if not world.says(name)]
    return exchange_words(statement, {old: world.rng.choice(news)}, where)


def negation_zh(statement: Statement, world: World) -> Statement | None:
    """Chinese denies what English states, or the other way round."""
    return exchanged(statement, world, wording.NEGATED, "zh", quoted=False)


def negation_en(statement: Statement, world: World) -> Statement | None:
    """English denies what Chinese states."""
    return exchanged(statement, world, wording.NEGATED, "en", quoted=False)


def direction_zh(statement: Statement, world: World) -> Statement | None:
    """It rises in English and falls in Chinese."""
    return exchanged(statement, world, DIRECTION, "zh", quoted=False)


def direction_en(statement: Statement, world: World) -> Statement | None:
    """It falls in English and rises in Chinese."""
    return exchanged(statement, world, DIRECTION, "en", quoted=False)


def comparison_zh(statement: Statement, world: World) -> Statement | None:
    """It wins in English and loses in Chinese."""
    return exchanged(statement, world, COMPARISON, "zh", quoted=False)


def first_zh(statement: Statement, world: World) -> Statement | None:
    """首次 or 首个 in Chinese alone."""
    if re.search(r"\bfirst\b", world.evidence(statement), re.IGNORECASE):
        return None
    return exchanged(statement, world, wording.FIRST, "zh", quoted=False)


def hedge_zh(statement: Statement, world: World) -> Statement | None:
    """*May* in English is 必然 in Chinese."""
    return exchanged(statement, world, wording.HEDGES, "zh", quoted=False)


def quantifier_zh(statement: Statement, world: World) -> Statement | None:
    """*All* in English is 部分 in Chinese."""
    return exchanged(statement, world, wording.QUANTIFIERS, "zh", quoted=False)


def bound_zh(statement: Statement, world: World) -> Statement | None:
    """*Up to* in English is 至少 in Chinese."""
    return exchanged(statement, world, bounds.BOUNDS, "zh", quoted=False)


def property_zh(statement: Statement, world: World) -> Statement | None:
    """A property is its opposite in Chinese: 离线 for *online*."""
    return exchanged(statement, world, ANTONYMS, "zh")


def term_mistranslated(statement: Statement, world: World) -> Statement | None:
    """A term is translated by what it means elsewhere, or by its opposite."""
    pairs: list[Pair] = [(en, r"\g<0>", zh, new) for en, zh, new in _TERMS]
    return exchanged(statement, world, pairs, "zh", quoted=False)


def text_of_another_claim_zh(statement: Statement, world: World) -> Statement | None:
    """Chinese says what another claim of the paper says."""
    others = [
        s
        for s in world.siblings(statement)
        if s.part == statement.part and s.quote != statement.quote
    ]
    return statement.worded(zh=world.rng.choice(others).text.zh) if others else None


def half_untranslated(statement: Statement, world: World) -> Statement | None:
    """The second half of the statement is missing in Chinese."""
    text = statement.text
    parts = re.split(r"(?<=[；。])|(?<=，)(?=[^，；。]{12,})", text.zh)
    clauses = re.split(r"; |, (?:and|but|while|which|so that|with) |\. (?=[A-Z])", text.en)
    if len(clauses) < 2 or len(parts) < 2 or len(text.zh) < 30:
        return None
    kept = "".join(parts[: len(parts) // 2]).rstrip("，；。")
    return statement.worded(zh=kept + "。") if len(kept) < 0.6 * len(text.zh) else None


def abstract_truncated(statement: Statement, world: World) -> Statement | None:
    """The Chinese abstract ends after a part of it, at a sentence's end."""
    if statement.part != "abstract_zh":
        return None
    sentences = re.findall(r"[^。]+。", statement.text.zh)
    if len(sentences) < 4:
        return None
    kept = max(1, int(len(sentences) * world.rng.choice((0.25, 0.4, 0.6))))
    return replace(statement, text=Bilingual("", "".join(sentences[:kept])))


def abstract_sentence_lost(statement: Statement, world: World) -> Statement | None:
    """A sentence in the middle of the Chinese abstract is missing."""
    if statement.part != "abstract_zh":
        return None
    sentences = re.findall(r"[^。]+。", statement.text.zh)
    if len(sentences) < 4:
        return None
    at = max(range(1, len(sentences) - 1), key=lambda i: len(sentences[i]))
    left = [*sentences[:at], *sentences[at + 1 :]]
    return replace(statement, text=Bilingual("", "".join(left)))


KINDS = (
    number_zh,
    number_en,
    other_number_zh,
    wan_or_yi_tenfold,
    wan_for_yi,
    points_zh,
    percent_zh,
    unit_zh,
    name_zh,
    name_en,
    negation_zh,
    negation_en,
    direction_zh,
    direction_en,
    comparison_zh,
    first_zh,
    hedge_zh,
    quantifier_zh,
    bound_zh,
    property_zh,
    term_mistranslated,
    text_of_another_claim_zh,
    half_untranslated,
    abstract_truncated,
    abstract_sentence_lost,
)
