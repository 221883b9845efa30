"""From the settings to what a run works with: addresses, HTTP client, engine."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from wiki_builder.config import Model, Settings
from wiki_builder.engines._interface import Engine
from wiki_builder.engines.build import engine_for, engine_of
from wiki_builder.engines.presets import PRESETS
from wiki_builder.engines.settings import ModelSettings, Price
from wiki_builder.http import Client, ClientConfig
from wiki_builder.pipeline import Means
from wiki_builder.progress import Progress
from wiki_builder.sources.addresses import Addresses
from wiki_builder.spending import Ledger, Spending, total
from wiki_builder.store import Wiki


def means_for(wiki: Wiki, settings: Settings, today: date, progress: Progress, refresh: bool = False) -> Means:
    """All that a run needs.

    Raises:
        UsageError: the model, its key or its price is missing.
    """
    model, ledger = model_settings(settings.model, wiki.root), Ledger(wiki.spending)
    spent = spent_in_month(ledger, today, settings.model.currency).cost
    day = today.isoformat()
    engine = engine_for(model, pending=wiki.pending, date=day, ledger=ledger, spent_this_month=spent, refresh=refresh)
    client, addresses = arxiv_client(wiki, settings, progress), addresses_of(settings)
    return Means(settings, client, addresses, engine, progress, _price(model), ledger, waits_for(engine))


def arxiv_client(wiki: Wiki, settings: Settings, progress: Progress) -> Client:
    """What asks arXiv, at its pace, keeps its answers, and says what it waits for."""
    arxiv = settings.sources.arxiv
    cache = wiki.cache / "http"
    config = ClientConfig(proxy=arxiv.proxy, interval=arxiv.interval, hosts=arxiv.redirect_hosts, cache=cache)
    return Client(config, waiting=progress.waiting)


def _price(model: ModelSettings) -> Price | None:
    """The price of the first model, in the currency of the settings."""
    preset = PRESETS[model.preset].price if model.preset else None
    price = next(iter(model.prices.values()), preset)
    return price if price and price.currency == model.currency else None


def bare_engine(wiki: Wiki, settings: Settings, today: date) -> Engine:
    """The engine of the settings, which asks even what it has asked before; what that costs counts like all else."""
    ledger = Ledger(wiki.spending)
    spent = spent_in_month(ledger, today, settings.model.currency).cost
    return engine_of(model_settings(settings.model, wiki.root), wiki.pending, today.isoformat(), ledger, spent)


def waits_for(engine: Engine) -> Callable[[], str]:
    """Gives what one waits for while an engine is asked: the model and its address, while a call is under way."""
    return lambda: getattr(engine, "waits_for", "")


def addresses_of(settings: Settings) -> Addresses:
    """Where arXiv is, by the settings."""
    arxiv = settings.sources.arxiv
    return Addresses(
        arxiv.feed_url, arxiv.api_url, arxiv.html_url, arxiv.pdf_url, arxiv.abs_url, arxiv.list_url, arxiv.catchup_url
    )


def model_settings(model: Model, root: Path) -> ModelSettings:
    """The model's settings as the engines take them."""
    name = model.model or (PRESETS[model.preset].model if model.preset else None)
    prices = {}
    if model.prices and name:
        p = model.prices
        prices = {name: Price(p.input, p.output, p.cached_input, model.currency, p.date or "")}
    return ModelSettings(
        engine=model.engine,
        preset=model.preset,
        model=model.model,
        fallbacks=model.fallbacks,
        base_url=model.base_url,
        proxy=model.proxy,
        concurrency=model.concurrency,
        requests_per_minute=model.requests_per_minute,
        tokens_per_minute=model.tokens_per_minute,
        timeout=model.timeout,
        attempts=model.attempts,
        temperature=model.temperature,
        max_output_tokens=model.max_output_tokens,
        budget_per_run=model.budget_per_run,
        budget_per_month=model.budget_per_month,
        currency=model.currency,
        prices=prices,
        replies=root / model.replies if model.replies else None,
        by=model.answered_by,
    )


def spent_in_month(ledger: Ledger, today: date, currency: str) -> Spending:
    """What the calls of this month cost in ``currency``, whatever became of their replies."""
    return total(ledger.month(today), currency)
