"""Judging: whether a paper bears out what the wiki says of it, asked of a second model.

The judge is asked what was noted while papers were read (:mod:`~wiki_builder.stages.to_judge`).
What it does not find in the evidence the writer words anew, once, and that is judged once more.
Each step stands in ``data/`` before the next one is noted, so that a run can stop anywhere and the
next one goes on. One paper's failure stays one paper's: it is *not judged*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from wiki_builder.analysis.request import Request
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import Check
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.questions import (
    drop_asked,
)
from wiki_builder.core.store.values import if_readable
from wiki_builder.core.store.wiki import Wiki, file_name
from wiki_builder.core.values.analysis import Analysis, Provenance
from wiki_builder.core.values.checks import Verdict
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.core.values.paper import Paper
from wiki_builder.grounding.judge.mend import (
    Mended,
    mended,
    mended_in_part,
    rows_to_mend,
    with_wordings,
)
from wiki_builder.grounding.judge.request import JUDGE_PROMPT, JudgeRow
from wiki_builder.grounding.judge.rows import (
    Which,
    is_outdated,
    open_rows,
    outdated_rows,
    rows,
    with_verdicts,
)
from wiki_builder.grounding.judge.shown import HEAD
from wiki_builder.grounding.judge.verdicts import Verdicts, judged, judged_in_part
from wiki_builder.library.card import not_judged
from wiki_builder.library.index import Index
from wiki_builder.llm.ask import (
    MOST_ATTEMPTS,
    Answers,
    Question,
    Unread,
    sweep,
    use_up,
)
from wiki_builder.llm.engine import Engine
from wiki_builder.pages.deleted import rejected_papers
from wiki_builder.stages.analyse import GIVE_UP_AFTER, beside
from wiki_builder.stages.fetch import TextOf
from wiki_builder.stages.outcomes import Judged
from wiki_builder.stages.to_judge import (
    AskedOfJudge,
    asked_about,
    keep,
    let_go,
    noted,
    text_again,
)

_WORST = ("contradicted", "not_said", "supported")
T = TypeVar("T")
_Number = TypeVar("_Number", int, float)


# --- What is asked in a run ---------------------------------------------------------


def judge_papers(
    wiki: Wiki,
    check: Check,
    index: Index,
    judge: Engine,
    writer: Engine,
    text: TextOf,
    progress: Progress,
    *,
    refresh: bool = False,
    limit: int | None = None,
    only: Collection[str] | None = None,
    held: str | None = None,
) -> Judged:
    """Ask about all that was noted, and keep each result as soon as it is there.

    With ``refresh`` also about papers, at most ``limit``, whose verdicts another prompt asked for,
    or that have none where there should be; ``text`` gives theirs. ``held`` says why nothing is
    asked in this run. ``only`` names the papers that it is about.
    """
    waiting = noted(wiki)
    if check.judge == "off":
        for one in waiting.values():
            let_go(wiki, one)
        waiting = {}
    for task in ("judge", "mend"):
        _sweep(wiki, task, waiting.values())
    if check.judge == "off" or judge.name == "none":
        return Judged()
    ours = {id_: one for id_, one in waiting.items() if only is None or id_ in only}
    judging = _Judging(wiki, judge, writer, progress, ours)
    if refresh and held is None:
        may = [id_ for id_ in index if id_ not in waiting and (only is None or id_ in only)]
        judging.ask_anew(_outdated(wiki, check.judge, index, may)[:limit], check.judge, text)
    if held is not None:
        judging.pending += [(id_, held) for id_ in ours]
    else:
        judging.run()
    return judging.outcome()


def _sweep(wiki: Wiki, task: str, waiting: Iterable[AskedOfJudge]) -> None:
    """Let go of replies whose result a killed run had put into ``data/`` already."""
    texts = {(one.paper, one.request.text) for one in waiting}
    sweep(wiki.pending, task, lambda reply: (reply.subject, reply.text) not in texts)


def _outdated(wiki: Wiki, which: Which, index: Index, may: Iterable[str]) -> list[str]:
    """The papers that a refresh has judged, oldest first."""
    rejected = rejected_papers(wiki)
    cards = [index[id_].card for id_ in may if id_ not in rejected]
    found = [card for card in cards if card.judge_outdated or not_judged(card, which)]
    return [card.id for card in sorted(found, key=lambda card: (card.date, card.id))]


@dataclass
class _Judging:
    """One run's questions about papers, step by step."""

    wiki: Wiki
    judge: Engine
    writer: Engine
    progress: Progress
    asked: dict[str, AskedOfJudge]
    said: dict[tuple[str, str], str] = field(default_factory=dict)  # by paper and row
    papers: dict[str, None] = field(default_factory=dict)
    mended: int = 0
    failed: list[tuple[str, str]] = field(default_factory=list)
    pending: list[tuple[str, str]] = field(default_factory=list)
    over_budget: bool = False
    problem: UpstreamError | None = None

    def outcome(self) -> Judged:
        said = dict(sorted(Counter(self.said.values()).items()))
        return Judged(
            tuple(self.papers),
            said,
            self.mended,
            tuple(self.failed),
            tuple(self.pending),
            bool(self.asked or self.pending),
            self.over_budget,
            self.problem,
        )

    def ask_anew(self, ids: Iterable[str], which: Which, text: TextOf) -> None:
        """Note what is to be judged of papers that were read in earlier runs."""
        lost = 0
        for paper in filter(None, (if_readable(read_paper, self.wiki, id_) for id_ in ids)):
            assert paper.analysis
            again = is_outdated(paper.analysis, JUDGE_PROMPT)
            asked = (outdated_rows if again else open_rows)(paper.analysis, which)
            if not asked:
                continue
            try:
                found = text_again(paper, text)
            except UpstreamError as error:
                self.pending.append((paper.id, f"its text could not be had: {error.what}"))
                lost += 1
                if lost == GIVE_UP_AFTER:
                    return
                continue
            lost = 0
            self.asked[paper.id] = asked_about(paper, found, asked)
            keep(self.wiki, self.asked[paper.id])

    def run(self) -> None:
        """Ask the judge, then the writer about what is not borne out, then the judge about that."""
        self._judge(again=False)
        self._mend()
        self._judge(again=True)

    def _judge(self, *, again: bool) -> None:
        asked = [one for one in self.asked.values() if one.rows and one.again == again]
        self._ask("judge", self.judge, asked, _judge_question, self._take_verdicts)

    def _mend(self) -> None:
        asked = [one for one in self.asked.values() if one.mends]
        self._ask("mend", self.writer, asked, _mend_question, self._take_wordings)

    def _ask(
        self,
        step: str,
        engine: Engine,
        asked: Sequence[AskedOfJudge],
        question: Callable[[AskedOfJudge], Question[T]],
        take: Callable[[AskedOfJudge, Paper, T, Provenance], AskedOfJudge | None],
    ) -> None:
        """Ask one step; what follows from an answer stands before the next step is noted."""
        if self.problem or not asked:
            return
        self.progress.start(step, len(asked))
        by_key = {one.request.key: one for one in asked}
        with Answers(engine, map(question, asked), self.wiki.pending) as answers:
            for result in answers:
                one = by_key[result.request.key]
                paper = if_readable(read_paper, self.wiki, one.paper)
                if paper is None or paper.analysis is None:
                    continue  # its file cannot be read now; the reply is kept
                if isinstance(result, Unread):
                    self._unread(one, result)
                else:
                    self._next(one, take(one, paper, result.parsed, result.reply.provenance))
                use_up(self.wiki.pending, result)
                self.progress.advance(paper.latest.title)
        self.problem = answers.problem

    def _next(self, one: AskedOfJudge, then: AskedOfJudge | None) -> None:
        """Note the next step, or that there is none."""
        if then is None:
            drop_asked(self.wiki.to_judge, file_name(one.paper))
            del self.asked[one.paper]
        else:
            keep(self.wiki, then)
            self.asked[one.paper] = then

    def _take_verdicts(
        self, one: AskedOfJudge, paper: Paper, verdicts: Verdicts, judge: Provenance
    ) -> AskedOfJudge | None:
        """Keep what the judge said; what the writer is to word anew, if anything."""
        assert paper.analysis
        spent = _together(one, paper.analysis, judge)
        analysis = with_verdicts(paper.analysis, one.rows, verdicts, spent)
        write_paper(self.wiki, paper.with_(analysis=analysis))
        self.papers[paper.id] = None
        self.said |= {(paper.id, row.id): _worst(verdicts.get(row.id, ())) for row in one.rows}
        last = one.again or self.writer.name == "none"
        mends = () if last else rows_to_mend(analysis, [row.id for row in one.rows])
        places = {mend.passage for mend in mends}
        passages = tuple(p for p in one.passages if p.id in places or p.id in HEAD)
        return replace(one, rows=(), mends=mends, passages=passages, attempts=0) if mends else None

    def _take_wordings(
        self, one: AskedOfJudge, paper: Paper, wordings: Mended, writer: Provenance
    ) -> AskedOfJudge | None:
        """Keep the new words; they are judged once more."""
        assert paper.analysis
        analysis = with_wordings(paper.analysis, wordings, one.passages, beside(paper), writer)
        write_paper(self.wiki, paper.with_(analysis=analysis))
        now = rows(analysis)
        anew = [now[mend.id] for mend in one.mends if mend.id in wordings]
        anew = [row for row in anew if analysis.judged.get(row.id) != row.hash]
        self.mended += len(anew)
        return replace(one, rows=tuple(anew), mends=(), again=True, attempts=0) if anew else None

    def _unread(self, one: AskedOfJudge, result: Unread) -> None:
        """What waits is asked again; what failed too often by its own fault stays not judged."""
        told = (one.paper, result.failed.reason)
        if result.waits:
            self.pending.append(told)
            self.over_budget |= result.over_budget
            return
        self.failed.append(told)
        if not result.failed.passing:
            counted = replace(one, attempts=one.attempts + 1)
            self._next(one, counted if counted.attempts < MOST_ATTEMPTS else None)


