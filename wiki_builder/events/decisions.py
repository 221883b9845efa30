"""What people decided about events: ``data/events.jsonl``, a line each, appended and never changed.

A line joins two members or parts them; to undo is a line, too, and names those that it takes back.
Two branches that both add lines keep both (``merge=union``): what follows from the log does not
depend on the order of its lines. Reading and writing is the store's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from wiki_builder.core.errors import UsageError
from wiki_builder.core.logged import next_logged, read_logged, with_line
from wiki_builder.core.store.events import read_event_log, write_event_log
from wiki_builder.core.store.wiki import Wiki

FILE: Final = "data/events.jsonl"

Op: TypeAlias = Literal["join", "part", "undo"]


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: that ``a`` and ``b`` (ids, in order) are one event or are not, or that others
    hold no more.

    ``number`` counts within a branch; ``id`` is a hash of what the line says.
    """

    number: int
    date: str
    op: Op
    a: str = ""
    b: str = ""
    by: str = ""
    reason: str = ""
    undoes: tuple[str, ...] = ()
    id: str = ""

    @property
    def pair(self) -> tuple[str, str]:
        return self.a, self.b

    @property
    def words(self) -> str:
        """The decision in words."""
        if self.op == "undo":
            return f"took back {', '.join(self.undoes)}"
        return f"{'joined' if self.op == 'join' else 'parted'} {self.a} and {self.b}"


def read_decisions(wiki: Wiki) -> tuple[Decision, ...]:
    """All decisions, in the order of the log, each once.

    Raises:
        FormatError: a line is none.
    """
    return parse_decisions(read_event_log(wiki), str(wiki.event_log))


def parse_decisions(text: str, where: str) -> tuple[Decision, ...]:
    """The decisions in a log's text.

    Raises:
        FormatError: a line is none; it is named as ``where:LINE``.
    """
    fault = "this line is no decision about events"
    return read_logged(text, where, Decision, _is_whole, fault)


def _is_whole(one: Decision) -> bool:
    return bool(one.undoes or (one.a and one.b))


def in_force(log: Iterable[Decision]) -> tuple[Decision, ...]:
    """By pair the last word that was not taken back, oldest first; the order of the log is of no
    account.
    """
    ordered = sorted(log, key=lambda one: (one.number, one.date, one.id))
    undone = {id_ for one in ordered for id_ in one.undoes}
    last = {one.pair: one for one in ordered if one.op != "undo" and one.id not in undone}
    return tuple(one for one in ordered if last.get(one.pair) is one)


def decide(
    wiki: Wiki, op: Literal["join", "part"], a: str, b: str, *, date: str, by: str, reason: str = ""
) -> Decision | None:
    """Log that two members are one event, or are not; ``None`` if that is the last word already.

    For a caller that holds the lock.

    Raises:
        UsageError: both are the same.
        FormatError: the log cannot be read.
    """
    if a == b:
        raise UsageError(f"{a} was given twice", next="Give two members: events join A B")
    a, b = sorted((a, b))
    log = read_decisions(wiki)
    if any(one.pair == (a, b) and one.op == op for one in in_force(log)):
        return None
    return _append(wiki, log, Decision(0, date, op, a, b, by, reason))


def undo(wiki: Wiki, number: int | None, *, date: str, by: str) -> Decision:
    """Take back the decision with a number, or the last one that was not taken back.

    Raises:
        UsageError: there is none, or it was taken back.
        FormatError: the log cannot be read.
    """
    log = read_decisions(wiki)
    undone = {id_ for one in log for id_ in one.undoes}
    standing = [one for one in log if one.op != "undo" and one.id not in undone]
    found = [one for one in standing if number in (None, one.number)]
    if not found:
        which = "no decision" if number is None else f"no decision {number}"
        next_ = "`wiki-builder events log` lists them"
        raise UsageError(f"there is {which} to take back", next=next_)
    last = max(found, key=lambda one: (one.number, one.date, one.id))
    return _append(wiki, log, Decision(0, date, "undo", by=by, undoes=(last.id,)))


def _append(wiki: Wiki, log: Iterable[Decision], decision: Decision) -> Decision:
    whole = next_logged(log, decision)
    write_event_log(wiki, with_line(read_event_log(wiki), whole))
    return whole
