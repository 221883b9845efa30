"""What a model was asked with: about a concept's text until that is written, about names that may
be one for good.

What such a file holds is said by whoever asks; replies and requests under way are the engines'.
"""

from __future__ import annotations

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


def read_asked(wiki: Wiki, type_: type[T]) -> dict[str, T]:
    """What was given to write about concepts, by concept;
    a file that cannot be read is set aside, and asked anew.
    """
    found = (
        (path.stem, read_pending(wiki, path, type_)) for path in sorted(wiki.asked.glob("*.json"))
    )
    return {concept: asked for concept, asked in found if asked is not None}


def keep_asked(wiki: Wiki, concept: str, asked: object) -> None:
    """Keep what is given to write about a concept."""
    write_value(wiki.asked / f"{concept}.json", asked)


def drop_asked(wiki: Wiki, concept: str) -> None:
    """Forget what was given, if it is there."""
    (wiki.asked / f"{concept}.json").unlink(missing_ok=True)


def read_verdicts(wiki: Wiki, type_: type[T]) -> tuple[list[T], list[Unreadable]]:
    """What was asked and answered about names, oldest first, and the files that cannot be read."""
    paths = sorted(wiki.verdicts.glob("*.json"))
    return read_each(paths, lambda path: read_value(path, type_), lambda path: path)


def keep_verdicts(wiki: Wiki, name: str, batch: object) -> None:
    """Keep what is asked about names, and later what was answered."""
    write_value(wiki.verdicts / f"{name}.json", batch)
