"""``make drill-model``: a real OpenAI-compatible server asked by the program, and held against the
project's fake.

By the environment:

``WIKI_BUILDER_MODEL_URL``    the server's base URL, ``http://127.0.0.1:8080/v1``
``WIKI_BUILDER_MODEL``        what the server calls the model; else the first one that it lists
``WIKI_BUILDER_MODEL_START``  a command that starts the server; it is ended when the drill ends
``WIKI_BUILDER_MODEL_KEY``    a key, if the server wants one; it is not printed

Prints what ``model test`` says, what an update with three papers comes to, and in which points the
fake answers otherwise. Exits with 1 where the program itself failed (a fault of its own, or a paper
in no receipt), and not because a small model writes poor replies.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from drill import command
from drill.faults.site import Setting, Site, accounted, site
from tests.e2e.world import day
from tests.loopback.model import Fault, ModelServer, Say

PATIENCE = 1_800.0  # seconds for three papers: a model on a processor is slow
START = 300.0  # seconds until a server that was started listens
_SHOWN = ("content-type", "transfer-encoding", "content-length", "retry-after", "date", "server")
_HELLO = {"messages": [{"role": "user", "content": "Say hello."}], "max_tokens": 16}


@dataclass(frozen=True, slots=True)
class Server:
    """A server of OpenAI's form; ``key`` may be empty."""

    url: str
    model: str
    key: str = ""

    def ask(self, body: Mapping[str, Any] | bytes | None, path: str = "/chat/completions") -> Shape:
        """What it answers to a body, or to none with GET."""
        data = json.dumps(body).encode() if isinstance(body, Mapping) else body
        headers = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {self.key or 'none'}",
        }
        asked = urllib.request.Request(self.url.rstrip("/") + path, data, headers)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(asked, timeout=300) as answer:
                return _shape(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            return _shape(error.code, error.headers, error.read())


@dataclass(frozen=True, slots=True)
class Shape:
    """An answer reduced to what a client sees of its form:
    the status, header names, fields with their types.
    """

    status: int
    headers: frozenset[str]
    fields: Mapping[str, str]
    document: Any

    def finish(self) -> str:
        """Why the first choice ended."""
        try:
            return str(self.document["choices"][0]["finish_reason"])
        except (TypeError, KeyError, IndexError):
            return "(none)"


def _shape(status: int, headers: Any, content: bytes) -> Shape:
    try:
        document = json.loads(content)
    except ValueError:
        document = None
    named = frozenset(name for name in _SHOWN if headers.get(name) is not None)
    return Shape(
        status, named, dict(_fields(document)) or {"(no JSON)": f"{len(content)} bytes"}, document
    )


def _fields(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _fields(one, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list) and value:
        yield from _fields(value[0], f"{path}[]")
    elif path:
        yield path, type(value).__name__


# --- The three parts -----------------------------------------------------------------


def tested(one: Site, server: Server) -> command.Ran:
    """``wiki-builder model test``."""
    one.settings("0.0")
    ran = command.run("-C", one.root, "model", "test", how=_start(server), patience=PATIENCE)
    print(f"## model test: exit {ran.code}, {ran.seconds:.1f} s\n{_without_key(ran.said, server)}")
    return ran


def updated(one: Site, server: Server) -> command.Ran:
    """An update with three papers, and what became of each."""
    one.announce(0)
    one.settings("0.0")
    ran = command.run(
        "-C", one.root, "update", "--today", day(0), how=_start(server), patience=PATIENCE
    )
    print(
        f"## update, three papers: exit {ran.code}, {ran.seconds:.1f}"
        f" s\n{_without_key(ran.said, server)}"
    )
    for row in (row for receipt in one.receipts() for row in receipt["rows"]):
        print(f"  {row['id']}: {row['outcome']} {row.get('reason') or ''}")
    return ran


def compared(real: Server, fake: ModelServer) -> int:
    """Ask both the same, and print in which points the fake differs; how many there are."""
    other, count = Server(fake.url, real.model), 0
    print("## where the project's fake differs from this server")
    for name, body, path in _questions(real.model):
        fake.plan.clear()
        if name in _BAD:
            fake.plan.append(Fault(_BAD[name]))
        ours, theirs = other.ask(body, path), real.ask(body, path)
        points = list(_points(ours, theirs))
        count += len(points)
        print(
            f"{name}: {'alike' if not points else ''}",
            *(f"  {point}" for point in points),
            sep="\n",
        )
    return count


_BAD = {"no messages": 400, "no JSON": 400, "a model that it has not": 404}


def _questions(model: str) -> Iterator[tuple[str, Mapping[str, Any] | bytes, str]]:
    ask = {"model": model, **_HELLO}
    chat = "/chat/completions"
    yield "a question", ask, chat
    yield "an answer of one token", ask | {"max_tokens": 1}, chat
    yield "a JSON object asked for", ask | {"response_format": {"type": "json_object"}}, chat
    schema = {
        "name": "x",
        "schema": {"type": "object", "properties": {"a": {"type": "string"}}},
        "strict": False,
    }
    yield (
        "a schema asked for",
        ask | {"response_format": {"type": "json_schema", "json_schema": schema}},
        chat,
    )
    yield "no messages", {"model": model}, chat
    yield "no JSON", b"{not json", chat
    yield "a model that it has not", ask | {"model": "no-such-model"}, chat


def _points(ours: Shape, theirs: Shape) -> Iterator[str]:
    """Each point in which the fake's answer is of another form."""
    if ours.status != theirs.status:
        yield f"status: {theirs.status}, the fake {ours.status}"
    if ours.finish() != theirs.finish():
        yield f"finish_reason: {theirs.finish()}, the fake {ours.finish()}"
    for name in sorted(theirs.headers ^ ours.headers):
        yield (
            f"header {name}:"
            f" {'the fake has none' if name in theirs.headers else 'the fake alone has it'}"
        )
    for name in sorted({*theirs.fields, *ours.fields}):
        real, fake = theirs.fields.get(name, "absent"), ours.fields.get(name, "absent")
        if real != fake:
            yield f"field {name}: {real}, the fake {fake}"


def _start(server: Server) -> command.Start:
    return command.Start(
        environment={"OPENAI_API_KEY": server.key, "HTTP_PROXY": "", "http_proxy": ""}
    )


def _without_key(said: str, server: Server) -> str:
    return said.replace(server.key, "(the key)") if server.key else said


# --- The server ------------------------------------------------------------------------


@contextmanager
def started(line: str, url: str) -> Iterator[None]:
    """The server running, where a command starts it; ended with all that it started."""
    if not line:
        yield
        return
    with (
        tempfile.TemporaryFile() as log,
        subprocess.Popen(
            shlex.split(line), stdout=log, stderr=subprocess.STDOUT, start_new_session=True
        ) as process,
    ):
        try:
            if not _listens(process, url):
                log.seek(0)
                said = log.read()[-2_000:].decode("utf-8", "replace")
                raise SystemExit(
                    f"the server does not listen at {url} (after {START:.0f} s, or it ended):"
                    f" {said}"
                )
            yield
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)


def _listens(process: subprocess.Popen[bytes], url: str) -> bool:
    until = time.monotonic() + START
    while time.monotonic() < until and process.poll() is None:
        try:
            Server(url, "").ask(None, "/models")
            return True
        except OSError:
            time.sleep(0.5)
    return False


def _first_model(server: Server) -> str:
    listed = server.ask(None, "/models").document
    models = listed.get("data") if isinstance(listed, dict) else None
    if not models:
        raise SystemExit("the server lists no model; name one in WIKI_BUILDER_MODEL")
    return str(models[0]["id"])


def main() -> int:
    """Run all three parts; 1 where the program failed."""
    url, key = (
        os.environ.get("WIKI_BUILDER_MODEL_URL", ""),
        os.environ.get("WIKI_BUILDER_MODEL_KEY", ""),
    )
    if not url:
        print(__doc__)
        return 0
    setting = Setting(model="timeout = 600\nconcurrency = 1")
    with (
        started(os.environ.get("WIKI_BUILDER_MODEL_START", ""), url),
        tempfile.TemporaryDirectory() as folder,
    ):
        name = os.environ.get("WIKI_BUILDER_MODEL") or _first_model(Server(url, "", key))
        server = Server(url, name, key)
        print(f"# {name} at {url}\n")
        with site(Path(folder) / "wiki", setting) as one:
            command.run("init", one.root, "--categories", "cs.AI,cs.CL")
            one.places |= {"base_url": f'"{url}"', "model": f'"openai/{name}"'}
            runs = [tested(one, server), updated(one, server)]
            accounted(one, runs[1])
        with ModelServer(
            lambda body: Say("Hello.", finish="length" if body.get("max_tokens") == 1 else "stop")
        ) as fake:
            points = compared(server, fake)
    print(f"\n{points} points in which the fake differs")
    return int(any(ran.code is None or ran.code == 70 or ran.code < 0 for ran in runs))


if __name__ == "__main__":
    sys.exit(main())
