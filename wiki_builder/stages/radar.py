"""The ranking of days that were announced, from receipts and what the wiki kept of their papers.

Nothing is asked and nothing written: a day is ranked as it would be now, under the settings that
are given.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from wiki_builder.core.errors import UsageError
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.entries import read_entries
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.store.receipts import covered_days, read_receipts
from wiki_builder.core.store.values import if_readable
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.announcement import Announcement, Version
from wiki_builder.core.values.receipt import BY_HAND, Entry, Receipt, Row
from wiki_builder.ranking.line import Ranked
from wiki_builder.stages.interests import choice_of
from wiki_builder.stages.select import Choice, rank, why_not

JUST_BELOW = 10  # papers under the line that are shown


@dataclass(frozen=True)
class RankedDay:
    """A day's papers in order; ``read`` are those that a model was given when it was announced."""

    day: str
    rows: tuple[Ranked, ...]
    read: frozenset[str]
    choice: Choice

    @property
    def above(self) -> tuple[Ranked, ...]:
        """What would be read now."""
        return tuple(one for one in self.rows if one.is_read)

    @property
    def just_below(self) -> tuple[Ranked, ...]:
        """The best of the rest."""
        return tuple(one for one in self.rows if not one.is_read)[:JUST_BELOW]

    def said(self, one: Ranked) -> str:
        """What becomes of a paper, in words."""
        if one.place == "surprise":
            return f"a surprise: ranked {one.number} of {len(self.rows)}"
        return "read" if one.is_read else why_not(one, len(self.rows), self.choice)


@dataclass(frozen=True)
class Change:
    """What would have been read of a day instead."""

    now: RankedDay

    @property
    def gained(self) -> tuple[Ranked, ...]:
        return tuple(one for one in self.now.above if one.row.id not in self.now.read)

    @property
    def lost(self) -> tuple[Ranked, ...]:
        return tuple(
            one for one in self.now.rows if one.row.id in self.now.read and not one.is_read
        )


def ranked_day(wiki: Wiki, settings: Settings, day: date | None) -> RankedDay:
    """The ranking of a day, or of the last one on which anything was announced.

    Raises:
        UsageError: no receipt tells of such a day.
    """
    asked = [day] if day else sorted(covered_days(wiki), reverse=True)
    found = (_of(_receipts(wiki, one), one) for one in asked)
    if not (receipts := next(filter(None, found), [])):
        raise UsageError(
            "nothing is known of that day" if day else "nothing was announced yet",
            where=str(day or wiki.root),
            next="Run `wiki-builder update`; `wiki-builder status` lists the last runs",
        )
    return _ranked(wiki, settings, receipts)


def ranked_paper(wiki: Wiki, settings: Settings, id_: str) -> tuple[RankedDay, Ranked]:
    """A paper in the ranking of the day on which it was announced last.

    Raises:
        UsageError: no receipt tells of it as a new paper.
    """
    receipts = _receipts(wiki, date.min)
    days = [receipt.date for receipt in receipts if any(row.id == id_ for row in _open(receipt))]
    for day in sorted(days, reverse=True):
        ranking = _ranked(wiki, settings, [one for one in receipts if one.date == day])
        for one in ranking.rows:
            if one.row.id == id_:
                return ranking, one
    raise UsageError(
        "no announcement that this wiki knows of had it as a paper to rank",
        where=id_,
        next="`wiki-builder radar --day DATE` shows what was ranked",
    )


def tuned(wiki: Wiki, settings: Settings, last_days: int) -> list[Change]:
    """What would have been read under ``settings`` on each of the last days, oldest first."""
    since = max(covered_days(wiki), default=date.max) - timedelta(days=last_days)
    receipts = _receipts(wiki, since)
    days = sorted({receipt.date for receipt in receipts if receipt.date > since.isoformat()})
    return [
        Change(_ranked(wiki, settings, [one for one in receipts if one.date == day]))
        for day in days
    ]


def _receipts(wiki: Wiki, since: date) -> list[Receipt]:
    found = read_receipts(wiki, since)
    return [one for one in found if any(_open(one)) and not one.name.startswith(BY_HAND)]


def _of(receipts: list[Receipt], day: date) -> list[Receipt]:
    return [one for one in receipts if one.date == day.isoformat()]


def _open(receipt: Receipt) -> Iterator[Row]:
    """The papers that were new on a day."""
    return (row for row in receipt.rows if row.outcome in ("taken", "failed", "skipped"))


def _ranked(wiki: Wiki, settings: Settings, receipts: list[Receipt]) -> RankedDay:
    day = receipts[0].date
    entries = read_entries(wiki, day)
    rows = {row.id: row for receipt in receipts for row in _open(receipt)}
    announced = [
        Announcement(row.id, row.types, version)
        for row in rows.values()
        if (version := _version(wiki, row, entries.get(row.id), day))
    ]
    choice = choice_of(wiki, settings, day)
    ranking = rank(announced, choice, choice.papers_per_day, receipts[0].name)
    read = frozenset(row.id for row in rows.values() if row.outcome in ("taken", "failed"))
    return RankedDay(day, ranking, read, choice)


def _version(wiki: Wiki, row: Row, entry: Entry | None, day: str) -> Version | None:
    """A paper as it was announced; none of one that the wiki keeps no words of."""
    if entry:
        return Version(entry.version, entry.title, entry.authors, entry.abstract, entry.categories)
    paper = if_readable(read_paper, wiki, row.id)
    if paper is None:
        return None
    own = (version for version in paper.versions if version.announced == day)
    return next(own, paper.versions[0])
