"""A loopback model server: OpenAI's chat-completions format, with faults on command.

Tests, benchmarks and the fault drills share it. It listens on 127.0.0.1 and a
free port, on an event loop in a thread of its own, and keeps every request body.

    with ModelServer(lambda body: Say('{"kind": "method"}')) as server:
        server.plan += [Fault(status=429, retry_after="1"), Fault(hang=True)]
        ...  # ask the model at server.url
    assert server.calls == 3

What is planned is used up first, one entry a request; then ``answer`` decides.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, TypeAlias

from tests.loopback.wire import Wire, write

Body: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Say:
    """An answer: what the model says, and how it ends; ``delay`` in seconds."""

    content: str | None
    finish: str = "stop"
    refusal: str | None = None
    reasoning: str | None = None
    delay: float = 0.0
    input_tokens: int = 100
    output_tokens: int = 50
    cached_tokens: int = 0
    usage: bool = True


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: a status, no answer at all (``hang``), a body cut in the middle,
    or one that is no JSON.
    """

    status: int = 200
    retry_after: str | None = None
    message: str = "a fault on command"
    code: str | None = None
    hang: bool = False
    drip: bool = False  # sends a byte now and then, and never ends
    cut: bool = False
    garbage: bool = False
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class Raw:
    """An answer to the byte, whatever it is: ``headers`` as lines that end in CRLF."""

    body: bytes
    status: int = 200
    type: str = "application/json"
    headers: str = ""
    delay: float = 0.0


Move: TypeAlias = Say | Fault | Raw | Wire


@dataclass
class ModelServer:
    """The server; ``answer`` gets the request's body and says what comes back."""

    answer: Callable[[Body], Move] = lambda body: Say("{}")
    plan: deque[Move] = field(default_factory=deque)
    requests: list[Body] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    most_at_once: int = 0
    under_way: int = 0

    @property
    def calls(self) -> int:
        """How many requests came in."""
        return len(self.requests)

    @property
    def url(self) -> str:
        """The base URL for a client: ``http://127.0.0.1:PORT/v1``."""
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> ModelServer:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="model-server", daemon=True
        )
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _listen(self) -> asyncio.Server:
        return await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=1 << 24)

    async def _stop(self) -> None:
        self._server.close()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (body := await self._read(reader)) is not None:
                if not await self._respond(body, writer):
                    break
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> Body | None:
        head = await reader.readuntil(b"\r\n\r\n") if not reader.at_eof() else b""
        if not head:
            return None
        lines = head.decode("latin-1").split("\r\n")
        length = next(
            (int(line[15:]) for line in lines if line.lower().startswith("content-length:")), 0
        )
        self.paths.append(lines[0].split()[1])
        self.heads.append(head.decode("latin-1"))
        try:
            body: Body = json.loads(await reader.readexactly(length) or b"{}")
        except ValueError:
            body = {}
            self.plan.appendleft(Fault(400, message="the request is no JSON"))
        self.requests.append(body)
        return body

    async def _respond(self, body: Body, writer: asyncio.StreamWriter) -> bool:
        """Whether the connection lives on."""
        move = self.plan.popleft() if self.plan else self.answer(body)
        self.under_way += 1
        self.most_at_once = max(self.most_at_once, self.under_way)
        try:
            if isinstance(move, Wire):
                await write(move, writer)
                return False
            await asyncio.sleep(move.delay)
            if isinstance(move, Fault) and (move.hang or move.drip):
                return await _hang(move, writer)
            await _send(move, body, writer)
        finally:
            self.under_way -= 1
        return not (isinstance(move, Fault) and move.cut)


async def _hang(fault: Fault, writer: asyncio.StreamWriter) -> bool:
    if fault.drip:
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n"
        )
    while True:
        if fault.drip:
            writer.write(b" ")
            await writer.drain()
        await asyncio.sleep(0.02)


async def _send(move: Say | Fault | Raw, body: Body, writer: asyncio.StreamWriter) -> None:
    status, payload, extra = _payload(move, body)
    kind = move.type if isinstance(move, Raw) else "application/json"
    head = (
        f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length:"
        f" {len(payload)}\r\n{extra}\r\n"
    )
    if isinstance(move, Fault) and move.cut:
        payload = payload[: len(payload) // 2]
    writer.write(head.encode("latin-1") + payload)
    await writer.drain()


def _payload(move: Say | Fault | Raw, body: Body) -> tuple[int, bytes, str]:
    if isinstance(move, Raw):
        return move.status, move.body, move.headers
    if isinstance(move, Say):
        return 200, json.dumps(completion(move, body)).encode(), ""
    extra = f"Retry-After: {move.retry_after}\r\n" if move.retry_after is not None else ""
    if move.garbage:
        return move.status, b"<html><body>upstream sent something else", extra
    if move.status == 200:
        return 200, json.dumps(completion(Say("{}"), body)).encode(), extra
    error = {"error": {"message": move.message, "type": "fault", "code": move.code}}
    return move.status, json.dumps(error).encode(), extra


def completion(say: Say, body: Body) -> Body:
    """The JSON of an answer, as OpenAI has it."""
    message: Body = {"role": "assistant", "content": say.content}
    if say.refusal is not None:
        message["refusal"] = say.refusal
    if say.reasoning is not None:
        message["reasoning_content"] = say.reasoning
    whole: Body = {
        "id": "loopback",
        "object": "chat.completion",
        "created": 0,
        "model": body.get("model", ""),
        "choices": [{"index": 0, "message": message, "finish_reason": say.finish}],
    }
    if say.usage:
        whole["usage"] = _usage(say)
    return whole


def _usage(say: Say) -> Body:
    return {
        "prompt_tokens": say.input_tokens,
        "completion_tokens": say.output_tokens,
        "total_tokens": say.input_tokens + say.output_tokens,
        "prompt_tokens_details": {"cached_tokens": say.cached_tokens},
    }
