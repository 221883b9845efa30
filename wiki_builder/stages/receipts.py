"""Receipts: one for each announcement day, one for each catch-up, and what became of their rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from wiki_builder.core.values.announcement import (
    Announcement,
    Day,
    Difference,
    NothingAnnounced,
)
from wiki_builder.core.values.paper import Paper
from wiki_builder.core.values.receipt import Receipt, Row
from wiki_builder.sources.discovery import CatchUp, Discovery


def blank_receipts(discovery: Discovery) -> Iterator[tuple[Receipt, tuple[Announcement, ...]]]:
    """The receipts of what was discovered, each with what it announces; older days first.

    They have no rows but those of items that could not be read.
    """
    for name, witness in discovery.closed:
        yield Receipt(name, "", "", 0, 0, (), complete_by=witness), ()
    for catch_up in discovery.catch_up:
        yield _catch_up(catch_up), catch_up.result.rows
    for day in discovery.days:
        yield _day(day), day.rows
    if isinstance(discovery.feed, NothingAnnounced) and discovery.feed.cause == "holiday":
        nothing = discovery.feed
        yield (
            Receipt(
                nothing.date,
                "arxiv feed",
                nothing.date,
                0,
                0,
                (),
                nothing.message,
                counts=nothing.counts,
                complete_by=nothing.complete_by,
                open=nothing.open,
            ),
            (),
        )


def _day(day: Day) -> Receipt:
    unread = tuple(
        Row(item.id, item.types, "failed", item.title, reason=item.reason) for item in day.unread
    )
    sources = {"catchup": "arxiv list", "oai": "arxiv oai"}
    source = sources.get(day.complete_by or "", day.source)
    return Receipt(
        day.date,
        source,
        day.date,
        len(unread),
        max(day.listed, len(day.rows) + len(unread)),
        unread,
        day.note,
        counts=day.counts,
        complete_by=day.complete_by,
        open=day.open,
        differences=day.differences,
    )


def _catch_up(catch_up: CatchUp) -> Receipt:
    result = catch_up.result
    name = f"api-{catch_up.first}--{catch_up.last}"
    note = "; ".join(result.problems) or None
    total = len(result.rows)
    return Receipt(
        name,
        "arxiv api",
        catch_up.last,
        total,
        total,
        (),
        note,
        result.query,
        result.total,
        catch_up.counts,
        complete_by=None if catch_up.open else "api",
        open=catch_up.open,
    )


def close_receipt(receipt: Receipt, papers: Mapping[str, Paper]) -> Receipt:
    """The receipt with what became of ``papers``: taken, or failed and why."""
    return replace(
        receipt, rows=tuple(_closed(row, receipt, papers.get(row.id)) for row in receipt.rows)
    )


def _closed(row: Row, receipt: Receipt, paper: Paper | None) -> Row:
    if paper is None or paper.run != receipt.name or row.outcome not in ("taken", "failed"):
        return row
    if paper.failed and not paper.analysis:
        return replace(row, outcome="failed", reason=paper.failed.reason)
    return replace(row, outcome="taken", reason=row.reason if row.outcome == "taken" else None)


def merge_receipts(old: Receipt | None, new: Receipt) -> Receipt:
    """One receipt of two for the same name: the newer row of a paper counts, and no row is lost.

    A second run of a day may see less of it than the first: fewer categories are followed, or the
    feed is empty. A day that was closed stays closed unless the newer run saw more of it than it
    could have confirmed.
    """
    if old is None:
        return new
    rows = {row.id: row for row in (*old.rows, *new.rows)}
    counts = {
        name: max(old.counts.get(name, 0), new.counts.get(name, 0))
        for name in (old.counts | new.counts)
    }
    return replace(
        old if old.source and not new.rows else new,
        source=old.source or new.source,
        # no holiday: papers came after all
        note=new.note or (old.note if old.rows or not new.rows else None),
        rows=tuple(rows.values()),
        announced=len(rows),
        listed=max(old.listed, new.listed, len(rows)),
        counts=counts,
        complete_by=new.complete_by or (None if new.open else old.complete_by),
        open=new.open,
        differences=_differences(old, new),
    )


def _differences(old: Receipt, new: Receipt) -> tuple[Difference, ...]:
    """What either knows, a paper once; the newer reason counts."""
    found = {one.id: one for one in (*old.differences, *new.differences)}
    return tuple(found[id_] for id_ in sorted(found))
