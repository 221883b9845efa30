"""The settings: ``wiki.toml`` as one frozen, typed value.

:func:`load_settings` reads the file and reports every problem at once, each with its line
(:mod:`wiki_builder.core.settings_report`). Relative paths stay as written; whoever uses them
resolves them against the wiki's folder. The keys of providers are not here: they are
read from the environment by the engine that needs them.
"""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from wiki_builder.core.categories import category
from wiki_builder.core.errors import FormatError, SettingsError, UsageError
from wiki_builder.core.keys import without_likely_keys
from wiki_builder.core.settings_report import (
    Unshown,
    report,
    undecodable,
    unreadable,
)
from wiki_builder.core.values.announcement import AnnounceType
from wiki_builder.core.values.fulltext import TextKind
from wiki_builder.core.values.post import is_source

FORMAT = 2
FILE = "wiki.toml"
# https://info.arxiv.org/help/api/tou.html: no more than one request every three seconds, one
# connection at a time, for the API, the feeds and OAI-PMH together.
ARXIV_INTERVAL = 3.0

PRESET_VARIABLES = {
    "deepseek": "DEEPSEEK_API_KEY",
    "qwen": "DASHSCOPE_API_KEY",
    "zhipu": "ZAI_API_KEY",
    "kimi": "MOONSHOT_API_KEY",
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "gemini": "GEMINI_API_KEY",
    "ollama": None,
}
"""Each preset, and the environment variable that holds its key."""


_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")
_PAPER_ID = re.compile(r"\d{4}\.\d{4,5}|[a-z-]+/\d{7}")


def is_loopback(url: str) -> bool:
    """Whether ``url`` points at this machine."""
    host = urlsplit(url).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


def _address(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("an address that starts with https:// or http://")
    if parts.password or parts.username:
        raise ValueError("an address without a user name and password; wiki.toml is committed")
    return url.rstrip("/")


def _plain_address(url: str) -> str:
    if url.strip() != url or re.search(r"[\s\x00-\x1f]", url):
        raise ValueError("an address without blanks")
    try:
        _address(url)
        urlsplit(url).port  # noqa: B018  # which says whether it is a number
    except ValueError as error:
        if "user name" in str(error):
            raise Unshown(str(error)) from None
        raise ValueError("an address that starts with https:// or http://") from None
    if without_likely_keys(url) != url:
        raise Unshown("an address without a key or token; wiki.toml is committed")
    return url


def _source_name(name: str) -> str:
    if not is_source(name):
        raise ValueError("a short name in lower case, letters, digits and -, such as openai")
    return name


def _with(*places: str) -> Callable[[str], str]:
    def check(url: str) -> str:
        rest = url
        for place in places:
            rest = rest.replace(place, "", 1)
        if any(place not in url for place in places) or re.search(r"[{}]", rest):
            raise ValueError(f"an address with {' and '.join(places)} once, and no other braces")
        return url

    return check


def _unless_empty(check: Callable[[str], str]) -> Callable[[str], str]:
    return lambda url: check(_address(url)) if url else ""


def _proxy(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https", "socks5", "socks5h") or not parts.hostname:
        raise ValueError("an address such as http://127.0.0.1:7890 or socks5://127.0.0.1:1080")
    if parts.password or parts.username:
        raise ValueError(
            "a proxy without a password; leave it empty here and set HTTPS_PROXY in the environment"
        )
    return url


def _variable(name: str) -> str:
    if not _VARIABLE.fullmatch(name):
        raise Unshown(
            "the name of an environment variable, FEISHU_WEBHOOK; its value never stands here"
        )
    return name


def _empty_is_none(value: object) -> object:
    return None if value == "" else value


def _iso_date(value: object) -> object:
    return value.isoformat() if type(value) is datetime.date else value


def _said(text: str) -> str:
    if not text.strip():
        raise ValueError("words, not blanks")
    return text


def _paper_id(text: str) -> str:
    if not _PAPER_ID.fullmatch(text):
        raise ValueError('arXiv ids without a version, "2605.02801" or "astro-ph/0601001"')
    return text


def _unique(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


Address: TypeAlias = Annotated[str, AfterValidator(_address)]
PlainAddress: TypeAlias = Annotated[str, AfterValidator(_plain_address)]
SourceName: TypeAlias = Annotated[str, AfterValidator(_source_name)]
FeedAddress: TypeAlias = Annotated[Address, AfterValidator(_with("{categories}"))]
PaperAddress: TypeAlias = Annotated[Address, AfterValidator(_with("{id}"))]
ListAddress: TypeAlias = Annotated[str, AfterValidator(_unless_empty(_with("{category}")))]
DayAddress: TypeAlias = Annotated[str, AfterValidator(_unless_empty(_with("{category}", "{date}")))]
OaiAddress: TypeAlias = Annotated[str, AfterValidator(_unless_empty(_address))]
Unset: TypeAlias = Annotated[str | None, BeforeValidator(_empty_is_none)]
OptionalAddress: TypeAlias = Annotated[Address | None, BeforeValidator(_empty_is_none)]
Proxy: TypeAlias = Annotated[
    Annotated[str, AfterValidator(_proxy)] | None, BeforeValidator(_empty_is_none)
]
Variable: TypeAlias = Annotated[
    Annotated[str, AfterValidator(_variable)] | None, BeforeValidator(_empty_is_none)
]
Category: TypeAlias = Annotated[str, AfterValidator(category)]
Phrase: TypeAlias = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_said)]
PaperId: TypeAlias = Annotated[str, AfterValidator(_paper_id)]
IsoDate: TypeAlias = Annotated[
    str, BeforeValidator(_iso_date), Field(pattern=r"^\d{4}-\d{2}-\d{2}$")
]
Preset: TypeAlias = Literal[
    "deepseek", "qwen", "zhipu", "kimi", "openai", "anthropic", "gemini", "ollama"
]
EngineName: TypeAlias = Literal["none", "litellm", "replay", "handoff"]
Host: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9.-]+(:[0-9]{1,5})?$")]
OptionalPreset: TypeAlias = Annotated[Preset | None, BeforeValidator(_empty_is_none)]
OptionalEngine: TypeAlias = Annotated[EngineName | None, BeforeValidator(_empty_is_none)]


