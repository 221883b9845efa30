"""Deciding: a model's verdict on what new names may be the same as, and what follows from it.

Names that are new and look like known ones are asked about in one batch a run. A
verdict of *same* that is sure, and that no rule forbids, makes the new name an alias
before anything is written; when the answer comes in a later run, the concept that was
founded meanwhile is merged, which leaves a redirect and can be undone. Everything
less than sure is proposed to a person. Each batch stands in ``data/verdicts/``: what is
asked before the names that it is about are written, all of it when what follows stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, partial

from wiki_builder.concepts.link import Linked, moved_names, with_names
from wiki_builder.concepts.matching.guards import guard
from wiki_builder.concepts.matching.handles import KnownNames, read_names
from wiki_builder.concepts.matching.match import Candidate, Candidates
from wiki_builder.concepts.operations import Merge
from wiki_builder.concepts.registry import Registry, above, read_registry
from wiki_builder.concepts.verdicts import (
    KnownName,
    OpenName,
    Verdict,
    batches,
    decided,
    judge_verdicts,
    verdict_requests,
)
from wiki_builder.core import names
from wiki_builder.core.errors import UpstreamError, UsageError
from wiki_builder.core.store.questions import keep_verdicts, read_verdicts
from wiki_builder.core.store.values import Unreadable
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import Provenance
from wiki_builder.core.values.concept import Concept, MaybeSame
from wiki_builder.curation.concepts import decide, write_changes
from wiki_builder.llm.ask import MOST_ATTEMPTS, Answers, Question, Read, Unread, sweep, use_up
from wiki_builder.llm.engine import Engine, Reply
from wiki_builder.stages.outcomes import Decided


@dataclass(frozen=True, slots=True)
class Batch:
    """What was asked in one call, and what was answered; without ``provenance`` it is still open.

    ``attempts`` counts the runs in which it failed by its own fault; then it is left to a person.
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
    """The registry after verdicts: which new concepts became aliases of others,
    and which old ones are to be merged.
    """

    registry: Registry
    absorbed: Mapping[str, str] = field(default_factory=dict)
    merges: tuple[Late, ...] = ()


def read_batches(wiki: Wiki) -> tuple[Batch, ...]:
    """All batches that can be read, oldest first."""
    return tuple(read_verdicts(wiki, Batch)[0])


def unreadable_batches(wiki: Wiki) -> list[Unreadable]:
    """The files of batches that cannot be read; nothing is asked again for them."""
    return read_verdicts(wiki, Batch)[1]


def write_batch(wiki: Wiki, batch: Batch) -> None:
    """Keep a batch: what is asked before the answer is there, all of it afterwards."""
    keep_verdicts(wiki, batch.name, batch)


# --- What is asked --------------------------------------------------------------


def formed(
    linked: Linked, asked: Iterable[Batch] = (), known: KnownNames | None = None
) -> tuple[Batch, ...]:
    """The new names of a run that may be known ones, in as few calls as there must be.

    Names about which ``asked`` batches ask all that there is to ask are left out. ``known`` are
    names that were taken apart before.
    """
    pairs = {pair for batch in asked for open_ in batch.opens for pair in _pairs(open_)}
    opens = tuple(open_ for open_ in _open_names(linked, known) if not _pairs(open_) <= pairs)
    day = max((paper.imported for paper in linked.papers), default="")
    return tuple(
        Batch(f"{day}-{request.text[:8]}", part)
        for part, request in zip(batches(opens), verdict_requests(opens), strict=True)
    )


def _pairs(open_: OpenName) -> set[tuple[str, str, str]]:
    return {(open_.ref, open_.name.en, known.ref) for known in open_.candidates}


def _open_names(linked: Linked, known: KnownNames | None) -> Iterator[OpenName]:
    registry, new = linked.registry, set(linked.founded)
    if not new:
        return
    titles = {paper.id: paper.latest.title for paper in linked.papers}
    candidates = Candidates(registry.standing.values(), registry.canonical, known)
    for id_ in sorted(new):
        concept = registry.concepts[id_]
        found = [
            c
            for c in candidates.of(concept.name, concept.kind)
            if _is_open(concept, c, registry, new)
        ]
        if any(not candidate.guard for candidate in found):
            may_be = tuple(_known(registry.concepts[candidate.id]) for candidate in found)
            yield OpenName(
                id_, concept.name, concept.gloss, titles.get(concept.founded, ""), may_be
            )


