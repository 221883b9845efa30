"""A word behind a concept, in the list of concepts and in what moved on the front page, where the
page of trends says that it rises or fades; pure functions of a page's HTML.

It does not stand in the Markdown: a page would then be written again with each day's papers.
"""

from __future__ import annotations

import re
from functools import cached_property
from html import escape, unescape
from urllib.parse import unquote, urljoin, urlsplit

from mkdocs.utils import get_relative_url

from wiki_builder.library.library import TRENDS, concept_page_id
from wiki_builder.library.trends import trends
from wiki_builder.library.words import TREND_WORDS, each
from wiki_builder.pages.views.trends import share
from wiki_builder.site.shelf import Shelf

_LISTS = re.compile(r'<section\b[^>]*\bid="wiki-(?:list|moved)"[^>]*>.*?</section>', re.DOTALL)
# an item by its first link, and what ends it: what it is, where the list says so
_ITEM = re.compile(
    r'<li>(?P<said>\s*(?:<p>)?\s*<a href="(?P<href>[^"]*)"'
    r'(?:(?!</?li>|<span class="wiki wiki-text wiki-gloss").)*?)'
    r"(?P<end>(?:</small>)?(?:\s*<span class=\"wiki wiki-text wiki-gloss\"(?:(?!</?li>).)*)?"
    r"\s*(?:</p>\s*)?)</li>",
    re.DOTALL,
)


class TrendWords:
    """Says in pages' lists which concepts rise and which fade."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def __call__(self, html: str, url: str) -> str:
        """``html``, the page at ``url``, with the words, each a link to the page of trends."""
        page = self._shelf.url(TRENDS)
        if page is None or not _LISTS.search(html):
            return html
        href = get_relative_url(page, url)

        def told(item: re.Match[str]) -> str:
            link = urljoin(f"/{url}", unescape(item["href"]))
            word = self._words.get(unquote(urlsplit(link).path).removeprefix("/"))
            if word is None:
                return item[0]
            said, end = word.format(href=escape(href)), item["end"]
            before, small, behind = end.partition("</small>")
            whole = f"{before}, {said}{small}{behind}" if small else f" <small>{said}</small>{end}"
            return f"<li>{item['said']}{whole}</li>"

        return _LISTS.sub(lambda found: _ITEM.sub(told, found[0]), html)

    @cached_property
    def _words(self) -> dict[str, str]:
        """The links by the address of each concept's page, with ``{href}`` for where they lead."""
        library = self._shelf.library
        found = trends(library)
        made = {}
        for name, concepts in (("rising", found.rising), ("fading", found.fading)):
            for one in concepts:
                url = self._shelf.url(concept_page_id(library.concepts[one.concept]))
                said = share(found, one)
                title = escape(f"{said.en} · {said.zh}").replace("{", "{{").replace("}", "}}")
                word = each(TREND_WORDS[name])
                if url:
                    made[url] = f'<a class="wiki-trend" href="{{href}}" title="{title}">{word}</a>'
        return made
