"""The table of contents: what happens to a paper, from arXiv's announcement to a page.

    discover ─▶ take ─▶ read ─▶ link ─▶ write ─▶ render

Each stage is a call with a plain name. Data is written as soon as it is known, so
that a run can stop anywhere and the next one goes on; receipts close a run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from wiki_builder.concepts.registry import read_registry
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.papers import (
    keep_text,
    read_paper,
    write_paper,
)
from wiki_builder.core.store.receipts import (
    covered_days,
    note_run,
    read_receipt,
    read_receipts,
)
from wiki_builder.core.store.values import if_readable
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.announcement import NothingAnnounced
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.fulltext import FullText
from wiki_builder.core.values.paper import Paper
from wiki_builder.core.values.receipt import Receipt, Row
from wiki_builder.curation.concepts import at_work, close_operation
from wiki_builder.curation.terms import paper_terms
from wiki_builder.library.index import Index, load_index
from wiki_builder.llm.spending import total
from wiki_builder.pages.deleted import bring_back, held_claims, rejected_papers
from wiki_builder.pages.files import Rendered
from wiki_builder.report import Report
from wiki_builder.runtime import Means
from wiki_builder.sources.calendar import is_announcement_day, last_without_gap
from wiki_builder.sources.discover import discover
from wiki_builder.sources.discovery import Discovery
from wiki_builder.sources.witness import MEMORY, held
from wiki_builder.stages.add import added_papers
from wiki_builder.stages.analyse import PaperOutcome, Reading, is_current, papers_to_read, sweep_papers
from wiki_builder.stages.articles import Written, write_concepts
from wiki_builder.stages.disambiguate import Decided, Verdicts
from wiki_builder.stages.estimate import at_most, most_papers, most_texts
from wiki_builder.stages.fetch import text_fetcher
from wiki_builder.stages.figures import FigureTaker
from wiki_builder.stages.intake import close_receipts, keep, receipts_of, take_all
from wiki_builder.stages.link import link_papers
from wiki_builder.stages.receipts import merge_receipts
from wiki_builder.stages.render import render_wiki
from wiki_builder.stages.select import (
    Taken,
)
from wiki_builder.stages.settled import remember_settled, settled, wiki_signature

HELD = "papers come first, and the budget stopped them"


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What one ``update`` shall do; ``today`` is a day in New York."""

    today: date
    since: date | None = None
    limit: int | None = None
    refresh: bool = False
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """What became of the papers that were read, and what stopped the model for all that were still to come."""

    outcomes: tuple[PaperOutcome, ...] = ()
    problem: UpstreamError | None = None
    figures: int = 0  # images that were written
    notes: tuple[str, ...] = ()  # figures that could not be had


@dataclass(frozen=True, slots=True)
class Work:
    """What the stages from reading to rendering did."""

    read: Stage = Stage()
    receipts: tuple[Receipt, ...] = ()
    decided: Decided = field(default_factory=Decided)
    written: Written = field(default_factory=Written)
    rendered: Rendered = field(default_factory=Rendered)


def update(wiki: Wiki, means: Means, options: RunOptions) -> Report:
    """Import what was announced since the last run, read it, link it, and write the pages.

    Raises:
        Locked: another run holds the lock.
        FormatError: a data file cannot be read; nothing was done.
    """
    with at_work(wiki) as recovered:
        before = wiki_signature(wiki)
        discovery = _discover(wiki, means, options)
        taken = take_all(wiki, means.settings, discovery, options.today)
        if options.dry_run:
            would = Work(receipts=receipts_of(taken))
            papers = _papers_at_most(wiki, options, would.receipts)
            most = most_texts(wiki, means.settings, papers, refresh=options.refresh)
            return _report(means, discovery, would, dry_run=True, texts_at_most=most)
        if not settled(wiki, before):
            read_registry(wiki)  # a mistake in the registry stops the run before anything is written or paid for
        keep(wiki, taken)
        unchanged = not taken or wiki_signature(wiki) == before
        if not options.refresh and settled(wiki, before) and unchanged:
            if _note(wiki, options, discovery):
                remember_settled(wiki, wiki_signature(wiki))
            return _report(means, discovery, Work(receipts=receipts_of(taken)))
        work = _read_to_pages(wiki, means, options, taken, asked=discovery, recovered=recovered)
        remember_settled(wiki, wiki_signature(wiki) if _nothing_open(wiki, work, options) else None)
    return _report(means, discovery, work)


