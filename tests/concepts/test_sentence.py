"""What is wrong with a sentence that is written from claims."""

from __future__ import annotations

import pytest

from wiki_builder.analysis.reply import Both
from wiki_builder.concepts.sentence import turned

GAIN = ("Alpha improves success on ALFWorld by step rewards.", "Alpha improves success on ALFWorld")
LOSS = ("Beta reduces latency of retrieval.", "we reduce latency of retrieval")


@pytest.mark.parametrize(
    ("en", "zh", "found"),
    [
        ("Alpha improves success on ALFWorld.", "Alpha 提高 ALFWorld 上的成功率。", False),
        ("Alpha worsens success on ALFWorld.", "Alpha 降低 ALFWorld 上的成功率。", True),
        ("Alpha improves success on ALFWorld.", "Alpha 降低 ALFWorld 上的成功率。", True),
        (
            "Alpha improves success on ALFWorld; Beta reduces latency of retrieval.",
            "Alpha 提高 ALFWorld 上的成功率；Beta 降低检索延迟。",
            False,
        ),
        (
            "Alpha improves success on ALFWorld, while Beta increases latency of retrieval.",
            "Alpha 提高 ALFWorld 上的成功率，而 Beta 增加检索延迟。",
            True,
        ),
        ("The two look at one task from two sides.", "两者从两面看同一任务。", False),
    ],
)
def test_a_direction_turned_round_is_found_in_the_part_that_says_it(
    en: str, zh: str, found: bool
) -> None:
    """Each part is held against the claim that it is most like, and no other one."""
    assert bool([*turned(Both(en=en, zh=zh), [GAIN, LOSS])]) == found


def test_a_sentence_without_english_claims_is_not_accused() -> None:
    """A claim that a person reworded in Chinese alone has none."""
    assert not [*turned(Both(en="Alpha worsens it.", zh="更差。"), [("", "")])]


def test_what_the_two_languages_say_is_not_laid_on_the_claim() -> None:
    """A model that is asked once more is told which two texts to look at."""
    said = Both(en="Alpha improves success on ALFWorld.", zh="Alpha 降低 ALFWorld 上的成功率。")
    assert [*turned(said, [GAIN])] == ["one language says 'improves', and the other '降低'"]
