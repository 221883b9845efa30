"""``wiki-builder import`` and ``export``: old papers and libraries in, stars out."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wiki_builder.cli.shared import (
    JSON,
    QUIET,
    TODAY,
    DayOption,
    Target,
    day_of,
    means_of,
    print_json,
    watching,
    wiki_of,
)

if TYPE_CHECKING:
    from wiki_builder.core.settings import Settings
    from wiki_builder.core.store.wiki import Wiki
    from wiki_builder.runtime import Means, RunOptions
    from wiki_builder.stages.imports import Listed


class _Since(DayOption):
    """A day, a month (2024-05) or a year (2024): its first day."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, str) and value.count("-") < 2:
            value = {4: f"{value}-01-01", 7: f"{value}-01"}.get(len(value), value)
        return super().convert(value, param, ctx)


@click.command("import")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--query", help="What to find on arXiv: words, or arXiv's own form.")
@click.option(
    "--from", "since", type=_Since(), help="With --query: submitted since this day or year."
)
@click.option("--until", type=DayOption(), help="With --query: submitted until this day.")
@click.option("--limit", type=click.IntRange(min=0), help="Take at most this many papers.")
@click.option(
    "--estimate",
    is_flag=True,
    help="Say which papers, and what reading them would cost; write nothing.",
)
@click.option(
    "--library/--no-library",
    default=None,
    help="Whether these works are your library: a .bib is, unless you say otherwise.",
)
@TODAY
@QUIET
@JSON
@click.pass_obj
def import_(
    place: Target,
    file: Path | None,
    query: str | None,
    since: date | None,
    until: date | None,
    limit: int | None,
    estimate: bool,
    library: bool | None,
    today: date | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Take in old papers: a library (FILE.bib), the JSON lines of a daily-arXiv repository
    (FILE.jsonl), or what arXiv finds.
    """
    from wiki_builder import pipeline

    options = pipeline.RunOptions(day_of(today), limit=limit, dry_run=estimate)
    with watching(quiet or as_json) as watch, means_of(place, options, watch) as means:
        watch.progress.step("import")
        found = pipeline.import_works(
            wiki_of(place),
            means,
            options,
            lambda: _listed(file, query, since, until, library, means, options),
        )
    if as_json:
        print_json(found.document())
    else:
        click.echo("\n".join(found.lines(watch.seconds)))
    if found.report and found.report.problem and not as_json:
        click.echo(f"error: {found.report.problem}", err=True)
    raise SystemExit(found.exit_code)


def _listed(
    file: Path | None,
    query: str | None,
    since: date | None,
    until: date | None,
    library: bool | None,
    means: Means,
    options: RunOptions,
) -> Listed:
    from wiki_builder.stages.imports import from_file, from_query

    if (file is None) == (query is None):
        raise click.UsageError("Give a file, or --query")
    if file is not None:
        if since or until:
            raise click.UsageError("--from and --until belong to --query")
        return from_file(file, library)
    if since is None:
        raise click.UsageError("--query wants to know since when: --from 2024")
    return from_query(query or "", since, until or options.today, means.client, means.addresses)


@click.command()
@click.option(
    "--stars",
    "file",
    type=click.File("w", encoding="utf-8", lazy=True, atomic=True),
    help="Write the starred papers as BibTeX into this file; - for standard output.",
)
@click.option("--zotero", is_flag=True, help="Send the starred papers to Zotero, each once.")
@click.pass_obj
def export(place: Target, file: Any, zotero: bool) -> None:
    """Take the papers that you starred elsewhere: as a file, or into Zotero."""
    from wiki_builder.stages.stars import as_bibtex, starred

    if file is None and not zotero:
        raise click.UsageError("Give --stars FILE.bib, or --zotero")
    wiki, settings = place.open()
    stars, unknown = starred(wiki)
    for id_ in unknown:
        click.echo(f"left out: {id_}: the wiki knows no title of it", err=True)
    if file is not None:
        file.write("\n".join(as_bibtex(stars)))
        click.echo(f"{len(stars)} starred papers as BibTeX", err=True)
    if zotero:
        raise SystemExit(_to_zotero(wiki, settings))


def _to_zotero(wiki: Wiki, settings: Settings) -> int:
    import os

    from wiki_builder.runtime import zotero_client
    from wiki_builder.stages.stars import to_zotero

    with zotero_client() as client:
        told = to_zotero(wiki, settings, os.environ, client)
    for line in told.lines():
        click.echo(line)
    return 1 if told.refused else 0
