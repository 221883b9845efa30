"""From settings and marks to what papers are ranked by: examples get the texts the wiki has; and
what that says for a paper, in few words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache, cached_property, partial
from typing import Final, TypeAlias

from wiki_builder.core.settings import Settings
from wiki_builder.core.store.entries import read_entries
from wiki_builder.core.store.holdings import read_holdings
from wiki_builder.core.store.marks import read_marks
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.store.posts import read_posts
from wiki_builder.core.store.values import if_readable
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.marks import MarkKind, standing
from wiki_builder.core.values.post import Post
from wiki_builder.core.values.receipt import Entry
from wiki_builder.library.held import once
from wiki_builder.ranking.interests import Example, Interests
from wiki_builder.ranking.score import Ranker

MOST_MARKS: Final = 200  # that are learnt from: reading each paper takes its time
MOST_HELD: Final = 200  # works of a library that are, the newest
POST: Final = "post:"  # what a post's id begins with
NO_WORDS: Final = Bilingual("", "")

EntriesOf: TypeAlias = Callable[[str], dict[str, Entry]]
"""What was announced in a month and not read."""
_MONTH = timedelta(days=31)
_ARXIV = re.compile(r"arxiv:(?:[A-Za-z.-]+/)?([0-9]{2})([0-9]{2})[0-9.]+")


def interests_of(wiki: Wiki, settings: Settings, before: str, *, library: bool = True) -> Interests:
    """What the owner of a wiki seeks, by what stands in their own ``library`` too. An example that
    the wiki knows nothing of is left out.
    """
    own, known = settings.interests, _Known(wiki)
    held = _held(known, before) if library else ()
    examples = (*_examples(known, settings, before), *held)
    marked = tuple(_marked(known, before))
    return Interests(
        own.about, own.keywords, own.authors, own.groups, examples, own.unwanted, marked
    )


@dataclass(frozen=True, slots=True)
class Why:
    """What a paper's or a post's score is, and in few words what speaks for it."""

    points: float = 0.0
    words: Bilingual = NO_WORDS


def why_of(wiki: Wiki, settings: Settings) -> Callable[[str], Why]:
    """What speaks for each paper or post, by its id: no words where nothing does, and of what was
    marked or is an example itself, which its reader knows. Of a paper as it is now, by all marks
    until now; no work of its owner's library is named where the site may not tell of that.
    """
    interests = interests_of(wiki, settings, date.max.isoformat(), library=settings.site.library)
    ranker = Ranker(interests)
    told = {one.id for one in (*interests.examples, *interests.marked)}
    posts = _Known(wiki)

    def why(id_: str) -> Why:
        version = posts.version(id_)
        if version is None:
            return Why()
        score = ranker.score(version)
        return Why(score.total, NO_WORDS if id_ in told else score.in_short)

    return why


def as_version(post: Post) -> Version:
    """A post as the ranking reads it: its title, and what its feed says of it."""
    return Version(None, post.title, post.authors, post.summary, ())


class _Known:
    """What the wiki knows of papers and posts, read when it is asked for."""

    def __init__(self, wiki: Wiki) -> None:
        self.wiki = wiki
        self.entries: EntriesOf = cache(partial(read_entries, wiki))

    @cached_property
    def posts(self) -> dict[str, Post]:
        return read_posts(self.wiki)

    def version(self, id_: str) -> Version | None:
        """A paper or post as it is now."""
        if id_.startswith(POST):
            post = self.posts.get(id_)
            return as_version(post) if post else None
        paper = if_readable(read_paper, self.wiki, id_)
        return paper.latest if paper else None

    def example(self, id_: str, before: str) -> Example | None:
        """What was there ``before`` a day, as it was first announced."""
        if id_.startswith(POST):
            post = self.posts.get(id_)
            there = post and post.seen < before
            return Example(id_, post.title, post.summary) if post and there else None
        if paper := if_readable(read_paper, self.wiki, id_):
            first = paper.versions[0]
            if (first.announced or paper.imported) >= before:
                return None
            return Example(id_, first.title, first.abstract, first.categories)
        entry = entry_of(id_, self.entries, before)
        return Example(id_, entry.title, entry.abstract, entry.categories) if entry else None


def _examples(known: _Known, settings: Settings, before: str) -> Iterator[Example]:
    for id_ in settings.interests.examples:
        if one := known.example(f"arxiv:{id_}", before):
            yield one


def _marked(known: _Known, before: str) -> Iterator[Example]:
    """The papers and posts that were marked before a day, each with its last mark, the latest
    :data:`MOST_MARKS` of them.
    """
    last: dict[str, tuple[str, MarkKind]] = {}
    for kind, papers in standing(read_marks(known.wiki)).items():
        for paper, at in papers.items():
            if at < before:
                last[paper] = max((at, kind), last.get(paper, (at, kind)))
    given = sorted((at, paper, kind) for paper, (at, kind) in last.items())
    for at, paper, kind in given[-MOST_MARKS:]:
        if one := known.example(paper, before):
            yield replace(one, date=at[:10], mark=kind)


def _held(known: _Known, before: str) -> Iterator[Example]:
    """The newest works of its owner's library that were there before a day, as the library's file
    describes them, or as the wiki does where that has no abstract.
    """
    works = [one for one in read_holdings(known.wiki) if one.since < before and one.title]
    works.sort(key=lambda one: (one.year, one.id, one.doi, one.title))
    newest = once(works[-2 * MOST_HELD :])[-MOST_HELD:]  # git may have joined lines of one work
    for one in newest:
        own = None if one.abstract or not one.id else known.example(one.id, before)
        yield own or Example(one.id or one.doi or one.title, one.title, one.abstract)


def unknown_examples(wiki: Wiki, settings: Settings, before: str) -> tuple[str, ...]:
    """The examples of which the wiki has no text."""
    known = {one.id for one in _examples(_Known(wiki), settings, before)}
    return tuple(id_ for id_ in settings.interests.examples if f"arxiv:{id_}" not in known)


def entry_of(id_: str, entries: EntriesOf, before: str = "9999") -> Entry | None:
    """A paper that was announced ``before`` a day and not read."""
    found = (entries(month).get(id_) for month in _months(id_))
    return next((entry for entry in found if entry and entry.date < before), None)


def _months(id_: str) -> Iterator[str]:
    """The month of an id, in which it was announced, and the one after."""
    found = _ARXIV.fullmatch(id_)
    if found is None:
        return
    year, month = int(found[1]), int(found[2])
    if 1 <= month <= 12:
        first = date(1900 + year if year > 90 else 2000 + year, month, 1)
        yield first.isoformat()[:7]
        yield (first + _MONTH).isoformat()[:7]
