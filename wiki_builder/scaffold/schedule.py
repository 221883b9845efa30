"""When the daily workflow runs, and when a reader has the day by the clock of their own zone.

arXiv announces at 20:00 in New York, from Sunday to Thursday, and renews its feed at midnight
there (https://info.arxiv.org/help/availability.html). GitHub's schedules are in UTC, so there is a
run for New York's summer, one for its winter, and one that has the feed confirm the day.
"""

from __future__ import annotations

import difflib
import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from wiki_builder.core.errors import UsageError

DEFAULT_ZONE = "UTC"
ANNOUNCED = time(20)  # in New York
DUE = timedelta(minutes=45)  # from the announcement to the end of the run
# hours and minutes in UTC, and what each run is for
RUNS = (
    (time(0, 13), "the announcement, in New York's summer"),
    (time(1, 13), "the announcement, in New York's winter"),
    (time(5, 17), "the feed confirms the day"),
)

_NEW_YORK = ZoneInfo("America/New_York")
_SEASONS = (date(2026, 7, 1), date(2026, 1, 14))  # a Wednesday each of New York's summer and winter
_LINES = re.compile(r"(?<=^  schedule:\n)(?:    (?:#|- cron:)[^\n]*\n)+", re.MULTILINE)


def zone_of(name: str) -> str:
    """A time zone's name as the tz database has it: ``Asia/Shanghai``.

    Raises UsageError for what is none, with the nearest names.
    """
    known = {one.lower(): one for one in available_timezones()}
    if found := known.get(name.strip().lower()):
        return found
    near = difflib.get_close_matches(name.strip().lower(), known, 3, 0.6)
    cities = [
        zone for low, zone in sorted(known.items()) if low.endswith(f"/{name.strip().lower()}")
    ]
    names = ", ".join(dict.fromkeys((*cities, *(known[one] for one in near)))) or "Asia/Shanghai"
    raise UsageError(f"{name!r} is no time zone", next=f"Write it as the tz database does: {names}")


def there_at(zone: str) -> tuple[str, str]:
    """When a day's papers are there by the clock of ``zone``, ``08:45``: in New York's summer and
    in its winter. At UTC-11 to UTC+14 that is on the day of the announcement or the next.
    """
    summer, winter = (
        (datetime.combine(day, ANNOUNCED, _NEW_YORK) + DUE).astimezone(_zone(zone))
        for day in _SEASONS
    )
    return f"{summer:%H:%M}", f"{winter:%H:%M}"


def scheduled(text: str, zone: str = DEFAULT_ZONE) -> str:
    """The workflow ``text`` with its schedule, and when it runs by the clock of ``zone``."""
    summer, winter = there_at(zone)
    lines = [
        (
            f"# UTC. A day's papers are there by {summer}, in New York's winter by {winter},"
            f" in {zone}."
        ),
        *(_line(at, what, zone) for at, what in RUNS),
    ]
    return _LINES.sub("".join(f"    {line}\n" for line in lines), text, count=1)


def is_own(text: str) -> bool:
    """Whether the workflow ``text`` runs at other times than a new one: its owner's."""
    found = _LINES.search(text)
    times = re.findall(r'- cron: *"([^"]*)"', found[0] if found else "")
    return times != [_cron(at) for at, _ in RUNS]


def _cron(at: time) -> str:
    return f"{at.minute} {at.hour} * * 1-5"


def _line(at: time, what: str, zone: str) -> str:
    """``- cron: "13 0 * * 1-5" # 08:13 in Asia/Shanghai: …``."""
    here = [f"{datetime.combine(day, at, UTC).astimezone(_zone(zone)):%H:%M}" for day in _SEASONS]
    if "summer" in what or "winter" in what:
        here = here[:1] if "summer" in what else here[1:]
    clock = " or ".join(dict.fromkeys(here))
    return f'- cron: "{_cron(at)}" # {clock} in {zone}: {what}'


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise UsageError(f"{name!r} is no time zone", next="Write it as Asia/Shanghai") from error
