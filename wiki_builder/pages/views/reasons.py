"""Why a paper was passed over, waits or failed, in the reader's language.

Receipts and papers hold a reason in English, which is what the command line
says. The words have the same English beside its Chinese; one that they do not know (a
provider's, a server's) stays as it is.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.words import Word, words
from wiki_builder.library.words import each

_VALUE = re.compile(r"\\\{(\w+)\\\}")  # a place for a value, in an escaped pattern
_WEEKDAY = re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day (?=\d{4}-)")


def in_words(reason: str) -> Word:
    """A reason in both languages."""
    for pattern, word in _known():
        if found := pattern.fullmatch(reason):
            values = {
                key: Bilingual(value, _WEEKDAY.sub("", value))
                for key, value in found.groupdict().items()
            }
            return word.filled(**values)
    first, parted, rest = reason.partition("; ")
    if not parted:
        return Word(reason, reason)
    one, other = in_words(first), in_words(rest)
    unknown = (one.zh, other.zh) == (first, rest)
    return (
        Word(reason, reason) if unknown else Word(f"{one.en}; {other.en}", f"{one.zh}；{other.zh}")
    )


@lru_cache(maxsize=1024)  # most papers of a day are passed over for one reason
def said(reason: str) -> Markup:
    """A reason as Markdown, of which a reader sees their language's."""
    word = escaped(reason)
    return Markup(word.en) if word.en == word.zh else each(word)


def escaped(reason: str) -> Word:
    """A reason in both languages, as Markdown."""
    word = in_words(reason)
    return Word(Markup(escape.inline(word.en)), Markup(escape.inline(word.zh)))


@cache
def _known() -> tuple[tuple[re.Pattern[str], Word], ...]:
    """Each known reason as it stands in data, and its words."""
    every = words("reasons").values()
    return tuple(
        (re.compile(_VALUE.sub(r"(?P<\1>.+)", re.escape(word.en))), word) for word in every
    )
