"""Asking a model, durably: what is asked, its reply parsed and checked, one re-ask if need be, and
what is left of it.

A question passes four stations, whatever it is about. A stage writes down what it will ask, if it
could not form the same question again. The engine files each reply in ``data/pending/`` before
anyone sees it (:mod:`~wiki_builder.llm.replies`), so that a run that is killed asks nothing twice.
The stage keeps in ``data/`` what it made of the answer, and only then calls :func:`use_up`; where a
run was killed between the two, :func:`sweep`.

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
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.store.disk import write_file
from wiki_builder.core.store.wiki import Questions
from wiki_builder.core.values.paper import Failed
from wiki_builder.llm import handoff, replies
from wiki_builder.llm.engine import (
    Answer,
    Broken,
    Engine,
    NoReply,
    OverBudget,
    Refused,
    Reply,
    Waiting,
)

# runs in which a question may fail by its own fault before only a person has it asked again
MOST_ATTEMPTS = 3

T = TypeVar("T")
_Number = TypeVar("_Number", int, float)


@dataclass(frozen=True, slots=True)
class Question(Generic[T]):
    """A request, and what makes of a raw reply a parsed one, or says what is wrong with it.

    ``last`` does the same of the second reply where a part of one will do.
    """

    request: Request
    judge: Callable[[str], T | Unusable]
    last: Callable[[str], T | Unusable] | None = None


@dataclass(frozen=True, slots=True)
class Read(Generic[T]):
    """A usable reply; the tokens and the cost of ``reply`` are those of both asks
    where there were two.
    """

    request: Request
    parsed: T
    reply: Reply


@dataclass(frozen=True, slots=True)
class Unread:
    """No usable reply, and why: an engine's reason,
    or ``Failed`` with the file of the raw reply.
    """

    request: Request
    why: NoReply | Failed

    @property
    def waits(self) -> bool:
        """Whether nothing went wrong: it was not asked, or is not answered yet."""
        return isinstance(self.why, Waiting | OverBudget)

    @property
    def over_budget(self) -> bool:
        """Whether it was not asked for want of money."""
        return isinstance(self.why, OverBudget)

    @property
    def failed(self) -> Failed:
        """Why it failed, as ``data/`` keeps it; where it ``waits``, why it does."""
        if isinstance(self.why, Failed):
            return self.why
        refused = "refused: " * isinstance(self.why, Refused)
        passing = self.waits or (isinstance(self.why, Broken) and self.why.passing)
        return Failed(f"{refused}{self.why.reason}", passing=passing)


class Answers(Generic[T]):
    """What becomes of each question, as answers come, not in order; ``request`` is always the first
    one.

    ``questions`` is pulled lazily in another thread; no two have the same key. A reply that cannot
    be used becomes ``failed/KEY.txt`` in ``pending``, the wiki's ``data/pending``. When the
    ``with`` ends, calls under way are cancelled, and booked. ``problem`` is then what stopped the
    model for every further request.
    """

    def __init__(self, engine: Engine, questions: Iterable[Question[T]], pending: Path) -> None:
        self.problem: UpstreamError | None = None
        self._results = self._ask(engine, _Asking(iter(questions), Questions(pending).failed))

    def __enter__(self) -> Answers[T]:
        return self

    def __exit__(self, *error: object) -> None:
        self._results.close()

    def __iter__(self) -> Iterator[Read[T] | Unread]:
        return self._results

    def _ask(self, engine: Engine, asking: _Asking[T]) -> Generator[Read[T] | Unread, None, None]:
        answers = engine.ask(asking.requests())
        try:
            for request, answer in answers:
                result = asking.take(request, answer)
                if result is not None:
                    yield result
        except UpstreamError as error:
            self.problem = error
        finally:  # the feeder first, which the engine waits for
            asking.close()
            if isinstance(answers, Generator):
                answers.close()


# --- What is left of a question ---------------------------------------------------


def use_up(pending: Path, result: Read[T] | Unread) -> None:
    """Let go of what was answered, now that what was made of it stands in ``data/``.

    What was said twice and is of no use goes as well, so that the next run asks anew; what waits
    stays, and so does the first of two replies when the second one did not come.
    """
    if isinstance(result, Read) or isinstance(result.why, Failed):
        _let_go(pending, result.request.key)


def withdraw(pending: Path, request: Request) -> None:
    """Let go of all that belongs to a request of which nobody needs the answer any more."""
    (Questions(pending).failed / f"{request.key}.txt").unlink(missing_ok=True)
    _let_go(pending, request.key)


def is_under_way(pending: Path, request: Request) -> bool:
    """Whether somebody may be answering a request, or was paid for it."""
    return handoff.is_written(Questions(pending).handoff, request.key) or (
        replies.read_or_set_aside(Questions(pending).replies, request.key) is not None
    )


def sweep(pending: Path, task: str, finished: Callable[[Reply], bool]) -> None:
    """Let go of the replies to ``task`` whose result a killed run had put into ``data/`` already,
    as ``finished`` says.

    What else such a run had still to do is to be done by then.
    """
    folder = Questions(pending).replies
    for key in (key for key in replies.keys(folder) if key.startswith(f"{task}-")):
        reply = replies.read_or_set_aside(folder, key)
        if reply and finished(reply):
            _let_go(pending, key.removesuffix(".2"))


def _let_go(pending: Path, key: str) -> None:
    """The reply goes last: one that is still there tells what is left to do."""
    handoff.clear(Questions(pending).handoff, key)
    replies.remove(Questions(pending).replies, key)


# --- Two asks ---------------------------------------------------------------------


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
        """Re-asks as soon as there are any, otherwise the next question;
        it ends when nothing is under way.
        """
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
        question = first.question
        judge = question.judge if first.reply is None else question.last or question.judge
        judged = judge(answer.raw)
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
        return Failed(
            f"the reply cannot be used, asked twice: {unusable.errors[0]}{more}", reply=name
        )

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
