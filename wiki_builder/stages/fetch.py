"""A paper's text: from arXiv at arXiv's pace, or from the file that a person added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import TypeAlias

from wiki_builder.core.errors import UnfitAnswer
from wiki_builder.core.http.client import BadAnswer, Client, Response
from wiki_builder.core.store.papers import read_kept_text
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.fulltext import Fallback, FullText, TextKind
from wiki_builder.core.values.paper import Failed, Paper
from wiki_builder.fulltext.read import Fetch, Fetched, read_paper_text
from wiki_builder.sources.addresses import Addresses

MAX_FETCHED = 40_000_000  # bytes of a page; one that is too large to be read is named as such
MAX_PDF = 200_000_000  # bytes
FULL: tuple[TextKind, ...] = ("html", "pdf")  # what is read of a paper that is wanted in full
DOUBTED_RUNS = 2  # runs that wait for the right text before a paper is read from its abstract
TextOf: TypeAlias = Callable[[Paper], FullText | Failed]
_TYPES = {"html": "text/html", "pdf": "application/pdf"}


def text_fetcher(
    wiki: Wiki,
    client: Client,
    addresses: Addresses,
    order: Sequence[TextKind],
    *,
    refresh: bool = False,
) -> Callable[[Paper], FullText | Failed]:
    """How the text of any paper is had; with ``refresh`` what is in the cache is asked for again.

    ``order`` is that of the settings; of a paper that a person wants in full, the full text
    comes first whatever it says.
    A paper of which only wrong or half texts came is not read from its abstract at once: it
    fails, is named, and is asked for again by the next runs, as often as a paper may fail.
    """

    def text(paper: Paper) -> FullText | Failed:
        if paper.id.startswith("file:"):
            return read_kept_text(wiki, paper.id) or Failed(
                "its file is needed again: wiki-builder add FILE"
            )
        version = paper.latest
        fetch = from_arxiv(client, addresses, paper, refresh=refresh)
        wanted = FULL if paper.full else order
        found = read_paper_text(fetch, paper.id, version.abstract, wanted, title=version.title)
        doubts = [f"{one.kind.upper()}: {one.reason}" for one in found.fallbacks if one.doubtful]
        before = paper.failed.attempts if paper.failed else 0
        if found.kind == "abstract" and doubts and before < DOUBTED_RUNS:
            return Failed(f"not the paper's text, asked again by the next run: {'; '.join(doubts)}")
        return found

    return text


def from_arxiv(
    client: Client, addresses: Addresses, paper: Paper, *, refresh: bool = False
) -> Fetch:
    """How the texts of ``paper`` are had.

    A text that arXiv does not have, or that it sends in a way which is not wanted, is a
    ``Fallback``; an arXiv that cannot be reached raises UpstreamError, so that the paper
    is read another time and not from less than there is. A version's text never changes,
    so that it is kept once it is known to be right.
    """
    number = paper.latest.number
    own = paper.id.removeprefix("arxiv:") + (f"v{number}" if number else "")

    def fetch(kind: TextKind, version_id: str, anew: bool = refresh) -> Fetched | Fallback:
        url = (addresses.html_url if kind == "html" else addresses.pdf_url).format(id=own)
        try:
            response = client.get(
                url,
                accept=_TYPES[kind],
                check=lambda answer: _check(answer, kind),
                max_bytes=MAX_FETCHED if kind == "html" else MAX_PDF,
                ok=(HTTPStatus.OK, HTTPStatus.NOT_FOUND),
                immutable=number is not None,
                refresh=anew,
                keep=False,
            )
        except UnfitAnswer as error:
            return Fallback(kind, error.what, doubtful=True)
        if response.status == HTTPStatus.NOT_FOUND:
            return Fallback(kind, f"no {kind.upper()} of this paper was found")

        def keep() -> None:
            if number is not None:
                client.keep(url, response)

        def again() -> Fetched | Fallback:
            client.forget(url)
            return fetch(kind, version_id, True)

        return Fetched(response.content, url, keep, again if response.from_cache else None)

    return fetch


def _check(answer: Response, kind: TextKind) -> None:
    """arXiv says ``Rate exceeded.`` with status 200 and plain text."""
    if answer.status == HTTPStatus.OK and answer.content_type == "text/plain":
        raise BadAnswer(
            f"plain text where {kind.upper()} was asked for:"
            f" {answer.content[:60].decode('utf-8', 'replace')}"
        )
