"""A text's sections, and those that a later version of it brought.

Only of HTML, which says what is a heading: a PDF's are guessed, and a wrong one would be told as
news.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from wiki_builder.core.values.fulltext import FullText, Section
from wiki_builder.fulltext.headings import WITHIN, heading_number

_WORDS = re.compile(r"\w+")


def sections(text: FullText) -> tuple[Section, ...]:
    """The sections of a text in its order, each once; none where the text does not mark them."""
    if text.kind != "html":
        return ()
    found: dict[str, Section] = {}
    for passage in text:
        title = passage.section.rpartition(WITHIN)[2]
        if title and passage.kind != "references":
            found.setdefault(title, Section(title, passage.id))
    return tuple(found.values())


def new_sections(text: FullText, before: Iterable[str]) -> tuple[Section, ...]:
    """The sections of ``text`` under titles that are not among those ``before``; none where these
    are not known. Another number, case or mark makes no other title.
    """
    known = set(map(_plain, before))
    return tuple(one for one in sections(text) if known and _plain(one.title) not in known)


def _plain(title: str) -> str:
    words = title.strip().removeprefix("Appendix ")
    return " ".join(_WORDS.findall(words.removeprefix(heading_number(words)).casefold()))
