"""How a number of a wording stands in a source: there, or with another unit, sign or thing."""

from __future__ import annotations

import pytest

from wiki_builder.grounding.quantities.hold import Held, hold
from wiki_builder.grounding.quantities.reading import read, stated


def held(wording: str, source: str) -> Held:
    """How the first number of a wording stands in a source."""
    said = stated(wording)
    return hold(said, said.quantities[0], read(source))


# The wording, the source, the verdict.
UNITS = [
    ("85% accuracy", "accuracy 85", "same"),
    ("成功率 85%", "Success 85", "same"),
    ("85%", "EXACT match 85", "same"),
    ("85%", "EM 85", "same"),
    ("85%", "胜 85", "same"),
    ("85% accuracy", "85 models", "loose"),
    ("three percent", "3%", "same"),
    ("得 85%", "分数 85", "same"),
    ("得分 85%", "85", "same"),
    ("85%", "the model reaches 85 here", "loose"),
    ("85% of the cost", "it costs 85", "loose"),
    ("1% accuracy", "accuracy 1", "loose"),
    ("2% accuracy", "accuracy 2", "same"),
    ("100% accuracy", "accuracy 100", "same"),
    ("120% accuracy", "accuracy 120", "loose"),
    ("85.0% accuracy", "accuracy 85", ""),
    ("one percent accuracy", "accuracy of one", ""),
    ("85% accuracy", "accuracy eighty-five", ""),
    ("85%", f"accuracy {'of what is long to say ' * 6} 85", "loose"),
    (f"85% {'of what is long to say ' * 6} accuracy", "it is 85", "loose"),
    ("85%", "85 is its accuracy", "same"),
    ("85% accuracy", "it is 85", "same"),
    ("85%", "Acc 85 80 70 65 40 22", "same"),
    ("100%", "Acc 100 80 70 65 40 22", "same"),
    ("185%", "Acc 185 80 70 65 40 22", "loose"),
    ("10x", "10", "loose"),
    ("10x", "10 times", "same"),
    ("10x", "Times 10", "same"),
    ("10x", "X 10", "same"),
    ("10 times faster", "speedup of 10", "same"),
    ("10x", "speed-up: 10", "same"),
    ("10 倍", "a factor 10", "same"),
    ("10x", f"speedup {'of what is long to say ' * 6} 10", "loose"),
    ("40 GB", "40", "loose"),
    ("40 GB", "size (GB): 40", "same"),
    ("40 GB", "[GB] 40", "same"),
    ("40 GB", "size (MB): 40", "loose"),
    ("40 GB", "(GB) forty", "loose"),
    ("3%", "3x", "unit"),
    ("it gains 80%", "0.8x", "unit"),
    ("80% of the cost", "0.8x", "same"),
    ("80% 的成本", "0.8x", "same"),
    ("80%的提升", "0.8x", "unit"),
    ("it gains 3.2 points", "it rises by 3.2%", "unit"),
    ("it gains 3.2 points", "an absolute improvement of 3.2%", "same"),
    ("it gains 3.2 points", "it takes 3.2 s", "unit"),
    ("it gains 3.2 points", "an absolute 3.2 s", "unit"),
    ("it gains 3.2%", "an absolute improvement of 3.2 points", "unit"),
]
SIGNS = [
    ("drops 3.2%", "-3.2%", "same"),
    ("a change of -3.2%", "drops by 3.2%", "same"),
    ("a fall of -3.2%", "drops by 3.2%", "sign"),
    ("rises 3.2%", "-3.2%", "sign"),
    ("+3.2%", "falls by 3.2%", "sign"),
    ("3.2%", "falls by 3.2%", "same"),
    ("+3.2%", "3.2%", "same"),
    ("3.2%", "+3.2%", "same"),
    ("-3.2%", "+3.2%", "sign"),
    ("-3.2%", "3.2%", "sign"),
    ("-3x", "3x", "sign"),
    ("-3x", "it drops by 3x", "sign"),
    ("-3.2%", "it drops from +3.2%", "sign"),
    ("3.2", "a gain: Δ = −3.2", "same"),
    ("3.2", "a gain of −3.2", "sign"),
    ("3.2", "Δ = −3.2", "sign"),
    ("drops 3.2", "Δ −3.2", "same"),
    ("+3.2", "a gain: Δ = −3.2", "sign"),
]
THINGS = [
    ("51 speakers took part", "each of 51 s", "thing"),
    ("51 speakers", "51 s", "thing"),
    ("7 datasets", "lasting 7 months", "thing"),
    ("40 tasks", "40 GB of memory", "thing"),
    ("12 models", "12 km", "thing"),
    ("5 agents", "5 kg", "thing"),
    ("3 papers", "3 kWh", "thing"),
    ("30 users", "30 W", "thing"),
    ("20 runs", "$20", "thing"),
    ("5 small agents", "5 kg", "thing"),
    ("51 of the speakers", "51 s", "same"),
    ("7 in months", "7 months", "same"),
    ("3 models", "3 datasets", "thing"),
    ("3 models", "3 models", "same"),
    ("3 models", "3", "same"),
    ("three models", "the third", ""),
    ("the third", "three", "same"),
    ("three models", "3 models", "same"),
    ("three models", "GPT-3", ""),
    ("3 models", "GPT-3", ""),
    ("3 模型", "GPT-3", ""),
    ("3", "GPT-3", "same"),
    ("Qwen 3 wins", "Qwen3-8B", "same"),
    ("n - 3 is", "Qwen3", "same"),
    ("α − 3 is", "Qwen3", "same"),
    ("of 3 tasks", "Qwen3", ""),
    ("accuracy of 50%", "ResNet50 has an accuracy of 40%", ""),
    ("GPT-4 gains 5 points", "GPT-4 and GPT-5 gain", ""),
    ("3 GB", "Qwen3 (GB)", ""),
    ("51 zebras", "51 s", "thing"),
    ("51 zebras", "51 months", "thing"),
    ("51 zebras", "51 GB", "thing"),
    ("51 zebras", "51 km", "thing"),
    ("51 zebras", "51 kg", "thing"),
    ("51 zebras", "51 kWh", "thing"),
    ("51 zebras", "51 W", "thing"),
    ("51 zebras", "$51", "thing"),
    ("51 little zebras", "51 s", "thing"),
    ("51 zebras in seconds", "51 s", "thing"),
    ("0.5 models", "half of the models", "same"),
    ("the third", "the 3rd", "same"),
    ("51 long seconds", "51 s", "same"),
    ("51 and zebras", "51 s", "same"),
    ("one half of models", "50% of models", "same"),
    ("2.0", "two", "same"),
    ("two", "2nd", ""),
    ("2", "2nd", "same"),
    ("2nd", "2nd", "same"),
]


