"""A reader's marks in ``data/marks/``: a line each, and an inbox that devices fill.

Of several lines on one mark the last word counts, so that git may join the lines of two branches.
"""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from wiki_builder.core.errors import FormatError
from wiki_builder.core.store.disk import write_file
from wiki_builder.core.store.values import read_text
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import is_id
from wiki_builder.core.values.marks import KINDS, Mark, MarkKind, Marks, merged

_DAY, _TIME = "[0-9]{4}-[0-9]{2}-[0-9]{2}", "[0-9]{2}:[0-9]{2}:[0-9]{2}"
MOMENT = rf"{_DAY}(?:T{_TIME}(?:\.[0-9]{{3}})?Z)?"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")
_KINDS: dict[str, MarkKind] = {kind: kind for kind in KINDS}
_LINE = re.compile(rf"(\S+)\t(-?)({'|'.join(KINDS)})\t({MOMENT})")


def read_marks(wiki: Wiki) -> Marks:
    """All marks that were taken in.

    Raises:
        FormatError: a line is none.
    """
    lines = enumerate(read_text(wiki.marks_list).splitlines(), 1)
    return merged(*(_read(line, number, wiki.marks_list) for number, line in lines if line.strip()))


def _read(line: str, number: int, path: Path) -> Marks:
    found = _LINE.fullmatch(line)
    if found is None or not is_id(found[1]) or not is_moment(found[4]):
        what = f"this line is no mark: {line[:80]!r}"
        raise FormatError(what, where=f"{path}:{number}", next="Mend it, or delete the line")
    return {found[1]: {_KINDS[found[3]]: Mark(found[4], not found[2])}}


def is_moment(text: str) -> bool:
    """Whether what has a moment's form is one: there is no 30 February."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def write_marks(wiki: Wiki, marks: Marks) -> None:
    """Keep them: ``arxiv:2605.02801⇥star⇥2026-05-05T08:30:12Z``, a ``-`` before what was taken
    away.
    """
    lines = (
        f"{id_}\t{'' if mark.on else '-'}{kind}\t{mark.at}\n"
        for id_, own in merged(marks).items()
        for kind, mark in own.items()
    )
    write_file(wiki.marks_list, "".join(lines).encode(), durable=True)


def drop_sent(path: Path) -> None:
    """Let go of a file of the inbox, now that what it says is kept."""
    path.unlink(missing_ok=True)


def put_sent(wiki: Wiki, name: str, content: bytes) -> None:
    """Put what somebody sent into the inbox, as ``NAME.json``."""
    if not _NAME.fullmatch(name):
        raise FormatError(f"{name[:60]!r} is no name of a file of the inbox")
    write_file(wiki.marks_inbox / f"{name}.json", content, durable=True)


def inbox(wiki: Wiki) -> list[Path]:
    """The files that devices put there, by name."""
    return sorted(path for path in wiki.marks_inbox.glob("*.json") if path.is_file())
