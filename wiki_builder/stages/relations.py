"""Laying findings side by side: whether what a paper found bears on what others found, asked of a
model.

Papers that were read are noted before they stand, and paired once they are linked: with those
nearest by rare concepts that came before. What is asked stands in ``data/pending/relations/`` until
its answer stands in the paper's data, so that a run can stop anywhere and the next one goes on. One
paper's failure stays one paper's.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from heapq import nsmallest
from itertools import islice
from typing import Final, TypeAlias

from wiki_builder.analysis.request import Request
from wiki_builder.concepts.articles.material import finder, short_title
from wiki_builder.concepts.registry import Registry
from wiki_builder.concepts.relations.pairs import FOUND, HELD, Pair, Stated, pairs
from wiki_builder.concepts.relations.reply import related, related_in_part
from wiki_builder.concepts.relations.request import RELATION_PROMPT, relation_request
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.names import key
from wiki_builder.core.progress import Progress
from wiki_builder.core.store.papers import is_unreadable, read_paper, write_paper
from wiki_builder.core.store.questions import drop_asked, keep_asked, read_asked, read_one_asked
from wiki_builder.core.store.values import if_readable
from wiki_builder.core.store.wiki import Wiki, file_name
from wiki_builder.core.values.analysis import Claim
from wiki_builder.core.values.concept import Concept
from wiki_builder.core.values.paper import Paper
from wiki_builder.core.values.relation import Relation
from wiki_builder.grounding.standing import stands
from wiki_builder.library.citable import claim_words
from wiki_builder.library.index import Index
from wiki_builder.llm.ask import (
    MOST_ATTEMPTS,
    Answers,
    Question,
    Read,
    Unread,
    sweep,
    use_up,
    withdraw,
)
from wiki_builder.llm.engine import Engine
from wiki_builder.pages.deleted import rejected_papers
from wiki_builder.stages.outcomes import Compared

Names: TypeAlias = Mapping[Concept, Callable[[str], bool]]
"""By concept, whether a text names it."""

NEAREST: Final = 8  # papers that a new one is laid beside


@dataclass(frozen=True, slots=True)
class AskedRelations:
    """What is asked about one paper: ``None`` before it is linked and paired; ``attempts`` counts
    the runs that failed by the question's own fault.
    """

    paper: str
    pairs: tuple[Pair, ...] | None = None
    attempts: int = 0

    @property
    def request(self) -> Request:
        """The same pairs give the same request."""
        return relation_request(self.paper, self.pairs or ())


# --- What is noted --------------------------------------------------------------------


def note_relations(wiki: Wiki, paper: Paper) -> None:
    """Note that the findings of a paper are to be laid beside others', before it stands; what was
    under way about an earlier reading is let go. Not where it was compared and found the same.
    """
    if paper.analysis and paper.analysis.compared:
        stored = if_readable(read_paper, wiki, paper.id)
        if stored and _findings(stored, {}) == _findings(paper, {}):
            return  # a new version in which all of this stands
    before = read_one_asked(wiki, wiki.to_relate, file_name(paper.id), AskedRelations)
    if before:
        _let_go(wiki, before)
    if paper.analysis:
        _keep(wiki, AskedRelations(paper.id))


def waiting_relations(wiki: Wiki) -> int:
    """Of how many papers findings wait for being laid beside others'."""
    return len(read_asked(wiki, wiki.to_relate, AskedRelations))


def _keep(wiki: Wiki, asked: AskedRelations) -> None:
    keep_asked(wiki.to_relate, file_name(asked.paper), asked)


def _let_go(wiki: Wiki, asked: AskedRelations) -> None:
    drop_asked(wiki.to_relate, file_name(asked.paper))
    if asked.pairs:
        withdraw(wiki.pending, asked.request)


# --- What is asked in a run -------------------------------------------------------------


def relate_findings(
    wiki: Wiki,
    index: Index,
    registry: Registry,
    engine: Engine,
    progress: Progress,
    *,
    wanted: bool,
    refresh: bool = False,
    limit: int | None = None,
    only: Collection[str] | None = None,
    held: str | None = None,
) -> Compared:
    """Ask about the papers that were noted, and keep each answer as soon as it is there.

    With ``refresh`` also about at most ``limit`` papers about which another prompt asked, or none.
    ``held`` says why nothing is asked in this run; ``only`` names the papers that it is about.
    Nothing is where it is not ``wanted``.
    """
    waiting = {one.paper: one for one in read_asked(wiki, wiki.to_relate, AskedRelations).values()}
    texts = {(one.paper, one.request.text) for one in waiting.values()}
    sweep(wiki.pending, "relation", lambda reply: (reply.subject, reply.text) not in texts)
    if not wanted:
        for one in waiting.values():
            _let_go(wiki, one)
        return Compared()
    ours = [one for id_, one in sorted(waiting.items()) if only is None or id_ in only]
    anew = _outdated(wiki, index, waiting) if refresh and held is None else []
    if engine.name == "none" or not (ours or anew):
        return Compared()
    stage = _Relating(wiki, index, registry, engine, progress)
    asked = [one for one in map(stage.paired, ours) if one]
    more = (found for id_ in anew if (found := stage.paired(AskedRelations(id_))))
    asked += islice(more, limit)
    if held is not None:
        return Compared(pending=tuple((one.paper, held) for one in asked), open=bool(asked))
    stage.ask(asked)
    return stage.outcome()


