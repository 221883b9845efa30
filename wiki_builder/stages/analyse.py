"""Reading: a paper's text is fetched, a model is asked, and the reply is checked against the text.

One paper's failure stays one paper's: it becomes the paper's ``failed`` or
``pending``. Fetching goes on, at arXiv's pace, while the model is at work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from wiki_builder.analysis.checks import check_reply
from wiki_builder.analysis.parse import Unusable, parse
from wiki_builder.analysis.repeats import without_repeats
from wiki_builder.analysis.reply import PaperReply
from wiki_builder.analysis.request import PAPER_PROMPT, paper_request
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.progress import Progress
from wiki_builder.core.store.papers import drop_text, read_paper, write_paper
from wiki_builder.core.store.values import if_readable
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import Analysis, Claim
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.fulltext import (
    Excerpt,
    FullText,
    TextInfo,
    TextKind,
)
from wiki_builder.core.values.paper import (
    Failed,
    Figure,
    Paper,
    Pending,
)
from wiki_builder.fulltext.choose import choose
from wiki_builder.fulltext.sections import sections
from wiki_builder.grounding.former import former_claims
from wiki_builder.grounding.ground import ground
from wiki_builder.library.index import Index
from wiki_builder.llm.ask import MOST_ATTEMPTS, Answers, Question, Read, Unread, sweep, use_up
from wiki_builder.llm.engine import Engine, Reply
from wiki_builder.pages.deleted import rejected_papers

GIVE_UP_AFTER = 3  # texts in a row that could not be had: the upstream is down, not the paper


@dataclass(frozen=True, slots=True)
class PaperOutcome:
    """A paper after it was read, or was not."""

    paper: Paper
    over_budget: bool = False
    upstream: UpstreamError | None = None


def papers_to_read(
    wiki: Wiki, index: Index, *, refresh: bool, only: set[str] | None = None
) -> list[str]:
    """The papers to read, oldest first: new, pending, failed and,
    with ``refresh``, outdated ones. Of those in ``only``, also what is now wanted in full.
    """
    cards = sorted(
        (
            card
            for card in (entry.card for entry in index.values())
            if not card.withdrawn
            and (only is None or card.id in only)
            and (
                card.status == "pending"
                or (card.status == "failed" and (card.attempts < MOST_ATTEMPTS or refresh))
                or (card.outdated and refresh)
                or (only is not None and card.lesser)  # which is read of the whole card
            )
        ),
        key=lambda card: (card.date, card.id),
    )
    rejected = rejected_papers(wiki) if cards else frozenset()
    return [card.id for card in cards if card.id not in rejected]


@dataclass
class Reading:
    """The read stage over many papers.

    ``text`` gives a paper's text, or why it has none; it raises UpstreamError where
    the text cannot be had now. A model is shown at most ``max_tokens`` of one, and the
    ``terms`` that concern it. ``figures`` gives those that the wiki keeps of a paper
    which was read; it takes them then. ``held`` gives the claims that a person's words on
    the page of a paper rest on, ``None`` where that cannot be told. ``to_ask`` notes what is to
    be asked about a paper next, before it stands. ``problem`` is what stopped the model for all
    papers that have no outcome.
    """

    wiki: Wiki
    engine: Engine
    text: Callable[[Paper], FullText | Failed]
    max_tokens: int
    terms: Callable[[Paper, FullText], tuple[Bilingual, ...]] = lambda paper, text: ()
    figures: Callable[[Paper, TextKind], tuple[Figure, ...]] = lambda paper, read_from: (
        paper.figures
    )
    held: Callable[[str], frozenset[str] | None] = lambda paper: None
    to_ask: Callable[[Paper, FullText], None] = lambda paper, text: None
    outcomes: list[PaperOutcome] = field(default_factory=list)
    problem: UpstreamError | None = None
    texts: dict[str, tuple[Paper, FullText, Excerpt]] = field(default_factory=dict)
    textless: list[PaperOutcome] = field(default_factory=list)
    failures_in_a_row: int = 0

    def read_all(self, papers: Sequence[Paper], progress: Progress) -> None:
        """Read papers, and keep each result as soon as it is there, not in order."""
        with Answers(self.engine, self._questions(papers), self.wiki.pending) as answers:
            for result in answers:
                outcome = self._outcome(result)
                self._keep(outcome, progress)
                if isinstance(result, Read):
                    drop_text(self.wiki, outcome.paper.id)
                use_up(self.wiki.pending, result)
        self.problem = answers.problem
        for outcome in self.textless:
            self._keep(outcome, progress)

    def _keep(self, outcome: PaperOutcome, progress: Progress) -> None:
        write_paper(self.wiki, outcome.paper)
        progress.advance(outcome.paper.latest.title)
        self.outcomes.append(outcome)

    def _outcome(self, result: Read[PaperReply] | Unread) -> PaperOutcome:
        paper, text, excerpt = self.texts.pop(result.request.key)
        if isinstance(result, Unread):
            return _unread(paper, result)
        analysis = analysed(paper, text, result.parsed, result.reply)
        info = text_info(paper, text, excerpt)
        figures = self.figures(paper, text.kind)
        former = former_claims(paper, analysis, text, self.held, beside(paper))
        done = paper.with_(text=info, analysis=analysis, pending=None, failed=None, figures=figures)
        done = done.with_(first_read=first_read(paper, analysis), former=former)
        self.to_ask(done, text)
        return PaperOutcome(done)

    def _questions(self, papers: Iterable[Paper]) -> Iterator[Question[PaperReply]]:
        """A question for each paper whose text can be had; runs beside the asking."""
        for paper in papers:
            try:
                text = self._text(paper)
            except UpstreamError as error:
                self.textless.append(_unreachable(paper, error))
                continue
            if isinstance(text, Failed):
                self.textless.append(PaperOutcome(_failed(paper, text)))
                continue
            excerpt = choose(text, self.max_tokens)
            terms, doubted = self.terms(paper, text), disputed(paper)
            request = paper_request(paper.id, paper.latest, text, excerpt, terms, doubted)
            self.texts[request.key] = (paper, text, excerpt)
            yield Question(request, partial(judge_paper, text=text))

    def _text(self, paper: Paper) -> FullText | Failed:
        if self.failures_in_a_row >= GIVE_UP_AFTER:
            raise UpstreamError(
                "not asked any more in this run, since several texts in a row could not be had"
            )
        try:
            text = self.text(paper)
        except UpstreamError:
            self.failures_in_a_row += 1
            raise
        self.failures_in_a_row = 0
        return text


def judge_paper(raw: str, text: FullText) -> PaperReply | Unusable:
    """The parsed reply in ``raw``, if it keeps the schema of a paper's and stands the checks
    against ``text``.
    """
    parsed = parse(raw)
    if isinstance(parsed, Unusable):
        return parsed
    errors = check_reply(parsed, text)
    return Unusable(errors) if errors else parsed


def analysed(paper: Paper, text: FullText, parsed: PaperReply, reply: Reply) -> Analysis:
    """The grounded analysis of one reply; what it says again as it was disputed stays so."""
    once, repeated = without_repeats(parsed)
    made = ground(once, text, paper.id, reply.provenance, beside(paper))
    made = replace(made, repeated=repeated)
    known = {(claim.id, claim.text): claim.disputed for claim in disputed(paper)}
    claims = (
        replace(claim, disputed=replace(why, told=True))
        if (why := known.get((claim.id, claim.text)))
        else claim
        for claim in made.claims
    )
    return replace(made, claims=tuple(claims)) if known else made


def disputed(paper: Paper) -> tuple[Claim, ...]:
    """The claims of a paper's last reading that the wiki's owner holds to be wrong."""
    return tuple(c for c in (paper.analysis.claims if paper.analysis else ()) if c.disputed)


def beside(paper: Paper) -> list[str]:
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
    titles = tuple(one.title for one in sections(text))
    return TextInfo(
        text.kind,
        text.hash,
        count,
        text.url,
        text.fallbacks,
        excerpt.left_out,
        paper.latest.number,
        titles,
    )


def is_current(paper: Paper) -> bool:
    """Whether a paper was read by today's prompt, so that its text is not needed again."""
    return paper.analysis is not None and paper.analysis.provenance.prompt == PAPER_PROMPT


