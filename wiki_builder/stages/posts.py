"""Posts: what the feeds beside arXiv bring, and what becomes of each entry.

An entry is taken once, whatever its address, and although it vanishes and comes back. The first
import of a feed takes its newest entries alone; later ones take what came since, so many a run,
the oldest first, and the rest waits for the next. One feed that fails harms no other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from wiki_builder.core.errors import FormatError
from wiki_builder.core.http.client import Client
from wiki_builder.core.settings import Feed
from wiki_builder.core.store.papers import paper_files, read_paper_file
from wiki_builder.core.store.posts import (
    add_feed_rows,
    add_posts,
    read_feed_state,
    read_posts,
    write_feed_state,
)
from wiki_builder.core.store.values import read_each
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.post import FeedOutcome, FeedRow, FeedState, Post
from wiki_builder.sources.feeds.ask import FeedAnswer, ask_feed
from wiki_builder.sources.feeds.entry import FeedContent, FeedEntry
from wiki_builder.sources.same_work import Work, Works
from wiki_builder.stages.outcomes import OLDER, Brought

FIRST_POSTS = 10  # of a feed that is followed from now on
FIRST_DAYS = 30

NOT_FIRST = f"beyond the {FIRST_POSTS} newest of the last {FIRST_DAYS} days, when it was first read"
_FIRST = "first"
WAITS = "waits for the next run"
_DOI = re.compile(rb'"doi":\s*"([^"]+)"')

PaperOf = Callable[[FeedEntry], str | None]
"""Gives the paper, at arXiv or here, that an entry is; ``None`` for what is none."""


@dataclass(frozen=True, slots=True)
class FeedImport:
    """What one feed brought: the row of the receipt, the posts, and what is known from now on."""

    row: FeedRow
    posts: tuple[Post, ...] = ()
    state: FeedState | None = None


@dataclass
class _Known:
    """The posts of the wiki by what they are known by, read when they are asked for."""

    wiki: Wiki
    read: bool = False
    posts: dict[str, Post] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)

    def of(self, keys: Iterable[str]) -> Post | None:
        if not self.read:
            self.read = True
            self.add(read_posts(self.wiki).values())
        found = next((self.ids[key] for key in keys if key in self.ids), None)
        return self.posts[found] if found else None

    def add(self, posts: Iterable[Post]) -> None:
        for post in posts:
            self.posts[post.id] = post
            for key in post.keys:
                self.ids.setdefault(key, post.id)


def import_posts(
    wiki: Wiki,
    feeds: Sequence[Feed],
    client: Client,
    today: date,
    paper_of: PaperOf | None = None,
    *,
    write: bool = True,
    step: Callable[[str], None] = lambda name: None,
) -> Brought:
    """Ask each feed and keep what is new; each is written before the next one is asked.

    Posts come first, then the day's receipt, and the feed's state last, so that a run may be killed
    anywhere: the next one finds what is there. Without ``write`` nothing is written.
    """
    known, rows, posts = _Known(wiki), list[FeedRow](), list[Post]()
    papers = paper_of or papers_of(wiki)
    for feed in feeds:
        step(f"feed {feed.name}")
        one = _imported(wiki, feed, client, today, known, papers)
        if write:
            add_posts(wiki, one.posts)
            one = _noted(wiki, one, today)
            if one.state:
                write_feed_state(wiki, one.state)
        known.add(one.posts)
        new = tuple(post for post in one.posts if post.id in one.row.taken)
        rows.append(one.row)
        posts += new
    return Brought(tuple(rows), tuple(posts))


def try_feed(wiki: Wiki, feed: Feed, client: Client, today: date) -> tuple[FeedAnswer, FeedImport]:
    """What a feed answers, and what the next run would take of it; nothing is written.

    One that is gone is asked all the same.
    """
    state = replace(_state(wiki, feed), gone=None, handled=None)
    answer = ask_feed(client, feed.name, feed.url)
    if not isinstance(answer.content, FeedContent):
        reason, empty = answer.content.reason, answer.content.empty
        return answer, _failed(feed, state, answer, reason, empty, today)
    chosen = _chosen(feed, state, answer, answer.content, today, _Known(wiki), papers_of(wiki))
    return answer, chosen


def _noted(wiki: Wiki, one: FeedImport, today: date) -> FeedImport:
    """A feed's row in the day's receipt, or with why that cannot be had, which stops no run."""
    try:
        add_feed_rows(wiki, today.isoformat(), [_with_all_of_the_day(wiki, today, one.row)])
    except FormatError as error:
        said = "; ".join(filter(None, (one.row.note, f"is not in the day's receipt: {error}")))
        return replace(one, row=replace(one.row, note=said))
    return one


def _with_all_of_the_day(wiki: Wiki, today: date, row: FeedRow) -> FeedRow:
    """A row with what a run of the day took that was killed before it said so."""
    if not row.known:
        return row
    posts, day = read_posts(wiki).values(), today.isoformat()
    own = [post.id for post in posts if post.source == row.source and post.seen == day]
    more = [id_ for id_ in own if id_ not in row.taken]
    if not more:
        return row
    taken = tuple(sorted((*row.taken, *more)))
    return replace(row, taken=taken, outcome="new", known=max(0, row.known - len(more)))


def _imported(
    wiki: Wiki, feed: Feed, client: Client, today: date, known: _Known, paper_of: PaperOf
) -> FeedImport:
    try:
        state = _state(wiki, feed)
    except FormatError as error:
        note = f"was not asked: {error.what}. {error.next}"
        return FeedImport(FeedRow(feed.name, feed.shown, "failed", note=note))
    if state.gone:
        note = f"is not asked any more: it {state.problem}. Give its new address, or remove it"
        return FeedImport(FeedRow(feed.name, feed.shown, "gone", note=note))
    answer = ask_feed(client, feed.name, feed.url, state.handled)
    if answer.unchanged:
        quiet = FeedRow(feed.name, feed.shown, "quiet", note=_moved(feed, answer))
        return FeedImport(quiet, state=replace(state, failing=None, problem=None))
    if not isinstance(answer.content, FeedContent):
        return _failed(feed, state, answer, answer.content.reason, answer.content.empty, today)
    return _chosen(feed, state, answer, answer.content, today, known, paper_of)


def _state(wiki: Wiki, feed: Feed) -> FeedState:
    """What is known of a feed; of one with another address than before only what it brought."""
    state = read_feed_state(wiki, feed.name) or FeedState(feed.name, feed.url)
    if state.url == feed.url:
        return state
    return FeedState(feed.name, feed.url, state.first, left=state.left)


def _failed(
    feed: Feed, state: FeedState, answer: FeedAnswer, reason: str, empty: bool, today: date
) -> FeedImport:
    outcome: FeedOutcome = "gone" if answer.gone else "empty" if empty else "failed"
    since = state.failing or today.isoformat()
    note = reason + (f" (since {since})" if since != today.isoformat() else "")
    kept = replace(
        state,
        failing=since,
        problem=reason,
        moved=answer.moved,
        gone=today.isoformat() if answer.gone else None,
    )
    return FeedImport(FeedRow(feed.name, feed.shown, outcome, note=note), state=kept)


def _moved(feed: Feed, answer: FeedAnswer) -> str | None:
    """That a feed stands elsewhere for good."""
    if not answer.moved or answer.moved == feed.url:
        return None
    return f"moved to {answer.moved}; it is read there, and wiki.toml has its old address"


@dataclass
class _Sorted:
    """The entries of a feed by what becomes of them."""

    known: int = 0
    fresh: list[FeedEntry] = field(default_factory=list)
    again: list[Post] = field(default_factory=list)  # known, under an address that is new
    papers: dict[str, FeedEntry] = field(default_factory=dict)
    left: Counter[str] = field(default_factory=Counter)


def _chosen(
    feed: Feed,
    state: FeedState,
    answer: FeedAnswer,
    content: FeedContent,
    today: date,
    known: _Known,
    paper_of: PaperOf,
) -> FeedImport:
    first = state.first is None
    border = date.fromisoformat(state.first or today.isoformat()) - timedelta(days=FIRST_DAYS)
    newest = _newest(content.entries, border) if first else ()
    found = _sorted(content.entries, state, border, known, paper_of)
    own = dict(state.left)
    own |= {key: paper for paper, entry in found.papers.items() for key in entry.keys}
    if first:
        chosen = [entry for entry in found.fresh if entry in newest]
        rest = [entry for entry in found.fresh if entry not in newest]
        own |= {key: _FIRST for entry in rest for key in entry.keys}
        why = NOT_FIRST
    else:
        ordered = sorted(found.fresh, key=lambda entry: entry.date or today)
        chosen, rest = ordered[: feed.posts_per_run], ordered[feed.posts_per_run :]
        why = WAITS
    found.left[why] += len(rest)
    posts = [_post(feed, entry, today) for entry in chosen]
    row = FeedRow(
        feed.name,
        feed.shown,
        "new" if posts else "quiet",
        content.listed,
        tuple(sorted(post.id for post in posts)),
        found.known,
        dict(sorted((found.left + Counter(content.left)).items())),
        tuple(sorted(found.papers)),
        _moved(feed, answer),
    )
    done = replace(
        state,
        first=state.first or today.isoformat(),
        failing=None,
        problem=None,
        moved=answer.moved,
        handled=None if why == WAITS and rest else answer.hash,
        left=dict(sorted(own.items())),
    )
    return FeedImport(row, (*posts, *found.again), done)


def _newest(entries: Sequence[FeedEntry], border: date) -> list[FeedEntry]:
    """What a first import takes, known or not: the newest; undated ones as the feed has them."""
    fit = [entry for entry in entries if entry.date is None or entry.date >= border]
    dated = sorted(fit, key=lambda entry: entry.date or date.max, reverse=True)
    return dated[:FIRST_POSTS]


def _sorted(
    entries: Iterable[FeedEntry], state: FeedState, border: date, known: _Known, paper_of: PaperOf
) -> _Sorted:
    found = _Sorted()
    for entry in entries:
        if post := known.of((*entry.keys, *entry.ends)):
            found.known += 1
            if not set(entry.keys) & set(post.keys):
                found.again.append(_under(post, entry))
        elif entry.date and entry.date < border:
            found.left[OLDER] += 1
        elif any(key in state.left for key in entry.keys):
            found.known += 1
        elif paper := paper_of(entry):
            found.papers[paper] = entry
        else:
            found.fresh.append(entry)
    return found


def _under(post: Post, entry: FeedEntry) -> Post:
    """A known post with a further address of it."""
    keys = tuple(dict.fromkeys((*post.keys, *entry.keys)))
    links = dict.fromkeys((*post.links, entry.link, *entry.links))
    return replace(post, keys=keys, links=tuple(link for link in links if link != post.link))


def _post(feed: Feed, entry: FeedEntry, today: date) -> Post:
    """A post of an entry; a day that is still to come is none that the entry can have."""
    day = entry.date if entry.date and entry.date <= today + timedelta(days=1) else None
    return Post(
        id=f"post:{feed.name}/{entry.keys[0]}",
        source=feed.name,
        label=feed.shown,
        title=entry.title,
        link=entry.link,
        date=(day or today).isoformat(),
        seen=today.isoformat(),
        dated=day is not None,
        summary=entry.summary if feed.words else "",
        authors=entry.authors,
        doi=entry.doi,
        papers=entry.papers,
        links=entry.links,
        keys=(*entry.keys, *entry.ends),
    )


def papers_of(wiki: Wiki) -> PaperOf:
    """Tells a paper by what an entry says of itself: its address at arXiv; and of one that has a
    DOI, which is an article and no word about one, by DOI, or title and authors of a paper here.

    The papers are looked through when the first DOI is asked for.
    """
    works: Works | None = None

    def paper(entry: FeedEntry) -> str | None:
        nonlocal works
        if entry.paper or not entry.doi:
            return entry.paper
        works = works or _works(wiki)
        found = works.find(Work(entry.link, entry.title, entry.authors, (entry.doi,)))
        return found.work.key if found else None

    return paper


def _works(wiki: Wiki) -> Works:
    from wiki_builder.library.index import load_index  # most runs bring no article

    works, dois = Works(), dict(_dois(wiki))
    for id_, one in sorted(load_index(wiki).items()):
        works.add(Work(id_, one.card.title, one.card.authors, dois.get(id_, ())))
    return works


def _dois(wiki: Wiki) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The DOIs of journal versions of the papers here, by the files that name any."""
    naming = [path for path in paper_files(wiki) if _DOI.search(path.read_bytes())]
    papers, _ = read_each(naming, read_paper_file, lambda path: path)
    for paper in papers:
        dois = dict.fromkeys(version.doi for version in paper.versions if version.doi)
        yield paper.id, tuple(dois)
