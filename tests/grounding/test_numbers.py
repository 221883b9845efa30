"""Numbers: read alike from digits and words, in both languages; never rounded, never guessed."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.core.values.analysis import ResultRow
from wiki_builder.core.values.checks import Finding
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.grounding.numbers import names, stated
from wiki_builder.grounding.rules.numbers import numbers
from wiki_builder.grounding.rules.rule import Ground, Said
from wiki_builder.grounding.source import Source

HAN = re.compile("[\u4e00-\u9fff]")


def found(wording: str, source: str) -> list[Finding]:
    """What the rule for numbers finds of a wording whose quote is ``source``."""
    ground = Ground(source, source, Source((Passage("p", source),)))
    return [*numbers(Said("", wording) if HAN.search(wording) else Said(wording, ""), ground)]


COVERED = [
    ("八类", "eight families"),
    ("eight", "8 of them"),
    ("8", "八类"),
    ("3.5 万", "35,000 episodes"),
    ("35,000", "35K episodes"),
    ("80 亿参数", "an 8B model"),
    ("80 亿参数", "Qwen3-8B"),
    ("10 倍", "10x, 10-fold"),
    ("10 倍", "ten times cheaper"),
    ("10 倍", "reduced by a factor of ten or 10"),
    ("2 倍", "twice as fast"),
    ("翻倍", "it doubles"),
    ("一半", "half the cost"),
    ("一半", "cut by 50%"),
    ("2026 年 5 月 4 日", "as of May 4, 2026"),
    ("22.4 个百分点", "22.4 percentage points"),
    ("-22.4", "from −22.4"),
    ("+22.4", "22.4"),
    ("10%、20%", "10, 20, and 30%, respectively"),
    ("9/10", "9 out of 10 tasks"),
    ("85.3%", "Accuracy (%) 85.3 84.1"),
    ("18.50", "18.5"),
    ("三阶段", "a 3-stage pipeline"),
    ("两阶段", "dual and both"),
    ("第三", "Third, we"),
    ("10 万", "$10^{5}$"),
    (
        "提高 11.3 个百分点，从 41.9% 到 53.2%",
        "HotpotQA 41.9 53.2 15.9 19.7 41.9 49.0 32.5 40.8 15.5 20.4 29.5",
    ),
    ("ten points more, 76 as against 66", "76, outperforming the baseline with 66"),
    ("up by 1.1", "Gemma3-4B 40.0 49.2 17.2 16.1 42.8 52.2 27.7 37.9 12.3 14.7 28.0 ± 1.0"),
    ("15% better", "from 40.0 to 46.0"),
    ("less than one fifteenth of the cost", "15.5× cheaper"),
    ("不到前者的十五分之一", "15.5× cheaper"),
    ("misses one in ten", "90% are found"),
    ("all but two of ten tasks", "8 of 10 tasks"),
    ("at most 5% is lost", "5× faster, and 95% is kept"),
    ("50% faster", "a 1.5x speedup"),
    ("roughly 8.5%", "generation (+8.46%)"),
    ("五成多", "55%, more than twice"),
    ("不足两成", "15.9%"),
    ("less than one sixth", "15.9%"),
    ("almost two thirds", "65%"),
    ("about four times as large", "a 304% increase"),
    ("fewer than ten examples", "8 examples"),
    ("less than 1%", "0.7%"),
    ("40-odd models", "43 models"),
    ("700 多万个实体", "over 7 million entities"),
    ("七百余万个实体", "over 7 million entities"),
    ("2–13× faster", r"$2{\text -}13\times$ faster"),
    ("(φ−1)-approximate", r"$(\varphi-1)$-approximate"),
    ("x−1 steps", "$x-1$ steps"),
    ("0.618", "φ-1 with φ ≈ 1.618"),
    ("360° video", r"360$\degree$ video"),
    ("p = 3.0 × 10⁻¹⁰", "p = 3.0 × 10−10."),
    ("falls to 30–31", "drops to 30–31,263 indicating that"),
    ("fifty kilohertz", "50 kHz"),
    ("五千赫", "5 kHz"),
    ("two kilowatt hours", "2 kWh"),
    ("两个度量", "two measures"),
    ("in four dimensions", "4D features"),
    ("nearly fourteen times sooner", "13.9×"),
    ("an hour and a half", "90 minutes"),
    ("20% of the memory", "5× less memory"),
    ("102.4 秒", "DivInit 102.4 2.50 119.1 2.15 164.9 1.55"),
    ("48.4%", "Mobile-Agent-v3.5 Qwen3-VL-32B 48.4 46.6 - -"),
    ("a loss of 20 points", "CMS (−20.0)"),
    ("three point five million rows", "3.5M rows"),
    ("140 to 180 thousand million dollars", "140-180 billion USD"),
    ("tiles of 64 by 64 pixels", "tiles of 64^2 pixels"),
    ("the best 40 passages", "the top-40 passages"),
    ("in 4-bit integers", "in INT4"),
    ("an angle of 4.1 ± 0.5 degrees", r"an angle of $(4.1 \pm 0.5)^\circ$"),
    ("five tasks", "ϐive tasks"),
    ("ten to a hundred times cheaper", "one to two orders of magnitude cheaper"),
    ("half of the clips last no longer than 9 s", "the median clip lasts 9 s"),
    ("falls by 4 without memory and by 9 without search", "memory −4, search −9"),
    ("a gain of 0.31 points", "the gain (∆ = −0.31 points)"),
    (
        "0.4 lower than the 71.3 of the teacher",
        "71.3 for the teacher, compared with 70.9, in 3 hours",
    ),
    ("adds 4.4 to the score", r"raises the score from $20.1{\pm}0.2$ to $24.5{\pm}0.7$"),
    ("3.2 above the 60.5 of Rival", "from Rival's 60.5 to 63.7 in 12 days with 40 GPUs"),
    ("gains 21.5 points", "gains on two sets, A (40.0% to 52.5%) and B (31.2% to 52.7%)"),
    ("1,850 recordings", "1,200 for training, 300 for tuning and 350 for testing"),
    ("half of them robots", "three robots and three drones"),
    ("five times as fast", "cuts the time by 80.0%"),
    ("fewer than 7% are wrong", "an accuracy of 93.6%"),
    ("almost a third of them are wrong", "an accuracy of 68.6%"),
    ("under 2.5 points", "only 2.4 points"),
    ("一千零九十五天不足万分之一", "at less than 0.0001x, over 1,095 days"),
    ("about three quarters", "a weighted score of 0.74"),
    ("a seventh less", "14.2% less"),
    ("1830 年之后", "only after 1830"),
    ("rises by 1.2 to 88.4%", "rises to 88.4% (+1.2pp)"),
    ("halved: from 30 to 15", "falls from 30 to 15"),
    ("almost 50 frames a second", "49.71 FPS"),
    ("共 9,120 个成对判断", "9,120 pairwise judgments"),
    ("六个大语言模型在三种语言中", "six LLMs and three languages"),
    ("a ten-thousandth of the cost", "0.0001x the cost"),
]


@pytest.mark.parametrize(("wording", "source"), COVERED)
def test_a_source_covers_what_it_says(wording: str, source: str) -> None:
    """However either is written."""
    assert found(wording, source) == []


UNCOVERED = [
    ("18.5", "18.47"),
    ("18%", "18 tasks"),
    ("10x", "10 tasks"),
    ("10%", "10x"),
    ("22.4 个百分点", "22.4%"),
    ("-22.4", "22.4 and +22.4"),
    ("+22.4", "−22.4"),
    ("3.5 万", "3,500"),
    ("3.5", "35,000"),
    ("81%", "18%"),
    ("85.3%", "85.3 seconds, 5% of them"),
    ("三个", "eight families"),
    ("2", "22"),
    ("18.5", "$18^5$"),
    ("22.4%", "22.4 points"),
    ("22.4", "from −22.4"),
    (
        "提高 12.3 个百分点，从 41.9% 到 53.2%",
        "HotpotQA 41.9 53.2 15.9 19.7 41.9 49.0 32.5 40.8 15.5 20.4 29.5",
    ),
    ("roughly 9.5%", "+8.46%"),
    ("more than half", "45% more"),
    ("almost two thirds", "72%"),
    ("七十余万个实体", "over 7 million entities"),
    ("40 million images", "over 4 million images across 10 modalities"),
    ("+3.0%", "with 1, 2 or 3 examples"),
    ("p < 10⁻³⁰¹", "p < 10^-300"),
]


@pytest.mark.parametrize(("wording", "source"), UNCOVERED)
def test_a_source_covers_nothing_else(wording: str, source: str) -> None:
    """Another value, unit or sign is not what the source says."""
    assert found(wording, source)


UNSURE = [
    ("a sixth of them", "a fifth of them"),
    ("twenty models", "many models"),
    ("2.4", "scores of 71.3, 70.9 and 68.9"),  # which may be a difference
    ("seven tools in all", "four editors and three viewers"),
]


@pytest.mark.parametrize(("wording", "source"), UNSURE)
def test_what_may_be_meant_otherwise_is_not_sure(wording: str, source: str) -> None:
    """A number in words, and one that may be calculated from the quote's, withhold no claim."""
    assert found(wording, source)
    assert not any(finding.sure for finding in found(wording, source))


