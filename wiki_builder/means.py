"""From the settings to what a run works with: addresses, HTTP client, engine."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from wiki_builder.config import Model, Settings
from wiki_builder.deciding import read_batches
from wiki_builder.engines._interface import Engine
from wiki_builder.engines.build import engine_for, engine_of
from wiki_builder.engines.presets import PRESETS
from wiki_builder.engines.settings import ModelSettings, Price
from wiki_builder.http import Client, ClientConfig
from wiki_builder.index import load_index
from wiki_builder.pipeline import Means
from wiki_builder.progress import Progress
from wiki_builder.sources.addresses import Addresses
from wiki_builder.store import Wiki, read_concept_texts


def means_for(wiki: Wiki, settings: Settings, today: date, progress: Progress, refresh: bool = False) -> Means:
    """All that a run needs.

    Raises:
        UsageError: the model, its key or its price is missing.
    """
    spent = spent_in_month(wiki, today, settings.model.currency) if settings.model.budget_per_month is not None else 0.0
    model = model_settings(settings.model, wiki.root)
    engine = engine_for(model, pending=wiki.pending, date=today.isoformat(), spent_this_month=spent, refresh=refresh)
    return Means(
        settings, arxiv_client(wiki, settings, progress), addresses_of(settings), engine, progress, _price(model)
    )


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
    """The engine of the settings, which asks even what it has asked before."""
    return engine_of(model_settings(settings.model, wiki.root), wiki.pending, today.isoformat(), 0.0)


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


def spent_in_month(wiki: Wiki, today: date, currency: str) -> float:
    """What this month's readings, verdicts on names, and texts about concepts cost, in ``currency``."""
    month = today.isoformat()[:7]
    cards = (entry.card for entry in load_index(wiki).values())
    spent = [(card.asked or "", card.currency, card.cost) for card in cards]
    made = (text.provenance for text in read_concept_texts(wiki).values())
    decided = (batch.provenance for batch in read_batches(wiki))
    spent += [(p.date, p.currency, p.cost) for p in (*made, *decided) if p]
    return sum(cost or 0.0 for day, paid_in, cost in spent if day.startswith(month) and paid_in == currency)
