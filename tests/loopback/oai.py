"""What arXiv's OAI-PMH interface answers, in the markup of its own server's recordings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from urllib.parse import parse_qsl, quote, unquote, urlencode
from xml.sax.saxutils import escape

from wiki_builder.core.values.announcement import Announcement
from wiki_builder.sources.ids import parse_id
from wiki_builder.sources.oai import set_of

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">
    <responseDate>2026-05-05T00:13:00Z</responseDate>
    <request verb="ListRecords">http://localhost/oai</request>
"""
_OLD = timedelta(days=60)  # how long ago the first version of a replaced paper was submitted


@dataclass(slots=True)
class OaiPaper:
    """A paper as arXiv's database has it: its last words, when each version was submitted, and the
    day of its last change.
    """

    row: Announcement
    versions: dict[int, datetime]
    changed: date
    withdrawn: bool = False
    deleted: bool = False


@dataclass(slots=True)
class OaiStore:
    """The records, and what goes wrong: ``until`` is how far the interface has come, ``lacks`` are
    records that it does not show, ``expired`` how many tokens are refused.
    """

    papers: dict[str, OaiPaper] = field(default_factory=dict)
    page: int = 2000
    until: date | None = None
    lacks: set[str] = field(default_factory=set)
    expired: int = 0

    def announce(self, day: date, row: Announcement, at: datetime) -> None:
        """``row`` was announced on ``day``, its version submitted ``at``."""
        paper = self.papers.setdefault(row.id, OaiPaper(row, {}, day))
        new = not row.types or "new" in row.types
        if not new:
            paper.versions.setdefault(1, at - _OLD)
        if new or "cross" not in row.types:
            number = row.version.number or max(paper.versions, default=0) + 1
            paper.versions.setdefault(number, at)
            paper.withdrawn = "withdrawn" in (row.version.comment or "")
        paper.row, paper.changed = replace(row), day

    def answer(self, query: Mapping[str, str]) -> bytes:
        """The answer to ``verb=ListRecords``."""
        asked = dict(query)
        if token := asked.get("resumptionToken"):
            if self.expired > 0:
                self.expired -= 1
                return error("badResumptionToken", "The token is invalid or expired.")
            asked = dict(parse_qsl(unquote(token)))
        if asked.get("verb") != "ListRecords" or asked.get("metadataPrefix") != "arXivRaw":
            return error("badArgument", "metadataPrefix required.")
        start, since = int(asked.get("skip", "0")), date.fromisoformat(asked["from"])
        found = [
            paper
            for id_, paper in sorted(self.papers.items())
            if since <= paper.changed <= (self.until or paper.changed)
            and id_ not in self.lacks
            and asked["set"] in map(set_of, paper.row.version.categories)
        ]
        if not found:
            return error("noRecordsMatch", "The combination results in an empty list.")
        body = "".join(map(record, found[start : start + self.page]))
        if start + self.page < len(found):
            token = quote(urlencode({**asked, "skip": str(start + self.page)}))
            body += (
                f"<resumptionToken expires='2026-05-06T00:00:00Z'>{escape(token)}</resumptionToken>"
            )
        return document(f"<ListRecords>{body}</ListRecords>")


def document(body: str) -> bytes:
    """A whole answer."""
    return f"{_HEAD}{body}</OAI-PMH>".encode()


def error(code: str, said: str) -> bytes:
    """A refusal, which comes with status 200."""
    return document(f"<error code='{code}'>{escape(said)}</error>")


def record(paper: OaiPaper) -> str:
    """One record as ``arXivRaw``."""
    version, id_ = paper.row.version, parse_id(paper.row.id.partition(":")[2]).id
    sets = "".join(f"<setSpec>{set_of(name)}</setSpec>" for name in version.categories)
    head = (
        f"<identifier>oai:arXiv.org:{id_}</identifier><datestamp>{paper.changed}</datestamp>{sets}"
    )
    if paper.deleted:
        return f'<record><header status="deleted">{head}</header></record>'
    fields = {
        "title": version.title,
        "authors": ", ".join(version.authors),
        "categories": " ".join(version.categories),
        "comments": version.comment,
        "license": version.licence,
        "abstract": version.abstract,
    }
    said = "".join(f"<{name}>{escape(text)}</{name}>" for name, text in fields.items() if text)
    return (
        f"<record><header>{head}</header><metadata>"
        f'<arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/"><id>{id_}</id>'
        f"{_versions(paper)}{said}</arXivRaw></metadata></record>"
    )


def _versions(paper: OaiPaper) -> str:
    numbers: Sequence[int] = sorted(paper.versions)
    sizes = {n: "0kb</size><source_type>I</source_type>" for n in numbers[-1:] if paper.withdrawn}
    return "".join(
        f'<version version="v{n}"><date>{paper.versions[n]:%a, %d %b %Y %H:%M:%S GMT}</date>'
        f"<size>{sizes.get(n, '13kb</size>')}</version>"
        for n in numbers
    )
