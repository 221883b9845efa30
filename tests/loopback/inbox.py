"""Loopback receivers of messages: webhooks and a mail server, which keep what they are sent."""

from __future__ import annotations

import json
import socketserver
import threading
from collections import deque
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any


@dataclass(frozen=True, slots=True)
class Got:
    """One request: how, where, with which headers (by lower-case name), and the JSON in it."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


@dataclass
class Hooks:
    """A server of webhooks. ``plan`` holds statuses and bodies to answer with;
    then ``answer`` is said.
    """

    answer: Any = field(default_factory=dict)
    plan: deque[tuple[int, Any]] = field(default_factory=deque)
    got: list[Got] = field(default_factory=list)

    def __enter__(self) -> Hooks:
        hooks = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                raw = self.rfile.read(length)
                headers = {name.lower(): value for name, value in self.headers.items()}
                hooks.got.append(
                    Got(self.command, self.path, headers, json.loads(raw) if raw else None)
                )
                status, said = hooks.plan.popleft() if hooks.plan else (200, hooks.answer)
                body = said if isinstance(said, bytes) else json.dumps(said).encode()
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_PATCH = do_POST

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._start(self._server)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        return self

    def _start(self, server: socketserver.BaseServer) -> None:
        self._thread = threading.Thread(
            target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )
        self._thread.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Smtp(socketserver.StreamRequestHandler):
    server: _Server

    def handle(self) -> None:
        self._say("220 loopback")
        while line := self.rfile.readline().decode().strip():
            self.server.mails.commands.append(line)
            word = line.split()[0].upper()
            if word == "DATA":
                self._say("354 go on")
                self.server.mails.letters.append(self._letter())
            if word == "EHLO":
                self._say("250-loopback")
                self._say("250 AUTH PLAIN")
            elif word == "AUTH":
                self._say(self.server.mails.login)
            else:
                self._say("221 bye" if word == "QUIT" else "250 fine")
            if word == "QUIT":
                return

    def _letter(self) -> str:
        lines = []
        while (line := self.rfile.readline().decode().rstrip("\r\n")) != ".":
            lines.append(line)
        return "\n".join(lines)

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class _Server(socketserver.ThreadingTCPServer):
    mails: Mails


@dataclass
class Mails:
    """A mail server without TLS; ``login`` is what it says to a password."""

    login: str = "235 welcome"
    commands: list[str] = field(default_factory=list)
    letters: list[str] = field(default_factory=list)

    def __enter__(self) -> Mails:
        self._server = _Server(("127.0.0.1", 0), _Smtp)
        self._server.mails = self
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )
        self._thread.start()
        self.port = self._server.server_address[1]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
