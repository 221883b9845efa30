"""An operation while it is written: noted and logged before its files are, completed after a kill,
or put back.

Whoever writes into a wiki holds its lock by :func:`at_work`, so that what a killed run left is
completed first. What operations there are is :mod:`wiki_builder.curation.concepts`'s; this much is
read by a run that has nothing to do, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from wiki_builder.concepts import log
from wiki_builder.concepts.log import FileChange, LoggedOperation, read_operations
from wiki_builder.core.errors import Locked
from wiki_builder.core.logged import next_logged, with_line
from wiki_builder.core.store.lock import See, locked, nobody_looks
from wiki_builder.core.store.operations import (
    end_under_way,
    note_under_way,
    read_log,
    read_under_way,
    write_log,
)
from wiki_builder.core.store.texts import Changed, remove, swap, text_of
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.pages.deleted import forget


@contextmanager
def at_work(wiki: Wiki, see: See = nobody_looks) -> Iterator[tuple[str, ...]]:
    """Hold the wiki's lock, with what a killed run left brought to its end, as all do that write.

    Gives the files to which a person's text was put back, as
    :func:`~wiki_builder.core.store.lock.locked` does, which tells ``see`` what stands there.

    Raises:
        Locked: another run is at work.
        Outside: a link in the wiki leads out of its folder.
        UsageError: a part of the wiki is not checked out.
    """
    with locked(wiki, see) as recovered:
        _complete(wiki)
        yield recovered


def record(
    wiki: Wiki,
    entry: LoggedOperation,
    command: str = "",
    pages: Mapping[str, tuple[str, str]] | None = None,
) -> LoggedOperation:
    """Log an operation, write its files and remove ``pages``; the line as it stands in the log.

    For a caller that holds the lock. What is under way is noted first
    (``data/pending/operation.json``), so that the next run completes it; with a ``command`` the
    note stays until the pages were written.

    Raises:
        Locked: somebody saved one of the files meanwhile; all is as it was.
    """
    old = read_log(wiki)
    entry = next_logged(log.read_log(old, str(wiki.operations)), entry)
    under_way = UnderWay(entry.id, command, dict(pages or {}))
    note_under_way(wiki, under_way)
    write_log(wiki, with_line(old, entry))
    done = 0
    try:
        for done, file in enumerate(entry.files):  # noqa: B007  # how many were written is asked below
            change_file(wiki, file)
    except (Changed, OSError) as error:
        # of its exchange: such a file was written, and could not be flushed
        behind = isinstance(error, OSError)
        _put_back(wiki, entry.files[: done + behind], old)
        close_operation(wiki)
        what = (
            "it was saved meanwhile"
            if isinstance(error, Changed)
            else f"it cannot be written: {error.strerror}"
        )
        raise Locked(
            f"{what}; nothing was done", where=str(wiki.root / file.path), next="Run this again"
        ) from None
    _remove_pages(wiki, under_way)
    if not command:
        close_operation(wiki)
    return entry


@dataclass(frozen=True, slots=True)
class UnderWay:
    """An operation that is being written: its id in the log, what was asked for, and the pages that
    go with it.

    Each page with its path and a hash of what stood there.
    """

    entry: str
    command: str = ""
    pages: dict[str, tuple[str, str]] = field(default_factory=dict)


def _complete(wiki: Wiki) -> None:
    """Bring an operation of a killed run to its end;
    a file that somebody saved since stays as they left it.
    """
    note, entry = left_under_way(wiki)
    if note is None:
        return
    if entry is None:  # killed before its line was in the log: it was never begun
        close_operation(wiki)
        return
    for file in entry.files:
        with suppress(Changed):
            change_file(wiki, file)
    _remove_pages(wiki, note)


def close_operation(wiki: Wiki) -> None:
    """Say that nothing is under way any more: the pages were written, too."""
    end_under_way(wiki)


def left_under_way(wiki: Wiki) -> tuple[UnderWay | None, LoggedOperation | None]:
    """What is noted as under way, and its line in the log."""
    note = read_under_way(wiki, UnderWay)
    if note is None:
        return None, None
    found = (entry for entry in read_operations(wiki) if entry.id == note.entry)
    return note, next(found, None)


def change_file(wiki: Wiki, file: FileChange) -> None:
    """Bring one file from its text before to its text after, if it is still what was read."""
    before, after, path = file.before, file.after, file.path
    if "#" in path:
        path, _, id_ = path.partition("#")
        whole, line = text_of(wiki.root / path), before
        from wiki_builder.concepts.lines import line_of, with_line  # heavy

        if line_of(whole or "", id_) != line:
            raise Changed(str(wiki.root / path))
        before, after = whole, with_line(whole or "", id_, after) or None
    if before != after:
        swap(wiki.root / path, _encoded(before), _encoded(after))


def text_at(wiki: Wiki, path: str) -> str | None:
    """What a file, or a line of one, says now; ``None`` if there is none."""
    path, _, id_ = path.partition("#")
    text = text_of(wiki.root / path)
    from wiki_builder.concepts.lines import line_of  # heavy, and seldom needed

    return line_of(text or "", id_) if id_ else text


def _encoded(text: str | None) -> bytes | None:
    return None if text is None else text.encode("utf-8")


def _put_back(wiki: Wiki, done: Iterable[FileChange], old_log: str) -> None:
    """Take back what was written of an operation that could not be ended;
    what was saved since stays.
    """
    for file in done:
        try:
            change_file(wiki, FileChange(file.path, file.after, file.before))
        except Changed:
            continue
    write_log(wiki, old_log)


def clear_unwritten(wiki: Wiki) -> None:
    """Clear a line of the log of which nothing was done:
    a run was killed while it took an operation back.
    """
    logged = read_log(wiki)
    last = log.read_log(logged, str(wiki.operations))[-1:]
    if any(entry.files and all(_is_before(wiki, file) for file in entry.files) for entry in last):
        lines = logged.splitlines(keepends=True)
        _put_back(
            wiki, (), "".join(lines[: max(at for at, line in enumerate(lines) if line.strip())])
        )


def _is_before(wiki: Wiki, file: FileChange) -> bool:
    """Whether a file of an operation holds what it held before it,
    and not what it should hold after it.
    """
    return file.before != file.after and text_at(wiki, file.path) == file.before


def _remove_pages(wiki: Wiki, under_way: UnderWay) -> None:
    """First out of the ledger, so that a kill in between never looks like a person's deletion."""
    forget(wiki, under_way.pages)
    for path, written in under_way.pages.values():
        remove(wiki.docs / path, written, within=wiki.root)
