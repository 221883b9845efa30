"""Faults of the model: what it answers in place of a reply, how it ends,
and what it says of a paper.
"""

from __future__ import annotations

import gzip
import json
import socket
from collections.abc import Callable, Iterator
from typing import Any

from drill.faults import wires
from drill.faults.fault import Fault
from drill.faults.site import LATER, USUAL, Setting, Site
from tests.loopback import model as fake
from tests.loopback.model import Body, Move, Raw, Say
from tests.loopback.model import Fault as Answered
from tests.loopback.replies import good_reply, paper_reply
from tests.loopback.wire import Wire, head

_DEADLINE = Setting(model="")  # 180 s for one call, which are nine seconds
_PRICES = (
    "timeout = 3000\nprices = { input = 1.0, output = 2.0 }\nconcurrency = 1\nmax_output_tokens ="
    " 4000\n"
)
_JSON = "application/json"
_PAGES = ("data/papers/*", "docs/papers/*")
_WHY_COST = "a page says what it cost where a price is known"
_SLOW = 20.0

Says = Callable[[Body], Move]


def faults() -> Iterator[Fault]:
    """All of them."""
    yield from _connection()
    yield from _statuses()
    yield from _answers()
    yield from _replies()
    yield from _money()


def _fault(
    name: str, code: int, said: str, move: Move | Says, setting: Setting = USUAL, **more: Any
) -> Fault:
    says: Says = move if callable(move) else lambda body: move
    return Fault(name, code, said, lambda one: setattr(one, "say", says), setting, **more)


# --- The connection ---------------------------------------------------------------


def _connection() -> Iterator[Fault]:
    def no_name(one: Site) -> None:
        one.places["base_url"] = '"http://no-such-host.invalid/v1"'

    def nobody(one: Site) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            one.places["base_url"] = f'"http://127.0.0.1:{free.getsockname()[1]}/v1"'

    yield Fault(
        "a name that nobody knows", 1, "no connection to http://no-such-host.invalid", no_name
    )
    yield Fault("a port where nobody listens", 1, "no connection to", nobody)
    for name, wire in wires.SILENT.items():
        yield _fault(name, 1, "no answer within 180 s", wire, _DEADLINE, speed=_SLOW)
    for name, wire in wires.CUT.items():
        yield _fault(
            name,
            1,
            "failed: arxiv:.*openai/stub: ",
            wire,
            quick=name == "half of its chunks, and closes",
        )
    for name, wire in wires.WRONG.items():
        speed = _SLOW if "for ever" in name else 50.0
        yield _fault(name, 1, "failed: arxiv:.*openai/stub: ", wire, speed=speed)
    packed = gzip.compress(b'{"choices": []}')
    for name, wire in wires.large(_JSON, packed).items():
        setting, speed = (_DEADLINE, _SLOW) if "for ever" in name else (USUAL, 50.0)
        yield _fault(name, 1, "failed: arxiv:.*openai/stub: ", wire, setting, speed=speed)


# --- Statuses ---------------------------------------------------------------------