class Table(BaseModel):
    """A table of ``wiki.toml``: frozen, strict about types, and without unknown keys.

    Each field's description says what is expected there; reports quote it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Tagline(Table):
    """One line under the title, in both languages."""

    en: str = Field(default="", description="a line of text")
    zh: str = Field(default="", description="a line of text")


class Wiki(Table):
    """What the wiki is called and where it lives."""

    title: str = Field(default="My arXiv wiki", min_length=1, description="the name of the wiki")
    tagline: Tagline = Field(default=Tagline(), description='{ en = "…", zh = "…" }')
    language: Literal["en", "zh", "both"] = Field(
        default="both", description='what a first visit shows: "en", "zh" or "both"'
    )
    site_url: OptionalAddress = Field(
        default=None, description="the address of the published site, https://…"
    )
    repo_url: OptionalAddress = Field(
        default=None, description="the address of the wiki's repository, https://…"
    )


class Arxiv(Table):
    """What to follow on arXiv, and where arXiv is."""

    categories: Annotated[tuple[Category, ...], AfterValidator(_unique)] = Field(
        default=("cs.CL", "cs.AI"),
        min_length=1,
        description='a list of arXiv categories, ["cs.CL", "astro-ph"]',
    )
    announce_types: Annotated[tuple[AnnounceType, ...], AfterValidator(_unique)] = Field(
        default=("new", "cross"),
        min_length=1,
        description='a list out of "new", "cross", "replace", "replace-cross"',
    )
    catch_up: bool = Field(
        default=True, description="true or false: ask the API for days without a run"
    )
    proxy: Proxy = Field(default=None, description="the proxy for arXiv, or nothing")
    redirect_hosts: tuple[Host, ...] = Field(
        default=("arxiv.org", "export.arxiv.org", "rss.arxiv.org", "www.arxiv.org"),
        description='hosts that a redirect may lead to, ["arxiv.org", "mirror.example:8080"]',
    )
    feed_url: FeedAddress = Field(
        default="https://rss.arxiv.org/rss/{categories}",
        description="the address of the daily feed, with {categories}",
    )
    api_url: Address = Field(
        default="https://export.arxiv.org/api/query", description="the address of the query API"
    )
    html_url: PaperAddress = Field(
        default="https://arxiv.org/html/{id}",
        description="the address of a paper's HTML, with {id}",
    )
    pdf_url: PaperAddress = Field(
        default="https://arxiv.org/pdf/{id}", description="the address of a paper's PDF, with {id}"
    )
    abs_url: PaperAddress = Field(
        default="https://arxiv.org/abs/{id}", description="the address of a paper's page, with {id}"
    )
    list_url: ListAddress = Field(
        default="https://arxiv.org/list/{category}/new?skip=0&show=2000",
        description="the address of a category's list of new papers, with {category}, or nothing",
    )
    catchup_url: DayAddress = Field(
        default="https://arxiv.org/catchup/{category}/{date}?abs=True",
        description=(
            "the address of a category's list of one day, with {category} and {date}, or nothing"
        ),
    )
    oai_url: OaiAddress = Field(
        default="https://oaipmh.arxiv.org/oai",
        description="the address of arXiv's OAI-PMH interface, or nothing",
    )
    interval: float = Field(
        default=ARXIV_INTERVAL, ge=0, description="seconds between two requests, at least 3"
    )

    @field_validator("interval")
    @classmethod
    def _polite(cls, interval: float, info: ValidationInfo) -> float:
        ours = ("feed_url", "api_url", "html_url", "pdf_url", "list_url", "catchup_url", "oai_url")
        asked = [url for key in ours if (url := info.data.get(key))]
        if interval < ARXIV_INTERVAL and not all(map(is_loopback, asked)):
            raise ValueError("at least 3: arXiv asks for 3 seconds between two requests")
        return interval


class Feed(Table):
    """A feed beside arXiv: a lab's blog, a journal, a preprint server; RSS, Atom or JSON Feed."""

    name: SourceName = Field(
        description='a short name in lower case, letters, digits and -: "openai"'
    )
    url: PlainAddress = Field(description="the address of the feed, https://…")
    label: str = Field(
        default="", max_length=60, description='what readers see: "OpenAI Blog", 60 characters'
    )
    posts_per_run: int = Field(
        default=20, ge=1, le=200, description="at most so many new posts in a run, 1 to 200"
    )
    words: bool = Field(
        default=True, description="true or false: show the first words that the feed gives"
    )

    @property
    def shown(self) -> str:
        """What readers see: the label, or the name where there is none."""
        return " ".join(self.label.split()) or self.name


