"""Messages to the owner: each channel's own form, no secret in what is said of it,
and no harm where it fails.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.loopback.inbox import Hooks, Mails
from wiki_builder.core.http.client import Client, ClientConfig
from wiki_builder.core.settings import Channel, ChannelKind
from wiki_builder.notify import mail as mail_module
from wiki_builder.notify.send import Delivery, Message, NotSent, Sent, hidden, send

MESSAGE = Message(
    "The wiki: it failed",
    'error: <at user_id="all">x</at> & <!channel> @all [a](https://e.org)',
    "https://e.org/1",
    "failed",
)
NOW = 1_700_000_000.5
KEY = "s3cr3t-key-of-the-channel"


@pytest.fixture
def hooks() -> Iterator[Hooks]:
    with Hooks() as server:
        yield server


def sent(kind: ChannelKind, environ: dict[str, str], message: Message = MESSAGE) -> Delivery:
    """What became of a message to a channel whose variables have the names of its fields."""
    named = {name: name.upper() for name in ("address", "secret", "to") if name.upper() in environ}
    client = Client(
        ClientConfig(interval=0.0, backoff=0.0, attempts=2, timeout=10.0), sleep=lambda _: None
    )
    with client:
        (one,) = send(
            message, [Channel.model_validate({"kind": kind, **named})], environ, client, lambda: NOW
        )
    return one


def test_feishu(hooks: Hooks) -> None:
    """Text and signature as Feishu's page has them; nobody can be called by what a paper says."""
    hooks.answer = {"code": 0, "msg": "success"}
    assert sent("feishu", {"ADDRESS": f"{hooks.url}/hook/x", "SECRET": KEY}) == Sent("feishu")
    body = hooks.got[0].body
    assert body["msg_type"] == "text"
    assert "＜at" in body["content"]["text"]
    assert "] (https" in body["content"]["text"]
    stamp = str(int(NOW))
    sign = base64.b64encode(
        hmac.new(f"{stamp}\n{KEY}".encode(), b"", hashlib.sha256).digest()
    ).decode()
    assert (body["timestamp"], body["sign"]) == (stamp, sign)


def test_wecom(hooks: Hooks) -> None:
    """At most 2,048 bytes, cut at a whole character."""
    hooks.answer = {"errcode": 0, "errmsg": "ok"}
    assert sent(
        "wecom", {"ADDRESS": f"{hooks.url}/send?key=x"}, Message("题", "长" * 3000)
    ) == Sent("wecom")
    text = hooks.got[0].body["text"]["content"]
    assert 2_040 < len(text.encode()) <= 2_048
    assert text.endswith("长…")


