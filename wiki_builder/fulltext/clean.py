"""Clean: undo what typesetting and extraction did to a PDF's text, and nothing else.

Pure functions from text to text. Words, numbers and their order stay as they are
in print, so that a quote can be found again: ligatures are spelt out, a word that
was broken at a line's end is whole, a paragraph is one line. Superscripts and
subscripts are never turned into digits: 10⁵ is not 105; and ``10−5``, in which an extraction
lost that the exponent stood raised, is ``10^−5``.
"""

from __future__ import annotations

import re
import statistics
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise

from wiki_builder.core.characters import WIDE
from wiki_builder.fulltext.headings import is_heading, join_small_caps

Vocabulary = Mapping[str, int]
"""How often each word of a document occurs within a line, in lower case."""

# NFKC only for these: Latin ligatures, mathematical letters, Kangxi and CJK
# radicals and compatibility forms, which stand for an ordinary letter.
_COMPATIBILITY = re.compile("[\ufb00-\ufb06\U0001d400-\U0001d7ff\u2e80-\u2fdf\uf900-\ufaff]")
_PLAIN = re.compile(r"[\n -~]*")  # nothing to do: most of what is in a page
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\t]")
# Zero-width and direction marks, byte-order marks, controls, surrogates.
_INVISIBLE = re.compile(
    "[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]"
)
# Glyphs of the Cork encoding (T1) that a font does not name: its ligatures, in a word, and its
# dashes, between two. Elsewhere these codes are brackets of a formula.
# https://tug.org/TUGboat/tb11-4/tb30ferguson.pdf
_CORK = re.compile(
    r"(?<=[^\W\d_])[\x1b-\x1f](?!\[)|[\x1b-\x1f](?=[^\W\d_])|(?<=[^\s\d])[\x15\x16](?=[^\s\d])"
)
_CORK_TEXT = dict(zip("\x15\x16\x1b\x1c\x1d\x1e\x1f", "– — ff fi fl ffi ffl".split(), strict=True))
# A minus sign without a space behind a ten: a difference has spaces, a range has a dash.
_POWER_OF_TEN = re.compile(r"(?<![\w.,])10−(?=\d{1,3}(?![\d.]\d|\d))")
_BROKEN_LINE = re.compile("(?:(?<=[^\\s])[\ufffe\x02]|\u00ad(?=[ \t]*\n))[ \t]*\n?")
_ACCENTS = {
    "´": "\u0301",
    "¨": "\u0308",
    "˘": "\u0306",
    "ˇ": "\u030c",
    "ˆ": "\u0302",
    "˜": "\u0303",
    "˚": "\u030a",
}
_ACCENTED = re.compile("([´¨˘ˇˆ˜˚])([^\\W\\d_])")
_DOTLESS = str.maketrans("ıȷ", "ij")
_HYPHEN_END = re.compile(r"(\S{0,80}[^\W\d_])-\n(?!\d{0,2}https?://)(?=(\S{1,80}))")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_BLOCK_START = re.compile(
    r"[•◦▪‣–—]\s|\(\d{1,2}\)\s+\S|\(?[ivx]{1,4}\)\s|\d{1,2}[.)]\s+[A-Z]|"
    r"(?:Table|Figure|Fig\.|Algorithm|Listing)\s?\d{1,3}\s?[:.|]|(?:表|图)\s?\d{1,3}|"
    r"[∗†‡§¶]\s?[A-Z]|\d{1,2}https?://|\[\d{1,3}\]\s+[^\W\d_]"
)
_SENTENCE_END = re.compile(r"[.!?:。！？：][\"'”’)\]]*$")
_NUMBER = re.compile(r"(?!(?:19|20)\d\d$)[-+−±~<>]?\d[\d,]*(?:\.\d+)?[%kKMB]?|[-–—±✓✗]")
_CJK = re.compile(f"[{WIDE}]")

# Parts of hyphenated compounds that may not stand alone in a paper.
_PARTS = frozenset(
    _WORD.findall("""
of the to in on end art level scale based aware aligned trained tuned specific time shot free wise
step order source world domain task turn hop agent token field line scholar language grained driven
guided oriented supervised training attention head modal lingual available quality
""")
)
_LINKS = frozenset({"to", "of", "the", "and", "in", "on", "by", "for", "a"})  # English-to-German
# Words whose halves are words too, and which have no hyphen.
_CLOSED = frozenset(
    _WORD.findall("""
without within throughout however therefore whereas furthermore nevertheless nonetheless sometimes
something otherwise moreover somewhat although another cannot overall network networks framework
benchmark database dataset datasets baseline baselines feedback software hardware worldwide outside
inside input output inputs outputs understanding outperform outperforms
""")
)


