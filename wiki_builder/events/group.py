"""Which records are one event, and what is proposed to a person.

What people parted is never in one event, however the rest hangs together; what they joined is,
unless it was parted. Rules join in the order of their strength, and never put two papers into one
event that are not one work by id or DOI: a post that fits two papers equally well is proposed. The
same records and decisions give the same events, in whatever order they come.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, product
from typing import Final, Literal, TypeAlias

from wiki_builder.events.decisions import Decision, in_force
from wiki_builder.events.record import Record
from wiki_builder.events.same import How, Joined, Proposed, handles, same_event, telling_words

Why: TypeAlias = How | Literal["person"]

_STRENGTH: Final[Mapping[Why, int]] = {
    "person": 0,
    "id": 1,
    "doi": 2,
    "link": 3,
    "title": 4,
    "authors": 5,
    "name": 6,
}
_ONE_WORK: Final[tuple[Why, ...]] = ("person", "id", "doi")  # what makes two papers one event
_RARE = 40  # records: a word that stands in the titles of more brings no two together
_SHARED = 2  # such words, to be looked at


@dataclass(frozen=True, slots=True)
class Tie:
    """Two members (their ids, in order), and what holds them together or is alike."""

    a: str
    b: str
    why: str


@dataclass(frozen=True, slots=True)
class Group:
    """One event of two members or more, papers first and the oldest first; ``ties`` say what joined
    them.
    """

    members: tuple[str, ...]
    ties: tuple[Tie, ...]

    @property
    def id(self) -> str:
        """The event is called after its first member."""
        return self.members[0]


@dataclass(frozen=True, slots=True)
class Groups:
    """All events of two members or more, by any member's id, and the pairs that a person may
    decide.
    """

    events: tuple[Group, ...] = ()
    open: tuple[Tie, ...] = ()
    of: Mapping[str, Group] = field(default_factory=dict)


def group(
    records: Iterable[Record],
    decisions: Iterable[Decision] = (),
    about: Iterable[str] | None = None,
) -> Groups:
    """The events among records; ``about`` says of which records alone they are asked for."""
    by_id = {record.id: record for record in sorted(records, key=lambda one: one.id)}
    if len(by_id) < 2:
        return Groups()
    last = [one for one in in_force(decisions) if one.a in by_id and one.b in by_id]
    parted = {one.pair for one in last if one.op == "part"}
    ties = [(0, one.a, one.b, "person") for one in last if one.op == "join"]
    open_, candidates = [], _Candidates(by_id)
    joined = [tie[1:3] for tie in ties]
    for a, b in candidates.all() if about is None else candidates.around(about, joined):
        verdict = same_event(by_id[a], by_id[b])
        if isinstance(verdict, Joined):
            ties.append((_STRENGTH[verdict.by], a, b, verdict.by))
        elif isinstance(verdict, Proposed):
            open_.append(Tie(a, b, verdict.why))
    joining = _Joining(by_id, parted)
    for strength in sorted({tie[0] for tie in ties}):
        joining.take([tie for tie in ties if tie[0] == strength])
    groups = joining.groups()
    of = {member: one for one in groups for member in one.members}
    left = [*joining.refused, *open_]
    apart = (
        tie
        for tie in left
        if (tie.a, tie.b) not in parted and (tie.a not in of or of[tie.a] is not of.get(tie.b))
    )
    return Groups(groups, tuple(sorted(apart, key=lambda tie: (tie.a, tie.b))), of)


@dataclass
class _Joining:
    """What is one so far: each member with all that are one with it."""

    records: Mapping[str, Record]
    parted: set[tuple[str, str]]
    held: list[Tie] = field(default_factory=list)
    refused: list[Tie] = field(default_factory=list)
    sets: dict[str, frozenset[str]] = field(default_factory=dict)

    def take(self, ties: Sequence[tuple[int, str, str, str]]) -> None:
        """Join by ties of one strength; what would fit two events equally well is refused."""
        rivals: dict[str, set[frozenset[str]]] = defaultdict(set)
        for _, a, b, why in ties:
            if why not in _ONE_WORK:
                for own, its, theirs in (
                    (a, self._set(a), self._set(b)),
                    (b, self._set(b), self._set(a)),
                ):
                    if not self._papers(its) and self._papers(theirs):
                        rivals[own].add(theirs)
        torn = {member for member, sets in rivals.items() if len(sets) > 1}
        for _, a, b, why in sorted(ties):
            tie = Tie(a, b, why)
            left, right = self._set(a), self._set(b)
            if left == right:
                self.held.append(tie)
            elif torn & {a, b}:
                self.refused.append(Tie(a, b, f"one of several that fit by {why}"))
            elif self._may(left, right, why):
                whole = left | right
                self.sets.update(dict.fromkeys(whole, whole))
                self.held.append(tie)
            elif why != "person":
                self.refused.append(Tie(a, b, f"they fit by {why}, and their events do not"))

    def _may(self, one: frozenset[str], other: frozenset[str], why: str) -> bool:
        if why not in _ONE_WORK and self._papers(one) and self._papers(other):
            return False
        return not any(tuple(sorted(pair)) in self.parted for pair in product(one, other))

    def _set(self, member: str) -> frozenset[str]:
        return self.sets.get(member, frozenset((member,)))

    def _papers(self, members: frozenset[str]) -> bool:
        return any(self.records[member].kind == "paper" for member in members)

    def groups(self) -> tuple[Group, ...]:
        found = []
        for whole in set(self.sets.values()):
            ties = tuple(sorted((t for t in self.held if t.a in whole), key=lambda t: (t.a, t.b)))
            found.append(Group(tuple(sorted(whole, key=self._order)), ties))
        return tuple(sorted(found, key=lambda one: one.members))

    def _order(self, member: str) -> tuple[bool, str, str]:
        record = self.records[member]
        return record.kind != "paper", record.date or "9999", member


class _Candidates:
    """The pairs that may be one event, or alike: what has a handle in common, or two rare words of
    its title. Papers are not compared with papers but by id and DOI.
    """

    def __init__(self, records: Mapping[str, Record]) -> None:
        self._records = records
        self._by_handle = defaultdict[str, list[str]](list)
        self._by_word = defaultdict[str, list[str]](list)
        for record in records.values():
            for handle in set(handles(record)):
                self._by_handle[handle].append(record.id)
            for word in telling_words(record.title):
                self._by_word[word].append(record.id)

    def all(self) -> list[tuple[str, str]]:
        """Every pair, in order."""
        others = (id_ for id_, record in self._records.items() if record.kind != "paper")
        return _pairs((id_, self._near(id_)) for id_ in others)

    def around(
        self, about: Iterable[str], joined: Iterable[tuple[str, str]]
    ) -> list[tuple[str, str]]:
        """The pairs among these of all that hang together with some records, by way of others too;
        what a person ``joined`` does.
        """
        joins = defaultdict[str, set[str]](set)
        for a, b in joined:
            joins[a].add(b)
            joins[b].add(a)
        todo, near = [id_ for id_ in about if id_ in self._records], dict[str, set[str]]()
        while todo:
            if (id_ := todo.pop()) not in near:
                near[id_] = self._near(id_)
                todo += near[id_] | joins[id_]
        return _pairs(near.items())

    def _near(self, id_: str) -> set[str]:
        record, records = self._records[id_], self._records
        words = (self._by_word[word] for word in telling_words(record.title))
        shared = Counter(chain.from_iterable(ids for ids in words if len(ids) <= _RARE))
        found = {other for other, count in shared.items() if count >= _SHARED}
        found.update(*(self._by_handle[handle] for handle in handles(record)))
        found.discard(id_)
        return {one for one in found if {record.kind, records[one].kind} != {"paper"}}


def _pairs(near: Iterable[tuple[str, Iterable[str]]]) -> list[tuple[str, str]]:
    return sorted({(min(id_, other), max(id_, other)) for id_, own in near for other in own})
