"""Which papers and posts of the wiki are one event.

It is computed from its members and from what people joined and parted; nothing of it is stored.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import date, timedelta
from typing import Final

from wiki_builder.core.values.post import Post
from wiki_builder.events.decisions import Decision
from wiki_builder.events.group import Groups, group
from wiki_builder.events.record import Kind, Record, place_host
from wiki_builder.events.same import DAYS_APART
from wiki_builder.library.card import Card

_RELEASES: Final = ("github.com", "gitlab.com", "gitee.com", "codeberg.org")
_WORD = re.compile(r"[^\W_]{3,}")


def events_of(
    cards: Mapping[str, Card],
    rejected: Collection[str],
    posts: Mapping[str, Post],
    decisions: Iterable[Decision],
) -> Groups:
    """The events among the papers and posts that people kept; without posts and decisions there is
    none.
    """
    log = tuple(decisions)
    kept = [post for id_, post in posts.items() if id_ not in rejected]
    if not kept and not log:
        return Groups()
    named = {id_ for post in kept for id_ in post.papers} | {i for one in log for i in one.pair}
    near = _near(kept)
    papers = (
        paper_record(card)
        for id_, card in cards.items()
        if id_ not in rejected and (id_ in named or near(card))
    )
    return group([*papers, *map(post_record, kept)], log)


class _Near:
    """Whether a paper may have anything to do with one of some posts: its day fits, and its title
    has a word of theirs. Most papers' titles are looked at and no further.
    """

    def __init__(self, posts: Iterable[Post]) -> None:
        days = [date.fromisoformat(post.date) for post in posts]
        span = timedelta(days=DAYS_APART)
        self.first = (min(days) - span).isoformat() if days else "9999"
        self.last = (max(days) + span).isoformat() if days else ""
        told = (f"{post.title} {post.link} {' '.join(post.links)}" for post in posts)
        self.words = {word for one in told for word in _WORD.findall(one.lower())}

    def __call__(self, card: Card) -> bool:
        return self.first <= card.date <= self.last and not self.words.isdisjoint(
            _WORD.findall(card.title.lower())
        )


def _near(posts: Iterable[Post]) -> _Near:
    return _Near(tuple(posts))


def paper_record(card: Card) -> Record:
    """A paper as it is compared."""
    return Record(
        card.id,
        "paper",
        card.title,
        card.date,
        links=card.links,
        dois=tuple(filter(None, (card.doi,))),
        authors=card.authors,
    )


def post_record(post: Post) -> Record:
    """A post as it is compared; one of a repository's releases is a release."""
    host = place_host(post.link)
    kind: Kind = "release" if host in _RELEASES else "post"
    return Record(
        post.id,
        kind,
        post.title,
        post.date if post.dated else None,
        post.link,
        also=post.links,
        dois=tuple(filter(None, (post.doi,))),
        authors=post.authors,
        mentions=post.papers,
    )
