"""Which page stands where: ``data/pages.txt``, one ``id⇥path`` a line, merged by union.

Together with what stands on disk it tells a page that is new from one that a person
deleted (for a paper: rejected), moved or copied.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from wiki_builder.models import is_id


@dataclass(frozen=True, slots=True)
class Place:
    """What became of a page.

    ``here``: ours, at ``path`` (also when it was moved there). ``new``: never written.
    ``deleted``: by a person. ``left``: copies of which none is ours for sure, or
    another file on its path; they are named and left alone.
    """

    kind: Literal["here", "new", "deleted", "left"]
    path: str | None = None
    copies: tuple[str, ...] = ()


def read_ledger(text: str) -> dict[str, frozenset[str]]:
    """The recorded paths of each id; a union merge may leave several. A path that leaves ``docs/`` is none."""
    recorded: dict[str, set[str]] = {}
    for id_, path in _rows(text):
        if is_id(id_) and _stays(path):
            recorded.setdefault(id_, set()).add(path)
    return {id_: frozenset(paths) for id_, paths in recorded.items()}


def strays(text: str) -> tuple[tuple[int, str], ...]:
    """The lines whose path leaves ``docs/``, each with its number; nobody but a stranger writes one."""
    lines = enumerate(text.splitlines(), start=1)
    return tuple((number, path) for number, line in lines for _, path in _rows(line) if not _stays(path))


def _rows(text: str) -> Iterator[tuple[str, str]]:
    """Ids and paths of all lines that have both."""
    parts = (line.partition("\t") for line in text.splitlines())
    yield from ((id_.strip(), path.strip()) for id_, _, path in parts if path.strip())


def _stays(path: str) -> bool:
    """Whether a path is one below a folder, on any system: relative, and never upwards."""
    return not re.search(r"^[/\\]|^[A-Za-z]:|[\0\\]|(?:^|/)\.\.(?:/|$)", path)


def write_ledger(places: Mapping[str, Iterable[str]]) -> str:
    """The ledger's text, sorted."""
    rows = sorted(f"{id_}\t{path}\n" for id_, paths in places.items() for path in paths)
    return "".join(rows)


def place(recorded: frozenset[str], found: tuple[str, ...], occupied: frozenset[str]) -> Place:
    """Where a page stands.

    Args:
        recorded: its paths in the ledger.
        found: the paths of files that carry its id.
        occupied: recorded paths at which a file stands that does not carry its id.
    """
    ours = sorted(recorded & set(found))
    if len(found) == 1:
        return Place("here", found[0])
    if len(ours) == 1:
        return Place("here", ours[0], tuple(sorted(set(found) - {ours[0]})))
    if found:
        return Place("left", copies=tuple(sorted(found)))
    if occupied:
        return Place("left", copies=tuple(sorted(occupied)))
    return Place("deleted") if recorded else Place("new")
