"""The presets say what litellm's own price map says."""

from __future__ import annotations

import pytest

from wiki_builder.llm.client import load_litellm
from wiki_builder.llm.presets import PRESETS, Preset

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("preset", [p for p in PRESETS.values() if p.key], ids=lambda p: p.name)
def test_prices_are_those_of_litellms_map(preset: Preset) -> None:
    """A price that litellm's map has changed fails here, and is then looked up again and dated."""
    known = load_litellm().model_cost
    entry = known.get(preset.model) or known[preset.model.partition("/")[2]]
    assert preset.price is not None
    assert preset.price.input == pytest.approx(entry["input_cost_per_token"] * 1e6)
    assert preset.price.output == pytest.approx(entry["output_cost_per_token"] * 1e6)
    assert preset.price.cached == pytest.approx(entry["cache_read_input_token_cost"] * 1e6)
    tiers = [
        name
        for name in entry
        if name.startswith("input_cost_per_token_above_") and name.endswith("k_tokens")
    ]
    assert bool(tiers) == (preset.price.up_to is not None)
