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
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeAlias
from urllib.parse import quote, unquote, urlsplit

from wiki_builder.core.errors import WikiBuilderError
from wiki_builder.core.http.client import Client
from wiki_builder.core.keys import keep
from wiki_builder.core.settings import Channel
from wiki_builder.notify.mail import mail

TELEGRAM = "https://api.telegram.org"
_SAYS_WHY = ("feishu", "wecom", "dingtalk", "telegram")
_HIDDEN = "…"  # what stands for a secret
_MARK = "…"  # of a text that was cut
_BETWEEN = "\n\n"
_LEAST = 60  # of a lead, in each language; less of it says nothing


@dataclass(frozen=True, slots=True)
class Message:
    """What is said: a line, a text that may be of several, and where to read on (or nothing).

    ``state`` is for programs: ``failed``, ``warned``, ``worked``, ``test``; of a day's message
    ``papers``, ``quiet``, ``failed``, ``briefing``. ``lead`` stands before the text, a paragraph a
    language, and is what a channel does without first where all is too long for it.
    """

    title: str
    text: str = ""
    link: str = ""
    state: str = ""
    lead: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """All of it as plain text."""
        return _joined(self.title, self.told, self.link)

    @property
    def told(self) -> str:
        """Lead and text."""
        return _joined(*self.lead, self.text)

    def within(self, most: int, size: Callable[[str], int]) -> str:
        """All of it in at most ``most`` of what ``size`` counts: the lead gives way first, then the
        text, then the title; the link stays whole, or goes if it alone is too long.
        """
        if size(self.whole) <= most:
            return self.whole
        left = most - size(replace(self, lead=()).whole) - len(self.lead) * size(_BETWEEN)
        if left >= _LEAST * len(self.lead) > 0:
            lead = tuple(cut(one, left // len(self.lead), size) for one in self.lead)
            return replace(self, lead=lead).whole
        link = self.link if size(_joined(_MARK, _MARK, self.link)) <= most else ""
        title = cut(self.title, most - size(_joined(_MARK, _MARK, link)) + size(_MARK), size)
        text = cut(self.text, most - size(_joined(title, _MARK, link)) + size(_MARK), size)
        return _joined(title, text, link)


def _joined(*parts: str) -> str:
    return _BETWEEN.join(part for part in parts if part)


def cut(text: str, most: int, size: Callable[[str], int] = len) -> str:
    """``text`` in at most ``most`` of what ``size`` counts, at a whole character."""
    if size(text) <= most:
        return text
    fits = bisect_right(range(len(text)), most - size(_MARK), key=lambda end: size(text[:end]))
    return text[: max(0, fits - 1)].rstrip() + _MARK


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
    text = _for_feishu(_fitted(message, "feishu"))
    body: dict[str, Any] = {"msg_type": "text", "content": {"text": text}}
    if values.secret:
        stamp = str(int(now))
        body |= {"timestamp": stamp, "sign": _signature(f"{stamp}\n{values.secret}", "")}
    return values.address, body


def _for_feishu(text: str) -> str:
    """``<at user_id="all">`` would call everybody, and ``[text](address)`` hide where it leads."""
    return text.replace("<", "＜").replace("](", "] (")


def _wecom(message: Message, values: _Values, now: float) -> Post:
    return values.address, {"msgtype": "text", "text": {"content": _fitted(message, "wecom")}}


def _dingtalk(message: Message, values: _Values, now: float) -> Post:
    address = values.address
    if values.secret:
        stamp = str(int(now * 1000))
        sign = quote(_signature(values.secret, f"{stamp}\n{values.secret}"), safe="")
        address += f"{'&' if '?' in address else '?'}timestamp={stamp}&sign={sign}"
    return address, {"msgtype": "text", "text": {"content": _fitted(message, "dingtalk")}}


def _slack(message: Message, values: _Values, now: float) -> Post:
    text = _for_slack(_fitted(message, "slack"))
    return values.address, {"text": text, "mrkdwn": False, "unfurl_links": False}


def _for_slack(text: str) -> str:
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(sign, entity)
    return text


def _telegram(message: Message, values: _Values, now: float) -> Post:
    address = f"{(values.address or TELEGRAM).rstrip('/')}/bot{values.secret}/sendMessage"
    text = _fitted(message, "telegram")
    return address, {
        "chat_id": values.to,
        "text": text,
        "link_preview_options": {"is_disabled": True},
    }


def _webhook(message: Message, values: _Values, now: float) -> Post:
    text = {
        "title": message.title,
        "text": message.told,
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


def _bytes(text: str) -> int:
    return len(text.encode())


def _in_json(text: str) -> int:
    """Bytes of a text within the body of a request."""
    return _bytes(json.dumps(text, ensure_ascii=False))


# how long a text may be, by the pages named above, and in what that is counted
_LIMITS: Mapping[str, tuple[int, Callable[[str], int]]] = {
    "feishu": (18_000, lambda text: _in_json(_for_feishu(text))),  # a request has at most 20 KB
    "wecom": (2_048, _bytes),
    "dingtalk": (18_000, _in_json),  # 20,000 bytes
    "slack": (4_000, lambda text: len(_for_slack(text))),
    "telegram": (4_096, lambda text: len(text.encode("utf-16-le")) // 2),
}


def _fitted(message: Message, kind: str) -> str:
    """A message within the channel's limit."""
    return message.within(*_LIMITS[kind])
