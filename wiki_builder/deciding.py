"""Deciding: a model's verdict on what new names may be the same as, and what follows from it.

Names that are new and look like known ones are asked about in one batch a run. A
verdict of *same* that is sure, and that no rule forbids, makes the new name an alias
before anything is written; when the answer comes in a later run, the concept that was
founded meanwhile is merged, which leaves a redirect and can be undone. Everything
less than sure is proposed to a person. Each batch stands in ``data/verdicts/`` with
what was asked and answered, so that nothing is asked twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from pathlib import Path

from wiki_builder.analysis.parse import Unusable
from wiki_builder.analysis.request import Request
from wiki_builder.concepts import names
from wiki_builder.concepts.guards import guard
from wiki_builder.concepts.link import Linked, moved, with_names
from wiki_builder.concepts.match import Candidate, Candidates
from wiki_builder.concepts.operations import Merge
from wiki_builder.concepts.registry import Registry, above, load
from wiki_builder.concepts.verdicts import KnownName, OpenName, Verdict, batches, decided, judge, verdict_requests
from wiki_builder.curating import decide, write_changes
from wiki_builder.engines import handoff, replies
from wiki_builder.engines._interface import Broken, Engine, OverBudget, Waiting
from wiki_builder.engines.ask import Question, Read, Unread, ask_all
from wiki_builder.errors import UpstreamError, UsageError
from wiki_builder.models import Concept, MaybeSame, Provenance
from wiki_builder.store import Unreadable, Wiki, read_each, read_value, write_value

MOST_ATTEMPTS = 3  # runs in which a batch's reply may be unusable before it is left to a person


@dataclass(frozen=True, slots=True)
class Batch:
    """What was asked in one call, and what was answered; without ``provenance`` it is still open.

    ``attempts`` counts the runs in which the reply could not be used.
    """

    name: str  # "2026-05-05-3f9a2c1d": the day it was formed, and a hash of what is asked
    opens: tuple[OpenName, ...]
    verdicts: tuple[Verdict, ...] = ()
    provenance: Provenance | None = None
    attempts: int = 0

    @property
    def is_open(self) -> bool:
        return self.provenance is None and self.attempts < MOST_ATTEMPTS


@dataclass(frozen=True, slots=True)
class Late:
    """A merge that a verdict calls for between concepts that stand already."""

    into: str
    concept: str
    reason: str


@dataclass(frozen=True, slots=True)
class Settled:
    """The registry after verdicts: which new concepts became aliases of others, and which old ones are to be merged."""

    registry: Registry
    absorbed: Mapping[str, str] = field(default_factory=dict)
    merges: tuple[Late, ...] = ()


def read_batches(wiki: Wiki) -> tuple[Batch, ...]:
    """All batches that can be read, oldest first."""
    return tuple(_read_batches(wiki)[0])


def unreadable_batches(wiki: Wiki) -> list[Unreadable]:
    """The files of batches that cannot be read; nothing is asked again for them."""
    return _read_batches(wiki)[1]


def _read_batches(wiki: Wiki) -> tuple[list[Batch], list[Unreadable]]:
    paths = sorted(_folder(wiki).glob("*.json"))
    return read_each(paths, lambda path: read_value(path, Batch), lambda path: path)


def write_batch(wiki: Wiki, batch: Batch) -> None:
    """Keep a batch: what is asked before the answer is there, all of it afterwards."""
    write_value(_folder(wiki) / f"{batch.name}.json", batch)


def _folder(wiki: Wiki) -> Path:
    return wiki.data / "verdicts"


# --- What is asked --------------------------------------------------------------


def formed(linked: Linked) -> tuple[Batch, ...]:
    """The new names of a run that may be known ones, in as few calls as there must be."""
    opens = tuple(_open_names(linked))
    day = max((paper.imported for paper in linked.papers), default="")
    return tuple(
        Batch(f"{day}-{request.text[:8]}", part)
        for part, request in zip(batches(opens), verdict_requests(opens), strict=True)
    )


def _open_names(linked: Linked) -> Iterator[OpenName]:
    registry, new = linked.registry, set(linked.founded)
    if not new:
        return
    titles = {paper.id: paper.latest.title for paper in linked.papers}
    candidates = Candidates(registry.standing.values(), registry.canonical)
    for id_ in sorted(new):
        concept = registry.concepts[id_]
        found = [c for c in candidates.of(concept.name, concept.kind) if _is_open(concept, c, registry, new)]
        if any(not candidate.guard for candidate in found):
            known = tuple(_known(registry.concepts[candidate.id]) for candidate in found)
            yield OpenName(id_, concept.name, concept.gloss, titles.get(concept.founded, ""), known)


def _is_open(concept: Concept, candidate: Candidate, registry: Registry, new: set[str]) -> bool:
    """Whether nothing is known yet of how two concepts stand to each other; of two new ones the later one asks."""
    if candidate.id == concept.id or (candidate.id in new and candidate.id > concept.id):
        return False
    other = registry.concepts[candidate.id]
    if registry.apart(concept.id, other.id) or other.id in (*concept.broader, *concept.related):
        return False
    return concept.id not in (*other.broader, *other.related)


def _known(concept: Concept) -> KnownName:
    return KnownName(concept.id, concept.name, concept.gloss)


# --- Asking -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asked:
    """A batch after it was asked about, and what the call cost; ``note`` says why it is still open."""

    batch: Batch
    request: Request
    note: str = ""
    failed: bool = False
    over_budget: bool = False


def ask(wiki: Wiki, engine: Engine, given: Sequence[Batch]) -> tuple[Asked, ...]:
    """Ask about batches, a call each; those that were not answered come back open."""
    by_key = {request.key: (batch, request) for batch in given for request in verdict_requests(batch.opens)}
    questions = [Question(request, partial(_judged, batch=batch)) for batch, request in by_key.values()]
    with closing(ask_all(engine, questions, wiki.pending / "failed")) as results:
        asked = [_asked(*by_key[result.request.key], result) for result in results]
    return tuple(sorted(asked, key=lambda one: one.batch.name))


def _asked(batch: Batch, request: Request, result: Read[tuple[Verdict, ...]] | Unread) -> Asked:
    if isinstance(result, Unread):
        failed = not isinstance(result.why, Waiting | OverBudget)
        counted = failed and not (isinstance(result.why, Broken) and result.why.passing)
        tried = replace(batch, attempts=batch.attempts + counted)
        return Asked(tried, request, result.why.reason, failed, isinstance(result.why, OverBudget))
    return Asked(replace(batch, verdicts=result.parsed, provenance=result.reply.provenance), request)


def _judged(raw: str, batch: Batch) -> tuple[Verdict, ...] | Unusable:
    return judge(raw, batch.opens)


@dataclass(frozen=True, slots=True)
class Decided:
    """What a run asked about names: the calls that were answered, and what is still open and why."""

    answered: tuple[Batch, ...] = ()
    open: int = 0  # names
    failed: tuple[tuple[str, str], ...] = ()  # batches whose reply could not be used, and why
    problem: UpstreamError | None = None
    over_budget: bool = False


class Deciding:
    """The verdicts of one run: :meth:`late` before linking, :meth:`new` within it, :meth:`close` when it is written.

    Without an engine nothing is asked, and what is new stays open.

    What is asked stands on disk before the names that it is about, and a reply goes only
    when what follows from it stands; so a run that is killed asks nothing twice.
    """

    def __init__(self, wiki: Wiki, engine: Engine | None, today: date) -> None:
        self._wiki, self._today = wiki, today
        self._engine = engine if engine and engine.name != "none" else None
        self._asked: list[Asked] = []
        self._problem: UpstreamError | None = None

    def late(self) -> None:
        """Ask again about what earlier runs left open; concepts that are the same are merged, and that is logged."""
        for one in self._ask([batch for batch in read_batches(self._wiki) if batch.is_open]):
            if one.batch.provenance:
                self._merge(one.batch)

    def _merge(self, batch: Batch) -> None:
        before = load(self._wiki.concepts)
        settled = settle(before, batch, _by(batch))
        write_changes(self._wiki, before, settled.registry)
        registry = load(self._wiki.concepts)
        for late in settled.merges:
            change = Merge(late.into, late.concept)
            try:
                registry = decide(self._wiki, registry, change, by=_by(batch), today=self._today, reason=late.reason)
            except UsageError:
                continue  # a person's edits since then are in the way, and they count

    def new(self, before: Registry, linked: Linked) -> Linked:
        """The linked papers after the verdicts on their new names, as far as there are any yet."""
        absorbed: dict[str, str] = {}  # by the batches before
        for one in self._ask(formed(linked)):
            if one.batch.provenance:
                settled = settle(linked.registry, one.batch, _by(one.batch), linked.founded, absorbed)
                absorbed |= settled.absorbed
                linked = with_settled(linked, settled)
        return linked

    def _ask(self, given: Sequence[Batch]) -> tuple[Asked, ...]:
        for batch in given:
            write_batch(self._wiki, batch)
        asked: tuple[Asked, ...] = ()
        if given and self._engine:
            try:
                asked = ask(self._wiki, self._engine, given)
            except UpstreamError as error:
                self._problem = error
        self._asked += asked
        return asked

    def close(self) -> Decided:
        """Keep what was answered, now that what follows from it stands, and let go of the replies."""
        for one in self._asked:
            write_batch(self._wiki, one.batch)
            if not one.batch.is_open:
                handoff.clear(self._wiki.pending / "handoff", one.request)
                replies.remove(self._wiki.pending / "replies", one.request)
        left = [batch for batch in read_batches(self._wiki) if batch.is_open]
        return Decided(
            tuple(one.batch for one in self._asked if one.batch.provenance),
            sum(len(batch.opens) for batch in left),
            tuple((one.batch.name, one.note) for one in self._asked if one.failed),
            self._problem,
            any(one.over_budget for one in self._asked),
        )


def keep_open(wiki: Wiki, before: Registry, linked: Linked) -> Linked:
    """Note what is to be asked about new names, for a run that may ask."""
    for batch in formed(linked):
        write_batch(wiki, batch)
    return linked


def _by(batch: Batch) -> str:
    return batch.provenance.model if batch.provenance else ""


# --- What follows ---------------------------------------------------------------


def settle(
    registry: Registry, batch: Batch, by: str, new: Iterable[str] = (), before: Mapping[str, str] | None = None
) -> Settled:
    """What a batch's verdicts make of the registry; ``new`` are the concepts that are not written yet.

    ``before``: what earlier batches of the same run made an alias of what.
    """
    absorbed: dict[str, str] = dict(before or {})
    merges: list[Late] = []
    unwritten = set(new)
    for id_, verdicts in _by_name(batch).items():
        concept = registry.concepts.get(id_)
        if concept is None or concept.merged:
            continue
        found = ((verdict, _target(verdict, registry, absorbed)) for verdict in verdicts)
        known = [(verdict, target) for verdict, target in found if target in registry.standing and target != id_]
        outcomes = [(v, target, decided(v, _guard(registry, concept, target))) for v, target in known]
        same = {target: verdict for verdict, target, outcome in outcomes if outcome == "same"}
        if len(same) == 1:
            ((target, verdict),) = same.items()
            if id_ in unwritten:
                absorbed[id_] = target
                registry = _absorb(registry, id_, target)
            else:
                merges.append(Late(target, id_, verdict.reason))
            continue
        for verdict, target, outcome in outcomes:
            registry = _related(registry, id_, target, "propose" if outcome == "same" else outcome, by, verdict.reason)
    return Settled(registry, absorbed, tuple(merges))


def with_settled(linked: Linked, settled: Settled) -> Linked:
    """The linked papers with their mentions of what became an alias being of its concept."""
    absorbed = dict(settled.absorbed)
    papers = tuple(moved(paper, absorbed) for paper in linked.papers)
    founded = tuple(id_ for id_ in linked.founded if id_ not in absorbed)
    return Linked(papers, settled.registry, founded)


def _by_name(batch: Batch) -> dict[str, list[Verdict]]:
    found: dict[str, list[Verdict]] = {open_.ref: [] for open_ in batch.opens}
    for verdict in batch.verdicts:
        found[verdict.name].append(verdict)
    return found


def _target(verdict: Verdict, registry: Registry, absorbed: Mapping[str, str]) -> str:
    """The concept that a verdict's candidate stands for by now."""
    id_ = verdict.candidate
    while id_ in absorbed:
        id_ = absorbed[id_]
    return registry.canonical(id_)


