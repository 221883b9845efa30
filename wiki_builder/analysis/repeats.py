"""Statements of a reply that rest on the very quote of another one: a page says a thing once."""

from __future__ import annotations

from typing import Any

from wiki_builder.analysis.reply import PaperReply

_LISTS = ("results", "ablations", "contributions", "comparison", "limitations")


def without_repeats(reply: PaperReply) -> tuple[PaperReply, int]:
    """A reply in which each quote bears one statement, and how many were left out.

    A measured value stays before all else; then what comes first here: the problem, results,
    ablations, contributions, what is said of earlier work, limitations, and steps at last.
    """
    first: dict[str, Any] = {}
    problem = [reply.problem] if reply.problem else []
    lists = {name: list(getattr(reply, name)) for name in _LISTS}
    every = [*problem, *(one for name in _LISTS for one in lists[name]), *reply.method.steps]
    for one in sorted(every, key=lambda one: getattr(one, "row", None) is None):
        first.setdefault(" ".join(one.quote.split()), one)
    stays = {id(one) for one in first.values()}
    steps = [one for one in reply.method.steps if id(one) in stays]
    kept = {name: [one for one in of if id(one) in stays] for name, of in lists.items()}
    changed: dict[str, Any] = kept | {
        "method": reply.method.model_copy(update={"steps": steps}),
        "problem": next((one for one in problem if id(one) in stays), None),
    }
    return reply.model_copy(update=changed), len(every) - len(stays)