def add(wiki: Wiki, means: Means, options: RunOptions, given: Sequence[str], also: str | None = None) -> Report:
    """Add papers by id, address or file; they are read, linked and rendered like any other.

    Adding a paper whose page was deleted brings it back.

    Raises:
        UsageError: something given is no id, address or readable file; nothing was done.
        UpstreamError: arXiv could not be asked.
    """
    with at_work(wiki) as recovered:
        read_registry(wiki)
        today = options.today.isoformat()
        added = added_papers(given, means.client, means.addresses, lambda id_: read_paper(wiki, id_), today, also)
        for paper in added.papers:
            if paper.id in added.texts and not is_current(paper):
                keep_text(wiki, paper.id, added.texts[paper.id])
        bring_back(wiki, [paper.id for paper in added.papers])
        receipt = merge_receipts(if_readable(read_receipt, wiki, added.receipt.name), added.receipt)
        taken = [Taken(receipt, added.papers, ())]
        keep(wiki, taken)
        only = {paper.id for paper in added.papers}
        work = _read_to_pages(wiki, means, options, taken, only, recovered=recovered)
    missing = [row for row in added.receipt.rows if row.outcome == "failed"]
    return _report(means, Discovery(None), work, missing=missing)


def render(wiki: Wiki, settings: Settings, progress: Progress | None = None) -> Rendered:
    """Pages from data alone: no network, no model."""
    with at_work(wiki) as recovered:
        index, _ = link_papers(wiki, load_index(wiki), Verdicts(wiki).new)
        return _pages(wiki, settings, index, progress or Progress(), recovered)


def take_figures(
    wiki: Wiki, settings: Settings, figures: FigureTaker, only: Sequence[str], progress: Progress
) -> Report:
    """Take figures of papers that were read from HTML and have none, the newest first; then render. No model.

    With ``only``, of the papers with these ids alone.
    """
    with at_work(wiki) as recovered:
        cards = sorted((entry.card for entry in load_index(wiki).values()), key=lambda card: (card.date, card.id))
        gone = rejected_papers(wiki)
        ids = [c.id for c in reversed(cards) if c.text == "html" and not c.figures and c.id not in gone]
        papers = [id_ for id_ in ids if not only or id_ in only]
        progress.start("figures", len(papers))
        for paper in filter(None, (read_paper(wiki, id_) for id_ in papers)):
            write_paper(wiki, paper.with_(figures=figures.of(paper, "html")))
            progress.advance(paper.latest.title)
        rendered = _pages(wiki, settings, load_index(wiki), progress, recovered)
    return Report(figures=figures.taken, rendered=rendered, notes=tuple(figures.problems))


def estimate(wiki: Wiki, means: Means, options: RunOptions, report: Report) -> dict[str, object]:
    """What reading the taken and the waiting papers, and writing about concepts, needs at most."""
    papers = _papers_at_most(wiki, options, report.receipts)
    return at_most(means.settings, means.price, papers, report.texts_at_most)


def _papers_at_most(wiki: Wiki, options: RunOptions, receipts: Sequence[Receipt]) -> int:
    return most_papers(wiki, receipts, options.limit, refresh=options.refresh)


def _discover(wiki: Wiki, means: Means, options: RunOptions) -> Discovery:
    arxiv = means.settings.sources.arxiv
    means.progress.step(f"discover {', '.join(arxiv.categories)}")
    last = last_without_gap(covered_days(wiki))
    known = held(read_receipts(wiki, options.today - MEMORY))
    return discover(
        means.client,
        means.addresses,
        arxiv.categories,
        options.today,
        last,
        options.since,
        known=known,
        catch_up=arxiv.catch_up,
    )


def _note(wiki: Wiki, options: RunOptions, discovery: Discovery) -> bool:
    """Note for readers that a run ended well; days without an announcement need no note. Whether it was written."""
    if discovery.upstream_problem is not None or not is_announcement_day(options.today):
        return False
    return note_run(wiki, options.today)


def _read(wiki: Wiki, means: Means, options: RunOptions, only: set[str] | None = None) -> Stage:
    """Read every paper that waits for it, and keep each result as soon as it is there.

    A model that cannot be had at all ends the reading and not the run: what was
    read is linked and rendered, the rest stays pending.
    """
    sweep_papers(wiki)
    ids = papers_to_read(wiki, load_index(wiki), refresh=options.refresh, only=only)[: options.limit]
    papers = [paper for id_ in ids if (paper := read_paper(wiki, id_))]
    if not papers:
        return Stage()
    means.progress.start("read", len(papers))
    order = means.settings.text.order
    text = text_fetcher(wiki, means.client, means.addresses, order, refresh=options.refresh)
    figures = FigureTaker(wiki, means.client, means.addresses.html_url, means.settings.figures)
    reading = Reading(
        wiki, means.engine, text, means.settings.text.max_tokens, _terms(wiki), figures.of, held_claims(wiki)
    )
    with means.progress.waiting(means.waits_for):
        reading.read_all(papers, means.progress)
    notes = (*_doubts(reading.outcomes), *figures.problems)
    return Stage(tuple(reading.outcomes), reading.problem, figures.taken, notes)


