"""What an event is to its readers: which member it is called after, the others, and what explains
it.

An event is what its best member is: of papers the weightiest, else its first post.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from wiki_builder.core.values.analysis import ROLES
from wiki_builder.core.values.concept import Concept
from wiki_builder.core.values.post import Post
from wiki_builder.events.group import Group
from wiki_builder.library.card import Card
from wiki_builder.library.held import work_of
from wiki_builder.library.library import Library, concept_page_id
from wiki_builder.sources.same_work import Work, same_work

GUIDES: Final = 2


def best_member(library: Library, event: Group) -> str:
    """The member that the event is called after: the weightiest paper, else its first post."""
    return _best(library, event.members)


def in_one_line(library: Library, ids: Iterable[str]) -> frozenset[str]:
    """The papers and posts of a list that stand in another's line there: of each event all but one
    member, the weightiest paper, else the post that was here first (so that a reader's marks stay
    in sight, whatever comes later); among papers, posts are named in their lines.
    """
    listed = [id_ for id_ in ids if id_ in library.events.of]
    found: dict[str, list[str]] = {}
    for id_ in listed:
        found.setdefault(library.events.of[id_].id, []).append(id_)
    left_out: set[str] = set()
    for own in found.values():
        members = set(own)
        event = library.events.of[own[0]]
        best = _best(library, [id_ for id_ in event.members if id_ in members])
        left_out |= members - {best}
    return frozenset(left_out)


def _best(library: Library, members: Sequence[str]) -> str:
    cards = [card for id_ in members if (card := library.card(id_))]
    if not cards:
        posts = [library.posts[id_] for id_ in members if id_ in library.posts]
        first = min(posts, key=lambda post: (post.seen, post.date, post.id), default=None)
        return first.id if first else members[0]
    return min(cards, key=lambda card: (-(card.importance or 0), card.date, card.id)).id


def best_card(library: Library, id_: str) -> Card | None:
    """The paper that the event of a paper or post is called after; of a paper alone itself."""
    event = library.events.of.get(id_)
    return library.card(best_member(library, event) if event else id_)


def weightier(library: Library, card: Card) -> Card | None:
    """The paper of a paper's event whose importance counts for it, where that is another one and
    more.
    """
    best = best_card(library, card.id)
    if best is None or (best.importance or 0) <= (card.importance or 0):
        return None
    return best if library.path(best.id) else None


def sources(library: Library, card: Card) -> tuple[str, ...]:
    """Where a paper's event is told: arXiv and its category, and the labels of its posts."""
    own = f"arXiv {card.category or ''}" if card.id.startswith("arxiv:") else card.id.split(":")[0]
    event = library.events.of.get(card.id)
    posts = (library.posts.get(id_) for id_ in event.members) if event else ()
    return tuple(dict.fromkeys((own.strip(), *(post.label for post in posts if post))))


def others(library: Library, id_: str) -> tuple[str, ...]:
    """The other members of an event that a reader can open, papers first."""
    event = library.events.of.get(id_)
    members = event.members if event else ()
    return tuple(
        member
        for member in members
        if member != id_ and library.path(member) and not leads_on(library, member)
    )


def paper_of(library: Library, post: Post) -> Card | None:
    """The paper that an article is: one event with it, and one work by id, DOI, or title and
    authors. A post without a DOI is no article; a lab's words about its paper are not the paper.
    """
    if not post.doi or not (event := library.events.of.get(post.id)):
        return None
    own = Work(post.link, post.title, post.authors, (post.doi,))
    cards = [card for id_ in event.members if (card := library.card(id_)) and library.path(id_)]
    return next((card for card in cards if same_work(own, work_of(card))), None)


def leads_on(library: Library, id_: str) -> bool:
    """Whether a page sends its readers to the paper that its article is: one on which no person
    wrote anything.
    """
    post = library.posts.get(id_)
    if post is None or not paper_of(library, post):
        return False
    own = library.own_words.get(id_)
    return not (own and own.text)


def articles(library: Library, paper: str) -> tuple[Post, ...]:
    """The articles that a paper was published as, and whose pages lead to it."""
    event = library.events.of.get(paper)
    found = (library.posts.get(id_) for id_ in (event.members if event else ()))
    return tuple(post for post in found if post and leads_on(library, post.id))


def label(library: Library, id_: str) -> str:
    """What a member is called beside the others: its source, or a paper's short name."""
    post, card = library.posts.get(id_), library.card(id_)
    return post.label if post else (card.short or "arXiv") if card else id_


def guides(library: Library, card: Card) -> tuple[Concept, ...]:
    """The concept pages that explain most of a paper: those with a text first, then those that it
    extends or introduces, then the more special ones.
    """
    found = sorted(_paged(library, card), key=lambda one: one[:3])
    return tuple(concept for *_, concept in found[:GUIDES])


def _paged(library: Library, card: Card) -> Iterator[tuple[bool, tuple[bool, int], str, Concept]]:
    for id_, role in dict(card.roles).items():
        concept = library.meant(id_, card.id)
        if concept and concept.kind == "concept" and library.path(concept_page_id(concept)):
            founds = ROLES.index(role) <= ROLES.index("extends")
            rank = (not founds, library.weight(concept))
            yield library.text_hash(concept.id) is None, rank, concept.id, concept
