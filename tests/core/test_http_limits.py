"""What an upstream may cost: time, memory, and other hosts than the one that was asked."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpcore
import httpx
import pytest

from tests.core.test_http import (
    URL,
    Script,
    asked,
    ok,
)
from tests.loopback.clock import FakeClock
from tests.loopback.drip import Dripping
from wiki_builder.core.errors import UnfitAnswer, UpstreamError
from wiki_builder.core.http.address import redirected
from wiki_builder.core.http.body import Body, NotWhole, TooLarge
from wiki_builder.core.http.client import Client, ClientConfig
from wiki_builder.core.http.wire import proxy_of_environment
from wiki_builder.core.settings import Settings

HEADERS = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


# --- Time --------------------------------------------------------------------


class Turning(httpcore.NetworkBackend):
    """A network on which each read brings the next piece, or the last one for ever,
    and takes ``seconds``.
    """

    def __init__(self, clock: FakeClock, seconds: float, *pieces: bytes) -> None:
        self.clock, self.seconds, self.pieces = clock, seconds, list(pieces)
        self.timeouts: list[float | None] = []

    def connect_tcp(self, *where: Any, **how: Any) -> httpcore.NetworkStream:
        return _Piecewise(self)


class _Piecewise(httpcore.NetworkStream):
    def __init__(self, network: Turning) -> None:
        self.network = network

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        network = self.network
        network.timeouts.append(timeout)
        network.clock.seconds += network.seconds
        return network.pieces.pop(0) if len(network.pieces) > 1 else network.pieces[0]

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """All is taken."""

    def close(self) -> None:
        """Nothing is open."""

    def get_extra_info(self, info: str) -> Any:
        return None


def empty_members() -> bytes:
    """A gzip member that holds nothing."""
    return gzip.compress(b"", mtime=0)


@pytest.mark.parametrize(
    "pieces",
    [
        (b"HTTP/1.1 200 OK\r\n", b"X-Slow: 1\r\n"),
        (HEADERS + b"\r\n", b"."),
        (HEADERS + b"Content-Encoding: gzip\r\n\r\n", empty_members()),
        (HEADERS + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n.\r\n"),
    ],
    ids=["headers", "body", "gzip that yields nothing", "chunks"],
)
def test_the_deadline_is_for_the_whole_answer(pieces: tuple[bytes, ...]) -> None:
    """What comes drop by drop is given up at the deadline, though no single read is slow;
    a read waits no longer.
    """
    clock = FakeClock()
    network = Turning(clock, 2.0, *pieces)
    config = ClientConfig(deadline=60.0, attempts=5)
    client = Client(config, clock=clock, sleep=clock.sleep, network=network)
    with pytest.raises(UpstreamError, match=r"took longer than 60 s \(asked once\)") as error:
        client.get("http://upstream.example/feed")
    assert clock.seconds - 1000.0 <= 62.0
    assert "proxy" in error.value.next
    assert network.timeouts[0] == 30.0
    assert network.timeouts[-1] == pytest.approx(2.0)


def test_the_deadline_holds_over_all_attempts() -> None:
    """A slow upstream is given up after one deadline and not after five of them."""
    client, script = asked(
        *[httpx.ReadTimeout("timed out") for _ in range(9)], takes=30.0, attempts=9, deadline=100.0
    )
    with pytest.raises(UpstreamError, match=r"ReadTimeout: timed out \(asked 3 times\)"):
        client.get(URL)
    assert script.clock.seconds - 1000.0 <= 100.0


def test_a_wish_that_leaves_no_time_is_not_slept_through() -> None:
    """Asked to come back after the deadline, a run says so at once."""
    busy = httpx.Response(503, headers={"Retry-After": "50"})
    client, script = asked(busy, busy, deadline=90.0)
    with pytest.raises(UpstreamError, match="left alone for 50 s"):
        client.get(URL)
    assert script.clock.seconds - 1000.0 == 50.0


@pytest.mark.parametrize(
    "first, drop",
    [
        (b"HTTP/1.1 200 OK\r\n", b"X-Slow: 1\r\n"),
        (HEADERS + b"Content-Encoding: gzip\r\n\r\n", empty_members()),
    ],
    ids=["headers", "gzip that yields nothing"],
)
def test_a_real_server_that_drips_is_given_up(first: bytes, drop: bytes) -> None:
    """Over a real socket a byte now and then holds nobody beyond the deadline."""
    config = ClientConfig(interval=0.0, backoff=0.0, timeout=30.0, deadline=2.0)
    with (
        Dripping(first, drop) as server,
        Client(config) as client,
        pytest.raises(UpstreamError, match="longer than"),
    ):
        client.get(server.url)
    assert server.connections == 1


# --- Memory ------------------------------------------------------------------


def test_one_encoding_is_asked_for_and_read() -> None:
    """What is asked for comes back as the bytes that were meant, in one member or in several."""
    packed = gzip.compress(b"<feed>") + empty_members() + gzip.compress(b"</feed>") + b"\0" * 9
    client, script = asked(ok(packed, Content_Encoding="gzip"))
    assert client.get(URL).content == b"<feed></feed>"
    assert script.requests[0].headers["accept-encoding"] == "gzip"


@pytest.mark.parametrize(
    "encoding", ["gzip, gzip", "gzip,gzip", "br", "deflate", "zstd", "identity, gzip", "x" * 900]
)
def test_an_encoding_that_was_not_asked_for_is_refused(encoding: str) -> None:
    """Nothing of it is inflated, and it is not asked for again."""
    client, script = asked(
        ok(gzip.compress(gzip.compress(b"0" * 9_000_000)), Content_Encoding=encoding)
    )
    with pytest.raises(UnfitAnswer, match="gzip was asked for"):
        client.get(URL)
    assert len(script.requests) == 1


def test_a_bomb_stops_at_the_limit() -> None:
    """No more is inflated than is allowed, so that the memory does not grow with what the
    bytes stand for.
    """
    body = Body("gzip", most=100_000)
    bomb = gzip.compress(b"\0" * 50_000_000)
    with pytest.raises(TooLarge):
        body.add(bomb)
    assert len(body._content) <= 100_001


def test_gzip_that_yields_nothing_is_too_large_as_well() -> None:
    """The limit holds for the bytes that are sent, too."""
    body = Body("gzip", most=1000)
    with pytest.raises(TooLarge):
        body.add(empty_members() * 100)


@pytest.mark.parametrize("at", [1, 9, 12, -9, -1])
def test_a_compressed_body_that_is_cut_is_not_whole(at: int) -> None:
    """Half a compressed feed is no short feed."""
    body = Body("gzip", most=10_000)
    body.add(gzip.compress(b"a body that is long enough", mtime=0)[:at])
    with pytest.raises(NotWhole):
        body.whole()


@pytest.mark.parametrize("data", [b"no gzip", b"\x1f\x8b\x08\x00" + b"\xff" * 40])
def test_what_is_no_gzip_is_asked_for_again(data: bytes) -> None:
    """A body that cannot be inflated is a failure that may pass."""
    client, _ = asked(ok(data, Content_Encoding="gzip"), ok(b"right"))
    assert client.get(URL).content == b"right"


def test_pieces_of_any_size_give_the_same_body() -> None:
    """Where the pieces are cut makes no difference."""
    packed = gzip.compress(b"one ") + gzip.compress(b"two")
    for size in (1, 2, 7, 30, 1000):
        body, stream = Body("GZIP", most=100), io.BytesIO(packed)
        while piece := stream.read(size):
            body.add(piece)
        assert body.whole() == b"one two"


def test_zlib_streams_are_no_gzip() -> None:
    """``deflate`` was not asked for, and is not guessed."""
    with pytest.raises(NotWhole):
        Body("gzip", most=100).add(zlib.compress(b"x"))


# --- Other hosts -------------------------------------------------------------

ARXIV = Settings(format=2).sources.arxiv.redirect_hosts


@pytest.mark.parametrize(
    "here, location, there",
    [
        ("https://a.example/x", "/y", "https://a.example/y"),
        ("https://a.example/x", "https://A.example./y", "https://A.example./y"),
        ("http://a.example/x", "https://a.example/x", "https://a.example/x"),
        ("http://127.0.0.1:8000/x", "/y", "http://127.0.0.1:8000/y"),
        ("https://arxiv.org/pdf/1", "https://www.arxiv.org/pdf/1", "https://www.arxiv.org/pdf/1"),
        (
            "http://arxiv.org/pdf/1",
            "https://export.arxiv.org/pdf/1",
            "https://export.arxiv.org/pdf/1",
        ),
    ],
)
def test_a_redirect_on_the_same_server_or_to_a_named_host_is_followed(
    here: str, location: str, there: str
) -> None:
    """What an upstream really does: another path, https in place of http, arXiv's other names."""
    assert redirected(here, location, ARXIV).lower() == there.lower()