def _named_apart(feeds: tuple[Feed, ...]) -> tuple[Feed, ...]:
    for what in ("name", "url"):
        told = [getattr(feed, what) for feed in feeds]
        if twice := sorted({one for one in told if told.count(one) > 1}):
            raise ValueError(f"feeds of which no two have one {what}; twice: {', '.join(twice)}")
    return feeds


class Sources(Table):
    """Where papers and posts come from."""

    arxiv: Arxiv = Field(default=Arxiv(), description="a table")
    feeds: Annotated[tuple[Feed, ...], AfterValidator(_named_apart)] = Field(
        default=(), description="tables [[sources.feeds]], each with a name and a url"
    )


class Interests(Table):
    """By what a day's papers are ranked, and how many of them a model reads; the rest is kept as
    title and abstract.
    """

    about: str = Field(default="", description="what you seek, in plain words")
    keywords: Annotated[tuple[Phrase, ...], AfterValidator(_unique)] = Field(
        default=(), description='a list of words, ["agents", "reinforcement learning"]'
    )
    authors: Annotated[tuple[Phrase, ...], AfterValidator(_unique)] = Field(
        default=(), description='a list of names, ["Sergey Levine", "Yoshua Bengio"]'
    )
    groups: dict[str, tuple[Phrase, ...]] = Field(
        default={}, description='names by group, { "a lab" = ["First Author", "Second Author"] }'
    )
    examples: Annotated[tuple[PaperId, ...], AfterValidator(_unique)] = Field(
        default=(), description='a list of arXiv ids, ["2605.02801"]'
    )
    unwanted: Annotated[tuple[Phrase, ...], AfterValidator(_unique)] = Field(
        default=(), description='a list of what you do not want, ["medical imaging"]'
    )
    papers_per_day: int = Field(default=30, ge=0, description="a whole number, 0 or more")
    quotas: dict[Category, Annotated[int, Field(ge=0)]] = Field(
        default={}, description='at most so many of a category, { "cs.CV" = 5 }'
    )
    surprise: float = Field(
        default=0.0, ge=0, le=0.5, description="a share of the papers of a day, from 0 to 0.5"
    )


