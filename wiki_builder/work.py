"""The work of a run that has any: what waits is read or renewed, judged, linked, compared,
written about, rendered.

    read ─▶ renew ─▶ judge ─▶ link ─▶ compare ─▶ write ─▶ brief ─▶ review ─▶ render

Data is written as soon as it is known, so that a run can stop anywhere and the next one goes on.
Whether there is anything to do is :mod:`wiki_builder.pipeline`'s to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from wiki_builder.concepts.registry import read_registry
from wiki_builder.core.errors import UpstreamError, UsageError
from wiki_builder.core.http.client import Client
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.caches import write_kept
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.fulltext import FullText, TextKind
from wiki_builder.core.values.paper import Failed, Paper
from wiki_builder.curation.terms import paper_terms
from wiki_builder.curation.under_way import close_operation
from wiki_builder.grounding.judge.rows import Which
from wiki_builder.library.index import Index, known_paper, load_index
from wiki_builder.library.scan import as_known
from wiki_builder.pages.deleted import held_claims, rejected_papers
from wiki_builder.pages.publisher import Publisher
from wiki_builder.pages.rendered import Rendered
from wiki_builder.runtime import Means, RunOptions, addresses_of, arxiv_client, waits_for
from wiki_builder.sources.addresses import Addresses
from wiki_builder.sources.discovery import Discovery
from wiki_builder.sources.withdrawn import withdrawn
from wiki_builder.stages.analyse import (
    GIVE_UP_AFTER,
    PaperOutcome,
    Reading,
    papers_to_read,
    sweep_papers,
)
from wiki_builder.stages.articles import Desk, write_concepts
from wiki_builder.stages.briefings import write_briefings
from wiki_builder.stages.disambiguate import Verdicts
from wiki_builder.stages.fetch import text_fetcher
from wiki_builder.stages.figures import FigureTaker
from wiki_builder.stages.intake import close_receipts, note
from wiki_builder.stages.judge import judge_papers
from wiki_builder.stages.link import link_papers
from wiki_builder.stages.outcomes import (
    Briefed,
    Compared,
    Decided,
    Judged,
    Renewed,
    Stage,
    Work,
    Written,
)
from wiki_builder.stages.relations import note_relations, relate_findings
from wiki_builder.stages.render import render_wiki
from wiki_builder.stages.renew import (
    Renewing,
    latest_text,
    papers_to_renew,
    sweep_changes,
    tell_versions,
)
from wiki_builder.stages.review import review_briefings
from wiki_builder.stages.select import Taken
from wiki_builder.stages.to_judge import note_to_judge
from wiki_builder.stages.verify import Verified, as_read, from_file, verify

HELD = "papers come first, and the budget stopped them"


def read_to_pages(
    wiki: Wiki,
    means: Means,
    options: RunOptions,
    taken: Sequence[Taken],
    only: set[str] | None = None,
    asked: Discovery | None = None,
    recovered: tuple[str, ...] = (),
) -> Work:
    """Read what waits, have it judged, close the receipts, link, compare findings, write about
    concepts, days and weeks, and render.

    ``asked`` is what arXiv was asked for, where it was.
    """
    index, told = _told(wiki, means, only)
    read = _read(wiki, means, options, index, only)
    renewed = _renew(wiki, means, options, index, read, told, only)
    judged = _judge(wiki, means, options, read, only)
    receipts = close_receipts(wiki, taken, [outcome.paper for outcome in read.outcomes])
    index, decided = _link(wiki, means, options, read, judged)
    index, compared = _compare(wiki, means, options, index, read, only)
    written, known = _write(wiki, means, options, index, read)
    # who is asked and waited for gives people time to save pages: then these are read again
    if means.engine.name != "replay" and (written.texts or written.failed):
        known = None
    briefed = _brief(wiki, means, options, index, read, written, known)
    if briefed.written or briefed.judged or briefed.reworded or briefed.failed:
        known = None
    day = options.today
    rendered = _pages(wiki, means.settings, index, means.progress, recovered, known, day)
    stopped = (
        read.problem
        or renewed.problem
        or judged.problem
        or decided.problem
        or compared.problem
        or written.problem
        or briefed.problem
        or any(one.upstream for one in read.outcomes)
    )
    if asked and not stopped:
        note(wiki, options.today, asked)
    return Work(read, receipts, renewed, judged, decided, compared, written, briefed, rendered)


def render(
    wiki: Wiki, settings: Settings, progress: Progress, recovered: tuple[str, ...]
) -> Rendered:
    """Pages from data alone."""
    index, _ = link_papers(wiki, load_index(wiki), Verdicts(wiki).new)
    return _pages(wiki, settings, index, progress, recovered)


def take_figures(
    wiki: Wiki,
    settings: Settings,
    figures: FigureTaker,
    only: Sequence[str],
    progress: Progress,
    recovered: tuple[str, ...],
) -> Rendered:
    """Take the figures of papers that have none, and render.

    Raises:
        UsageError: the wiki has no such paper; nothing was done.
    """
    index = load_index(wiki)
    asked = {known_paper(index, given) for given in only}
    cards = sorted((entry.card for entry in index.values()), key=lambda card: (card.date, card.id))
    gone = rejected_papers(wiki)
    ids = [c.id for c in reversed(cards) if c.text == "html" and not c.figures and c.id not in gone]
    papers = [id_ for id_ in ids if not only or id_ in asked]
    figures.problems += (
        f"no figure of {id_}: it has one, was not read from arXiv's HTML, or its page was deleted"
        for id_ in sorted(asked.difference(papers))
    )
    progress.start("figures", len(papers))
    for paper in filter(None, (read_paper(wiki, id_) for id_ in papers)):
        write_paper(wiki, paper.with_(figures=figures.of(paper, "html")))
        progress.advance(paper.latest.title)
    return _pages(wiki, settings, load_index(wiki), progress, recovered)


def verify_papers(
    wiki: Wiki,
    settings: Settings,
    given: Sequence[str],
    against: Path | None,
    progress: Progress,
) -> list[Verified]:
    """Check again what was said of papers: each from the text that it was read from, or one of
    them against a file. One whose text cannot be had now is said to be not checked; after several
    in a row no other is asked for.

    Raises:
        UpstreamError: no paper could be checked for that.
    """
    index = load_index(wiki)
    ids = [known_paper(index, one) for one in given] or [
        id_ for id_, entry in index.items() if entry.card.status == "read"
    ]
    if against and len(ids) != 1:
        raise UsageError("a file is the text of one paper", next="Give that paper's id")
    with arxiv_client(wiki, settings, progress) as client:
        found: list[Verified] = []
        lost: list[UpstreamError] = []
        text = _asking(_texts(wiki, client, addresses_of(settings), against), lost)
        progress.start("verify", len(ids))
        for paper in filter(None, (read_paper(wiki, id_) for id_ in ids)):
            try:
                one = verify(wiki, paper, text, against is not None)
            except UpstreamError as error:
                assert paper.analysis
                lost.append(error)
                note = f"its text could not be had: {error.what}"
                one = Verified(paper, paper.analysis, None, note=note)
            found += [one] if one else []
            progress.advance(paper.latest.title)
    if lost and not any(one.now for one in found):
        raise lost[0]
    return found


def _asking(
    text: Callable[[Paper], FullText | Failed], lost: list[UpstreamError]
) -> Callable[[Paper], FullText | Failed]:
    """A paper's text, unless it stands elsewhere and too many there were ``lost`` in a row."""

    def asked(paper: Paper) -> FullText | Failed:
        here = paper.id.startswith("file:") or bool(paper.text and paper.text.kind == "abstract")
        if len(lost) >= GIVE_UP_AFTER and not here:
            return Failed("not asked any more, since several texts in a row could not be had")
        found = text(paper)
        if not here:
            lost.clear()
        return found

    return asked


