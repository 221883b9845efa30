"""What the engines' tests share: a model server, and time that only passes when it is told to."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator

import pytest

from tests.analysis.sample import raw
from tests.loopback.model import ModelServer, Say
from tests.once import SLOW


class Time:
    """A clock that sleeping moves, so that no test waits."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def clock(self) -> float:
        """Seconds since the test began."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Pass ``seconds`` at once."""
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A model that answers well unless it is told otherwise;
    who asks it loads the library for that.
    """
    sys.audit(SLOW)
    with ModelServer(lambda body: Say(raw(), input_tokens=1000, output_tokens=500)) as running:
        yield running
