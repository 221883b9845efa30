"""Receipts, a file an announcement day, and the days on which a run ended well."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import nullcontext
from datetime import date, timedelta
from pathlib import Path

from wiki_builder.core.errors import FormatError
from wiki_builder.core.store.caches import Cache, Kept, read_kept
from wiki_builder.core.store.disk import content_hash, write_file
from wiki_builder.core.store.values import (
    Unreadable,
    if_readable,
    read_each,
    read_value,
    write_value,
)
from wiki_builder.core.store.wiki import DAY_NAME, Wiki, is_day, is_receipt
from wiki_builder.core.values.receipt import Receipt, ReceiptCard

MOST_RUNS = 400  # days that data/runs.txt remembers
_CACHE: Cache[dict[str, Kept[ReceiptCard]]] = Cache(dict[str, Kept[ReceiptCard]], "1")


def read_receipt(wiki: Wiki, name: str) -> Receipt | None:
    """One receipt, or ``None``."""
    path = wiki.receipt(name)
    return _receipt_in(path) if path.is_file() else None


def read_receipts(wiki: Wiki, since: date = date.min) -> list[Receipt]:
    """The receipts of days from ``since`` on, told by their files' names;
    those that cannot be read apart.
    """
    recent = [path for path in _receipt_files(wiki) if max(_days_in(path)) >= since]
    return read_each(recent, _receipt_in, lambda path: path)[0]


def receipt_cards(wiki: Wiki, broken: list[Unreadable] | None = None) -> list[ReceiptCard]:
    """All receipts in short, oldest first, read again only when their files changed; ``broken``
    takes those that cannot be read.
    """
    folder = wiki.receipts
    with os.scandir(folder) if folder.is_dir() else nullcontext(()) as entries:
        files = sorted((entry.name, entry) for entry in entries if entry.name.endswith(".json"))
    cards, left = read_kept(_CACHE, wiki.caches.receipts, files, _card_of)
    if broken is not None:
        broken += left
    return sorted(cards, key=lambda card: (card.date, card.name))


def _card_of(path: Path) -> ReceiptCard:
    receipt = _receipt_in(path)
    ids, outcomes = (
        tuple(row.id for row in receipt.rows),
        Counter(row.outcome for row in receipt.rows),
    )
    digest = content_hash(path.read_bytes())
    told = receipt.name, receipt.date, receipt.announced, receipt.open
    return ReceiptCard(*told, ids, receipt.taken, dict(sorted(outcomes.items())), digest)


def last_run(wiki: Wiki) -> date | None:
    """The day in New York of the last run that could ask what was announced.

    Where none is noted it is the last day that a receipt covers; ``None`` in a new wiki.
    """
    noted = [date.fromisoformat(day) for day in _runs(wiki)]
    return max(noted or covered_days(wiki), default=None)


def ran_well(wiki: Wiki, day: date) -> bool:
    """Whether a run on a day could ask what was announced."""
    return day.isoformat() in _runs(wiki)


def note_run(wiki: Wiki, day: date) -> bool:
    """Note that a run on ``day`` could ask what was announced; ``False`` if it is known.

    One line a day, sorted, in a file that git merges line by line.
    """
    days = sorted({*_runs(wiki), day.isoformat()})[-MOST_RUNS:]
    return write_file(wiki.runs, "".join(f"{one}\n" for one in days).encode())


def _runs(wiki: Wiki) -> list[str]:
    there = wiki.runs.is_file()
    lines = wiki.runs.read_text("utf-8-sig", errors="replace").split() if there else []
    return [line for line in lines if is_day(line)]


def _receipt_files(wiki: Wiki) -> list[Path]:
    folder = wiki.receipts
    names = sorted(os.listdir(folder)) if folder.is_dir() else []
    return [
        folder / name
        for name in names
        if name.endswith(".json") and is_receipt(name.removesuffix(".json"))
    ]


def _days_in(path: Path) -> list[date]:
    return [date.fromisoformat(day) for day in DAY_NAME.findall(path.stem)]


def _receipt_in(path: Path) -> Receipt:
    """A receipt from its file.

    Raises:
        FormatError: it cannot be read, or says that it is another one, or of what is no day.
    """
    receipt = read_value(path, Receipt)
    if receipt.name != path.stem or not is_receipt(receipt.name) or not is_day(receipt.date):
        what = (
            f"this file says that it is the receipt {receipt.name[:100]!r} of"
            f" {receipt.date[:100]!r}"
        )
        raise FormatError(what, where=str(path), next="Take it back from git: git checkout -- FILE")
    return receipt


def covered_days(wiki: Wiki) -> set[date]:
    """The days that receipts of the feed and of catch-up cover, from the files' names alone."""
    days: set[date] = set()
    for path in _receipt_files(wiki):
        if not path.stem.startswith("add-"):
            ends = _days_in(path)
            days |= {ends[0] + timedelta(days=n) for n in range((ends[-1] - ends[0]).days + 1)}
    return days


def write_receipt(wiki: Wiki, receipt: Receipt) -> bool:
    """Write a receipt; ``False`` if it says the same already, or cannot be read:
    what it said is a person's to mend.
    """
    path = wiki.receipt(receipt.name)
    if os.path.lexists(path) and if_readable(read_receipt, wiki, receipt.name) is None:
        return False
    return write_value(wiki.receipt(receipt.name), receipt)
