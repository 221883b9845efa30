"""What the commands share: the wiki that they work on, options, and how they print JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wiki_builder.core.errors import WikiBuilderError

if TYPE_CHECKING:
    from wiki_builder.cli.console import Watch
    from wiki_builder.core.progress import Progress
    from wiki_builder.core.settings import Settings
    from wiki_builder.core.store.wiki import Wiki
    from wiki_builder.pages.publisher import Publisher
    from wiki_builder.runtime import Means


@dataclass
class Target:
    """The wiki that a command works on, read when it is needed."""

    folder: Path

    def open(self) -> tuple[Wiki, Settings]:
        from wiki_builder.core.settings import find_wiki, load_settings
        from wiki_builder.core.store.border import Border
        from wiki_builder.core.store.wiki import Wiki

        Border(self.folder).keep()
        return Wiki(self.folder), load_settings(find_wiki(self.folder))


YEARS = range(1991, 3000)  # arXiv's first one, and none that days are counted beyond
MOST_DAYS = 36_500  # that a look goes back
ANNOUNCED = 20  # o'clock in New York, https://info.arxiv.org/help/availability.html


class DayOption(click.ParamType[date]):
    """A day as 2026-05-05."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        try:
            day = value if isinstance(value, date) else date.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is no day; write it as 2026-05-05", param, ctx)
        if day.year not in YEARS:
            self.fail(f"{value} is before arXiv or beyond {YEARS[-1]}", param, ctx)
        return day


class MomentOption(DayOption):
    """A day, ``2026-05-05``, or a time of it in New York, ``2026-05-05T20:13``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, str) and "T" in value:
            try:
                value = datetime.fromisoformat(value)
            except ValueError:
                self.fail(f"{value!r} is no time; write it as 2026-05-05T20:13", param, ctx)
        return super().convert(value, param, ctx)


NOW = click.option(
    "--today",
    type=MomentOption(),
    help="Pretend that it is this day, or this time in New York; for replays and tests.",
)
TODAY = click.option(
    "--today", type=DayOption(), help="Pretend that it is this day; for replays and tests."
)
QUIET = click.option("--quiet", is_flag=True, help="No progress; the summary only.")
JSON = click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="One JSON document on standard output, nothing else there.",
)


def wiki_of(place: Target) -> Wiki:
    from wiki_builder.core.store.wiki import Wiki

    return Wiki(place.folder)


def day_of(given: date | None) -> date:
    """The given day, or today in New York, where arXiv's days begin and end."""
    if given:
        return given
    from zoneinfo import ZoneInfo

    return datetime.now(ZoneInfo("America/New_York")).date()


def moment_of(given: date | None) -> tuple[date, bool]:
    """The given day, or today in New York; and whether it is past 20:00 there, when arXiv announces
    what is in the next day's feed. A day without a time is not.
    """
    from zoneinfo import ZoneInfo

    now = given or datetime.now(ZoneInfo("America/New_York"))
    if not isinstance(now, datetime):
        return now, False
    return now.date(), now.hour >= ANNOUNCED


def asked_zone() -> str:
    """The reader's time zone, asked for at a terminal; elsewhere, and unless they know it, UTC."""
    from wiki_builder.scaffold.schedule import DEFAULT_ZONE, zone_of

    if not sys.stdin.isatty():
        return DEFAULT_ZONE
    question = "Your time zone, such as Asia/Shanghai"
    return str(click.prompt(question, default=DEFAULT_ZONE, value_proc=_zone_or_again(zone_of)))


def _zone_or_again(zone_of: Callable[[str], str]) -> Callable[[str], str]:
    """A zone, or its error as one after which the question is put again."""

    def proved(given: str) -> str:
        try:
            return zone_of(given)
        except WikiBuilderError as error:
            raise click.BadParameter(str(error)) from error

    return proved


def watching(quiet: bool) -> Watch:
    from wiki_builder.cli.console import Watch

    return Watch(quiet)


def means_of(place: Target, options: Any, watch: Watch) -> Means:
    from wiki_builder.runtime import means_for

    wiki, settings = place.open()
    return means_for(wiki, settings, options.today, watch.progress, options.refresh)


def publisher_of(place: Target) -> Publisher:
    from wiki_builder.library.index import load_index
    from wiki_builder.pages.publisher import publisher

    wiki, settings = place.open()
    return publisher(wiki, settings, load_index(wiki))


def render_pages(place: Target, progress: Progress | None = None, *, counted: bool = False) -> None:
    """Write the pages behind a command that changed what they are made from; say what is to look
    at, and how many were written if that is ``counted``.

    Raises:
        SystemExit: with 1, where a page could not be brought up to date; it is named.
    """
    from wiki_builder import pipeline
    from wiki_builder.report import Report

    report = Report(rendered=pipeline.render(*place.open(), progress))
    for line in report.rendered_lines() if counted else report.to_look_at():
        click.echo(line)
    if report.exit_code:
        raise SystemExit(report.exit_code)


def print_json(document: object) -> None:
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))
