"""Two plain forms of a text, for finding words in it whatever its typesetting.

The *solid* form keeps letters and digits only, case folded and without accents;
it is quick to make and quick to search, and an offset in it leads back to the
original. The *strict* form of a short piece also keeps signs, decimal points,
percent signs and the gap between two numbers: what has the same solid form is
accepted only if the strict forms agree too.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import cache
from itertools import accumulate

_PIECE = 160  # characters
_NON_ASCII = re.compile(r"([^\x00-\x7f]+)")
_RUNS = re.compile(r"[A-Za-z0-9]+|[^\x00-\x7f]")
_ASCII: dict[int, str | None] = {
    i: chr(i).lower() if chr(i).isalnum() else None for i in range(128)
}

_DASHES = "‐‑‒–—―−﹣－⁃"
_QUOTES = "\"'`´‘’‚‛“”„‟′″«»‹›「」『』＂＇"
_NOTHING = "\u00ad\ufffe\u200b\u200c\u200d\u2060\ufeff"
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"

_QUOTE = re.compile("[\"'`]")
_LATEX = re.compile(r"[\\~{}$]")
_LATEX_SPACE = re.compile(r"\\[,;:! ]|~")
_LATEX_SIGN = re.compile(r"\\(?=[%&_#$])|[{}$]")
_DASH_RUN = re.compile(r"\s*-[\s-]*")
_LETTER_DASH = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_LOOSE_SPACE = re.compile(r"(?<![0-9])\s+|\s+(?![0-9])")


@cache
def _letters(char: str) -> str:
    """The letters and digits of one character outside ASCII: ``ﬁ`` is ``fi``, ``é`` is ``e``."""
    return "".join(c for c in unicodedata.normalize("NFKD", char).casefold() if c.isalnum())


@cache
def _exact(char: str) -> str:
    """One character outside ASCII in the strict form."""
    if char in _DASHES:
        return "-"
    if char in _QUOTES or char in _NOTHING:
        return ""
    if char in _SUPERSCRIPTS:
        return f"^{_SUPERSCRIPTS.index(char)}"
    plain = unicodedata.normalize("NFKD", char).casefold()
    return "".join(c for c in plain if not unicodedata.combining(c))


def solid(text: str) -> str:
    """The letters and digits of ``text``, case folded, without accents, ligatures expanded."""
    if text.isascii():
        return text.translate(_ASCII)
    return "".join(
        part.translate(_ASCII) if part.isascii() else "".join(map(_letters, part))
        for part in _NON_ASCII.split(text)
    )


def strict(text: str) -> str:
    """``text`` without case, accents, quote marks, hyphenation and loose white space."""
    plain = _NON_ASCII.sub(lambda match: "".join(map(_exact, match[0])), text).lower()
    plain = _QUOTE.sub("", plain)
    if _LATEX.search(plain):
        plain = _LATEX_SIGN.sub("", _LATEX_SPACE.sub(" ", plain))
    plain = _LETTER_DASH.sub("", _DASH_RUN.sub("-", plain))
    return _LOOSE_SPACE.sub("", " ".join(plain.split()))


class Solid:
    """A text's solid form, with the way from an offset in it back to the offset in the text.

    The form is made in pieces of a few words, so that the way back is sought in
    one piece only.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        pieces = [solid(text[at : at + _PIECE]) for at in range(0, len(text), _PIECE)]
        self.form = "".join(pieces)
        self._ends = list(accumulate(map(len, pieces)))

    def original(self, offset: int) -> int:
        """The offset in the text of the letter or digit at ``offset`` of the solid form."""
        piece = bisect_right(self._ends, offset)
        left = offset - (self._ends[piece - 1] if piece else 0)
        for run in _RUNS.finditer(self._text, piece * _PIECE, (piece + 1) * _PIECE):
            start, end = run.span()
            length = end - start if self._text[start] < "\x80" else len(_letters(self._text[start]))
            if left < length:
                return start + (left if self._text[start] < "\x80" else 0)
            left -= length
        raise IndexError(offset)
