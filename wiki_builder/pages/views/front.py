"""The front page in parts: its line of numbers, the concepts that moved,
and the calendar of past days.
"""

from __future__ import annotations

from calendar import Calendar
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import islice

from markupsafe import Markup

from wiki_builder.core.values.concept import Concept
from wiki_builder.core.values.receipt import (
    NEW_VERSION,
    REJECTED,
    Receipt,
    ReceiptCard,
    Row,
    in_short,
)
from wiki_builder.core.words import Word, words
from wiki_builder.library.library import Library
from wiki_builder.library.words import WORDS, each, month
from wiki_builder.pages.views.reasons import escaped
from wiki_builder.sources.calendar import announcement_days

MOVED_SHOWN = 8
RUNS_OF_MOVED = 5
MONTHS_SHOWN = 3
BY_HAND = "add-"  # begins the name of a receipt of papers that a person added
_WEEK = timedelta(days=7)
# begins the reason of a paper that matches and is not read
_BEYOND = words("reasons")["beyond"].en.partition("{")[0]


def numbers(receipt: Receipt, library: Library) -> Markup:
    """What the last run saw, in one line for both readers: 612 announced · 34 match · 20 read · 0
    failed.

    A paper matches that was taken, also where its reading failed, and one that only the daily limit
    left out.
    """
    read = sum(card.status == "read" for card in library.taken(receipt))
    match = sum(row.outcome == "taken" or _is_left(row) for row in receipt.rows)
    said = WORDS["numbers"].filled(
        announced=receipt.announced, match=match, read=read, failed=receipt.count("failed")
    )
    return Markup(f'<time datetime="{receipt.date}">{receipt.date}</time> · {each(said)}')


def last_run(receipts: Sequence[ReceiptCard]) -> ReceiptCard | None:
    """The newest of ``receipts`` (newest first) that tells of an announcement,
    not of papers that a person added.
    """
    return next((receipt for receipt in receipts if not receipt.name.startswith(BY_HAND)), None)


def nothing(receipt: Receipt, library: Library) -> Word | None:
    """Why a run brought nothing: what kept most of the papers that match, else what most of the
    announced were passed over for, else what the receipt notes.
    """
    if library.taken(receipt):
        return None
    rows = [row for row in receipt.rows if row.reason and row.reason != REJECTED]
    if rows and all(row.reason == NEW_VERSION for row in rows):
        only: Word = WORDS["new_versions_only"]
        return only
    reasons = Counter(in_short(row.reason or "") for row in [*filter(_is_left, rows)] or rows)
    reason = next((reason for reason, _ in reasons.most_common(1)), receipt.note)
    return escaped(reason) if reason else None


def _is_left(row: Row) -> bool:
    """Whether a paper matches that was not taken."""
    return row.outcome == "failed" or in_short(row.reason or "").startswith(_BEYOND)


def weekend(receipt: ReceiptCard) -> Markup | None:
    """Behind the last announcement of a week: when the next one is due.
    So nothing is rewritten on a weekend.
    """
    day = date.fromisoformat(receipt.date)
    due, *_ = announcement_days(day + timedelta(days=1), day + _WEEK)
    if due - day <= timedelta(days=1):
        return None
    # run.js may take it back
    return Markup(f'<span class="wiki-due">{each(WORDS["weekend"].filled(day=due))}</span>')


def totals(library: Library) -> Markup:
    """How large the wiki is, in both languages."""
    total, known = len(library.kept), len(library.concept_pages)
    read = sum(card.status == "read" for card in library.kept)
    return each(WORDS["totals"].filled(total=total, read=read, known=known))


def recent(library: Library, receipts: Sequence[ReceiptCard]) -> list[ReceiptCard]:
    """The last runs that brought papers (``receipts``: newest first);
    by them a concept is said to rise.
    """
    return list(islice((receipt for receipt in receipts if library.taken(receipt)), RUNS_OF_MOVED))


def moved_concepts(library: Library, runs: Sequence[ReceiptCard]) -> list[tuple[Concept, int]]:
    """The concepts that gained most papers in ``runs``."""
    new = {card.id: card for receipt in runs for card in library.taken(receipt)}
    pages = {concept.id: concept for concept in library.concept_pages}
    topics = (id_ for card in new.values() for id_ in library.topics(card))
    gained = Counter(id_ for id_ in topics if id_ in pages)
    ordered = sorted(
        gained.items(), key=lambda item: (-item[1], -library.weight(pages[item[0]]), item[0])
    )
    return [(pages[id_], count) for id_, count in ordered[:MOVED_SHOWN]]


def calendar(library: Library, receipts: Sequence[ReceiptCard]) -> list[dict[str, object]]:
    """The last months, newest first, each in weeks from Monday;
    a day has its number, and its page if there is one.
    """
    months = list(dict.fromkeys(receipt.date[:7] for receipt in receipts))[:MONTHS_SHOWN]
    return [{"name": month(name), "weeks": _weeks(library, name)} for name in months]


def _weeks(library: Library, name: str) -> list[list[dict[str, object]]]:
    year, number = map(int, name.split("-"))
    return [
        [_day(library, name, day) for day in week]
        for week in Calendar().monthdayscalendar(year, number)
    ]


def _day(library: Library, name: str, number: int) -> dict[str, object]:
    day = f"{name}-{number:02}"
    return {
        "number": number or "",
        "date": day,
        "path": library.link(f"day:{day}", "") if number else None,
    }
