"""arXiv and a model on the loopback interface, in a process of their own.

    python -m bench.upstreams '{"papers": 200, "latency": 0.4, "day": "2026-06-16"}'

prints where they are, serves until standard input ends, and prints what was asked.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from bench.html import page
from bench.material import announcement
from bench.replies import reply
from tests.loopback.arxiv import LoopbackArxiv
from tests.loopback.model import Body, ModelServer, Say

FIRST = 90_000  # the number of the first paper that is announced, above those of a generated wiki


@dataclass
class Upstreams:
    """Where the upstreams are, and, once they have ended, how often they were asked."""

    arxiv: str
    model: str
    asked: dict[str, int] = field(default_factory=dict)


@contextmanager
def upstreams(papers: int, latency: float, day: date) -> Iterator[Upstreams]:
    """Upstreams that announce ``papers`` on ``day``, for as long as the block runs."""
    what = json.dumps({"papers": papers, "latency": latency, "day": day.isoformat()})
    command = [sys.executable, "-m", "bench.upstreams", what]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        running = Upstreams(**json.loads(process.stdout.readline()))
        try:
            yield running
        finally:
            process.stdin.close()
            running.asked.update(json.loads(process.stdout.readline() or "{}"))


def serve(papers: int, latency: float, day: date) -> None:
    """Serve until standard input ends."""
    rows = [announcement(FIRST + n, day) for n in range(papers)]

    def answer(body: Body) -> Say:
        return Say(reply(body["messages"][1]["content"]), delay=latency)

    with LoopbackArxiv() as arxiv, ModelServer(answer) as model:
        arxiv.announce(day, rows)
        arxiv.html.update((row.id.removeprefix("arxiv:"), page(row)) for row in rows)
        _say({"arxiv": arxiv.url, "model": model.url})
        sys.stdin.read()
        sizes = [len(body) for body in arxiv.html.values()]
        _say({"requests": len(arxiv.log), "calls": model.calls, "html_bytes": sum(sizes) // max(1, len(sizes))})


def _say(document: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(document) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    serve(given["papers"], given["latency"], date.fromisoformat(given["day"]))
