"""From the settings to what a run works with: addresses, HTTP client, engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from functools import partial

from wiki_builder.core.http.client import Client, ClientConfig
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import Model, Settings
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.llm.build import engine_for, engine_of
from wiki_builder.llm.engine import Engine
from wiki_builder.llm.limits import budget_of
from wiki_builder.llm.presets import PRESETS
from wiki_builder.llm.price import Price, stated_price
from wiki_builder.llm.spending import Ledger, Spending, total
from wiki_builder.sources.addresses import Addresses


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What one ``update`` shall do; ``today`` is a day in New York, and ``evening`` says that it is
    past 20:00 there, when arXiv announces what the next day's feed holds.
    """

    today: date
    since: date | None = None
    limit: int | None = None
    refresh: bool = False
    dry_run: bool = False
    evening: bool = False


def means_for(
    wiki: Wiki, settings: Settings, today: date, progress: Progress, refresh: bool = False
) -> Means:
    """All that a run needs.

    Raises:
        UsageError: the model, its key or its price is missing.
    """
    model, judge, ledger = settings.model, settings.judge_model, Ledger(wiki.spending)
    budget = budget_of(model, spent_in_month(ledger, today, model.currency).cost)
    made = partial(
        engine_for,
        wiki=wiki,
        date=today.isoformat(),
        ledger=ledger,
        budget=budget,
        refresh=refresh,
    )
    engine = made(model)
    client, addresses = arxiv_client(wiki, settings, progress), addresses_of(settings)
    return Means(
        settings,
        client,
        addresses,
        engine,
        progress,
        _price(model),
        ledger,
        waits_for(engine),
        made(judge) if settings.check.judge != "off" and judge is not model else None,
        _price(judge),
        client_of_feeds(wiki, settings, progress) if settings.sources.feeds else None,
    )


def forge_client() -> Client:
    """What asks the repository's forge."""
    return Client(ClientConfig(interval=0.0, attempts=4, deadline=120.0))


def zotero_client() -> Client:
    """What asks Zotero: one request after the other, with the pauses that it asks for.
    https://www.zotero.org/support/dev/web_api/v3/basics#rate_limiting
    """
    return Client(ClientConfig(interval=0.0, attempts=4, deadline=120.0))


def arxiv_client(wiki: Wiki, settings: Settings, progress: Progress) -> Client:
    """What asks arXiv, at its pace, keeps its answers, and says what it waits for."""
    arxiv = settings.sources.arxiv
    cache = wiki.caches.http
    config = ClientConfig(
        proxy=arxiv.proxy, interval=arxiv.interval, hosts=arxiv.redirect_hosts, cache=cache
    )
    return Client(config, waiting=progress.waiting)


def client_of_feeds(wiki: Wiki, settings: Settings, progress: Progress) -> Client:
    """What asks the feeds beside arXiv."""
    from wiki_builder.sources.feeds.ask import feed_client  # most wikis follow none

    urls = tuple(feed.url for feed in settings.sources.feeds)
    return feed_client(wiki.caches.http, progress.waiting, urls)


def _price(model: Model) -> Price | None:
    """The price of the first model, in the currency of the settings."""
    price = stated_price(model) or (PRESETS[model.preset].price if model.preset else None)
    return price if price and price.currency == model.currency else None


def bare_engine(wiki: Wiki, settings: Settings, today: date) -> Engine:
    """The engine of the settings, which asks even what it has asked before;
    what that costs counts like all else.
    """
    ledger = Ledger(wiki.spending)
    spent = spent_in_month(ledger, today, settings.model.currency).cost
    budget = budget_of(settings.model, spent)
    return engine_of(settings.model, wiki, today.isoformat(), ledger, budget)


def waits_for(engine: Engine) -> Callable[[], str]:
    """Gives what one waits for while an engine is asked:
    the model and its address, while a call is under way.
    """
    return lambda: getattr(engine, "waits_for", "")


def addresses_of(settings: Settings) -> Addresses:
    """Where arXiv is, by the settings."""
    arxiv = settings.sources.arxiv
    return Addresses(
        arxiv.feed_url,
        arxiv.api_url,
        arxiv.html_url,
        arxiv.pdf_url,
        arxiv.abs_url,
        arxiv.list_url,
        arxiv.catchup_url,
        arxiv.oai_url,
    )


def spent_in_month(ledger: Ledger, today: date, currency: str) -> Spending:
    """What the calls of this month cost in ``currency``, whatever became of their replies."""
    return total(ledger.month(today), currency)


@dataclass(frozen=True)
class Means:
    """What a run works with: made from the settings once, and swapped in tests.

    ``ledger`` is where the engines write what they spend; ``waits_for`` names model and
    address for whoever looks on. ``judge`` is the engine that judges, ``None`` where it is the
    one that writes; ``judge_price`` is its price. ``feed_client`` asks the feeds beside arXiv,
    where it is another than ``client``.
    """

    settings: Settings
    client: Client
    addresses: Addresses
    engine: Engine
    progress: Progress = field(default_factory=Progress)
    price: Price | None = None
    ledger: Ledger = field(default_factory=Ledger)
    waits_for: Callable[[], str] = str
    judge: Engine | None = None
    judge_price: Price | None = None
    feed_client: Client | None = None

    @property
    def asking_feeds(self) -> Client:
        """What asks the feeds beside arXiv."""
        return self.feed_client or self.client

    @property
    def judging(self) -> Engine:
        """The engine that judges."""
        return self.judge or self.engine

    def __enter__(self) -> Means:
        return self

    def __exit__(self, *error: object) -> None:
        self.client.close()
        if self.feed_client:
            self.feed_client.close()
