"""``wiki-builder terms``: the registry as the glossary of the wiki's Chinese."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import click

from wiki_builder.cli.concepts import DRY_RUN, _person, at_terminal
from wiki_builder.cli.shared import JSON, TODAY, Target, day_of, print_json, render_pages

if TYPE_CHECKING:
    from wiki_builder.core.values.concept import TermPolicy
    from wiki_builder.curation.terms import Plan, TermRow

POLICIES = ("zh", "en", "both")


@click.group()
def terms() -> None:
    """What Chinese text calls each concept, and putting right what calls it otherwise."""


@terms.command("list")
@click.option(
    "--all", "everything", is_flag=True, help="Those of a single paper, and named things, too."
)
@click.option(
    "--doubtful",
    is_flag=True,
    help="Instead, what is doubtful in the glossary that comes with the program, and why.",
)
@JSON
@click.pass_obj
def list_(place: Target, everything: bool, doubtful: bool, as_json: bool) -> None:
    """List the terms: both names, policy, other renderings, and how often the data uses each."""
    from wiki_builder.concepts.registry import read_registry
    from wiki_builder.curation import terms as term_changes
    from wiki_builder.library.index import load_index

    if doubtful:
        _list_doubtful(as_json)
        return
    wiki, _ = place.open()
    rows = term_changes.rows(wiki, read_registry(wiki), load_index(wiki), everything)
    if as_json:
        print_json({"terms": [_document(row) for row in rows]})
    else:
        click.echo("\n".join(map(_line, rows)) or "no terms yet")


def _list_doubtful(as_json: bool) -> None:
    from wiki_builder.curation import terms as term_changes

    rows = [entry for entry in term_changes.shipped() if entry.doubt]
    if as_json:
        print_json({"terms": [{"en": r.en, "zh": r.zh, "doubt": r.doubt} for r in rows]})
    else:
        click.echo("\n".join(f"{row.en} | {row.zh} | {row.doubt}" for row in rows))


@terms.command("set")
@click.argument("name")
@click.option(
    "--zh",
    metavar="W",
    default="",
    help="What Chinese text calls it; the old name stays as an alias.",
)
@click.option(
    "--en", metavar="W", default="", help="Its English name; the old one stays as an alias."
)
@click.option(
    "--policy", type=click.Choice(POLICIES), help="Chinese, English, or both at first mention."
)
@click.option(
    "--not",
    "wrong",
    metavar="W",
    multiple=True,
    help="A rendering that is wrong; may be given again.",
)
@click.option("--also", metavar="W", multiple=True, help="Another right name; may be given again.")
@TODAY
@DRY_RUN
@click.pass_obj
def set_(
    place: Target,
    name: str,
    zh: str,
    en: str,
    policy: TermPolicy | None,
    wrong: tuple[str, ...],
    also: tuple[str, ...],
    today: date | None,
    dry_run: bool,
) -> None:
    """Say what NAME is called. Texts follow with `terms apply`."""
    from wiki_builder.curation import terms as term_changes

    wiki, _ = place.open()
    given = term_changes.Wording(en, zh, policy, wrong, also)
    changed = term_changes.set_wording(
        wiki, name, given, by=_person(place), today=day_of(today), dry_run=dry_run
    )
    click.echo(changed or "nothing to change")
    if dry_run:
        click.echo("dry run: nothing was written")
        return
    if changed:
        click.echo(f'The texts follow with: wiki-builder terms apply "{name}"')
    render_pages(place, counted=True)


@terms.command()
@click.argument("names", nargs=-1, metavar="[NAME...]")
@click.option("--yes", is_flag=True, help="Do not ask.")
@DRY_RUN
@click.pass_obj
def apply(place: Target, names: tuple[str, ...], yes: bool, dry_run: bool) -> None:
    """Put the terms right in all that the builder wrote, or only the NAMEd ones;
    shows one diff and asks.
    """
    from wiki_builder.concepts.registry import read_registry
    from wiki_builder.curation import terms as term_changes
    from wiki_builder.curation.under_way import at_work

    wiki, _ = place.open()
    with at_work(wiki):
        plan = term_changes.plan(wiki, read_registry(wiki), names)
    _show(plan)
    if not plan.places:
        if not dry_run:
            render_pages(place)  # a run that was killed may have left pages to write
        return
    if dry_run:
        click.echo("dry run: nothing was written")
        return
    _ask(yes)
    with at_work(wiki):
        term_changes.write(wiki, plan)
    click.echo(f"changed {term_changes.summary(plan)}")
    render_pages(place, counted=True)


@terms.command("style")
@JSON
@click.pass_obj
def style_(place: Target, as_json: bool) -> None:
    """List what the Chinese writes as hardly anybody does: punctuation, minus signs, turns of
    phrase of a translation, two words for one thing on a page. Nothing is changed.
    """
    from wiki_builder.concepts.registry import read_registry
    from wiki_builder.curation import terms as term_changes

    wiki, _ = place.open()
    found = term_changes.unidiomatic_in(wiki, read_registry(wiki))
    if as_json:
        rows = [{"of": one.subject, "field": one.field, **one.fault._asdict()} for one in found]
        print_json({"style": rows})
        return
    for one in found:
        where = f"{one.subject} {one.field}".rstrip()
        click.echo(f"{where}: {one.fault.kind}: {one.fault.words}")
    click.echo(f"{len(found)} places on {len({one.subject for one in found})} pages")


def _show(plan: Plan) -> None:
    from wiki_builder.curation import terms as term_changes

    for line in (*term_changes.difference(plan), *term_changes.left_lines(plan)):
        click.echo(line)
    click.echo(term_changes.summary(plan) if plan.places else "every text uses the terms")


def _ask(yes: bool) -> None:
    """Go on if a person says so.

    Raises:
        UsageError: there is nobody to ask, and no --yes.
    """
    from wiki_builder.core.errors import UsageError

    if yes:
        return
    if not at_terminal():
        raise UsageError(
            "nothing was written, for there is no terminal to ask on",
            next="Say --yes, or --dry-run",
        )
    if not click.confirm("Write this?"):
        click.echo("nothing was written")
        raise SystemExit(0)


def _line(row: TermRow) -> str:
    term = row.term
    others = (
        f"{'not ' if o.wrong else ''}{o.name}{f' {o.used}×' if o.used else ''}" for o in row.others
    )
    listed = ", ".join(others)
    first = f"{term.name.en} | {term.name.zh or '—'} | {term.policy} | {row.used}×"
    return f"{first} | {listed}" if listed else first


def _document(row: TermRow) -> dict[str, Any]:
    term = row.term
    return {
        "concept": term.concept,
        "kind": term.kind,
        "en": term.name.en,
        "zh": term.name.zh,
        "policy": term.policy,
        "papers": term.weight,
        "used": row.used,
        "others": [{"name": o.name, "wrong": o.wrong, "used": o.used} for o in row.others],
    }