def _is_open(concept: Concept, candidate: Candidate, registry: Registry, new: set[str]) -> bool:
    """Whether nothing is known yet of how two concepts stand to each other;
    of two new ones the later one asks.
    """
    if candidate.id == concept.id or (candidate.id in new and candidate.id > concept.id):
        return False
    other = registry.concepts[candidate.id]
    if registry.apart(concept.id, other.id) or other.id in (*concept.broader, *concept.related):
        return False
    return concept.id not in (*other.broader, *other.related)


def _known(concept: Concept) -> KnownName:
    return KnownName(concept.id, concept.name, concept.gloss)


# --- Asking -----------------------------------------------------------------------


class Verdicts:
    """The verdicts of one run: :meth:`late` before linking, :meth:`new` within it, :meth:`close`
    when it is written.

    Without an engine nothing is asked, and what is new stays open for a run that may ask.
    """

    def __init__(self, wiki: Wiki, engine: Engine | None = None) -> None:
        self._wiki = wiki
        self._engine = engine if engine and engine.name != "none" else None
        self._asked: list[tuple[Batch, Read[tuple[Verdict, ...]] | Unread]] = []
        self._problem: UpstreamError | None = None

    def late(self, today: date) -> None:
        """Ask again about what earlier runs left open;
        concepts that are the same are merged, and that is logged.
        """
        batches = read_batches(self._wiki)
        sweep(self._wiki.pending, "verdict", lambda reply: _stands(reply, batches))
        self._ask([batch for batch in batches if batch.is_open])
        for batch in self._answered():
            self._merge(batch, today)

    def _merge(self, batch: Batch, today: date) -> None:
        before = read_registry(self._wiki)
        settled = apply_verdicts(before, batch, _by(batch))
        write_changes(self._wiki, before, settled.registry)
        registry = read_registry(self._wiki)
        for late in settled.merges:
            change = Merge(late.into, late.concept)
            try:
                registry = decide(
                    self._wiki, registry, change, by=_by(batch), today=today, reason=late.reason
                )
            except UsageError:
                continue  # a person's edits since then are in the way, and they count

    def new(self, first: Linked) -> Callable[[Linked], Linked]:
        """Ask about the new names of a run, once; what gives linked papers after the verdicts that
        there are.

        Names that are open only when papers are linked anew wait for the next run. What a run had
        asked that was killed before it wrote its names, :meth:`late` has asked, and its verdicts
        count here.
        """
        self._ask(self._formed(first))
        answered = self._answered()
        # knew the most candidates
        last = {open_.ref: batch.name for batch in answered for open_ in batch.opens}

        def follow(linked: Linked) -> Linked:
            if linked is not first:
                self._note(self._formed(linked))
            absorbed: dict[str, str] = {}  # by the batches before
            for batch in answered:
                asked = [id_ for id_ in first.founded if last.get(id_) == batch.name]
                about = _about(batch, asked, linked.registry)
                settled = apply_verdicts(
                    linked.registry, about, _by(batch), linked.founded, absorbed
                )
                absorbed |= settled.absorbed
                linked = with_settled(linked, settled)
            return linked

        return follow

    def _formed(self, linked: Linked) -> tuple[Batch, ...]:
        """What is to be asked and is in no batch that is open, those of this run included."""
        if not linked.founded:
            return ()
        asked = (batch for batch in read_batches(self._wiki) if batch.is_open)
        return formed(linked, asked, read_names(self._wiki))

    def _note(self, given: Sequence[Batch]) -> None:
        for batch in given:
            write_batch(self._wiki, batch)

    def _ask(self, given: Sequence[Batch]) -> None:
        """Ask about batches, a call each; they stay open on disk until what follows from
        the answers stands.
        """
        self._note(given)
        if not given or self._engine is None or self._problem:
            return
        by_key = {
            request.key: (batch, request)
            for batch in given
            for request in verdict_requests(batch.opens)
        }
        questions = (
            Question(request, partial(judge_verdicts, opens=batch.opens))
            for batch, request in by_key.values()
        )
        with Answers(self._engine, questions, self._wiki.pending) as answers:
            came = [(_after(by_key[result.request.key][0], result), result) for result in answers]
        self._asked += sorted(came, key=lambda one: one[0].name)
        self._problem = answers.problem

    def _answered(self) -> tuple[Batch, ...]:
        return tuple(batch for batch, _ in self._asked if batch.provenance)

    def close(self) -> Decided:
        """Keep what was answered, now that what follows from it stands,
        and let go of the replies.
        """
        for batch, result in self._asked:
            write_batch(self._wiki, batch)
            use_up(self._wiki.pending, result)
        unread = [(batch, result) for batch, result in self._asked if isinstance(result, Unread)]
        return Decided(
            tuple(tuple(open_.ref for open_ in batch.opens) for batch in self._answered()),
            sum(len(batch.opens) for batch in read_batches(self._wiki) if batch.is_open),
            tuple(
                (batch.name, result.failed.reason) for batch, result in unread if not result.waits
            ),
            self._problem,
            any(result.over_budget for _, result in unread),
        )


