"""One call to one model, through litellm.

litellm is imported here and nowhere else, and only when the first call is made
(it takes 2 to 4 s, on a busy machine a minute). It fetches nothing by itself: prices
and header lists are those that it carries. And it goes nowhere but where it is told
to: it would follow a redirect to another host and send the key along.
"""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import os
import threading
import warnings
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from wiki_builder.core.errors import UsageError
from wiki_builder.core.http.body import (
    ENCODING,
    Body,
    NotWhole,
    TooLarge,
    is_understood,
)
from wiki_builder.core.keys import keep
from wiki_builder.core.settings import Model
from wiki_builder.llm.limits import most_tokens, size_of
from wiki_builder.llm.outcome import (
    Again,
    Asked,
    CallOutcome,
    Declined,
    Said,
    of_body,
    of_error,
    of_response,
    redirected,
)
from wiki_builder.llm.presets import PRESETS, Form, Preset
from wiki_builder.llm.price import Price, stated_price
from wiki_builder.llm.usage import believed

if TYPE_CHECKING:
    from wiki_builder.analysis.request import Request

OK: Final = 200
FAULT: Final = 400
MOST_OF_A_FAULT: Final = 4_000  # characters of an error's body that are looked at
# of an answer as it is inflated: hundreds of times what one takes; the rest is not read
MOST_BYTES: Final = 20_000_000
_REDIRECTS: Final = (300, 301, 302, 303, 305, 307, 308)  # 304 is none
_SHORTER: Mapping[str, str] = {
    "paper": "max_tokens in [text]",
    "concept": "claims_tokens in [concepts]",
    "judge": "how much is judged in [check]",
    "review": "how much is judged in [check]",
    "mend": "how much is judged in [check]",
    "reword": "how much is judged in [check]",
    "change": "max_tokens in [text]",
    "relation": "relations in [check]",
}

_OFFLINE = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    "LITELLM_TELEMETRY": "False",
}
# litellm's own: a call cancelled while it is prepared leaves a coroutine behind; a type that
# pydantic comments on.
_NOISE: Final[tuple[tuple[str, type[Warning]], ...]] = (
    (r"coroutine '\w+\.acompletion' was never awaited", RuntimeWarning),
    (r"Item '\w+' on TypedDict class 'ChatCompletionReasoningItem'", UserWarning),
    (r"Pydantic serializer warnings", UserWarning),  # an answer of an odd shape
)
# Where litellm asks when no base_url is set, as people are told it.
_ADDRESSES: Mapping[str, str] = {
    "deepseek": "https://api.deepseek.com",
    "dashscope": "https://dashscope-intl.aliyuncs.com",
    "zai": "https://api.z.ai",
    "moonshot": "https://api.moonshot.ai",
    "openai": "https://api.openai.com",
    "anthropic": "https://api.anthropic.com",
    "gemini": "https://generativelanguage.googleapis.com",
    "openrouter": "https://openrouter.ai",
    "groq": "https://api.groq.com",
    "mistral": "https://api.mistral.ai",
    "xai": "https://api.x.ai",
}
_SIMPLER: Mapping[Form, Form] = {"schema": "object", "object": "none", "none": "none"}


@dataclass
class AskedModel:
    """A model that may be asked, and what has been learnt of what it takes."""

    name: str
    price: Price | None
    base_url: str | None
    key: str | None
    extra: Mapping[str, object]
    thinking_tokens: int
    form: Form
    temperature: float | None
    address: str = "the provider's address"  # as people are told it

    def asked(self, request: Request) -> Asked:
        """What a reason has to name."""
        return Asked(self.name, self.address, _SHORTER.get(request.task, _SHORTER["paper"]))

    def params(self, request: Request, settings: Model) -> dict[str, Any]:
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
        optional = {
            "temperature": self.temperature,
            "api_base": self.base_url,
            "api_key": self.key,
            **form,
        }
        return params | {name: value for name, value in optional.items() if value is not None}

    def most_output(self, settings: Model) -> int:
        """How many tokens it may write, thinking included."""
        return settings.max_output_tokens + self.thinking_tokens

    def most_cost(self, request: Request, settings: Model) -> float | None:
        """More than the call can cost; ``None`` where no price holds for it."""
        if self.price is None:
            return None
        asked = sum(most_tokens(message["content"]) for message in request.messages)
        return self.price.cost(asked, self.most_output(settings))

    @property
    def takes(self) -> tuple[Form, float | None, Mapping[str, object]]:
        """What it is taken to take; it changes as that is learnt."""
        return self.form, self.temperature, self.extra

    def simplify(self, part: str) -> bool:
        """Leave out what the model does not take; ``False`` if it is left out already."""
        before = self.takes
        if part == "form":
            self.form = _SIMPLER[self.form]
        elif part == "temperature":
            self.temperature = None
        else:
            self.extra = {}
        return before != self.takes


