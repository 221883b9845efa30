"""The engine of a wiki that has no model: everything waits, and says what for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wiki_builder.llm.engine import Answer, Waiting
from wiki_builder.llm.flow import flow

if TYPE_CHECKING:
    from wiki_builder.analysis.request import Request

REASON = (
    'no model is set up: name one in wiki.toml, [model] engine = "litellm" and preset, or use'
    ' engine = "handoff"'
)


@dataclass(frozen=True)
class NoEngine:
    """Answers nothing."""

    name: str = "none"
    concurrency: int = 4

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
        """See :class:`~wiki_builder.llm.engine.Engine`."""
        return flow(self, requests)

    async def answer(self, request: Request) -> Answer:
        """``Waiting``, with the one line that says how to get the rest."""
        return Waiting(REASON)

    async def close(self) -> None:
        """Nothing is open."""
