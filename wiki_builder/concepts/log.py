"""The log of operations, ``data/operations.jsonl``: one line each, appended and never changed.

Each line holds the files that the operation wrote, as they were before and after, so that it
can be taken back to the byte. To undo is an operation, too: its line names those that it undoes.
Two branches that both add lines keep both (``merge=union``). Reading and writing is the store's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from wiki_builder.core.logged import read_logged
from wiki_builder.core.store.values import read_text
from wiki_builder.core.store.wiki import Wiki

FILE = "data/operations.jsonl"
# nothing else is ever written or taken back
_ID = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_FILE = re.compile(rf"data/concepts/(?:{_ID}\.yml|names/[a-z0-9.-]+\.jsonl#{_ID})")


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file that an operation wrote, relative to the wiki, or a line of one
    (``data/concepts/names/2606.15.jsonl#trace-pruning``): its text before and after;
    ``None``: none.
    """

    path: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class LoggedOperation:
    """One operation, and who did it when.

    ``number`` counts within a branch; ``id`` is a hash of what the line says. ``concepts`` are the
    ids that it was about, ``pages`` those that it called for, ``undoes`` the ids of the operations
    that an undo took back, and ``kept`` what it left as people had edited it since.
    """

    number: int
    date: str
    op: str
    concepts: tuple[str, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict)
    by: str = ""
    reason: str = ""
    files: tuple[FileChange, ...] = ()
    pages: tuple[str, ...] = ()
    undoes: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    id: str = ""


def read_log(text: str, where: str) -> tuple[LoggedOperation, ...]:
    """The operations in the order in which they were logged, each once.

    Raises:
        FormatError: a line cannot be read; it is named as ``where:LINE``.
    """
    return read_logged(text, where, LoggedOperation, _is_whole, "this line is no operation")


def _is_whole(entry: LoggedOperation) -> bool:
    return all(_FILE.fullmatch(file.path) for file in entry.files)


def in_force(log: Iterable[LoggedOperation]) -> tuple[LoggedOperation, ...]:
    """The operations that were not undone, oldest first."""
    entries = tuple(log)
    undone = {id_ for entry in entries for id_ in entry.undoes}
    return tuple(entry for entry in entries if entry.op != "undo" and entry.id not in undone)


def history(log: Iterable[LoggedOperation], concepts: Iterable[str]) -> tuple[LoggedOperation, ...]:
    """The operations in force that were about any of ``concepts``, oldest first."""
    wanted = set(concepts)
    return tuple(entry for entry in in_force(log) if wanted & set(entry.concepts))


def told(entry: LoggedOperation) -> str:
    """An operation in words: ``merged tool-calling into tool-use``."""
    given = entry.arguments
    a, b = given.get("a", ""), given.get("b", "")
    match entry.op:
        case "merge":
            return f"merged {b} into {a}"
        case "split":
            return f"split {', '.join(entry.concepts[1:])} off {a}"
        case "rename":
            return (
                f"renamed {a} to {' · '.join(given[key] for key in ('en', 'zh') if given.get(key))}"
            )
        case "pin":
            return f"pinned {a}" if given.get("on", True) else f"took the pin off {a}"
        case "forbid":
            return f"{a} and {b} are not the same"
        case "accept":
            return f"{given.get('alias', '')} is a name of {a}"
        case "reject":
            return f"{given.get('alias', '')} is no name of {a}"
        case "term":
            return f"set how {', '.join(entry.concepts)} is worded"
    return entry.op


def read_operations(wiki: Wiki) -> tuple[LoggedOperation, ...]:
    """All operations on concepts that were ever logged, oldest first.

    Raises:
        FormatError: a line cannot be read.
    """
    return read_log(read_text(wiki.operations), str(wiki.operations))
