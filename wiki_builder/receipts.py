"""Receipts: one for each announcement day, one for each catch-up, and what became of their rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from wiki_builder.models import Announcement, Day, NothingAnnounced, Paper, Receipt, Row
from wiki_builder.sources.discover import CatchUp, Discovery


def blank_receipts(discovery: Discovery) -> Iterator[tuple[Receipt, tuple[Announcement, ...]]]:
    """The receipts of what was discovered, without rows, each with what it announces; older days first."""
    for catch_up in discovery.catch_up:
        yield _catch_up(catch_up), catch_up.result.rows
    day = discovery.feed if isinstance(discovery.feed, Day) else discovery.seen
    if day:
        note = "; ".join(discovery.notes) or None
        yield Receipt(day.date, "arxiv feed", day.date, len(day.rows), day.listed, (), note), day.rows
    elif isinstance(discovery.feed, NothingAnnounced) and discovery.feed.cause == "holiday":
        nothing = discovery.feed
        yield Receipt(nothing.date, "arxiv feed", nothing.date, 0, 0, (), nothing.message), ()


def _catch_up(catch_up: CatchUp) -> Receipt:
    result = catch_up.result
    name = f"api-{catch_up.first}--{catch_up.last}"
    note = "; ".join(result.problems) or None
    total = len(result.rows)
    return Receipt(name, "arxiv api", catch_up.last, total, total, (), note, result.query, result.total)


def closed(receipt: Receipt, papers: Mapping[str, Paper]) -> Receipt:
    """The receipt with what became of ``papers``: taken, or failed and why."""
    return replace(receipt, rows=tuple(_closed(row, receipt, papers.get(row.id)) for row in receipt.rows))


def _closed(row: Row, receipt: Receipt, paper: Paper | None) -> Row:
    if paper is None or paper.run != receipt.name or row.outcome not in ("taken", "failed"):
        return row
    if paper.failed:
        return replace(row, outcome="failed", reason=paper.failed.reason)
    return replace(row, outcome="taken", reason=None)


def merged(old: Receipt | None, new: Receipt) -> Receipt:
    """One receipt of two for the same name: the newer row of a paper counts, and no row is lost.

    A second run of a day may see less of it than the first: fewer categories are followed, or the feed is empty.
    """
    if old is None:
        return new
    rows = {row.id: row for row in (*old.rows, *new.rows)}
    listed = max(old.listed, new.listed, len(rows))
    return replace(
        new, rows=tuple(rows.values()), announced=len(rows), listed=listed, note=new.note if new.rows else old.note
    )
