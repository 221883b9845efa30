"""Reading: a paper's text is fetched, a model is asked, and the reply is checked against the text.

One paper's failure stays one paper's: it becomes the paper's ``failed`` or
``pending``. Fetching goes on, at arXiv's pace, while the model is at work.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial

from wiki_builder.analysis.checks import check
from wiki_builder.analysis.parse import Unusable, parse
from wiki_builder.analysis.reply import PaperReply
from wiki_builder.analysis.request import PAPER_PROMPT, Request, paper_request
from wiki_builder.engines import handoff, replies
from wiki_builder.engines._interface import Broken, Engine, OverBudget, Refused, Reply, Waiting
from wiki_builder.engines.ask import Question, Unread, ask_all
from wiki_builder.errors import UpstreamError
from wiki_builder.former import former_claims
from wiki_builder.grounding.ground import ground
from wiki_builder.models import (
    Analysis,
    Bilingual,
    Excerpt,
    Failed,
    Figure,
    FullText,
    Paper,
    Pending,
    TextInfo,
    TextKind,
)
from wiki_builder.store import Wiki, drop_text, if_readable, read_paper
from wiki_builder.text.choose import choose

GIVE_UP_AFTER = 3  # texts in a row that could not be had: the upstream is down, not the paper


@dataclass(frozen=True, slots=True)
class Outcome:
    """A paper after it was read, and the request whose reply is used up when the paper stands in ``data/``."""

    paper: Paper
    request: Request | None = None
    over_budget: bool = False
    upstream: UpstreamError | None = None


@dataclass
class Reading:
    """The read stage over many papers.

    ``text`` gives a paper's text, or why it has none; it raises UpstreamError where
    the text cannot be had now. A model is shown at most ``max_tokens`` of one, and the
    ``terms`` that concern it. ``figures`` gives those that the wiki keeps of a paper
    which was read; it takes them then. ``held`` gives the claims that a person's words on
    the page of a paper rest on, ``None`` where that cannot be told.
    """

    wiki: Wiki
    engine: Engine
    text: Callable[[Paper], FullText | Failed]
    max_tokens: int
    terms: Callable[[Paper, FullText], tuple[Bilingual, ...]] = lambda paper, text: ()
    figures: Callable[[Paper, TextKind], tuple[Figure, ...]] = lambda paper, read_from: paper.figures
    held: Callable[[str], frozenset[str] | None] = lambda paper: None
    texts: dict[str, tuple[Paper, FullText, Excerpt]] = field(default_factory=dict)
    unread: list[Outcome] = field(default_factory=list)
    failures_in_a_row: int = 0

    def read_all(self, papers: Sequence[Paper]) -> Generator[Outcome, None, None]:
        """What became of each paper, as replies come, not in order. Close it where the taking may stop."""
        asked = ask_all(self.engine, self._questions(papers), self.wiki.pending / "failed")
        with closing(asked):
            for result in asked:
                paper, text, excerpt = self.texts.pop(result.request.key)
                if isinstance(result, Unread):
                    yield _unread(paper, result)
                    continue
                analysis = analysed(paper, text, result.parsed, result.reply)
                info = text_info(paper, text, excerpt)
                figures = self.figures(paper, text.kind)
                former = former_claims(paper, analysis, text, self.held, _beside(paper))
                done = paper.with_(text=info, analysis=analysis, pending=None, failed=None, related=(), figures=figures)
                yield Outcome(done.with_(first_read=first_read(paper, analysis), former=former), result.request)
        yield from self.unread

    def _questions(self, papers: Iterable[Paper]) -> Iterator[Question[PaperReply]]:
        """A question for each paper whose text can be had; runs beside the asking."""
        for paper in papers:
            try:
                text = self._text(paper)
            except UpstreamError as error:
                self.unread.append(_unreachable(paper, error))
                continue
            if isinstance(text, Failed):
                self.unread.append(Outcome(_failed(paper, text)))
                continue
            excerpt = choose(text, self.max_tokens)
            request = paper_request(paper.id, paper.latest, text, excerpt, self.terms(paper, text))
            self.texts[request.key] = (paper, text, excerpt)
            yield Question(request, partial(judge, text=text))

    def _text(self, paper: Paper) -> FullText | Failed:
        if self.failures_in_a_row >= GIVE_UP_AFTER:
            raise UpstreamError("not asked any more in this run, since several texts in a row could not be had")
        try:
            text = self.text(paper)
        except UpstreamError:
            self.failures_in_a_row += 1
            raise
        self.failures_in_a_row = 0
        return text


def judge(raw: str, text: FullText) -> PaperReply | Unusable:
    """The parsed reply in ``raw``, if it keeps the schema of a paper's and stands the checks against ``text``."""
    parsed = parse(raw)
    if isinstance(parsed, Unusable):
        return parsed
    errors = check(parsed, text)
    return Unusable(errors) if errors else parsed


