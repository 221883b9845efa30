"""The table of contents: what happens to a paper, from arXiv's announcement to a page.

    discover ─▶ take ─▶ read ─▶ link ─▶ write ─▶ render

Each stage is a call with a plain name. Data is written as soon as it is known, so
that a run can stop anywhere and the next one goes on; receipts close a run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial

from wiki_builder.adding import added_papers
from wiki_builder.concepts.registry import load
from wiki_builder.config import Settings
from wiki_builder.curating import at_work
from wiki_builder.curating import settle as close_operation
from wiki_builder.deciding import Decided, Deciding, keep_open
from wiki_builder.engines._interface import Engine
from wiki_builder.engines.settings import Price
from wiki_builder.errors import UpstreamError
from wiki_builder.fetching import text_of
from wiki_builder.figures.take import Figures
from wiki_builder.http import Client
from wiki_builder.index import Index, load_index
from wiki_builder.linking import link_papers
from wiki_builder.models import Bilingual, FullText, NothingAnnounced, Paper, Receipt, Row
from wiki_builder.pages.render import Rendered
from wiki_builder.progress import Progress
from wiki_builder.publishing import bring_back, held_claims, rejected_papers, render_wiki, settle, settled, signature
from wiki_builder.reading import Outcome, Reading, is_current, sweep, used_up
from wiki_builder.receipts import blank_receipts, closed, merged
from wiki_builder.report import Report
from wiki_builder.sources.addresses import Addresses
from wiki_builder.sources.calendar import is_announcement_day, last_without_gap
from wiki_builder.sources.discover import discover
from wiki_builder.sources.discovery import Discovery
from wiki_builder.sources.witness import MEMORY, held
from wiki_builder.spending import Ledger, total
from wiki_builder.store import (
    Wiki,
    add_entries,
    covered_days,
    if_readable,
    is_unreadable,
    keep_text,
    note_run,
    read_paper,
    read_receipt,
    recent_receipts,
    write_paper,
    write_receipt,
)
from wiki_builder.taking import Choice, Taken, places_left, take
from wiki_builder.wording import paper_terms
from wiki_builder.writing import Written, due_texts, write_concepts

MOST_ATTEMPTS = 3  # runs in which a paper may fail by its own fault before only --refresh asks again


PROMPT_TOKENS, ABSTRACT_TOKENS, OUTPUT_TOKENS = 2_600, 500, 3_000  # measured on the sample's requests and replies
TEXT_PROMPT_TOKENS, TEXT_OUTPUT_TOKENS = 2_000, 3_000  # of a concept's text, its claims apart
CONCEPTS_OF_A_PAPER = 10  # the most that a reply names
HELD = "papers come first, and the budget stopped them"


@dataclass(frozen=True)
class Means:
    """What a run works with: made from the settings once, and swapped in tests.

    ``ledger`` is where the engine writes what it spends; ``waits_for`` names model and
    address for whoever looks on.
    """

    settings: Settings
    client: Client
    addresses: Addresses
    engine: Engine
    progress: Progress = field(default_factory=Progress)
    price: Price | None = None
    ledger: Ledger = field(default_factory=Ledger)
    waits_for: Callable[[], str] = str

    def __enter__(self) -> Means:
        return self

    def __exit__(self, *error: object) -> None:
        self.client.close()


@dataclass(frozen=True, slots=True)
class Options:
    """What one ``update`` shall do; ``today`` is a day in New York."""

    today: date
    since: date | None = None
    limit: int | None = None
    refresh: bool = False
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """What became of the papers that were read, and what stopped the model for all that were still to come."""

    outcomes: tuple[Outcome, ...] = ()
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


def update(wiki: Wiki, means: Means, options: Options) -> Report:
    """Import what was announced since the last run, read it, link it, and write the pages.

    Raises:
        Locked: another run holds the lock.
        FormatError: a data file cannot be read; nothing was done.
    """
    with at_work(wiki) as recovered:
        before = signature(wiki)
        discovery = _discover(wiki, means, options)
        taken = _take(wiki, means, options, discovery)
        if options.dry_run:
            would = Work(receipts=_receipts(taken))
            most = _texts_at_most(wiki, means, options, would.receipts)
            return _report(means, discovery, would, dry_run=True, texts_at_most=most)
        if not settled(wiki, before):
            load(wiki.concepts)  # a mistake in the registry stops the run before anything is written or paid for
        _keep(wiki, taken)
        unchanged = not taken or signature(wiki) == before
        if not options.refresh and settled(wiki, before) and unchanged:
            if _note(wiki, options, discovery):
                settle(wiki, signature(wiki))
            return _report(means, discovery, Work(receipts=_receipts(taken)))
        work = _read_to_pages(wiki, means, options, taken, asked=discovery, recovered=recovered)
        settle(wiki, signature(wiki) if _nothing_open(wiki, work, options) else None)
    return _report(means, discovery, work)


def add(wiki: Wiki, means: Means, options: Options, given: Sequence[str], also: str | None = None) -> Report:
    """Add papers by id, address or file; they are read, linked and rendered like any other.

    Adding a paper whose page was deleted brings it back.

    Raises:
        UsageError: something given is no id, address or readable file; nothing was done.
        UpstreamError: arXiv could not be asked.
    """
    with at_work(wiki) as recovered:
        load(wiki.concepts)
        today = options.today.isoformat()
        added = added_papers(given, means.client, means.addresses, lambda id_: read_paper(wiki, id_), today, also)
        for paper in added.papers:
            if paper.id in added.texts and not is_current(paper):
                keep_text(wiki, paper.id, added.texts[paper.id])
        bring_back(wiki, [paper.id for paper in added.papers])
        receipt = merged(if_readable(read_receipt, wiki, added.receipt.name), added.receipt)
        taken = [Taken(receipt, added.papers, ())]
        _keep(wiki, taken)
        only = {paper.id for paper in added.papers}
        work = _read_to_pages(wiki, means, options, taken, only, recovered=recovered)
    missing = [row for row in added.receipt.rows if row.outcome == "failed"]
    return _report(means, Discovery(None), work, missing=missing)


def render(wiki: Wiki, settings: Settings, progress: Progress | None = None) -> Rendered:
    """Pages from data alone: no network, no model."""
    with at_work(wiki) as recovered:
        index, _ = link_papers(wiki, load_index(wiki), partial(keep_open, wiki))
        return _pages(wiki, settings, index, progress or Progress(), recovered)


def take_figures(wiki: Wiki, settings: Settings, figures: Figures, only: Sequence[str], progress: Progress) -> Report:
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


def estimate(wiki: Wiki, means: Means, options: Options, report: Report) -> dict[str, object]:
    """What reading the taken and the waiting papers, and writing about concepts, needs at most.

    ``calls`` are those for papers, ``concept_calls`` those for texts; tokens are of both, and
    so is the cost where prices are known.
    """
    settings, texts = means.settings, report.texts_at_most
    calls = _papers_at_most(wiki, options, report.receipts)
    full = settings.text.order != ("abstract",)
    tokens_in = calls * (PROMPT_TOKENS + (settings.text.max_tokens if full else ABSTRACT_TOKENS))
    tokens_in += texts * (TEXT_PROMPT_TOKENS + settings.concepts.claims_tokens)
    tokens_out = calls * OUTPUT_TOKENS + texts * TEXT_OUTPUT_TOKENS
    cost = means.price.cost(tokens_in, tokens_out) if means.price else None
    money = {settings.model.currency: round(cost, 4)} if cost is not None else {"price": "unknown"}
    return {
        "calls": calls,
        "concept_calls": texts,
        "input_tokens": tokens_in,
        "output_tokens": tokens_out,
        **money,
    }


def _papers_at_most(wiki: Wiki, options: Options, receipts: Sequence[Receipt]) -> int:
    """How many papers a run would read."""
    index = load_index(wiki)
    new = {row.id for receipt in receipts for row in receipt.rows if row.outcome == "taken"} - index.keys()
    papers = len(_waiting(wiki, index, replace(options, limit=None), None)) + len(new)
    return min(papers, options.limit) if options.limit is not None else papers


def _texts_at_most(wiki: Wiki, means: Means, options: Options, receipts: Sequence[Receipt]) -> int:
    """How many concepts' texts a run could write: those that are due, and all that its papers could make due."""
    settings = means.settings
    if not settings.concepts.write:
        return 0
    due = due_texts(wiki, settings, load_index(wiki), refresh=options.refresh)
    new = CONCEPTS_OF_A_PAPER * _papers_at_most(wiki, options, receipts)
    return min(due + new, settings.concepts.texts_per_run)


