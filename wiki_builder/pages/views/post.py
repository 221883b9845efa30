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
from wiki_builder.library.words import POST_WORDS, month
from wiki_builder.pages.views.concept import View

AUTHORS_SHOWN = 12


def post_view(library: Library, post: Post, folder: str, abs_url: str) -> View:
    """A post's page; ``abs_url`` is where arXiv's papers are read, with ``{id}``."""
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
        "summary": post.summary,
        "papers": [_paper(library, id_, folder, abs_url) for id_ in post.papers],
        "values": {"summary": post.summary, "title": post.title},
    }
    keys = {"date": post.date, "source": escape.title(post.label)}
    return View("post.md.j2", post.title, values, keys)


def post_inputs(library: Library, post: Post) -> object:
    """All that a post's page is made from, without making it."""
    return post, [(library.path(id_), library.key(id_)) for id_ in post.papers]


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
        "also": None,
    }


def shown_posts(library: Library, posts: Iterable[Post]) -> list[Post]:
    """Those whose page stands."""
    return [post for post in posts if library.path(post.id)]


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
    listed = shown_posts(library, months[own])
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