def _texts(
    wiki: Wiki, client: Client, addresses: Addresses, against: Path | None
) -> Callable[[Paper], FullText | Failed]:
    if against:
        text = from_file(against)
        return lambda paper: text
    kinds: dict[TextKind, Callable[[Paper], FullText | Failed]] = {
        kind: text_fetcher(wiki, client, addresses, (kind,)) for kind in ("html", "pdf")
    }
    # the text that was read, and no other that is wanted since
    return as_read(
        lambda paper: kinds[paper.text.kind if paper.text else "html"](paper.with_(full=False))
    )


def _read(
    wiki: Wiki, means: Means, options: RunOptions, index: Index, only: set[str] | None
) -> Stage:
    """Read every paper that waits for it, and keep each result as soon as it is there.

    A model that cannot be had at all ends the reading and not the run: what was
    read is linked and rendered, the rest stays pending.
    """
    sweep_papers(wiki)
    ids = papers_to_read(wiki, index, refresh=options.refresh, only=only)[: options.limit]
    papers = [paper for id_ in ids if (paper := read_paper(wiki, id_))]
    if not papers:
        return Stage()
    means.progress.start("read", len(papers))
    order = means.settings.text.order
    text = text_fetcher(wiki, means.client, means.addresses, order, refresh=options.refresh)
    figures = FigureTaker(wiki, means.client, means.addresses.html_url, means.settings.figures)
    reading = Reading(
        wiki,
        means.engine,
        text,
        means.settings.text.max_tokens,
        paper_terms(read_registry(wiki), index),
        figures.of,
        held_claims(wiki),
        _to_ask(wiki, means),
    )
    with means.progress.waiting(means.waits_for):
        reading.read_all(papers, means.progress)
    notes = (*_doubts(reading.outcomes), *figures.problems)
    return Stage(tuple(reading.outcomes), reading.problem, figures.taken, notes)


