"""``wiki-builder marks``: marks that came as issues of the repository."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from wiki_builder.cli.shared import Target

if TYPE_CHECKING:
    from wiki_builder.core.store.wiki import Wiki
    from wiki_builder.notify.issue import Forge


@click.group()
def marks() -> None:
    """Marks that devices sent as issues of the repository."""


@marks.command()
@click.pass_obj
def fetch(place: Target) -> None:
    """Put them into data/marks/inbox/, where the next update takes them in."""
    from wiki_builder.curation import issues

    _run(place, issues.fetch, "no issue holds marks")


@marks.command("close")
@click.pass_obj
def close(place: Target) -> None:
    """Close the issues whose marks are in the wiki."""
    from wiki_builder.curation import issues

    _run(place, issues.close, "no issue is to be closed")


def _run(place: Target, what: Callable[[Wiki, Forge], Iterator[str]], nothing: str) -> None:
    from wiki_builder.curation.issues import forge_of
    from wiki_builder.runtime import forge_client

    wiki, _ = place.open()
    with forge_client() as client:
        lines = list(what(wiki, forge_of(os.environ, client)))
    click.echo("\n".join(lines) or nothing)
