"""arXiv's API: papers by id, and what was submitted in a span of time.

The ``arxiv`` package builds the queries, turns the pages and reads the entries. It asks through
our client: its own session waits for ever, takes ``Rate exceeded.`` for no result, and a feed that
is cut for a short one. An answer counts if its status, content type, root element and totals are
right.

https://info.arxiv.org/help/api/user-manual.html
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import arxiv
from lxml import etree

from wiki_builder.core.categories import DIVIDED
from wiki_builder.core.errors import UpstreamError, UsageError
from wiki_builder.core.http.address import LATER
from wiki_builder.core.http.client import BadAnswer, Client, Response
from wiki_builder.core.values.announcement import Announcement, Version
from wiki_builder.sources.addresses import API_IDS, API_PAGE, API_RESULTS, MAX_BYTES, Addresses
from wiki_builder.sources.fields import collapse, paragraphs
from wiki_builder.sources.ids import ArxivId, parse_id
from wiki_builder.sources.strictxml import ATOM, OPENSEARCH, feed_root, text

_ACCEPT = "application/atom+xml"
# https://info.arxiv.org/help/api/user-manual.html#query_details
_FIELD = re.compile(r"\b(?:ti|au|abs|co|jr|cat|rn|id|all|submittedDate):")
_WORD = re.compile(r'"[^"]+"|[^\s"]+')
_ROUNDS = 3  # of a whole query, when its total changes while it is read


@dataclass(frozen=True, slots=True)
class Missing:
    """A paper that was asked for and is not to be had, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class ApiPage:
    """One answer of the API: what the whole query promises, and the id of each entry here, or its
    title where it has none.
    """

    total: int
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QueryResult:
    """All that a query found: ``len(rows) + len(problems) == total``.

    ``rows`` have no announce type and no announcement day, which the API does not
    know. ``problems`` name the entries that could not be read.
    """

    query: str
    total: int
    rows: tuple[Announcement, ...]
    problems: tuple[str, ...] = ()


class RefusedQuery(UpstreamError):
    """The API answered 400 with an ``Error`` entry; ``said`` is its text."""

    def __init__(self, said: str, where: str) -> None:
        self.said = said
        super().__init__(
            f"arXiv's API says: {said}", where=where[:200], next="Check what was asked for"
        )


class _Changed(Exception):
    """What the query finds changed while its pages were read."""


def by_ids(
    client: Client, addresses: Addresses, ids: Iterable[str]
) -> dict[str, Announcement | Missing]:
    """What arXiv knows of each of ``ids``, by the id as it was given.

    An id with a version gives that version, one without the latest. Up to 100 are
    asked for at a time. Raises UpstreamError where no right answer is to be had.
    """
    wanted = {given: _parsed(given) for given in ids}
    known = sorted({paper for paper in wanted.values() if isinstance(paper, ArxivId)}, key=str)
    found: dict[ArxivId, Announcement | Missing] = {}
    for start in range(0, len(known), API_IDS):
        found |= _batch(client, addresses, known[start : start + API_IDS])
    return {
        given: paper if isinstance(paper, Missing) else found[paper]
        for given, paper in wanted.items()
    }


def submitted_between(
    client: Client,
    addresses: Addresses,
    categories: Sequence[str],
    start: datetime,
    end: datetime,
    *,
    page_size: int = API_PAGE,
) -> QueryResult:
    """Every paper of ``categories`` first submitted from ``start`` to ``end`` (aware times).

    Pages of up to 2,000 are read until as many papers came as were promised.
    Raises UpstreamError where they do not, or where arXiv would not list them all.
    """
    return _query(client, addresses, submitted_query(categories, start, end), page_size)


def matching(
    client: Client,
    addresses: Addresses,
    query: str,
    start: datetime,
    end: datetime,
    *,
    page_size: int = API_PAGE,
) -> QueryResult:
    """Every paper that ``query`` finds, first submitted from ``start`` to ``end`` (aware times),
    oldest first: words that are all there, or a query in arXiv's own form
    (``cat:cs.CL AND abs:"credit assignment"``).

    Raises what :func:`submitted_between` raises.
    """
    span = f"submittedDate:[{_stamp(start)} TO {_stamp(end)}]"
    return _query(client, addresses, f"{span} AND ({_in_its_form(query)})", page_size)


