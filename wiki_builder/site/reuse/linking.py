"""Pages' links as the last build made them, used again while the names that a page holds mean the
same.

A link depends on the page's words alone and on what the names that are made of them mean. Each
day brings names, and few pages hold one of these. A text with ``[[wikilinks]]``, which may
name anything, is linked again each time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from wiki_builder.site.book import Book
from wiki_builder.site.markdown.links import (
    LinkedText,
    Noted,
    edited,
    linked,
)
from wiki_builder.site.markdown.names import is_made_of
from wiki_builder.site.reuse.kept import BuildCache, packed, unpacked
from wiki_builder.site.reuse.prints import build_digest, code

MANY = 500  # names that changed: it pays no longer to look for them
_NAMES = build_digest("names of the builds that kept something since the last whole one")


@dataclass(frozen=True, slots=True)
class LinkedPage:
    """A linked text, the key of what its links depend on, and that as bytes if it is new;
    no key if nothing is kept.
    """

    linked: LinkedText
    key: bytes = b""
    new: bytes | None = None


class Linking:
    """Links the pages of one build by its ``book``.

    Has to be made before anything is kept, and :meth:`close` to be called at the end of a whole
    build.
    """

    def __init__(self, book: Book, kept: BuildCache | None) -> None:
        self._book, self._kept = book, kept
        self._prints: dict[str, str] = {}
        self._changed: list[str] | None = None
        self._firsts: frozenset[str] = frozenset()
        if kept:
            before = _unpacked(kept.get(_NAMES)) or [None]  # by nobody knows which names
            self._changed = _changed([*before, self._names])
            if before != [self._names]:
                # Until this build is whole, what is kept may be by the names of each of them.
                kept.put(_NAMES, _packed([*before, self._names]))
        if self._changed is not None:
            every = (name.replace(" ", "") for name in self._changed)
            self._firsts = frozenset(
                name[:length] for name in every for length in range(1, len(name) + 1)
            )

    def __call__(self, text: str, path: str, kept: BuildCache | None) -> LinkedPage:
        """The page ``path`` with links, as :func:`linked` makes it, or as ``kept`` has it."""
        if kept is None or not self._book or "[[" in text:
            return LinkedPage(linked(text, path, self._book))
        key = build_digest("links", code(), path, self._book.at.get(path, ""), text)
        if (found := _unpacked(kept.get(key))) and self._holds(found):
            return LinkedPage(LinkedText(edited(text, found["edits"])), key)
        noted = Noted()
        made = linked(text, path, self._book, noted)
        ids = {id_: self._print(id_) for id_ in sorted(noted.ids)}
        return LinkedPage(
            made,
            key,
            _packed({"words": " ".join(sorted(noted.words)), "ids": ids, "edits": made.edits}),
        )

    def close(self) -> None:
        """All that is kept now is by the names of this build."""
        if self._kept and self._changed != []:
            self._kept.put(_NAMES, _packed([self._names]))

    def _holds(self, found: Mapping[str, Any]) -> bool:
        """Whether what a text's links depend on is as it was."""
        if self._changed is None or any(
            self._print(id_) != known for id_, known in found["ids"].items()
        ):
            return False
        words = frozenset(found["words"].split(" "))
        return words.isdisjoint(self._firsts) or not any(
            is_made_of(name, words) for name in self._changed
        )

    def _print(self, id_: str) -> str:
        """A fingerprint of an entry."""
        if id_ not in self._prints:
            self._prints[id_] = build_digest(repr(self._book.entries.get(id_))).hex()
        return self._prints[id_]

    @cached_property
    def _names(self) -> dict[str, str]:
        """What each spelling means."""
        known = ((name, one) for name, one in self._book.index.items() if one)
        return {
            name: f"{one.words} {one.capitals} {' '.join(sorted(one.ids))}" for name, one in known
        }


def _changed(builds: list[dict[str, str] | None]) -> list[str] | None:
    """The spellings that do not mean the same in all of these builds;
    ``None`` for too many, or for one unknown.
    """
    known = [one for one in builds if one is not None]
    if len(known) < len(builds):
        return None
    *before, now = known
    changed = {
        name
        for other in before
        for name in now.keys() | other.keys()
        if now.get(name) != other.get(name)
    }
    return sorted(changed) if len(changed) <= MANY else None


def _packed(value: object) -> bytes:
    return packed(json.dumps(value, ensure_ascii=False))


def _unpacked(data: bytes | None) -> Any:
    """What :func:`_packed` was given; ``None`` for other bytes."""
    text = unpacked(data) if data else None
    try:
        return json.loads(text) if text else None
    except ValueError:
        return None