class Site(Table):
    """What the built site shows beside its pages."""

    show_interests: bool = Field(
        default=False, description="true or false: publish the keywords of [interests]"
    )
    why: bool = Field(
        default=False, description="true or false: the radar says why a paper is for you"
    )
    offline: bool = Field(
        default=True, description="true or false: browsers keep pages for reading offline"
    )
    kept_up: bool = Field(
        default=True, description="true or false: readers are told when no run came for too long"
    )
    marks: Literal["here", "sent", "shown"] = Field(
        default="here",
        description='"here" (in the browser), "sent" (to the repository too) or "shown" (on the'
        " site, too)",
    )
    marks_by: Literal["inbox", "issue"] = Field(
        default="inbox",
        description='"inbox" (a new file of the repository) or "issue" (a prefilled one)',
    )
    library: bool = Field(
        default=False, description="true or false: tell which papers are in your own library"
    )


class Text(Table):
    """Which text of a paper is read, and how much of it."""

    order: Annotated[tuple[TextKind, ...], AfterValidator(_unique)] = Field(
        default=("html", "pdf", "abstract"),
        min_length=1,
        description='a list out of "html", "pdf", "abstract"',
    )
    max_tokens: int = Field(
        default=24_000, ge=1_000, description="a whole number of tokens, 1000 or more"
    )


class Figures(Table):
    """Which figures of papers the wiki keeps and shows, where their licence allows."""

    per_paper: int = Field(default=1, ge=0, le=9, description="a whole number from 0 to 9")
    max_kilobytes: int = Field(
        default=150, ge=10, le=1_000, description="kilobytes of one image, 10 to 1000"
    )
    non_commercial: bool = Field(
        default=False, description="true or false: the site serves no commercial use"
    )


class Concepts(Table):
    """What a model writes about concepts, and when it writes it anew."""

    write: bool = Field(default=True, description="true or false: write texts about concepts")
    rewrite_after: int = Field(default=2, ge=1, description="so many new papers, 1 or more")
    claims_tokens: int = Field(
        default=6_000, ge=500, description="a whole number of tokens, 500 or more"
    )
    texts_per_run: int = Field(default=50, ge=1, description="a whole number, 1 or more")


class Briefings(Table):
    """What a model writes about each day and each week across its papers."""

    day: bool = Field(default=False, description="true or false: write about each day")
    week: bool = Field(default=False, description="true or false: write about each ISO week")
    since: str = Field(
        default="",
        pattern=r"^(\d{4}-\d{2}-\d{2})?$",
        description='"2026-05-05", the first day that may be written about, or nothing',
    )


class Prices(Table):
    """What a million tokens cost, in the currency of ``[model]``, and when that was so."""

    input: float = Field(ge=0, description="the price of a million input tokens")
    output: float = Field(ge=0, description="the price of a million output tokens")
    cached_input: float | None = Field(
        default=None, ge=0, description="the price of a million cached input tokens"
    )
    date: IsoDate | None = Field(
        default=None, description="the day on which these prices held, 2026-05-05"
    )