def _after(batch: Batch, result: Read[tuple[Verdict, ...]] | Unread) -> Batch:
    """A batch after it was asked about."""
    if isinstance(result, Unread):
        return replace(batch, attempts=batch.attempts + (not result.failed.passing))
    return replace(batch, verdicts=result.parsed, provenance=result.reply.provenance)


def _stands(reply: Reply, batches: Iterable[Batch]) -> bool:
    """Whether the batch that was asked about has its answer, or is given up."""
    named = (batch for batch in batches if batch.name.endswith(reply.text[:8]))
    return any(
        r.text == reply.text and not b.is_open for b in named for r in verdict_requests(b.opens)
    )


def _about(batch: Batch, names: Iterable[str], registry: Registry) -> Batch:
    """What of a batch is about some concepts,
    as far as they have the names that were asked about.
    """
    concepts = {id_: registry.concepts[id_] for id_ in names if id_ in registry.concepts}
    opens = tuple(
        o for o in batch.opens if o.ref in concepts and concepts[o.ref].name.en == o.name.en
    )
    refs = {open_.ref for open_ in opens}
    return replace(batch, opens=opens, verdicts=tuple(v for v in batch.verdicts if v.name in refs))


def _by(batch: Batch) -> str:
    return batch.provenance.model if batch.provenance else ""


# --- What follows ---------------------------------------------------------------


def apply_verdicts(
    registry: Registry,
    batch: Batch,
    by: str,
    new: Iterable[str] = (),
    before: Mapping[str, str] | None = None,
) -> Settled:
    """What a batch's verdicts make of the registry; ``new`` are the concepts that are not written
    yet.

    ``before``: what earlier batches of the same run made an alias of what.
    """
    draft = _Draft(registry)
    absorbed: dict[str, str] = dict(before or {})
    merges: list[Late] = []
    unwritten = set(new)
    for id_, verdicts in _by_name(batch).items():
        if not draft.stands(id_):
            continue
        concept = draft.concepts[id_]
        found = ((verdict, _target(verdict, registry, absorbed)) for verdict in verdicts)
        known = [
            (verdict, target) for verdict, target in found if draft.stands(target) and target != id_
        ]
        outcomes = [(v, target, decided(v, _guard(draft, concept, target))) for v, target in known]
        same = {target: verdict for verdict, target, outcome in outcomes if outcome == "same"}
        if len(same) == 1:
            ((target, verdict),) = same.items()
            if id_ in unwritten:
                absorbed[id_] = target
                draft.absorb(id_, target)
            else:
                merges.append(Late(target, id_, verdict.reason))
            continue
        for verdict, target, outcome in outcomes:
            draft.relate(
                id_, target, "propose" if outcome == "same" else outcome, by, verdict.reason
            )
    return Settled(draft.registry, absorbed, tuple(merges))


def with_settled(linked: Linked, settled: Settled) -> Linked:
    """The linked papers with their mentions of what became an alias being of its concept."""
    absorbed = dict(settled.absorbed)
    papers = tuple(moved_names(paper, absorbed) for paper in linked.papers)
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