def _statuses() -> Iterator[Fault]:
    stops: dict[str, tuple[str, Answered]] = {
        "401": ("the key is refused", Answered(401, message="Incorrect API key provided")),
        "402": ("no credit", Answered(402, message="Insufficient Balance")),
        "403": ("the key is refused", Answered(403, message="Forbidden")),
        "404, no such model": (
            "does not know this model",
            Answered(404, message="The model does not exist"),
        ),
        "429, the quota of the account": (
            "no credit",
            Answered(
                429,
                code="insufficient_quota",
                message=(
                    "You exceeded your current quota, please check your plan and billing details"
                ),
            ),
        ),
        "429, the quota of a day": (
            "no credit",
            Answered(429, message="Rate limit reached: requests per day (RPD)"),
        ),
    }
    for name, (said, answer) in stops.items():
        yield _fault(f"status {name}", 3, said, answer)
    fails: dict[str, tuple[str, Answered]] = {
        "400": ("failed: arxiv", Answered(400, message="bad request")),
        "400, the context is too short": (
            "too long for the model: lower max_tokens",
            Answered(
                400,
                code="context_length_exceeded",
                message="This model's maximum context length is 4096 tokens",
            ),
        ),
        "400, the content filter": (
            "refused: ",
            Answered(
                400,
                code="content_filter",
                message="The response was filtered due to content management policy",
            ),
        ),
        "408": ("no answer in time", Answered(408)),
        "409": ("failed: arxiv", Answered(409)),
        "413": ("too long for the model", Answered(413, message="Request Entity Too Large")),
        "422": ("failed: arxiv", Answered(422, message="unprocessable")),
        "429": ("a fault on command", Answered(429)),
        "429, Retry-After: 7": ("a fault on command", Answered(429, retry_after="7")),
        "429, Retry-After: 86400": ("a fault on command", Answered(429, retry_after="86400")),
        "429, Retry-After: -7": ("a fault on command", Answered(429, retry_after="-7")),
        "429, Retry-After: nan": ("a fault on command", Answered(429, retry_after="nan")),
        "429, Retry-After: inf": ("a fault on command", Answered(429, retry_after="inf")),
        "429, Retry-After: soon": ("a fault on command", Answered(429, retry_after="soon")),
        "500": ("a fault on command", Answered(500)),
        "501": ("a fault on command", Answered(501)),
        "502": ("a fault on command", Answered(502)),
        "503": ("a fault on command", Answered(503)),
        "504": ("failed: arxiv", Answered(504)),
        "520": ("a fault on command", Answered(520)),
        "529": ("a fault on command", Answered(529, message="Overloaded: a fault on command")),
        "500, HTML": ("failed: arxiv", Answered(500, garbage=True)),
    }
    for name, (said, answer) in fails.items():
        yield _fault(f"status {name}", 1, said, answer)
    for status in (302, 307, 308):
        move = Raw(b"", status, headers="Location: http://127.0.0.1:9/v1/chat/completions\r\n")
        yield _fault(f"status {status}, to another port", 3, "a redirect to another address", move)
    for status in (204, 206, 304):
        yield _fault(f"status {status}, unasked", 1, "failed: arxiv", Raw(b"", status))

    def once(one: Site) -> None:
        one.model.plan += [Answered(429, retry_after="3"), Answered(500), Answered(503)]

    def simpler(body: Body) -> Move:
        refused = "response_format" in body
        return (
            Answered(400, message="response_format is not supported")
            if refused
            else good_reply(body)
        )

    yield Fault("status 429, 500 and 503, then right", 0, "", once)
    yield _fault("status 400 for a form that it does not take", 0, "", simpler)


# --- Answers that are no reply ------------------------------------------------------


