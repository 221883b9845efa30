"""One message to one channel. What goes wrong is a value, and no secret stands in it.

Addresses and secrets are environment variables that the settings name. The bodies are those of

* Feishu: https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot
* WeCom: https://developer.work.weixin.qq.com/document/path/91770
* DingTalk: https://open.dingtalk.com/document/group/custom-robot-access
* Slack: https://api.slack.com/messaging/webhooks
* Telegram: https://core.telegram.org/bots/api#sendmessage

and, for any other program, one JSON object. Mail is :mod:`wiki_builder.notify.mail`'s.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias
from urllib.parse import quote, unquote, urlsplit

from wiki_builder.core.errors import WikiBuilderError
from wiki_builder.core.http.client import Client
from wiki_builder.core.keys import keep
from wiki_builder.core.settings import Channel
from wiki_builder.notify.mail import mail

TELEGRAM = "https://api.telegram.org"
# bytes of a text; others take some 20,000
_LIMITS = {"wecom": 2_048, "telegram": 4_000, "slack": 12_000}
_LIMIT = 16_000
_SAYS_WHY = ("feishu", "wecom", "dingtalk", "telegram")
_HIDDEN = "…"  # what stands for a secret


@dataclass(frozen=True, slots=True)
class Message:
    """What is said: a line, a text that may be of several, and where to read on (or nothing).

    ``state`` is for programs: ``failed``, ``warned``, ``worked``, ``test``; of a day's message
    ``papers``, ``quiet``, ``failed``.
    """

    title: str
    text: str = ""
    link: str = ""
    state: str = ""

    @property
    def whole(self) -> str:
        """All of it as plain text."""
        return "\n\n".join(part for part in (self.title, self.text, self.link) if part)


@dataclass(frozen=True, slots=True)
class Sent:
    """A channel took the message."""

    channel: str
    sent: ClassVar[bool] = True

    @property
    def line(self) -> str:
        return f"sent: {self.channel}"


@dataclass(frozen=True, slots=True)
class NotSent:
    """It did not, and why."""

    channel: str
    reason: str
    sent: ClassVar[bool] = False

    @property
    def line(self) -> str:
        return f"not sent: {self.channel}: {self.reason}"


Delivery: TypeAlias = Sent | NotSent


class _Refused(Exception):
    """Why a channel cannot be used, or would not take the message."""


def send(
    message: Message,
    channels: Sequence[Channel],
    environ: Mapping[str, str],
    client: Client,
    now: Callable[[], float] = time.time,
) -> tuple[Delivery, ...]:
    """Send a message to each channel, whatever became of the others;
    never raises for one that fails.
    """
    return tuple(_delivered(message, channel, environ, client, now) for channel in channels)


def hidden(text: str, secrets: Sequence[str]) -> str:
    """``text`` on one line and without any of ``secrets``, or what of an address is secret."""
    forms = {form for secret in secrets for form in _forms(secret) if len(form) > 3}
    for form in sorted(forms, key=len, reverse=True):
        text = text.replace(form, _HIDDEN)
    return " ".join(text.split())[:300]


def _forms(secret: str) -> Iterator[str]:
    """What of a secret must not be shown: all of it, however quoted;
    of an address the login, path and query.
    """
    login, _, place = secret.partition("://")[2].rpartition("@")
    path = place.partition("/")[2]
    query = [part.partition("=")[2] for part in path.partition("?")[2].split("&")]
    for form in (secret, login, login.partition(":")[2], path, path.partition("?")[0], *query):
        yield from (form, quote(form, safe=""), unquote(form), repr(form)[1:-1])


def _delivered(
    message: Message,
    channel: Channel,
    environ: Mapping[str, str],
    client: Client,
    now: Callable[[], float],
) -> Delivery:
    names = [name for name in (channel.address, channel.secret, channel.to) if name]
    values = [environ.get(name, "").strip() for name in names]
    for secret in (channel.address, channel.secret):
        keep(environ.get(secret or "", "").strip())
    try:
        if missing := [name for name, value in zip(names, values, strict=True) if not value]:
            raise _Refused(f"{' and '.join(missing)} not set in the environment")
        given = dict(zip(names, values, strict=True))
        wanted = (channel.address, channel.secret, channel.to)
        _deliver(
            message, channel, _Values(*(given.get(name or "", "") for name in wanted)), client, now
        )
    except WikiBuilderError as error:
        return NotSent(channel.kind, hidden(error.what, values))
    except json.JSONDecodeError:
        return NotSent(channel.kind, "its answer cannot be read")
    except (_Refused, OSError, ValueError) as error:
        return NotSent(channel.kind, hidden(str(error) or type(error).__name__, values))
    return Sent(channel.kind)


@dataclass(frozen=True, slots=True)
class _Values:
    address: str
    secret: str
    to: str


def _deliver(
    message: Message, channel: Channel, values: _Values, client: Client, now: Callable[[], float]
) -> None:
    if channel.kind == "mail":
        mail(values.address, values.secret, values.to, message.title, message.whole)
        return
    address, document = _posts[channel.kind](message, values, now())
    if urlsplit(address).scheme not in ("http", "https") or not urlsplit(address).hostname:
        raise _Refused(f"{channel.address} holds no address that starts with https://")
    answer = client.send("POST", address, document)
    if channel.kind in _SAYS_WHY:
        _accepted(answer.content)


def _accepted(answer: bytes) -> None:
    """Some chats answer 200 whatever happened, and say in the body what did."""
    said = json.loads(answer)
    if not isinstance(said, dict):
        raise _Refused("its answer cannot be read")
    code = next((said[name] for name in ("errcode", "code", "StatusCode") if said.get(name)), 0)
    if code or said.get("ok") is False:
        why = next(
            (
                said[name]
                for name in ("errmsg", "msg", "StatusMessage", "description")
                if said.get(name)
            ),
            "",
        )
        raise _Refused(f"it answered {code or 'no'}: {why}")


# --- What each wants to have -------------------------------------------------------------

Post: TypeAlias = tuple[str, dict[str, Any]]


def _feishu(message: Message, values: _Values, now: float) -> Post:
    # <at user_id="all"> would call everybody
    text = _cut(message.whole.replace("<", "＜"), "feishu")
    body: dict[str, Any] = {"msg_type": "text", "content": {"text": text}}
    if values.secret:
        stamp = str(int(now))
        body |= {"timestamp": stamp, "sign": _signature(f"{stamp}\n{values.secret}", "")}
    return values.address, body


def _wecom(message: Message, values: _Values, now: float) -> Post:
    return values.address, {"msgtype": "text", "text": {"content": _cut(message.whole, "wecom")}}


def _dingtalk(message: Message, values: _Values, now: float) -> Post:
    address = values.address
    if values.secret:
        stamp = str(int(now * 1000))
        sign = quote(_signature(values.secret, f"{stamp}\n{values.secret}"), safe="")
        address += f"{'&' if '?' in address else '?'}timestamp={stamp}&sign={sign}"
    return address, {"msgtype": "text", "text": {"content": _cut(message.whole, "dingtalk")}}


def _slack(message: Message, values: _Values, now: float) -> Post:
    text = _cut(message.whole, "slack")
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(sign, entity)
    return values.address, {"text": text, "unfurl_links": False}


def _telegram(message: Message, values: _Values, now: float) -> Post:
    address = f"{(values.address or TELEGRAM).rstrip('/')}/bot{values.secret}/sendMessage"
    text = _cut(message.whole, "telegram")
    return address, {
        "chat_id": values.to,
        "text": text,
        "link_preview_options": {"is_disabled": True},
    }


def _webhook(message: Message, values: _Values, now: float) -> Post:
    text = {
        "title": message.title,
        "text": message.text,
        "link": message.link,
        "state": message.state,
    }
    return values.address, text


_posts: Mapping[str, Callable[[Message, _Values, float], Post]] = {
    "feishu": _feishu,
    "wecom": _wecom,
    "dingtalk": _dingtalk,
    "slack": _slack,
    "telegram": _telegram,
    "webhook": _webhook,
}


def _signature(key: str, text: str) -> str:
    return base64.b64encode(hmac.new(key.encode(), text.encode(), hashlib.sha256).digest()).decode()


def _cut(text: str, kind: str) -> str:
    """``text`` within the channel's limit, at a whole character."""
    limit = _LIMITS.get(kind, _LIMIT)
    raw = text.encode()
    return text if len(raw) <= limit else raw[: limit - 3].decode(errors="ignore") + "…"