def _guard(draft: _Draft, concept: Concept, target: str) -> str | None:
    """Why two concepts are not to be one without a person:
    what people said, and every guard between their names.
    """
    if draft.before.apart(concept.id, target):
        return "a person said that they are not the same"
    family = (draft.concepts[target], *draft.before.merged_into.get(target, ()))
    ours = {names.key(name) for name in (concept.name.en, concept.name.zh) if name}
    if any(
        a.status == "rejected" and names.key(a.name) in ours
        for other in family
        for a in other.aliases
    ):
        return "a person refused this name"
    objections = (guard(concept.name.en, other.name.en) for other in family)
    return next((objection for objection in objections if objection), None)


class _Draft:
    """A registry while verdicts change it, in one copy.
    They change neither merges nor what people keep apart.
    """

    def __init__(self, before: Registry) -> None:
        self.before = before
        self.concepts = dict(before.concepts)
        self._changed = False

    @property
    def registry(self) -> Registry:
        """The registry as it is now."""
        return (
            replace(self.before, concepts=dict(sorted(self.concepts.items())))
            if self._changed
            else self.before
        )

    def stands(self, id_: str) -> bool:
        """Whether a concept is there and not merged into another one."""
        concept = self.concepts.get(id_)
        return concept is not None and not concept.merged

    def absorb(self, id_: str, target: str) -> None:
        """``id_``, which nobody has seen yet, becomes a name of ``target``;
        what pointed to it points there.
        """
        gone = self.concepts.pop(id_)
        changed = {target: with_names(self.concepts[target], gone)}
        for other in self._neighbours.pop(id_, set()) & self.concepts.keys():
            changed[other] = _pointing(changed.get(other, self.concepts[other]), id_, target)
        self._put(*changed.values())
        circles = [c for c in changed.values() if above(self.concepts, c.id, c.id)]
        self._put(
            *(replace(c, broader=tuple(b for b in c.broader if b != target)) for c in circles)
        )

    def relate(self, id_: str, target: str, outcome: str, by: str, reason: str) -> None:
        """Note what is known of two concepts that are not the same."""
        if id_ == target:
            return
        concept, other = self.concepts[id_], self.concepts[target]
        match outcome:
            case "propose" if not any(maybe.id == target for maybe in concept.maybe_same_as):
                proposed = MaybeSame(target, by, reason)
                self._put(replace(concept, maybe_same_as=(*concept.maybe_same_as, proposed)))
            case "broader" if (
                not above(self.concepts, target, id_) and target not in concept.broader
            ):
                self._put(replace(concept, broader=(*concept.broader, target)))
            case "narrower" if not above(self.concepts, id_, target) and id_ not in other.broader:
                self._put(replace(other, broader=(*other.broader, id_)))
            case "related" if target not in concept.related and id_ not in other.related:
                self._put(replace(concept, related=(*concept.related, target)))

    def _put(self, *concepts: Concept) -> None:
        self._changed = True
        for concept in concepts:
            self.concepts[concept.id] = concept
            for id_ in _pointed_at(concept):
                self._neighbours.setdefault(id_, set()).add(concept.id)

    @cached_property
    def _neighbours(self) -> dict[str, set[str]]:
        """By concept, those that point to it, or did."""
        found: dict[str, set[str]] = {}
        for concept in self.concepts.values():
            for id_ in _pointed_at(concept):
                found.setdefault(id_, set()).add(concept.id)
        return found


def _pointed_at(concept: Concept) -> Iterator[str]:
    yield from (*concept.broader, *concept.related, *(maybe.id for maybe in concept.maybe_same_as))


def _pointing(concept: Concept, old: str, new: str) -> Concept:
    """The concept with ``new`` in the place of ``old`` among its neighbours."""

    def turned(ids: Sequence[str]) -> tuple[str, ...]:
        moved_ids = dict.fromkeys(new if id_ == old else id_ for id_ in ids)
        return tuple(id_ for id_ in moved_ids if id_ != concept.id)

    maybe = tuple(replace(m, id=new) if m.id == old else m for m in concept.maybe_same_as)
    maybe = tuple(m for m in maybe if m.id != concept.id)
    return replace(
        concept,
        broader=turned(concept.broader),
        related=turned(concept.related),
        maybe_same_as=maybe,
    )
