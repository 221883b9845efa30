"""A paper's text made ready for checking: what stands in it, and which numbers it states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from wiki_builder.core import names
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.grounding import numbers, quotes
from wiki_builder.grounding.numbers import Number
from wiki_builder.grounding.quantities.reading import Reading, read
from wiki_builder.grounding.quotes import FoundQuote, Searchable
from wiki_builder.grounding.solid import solid

_JOINTS = re.compile(r"[-_/+]+")


class NumberedPassage(Searchable):
    """A passage with the numbers that it states, read when first asked for."""

    @cached_property
    def reading(self) -> Reading:
        return read(self.text)

    def has(self, needle: str) -> bool:
        """Whether a name (solid) stands here as whole words."""
        return needle in self.solid and any(True for _ in self.spans(needle))


class Source:
    """The passages of a paper, and beside them what stands in no passage:
    title, abstract, comment.
    """

    def __init__(self, passages: Iterable[Passage], beside: Sequence[str] = ()) -> None:
        kept = [NumberedPassage(passage) for passage in passages if passage.text.strip()]
        self.passages = tuple(sorted(kept, key=lambda place: place.passage.kind == "references"))
        self.places = (
            *(NumberedPassage(Passage("", text)) for text in beside if text.strip()),
            *self.passages,
        )
        self._held: dict[str, bool] = {}
        self._by_id = {place.passage.id: place for place in self.passages}

    @cached_property
    def abstract(self) -> str:
        """The paper's abstract, as it is marked, or else the longest text beside the passages."""
        own = [place.text for place in self.passages if place.passage.kind == "abstract"]
        beside = [place.text for place in self.places if not place.passage.id]
        return "\n".join(own) or max(beside, key=len, default="")

    @cached_property
    def typeset(self) -> tuple[str, ...]:
        """The texts that hold LaTeX commands."""
        return tuple(place.text for place in self.places if "\\" in place.text)

    def find(self, quote: str, named: str) -> FoundQuote | None:
        """Where a quote stands; see :func:`quotes.find_quote`."""
        return quotes.find_quote(quote, self.passages, named)

    def near(self, found: FoundQuote) -> tuple[NumberedPassage, ...]:
        """The passages that a quote stands in: one, or two at the border of pages."""
        return tuple(self._by_id[key] for key in dict.fromkeys((found.first.id, found.last.id)))

    def states(self, number: Number, places: Sequence[NumberedPassage] | None = None) -> bool:
        """Whether ``places``, or else any place, states ``number``."""
        return any(number.stands_in(place.reading) for place in self._in(places))

    def holds(self, name: str, places: Sequence[NumberedPassage] | None = None) -> bool:
        """Whether ``name`` stands in ``places``, or else anywhere, as whole words, whatever its
        case and separators.
        """
        needle = solid(name)
        if places is not None:
            return bool(needle) and any(place.has(needle) for place in places)
        if needle not in self._held:  # a name is in many claims
            self._held[needle] = bool(needle) and any(place.has(needle) for place in self.places)
        return self._held[needle]

    def names(self, name: str, places: Sequence[NumberedPassage] | None = None) -> bool:
        """Whether a name with digits stands in ``places``, or else anywhere.

        A name in lower case is a term with a number (``top-5``): its numbers are enough.
        """
        if self.holds(name, places):
            return True
        return name.islower() and all(self.states(number, places) for number in _digits_of(name))

    def names_in_parts(self, name: str) -> bool:
        """Whether a compound name's parts stand somewhere:
        ``Llama-3`` and ``8B`` for ``Llama-3-8B``.
        """
        return self.names(name) or all(self.holds(part) for part in _parts(name))

    def mentions(self, english: str) -> bool:
        """Whether a concept's English name stands in the paper:
        singular, plural, or as its acronym.
        """
        name = names.split_acronym(english)
        if any(self.holds(form) for form in _forms(name.name)):
            return True
        shorts = [a for a in name.aliases if a.isascii()] + list(names.acronyms(name.name))
        return any(
            re.search(_acronym(short), place.text) for short in shorts for place in self.places
        )

    def _in(self, places: Sequence[NumberedPassage] | None) -> Sequence[NumberedPassage]:
        return self.places if places is None else places


def _parts(name: str) -> Iterator[str]:
    """The parts of a compound name, a bare number staying with what stands before it."""
    part = ""
    for piece in _JOINTS.split(name):
        if part and not piece.replace(".", "").isdigit():
            yield part
            part = piece
        else:
            part = f"{part}-{piece}" if part else piece
    yield part


def _digits_of(name: str) -> tuple[Number, ...]:
    return numbers.stated(" ".join(re.findall(r"[0-9]+(?:\.[0-9]+)?", name)))


def _forms(name: str) -> tuple[str, ...]:
    """A name with its last word as it is, singular and plural, and with all words singular."""
    head, gap, last = name.rpartition(" ")
    one = names.singular(last)
    every = " ".join(map(names.singular, name.split()))
    return tuple(dict.fromkeys((name, head + gap + one, head + gap + names.plural(one), every)))


def _acronym(short: str) -> str:
    return rf"(?<![A-Za-z0-9]){re.escape(short)}s?(?![A-Za-z0-9])"