class Model(Table):
    """Which model reads the papers, and what it may use up."""

    engine: EngineName = Field(
        default="none", description='"none", "litellm", "replay" or "handoff"'
    )
    preset: OptionalPreset = Field(
        default=None, description="one of " + ", ".join(PRESET_VARIABLES)
    )
    model: Unset = Field(
        default=None,
        validate_default=True,
        description="the model's name as litellm writes it, deepseek/deepseek-flash",
    )
    fallbacks: tuple[str, ...] = Field(
        default=(), description="a list of models to ask when the first one refuses or is down"
    )
    base_url: OptionalAddress = Field(
        default=None, description="the address of the model server, or nothing"
    )
    key_variable: Variable = Field(
        default=None,
        description="the environment variable with the key, where it is not the usual one",
    )
    proxy: Proxy = Field(default=None, description="the proxy for the model, or nothing")
    concurrency: int = Field(
        default=8, ge=1, le=256, description="how many requests at a time, 1 to 256"
    )
    requests_per_minute: int | None = Field(
        default=None, ge=1, description="a whole number, 1 or more"
    )
    tokens_per_minute: int | None = Field(
        default=None, ge=1, description="a whole number, 1 or more"
    )
    timeout: float = Field(default=180.0, gt=0, description="seconds for one request, all of it")
    attempts: int = Field(
        default=4, ge=1, le=20, description="how often one request is tried, 1 to 20"
    )
    temperature: float | None = Field(default=0.2, ge=0, le=2, description="a number from 0 to 2")
    max_output_tokens: int = Field(
        default=8_000, ge=256, description="a whole number of tokens, 256 or more"
    )
    budget_per_run: float | None = Field(
        default=None, ge=0, description="an amount in the currency of the prices"
    )
    budget_per_month: float | None = Field(
        default=None, ge=0, description="an amount in the currency of the prices"
    )
    currency: str = Field(
        default="USD", pattern="^[A-Z]{3}$", description="three capital letters, USD or CNY"
    )
    prices: Prices | None = Field(
        default=None, description='{ input = 0.27, output = 1.10, date = "2026-05-05" }'
    )
    replies: Unset = Field(
        default=None, description="the folder of stored replies, for engine replay"
    )
    answered_by: Unset = Field(
        default=None, description="who answers the requests of engine handoff; pages show it"
    )

    @field_validator("model")
    @classmethod
    def _named(cls, model: str | None, info: ValidationInfo) -> str | None:
        if (
            info.data.get("engine") == "litellm"
            and not model
            and not info.data.get("preset", "wrong")
        ):
            raise ValueError(
                'set preset or model; engine "litellm" needs to know which model to ask'
            )
        return model


class Check(Table):
    """Who judges whether a paper bears out what the wiki says of it, and how its findings stand to
    those of other papers; and what is judged.

    What does not stand here is as in ``[model]``; budgets and limits are those of both.
    """

    judge: Literal["doubtful", "all", "off"] = Field(
        default="doubtful", description='"doubtful" (what rules could not settle), "all" or "off"'
    )
    relations: bool = Field(
        default=True,
        description="whether a new paper's findings are laid beside those of papers before",
    )
    engine: OptionalEngine = Field(
        default=None, description='"none", "litellm", "replay" or "handoff", or nothing'
    )
    preset: OptionalPreset = Field(
        default=None, description="one of " + ", ".join(PRESET_VARIABLES)
    )
    model: Unset = Field(
        default=None,
        validate_default=True,
        description="the name of the model that judges, as litellm writes it",
    )
    base_url: OptionalAddress = Field(
        default=None, description="the address of its server, or nothing"
    )
    key_variable: Variable = Field(
        default=None,
        description="the environment variable with its key, where it is not the usual one",
    )
    proxy: Proxy = Field(default=None, description="the proxy for it, or nothing")
    prices: Prices | None = Field(
        default=None, description='{ input = 0.27, output = 1.10, date = "2026-05-05" }'
    )
    answered_by: Unset = Field(
        default=None, description="who answers as the judge with engine handoff; pages show it"
    )

    @field_validator("model")
    @classmethod
    def _named(cls, model: str | None, info: ValidationInfo) -> str | None:
        if info.data.get("engine") == "litellm" and not model and not info.data.get("preset"):
            raise ValueError('set preset or model; engine "litellm" needs to know which judges')
        return model


ChannelKind: TypeAlias = Literal[
    "feishu", "wecom", "dingtalk", "slack", "telegram", "webhook", "mail"
]


class Channel(Table):
    """Where a message goes. All but ``kind`` are names of environment variables,
    so that no secret stands in a file.
    """

    kind: ChannelKind = Field(
        description='"feishu", "wecom", "dingtalk", "slack", "telegram", "webhook" or "mail"'
    )
    address: Variable = Field(
        default=None, description="the variable with the address of the webhook or mail server"
    )
    secret: Variable = Field(
        default=None, description="the variable with the signing secret, token or password"
    )
    to: Variable = Field(
        default=None, description="the variable with the chat or the addresses that it goes to"
    )

    @model_validator(mode="after")
    def _whole(self) -> Channel:
        needed = {"telegram": ("secret", "to"), "mail": ("address", "to")}.get(
            self.kind, ("address",)
        )
        if missing := [name for name in needed if not getattr(self, name)]:
            raise Unshown(f"{' and '.join(missing)}, which a channel of kind {self.kind} needs")
        return self


