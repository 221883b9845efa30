"""arXiv's schedule, as pure functions of dates in New York and times in UTC.

https://info.arxiv.org/help/availability.html: papers submitted until 14:00 US
Eastern time on a weekday are announced at 20:00 (those of Friday on Sunday), and
the feed of the next day, renewed at midnight, holds them. So the feed dated
Tuesday holds what was submitted from Friday 14:00 to Monday 14:00. Which weekdays
are holidays is not known in advance; a holiday shows as an empty feed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal, TypeAlias
from zoneinfo import ZoneInfo

NEW_YORK = ZoneInfo("America/New_York")
CUTOFF = time(14, 0)
WEEKEND = frozenset({5, 6})  # as in date.weekday(): Monday is 0
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

FeedStanding: TypeAlias = Literal["current", "weekend", "stale", "ahead"]

_DAY = timedelta(days=1)
_FIXED_HOLIDAYS = frozenset({(1, 1), (1, 2), (6, 19), (7, 3), (7, 4), (7, 5), (11, 11)})
# month and which Monday of it; the last one of May beside
_MONDAYS = frozenset({(1, 3), (2, 3), (9, 1), (10, 2)})


@dataclass(frozen=True, slots=True)
class Window:
    """A span of submission times, in UTC."""

    start: datetime
    end: datetime


def new_york_date(moment: datetime) -> date:
    """The day that it is in New York at an aware ``moment``."""
    return moment.astimezone(NEW_YORK).date()


def weekday_numbers(names: Iterable[str]) -> frozenset[int]:
    """``skipDays`` as weekday numbers; what is no English weekday is ignored."""
    wanted = {name.strip().capitalize() for name in names}
    return frozenset(number for number, name in enumerate(WEEKDAYS) if name in wanted)


def is_announcement_day(day: date, skip: Collection[int] = WEEKEND) -> bool:
    """Whether a feed dated ``day`` should hold an announcement, holidays apart."""
    return day.weekday() not in skip


def announcement_days(first: date, last: date, skip: Collection[int] = WEEKEND) -> tuple[date, ...]:
    """The announcement days from ``first`` to ``last``, both included."""
    days = (first + _DAY * n for n in range((last - first).days + 1))
    return tuple(day for day in days if is_announcement_day(day, skip))


def may_be_holiday(day: date) -> bool:
    """Whether arXiv may announce nothing on ``day``: it keeps most federal holidays of the United
    States, and the days from Christmas to New Year.

    A feed that is empty for a holiday is dated that day or the next. The very days are stated a
    year at a time, https://info.arxiv.org/help/availability.html.
    """
    return any(_is_holiday(one) for one in (day, day - _DAY))


def _is_holiday(day: date) -> bool:
    if (day.month, day.day) in _FIXED_HOLIDAYS or (day.month == 12 and day.day >= 24):
        return True
    week = (day.day - 1) // 7 + 1
    last = (day + 7 * _DAY).month != day.month
    thanksgiving = (
        day.month == 11 and day.weekday() in (3, 4) and 22 <= day.day - (day.weekday() - 3) <= 28
    )
    return thanksgiving or (
        day.weekday() == 0 and ((day.month, week) in _MONDAYS or (day.month == 5 and last))
    )


def feed_standing(feed: date, today: date, skip: Collection[int] = WEEKEND) -> FeedStanding:
    """How a feed dated ``feed`` stands when it is seen on ``today``, both in New York.

    ``weekend``: older than today, and no announcement was due since. ``stale``: one
    was due; it may only be late. ``ahead``: dated in the future, so that either the
    clock or the feed is wrong.
    """
    if feed == today:
        return "current"
    if feed > today:
        return "ahead"
    return "stale" if announcement_days(feed + _DAY, today, skip) else "weekend"


def missing_days(last: date, feed: date, skip: Collection[int] = WEEKEND) -> tuple[date, ...]:
    """The announcement days strictly between the last receipt's day and the feed's."""
    return announcement_days(last + _DAY, feed - _DAY, skip)


def last_without_gap(covered: Collection[date], skip: Collection[int] = WEEKEND) -> date | None:
    """The last covered day before the first announcement day that is not covered.

    ``covered`` are the days with a receipt, empty ones and those of API catch-up
    included. This is the ``last_day`` that makes a failed catch-up be tried again.
    """
    if not covered:
        return None
    gaps = (
        day for day in announcement_days(min(covered), max(covered), skip) if day not in covered
    )
    first_gap = next(gaps, None)
    return max(day for day in covered if first_gap is None or day < first_gap)


def window(first: date, last: date, skip: Collection[int] = WEEKEND) -> Window:
    """The submission times that the feeds dated ``first`` to ``last`` cover, by the schedule.

    A paper that was held back in moderation was submitted earlier than that.
    """
    return Window(_cutoff(_before(_before(first, skip), skip)), _cutoff(_before(last, skip)))


def scheduled_day(submitted: datetime, skip: Collection[int] = WEEKEND) -> date:
    """The announcement day of what was ``submitted`` (an aware time), by the schedule.

    Tuesday for what came from Friday 14:00 to Monday 14:00 in New York. What is held back in
    moderation, or falls on a holiday, is announced later.
    """
    local = submitted.astimezone(NEW_YORK)
    cutoff = local.date()
    if local.time() >= CUTOFF or not is_announcement_day(cutoff, skip):
        cutoff = next_announcement_day(cutoff, skip)
    return next_announcement_day(cutoff, skip)


def next_announcement_day(day: date, skip: Collection[int] = WEEKEND) -> date:
    """The first announcement day after ``day``."""
    return next(
        (one for n in range(1, 7) if is_announcement_day(one := day + n * _DAY, skip)),
        day + 7 * _DAY,
    )


def _before(day: date, skip: Collection[int]) -> date:
    """The business day before ``day``."""
    day -= _DAY
    while not is_announcement_day(day, skip):
        day -= _DAY
    return day


def _cutoff(day: date) -> datetime:
    return datetime.combine(day, CUTOFF, NEW_YORK).astimezone(UTC)
