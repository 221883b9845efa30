"""The last steps of a page: each word in the reader's language, and no white space that nobody sees."""

from __future__ import annotations

import re
from collections.abc import Mapping

from wiki_builder.models import Bilingual
from wiki_builder.site.language import in_each_language
from wiki_builder.site.slim import slim

_PAIR = re.compile(r">([^<>]* · [\u3400-\u9fff][^<>]*)<")


def finish(html: str, names: Mapping[str, Bilingual]) -> str:
    """A page as it is sent, from one that its template made; ``names`` as in :func:`in_each_language`."""
    return slim(in_each_language(html, names))


def depends_on(html: str, title: str, names: Mapping[str, Bilingual]) -> str:
    """What finishing a page with this content and title takes from ``names``: the same text, the same finished page."""
    found = {text.strip() for text in (title, *_PAIR.findall(html))} & names.keys()
    return repr([(text, names[text].en, names[text].zh) for text in sorted(found)])