def _answers() -> Iterator[Fault]:
    """Status 200, and another shape."""
    bodies: dict[str, tuple[int, bytes]] = {
        "an error in place of an answer": (1, b'{"error": {"message": "overloaded", "code": 503}}'),
        "HTML": (1, b"<html><body>Bad gateway</body></html>"),
        "nothing": (1, b""),
        "null": (1, b"null"),
        "a list": (1, b"[]"),
        "a string": (1, b'"hello"'),
        "a number": (1, b"42"),
        "an object with nothing in it": (1, b"{}"),
        "JSON that is cut": (1, b'{"choices": [{"message": {"content": "{'),
        "a hundred thousand levels": (1, b"[" * 100_000),
        "bytes that are no UTF-8": (1, b'{"choices": [{"message": {"content": "\xff\xfe"}}]}'),
        "a stream that nobody asked for": (
            1,
            b'data: {"choices": [{"delta": {"content": "{"}}]}\n\ndata: [DONE]\n\n',
        ),
    }
    for name, (code, body) in bodies.items():
        yield _fault(f"{name}, status 200", code, "failed: arxiv", Raw(body))
    says: dict[str, Says] = {
        "no choices": _with({"choices": []}),
        "choices that are null": _with({"choices": None}),
        "choices that are a string": _with({"choices": "none"}),
        "no message": _choice({"message": None}),
        "null content": lambda body: Say(None),
        "empty content": lambda body: Say(""),
        "a number as content": _message({"content": 42}),
        "tool calls": _message(
            {
                "content": None,
                "tool_calls": [
                    {"id": "1", "type": "function", "function": {"name": "a", "arguments": "{}"}}
                ],
            }
        ),
        "thinking alone": lambda body: Say("", reasoning="I think that " * 50),
        "thinking alone, and cut": lambda body: Say(
            "", finish="length", reasoning="I think that " * 50
        ),
        "a refusal": lambda body: Say(None, refusal="I cannot help with that."),
        "a refusal in prose": lambda body: Say("I'm sorry, but I can't assist with that."),
        "finished by the content filter": lambda body: Say("", finish="content_filter"),
        "ten megabytes": lambda body: Say("word " * 2_000_000),
    }
    for name, say in says.items():
        yield _fault(name, 1, "failed: arxiv", say)
    good: dict[str, Says] = {
        "another model's name": _with({"model": "gpt-oldest"}),
        "no model's name": _with({"model": None}),
        "no usage": _with({"usage": None}),
        "usage below zero": _with(
            {"usage": {"prompt_tokens": -5, "completion_tokens": -7, "total_tokens": -12}}
        ),
        "usage of words": _with(
            {"usage": {"prompt_tokens": "many", "completion_tokens": "few", "total_tokens": "all"}}
        ),
        "usage beyond all bounds": _with(
            {
                "usage": {
                    "prompt_tokens": 10**15,
                    "completion_tokens": 10**15,
                    "total_tokens": 10**15,
                }
            }
        ),
        "usage of fractions": _with(
            {"usage": {"prompt_tokens": 1.5, "completion_tokens": 2.5, "total_tokens": 4}}
        ),
        "content in parts": lambda body: _message(
            {"content": [{"type": "text", "text": _text(body)}]}
        )(body),
        "a finish that nobody knows": _choice({"finish_reason": "tired"}),
        "no finish": _choice({"finish_reason": None}),
        "an index of five": _choice({"index": 5}),
        "fields that nobody knows": _with({"x": {"y": [1, 2]}, "system_fingerprint": 7}),
    }
    for name, say in good.items():
        apart = ("data/papers/*", "docs/papers/*") if "usage" in name else ()
        why = "a page states the provider's own count of tokens, or none"
        yield _fault(name, 0, "", say, calls=0, apart=apart, why=why)


def _text(body: Body) -> str:
    return str(good_reply(body).content)


def _with(changes: dict[str, Any]) -> Says:
    """A right answer with other fields."""
    return lambda body: Raw(json.dumps(fake.completion(good_reply(body), body) | changes).encode())


def _choice(changes: dict[str, Any]) -> Says:
    def say(body: Body) -> Move:
        choice = fake.completion(good_reply(body), body)["choices"][0]
        return _with({"choices": [choice | changes]})(body)

    return say


def _message(changes: dict[str, Any]) -> Says:
    def say(body: Body) -> Move:
        message = fake.completion(good_reply(body), body)["choices"][0]["message"]
        return _choice({"message": message | changes})(body)

    return say


# --- Replies that are wrong -----------------------------------------------------------


