"""``wiki-builder away``: what came while one was away."""

from __future__ import annotations

from datetime import date

import click

from wiki_builder.cli.shared import JSON, MOST_DAYS, DayOption, Target, print_json, publisher_of
from wiki_builder.core.values.bilingual import LANGUAGES, Language


@click.command()
@click.option("--since", type=DayOption(), help="The last day that you know of.")
@click.option(
    "--days",
    type=click.IntRange(1, MOST_DAYS),
    default=10,
    show_default=True,
    help="Without --since: so many days, counted from the newest on which anything came.",
)
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    help="Instead of the wiki's own language; English where it has both.",
)
@JSON
@click.pass_obj
def away(
    place: Target, since: date | None, days: int, lang: Language | None, as_json: bool
) -> None:
    """Print what came while you were away: five papers, the concepts that moved, withdrawals and
    corrections, and what happened to papers of yours.
    """
    from wiki_builder.stages.away import away_lines, away_since, away_values

    wiki, settings = place.open()
    library = publisher_of(place).library
    found = away_since(wiki, library, since.isoformat() if since else None, days)
    if as_json:
        print_json(away_values(library, found))
        return
    own = settings.wiki.language
    for line in away_lines(library, found):
        click.echo(line[lang or ("en" if own == "both" else own)])