def _guard(registry: Registry, concept: Concept, target: str) -> str | None:
    """Why two concepts are not to be one without a person: what people said, and every guard between their names."""
    if registry.apart(concept.id, target):
        return "a person said that they are not the same"
    family = (registry.concepts[target], *registry.merged_into.get(target, ()))
    ours = {names.key(name) for name in (concept.name.en, concept.name.zh) if name}
    if any(a.status == "rejected" and names.key(a.name) in ours for other in family for a in other.aliases):
        return "a person refused this name"
    objections = (guard(concept.name.en, other.name.en) for other in family)
    return next((objection for objection in objections if objection), None)


def _absorb(registry: Registry, id_: str, target: str) -> Registry:
    """``id_``, which nobody has seen yet, becomes a name of ``target``; what pointed to it points there."""
    gone = registry.concepts[id_]
    changed = {target: with_names(registry.concepts[target], gone)}
    for other in registry.concepts.values():
        if id_ in (*other.broader, *other.related) or any(maybe.id == id_ for maybe in other.maybe_same_as):
            changed[other.id] = _pointing(changed.get(other.id, other), id_, target)
    made = registry.without([id_]).with_(changed.values())
    circles = [c for c in changed.values() if above(made.concepts, c.id, c.id)]
    return made.with_(replace(c, broader=tuple(b for b in c.broader if b != target)) for c in circles)


