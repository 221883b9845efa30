"""The log of operations on concepts, and the operation that is being written.
What they say is others'.
"""

from __future__ import annotations

from typing import TypeVar

from wiki_builder.core.errors import FormatError
from wiki_builder.core.store.disk import write_file
from wiki_builder.core.store.texts import text_of
from wiki_builder.core.store.values import dump, read_value
from wiki_builder.core.store.wiki import Wiki

T = TypeVar("T")


def read_log(wiki: Wiki) -> str:
    """The log's text without a byte order mark; empty where nothing was ever done.

    Raises:
        FormatError: it is not UTF-8.
    """
    return (text_of(wiki.operations) or "").removeprefix("\ufeff")


def write_log(wiki: Wiki, text: str) -> None:
    """Write the log's text; an empty one leaves no file."""
    if text:
        write_file(wiki.operations, text.encode("utf-8"), durable=True)
    else:
        wiki.operations.unlink(missing_ok=True)


def note_under_way(wiki: Wiki, note: object) -> None:
    """Note which operation is being written, before its first file is."""
    write_file(wiki.operation, dump(note), durable=True)


def read_under_way(wiki: Wiki, type_: type[T]) -> T | None:
    """What is noted as being written; ``None`` for nothing, and for a note that nobody can read."""
    try:
        return read_value(wiki.operation, type_)
    except (OSError, FormatError):
        return None


def end_under_way(wiki: Wiki) -> None:
    """Nothing is being written any more."""
    wiki.operation.unlink(missing_ok=True)