def _in_its_form(query: str) -> str:
    words = collapse(query)
    if _FIELD.search(words):
        return words
    return " AND ".join(f"all:{word}" for word in _WORD.findall(words))


def _query(client: Client, addresses: Addresses, query: str, page_size: int) -> QueryResult:
    order, criterion = arxiv.SortOrder.Ascending, arxiv.SortCriterion.SubmittedDate
    search = arxiv.Search(query, max_results=None, sort_by=criterion, sort_order=order)
    reason = _Changed()
    for _ in range(_ROUNDS):
        try:
            return _whole(_found(client, addresses, search, page_size))
        except _Changed as change:
            reason = change
    raise UpstreamError(
        f"{reason} (read {_ROUNDS} times)", where=f"arXiv's API, {query[:150]}", next=LATER
    )


def submitted_query(categories: Sequence[str], start: datetime, end: datetime) -> str:
    """``submittedDate:[202605041800 TO 202605051800] AND (cat:cs.CL OR cat:hep-th)``, in GMT."""
    terms = " OR ".join(
        f"cat:{name} OR cat:{name}.*" if name in DIVIDED else f"cat:{name}" for name in categories
    )
    return f"submittedDate:[{_stamp(start)} TO {_stamp(end)}] AND ({terms})"


def read_api_page(response: Response, start: int = 0, size: int = 0) -> ApiPage:
    """Read one answer of the API: that of entry ``start`` and those behind it, up to ``size``, if
    that is given.

    Raises BadAnswer where it is not a whole answer, :class:`RefusedQuery` where it is
    an ``Error`` entry with status 400.
    """
    root = feed_root(response, f"{ATOM}feed")
    entries = root.findall(f"{ATOM}entry")
    _refuse_errors(response, entries)
    promised = text(root, f"{OPENSEARCH}totalResults").strip()
    if response.status != 200 or not promised.isdecimal():
        raise BadAnswer(f"answered {response.status} with a feed that promises no total")
    total = int(promised)
    due = max(0, min(size, total - start)) if size else len(entries)
    if len(entries) != due:
        raise BadAnswer(
            f"{len(entries):,} entries came where a total of {total:,} promises {due:,}"
        )
    return ApiPage(total, tuple(text(e, f"{ATOM}id") or text(e, f"{ATOM}title") for e in entries))


class Package(arxiv.Client):  # type: ignore[misc]  # it is untyped
    """The package's client; ``fetch`` gives the body of each answer, asked for as often and as soon
    as it likes.
    """

    def __init__(self, fetch: Callable[[str], bytes], address: str, size: int) -> None:
        super().__init__(page_size=size, delay_seconds=0, num_retries=0)
        self.query_url_format = address.replace("{", "{{").replace("}", "}}") + "?{}"
        self._session = SimpleNamespace(
            get=lambda url, **_: SimpleNamespace(status_code=200, content=fetch(url))
        )


def announcement(result: arxiv.Result) -> Announcement:
    """A result of the ``arxiv`` package as a row.

    ``submitted`` is the day (GMT) of this version. Raises UsageError where the
    entry's id is no arXiv id.
    """
    paper = parse_id(result.entry_id)
    version = Version(
        number=paper.version,
        title=collapse(result.title),
        authors=tuple(filter(None, (collapse(author.name) for author in result.authors))),
        abstract=paragraphs(result.summary),
        categories=_categories(result),
        submitted=result.updated.astimezone(UTC).date().isoformat(),
        comment=collapse(result.comment or "") or None,
        journal_ref=collapse(result.journal_ref or "") or None,
        doi=collapse(result.doi or "") or None,
    )
    return Announcement(paper.subject, (), version)


def _parsed(given: str) -> ArxivId | Missing:
    try:
        return parse_id(given)
    except UsageError as error:
        return Missing(error.what)


def _batch(
    client: Client, addresses: Addresses, papers: Sequence[ArxivId]
) -> dict[ArxivId, Announcement | Missing]:
    """Ask for a batch; where the API refuses it, find out which id it means."""
    if not papers:
        return {}
    search = arxiv.Search(id_list=[str(paper) for paper in papers])
    try:
        found = _found(client, addresses, search, len(papers))
    except RefusedQuery as refused:
        if len(papers) == 1:
            return {papers[0]: Missing(f"arXiv says: {refused.said}")}
        named, others = _blamed(papers, refused.said)
        return _batch(client, addresses, named) | _batch(client, addresses, others)
    return {paper: _pick(paper, found) for paper in papers}


