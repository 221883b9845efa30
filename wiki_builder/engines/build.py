"""Which engine the settings ask for."""

from __future__ import annotations

from pathlib import Path

from wiki_builder.engines._interface import Engine
from wiki_builder.engines.handoff import HandoffEngine
from wiki_builder.engines.none import NoEngine
from wiki_builder.engines.replay import ReplayEngine
from wiki_builder.engines.replies import remembered
from wiki_builder.engines.settings import ModelSettings
from wiki_builder.spending import Ledger


def engine_for(
    settings: ModelSettings,
    *,
    pending: Path,
    date: str,
    ledger: Ledger,
    spent_this_month: float = 0.0,
    refresh: bool = False,
) -> Engine:
    """The engine of ``settings``, which gives stored replies before it asks.

    ``pending`` is the wiki's ``data/pending``; ``date`` is the day of the run,
    written on each reply; what is spent goes into ``ledger``; ``spent_this_month`` is
    in the currency of the settings.

    Raises:
        UsageError: the model, its key or its price is missing.
    """
    engine = engine_of(settings, pending, date, ledger, spent_this_month)
    return remembered(engine, pending / "replies", refresh=refresh)


def engine_of(settings: ModelSettings, pending: Path, date: str, ledger: Ledger, spent_this_month: float) -> Engine:
    """The engine of ``settings`` as it is: it asks whatever it is asked."""
    if settings.engine == "replay":
        return ReplayEngine(settings.replies or pending / "replies")
    if settings.engine == "handoff":
        return HandoffEngine(pending / "handoff", date, by=settings.by or settings.model)
    if settings.engine == "litellm":
        from wiki_builder.engines.litellm import LiteLLMEngine

        return LiteLLMEngine(settings, date=date, ledger=ledger, spent_this_month=spent_this_month)
    return NoEngine()
