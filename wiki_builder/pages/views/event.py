"""What the site adds to pages of an event's members: the other members, what explains it, and of a
post how much it weighs and what is related.
"""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.core.values.post import Post
from wiki_builder.library.card import Card
from wiki_builder.library.library import Library, concept_page_id
from wiki_builder.library.members import (
    articles,
    best_card,
    guides,
    label,
    others,
    sources,
    weightier,
)
from wiki_builder.library.words import EVENT_WORDS, each
from wiki_builder.pages.template import Addition, additions
from wiki_builder.pages.views.references import concept_link

RELATED_SHOWN = 8


def event_values(library: Library, id_: str, folder: str) -> dict[str, object]:
    """The event of a paper or post for a template: ``members``, the others that it has, each with
    ``text``, ``path`` and ``source``; ``guides``, the concept pages that explain most of it;
    ``importance``, a line where another paper of it weighs more.
    """
    card = best_card(library, id_)
    links = [concept_link(library, one, folder) for one in guides(library, card)] if card else []
    return {
        "members": [
            *(member(library, one, folder) for one in others(library, id_)),
            *(_article(post) for post in articles(library, id_) if card and card.id == id_),
        ],
        "guides": links,
        "importance": _importance(library, id_, folder),
    }


def _importance(library: Library, id_: str, folder: str) -> Markup | None:
    own = library.card(id_)
    best = weightier(library, own) if own else None
    if best is None:
        return None
    paper = Markup(f"[{library.title(best, folder)}]({library.link(best.id, folder)})")
    return each(EVENT_WORDS["weight"].filled(score=best.importance or 0)) + paper


def member(library: Library, id_: str, folder: str) -> dict[str, object]:
    """A member of an event, with the link to its page, and where it is from."""
    card, post = library.card(id_), library.posts.get(id_)
    title = library.title(card, folder) if card else escape.inline(post.title if post else id_)
    source = f"arXiv · <time>{card.date}</time>" if card else _stamp(post) if post else ""
    return {
        "text": Markup(title),
        "path": library.link(id_, folder),
        "source": Markup(source),
    }


def _article(post: Post) -> dict[str, object]:
    """An article that is the paper itself: where it was published."""
    return {
        "text": Markup(escape.inline(post.title)),
        "path": Markup(escape.link_target(post.link) or "#"),
        "source": Markup(_stamp(post)),
    }


def _stamp(post: Post) -> str:
    """A post's source and day, of which a reader's browser tells the age."""
    if not post.dated:
        return escape.inline(post.stamp)
    return f"{escape.inline(post.label)} · <time>{post.date}</time>"


def also(library: Library, id_: str, folder: str) -> dict[str, Markup] | None:
    """The other members in a line of a list: their sources, as links, in each language and in
    ``each`` for the readers of both; ``None`` without any.
    """
    links = [
        (one, f"[{escape.inline(label(library, one))}]({library.link(one, folder)})")
        for one in others(library, id_)
    ]
    if not links:
        return None
    own = library.card(id_)
    best = weightier(library, own) if own else None
    words = EVENT_WORDS["also"]
    counts = EVENT_WORDS["counts"].filled(score=best.importance) if best else None

    def listed(counts: str) -> Markup:
        return Markup(
            ", ".join(link + (counts if best and one == best.id else "") for one, link in links)
        )

    said = {one: words[one] + listed(counts[one] if counts else "") for one in LANGUAGES}
    return {
        **{one: Markup(text) for one, text in said.items()},
        "each": each(words) + listed(str(each(counts)) if counts else ""),
    }


def event_inputs(library: Library, id_: str) -> object:
    """All that is shown of an event is made from, without making it."""
    card = best_card(library, id_)
    shown = [(one, library.path(one), _told(library, one)) for one in others(library, id_)]
    named = (
        [(c.name, library.path(concept_page_id(c))) for c in guides(library, card)] if card else []
    )
    counted = card and (card.id, card.importance)
    return shown, named, articles(library, id_), counted


def post_additions(
    library: Library, id_: str, folder: str, templates: Path
) -> tuple[Addition, ...]:
    """What the site adds to a post's page: the paper that it is about, in short, with its score and
    reason; the event's other members, what explains it, and related papers.
    """
    card = best_card(library, id_)
    card = card if card and library.path(card.id) else None
    values = event_values(library, id_, folder) | {
        "best": _in_short(library, card, folder) if card else None,
        "related": [*_related(library, card, folder)] if card else [],
    }
    return additions("post.site.md.j2", templates, values)


def post_addition_inputs(library: Library, id_: str) -> object:
    """All that these are made from, without making them."""
    card = best_card(library, id_)
    beside = library.related_papers(card.id)[:RELATED_SHOWN] if card else ()
    keys = [(one.id, library.edits(one.id), library.path(one.id)) for one in beside]
    return event_inputs(library, id_), card and library.key(card.id), keys


def _told(library: Library, id_: str) -> object:
    post = library.posts.get(id_)
    return (post.title, post.stamp) if post else library.key(id_)


def _in_short(library: Library, card: Card, folder: str) -> dict[str, object]:
    reason = EVENT_WORDS["importance"].filled(score=card.importance or 0)
    return {
        "title": library.title(card, folder),
        "path": library.link(card.id, folder),
        "source": Markup(f"{escape.inline(sources(library, card)[0])} · <time>{card.date}</time>"),
        "importance": each(Bilingual(reason.en, reason.zh)) if card.importance else None,
        **{
            name: {language: part(card, language, folder) for language in LANGUAGES}
            for name, part in (
                ("headline", library.headline),
                ("summary", library.summary),
                ("reason", library.reason),
            )
        },
    }


def _related(library: Library, card: Card, folder: str) -> list[dict[str, object]]:
    shown: list[dict[str, object]] = []
    for one in library.related_papers(card.id)[:RELATED_SHOWN]:
        other, path = library.card(one.id), library.link(one.id, folder)
        if other and path:
            shown.append({"title": library.title(other, folder), "path": path})
    return shown
