"""The words of the interface: ``en.toml`` and ``zh.toml`` say the same, key for key, in one table
an area.

What papers say, names of concepts and of arXiv's categories, and an owner's texts are no
words of the interface.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from wiki_builder.core.errors import FormatError
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual

FOLDER = Path(__file__).parent

Words = Mapping[str, Any]  # each value a Word, a tuple of them, or Words


class Word(Bilingual):
    """A word in both languages; as text both, English first: ``Papers · 论文``."""

    __slots__ = ()

    def __str__(self) -> str:
        return self.en if self.en == self.zh else f"{self.en} · {self.zh}"

    def filled(self, **values: object) -> Word:
        """With each ``{name}`` replaced; a value that is :class:`Bilingual` gives each
        language its own.
        """
        en, zh = (
            self[language].format(
                **{
                    key: value[language] if isinstance(value, Bilingual) else value
                    for key, value in values.items()
                }
            )
            for language in LANGUAGES
        )
        return Word(en, zh)


@cache
def areas() -> Words:
    """All words, by area.

    Raises:
        FormatError: a word stands in one language only, or says nothing.
    """
    en, zh = (
        tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8")) for language in LANGUAGES
    )
    found = paired(en, zh)
    assert isinstance(found, Mapping)
    return found


def as_written() -> str:
    """The files of all words, for a hash: to read them as words takes ten times as long."""
    return "\0".join((FOLDER / f"{language}.toml").read_text("utf-8") for language in LANGUAGES)


def words(area: str) -> Words:
    """The words of one area, as ``words("pages")["papers"]``;
    a ``KeyError`` names a word that nobody gave.
    """
    found = areas()[area]
    assert isinstance(found, Mapping)
    return found


def paired(en: object, zh: object, at: str = "") -> object:
    """Two tables of TOML as one; ``at`` is where they stand in their file.

    Raises:
        FormatError: as :func:`areas`.
    """
    if isinstance(en, str) and isinstance(zh, str) and en and zh:
        return Word(en, zh)
    if isinstance(en, list) and isinstance(zh, list) and len(en) == len(zh):
        return tuple(
            paired(a, b, f"{at}[{n}]") for n, (a, b) in enumerate(zip(en, zh, strict=True))
        )
    if isinstance(en, dict) and isinstance(zh, dict):
        return {
            key: paired(en.get(key), zh.get(key), f"{at}.{key}".lstrip(".")) for key in {**en, **zh}
        }
    raise FormatError(
        f"{at} is not in both languages",
        where=str(FOLDER),
        next="Give it in en.toml and in zh.toml",
    )


def module(area: str) -> str:
    """The words of one area as a module for the browser:
    ``WORDS`` maps each key to ``[English, Chinese]``.
    """
    pairs = {key: [word.en, word.zh] for key, word in words(area).items()}
    return f"export const WORDS = {json.dumps(pairs, ensure_ascii=False)}\n"
