"""A request whose material is kept in a file until it is answered, so that the next run gives the
same and pays for nothing twice: texts about concepts, briefings, and reviews of these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from wiki_builder.analysis.request import Request
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.progress import Progress
from wiki_builder.core.store.questions import drop_asked, keep_asked
from wiki_builder.llm.ask import (
    MOST_ATTEMPTS,
    Answers,
    Question,
    Read,
    Unread,
    is_under_way,
    use_up,
    withdraw,
)
from wiki_builder.llm.engine import Engine


class Asked(Protocol):
    """What a model is given, under a name; ``attempts`` counts the runs that failed by it."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def name(self) -> str: ...

    @property
    def request(self) -> Request: ...

    @property
    def attempts(self) -> int: ...


A = TypeVar("A", bound=Asked)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Left:
    """What was not answered, by name with the reason.

    ``open`` says that another run would ask; ``problem`` is what stopped the model for all.
    """

    failed: tuple[tuple[str, str], ...] = ()
    pending: tuple[tuple[str, str], ...] = ()
    open: bool = False
    over_budget: bool = False
    problem: UpstreamError | None = None


def ask_each(
    folder: Path,
    pending: Path,
    engine: Engine,
    asked: Sequence[A],
    question: Callable[[A], Question[T]],
    take: Callable[[A, Read[T]], A | None],
    progress: Progress,
    step: str,
    label: Callable[[A], str] = lambda one: one.name,
    paid: Callable[[A], bool] = lambda one: False,
) -> Left:
    """Ask, and ``take`` each answer as soon as it is there; what was given stands in ``folder``
    until its result stands in ``data/``, or until what is asked next about it stands in its place.

    ``paid`` says what holds an answer already, and could not be given anew by the next run.
    """
    if not asked:
        return Left()
    progress.start(step, len(asked))
    under_way = {one.request.key: one for one in asked}
    for one in asked:
        keep_asked(folder, one.name, one)
    left = Left()
    with Answers(engine, map(question, asked), pending) as answers:
        for result in answers:
            one = under_way.pop(result.request.key)
            if isinstance(result, Read):
                _after(folder, pending, one, take(one, result))
            else:
                left = _unread(folder, pending, left, one, result, paid(one))
            progress.advance(label(one))
    # not answered, and not asked: the next run gives what stands then
    for one in under_way.values():
        set_free(folder, pending, one, paid(one))
    return replace(left, problem=answers.problem, open=True) if answers.problem else left


def _after(folder: Path, pending: Path, one: Asked, then: Asked | None) -> None:
    """Note what is asked next, or that there is nothing."""
    if then is None:
        clear(folder, pending, one)
    else:
        keep_asked(folder, then.name, then)
        withdraw(pending, one.request)


def _unread(
    folder: Path, pending: Path, left: Left, one: Asked, result: Unread, paid: bool
) -> Left:
    """What became of one that was not answered, with what there was before."""
    told = ((one.name, result.failed.reason),)
    if result.waits:
        set_free(folder, pending, one, paid)
        over = left.over_budget or result.over_budget
        return replace(left, pending=(*left.pending, *told), open=True, over_budget=over)
    again = count_failure(folder, pending, one, result, paid)
    return replace(left, failed=(*left.failed, *told), open=left.open or again)


def clear(folder: Path, pending: Path, one: Asked) -> None:
    """Drop all that belongs to a request; what was given goes last, since it tells what is left to
    do.
    """
    withdraw(pending, one.request)
    drop_asked(folder, one.name)


def set_free(folder: Path, pending: Path, one: Asked, paid: bool = False) -> None:
    """Forget what would have been given, unless it was ``paid`` for, an answer to it is under way
    or an attempt was counted.
    """
    if not paid and not one.attempts and not is_under_way(pending, one.request):
        drop_asked(folder, one.name)


def count_failure(
    folder: Path, pending: Path, one: Asked, result: Unread, paid: bool = False
) -> bool:
    """Count an attempt that failed by its own fault; whether the next run asks again."""
    if result.failed.passing:
        set_free(folder, pending, one, paid)
        return True
    keep_asked(folder, one.name, replace(one, attempts=one.attempts + 1))
    use_up(pending, result)
    return one.attempts + 1 < MOST_ATTEMPTS
