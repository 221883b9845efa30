"""A paper's text in addressed passages, and what of it was read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from wiki_builder.core.values.bilingual import digest

TextKind: TypeAlias = Literal["html", "pdf", "abstract"]


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a paper's text that has an address.

    ``id`` is the paragraph's id in arXiv's HTML (``S3.p2``), ``page=7`` in a
    PDF, or ``abstract``. ``section`` is the title of the section it stands in.
    """

    id: str
    text: str
    section: str = ""
    kind: Literal["abstract", "paragraph", "caption", "table", "page", "references"] = "paragraph"


@dataclass(frozen=True, slots=True)
class Fallback:
    """A better text that could not be had, and why.

    ``doubtful`` says that the upstream sent something that is not it, or not all of it:
    asked again another time, it may send the right one.
    """

    same_by: ClassVar[tuple[str, ...]] = ("kind",)

    kind: TextKind
    reason: str
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class FullText:
    """A paper's text in addressed passages, the references apart (``kind == "references"``)."""

    kind: TextKind
    passages: tuple[Passage, ...]
    url: str | None = None
    fallbacks: tuple[Fallback, ...] = ()

    @property
    def hash(self) -> str:
        """16 hexadecimal digits that change when any passage changes."""
        return digest("\x00".join(f"{p.id}\x01{p.text}" for p in self.passages), 16)

    def __iter__(self) -> Iterator[Passage]:
        return iter(self.passages)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The passages of a full text that a model is shown, and the sections it is not."""

    passages: tuple[Passage, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A section's title as printed, and the passage that it begins with."""

    title: str
    passage: str


@dataclass(frozen=True, slots=True)
class TextInfo:
    """What is kept in ``data/`` of the text that an analysis was made from.

    ``sections`` are the titles in the text that was summarised, ``added`` those that later versions
    brought.
    """

    same_by: ClassVar[tuple[str, ...]] = ("kind", "hash", "version")

    kind: TextKind
    hash: str
    passages: int
    url: str | None = None
    fallbacks: tuple[Fallback, ...] = ()
    left_out: tuple[str, ...] = ()
    version: int | None = None  # of the paper, where known
    sections: tuple[str, ...] = ()
    added: tuple[Section, ...] = ()
