"""Values as files of ``data/``: read and checked, and written whole or not at all, and not at all
when nothing changed.

What only the builder reads is JSON, in a fixed order, so that the same values give the same bytes.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json, to_json

from wiki_builder.core.errors import FormatError, of_disk
from wiki_builder.core.store.disk import (
    set_aside,
    write_file,
)
from wiki_builder.core.store.newer import with_unknown
from wiki_builder.core.store.wiki import Wiki

T = TypeVar("T")
N = TypeVar("N")
_OF_ALL = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)  # says nothing of the one file


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file of ``data/`` that cannot be read, and why:
    it is left as it is, and all else goes on.
    """

    path: Path
    reason: str


def if_readable(read: Callable[[Wiki, str], T | None], wiki: Wiki, name: str) -> T | None:
    """What ``read`` gives; ``None`` too where the file is there and cannot be read."""
    found = read_each([name], lambda name: read(wiki, name), lambda name: wiki.data)[0]
    return found[0] if found else None


def read_each(
    names: Iterable[N], read: Callable[[N], T], path: Callable[[N], Path]
) -> tuple[list[T], list[Unreadable]]:
    """What can be read of many files, and what cannot; what would fail for any file is raised."""
    found: list[T] = []
    broken: list[Unreadable] = []
    for name in names:
        try:
            found.append(read(name))
        except FormatError as error:
            broken.append(Unreadable(path(name), f"{error.what}. {error.next}"))
        except OSError as error:
            told = of_disk(error)
            if told is None or error.errno in _OF_ALL:
                raise
            broken.append(Unreadable(path(name), f"{told.what}. {told.next}"))
    return found, broken


def _read_all(folder: Path, type_: type[T], broken: list[Unreadable] | None) -> list[T]:
    found, left = read_each(
        sorted(folder.glob("*.json")), lambda path: read_value(path, type_), lambda path: path
    )
    if broken is not None:
        broken += left
    return found


def read_pending(wiki: Wiki, path: Path, type_: type[T]) -> T | None:
    """A value under ``data/pending/``, if it is there;
    what is none is set aside, and made again where it can be.
    """
    try:
        return read_value(path, type_) if path.is_file() else None
    except FormatError:
        set_aside(path, wiki.set_aside)
        return None


def read_text(path: Path) -> str:
    """The text of a file of lines; empty where there is none.
    A byte order mark, as some editors write one, is no part of the first line.

    Raises:
        FormatError: it is not UTF-8.
    """
    try:
        return path.read_bytes().decode("utf-8-sig") if path.is_file() else ""
    except UnicodeDecodeError:
        next_ = "Save it as UTF-8, or take it back from git: git checkout -- FILE"
        raise FormatError("this file is not UTF-8", where=str(path), next=next_) from None


def read_value(path: Path, type_: type[T]) -> T:
    """A value of ``type_`` from a file that :func:`dump` made.

    Raises:
        FormatError: the file is something else.
    """
    return _parse(path, path.read_bytes(), type_)


def write_value(path: Path, value: object) -> bool:
    """Write a value so that it outlives a loss of power; ``False`` if the file says the same
    already.

    What the file says and this wiki-builder does not know stays, see
    :mod:`wiki_builder.core.store.newer`.
    """
    return write_file(
        path, dump(value, path.read_bytes() if path.is_file() else None), durable=True
    )


def dump(value: object, over: bytes | None = None, indent: int | None = 1) -> bytes:
    """A value as the JSON that is kept: one space of indent, defaults left out, order as declared.

    With ``over``, what it takes the place of, with all in it that is not known here and still of
    the same things.
    """
    type_ = type(value)
    new = _adapter(type_).dump_json(value, indent=indent, exclude_defaults=True)
    if over is None or over.strip() == new:
        return new + b"\n"
    try:
        raw, old = from_json(over), _adapter(type_).validate_json(over)
    except ValueError:  # it was no such value
        return new + b"\n"
    known = from_json(new)
    whole = with_unknown(
        type_, raw, from_json(_adapter(type_).dump_json(old, exclude_defaults=True)), known
    )
    return (new if whole == known else to_json(whole, indent=indent)) + b"\n"


_adapters: dict[object, TypeAdapter[Any]] = {}


def _adapter(type_: Any) -> TypeAdapter[Any]:
    """The adapter of a type, made once: it costs some milliseconds."""
    return _adapters.get(type_) or _adapters.setdefault(type_, TypeAdapter(type_))


def _parse(path: Path, content: bytes, type_: type[T]) -> T:
    try:
        value: T = _adapter(type_).validate_json(content)
        return value
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise FormatError(
            f"{field or 'the file'}: {first['msg']}",
            where=str(path),
            next="Mend the file, or take it back from git: git checkout -- FILE",
        ) from None
