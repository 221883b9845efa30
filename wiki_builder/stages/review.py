"""Review: whether the cited claims bear out what a briefing says, asked of the judge.

A briefing that stands in ``data/`` without its judge is asked about once, as long as it is recent.
What is asked stands in ``data/pending/reviews/`` until the verdicts stand beside the sentences. A
sentence that the judge does not find in its claims is shown no more; nothing is worded anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from wiki_builder.analysis.request import Request
from wiki_builder.briefings.review import rows_to_review, shown_claims, with_verdicts
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.briefings import read_briefings, write_briefing
from wiki_builder.core.store.questions import read_asked
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.briefing import Briefing, BriefingSentence
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.grounding.judge.request import JudgeRow, review_request
from wiki_builder.grounding.judge.verdicts import Verdicts
from wiki_builder.library.index import Index
from wiki_builder.library.library import Library
from wiki_builder.llm.ask import MOST_ATTEMPTS, Question, Read
from wiki_builder.llm.engine import Engine
from wiki_builder.pages.publisher import Publisher, publisher
from wiki_builder.stages.asked import ask_each, clear
from wiki_builder.stages.briefings import Desk, is_recent, page_of
from wiki_builder.stages.judge import verdict_question
from wiki_builder.stages.outcomes import Briefed


@dataclass(frozen=True, slots=True)
class AskedReview:
    """What a judge is asked about a briefing; ``attempts`` counts the runs that failed by it."""

    name: str
    passages: tuple[Passage, ...]
    rows: tuple[JudgeRow, ...]
    attempts: int = 0

    @property
    def request(self) -> Request:
        return review_request(f"briefing:{self.name}", self.passages, self.rows)


def review_briefings(
    wiki: Wiki,
    settings: Settings,
    judge: Engine,
    index: Index,
    progress: Progress,
    today: date,
    briefed: Briefed,
    *,
    held: str | None = None,
    known: Publisher | None = None,
) -> Briefed:
    """Ask about the briefings that no judge has seen; ``briefed`` is what the run wrote, and comes
    back with what became of them. ``held`` says why nothing is asked in this run.
    """
    if settings.check.judge == "off" or judge.name == "none":
        for one in read_asked(wiki, wiki.to_review, AskedReview).values():
            clear(wiki.to_review, wiki.pending, one)
        return briefed
    found = {one.name: one for one in unreviewed(wiki, settings, today)}
    before = read_asked(wiki, wiki.to_review, AskedReview)
    if not found and not before:
        return briefed
    made = known or publisher(wiki, settings, index)
    if made.unreadable:  # claims are missing that would not be missed by themselves
        return replace(briefed, open=True)
    asked = list(_asked(wiki, settings, made.library, found, before))
    if held is not None:
        told = tuple((one.name, f"not judged: {held}") for one in asked)
        return replace(briefed, pending=(*briefed.pending, *told), open=briefed.open or bool(asked))
    names: list[str] = []

    def take(one: AskedReview, result: Read[Verdicts]) -> None:
        whole = with_verdicts(found[one.name], one.rows, result.parsed, result.reply.provenance)
        write_briefing(wiki, whole)
        names.append(one.name)

    left = ask_each(wiki.to_review, wiki.pending, judge, asked, _question, take, progress, "judge")
    return replace(
        briefed,
        judged=tuple(names),
        failed=(*briefed.failed, *_not_judged(left.failed)),
        pending=(*briefed.pending, *_not_judged(left.pending)),
        open=briefed.open or left.open,
        over_budget=briefed.over_budget or left.over_budget,
        problem=briefed.problem or left.problem,
    )


def unreviewed(wiki: Wiki, settings: Settings, today: date) -> Iterator[Briefing]:
    """The recent briefings that no judge has seen."""
    recent = partial(is_recent, settings=settings.briefings, today=today)
    return (one for one in read_briefings(wiki, only=recent).values() if one.judge is None)


def _asked(
    wiki: Wiki,
    settings: Settings,
    library: Library,
    briefings: Mapping[str, Briefing],
    before: Mapping[str, AskedReview],
) -> Iterator[AskedReview]:
    """What to ask: what was asked before, if the same would be asked now, else that."""
    for name, one in before.items():
        if name not in briefings or one.name != name:
            clear(wiki.to_review, wiki.pending, replace(one, name=name))
    desk = Desk(wiki, library)
    for name, briefing in briefings.items():
        now, then = _about(desk, settings, briefing), before.get(name)
        if then and now != replace(then, attempts=0):
            clear(wiki.to_review, wiki.pending, then)
            then = None
        wanted = now.rows and page_of(name) not in library.rejected
        if wanted and (then is None or then.attempts < MOST_ATTEMPTS):
            yield then or now


def _about(desk: Desk, settings: Settings, briefing: Briefing) -> AskedReview:
    library, which = desk.library, settings.check.judge
    assert which != "off"

    def stands(said: BriefingSentence) -> bool:
        return all(library.stands(one, briefing.claims.get(one)) for one in said.claims)

    pairs = desk.pairs(briefing.disagrees)
    rows = rows_to_review(briefing, which, stands, pairs)
    papers = {claim.partition("#")[0] for claim in briefing.claims}
    claims = {claim.id: claim for paper in papers for claim in desk.of(paper)}
    titles = {paper: desk.title(paper) for paper in papers}
    return AskedReview(briefing.name, shown_claims(briefing, rows, claims, pairs, titles), rows)


def _question(asked: AskedReview) -> Question[Verdicts]:
    return verdict_question(asked.request, asked.rows, asked.passages)


def _not_judged(told: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    return ((name, f"not judged: {reason}") for name, reason in told)
