"""What was sent to whom, in ``data/sent/``: a line before and a line after each delivery.

So a kill between the two is seen by the next run. Of several lines on one thing the last counts;
git may join the lines of two branches.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from wiki_builder.core.errors import FormatError
from wiki_builder.core.store.disk import append_line
from wiki_builder.core.store.values import read_text
from wiki_builder.core.store.wiki import Wiki

_RECEIVER = re.compile(r"[a-z][a-z0-9-]{0,60}")


def read_sent(wiki: Wiki, receiver: str) -> dict[str, tuple[str, ...]]:
    """What is known of each thing that was, or was to be, sent to a receiver: the words of its last
    line.
    """
    lines = read_text(_path(wiki, receiver)).splitlines()
    cells = (line.split("\t") for line in lines if "\t" in line)
    return {name: tuple(words) for name, *words in cells}


def note_sent(wiki: Wiki, receiver: str, name: str, *words: str) -> None:
    """Note a line, on the disk when this returns.

    Raises:
        OSError: it cannot be written.
    """
    note_all_sent(wiki, receiver, {name: words})


def note_all_sent(wiki: Wiki, receiver: str, lines: Mapping[str, Sequence[str]]) -> None:
    """Note a line for each name, all on the disk when this returns.

    Raises:
        OSError: they cannot be written.
    """
    rows = ("\t".join(" ".join(one.split()) for one in (name, *lines[name])) for name in lines)
    append_line(_path(wiki, receiver), "\n".join(rows))


def _path(wiki: Wiki, receiver: str) -> Path:
    if not _RECEIVER.fullmatch(receiver):
        raise FormatError(f"{receiver[:60]!r} is no name of a receiver")
    return wiki.sent / f"{receiver}.txt"