def _replies() -> Iterator[Fault]:
    """What the model says of a paper."""

    def edited(change: Callable[[dict[str, Any]], Any]) -> Says:
        def say(body: Body) -> Move:
            reply = paper_reply(body)
            return Say(json.dumps(change(reply) or reply, ensure_ascii=False))

        return say

    def claims(reply: dict[str, Any]) -> list[dict[str, Any]]:
        return [
            *reply["contributions"],
            *reply["method"]["steps"],
            *reply["results"],
            *reply["limitations"],
        ]

    def each(change: dict[str, Any]) -> Says:
        return edited(lambda reply: [claim.update(change) for claim in claims(reply)] and None)

    wrong: dict[str, Says] = {
        "prose in place of JSON": lambda body: Say("The paper presents a method that is new. " * 5),
        "JSON that is cut, finish: length": lambda body: Say(
            _text(body)[: len(_text(body)) // 2], finish="length"
        ),
        "a list of replies": lambda body: Say("[]"),
        "an object with nothing in it": lambda body: Say("{}"),
        "deep nesting": lambda body: Say('{"kind": ' + "[" * 50_000),
        "null everywhere": edited(lambda reply: dict.fromkeys(reply)),
        "strings in place of lists": edited(
            lambda reply: reply | {"contributions": "many", "results": "good"}
        ),
        "numbers in place of texts": edited(lambda reply: reply | {"headline": 5, "summary": 7}),
        "no claims at all": edited(
            lambda reply: reply | {"contributions": [], "results": [], "limitations": []}
        ),
        "claims without quotes": each({"quote": ""}),
        "English in place of Chinese": edited(
            lambda reply: (
                reply
                | {
                    "summary": {"en": "It is so.", "zh": "It is so."},
                    "abstract_zh": "The authors present a method that is new and good.",
                }
            )
        ),
        "the same again and again": edited(
            lambda reply: reply | {"abstract_zh": "方法很好" * 2_000}
        ),
        "French": edited(
            lambda reply: reply | {"headline": {"en": "", "zh": "Une méthode nouvelle"}}
        ),
    }
    for name, say in wrong.items():
        yield _fault(
            f"replies: {name}",
            1,
            "cannot be used, asked twice",
            say,
            quick=name == "JSON that is cut, finish: length",
        )
    foreign = each({"quote": "We train a network of bees to fetch tea from the moon in spring."})
    why = "its claims are kept, counted and not shown: no quote of theirs is in the paper"
    yield _fault(
        "replies: quotes of another paper",
        0,
        "",
        foreign,
        calls=0,
        apart=(*LATER, "docs/*"),
        why=why,
    )
    right: dict[str, Says] = {
        "prose around the JSON": lambda body: Say(
            f"Here it is:\n{_text(body)}\nI hope that helps!"
        ),
        "fences around the JSON": lambda body: Say(f"```json\n{_text(body)}\n```"),
        "thinking before the JSON": lambda body: Say(
            f"<think>\nLet me see {{x}}.\n</think>\n{_text(body)}"
        ),
        "a byte order mark": lambda body: Say("\ufeff" + _text(body)),
        "keys that nobody asked for": edited(
            lambda reply: reply | {"mood": "good", "data": [1, 2]}
        ),
        "keys twice": lambda body: Say('{"kind": "method", ' + _text(body).lstrip()[1:]),
    }
    for name, say in right.items():
        apart = ("data/papers/*", "docs/papers/*")
        why = "tokens as they were counted"
        yield _fault(f"replies: {name}", 0, "", say, calls=0, apart=apart, why=why)
    yield _fault("replies: half of a surrogate pair", 1, "failed: arxiv", _torn)


def _torn(body: Body) -> Move:
    """A reply with half of a surrogate pair, as a JSON escape within JSON."""
    reply = paper_reply(body)
    reply["summary"]["en"] = "Half of a pair: \ud800."
    return Say(json.dumps(reply))


# --- Money and limits --------------------------------------------------------------------


def _money() -> Iterator[Fault]:
    def alone(one: Site) -> None:
        def say(body: Body) -> Move:
            busy = one.model.under_way > 1
            return Answered(429, message="concurrency limit exceeded") if busy else good_reply(body)

        one.say = say

    def no_budget(one: Site) -> None:
        one.more = "budget_per_run = 0.000001"

    def no_price(one: Site) -> None:
        one.more = "budget_per_run = 1.0"

    priced = Setting(model=_PRICES)
    yield Fault("one call at a time, or 429", 0, "", alone)
    yield Fault(
        "the budget is reached at once",
        4,
        "the budget of 1e-06 USD would be passed",
        no_budget,
        priced,
        apart=_PAGES,
        why=_WHY_COST,
    )
    yield Fault("a budget, and a price that nobody knows", 2, "no price in USD", no_price)
    whole = head(type=_JSON, length=10**6)
    yield _fault("a reply that ends before its length", 1, "failed: arxiv", Wire(whole + b"{}"))