def _outdated(wiki: Wiki, index: Index, waiting: Collection[str]) -> list[str]:
    """The papers about which a refresh asks, if they have pairs, oldest first."""
    rejected = rejected_papers(wiki)
    cards = [entry.card for id_, entry in index.items() if id_ not in rejected]
    found = [card for card in cards if card.status == "read" and card.id not in waiting]
    found = [card for card in found if card.compared != RELATION_PROMPT and not card.withdrawn]
    return [card.id for card in sorted(found, key=lambda card: (card.date, card.id))]


@dataclass
class _Relating:
    """One run's questions about findings."""

    wiki: Wiki
    index: Index
    registry: Registry
    engine: Engine
    progress: Progress
    asked: dict[str, AskedRelations] = field(default_factory=dict)
    done: dict[str, tuple[Relation, ...]] = field(default_factory=dict)
    failed: list[tuple[str, str]] = field(default_factory=list)
    pending: list[tuple[str, str]] = field(default_factory=list)
    over_budget: bool = False
    problem: UpstreamError | None = None

    def outcome(self) -> Compared:
        found = Counter(relation.kind for relations in self.done.values() for relation in relations)
        return Compared(
            tuple(self.done),
            dict(sorted(found.items())),
            tuple(self.failed),
            tuple(self.pending),
            bool(self.asked or self.pending),
            self.over_budget,
            self.problem,
        )

    def ask(self, asked: Sequence[AskedRelations]) -> None:
        """Ask; each answer stands in the paper's data before its question is forgotten."""
        if not asked:
            return
        self.progress.start("relate", len(asked))
        self.asked = {one.paper: one for one in asked}
        by_key = {one.request.key: one for one in asked}
        with Answers(self.engine, map(_question, asked), self.wiki.pending) as answers:
            for result in answers:
                one = by_key[result.request.key]
                paper = if_readable(read_paper, self.wiki, one.paper)
                if paper is None or paper.analysis is None:
                    continue  # its file cannot be read now; the reply is kept
                if isinstance(result, Unread):
                    self._unread(one, result)
                else:
                    self._take(one, paper, result)
                use_up(self.wiki.pending, result)
                self.progress.advance(paper.latest.title)
        self.problem = answers.problem

    def _take(self, one: AskedRelations, paper: Paper, result: Read[tuple[Relation, ...]]) -> None:
        assert paper.analysis
        compared = result.reply.provenance
        found = tuple(replace(relation, by=compared.model) for relation in result.parsed)
        analysis = replace(paper.analysis, relations=found, compared=compared)
        write_paper(self.wiki, paper.with_(analysis=analysis))
        self.done[one.paper] = found
        self._forget(one)

    def _unread(self, one: AskedRelations, result: Unread) -> None:
        """What waits is asked again; what failed too often by its own fault is let be."""
        told = (one.paper, result.failed.reason)
        if result.waits:
            self.pending.append(told)
            self.over_budget |= result.over_budget
            return
        self.failed.append(told)
        if not result.failed.passing:
            counted = replace(one, attempts=one.attempts + 1)
            if counted.attempts < MOST_ATTEMPTS:
                _keep(self.wiki, counted)
            else:
                self._forget(one)

    def _forget(self, one: AskedRelations) -> None:
        drop_asked(self.wiki.to_relate, file_name(one.paper))
        del self.asked[one.paper]

    # --- Which findings are laid side by side -------------------------------------------

    def paired(self, one: AskedRelations) -> AskedRelations | None:
        """What is asked about a paper, noted; ``None`` where there is nothing to ask."""
        paper = if_readable(read_paper, self.wiki, one.paper)
        if paper is None and is_unreadable(self.wiki, one.paper):
            return None
        card = self.index[one.paper].card if one.paper in self.index else None
        if card and card.unlinked:
            return None
        if paper is None or card is None or one.paper not in self._topics:
            _let_go(self.wiki, one)
            return None
        if one.pairs and all(map(self._stand, one.pairs)):
            return one
        _let_go(self.wiki, one)
        found = self._pairs(paper)
        if not found:
            return None
        asked = AskedRelations(one.paper, found)
        _keep(self.wiki, asked)
        return asked

    def _stand(self, pair: Pair) -> bool:
        """Whether both findings are still said as they were."""
        return all(
            self._hashes(side.paper).get(side.claim) == side.hash
            for side in (pair.ours, pair.theirs)
            if not is_unreadable(self.wiki, side.paper)
        )

    def _hashes(self, id_: str) -> dict[str, str]:
        paper = self._paper(id_)
        found = _findings(paper, {}) if paper and id_ in self._topics else ()
        return {one.claim: one.hash for one in found}

    def _pairs(self, paper: Paper) -> tuple[Pair, ...]:
        near = self._nearest(paper.id)
        others = [other for other in map(self._paper, near) if other]
        theirs_too = frozenset[str]().union(*(self._topics[id_] for id_ in near))
        shared = self._topics[paper.id] & theirs_too
        standing = self.registry.standing
        concepts = [standing[id_] for id_ in sorted(shared) if id_ in standing]
        names = {concept: finder(concept, self.registry) for concept in concepts}
        theirs = [one for other in others for one in _findings(other, names)]
        return pairs(_findings(paper, names), theirs, _known(others, paper.id))

    def _paper(self, id_: str) -> Paper | None:
        return if_readable(read_paper, self.wiki, id_)

    @cached_property
    def _topics(self) -> Mapping[str, frozenset[str]]:
        """By paper that was read the concepts and named things that it is about."""
        meant, rejected = self.registry.meant, rejected_papers(self.wiki)
        cards = (entry.card for id_, entry in self.index.items() if id_ not in rejected)
        return {
            card.id: frozenset(
                meant(topic, card.id) for topic in (*(id_ for id_, _ in card.roles), *card.things)
            )
            for card in cards
            if card.status == "read" and not card.withdrawn
        }

    @cached_property
    def _having(self) -> Mapping[str, Sequence[str]]:
        """By concept or named thing the papers that are about it."""
        found: dict[str, list[str]] = {}
        for id_, topics in self._topics.items():
            for topic in topics:
                found.setdefault(topic, []).append(id_)
        return found

    def _nearest(self, id_: str) -> list[str]:
        """The papers before a paper that share its rarest concepts."""
        ours, place = self._topics[id_], self._place(id_)
        weights = {topic: 1 / math.log(1 + len(self._having[topic])) for topic in ours}
        others = {other for topic in ours for other in self._having[topic]}
        scores = {
            other: sum(weights[topic] for topic in sorted(ours & self._topics[other]))
            for other in others
            if self._place(other) < place
        }
        return nsmallest(NEAREST, scores, key=lambda other: (-scores[other], other))

    def _place(self, id_: str) -> tuple[str, str]:
        return self.index[id_].card.date, id_


