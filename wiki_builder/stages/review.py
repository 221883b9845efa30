"""Review: whether the cited claims bear out what a briefing says, asked of the judge.

A briefing that stands in ``data/`` without its judge is asked about once, as long as it is recent;
on a refresh also an older one that another prompt asked about, or nobody. A sentence that the judge
does not find in its claims is shown no more: its writer words it anew, once, and that is judged
once more and shown if it holds. What is asked next stands in ``data/pending/reviews/`` until its
result stands beside the sentences; until then nothing of the briefing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial

from wiki_builder.analysis.reply import Both
from wiki_builder.analysis.request import Request
from wiki_builder.briefings.review import (
    rows_reworded,
    rows_to_review,
    rows_to_reword,
    sentences,
    shown_claims,
    with_verdicts,
    with_wordings,
)
from wiki_builder.briefings.texts import problems_of
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.briefings import read_briefings, write_briefing
from wiki_builder.core.store.questions import read_asked
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import Provenance
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.briefing import BRIEFING_PARTS, Briefing, BriefingSentence
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.grounding.judge.mend import (
    Mended,
    MendRow,
    mended,
    mended_in_part,
    reword_request,
)
from wiki_builder.grounding.judge.request import REVIEW_PROMPT, JudgeRow, review_request
from wiki_builder.grounding.judge.verdicts import Verdicts
from wiki_builder.library.index import Index
from wiki_builder.library.library import Library
from wiki_builder.llm.ask import MOST_ATTEMPTS, Question, Read, sweep
from wiki_builder.llm.engine import Engine
from wiki_builder.pages.publisher import Publisher, publisher
from wiki_builder.stages.asked import Left, ask_each, clear
from wiki_builder.stages.briefings import Desk, is_recent, page_of
from wiki_builder.stages.judge import added, verdict_question
from wiki_builder.stages.outcomes import Briefed


@dataclass(frozen=True, slots=True)
class AskedReview:
    """What is asked about a briefing next: ``rows`` of a judge, or ``mends`` of the writer.

    ``writer`` says who worded the rows anew, which have no third chance; ``attempts`` counts the
    runs that failed by the question.
    """

    name: str
    passages: tuple[Passage, ...]
    rows: tuple[JudgeRow, ...] = ()
    mends: tuple[MendRow, ...] = ()
    writer: Provenance | None = None
    attempts: int = 0

    @property
    def request(self) -> Request:
        subject = f"briefing:{self.name}"
        if self.mends:
            return reword_request(subject, self.passages, self.mends)
        return review_request(subject, self.passages, self.rows)


def review_briefings(
    wiki: Wiki,
    settings: Settings,
    judge: Engine,
    writer: Engine,
    index: Index,
    progress: Progress,
    today: date,
    briefed: Briefed,
    *,
    refresh: bool = False,
    limit: int | None = None,
    held: str | None = None,
    known: Publisher | None = None,
) -> Briefed:
    """Ask about the briefings that no judge has seen, and have worded anew what was denied;
    ``briefed`` is what the run wrote, and comes back with what became of them.

    With ``refresh`` also about those, at most ``limit``, whose verdicts another prompt asked for,
    or that have none. ``held`` says why nothing is asked in this run.
    """
    if settings.check.judge == "off" or judge.name == "none":
        for one in read_asked(wiki, wiki.to_review, AskedReview).values():
            clear(wiki.to_review, wiki.pending, one)
        return briefed
    before = read_asked(wiki, wiki.to_review, AskedReview)
    writes = writer.name != "none"
    waiting = unreviewed(
        wiki, settings, today, writes=writes, refresh=refresh, limit=limit, asked=before
    )
    found = {one.name: one for one in waiting}
    if not found and not before:
        return briefed
    made = known or publisher(wiki, settings, index)
    if made.unreadable:  # claims are missing that would not be missed by themselves
        return replace(briefed, open=True)
    desk = Desk(wiki, made.library)
    review = _Review(wiki, settings, desk, judge, writer, progress, refresh, found)
    asked = list(review.due(before))
    _sweep(wiki, [*before.values(), *asked])
    if held is not None:
        told = tuple((one.name, f"not judged: {held}") for one in asked)
        return replace(briefed, pending=(*briefed.pending, *told), open=briefed.open or bool(asked))
    return review.run(asked, briefed)


def unreviewed(
    wiki: Wiki,
    settings: Settings,
    today: date,
    *,
    writes: bool,
    refresh: bool = False,
    limit: int | None = None,
    asked: Collection[str] = (),
) -> list[Briefing]:
    """The recent briefings that no judge has seen, or (where anybody ``writes``) of which sentences
    were denied and not worded anew; those that were ``asked`` before; on a ``refresh`` what is
    outdated, at most ``limit``.
    """
    recent = partial(is_recent, settings=settings.briefings, today=today)
    only = (lambda name: True) if refresh else (lambda name: name in asked or recent(name))
    briefings = read_briefings(wiki, only=only)
    wanted = [
        one
        for name, one in briefings.items()
        if name in asked or (recent(name) and (one.judge is None or (writes and _is_open(one))))
    ]
    outdated = [one for one in briefings.values() if one not in wanted and is_outdated(one)]
    return [*wanted, *(outdated[:limit] if refresh else ())]


def _sweep(wiki: Wiki, asked: Sequence[AskedReview]) -> None:
    """Let go of replies whose result a killed run had put into ``data/`` already."""
    texts = {(one.request.subject, one.request.text) for one in asked}
    for task in ("review", "reword"):
        sweep(wiki.pending, task, lambda reply: (reply.subject, reply.text) not in texts)


def is_outdated(briefing: Briefing) -> bool:
    """Whether another prompt asked the judge about a briefing, or nobody did."""
    return briefing.judge is None or briefing.judge.prompt != REVIEW_PROMPT


def _is_open(briefing: Briefing) -> bool:
    said = (one for part in BRIEFING_PARTS for one in briefing.of(part))
    return briefing.mend is None and any(one.is_denied for one in said)


@dataclass
class _Review:
    """One run's questions about briefings, step by step."""

    wiki: Wiki
    settings: Settings
    desk: Desk
    judge: Engine
    writer: Engine
    progress: Progress
    refresh: bool
    briefings: dict[str, Briefing]
    judged: dict[str, None] = field(default_factory=dict)
    reworded: dict[str, None] = field(default_factory=dict)
    then: list[AskedReview] = field(default_factory=list)

    @property
    def library(self) -> Library:
        return self.desk.library

    # --- What is due

    def due(self, before: Mapping[str, AskedReview]) -> Iterator[AskedReview]:
        """What to ask: what was asked before, if the same would be asked now, else that."""
        for name, one in before.items():
            if name not in self.briefings or one.name != name:
                clear(self.wiki.to_review, self.wiki.pending, replace(one, name=name))
        for name, briefing in self.briefings.items():
            then = before.get(name)
            then = then if then and then.name == name else None
            now = self._about(briefing, then)
            if then and now != replace(then, attempts=0):
                clear(self.wiki.to_review, self.wiki.pending, then)
                then = None
            wanted = now and page_of(name) not in self.library.rejected
            if now and wanted and (then is None or then.attempts < MOST_ATTEMPTS):
                yield then or now

    def _about(self, briefing: Briefing, then: AskedReview | None) -> AskedReview | None:
        """What would be asked now, at the step at which ``then`` was; nothing if that is done."""
        again = then is not None and bool(then.rows) and then.writer is None
        if briefing.judge is None or (is_outdated(briefing) and (self.refresh or again)):
            return self._to_review(briefing)
        mends = self._mends(briefing) if _is_open(briefing) else ()
        if then and then.writer:
            denied = {row.id for row in mends}
            rows = tuple(row for row in then.rows if row.id in denied)
            return self._asked(briefing, rows=rows, writer=then.writer) if rows else None
        return self._asked(briefing, mends=mends) if mends else None

    def _to_review(self, briefing: Briefing) -> AskedReview | None:
        which = self.settings.check.judge
        assert which != "off"
        pairs = self.desk.pairs(briefing.disagrees)
        rows = rows_to_review(briefing, which, partial(self._stands, briefing), pairs)
        return self._asked(briefing, rows=rows) if rows else None

    def _mends(self, briefing: Briefing) -> tuple[MendRow, ...]:
        """What the writer is asked to word anew; nothing without one."""
        if self.writer.name == "none":
            return ()
        pairs = self.desk.pairs(briefing.disagrees)
        return rows_to_reword(briefing, partial(self._stands, briefing), pairs, self._name)

    def _name(self, id_: str) -> Bilingual | None:
        concept = self.desk.concept(id_)
        return self.desk.name(concept) if concept else None

    def _stands(self, briefing: Briefing, said: BriefingSentence) -> bool:
        return all(self.library.stands(one, briefing.claims.get(one)) for one in said.claims)

    def _asked(
        self,
        briefing: Briefing,
        *,
        rows: tuple[JudgeRow, ...] = (),
        mends: tuple[MendRow, ...] = (),
        writer: Provenance | None = None,
    ) -> AskedReview:
        papers = {claim.partition("#")[0] for claim in briefing.claims}
        claims = {claim.id: claim for paper in papers for claim in self.desk.of(paper)}
        titles = {paper: self.desk.title(paper) for paper in papers}
        pairs = self.desk.pairs(briefing.disagrees)
        ids = {row.id for row in rows} | {row.id for row in mends}
        shown = shown_claims(briefing, ids, claims, pairs, titles)
        return AskedReview(briefing.name, shown, rows, mends, writer)

    # --- What is asked

    def run(self, asked: Sequence[AskedReview], briefed: Briefed) -> Briefed:
        """Ask the judge, then the writer about what was denied, then the judge about that."""
        due = [*asked]
        steps: tuple[tuple[str, Callable[[AskedReview], bool]], ...] = (
            ("judge", lambda one: bool(one.rows) and one.writer is None),
            ("mend", lambda one: bool(one.mends)),
            ("judge", lambda one: bool(one.rows) and one.writer is not None),
        )
        for step, is_of in steps:
            left = self._ask(step, [one for one in due if is_of(one)])
            briefed = _with(briefed, left)
            if left.problem:
                break
            due, self.then = [*due, *self.then], []
        return replace(briefed, judged=tuple(self.judged), reworded=tuple(self.reworded))

    def _ask(self, step: str, asked: Sequence[AskedReview]) -> Left:
        folder, pending = self.wiki.to_review, self.wiki.pending
        if step == "mend":
            question, take = self._to_writer, self._take_wordings
            return ask_each(
                folder, pending, self.writer, asked, question, take, self.progress, step
            )
        return ask_each(
            folder,
            pending,
            self.judge,
            asked,
            _to_judge,
            self._take_verdicts,
            self.progress,
            step,
            paid=lambda one: one.writer is not None,
        )

    def _to_writer(self, asked: AskedReview) -> Question[Mended]:
        briefing = self.briefings[asked.name]
        material, said = self.desk.again(briefing), dict(sentences(briefing))

        def rules(id_: str, text: Both) -> Iterator[str]:
            part = next(part for part in BRIEFING_PARTS if id_.startswith(f"{part}."))
            return problems_of(part, said[id_], text, material)

        rows = asked.mends
        return Question(
            asked.request,
            partial(mended, rows=rows, rules=rules),
            partial(mended_in_part, rows=rows, rules=rules),
        )

    def _take_verdicts(self, one: AskedReview, result: Read[Verdicts]) -> AskedReview | None:
        """Keep what the judge said; what the writer is to word anew, if anything."""
        briefing, verdicts, judge = self.briefings[one.name], result.parsed, result.reply.provenance
        if one.writer:
            both = added(briefing.judge, judge) if briefing.judge else judge
            self._keep(with_wordings(briefing, one.rows, verdicts, one.writer, both))
            self.reworded[one.name] = None
            return None
        self._keep(with_verdicts(briefing, one.rows, verdicts, judge))
        self.judged[one.name] = None
        briefing = self.briefings[one.name]
        mends = self._mends(briefing) if _is_open(briefing) else ()
        return self._next(self._asked(briefing, mends=mends)) if mends else None

    def _take_wordings(self, one: AskedReview, result: Read[Mended]) -> AskedReview | None:
        """Have the new words judged, before any of them stands; if there are none, that is all."""
        briefing, writer = self.briefings[one.name], result.reply.provenance
        rows = rows_reworded(one.mends, result.parsed)
        if rows:
            return self._next(self._asked(briefing, rows=rows, writer=writer))
        self._keep(replace(briefing, mend=writer))
        return None

    def _keep(self, briefing: Briefing) -> None:
        write_briefing(self.wiki, briefing)
        self.briefings[briefing.name] = briefing

    def _next(self, asked: AskedReview) -> AskedReview:
        self.then.append(asked)
        return asked


def _with(briefed: Briefed, left: Left) -> Briefed:
    """What became of a run's briefings, with what a step left."""
    return replace(
        briefed,
        failed=(*briefed.failed, *_not_judged(left.failed)),
        pending=(*briefed.pending, *_not_judged(left.pending)),
        open=briefed.open or left.open,
        over_budget=briefed.over_budget or left.over_budget,
        problem=briefed.problem or left.problem,
    )


def _to_judge(asked: AskedReview) -> Question[Verdicts]:
    return verdict_question(asked.request, asked.rows, asked.passages)


def _not_judged(told: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    return ((name, f"not judged: {reason}") for name, reason in told)
