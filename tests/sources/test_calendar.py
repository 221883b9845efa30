"""arXiv's schedule: announcement days, how a feed stands, and what an announcement covers."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.sources.calendar import (
    announcement_days,
    feed_standing,
    is_announcement_day,
    last_without_gap,
    missing_days,
    new_york_date,
    weekday_numbers,
    window,
)

MONDAY = date(2026, 5, 4)
TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY, NEXT_MONDAY = (
    MONDAY + timedelta(days=n) for n in range(1, 8)
)


@pytest.mark.parametrize(
    "feed, today, expected",
    [
        (TUESDAY, TUESDAY, "current"),
        (SATURDAY, SATURDAY, "current"),
        (FRIDAY, SATURDAY, "weekend"),
        (FRIDAY, SUNDAY, "weekend"),
        (SATURDAY, SUNDAY, "weekend"),
        (FRIDAY, NEXT_MONDAY, "stale"),
        (THURSDAY, FRIDAY, "stale"),
        (THURSDAY, SATURDAY, "stale"),
        (WEDNESDAY, TUESDAY, "ahead"),
    ],
)
def test_how_a_feed_stands(feed: date, today: date, expected: str) -> None:
    """An old feed is right on a weekend, and stale when an announcement was due since."""
    assert feed_standing(feed, today) == expected


def test_the_feeds_own_skip_days_hold() -> None:
    """If arXiv stopped announcing on Fridays, Thursday's feed would be right on Friday."""
    assert feed_standing(THURSDAY, FRIDAY, {4, 5, 6}) == "weekend"
    assert weekday_numbers(["Saturday", " sunday ", "Caturday"]) == {5, 6}
    assert not is_announcement_day(SATURDAY)


def test_the_days_between_are_missing() -> None:
    """Strictly between the last receipt and the feed, and without weekends."""
    assert missing_days(MONDAY, THURSDAY) == (TUESDAY, WEDNESDAY)
    assert missing_days(FRIDAY, NEXT_MONDAY) == ()
    assert missing_days(THURSDAY, NEXT_MONDAY) == (FRIDAY,)
    assert missing_days(MONDAY, MONDAY) == missing_days(THURSDAY, MONDAY) == ()


def test_the_last_day_without_a_gap_makes_a_failed_catch_up_be_tried_again() -> None:
    """A hole in the receipts counts, a weekend does not."""
    assert last_without_gap(set()) is None
    assert last_without_gap({MONDAY}) == MONDAY
    assert last_without_gap({MONDAY, WEDNESDAY}) == MONDAY
    assert last_without_gap({MONDAY, TUESDAY, THURSDAY, FRIDAY}) == TUESDAY
    assert last_without_gap({THURSDAY, FRIDAY, NEXT_MONDAY}) == NEXT_MONDAY


@pytest.mark.parametrize(
    "day, start, end",
    [
        (TUESDAY, datetime(2026, 5, 1, 18), datetime(2026, 5, 4, 18)),  # Friday to Monday
        (WEDNESDAY, datetime(2026, 5, 4, 18), datetime(2026, 5, 5, 18)),
        (FRIDAY, datetime(2026, 5, 6, 18), datetime(2026, 5, 7, 18)),
        (NEXT_MONDAY, datetime(2026, 5, 7, 18), datetime(2026, 5, 8, 18)),  # Thursday to Friday
        (date(2026, 1, 14), datetime(2026, 1, 12, 19), datetime(2026, 1, 13, 19)),  # in winter
        # over the change in March
        (date(2026, 3, 10), datetime(2026, 3, 6, 19), datetime(2026, 3, 9, 18)),
        # and in November
        (date(2026, 11, 3), datetime(2026, 10, 30, 18), datetime(2026, 11, 2, 19)),
    ],
)
def test_what_a_days_feed_covers(day: date, start: datetime, end: datetime) -> None:
    """From 14:00 to 14:00 US Eastern time as arXiv's schedule says, in UTC, summer and winter."""
    covered = window(day, day)
    assert (covered.start, covered.end) == (start.replace(tzinfo=UTC), end.replace(tzinfo=UTC))


@given(st.dates(date(2020, 1, 1), date(2030, 1, 1)), st.integers(0, 60))
def test_windows_join_without_a_gap(first: date, length: int) -> None:
    """The windows of the days of a range, laid end to end, are the window of the range."""
    days = announcement_days(first, first + timedelta(days=length))
    if not days:
        return
    windows = [window(day, day) for day in days]
    assert window(days[0], days[-1]).start == windows[0].start
    assert window(days[0], days[-1]).end == windows[-1].end
    assert all(a.end == b.start for a, b in pairwise(windows))


def test_new_york_decides_which_day_it_is() -> None:
    """At 06:00 in Berlin it is already today in New York; at 05:00 it is still yesterday."""
    assert new_york_date(datetime(2026, 5, 5, 4, 0, tzinfo=UTC)) == TUESDAY
    assert new_york_date(datetime(2026, 5, 5, 3, 59, tzinfo=UTC)) == MONDAY
