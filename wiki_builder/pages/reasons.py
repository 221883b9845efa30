"""Why a paper was passed over, waits or failed, in the reader's language.

Receipts and papers hold a reason in English, which is what the command line says. The
words have the same English beside its Chinese; a reason that they do not know (a
provider's, a server's) stays as it is.
"""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup

from wiki_builder.pages import escape
from wiki_builder.pages.words import each
from wiki_builder.words import Word, words

_VALUE = re.compile(r"\\\{(\w+)\\\}")  # a place for a value, in an escaped pattern


def in_words(reason: str) -> Word:
    """A reason in both languages."""
    for pattern, word in _known():
        if found := pattern.fullmatch(reason):
            return word.filled(**found.groupdict())
    return Word(reason, reason)


def said(reason: str) -> Markup:
    """A reason as Markdown, of which a reader sees their language's."""
    word = in_words(reason)
    en, zh = escape.inline(word.en), escape.inline(word.zh)
    return Markup(en) if en == zh else each(Word(en, zh))


@cache
def _known() -> tuple[tuple[re.Pattern[str], Word], ...]:
    """Each known reason as it stands in data, and its words."""
    every = words("reasons").values()
    return tuple((re.compile(_VALUE.sub(r"(?P<\1>.+)", re.escape(word.en))), word) for word in every)