# --- The stages ----------------------------------------------------------------


def _discover(wiki: Wiki, means: Means, options: Options) -> Discovery:
    arxiv = means.settings.sources.arxiv
    means.progress.step(f"discover {', '.join(arxiv.categories)}")
    last = last_without_gap(covered_days(wiki))
    known = held(recent_receipts(wiki, options.today - MEMORY))
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


def _note(wiki: Wiki, options: Options, discovery: Discovery) -> bool:
    """Note for readers that a run ended well; days without an announcement need no note. Whether it was written."""
    if discovery.upstream_problem is not None or not is_announcement_day(options.today):
        return False
    return note_run(wiki, options.today)


def _take(wiki: Wiki, means: Means, options: Options, discovery: Discovery) -> list[Taken]:
    """What becomes of each announced paper, one receipt after the other."""
    interests, types = means.settings.interests, means.settings.sources.arxiv.announce_types
    choice = Choice(interests.keywords, interests.papers_per_day, types)
    announced = list(blank_receipts(discovery))
    rejected = rejected_papers(wiki) if announced else frozenset()
    new: dict[str, Paper] = {}
    taken: list[Taken] = []
    made: dict[str, Receipt | None] = {}  # a day may be told of twice: what its list adds, and that it is closed

    def known(id_: str) -> Paper | None:
        return new.get(id_) or if_readable(read_paper, wiki, id_)

    for blank, rows in announced:
        unreadable = {row.id for row in rows if is_unreadable(wiki, row.id)}
        before = made[blank.name] if blank.name in made else if_readable(read_receipt, wiki, blank.name)
        places = places_left(choice, before, rows)
        one = take(blank, rows, known, rejected, choice, options.today.isoformat(), unreadable, places)
        new.update((paper.id, paper) for paper in one.papers)
        made[blank.name] = receipt = merged(before, one.receipt)
        taken = [replace(other, receipt=receipt) if other.receipt.name == blank.name else other for other in taken]
        taken.append(replace(one, receipt=receipt))
    return taken