def _judge_question(asked: AskedOfJudge) -> Question[Verdicts]:
    return verdict_question(asked.request, asked.rows, asked.passages)


def verdict_question(
    request: Request, rows: Sequence[JudgeRow], passages: Sequence[Passage]
) -> Question[Verdicts]:
    """``request`` for verdicts on ``rows``, whose spans stand in ``passages``."""
    return Question(
        request,
        partial(judged, rows=rows, passages=passages),
        partial(judged_in_part, rows=rows, passages=passages),
    )


def _mend_question(asked: AskedOfJudge) -> Question[Mended]:
    rows = asked.mends
    return Question(asked.request, partial(mended, rows=rows), partial(mended_in_part, rows=rows))


def _worst(verdicts: Sequence[Verdict]) -> str:
    said = {verdict.says for verdict in verdicts}
    return next((one for one in _WORST if one in said), "not_judged")


def _together(asked: AskedOfJudge, analysis: Analysis, judge: Provenance) -> Provenance:
    """Where verdicts come from; the second time with what the first one took, too."""
    before = analysis.judge
    counted = all(analysis.judged.get(row.id) == row.hash for row in asked.rows)
    if not asked.again or before is None:
        return judge
    if counted:  # by a run that was killed then
        return before
    return added(before, judge)


def added(before: Provenance, judge: Provenance) -> Provenance:
    """A later judgement with what the one before took, too."""
    return replace(
        judge,
        input_tokens=_sum(before.input_tokens, judge.input_tokens),
        output_tokens=_sum(before.output_tokens, judge.output_tokens),
        cost=_sum(before.cost, judge.cost),
    )


def _sum(a: _Number | None, b: _Number | None) -> _Number | None:
    return None if a is None or b is None else a + b
