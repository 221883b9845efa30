"""Whether the Chinese says all of what the English says: its length, and what is left in English.

Chinese takes three to five tenths of the characters of the English that it translates. That is no
proof of anything, so that only what is far outside is more than a reason to ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wiki_builder.core.values.checks import Finding
from wiki_builder.grounding.rules.rule import Ground, Said

# Characters of Chinese for one of English, white space apart: below the first it is not whole,
# below the second it is hardly so. Of 885 true wordings the shortest had 0.19, one in a hundred
# less than 0.26; of 64 whole abstracts the shortest had 0.32.
_OF_WORDING: Final = (0.17, 0.25)
_OF_ABSTRACT: Final = (0.17, 0.27)
_LEAST: Final = 60  # characters of English; less may be a name and a verb
_SPACE = re.compile(r"\s")
_ENGLISH = re.compile(r"[A-Za-z][A-Za-z'’-]*(?:[ ,;:]{1,2}[A-Za-z][A-Za-z'’-]*){5,}")
# What stands in a sentence, and hardly in the name of a method or in a title.
_OF_SENTENCES = frozenset(
    "the is are was were be been that which we our it its this these those than have has had can"
    " by as when while where who does do did not but they their there".split()
)
_MOST_OF_SENTENCES: Final = 2


def whole(said: Said, ground: Ground) -> Iterator[Finding]:
    """Chinese that is far shorter than its English, or has a sentence of English in it."""
    if left := _left_in_english(said.zh):
        yield Finding("whole", left, language="zh")
    elif length(said.en) >= _LEAST and said.zh:
        yield from _short(length(said.zh) / length(said.en), *_OF_WORDING, sure=False)


def whole_abstract(zh: str, english: str) -> Iterator[Finding]:
    """The same of a translated abstract beside the paper's own."""
    if zh and length(english) >= _LEAST:
        yield from _short(length(zh) / length(english), *_OF_ABSTRACT, sure=True)


def length(text: str) -> int:
    """The characters of a text, white space apart."""
    return len(_SPACE.sub("", text))


def _short(ratio: float, least: float, usual: float, sure: bool) -> Iterator[Finding]:
    if ratio < usual:
        lacks = sure and ratio < least
        weak = not sure and ratio >= least
        yield Finding("whole", f"{ratio:.0%}", sure=lacks, language="zh", weak=weak)


def _left_in_english(zh: str) -> str:
    """A run of English words that is a sentence's, and no name."""
    for match in _ENGLISH.finditer(zh):
        words = re.findall(r"[A-Za-z'’-]+", match[0].lower())
        if sum(word in _OF_SENTENCES for word in words) >= _MOST_OF_SENTENCES:
            return " ".join(match[0].split()[:6])
    return ""
