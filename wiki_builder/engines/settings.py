"""What an engine needs to know, as values: the mapping from ``wiki.toml`` is the caller's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

EngineName: TypeAlias = Literal["none", "litellm", "replay", "handoff"]

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens cost in ``currency``, and the day (or month) on which that was so.

    ``cached`` is the price of input that the provider has kept; ``None`` counts
    it as fresh. ``up_to`` is the number of input tokens above which a provider
    asks for more, so that the price holds no longer; ``None`` where it always holds.
    """

    input: float
    output: float
    cached: float | None = None
    currency: str = "USD"
    date: str = ""
    up_to: int | None = None

    def cost(self, input_tokens: int, output_tokens: int, cached_tokens: int = 0) -> float | None:
        """The cost of a call in ``currency``; ``None`` where the price does not hold."""
        if self.up_to is not None and input_tokens > self.up_to:
            return None
        cached = self.input if self.cached is None else self.cached
        fresh = input_tokens - cached_tokens
        return (fresh * self.input + cached_tokens * cached + output_tokens * self.output) / MILLION


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which engine, which model, and what it may use up.

    ``preset`` names a row of ``presets.py``; ``model`` is what litellm calls the
    model and goes before the preset's. ``fallbacks`` are preset names or model
    names. ``timeout`` is the wall time of one call in seconds, ``attempts`` how
    often a call is tried. Budgets are in ``currency``; ``None`` sets no limit.
    ``prices`` by model name go before those of the presets. ``replies`` is the
    folder that ``replay`` reads. ``by`` is the model named on hand-off answers
    that do not say themselves who wrote them.
    """

    engine: EngineName = "none"
    preset: str | None = None
    model: str | None = None
    fallbacks: tuple[str, ...] = ()
    base_url: str | None = None
    proxy: str | None = None
    concurrency: int = 8
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    timeout: float = 180.0
    attempts: int = 4
    temperature: float | None = 0.2
    max_output_tokens: int = 8000
    budget_per_run: float | None = None
    budget_per_month: float | None = None
    currency: str = "USD"
    prices: Mapping[str, Price] = field(default_factory=dict)
    replies: Path | None = None
    by: str | None = None