def _question(asked: AskedRelations) -> Question[tuple[Relation, ...]]:
    asked_pairs = asked.pairs or ()
    return Question(
        asked.request,
        partial(related, pairs=asked_pairs),
        partial(related_in_part, pairs=asked_pairs),
    )


def _known(others: Iterable[Paper], paper: str) -> frozenset[frozenset[str]]:
    """The pairs of claims that other papers have been asked about already."""
    return frozenset(
        frozenset((relation.ours.claim, relation.theirs.claim))
        for other in others
        if other.analysis
        for relation in other.analysis.relations
        if relation.theirs.claim.startswith(f"{paper}#")
    )


def _findings(paper: Paper, names: Names) -> tuple[Stated, ...]:
    """The findings of a paper that stand, with the concepts of ``names`` that they name; of
    datasets a measured one has its own alone.
    """
    claims = paper.analysis.claims if paper.analysis else ()
    found = (
        c for c in claims if c.part in (*FOUND, *HELD) and c.origin != "inferred" and stands(c)
    )
    return tuple(_stated(paper, claim, names) for claim in found)


def _stated(paper: Paper, claim: Claim, names: Names) -> Stated:
    text, quote, row = claim_words(claim), claim.evidence.quote, claim.row
    said = "\n".join((text.en, text.zh, quote, row.dataset or "" if row else ""))
    named = [concept for concept, named_in in names.items() if named_in(said)]
    dataset = row.dataset or "" if row else ""
    measured = [one for one in named if one.kind == "dataset" and dataset and names[one](dataset)]
    apart = [one for one in named if dataset and one.kind == "dataset" and one not in measured]
    concepts = tuple(one.id for one in named if one not in apart)
    known = measured[0].id if measured else key(dataset)
    title = (paper.analysis and paper.analysis.short) or short_title(paper.latest.title)
    return Stated(f"{paper.id}#{claim.id}", claim.part, title, text, quote, row, concepts, known)
