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
from typing import Any, Final, Literal, TypeAlias

from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.keys import without_keys, without_likely_keys
from wiki_builder.llm.limits import size_of
from wiki_builder.llm.usage import Usage, stated_usage

# of a reply: ten times what a paper's takes; the rest is not looked at
MOST_CHARACTERS: Final = 400_000
_BODY: Final = "\0"  # before the answer's body, which is looked at and not shown
_DEEPEST: Final = 8  # causes of an exception that are looked at


@dataclass(frozen=True, slots=True)
class Said:
    """An answer; ``received`` is how many bytes came, whatever is kept of them."""

    text: str
    usage: Usage | None
    received: int = 0


@dataclass(frozen=True, slots=True)
class Declined:
    """This model will not do this request; another may. ``refusal``: out of policy, not out of
    size.

    ``answered``: it came as an answer, which is paid for, and not as an error.
    """

    reason: str
    refusal: bool = True
    usage: Usage | None = None
    received: int = 0
    answered: bool = False


@dataclass(frozen=True, slots=True)
class Again:
    """It may help to ask again, ``after`` so many seconds;
    ``billed`` if the model may have worked for it.
    """

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


CallOutcome: TypeAlias = Said | Declined | Again | Simpler | Bad

_POLICY = re.compile(
    r"content.?(filter|policy|management)|data_inspection_failed|inappropriate|high.?risk|unsafe|sensitive|"
    r"safety (system|settings|policy)|违规|敏感|不安全",
    re.IGNORECASE,
)
_TOO_LONG = re.compile(
    r"context.{0,12}(length|window|size|limit|budget)|maximum (prompt|input|model) length|"
    r"(maximum|exceed\w*).{0,40}(number of )?tokens? (allowed|limit)|maximum.{0,20}tokens|"
    r"(prompt|inputs?|request|messages?|text|content|payload|string|entity)\b.{0,30}\btoo"
    r" (long|large|big|many)|"
    r"(prompt|input|request|token).{0,40}exceed\w*.{0,40}(max|limit|length|context|token)|exceed_context|"
    r"range of input length|exceed\w*.{0,30}token"
    r" limit|(reduce|shorten).{0,20}(length|size|prompt|input|messages?)|"
    r"too many (input )?tokens|longer than the (max|model|context)|input"
    r" (is|length).{0,20}(long|exceed)|"
    r"tokens.{0,40}must be (<=|≤|less)|超长|(输入|上下文|提示词?).{0,12}(过长|太长|超过|超出)|"
    r"超[过出].{0,12}(长度|上下文)",
    re.IGNORECASE,
)
_TOO_MUCH_OUTPUT = re.compile(
    r"max(imum)?_?(completion_|output_|new_)?tokens\W.{0,60}(too (large|high|big)|at most|less than"
    r" or equal|must be|"
    r"invalid|range|greater|exceed)|max(imum)? (allowed )?(number of )?output tokens|"
    r"(valid )?range of max_(completion_)?tokens",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(
    r"model.{0,60}(not exist|not found|unknown|invalid|unsupported|no access|not have access)|"
    r"(unknown|invalid|no such) model|llm provider not provided|模型不存在",
    re.IGNORECASE,
)
_NO_MONEY = re.compile(
    r"insufficient.{0,12}(balance|quota|funds|credit)|credit"
    r" balance|arrear|exceeded.{0,8}current.{0,3}quota|"
    r"check your plan and billing|billing.{0,12}(hard.?limit|not.?active|details)|hard limit has"
    r" been reached|"
    r"(out of|no|used (up )?(all )?(of )?(your |its )?(available )?|requires? more|not enough)"
    r" credits?\b|"
    r"(monthly|spending|spend|usage|credit|cost).{0,12}(limit|cap|budget).{0,30}(reached|exceeded|exhausted|used)|"
    r"(reached|exceeded|exhausted|hit).{0,24}(monthly|spending|spend|usage|credit)\w*.{0,12}(limit|cap|budget)|"
    r"(free tier|free"
    r" quota|trial).{0,40}(exhausted|expired|ended|used)|account.{0,24}(suspended|not"
    r" active|overdue)|"
    r"payment required|recharge|top up your|欠费|余额不足|余额已|额度(已|不足|用完)|充值|资源包",
    re.IGNORECASE,
)
# A quota of a day is as good as none for this run; Google calls a quota of a minute by the words of
# an empty account.
_DAY = re.compile(
    r"per.?day|\bdaily\b|\b(RPD|TPD)\b|requests? (a|each)"
    r" day|(当|每|今|单)[日天].{0,12}(上限|限额|次数|超)",
    re.IGNORECASE,
)
_MINUTE = re.compile(
    r"per.?(minute|second|hour)|\b(RPM|TPM|RPS|QPS)\b|throttl|concurren", re.IGNORECASE
)
_NOTHING_ALLOWED = re.compile(r"\blimit: 0\b")
_RETRY_IN = re.compile(
    r"(?:retry|try again) in (?:(\d+)m)?\s*(\d+(?:\.\d+)?)\s*s|retryDelay\W+(\d+(?:\.\d+)?)s",
    re.IGNORECASE,
)
_FORM = re.compile(
    r"response_format|json_schema|json_object|output_format|structured output", re.IGNORECASE
)
_EXTRA = re.compile(r"thinking|reasoning", re.IGNORECASE)
_REFUSAL = re.compile(
    r"\b(I('m| am) (sorry|unable)|I (can('|no)t|won't) (assist|help|comply|provide|do)|as an"
    r" AI)|抱歉|我(无法|不能)",
    re.IGNORECASE,
)


def of_response(response: Any) -> CallOutcome:
    """Sort a litellm ``ModelResponse``, whatever its shape;
    ``usage`` is as stated, and not yet judged.
    """
    usage, choice = (
        stated_usage(getattr(response, "usage", None)),
        _first(getattr(response, "choices", None)),
    )
    message = getattr(choice, "message", None)
    text, thought = (
        _text(getattr(message, "content", None)),
        _text(getattr(message, "reasoning_content", None)),
    )
    finish, refusal = getattr(choice, "finish_reason", None), _refusal(message)
    received = size_of(text) + size_of(thought)

    def declined(reason: str, refusal: bool = True) -> Declined:
        return Declined(reason, refusal, usage, received, answered=True)

    if message is None:
        return declined("the answer has no reply in it", refusal=False)
    if finish == "content_filter" or refusal:
        return declined(f"refused: {_short(refusal or 'content filter')}")
    if not text.strip():
        cut = (
            " (all of its output went into thinking: raise max_output_tokens in [model])"
            if finish == "length"
            else ""
        )
        return declined(f"an empty reply{cut}")
    if "{" not in text and _REFUSAL.search(text):
        return declined(f"refused: {_short(text)}")
    return Said(without_keys(text[:MOST_CHARACTERS]), usage, received)


def of_body(body: Any, size: int, why: str) -> CallOutcome:
    """Sort the JSON of an answer that litellm could not read; it is paid for, and may hold a reply
    all the same.

    ``body`` is of so many bytes, its objects as objects; ``why`` is what litellm says of it.
    """
    outcome = of_response(body)
    if isinstance(outcome, Said):
        return outcome
    usage = stated_usage(getattr(body, "usage", None))
    reason = f"the answer has not the form of one: {_short(why)}"
    return Declined(reason, refusal=False, usage=usage, received=size, answered=True)


def _first(choices: Any) -> Any:
    return choices[0] if isinstance(choices, list | tuple) and choices else None


def _text(content: Any) -> str:
    """The text of a message's content, of all its parts where it has parts;
    what is no text is nothing.
    """
    if isinstance(content, list):
        return "".join(_text(part if isinstance(part, str) else _part(part)) for part in content)
    return (
        content.encode("utf-8", errors="replace").decode("utf-8")
        if isinstance(content, str)
        else ""
    )


def _part(part: Any) -> Any:
    return part.get("text") if isinstance(part, dict) else getattr(part, "text", None)


def _refusal(message: Any) -> str:
    fields = getattr(message, "provider_specific_fields", None)
    found = getattr(message, "refusal", None) or (
        fields.get("refusal") if isinstance(fields, dict) else None
    )
    return found if isinstance(found, str) else ("refused" if found else "")


@dataclass(frozen=True, slots=True)
class Asked:
    """Which model was asked, where, and which setting makes the text shorter:
    what a reason has to name.
    """

    model: str
    address: str
    shorter: str = "max_tokens in [text]"


def of_error(error: Exception, asked: Asked, body: str = "") -> CallOutcome:
    """Sort what litellm raised; ``body`` is the answer that it was raised for, which says more
    (codes, details).

    Raises:
        UpstreamError: every further call to the model would fail in the same way.
    """
    status, text = getattr(error, "status_code", None), f"{error}{_BODY}{body}"
    if isinstance(error, TimeoutError) or status == 408:
        return Again(f"no answer in time from {asked.address}", billed=True)
    if _no_money(status, text):
        raise _stop(asked, "the account has no credit or no quota left", text, _PAY)
    if status in (401, 403):
        raise _stop(asked, "the key is refused", text)
    if status in (400, 404, 413, 422):
        return _of_request(status, text, asked)
    if (lost := _lost(error)) is not None:
        return Again(f"no connection to {asked.address} ({_short(lost)}): {_REACH}")
    return Again(_short(text), after=_retry_after(_headers(error), text))


_PAY = (
    "Nothing is lost. Add credit or raise the limit at the provider, or name another model in"
    " [model] of wiki.toml; then run it again"
)
_REACH = "are base_url and proxy in [model] right, and is the server running?"


def _no_money(status: object, text: str) -> bool:
    """Whether no later call can succeed, since nothing is left of the account's credit or
    of a day's quota.
    """
    if status == 402 or _NOTHING_ALLOWED.search(text) or (status == 429 and _DAY.search(text)):
        return True
    return bool(_NO_MONEY.search(text)) and not (status == 429 and _MINUTE.search(text))


def _lost(error: BaseException | None) -> str | None:
    """What the innermost cause says where no connection was had; ``None`` where it was."""
    found, seen = None, 0
    while error is not None and seen < _DEEPEST:
        if "connect" in type(error).__name__.lower() or "connection error" in str(error).lower():
            found = str(error) or found or type(error).__name__
        error, seen = error.__cause__ or error.__context__, seen + 1
    return found


def _of_request(status: int, text: str, asked: Asked) -> CallOutcome:
    if _TOO_MUCH_OUTPUT.search(text) and not re.search(
        r"context|prompt|messages|input", text, re.IGNORECASE
    ):
        return Declined(
            "the model writes less than it is allowed to: lower max_output_tokens in [model]"
            f" ({_short(text)})",
            False,
        )
    if _TOO_LONG.search(text) or status == 413:
        return Declined(
            f"the text is too long for the model: lower {asked.shorter} ({_short(text)})",
            refusal=False,
        )
    if _POLICY.search(text):
        return Declined(f"refused: {_short(text)}")
    if _FORM.search(text):
        return Simpler("form", _short(text))
    if "temperature" in text.lower():
        return Simpler("temperature", _short(text))
    if _EXTRA.search(text):
        return Simpler("extra", _short(text))
    if status == 404 or _NO_MODEL.search(text):
        raise _stop(asked, "the provider does not know this model, or not at this address", text)
    return Bad(_short(text))


def redirected(asked: Asked, status: int) -> UpstreamError:
    """The model's server sends the question, and the key with it, elsewhere;
    it does not go there.
    """
    what = (
        f"{asked.address} answers {status}, a redirect to another address, and the key is not sent"
        " there"
    )
    return UpstreamError(
        what, where=f"the model {asked.model}", next="Set base_url in [model] to the address itself"
    )


def _stop(asked: Asked, what: str, text: str, next: str = "") -> UpstreamError:
    return UpstreamError(
        f"{what} ({_short(text)})",
        where=f"the model {asked.model} at {asked.address}",
        next=next
        or "Nothing is lost. Mend [model] in wiki.toml or the key in the environment, and run it again",  # noqa: E501
    )


def _headers(error: Exception) -> Mapping[str, str]:
    response = getattr(error, "response", None)
    return (
        getattr(error, "litellm_response_headers", None) or getattr(response, "headers", None) or {}
    )


def _retry_after(headers: Mapping[str, str], text: str) -> float | None:
    """Seconds, from ``Retry-After`` as a number or as a date beside the answer's own ``Date`` (RFC
    9110, 10.2.3).

    Without it, what the words ask for.
    """
    value = headers.get("retry-after", "")
    if not value and (asked := _RETRY_IN.search(text)):
        return 60.0 * int(asked[1] or 0) + float(asked[2] or asked[3])
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(
            0.0,
            (parsedate_to_datetime(value) - parsedate_to_datetime(headers["date"])).total_seconds(),
        )
    except (ValueError, TypeError, KeyError):
        return None


def _short(text: str) -> str:
    """One line of at most 160 characters: without litellm's own words in front,
    and without what may be a key.
    """
    said = text.partition(_BODY)[0].partition("Traceback (most recent call last)")[0]
    line = without_likely_keys(said[:MOST_CHARACTERS])
    line = re.sub(r"[\s\x00-\x1f\x7f-\x9f\ud800-\udfff]+", " ", line).strip()
    line = re.sub(r"^(litellm\.\w+: )?((\w+(Error|Exception)|\w*Timeout)( -|:) )*", "", line)
    return line if len(line) <= 160 else f"{line[:159]}…"
