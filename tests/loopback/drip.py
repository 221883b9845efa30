"""A server that sends whatever it is told to, byte by byte, and never ends an answer."""

from __future__ import annotations

import socket
import threading
from types import TracebackType


class Dripping:
    """Sends ``first`` at once, and then ``drop`` after every ``pause`` seconds until the
    client has hung up.
    """

    def __init__(self, first: bytes, drop: bytes, pause: float = 0.01) -> None:
        self.first, self.drop, self.pause = first, drop, pause
        self.connections = 0
        self._stopped = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}/"

    def _serve(self) -> None:
        while not self._stopped.is_set():
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.connections += 1
            with connection:
                self._drip(connection)

    def _drip(self, connection: socket.socket) -> None:
        try:
            connection.recv(65_536)
            connection.sendall(self.first)
            while not self._stopped.wait(self.pause):
                connection.sendall(self.drop)
        except OSError:
            return  # the client has hung up

    def __enter__(self) -> Dripping:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._stopped.set()
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()
