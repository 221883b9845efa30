"""What people decide about events: logged in one line, and taken back by another.

A decision is one write of one file, so that a kill leaves it whole or not at all. Pages are brought
up to date by the next render.
"""

from __future__ import annotations

from datetime import date

from wiki_builder.core.errors import UsageError
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.curation.under_way import at_work
from wiki_builder.events.decisions import Decision, decide, in_force, undo
from wiki_builder.library.index import load_index
from wiki_builder.library.library import Library
from wiki_builder.pages.publisher import publisher
from wiki_builder.sources.ids import maybe_id


def settle(
    wiki: Wiki,
    settings: Settings,
    join: bool,
    a: str,
    b: str,
    *,
    by: str,
    today: date,
    reason: str = "",
) -> Decision | None:
    """Join two members to one event, or part them; ``None`` if that was decided already.

    Raises:
        UsageError: one of them is not in this wiki, both are the same, or they cannot be joined
            while others stay parted; nothing was logged.
        Locked: another run is at work.
        FormatError: the log cannot be read.
    """
    with at_work(wiki):
        library = publisher(wiki, settings, load_index(wiki)).library
        one, other = _known(library, a), _known(library, b)
        day = today.isoformat()
        if join and (between := _parted(library, one, other)):
            what = f"{between[0]} and {between[1]} were parted, and would be in one event"
            raise UsageError(
                what, next="Take that back first: wiki-builder events log, undo NUMBER"
            )
        return decide(wiki, "join" if join else "part", one, other, date=day, by=by, reason=reason)


def take_back(wiki: Wiki, number: int | None, *, by: str, today: date) -> Decision:
    """Take back a decision by its number, or the last one.

    Raises:
        UsageError: there is none.
        Locked: another run is at work.
        FormatError: the log cannot be read.
    """
    with at_work(wiki):
        return undo(wiki, number, date=today.isoformat(), by=by)


def _known(library: Library, given: str) -> str:
    """The paper or post that a person means by an id, a paper's with or without its prefix."""
    found = maybe_id(given)
    id_ = found.subject if found else given
    if id_ not in library.cards and id_ not in library.posts:
        raise UsageError(
            f"this wiki has no paper and no post {given}",
            next="`wiki-builder events list` names members; a post's id begins with post:",
        )
    return id_


def _parted(library: Library, a: str, b: str) -> tuple[str, str] | None:
    """Two members of what would be joined that a person parted, other than ``a`` and ``b``."""
    groups = library.events.of
    one = set(groups[a].members) if a in groups else {a}
    other = set(groups[b].members) if b in groups else {b}
    for said in in_force(library.decisions):
        across = (said.a in one and said.b in other) or (said.b in one and said.a in other)
        if said.op == "part" and across and {said.a, said.b} != {a, b}:
            return said.pair
    return None
