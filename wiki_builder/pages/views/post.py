"""A post's page, and posts in lists, as values for their templates.

Only what the feed stated stands there: title, source, day, address, the first words of what it
says of the post itself, and which papers it links to.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.core.values.post import Post
from wiki_builder.library.library import Library, post_months
from wiki_builder.library.members import in_one_line, leads_on, paper_of
from wiki_builder.library.shown import relative
from wiki_builder.library.words import POST_WORDS, month
from wiki_builder.pages.views.concept import View
from wiki_builder.pages.views.event import also

AUTHORS_SHOWN = 12


def post_view(library: Library, post: Post, folder: str, abs_url: str) -> View:
    """A post's page; ``abs_url`` is where arXiv's papers are read, with ``{id}``. That of an
    article that is a paper here leads to the paper's page.
    """
    card = paper_of(library, post)
    more = len(post.authors) - AUTHORS_SHOWN
    values = {
        "title": post.title,
        "label": post.label,
        "date": post.date,
        "dated": post.dated,
        "host": urlsplit(post.link).hostname or "",
        "url": _target(post.link),
        "doi": post.doi,
        "doi_url": _target(f"https://doi.org/{post.doi}") if post.doi else None,
        "authors": ", ".join(post.authors[:AUTHORS_SHOWN]) + (f" … +{more}" if more > 0 else ""),
        "paper": _paper(library, card.id, folder, abs_url) if card else None,
        "summary": "" if card else post.summary,
        "papers": [] if card else [_paper(library, i, folder, abs_url) for i in post.papers],
        "values": {"summary": "" if card else post.summary, "title": post.title},
    }
    keys = {"date": post.date, "source": escape.title(post.label)}
    path = library.path(card.id) if card and leads_on(library, post.id) else None
    keys |= {"redirect": relative(path, folder)} if path else {}
    return View("post.md.j2", post.title, values, keys)


def post_inputs(library: Library, post: Post) -> object:
    """All that a post's page is made from, without making it."""
    card = paper_of(library, post)
    paper = card and (library.path(card.id), library.key(card.id), leads_on(library, post.id))
    return post, [(library.path(id_), library.key(id_)) for id_ in post.papers], paper


def post_line(library: Library, post: Post, folder: str) -> dict[str, Any]:
    """A post in a list, with the values that lists of papers have."""
    return {
        "id": post.id,
        "title": Markup(escape.inline(post.title)),
        "path": library.link(post.id, folder),
        "source": post.label,
        "date": post.date,
        "updated": None,
        "headline": {"en": None, "zh": None},
        "also": also(library, post.id, folder),
    }


def shown_posts(library: Library, posts: Iterable[Post]) -> list[Post]:
    """Those whose page stands, and that are no paper."""
    return [post for post in posts if library.path(post.id) and not paper_of(library, post)]


def post_groups(library: Library, own: str, folder: str) -> tuple[str, list[dict[str, object]]]:
    """The list of the months that have posts, or of a month's posts (``2026-05``)."""
    months, title = post_months(library), str(POST_WORDS["list"])
    if own == "index":
        lines = [
            {
                "text": Markup(str(month(name))),
                "path": library.link(f"page:posts/{name}", folder),
                "more": Markup(str(_counted(len(posts)))),
            }
            for name, posts in months.items()
        ]
        return title, [{"title": "", "lines": lines}]
    shown = shown_posts(library, months[own])
    beside = in_one_line(library, (post.id for post in shown))
    listed = [post for post in shown if post.id not in beside]
    lines = [
        {
            "text": Markup(escape.inline(post.title)),
            "path": library.link(post.id, folder),
            "more": Markup(escape.inline(post.stamp)),
        }
        for post in listed
    ]
    return f"{title} · {month(own)}", [{"title": "", "lines": lines}]


def _counted(count: int) -> Any:
    return POST_WORDS["count_one" if count == 1 else "count_some"].filled(count=count)


def _paper(library: Library, id_: str, folder: str, abs_url: str) -> dict[str, object]:
    """A paper that a post links to: its page, or where arXiv has it."""
    card = library.card(id_)
    path = library.link(id_, folder) if card else None
    number = id_.partition(":")[2]
    url = _target(abs_url.replace("{id}", number))
    return {
        "title": library.title(card, folder) if card and path else f"arXiv:{number}",
        "path": path or url,
    }


def _target(url: str) -> Markup:
    return Markup(escape.link_target(url) or "#")
