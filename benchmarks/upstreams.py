"""arXiv and a model on the loopback interface, in a process of their own.

    python -m benchmarks.upstreams '{"papers": 200, "latency": 0.4, "day": "2026-06-16", "concepts":
    0}'

prints where they are and serves until standard input ends. A line there, such as
``{"papers": 10, "day": "2026-06-17"}``, announces papers; it is answered, as the end is,
by a line that says what was asked since the last one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from benchmarks import names
from benchmarks.answers import names_asked, reply, task
from benchmarks.html import page
from benchmarks.material import announcement
from tests.loopback.arxiv import LoopbackArxiv
from tests.loopback.model import Body, ModelServer, Say
from wiki_builder.core.values.announcement import Announcement

FIRST = 90_000  # the number of the first paper that is announced, above those of a generated wiki


@dataclass
class Upstreams:
    """Where the upstreams are, and, once they have ended,
    how often they were asked since the last announcement.
    """

    arxiv: str
    model: str
    asked: dict[str, int] = field(default_factory=dict)
    _process: subprocess.Popen[str] | None = None

    def announce(self, papers: int, day: date) -> dict[str, int]:
        """Announce so many papers that are new on ``day``; what was asked until now."""
        assert self._process
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"papers": papers, "day": day.isoformat()}) + "\n")
        self._process.stdin.flush()
        return self._told()

    def end(self) -> None:
        """Stop serving, and see what was asked."""
        assert self._process
        assert self._process.stdin
        self._process.stdin.close()
        self.asked.update(self._told())

    def _told(self) -> dict[str, int]:
        assert self._process
        assert self._process.stdout
        told: dict[str, int] = json.loads(self._process.stdout.readline() or "{}")
        return told


@contextmanager
def upstreams(papers: int, latency: float, day: date, concepts: int = 0) -> Iterator[Upstreams]:
    """Upstreams that announce ``papers`` on ``day``, for as long as the block runs.

    ``concepts``: the papers name concepts of a generated wiki that has so many.
    """
    what = json.dumps(
        {"papers": papers, "latency": latency, "day": day.isoformat(), "concepts": concepts}
    )
    command = [sys.executable, "-m", "benchmarks.upstreams", what]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        running = Upstreams(**json.loads(process.stdout.readline()), _process=process)
        try:
            yield running
        finally:
            running.end()


def serve(papers: int, latency: float, day: date, concepts: int) -> None:
    """Serve until standard input ends."""

    def answer(body: Body) -> Say:
        return Say(reply(_user(body), concepts), delay=latency)

    with LoopbackArxiv() as arxiv, ModelServer(answer) as model:
        _announce(arxiv, range(papers), day, concepts)
        announced = papers
        _say({"arxiv": arxiv.url, "model": model.url})
        for line in sys.stdin:
            _say(_asked(arxiv, model))
            arxiv.log.clear()
            model.requests.clear()
            told = json.loads(line)
            numbers = range(announced, announced + told["papers"])
            _announce(arxiv, numbers, date.fromisoformat(told["day"]), concepts)
            announced = numbers.stop
        _say(_asked(arxiv, model))


def _announce(arxiv: LoopbackArxiv, numbers: range, day: date, concepts: int) -> None:
    rows = [announcement(FIRST + n, day) for n in numbers]
    arxiv.announce(day, rows)
    arxiv.html.update(
        (row.id.removeprefix("arxiv:"), page(row, _named(row, concepts))) for row in rows
    )


def _named(row: Announcement, concepts: int) -> list[str]:
    """What stands in a paper's text of what its reply names."""
    ideas, things = names.of_paper(row.version.title, concepts) if concepts else ((), ())
    return [*(both.en for both in ideas), *(name for _, name in things)]


def _asked(arxiv: LoopbackArxiv, model: ModelServer) -> dict[str, int]:
    """Requests to arXiv, and calls to the model by what they asked for."""
    users = [_user(body) for body in model.requests]
    tasks = Counter(map(task, users))
    names = sum(len(names_asked(user)) for user in users)
    sizes = [len(body) for body in arxiv.html.values()]
    return {
        "requests": len(arxiv.log),
        "calls": len(users),
        "paper_calls": tasks["paper"],
        "verdict_calls": tasks["verdict"],
        "text_calls": tasks["text"],
        "asked_again": sum(len(body["messages"]) > 2 for body in model.requests),
        "names_asked": names,
        "html_bytes": sum(sizes) // max(1, len(sizes)),
    }


def _user(body: Body) -> str:
    user: str = body["messages"][1]["content"]
    return user


def _say(document: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(document) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    serve(given["papers"], given["latency"], date.fromisoformat(given["day"]), given["concepts"])