def characters(text: str) -> str:
    """``text`` with ordinary characters: no ligatures, zero-width marks, controls, or accents
    beside their letters.

    U+FFFE and U+0002, by which PDFium marks a hyphenated line end, and a soft
    hyphen at a line's end become a hyphen and a line end.
    """
    if _PLAIN.fullmatch(text):
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _CORK.sub(lambda found: _CORK_TEXT[found[0]], text)
    text = _POWER_OF_TEN.sub("10^−", text)
    text = _BROKEN_LINE.sub("-\n", text)
    text = _SPACES.sub(" ", text).replace("\u00ad", "")
    text = _INVISIBLE.sub("", text)
    text = _COMPATIBILITY.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
    return unicodedata.normalize("NFC", _ACCENTED.sub(_combined, text))


def _combined(found: re.Match[str]) -> str:
    """An accent set before its letter, as in ``F¨arber``;
    left alone where no such letter exists (``don´t``).
    """
    accent, letter = found[1], found[2].translate(_DOTLESS)
    rest = found.string[found.end() : found.end() + 1]
    composed = unicodedata.normalize("NFC", letter + _ACCENTS[accent])
    if len(composed) > 1 or (accent == "´" and letter == "s" and not rest.isalpha()):
        return str(found[0])
    return composed


def vocabulary(texts: Iterable[str]) -> Counter[str]:
    """How often each word stands whole within a line,
    hyphenated compounds and their parts included, in lower case.
    """
    words: Counter[str] = Counter()
    broken = False
    for line in (line.rstrip() for text in texts for line in text.split("\n")):
        whole = _WORD.findall(line.lower())
        whole = whole[1:] if broken else whole
        broken = line.endswith("-")
        whole = whole[:-1] if broken else whole
        words.update(whole)
        words.update(part for word in whole if "-" in word for part in word.split("-"))
    return words


def join_hyphens(text: str, words: Vocabulary) -> str:
    """``text`` with every word that was broken at a line's end made whole.

    The document decides: the hyphen of ``state-of-the-`` + ``art`` stays if the
    hyphenated word occurs in it more often than the joined one, and goes
    (``exam-`` + ``ple``) if the joined one does. Where it has neither, the hyphen
    stays before a capital or a digit, before ``to-German``, after an adverb (``publicly-``), in an
    address, and between two words of their own. ``words`` is its vocabulary.
    """
    return _HYPHEN_END.sub(
        lambda found: found[1] + "-" * _keeps_hyphen(found[1], found[2], words), text
    )


def _keeps_hyphen(left: str, right: str, words: Vocabulary) -> bool:
    if right[0].isdigit() or "://" in left:
        return True
    before, after = _last_word(left), _first_word(right)
    joined, hyphenated = words.get(before + after, 0), words.get(f"{before}-{after}", 0)
    if joined or hyphenated:
        return hyphenated > joined
    linked = "-" in after and after.split("-")[0] in _LINKS
    return (
        right[0].isupper()
        or linked
        or _is_compound(before.split("-")[-1], after.split("-")[0], words)
    )


def _is_compound(first: str, second: str, words: Vocabulary) -> bool:
    if len(first) > 5 and first.endswith("ly"):
        return True
    return first + second not in _CLOSED and _is_word(first, words) and _is_word(second, words)


def _last_word(text: str) -> str:
    found: list[str] = _WORD.findall(text.lower())
    return found[-1] if found else ""


def _first_word(text: str) -> str:
    found = _WORD.match(text.lower())
    return found[0] if found else ""


def _is_word(part: str, words: Vocabulary) -> bool:
    return part in _PARTS or (len(part) > 2 and words.get(part, 0) > 0)


def reflow(text: str) -> str:
    """``text`` with each paragraph, heading, list item and caption on a line of its own.

    A line ends a paragraph if it is a heading or a table's row, if such a line or
    a block begins after it, or if it ends a sentence and is shorter than the
    column. Chinese lines are joined without a space.
    """
    lines = [join_small_caps(line) for line in text.split("\n") if line.strip()]
    width = statistics.median([len(line) for line in lines if len(line) > 25] or [0])
    blocks: list[list[str]] = []
    for previous, line in pairwise(["", *lines]):
        if not blocks or _ends_block(previous, line, width):
            blocks.append([line])
        else:
            blocks[-1] += [_between(previous, line), line]
    return "\n".join(re.sub(" {2,}", " ", "".join(block)) for block in blocks)


def _ends_block(line: str, following: str, width: float) -> bool:
    if _stands_alone(line) or _stands_alone(following) or _BLOCK_START.match(following):
        return True
    return bool(_SENTENCE_END.search(line)) and len(line) < 0.9 * width


def _stands_alone(line: str) -> bool:
    return is_heading(line) or _is_row(line)


def _is_row(line: str) -> bool:
    """Whether a third or more of the line are plain numbers: a row of a table."""
    cells = line.split()
    numbers = sum(_NUMBER.fullmatch(cell) is not None for cell in cells)
    return numbers >= 2 and 3 * numbers >= len(cells)


def _between(line: str, following: str) -> str:
    return "" if _CJK.match(line[-1]) and _CJK.match(following) else " "
