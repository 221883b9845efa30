"""The terms of a text: what the index knows a page by, and what ``assets/wiki/search/terms.js``
makes of a question.

English: each word, in small letters and without accents. Chinese: every two characters
that stand together, and the last one of a run by itself; so a word of any length is found
by its pairs, and a single character by the pairs that begin with it. No word is cut to
its stem and none is left out: which endings belong together is decided in the browser,
where the terms lie in the order of the alphabet.

Numbers: a date (2026-05-05), a month and arXiv's number of a paper are words as a whole, too.

Signs: a Greek letter is the word that it is called by, a digit above or below is a digit. A
word with such signs is found as a whole and by its pieces: τ² by tau2, tau and 2.
"""

from __future__ import annotations

import re
import unicodedata
from operator import add

from wiki_builder.core.characters import HAN_AND_COMPATIBLE as HAN
from wiki_builder.site.search.maths import NAMES

NAME = "="  # before a name that is one term as a whole

_WORD = re.compile(rf"[^\W_{HAN}]+")
_PART = re.compile(rf"[{HAN}]+|[^\W_{HAN}]+")
_RUN = re.compile(f"[{HAN}]+")
_GREEK = re.compile(r"[α-ως]+")
_SIGN = re.compile(r"[α-ως]|[⁰¹²³⁴-⁹]+|[₀-₉]+")
_POWER = re.compile(r"([a-z]+)\^\{?([0-9]+)")
# Not more than four digits, told behind them: what begins with a digit is looked for faster.
_WHOLE = re.compile(
    r"(?:(?P<month>[0-9][0-9]{3}(?<![0-9]{5})-[0-9]{2})(?:-[0-9]{2})?"
    r"|[0-9][0-9]{3}(?<![0-9]{5})\.[0-9]{4,5})(?![0-9])"
)
_ASCII = bytes(code if chr(code).isalnum() else 0x20 for code in range(0x80)) + b" " * 0x80
# Letters and digits beyond ASCII and Chinese, and a few signs more: whether to look closer.
_RARE = re.compile(
    "[\u00aa\u00b2-\u00b5\u00b9-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2070-\u209f\u2100-\u218f\u2460-\u24ff\u2c00-\u2dff"
    "\u3005-\u3007\u3021-\u33ff\ua000-\ud7ff\ufb00-\ufdff\ufe70-\ufefc\uff10-\uff19\uff21-\uff3a\uff41-\uff5a"
    "\uff66-\uffdc\U00010000-\U0010ffff]"
)


def search_terms(text: str) -> set[str]:
    """The terms of a text, each once."""
    small = text.lower()
    found: set[str] = set()
    if _RARE.search(small):
        rare = {word for word in _WORD.findall(small) if not word.isascii()}
        found = {part for word in rare for whole in (word, *_pieces(word)) for part in _bare(whole)}
        small = _WORD.sub(lambda word: word[0] if word[0].isascii() else " ", small)
    # Four times as fast as looking for words with a pattern, and most of a wiki is ASCII or
    # Chinese.
    found.update(small.encode("ascii", "replace").translate(_ASCII).decode().split())
    for whole in _WHOLE.finditer(small):
        found.add(whole[0])
        if whole["month"]:
            found.add(whole["month"])
    if "^" in small:
        found.update(base + power for base, power in _POWER.findall(small))
    runs = "\n".join(_RUN.findall(small)) + "\n"
    found.update(pair.rstrip() for pair in set(map(add, runs, runs[1:])) if pair[0] != "\n")
    return found


def name(text: str) -> str:
    """A name as one term: its words and Chinese characters in small letters,
    with a space between.
    """
    parts = (
        part if part.isascii() or _RUN.match(part) else " ".join(_bare(part))
        for part in _PART.findall(text.lower())
    )
    return NAME + " ".join(parts)


def _bare(word: str) -> list[str]:
    """A word without accents and in its ordinary form;
    more than one where a sign was short for several.
    """
    decomposed = unicodedata.normalize("NFKD", word).lower()
    return _PART.findall(
        _named("".join(one for one in decomposed if not unicodedata.combining(one)))
    )


def _named(word: str) -> str:
    """With Greek letters by name, where they are signs: three of them are a Greek word."""
    return _GREEK.sub(
        lambda run: run[0] if len(run[0]) > 2 else "".join(map(NAMES.__getitem__, run[0])), word
    )


def _pieces(word: str) -> list[str]:
    """The signs of a word and what stands between them;
    none of a word without signs, or in Greek.
    """
    if any(len(run) > 2 for run in _GREEK.findall(word)):
        return []
    return (
        [piece for piece in re.split(f"({_SIGN.pattern})", word) if piece]
        if _SIGN.search(word)
        else []
    )