def models_of(settings: Model, environ: Mapping[str, str]) -> tuple[AskedModel, ...]:
    """The model that the settings name, then its fallbacks.

    Raises:
        UsageError: no model is named, a preset is unknown, or its key is not in the environment.
    """
    if settings.preset is None and settings.model is None:
        raise UsageError(
            "no model is named", where="wiki.toml, [model]", next="Set preset or model"
        )
    first = _model(settings.preset, settings.model, settings, environ)
    return (first, *(_fallback(name, settings, environ) for name in settings.fallbacks))


def _fallback(name: str, settings: Model, environ: Mapping[str, str]) -> AskedModel:
    return (
        _model(name, None, settings, environ)
        if name in PRESETS
        else _model(None, name, settings, environ)
    )


def _price(name: str, preset: Preset | None, settings: Model) -> Price | None:
    """What the settings state for the first model; for any other, or without that, its preset's."""
    own = stated_price(settings) if name == _first(settings) else None
    return own or (preset.price if preset and _same_price(preset, name) else None)


def _first(settings: Model) -> str:
    """The name of the first model; empty where none is named."""
    return settings.model or (PRESETS[settings.preset].model if settings.preset else "")


def _model(
    preset_name: str | None, name: str | None, settings: Model, environ: Mapping[str, str]
) -> AskedModel:
    preset = (
        _preset(preset_name)
        if preset_name
        else next((p for p in PRESETS.values() if p.model == name), None)
    )
    name = name or (preset.model if preset else "")
    ours = preset_name in (None, settings.preset)  # another provider has another address
    base_url = (settings.base_url if ours else None) or (preset.base_url if preset else None)
    same = name.partition("/")[0] == _first(settings).partition("/")[0]
    own = settings.key_variable if ours and same else None  # no other provider is shown it
    key = _key(preset, name, own, bool(ours and settings.base_url), environ)
    keep(key or "")
    return AskedModel(
        name=name,
        price=_price(name, preset, settings),
        base_url=base_url,
        key=key,
        extra=preset.extra if preset else {},
        thinking_tokens=preset.thinking_tokens if preset else 0,
        form=preset.form if preset else "schema",
        temperature=settings.temperature,
        address=base_url or _ADDRESSES.get(name.partition("/")[0], "its provider's address"),
    )


def _same_price(preset: Preset, name: str) -> bool:
    """A preset's price is that of its own model;
    what runs on one's own machine costs nothing, whatever it is.
    """
    return name == preset.model or (preset.price is not None and not preset.price.currency)


def _preset(name: str) -> Preset:
    if name not in PRESETS:
        known = ", ".join(PRESETS)
        raise UsageError(
            f"there is no preset {name!r}", where="wiki.toml, [model]", next=f"Presets are {known}"
        )
    return PRESETS[name]


def _key(
    preset: Preset | None, name: str, own: str | None, own_address: bool, environ: Mapping[str, str]
) -> str | None:
    """The provider's key, in the variable ``own`` if the settings name one.

    A server of one's own often wants none, and litellm wants something.
    """
    provider = name.partition("/")[0].upper()
    variable = own or (preset.key if preset else f"{provider}_API_KEY")
    key = environ.get(variable) if variable else None
    if key or (variable is None and not own_address):
        return key
    if own_address:
        return "none"
    if preset is None and own is None:
        return None
    raise UsageError(
        f"{variable} is not set",
        where="the environment",
        next=f"Put the key of {preset.name if preset else name} there",
    )


