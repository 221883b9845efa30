"""Adding papers by hand: by id, address or file.

A file is a PDF, or a page of a paper's HTML as LaTeXML writes it, which a browser saves from
arXiv. Its id is a hash of its bytes; arXiv's id, where it is printed or given, is kept beside it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wiki_builder.core.errors import UsageError
from wiki_builder.core.http.client import Client
from wiki_builder.core.values.announcement import Announcement, Version
from wiki_builder.core.values.fulltext import Fallback, FullText
from wiki_builder.core.values.paper import Paper
from wiki_builder.core.values.receipt import Receipt, Row
from wiki_builder.fulltext.describe import Described, describe
from wiki_builder.fulltext.page import read_apart
from wiki_builder.fulltext.read import file as from_file
from wiki_builder.fulltext.read import is_page, read_paper_text
from wiki_builder.sources.addresses import Addresses
from wiki_builder.sources.arxiv_api import Missing, by_ids
from wiki_builder.sources.ids import ArxivId, parse_id
from wiki_builder.stages.select import UNREAD, too_long

_ABSTRACT = re.compile(
    r"\bAbstract\b[:.\s—-]*(.+?)(?=\n?\s*(?:1|I)\.?\s+Introduction\b|\n\s*Keywords?\b)",
    re.DOTALL | re.IGNORECASE,
)
_MOST_ABSTRACT = 4000  # characters
_ARXIV = r"(?:[a-z0-9-]+\.)?arxiv\.org"


@dataclass(frozen=True, slots=True)
class Added:
    """The papers to read, the receipt, and the texts of those that came as files, by paper id."""

    papers: tuple[Paper, ...]
    receipt: Receipt
    texts: Mapping[str, FullText]


def added_papers(
    given: Sequence[str],
    client: Client,
    addresses: Addresses,
    known: Callable[[str], Paper | None],
    today: str,
    also: str | None = None,
) -> Added:
    """The papers that ``given`` names: arXiv ids, addresses, or files, PDF or saved HTML.

    ``also`` says which arXiv paper a file is, so that links lead there. A paper
    that the wiki knows is taken as it is.

    Raises:
        UsageError: something is neither; nothing was done.
        UpstreamError: arXiv could not be asked.
    """
    run = f"add-{today}"
    files = [text for text in given if _is_file(text)]
    ids = [_id(text) for text in given if text not in files]
    from_files = [_from_file(Path(path), run, today, also) for path in files]
    announced = by_ids(client, addresses, [id_.versioned for id_ in ids]) if ids else {}
    from_arxiv = [_from_arxiv(id_, announced[id_.versioned], run, today) for id_ in ids]
    found = [paper for paper, _ in from_files] + [
        paper for paper in from_arxiv if isinstance(paper, Paper)
    ]
    papers = {paper.id: known(paper.id) or paper for paper in found}
    rows = [Row(p.id, (), "taken", p.latest.title, p.latest.number) for p in papers.values()]
    rows += dict.fromkeys(row for row in from_arxiv if isinstance(row, Row))
    receipt = Receipt(run, "added by hand", today, len(rows), len(rows), tuple(rows))
    return Added(tuple(papers.values()), receipt, {paper.id: text for paper, text in from_files})


def added_announcements(announced: Iterable[Announcement], today: str) -> Added:
    """Papers that arXiv told of already, as if their ids had been given."""
    run = f"add-{today}"
    made = [
        Row(one.id, (), "failed", one.version.title[:200], reason=reason)
        if (reason := too_long(one.version))
        else Paper(one.id, (one.version,), imported=today, run=run, pending=UNREAD)
        for one in announced
    ]
    papers = [one for one in made if isinstance(one, Paper)]
    rows = [Row(p.id, (), "taken", p.latest.title, p.latest.number) for p in papers]
    rows += [one for one in made if isinstance(one, Row)]
    receipt = Receipt(run, "added by hand", today, len(rows), len(rows), tuple(rows))
    return Added(tuple(papers), receipt, {})


def in_full(added: Added) -> Added:
    """The same papers, to be read in full text; those that came as files are anyway."""
    papers = (
        paper if paper.id.startswith("file:") else paper.with_(full=True) for paper in added.papers
    )
    return replace(added, papers=tuple(papers))


def without_full(paper: Paper) -> str | None:
    """Why a paper's page still rests on its abstract; ``None`` where it does not."""
    if paper.text is None or paper.text.kind != "abstract":
        return None
    reasons = "; ".join(one.reason for one in paper.text.fallbacks)
    return f"{paper.id} is read from its abstract: {reasons or 'its full text did not come'}"


