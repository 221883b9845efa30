"""What a reader cares about, and does not: the values that papers are ranked by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from wiki_builder.core.values.marks import MarkKind


@dataclass(frozen=True, slots=True)
class Example:
    """A paper that says what is sought, or what is not: ``date`` is the day on which its reader
    said so, where it is known.
    """

    id: str
    title: str
    abstract: str = ""
    categories: tuple[str, ...] = ()
    date: str | None = None
    mark: MarkKind | None = None


@dataclass(frozen=True)
class Interests:
    """What a reader said and marked.

    ``groups`` names people whose papers are followed together. ``marked`` are papers with what the
    reader said of them; of one paper the last mark counts.
    """

    about: str = ""
    keywords: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    groups: Mapping[str, tuple[str, ...]] | None = None
    examples: tuple[Example, ...] = ()
    unwanted: tuple[str, ...] = ()
    marked: tuple[Example, ...] = ()

    @property
    def by_keywords_alone(self) -> bool:
        """Whether a paper without a keyword has nothing to be found by."""
        return not (self.about or self.authors or self.groups or self.examples or self.liked)

    @property
    def seek_nothing(self) -> bool:
        """Whether nothing is said of what is sought: then all is that is not unwanted."""
        return self.by_keywords_alone and not self.keywords

    @property
    def are_empty(self) -> bool:
        """Whether nothing was said at all."""
        return self.seek_nothing and not (self.unwanted or self.marked)

    @property
    def liked(self) -> tuple[Example, ...]:
        """The papers that were starred, read or kept for later."""
        return tuple(one for one in self._last_marks() if one.mark != "no")

    @property
    def refused(self) -> tuple[Example, ...]:
        """The papers that are not for this reader."""
        return tuple(one for one in self._last_marks() if one.mark == "no")

    def _last_marks(self) -> tuple[Example, ...]:
        ordered = sorted(self.marked, key=lambda one: (one.date or "", one.id, one.mark or ""))
        last = {one.id: one for one in ordered}
        return tuple(last[id_] for id_ in sorted(last))


class Embedder(Protocol):
    """Vectors of texts from a model that a reader has; none is needed, and none comes with the
    program. The same text has to give the same vector.
    """

    def __call__(self, text: str) -> Sequence[float]:
        """The vector of one text; all have one length."""
        ...
