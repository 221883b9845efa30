"""Numbers: read alike from digits and words, in both languages; never rounded, never guessed."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
]


@pytest.mark.parametrize(("wording", "source"), UNCOVERED)
def test_a_source_covers_nothing_else(wording: str, source: str) -> None:
    """Another value, unit or sign is not what the source says."""
    assert found(wording, source)


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
