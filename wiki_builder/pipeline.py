"""The table of contents: what happens to a paper, from arXiv's announcement to a page.

    discover ─▶ take ─▶ read ─▶ renew ─▶ judge ─▶ link ─▶ compare ─▶ write ─▶ brief ─▶ review
        ─▶ render

Each stage is a call with a plain name. Data is written as soon as it is known, so
that a run can stop anywhere and the next one goes on; receipts close a run. The first
two tell whether there is anything to do. The others are :mod:`wiki_builder.work`'s, which is
imported only then: all that they need takes longer to load than a day without papers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.marks import inbox
from wiki_builder.core.store.receipts import covered_days, read_receipt, read_receipts
from wiki_builder.core.store.values import if_readable
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.announcement import NothingAnnounced
from wiki_builder.core.values.receipt import Row
from wiki_builder.curation.under_way import at_work
from wiki_builder.llm.spending import total
from wiki_builder.pages.rendered import Rendered
from wiki_builder.report import Imported, Report, caught_up
from wiki_builder.runtime import Means, RunOptions
from wiki_builder.sources.calendar import last_without_gap
from wiki_builder.sources.discover import discover
from wiki_builder.sources.discovery import Discovery
from wiki_builder.sources.witness import MEMORY, held
from wiki_builder.stages.intake import keep, note, receipts_of, take_all
from wiki_builder.stages.outcomes import NOTHING_BROUGHT, Brought, Work
from wiki_builder.stages.receipts import merge_receipts
from wiki_builder.stages.select import UNREADABLE, Taken
from wiki_builder.stages.settled import Signature, remember_settled, settled, wiki_signature

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from wiki_builder.stages.add import Added
    from wiki_builder.stages.figures import FigureTaker
    from wiki_builder.stages.imports import Listed
    from wiki_builder.stages.verify import Verified

__all__ = [
    "RunOptions",
    "add",
    "estimate",
    "import_works",
    "render",
    "take_figures",
    "update",
    "verify",
]


def update(wiki: Wiki, means: Means, options: RunOptions) -> Report:
    """Import what was announced since the last run, read it, link it, and write the pages.

    Raises:
        Locked: another run holds the lock.
        FormatError: a data file cannot be read; nothing was done.
    """
    signature = Signature(wiki)
    with at_work(wiki, signature.see) as recovered:
        before = signature.of_all()
        rested = settled(wiki, before)
        told = () if options.dry_run else _marks(wiki)
        discovery = _discover(wiki, means, options)
        taken = take_all(wiki, means.settings, discovery, options.today)
        if options.dry_run:
            return _would(wiki, means, options, discovery, taken)
        if not rested:
            from wiki_builder.concepts.registry import read_registry

            # a mistake in the registry stops the run before anything is written or paid for
            read_registry(wiki)
        keep(wiki, taken)
        brought = _posts(wiki, means, options)
        new = bool(brought.posts) or any(one.papers for one in taken)
        rested = rested and not new and not options.refresh
        if rested and (not taken or wiki_signature(wiki) == before):
            note(wiki, options.today, discovery)
            nothing = Work(receipts=receipts_of(taken))
            return _report(means, discovery, nothing, told=told, brought=brought)
        from wiki_builder import work

        done = work.read_to_pages(wiki, means, options, taken, asked=discovery, recovered=recovered)
        stands = signature.as_it_stands()  # what is saved from here on is something to do
        remember_settled(wiki, stands if work.nothing_open(wiki, done, options) else None)
    return _report(means, discovery, done, told=told, brought=brought)


def add(
    wiki: Wiki,
    means: Means,
    options: RunOptions,
    given: Sequence[str],
    also: str | None = None,
    *,
    full: bool = False,
) -> Report:
    """Add papers by id, address or file; they are read, linked and rendered like any other.

    Adding a paper whose page was deleted brings it back. With ``full`` they are read in full
    text, now and later, those too that were read from their abstract before.

    Raises:
        UsageError: something given is no id, address or readable file; nothing was done.
        UpstreamError: arXiv could not be asked.
    """
    from wiki_builder.concepts.registry import read_registry
    from wiki_builder.core.store.papers import keep_text, read_paper
    from wiki_builder.pages.deleted import bring_back
    from wiki_builder.stages.add import added_papers, in_full, without_full
    from wiki_builder.stages.analyse import is_current

    with at_work(wiki) as recovered:
        read_registry(wiki)
        today = options.today.isoformat()
        added = added_papers(
            given, means.client, means.addresses, lambda id_: read_paper(wiki, id_), today, also
        )
        if full:
            added = in_full(added)
        for paper in added.papers:
            if paper.id in added.texts and not is_current(paper):
                keep_text(wiki, paper.id, added.texts[paper.id])
        bring_back(wiki, [paper.id for paper in added.papers])
        done = _read_added(wiki, means, options, added, recovered)
    missing = [row for row in added.receipt.rows if row.outcome == "failed"]
    ids = sorted(paper.id for paper in added.papers if full)
    now = (read_paper(wiki, id_) for id_ in ids)
    lacking = tuple(said for one in now if one and (said := without_full(one)))
    return _report(means, Discovery(None, notes=lacking), done, missing=missing)


def _read_added(
    wiki: Wiki, means: Means, options: RunOptions, added: Added, recovered: tuple[str, ...]
) -> Work:
    """Keep papers that were added, read them and bring the pages up to date."""
    from wiki_builder import work

    receipt = merge_receipts(if_readable(read_receipt, wiki, added.receipt.name), added.receipt)
    taken = [Taken(receipt, added.papers, ())]
    keep(wiki, taken)
    only = {paper.id for paper in added.papers}
    return work.read_to_pages(wiki, means, options, taken, only, recovered=recovered)


def import_works(
    wiki: Wiki, means: Means, options: RunOptions, read: Callable[[], Listed]
) -> Imported:
    """Take in the works of a list that the wiki does not know and arXiv has; keep the list, if it
    is its owner's library. In a dry run nothing is written, and the estimate says what reading
    would need at most.

    Raises:
        UsageError: ``read`` does, since the list is none; nothing was done.
        UpstreamError: arXiv could not be asked; the library is kept, and no paper was taken.
    """
    from wiki_builder.concepts.registry import read_registry
    from wiki_builder.core.store.holdings import read_holdings, write_holdings
    from wiki_builder.core.store.papers import is_unreadable
    from wiki_builder.library.held import once
    from wiki_builder.library.index import load_index
    from wiki_builder.pages.deleted import rejected_papers
    from wiki_builder.stages.add import added_announcements
    from wiki_builder.stages.imports import ask, decide, joined

    with at_work(wiki) as recovered:
        read_registry(wiki)
        listed = read()
        cards = [one.card for one in load_index(wiki).values()]
        decided = [
            replace(one, outcome="failed", reason=UNREADABLE)
            if one.outcome == "taken" and is_unreadable(wiki, one.id)
            else one
            for one in decide(listed, cards, rejected_papers(wiki), options.limit)
        ]
        held = read_holdings(wiki)
        now = joined(held, listed, options.today.isoformat())
        grown = len(now) - len(once(held))
        new = [one.id for one in decided if one.outcome == "taken"]
        if options.dry_run:
            needed = _needed(wiki, means, len(new), options.today)
            return Imported(tuple(decided), grown, needed)
        if now != list(held):
            write_holdings(wiki, now)
        announced, came = ask(listed, decided, means.client, means.addresses)
        added = added_announcements(
            (announced[i] for i in new if i in announced), str(options.today)
        )
        done = _read_added(wiki, means, options, added, recovered) if added.receipt.rows else None
    report = _report(means, Discovery(None), done) if done else None
    return Imported(tuple(came), grown, report=report)


def _needed(wiki: Wiki, means: Means, papers: int, today: date) -> dict[str, object]:
    """What reading so many papers, and all that follows of it, needs at most."""
    from wiki_builder.stages.estimate import (
        at_most,
        most_briefings,
        most_compared,
        most_judged,
        most_reviewed,
        most_texts,
    )

    settings = means.settings
    texts = most_texts(wiki, settings, papers, refresh=False) if papers else 0
    judged = most_judged(wiki, settings, papers, None, refresh=False) if papers else 0
    compared = most_compared(wiki, settings, papers) if papers else 0
    briefings = most_briefings(wiki, settings, (), today) if papers else 0
    prices = (means.price, means.judge_price)
    reviewed = most_reviewed(wiki, settings, briefings, today) if papers else 0
    return at_most(settings, papers, texts, judged, 0, compared, 0, *prices, briefings, reviewed)


def render(wiki: Wiki, settings: Settings, progress: Progress | None = None) -> Rendered:
    """Pages from data alone: no network, no model."""
    from wiki_builder import work

    with at_work(wiki) as recovered:
        return work.render(wiki, settings, progress or Progress(), recovered)


def take_figures(
    wiki: Wiki, settings: Settings, figures: FigureTaker, only: Sequence[str], progress: Progress
) -> Report:
    """Take figures of papers that were read from HTML and have none, the newest first; then render.
    No model.

    With ``only``, of the papers with these ids alone.

    Raises:
        UsageError: the wiki has no such paper; nothing was done.
    """
    from wiki_builder import work

    with at_work(wiki) as recovered:
        rendered = work.take_figures(wiki, settings, figures, only, progress, recovered)
    return Report(figures=figures.taken, rendered=rendered, notes=tuple(figures.problems))


def verify(
    wiki: Wiki,
    settings: Settings,
    given: Sequence[str],
    against: Path | None,
    progress: Progress,
) -> list[Verified]:
    """Check again what was said of papers, all or the ``given`` ones, without a model.

    Raises:
        UsageError: the wiki has no such paper, or the file that one is held ``against`` has no
            text.
        UpstreamError: all texts are at arXiv, which could not be asked.
    """
    from wiki_builder import work

    with at_work(wiki):
        return work.verify_papers(wiki, settings, given, against, progress)


def estimate(wiki: Wiki, means: Means, options: RunOptions, report: Report) -> dict[str, object]:
    """What reading the taken and the waiting papers, and writing about concepts, needs at most."""
    from wiki_builder.stages.estimate import (
        at_most,
        most_briefings,
        most_compared,
        most_full,
        most_judged,
        most_papers,
        most_reviewed,
    )

    refresh, limit = options.refresh, options.limit
    papers = most_papers(wiki, report.receipts, limit, refresh=refresh)
    renewed = report.renewed_at_most
    judged = most_judged(wiki, means.settings, papers + renewed, limit, refresh=refresh)
    compared = most_compared(wiki, means.settings, papers + renewed)
    prices = (means.price, means.judge_price)
    full = most_full(wiki, report.receipts, refresh=refresh)
    texts = report.texts_at_most
    briefings = most_briefings(wiki, means.settings, report.receipts, options.today)
    counts = (papers, texts, judged, renewed, compared, full)
    reviewed = most_reviewed(
        wiki, means.settings, briefings, options.today, refresh=refresh, limit=limit
    )
    return at_most(means.settings, *counts, *prices, briefings, reviewed)


def _marks(wiki: Wiki) -> tuple[str, ...]:
    """What is said of marks that devices sent, now that they are taken in."""
    if not inbox(wiki):
        return ()
    from wiki_builder.curation.marks import take_in

    return tuple(take_in(wiki).lines())


def _posts(wiki: Wiki, means: Means, options: RunOptions) -> Brought:
    """What the feeds beside arXiv bring; nothing is written in a dry run."""
    feeds, step = means.settings.sources.feeds, means.progress.step
    if not feeds:
        return NOTHING_BROUGHT
    from wiki_builder.stages.posts import import_posts

    client, write = means.asking_feeds, not options.dry_run
    return import_posts(wiki, feeds, client, options.today, write=write, step=step)


def _would(
    wiki: Wiki, means: Means, options: RunOptions, discovery: Discovery, taken: Sequence[Taken]
) -> Report:
    """What a run would do; nothing was written."""
    from wiki_builder.stages.estimate import most_papers, most_renewed, most_texts

    would = Work(receipts=receipts_of(taken))
    papers = most_papers(wiki, would.receipts, options.limit, refresh=options.refresh)
    most = most_texts(wiki, means.settings, papers, refresh=options.refresh)
    new = most_renewed(wiki, taken, options.limit)
    rows = [row for receipt in would.receipts for row in receipt.rows if row.outcome == "taken"]
    report = _report(
        means,
        discovery,
        would,
        dry_run=True,
        texts_at_most=most,
        renewed_at_most=new,
        brought=_posts(wiki, means, options),
    )
    return replace(
        report, would_take=tuple(row for row in rows if not wiki.paper(row.id).is_file())
    )


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
        evening=options.evening,
    )


def _report(
    means: Means,
    discovery: Discovery,
    work: Work,
    dry_run: bool = False,
    texts_at_most: int = 0,
    renewed_at_most: int = 0,
    missing: Sequence[Row] = (),
    told: Sequence[str] = (),
    brought: Brought = NOTHING_BROUGHT,
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
        pending=tuple(
            sorted(Counter(paper.pending.reason for paper in papers if paper.pending).items())
        ),
        renewed=work.renewed,
        judged=work.judged,
        decided=decided,
        compared=work.compared,
        written=written,
        briefed=work.briefed,
        texts_at_most=texts_at_most,
        renewed_at_most=renewed_at_most,
        spending=total(means.ledger.run, means.settings.model.currency),
        rendered=work.rendered,
        figures=read.figures,
        brought=brought,
        caught=caught_up(discovery.caught, work.receipts),
        notes=(*told, *_notes(discovery), *read.notes),
        problem=discovery.upstream_problem
        or read.problem
        or unreachable
        or work.renewed.problem
        or work.judged.problem
        or decided.problem
        or work.compared.problem
        or written.problem
        or work.briefed.problem,
        over_budget=written.over_budget
        or work.briefed.over_budget
        or work.renewed.over_budget
        or work.judged.over_budget
        or decided.over_budget
        or work.compared.over_budget
        or any(outcome.over_budget for outcome in read.outcomes),
        dry_run=dry_run,
    )


def _notes(discovery: Discovery) -> tuple[str, ...]:
    nothing = (discovery.feed.message,) if isinstance(discovery.feed, NothingAnnounced) else ()
    missed = (f"not caught up yet: {', '.join(discovery.missed)}",) if discovery.missed else ()
    return (*nothing, *discovery.notes, *missed)