def _pointing(concept: Concept, old: str, new: str) -> Concept:
    """The concept with ``new`` in the place of ``old`` among its neighbours."""

    def turned(ids: Sequence[str]) -> tuple[str, ...]:
        moved_ids = dict.fromkeys(new if id_ == old else id_ for id_ in ids)
        return tuple(id_ for id_ in moved_ids if id_ != concept.id)

    maybe = tuple(replace(m, id=new) if m.id == old else m for m in concept.maybe_same_as)
    maybe = tuple(m for m in maybe if m.id != concept.id)
    return replace(concept, broader=turned(concept.broader), related=turned(concept.related), maybe_same_as=maybe)


def _related(registry: Registry, id_: str, target: str, outcome: str, by: str, reason: str) -> Registry:
    """The registry with what is known of two concepts that are not the same."""
    concept, other = registry.concepts[id_], registry.concepts[target]
    if id_ == target:
        return registry
    match outcome:
        case "propose" if not any(maybe.id == target for maybe in concept.maybe_same_as):
            proposed = MaybeSame(target, by, reason)
            return registry.with_([replace(concept, maybe_same_as=(*concept.maybe_same_as, proposed))])
        case "broader" if not above(registry.concepts, target, id_) and target not in concept.broader:
            return registry.with_([replace(concept, broader=(*concept.broader, target))])
        case "narrower" if not above(registry.concepts, id_, target) and id_ not in other.broader:
            return registry.with_([replace(other, broader=(*other.broader, id_))])
        case "related" if target not in concept.related and id_ not in other.related:
            return registry.with_([replace(concept, related=(*concept.related, target))])
    return registry
