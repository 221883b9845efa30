"""Faults of arXiv's feed below its content: names, connections, HTTP, TLS, statuses, redirects."""

from __future__ import annotations

import gzip
import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import partial

from drill.faults import wires
from drill.faults.fault import Fault
from drill.faults.site import FOR_EVER, SPEED, Site
from drill.faults.tls import Speaking
from tests.loopback.arxiv import Answer
from tests.loopback.wire import Wire, head

FEED = "/rss/"
_RSS = "application/rss+xml"
_LATE = "took longer than 300 s|ReadTimeout|ConnectTimeout"
_LOST = "ReadError|RemoteProtocolError|cut short"
_STATUSES = (
    *(400, 401, 402, 403, 404, 407, 408, 410, 413, 418, 421, 425, 429, 431, 451),
    *(500, 501, 502, 503, 504, 507, 511, 520, 522, 524, 529, 530, 600, 999),
)
_GONE = datetime(2026, 5, 4, 12, tzinfo=UTC)


def faults() -> Iterator[Fault]:
    """All of them, on the feed."""
    yield from _unreached()
    for said, those in (
        (_LATE, wires.SILENT),
        (_LOST, wires.CUT),
        ("RemoteProtocolError|answered \\d+", wires.WRONG),
    ):
        for name, wire in those.items():
            # five minutes for one answer are three seconds
            speed = 100.0 if those is wires.SILENT else SPEED
            yield Fault(name, 3, said, partial(_wire, wire=wire), speed=speed)
    for name in wires.large(_RSS, b""):
        yield Fault(name, 3, "larger than|cut short|is encoded as", partial(_packed, name=name))
    yield from _right()
    for status in _STATUSES:
        yield Fault(f"status {status}", 3, f"answered {status}", partial(_status, status=status))
    for status in (201, 202, 203, 204, 205, 206, 304):
        yield Fault(
            f"status {status}, unasked",
            3,
            f"answered {status}",
            partial(_status, status=status, body=b""),
        )
    yield from _left_alone()
    yield from _redirects()


def _unreached() -> Iterator[Fault]:
    def no_name(one: Site) -> None:
        one.places["feed_url"] = '"http://no-such-host.invalid/rss/{categories}"'

    def nobody(one: Site) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            one.places["feed_url"] = (
                f'"http://127.0.0.1:{free.getsockname()[1]}/rss/{{categories}}"'
            )

    def proxy(one: Site) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            one.more = ""
            one.places["interval"] = f'3.0\nproxy = "http://127.0.0.1:{free.getsockname()[1]}"'

    yield Fault("a name that nobody knows", 3, "ConnectError|ConnectTimeout", no_name)
    yield Fault("a port where nobody listens", 3, "ConnectError: .*refused", nobody, quick=True)
    yield Fault("a proxy that is not there", 3, "Connect|Proxy", proxy)
    yield Fault(
        "a port whose queue is full", 3, "ConnectTimeout|took longer", partial(_tls, how="full")
    )
    yield Fault(
        "TLS that never shakes hands", 3, "Timeout|took longer", partial(_tls, how="silent")
    )
    yield Fault("TLS asked of plain HTTP", 3, "ConnectError|SSL", partial(_tls, how="plain"))
    yield Fault(
        "a certificate that nobody signed",
        3,
        "CERTIFICATE_VERIFY_FAILED",
        partial(_tls, how="unknown"),
    )
    yield Fault(
        "a certificate of another name",
        3,
        "CERTIFICATE_VERIFY_FAILED",
        partial(_tls, how="other name"),
    )
    yield Fault(
        "from https down to http",
        3,
        "redirects to another host, http:",
        partial(_tls, how="downgrade"),
    )


def _tls(one: Site, how: str) -> None:
    server = Speaking(one.root.parent, how, f"{one.arxiv.url}/rss/cs.AI+cs.CL")
    one.until.enter_context(server)
    one.places["feed_url"] = f'"{server.url}/rss/{{categories}}"'
    if how in ("other name", "downgrade"):
        one.environment["SSL_CERT_FILE"] = str(server.certificate)


def _wire(one: Site, wire: Wire) -> None:
    one.arxiv.wire(FEED, wire, times=FOR_EVER)


def _packed(one: Site, name: str) -> None:
    def change(answer: Answer) -> Answer:
        return replace(answer, wire=wires.large(_RSS, gzip.compress(answer.body))[name])

    one.arxiv.change(FEED, change, times=FOR_EVER)