@pytest.mark.parametrize(("wording", "source", "verdict"), UNITS)
def test_a_number_has_its_unit(wording: str, source: str, verdict: str) -> None:
    """A bare number is a percentage beside words for one, a factor beside words for one, a measure
    under a head with its unit; else its unit is not known. Points are no percent.
    """
    assert held(wording, source).verdict == verdict


@pytest.mark.parametrize(("wording", "source", "verdict"), SIGNS)
def test_a_number_has_its_sign(wording: str, source: str, verdict: str) -> None:
    """A word that says a fall is a minus, once."""
    assert held(wording, source).verdict == verdict


@pytest.mark.parametrize(("wording", "source", "verdict"), THINGS)
def test_a_number_counts_its_thing(wording: str, source: str, verdict: str) -> None:
    """Speakers are no seconds, models no datasets; no count is read from a name or an ordinal."""
    assert held(wording, source).verdict == verdict


def test_the_best_that_a_source_says_counts() -> None:
    """In whatever order it says it; and what stands there is told."""
    for source in ("3.2% or -3.2%", "-3.2% or 3.2%"):
        same = held("it rises 3.2%", source)
        assert (same.verdict, same.found and same.found.sign) == ("same", "")
    for source in ("It is 3x. It costs 3.", "It costs 3. It is 3x."):
        assert held("3%", source).verdict == "loose"
    first = held("3 models", "3 datasets and 3 tasks")
    assert first.found == stated("3 datasets and 3 tasks").quantities[0]
    assert held("3 models", "4") == Held("")
