"""``wiki-builder results``: what all papers measured on one dataset."""

from __future__ import annotations

import csv
import sys
from typing import TYPE_CHECKING

import click

from wiki_builder.cli.shared import JSON, Target, print_json, wiki_of

if TYPE_CHECKING:
    from wiki_builder.library.card import Card, Measured

FIELDS = ("paper", "short", "date", "dataset", "metric", "setting", "value", "baseline", "claim")


@click.command()
@click.option("--dataset", required=True, help="A dataset of the registry, by id or any name.")
@click.option("--metric", default="", help="Only this metric, or what has it in its name.")
@JSON
@click.pass_obj
def results(place: Target, dataset: str, metric: str, as_json: bool) -> None:
    """List what the papers measured on a dataset, each with its setting, as CSV. Which rows are of
    that dataset the registry's names decide; only claims that stand are listed.
    """
    from wiki_builder.cli.concept_list import library_of
    from wiki_builder.concepts.find import find_standing
    from wiki_builder.library.measured import results_on

    library = library_of(wiki_of(place))
    concept = find_standing(library.registry, dataset)
    rows = [_row(*found) for found in results_on(library, concept, metric)]
    if as_json:
        print_json({"dataset": concept.id, "results": rows})
        return
    written = csv.DictWriter(sys.stdout, FIELDS, lineterminator="\n")
    written.writeheader()
    written.writerows(rows)


def _row(card: Card, one: Measured) -> dict[str, str]:
    from wiki_builder.library.authors import short
    from wiki_builder.library.measured import value

    row = one.row
    told = (row.dataset, row.metric, row.setting, value(row), row.baseline)
    said = (card.id, short(card), card.date, *(text or "" for text in told), one.claim)
    return dict(zip(FIELDS, map(_plain, said), strict=True))


def _plain(text: str) -> str:
    """A cell that no spreadsheet takes for a formula (OWASP, CSV injection)."""
    return f"'{text}" if text[:1] in ("=", "@") else text