@pytest.mark.parametrize(
    "here, location",
    [
        ("https://a.example/x", "https://b.example/x"),
        ("https://a.example/x", "//b.example/x"),
        ("https://a.example/x", "http://a.example/x"),
        ("https://a.example/x", "https://a.example:8443/x"),
        ("https://a.example/x", "https://user:word@a.example/x"),
        ("http://127.0.0.1:8000/x", "http://127.0.0.1:8001/x"),
        ("https://arxiv.org/pdf/1", "https://arxiv.org.evil.example/pdf/1"),
        ("https://arxiv.org/pdf/1", "https://evil.example/arxiv.org"),
        ("https://arxiv.org/pdf/1", "https://arxiv.org@evil.example/"),
        ("https://arxiv.org/pdf/1", "http://www.arxiv.org/pdf/1"),
        ("https://arxiv.org/pdf/1", "https://www.arxiv.org:444/pdf/1"),
        ("http://arxiv.org/pdf/1", "http://www.arxiv.org/pdf/1"),
        ("https://arxiv.org/pdf/1", "http://169.254.169.254/latest/meta-data"),
        ("https://arxiv.org/pdf/1", "http://127.0.0.1/"),
    ],
)
def test_a_redirect_to_any_other_host_is_refused(here: str, location: str) -> None:
    """Not another host, port or user, and never from https to http."""
    with pytest.raises(UnfitAnswer, match="another host"):
        redirected(here, location, ARXIV)


