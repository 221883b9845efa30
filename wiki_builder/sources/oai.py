"""arXiv's OAI-PMH interface: every record that changed from a day on, with all of its versions.

https://info.arxiv.org/help/oa/index.html and, for the protocol,
http://www.openarchives.org/OAI/openarchivesprotocol.html. Of arXiv's formats ``arXivRaw`` is read,
which tells the versions and their times. What its answers are like:

* a record's datestamp is the day of its *last* change, and title and abstract are those of its
  last version;
* a **withdrawal** is a further version of ``0kb`` and of source type ``I``, no deletion;
* a refusal is status 200 with ``<error code=…>``; ``noRecordsMatch`` is none but an empty
  answer;
* pages follow each other by tokens, which end at midnight UTC: then the question is asked anew.

What the records mean for an announcement day is :mod:`reconcile`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime

from lxml import etree

from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.http.address import LATER
from wiki_builder.core.http.client import BadAnswer, Client, Response
from wiki_builder.core.values.announcement import Version
from wiki_builder.sources.addresses import MAX_BYTES, Addresses
from wiki_builder.sources.fields import collapse, creators, paragraphs
from wiki_builder.sources.ids import ArxivId, maybe_id
from wiki_builder.sources.strictxml import feed_root, text
from wiki_builder.sources.withdrawn import withdrawn

OAI = "{http://www.openarchives.org/OAI/2.0/}"
RAW = "{http://arxiv.org/OAI/arXivRaw/}"

ATTEMPTS = 2  # a witness that does not answer does not hold up the run
MOST_PAGES = 200  # of one question: all of arXiv in a month is fewer
_ROUNDS = 3  # of a question whose token is refused while it is read
FIRST_YEAR, LAST_YEAR = 1990, 9999  # arXiv began in 1991; days are counted on from the last one
_MOST_PROBLEMS = 20  # records that are named one by one
_AND = re.compile(r"\s*,?\s+and\s+")
_NUMBER = re.compile(r"v([1-9]\d{0,3})")
# archives whose set is below "physics": all that are no group of their own,
# https://oaipmh.arxiv.org/oai?verb=ListSets
_GROUPS = frozenset(("cs", "econ", "eess", "math", "q-bio", "q-fin", "stat"))


@dataclass(frozen=True, slots=True)
class OaiVersion:
    """One version of a record: its number, when it was submitted, and whether it has no text."""

    number: int
    submitted: datetime  # UTC
    empty: bool = False  # 0kb, or of source type I: a withdrawal


@dataclass(frozen=True, slots=True)
class OaiRecord:
    """What arXiv knows of a paper now. ``latest`` is its last version, and says when it was
    submitted; ``None`` where the record was deleted, which has no ``versions``.
    """

    id: str  # "arxiv:2605.02801"
    changed: date  # the datestamp
    versions: tuple[OaiVersion, ...] = ()
    latest: Version | None = None

    @property
    def withdrawn(self) -> bool:
        """Whether the last version takes the paper back."""
        latest = self.latest
        return bool(latest and (self.versions[-1].empty or withdrawn(latest)))


@dataclass(frozen=True, slots=True)
class OaiPage:
    """One answer: its records, the token of the next one, and what could not be read.

    ``total`` is how many records the whole answer promises, where it says so.
    """

    records: tuple[OaiRecord, ...] = ()
    token: str | None = None
    problems: tuple[str, ...] = ()
    total: int | None = None


class RefusedByOai(UpstreamError):
    """OAI-PMH answered with an ``<error>``; ``code`` is one of the protocol's (section 3.6)."""

    def __init__(self, code: str, said: str, where: str) -> None:
        self.code = code
        super().__init__(
            f"arXiv's OAI says: {code}: {said}",
            where=where[:200],
            next="Check oai_url and the categories in wiki.toml; nothing is lost",
        )


@dataclass(frozen=True, slots=True)
class Harvest:
    """What changed from ``since`` on, each id once; ``problems`` name what cannot be read."""

    since: date
    records: tuple[OaiRecord, ...]
    problems: tuple[str, ...] = ()

    @property
    def newest(self) -> date | None:
        """The last day on which anything changed: how far this interface has come."""
        return max((record.changed for record in self.records), default=None)


