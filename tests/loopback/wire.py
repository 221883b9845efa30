"""What goes over a connection to the byte, where no right HTTP would do:
for the loopback servers' faults.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import threading
from dataclasses import dataclass
from typing import Literal

_AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER: closing resets


@dataclass(frozen=True, slots=True)
class Wire:
    """Sent in place of an answer: ``first`` at once, then ``drop`` after every ``pause`` seconds,
    then the ``end``.

    With a ``drop`` there is no end: it goes on until the other side has hung up. ``reset`` ends
    with RST, ``hold`` says nothing more and keeps the connection.
    """

    first: bytes = b""
    drop: bytes = b""
    pause: float = 0.0
    end: Literal["close", "reset", "hold"] = "close"


def head(
    *lines: str, status: str = "200 OK", type: str = "text/plain", length: int | str | None = None
) -> bytes:
    """The head of an HTTP answer; ``lines`` are further header lines."""
    said = [f"HTTP/1.1 {status}", f"Content-Type: {type}", *lines]
    said += [] if length is None else [f"Content-Length: {length}"]
    return ("\r\n".join(said) + "\r\n\r\n").encode("latin-1")


def send(wire: Wire, connection: socket.socket, stopped: threading.Event) -> None:
    """Send over a socket, which is closed or reset after that;
    held and dripped to until ``stopped``.
    """
    try:
        connection.sendall(wire.first)
        while wire.drop and not stopped.wait(wire.pause):
            connection.sendall(wire.drop)
        if wire.end == "hold":
            stopped.wait()
    except OSError:
        pass  # the other side has hung up
    if wire.end == "reset":
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        os.close(connection.detach())


async def write(wire: Wire, writer: asyncio.StreamWriter) -> None:
    """The same over a stream, whose owner closes it."""
    writer.write(wire.first)
    await writer.drain()
    while wire.drop:
        writer.write(wire.drop)
        await writer.drain()
        await asyncio.sleep(wire.pause)
    if wire.end == "hold":
        await asyncio.Event().wait()
    if wire.end == "reset":
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        writer.transport.abort()
