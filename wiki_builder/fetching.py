"""A paper's text: from arXiv at arXiv's pace, or from the file that a person added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus

from wiki_builder.http import BadAnswer, Client, Response
from wiki_builder.models import Failed, Fallback, FullText, Paper, TextKind
from wiki_builder.sources.addresses import Addresses
from wiki_builder.store import Wiki, read_kept_text
from wiki_builder.text.read import Fetch, Fetched, read

MAX_HTML = 40_000_000  # bytes
MAX_PDF = 200_000_000  # bytes
_TYPES = {"html": "text/html", "pdf": "application/pdf"}


def text_of(
    wiki: Wiki, client: Client, addresses: Addresses, order: Sequence[TextKind]
) -> Callable[[Paper], FullText | Failed]:
    """How the text of any paper is had."""

    def text(paper: Paper) -> FullText | Failed:
        if paper.id.startswith("file:"):
            return read_kept_text(wiki, paper.id) or Failed("its file is needed again: wiki-builder add FILE")
        return read(from_arxiv(client, addresses, paper), paper.id, paper.latest.abstract, order)

    return text


def from_arxiv(client: Client, addresses: Addresses, paper: Paper) -> Fetch:
    """How the texts of ``paper`` are had.

    A text that arXiv does not have is a ``Fallback``; an arXiv that cannot be
    reached raises UpstreamError, so that the paper is read another time and not
    from less than there is.
    """
    number = paper.latest.number
    own = paper.id.removeprefix("arxiv:") + (f"v{number}" if number else "")

    def fetch(kind: TextKind, version_id: str) -> Fetched | Fallback:
        url = (addresses.html_url if kind == "html" else addresses.pdf_url).format(id=own)
        response = client.get(
            url,
            accept=_TYPES[kind],
            check=lambda answer: _check(answer, kind),
            max_bytes=MAX_HTML if kind == "html" else MAX_PDF,
            ok=(HTTPStatus.OK, HTTPStatus.NOT_FOUND),
            immutable=number is not None,
        )
        if response.status == HTTPStatus.NOT_FOUND:
            return Fallback(kind, f"arXiv has no {kind.upper()} of this paper")
        return Fetched(response.content, url)

    return fetch


def _check(answer: Response, kind: TextKind) -> None:
    """arXiv says ``Rate exceeded.`` with status 200 and plain text."""
    if answer.status == HTTPStatus.OK and answer.content_type == "text/plain":
        raise BadAnswer(
            f"plain text where {kind.upper()} was asked for: {answer.content[:60].decode('utf-8', 'replace')}"
        )