def test_a_row_has_the_units_of_its_text() -> None:
    """Points of a table that gives none are no percent where the text says percent."""
    source = "VoxPopuli 128 18.29 17.97 18.33 +0.04"
    ground = Ground(source, source, Source((Passage("p", source),)))
    row = ResultRow("VoxPopuli", "WER", "18.33", "points", None)
    said = Said("It reaches 18.33%.", "达到 18.33%。", row)
    assert [finding.rule for finding in numbers(said, ground)] == ["unit"]
    assert not [*numbers(replace(said, row=replace(row, unit="%")), ground)]


NOTHING = [
    "第二类，第三人称，第三方",
    "进一步统一一致，第一性原理，一种，一些，唯一，之一",
    "三元组、两者、二次、十分、万一、第三方、数十个、几百种、两方面",
    "the first one, a second, per second, once, zero-shot, one-shot",
    "mid-six, xsix, an xsix, ma hundred",
    "third-party tools, it doubles as a reward",
    "Qwen3-8B, GPT-4, ResNet50, pass@1 and Llama-3.1-8B",
    "see https://example.org/2605.02801v1",
    "(1) plan; (2) act",
    "often, attention, tens of thousands, hundreds",
    "双语、单一",
]


@pytest.mark.parametrize("text", NOTHING)
def test_idioms_and_names_state_nothing(text: str) -> None:
    """A word that only looks like a number is none."""
    assert stated(text) == ()