def _variables(channels: tuple[Channel, ...]) -> tuple[str, ...]:
    named = (name for one in channels for name in (one.address, one.secret, one.to) if name)
    return tuple(dict.fromkeys(named))


class Notify(Table):
    """How the owner hears of a run that failed."""

    when: Literal["failed", "warned", "always"] = Field(
        default="failed",
        description='"failed", "warned" (failed papers and the budget, too) or "always"',
    )
    issue: bool = Field(
        default=False, description="true or false: an issue of the repository while runs fail"
    )
    channels: tuple[Channel, ...] = Field(
        default=(), description="a list of channels, each with a kind"
    )

    @property
    def wanted(self) -> bool:
        """Whether anybody is to be told anything."""
        return self.issue or bool(self.channels)

    @property
    def variables(self) -> tuple[str, ...]:
        """The environment variables that the channels name."""
        return _variables(self.channels)


class Send(Table):
    """To whom a day's best papers are told, and that there were none, or that a run failed."""

    papers: int = Field(default=5, ge=1, le=5, description="a whole number from 1 to 5")
    quiet: bool = Field(
        default=True, description="true or false: also tell of a day on which nothing came"
    )
    channels: tuple[Channel, ...] = Field(
        default=(), description="a list of channels, each with a kind"
    )

    @property
    def variables(self) -> tuple[str, ...]:
        """The environment variables that the channels name."""
        return _variables(self.channels)


class Zotero(Table):
    """Into which library of Zotero stars go; the key is read from the environment."""

    address: Address = Field(
        default="https://api.zotero.org", description="the address of Zotero's interface"
    )
    library: Annotated[str, Field(pattern=r"^((users|groups)/[0-9]{1,12})?$")] = Field(
        default="", description='"users/12345" or "groups/12345", or nothing'
    )
    collection: Annotated[str, Field(pattern=r"^([23456789A-NP-Z]{8})?$")] = Field(
        default="", description="the eight letters and digits in a collection's address, or nothing"
    )
    key_variable: Annotated[str, AfterValidator(_variable)] = Field(
        default="ZOTERO_API_KEY", description="the environment variable with the key"
    )


class Settings(Table):
    """All of ``wiki.toml``."""

    format: Literal[2] = Field(description="format = 2, as the first line")
    wiki: Wiki = Field(default=Wiki(), description="a table")
    sources: Sources = Field(default=Sources(), description="a table")
    interests: Interests = Field(default=Interests(), description="a table")
    site: Site = Field(default=Site(), description="a table")
    text: Text = Field(default=Text(), description="a table")
    figures: Figures = Field(default=Figures(), description="a table")
    concepts: Concepts = Field(default=Concepts(), description="a table")
    briefings: Briefings = Field(default=Briefings(), description="a table")
    model: Model = Field(default=Model(), description="a table")
    check: Check = Field(default=Check(), description="a table")
    notify: Notify = Field(default=Notify(), description="a table")
    send: Send = Field(default=Send(), description="a table")
    zotero: Zotero = Field(default=Zotero(), description="a table")

    @property
    def judge_model(self) -> Model:
        """The model that judges: ``[check]``'s, and in all that is not said there ``[model]``'s.

        Another model has no fallbacks and prices of its own; one at another provider or address
        has nothing of the way to the writer's.
        """
        own, writer = self.check, self.model
        other, elsewhere = bool(own.preset or own.model), bool(own.preset or own.base_url)
        theirs = None if elsewhere else writer
        changes = {
            "engine": own.engine or writer.engine,
            "preset": own.preset or (None if own.model else writer.preset),
            "model": own.model or (None if own.preset else writer.model),
            "fallbacks": () if other or elsewhere else writer.fallbacks,
            "base_url": own.base_url or (theirs and theirs.base_url),
            "key_variable": own.key_variable or (theirs and theirs.key_variable),
            "proxy": own.proxy or (theirs and theirs.proxy),
            "prices": own.prices or (None if other else writer.prices),
            "answered_by": own.answered_by or (None if other else writer.answered_by),
        }
        judge = writer.model_copy(update=changes)
        return writer if judge == writer else judge


