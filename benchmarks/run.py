"""Running wiki-builder as a user does, and what that took."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

COMMAND = (sys.executable, "-m", "wiki_builder")
SETTINGS = """\
format = 2

[wiki]
title = "Bench"

[sources.arxiv]
categories = ["cs.CL", "cs.AI"]
interval = {interval}
feed_url = "{arxiv}/rss/{{categories}}"
api_url = "{arxiv}/api/query"
html_url = "{arxiv}/html/{{id}}"
pdf_url = "{arxiv}/pdf/{{id}}"
abs_url = "{arxiv}/abs/{{id}}"
list_url = "{arxiv}/list/{{category}}/new"
catchup_url = "{arxiv}/catchup/{{category}}/{{date}}"
oai_url = ""

[interests]
papers_per_day = 1000

[text]
order = ["html"]

[model]
engine = "{engine}"
{replies}model = "openai/bench"
base_url = "{model}"
concurrency = {concurrency}

[concepts]
texts_per_run = {texts}
"""


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds by the clock, seconds of CPU, and the most memory in MB."""

    seconds: float
    cpu: float
    peak_mb: float


def settings(
    folder: Path,
    arxiv: str,
    model: str,
    *,
    engine: str = "litellm",
    interval: float = 0.0,
    concurrency: int = 8,
    texts: int = 50,
    replies: str = "",
) -> None:
    """Write a wiki's ``wiki.toml`` that leads to the loopback upstreams;
    ``replies`` is the folder of engine replay.
    """
    folder.mkdir(parents=True, exist_ok=True)
    text = SETTINGS.format(
        arxiv=arxiv,
        model=model,
        engine=engine,
        interval=interval,
        concurrency=concurrency,
        texts=texts,
        replies=f'replies = "{replies}"\n' if replies else "",
    )
    (folder / "wiki.toml").write_text(text, "utf-8")


def run(arguments: Sequence[str], ok: Sequence[int] = (0,)) -> Took:
    """Run wiki-builder with these arguments; what it prints goes to nobody unless it fails."""
    return timed([*COMMAND, *arguments], ok=ok)


def timed(
    command: Sequence[str], environment: Mapping[str, str] | None = None, ok: Sequence[int] = (0,)
) -> Took:
    """Run a command; its processes' CPU counts, and their memory is that of the largest one."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, **(environment or {})},
    )
    assert process.stdout
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    if process.returncode not in ok:
        raise SystemExit(
            f"{' '.join(command)}: exit code {process.returncode}\n{said.decode()[-4000:]}"
        )
    return Took(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