def _receipts(taken: Sequence[Taken]) -> tuple[Receipt, ...]:
    """Each receipt once."""
    return tuple({one.receipt.name: one.receipt for one in taken}.values())


def _keep(wiki: Wiki, taken: Sequence[Taken]) -> None:
    """Papers first, receipts last: a receipt never speaks of a paper that is not there."""
    for one in taken:
        for paper in one.papers:
            write_paper(wiki, paper)
        add_entries(wiki, one.entries, [paper.id for paper in one.papers])
        write_receipt(wiki, one.receipt)


def _read(wiki: Wiki, means: Means, options: Options, only: set[str] | None = None) -> Stage:
    """Read every paper that waits for it, and keep each result as soon as it is there.

    A model that cannot be had at all ends the reading and not the run: what was
    read is linked and rendered, the rest stays pending.
    """
    sweep(wiki)
    papers = _waiting(wiki, load_index(wiki), options, only)
    if not papers:
        return Stage()
    means.progress.start("read", len(papers))
    order = means.settings.text.order
    text = text_of(wiki, means.client, means.addresses, order, refresh=options.refresh)
    figures = Figures(wiki, means.client, means.addresses.html_url, means.settings.figures)
    reading = Reading(
        wiki, means.engine, text, means.settings.text.max_tokens, _terms(wiki), figures.of, held_claims(wiki)
    )
    outcomes: list[Outcome] = []
    problem = None
    try:
        with means.progress.waiting(means.waits_for), closing(reading.read_all(papers)) as read:
            for outcome in read:
                write_paper(wiki, outcome.paper)
                used_up(wiki, outcome)
                means.progress.advance(outcome.paper.latest.title)
                outcomes.append(replace(outcome, request=None))
    except UpstreamError as error:
        problem = error
    notes = (*_doubts(outcomes), *figures.problems)
    return Stage(tuple(outcomes), problem, figures.taken, notes)


