"""What tokens cost."""

from __future__ import annotations

from dataclasses import dataclass

from wiki_builder.core.settings import Model

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


def stated_price(model: Model) -> Price | None:
    """The price that ``wiki.toml`` states, which is that of the first model."""
    p = model.prices
    return Price(p.input, p.output, p.cached_input, model.currency, p.date or "") if p else None