LIMITS: dict[ChannelKind, tuple[int, Callable[[str], int]]] = {
    "feishu": (20_000, lambda text: len(json.dumps(text, ensure_ascii=False).encode())),
    "wecom": (2_048, lambda text: len(text.encode())),
    "dingtalk": (20_000, lambda text: len(text.encode())),
    "slack": (4_000, len),
    "telegram": (4_096, lambda text: len(text.encode("utf-16-le")) // 2),
}


@pytest.mark.parametrize("kind", LIMITS)
@pytest.mark.parametrize("sign", ["a", "题", "𝔸", "<", '"\n'])
def test_each_channels_limit_is_kept_and_the_link_comes_through(
    hooks: Hooks, kind: ChannelKind, sign: str
) -> None:
    """The briefing gives way first, in each language as much; then the text, never the link."""
    most, size = LIMITS[kind]
    lead, link = (f"EN {sign * 30_000}", f"ZH {sign * 30_000}"), "https://e.org/w/daily/2026-05-04/"
    for text in ("1. A paper", sign * 30_000):
        hooks.answer = {"ok": True}
        environ = {"ADDRESS": hooks.url, "SECRET": "1:a", "TO": "1"}
        assert sent(kind, environ, Message("T", text, link, lead=lead)) == Sent(kind)
        body = hooks.got[-1].body
        told = body.get("content") or body.get("text")
        told = told if isinstance(told, str) else told.get("text") or told["content"]
        assert size(told) <= most
        assert told.startswith("T\n\n")
        assert told.endswith(f"\n\n{link}")
        assert ("EN " in told and "ZH " in told) == (text == "1. A paper")
        assert "…" in told


@given(st.text("题ab ", max_size=90), st.text("a𝔸", max_size=9), st.booleans(), st.integers(12, 99))
def test_no_title_cuts_the_link(title: str, text: str, lead: bool, most: int) -> None:
    """However long the title is, all fits, and the link stands whole or not at all."""
    link = "https://w.org/"
    message = Message(title, text, link, lead=("one", "一") if lead else ())
    for size in (len, lambda told: len(told.encode())):
        whole = message.within(most, size)
        assert size(whole) <= most
        assert whole.endswith(link) == (most >= size(f"…\n\n…\n\n{link}") or whole == message.whole)
        assert "https" not in whole.removesuffix(link)


def test_dingtalk(hooks: Hooks) -> None:
    """The signature stands in the address, by milliseconds."""
    hooks.answer = {"errcode": 0}
    assert sent(
        "dingtalk", {"ADDRESS": f"{hooks.url}/robot/send?access_token=x", "SECRET": KEY}
    ) == Sent("dingtalk")
    asked = {
        name: values[0] for name, values in parse_qs(urlsplit(hooks.got[0].path).query).items()
    }
    stamp = str(int(NOW * 1000))
    sign = base64.b64encode(
        hmac.new(KEY.encode(), f"{stamp}\n{KEY}".encode(), hashlib.sha256).digest()
    ).decode()
    assert asked == {"access_token": "x", "timestamp": stamp, "sign": sign}
    assert hooks.got[0].body["msgtype"] == "text"


def test_slack(hooks: Hooks) -> None:
    """Slack's three signs are escaped, so that no text calls a channel; its answer is no JSON."""
    hooks.plan.append((200, b"ok"))
    assert sent("slack", {"ADDRESS": f"{hooks.url}/services/x"}) == Sent("slack")
    assert "&lt;!channel&gt;" in hooks.got[0].body["text"]
    assert hooks.got[0].body["mrkdwn"] is False, "a paper's stars and lines are no form"


def test_telegram(hooks: Hooks) -> None:
    """The token stands in the path, the chat in the body, and the text is plain."""
    hooks.answer = {"ok": True}
    assert sent("telegram", {"ADDRESS": hooks.url, "SECRET": "12:abc", "TO": "-100"}) == Sent(
        "telegram"
    )
    (got,) = hooks.got
    assert got.path == "/bot12:abc/sendMessage"
    assert got.body["chat_id"] == "-100"
    assert got.body["text"] == MESSAGE.whole
    assert "parse_mode" not in got.body


def test_any_other_program(hooks: Hooks) -> None:
    """One JSON object, whatever the receiver says as long as it is a 2xx."""
    hooks.plan.append((201, {"code": 1}))
    assert sent("webhook", {"ADDRESS": hooks.url}) == Sent("webhook")
    assert hooks.got[0].body == {
        "title": MESSAGE.title,
        "text": MESSAGE.text,
        "link": MESSAGE.link,
        "state": "failed",
    }


def test_mail() -> None:
    """A letter in UTF-8 from the user of the address to each receiver;
    no answer by a machine comes back.
    """
    with Mails() as server:
        address = f"smtp://me%40e.org@127.0.0.1:{server.port}"
        environ = {"ADDRESS": address, "SECRET": KEY, "TO": "a@e.org, b@e.org"}
        assert sent("mail", environ, Message("标题\r\nBcc: x@e.org", "正文")) == Sent("mail")
    letter = message_from_bytes(server.letters[0].encode(), policy=policy.default)
    assert (letter["From"], letter["To"], letter["Bcc"]) == ("me@e.org", "a@e.org, b@e.org", None)
    assert "标题" in letter["Subject"]
    assert "正文" in letter.get_content()
    assert letter["Auto-Submitted"] == "auto-generated"
    plain = base64.b64encode(f"\0me@e.org\0{KEY}".encode()).decode()
    assert f"AUTH PLAIN {plain}" in server.commands
    assert [line for line in server.commands if line.upper().startswith("RCPT")] == [
        "rcpt TO:<a@e.org>",
        "rcpt TO:<b@e.org>",
    ]


def test_a_password_does_not_travel_in_the_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server elsewhere that offers no TLS, or is no TLS server, is given nothing."""
    monkeypatch.setattr(mail_module, "is_loopback", lambda url: False)
    for scheme in ("smtp", "smtps"):
        with Mails() as server:
            environ = {"ADDRESS": f"{scheme}://me:{KEY}@127.0.0.1:{server.port}", "TO": "a@e.org"}
            result = sent("mail", environ)
        assert isinstance(result, NotSent)
        assert not [line for line in server.commands if "AUTH" in line]
        assert not server.letters


@pytest.mark.parametrize(
    ("kind", "status", "answer"),
    [
        ("feishu", 200, {"code": 19021, "msg": "sign match fail KEY"}),
        ("wecom", 200, {"errcode": 93000, "errmsg": "invalid webhook url KEY"}),
        ("dingtalk", 200, {"errcode": 310000, "errmsg": "keywords not in content KEY"}),
        ("telegram", 200, {"ok": False, "description": "Bad Request: KEY"}),
        ("telegram", 401, {"ok": False}),
        ("slack", 404, b"no_team KEY"),
        ("webhook", 500, b"KEY"),
        ("feishu", 200, b"<html>KEY"),
        ("feishu", 302, b""),
    ],
)
def test_a_refusal_is_a_reason_without_a_secret(
    hooks: Hooks, kind: ChannelKind, status: int, answer: Any
) -> None:
    """Many chats say 200 and mean no; whatever they echo,
    neither address nor key is in what is said of it.
    """
    said = (
        answer.replace(b"KEY", KEY.encode())
        if isinstance(answer, bytes)
        else {
            name: value.replace("KEY", KEY) if isinstance(value, str) else value
            for name, value in answer.items()
        }
    )
    hooks.plan.extend([(status, said)] * 3)
    token = "hook-0123456789"
    address = hooks.url if kind == "telegram" else f"{hooks.url}/{token}?key={token}"
    result = sent(kind, {"ADDRESS": address, "SECRET": KEY, "TO": "-100200300"})
    assert isinstance(result, NotSent)
    assert result.reason
    assert not [one for one in (KEY, token, "-100200300", "\n") if one in result.reason], (
        result.reason
    )
    assert "/elsewhere" not in [got.path for got in hooks.got], (
        "a secret is not carried on by a redirect"
    )


@pytest.mark.parametrize("login", ["535 no", "535 wrong password " + KEY])
def test_a_mail_server_that_refuses_is_a_reason_without_a_secret(login: str) -> None:
    """Its words are shown, what it echoes of the password is not."""
    with Mails(login) as server:
        result = sent(
            "mail", {"ADDRESS": f"smtp://me:{KEY}@127.0.0.1:{server.port}", "TO": "a@e.org"}
        )
    assert isinstance(result, NotSent)
    assert "535" in result.reason
    assert KEY not in result.reason


@pytest.mark.parametrize("kind", ["feishu", "wecom", "dingtalk", "slack", "webhook", "mail"])
@pytest.mark.parametrize(
    "address",
    ["", "no address", "file:///etc/passwd", "https://", "http://[::1", "https://e.org:x/"],
)
def test_an_address_that_is_none_is_a_reason(kind: ChannelKind, address: str) -> None:
    """A variable that is not set, or holds something else, is named, and its value is not."""
    result = sent(kind, {"ADDRESS": address, "TO": "a@e.org"})
    assert isinstance(result, NotSent)
    assert not address or address not in result.reason


def test_a_server_that_is_not_there_does_not_keep_the_others_waiting(hooks: Hooks) -> None:
    """One channel's failure is its own."""
    with Hooks() as gone:
        pass
    channels = [Channel(kind="slack", address="GONE"), Channel(kind="slack", address="HERE")]
    with Client(
        ClientConfig(interval=0.0, backoff=0.0, attempts=2), sleep=lambda _: None
    ) as client:
        first, second = send(
            MESSAGE, channels, {"GONE": f"{gone.url}/t0k3n", "HERE": hooks.url}, client
        )
    assert isinstance(first, NotSent)
    assert "t0k3n" not in first.reason
    assert second == Sent("slack")


def test_what_passes_is_tried_again(hooks: Hooks) -> None:
    """A chat that is busy for a moment still gets the message."""
    hooks.plan.append((503, b""))
    assert sent("slack", {"ADDRESS": hooks.url}) == Sent("slack")
    assert len(hooks.got) == 2


@given(st.text(), st.text(min_size=4), st.text())
def test_hiding_hides(before: str, secret: str, after: str) -> None:
    """Whatever a secret is made of, it is in no reason."""
    assert " ".join(secret.split()) in ("", "…") or secret not in hidden(
        before + secret + after, [secret]
    )
