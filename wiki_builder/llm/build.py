"""Which engine the settings ask for."""

from __future__ import annotations

from wiki_builder.core.settings import Model
from wiki_builder.core.store.wiki import Questions, Wiki
from wiki_builder.llm.engine import Engine
from wiki_builder.llm.limits import Budget
from wiki_builder.llm.replies import remembered
from wiki_builder.llm.spending import Ledger


def engine_for(
    settings: Model,
    *,
    wiki: Wiki,
    date: str,
    ledger: Ledger,
    budget: Budget | None = None,
    refresh: bool = False,
) -> Engine:
    """The engine of ``settings``, which gives stored replies before it asks.

    ``wiki`` is where replies are kept; ``date`` is the day of the run,
    written on each reply; what is spent goes into ``ledger``, and out of ``budget``, which
    may be another engine's as well.

    Raises:
        UsageError: the model, its key or its price is missing.
    """
    engine = engine_of(settings, wiki, date, ledger, budget)
    return remembered(engine, Questions(wiki.pending).replies, refresh=refresh)


def engine_of(
    settings: Model, wiki: Wiki, date: str, ledger: Ledger, budget: Budget | None
) -> Engine:
    """The engine of ``settings`` as it is: it asks whatever it is asked."""
    if settings.engine == "replay":
        from wiki_builder.llm.replay import ReplayEngine

        return ReplayEngine(
            wiki.root / settings.replies if settings.replies else Questions(wiki.pending).replies
        )
    if settings.engine == "handoff":
        from wiki_builder.llm.handoff import HandoffEngine

        return HandoffEngine(
            Questions(wiki.pending).handoff, date, by=settings.answered_by or settings.model
        )
    if settings.engine == "litellm":
        from wiki_builder.llm.litellm import LiteLLMEngine

        return LiteLLMEngine(settings, date=date, ledger=ledger, budget=budget)
    from wiki_builder.llm.none import NoEngine

    return NoEngine()
