"""Record the demo's replies through the hand-off engine: ``python scripts/record_replies.py ANSWERS
DATE``.

``ANSWERS`` holds what an AI assistant wrote to the real requests: one answer a paper
(``2605.02801.json`` for an arXiv id, ``PDF-STEM.json`` for a file), one a concept
(``concepts/ID.json``), and the verdicts on names (``verdicts.json``, by ``name|candidate``).
Each is filed in the hand-off inbox like a person's answer, so that what does not follow
the schema is refused, and is stored with that provenance. Requests without an answer are
written to ``ANSWERS/open/``.

"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from wiki_builder.analysis.request import Request
from wiki_builder.core.progress import Progress
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.curation import answers as handed_answers
from wiki_builder.demo.story import PAPER, REPLIES, play
from wiki_builder.llm import replies
from wiki_builder.llm.engine import Answer, Engine, Reply
from wiki_builder.llm.flow import flow
from wiki_builder.llm.handoff import HandoffEngine, as_file

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
        written = self._written(request)
        if written is None:
            (self.answers / "open").mkdir(exist_ok=True)
            (self.answers / "open" / f"{request.key}.md").write_text(as_file(request), "utf-8")
            sys.stderr.write(f"no answer for {request.key}\n")
            return answer
        handed_answers.filed(self.folder, request.key, written, BY)
        return self._kept(await self.inner.answer(request))

    def _written(self, request: Request) -> str | None:
        own = request.subject.partition(":")[2]
        match request.task:
            case "verdict":
                return self._verdicts(request)
            case "concept":
                path = self.answers / "concepts" / f"{own}.{request.text[:8]}.json"
            case _:
                path = (
                    self.answers
                    / f"{PAPER.stem if request.subject.startswith('file:') else own}.json"
                )
        return path.read_text("utf-8") if path.is_file() else None

    def _verdicts(self, request: Request) -> str | None:
        """One answer from the verdicts on its pairs, ``None`` unless there is one on each."""
        said = json.loads((self.answers / "verdicts.json").read_text("utf-8"))
        asked = [
            json.loads(line) for line in request.user.splitlines() if line.startswith('{"name"')
        ]
        pairs = [(name["name"], known["ref"]) for name in asked for known in name["candidates"]]
        missing = [
            f"{name}|{candidate}" for name, candidate in pairs if f"{name}|{candidate}" not in said
        ]
        if missing:
            sys.stderr.write(f"no verdict on {', '.join(missing)}\n")
            return None
        rows = [
            {"name": name, "candidate": other, **said[f"{name}|{other}"]} for name, other in pairs
        ]
        return json.dumps({"verdicts": rows}, ensure_ascii=False, indent=1)

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