def _doubts(outcomes: Sequence[PaperOutcome]) -> Iterator[str]:
    """Papers that were read from a lesser text, since a better one came wrong or in part."""
    for paper in (outcome.paper for outcome in outcomes):
        doubted = [one for one in (paper.text.fallbacks if paper.text else ()) if one.doubtful]
        if paper.text and paper.analysis and doubted:
            reasons = "; ".join(f"{one.kind.upper()}: {one.reason}" for one in doubted)
            yield f"{paper.id} was read from its {paper.text.kind.upper()}: {reasons}"


def _read_to_pages(
    wiki: Wiki,
    means: Means,
    options: RunOptions,
    taken: Sequence[Taken],
    only: set[str] | None = None,
    asked: Discovery | None = None,
    recovered: tuple[str, ...] = (),
) -> Work:
    """Read what waits, close the receipts, link, write about concepts, and render.

    ``asked`` is what arXiv was asked for, where it was.
    """
    read = _read(wiki, means, options, only)
    receipts = close_receipts(wiki, taken, [outcome.paper for outcome in read.outcomes])
    index, decided = _link(wiki, means, options, read)
    written = _write(wiki, means, options, index, read)
    rendered = _pages(wiki, means.settings, index, means.progress, recovered)
    stopped = read.problem or decided.problem or written.problem or any(one.upstream for one in read.outcomes)
    if asked and not stopped:
        _note(wiki, options, asked)
    return Work(read, receipts, decided, written, rendered)


def _pages(wiki: Wiki, settings: Settings, index: Index, progress: Progress, recovered: tuple[str, ...]) -> Rendered:
    """Bring the pages up to date; an operation on concepts that was under way is done once the disk took them all."""
    rendered = render_wiki(wiki, settings, index, progress, recovered)
    if not rendered.disk_failed:
        close_operation(wiki)
    return rendered


def _link(wiki: Wiki, means: Means, options: RunOptions, read: Stage) -> tuple[Index, Decided]:
    """Names become concepts; new ones that may be known are asked about, unless the model stopped at the papers."""
    means.progress.step("link")
    stopped = read.problem or any(outcome.over_budget for outcome in read.outcomes)
    verdicts = Verdicts(wiki, None if stopped else means.engine)
    with means.progress.waiting(means.waits_for):
        verdicts.late(options.today)
        index, _ = link_papers(wiki, load_index(wiki), verdicts.new)
    return index, verdicts.close()


def _write(wiki: Wiki, means: Means, options: RunOptions, index: Index, read: Stage) -> Written:
    """Write about concepts; papers come first, so that nothing is asked where the model stopped at them."""
    if read.problem:
        return Written(open=True)
    held = HELD if any(outcome.over_budget for outcome in read.outcomes) else None
    with means.progress.waiting(means.waits_for):
        return write_concepts(
            wiki, means.settings, means.engine, index, means.progress, refresh=options.refresh, held=held
        )


def _terms(wiki: Wiki) -> Callable[[Paper, FullText], tuple[Bilingual, ...]]:
    """What gives the terms that concern a paper."""
    return paper_terms(read_registry(wiki), load_index(wiki))


def _nothing_open(wiki: Wiki, work: Work, options: RunOptions) -> bool:
    """Whether another run over the same data and pages would change nothing."""
    papers = papers_to_read(wiki, load_index(wiki), refresh=options.refresh)
    whole = not work.rendered.broken and not work.rendered.unreadable
    return whole and not papers and not work.decided.open and not work.written.open


def _report(
    means: Means,
    discovery: Discovery,
    work: Work,
    dry_run: bool = False,
    texts_at_most: int = 0,
    missing: Sequence[Row] = (),
) -> Report:
    read, decided, written = work.read, work.decided, work.written
    papers = [outcome.paper for outcome in read.outcomes]
    unreachable = next((outcome.upstream for outcome in read.outcomes if outcome.upstream), None)
    return Report(
        receipts=work.receipts,
        read=tuple(paper.id for paper in papers if paper.analysis),
        failed=(
            *((paper.id, paper.failed.reason) for paper in papers if paper.failed),
            *((row.id, row.reason or "") for row in missing),
            *((item.id, f"{item.reason}: {item.title!r}") for item in discovery.unread),
        ),
        pending=tuple(sorted(Counter(paper.pending.reason for paper in papers if paper.pending).items())),
        decided=decided,
        written=written,
        texts_at_most=texts_at_most,
        spending=total(means.ledger.run, means.settings.model.currency),
        rendered=work.rendered,
        figures=read.figures,
        notes=(*_notes(discovery), *read.notes),
        problem=discovery.upstream_problem or read.problem or unreachable or decided.problem or written.problem,
        over_budget=written.over_budget or decided.over_budget or any(outcome.over_budget for outcome in read.outcomes),
        dry_run=dry_run,
    )


def _notes(discovery: Discovery) -> tuple[str, ...]:
    nothing = (discovery.feed.message,) if isinstance(discovery.feed, NothingAnnounced) else ()
    missed = (f"not caught up yet: {', '.join(discovery.missed)}",) if discovery.missed else ()
    return (*nothing, *discovery.notes, *missed)