def set_of(category: str) -> str:
    """The set of a category: ``cs:cs:LG``, ``physics:hep-th``, ``physics:astro-ph:CO``."""
    archive, _, subject = category.partition(".")
    group = archive if archive in _GROUPS else "physics"
    return ":".join(filter(None, (group, archive, subject)))


def changed_since(
    client: Client, addresses: Addresses, categories: Sequence[str], since: date
) -> Harvest:
    """Every record of ``categories`` that changed on ``since`` or later, with all pages read.

    Raises UpstreamError where no right and whole answer is to be had.
    """
    found: dict[str, OaiRecord] = {}
    problems: list[str] = []
    for category in categories:
        for page in _pages(client, addresses.oai_url, set_of(category), since):
            found |= {record.id: record for record in page.records}
            problems += page.problems
    return Harvest(since, tuple(found.values()), _few(problems))


def read_page(response: Response) -> OaiPage:
    """Read one answer to ``ListRecords`` or ``GetRecord``.

    Raises BadAnswer where it is not a whole answer, :class:`RefusedByOai` where it names an error;
    ``noRecordsMatch`` is an answer without records.
    """
    root = feed_root(response, f"{OAI}OAI-PMH")
    errors = [(one.get("code", ""), collapse(one.text or "")) for one in root.iter(f"{OAI}error")]
    if any(code == "noRecordsMatch" for code, _ in errors) and len(errors) == 1:
        return OaiPage()
    if errors:
        raise RefusedByOai(*errors[0], response.url)
    listed = root.find(f"{OAI}ListRecords")
    listed = root.find(f"{OAI}GetRecord") if listed is None else listed
    elements = [] if listed is None else listed.findall(f"{OAI}record")
    if listed is None or not elements:
        raise BadAnswer("answered with an OAI document that has neither records nor an error")
    read = [_record(element) for element in elements]
    token = listed.find(f"{OAI}resumptionToken")
    size = "" if token is None else token.get("completeListSize", "")
    return OaiPage(
        tuple(one for one in read if isinstance(one, OaiRecord)),
        collapse(token.text or "") or None if token is not None else None,
        tuple(one for one in read if isinstance(one, str)),
        int(size) if size.isdecimal() else None,
    )


def _pages(client: Client, url: str, set_: str, since: date) -> list[OaiPage]:
    """All pages of one question, begun anew where its token is not taken any more."""
    for _ in range(_ROUNDS - 1):
        try:
            return _once(client, url, set_, since)
        except RefusedByOai as refused:
            if refused.code != "badResumptionToken":
                raise
    return _once(client, url, set_, since)


def _once(client: Client, url: str, set_: str, since: date) -> list[OaiPage]:
    first = {
        "verb": "ListRecords",
        "metadataPrefix": "arXivRaw",
        "from": since.isoformat(),
        "set": set_,
    }
    pages = [_page(client, url, first)]
    tokens: set[str] = set()
    while token := pages[-1].token:
        if token in tokens or len(pages) >= MOST_PAGES:
            what = f"gives the same page again and again, or more than {MOST_PAGES} of them"
            raise UpstreamError(f"arXiv's OAI {what}", where=f"{url}, set {set_}", next=LATER)
        tokens.add(token)
        pages.append(_page(client, url, {"verb": "ListRecords", "resumptionToken": token}))
    _require_whole(pages, f"{url}, set {set_}")
    return pages


def _page(client: Client, url: str, asked: dict[str, str]) -> OaiPage:
    pages: list[OaiPage] = []  # what the check read, so that nothing is read twice

    def check(response: Response) -> None:
        page = read_page(response)
        if "resumptionToken" in asked and not page.records and not page.problems:
            raise BadAnswer("answered with nothing where a further page is promised")
        pages.append(page)

    client.get(
        url,
        asked,
        accept="text/xml",
        check=check,
        max_bytes=MAX_BYTES,
        keep=False,
        attempts=ATTEMPTS,
    )
    return pages[-1]


