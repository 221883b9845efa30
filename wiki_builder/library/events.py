"""Which papers and posts of the wiki are one event.

It is computed from its members and from what people joined and parted; nothing of it is stored.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from wiki_builder.core.values.post import Post
from wiki_builder.events.decisions import Decision
from wiki_builder.events.group import Groups, group
from wiki_builder.events.record import Kind, Record, place_host, place_of
from wiki_builder.events.same import TITLE_DAYS_APART, telling_words
from wiki_builder.library.card import Card
from wiki_builder.ranking.terms import is_term
from wiki_builder.sources.same_work import doi_of

_RELEASES: Final = ("github.com", "gitlab.com", "gitee.com", "codeberg.org")
_WORD = re.compile(r"[^\W_]+")


def events_of(
    cards: Mapping[str, Card],
    rejected: Collection[str],
    posts: Mapping[str, Post],
    decisions: Iterable[Decision],
    about: Iterable[str] | None = None,
) -> Groups:
    """The events among the papers and posts that people kept; without posts and decisions there is
    none. ``about`` says of which of them alone they are asked for.
    """
    log = tuple(decisions)
    kept = [post for id_, post in posts.items() if id_ not in rejected]
    if not kept and not log:
        return Groups()
    named = {id_ for post in kept for id_ in post.papers} | {i for one in log for i in one.pair}
    dois = {doi for post in kept if (doi := _doi(post.doi))}
    near = _Near(kept)
    papers = (
        paper_record(card)
        for id_, card in cards.items()
        if id_ not in rejected and (id_ in named or _doi(card.doi) in dois or near(card))
    )
    return group([*papers, *map(post_record, kept)], log, about)


def _doi(doi: str | None) -> str | None:
    return doi_of(doi) if doi else None


class _Near:
    """Whether a paper may be one event with one of some posts, or be proposed: its day fits, and
    its title shares two words with one of theirs, or a name. Most are looked at no further.
    """

    def __init__(self, posts: Sequence[Post]) -> None:
        days = [date.fromisoformat(post.date) for post in posts]
        span = timedelta(days=TITLE_DAYS_APART)
        self.first = (min(days) - span).isoformat() if days else "9999"
        self.last = (max(days) + span).isoformat() if days else ""
        self.names = set[str]()
        self.by_word: dict[str, set[int]] = {}
        for number, post in enumerate(posts):
            places = " ".join(place_of(url).name for url in (post.link, *post.links))
            told = telling_words(f"{post.title} {places.replace('-', ' ').replace('_', ' ')}")
            self.names.update(word for word in told if len(word) > 2 and not is_term(word))
            for word in telling_words(post.title):
                self.by_word.setdefault(word, set()).add(number)

    def __call__(self, card: Card) -> bool:
        if not self.first <= card.date <= self.last:
            return False
        words = _WORD.findall(card.title.lower())
        runs = ("".join(words[:n]) for n in range(2, 6))
        if not self.names.isdisjoint(words) or not self.names.isdisjoint(runs):
            return True
        seen = set[int]()
        for posts in (self.by_word[word] for word in words if word in self.by_word):
            if not seen.isdisjoint(posts):
                return True
            seen |= posts
        return False


@dataclass(frozen=True, slots=True)
class _AuthorsOf:
    """A paper's authors, read when they are asked for: of few papers they are."""

    card: Card

    def __iter__(self) -> Iterator[str]:
        return iter(self.card.authors)


def paper_record(card: Card) -> Record:
    """A paper as it is compared."""
    return Record(
        card.id,
        "paper",
        card.title,
        card.date,
        links=card.links,
        dois=tuple(filter(None, (card.doi,))),
        authors=_AuthorsOf(card),
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
