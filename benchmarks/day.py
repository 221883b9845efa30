"""What a day costs in a large wiki that has settled: the run itself, one on which nothing was
announced, and the rest.

The replies are recorded in a run over a copy of the wiki, so that the run that is measured asks no
model.
"""

from __future__ import annotations

import itertools
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
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
from wiki_builder.sources.calendar import is_announcement_day


@dataclass(frozen=True)
class Recording:
    """An engine that answers at once, and writes each reply into ``folder`` for
    :class:`ReplayEngine`.
    """

    folder: Path
    concepts: int
    name: str = "recording"
    concurrency: int = 8

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
        return flow(self, requests)

    async def answer(self, request: Request) -> Answer:
        said = reply_to(
            request,
            reply(request.user, self.concepts),
            engine="bench",
            model="bench",
            date="2026-06-12",
        )
        replies.write(self.folder, said)
        return said

    async def close(self) -> None:
        """Nothing is open."""


@dataclass(frozen=True, slots=True)
class Commit:
    """What a commit changed: files, and the bytes of its diff;
    and those of the whole repository, packed.
    """

    files: int
    diff: int
    packed: int


def settle(folder: Path, servers: Upstreams, papers: int, concepts: int, today: date) -> Took:
    """Make a wiki of so many papers in which nothing is left to do; what its first render took."""
    settings(folder, servers.arxiv, servers.model, engine="replay", replies="../replies")
    wiki.write(folder, papers, concepts)
    wiki.write_texts(folder)
    took = run(["-C", str(folder), "render", "--quiet"])
    run(["-C", str(folder), "update", "--quiet", "--today", today.isoformat()])
    return took


def clone(folder: Path) -> Path:
    """A copy of the wiki as git gives it to another machine: no caches, and every file new."""
    copy = folder.with_name("clone")
    shutil.copytree(
        folder, copy, ignore=shutil.ignore_patterns(".wiki"), copy_function=shutil.copyfile
    )
    return copy


def next_days(count: int) -> list[date]:
    """So many announcement days after those of a generated wiki."""
    days = (wiki.LAST_DAY + timedelta(days=after) for after in itertools.count(1))
    return list(itertools.islice(filter(is_announcement_day, days), count))


def commit(folder: Path) -> Commit:
    """Commit all that is no cache, as the daily workflow does, and pack the repository."""
    if not (folder / ".git").exists():
        _git(folder, "init", "-q")
        (folder / ".gitignore").write_text(".wiki/\n", "utf-8")
    _git(folder, "add", "-A")
    _git(
        folder,
        "-c",
        "user.name=bench",
        "-c",
        "user.email=bench@example.org",
        "commit",
        "-q",
        "-m",
        "a day",
    )
    diff = _git(folder, "show", "--format=", "HEAD")
    _git(folder, "gc", "-q")
    packed = sum(
        file.stat().st_size for file in (folder / ".git" / "objects").rglob("*") if file.is_file()
    )
    return Commit(diff.count(b"\ndiff --git ") + 1, len(diff), packed)


def _git(folder: Path, *arguments: str) -> bytes:
    # packed when it is asked for, and not by git beside it
    command = ["git", "-C", str(folder), "-c", "gc.auto=0", *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout


def record(folder: Path, today: date, concepts: int) -> None:
    """Record the replies that an update of the wiki in ``folder`` needs,
    into ``replies`` beside it.
    """
    copy = folder.with_name("recording")
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(".git"))
    home = Wiki(copy)
    engine = Recording(folder.with_name("replies"), concepts)
    with replace(
        means_for(home, load_settings(copy / "wiki.toml"), today, Progress()), engine=engine
    ) as means:
        pipeline.update(home, means, pipeline.RunOptions(today))
    shutil.rmtree(copy)