def sweep_papers(wiki: Wiki) -> None:
    """Let go of texts and replies whose result a killed run had put into ``data/`` already."""

    def finished(reply: Reply) -> bool:
        paper = if_readable(read_paper, wiki, reply.subject)
        if paper is None or not _came_from(paper, reply):
            return False
        drop_text(wiki, paper.id)
        return True

    sweep(wiki.pending, "paper", finished)


def _came_from(paper: Paper, reply: Reply) -> bool:
    """Whether a paper's analysis is the one that ``reply`` gave."""
    if paper.analysis is None or paper.text is None or paper.text.hash != reply.text:
        return False
    made, said = paper.analysis.provenance, reply.provenance
    return (made.engine, made.model, made.prompt, made.schema, made.terms, made.date) == (
        *(said.engine, said.model, said.prompt, said.schema, said.terms, said.date),
    )


def _unread(paper: Paper, result: Unread) -> PaperOutcome:
    if result.waits:
        return PaperOutcome(
            _kept(paper, pending=Pending(result.failed.reason)), over_budget=result.over_budget
        )
    return PaperOutcome(_failed(paper, result.failed))


def _unreachable(paper: Paper, error: UpstreamError) -> PaperOutcome:
    failed = Failed(f"the text could not be had: {error.what}", passing=True)
    return PaperOutcome(_failed(paper, failed), upstream=error)


def _kept(paper: Paper, pending: Pending) -> Paper:
    """A paper whose reading waits; an older analysis stays in use."""
    return paper if paper.analysis else paper.with_(pending=pending, failed=None)


def _failed(paper: Paper, failed: Failed) -> Paper:
    """A paper whose reading failed; an older analysis stays in use."""
    before = paper.failed.attempts if paper.failed else 0
    counted = Failed(failed.reason, failed.reply, before + (not failed.passing), failed.passing)
    return paper if paper.analysis else paper.with_(failed=counted, pending=None)