@pytest.mark.parametrize(
    ("location", "followed"),
    [
        ("https://blog.example.org/new.xml", True),
        ("http://blog.example.org/new.xml", False),
        ("https://10.0.0.1/x", False),
        ("https://[::1]/x", False),
        ("https://169.254.169.254/latest/meta-data", False),
        ("https://2130706433/", False),
        ("https://localhost/x", False),
        ("https://metadata.google.internal/x", False),
        ("https://printer.local/x", False),
        ("https://user:secret@blog.example.org/x", False),
    ],
)
def test_a_feed_may_move_to_another_server_of_the_web(location: str, followed: bool) -> None:
    """By https and to a name; never into the network that this machine stands in."""
    here = "https://old.example.com/feed"
    if followed:
        assert redirected(here, location, (), True) == location
        return
    with pytest.raises(UnfitAnswer, match="redirects to another host"):
        redirected(here, location, (), True)


def test_a_refused_redirect_is_named_and_the_other_host_hears_nothing() -> None:
    """The message says what to set where the redirect is right; nothing is asked again."""
    client, script = asked(
        httpx.Response(302, headers={"Location": "https://elsewhere.example/feed"})
    )
    with pytest.raises(UnfitAnswer, match=r"elsewhere\.example") as error:
        client.get(URL)
    assert "redirect_hosts" in error.value.next
    assert len(script.requests) == 1


def test_a_named_host_is_followed_to() -> None:
    """The client follows to the hosts of its settings,
    a port that is not the usual one included.
    """
    moved = httpx.Response(302, headers={"Location": "https://mirror.example:8443/feed"})
    client, _ = asked(moved, ok(b"there"), hosts=("mirror.example:8443",))
    assert client.get(URL).content == b"there"


# --- Proxies -----------------------------------------------------------------


def test_the_environments_proxy_holds_for_all_but_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The usual variables count, those that name exceptions too."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("https_proxy", "proxy.example:3128")
    monkeypatch.setenv("no_proxy", "inside.example")
    found = {
        host: proxy_of_environment(httpx.URL(f"https://{host}/"))
        for host in ("a.example", "inside.example")
    }
    assert found == {"a.example": "http://proxy.example:3128", "inside.example": None}
    assert proxy_of_environment(httpx.URL("https://127.0.0.1:8000/")) is None
    monkeypatch.delenv("https_proxy")
    monkeypatch.setenv("all_proxy", "socks5://proxy.example:1080")
    assert proxy_of_environment(httpx.URL("http://a.example/")) == "socks5://proxy.example:1080"


# --- What is waited for ------------------------------------------------------


def test_each_wait_names_its_address_and_reason() -> None:
    """While an upstream does not answer, one sees which, why, and when it is asked again."""
    said: list[str] = []

    @contextmanager
    def waiting(what: Callable[[], str]) -> Iterator[None]:
        said.append(what())
        yield

    script = Script(FakeClock(), httpx.ConnectError("no network"), ok())
    clock = script.clock
    client = Client(
        ClientConfig(),
        waiting=waiting,
        sleep=clock.sleep,
        clock=clock,
        now=clock.now,
        transport=script,
    )
    client.get(URL)
    assert said == [
        URL,
        f"{URL}: ConnectError: no network; asked again after 3 s",
        URL,
    ]


def test_what_cannot_be_reached_says_what_to_do() -> None:
    """No network: the address, the reason, and the setting that may be missing."""
    client, _ = asked(*[httpx.ConnectError("no route")] * 2, attempts=2)
    with pytest.raises(UpstreamError, match=r"no route \(asked 2 times\)") as error:
        client.get(URL)
    assert error.value.where == URL
    assert "`proxy`" in error.value.next
