"""Time that can be turned, so that real deadlines are met in seconds: five minutes are three
seconds at 100.

``install`` is called before the program is imported (by the process that commands are forked from);
``turn`` in the command's own process. From then on clocks, naps, the event loop's waits and
sockets' time-outs run so many times faster; the upstreams' time does not, nor that of other
processes.
"""

from __future__ import annotations

import selectors
import socket
import time
from typing import Any

_monotonic, _sleep = time.monotonic, time.sleep
_speed, _since, _then = 1.0, 0.0, 0.0


def turn(speed: float) -> None:
    """From now on time passes ``speed`` times as fast in this process."""
    global _speed, _since, _then
    _then, _since, _speed = _now(), _monotonic(), speed


def install() -> None:
    """Put clocks that can be turned in the place of Python's;
    until they are turned nothing is different.
    """
    clocks: Any = time
    clocks.monotonic, clocks.sleep = _now, _nap
    set_timeout, get_timeout = socket.socket.settimeout, socket.socket.gettimeout
    select = selectors.DefaultSelector.select

    def settimeout(of: socket.socket, value: float | None) -> None:
        set_timeout(of, value and value / _speed)

    def gettimeout(of: socket.socket) -> float | None:
        value = get_timeout(of)
        return value and value * _speed

    def selected(of: Any, timeout: float | None = None) -> Any:
        return select(of, timeout if timeout is None else timeout / _speed)

    patched: Any = socket.socket
    patched.settimeout, patched.gettimeout = settimeout, gettimeout
    loop: Any = selectors.DefaultSelector
    loop.select = selected


def _now() -> float:
    return _then + (_monotonic() - _since) * _speed


def _nap(seconds: float) -> None:
    _sleep(seconds / _speed)
