"""Taking: what becomes of each announced paper, accounted for in a receipt.

Pure: the same announcement, the same wiki and the same settings give the same
receipt, also when a killed run had written half of it. Until papers are ranked by a
model, the keywords and ``papers_per_day`` bound what is read; the rest is kept as
title and abstract.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from wiki_builder.core.values.announcement import Announcement, AnnounceType, Version
from wiki_builder.core.values.paper import Paper, Pending
from wiki_builder.core.values.receipt import NEW_VERSION, REJECTED, Entry, Receipt, Row

UNREAD = Pending("not read yet")
UNREADABLE = "in the wiki, and its file cannot be read"
TITLE_WEIGHT = 3
_REPLACED: frozenset[AnnounceType] = frozenset({"replace", "replace-cross"})
# Characters, ten times what arXiv takes (an abstract: 1,920, https://info.arxiv.org/help/prep.html)
# and what has been
# seen: more is no title, abstract or comment, and nothing that comes after need be quick with it.
MOST_CHARACTERS = {
    "title": 2_000,
    "abstract": 20_000,
    "comment": 20_000,
    "list of authors": 500_000,
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What of an announcement a model shall read."""

    keywords: tuple[str, ...]
    papers_per_day: int
    announce_types: tuple[AnnounceType, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """The receipt, the papers to write (new ones, and known ones with a new version),
    and the entries.
    """

    receipt: Receipt
    papers: tuple[Paper, ...]
    entries: tuple[Entry, ...]


def take(
    blank: Receipt,
    announced: Sequence[Announcement],
    known: Callable[[str], Paper | None],
    rejected: Collection[str],
    choice: Choice,
    today: str,
    unreadable: Collection[str] = (),
    places: int | None = None,
) -> Taken:
    """What becomes of ``announced``.

    ``blank`` is the receipt without rows but those of items that nobody can read; ``known``
    gives a paper of the wiki; ``today`` is written on new papers as the day of their import.
    ``places`` are the papers that may still be read, where the day was looked at before.
    The ``unreadable`` are in the wiki, and nothing more is known of them: nothing is done with
    them.
    """
    everything, announced = announced, [row for row in announced if row.id not in unreadable]
    papers = {row.id: known(row.id) for row in announced}
    endless = {row.id for row in announced if too_long(row.version)}
    # A paper that this run took and a person rejected since keeps its place: it makes no room for
    # another one.
    open_ = [row for row in announced if row.id not in endless]
    open_ = [row for row in open_ if _is_open(row.id, papers[row.id], blank.name, rejected)]
    ranked = _ranked(open_, choice)
    chosen = {row.id for row in ranked[: choice.papers_per_day if places is None else places]} | {
        row.id for row in open_ if papers[row.id]
    }
    decided = [
        _decide(row, papers[row.id], blank, chosen, {r.id for r in ranked}, rejected, choice)
        for row in announced
    ]
    new = [
        _paper(row, blank, today) for row in announced if row.id in chosen and not papers[row.id]
    ]
    sound = [row for row in announced if row.id not in endless]
    renewed = [_renewed(paper, row, blank.date) for row in sound if (paper := papers[row.id])]
    skipped = {row.id for row in decided if row.outcome == "skipped"}
    entries = [_entry(row, blank.date) for row in sound if row.id in skipped]
    rows = {
        row.id: row
        for row in (*decided, *(_left(row) for row in everything if row.id in unreadable))
    }
    whole = (*(rows[row.id] for row in everything), *blank.rows)
    receipt = replace(blank, rows=whole, announced=len(whole))
    return Taken(receipt, (*new, *(paper for paper in renewed if paper)), tuple(entries))


def _left(row: Announcement) -> Row:
    return Row(row.id, row.types, "failed", row.version.title, row.version.number, UNREADABLE)


def too_long(version: Version) -> str | None:
    """Why a version is no paper's, if it says more than any paper does:
    "its abstract has 2,400,000 characters, …".
    """
    said = {
        "title": len(version.title),
        "abstract": len(version.abstract),
        "comment": len(version.comment or ""),
        "list of authors": sum(map(len, version.authors)),
    }
    over = next((part for part, length in said.items() if length > MOST_CHARACTERS[part]), None)
    return (
        f"its {over} has {said[over]:,} characters, more than any paper's, and is not taken"
        if over
        else None
    )


def places_left(choice: Choice, before: Receipt | None, announced: Sequence[Announcement]) -> int:
    """How many papers of a day may still be read,
    beside those of its receipt that are not ``announced`` again.
    """
    again = {row.id for row in announced}
    read = [
        row
        for row in (before.rows if before else ())
        if row.outcome == "taken" and row.id not in again
    ]
    return max(0, choice.papers_per_day - len(read))


def _is_open(id_: str, paper: Paper | None, run: str, rejected: Collection[str]) -> bool:
    """Whether a paper is new, or was taken by this very run before it was stopped."""
    return id_ not in rejected if paper is None else paper.run == run


def _decide(
    row: Announcement,
    paper: Paper | None,
    blank: Receipt,
    chosen: Collection[str],
    matching: Collection[str],
    rejected: Collection[str],
    choice: Choice,
) -> Row:
    decided = Row(
        row.id,
        row.types,
        "taken",
        row.version.title[: MOST_CHARACTERS["title"]],
        row.version.number,
    )
    if row.id in rejected and not (paper and paper.run == blank.name):
        return replace(decided, outcome="known", reason=REJECTED)
    if not paper and (reason := too_long(row.version)):
        return replace(decided, outcome="skipped", reason=reason)
    if paper and paper.run != blank.name:
        return replace(decided, outcome="known", reason=_known(paper, row, blank.date))
    if row.id in chosen:
        return (
            replace(decided, outcome="failed", reason=paper.failed.reason)
            if paper and paper.failed and not paper.analysis
            else decided
        )
    return replace(decided, outcome="skipped", reason=_skipped(row, matching, choice))


def _known(paper: Paper, row: Announcement, day: str) -> str:
    new = _is_newer(paper, row) or _came_on(paper, row.version, day)
    return NEW_VERSION if new else "in the wiki"


def _came_on(paper: Paper, version: Version, day: str) -> bool:
    """Whether an earlier run over the same announcement has stored ``version`` already."""
    announced = version.announced or day
    return any(
        known.announced == announced
        and (known.number, known.title) == (version.number, version.title)
        for known in paper.versions[1:]
    )


def _skipped(row: Announcement, matching: Collection[str], choice: Choice) -> str:
    if not _type_wanted(row, choice):
        return f"announced as {' and '.join(row.types)}, of a paper that is not in this wiki"
    if row.id not in matching:
        return "no keyword matches"
    return f"beyond the {choice.papers_per_day} papers a day that are read"


def _type_wanted(row: Announcement, choice: Choice) -> bool:
    return not row.types or bool(set(row.types) & set(choice.announce_types))


def _ranked(rows: Sequence[Announcement], choice: Choice) -> list[Announcement]:
    """The rows that match, best first: by keywords,
    then new papers before cross-lists, then by id.
    """
    scored = [
        (row, score(row.version, choice.keywords)) for row in rows if _type_wanted(row, choice)
    ]
    matching = [(row, points) for row, points in scored if points or not choice.keywords]
    return [
        row
        for row, _ in sorted(
            matching, key=lambda pair: (-pair[1], "new" not in pair[0].types, pair[0].id)
        )
    ]


def score(version: Version, keywords: Sequence[str]) -> int:
    """How well a paper matches: each keyword once, in the title three times as much."""
    return sum(
        TITLE_WEIGHT * _holds(version.title, k) or int(_holds(version.abstract, k))
        for k in keywords
    )


def _holds(text: str, keyword: str) -> bool:
    """Whether ``keyword`` stands in ``text`` as words, or as it is where it is not of letters."""
    pattern = re.escape(" ".join(keyword.split())).replace(r"\ ", r"[\s-]+")
    edges = (
        (r"(?<!\w)" if keyword[:1].isascii() else ""),
        (r"s?(?!\w)" if keyword[-1:].isascii() else ""),
    )
    return re.search(edges[0] + pattern + edges[1], text, re.IGNORECASE) is not None


def _paper(row: Announcement, blank: Receipt, today: str) -> Paper:
    version = replace(row.version, announced=row.version.announced or blank.date)
    return Paper(row.id, (version,), imported=today, run=blank.name, pending=UNREAD)


def _renewed(paper: Paper, row: Announcement, day: str) -> Paper | None:
    """A known paper with its new version; ``None`` where there is none."""
    if not _is_newer(paper, row):
        return None
    version = replace(row.version, announced=row.version.announced or day)
    renewed = paper.with_(versions=(*paper.versions, version))
    # that an earlier one could not be laid beside its summary says nothing of this one
    return renewed.with_(failed=None) if paper.analysis else renewed


def _is_newer(paper: Paper, row: Announcement) -> bool:
    """Whether a version comes after all that are known; without numbers, whether it says something
    new.

    A cross-list of which no number is known is no news of the paper.
    """
    version = row.version
    if row.types and version.number is None and not _REPLACED & set(row.types):
        return False
    numbers = [known.number for known in paper.versions if known.number is not None]
    if version.number is not None and (numbers or version.number > 1):
        return version.number > max(numbers, default=1)
    said = {(known.title, known.abstract) for known in paper.versions}
    return (version.title, version.abstract) not in said


def _entry(row: Announcement, day: str) -> Entry:
    v = row.version
    return Entry(row.id, day, v.title, v.authors, v.abstract, v.categories, v.number)
