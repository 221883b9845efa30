"""Record the demo's replies through the hand-off engine: ``python scripts/record_replies.py ANSWERS
DATE``.

What is recorded already and answers the same question stays. Of all else the real request is
written to ``ANSWERS/KEY.request.md``; an AI assistant answers it in ``ANSWERS/KEY.answer.json``, as
``wiki-builder answer`` would file it, and the next call takes that in: what does not follow the
schema is refused, and the reply is stored with that provenance. Call it until nothing is open but
texts about concepts, which are asked for anew on each day that changes one: the last day's do; of a
briefing the first day's question does. What nobody asks for any more goes then.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from wiki_builder.analysis.request import Request
from wiki_builder.core.progress import Progress
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.demo.story import REPLIES, play
from wiki_builder.llm import replies
from wiki_builder.llm.engine import Answer, Engine, Waiting, key_of
from wiki_builder.llm.flow import flow
from wiki_builder.llm.handoff import HandoffEngine

BY = "AI assistant"


class Recorder:
    """Gives what is recorded, hands off what is not or answers an older question, and records the
    answers; an older reply is used until then.
    """

    concurrency = 1
    name = "handoff"

    def __init__(self, handed: HandoffEngine) -> None:
        self.handed = handed
        self.answered: set[str] = set()
        self.open: set[str] = set()
        self.first: dict[str, str] = {}  # by subject the first key that was asked for, and the last
        self.last: dict[str, str] = {}

    def ask(self, requests):
        return flow(self, requests)

    async def answer(self, request: Request) -> Answer:
        key = key_of(request)
        self.first.setdefault(f"{request.task} {request.subject}", request.key)
        self.last[f"{request.task} {request.subject}"] = key
        known = replies.read_reply(REPLIES, key)
        if known is None or (known.prompt, known.schema) != (request.prompt, request.schema):
            answer = await self.handed.answer(request)
            if isinstance(answer, Waiting):
                self.open.add(key)
                if known is None:
                    return answer
            else:
                replies.write(REPLIES, answer)
                known = answer
        self.answered.add(key)
        return known

    async def close(self) -> None:
        await self.handed.close()


def main(answers: Path, date: str) -> int:
    """Play the demo with what is recorded and the answers; 1 while papers wait."""
    answers.mkdir(parents=True, exist_ok=True)
    asked = Recorder(HandoffEngine(answers, date, by=BY))

    def engine(wiki: Wiki) -> Engine:
        return asked

    with tempfile.TemporaryDirectory() as temporary:
        for line in play(Path(temporary) / "wiki", Progress(), engine):
            sys.stdout.write(f"{line}\n")
    unused = set(replies.keys(REPLIES)) - asked.answered
    last, first = set(asked.last.values()), set(asked.first.values())
    waits = sorted(
        key
        for key in asked.open
        if (key in last or not key.startswith("concept-"))
        and (key.removesuffix(".2") in first or not key.startswith("briefing-"))
    )
    sys.stdout.writelines(f"open: {key}\n" for key in waits)
    if not waits:
        for key in unused:
            (REPLIES / f"{key}.json").unlink()
    sys.stdout.write(
        f"{len(asked.answered)} replies, {len(asked.open)} requests open in {answers},"
        f" {len(unused)} replies that nobody asks for\n"
    )
    return 1 if waits else 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]), sys.argv[2]))
