"""``wiki-builder verify`` and ``dispute``: what was checked, and what the owner says of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wiki_builder.cli.shared import (
    JSON,
    QUIET,
    TODAY,
    Target,
    day_of,
    print_json,
    render_pages,
    watching,
)

if TYPE_CHECKING:
    from datetime import date

    from wiki_builder.core.values.analysis import Analysis, Claim
    from wiki_builder.stages.verify import Verified


@click.command()
@click.argument("papers", nargs=-1, metavar="[ID...]")
@click.option("--explain", is_flag=True, help="Say of each claim what was found.")
@click.option(
    "--against",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Check one paper against the text in this file, a PDF or a saved page.",
)
@QUIET
@JSON
@click.pass_obj
def verify(
    place: Target,
    papers: tuple[str, ...],
    explain: bool,
    against: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Check again what the papers' summaries say, without a model; all papers, or those with these
    ids. What is found otherwise than before is kept, and pages follow.
    """
    from wiki_builder import pipeline

    wiki, settings = place.open()
    with watching(quiet or as_json) as watch:
        found = pipeline.verify(wiki, settings, papers, against, watch.progress)
    if as_json:
        print_json({"papers": [_document(one) for one in found]})
    else:
        for one in found:
            click.echo("\n".join(_lines(one, explain)))
        click.echo(_total(found))
    if any(one.kept and one.changed for one in found):
        render_pages(place)
    raise SystemExit(1 if any(one.note for one in found) else 0)


@click.command()
@click.argument("claim", metavar="ID#CLAIM")
@click.option("--why", help="What is wrong with it; its page says so.")
@click.option("--undo", is_flag=True, help="It is disputed no more.")
@TODAY
@click.pass_obj
def dispute(place: Target, claim: str, why: str | None, undo: bool, today: date | None) -> None:
    """Mark a claim as wrong: its page says so, lists and concept pages do without it, and the next
    reading of the paper is told.
    """
    from wiki_builder.core.errors import UsageError
    from wiki_builder.curation.disputes import dispute as change
    from wiki_builder.curation.under_way import at_work
    from wiki_builder.library.index import known_paper, load_index

    if bool(why) == undo:
        raise UsageError("say why the claim is wrong (--why …), or --undo")
    wiki, _ = place.open()
    given, _, id_ = claim.partition("#")
    with at_work(wiki):
        paper = known_paper(load_index(wiki), given)
        made = change(wiki, paper, id_.removeprefix("^").removeprefix("e-"), why, day_of(today))
    word = "disputed" if made.disputed else "not disputed any more"
    click.echo(f"{word}: {paper}#{made.id} {made.text.en}")
    render_pages(place)


def _lines(one: Verified, explain: bool) -> Iterator[str]:
    """What was found of a paper, a fact a line."""
    from wiki_builder.pages.views.checked import counted

    judge = one.now.judge.model if one.now and one.now.judge else ""
    said = counted(one.now.claims, judge).en if one.now else "not checked"
    yield f"{one.paper.id}: {_plain(said)}{f' ({one.note})' if one.note else ''}"
    if one.now is None:
        return
    before = {claim.id: claim for claim in one.before.claims}
    for claim in one.now.claims:
        changed = before.get(claim.id) != claim
        if explain or changed:
            yield from _facts(claim, before.get(claim.id), one.now)


def _facts(claim: Claim, before: Claim | None, analysis: Analysis) -> Iterator[str]:
    from wiki_builder.grounding.standing import look
    from wiki_builder.pages.views.checked import facts

    was = look(before) if before else look(claim)
    turned = f"{was} → {look(claim)}" if was != look(claim) else look(claim)
    yield f"  {claim.id} {turned}: {claim.text.en}"
    yield from (f"    {fact.en}" for fact in facts(claim, analysis))


def _plain(counted: str) -> str:
    """Without the links of a page."""
    return counted.replace("](#withheld)", "").replace("[", "")


def _total(found: list[Verified]) -> str:
    from wiki_builder.grounding.standing import look

    looks = Counter(look(claim) for one in found if one.now for claim in one.now.claims)
    every = ", ".join(f"{looks[name]} {name}" for name in ("quiet", "caution", "withheld"))
    changed = sum(one.changed for one in found)
    missing = sum(one.now is None for one in found)
    checked = f"{len(found) - missing} papers, {sum(looks.values())} claims: {every}"
    unchecked = f"; {missing} papers not checked" if missing else ""
    return f"{checked}; {changed} papers changed{unchecked}"


def _document(one: Verified) -> dict[str, object]:
    from wiki_builder.core.store.values import dump
    from wiki_builder.grounding.standing import look

    claims = one.now.claims if one.now else ()
    return {
        "paper": one.paper.id,
        "changed": one.changed,
        "kept": one.kept,
        "note": one.note,
        "claims": [{"look": look(claim), **json.loads(dump(claim))} for claim in claims],
    }
