"""``wiki-builder digest`` and ``send``: a day told to people, and to whom."""

from __future__ import annotations

import os
from datetime import date

import click

from wiki_builder.cli.shared import TODAY, DayOption, Target, day_of, wiki_of


@click.command()
@click.option("--day", type=DayOption(), help="Another day than today.")
@click.pass_obj
def digest(place: Target, day: date | None) -> None:
    """Print what would be told of a day: its best papers and a link, or why there are none."""
    from wiki_builder.core.errors import UsageError
    from wiki_builder.stages.digest import digest as digest_of
    from wiki_builder.stages.digest import is_to_come, latest_day

    wiki, settings = place.open()
    latest = latest_day(wiki, day_of(None))
    if day and is_to_come(wiki, day, day_of(None)):
        raise UsageError(f"{day} has not come yet", next=f"The latest day to tell of is {latest}")
    click.echo(digest_of(wiki, settings, day or latest).whole)


@click.command()
@click.option("--dry-run", is_flag=True, help="Say what would be sent, and where; send nothing.")
@click.option("--jobs", help="How the jobs of a workflow ended: success, failure, cancelled, …")
@click.option("--code", default="", help="What `update` ended with.")
@click.option("--said", default="", help="What it said at last.")
@TODAY
@click.pass_obj
def send(
    place: Target, dry_run: bool, jobs: str | None, code: str, said: str, today: date | None
) -> None:
    """Tell each channel of [send] of each day that it was not told of."""
    from wiki_builder.core.settings import find_wiki, load_notify
    from wiki_builder.curation.under_way import at_work
    from wiki_builder.notify.ended import ended, sender
    from wiki_builder.stages.digest import Run
    from wiki_builder.stages.send import send_days

    wiki, settings = wiki_of(place), load_notify(find_wiki(place.folder))
    run = None if jobs is None else Run(ended(jobs, code), code, said)
    good = True
    with at_work(wiki), sender() as client:
        for told in send_days(
            wiki, settings, day_of(today), run, os.environ, client, dry_run=dry_run
        ):
            click.echo(told.line)
            if dry_run:
                click.echo(told.message.whole)
            good = good and (told.delivery is None or told.delivery.sent)
    if not settings.send.channels:
        click.echo("nobody is to be told: [send] names no channel")
    raise SystemExit(0 if good else 1)