def _blamed(papers: Sequence[ArxivId], said: str) -> tuple[Sequence[ArxivId], Sequence[ArxivId]]:
    """The ids that the refusal names, and the others; halves where it names none, or all."""
    named = [paper for paper in papers if str(paper) in said.split()]
    if 0 < len(named) < len(papers):
        return named, [paper for paper in papers if paper not in named]
    return papers[: len(papers) // 2], papers[len(papers) // 2 :]


def _pick(paper: ArxivId, found: QueryResult) -> Announcement | Missing:
    rows = [
        row
        for row in found.rows
        if row.id == paper.subject and paper.version in (None, row.version.number)
    ]
    if rows:
        return max(rows, key=lambda row: row.version.number or 0)
    broken = (problem for problem in found.problems if paper.id in problem)
    what = "this id" if paper.version is None else f"version {paper.version}, or this id"
    return Missing(next(broken, f"arXiv does not know {what}"))


def _whole(result: QueryResult) -> QueryResult:
    """A query's result, if every paper that it promises is there."""
    came = len({row.id for row in result.rows}) + len(result.problems)
    if came != result.total:
        raise _Changed(f"{result.total:,} papers were promised and {came:,} different ones came")
    return result


def _found(client: Client, addresses: Addresses, search: arxiv.Search, size: int) -> QueryResult:
    """All that a search finds, in pages of ``size``."""
    pages: list[ApiPage] = []  # what the check read, so that nothing is read twice

    def fetch(url: str) -> bytes:
        start = int(parse_qs(urlsplit(url).query)["start"][0])
        answer = client.get(
            url,
            accept=_ACCEPT,
            check=lambda response: pages.append(read_api_page(response, start, size)),
            max_bytes=MAX_BYTES,
            ok=(200, 400),
        )
        _require_listed(pages, url)
        return answer.content

    results: dict[str, arxiv.Result] = {}
    # it takes a page of entries that it cannot read for an empty one; they are named below
    with suppress(arxiv.UnexpectedEmptyPageError):
        for result in Package(fetch, addresses.api_url, size).results(search):
            results[result.entry_id] = result
    rows: list[Announcement] = []
    problems: list[str] = []
    for entry in dict.fromkeys(entry for page in pages for entry in page.entries):
        name = collapse(entry)[:100]
        try:
            rows.append(announcement(results[entry]))
        except KeyError:
            problems.append(f"arXiv's entry of {name} has no id or no date")
        except UsageError as error:
            problems.append(f"arXiv's entry of {name}: {error.what}")
    return QueryResult(search.query, pages[-1].total, tuple(rows), tuple(problems))


def _require_listed(pages: Sequence[ApiPage], url: str) -> None:
    """Require of a query that arXiv lists all of it, and that it is the one it was."""
    before, total = pages[0].total, pages[-1].total
    if total > API_RESULTS:
        raise UpstreamError(
            f"{total:,} papers match, and arXiv lists no more than {API_RESULTS:,}",
            where=url[:200],
            next="Ask for a shorter time or for fewer categories",
        )
    if total != before:
        raise _Changed(f"the total changed from {before:,} to {total:,} while the pages were read")


def _refuse_errors(response: Response, entries: Sequence[etree._Element]) -> None:
    """arXiv words an error as a feed of one entry titled ``Error`` (section 3.4 of the manual)."""
    for entry in entries:
        said = collapse(text(entry, f"{ATOM}summary"))
        if text(entry, f"{ATOM}title").strip() == "Error" and "/api/errors" in text(
            entry, f"{ATOM}id"
        ):
            if response.status == 400:
                raise RefusedQuery(said, response.url)
            raise BadAnswer(f"answered {response.status} with an Error entry: {said}")


def _categories(result: arxiv.Result) -> tuple[str, ...]:
    """All categories, the primary first; ``68T45, 62H30`` is one, as arXiv has it."""
    names = (collapse(name) for name in (result.primary_category, *result.categories))
    return tuple(dict.fromkeys(filter(None, names)))


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%d%H%M")