def find_wiki(folder: Path) -> Path:
    """The ``wiki.toml`` of the wiki in ``folder``; UsageError where there is none."""
    path = folder / FILE
    if path.is_file():
        return path
    what = f"there is no {FILE} here" if folder.is_dir() else "there is no such folder"
    raise UsageError(
        what,
        where=str(folder),
        next="Make a wiki with `wiki-builder init DIR`, or name one with `-C DIR`",
    )


def load_settings(path: Path) -> Settings:
    """The settings that ``path``, a ``wiki.toml``, holds.

    Raises SettingsError with every problem of the file, one a line, and FormatError
    when the wiki has another format than the one known here.
    """
    return settings_from(_read(path), path)


def settings_from(text: str, path: Path) -> Settings:
    """The settings in the ``text`` of a file; raises what :func:`load_settings` raises."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _error(path, [unreadable(str(error), text)]) from None
    _check_format(data, path)
    try:
        return Settings.model_validate(_tuples(data))
    except ValidationError as error:
        raise _error(path, report(error.errors(), Settings, text, PRESET_VARIABLES)) from None


def changed_interests(path: Path, given: Interests) -> Interests:
    """``given`` with what the table ``[interests]`` of a file says otherwise; other tables of it
    count for nothing.

    Raises SettingsError with every problem of that table.
    """
    text = _read(path)
    try:
        table = tomllib.loads(text).get("interests", {})
    except tomllib.TOMLDecodeError as error:
        raise _error(path, [unreadable(str(error), text)]) from None
    try:
        said = Settings.model_validate({"format": FORMAT, "interests": _tuples(table)}).interests
    except ValidationError as error:
        raise _error(path, report(error.errors(), Settings, text, PRESET_VARIABLES)) from None
    return given.model_copy(update={name: getattr(said, name) for name in said.model_fields_set})


def load_notify(path: Path) -> Settings:
    """The settings of a file that may be wrong elsewhere: then ``[wiki]``, ``[notify]`` and
    ``[send]``, and defaults.

    A run that fails since ``wiki.toml`` is wrong is one that its owner has to hear of. Raises
    what :func:`load_settings` raises where these tables cannot be read.
    """
    try:
        return load_settings(path)
    except SettingsError as error:
        try:
            data = tomllib.loads(_read(path))
            kept = {name: data[name] for name in ("wiki", "notify", "send") if name in data}
            return Settings.model_validate(_tuples({"format": FORMAT, **kept}))
        except ValueError:  # of tomllib and of pydantic
            raise error from None


def _read(path: Path) -> str:
    raw = find_wiki(path.parent).read_bytes() if path.name == FILE else path.read_bytes()
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise _error(path, [undecodable(raw, error.start)]) from None


def _error(path: Path, problems: list[str]) -> SettingsError:
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    listed = "".join(f"\n  {problem}" for problem in problems)
    return SettingsError(
        f"{count}; mend the file and run the command again{listed}", where=str(path)
    )


def _check_format(data: dict[str, Any], path: Path) -> None:
    found = data.get("format", FORMAT)
    if type(found) is int and found != FORMAT:
        newer = f"Install a newer wiki-builder, which knows format {found}"
        unknown = (
            f"There never was such a format: write format = {FORMAT}, or take wiki.toml back"
            " from git"
        )
        old = (
            "Format 1 was never released: make a new wiki, take its wiki.toml's settings over, and"
            " run update --since"
        )
        raise FormatError(
            f"this wiki has format {found}; this wiki-builder knows {FORMAT}",
            where=str(path),
            next=newer if found > FORMAT else old if found == 1 else unknown,
        )


def _tuples(value: Any) -> Any:
    """``value`` with tuples for lists: TOML has lists, frozen settings have tuples."""
    if isinstance(value, dict):
        return {key: _tuples(item) for key, item in value.items()}
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
