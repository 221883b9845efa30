"""Taking: what becomes of each announced paper, accounted for in a receipt.

Pure: the same announcement, the same wiki and the same settings give the same
receipt, also when a killed run had written half of it. Papers are ranked without a model
(:mod:`wiki_builder.ranking`); a model reads what is above the line, and the rest is kept as
title and abstract.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from wiki_builder.core.values.announcement import Announcement, AnnounceType, Version
from wiki_builder.core.values.paper import Paper, Pending
from wiki_builder.core.values.receipt import NEW_VERSION, REJECTED, Entry, Receipt, Row

if TYPE_CHECKING:
    from wiki_builder.ranking.line import Ranked
    from wiki_builder.ranking.score import Ranker

UNREAD = Pending("not read yet")
UNREADABLE = "in the wiki, and its file cannot be read"
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

    ranker: Ranker
    papers_per_day: int
    announce_types: tuple[AnnounceType, ...]
    quotas: Mapping[str, int] = field(default_factory=dict)
    surprise: float = 0.0


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
    places = choice.papers_per_day if places is None else places
    ranking = {one.row.id: one for one in rank(open_, choice, places, blank.name)}
    chosen = {id_ for id_, one in ranking.items() if one.is_read} | {
        row.id for row in open_ if papers[row.id]
    }
    decided = [
        _decide(row, papers[row.id], blank, chosen, ranking, rejected, choice) for row in announced
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
    ranking: Mapping[str, Ranked],
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
            else replace(decided, reason=_surprise(ranking.get(row.id), len(ranking)))
        )
    return replace(decided, outcome="skipped", reason=_skipped(row, ranking, choice))


def _surprise(found: Ranked | None, of: int) -> str | None:
    """What a receipt says of a paper that is read though others were ranked above it."""
    if found and found.place == "surprise":
        return f"a surprise: ranked {found.number} of {of}"
    return None


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


def _skipped(row: Announcement, ranking: Mapping[str, Ranked], choice: Choice) -> str:
    if not (found := ranking.get(row.id)):
        return f"announced as {' and '.join(row.types)}, of a paper that is not in this wiki"
    return why_not(found, len(ranking), choice)


def why_not(found: Ranked, of: int, choice: Choice) -> str:
    """Why a paper is not read that was ranked among ``of`` papers."""
    number, limit = found.number, choice.papers_per_day
    match found.place:
        case "quota":
            category = found.row.version.categories[0]
            quota = choice.quotas[category]
            return f"ranked {number} of {of}; {quota} of {category} are read"
        case "copy":
            return f"nearly the same text as {found.of}, which is read"
        case "no match" if found.score.is_unwanted:
            return "it holds what is not wanted"  # what that is stays its reader's
        case "no match" if choice.ranker.interests.by_keywords_alone:
            return "no keyword matches"
        case "no match":
            return "nothing that is sought is in it"
        case _ if choice.ranker.interests.are_empty:
            return f"beyond the {limit} papers a day that are read"
        case _:
            return f"ranked {number} of {of}; {limit} are read"


def _type_wanted(row: Announcement, choice: Choice) -> bool:
    return not row.types or bool(set(row.types) & set(choice.announce_types))


def rank(rows: Sequence[Announcement], choice: Choice, places: int, day: str) -> tuple[Ranked, ...]:
    """The papers of a day that are of a wanted type, best first, each with its place."""
    from wiki_builder.ranking.line import Limits, ranked  # not on a day without papers

    wanted = [row for row in rows if _type_wanted(row, choice)]
    return ranked(wanted, choice.ranker, Limits(places, choice.quotas, choice.surprise), day)


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
