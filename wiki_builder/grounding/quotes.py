"""Finds a quote in a paper's text, whatever ligatures, hyphens and spaces did to it.

A quote is searched in the passage that it names, then in all others, the
references last, then over the border of two pages. One changed word or number
and it is not found: there is no measure of likeness here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from wiki_builder.core.characters import HAN, IS_HAN
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.grounding import sentences
from wiki_builder.grounding.solid import Solid, solid, strict

MIN_WORDS = 3
MIN_CHARACTERS = 12

_ELLIPSIS = re.compile(r"\s*(?:\[\s*(?:\.\.\.|…)\s*\]|\(\s*(?:\.\.\.|…)\s*\)|\.\.\.|…)\s*")
_WORD = re.compile(rf"[{HAN}]|[^\W_]+(?:[-'’][^\W_]+)*")
_HEAD = re.compile(r"^[\W_]+")
_TAIL = re.compile(r"[\W_]+$")


class Searchable:
    """A passage with its plain form, made once for all quotes."""

    def __init__(self, passage: Passage) -> None:
        self.passage = passage
        self.text = passage.text
        self._solid = Solid(passage.text)
        self.solid = self._solid.form
        self.original = self._solid.original

    def spans(self, needle: str, start: int = 0) -> Iterator[tuple[int, int]]:
        """Where ``needle`` (solid) stands in the original text, as whole words,
        from ``start`` on.
        """
        at = self.solid.find(needle)
        while at >= 0:
            span = self.original(at), self.original(at + len(needle) - 1) + 1
            if span[0] >= start and _whole(self.text, *span):
                yield span
            at = self.solid.find(needle, at + 1)


@dataclass(frozen=True, slots=True)
class FoundQuote:
    """Where a quote stands: from ``start`` in ``first`` to ``end`` in ``last``, original offsets.

    ``last`` is another passage than ``first`` only for a quote over the border of two pages.
    """

    first: Passage
    start: int
    last: Passage
    end: int

    @property
    def before(self) -> str:
        return sentences.before(self.first.text, self.start)

    @property
    def after(self) -> str:
        return sentences.after(self.last.text, self.end)


def too_short(quote: str) -> bool:
    """Whether a quote is under three words or twelve characters (a Chinese one counts double)."""
    form = solid(quote)
    return (
        len(_WORD.findall(quote)) < MIN_WORDS
        or len(form) + len(IS_HAN.findall(form)) < MIN_CHARACTERS
    )


def stands(words: str, place: Searchable) -> bool:
    """Whether ``words``, however few, stand in a passage: whole words, with signs and points."""
    return bool(solid(words)) and (
        _whole_quote(words, place) is not None or _in_pieces(words, place) is not None
    )


def normal(quote: str) -> str:
    """The form of a quote that its claim's id is made from."""
    return strict(_HEAD.sub("", _TAIL.sub("", quote)))


def searchable(passages: Iterable[Passage]) -> tuple[Searchable, ...]:
    """The passages ready for :func:`find_quote`, references last."""
    return tuple(sorted(map(Searchable, passages), key=lambda s: s.passage.kind == "references"))


def find_quote(quote: str, passages: tuple[Searchable, ...], named: str = "") -> FoundQuote | None:
    """Where ``quote`` stands, the passage with the id ``named`` tried first;
    ``None`` if nowhere.
    """
    if too_short(quote):
        return None
    order = sorted(passages, key=lambda s: s.passage.id != named)
    return (
        next((found for place in order if (found := _whole_quote(quote, place))), None)
        or next((found for place in order if (found := _in_pieces(quote, place))), None)
        or _over_border(quote, passages)
    )


def _whole_quote(quote: str, place: Searchable, start: int = 0) -> FoundQuote | None:
    for left, right in place.spans(solid(quote), start):
        if _same(quote, place.text, left, right):
            return FoundQuote(
                place.passage,
                _from(quote, place.text, left),
                place.passage,
                _to(quote, place.text, right),
            )
    return None