def _told(wiki: Wiki, means: Means, only: set[str] | None) -> tuple[Index, Renewed]:
    """All papers, and what arXiv says of new versions; it may be asked another time."""
    index = load_index(wiki)
    try:
        told = tell_versions(wiki, index, means.client, means.addresses, only)
    except UpstreamError as error:
        return index, Renewed(problem=error)
    gone = tuple(paper.id for paper in told if withdrawn(paper.latest))
    return load_index(wiki) if told else index, Renewed(withdrawn=gone)


def _renew(
    wiki: Wiki,
    means: Means,
    options: RunOptions,
    index: Index,
    read: Stage,
    told: Renewed,
    only: set[str] | None,
) -> Renewed:
    """Lay what was said of papers beside their new versions, and ask for what does not stand;
    papers come first, so that nothing is asked where the model stopped at them.
    """
    sweep_changes(wiki, index)
    whole = {outcome.paper.id for outcome in read.outcomes if outcome.paper.analysis}
    ids = [id_ for id_ in papers_to_renew(wiki, index, only) if id_ not in whole]
    papers = [paper for id_ in ids[: options.limit] if (paper := read_paper(wiki, id_))]
    if not papers:
        return told
    means.progress.start("renew", len(papers))
    orders: dict[TextKind, tuple[TextKind, ...]] = {"html": ("html", "pdf"), "pdf": ("pdf", "html")}
    fetched = {
        kind: text_fetcher(wiki, means.client, means.addresses, order)
        for kind, order in orders.items()
    }
    stage = Renewing(
        wiki,
        means.engine,
        latest_text(lambda kind: fetched[kind]),
        means.settings.text.max_tokens,
        paper_terms(read_registry(wiki), index),
        held_claims(wiki),
        _to_ask(wiki, means),
    )
    stopped = read.problem or any(outcome.over_budget for outcome in read.outcomes)
    with means.progress.waiting(means.waits_for):
        stage.renew(papers, means.progress, HELD if stopped else None)
    return replace(stage.outcome(told.withdrawn), problem=told.problem or stage.problem)


def _judge(
    wiki: Wiki, means: Means, options: RunOptions, read: Stage, only: set[str] | None
) -> Judged:
    """Whether papers bear out what is said of them;
    papers come first, so that nothing is asked where the model stopped at them.
    """
    stopped = read.problem or any(outcome.over_budget for outcome in read.outcomes)
    with means.progress.waiting(waits_for(means.judging)):
        return judge_papers(
            wiki,
            means.settings.check,
            load_index(wiki) if options.refresh else {},
            means.judging,
            means.engine,
            as_read(text_fetcher(wiki, means.client, means.addresses, means.settings.text.order)),
            means.progress,
            refresh=options.refresh,
            limit=options.limit,
            only=only,
            held=HELD if stopped else None,
        )


def _to_ask(wiki: Wiki, means: Means) -> Callable[[Paper, FullText], None]:
    """What notes about a paper that is read what is to be asked next, if anybody is asked."""
    which = _to_judge(means)

    def note(paper: Paper, text: FullText) -> None:
        note_to_judge(wiki, which, paper, text)
        if means.settings.check.relations and means.judging.name != "none":
            note_relations(wiki, paper)

    return note


def _to_judge(means: Means) -> Which | None:
    """Which statements are judged, if anybody judges."""
    which = means.settings.check.judge
    return None if which == "off" or means.judging.name == "none" else which


def _doubts(outcomes: Sequence[PaperOutcome]) -> Iterator[str]:
    """Papers that were read from a lesser text, since a better one came wrong or in part."""
    for paper in (outcome.paper for outcome in outcomes):
        doubted = [one for one in (paper.text.fallbacks if paper.text else ()) if one.doubtful]
        if paper.text and paper.analysis and doubted:
            reasons = "; ".join(f"{one.kind.upper()}: {one.reason}" for one in doubted)
            yield f"{paper.id} was read from its {paper.text.kind.upper()}: {reasons}"


