"""What a day costs in a large wiki that has settled: the run itself, one on which nothing was announced, and the rest.

The replies are recorded in a run over a copy of the wiki, so that the run that is measured asks no model.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from benchmarks import wiki
from benchmarks.answers import reply
from benchmarks.run import Took, run, settings
from benchmarks.upstreams import Upstreams
from wiki_builder import pipeline
from wiki_builder.analysis.request import Request
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import load_settings
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.llm import replies
from wiki_builder.llm.engine import Answer, reply_to
from wiki_builder.llm.flow import flow
from wiki_builder.runtime import means_for


@dataclass(frozen=True)
class Recording:
    """An engine that answers at once, and writes each reply into ``folder`` for :class:`ReplayEngine`."""

    folder: Path
    concepts: int
    name: str = "recording"
    concurrency: int = 8

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
        return flow(self, requests)

    async def answer(self, request: Request) -> Answer:
        said = reply_to(request, reply(request.user, self.concepts), engine="bench", model="bench", date="2026-06-12")
        replies.write(self.folder, said)
        return said

    async def close(self) -> None:
        """Nothing is open."""


def settle(folder: Path, servers: Upstreams, papers: int, concepts: int, today: date) -> dict[str, Took]:
    """Make a wiki of so many papers in which nothing is left to do; what its first render took."""
    settings(folder, servers.arxiv, servers.model, engine="replay", replies="../replies")
    wiki.write(folder, papers, concepts)
    wiki.write_texts(folder)
    took = {"render": run(["-C", str(folder), "render", "--quiet"])}
    took["settle"] = run(["-C", str(folder), "update", "--quiet", "--today", today.isoformat()])
    return took


def record(folder: Path, today: date, concepts: int) -> None:
    """Record the replies that an update of the wiki in ``folder`` needs, into ``replies`` beside it."""
    copy = folder.with_name("recording")
    shutil.copytree(folder, copy)
    home = Wiki(copy)
    engine = Recording(folder.with_name("replies"), concepts)
    with replace(means_for(home, load_settings(copy / "wiki.toml"), today, Progress()), engine=engine) as means:
        pipeline.update(home, means, pipeline.RunOptions(today))
    shutil.rmtree(copy)
