"""Writes what arXiv's API answers, in the form of its recordings.

The demo's loopback arXiv answers with it, and so does the tests'.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from wiki_builder.core.values.announcement import Announcement
from wiki_builder.sources.ids import parse_id

_OPENING = """<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" \
xmlns="http://www.w3.org/2005/Atom">
  <id>https://arxiv.org/api/loopback</id>
  <title>%s</title>
  <updated>2026-04-12T22:09:26Z</updated>
  <opensearch:itemsPerPage>%d</opensearch:itemsPerPage>
  <opensearch:totalResults>%d</opensearch:totalResults>
  <opensearch:startIndex>%d</opensearch:startIndex>
"""  # noqa: E501


@dataclass(frozen=True, slots=True)
class Stored:
    """A version of a paper that the API knows, when it was submitted, and its entry as XML."""

    row: Announcement
    first: datetime
    entry: str

    @property
    def number(self) -> int:
        return self.row.version.number or 1


def stored(row: Announcement, submitted: datetime, first: datetime | None = None) -> Stored:
    """A row as the API knows it; ``first`` is when its first version was submitted."""
    return Stored(row, first or submitted, _entry(row, submitted, first or submitted))


def api_feed(title: str, entries: Sequence[Stored], total: int, start: int, size: int) -> bytes:
    """One page of the answer to a query."""
    opening = _OPENING % (escape(f"arXiv Query: {title}"), size, total, start)
    return (opening + "".join(one.entry for one in entries) + "</feed>\n").encode()


def api_error(said: str) -> bytes:
    """A feed of one entry titled ``Error``, which arXiv sends with status 400."""
    anchor = escape(said.replace(" ", "_"))
    entry = f"""  <entry>
    <id>https://arxiv.org/api/errors#{anchor}</id>
    <title>Error</title>
    <updated>2026-04-12T22:59:06Z</updated>
    <summary>{escape(said)}</summary>
    <author>
      <name>arXiv api core</name>
    </author>
  </entry>
"""
    return (_OPENING % ("arXiv Search Results", 1, 1, 0) + entry + "</feed>\n").encode()


def _entry(row: Announcement, submitted: datetime, first: datetime) -> str:
    version, paper = row.version, parse_id(row.id).id
    own = f"{paper}v{version.number}" if version.number else paper
    primary = (
        f"<arxiv:primary_category term={quoteattr(version.categories[0])}/>"
        if version.categories
        else ""
    )
    optional = (
        ("comment", version.comment),
        ("journal_ref", version.journal_ref),
        ("doi", version.doi),
    )
    lines = [
        f"<id>http://arxiv.org/abs/{own}</id>",
        f"<title>{escape(version.title)}</title>",
        f"<updated>{_stamp(submitted)}</updated>",
        "<summary>" + escape(version.abstract.replace("\n\n", "\n  ")) + "</summary>",
        *(f"<category term={quoteattr(name)}/>" for name in version.categories),
        f"<published>{_stamp(first)}</published>",
        *(f"<arxiv:{tag}>{escape(value)}</arxiv:{tag}>" for tag, value in optional if value),
        primary,
        *(f"<author><name>{escape(name)}</name></author>" for name in version.authors),
    ]
    return "  <entry>\n    " + "\n    ".join(lines) + "\n  </entry>\n"


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
