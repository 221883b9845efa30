"""What was announced and not read: title and abstract, a line each, a file for each day of an
announcement.

No page is made of them: they are there for people and for other programs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from wiki_builder.core.store.disk import write_file
from wiki_builder.core.store.values import Unreadable, _parse, dump, read_each
from wiki_builder.core.store.wiki import Wiki, is_day
from wiki_builder.core.values.receipt import Entry

_ID = re.compile(rb'"id":\s*"([^"]*)"')
_NO_DAYS = (
    "this is no file of a day's entries. Move each line to the file of its date, as "
    "data/entries/2026-05/2026-05-05.jsonl; or delete the file, of which no page is made"
)


def read_entries(wiki: Wiki, within: str) -> dict[str, Entry]:
    """What was announced on a day (``2026-05-05``) or in a month (``2026-05``) and not read, by id.

    Of what was announced on several days of a month the first word counts.
    """
    found: dict[str, Entry] = {}
    for path in _files(wiki):
        if path.stem.startswith(within):
            found = {entry.id: entry for entry, _ in _lines(path)[0]} | found
    return found


def unreadable_entries(wiki: Wiki) -> list[Unreadable]:
    """The lines that are no entry, and the files that are no day's; all stay as they are."""
    odd = {path for path in wiki.entries.rglob("*.jsonl") if path.is_file()} - set(_files(wiki))
    return [found for path in _files(wiki) for found in _lines(path)[1]] + [
        Unreadable(path, _NO_DAYS) for path in sorted(odd)
    ]


def add_entries(wiki: Wiki, entries: Iterable[Entry], read: Iterable[str] = ()) -> None:
    """File entries by their day, sorted by id;
    ids in ``read`` are taken out, whatever their day.
    """
    gone, new = set(read), defaultdict[Path, dict[str, Entry]](dict)
    for entry in entries:
        new[wiki.entries_of(entry.date)][entry.id] = entry
    for path in sorted({*new, *(_holding(wiki, gone) if gone else ())}):
        known, _, odd = _lines(path)
        old, lines = (
            {entry.id: entry for entry, _ in known},
            {entry.id: line for entry, line in known},
        )
        kept = {id_: entry for id_, entry in sorted((new[path] | old).items()) if id_ not in gone}
        if kept != old:
            written = [dump(entry, lines.get(entry.id), indent=None) for entry in kept.values()]
            write_file(path, b"".join([*written, *(line + b"\n" for line in odd)]), durable=True)


def _files(wiki: Wiki) -> list[Path]:
    """The files of all days, oldest first."""
    found = wiki.entries.glob("*/*.jsonl")
    return sorted(
        path for path in found if is_day(path.stem) and path == wiki.entries_of(path.stem)
    )


def _holding(wiki: Wiki, ids: set[str]) -> list[Path]:
    """The files that may hold one of ``ids``:
    a wiki of years has many lines, and few are worth parsing.
    """
    wanted = {id_.encode() for id_ in ids}
    files = (path for path in _files(wiki) if path.is_file())
    return [path for path in files if not wanted.isdisjoint(_ID.findall(path.read_bytes()))]


def _lines(path: Path) -> tuple[list[tuple[Entry, bytes]], list[Unreadable], list[bytes]]:
    """The entries of a file with their lines, and what is none."""
    lines = (
        [line for line in path.read_bytes().split(b"\n") if line.strip()] if path.is_file() else []
    )
    found, broken, odd = list[tuple[Entry, bytes]](), list[Unreadable](), list[bytes]()
    for line in lines:
        entries, left = read_each([line], lambda line: _parse(path, line, Entry), lambda line: path)
        found += [(entry, line) for entry in entries]
        broken += left
        odd += [line] if left else []
    return found, broken, odd
