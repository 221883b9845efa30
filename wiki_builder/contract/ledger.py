"""Which page stands where: ``data/pages.txt``, one ``id⇥path⇥seal`` a line, merged by union.

Together with what stands on disk it tells a page that is new from one that a person
deleted (for a paper: rejected), moved or copied. A page that is nowhere was deleted only if
every file can be told: while one has markers and no id, or cannot be read, it may be that
page. What was deleted before is written down (``id⇥path⇥deleted``), so that it stays so.

A seal tells a copy of the wiki without caches that a page says what the data calls for, and that
nothing on it is a person's: eight digits of the hash of what it was made from, and sixteen of that
of its bytes. One that fits nothing says nothing: a page on which a person wrote since is merged
there.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from wiki_builder.core.values.bilingual import is_id

_DELETED = "deleted"
_LEAVES = re.compile(r"^[/\\]|^[A-Za-z]:|[\0\\]|(?:^|/)\.\.(?:/|$)")
_OF_INPUT = 8  # digits of a seal
_SEAL = re.compile(r"[0-9a-f]{24}")


@dataclass(frozen=True, slots=True)
class Place:
    """What became of a page.

    ``here``: ours, at ``path`` (also when it was moved there). ``new``: never written.
    ``deleted``: by a person. ``left``: copies of which none is ours for sure, or
    another file on its path; they are named and left alone, and ``path`` is where the page
    stands that lost its block in its place. ``lost``: nowhere to be found, while a file
    stands elsewhere that may be it; ``path`` is where it last stood.
    """

    kind: Literal["here", "new", "deleted", "left", "lost"]
    path: str | None = None
    copies: tuple[str, ...] = ()

    @property
    def has_address(self) -> bool:
        """Whether links may lead to the page."""
        return self.path is not None or self.kind == "new"


@lru_cache(maxsize=2)  # a run reads the same one several times
def read_ledger(text: str) -> Mapping[str, frozenset[str]]:
    """The recorded paths of each id; a union merge may leave several.
    A path that leaves ``docs/`` is none.
    """
    recorded: dict[str, frozenset[str]] = {}
    for id_, path, _ in _rows(text):
        if is_id(id_) and _stays(path):
            recorded[id_] = recorded[id_] | {path} if id_ in recorded else frozenset((path,))
    return recorded


@lru_cache(maxsize=2)
def strays(text: str) -> tuple[tuple[int, str], ...]:
    """The lines whose path leaves ``docs/``, each with its number;
    nobody but a stranger writes one.
    """
    if all(_stays(path) for _, path, _ in _rows(text)):
        return ()
    lines = enumerate(text.splitlines(), start=1)
    return tuple(
        (number, path) for number, line in lines for _, path, _ in _rows(line) if not _stays(path)
    )


@lru_cache(maxsize=2)
def read_deleted(text: str) -> frozenset[str]:
    """The ids that were written down as deleted."""
    return frozenset(id_ for id_, _, state in _rows(text) if state == _DELETED)


@lru_cache(maxsize=2)
def read_seals(text: str) -> Mapping[str, frozenset[str]]:
    """The seals of each page."""
    seals: dict[str, frozenset[str]] = {}
    for id_, _, state in _rows(text):
        if _SEAL.fullmatch(state):
            seals[id_] = seals[id_] | {state} if id_ in seals else frozenset((state,))
    return seals


@dataclass(frozen=True, slots=True)
class Sealed:
    """A page's id, and the hash of the bytes with which it was sealed."""

    id: str
    content: str


def sealed_pages(text: str) -> dict[str, Sealed]:
    """By path, the pages that were sealed there; of two seals for one place none is sure."""
    found: dict[str, Sealed | None] = {}
    for id_, path, state in _rows(text):
        if _SEAL.fullmatch(state) and is_id(id_):
            found[path] = None if path in found else Sealed(id_, state[_OF_INPUT:])
    return {path: one for path, one in found.items() if one}


def seal(made_from: str, content: str) -> str:
    """The seal of a page, from the hash of what it was made from and that of its bytes."""
    return made_from[:_OF_INPUT] + content


def resealed(new: str, known: Collection[str], written: bool) -> str:
    """The seal to record: the new one where the page was written, or made from something else.

    Else a person wrote there, and what is recorded stays: their words change no file of ours.
    """
    same = [one for one in known if one[:_OF_INPUT] == new[:_OF_INPUT]]
    return new if written or not same or new in same else min(same)


@lru_cache(maxsize=2)
def _rows(text: str) -> tuple[tuple[str, str, str], ...]:
    """Ids, paths and states of all lines that have a path."""
    lines = ((*line.split("\t"), "", "") for line in text.splitlines())
    rows = ((line[0].strip(), line[1].strip(), line[2].strip()) for line in lines)
    return tuple(row for row in rows if row[1])


def _stays(path: str) -> bool:
    """Whether a path is one below a folder, on any system: relative, and never upwards."""
    return not _LEAVES.search(path)


def write_ledger(
    places: Mapping[str, Iterable[str]],
    deleted: Collection[str] = (),
    seals: Mapping[str, str] | None = None,
) -> str:
    """The ledger's text, sorted; ``deleted`` are the ids of pages that were."""
    states = {**(seals or {}), **dict.fromkeys(deleted, _DELETED)}
    ends = {id_: f"\t{state}" for id_, state in states.items()}
    rows = sorted(
        f"{id_}\t{path}{ends.get(id_, '')}\n" for id_, paths in places.items() for path in paths
    )
    return "".join(rows)


def place(
    recorded: frozenset[str],
    found: tuple[str, ...],
    occupied: frozenset[str],
    untold: tuple[str, ...] = (),
    deleted: bool = False,
) -> Place:
    """Where a page stands.

    Args:
        recorded: its paths in the ledger.
        found: the paths of files that carry its id.
        occupied: recorded paths at which a file stands that does not carry its id.
        untold: the files that may be any page.
        deleted: whether it was written down as deleted.
    """
    ours = sorted(recorded & set(found))
    if len(found) == 1:
        return Place("here", found[0])
    if len(ours) == 1:
        return Place("here", ours[0], tuple(sorted(set(found) - {ours[0]})))
    if found:
        return Place("left", copies=tuple(sorted(found)))
    if deleted and recorded:
        return Place("deleted")
    if occupied:
        return Place(
            "left", min(occupied & recorded & set(untold), default=None), tuple(sorted(occupied))
        )
    if not recorded:
        return Place("new")
    return Place("lost", min(recorded)) if untold else Place("deleted")


def likely(recorded: frozenset[str], untold: Iterable[str], taken: Collection[str] = ()) -> str:
    """Where links to a lost page lead: to the one file that may be it, best of its name, or to
    where it last stood.

    ``taken`` are the recorded places of all pages: what stands there may be its own page.
    """
    found = [path for path in untold if path.endswith(".md") and path not in taken]
    names = {posixpath.basename(path) for path in recorded}
    for alike in ([path for path in found if posixpath.basename(path) in names], found):
        if len(alike) == 1:
            return alike[0]
    return min(recorded)
