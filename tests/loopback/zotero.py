"""A loopback Zotero: a library with a version, which is read in pages and written into with that
version as a condition; faults on command.

https://www.zotero.org/support/dev/web_api/v3/write_requests
"""

from __future__ import annotations

import json
import threading
from collections import deque
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import parse_qs, urlsplit

KEY = "z0ter0-key-of-a-test"
_MOST = 50  # items in a request


@dataclass
class LoopbackZotero:
    """One library. ``plan`` holds what happens at the next writes: ``lost`` takes the items and
    loses the answer, ``changed`` has somebody else write first, bytes are said as they are.
    ``beyond`` more items are promised than there are.
    """

    items: list[dict[str, Any]] = field(default_factory=list)
    version: int = 1
    plan: deque[str | bytes] = field(default_factory=deque)
    writes: list[int] = field(default_factory=list)
    reads: int = 0
    beyond: int = 0

    def save(self, **fields: Any) -> None:
        """Somebody saves an item by other means."""
        self.version += 1
        key = f"{len(self.items):08}".translate(str.maketrans("01", "YZ"))
        self.items.append({"key": key, "version": self.version, "data": fields})

    def __enter__(self) -> LoopbackZotero:
        zotero = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked = parse_qs(urlsplit(self.path).query)
                zotero.reads += 1
                start, size = int(asked["start"][0]), int(asked["limit"][0])
                if self._allowed():
                    self._say(200, zotero.items[start : start + size])

            def do_POST(self) -> None:
                sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if not self._allowed():
                    return
                planned = zotero.plan.popleft() if zotero.plan else ""
                if planned == "changed":
                    zotero.save(title="Of somebody else", creators=[])
                if isinstance(planned, bytes):
                    self._say(200, planned)
                elif int(self.headers["If-Unmodified-Since-Version"]) < zotero.version:
                    self._say(412, b"Library has been modified since specified version")
                elif len(sent) > _MOST:
                    self._say(413, b"Too many items")
                else:
                    self._write(sent, lost=planned == "lost")

            def _write(self, sent: list[dict[str, Any]], *, lost: bool) -> None:
                zotero.writes.append(len(sent))
                success, failed = {}, {}
                for number, one in enumerate(sent):
                    if one["title"].startswith("Refused"):
                        failed[str(number)] = {"code": 400, "message": "no such field"}
                        continue
                    zotero.save(**one)
                    success[str(number)] = zotero.items[-1]["key"]
                self._say(500 if lost else 200, {"success": success, "failed": failed})

            def _allowed(self) -> bool:
                right = self.headers.get("Zotero-API-Key") == KEY
                if not right or not self.path.startswith("/users/7/items"):
                    self._say(403, b"Invalid key")
                return right

            def _say(self, status: int, said: Any) -> None:
                body = said if isinstance(said, bytes) else json.dumps(said).encode()
                self.send_response(status)
                self.send_header("Last-Modified-Version", str(zotero.version))
                self.send_header("Total-Results", str(len(zotero.items) + zotero.beyond))
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"
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