def analysed(paper: Paper, text: FullText, parsed: PaperReply, reply: Reply) -> Analysis:
    """The grounded analysis of one reply."""
    return ground(parsed, text, paper.id, reply.provenance, _beside(paper))


def _beside(paper: Paper) -> list[str]:
    """What a paper says outside of its text."""
    version = paper.latest
    return [part for part in (version.title, version.abstract, version.comment) if part]


def first_read(paper: Paper, analysis: Analysis) -> str | None:
    """The day on which a paper was first read, where that is not the day of its new analysis."""
    before = paper.first_read or (paper.analysis.provenance.date if paper.analysis else None)
    return before if before != analysis.provenance.date else None


def text_info(paper: Paper, text: FullText, excerpt: Excerpt) -> TextInfo:
    """What ``data/`` keeps of a text."""
    count = sum(passage.kind != "references" for passage in text.passages)
    return TextInfo(text.kind, text.hash, count, text.url, text.fallbacks, excerpt.left_out, paper.latest.number)


def is_current(paper: Paper) -> bool:
    """Whether a paper was read by today's prompt, so that its text is not needed again."""
    return paper.analysis is not None and paper.analysis.provenance.prompt == PAPER_PROMPT


def used_up(wiki: Wiki, outcome: Outcome) -> None:
    """Drop what an outcome that stands in ``data/`` was made from: hand-off files, a kept text, the reply.

    The reply goes last, so that one which is still there tells :func:`sweep` what is left to do.
    """
    if outcome.request:
        handoff.clear(wiki.pending / "handoff", outcome.request)
        if outcome.paper.analysis:
            drop_text(wiki, outcome.paper.id)
        replies.remove(wiki.pending / "replies", outcome.request)


def sweep(wiki: Wiki) -> None:
    """Drop the replies whose result a killed run had put into ``data/`` already."""
    folder = wiki.pending / "replies"
    for key in replies.keys(folder):
        reply = replies.read_or_set_aside(folder, key)
        paper = if_readable(read_paper, wiki, reply.subject) if reply else None
        if reply and paper and _came_from(paper, reply):
            request = Request(
                reply.task, reply.subject, reply.text, reply.prompt, reply.schema, reply.terms, system="", user=""
            )
            used_up(wiki, Outcome(paper, request))


def _came_from(paper: Paper, reply: Reply) -> bool:
    """Whether a paper's analysis is the one that ``reply`` gave."""
    if paper.analysis is None or paper.text is None or paper.text.hash != reply.text:
        return False
    made, said = paper.analysis.provenance, reply.provenance
    return (made.engine, made.model, made.prompt, made.schema, made.terms, made.date) == (
        *(said.engine, said.model, said.prompt, said.schema, said.terms, said.date),
    )


def _unread(paper: Paper, result: Unread) -> Outcome:
    why = result.why
    if isinstance(why, Waiting):
        return Outcome(_kept(paper, pending=Pending(why.reason)))
    if isinstance(why, OverBudget):
        return Outcome(_kept(paper, pending=Pending(why.reason)), over_budget=True)
    if isinstance(why, Refused):
        return Outcome(_failed(paper, Failed(f"refused: {why.reason}")))
    if isinstance(why, Broken):
        return Outcome(_failed(paper, Failed(why.reason, passing=why.passing)))
    return Outcome(_failed(paper, why), result.request)


def _unreachable(paper: Paper, error: UpstreamError) -> Outcome:
    failed = Failed(f"the text could not be had: {error.what}", passing=True)
    return Outcome(_failed(paper, failed), upstream=error)


def _kept(paper: Paper, pending: Pending) -> Paper:
    """A paper whose reading waits; an older analysis stays in use."""
    return paper if paper.analysis else paper.with_(pending=pending, failed=None)


def _failed(paper: Paper, failed: Failed) -> Paper:
    """A paper whose reading failed; an older analysis stays in use."""
    before = paper.failed.attempts if paper.failed else 0
    counted = Failed(failed.reason, failed.reply, before + (not failed.passing), failed.passing)
    return paper if paper.analysis else paper.with_(failed=counted, pending=None)
