"""What was announced comes into the wiki: taken, kept, and accounted for in receipts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from wiki_builder.core.settings import Settings
from wiki_builder.core.store.entries import add_entries
from wiki_builder.core.store.papers import (
    is_unreadable,
    read_paper,
    write_paper,
)
from wiki_builder.core.store.receipts import (
    note_run,
    read_receipt,
    write_receipt,
)
from wiki_builder.core.store.values import if_readable
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.paper import Paper
from wiki_builder.core.values.receipt import Receipt
from wiki_builder.pages.deleted import rejected_papers
from wiki_builder.sources.calendar import is_announcement_day
from wiki_builder.sources.discovery import Discovery
from wiki_builder.stages.receipts import blank_receipts, close_receipt, merge_receipts
from wiki_builder.stages.select import (
    Taken,
    places_left,
    take,
)


def take_all(wiki: Wiki, settings: Settings, discovery: Discovery, today: date) -> list[Taken]:
    """What becomes of each announced paper, one receipt after the other; nothing is written."""
    announced = list(blank_receipts(discovery))
    if not announced:
        return []
    from wiki_builder.stages.interests import choice_of  # what ranks papers, of which there are

    # on a day without papers nothing is read of what they would be ranked by
    first = min((blank.date for blank, rows in announced if rows), default=None)
    choice, rejected = choice_of(wiki, settings, first), rejected_papers(wiki)
    new: dict[str, Paper] = {}
    taken: list[Taken] = []
    # a day may be told of twice: what its list adds, and that it is closed
    made: dict[str, Receipt | None] = {}

    def known(id_: str) -> Paper | None:
        return new.get(id_) or if_readable(read_paper, wiki, id_)

    for blank, rows in announced:
        unreadable = {row.id for row in rows if is_unreadable(wiki, row.id)}
        before = (
            made[blank.name] if blank.name in made else if_readable(read_receipt, wiki, blank.name)
        )
        places = places_left(choice, before, rows)
        one = take(blank, rows, known, rejected, choice, today.isoformat(), unreadable, places)
        new.update((paper.id, paper) for paper in one.papers)
        made[blank.name] = receipt = merge_receipts(before, one.receipt)
        taken = [
            replace(other, receipt=receipt) if other.receipt.name == blank.name else other
            for other in taken
        ]
        taken.append(replace(one, receipt=receipt))
    return taken


def receipts_of(taken: Sequence[Taken]) -> tuple[Receipt, ...]:
    """Each receipt once."""
    return tuple({one.receipt.name: one.receipt for one in taken}.values())


def keep(wiki: Wiki, taken: Sequence[Taken]) -> None:
    """Papers first, receipts last: a receipt never speaks of a paper that is not there."""
    for one in taken:
        for paper in one.papers:
            write_paper(wiki, paper)
        add_entries(wiki, one.entries, [paper.id for paper in one.papers])
        write_receipt(wiki, one.receipt)


def note(wiki: Wiki, today: date, discovery: Discovery) -> None:
    """Note for readers that a run ended well; days without an announcement need no note."""
    if discovery.upstream_problem is None and is_announcement_day(today):
        note_run(wiki, today)


def close_receipts(
    wiki: Wiki, taken: Sequence[Taken], read: Sequence[Paper]
) -> tuple[Receipt, ...]:
    """Receipts say what became of their papers:
    of this run's days, and of older ones whose papers were read now.
    """
    papers = {paper.id: paper for paper in read}
    names = dict.fromkeys(
        [*(one.receipt.name for one in taken), *(paper.run for paper in papers.values())]
    )
    ours = {one.receipt.name: one.receipt for one in taken}
    receipts = [
        close_receipt(r, papers)
        for name in names
        if (r := ours.get(name) or if_readable(read_receipt, wiki, name))
    ]
    for receipt in receipts:
        write_receipt(wiki, receipt)
    return tuple(receipt for receipt in receipts if receipt.name in ours)
