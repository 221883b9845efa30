"""Record the demo's replies through the hand-off engine: ``python scripts/record_replies.py ANSWERS DATE``.

``ANSWERS`` holds one answer a paper, written by an AI assistant to the real request:
``2605.02801.json`` for an arXiv id, ``PDF-STEM.json`` for a file. Each is filed in the
hand-off inbox like a person's answer, so that what does not follow the schema is
refused, and is stored with that provenance.

"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from wiki_builder.analysis.request import Request
from wiki_builder.demo.story import PAPER, REPLIES, play
from wiki_builder.engines import inbox, replies
from wiki_builder.engines._interface import Answer, Engine, Reply
from wiki_builder.engines.flow import flow
from wiki_builder.engines.handoff import HandoffEngine
from wiki_builder.progress import Progress
from wiki_builder.store import Wiki

BY = "AI assistant"


class Recorder:
    """The hand-off engine, with the answers filed as they are asked for and the replies kept."""

    concurrency = 1
    name = "handoff"

    def __init__(self, folder: Path, answers: Path, date: str) -> None:
        self.inner, self.folder, self.answers = HandoffEngine(folder, date, by=BY), folder, answers

    def ask(self, requests):
        return flow(self, requests)

    async def answer(self, request: Request) -> Answer:
        answer = await self.inner.answer(request)
        if isinstance(answer, Reply) or request.previous is not None:
            return self._kept(answer)
        own = request.subject.removeprefix("arxiv:")
        path = self.answers / f"{PAPER.stem if own.startswith('file:') else own}.json"
        if not path.is_file():
            sys.stderr.write(f"no answer for {request.key}\n")
            return answer
        inbox.filed(self.folder, request.key, path.read_text("utf-8"), BY)
        return self._kept(await self.inner.answer(request))

    async def close(self) -> None:
        await self.inner.close()

    def _kept(self, answer: Answer) -> Answer:
        if isinstance(answer, Reply):
            replies.write(REPLIES, answer)
        return answer


def main(answers: Path, date: str) -> None:
    """Play the demo with the answers, and keep the replies."""
    for old in REPLIES.glob("*.json"):
        old.unlink()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)

        def recorder(wiki: Wiki) -> Engine:
            return Recorder(folder / "handoff", answers, date)

        for line in play(folder / "wiki", Progress(), recorder):
            sys.stdout.write(f"{line}\n")
    sys.stdout.write(f"{len(list(REPLIES.glob('*.json')))} replies\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
