"""One call to one model, through litellm.

litellm is imported here and nowhere else, and only when the first call is made
(it takes 2 to 4 s). It fetches nothing by itself: prices and header lists are
those that it carries.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from wiki_builder.analysis.request import Request
from wiki_builder.engines.limits import most_tokens
from wiki_builder.engines.outcome import Again, Outcome, of_error, of_response
from wiki_builder.engines.presets import PRESETS, Form, Preset
from wiki_builder.engines.settings import ModelSettings, Price
from wiki_builder.errors import UsageError

_OFFLINE = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    "LITELLM_TELEMETRY": "False",
}
# litellm's own: a call cancelled while it is prepared leaves a coroutine behind; a type that pydantic comments on.
_NOISE: Final[tuple[tuple[str, type[Warning]], ...]] = (
    (r"coroutine '\w+\.acompletion' was never awaited", RuntimeWarning),
    (r"Item '\w+' on TypedDict class 'ChatCompletionReasoningItem'", UserWarning),
)
_SIMPLER: Mapping[Form, Form] = {"schema": "object", "object": "none", "none": "none"}


@dataclass
class Model:
    """A model that may be asked, and what has been learnt of what it takes."""

    name: str
    price: Price | None
    base_url: str | None
    key: str | None
    extra: Mapping[str, object]
    thinking_tokens: int
    form: Form
    temperature: float | None

    def params(self, request: Request, settings: ModelSettings) -> dict[str, Any]:
        """The keyword arguments of ``litellm.acompletion``."""
        params: dict[str, Any] = {
            "model": self.name,
            "messages": request.messages,
            "max_tokens": self.most_output(settings),
            "max_retries": 0,
            "timeout": settings.timeout,
            **self.extra,
        }
        form = _form(self.form, request)
        optional = {"temperature": self.temperature, "api_base": self.base_url, "api_key": self.key, **form}
        return params | {name: value for name, value in optional.items() if value is not None}

    def most_output(self, settings: ModelSettings) -> int:
        """How many tokens it may write, thinking included."""
        return settings.max_output_tokens + self.thinking_tokens

    def most_cost(self, request: Request, settings: ModelSettings) -> float | None:
        """More than the call can cost; ``None`` where no price holds for it."""
        if self.price is None:
            return None
        asked = sum(most_tokens(message["content"]) for message in request.messages)
        return self.price.cost(asked, self.most_output(settings))

    def simplify(self, part: str) -> bool:
        """Leave out what the model does not take; ``False`` if it is left out already."""
        before = (self.form, self.temperature, self.extra)
        if part == "form":
            self.form = _SIMPLER[self.form]
        elif part == "temperature":
            self.temperature = None
        else:
            self.extra = {}
        return before != (self.form, self.temperature, self.extra)


def models_of(settings: ModelSettings, environ: Mapping[str, str]) -> tuple[Model, ...]:
    """The model that the settings name, then its fallbacks.

    Raises:
        UsageError: no model is named, a preset is unknown, or its key is not in the environment.
    """
    if settings.preset is None and settings.model is None:
        raise UsageError("no model is named", where="wiki.toml, [model]", next="Set preset or model")
    first = _model(settings.preset, settings.model, settings, environ)
    return (first, *(_fallback(name, settings, environ) for name in settings.fallbacks))


def _fallback(name: str, settings: ModelSettings, environ: Mapping[str, str]) -> Model:
    return _model(name, None, settings, environ) if name in PRESETS else _model(None, name, settings, environ)


def _model(preset_name: str | None, name: str | None, settings: ModelSettings, environ: Mapping[str, str]) -> Model:
    preset = _preset(preset_name) if preset_name else next((p for p in PRESETS.values() if p.model == name), None)
    name = name or (preset.model if preset else "")
    ours = preset_name in (None, settings.preset)  # another provider has another address
    base_url = (settings.base_url if ours else None) or (preset.base_url if preset else None)
    return Model(
        name=name,
        price=settings.prices.get(name) or (preset.price if preset and _same_price(preset, name) else None),
        base_url=base_url,
        key=_key(preset, name, bool(ours and settings.base_url), environ),
        extra=preset.extra if preset else {},
        thinking_tokens=preset.thinking_tokens if preset else 0,
        form=preset.form if preset else "schema",
        temperature=settings.temperature,
    )


def _same_price(preset: Preset, name: str) -> bool:
    """A preset's price is that of its own model; what runs on one's own machine costs nothing, whatever it is."""
    return name == preset.model or (preset.price is not None and not preset.price.currency)


def _preset(name: str) -> Preset:
    if name not in PRESETS:
        known = ", ".join(PRESETS)
        raise UsageError(f"there is no preset {name!r}", where="wiki.toml, [model]", next=f"Presets are {known}")
    return PRESETS[name]


def _key(preset: Preset | None, name: str, own_address: bool, environ: Mapping[str, str]) -> str | None:
    """The provider's key. A server of one's own often wants none, and litellm wants something."""
    provider = name.partition("/")[0].upper()
    variable = preset.key if preset else f"{provider}_API_KEY"
    key = environ.get(variable) if variable else None
    if key or (variable is None and not own_address):
        return key
    if own_address:
        return "none"
    if preset is None:
        return None
    raise UsageError(f"{variable} is not set", where="the environment", next=f"Put the key of {preset.name} there")


def _form(form: Form, request: Request) -> dict[str, Any]:
    if form == "none":
        return {}
    if form == "object" or not request.form:
        return {"response_format": {"type": "json_object"}}
    schema = {"name": request.task, "schema": json.loads(request.form), "strict": False}
    return {"response_format": {"type": "json_schema", "json_schema": schema}}


async def call(model: Model, request: Request, settings: ModelSettings) -> Outcome:
    """Ask once; the call ends after ``settings.timeout`` seconds, whatever the server does.

    Raises:
        UpstreamError: every further call would fail in the same way.
    """
    litellm = load(settings.proxy)
    try:
        async with asyncio.timeout(settings.timeout):
            response = await litellm.acompletion(**model.params(request, settings))
    except TimeoutError:
        return Again(f"no answer within {settings.timeout:g} s", billed=True)
    except Exception as error:  # litellm raises what its 100 providers make it raise
        return of_error(error, model.name)
    return of_response(response)


def load(proxy: str | None = None) -> Any:
    """The litellm module, told to fetch nothing, print nothing and report nothing.

    ``proxy`` goes into the environment, which is the one way that all of litellm's
    clients follow; clients that exist already keep theirs.

    Raises:
        UsageError: litellm is not installed.
    """
    os.environ.update(_OFFLINE)
    if proxy:
        os.environ.update({"HTTP_PROXY": proxy, "HTTPS_PROXY": proxy})
    try:
        import litellm
    except ImportError as error:
        raise UsageError(
            f"litellm is not installed ({error})", next="Install it: pip install 'arxiv-wiki-builder[llm]'"
        ) from error
    litellm.telemetry = False
    litellm.suppress_debug_info = True
    litellm.drop_params = True
    litellm.disable_aiohttp_transport = True  # httpx: it follows SOCKS proxies, and closes cleanly
    for message, category in _NOISE:
        warnings.filterwarnings("ignore", message, category)
    logging.getLogger("LiteLLM").setLevel(logging.ERROR)
    return litellm


async def close() -> None:
    """Close litellm's connections and forget its clients, which belong to the event loop that ends."""
    litellm = load()
    await litellm.close_litellm_async_clients()
    litellm.in_memory_llm_clients_cache.flush_cache()
