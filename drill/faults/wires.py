"""What may come over a connection in place of an answer:
the same for every upstream that speaks HTTP.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping
from functools import cache

from tests.loopback.wire import Wire, head

_HALF = b"HTTP/1.1 200 OK\r\nContent-Ty"
_PART = head(length=100_000) + b"<rss>"
_BLOCK = b" " * 65_536
_CHUNKED = head("Transfer-Encoding: chunked")

SILENT: Mapping[str, Wire] = {
    "is connected and never answers": Wire(end="hold"),
    "half a head, and silence": Wire(_HALF, end="hold"),
    "a head, and silence": Wire(head(length=100_000), end="hold"),
    "half a body, and silence": Wire(_PART, end="hold"),
    "a head byte by byte": Wire(b"HTTP/1.1 200 OK\r\nX: ", b"a", 0.01),
    "a body byte by byte": Wire(_PART, b" ", 0.01),
    "100 Continue for ever": Wire(drop=b"HTTP/1.1 100 Continue\r\n\r\n", pause=0.001),
}
"""Nothing, or too little, in time: only a deadline ends it."""

CUT: Mapping[str, Wire] = {
    "closes without a word": Wire(),
    "resets without a word": Wire(end="reset"),
    "half a head, and closes": Wire(_HALF),
    "half a head, and resets": Wire(_HALF, end="reset"),
    "a head, and closes": Wire(head(length=100_000)),
    "half a body, and closes": Wire(_PART),
    "half a body, and resets": Wire(_PART, end="reset"),
    "half of its chunks, and closes": Wire(_CHUNKED + b"5\r\n<rss>\r\n"),
    "half a chunk, and closes": Wire(_CHUNKED + b"500\r\n<rss>"),
}
"""The connection ends before the answer does."""

WRONG: Mapping[str, Wire] = {
    "a chunk whose size is no number": Wire(_CHUNKED + b"zz\r\n<rss>\r\n0\r\n\r\n"),
    "a chunk of sixteen exabytes": Wire(_CHUNKED + b"ffffffffffffffff\r\n<rss>"),
    "two lengths": Wire(head("Content-Length: 3", length=5) + b"<rss>"),
    "a length below zero": Wire(head(length=-5) + b"<rss>"),
    "a length in words": Wire(head(length="many") + b"<rss>"),
    "no status line": Wire(b"<html>hello</html>\r\n\r\n"),
    "a status in words": Wire(b"HTTP/1.1 fine OK\r\n\r\n"),
    "status 99": Wire(b"HTTP/1.1 099 What\r\nContent-Length: 0\r\n\r\n"),
    "a frame of HTTP/2": Wire(b"\x00\x00\x12\x04\x00\x00\x00\x00\x00" + b"\x00" * 18),
    "a TLS alert": Wire(b"\x15\x03\x01\x00\x02\x02\x28"),
    "101 Switching Protocols": Wire(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n"),
    "a header line without a colon": Wire(b"HTTP/1.1 200 OK\r\nhello\r\n\r\n"),
    "a header line with null bytes": Wire(b"HTTP/1.1 200 OK\r\nA: \x00\x00\r\n\r\n"),
    "a header line of one megabyte": Wire(head("X: " + "a" * 1_000_000, length=5) + b"<rss>"),
    "header lines for ever": Wire(b"HTTP/1.1 200 OK\r\n", b"X-Flood: a\r\n" * 500),
    "line ends for ever": Wire(drop=b"\r\n" * 5_000),
}
"""What is no HTTP, or no sound one."""


@cache
def bomb() -> bytes:
    """A gigabyte of zeros as a megabyte of gzip (RFC 1952);
    its end, which nobody may come to, has no right sum.
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    begins = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    return begins + again * 1023 + packer.flush()


def large(type: str, packed: bytes) -> Mapping[str, Wire]:
    """Answers that are too large, or encoded as nobody asked;
    ``packed`` is a right body as gzip.
    """
    zipped = "Content-Encoding: gzip"
    return {
        "a body for ever": Wire(head(type=type), _BLOCK),
        "chunks for ever": Wire(
            head("Transfer-Encoding: chunked", type=type), b"%x\r\n%s\r\n" % (len(_BLOCK), _BLOCK)
        ),
        "a gzip bomb": Wire(head(zipped, type=type, length=len(bomb())) + bomb()),
        "gzip that is cut": Wire(
            head(zipped, type=type, length=len(packed) // 2) + packed[: len(packed) // 2]
        ),
        "gzip that is broken": Wire(
            head(zipped, type=type, length=len(packed)) + packed[:-8] + bytes(8)
        ),
        "gzip that is none": Wire(head(zipped, type=type, length=5) + b"<rss>"),
        "gzip in gzip": Wire(_whole("gzip, gzip", type, gzip.compress(packed))),
        "brotli, which nobody asked for": Wire(_whole("br", type, packed)),
    }


def _whole(encoding: str, type: str, body: bytes) -> bytes:
    return head(f"Content-Encoding: {encoding}", type=type, length=len(body)) + body
