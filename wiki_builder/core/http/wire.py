"""The wire: connections whose every wait ends when the time for the whole answer does.

httpx's timeouts hold for a single read, so that an upstream which sends a byte now
and then keeps a connection for ever. Here what is left of the time is asked before
each connect, handshake, read and write, by httpcore's own seam for that
(https://www.encode.io/httpcore/network-backends/). How names are resolved is the
system's, and has its own limits.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.request import getproxies, proxy_bypass

import httpcore
import httpx

from wiki_builder.core.settings import is_loopback

KEPT_ALIVE = 5.0  # seconds
Left = Callable[[], float]
"""Seconds that are left for the answer; none or less, and the next wait fails."""


class Wire(httpx.BaseTransport):
    """HTTP/1.1 over connections that end in time, through ``proxy`` or that of the environment."""

    def __init__(
        self, proxy: str | None, left: Left, network: httpcore.NetworkBackend | None = None
    ) -> None:
        self._proxy = proxy
        self._network = _Network(network or httpcore.SyncBackend(), left)
        self._pools: dict[tuple[str, str | None], httpcore.ConnectionPool] = {}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        assert isinstance(request.stream, httpx.SyncByteStream)
        asked = httpcore.Request(
            request.method,
            httpcore.URL(
                scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path
            ),
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        with _as_httpx():
            answer = self._pool(url).handle_request(asked)
        return httpx.Response(
            answer.status,
            headers=answer.headers,
            stream=_Stream(answer),
            extensions=answer.extensions,
        )

    def close(self) -> None:
        for pool in self._pools.values():
            pool.close()
        self._pools.clear()

    def _pool(self, url: httpx.URL) -> httpcore.ConnectionPool:
        by = self._proxy or proxy_of_environment(url)
        if (url.scheme, by) not in self._pools:
            self._pools[url.scheme, by] = self._opened(
                httpx.create_ssl_context() if url.scheme == "https" else None, by
            )
        return self._pools[url.scheme, by]

    def _opened(self, tls: ssl.SSLContext | None, proxy: str | None) -> httpcore.ConnectionPool:
        kept: dict[str, Any] = {
            "max_connections": 1,
            "keepalive_expiry": KEPT_ALIVE,
            "network_backend": self._network,
        }
        if proxy is None:
            return httpcore.ConnectionPool(ssl_context=tls, **kept)
        named = httpx.Proxy(proxy)
        kind = httpcore.SOCKSProxy if named.url.scheme.startswith("socks") else httpcore.HTTPProxy
        return kind(str(named.url), proxy_auth=named.raw_auth, ssl_context=tls, **kept)


def proxy_of_environment(url: httpx.URL) -> str | None:
    """The proxy that the environment names for an address; none for this machine's own ones."""
    if is_loopback(str(url)) or proxy_bypass(url.host):
        return None
    found = getproxies()
    proxy = found.get(url.scheme) or found.get("all")
    return f"http://{proxy}" if proxy and "://" not in proxy else proxy


class _Network(httpcore.NetworkBackend):
    """A network that waits no longer than is left."""

    def __init__(self, network: httpcore.NetworkBackend, left: Left) -> None:
        self._network, self._left = network, left

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        within = _within(timeout, self._left)
        return _Timed(
            self._network.connect_tcp(host, port, within, local_address, socket_options), self._left
        )


class _Timed(httpcore.NetworkStream):
    def __init__(self, stream: httpcore.NetworkStream, left: Left) -> None:
        self._stream, self._left = stream, left

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _within(timeout, self._left))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _within(timeout, self._left))

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        within = _within(timeout, self._left)
        return _Timed(self._stream.start_tls(ssl_context, server_hostname, within), self._left)

    def close(self) -> None:
        self._stream.close()

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _within(timeout: float | None, left: Left) -> float:
    seconds = left()
    if seconds <= 0:
        raise httpcore.ReadTimeout("no time is left")
    return seconds if timeout is None else min(timeout, seconds)


class _Stream(httpx.SyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        with _as_httpx():
            yield from self._answer.iter_stream()

    def close(self) -> None:
        self._answer.close()


_FAILURES = (
    httpcore.TimeoutException,
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.ProxyError,
    httpcore.UnsupportedProtocol,
)


@contextmanager
def _as_httpx() -> Iterator[None]:
    """httpcore's failures as httpx's, which have the same names."""
    try:
        yield
    except _FAILURES as error:
        raise getattr(httpx, type(error).__name__, httpx.TransportError)(str(error)) from error
