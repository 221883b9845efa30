"""What one call to a model came to: litellm's answers and exceptions, sorted.

Providers say the same thing in many ways, and litellm maps only some of them; the
words looked for here are those of OpenAI, Anthropic, Google, DeepSeek, Alibaba,
Zhipu and Moonshot.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Literal, TypeAlias

from wiki_builder.errors import UpstreamError


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, as the provider counts them; ``cached`` are part of ``input``."""

    input: int
    output: int
    cached: int = 0


@dataclass(frozen=True, slots=True)
class Said:
    """An answer."""

    text: str
    usage: Usage | None


@dataclass(frozen=True, slots=True)
class Declined:
    """This model will not do this request; another may. ``refusal``: out of policy, not out of size."""

    reason: str
    refusal: bool = True
    usage: Usage | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """It may help to ask again, ``after`` so many seconds; ``billed`` if the model may have worked for it."""

    reason: str
    after: float | None = None
    billed: bool = False


@dataclass(frozen=True, slots=True)
class Simpler:
    """The model does not take this part of the call; without it, it may answer."""

    part: Literal["form", "temperature", "extra"]
    reason: str


@dataclass(frozen=True, slots=True)
class Bad:
    """The provider calls the request wrong."""

    reason: str


Outcome: TypeAlias = Said | Declined | Again | Simpler | Bad

_POLICY = re.compile(
    r"content.?(filter|policy|management)|data_inspection_failed|inappropriate|high.?risk|unsafe|sensitive|"
    r"safety (system|settings|policy)|违规|敏感|不安全",
    re.IGNORECASE,
)
_TOO_LONG = re.compile(
    r"context.{0,12}(length|window)|maximum.{0,20}tokens|(prompt|input|request) is too (long|large)|"
    r"range of input length|exceed\w*.{0,30}token limit|reduce the length",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(
    r"model.{0,60}(not exist|not found|unknown|invalid|unsupported|no access|not have access)|"
    r"(unknown|invalid|no such) model|llm provider not provided|模型不存在",
    re.IGNORECASE,
)
_NO_MONEY = re.compile(
    r"insufficient.{0,12}(balance|quota|funds|credit)|credit balance|arrear|欠费|余额不足", re.IGNORECASE
)
_FORM = re.compile(r"response_format|json_schema|json_object|output_format|structured output", re.IGNORECASE)
_EXTRA = re.compile(r"thinking|reasoning", re.IGNORECASE)
_REFUSAL = re.compile(
    r"\b(I('m| am) (sorry|unable)|I (can('|no)t|won't) (assist|help|comply|provide|do)|as an AI)|抱歉|我(无法|不能)",
    re.IGNORECASE,
)


def of_response(response: Any) -> Outcome:
    """Sort a litellm ``ModelResponse``."""
    choice, usage = response.choices[0], _usage(response)
    message = choice.message
    refusal = getattr(message, "refusal", None) or (message.provider_specific_fields or {}).get("refusal")
    text = message.content or ""
    if choice.finish_reason == "content_filter" or refusal:
        return Declined(f"refused: {_short(refusal or 'content filter')}", usage=usage)
    if not text.strip():
        thought = " (all of its output went into thinking)" if choice.finish_reason == "length" else ""
        return Declined(f"an empty reply{thought}", usage=usage)
    if "{" not in text and _REFUSAL.search(text):
        return Declined(f"refused: {_short(text)}", usage=usage)
    return Said(text, usage)


def of_error(error: Exception, model: str) -> Outcome:
    """Sort what litellm raised.

    Raises:
        UpstreamError: every further call to ``model`` would fail in the same way.
    """
    status, text = getattr(error, "status_code", None), str(error)
    if isinstance(error, TimeoutError) or status == 408:
        return Again("no answer in time", billed=True)
    if status in (401, 403) or status == 402 or _NO_MONEY.search(text):
        raise _stop(model, "the key is refused" if status in (401, 403) else "the account has no credit", text)
    if status in (400, 404, 413, 422):
        return _of_request(status, text, model)
    return Again(_short(text), after=_retry_after(_headers(error)))


def _of_request(status: int, text: str, model: str) -> Outcome:
    if _TOO_LONG.search(text) or status == 413:
        return Declined(f"the text is too long for the model: {_short(text)}", refusal=False)
    if _POLICY.search(text):
        return Declined(f"refused: {_short(text)}")
    if _FORM.search(text):
        return Simpler("form", _short(text))
    if "temperature" in text.lower():
        return Simpler("temperature", _short(text))
    if _EXTRA.search(text):
        return Simpler("extra", _short(text))
    if status == 404 or _NO_MODEL.search(text):
        raise _stop(model, "the provider does not know this model, or not at this address", text)
    return Bad(_short(text))


def _stop(model: str, what: str, text: str) -> UpstreamError:
    return UpstreamError(
        f"{what} ({_short(text)})",
        where=f"the model {model}",
        next="Nothing is lost. Mend [model] in wiki.toml or the key in the environment, and run it again",
    )


def _usage(response: Any) -> Usage | None:
    usage = getattr(response, "usage", None)
    if usage is None or not usage.prompt_tokens:
        return None
    cached = getattr(getattr(usage, "prompt_tokens_details", None), "cached_tokens", None) or 0
    return Usage(usage.prompt_tokens, usage.completion_tokens or 0, min(cached, usage.prompt_tokens))


def _headers(error: Exception) -> Mapping[str, str]:
    response = getattr(error, "response", None)
    return getattr(error, "litellm_response_headers", None) or getattr(response, "headers", None) or {}


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds, from ``Retry-After`` as a number or as a date beside the answer's own ``Date`` (RFC 9110, 10.2.3)."""
    value = headers.get("retry-after", "")
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - parsedate_to_datetime(headers["date"])).total_seconds())
    except (ValueError, TypeError, KeyError):
        return None


def _short(text: str) -> str:
    """One line of at most 160 characters, without litellm's own words in front."""
    line = re.sub(r"\s+", " ", text.partition("Traceback (most recent call last)")[0]).strip()
    line = re.sub(r"^(litellm\.\w+: )?((\w+(Error|Exception)|\w*Timeout)( -|:) )*", "", line)
    return line if len(line) <= 160 else f"{line[:159]}…"