def _doubts(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Papers that were read from a lesser text, since a better one came wrong or in part."""
    for paper in (outcome.paper for outcome in outcomes):
        doubted = [one for one in (paper.text.fallbacks if paper.text else ()) if one.doubtful]
        if paper.text and paper.analysis and doubted:
            reasons = "; ".join(f"{one.kind.upper()}: {one.reason}" for one in doubted)
            yield f"{paper.id} was read from its {paper.text.kind.upper()}: {reasons}"


def _waiting(wiki: Wiki, index: Index, options: Options, only: set[str] | None) -> list[Paper]:
    """The papers to read, oldest first: new, pending, failed and, with ``--refresh``, outdated ones."""
    cards = sorted((entry.card for entry in index.values()), key=lambda card: (card.date, card.id))
    rejected = rejected_papers(wiki)
    ids = [
        card.id
        for card in cards
        if card.id not in rejected
        and (only is None or card.id in only)
        and (
            card.status == "pending"
            or (card.status == "failed" and (card.attempts < MOST_ATTEMPTS or options.refresh))
            or (card.outdated and options.refresh)
        )
    ]
    return [paper for id_ in ids[: options.limit] if (paper := read_paper(wiki, id_))]


def _close(wiki: Wiki, taken: Sequence[Taken], read: Stage) -> tuple[Receipt, ...]:
    """Receipts say what became of their papers: of this run's days, and of older ones read or failed now."""
    papers = {outcome.paper.id: outcome.paper for outcome in read.outcomes}
    names = dict.fromkeys([*(one.receipt.name for one in taken), *(paper.run for paper in papers.values())])
    ours = {one.receipt.name: one.receipt for one in taken}
    receipts = [closed(r, papers) for name in names if (r := ours.get(name) or if_readable(read_receipt, wiki, name))]
    for receipt in receipts:
        write_receipt(wiki, receipt)
    return tuple(receipt for receipt in receipts if receipt.name in ours)


def _read_to_pages(
    wiki: Wiki,
    means: Means,
    options: Options,
    taken: Sequence[Taken],
    only: set[str] | None = None,
    asked: Discovery | None = None,
    recovered: tuple[str, ...] = (),
) -> Work:
    """Read what waits, close the receipts, link, write about concepts, and render.

    ``asked`` is what arXiv was asked for, where it was.
    """
    read = _read(wiki, means, options, only)
    receipts = _close(wiki, taken, read)
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


def _link(wiki: Wiki, means: Means, options: Options, read: Stage) -> tuple[Index, Decided]:
    """Names become concepts; new ones that may be known are asked about, unless the model stopped at the papers."""
    means.progress.step("link")
    stopped = read.problem or any(outcome.over_budget for outcome in read.outcomes)
    deciding = Deciding(wiki, None if stopped else means.engine, options.today)
    with means.progress.waiting(means.waits_for):
        deciding.late()
        index, _ = link_papers(wiki, load_index(wiki), deciding.new)
    return index, deciding.close()


def _write(wiki: Wiki, means: Means, options: Options, index: Index, read: Stage) -> Written:
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
    return paper_terms(load(wiki.concepts), load_index(wiki))


# --- The end of a run ------------------------------------------------------------


def _nothing_open(wiki: Wiki, work: Work, options: Options) -> bool:
    """Whether another run over the same data and pages would change nothing."""
    waiting = _waiting(wiki, load_index(wiki), replace(options, limit=None), None)
    whole = not work.rendered.broken and not work.rendered.unreadable
    return whole and not waiting and not work.decided.open and not work.written.open


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
