"""A request whose material is kept in a file until it is answered, so that the next run gives the
same and pays for nothing twice: texts about concepts, and briefings.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Protocol

from wiki_builder.analysis.request import Request
from wiki_builder.core.store.questions import drop_asked, keep_asked
from wiki_builder.llm.ask import MOST_ATTEMPTS, Unread, is_under_way, use_up, withdraw


class Asked(Protocol):
    """What a model is given, under a name; ``attempts`` counts the runs that failed by it."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def name(self) -> str: ...

    @property
    def request(self) -> Request: ...

    @property
    def attempts(self) -> int: ...


def clear(folder: Path, pending: Path, one: Asked) -> None:
    """Drop all that belongs to a request; what was given goes last, since it tells what is left to
    do.
    """
    withdraw(pending, one.request)
    drop_asked(folder, one.name)


def set_free(folder: Path, pending: Path, one: Asked) -> None:
    """Forget what would have been given, unless an answer to it is under way or an attempt was
    counted.
    """
    if not one.attempts and not is_under_way(pending, one.request):
        drop_asked(folder, one.name)


def count_failure(folder: Path, pending: Path, one: Asked, result: Unread) -> bool:
    """Count an attempt that failed by its own fault; whether the next run asks again."""
    if result.failed.passing:
        set_free(folder, pending, one)
        return True
    keep_asked(folder, one.name, replace(one, attempts=one.attempts + 1))
    use_up(pending, result)
    return one.attempts + 1 < MOST_ATTEMPTS
