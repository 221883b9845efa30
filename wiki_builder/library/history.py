"""What was done to a concept, as its page tells it:
from the log of operations, without what was undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wiki_builder.concepts.log import LoggedOperation
from wiki_builder.concepts.registry import Registry
from wiki_builder.contract import escape
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.words import words
from wiki_builder.library.library import Event

_DONE = words("history")


def events(
    entries: Iterable[LoggedOperation], registry: Registry
) -> Mapping[str, tuple[Event, ...]]:
    """The events of each concept, oldest first."""
    logged = tuple(entries)
    undone = {id_ for entry in logged for id_ in entry.undoes}
    found: dict[str, list[Event]] = {}
    for entry in logged:
        if entry.id not in undone and entry.op in _DONE:
            for at, concept in enumerate(entry.concepts):
                other = next((id_ for id_ in entry.concepts if id_ != concept), None)
                found.setdefault(concept, []).append(_event(entry, at, other, registry))
    return {concept: tuple(told) for concept, told in found.items()}


def _event(entry: LoggedOperation, at: int, other: str | None, registry: Registry) -> Event:
    said = _DONE[_key(entry, at)]
    known = registry.concepts.get(other or "")
    name = known.name if known else Bilingual(other or "", other or "")
    decision = _decision(entry)
    en = said.en.format(other=escape.inline(name.en))
    zh = said.zh.format(other=escape.inline(name.zh or name.en))
    return Event(
        entry.date, Bilingual(en, f"{zh}{decision}"), other if entry.op == "merge" else None
    )


def _key(entry: LoggedOperation, at: int) -> str:
    """Which side of an operation a concept was on, by its place in the entry."""
    if entry.op == "pin":
        return "pin" if entry.arguments.get("on", True) else "unpin"
    return {"merge": "merged", "split": "off"}.get(entry.op, entry.op) if at else entry.op


def _decision(entry: LoggedOperation) -> str:
    by = f" · {escape.inline(entry.by)}" if entry.by else ""
    return by + (f" · {escape.inline(entry.reason)}" if entry.reason else "")
