"""Marks travel: what devices put into ``data/marks/inbox/`` is taken in by the next run.

A device puts a *new* file there, by the repository's own editor or by hand; a file that says what
is known already changes nothing, so that nothing is lost and nothing comes twice, whoever is killed
and whatever is sent again. A file is gone once what it says stands in ``data/marks/marks.txt``.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from wiki_builder.analysis.problems import as_lines
from wiki_builder.core.store.border import Border
from wiki_builder.core.store.marks import (
    MOMENT,
    drop_sent,
    inbox,
    is_moment,
    read_marks,
    write_marks,
)
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import is_id
from wiki_builder.core.values.marks import Mark, MarkKind, Marks, merged

MOST_BYTES: Final = 4_000_000  # of a file: 50,000 marks
_MOMENT = Annotated[str, StringConstraints(pattern=rf"^{MOMENT}$")]
_Row = tuple[str, MarkKind, bool, _MOMENT]


class Sent(BaseModel):
    """What a device sends: a row a mark, ``["arxiv:2605.02801", "star", true, "2026-05-05…Z"]``."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    format: Literal[2]
    marks: list[_Row] = Field(max_length=50_000)


@dataclass(frozen=True, slots=True)
class TakenIn:
    """How many marks were new, out of how many files; what is wrong with files that were left."""

    marks: int = 0
    files: int = 0
    problems: tuple[str, ...] = ()

    def lines(self) -> Iterator[str]:
        """What a run says of it."""
        if self.files:
            yield f"{_count(self.marks, 'mark')} taken in, from {_count(self.files, 'file')}"
        yield from self.problems


def take_in(wiki: Wiki) -> TakenIn:
    """Take in what devices sent; a file that cannot be read is left, and named.

    Raises:
        FormatError: the marks that are kept cannot be read; nothing was done.
    """
    paths = inbox(wiki)
    if not paths:
        return TakenIn()
    kept, border = read_marks(wiki), Border(wiki.root)
    found: dict[Path, Marks] = {}
    problems = []
    for path in paths:
        told = _read(path) if border.holds(path) else "leads out of the wiki"
        if isinstance(told, str):
            problems.append(f"marks left alone: data/marks/inbox/{path.name!r}: {told}")
        else:
            found[path] = told
    now = merged(kept, *found.values())
    if now != kept:
        write_marks(wiki, now)
    for path in found:
        drop_sent(path)
    return TakenIn(_count_new(now, kept), len(found), tuple(problems))


def _count_new(now: Marks, kept: Marks) -> int:
    rows = ((id_, kind, mark) for id_, own in now.items() for kind, mark in own.items())
    return sum(mark != kept.get(id_, {}).get(kind) for id_, kind, mark in rows)


def _read(path: Path) -> Marks | str:
    """What a file says, or what is wrong with it."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return f"it has more than {MOST_BYTES:,} bytes"
        return said(path.read_bytes().removeprefix(BOM_UTF8))
    except OSError as error:
        return f"it cannot be read: {error.strerror}"


def said(content: bytes | str) -> Marks | str:
    """The marks that a device sent, or what is wrong with them."""
    try:
        sent = Sent.model_validate_json(content)
    except ValidationError as error:
        return as_lines(error)[0]
    found: dict[str, dict[MarkKind, Mark]] = {}
    for id_, kind, on, at in sent.marks:
        if not is_id(id_):
            return f"{id_[:60]!r} is no id of a paper"
        if not is_moment(at):
            return f"{at!r}, of {id_}, is no moment that there is"
        mark = Mark(at, on)
        own = found.setdefault(id_, {})
        own[kind] = max(mark, own.get(kind, mark))
    return found


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
