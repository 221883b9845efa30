"""The ranking of days that were announced, from receipts and what the wiki kept of their papers,
with the posts that came on them.

Nothing is asked and nothing written: a day is ranked as it would be now, under the settings that
are given. Posts have a place among the papers and take none of theirs: no model reads them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from wiki_builder.concepts.registry import Registry
from wiki_builder.core.errors import UsageError
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.entries import read_entries
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.store.posts import read_posts
from wiki_builder.core.store.receipts import covered_days, read_receipts
from wiki_builder.core.store.values import if_readable
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.announcement import Announcement, Version
from wiki_builder.core.values.post import Post
from wiki_builder.core.values.receipt import BY_HAND, Entry, Receipt, Row
from wiki_builder.events.decisions import read_decisions
from wiki_builder.library.events import events_of
from wiki_builder.library.index import load_index
from wiki_builder.library.interests import POST, as_version
from wiki_builder.library.library import Library
from wiki_builder.library.members import label
from wiki_builder.pages.deleted import rejected_papers
from wiki_builder.ranking.line import Ranked, ranked_posts
from wiki_builder.stages.interests import choice_of
from wiki_builder.stages.select import Choice, rank, why_not

JUST_BELOW = 10  # papers under the line that are shown


@dataclass(frozen=True)
class RankedDay:
    """A day's papers in order; ``read`` are those that a model was given when it was announced.
    ``posts`` came on that day, or since the one before, one of each event; ``labels`` say where
    each is from, and ``also`` where else the event of a paper or post is told.
    """

    day: str
    rows: tuple[Ranked, ...]
    read: frozenset[str]
    choice: Choice
    posts: tuple[Ranked, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def above(self) -> tuple[Ranked, ...]:
        """The papers that would be read now."""
        return tuple(one for one in self.rows if one.is_read)

    @property
    def shown(self) -> tuple[Ranked, ...]:
        """What would be read now, and the posts whose place is above the line, best first."""
        return _in_order(self.above, [one for one in self.posts if self._is_above(one)])

    @property
    def just_below(self) -> tuple[Ranked, ...]:
        """The best of the rest."""
        papers = [one for one in self.rows if not one.is_read]
        posts = [one for one in self.posts if not self._is_above(one)]
        return _in_order(papers, posts)[:JUST_BELOW]

    @property
    def further_down(self) -> tuple[Ranked, ...]:
        """The posts that come behind these."""
        shown = {one.row.id for one in (*self.shown, *self.just_below)}
        return tuple(one for one in self.posts if one.row.id not in shown)

    def _is_above(self, post: Ranked) -> bool:
        """Whether a post stands before the last paper that its score has read, or places are
        left.
        """
        line = max((one.number for one in self.rows if one.place == "above"), default=0)
        full = len(self.above) >= self.choice.papers_per_day
        return post.place == "post" and (post.number <= line or not full)

    def said(self, one: Ranked) -> str:
        """What becomes of a paper or post, in words."""
        if one.row.id.startswith(POST):
            why = "" if one.place == "post" else f": {why_not(one, len(self.rows), self.choice)}"
            return f"a post, which no model reads{why}"
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
    receipts = next(filter(None, found), [])
    posts = _posts_of_days(wiki)
    last = receipts[0].date if receipts else str(day) if day else max(posts, default="")
    if not receipts and last not in posts:
        raise UsageError(
            "nothing is known of that day" if day else "nothing was announced yet",
            where=str(day or wiki.root),
            next="Run `wiki-builder update`; `wiki-builder status` lists the last runs",
        )
    return _with_posts(wiki, _ranked(wiki, settings, receipts, last), posts.get(last, ()))


def ranked_paper(wiki: Wiki, settings: Settings, id_: str) -> tuple[RankedDay, Ranked]:
    """A paper in the ranking of the day on which it was announced last; a post in that of the day
    on which it came.

    Raises:
        UsageError: no receipt tells of it as a new paper, or there is no such post.
    """
    if id_.startswith(POST):
        return _ranked_post(wiki, settings, id_)
    receipts = _receipts(wiki, date.min)
    days = [receipt.date for receipt in receipts if any(row.id == id_ for row in _open(receipt))]
    for day in sorted(days, reverse=True):
        ranking = _ranked(wiki, settings, [one for one in receipts if one.date == day], day)
        for one in ranking.rows:
            if one.row.id == id_:
                return _with_posts(wiki, ranking, ()), one
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
        Change(_ranked(wiki, settings, [one for one in receipts if one.date == day], day))
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


def _ranked(wiki: Wiki, settings: Settings, receipts: list[Receipt], day: str) -> RankedDay:
    """A day's papers in order; ``receipts`` are those of the day, none where it has posts alone."""
    entries = read_entries(wiki, day)
    rows = {row.id: row for receipt in receipts for row in _open(receipt)}
    announced = [
        Announcement(row.id, row.types, version)
        for row in rows.values()
        if (version := _version(wiki, row, entries.get(row.id), day))
    ]
    choice = choice_of(wiki, settings, day)
    name = receipts[0].name if receipts else day
    ranking = rank(announced, choice, choice.papers_per_day, name)
    read = frozenset(row.id for row in rows.values() if row.outcome in ("taken", "failed"))
    return RankedDay(day, ranking, read, choice)