def _form(form: Form, request: Request) -> dict[str, Any]:
    if form == "none":
        return {}
    if form == "object" or not request.form:
        return {"response_format": {"type": "json_object"}}
    schema = {"name": request.task, "schema": json.loads(request.form), "strict": False}
    return {"response_format": {"type": "json_schema", "json_schema": schema}}


async def call(model: AskedModel, request: Request, settings: Model) -> CallOutcome:
    """Ask once; the call ends after ``settings.timeout`` seconds, whatever the server does.

    Whatever comes is an outcome; its tokens are those that the provider states, as far as they can
    be true.

    Raises:
        UpstreamError: every further call would fail in the same way.
    """
    litellm = await ready(settings.proxy)
    answers: list[Any] = []
    _answers.set(answers)
    try:
        async with asyncio.timeout(settings.timeout):
            response = await litellm.acompletion(**model.params(request, settings))
        if response is None:  # it gave up on what it takes for a parameter that is not known
            raise _Refusal(answers[-1] if answers else None)
        outcome = of_response(response)
    except TimeoutError:
        return Again(f"no answer within {settings.timeout:g} s from {model.address}", billed=True)
    except Exception as error:  # litellm raises what its 100 providers make it raise
        outcome = _of_failure(error, answers, model.asked(request))
    return _judged(outcome, model, request, settings)


class _Refusal(Exception):
    """An answer with a status that is an error, of which litellm says nothing."""

    def __init__(self, answer: Any) -> None:
        self.status_code = _status(answer)
        super().__init__(getattr(answer, "text", "") or "no answer")


def _status(answer: Any) -> int | None:
    """The status of an answer of httpx's, or of aiohttp's."""
    return getattr(answer, "status_code", None) or getattr(answer, "status", None)


def _of_failure(error: Exception, answers: list[Any], asked: Asked) -> CallOutcome:
    """What an exception means, by the last answer that came before it, if one did."""
    last = answers[-1] if answers else None
    if isinstance(last, _Unfit):
        return Declined(str(last), refusal=False, answered=True)
    status = _status(last)
    if status in _REDIRECTS:
        raise redirected(asked, status)
    if last is not None and status == OK and (body := _json(last)) is not None:
        return of_body(body, len(last.content), str(error))
    return of_error(error, asked, _text(last) if status and status >= FAULT else "")


def _text(answer: Any) -> str:
    try:
        return str(answer.text)[:MOST_OF_A_FAULT]
    except (RuntimeError, LookupError):  # a stream that is not read; an unknown encoding
        return ""


def _json(answer: Any) -> Any:
    """The JSON of an answer, its objects as objects;
    ``None`` for any other, such as a page in its place.
    """
    try:
        return json.loads(answer.content, object_hook=lambda fields: SimpleNamespace(**fields))
    except RecursionError:
        return SimpleNamespace()
    except (ValueError, TypeError, RuntimeError):  # no JSON, or a stream that is not read
        return None


def _judged(
    outcome: CallOutcome, model: AskedModel, request: Request, settings: Model
) -> CallOutcome:
    """An answer with its tokens as far as they can be true; what costs nothing is left as it is."""
    if not isinstance(outcome, Said) and not (isinstance(outcome, Declined) and outcome.answered):
        return outcome
    most = model.most_output(settings)
    sent = sum(size_of(message["content"]) for message in request.messages)
    # nobody sees how much it thought
    empty = isinstance(outcome, Declined) and not outcome.received
    usage = believed(
        outcome.usage, sent, outcome.received, most, most if empty else model.thinking_tokens
    )
    return replace(outcome, usage=usage)


_answers: ContextVar[list[Any]] = ContextVar("answers")  # of the call that this task makes
_stays: set[type] = set()  # the clients that follow no redirect
_loading = threading.Lock()
_loaded: list[Any] = []


async def ready(proxy: str | None = None) -> Any:
    """litellm, imported beside the event loop, which goes on meanwhile.

    Raises:
        UsageError: litellm is not installed.
    """
    return load_litellm(proxy) if _loaded else await asyncio.to_thread(load_litellm, proxy)


