"""Logs that only grow, a JSON line each: what people decided, and how it is taken back.

Each line is numbered within its branch and named by a hash of what it says, so that two branches
that both add lines keep both (``merge=union``). What a line says is the caller's; reading and
writing the file is the store's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from wiki_builder.core.errors import FormatError
from wiki_builder.core.values.bilingual import digest


class Logged(Protocol):
    """A frozen dataclass with ``number`` and ``id`` among its fields."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def number(self) -> int: ...

    @property
    def id(self) -> str: ...


E = TypeVar("E", bound=Logged)
_adapter = cache(TypeAdapter)


def read_logged(
    text: str, where: str, type_: type[E], is_whole: Callable[[E], bool], fault: str
) -> tuple[E, ...]:
    """The entries of a log's text in its order, each once.

    Raises:
        FormatError: a line is none, or not ``is_whole``; it is named as ``where:LINE``, and
            ``fault`` says what it is not.
    """
    found: dict[str, E] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                entry: E | None = _adapter(type_).validate_json(line)
            except ValidationError:
                entry = None
            if entry is None or not entry.id or not is_whole(entry):
                next_ = "Take the file back from git; it only grows"
                raise FormatError(fault, where=f"{where}:{number}", next=next_)
            found.setdefault(entry.id, entry)
    return tuple(found.values())


def logged_line(entry: Logged) -> str:
    """An entry as the line that is kept."""
    told = {key: value for key, value in asdict(entry).items() if value not in ("", (), {})}
    return json.dumps(told, ensure_ascii=False) + "\n"


def next_logged(log: Iterable[E], entry: E) -> E:
    """``entry`` with its number and id, to be the next line of ``log``."""
    number = 1 + max((old.number for old in log), default=0)
    numbered = replace(entry, number=number, id="")
    return replace(numbered, id=digest(logged_line(numbered)))


def with_line(text: str, entry: Logged) -> str:
    """A log's text with one more line."""
    end = "\n" if text and not text.endswith("\n") else ""
    return f"{text}{end}{logged_line(entry)}"
