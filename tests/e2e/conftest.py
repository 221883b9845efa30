"""What the whole-way tests share: a world, and time that passes at once in this process."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.e2e.world import World, world
from tests.loopback.clock import FakeClock
from wiki_builder import runtime as means
from wiki_builder.core.http import client as http

if importlib.util.find_spec("litellm") is None:
    pytest.skip("litellm is not installed", allow_module_level=True)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """Waits for arXiv and for the model take no time; the naps are kept."""
    from wiki_builder.llm.litellm import LiteLLMEngine

    clock = FakeClock()

    async def nap(seconds: float) -> None:
        clock.sleep(seconds)
        await asyncio.sleep(0)

    monkeypatch.setattr(
        means, "Client", partial(http.Client, sleep=clock.sleep, clock=clock, now=clock.now)
    )
    defaults = {
        **(LiteLLMEngine.__init__.__kwdefaults__ or {}),
        "sleep": nap,
        "clock": clock,
        "jitter": lambda: 0.5,
    }
    monkeypatch.setattr(LiteLLMEngine.__init__, "__kwdefaults__", defaults)
    return clock


@pytest.fixture
def site(tmp_path: Path, clock: FakeClock) -> Iterator[World]:
    """A new wiki's folder, its arXiv and its model; nothing is announced yet."""
    with world(tmp_path / "wiki") as made:
        yield made
