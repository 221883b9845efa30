"""A provider that echoes the key, wherever it can:
no file of the wiki and no byte of the output holds it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.world import Ran, World, rows_of
from tests.loopback.model import Body, Fault, Move, Raw, Say
from tests.loopback.replies import good_reply

KEY = "sk-3f9a2c1d77b0_4e1a9c21f0d3_5b6e8a41"


def echoed(number: int) -> Move:
    """One way of echoing, of many."""
    headers = f"{{'authorization': 'Bearer {KEY}', 'x-api-key': '{KEY}'}}"
    return (
        Fault(status=400, message=f"Bad request: {headers}", code=KEY),
        Fault(status=400, message=f"content_filter {headers}"),
        Fault(status=400, message=f"maximum context length; {headers}"),
        Say(f"I cannot help with {KEY}", finish=KEY),
        Say("", refusal=f"no: {KEY}"),
        Say(f'{{"kind": "{KEY}"}} {KEY[:15]}\n{KEY[15:]}'),
        Raw(json.dumps({"choices": KEY, "id": KEY, "model": KEY}).encode()),
        Raw(f"<html>{headers}</html>".encode(), headers=f"X-Echo: {KEY}\r\n"),
    )[number % 8]


def holds(site: World, *ran: Ran) -> list[str]:
    """Where the key, or half of it, can be read."""
    texts = {str(path): path.read_bytes() for path in Path(site.root).rglob("*") if path.is_file()}
    texts |= {f"output {n}": (one.out + one.err).encode() for n, one in enumerate(ran)}
    plain = {name: content.replace(b"\\", b"") for name, content in texts.items()}
    return [
        name
        for name, content in plain.items()
        if KEY[3:15].encode() in content or KEY[15:].encode() in content
    ]


@pytest.mark.parametrize("start", range(0, 8, 4))
def test_no_way_of_echoing_leaves_a_trace(
    site: World, monkeypatch: pytest.MonkeyPatch, start: int
) -> None:
    """In errors, refusals, replies that cannot be used, in fields and headers,
    of papers side by side.
    """
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    site.init("attempts = 1\nconcurrency = 8")
    site.announce(0, rows_of(0, 6))
    titles = [row.version.title for row in rows_of(0, 6)]
    site.moves = {
        title: [echoed(start + n), echoed(start + n)] for n, title in enumerate(titles[:4])
    }
    ran = [
        site.update(0),
        site.run("status"),
        site.run("check"),
        site.update(0, "--json"),
        site.run("model", "test"),
    ]
    assert any(KEY in head for head in site.model.heads)  # it was sent
    assert not holds(site, *ran)


def test_a_reply_that_holds_the_key_is_used_without_it(
    site: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A right reply with the key in one of its fields becomes a page without it."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    site.init()
    site.announce(0, rows_of(0, 1))

    def answer(body: Body) -> Move:
        reply = json.loads(good_reply(body).content or "")
        reply["headline"]["en"] = f"{reply['headline']['en']} {KEY}"
        return Say(json.dumps(reply))

    site.moves = {rows_of(0, 1)[0].version.title: [answer]}
    ran = site.update(0)
    assert ran.code == 0, ran
    assert "key removed" in site.page(rows_of(0, 1)[0].id).read_text("utf-8")
    assert not holds(site, ran)


def test_an_account_that_is_used_up_stops_the_run(site: World) -> None:
    """Exit 3, one line with what to do, and the papers wait."""
    site.init()
    site.announce(0, rows_of(0, 3))
    site.model.answer = lambda body: Fault(
        status=429, message="You exceeded your current quota", code="insufficient_quota"
    )
    ran = site.update(0)
    assert ran.code == 3, ran
    assert "Add credit" in ran.err
    assert site.run("status", "--json").json["pending"] == 3
