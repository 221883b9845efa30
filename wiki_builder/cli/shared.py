"""What the commands share: the wiki that they work on, options, and how they print JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from wiki_builder.config import Settings
    from wiki_builder.console import Watch
    from wiki_builder.pipeline import Means
    from wiki_builder.progress import Progress
    from wiki_builder.publishing import Publisher
    from wiki_builder.store import Wiki


@dataclass
class Place:
    """The wiki that a command works on, read when it is needed."""

    folder: Path

    def open(self) -> tuple[Wiki, Settings]:
        from wiki_builder.border import Border
        from wiki_builder.config import find_wiki, load
        from wiki_builder.store import Wiki

        Border(self.folder).keep()
        return Wiki(self.folder), load(find_wiki(self.folder))


class Day(click.ParamType[date]):
    """A day as 2026-05-05."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        try:
            return value if isinstance(value, date) else date.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is no day; write it as 2026-05-05", param, ctx)


TODAY = click.option("--today", type=Day(), help="Pretend that it is this day; for replays and tests.")
QUIET = click.option("--quiet", is_flag=True, help="No progress; the summary only.")
JSON = click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output, nothing else there.")


def wiki_of(place: Place) -> Wiki:
    from wiki_builder.store import Wiki

    return Wiki(place.folder)


def day_of(given: date | None) -> date:
    """The given day, or today in New York, where arXiv's days begin and end."""
    if given:
        return given
    from zoneinfo import ZoneInfo

    return datetime.now(ZoneInfo("America/New_York")).date()


def watching(quiet: bool) -> Watch:
    from wiki_builder.console import Watch

    return Watch(quiet)


def means_of(place: Place, options: Any, watch: Watch) -> Means:
    from wiki_builder.means import means_for

    wiki, settings = place.open()
    return means_for(wiki, settings, options.today, watch.progress, options.refresh)


def publisher_of(place: Place) -> Publisher:
    from wiki_builder.index import load_index
    from wiki_builder.publishing import publisher

    wiki, settings = place.open()
    return publisher(wiki, settings, load_index(wiki))


def render_pages(place: Place, progress: Progress | None = None) -> None:
    """Write the pages behind a command that changed what they are made from; say what is to look at.

    Raises:
        SystemExit: with 1, where a page could not be brought up to date; it is named.
    """
    from wiki_builder import pipeline
    from wiki_builder.report import Report

    report = Report(rendered=pipeline.render(*place.open(), progress))
    for line in report.to_look_at():
        click.echo(line)
    if report.exit_code:
        raise SystemExit(report.exit_code)


def print_json(document: object) -> None:
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))
