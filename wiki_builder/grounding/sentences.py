"""Cuts the sentence around a place in a text."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache

LIMIT = 200  # characters on either side

_END = re.compile(r"[。！？]+[”’」』）]*|[.!?]+[\"'”’)\]]*(?=\s)|\n[ \t]*\n")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|et"
    r" al|etc|cf|vs|viz|resp|approx|[Ff]igs?|[Ee]qs?|[Ss]ecs?|[Tt]abs?|[Rr]efs?|[Aa]pp|[Nn]os?"
    r"|[Vv]ol|pp?|[Cc]h|Dr|Prof|Mr|Mrs|Ms|St|w\.r\.t|a\.k\.a|i\.i\.d|s\.t)|\b[A-Z])\.$"
)


def _ends(text: str) -> list[int]:
    """The offsets behind each sentence's end."""
    ends = (end.end() for end in _END.finditer(text))
    return [end for end in ends if not _ABBREVIATION.search(text, max(0, end - 8), end)]


def _tidy(text: str) -> str:
    return " ".join(text.split())


def before(text: str, start: int, limit: int = LIMIT) -> str:
    """The part of the sentence that stands before ``start``, at most ``limit`` characters.

    Where the quote begins a sentence, the sentence before it is given, so that
    there is something to read. A cut at the limit is marked with an ellipsis.
    """
    window = text[max(0, start - 2 * limit) : start]
    ends = [end for end in _ends(window + " ") if window[end:].strip()]
    piece = _tidy(window[ends[-1] :] if ends else window)
    if len(piece) <= limit and (ends or start <= 2 * limit):
        return piece
    return "… " + piece[-limit:].partition(" ")[2]


def after(text: str, end: int, limit: int = LIMIT) -> str:
    """The part of the sentence that stands after ``end``, or the next sentence;
    see :func:`before`.
    """
    window = text[end : end + 2 * limit]
    ends = [stop for stop in _ends(window + " ") if re.search(r"\w", window[:stop])]
    piece = _tidy(window[: ends[0]] if ends else window)
    if len(piece) <= limit and (ends or end + 2 * limit >= len(text)):
        return piece
    return piece[:limit].rpartition(" ")[0] + " …"


def around(text: str, start: int, end: int) -> str:
    """The one sentence that holds ``text[start:end]``, without a limit."""
    ends = _ends(text + " ")
    first = max((e for e in ends if e <= start), default=0)
    last = min((e for e in ends if e >= end), default=len(text))
    return _tidy(text[first:last])


def spans(text: str, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """Where the sentences begin and end of which a part stands in ``text[start:end]``."""
    cuts = [0, *_ends(text + " "), len(text)]
    pairs = ((a, min(b, len(text))) for a, b in itertools.pairwise(cuts))
    return tuple((a, b) for a, b in pairs if text[max(a, start) : min(b, end)].strip())


@lru_cache(maxsize=256)  # every statement about a paper is held against the same passages
def split(text: str) -> tuple[str, ...]:
    """The sentences of ``text``, in order."""
    ends = [0, *_ends(text + " "), len(text)]
    pieces = (_tidy(text[a:b]) for a, b in itertools.pairwise(ends))
    return tuple(piece for piece in pieces if piece)
