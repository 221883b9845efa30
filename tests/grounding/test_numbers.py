"""Numbers: read alike from digits and words, in both languages; never rounded, never guessed."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wiki_builder.grounding.arabic import Sign, Unit

from wiki_builder.grounding.numbers import (
    Number,
    NumberReading,
    agrees,
    covered,
    missing_numbers,
    names,
    readings,
    stated,
)

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
    ("千分之五、万分之三、千分之百", "0.005; 0.0003; 0.1"),
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

# The same, with the words that were read: what a remark to the reader names.
STATED_AS = [
    (
        "10-20m tall, 10–20K runs, 5m%",
        "10: 10; 20m: 20; 10: 10000; 20K: 20000; 5m%: 5000000 percent",
    ),
    ("about 1,234.5 tokens, +5%, -3", "1,234.5: 1234.5; +5%: +5 percent; -3: -3"),
    (
        "9/10 of 3/4, 1/0 on 2026/05/04",
        "9/10: 0.9; 3/4: 0.75; 1: 1; 0: 0; 2026: 2026; 05: 5; 04: 4",
    ),
    ("one percent, one model, one-fold", "one percent: 1 percent; one-fold: 1 times"),
    ("a hundred, a thousand and five", "a hundred: 100; a thousand and five: 1005"),
    ("one hundred twenty-five, ninety nine", "one hundred twenty-five: 125; ninety nine: 99"),
    ("twenty-seven-fold of six", "twenty-seven-fold: 27 times; six: 6"),
    ("to a six", "six: 6"),
    (
        "six percent, six points, six fold",
        "six percent: 6 percent; six points: 6 points; six fold: 6 times",
    ),
    (
        "an eighth, two thirds, one-half, a tenth",
        "an eighth: 0.125; two thirds: 0.6667; one-half: 0.5; a tenth: 0.1",
    ),
    ("halving", "halving: 0.5"),
    ("halves the cost", "halves: 0.5"),
    ("to halve it", "halve: 0.5"),
    ("was halved", "halved: 0.5"),
    ("half a day, in half", "half: 0.5"),
    ("a quarter and three fifths", "a quarter: 0.25; three fifths: 0.6"),
    ("fifth, sixth, twelfth", "fifth: 5; sixth: 6; twelfth: 12"),
    ("the fourth part, its fourth-person, a fourths", ""),
    ("Third, we", "third: 3"),
    ("thrice", "thrice: 3 times"),
    ("twice as fast", "twice: 2 times"),
    ("it triples", "triples: 3 times"),
    ("is tripled", "tripled: 3 times"),
    ("by tripling", "tripling: 3 times"),
    ("Doubled, or it doubles as one", "doubled: 2 times"),
    ("two to three percent", "two: 2; three percent: 3 percent"),
    ("千分之五、万分之一", "千分之五: 0.005; 万分之一: 0.0001"),
    ("四分之 3.、零分之一、百分之七", "四分之 3: 0.75; 3: 3; 百分之七: 7 percent"),
    ("百分之1.2.3、三分之.", "百分之1.2: 1.2 percent"),
    ("(1)six agents", "six: 6"),
    ("3分之一", "3: 3; 3分之一: 0.3333"),
    ("成本×十二", "十二: 12 times"),
    ("由X三个", "三: 3"),
    ("（1）5个模型", "5: 5"),
    ("翻番", "翻番: 2 times"),
    ("减半", "减半: 0.5"),
    ("共两倍、好几个、上百个、3十个", "两倍: 2 times; 3: 3"),
    ("第三类、第四方", "三: 3"),
    ("二亿元、三 个、统一四个", "二亿: 200000000; 三: 3; 四: 4"),
    ("约二十五，三分钟、四十分", "二十五: 25; 三: 3"),
    ("see http://a.b/3，4 of GPT-5", "4: 4"),
    ("（3）、(12) x，7) y; 1. abc, 2. d", "1: 1; 2: 2"),
    ("3. abc", ""),
    ("x3GPT 4GPT, 5 GPT6", "4: 4; 5: 5"),
]

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


def _written(text: str) -> str:
    parts = [
        f"{n.sign}{n.value:f} {'' if n.unit == 'none' else n.unit}".strip() for n in stated(text)
    ]
    return "; ".join(part.replace(".0 ", " ").removesuffix(".0") for part in parts)


@pytest.mark.parametrize(("text", "expected"), STATED)
def test_what_a_wording_states(text: str, expected: str) -> None:
    """Digits and words of both languages are read as one value with its unit class and sign."""
    assert _written(text) == expected


@pytest.mark.parametrize(("text", "expected"), STATED_AS)
def test_what_a_wording_states_is_named_in_its_own_words(text: str, expected: str) -> None:
    """Each number carries the words that it was read from, in the order of the wording."""
    assert (
        "; ".join(f"{n.text}: {_plain(n.value, n.unit, n.sign)}" for n in stated(text)) == expected
    )


def _plain(value: Decimal, unit: Unit, sign: Sign) -> str:
    digits = f"{value:.4f}".rstrip("0").rstrip(".")
    return f"{sign}{digits} {'' if unit == 'none' else unit}".strip()


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


# Every way in which a source can be understood.
READ = [
    ("9 of 10 tasks", "0.9; 10; 9"),
    ("9 out of the 10, 9 of all 10", "0.9; 10; 9"),
    ("9 of 0, 9 offers 10", "0; 10; 9"),
    ("1/8 on 2026/05/04", "0.125; 1; 2026; 4; 5; 8"),
    ("10 times", "10; 10 times"),
    ("10-times, 4 timescales", "10; 10 times; 4"),
    ("Accuracy (%) 85.3; 2x", "2 times; 85.3; 85.3 percent"),
    ("Accuracy [ % ] 85.3", "85.3; 85.3 percent"),
    ("in % 3", "3; 3 percent"),
    ("as percent 4", "4; 4 percent"),
    ("Score % 4, scored by percent 4", "4"),
    ("May 4", "4; 5"),
    ("4 may; 5 maybe", "4; 5"),
    ("Sept. 3, 2020; in 2021 mayhem, it may 4", "2020; 2021; 3; 4; 5; 9"),
    ("sept. 3", "3; 9"),
    ("one task", "1"),
    ("zero-shot", "0"),
    ("hundred thousand", "100; 1000"),
    ("two thousand", "1000; 2; 2000"),
    ("a dozen, dozens", "12"),
    ("third", "3"),
    ("twenty-five, seven", "25; 7"),
    ("three times, nine timescales", "3; 3 times; 9"),
    ("seven fold", "7 times"),
    ("five percent", "5 percent"),
    ("six pct", "6 percent"),
    ("six per cent", "6 percent"),
    ("two dozen", "2; 24"),
    ("four points", "4 points"),
    ("four point", "4 points"),
    ("eight pp", "8 points"),
    ("three x", "3 times"),
    ("a factor of nine", "9 times"),
    ("factors of nine", "9 times"),
    ("one third", "0.3333; 1; 3"),
    ("halving", "0.5; 50 percent"),
    ("50%", "0.5; 50 percent"),
    ("0.5", "0.5; 50 percent"),
    ("50; 0.5%", "0.5 percent; 50"),
    ("双、单", "1; 2"),
    ("俩", "2"),
    ("首", "1"),
    ("十二倍", "12 times"),
    ("百分之三十", "30 percent"),
    ("翻倍", "2 times"),
    ("5m, -5 to +6", "+6; -5; 5; 5000000"),
    ("10-20K", "10; 10000; 20000"),
    ("10, 20 and 30%", "10; 10 percent; 20; 20 percent; 30 percent"),
    ("GPT-4, Qwen3-8B; 提高3-8%", "3; 3 percent; 4; 8 percent; 8000000000"),
]


READ += [
    *((word, "1") for word in ("single", "once", "sole", "solely", "unique")),
    *(
        (word, "2")
        for word in ("both", "dual", "pair", "pairs", "pairwise", "paired", "couple", "two")
    ),
    *((word, "2 times") for word in ("twice", "double", "doubled", "doubles", "doubling")),
    *((word, "3 times") for word in ("triple", "tripled", "triples", "tripling", "thrice")),
    *((word, "3") for word in ("triad", "triplet", "trio")),
    *((word, "4 times") for word in ("quadruple", "quadrupled", "quadruples")),
]


@pytest.mark.parametrize(("text", "expected"), READ)
def test_every_reading_of_a_source(text: str, expected: str) -> None:
    """A source is read in every way that its words allow, and in no other."""
    assert "; ".join(sorted(_plain(*reading) for reading in readings(text))) == expected


UNITS: tuple[Unit, ...] = ("none", "percent", "points", "times")
SIGNS: tuple[Sign, ...] = ("", "+", "-")
# What a wording says → what a source, and what the other language, may say for it.
ALLOWED: dict[Unit, tuple[set[Unit], set[Unit]]] = {
    "none": ({*UNITS}, {*UNITS}),
    "percent": ({"percent", "points"}, {"percent", "points", "none"}),
    "points": ({"points"}, {"points", "percent", "none"}),
    "times": ({"times"}, {"times", "none"}),
}
ALLOWED_SIGNS: dict[Sign, tuple[set[Sign], set[Sign]]] = {
    "": ({*SIGNS}, {*SIGNS}),
    "+": ({"+", ""}, {"+", ""}),
    "-": ({"-"}, {"-", ""}),
}


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("sign", SIGNS)
def test_which_units_and_signs_agree(unit: Unit, sign: Sign) -> None:
    """Each unit and sign of a wording against each of a source, and of the other language."""
    number = Number(Decimal(7), unit, sign)
    for other in UNITS:
        for its in SIGNS:
            said: set[NumberReading] = {(Decimal(7), other, its)}
            assert covered(number, said) == (
                other in ALLOWED[unit][0] and its in ALLOWED_SIGNS[sign][0]
            )
            assert agrees(number, said) == (
                other in ALLOWED[unit][1] and its in ALLOWED_SIGNS[sign][1]
            )
    assert not agrees(number, {(Decimal(8), unit, sign)})


def test_what_a_source_does_not_cover() -> None:
    """The numbers that a source does not say, in order."""
    assert [
        n.text for n in missing_numbers(stated("9 of 12 at 7%"), readings("7% of 30 in 12"))
    ] == ["9"]


@pytest.mark.parametrize(
    ("text", "digits"), [("0", True), ("x9", True), ("Nine", False), ("九", False), ("", False)]
)
def test_what_is_written_in_digits(text: str, digits: bool) -> None:
    """A figure is a figure; a number in words may be the model's own count."""
    assert Number(Decimal(9), text=text).in_digits is digits


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
    """A name with digits is a name, without what makes a compound of it."""
    assert names(text) == expected


def test_languages_may_leave_units_to_words() -> None:
    """Between the two languages "22.4 points" and 22.4 分 agree,
    18% and 10 倍 do not stand for other values.
    """
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
    """Any jumble of digits and signs is read without error,
    and covers what it states or is ambiguous.
    """
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