def _link(
    wiki: Wiki, means: Means, options: RunOptions, read: Stage, judged: Judged
) -> tuple[Index, Decided]:
    """Names become concepts; new ones that may be known are asked about,
    unless the model stopped at the papers.
    """
    means.progress.step("link")
    stopped = read.problem or any(outcome.over_budget for outcome in read.outcomes)
    stopped = stopped or (judged.problem is not None and means.judge is None)
    verdicts = Verdicts(wiki, None if stopped else means.engine)
    with means.progress.waiting(means.waits_for):
        verdicts.late(options.today)
        index, _ = link_papers(wiki, load_index(wiki), verdicts.new)
    return index, verdicts.close()


def _compare(
    wiki: Wiki,
    means: Means,
    options: RunOptions,
    index: Index,
    read: Stage,
    only: set[str] | None,
) -> tuple[Index, Compared]:
    """Findings are laid beside those of earlier papers; papers come first, so that nothing is asked
    where the model stopped at them.
    """
    stopped = read.problem or any(outcome.over_budget for outcome in read.outcomes)
    with means.progress.waiting(waits_for(means.judging)):
        compared = relate_findings(
            wiki,
            index,
            read_registry(wiki),
            means.judging,
            means.progress,
            wanted=means.settings.check.relations,
            refresh=options.refresh,
            limit=options.limit,
            only=only,
            held=HELD if stopped else None,
        )
    return load_index(wiki) if compared.papers else index, compared


def _write(
    wiki: Wiki, means: Means, options: RunOptions, index: Index, read: Stage
) -> tuple[Written, Publisher | None]:
    """Write about concepts, and what was read for it of all that pages are made of; papers come
    first, so that nothing is asked where the model stopped at them.
    """
    if read.problem:
        return Written(open=True), None
    held = HELD if any(outcome.over_budget for outcome in read.outcomes) else None
    desk = Desk(wiki, means.settings, index)
    with means.progress.waiting(means.waits_for):
        written = write_concepts(
            wiki,
            means.settings,
            means.engine,
            index,
            means.progress,
            refresh=options.refresh,
            held=held,
            desk=desk,
        )
    return written, desk.read


def _brief(
    wiki: Wiki,
    means: Means,
    options: RunOptions,
    index: Index,
    read: Stage,
    written: Written,
    known: Publisher | None,
) -> Briefed:
    """Write about days and weeks, and have that judged; all else comes first, so that nothing is
    asked where the model stopped before.
    """
    if read.problem or written.problem:
        return Briefed(open=True)
    over = written.over_budget or any(outcome.over_budget for outcome in read.outcomes)
    with means.progress.waiting(means.waits_for):
        briefed = write_briefings(
            wiki,
            means.settings,
            means.engine,
            index,
            means.progress,
            options.today,
            held=HELD if over else None,
            known=known,
        )
    if briefed.problem:
        return briefed
    with means.progress.waiting(waits_for(means.judging)):
        return review_briefings(
            wiki,
            means.settings,
            means.judging,
            means.engine,
            index,
            means.progress,
            options.today,
            briefed,
            refresh=options.refresh,
            limit=options.limit,
            held=HELD if over or briefed.over_budget else None,
            known=known,
        )


def _pages(
    wiki: Wiki,
    settings: Settings,
    index: Index,
    progress: Progress,
    recovered: tuple[str, ...],
    read: Publisher | None = None,
    today: date | None = None,
) -> Rendered:
    """Bring the pages up to date; an operation on concepts that was under way is done once the
    disk took them all.
    """
    rendered = render_wiki(wiki, settings, index, progress, recovered, read, today)
    write_kept()
    if not rendered.disk_failed:
        close_operation(wiki)
    return rendered


def nothing_open(wiki: Wiki, work: Work, options: RunOptions) -> bool:
    """Whether another run over the same data and pages would change nothing."""
    index = load_index(wiki)
    papers = papers_to_read(wiki, index, refresh=options.refresh) or papers_to_renew(wiki, index)
    whole = not work.rendered.broken and not work.rendered.unreadable
    whole = whole and as_known(wiki.docs, wiki.caches.pages)
    asked = bool(work.renewed.problem) or work.judged.open or work.decided.open
    asked = asked or work.compared.open or work.written.open or work.briefed.open
    return whole and not papers and not asked