def load_litellm(proxy: str | None = None) -> Any:
    """The litellm module, told to fetch nothing, print nothing and report nothing.

    ``proxy`` goes into the environment, which is the one way that all of litellm's
    clients follow; clients that exist already keep theirs.

    Raises:
        UsageError: litellm is not installed.
    """
    if proxy:
        os.environ.update({"HTTP_PROXY": proxy, "HTTPS_PROXY": proxy})
    with _loading:
        if not _loaded:
            os.environ.update(_OFFLINE)
            _loaded.append(_import())
    for message, category in _NOISE:
        warnings.filterwarnings("ignore", message, category)
    return _loaded[0]


def _import() -> Any:
    try:
        import litellm
    except ImportError as error:
        raise UsageError(
            f"litellm is not installed ({error})",
            next="Install it: pip install 'arxiv-wiki-builder[llm]'",
        ) from error
    litellm.telemetry = False
    litellm.suppress_debug_info = True
    litellm.drop_params = True
    litellm.disable_aiohttp_transport = True  # httpx: it follows SOCKS proxies, and closes cleanly
    logging.getLogger("LiteLLM").setLevel(logging.ERROR)
    _stay()
    return litellm


def _stay() -> None:
    """No client of this process follows a redirect from now on, and each answer is noted for the
    call that it came to.

    litellm makes its clients in a dozen places, most of them told to follow, and httpx takes the
    key out of no header but ``Authorization`` (``x-api-key`` and ``x-goog-api-key`` go along to any
    host). All of them send by one method of their class.
    """
    import aiohttp
    import httpx

    for client, method, argument in (
        (httpx.AsyncClient, "send", "follow_redirects"),
        (httpx.Client, "send", "follow_redirects"),
        (aiohttp.ClientSession, "_request", "allow_redirects"),
    ):
        if client not in _stays:
            _stays.add(client)
            setattr(client, method, _staying(getattr(client, method), argument))


def _staying(send: Any, argument: str) -> Any:
    """``send`` of a client, told to follow no redirect whatever it is told,
    which notes the answer.
    """
    if asyncio.iscoroutinefunction(send):

        async def later(*given: Any, **named: Any) -> Any:
            named |= {argument: False}
            if argument != "follow_redirects" or named.get("stream"):
                return _noted(await send(*given, **named))
            given[1].headers["Accept-Encoding"] = ENCODING
            answer = await send(*given, **(named | {"stream": True}))
            # what httpx's own read, which knows no bound, would set
            answer._content = await _within(answer)
            return _noted(answer)

        return functools.wraps(send)(later)

    def now(*given: Any, **named: Any) -> Any:
        return _noted(send(*given, **(named | {argument: False})))

    return functools.wraps(send)(now)


class _Unfit(Exception):
    """An answer that is too large, not whole, or encoded as nobody asked;
    it is paid for all the same.
    """


async def _within(answer: Any) -> bytes:
    """The body of an answer of httpx's, inflated, at most :data:`MOST_BYTES` of it.

    Raises:
        _Unfit: it cannot be read, or not within that bound.
    """
    encoding = answer.headers.get("content-encoding", "")
    body = Body(encoding, MOST_BYTES)
    try:
        if not is_understood(encoding):
            raise _noted(
                _Unfit(f"the answer is encoded as {encoding[:60]!r}, and {ENCODING} was asked for")
            )
        async for part in answer.aiter_raw():
            body.add(part)
        return body.whole()
    except TooLarge:
        raise _noted(_Unfit(f"the answer is larger than {MOST_BYTES:,} bytes")) from None
    except NotWhole as error:
        raise _noted(_Unfit(f"the answer was cut short: {error}")) from error
    finally:
        await answer.aclose()


def _noted(answer: Any) -> Any:
    _answers.get([]).append(answer)
    return answer


async def close() -> None:
    """Close litellm's connections and forget its clients, which belong to the event loop that ends.

    Where nothing was asked there is nothing to close, and litellm is not imported for it.
    """
    if not _loaded:
        return
    litellm = _loaded[0]
    await litellm.close_litellm_async_clients()
    litellm.in_memory_llm_clients_cache.flush_cache()
