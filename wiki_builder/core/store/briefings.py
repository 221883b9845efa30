"""Briefings, a file each: ``data/briefings/2026-06-16.json``, ``2026-W25.json``."""

from __future__ import annotations

from collections.abc import Callable

from wiki_builder.core.store.values import Unreadable, read_each, read_value, write_value
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.briefing import Briefing


def read_briefings(
    wiki: Wiki,
    broken: list[Unreadable] | None = None,
    only: Callable[[str], bool] = lambda name: True,
) -> dict[str, Briefing]:
    """All briefings by day or week, or ``only`` those of some; ``broken`` takes the files that
    cannot be read.
    """
    found, left = read_each(
        sorted(path for path in wiki.briefings.glob("*.json") if only(path.stem)),
        lambda path: read_value(path, Briefing),
        lambda path: path,
    )
    if broken is not None:
        broken += left
    return {one.name: one for one in found}


def has_briefing(wiki: Wiki, name: str) -> bool:
    """Whether there is a briefing of a day or a week, though it may not be readable."""
    return wiki.briefing(name).is_file()


def write_briefing(wiki: Wiki, briefing: Briefing) -> bool:
    """Write a briefing; ``False`` if the file says the same already.

    Raises:
        FormatError: its name is no day and no week.
    """
    return write_value(wiki.briefing(briefing.name), briefing)
