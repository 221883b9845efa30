"""Old papers come in: what a list of works, or a query, means for the wiki, entry by entry.

Pure, but for what arXiv is asked. What is known by arXiv id, DOI, or title and first author is not
taken again; what arXiv has is taken as if it were added by hand; every entry is accounted for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Final

from wiki_builder.core.errors import UsageError
from wiki_builder.core.http.client import Client
from wiki_builder.core.values.announcement import Announcement
from wiki_builder.core.values.holding import Holding
from wiki_builder.core.values.receipt import Outcome
from wiki_builder.library.card import Card
from wiki_builder.library.held import once, work_of
from wiki_builder.sources.addresses import Addresses
from wiki_builder.sources.arxiv_api import Missing, by_ids, matching
from wiki_builder.sources.bibliography import (
    MOST_BYTES,
    Reference,
    Unusable,
    from_bibtex,
    from_json_lines,
)
from wiki_builder.sources.same_work import Work, Works

NO_ID: Final = "no arXiv id found"
REJECTED: Final = "its page was deleted here; `wiki-builder add` brings it back"
_LISTS: Final = (".bib", ".jsonl", ".ndjson")
_EMPTY: Final = ("", "%", "@")  # how a list without entries begins


@dataclass(frozen=True, slots=True)
class Came:
    """What became of one entry; ``id`` is the paper's, where there is one, ``reason`` stands unless
    it was taken.
    """

    name: str
    outcome: Outcome
    title: str = ""
    id: str = ""
    reason: str = ""

    @property
    def line(self) -> str:
        """The entry as one line for a person."""
        named = " · ".join(part for part in (self.name, self.id, self.title) if part)
        return f"{self.outcome}: {named}" + (f": {self.reason}" if self.reason else "")


@dataclass(frozen=True)
class Listed:
    """What a list or a query has, in its order; ``announced`` is what arXiv said of its papers
    already, by id. ``is_library`` says that its owner has these works.
    """

    entries: tuple[Reference | Unusable, ...]
    announced: Mapping[str, Announcement] = field(default_factory=dict)
    is_library: bool = False


def from_file(path: Path, is_library: bool | None = None) -> Listed:
    """The entries of a BibTeX file, or of JSON lines; the first is a library unless said
    otherwise.

    Raises:
        UsageError: there is no such file, or it is none of these, whatever it is called.
    """
    if not path.is_file():
        raise UsageError("there is no such file", where=str(path), next="Give a .bib or .jsonl")
    if path.suffix.lower() not in _LISTS:
        raise UsageError(
            "it is no list that can be imported",
            where=str(path),
            next="Give BibTeX (.bib), or JSON lines (.jsonl); papers as PDF: `wiki-builder add`",
        )
    if path.stat().st_size > MOST_BYTES:
        raise UsageError(f"it has more than {MOST_BYTES:,} bytes", where=str(path))
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        next_ = "Save or export it as UTF-8"
        raise UsageError("this file is not UTF-8", where=str(path), next=next_) from None
    bibtex = path.suffix.lower() == ".bib"
    entries = from_bibtex(text) if bibtex else from_json_lines(text)
    if bibtex and not entries and text.lstrip()[:1] not in _EMPTY:
        raise UsageError(
            f"this file holds no BibTeX: it begins with {text.split(maxsplit=1)[0][:20]!r}",
            where=str(path),
            next="Export the list again as BibTeX; who has to log in first is sent a web page",
        )
    return Listed(tuple(entries), is_library=bibtex if is_library is None else is_library)


def from_query(
    query: str, since: date, until: date, client: Client, addresses: Addresses
) -> Listed:
    """What arXiv finds that was first submitted on these days, newest first.

    Raises:
        UsageError: nothing is asked for.
        UpstreamError: arXiv could not be asked, or would not list all.
    """
    if not query.strip():
        raise UsageError("an empty query finds everything", next='Give --query "some words"')
    start, end = (datetime.combine(day, time(), UTC) for day in (since, until))
    found = matching(client, addresses, query, start, end.replace(hour=23, minute=59))
    rows = {row.id: row for row in reversed(found.rows)}
    entries = [_of_row(row) for row in rows.values()]
    left = [Unusable("arXiv", problem) for problem in found.problems]
    return Listed((*entries, *left), rows)


def _of_row(row: Announcement) -> Reference:
    version = row.version
    return Reference(row.id.removeprefix("arxiv:"), version.title, version.authors, arxiv=row.id)


def decide(
    listed: Listed,
    cards: Iterable[Card],
    rejected: Collection[str],
    limit: int | None = None,
) -> list[Came]:
    """What becomes of each entry, in the list's order, before arXiv was asked; at most ``limit``
    are taken.
    """
    known, seen = Works(), Works()
    for card in cards:
        known.add(work_of(card))
    decided, places = list[Came](), limit
    for number, entry in enumerate(listed.entries):
        came = _decide(entry, known, rejected)
        if isinstance(entry, Reference):
            # by a number, since what an entry is called may look like an id
            own = _work(entry, str(number))
            before = seen.find(own)
            seen.add(own)
            if before and came.outcome != "known":
                name = listed.entries[int(before.work.key)].name
                came = replace(came, outcome="known", reason=f"the same as {name}")
        if came.outcome == "taken":
            if places == 0:
                came = replace(came, outcome="skipped", reason=f"beyond the {limit} of --limit")
            places = max(0, places - 1) if places is not None else None
        decided.append(came)
    return decided


def _work(entry: Reference, key: str) -> Work:
    return Work(key, entry.title, entry.authors, tuple(filter(None, (entry.arxiv, entry.doi))))


def _decide(entry: Reference | Unusable, known: Works, rejected: Collection[str]) -> Came:
    if isinstance(entry, Unusable):
        return Came(entry.name, "failed", reason=entry.reason)
    came = Came(entry.name, "taken", entry.title, entry.arxiv)
    if entry.arxiv in rejected:
        return replace(came, outcome="skipped", reason=REJECTED)
    if found := known.find(_work(entry, "")):
        return replace(came, outcome="known", id=found.work.key, reason="in the wiki")
    return came if entry.arxiv else replace(came, outcome="skipped", reason=NO_ID)


def ask(
    listed: Listed, decided: Sequence[Came], client: Client, addresses: Addresses
) -> tuple[dict[str, Announcement], list[Came]]:
    """What arXiv knows of the papers to take, by id, and what became of each entry now.

    Raises:
        UpstreamError: arXiv could not be asked.
    """
    known = dict(listed.announced)
    wanted = [one.id.removeprefix("arxiv:") for one in decided if one.outcome == "taken"]
    asked = [id_ for id_ in wanted if f"arxiv:{id_}" not in known]
    answers = by_ids(client, addresses, asked) if asked else {}
    known |= {f"arxiv:{id_}": a for id_, a in answers.items() if isinstance(a, Announcement)}
    missing = {f"arxiv:{id_}": a.reason for id_, a in answers.items() if isinstance(a, Missing)}
    came = [
        replace(one, outcome="failed", reason=missing[one.id])
        if one.outcome == "taken" and one.id in missing
        else one
        for one in decided
    ]
    return known, came


def joined(holdings: Sequence[Holding], listed: Listed, today: str) -> list[Holding]:
    """A library with what a list adds to it: each work once; what was known stays as it is, but
    for an arXiv id that was not.
    """
    return once((*holdings, *_held(listed, today)))


def _held(listed: Listed, today: str) -> Iterator[Holding]:
    for one in listed.entries if listed.is_library else ():
        if isinstance(one, Reference) and (one.title or one.arxiv):
            yield Holding(one.title, today, one.arxiv, one.doi, one.authors, one.year, one.abstract)