def _from_arxiv(id_: ArxivId, found: Announcement | Missing, run: str, today: str) -> Paper | Row:
    if isinstance(found, Missing):
        return Row(id_.subject, (), "failed", id_.versioned, reason=found.reason)
    if reason := too_long(found.version):
        return Row(id_.subject, (), "failed", id_.versioned, reason=reason)
    return Paper(found.id, (found.version,), imported=today, run=run, pending=UNREAD)


def _id(text: str) -> ArxivId:
    """The arXiv id in ``text``; for any other address the error says what can be given instead."""
    try:
        return parse_id(text)
    except UsageError:
        if not re.match(r"https?://", text) or re.match(rf"https?://{_ARXIV}/", text):
            raise
        raise UsageError(
            "papers are not fetched from this address",
            where=text[:200],
            next=(
                "Give an arXiv id or address (https://arxiv.org/abs/2605.02801), or the path of a"
                " file: download the paper's PDF and give that, with `--also ID` where arXiv has"
                " it, too"
            ),
        ) from None


def paper_id(path: Path) -> str:
    """The permanent id of a paper that came as a file: a hash of its bytes."""
    return f"file:{hashlib.blake2b(path.read_bytes(), digest_size=6).hexdigest()}"


def _is_file(text: str) -> bool:
    path = Path(text)
    if path.is_file():
        return True
    if path.suffix.lower() in (".pdf", ".html", ".htm") and "://" not in text:
        raise UsageError(
            "there is no such file",
            where=text,
            next=(
                "Give the path of a PDF, or of a page that was saved from arXiv's HTML, or an"
                " arXiv id"
            ),
        )
    return False


def _from_file(path: Path, run: str, today: str, also: str | None) -> tuple[Paper, FullText]:
    info, text = _from_page(path) if is_page(path) else _from_pdf(path)
    stamped = also or info.arxiv_id
    twin = (parse_id(stamped).subject,) if stamped else ()
    version = Version(None, info.title or path.stem, info.authors, _abstract(text), ())
    return Paper(
        paper_id(path), (version,), imported=today, run=run, pending=UNREAD, also=twin
    ), text


def _from_pdf(path: Path) -> tuple[Described, FullText]:
    info = describe(path)
    text = read_paper_text(from_file(path), "", "", ("pdf",))
    if isinstance(info, Fallback) or not text.passages:
        reason = (
            info.reason
            if isinstance(info, Fallback)
            else "; ".join(f.reason for f in text.fallbacks)
        )
        raise UsageError(
            reason, where=str(path), next="Give a PDF with text, or the paper's arXiv id"
        )
    return info, text


def _from_page(path: Path) -> tuple[Described, FullText]:
    page = read_apart(path)
    if isinstance(page, Fallback):
        raise UsageError(
            page.reason,
            where=str(path),
            next=(
                "Give a page saved from arXiv's HTML (https://arxiv.org/html/…), the paper's PDF,"
                " or its arXiv id"
            ),
        )
    return Described(page.title, page.authors, page.stamp), FullText("html", page.passages)


def _abstract(text: FullText) -> str:
    """The abstract as it stands on the first page; empty where it cannot be told."""
    named = next((passage.text for passage in text.passages if passage.kind == "abstract"), "")
    if named:
        return " ".join(re.sub(r"^Abstract\b[:.\s—-]*", "", named).split())[:_MOST_ABSTRACT]
    first = "\n".join(passage.text for passage in text.passages[:2])
    found = _ABSTRACT.search(first)
    return " ".join(found[1].split()) if found and len(found[1]) <= _MOST_ABSTRACT else ""
