"""What a model was asked with: about a concept's text until that is written, about a paper's
statements until they are judged, about findings of two papers until that is answered, about names
that may be one for good.

What such a file holds is said by whoever asks; replies and requests under way are the engines'.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from wiki_builder.core.store.values import (
    Unreadable,
    read_each,
    read_pending,
    read_value,
    write_value,
)
from wiki_builder.core.store.wiki import Wiki

T = TypeVar("T")


def read_asked(wiki: Wiki, folder: Path, type_: type[T]) -> dict[str, T]:
    """What was asked, by the name of its file in ``folder``;
    a file that cannot be read is set aside, and asked anew.
    """
    found = ((path.stem, read_pending(wiki, path, type_)) for path in sorted(folder.glob("*.json")))
    return {name: asked for name, asked in found if asked is not None}


def read_one_asked(wiki: Wiki, folder: Path, name: str, type_: type[T]) -> T | None:
    """The same of one file."""
    return read_pending(wiki, folder / f"{name}.json", type_)


def keep_asked(folder: Path, name: str, asked: object) -> None:
    """Keep what is asked."""
    write_value(folder / f"{name}.json", asked)


def drop_asked(folder: Path, name: str) -> None:
    """Forget what was asked, if it is there."""
    (folder / f"{name}.json").unlink(missing_ok=True)


def read_verdicts(wiki: Wiki, type_: type[T]) -> tuple[list[T], list[Unreadable]]:
    """What was asked and answered about names, oldest first, and the files that cannot be read."""
    paths = sorted(wiki.verdicts.glob("*.json"))
    return read_each(paths, lambda path: read_value(path, type_), lambda path: path)


def keep_verdicts(wiki: Wiki, name: str, batch: object) -> None:
    """Keep what is asked about names, and later what was answered."""
    write_value(wiki.verdicts / f"{name}.json", batch)