def _ranked_post(wiki: Wiki, settings: Settings, id_: str) -> tuple[RankedDay, Ranked]:
    for day, posts in _posts_of_days(wiki).items():
        for post in posts:
            if post.id == id_:
                receipts = _of(_receipts(wiki, date.fromisoformat(day)), date.fromisoformat(day))
                ranking = _with_posts(wiki, _ranked(wiki, settings, receipts, day), posts, id_)
                return ranking, next(one for one in ranking.posts if one.row.id == id_)
    raise UsageError(
        "this wiki has no such post",
        where=id_,
        next="`wiki-builder radar` lists the last ones with their ids",
    )


def _posts_of_days(wiki: Wiki) -> dict[str, list[Post]]:
    """The posts by the announcement day on which they came, or before which since the one before
    it; what came after the last one is of that day still, until the next is announced.
    """
    found: dict[str, list[Post]] = {}
    if not (posts := read_posts(wiki)):
        return found
    days = sorted({one.date for one in _receipts(wiki, date.min)})
    for post in posts.values():
        at = min(bisect_left(days, post.seen), len(days) - 1)
        found.setdefault(days[at] if days else post.seen, []).append(post)
    return found


def _with_posts(
    wiki: Wiki, ranking: RankedDay, posts: Sequence[Post], asked: str = ""
) -> RankedDay:
    """A day with its posts, but for those that a person deleted, and with one line an event: that
    of a paper of the day, else of the best post. A post that is ``asked`` for has its own.
    """
    every = read_posts(wiki)
    if not every:
        return ranking
    gone = rejected_papers(wiki, ("arxiv:", "file:", POST))
    cards = {id_: one.card for id_, one in load_index(wiki).items()}
    library = Library(cards, Registry(), {}, rejected=gone, posts=every)
    rows = [
        Announcement(post.id, (), as_version(post))
        for post in posts
        if post.id == asked or post.id not in gone
    ]
    about = [one.row.id for one in ranking.rows] + [row.id for row in rows]
    events = events_of(cards, gone, every, read_decisions(wiki), about).of
    told = {events[one.row.id].id for one in ranking.rows if one.row.id in events}
    ordered = list[Ranked]()
    for one in ranked_posts(rows, ranking.choice.ranker, ranking.rows):
        event = events[one.row.id].id if one.row.id in events else one.row.id
        if event not in told or one.row.id == asked:
            ordered.append(one)
            told.add(event)
    also = {
        id_: tuple(dict.fromkeys(label(library, one) for one in events[id_].members if one != id_))
        for id_ in (one.row.id for one in (*ranking.rows, *ordered))
        if id_ in events
    }
    stamps = {post.id: post.stamp for post in posts}
    labels = {one.row.id: stamps[one.row.id] for one in ordered}
    return replace(ranking, posts=tuple(ordered), labels=labels, also=also)


def _in_order(papers: Sequence[Ranked], posts: Sequence[Ranked]) -> tuple[Ranked, ...]:
    """Both by their numbers: a post stands before the paper whose number it would have, and a
    better one before it.
    """

    def place(one: Ranked) -> tuple[int, bool, float, str]:
        return one.number, not one.row.id.startswith(POST), -one.score.total, one.row.id

    return tuple(sorted((*papers, *posts), key=place))


def _version(wiki: Wiki, row: Row, entry: Entry | None, day: str) -> Version | None:
    """A paper as it was announced; none of one that the wiki keeps no words of."""
    if entry:
        return Version(entry.version, entry.title, entry.authors, entry.abstract, entry.categories)
    paper = if_readable(read_paper, wiki, row.id)
    if paper is None:
        return None
    own = (version for version in paper.versions if version.announced == day)
    return next(own, paper.versions[0])
