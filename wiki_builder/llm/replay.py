"""The engine that only knows replies on disk: the tests and the demo run on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wiki_builder.llm import replies
from wiki_builder.llm.engine import Answer, Waiting, key_of
from wiki_builder.llm.flow import flow

if TYPE_CHECKING:
    from wiki_builder.analysis.request import Request


@dataclass(frozen=True)
class ReplayEngine:
    """Replies from a folder of files as ``replies.write`` leaves them; it changes nothing there."""

    folder: Path
    name: str = "replay"
    concurrency: int = 4

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
        """See :class:`~wiki_builder.llm.engine.Engine`."""
        return flow(self, requests)

    async def answer(self, request: Request) -> Answer:
        """The recorded reply, or ``Waiting``."""
        return replies.read_reply(self.folder, key_of(request)) or Waiting("no recorded reply")

    async def close(self) -> None:
        """Nothing is open."""
