"""A journal's article that was here before its paper: one work, whose page is the paper's.

That it is one work is computed (:func:`.members.paper_of`), and the article's page leads to the
paper's. Here it is noted once in the log of events, where a person sees it and may part the two,
and what was marked on the article is marked on the paper.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from wiki_builder.core.store.marks import read_marks, write_marks
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.marks import merged
from wiki_builder.events.decisions import decide, read_decisions
from wiki_builder.library.library import Library
from wiki_builder.library.members import paper_of

BY = "wiki-builder"


def note_articles(wiki: Wiki, library: Library, today: date) -> tuple[str, ...]:
    """Note the articles that are papers of the wiki by now, and carry their marks over; returns
    what is to be said of those that no run before has noted.

    A run that was killed in between is completed by the next: what is noted is not noted again,
    and marks that were carried change nothing.

    Raises:
        FormatError: the log or the marks cannot be read.
    """
    pairs = dict(_pairs(library))
    if not pairs:
        return ()
    marks = read_marks(wiki)
    now = merged(marks, *({pairs[id_]: own} for id_, own in marks.items() if id_ in pairs))
    if now != merged(marks):
        write_marks(wiki, now)
    log = {one.pair for one in read_decisions(wiki)}
    new = [(post, paper) for post, paper in pairs.items() if (paper, post) not in log]
    for post, paper in new:
        reason = "one work, by id, DOI, or title and authors"
        decide(wiki, "join", post, paper, date=today.isoformat(), by=BY, reason=reason)
    return tuple(f"{post} is {paper}, and its page leads there" for post, paper in new)


def _pairs(library: Library) -> Iterator[tuple[str, str]]:
    for post in library.posts.values():
        if paper := paper_of(library, post):
            yield post.id, paper.id