def _require_whole(pages: Sequence[OaiPage], where: str) -> None:
    """Require as many records as the answer promises, where it promises any number."""
    promised = next((page.total for page in reversed(pages) if page.total is not None), None)
    came = sum(len(page.records) + len(page.problems) for page in pages)
    if promised is not None and came != promised:
        what = f"{promised:,} records were promised and {came:,} came"
        raise UpstreamError(f"arXiv's OAI is not whole: {what}", where=where, next=LATER)


def _record(element: etree._Element) -> OaiRecord | str:
    """A record, or what is wrong with it."""
    header = element.find(f"{OAI}header")
    name = "" if header is None else text(header, f"{OAI}identifier").strip()
    paper = maybe_id(name)
    if header is None or paper is None:
        return f"a record of arXiv's OAI names no paper: {name[:100]!r}"
    try:
        changed = date.fromisoformat(text(header, f"{OAI}datestamp").strip()[:10])
        if header.get("status") == "deleted":
            return OaiRecord(paper.subject, changed)
        raw = element.find(f"{OAI}metadata/{RAW}arXivRaw")
        if raw is None:
            return f"arXiv's OAI says nothing of {paper}"
        versions = tuple(sorted(map(_version, raw.iterfind(f"{RAW}version")), key=_by_number))
        return OaiRecord(paper.subject, changed, versions, _latest(raw, paper, versions))
    except (ValueError, TypeError, OverflowError, IndexError) as error:
        return f"arXiv's OAI on {paper}: {error}"


def _by_number(version: OaiVersion) -> int:
    return version.number


def _version(element: etree._Element) -> OaiVersion:
    number = _NUMBER.fullmatch(element.get("version", "").strip())
    if number is None:
        raise ValueError(f"{element.get('version', '')[:20]!r} is no version")
    submitted = parsedate_to_datetime(text(element, f"{RAW}date"))
    aware = submitted if submitted.tzinfo else submitted.replace(tzinfo=UTC)
    if not FIRST_YEAR <= aware.year < LAST_YEAR:
        raise ValueError(f"{aware.year} is no year of a version")
    empty = text(element, f"{RAW}size").strip().lower() in ("0kb", "0b", "0")
    source = text(element, f"{RAW}source_type").strip()
    return OaiVersion(int(number[1]), aware.astimezone(UTC), empty or "I" in source)


def _latest(raw: etree._Element, paper: ArxivId, versions: Sequence[OaiVersion]) -> Version:
    """The last version in words. Raises ValueError where a record names another paper, or none."""
    if not versions:
        raise ValueError("it has no version")
    if (named := maybe_id(text(raw, f"{RAW}id").strip())) is None or named.id != paper.id:
        raise ValueError(f"its words are of {text(raw, f'{RAW}id')[:40]!r}")
    return Version(
        number=versions[-1].number,
        title=_field(raw, "title"),
        authors=authors(_field(raw, "authors")),
        abstract=paragraphs(text(raw, f"{RAW}abstract")),
        categories=tuple(dict.fromkeys(_field(raw, "categories").split())),
        submitted=versions[-1].submitted.date().isoformat(),
        comment=_field(raw, "comments") or None,
        journal_ref=_field(raw, "journal-ref") or None,
        doi=_field(raw, "doi") or None,
        licence=_field(raw, "license") or None,
    )


def _field(raw: etree._Element, name: str) -> str:
    return collapse(text(raw, f"{RAW}{name}"))


def authors(joined: str) -> tuple[str, ...]:
    """``A. Lee (Univ. of X and Y), B. Xu and C. Li`` as single names, in order."""
    return creators(_AND.sub(", ", joined))


def _few(problems: Iterable[str]) -> tuple[str, ...]:
    """Problems once each; beyond :data:`_MOST_PROBLEMS` as a number."""
    told = tuple(dict.fromkeys(problems))
    more = len(told) - _MOST_PROBLEMS
    said = (f"arXiv's OAI: {more:,} more records cannot be read",) if more > 0 else ()
    return (*told[:_MOST_PROBLEMS], *said)
