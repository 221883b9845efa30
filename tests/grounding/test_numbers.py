"""Numbers: read alike from digits and words, in both languages; never rounded, never guessed."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.grounding.numbers import agrees, covered, names, readings, stated

# What a wording states: value, unit class, sign.
STATED = [
    ("1,234.5 tokens", "1234.5"),
    ("by 18.5%", "18.5 percent"),
    ("18.5 percent, 3 per cent", "18.5 percent; 3 percent"),
    ("提高 18％", "18 percent"),
    ("百分之三十、百分之 30.5", "30 percent; 30.5 percent"),
    ("22.4 percentage points", "22.4 points"),
    ("a 22.4-point gain", "22.4 points"),
    ("22.4 个百分点", "22.4 points"),
    ("−22.4 and -3, +5%", "-22.4; -3; +5 percent"),
    ("从 -22.4 提升到 +22.4", "-22.4; +22.4"),
    ("8–10%, 8-10%, 8 to 10%", "8 percent; 10 percent"),
    ("2009-2013", "2009; 2013"),
    ("3.5 万条、1.2 亿、3 千、5 百万", "35000; 120000000; 3000; 5000000"),
    ("13K, 1.5B, 2M, 1T", "13000; 1500000000; 2000000; 1000000000000"),
    ("10–20K", "10000; 20000"),
    ("1.5 million, 3 billion", "1500000; 3000000000"),
    ("5m tall", "5"),
    ("10x faster", "10 times"),
    ("10×, 10-fold, 10 times faster", "10 times"),
    ("by a factor of 10", "10 times"),
    ("10 倍", "10 times"),
    ("tenfold and three-fold", "10 times; 3 times"),
    ("five times as fast", "5 times"),
    ("run 10 times", "10"),
    (r"10$\times$ cheaper", "10 times"),
    (r"$10^{5}$ and $3\times10^{4}$, 1e-5", "100000; 30000; 0.00001"),
    (r"2\% of 1{,}000", "2 percent; 1000"),
    ("10⁵ steps", "100000"),
    ("a 2x2 grid", "2"),
    ("1/310 of it", "0.003225806451612903225806451613"),
    ("三分之一", "0.3333333333333333333333333333"),
    ("one third, three quarters", "0.3333333333333333333333333333; 0.75"),
    ("2026 年 5 月 4 日", "2026; 5; 4"),
    ("May 4, 2026", "4; 2026"),
    ("the 3rd and third, 第三", "3"),
    ("two of twenty-five agents", "2; 25"),
    ("one hundred and five, a dozen", "105; 12"),
    ("twice, doubling", "2 times"),
    ("翻倍", "2 times"),
    ("half of it, 一半, halved", "0.5"),
    ("八类、三个、两种、五项、十二", "8; 3; 2; 5; 12"),
    ("三百五十二个、二零二六年", "352; 2026"),
    ("统一三个模块", "3"),
    ("an 84-entry pool", "84"),
    ("80GB of memory", "80"),
    ("１８．５％", "18.5 percent"),
]

NOTHING = [
    "进一步统一一致，第一性原理，一种，一些，唯一，之一",
    "三元组、两者、二次、十分、万一、第三方、数十个、几百种、两方面",
    "the first one, a second, per second, once, zero-shot, one-shot",
    "third-party tools, it doubles as a reward",
    "Qwen3-8B, GPT-4, ResNet50, pass@1 and Llama-3.1-8B",
    "see https://example.org/2605.02801v1",
    "(1) plan; (2) act",
    "often, attention, tens of thousands, hundreds",
    "双语、单一",
]


def _written(text: str) -> str:
    parts = [f"{n.sign}{n.value:f} {'' if n.unit == 'none' else n.unit}".strip() for n in stated(text)]
    return "; ".join(part.replace(".0 ", " ").removesuffix(".0") for part in parts)


@pytest.mark.parametrize(("text", "expected"), STATED)
def test_what_a_wording_states(text: str, expected: str) -> None:
    """Digits and words of both languages are read as one value with its unit class and sign."""
    assert _written(text) == expected


@pytest.mark.parametrize("text", NOTHING)
def test_idioms_and_names_state_nothing(text: str) -> None:
    """A numeral that is part of a word, an idiom, a name or an address raises no alarm."""
    assert stated(text) == ()


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
    ("22.4%", "22.4 points"),
    ("-22.4", "from −22.4"),
    ("22.4", "from −22.4"),
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
]


@pytest.mark.parametrize(("wording", "source"), COVERED)
def test_a_source_covers_what_it_says(wording: str, source: str) -> None:
    """However a value is written on either side, the source that says it covers it."""
    said = readings(source)
    assert stated(wording)
    assert [n.text for n in stated(wording) if not covered(n, said)] == []


@pytest.mark.parametrize(("wording", "source"), UNCOVERED)
def test_a_source_covers_nothing_else(wording: str, source: str) -> None:
    """Another value, a rounded one, another unit or the other sign is not covered."""
    said = readings(source)
    assert any(not covered(n, said) for n in stated(wording))


NAMES = [
    ("在 Qwen3-8B 和 GPT-4o 上，pass@1 为 3", ("Qwen3-8B", "GPT-4o", "pass@1")),
    ("Qwen3-series and GPT-4-based", ("Qwen3", "GPT-4")),
    ("no names, 3 numbers", ()),
]


@pytest.mark.parametrize(("text", "expected"), NAMES)
def test_names_with_digits(text: str, expected: tuple[str, ...]) -> None:
    """A name with digits is a name, without what makes a compound of it."""
    assert names(text) == expected


def test_languages_may_leave_units_to_words() -> None:
    """Between the two languages "22.4 points" and 22.4 分 agree, 18% and 10 倍 do not stand for other values."""
    assert agrees(stated("22.4 points")[0], readings("提高 22.4 分"))
    assert not agrees(stated("18%")[0], readings("提高 81%"))
    assert not agrees(stated("+5")[0], readings("-5"))


decimals = st.decimals(min_value=Decimal("0.01"), max_value=Decimal(999_999), places=2)


@given(decimals)
def test_a_number_covers_itself_and_no_neighbour(value: Decimal) -> None:
    """In each notation a number is covered by itself, and not by the next one up."""
    for form in ("{:,} tokens", "{}%", "{} 倍", "{} percentage points", "${}$", "+{}"):
        said = readings(f"It is {form.format(value)} here.")
        assert all(covered(n, said) for n in stated(form.format(value)))
        assert not any(covered(n, said) for n in stated(form.format(value + Decimal("0.01"))))


@given(st.text(alphabet="0123456789.,%^eE+-−x×/ ()万亿百千十二三两分之a{}\\$KMB年", max_size=40))
def test_no_text_breaks_the_reading(text: str) -> None:
    """Any jumble of digits and signs is read without error, and covers what it states or is ambiguous."""
    stated(text)
    readings(text)


@given(st.integers(2, 9999))
def test_chinese_numerals_equal_digits(value: int) -> None:
    """A whole number written in Chinese numerals equals the same in digits."""
    said = readings(f"{value} items")
    assert all(covered(n, said) for n in stated(f"{_chinese(value)}个"))
    assert stated(f"{_chinese(value)}个")[0].value == value


def _chinese(value: int) -> str:
    out, zero = "", False
    for place, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, value = divmod(value, place)
        if digit:
            out += ("零" if zero and out else "") + "零一二三四五六七八九"[digit] + name
        zero = digit == 0 if out else False
    return out
