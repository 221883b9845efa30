"""The CPU of one run, by stage: replies are ready at once, so that the model's client is not
counted.

Times are each thread's own CPU, gathered by wrapping the stages' functions where the
pipeline calls them; what is in none of them is the rest: HTTP, feeds, receipts, files.
"""

from __future__ import annotations

import gc
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.answers import reply
from wiki_builder import pipeline, work
from wiki_builder.analysis.request import Request
from wiki_builder.cli import GC_THRESHOLDS
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import load_settings
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.fulltext import html
from wiki_builder.llm.engine import Answer, reply_to
from wiki_builder.llm.flow import flow
from wiki_builder.llm.replies import remembered
from wiki_builder.runtime import means_for
from wiki_builder.stages import analyse as reading
from wiki_builder.stages import link as linking

_STAGES: dict[str, tuple[tuple[Any, str], ...]] = {
    "read": (
        (html, "read_html"),
        (reading, "choose"),
        (reading, "paper_request"),
        (reading, "text_info"),
    ),
    "parse": ((reading, "judge_paper"),),
    "ground": ((reading, "analysed"),),
    "link": ((linking, "link"),),
    "related": ((linking, "_relate"),),
    "render": ((work, "render_wiki"),),
}


@dataclass(frozen=True)
class Ready:
    """An engine that has every reply at once; ``spent`` counts the CPU that it takes itself."""

    spent: Counter[str]
    name: str = "ready"
    concurrency: int = 8

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
        return flow(self, requests)

    async def answer(self, request: Request) -> Answer:
        started = time.thread_time()
        said = reply(request.user)
        self.spent["model"] += round((time.thread_time() - started) * 1e6)
        return reply_to(request, said, engine="ready", model="bench", date="2026-06-16")

    async def close(self) -> None:
        """Nothing is open."""


def per_paper(folder: Path, day: date) -> dict[str, object]:
    """One update in this process over the wiki in ``folder``,
    whose ``wiki.toml`` leads to the upstreams.
    """
    spent: Counter[str] = Counter()  # microseconds
    wiki = Wiki(folder)
    engine = remembered(Ready(spent), wiki.pending / "replies")
    gc.set_threshold(*GC_THRESHOLDS)
    with ExitStack() as stack:
        for stage, functions in _STAGES.items():
            for module, name in functions:
                stack.enter_context(_timed(module, name, spent, stage))
        means = stack.enter_context(
            replace(
                means_for(wiki, load_settings(folder / "wiki.toml"), day, Progress()), engine=engine
            )
        )
        before = _cpu()
        report = pipeline.update(wiki, means, pipeline.RunOptions(day))
        whole = round((_cpu() - before) * 1e6) - spent.pop("model")
    papers = len(report.read)
    assert papers, f"nothing was read: {report.failed[:1]}"
    parts = {stage: _milliseconds(spent[stage], papers) for stage in _STAGES}
    rest = _milliseconds(whole - sum(spent.values()), papers)
    figure: dict[str, object] = {"cpu_ms_per_paper": _milliseconds(whole, papers), "aim": "<= 25"}
    return figure | parts | {"rest": rest, "papers": papers, "failed": len(report.failed)}


def _cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


@contextmanager
def _timed(module: Any, name: str, spent: Counter[str], stage: str) -> Iterator[None]:
    inner: Callable[..., Any] = getattr(module, name)

    def timed(*args: Any, **kwargs: Any) -> Any:
        started = time.thread_time()
        try:
            return inner(*args, **kwargs)
        finally:
            spent[stage] += round((time.thread_time() - started) * 1e6)

    setattr(module, name, timed)
    try:
        yield
    finally:
        setattr(module, name, inner)


def _milliseconds(microseconds: int, papers: int) -> float:
    return round(microseconds / 1000 / papers, 2)
