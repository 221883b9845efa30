"""What papers changed in concepts, and what happened to papers, by the day on which the wiki took
them in.

Computed from what stands (results, relations, roles, withdrawals, new versions), without a model;
nothing of it is stored. Two results are of one measure if they are of one dataset of the registry,
by its names, of one metric and one unit: whether they were measured alike is not known, and who
shows them says what the papers state of that.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter
from typing import Final, Literal, TypeAlias, get_args

from wiki_builder.concepts.articles.material import paper_of
from wiki_builder.core.values.analysis import ROLES, ResultRow, Role
from wiki_builder.core.values.concept import Concept
from wiki_builder.core.values.relation import Relation
from wiki_builder.library.card import Card, Measured
from wiki_builder.library.library import Library
from wiki_builder.library.measured import concerning, measure, names_of, normal, number

ChangeKind: TypeAlias = Literal[
    "contradicts",
    "fails_to_reproduce",
    "withdrawn",
    "highest",
    "lowest",
    "narrower",
    "reproduces",
    "left_out",
    "refines",
    "extends",
    "first_use",
    "first_evaluation",
    "first_result",
    "different_setting",
]
KINDS: Final[tuple[ChangeKind, ...]] = get_args(ChangeKind)  # the weightiest first
_FIRST: Final[Mapping[Role, ChangeKind]] = {"uses": "first_use", "evaluates": "first_evaluation"}

_Measure: TypeAlias = tuple[str, str, str]  # dataset, metric, unit
_Rows: TypeAlias = tuple[tuple[_Measure, Measured], ...]

# Of what one wants less, by a word of the metric; unless it is how much that fell.
_LESS = re.compile(
    r"\b(?:errors?|wer|cer|ppl|perplexity|loss|latency|costs?|time|rmse|mae|mse|fid)\b",
    re.IGNORECASE,
)
_FELL = re.compile(
    r"\b(?:reductions?|reduced|saved|savings?|gains?|improvements?|decrease)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that ``paper`` changed in a concept on ``day``.

    ``claims`` are the full ids of those that it rests on, the paper's own first. ``result`` is a
    measured one, ``before`` the furthest that was known until then; ``relation`` two findings;
    ``use`` the place among the paper's uses of concepts; ``narrower`` a concept that is new under
    this one; ``count`` how many statements were left out.
    """

    kind: ChangeKind
    day: str
    paper: str
    claims: tuple[str, ...] = ()
    result: ResultRow | None = None
    before: ResultRow | None = None
    relation: Relation | None = None
    use: int | None = None
    narrower: str = ""
    count: int = 0

    @property
    def weight(self) -> int:
        """From 1; a greater one is told before others."""
        return len(KINDS) - KINDS.index(self.kind)


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that happened to ``paper`` on ``day``: it was withdrawn, got a new ``version``, of
    which ``count`` statements about an earlier one do not stand any more, the owner disputed its
    ``claim`` and said ``why``, or a finding of ``by`` bears on one of its own. ``lags`` says that
    its summary is of an earlier version still.
    """

    kind: ChangeKind | Literal["version", "disputed"]
    day: str
    paper: str
    by: str
    version: int | None = None
    count: int = 0
    lags: bool = False
    relation: Relation | None = None
    claim: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Known:
    """A concept's ``papers``, each with its day, the earliest first; and by role the first of them
    that uses it so: its day and id.
    """

    papers: tuple[tuple[str, Card], ...]
    roles: Mapping[Role, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class _Result:
    day: str
    card: Card
    measured: Measured
    number: float


def changes_of(library: Library) -> Changes:
    """The changes of a library, counted once."""
    return library.computed(Changes)


@dataclass(frozen=True)
class Changes:
    """The changes of one library."""

    library: Library
    _known: dict[str, _Known] = field(default_factory=dict, repr=False)  # by concept
    _told: dict[str, Mapping[str, Change]] = field(default_factory=dict, repr=False)  # by paper
    _rows: dict[str, _Rows] = field(default_factory=dict, repr=False)  # by paper
    _results: dict[str, Mapping[_Measure, list[_Result]]] = field(  # by dataset
        default_factory=dict, repr=False
    )

    def day(self, card: Card) -> str:
        """When a paper came into the wiki: the day of its receipt."""
        receipt = self.library.receipts.get(card.run)
        return receipt.date if receipt else card.date

    @cached_property
    def days(self) -> tuple[str, ...]:
        """All days on which papers came, got new versions, were withdrawn or disputed, oldest
        first.
        """
        return tuple(sorted({*self._came, *self._renewed, *self._withdrawn, *self._disputed}))

    def on(self, concept: Concept) -> tuple[Change, ...]:
        """What changed last in a concept: that of the newest day on which anything came to it, the
        weightiest first; nothing where that day brought all that there is.
        """
        papers = self._all_of(concept).papers
        gone = self._about(concept, self._gone)
        renewed = (card for _, card in papers if card.updated and card.dropped)
        days = {
            *(day for day, _ in papers),
            *map(self._when_renewed, (*gone, *renewed)),
            *(self.day(founder) for _, founder in self._founded_under(concept)),
        }
        return self.of(concept, max(days)) if len(days) > 1 else ()

    def on_day(self, day: str) -> dict[str, tuple[Change, ...]]:
        """What a day changed, by the id of the concept."""
        came = self.came(day)
        touched = {
            id_
            for card in (*came, *self._renewed.get(day, ()), *self._withdrawn.get(day, ()))
            for id_ in self.library.topics(card)
        }
        concepts = self.library.concepts
        touched |= {
            broader.id
            for id_ in touched & concepts.keys()
            for broader in self.library.broader(concepts[id_])
        }
        found = ((id_, self.of(concepts[id_], day)) for id_ in sorted(touched & concepts.keys()))
        return {id_: own for id_, own in found if own}

    def came(self, day: str) -> tuple[Card, ...]:
        """The papers that came on a day, by their ids."""
        return self._came.get(day, ())

    def of(self, concept: Concept, day: str) -> tuple[Change, ...]:
        """What a day changed in a concept, the weightiest first; nothing where no paper of it came
        before.
        """
        papers = self._all_of(concept).papers
        at = bisect_left(papers, day, key=itemgetter(0))
        came = [card for _, card in papers[at : bisect_right(papers, day, key=itemgetter(0))]]
        gone = self._about(concept, self._withdrawn.get(day, ()))
        if not gone and not at:
            return ()
        renewed = [
            card for card in self._about(concept, self._renewed.get(day, ())) if card.dropped
        ]
        found = [
            *(Change("withdrawn", day, card.id) for card in gone),
            *(Change("left_out", day, card.id, count=card.dropped) for card in renewed),
            *(change for card in came for change in self._of_results(concept, card)),
            *self._narrower(concept, day),
            *(change for card in came for change in self._relations(concept, card)),
            *self._roles(concept, came),
        ]
        return tuple(sorted(found, key=lambda one: (-one.weight, one.paper, one.claims)))

    def _all_of(self, concept: Concept) -> _Known:
        """What is known of a concept, counted once."""
        if concept.id not in self._known:
            cards = self.library.papers(concept)
            papers = sorted(((self.day(card), card) for card in cards), key=_day_and_id)
            roles: dict[Role, tuple[str, str]] = {}
            for place, _, _, card, _ in self.library.mentions(concept.id):
                role = ROLES[place]
                roles[role] = min(self._at(card), roles.get(role, self._at(card)))
            self._known[concept.id] = _Known(tuple(papers), roles)
        return self._known[concept.id]

    def _about(self, concept: Concept, cards: Iterable[Card]) -> list[Card]:
        return [card for card in cards if concept.id in self.library.topics(card)]

    def _at(self, card: Card) -> tuple[str, str]:
        return self.day(card), card.id

    # --- Results --------------------------------------------------------------------

    @cached_property
    def _datasets(self) -> Mapping[str, str]:
        """The datasets of the registry by each of their names."""
        known = (one for one in self.library.concepts.values() if one.kind == "dataset")
        return {normal(name): one.id for one in known for name in names_of(self.library, one)}

    @cached_property
    def _papers_on(self) -> Mapping[str, tuple[Card, ...]]:
        """By dataset of the registry the papers that may have a result on it, of which none is read
        whole for that.
        """
        found: dict[str, list[Card]] = {}
        for card in self.library.kept:
            for dataset in self._datasets_of(card):
                found.setdefault(dataset, []).append(card)
        return {dataset: tuple(cards) for dataset, cards in found.items()}

    def _datasets_of(self, card: Card) -> Iterable[str]:
        names = (self._datasets.get(normal(name)) for name in card.datasets)
        return dict.fromkeys(filter(None, names))

    def _rows_of(self, card: Card) -> _Rows:
        """A paper's results on datasets of the registry, each with what it measures."""
        if card.id not in self._rows:
            measured = self.library.measured(card) if self._datasets_of(card) else ()
            rows = tuple((key, one) for one in measured if (key := self._key(one)))
            self._rows[card.id] = rows
        return self._rows[card.id]

    def _results_on(self, dataset: str) -> Mapping[_Measure, Sequence[_Result]]:
        """All results on a dataset that are numbers, by what they measure."""
        if dataset not in self._results:
            found: dict[_Measure, list[_Result]] = {}
            for card in self._papers_on.get(dataset, ()):
                for key, one in self._rows_of(card):
                    if key[0] == dataset and (value := number(one.row)) is not None:
                        found.setdefault(key, []).append(_Result(self.day(card), card, one, value))
            self._results[dataset] = found
        return self._results[dataset]

    def _is_first_on(self, concept: Concept, dataset: str, at: tuple[str, str]) -> bool:
        """Whether no paper of a concept has a result on a dataset before the one ``at`` a day and
        id.
        """
        before = {card.id for _, card in self._all_of(concept).papers if self._at(card) < at}
        return not any(
            key[0] == dataset
            for card in self._papers_on.get(dataset, ())
            if card.id in before
            for key, _ in self._rows_of(card)
        )

    def _key(self, one: Measured) -> _Measure | None:
        dataset = self._datasets.get(normal(one.row.dataset))
        return (dataset, *measure(one.row)) if dataset and one.row.metric else None

    def _of_results(self, concept: Concept, card: Card) -> Iterator[Change]:
        """Of each measure the paper's furthest result, if none of before or of the same day goes as
        far; else the first one on a dataset among the concept's papers.
        """
        records, at, own = self._records(card), self._at(card), self._rows_of(card)
        datasets = {key[0] for key, _ in own} if concept.kind == "concept" else ()
        new = {dataset for dataset in datasets if self._is_first_on(concept, dataset, at)}
        rows = [
            (dataset, one)
            for (dataset, *_), one in own
            if one.claim in records or (dataset in new and number(one.row) is not None)
        ]
        about = {one.claim for one in concerning(self.library, concept, card)} if rows else set()
        rows = [row for row in rows if row[1].claim in about]
        told = {dataset for dataset, one in rows if one.claim in records}
        for dataset, one in rows:
            if one.claim in records:
                yield records[one.claim]
            elif dataset not in told:
                told.add(dataset)
                yield Change("first_result", at[0], card.id, (_full(card, one),), one.row)

    def _records(self, card: Card) -> Mapping[str, Change]:
        """By claim a paper's results that go beyond all others, looked for once."""
        if card.id not in self._told:
            found = (self._record(key, card, one) for key, one in self._rows_of(card))
            self._told[card.id] = {one.claims[0].partition("#")[2]: one for one in found if one}
        return self._told[card.id]

    def _record(self, key: _Measure, card: Card, one: Measured) -> Change | None:
        less = _LESS.search(one.row.metric or "") and not _FELL.search(one.row.metric or "")
        sign, day = -1 if less else 1, self.day(card)
        all_ = self._results_on(key[0]).get(key, ())
        every = [result for result in all_ if result.day <= day]
        own = [result for result in every if result.card.id == card.id]
        before = [result for result in every if result.day < day]
        if not before or not own:
            return None
        best = max(own, key=lambda result: (sign * result.number, result.measured.claim))
        former = max(before, key=lambda result: (sign * result.number, result.card.id))
        furthest = max(sign * result.number for result in every)
        if best.measured != one or sign * best.number < furthest or best.number == former.number:
            return None
        kind: ChangeKind = "lowest" if less else "highest"
        claims = (_full(card, one), _full(former.card, former.measured))
        row = former.measured.row
        return Change(kind, day, card.id, claims, result=one.row, before=row)

    # --- Findings, techniques -------------------------------------------------------------

    def _relations(self, concept: Concept, card: Card) -> Iterator[Change]:
        """One of a kind for each earlier paper."""
        meant, day = self.library.registry.canonical, self.day(card)
        told: set[tuple[str, str]] = set()
        for one in self.library.found_by(card):
            pair = one.kind, paper_of(one.theirs.claim)
            if concept.id in map(meant, one.concepts) and pair not in told:
                told.add(pair)
                claims = one.ours.claim, one.theirs.claim
                yield Change(one.kind, day, card.id, claims, relation=one)

    def _founded_under(self, concept: Concept) -> Iterator[tuple[Concept, Card]]:
        """The concepts under a concept, with the paper that named each first."""
        for one in self.library.narrower.get(concept.id, ()):
            founder = self.library.card(one.founded)
            if one.kind == "concept" and founder and not founder.withdrawn:
                yield one, founder

    def _narrower(self, concept: Concept, day: str) -> Iterator[Change]:
        for one, founder in self._founded_under(concept):
            if self.day(founder) == day:
                yield Change("narrower", day, founder.id, narrower=one.id)

    def _roles(self, concept: Concept, came: Iterable[Card]) -> Iterator[Change]:
        """Who extends a concept; and who is the first to use or evaluate it, by day and id."""
        for card in came:
            mention = self.library.mention(concept.id, card.id)
            if mention is None:
                continue
            role, day = ROLES[mention[0]], self.day(card)
            if role == "extends":
                yield Change("extends", day, card.id, use=mention[-1])
            elif role in _FIRST and self._all_of(concept).roles.get(role) == self._at(card):
                yield Change(_FIRST[role], day, card.id, use=mention[-1])

    # --- Papers ----------------------------------------------------------------------------

    def happened(self, day: str) -> tuple[Happened, ...]:
        """What happened on a day to papers that were here before, the weightiest first."""
        found = [
            *(
                Happened("withdrawn", day, card.id, card.id)
                for card in self._withdrawn.get(day, ())
            ),
            *(
                Happened(
                    "version", day, card.id, card.id, card.version, card.dropped, lags=card.newer
                )
                for card in self._renewed.get(day, ())
            ),
            *(
                Happened("disputed", day, card.id, card.id, claim=f"{card.id}#{claim}", why=why)
                for card in self._disputed.get(day, ())
                for since, claim, why in card.disputed
                if since == day
            ),
            *(
                Happened(one.kind, day, paper_of(one.theirs.claim), card.id, relation=one)
                for card in self.came(day)
                for one in self.library.found_by(card)
            ),
        ]
        return tuple(sorted(found, key=lambda one: (_place(one), one.paper, one.by)))

    @cached_property
    def _gone(self) -> tuple[Card, ...]:
        """The papers that their authors withdrew."""
        rejected = self.library.rejected
        every = (c for id_, c in self.library.cards.items() if id_ not in rejected)
        return tuple(sorted((card for card in every if card.withdrawn), key=lambda c: c.id))

    @cached_property
    def _came(self) -> Mapping[str, tuple[Card, ...]]:
        return _by_day((self.day(card), card) for card in self.library.kept)

    @cached_property
    def _renewed(self) -> Mapping[str, tuple[Card, ...]]:
        """The papers of which a later version came after they did."""
        later = ((self._when_renewed(card), card) for card in self.library.kept if card.updated)
        return _by_day((day, card) for day, card in later if day > self.day(card))

    @cached_property
    def _withdrawn(self) -> Mapping[str, tuple[Card, ...]]:
        return _by_day((self._when_renewed(card), card) for card in self._gone)

    @cached_property
    def _disputed(self) -> Mapping[str, tuple[Card, ...]]:
        """The papers of which a claim is disputed since a day."""
        kept = (card for card in self.library.kept if card.disputed)
        return _by_day(
            (day, card) for card in kept for day in {since for since, *_ in card.disputed}
        )

    def _when_renewed(self, card: Card) -> str:
        """When the wiki learnt of a paper's latest version."""
        return max(self.day(card), card.updated or "")


def _day_and_id(one: tuple[str, Card]) -> tuple[str, str]:
    return one[0], one[1].id


def _place(one: Happened) -> int:
    return KINDS.index("left_out" if one.kind in ("version", "disputed") else one.kind)


def _by_day(cards: Iterable[tuple[str, Card]]) -> Mapping[str, tuple[Card, ...]]:
    found: dict[str, list[Card]] = {}
    for day, card in sorted(cards, key=lambda one: (one[0], one[1].id)):
        found.setdefault(day, []).append(card)
    return {day: tuple(own) for day, own in found.items()}


def _full(card: Card, one: Measured) -> str:
    return f"{card.id}#{one.claim}"
