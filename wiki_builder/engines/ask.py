"""Asking: a request, its reply parsed and checked, one re-ask if need be.

A re-ask goes to the engine between the other requests, so that it costs no time
of its own. What still cannot be used then is failed, and the raw reply is kept.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, TypeVar

from wiki_builder.analysis.parse import Unusable
from wiki_builder.analysis.request import Request
from wiki_builder.disk import write_file
from wiki_builder.engines._interface import Answer, Engine, NoReply, Reply
from wiki_builder.models import Failed

T = TypeVar("T")
_Number = TypeVar("_Number", int, float)


@dataclass(frozen=True, slots=True)
class Question(Generic[T]):
    """A request, and what makes of a raw reply a parsed one, or says what is wrong with it."""

    request: Request
    judge: Callable[[str], T | Unusable]


@dataclass(frozen=True, slots=True)
class Read(Generic[T]):
    """A usable reply; the tokens and the cost of ``reply`` are those of both asks where there were two."""

    request: Request
    parsed: T
    reply: Reply


@dataclass(frozen=True, slots=True)
class Unread:
    """No usable reply, and why: an engine's reason, or ``Failed`` with the file of the raw reply."""

    request: Request
    why: NoReply | Failed


def ask_all(engine: Engine, questions: Iterable[Question[T]], failed: Path) -> Generator[Read[T] | Unread, None, None]:
    """What became of each question, as answers come, not in order; ``request`` is always the first one.

    ``questions`` is pulled lazily in another thread; no two have the same key. ``failed`` is the folder
    ``data/pending/failed``: a reply that cannot be used becomes ``KEY.txt`` there. Close it where the taking
    may stop (``contextlib.closing``): calls under way are cancelled then, and booked.

    Raises:
        UpstreamError: every further request would fail in the same way.
    """
    asking = _Asking(iter(questions), failed)
    answers = engine.ask(asking.requests())
    try:
        for request, answer in answers:
            result = asking.take(request, answer)
            if result is not None:
                yield result
    finally:  # the feeder first, which the engine waits for
        asking.close()
        if isinstance(answers, Generator):
            answers.close()


@dataclass
class _First(Generic[T]):
    """A question under way, and its first reply when it was asked again."""

    question: Question[T]
    reply: Reply | None = None


class _Asking(Generic[T]):
    """What is under way, shared by the engine's feeder and the consumer."""

    def __init__(self, questions: Iterator[Question[T]], failed: Path) -> None:
        self._questions, self._failed = questions, failed
        self._under_way: dict[str, _First[T]] = {}
        self._again: deque[Request] = deque()
        self._changed = threading.Condition()
        self._closed = False

    # --- in the feeder's thread ---

    def requests(self) -> Iterator[Request]:
        """Re-asks as soon as there are any, otherwise the next question; it ends when nothing is under way."""
        more = True
        while not self._closed:
            if self._again:
                yield self._again.popleft()
            elif more:
                question = next(self._questions, None)
                more = question is not None
                if question is not None:
                    self._under_way[question.request.key] = _First(question)
                    yield question.request
            elif not self._wait():
                return

    def _wait(self) -> bool:
        """Until there is a re-ask; ``False`` when there will be none."""
        with self._changed:
            self._changed.wait_for(lambda: self._again or not self._under_way or self._closed)
            return bool(self._again)

    # --- in the consumer's thread ---

    def take(self, request: Request, answer: Answer) -> Read[T] | Unread | None:
        """What became of ``request``; ``None`` if it is asked once more."""
        first = self._under_way[request.key]
        asked = first.question.request
        if not isinstance(answer, Reply):
            return self._done(Unread(asked, answer))
        judged = first.question.judge(answer.raw)
        if not isinstance(judged, Unusable):
            (self._failed / f"{request.key}.txt").unlink(missing_ok=True)
            return self._done(Read(asked, judged, _with_cost_of(first.reply, answer)))
        if first.reply is not None:
            return self._done(Unread(asked, self._keep(request, answer.raw, judged)))
        first.reply = answer
        with self._changed:
            self._again.append(replace(request, previous=answer.raw, errors=judged.errors))
            self._changed.notify_all()
        return None

    def _done(self, result: Read[T] | Unread) -> Read[T] | Unread:
        with self._changed:
            del self._under_way[result.request.key]
            self._changed.notify_all()
        return result

    def _keep(self, request: Request, raw: str, unusable: Unusable) -> Failed:
        name = f"{request.key}.txt"
        write_file(self._failed / name, raw.encode("utf-8", errors="replace"))
        more = f" (and {len(unusable.errors) - 1} more)" if len(unusable.errors) > 1 else ""
        return Failed(f"the reply cannot be used, asked twice: {unusable.errors[0]}{more}", reply=name)

    def close(self) -> None:
        """Let the feeder end."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


def _with_cost_of(first: Reply | None, second: Reply) -> Reply:
    """``second`` with the tokens and the cost of both."""
    if first is None:
        return second
    return replace(
        second,
        input_tokens=_sum(first.input_tokens, second.input_tokens),
        output_tokens=_sum(first.output_tokens, second.output_tokens),
        cost=_sum(first.cost, second.cost),
    )


def _sum(a: _Number | None, b: _Number | None) -> _Number | None:
    return None if a is None or b is None else a + b
