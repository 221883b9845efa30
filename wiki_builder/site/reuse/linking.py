"""Whether the names that a page holds mean what they meant in the last build.

A link depends on the page's words and on what the names that are made of them mean. Each day
brings names, and few pages hold one of these.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from wiki_builder.site.book import Book
from wiki_builder.site.markdown.links import Noted, meant
from wiki_builder.site.markdown.names import beginnings, holds
from wiki_builder.site.reuse.kept import BuildCache, packed, unpacked
from wiki_builder.site.reuse.prints import build_digest

_NAMES = build_digest("names of the builds that kept something since the last whole one")


class Linking:
    """What names mean in one build, by its ``book``, and whether that is new.

    Has to be made before anything is kept, and :meth:`close` to be called at the end of a whole
    build.
    """

    def __init__(self, book: Book, kept: BuildCache | None) -> None:
        self._book, self._kept = book, kept
        self._prints: dict[str, str] = {}
        self._changed: frozenset[str] | None = None
        if kept:
            before = _unpacked(kept.get(_NAMES)) or [None]  # by nobody knows which names
            self._changed = _changed([*before, self._names])
            if before != [self._names]:
                # Until this build is whole, what is kept may be by the names of each of them.
                kept.put(_NAMES, _packed([*before, self._names]))
        self._begun = beginnings(self._changed or ())

    def noted(self, noted: Noted, path: str) -> dict[str, Any]:
        """What the links of the page at ``path`` depend on, as plain values."""
        return {
            "words": " ".join(noted.words),
            "ids": {id_: self._print(id_) for id_ in sorted(noted.ids)},
            "names": {name: _print(meant(name, path, self._book)) for name in sorted(noted.names)},
        }

    def holds(self, noted: Mapping[str, Any] | None, path: str) -> bool:
        """Whether all of that is as it was."""
        if noted is None or self._changed is None:
            return False
        return (
            all(self._print(id_) == known for id_, known in noted["ids"].items())
            and all(
                _print(meant(name, path, self._book)) == known
                for name, known in noted["names"].items()
            )
            and not (self._changed and holds(noted["words"].split(" "), self._changed, self._begun))
        )

    def close(self) -> None:
        """All that is kept now is by the names of this build."""
        if self._kept and self._changed != frozenset():
            self._kept.put(_NAMES, _packed([self._names]))

    def _print(self, id_: str) -> str:
        """A fingerprint of what a mention takes from an entry."""
        if id_ not in self._prints:
            one = self._book.entries.get(id_)
            self._prints[id_] = _print(one and replace(one, gloss=None if one.path else one.gloss))
        return self._prints[id_]

    @cached_property
    def _names(self) -> dict[str, str]:
        """What each spelling means."""
        known = ((name, one) for name, one in self._book.index.items() if one)
        return {
            name: f"{one.words} {one.capitals} {' '.join(sorted(one.ids))}" for name, one in known
        }


def _changed(builds: list[dict[str, str] | None]) -> frozenset[str] | None:
    """The spellings that do not mean the same in all of these builds; ``None`` with one unknown."""
    known = [one for one in builds if one is not None]
    if len(known) < len(builds):
        return None
    *before, now = known
    return frozenset(
        name
        for other in before
        for name in now.keys() | other.keys()
        if now.get(name) != other.get(name)
    )


def _print(value: object) -> str:
    return build_digest(repr(value)).hex()


def _packed(value: object) -> bytes:
    return packed(json.dumps(value, ensure_ascii=False))


def _unpacked(data: bytes | None) -> Any:
    """What :func:`_packed` was given; ``None`` for other bytes."""
    text = unpacked(data) if data else None
    try:
        return json.loads(text) if text else None
    except ValueError:
        return None
