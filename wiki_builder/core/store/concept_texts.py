"""Texts about concepts, a file each, of which a run reads those that it asks for.

The cache (``.wiki/texts.sqlite``) is safe to delete.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path

from wiki_builder.core.store.rows import Row, Rows
from wiki_builder.core.store.values import Unreadable, dump, read_value, write_value
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import digest
from wiki_builder.core.values.concept import ConceptText


class ConceptTexts(Mapping[str, ConceptText]):
    """What models wrote about concepts, by the concept's id."""

    def __init__(self, rows: Mapping[str, Row] | None = None) -> None:
        self._rows = rows or {}

    def __getitem__(self, concept: str) -> ConceptText:
        text: ConceptText = self._rows[concept].part(0)
        return text

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def hash(self, concept: str) -> str | None:
        """A hash of what a text says, which is not read for it."""
        return self._rows[concept].short[1] if concept in self._rows else None

    def papers(self, concept: str) -> list[str]:
        """The papers from which it was written."""
        return self._rows[concept].short[2] if concept in self._rows else []


def read_concept_texts(wiki: Wiki, broken: list[Unreadable] | None = None) -> ConceptTexts:
    """All texts; ``broken`` takes the files that cannot be read."""
    folder = wiki.concept_texts
    with os.scandir(folder) if folder.is_dir() else nullcontext(()) as entries:
        files = sorted((entry.name, entry) for entry in entries if entry.name.endswith(".json"))
    rows, left = _ROWS.read_changed(wiki.caches.texts, files)
    if broken is not None:
        broken += left
    return ConceptTexts({row.short[0]: row for row in rows})


def write_concept_text(wiki: Wiki, text: ConceptText) -> bool:
    """Write what a model wrote about a concept; ``False`` if the file says the same already."""
    return write_value(wiki.concept_text(text.concept), text)


def text_hash(text: ConceptText) -> str:
    """A hash of what a text says."""
    return digest(dump(text).decode(), 16)


def _short(parts: tuple[ConceptText]) -> list[object]:
    (text,) = parts
    papers = sorted({claim.partition("#")[0] for claim in text.claims})
    return [text.concept, text_hash(text), papers]


def _read(path: Path) -> tuple[ConceptText]:
    return (read_value(path, ConceptText),)


_ROWS = Rows((ConceptText,), "1", _read, _short)
