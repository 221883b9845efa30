"""The front page in parts: its line of numbers, the concepts that moved, and the calendar of past days."""

from __future__ import annotations

from calendar import Calendar
from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup

from wiki_builder.models import Concept, Receipt
from wiki_builder.pages.library import Library
from wiki_builder.pages.reasons import said
from wiki_builder.pages.words import WORDS, each

MOVED_SHOWN = 8
RUNS_OF_MOVED = 5
MONTHS_SHOWN = 3
BY_HAND = "add-"  # begins the name of a receipt of papers that a person added


def numbers(receipt: Receipt, library: Library) -> Markup:
    """What the last run saw, in one line for both readers: 612 announced · 20 taken · 20 read · 0 failed."""
    read = sum(card.status == "read" for card in library.taken(receipt))
    counts = {outcome: receipt.count(outcome) for outcome in ("taken", "failed")}
    return Markup(f"{receipt.date}: {each(WORDS['numbers'].filled(announced=receipt.announced, read=read, **counts))}")


def last_run(receipts: Sequence[Receipt]) -> Receipt | None:
    """The newest of ``receipts`` (newest first) that tells of an announcement, not of papers that a person added."""
    return next((receipt for receipt in receipts if not receipt.name.startswith(BY_HAND)), None)


def nothing(receipt: Receipt, library: Library) -> Markup | None:
    """Why a run brought nothing: what the receipt notes, or what most of the announced papers were passed over for."""
    if library.taken(receipt):
        return None
    reasons = Counter(row.reason for row in receipt.rows if row.reason)
    reason = receipt.note or next((reason for reason, _ in reasons.most_common(1)), None)
    return said(reason) if reason else None


def totals(library: Library) -> Markup:
    """How large the wiki is, in both languages."""
    total, known = len(library.kept), len(library.concept_pages)
    read = sum(card.status == "read" for card in library.kept)
    return each(WORDS["totals"].filled(total=total, read=read, known=known))


def moved(library: Library, receipts: Sequence[Receipt]) -> list[tuple[Concept, int]]:
    """The concepts that gained most papers in the last runs that brought any (``receipts``: newest first)."""
    runs = [taken for receipt in receipts if (taken := library.taken(receipt))][:RUNS_OF_MOVED]
    new = {card.id for taken in runs for card in taken}
    pages = {concept.id: concept for concept in library.concept_pages}
    gained = Counter({id_: sum(card.id in new for card in library.papers(concept)) for id_, concept in pages.items()})
    ordered = sorted(gained.items(), key=lambda item: (-item[1], -len(library.papers(pages[item[0]])), item[0]))
    return [(pages[id_], count) for id_, count in ordered[:MOVED_SHOWN] if count]


def calendar(library: Library, receipts: Sequence[Receipt]) -> list[dict[str, object]]:
    """The last months, newest first, each in weeks from Monday; a day has its number, and its page if there is one."""
    months = list(dict.fromkeys(receipt.date[:7] for receipt in receipts))[:MONTHS_SHOWN]
    return [{"name": month, "weeks": _weeks(library, month)} for month in months]


def _weeks(library: Library, month: str) -> list[list[dict[str, object]]]:
    year, number = map(int, month.split("-"))
    return [[_day(library, month, day) for day in week] for week in Calendar().monthdayscalendar(year, number)]


def _day(library: Library, month: str, day: int) -> dict[str, object]:
    return {"number": day or "", "path": library.link(f"day:{month}-{day:02}", "") if day else None}