NAMES = [
    ("3GPT, A1-b2_c3 and x@1/2+3", ("A1-b2_c3", "x@1/2+3")),
    ("GPT-4, then GPT-4 and e5-base-based", ("GPT-4", "e5")),
    ("https://a.b/GPT-4/x2", ()),
    ("B2B-Style, abc-3-of", ("B2B-Style", "abc-3-of")),
    ("在 Qwen3-8B 和 GPT-4o 上，pass@1 为 3", ("Qwen3-8B", "GPT-4o", "pass@1")),
    ("Qwen3-series and GPT-4-based", ("Qwen3", "GPT-4")),
    ("no names, 3 numbers", ()),
]


@pytest.mark.parametrize(("text", "expected"), NAMES)
def test_names_with_digits(text: str, expected: tuple[str, ...]) -> None:
    """A name keeps its digits, which are no number of the wording."""
    assert names(text) == expected


@given(st.text(alphabet="0123456789.,%^eE+-−x×/ ()万亿百千十二三两分之a{}\\$KMB年", max_size=40))
def test_no_text_breaks_the_reading(text: str) -> None:
    """Whatever a model or a paper writes is read, and read alike twice."""
    found(text, text)
    assert stated(text) == stated(text)


@given(st.integers(10, 9999))
def test_a_changed_digit_is_found(value: int) -> None:
    """In English and in Chinese; the number itself is not."""
    source, other = f"It takes {value} steps.", value + 1
    assert found(f"It takes {value} steps.", source) == []
    assert found(f"共 {value} 步。", source) == []
    assert found(f"It takes {other} steps.", source)
    assert found(f"共 {other} 步。", source)