def _from(quote: str, text: str, start: int) -> int:
    """``start`` moved back over the marks that open the quote in the text too:
    a bracket, a sign.
    """
    opening = _opening(quote)
    return start - next(
        (n for n in range(len(opening), 0, -1) if text[:start].endswith(opening[-n:])), 0
    )


def _to(quote: str, text: str, end: int) -> int:
    """``end`` moved on over the marks that close the quote in the text too:
    a percent sign, a full stop.
    """
    closing = _closing(quote)
    return end + next(
        (n for n in range(len(closing), 0, -1) if text.startswith(closing[:n], end)), 0
    )


def _opening(quote: str) -> str:
    """The marks before the first letter or digit of a quote."""
    return quote[: len(quote) - len(_HEAD.sub("", quote))]


def _closing(quote: str) -> str:
    """The marks behind its last one."""
    return quote[len(_TAIL.sub("", quote)) :]


def _in_pieces(quote: str, place: Searchable) -> FoundQuote | None:
    """A quote with an ellipsis, its pieces in order; each piece must be long enough by itself."""
    pieces = [piece for piece in _ELLIPSIS.split(quote) if solid(piece)]
    if pieces == [quote.strip()] or any(map(too_short, pieces)):
        return None
    found: list[FoundQuote] = []
    for piece in pieces:
        whole = _whole_quote(piece, place, found[-1].end if found else 0)
        if whole is None:
            return None
        found.append(whole)
    return FoundQuote(place.passage, found[0].start, place.passage, found[-1].end)


def _over_border(quote: str, passages: tuple[Searchable, ...]) -> FoundQuote | None:
    needle = solid(quote)
    pages = [place for place in passages if place.passage.kind in ("page", "references")]
    for first, last in pairwise(pages):
        joined = first.solid[-len(needle) :] + last.solid[: len(needle)]
        at = joined.find(needle)
        border = min(len(first.solid), len(needle))
        if 0 <= at < border < at + len(needle):
            found = _joined(
                quote, first, last, len(first.solid) - border + at, at + len(needle) - border
            )
            if found:
                return found
    return None


def _joined(
    quote: str, first: Searchable, last: Searchable, at: int, stop: int
) -> FoundQuote | None:
    start, end = first.original(at), last.original(stop - 1) + 1
    text = first.text[start:] + "\n" + last.text[:end]
    whole = _whole(first.text, start, len(first.text)) and _whole(last.text, 0, end)
    if whole and normal(quote) == strict(text):
        return FoundQuote(
            first.passage, _from(quote, first.text, start), last.passage, _to(quote, last.text, end)
        )
    return None


def _same(quote: str, text: str, start: int, end: int) -> bool:
    """Whether the strict forms agree, a sign before and a percent sign behind included."""
    if normal(quote) != strict(text[start:end]):
        return False
    head, tail = strict(_opening(quote))[-1:], strict(_closing(quote))[:1]
    if head in ("-", "+") and strict(text[max(0, start - 4) : start])[-1:] != head:
        return False
    return tail != "%" or strict(text[end : end + 4])[:1] == "%"


def _whole(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` cuts no word and no number."""
    left, right = text[max(0, start - 2) : start], text[end : end + 2]
    if re.fullmatch(r"[0-9][.,]", left) and text[start : start + 1].isdigit():
        return False
    if re.fullmatch(r"[.,][0-9]", right) and text[end - 1 : end].isdigit():
        return False
    return not (
        _joins(left[-1:], text[start : start + 1]) or _joins(text[end - 1 : end], right[:1])
    )


def _joins(left: str, right: str) -> bool:
    """Whether two neighbours belong to one word; Chinese characters never do."""
    return left.isalnum() and right.isalnum() and not (IS_HAN.match(left) or IS_HAN.match(right))
