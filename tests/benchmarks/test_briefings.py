"""Errors planted in briefings: which are caught."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import briefings as bench
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import Bilingual

EN = "Credit assignment improves Qwen3-8B by 3.5 points."
ZH = "信用分配使 Qwen3-8B 提高 3.5 个点。"
ONE = bench.Sentence(
    Bilingual(EN, ZH),
    (EN, ZH),
    ("A title",),
    "credit assignment",
    ("credit assignment",),
    ("信用分配",),
    ((EN, EN),),
)
OTHER = bench.Sentence(
    Bilingual("It needs a critic.", "它需要评论器。"), ("It needs a critic.",), ()
)


@pytest.mark.parametrize("plant", bench.PLANTS, ids=lambda plant: plant.__name__)
def test_a_planted_error_is_caught(plant: bench.Plant) -> None:
    """As it stands the sentence is not accused; with an error it is."""
    assert ONE.found() == []
    wrong = plant(ONE, [ONE, OTHER])
    assert wrong
    assert wrong.found()


def test_a_wiki_without_briefings_says_so(tmp_path: Path) -> None:
    """Nothing to measure is no success."""
    assert bench.figures(Wiki(tmp_path))["briefings"] == 0
    assert bench.main([str(tmp_path)]) == 1
