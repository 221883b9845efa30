"""The last steps of a page: each word in the reader's language, and no white space that nobody
sees.

Both look at a page piece by piece, a tag and the text behind it, since pages repeat each
other's pieces. Code, scripts, comments and maths, whose line ends mean something to TeX, stay
as they are; so does what stands within a tag, but for titles, labels and quotation marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.site.language import BETWEEN, labelled, labels, said, titled, without_count
from wiki_builder.site.slim import EDGE, bare, edged, lean, one_space, without_edges

_KEPT = re.compile(
    r"<(?:!--|(?P<name>pre|code|textarea|script|style|(?:span|div)(?=[^<>]*\barithmatex\b))\b[^<>]*>)",
    re.IGNORECASE,
)
_UNSEEN = ("script", "style", "")  # of these, "" being a comment
_TAG = re.compile(
    r"""(?P<name>/?[a-z][\w-]*|!doctype)[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*>""", re.IGNORECASE
)
_TAG_BEGINS = re.compile(r"/?[a-z]|!d", re.IGNORECASE)
_ENGLISH, _CHINESE = ((tag, bare(tag)) for tag in ('<span lang="en">', '<span lang="zh-Hans">'))
_LONGEST = 8  # pieces that a tag may be in, when "<" stands within it
_REPEATED = 20_000  # pieces that are remembered


class Finish:
    """Finishes the pages of a build; ``names`` are what ``named`` and ``titles`` give of the
    module of languages.
    """

    def __init__(self, names: Mapping[str, Bilingual]) -> None:
        self._names = names
        self._finished = lru_cache(_REPEATED)(self._piece)

    def __call__(self, html: str) -> str:
        """A page as it is sent, from one that its template made.
        No address or other text changes, and no id but that of a title.
        """
        made = [EDGE]
        for open_, kept, unseen in _cut(html.replace(EDGE, "\ufffd")):
            made += self._pieces(open_)
            made += (kept, EDGE) if unseen and _at_edge(made) else (kept,)
        return lean(without_edges("".join(made)))

    def depends_on(self, html: str, titles: Iterable[str]) -> str:
        """What a page with this content, and these titles on it, takes from the names:
        the same, the same page.
        """
        pieces = [piece for piece in html.split("<") if BETWEEN in piece]
        texts = [
            text for piece in pieces for text in (piece[piece.rfind(">") + 1 :], *labels(piece))
        ]
        texts += [text for title in titles for text in (title, title.partition(" - ")[0])]
        found = {bare for text in texts for bare in (text.strip(), without_count(text))}
        found &= self._names.keys()
        return repr([(text, self._names[text].en, self._names[text].zh) for text in sorted(found)])

    def _pieces(self, html: str) -> list[str]:
        first, *pieces = html.split("<")
        made: list[Any] = list(map(self._finished, pieces))
        return [self._text(first), *(self._joined(pieces) if None in made else made)]

    def _joined(self, pieces: list[str]) -> Iterator[str]:
        """Pieces of which some are no whole tag:
        joined with the next, or else text with a sign in it.
        """
        at = 0
        while at < len(pieces):
            wholes = ("<".join(pieces[at : at + count]) for count in range(1, _LONGEST + 1))
            made = next(
                (
                    (count, one)
                    for count, whole in enumerate(wholes, 1)
                    if (one := self._piece(whole))
                ),
                None,
            )
            count, one = made or (1, f"<{self._text(pieces[at])}")
            yield one
            at += count

    def _piece(self, piece: str) -> str | None:
        """What stands behind a ``<``, up to the next; ``None`` if that is no whole tag."""
        found = _TAG.match(piece)
        if not found:
            return None if _TAG_BEGINS.match(piece) else f"<{self._text(piece)}"
        tag, text = f"<{found[0]}", piece[found.end() :]
        if tag == "<title>":
            return edged("title", titled(one_space(text).strip(), self._names))
        name = found["name"].lower().removeprefix("/")
        return edged(name, labelled(tag, self._names) if BETWEEN in tag else tag) + self._text(text)

    def _text(self, text: str) -> str:
        if BETWEEN in text:
            text = said(text, self._names).replace(*_ENGLISH).replace(*_CHINESE)
        return one_space(text)


def _cut(html: str) -> Iterator[tuple[str, str, bool]]:
    """A page as what may change, what is kept behind it,
    and whether a reader sees nothing of that.
    """
    start = at = 0
    unclosed: set[str] = set()
    while found := _KEPT.search(html, at):
        name = (found["name"] or "").lower()
        closing = None if name in unclosed else _closing(name).search(html, found.end())
        if closing:
            yield html[start : found.start()], html[found.start() : closing.end()], name in _UNSEEN
            start = at = closing.end()
        else:
            unclosed.add(name)
            at = found.end()
    yield html[start:], "", False


@cache
def _closing(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{name}\s*>" if name else "-->", re.IGNORECASE)


def _at_edge(made: list[str]) -> bool:
    """Whether nothing that is seen stands behind a box."""
    last = next((piece for piece in reversed(made) if piece.strip(" ")), "")
    return last.rstrip(" ").endswith(EDGE)
