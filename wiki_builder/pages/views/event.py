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
from wiki_builder.library.members import articles, best_member, guides, label, others
from wiki_builder.library.words import EVENT_WORDS, each
from wiki_builder.pages.template import Addition, additions
from wiki_builder.pages.views.references import concept_link

RELATED_SHOWN = 8


def event_values(library: Library, id_: str, folder: str) -> dict[str, object]:
    """The event of a paper or post for a template: ``members``, the others that it has, each with
    ``text``, ``path`` and ``source``; ``guides``, the concept pages that explain most of it.
    """
    card = _best(library, id_)
    links = [concept_link(library, one, folder) for one in guides(library, card)] if card else []
    return {
        "members": [
            *(member(library, one, folder) for one in others(library, id_)),
            *(_article(post) for post in articles(library, id_) if card and card.id == id_),
        ],
        "guides": links,
    }


def member(library: Library, id_: str, folder: str) -> dict[str, object]:
    """A member of an event, with the link to its page, and where it is from."""
    card, post = library.card(id_), library.posts.get(id_)
    title = library.title(card, folder) if card else escape.inline(post.title if post else id_)
    source = f"arXiv · {card.date}" if card else escape.inline(post.stamp if post else "")
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
        "source": Markup(escape.inline(post.stamp)),
    }


def also(library: Library, id_: str, folder: str) -> dict[str, Markup] | None:
    """The other members in a line of a list: their sources, as links, in each language and in
    ``each`` for the readers of both; ``None`` without any.
    """
    links = [
        f"[{escape.inline(label(library, one))}]({library.link(one, folder)})"
        for one in others(library, id_)
    ]
    if not links:
        return None
    words, listed = EVENT_WORDS["also"], ", ".join(links)
    said = {language: Markup(f"{words[language]}{listed}") for language in LANGUAGES}
    return {"en": said["en"], "zh": said["zh"], "each": each(words) + Markup(listed)}


def event_inputs(library: Library, id_: str) -> object:
    """All that is shown of an event is made from, without making it."""
    card = _best(library, id_)
    shown = [(one, library.path(one), _told(library, one)) for one in others(library, id_)]
    named = (
        [(c.name, library.path(concept_page_id(c))) for c in guides(library, card)] if card else []
    )
    return shown, named, articles(library, id_)


def post_additions(
    library: Library, id_: str, folder: str, templates: Path
) -> tuple[Addition, ...]:
    """What the site adds to a post's page: the paper that it is about, in short, with its score and
    reason; the event's other members, what explains it, and related papers.
    """
    best = best_member(library, event) if (event := library.events.of.get(id_)) else id_
    card = library.card(best) if library.path(best) else None
    values = event_values(library, id_, folder) | {
        "best": _in_short(library, card, folder) if card else None,
        "related": [*_related(library, card, folder)] if card else [],
    }
    return additions("post.site.md.j2", templates, values)


def post_addition_inputs(library: Library, id_: str) -> object:
    """All that these are made from, without making them."""
    card = _best(library, id_)
    beside = library.related_papers(card.id)[:RELATED_SHOWN] if card else ()
    keys = [(library.key(one.id), library.path(one.id)) for one in beside]
    return event_inputs(library, id_), card and library.key(card.id), keys


def _best(library: Library, id_: str) -> Card | None:
    """The paper that an event is called after; of a paper alone itself."""
    event = library.events.of.get(id_)
    return library.card(best_member(library, event) if event else id_)


def _told(library: Library, id_: str) -> object:
    post = library.posts.get(id_)
    return (post.title, post.stamp) if post else library.key(id_)


def _in_short(library: Library, card: Card, folder: str) -> dict[str, object]:
    reason = EVENT_WORDS["importance"].filled(score=card.importance or 0)
    return {
        "title": library.title(card, folder),
        "path": library.link(card.id, folder),
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
            score = f"{other.importance}/10 · " if other.importance else ""
            shown.append(
                {
                    "title": library.title(other, folder),
                    "path": path,
                    "more": Markup(f"{score}arXiv · {other.date}"),
                    "headline": {
                        language: library.headline(other, language, folder)
                        for language in LANGUAGES
                    },
                }
            )
    return shown
