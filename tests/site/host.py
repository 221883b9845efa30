"""A static host for a browser, as unfriendly as hosts are:
away, slow, and with new files under old names.
"""

from __future__ import annotations

import http.server
import io
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit


class Host:
    """A static host that may be away or take its time, and lets no browser keep anything by itself.

    ``places`` says which folder stands under which path, ``instead`` which file of it has another
    text, and ``caching``
    what is said to browsers: by "no-cache" they ask each time, and may keep a page alive behind the
        next one.
    """

    def __init__(self, places: dict[str, Path]) -> None:
        self.address = ""
        self.places = places
        self.instead: dict[str, str] = {}
        self.caching = "no-store"
        self.away = False
        self.slow = ""  # which paths wait until at_once is set, by what they contain
        self.at_once = threading.Event()
        self.at_once.set()

    def change(self, path: str, pattern: str, new: str) -> None:
        """Serve a file with its first match of a pattern replaced."""
        text, found = re.subn(
            pattern, new, self.instead.get(path) or self.file(path).read_text("utf-8"), count=1
        )
        assert found, f"{pattern} in {path}"
        self.instead[path] = text

    def file(self, path: str) -> Path:
        """The file at a path, by the longest place that it is under."""
        place = max((place for place in self.places if path.startswith(place)), key=len)
        return self.places[place] / path.removeprefix(place)


class _Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *args: Any, host: Host, **kwargs: Any) -> None:
        self.host = host
        super().__init__(*args, **kwargs)

    def do_GET(self) -> None:
        if self.host.slow in self.path:
            self.host.at_once.wait()
        if not self.host.away:
            super().do_GET()

    def send_head(self) -> Any:
        path = urlsplit(self.path).path
        text = self.host.instead.get(path + "index.html" if path.endswith("/") else path)
        if text is None:
            return super().send_head()
        body = text.encode()
        self.send_response(200)
        self.send_header(
            "Content-Type", self.guess_type(path + "index.html" if path.endswith("/") else path)
        )
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return io.BytesIO(body)

    def translate_path(self, path: str) -> str:
        return str(self.host.file(unquote(urlsplit(path).path)))

    def end_headers(self) -> None:
        self.send_header("Cache-Control", self.host.caching)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


class _Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # a browser that has left


@contextmanager
def hosted(places: dict[str, Path]) -> Iterator[Host]:
    """A host with folders under their paths."""
    host = Host(places)
    server = _Server(("127.0.0.1", 0), partial(_Handler, host=host))
    host.address = f"http://127.0.0.1:{server.server_port}/"
    threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
    ).start()
    try:
        yield host
    finally:
        host.at_once.set()
        server.shutdown()
        server.server_close()
