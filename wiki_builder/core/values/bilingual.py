"""Words in both languages, and what identifies a thing: the ground of all values.

Everything in this folder is a frozen value without behaviour beyond small derived properties.
Nothing here reads files, the network or the clock.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

Language: TypeAlias = Literal["en", "zh"]
LANGUAGES: tuple[Language, Language] = ("en", "zh")
# Kind and own part, in segments that begin with a letter or digit: never `..`, never absolute.
_ID = re.compile(r"[a-z]+:[A-Za-z0-9][A-Za-z0-9_-]*(?:[./][A-Za-z0-9_-]+)*")
_MOST_ID = 150  # characters; file names stay below every file system's limit


def is_id(text: str) -> bool:
    """Whether ``text`` has the form of a paper's or page's id, which becomes a path:
    ``arxiv:2605.02801``.
    """
    return len(text) <= _MOST_ID and _ID.fullmatch(text) is not None


def digest(text: str, length: int = 8) -> str:
    """A short, stable BLAKE2b hash of ``text``: ``length`` hexadecimal digits."""
    return hashlib.blake2b(text.encode("utf-8"), digest_size=32).hexdigest()[:length]


@dataclass(frozen=True, slots=True)
class Bilingual:
    """One value with its English and its Chinese rendering."""

    en: str
    zh: str

    def __getitem__(self, language: Language) -> str:
        return self.en if language == "en" else self.zh
