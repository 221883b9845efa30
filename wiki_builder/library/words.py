"""The builder's own words on pages, in both languages.

Where a section belongs to one language, its words do; lines for both readers say it
twice, English first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from markupsafe import Markup

from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual, Language
from wiki_builder.core.words import Word, Words, words


def trusted(said: Any) -> Any:
    """The builder's own words, each marked as Markdown already."""
    if isinstance(said, Mapping):
        return {key: trusted(value) for key, value in said.items()}
    if isinstance(said, tuple):
        return tuple(map(trusted, said))
    return Word(Markup(said.en), Markup(said.zh))


WORDS: Final[Words] = words("pages")
PAPER_WORDS: Final[Words] = words("paper")
POST_WORDS: Final[Words] = words("post")
EVENT_WORDS: Final[Words] = words("event")
TREND_WORDS: Final[Words] = words("trends")
AWAY_WORDS: Final[Words] = words("away")
CHANGE_WORDS: Final[Words] = words("changes")
COMPARE_WORDS: Final[Words] = trusted(words("compare"))


def each(word: Bilingual) -> Markup:
    """A phrase, as Markdown already, of which a reader sees their language's;
    both where they want both.
    """
    return Markup(f"{in_one(word.en, 'en')} {in_one(word.zh, 'zh')}")


def texts(said: Bilingual) -> Markup:
    """A text, as Markdown already, of which a reader of both languages sees both,
    where a word (:func:`each`) is there in one.
    """
    return Markup(" ").join(in_one(said[lang], lang, "wiki wiki-text") for lang in LANGUAGES)


def in_one(text: str, language: Language, kind: str = "wiki") -> Markup:
    """Markdown for the readers of one language."""
    return Markup(f'<span class="{kind}" lang="{WORDS["lang"][language]}">{text}</span>')


def month(name: str) -> Word:
    """A month (``2026-05``) in words."""
    year, number = name.split("-")
    word: Word = WORDS["months"][number]
    return word.filled(year=year)
