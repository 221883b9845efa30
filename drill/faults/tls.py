"""A server below HTTP: TLS that is wrong in one way or another,
or a port that takes no connection any more.
"""

from __future__ import annotations

import contextlib
import socket
import ssl
import subprocess
import threading
from pathlib import Path
from types import TracebackType

from tests.loopback.wire import head


class Speaking:
    """Listens as long as the ``with`` block runs, and speaks as ``how`` says.

    ``full``: its queue is full and nothing is taken from it; ``silent``: never a word; ``plain``:
    HTTP without TLS; ``unknown``: a certificate that nobody signed; ``other name``: one of another
    host;
    ``downgrade``: a right one, and a redirect to ``elsewhere``.
    """

    def __init__(self, folder: Path, how: str, elsewhere: str) -> None:
        self.how, self.elsewhere = how, elsewhere
        self.certificate, self._key = folder / "certificate.pem", folder / "key.pem"
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=0 if how == "full" else 16)
        self._held: list[socket.socket] = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        if how in ("unknown", "other name", "downgrade"):
            self._tls = self._certified(
                "DNS:example.org" if how == "other name" else "IP:127.0.0.1"
            )

    @property
    def url(self) -> str:
        scheme = "http" if self.how == "full" else "https"
        return f"{scheme}://127.0.0.1:{self._socket.getsockname()[1]}"

    def _certified(self, name: str) -> ssl.SSLContext:
        made = [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
        ]
        made += ["-days", "2", "-subj", "/CN=loopback", "-addext", f"subjectAltName={name}"]
        made += ["-keyout", str(self._key), "-out", str(self.certificate)]
        subprocess.run(made, check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, self._key)
        return context

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with contextlib.suppress(OSError):
                self._speak(connection)

    def _speak(self, connection: socket.socket) -> None:
        if self.how == "silent":
            self._held.append(connection)
            return
        with connection:
            if self.how == "plain":
                connection.recv(65_536)
                connection.sendall(head(length=0))
                return
            with self._tls.wrap_socket(connection, server_side=True) as secured:
                secured.recv(65_536)
                secured.sendall(head(f"Location: {self.elsewhere}", status="302 Found", length=0))

    def __enter__(self) -> Speaking:
        if self.how == "full":
            self._held = [_knocking(self._socket.getsockname()) for _ in range(4)]
        else:
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        for one in (self._socket, *self._held):
            one.close()


def _knocking(address: tuple[str, int]) -> socket.socket:
    one = socket.socket()
    one.setblocking(False)
    one.connect_ex(address)
    return one
