"""The front page in parts: the day's edition, its line of numbers, the concepts that moved,
what disagrees, and the calendar of past days.
"""

from __future__ import annotations

from calendar import Calendar
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice

from markupsafe import Markup

from wiki_builder.core.values.briefing import days_of
from wiki_builder.core.values.concept import Concept
from wiki_builder.core.values.receipt import (
    BY_HAND,
    NEW_VERSION,
    REJECTED,
    Receipt,
    ReceiptCard,
    Row,
    in_short,
)
from wiki_builder.core.values.relation import Relation
from wiki_builder.core.words import Word, words
from wiki_builder.library.card import Card
from wiki_builder.library.changes import ChangeKind, changes_of
from wiki_builder.library.library import Library
from wiki_builder.library.members import in_one_line
from wiki_builder.library.words import WORDS, each, month
from wiki_builder.pages.views.reasons import escaped
from wiki_builder.sources.calendar import announcement_days

MOVED_SHOWN = 7
RUNS_OF_MOVED = 5
ITEMS = 4  # papers with a sentence below the lead
LISTED = 9  # papers of the day on the front page, the lead included
THIN = 5  # an edition of fewer papers is filled up from the week
FILLED = 12
ADDED_SHOWN = 5
MONTHS_LISTED = 12
DISAGREE = ("contradicts", "fails_to_reproduce", "different_setting")
_WEEK = timedelta(days=7)
# begins the reason of a paper that matches and is not read
_BEYOND = words("reasons")["beyond"].en.partition("{")[0]


@dataclass(frozen=True, slots=True)
class Edition:
    """What came of one announcement day: ``cards``, the weightiest first.

    ``day`` (``2026-06-16``) is that of the last run that brought papers, else of the last one;
    ``late`` is a later run that brought none. ``earlier`` are the week's other papers, where the
    day's are few. ``added`` are those that a person added within a week of the day, or since.
    """

    day: str
    receipt: ReceiptCard
    late: ReceiptCard | None
    cards: tuple[Card, ...] = ()
    earlier: tuple[Card, ...] = ()
    added: tuple[Card, ...] = ()


def edition(library: Library, receipts: Sequence[ReceiptCard]) -> Edition | None:
    """The edition that the front page shows (``receipts``: newest first).

    A person's own papers are never the lead: they add them on any day, of any age.
    ``None`` before the first run.
    """
    runs = [receipt for receipt in receipts if not receipt.name.startswith(BY_HAND)]
    brought = next((receipt for receipt in runs if _cards(library, [receipt])), None)
    last = runs[0] if runs else None
    own = brought or last
    if not own or not last:
        return None
    cards = _cards(library, [own])
    week = str(date.fromisoformat(own.date) - _WEEK)
    before = [one for one in runs if week < one.date and one is not own]
    told = {id_ for card in cards for id_ in _event(library, card)}
    earlier = [card for card in _cards(library, before) if card.id not in told]
    hands = [one for one in receipts if one.name.startswith(BY_HAND) and one.date > week]
    added = [card for one in hands for card in _cards(library, [one]) if card.id not in told]
    room = max(0, FILLED - len(cards)) if len(cards) < THIN else 0
    return Edition(
        own.date,
        own,
        last if last.date > own.date else None,
        cards,
        tuple(earlier[:room]),
        tuple(dict.fromkeys(added))[:ADDED_SHOWN],
    )


def _event(library: Library, card: Card) -> tuple[str, ...]:
    event = library.events.of.get(card.id)
    return event.members if event else (card.id,)


def _cards(library: Library, receipts: Iterable[ReceiptCard]) -> tuple[Card, ...]:
    """The papers of some runs that have a page, the weightiest first; of an event one."""
    cards = dict.fromkeys(
        card for receipt in receipts for card in library.taken(receipt) if library.path(card.id)
    )
    beside = in_one_line(library, (card.id for card in cards))
    left = (card for card in cards if card.id not in beside)
    return tuple(sorted(left, key=lambda card: -(card.importance or 0)))


def day_in_words(day: str, name: str = "edition_day") -> Word:
    """A day: Tuesday, 16 June 2026; or by ``short_day`` without its weekday."""
    at = date.fromisoformat(day)
    weekday, named = WORDS["weekdays_long"][at.weekday()], month(day[:7])
    word: Word = WORDS[name]
    return word.filled(weekday=weekday, day=at.day, month=named)


def week_in_words(name: str) -> Word:
    """A week (``2026-W25``): Week 25: 15 June 2026 – 21 June 2026."""
    first, last = (day_in_words(day, "short_day") for day in days_of(name))
    word: Word = WORDS["week_in_words"]
    return word.filled(number=int(name[-2:]), first=first, last=last)


def disagreement(library: Library) -> Relation | None:
    """The newest pair of findings that disagree; of one day's the sharpest first."""
    found = (
        (card.date, -DISAGREE.index(relation.kind), relation)
        for card in library.kept
        if card.beside
        for relation in library.found_by(card)
        if relation.kind in DISAGREE
    )
    return max(found, key=lambda one: one[:2], default=(None, None, None))[2]


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
    # head.js may take it back
    return Markup(f'<span class="wiki-due">{each(WORDS["weekend"].filled(day=due))}</span>')


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


def kinds_of_changes(
    library: Library, concept: Concept, runs: Sequence[ReceiptCard]
) -> set[ChangeKind]:
    """What ``runs`` changed in a concept, by kind."""
    found = changes_of(library)
    return {one.kind for run in runs for one in found.of(concept, run.date)}


def calendar(library: Library, months: Iterable[str], folder: str) -> list[dict[str, object]]:
    """Months (``2026-06``), each in weeks from Monday; a day has its number,
    and its page and how many papers were read of it if there is one.
    """
    return [{"name": month(name), "weeks": _weeks(library, name, folder)} for name in months]


def _weeks(library: Library, name: str, folder: str) -> list[list[dict[str, object]]]:
    year, number = map(int, name.split("-"))
    return [
        [_day(library, name, day, folder) for day in week]
        for week in Calendar().monthdayscalendar(year, number)
    ]


def _day(library: Library, name: str, number: int, folder: str) -> dict[str, object]:
    day = f"{name}-{number:02}"
    receipt = library.receipts.get(day)
    return {
        "number": number or "",
        "date": day,
        "path": library.link(f"day:{day}", folder) if number else None,
        "read": len(library.taken(receipt)) if receipt else 0,
    }
