"""``wiki-builder relations``: findings of two papers that bear on one another."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, get_args

import click

from wiki_builder.cli.shared import JSON, Target, print_json, publisher_of
from wiki_builder.core.values.relation import RelationKind

if TYPE_CHECKING:
    from wiki_builder.core.values.relation import Relation


@click.command()
@click.option("--kind", type=click.Choice(get_args(RelationKind)), help="Only those of this kind.")
@JSON
@click.pass_obj
def relations(place: Target, kind: str | None, as_json: bool) -> None:
    """List findings of two papers that bear on one another, as far as both stand: who contradicts,
    refines or reproduces whom, and what was found in different settings.
    """
    library = publisher_of(place).library
    every = [relation for card in library.kept for relation in library.found_by(card)]
    chosen = [one for one in every if kind in (None, one.kind)]
    if as_json:
        print_json({"relations": [asdict(relation) for relation in chosen]})
        return
    for one in chosen:
        click.echo(_told(one))


def _told(relation: Relation) -> str:
    sides = (relation.ours, relation.theirs)
    quotes = (f"  {side.claim}: “{side.quote}”" for side in sides)
    return "\n".join((f"{relation.kind.replace('_', ' ')}: {relation.text.en}", *quotes))