def _right() -> Iterator[Fault]:
    """Odd, and right all the same; and faults that pass."""

    def early(answer: Answer) -> bytes:
        return (
            b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
            + head(type=_RSS, length=len(answer.body))
            + answer.body
        )

    def zipped(answer: Answer) -> bytes:
        body = gzip.compress(answer.body)
        return head("Content-Encoding: gzip", type=_RSS, length=len(body)) + body

    def chunked(answer: Answer) -> bytes:
        chunks = b"".join(b"1;x=y\r\n%c\r\n" % byte for byte in answer.body)
        return head("Transfer-Encoding: chunked", type=_RSS) + chunks + b"0\r\nTrailer: x\r\n\r\n"

    def unbounded(answer: Answer) -> bytes:
        return head(type=_RSS) + answer.body

    def instead(one: Site, made: Callable[[Answer], bytes]) -> None:
        one.arxiv.change(
            FEED, lambda answer: replace(answer, wire=Wire(made(answer))), times=FOR_EVER
        )

    yield Fault("103 Early Hints, then right", 0, "", partial(instead, made=early))
    yield Fault("gzip, right", 0, "", partial(instead, made=zipped))
    yield Fault("a chunk for each byte, with a trailer", 0, "", partial(instead, made=chunked))
    yield Fault("no length, and closes", 0, "", partial(instead, made=unbounded))
    yield Fault(
        "503 four times, then right", 0, "", lambda one: one.arxiv.fail(FEED, status=503, times=4)
    )
    yield Fault(
        "cut four times, then right", 0, "", lambda one: one.arxiv.cut(FEED, at=500, times=4)
    )
    yield Fault("a reset, then right", 0, "", lambda one: one.arxiv.wire(FEED, Wire(end="reset")))


def _status(
    one: Site, status: int, body: bytes = b"<html>no</html>", retry_after: str | None = None
) -> None:
    one.arxiv.fail(
        FEED, status=status, body=body, type="text/html", retry_after=retry_after, times=FOR_EVER
    )


def _left_alone() -> Iterator[Fault]:
    """Retry-After in all its forms."""
    soon, later = (
        format_datetime(datetime.now(UTC) + timedelta(seconds=s), usegmt=True) for s in (20, 7200)
    )
    asked = {
        "12": "asked 5 times",
        "3600": "3600 s",
        "0": "asked 5 times",
        "-5": "asked 5 times",
        "1.5": "asked 5 times",
        "soon": "asked 5 times",
        "1e99": "asked 5 times",
        "9" * 30: "left alone",
        "9" * 4000: "left alone",
    }
    for value, said in asked.items():
        name = value if len(value) < 20 else f"{len(value)} digits"
        yield Fault(
            f"429, Retry-After: {name}", 3, said, partial(_status, status=429, retry_after=value)
        )
    dates = {
        "a date that is over": (format_datetime(_GONE, usegmt=True), "asked 5 times"),
        "a date soon": (soon, "asked \\d times|left alone"),
        "a date in two hours": (later, "left alone"),
        "the last day there is": ("Fri, 31 Dec 9999 23:59:59 -2359", "left alone|asked 5 times"),
        "a day before there were any": ("Mon, 01 Jan 0001 00:00:00 +2359", "asked 5 times"),
        "no day of any month": ("Fri, 99 Foo 2026 25:61:61 GMT", "asked 5 times"),
    }
    for name, (value, said) in dates.items():
        yield Fault(
            f"503, Retry-After: {name}", 3, said, partial(_status, status=503, retry_after=value)
        )
    again = "429 twice with Retry-After: 7, then right"
    yield Fault(
        again, 0, "", lambda one: one.arxiv.fail(FEED, status=429, retry_after="7", times=2)
    )


def _redirects() -> Iterator[Fault]:
    def to(one: Site, where: str, times: int = FOR_EVER, status: int = 302) -> None:
        place = where.format(here=one.arxiv.url, port=one.arxiv.url.rpartition(":")[2])
        one.arxiv.fail(FEED, status=status, location=place or None, times=times)

    places = {
        "to itself, for ever": ("{here}/rss/cs.AI+cs.CL", "redirects more than 5 times"),
        "to another host": ("http://example.com/rss/", "redirect|other host"),
        "to another port": ("http://127.0.0.1:9/rss/", "redirect|other"),
        "to this host by another name": ("http://localhost:{port}/rss/", "redirect|other"),
        "to a file": ("file:///etc/passwd", "redirect"),
        "to what is no address": ("http://[::1", "location header"),
        "with a password": ("http://a:b@127.0.0.1:{port}/rss/", "redirect"),
        "to nowhere": ("", "302"),
        "to an address of one megabyte": (
            "{here}/" + "a" * 60_000,
            "40|redirect|RemoteProtocol|answered",
        ),
    }
    for name, (where, said) in places.items():
        yield Fault(f"redirects {name}", 3, said, partial(to, where=where))
    yield Fault("redirects once, to itself", 0, "", partial(to, where="/rss/cs.AI+cs.CL", times=1))
    yield Fault(
        "redirects for good, five times",
        0,
        "",
        partial(to, where="/rss/cs.AI+cs.CL", times=5, status=308),
    )
