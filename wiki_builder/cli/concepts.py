"""``wiki-builder concepts``: looking at the registry, and what people decide about it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import date
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from wiki_builder.cli.shared import JSON, TODAY, Target, day_of, print_json, wiki_of

if TYPE_CHECKING:
    from wiki_builder.concepts.log import LoggedOperation
    from wiki_builder.concepts.operations import Change, NameProposal
    from wiki_builder.core.store.wiki import Wiki
    from wiki_builder.curation.concepts import Done

KINDS = ("concept", "model", "dataset", "organisation")
NOBODY = "a person"
PAGES_SHOWN = 20

DRY_RUN = click.option("--dry-run", is_flag=True, help="Say what would change; write nothing.")
REASON = click.option("--reason", default="", help="Why; kept in the log.")


@click.group()
def concepts() -> None:
    """The registry: look at concepts, merge, split and rename them,
    settle what is proposed, undo.
    """


def _operation(command: Callable[..., Any]) -> Callable[..., Any]:
    """What all commands have that change the registry."""
    return DRY_RUN(TODAY(click.pass_obj(command)))


# --- Looking ---------------------------------------------------------------------


@concepts.command("list")
@click.option("--kind", type=click.Choice(KINDS), help="Only those of one kind.")
@click.option("--proposals", is_flag=True, help="Only those for which something is proposed.")
@JSON
@click.pass_obj
def list_(place: Target, kind: str | None, proposals: bool, as_json: bool) -> None:
    """List the concepts, the weightiest first."""
    from wiki_builder.cli import concept_list as showing

    rows = showing.listed(showing.library_of(_wiki(place)), kind, proposals)
    if as_json:
        print_json({"concepts": [row.document() for row in rows]})
        return
    for row in rows:
        click.echo(str(row))


@concepts.command()
@click.argument("name")
@click.pass_obj
def show(place: Target, name: str) -> None:
    """Show a concept: names, papers, aliases, neighbours, proposals, and what was done to it."""
    from wiki_builder.cli import concept_list as showing
    from wiki_builder.concepts.log import read_operations

    wiki = _wiki(place)
    for line in showing.portrait(showing.library_of(wiki), name, read_operations(wiki)):
        click.echo(line)


@concepts.command()
@TODAY
@click.pass_obj
def review(place: Target, today: date | None) -> None:
    """Go through what is proposed, one key each: y accept, n reject, s skip, u undo the last, q
    quit.

    Without a terminal, print the proposals with the commands that settle them.
    """
    from wiki_builder.cli import concept_list as showing
    from wiki_builder.concepts.operations import open_proposals

    registry = showing.library_of(_wiki(place)).registry
    waiting = open_proposals(registry)
    if not waiting:
        click.echo("nothing is proposed")
    elif at_terminal():
        _Review(place, today).walk()
    else:
        for proposal in waiting:
            yes, no = showing.commands(proposal)
            click.echo(f"{showing.question(registry, proposal)}\n  yes: {yes}\n  no:  {no}")


# --- Changing ----------------------------------------------------------------------


@concepts.command()
@click.argument("a")
@click.argument("b")
@REASON
@_operation
def merge(place: Target, a: str, b: str, reason: str, today: date | None, dry_run: bool) -> None:
    """Merge B into A. B's names and address lead to A from then on."""
    from wiki_builder.concepts.operations import Merge

    _operate(place, Merge(a, b), today, dry_run, reason)


@concepts.command()
@click.argument("a")
@click.option(
    "--off", help="What to split off: a concept that was merged into A, or an alias of it."
)
@click.option("--en", default="", help="The new concept's English name.")
@click.option("--zh", default="", help="The new concept's Chinese name.")
@click.option("--papers", default="", help="The papers that mean the new one, with commas.")
@click.option(
    "--alias",
    "aliases",
    multiple=True,
    help="An alias that goes along; may be given more than once.",
)
@REASON
@_operation
def split(
    place: Target,
    a: str,
    off: str | None,
    en: str,
    zh: str,
    papers: str,
    aliases: tuple[str, ...],
    reason: str,
    today: date | None,
    dry_run: bool,
) -> None:
    """Split a part off A: what was merged into it, an alias, or papers under a new name."""
    from wiki_builder.concepts.operations import Split
    from wiki_builder.core.values.bilingual import Bilingual

    name = Bilingual(en, zh) if en or zh else None
    _operate(place, Split(a, off, name, tuple(_paper_ids(papers)), aliases), today, dry_run, reason)


@concepts.command()
@click.argument("a")
@click.option("--en", help="Its English name.")
@click.option("--zh", help="Its Chinese name.")
@_operation
def rename(
    place: Target, a: str, en: str | None, zh: str | None, today: date | None, dry_run: bool
) -> None:
    """Give A other names. The old ones stay as aliases, and its address stays."""
    from wiki_builder.concepts.operations import Rename

    _operate(place, Rename(a, en, zh), today, dry_run)


@concepts.command()
@click.argument("a")
@click.option("--off", is_flag=True, help="Take the pin off.")
@_operation
def pin(place: Target, a: str, off: bool, today: date | None, dry_run: bool) -> None:
    """Give A a page before its second paper."""
    from wiki_builder.concepts.operations import Pin

    _operate(place, Pin(a, not off), today, dry_run)


@concepts.command()
@click.argument("a")
@click.argument("b")
@REASON
@_operation
def forbid(place: Target, a: str, b: str, reason: str, today: date | None, dry_run: bool) -> None:
    """Say that A and B are not the same: no run merges them, or proposes to."""
    from wiki_builder.concepts.operations import Forbid

    _operate(place, Forbid(a, b), today, dry_run, reason)


@concepts.command()
@click.argument("a")
@click.argument("alias")
@_operation
def accept(place: Target, a: str, alias: str, today: date | None, dry_run: bool) -> None:
    """Say that ALIAS, proposed or new, is a name of A: papers and notes that use it lead there."""
    from wiki_builder.concepts.operations import Accept

    _operate(place, Accept(a, alias), today, dry_run)


@concepts.command()
@click.argument("a")
@click.argument("alias")
@_operation
def reject(place: Target, a: str, alias: str, today: date | None, dry_run: bool) -> None:
    """Say that ALIAS is no name of A."""
    from wiki_builder.concepts.operations import Reject

    _operate(place, Reject(a, alias), today, dry_run)


@concepts.command()
@click.argument("n", type=click.IntRange(min=1), default=1)
@_operation
def undo(place: Target, n: int, today: date | None, dry_run: bool) -> None:
    """Take the last operation back, or the last N. What was edited since stays, and is named."""
    from wiki_builder.concepts.log import told
    from wiki_builder.curation import concepts as concept_changes

    done = concept_changes.undo(
        *place.open(),
        n,
        by=_person(place),
        today=day_of(today),
        dry_run=dry_run,
        command=f"undo {n}",
    )
    for entry in done.undone:
        click.echo(f"{'would undo' if dry_run else 'undone'}: {told(entry)}")
        if entry.op == "term":
            click.echo(f"  texts that were reworded since follow with: {_texts_back(entry)}")
    _tell(done, dry_run)
    if not dry_run:
        _render(place)


def _texts_back(undone: LoggedOperation) -> str:
    """The commands that bring the texts back: a Chinese name that went with an undone operation is
    nobody's any more, so that `terms apply` finds it only where it is called wrong.
    """
    name, given = undone.concepts[0], undone.arguments.get("zh")
    set_wrong = f"wiki-builder terms set {name} --not {quote(str(given))}, then " if given else ""
    return f"{set_wrong}wiki-builder terms apply {name}"


# --- The end of a command -------------------------------------------------------------


def _operate(
    place: Target, change: Change, today: date | None, dry_run: bool, reason: str = ""
) -> None:
    """Do it, say what changed, and write the pages."""
    from wiki_builder.curation import concepts as concept_changes

    wiki, settings = place.open()
    done = concept_changes.operate(
        wiki,
        settings,
        change,
        by=_person(place),
        today=day_of(today),
        reason=reason,
        dry_run=dry_run,
        command=repr(change),
    )
    if done.entry is None:
        click.echo("nothing to change")
    _tell_operation(done, dry_run)
    _tell(done, dry_run)
    if not dry_run:
        _render(place)


def _tell_operation(done: Done, dry_run: bool) -> None:
    from wiki_builder.concepts.log import told

    if done.entry:
        click.echo(f"{'would have ' if dry_run else ''}{told(done.entry)}")


def _tell(done: Done, dry_run: bool) -> None:
    """What was written and what stays; of a dry run, the diff and the pages."""
    if dry_run:
        click.echo(
            "\n".join([done.diff, *_some([f"would write {path}" for path in done.pages])]).strip(
                "\n"
            )
        )
    for path in done.written:
        click.echo(f"wrote {path}")
    for path in done.removed:
        click.echo(f"{'would remove' if dry_run else 'removed'} {path}")
    for words in done.kept:
        click.echo(f"kept: {words}")
    if dry_run:
        click.echo("dry run: nothing was written")


def _render(place: Target) -> None:
    from wiki_builder import pipeline
    from wiki_builder.report import Report

    rendered = pipeline.render(*place.open())
    report = Report(rendered=rendered)
    for line in [
        *_some([f"wrote docs/{path}" for path in rendered.written]),
        *report.rendered_lines(),
    ]:
        click.echo(line)
    if report.exit_code:
        raise SystemExit(report.exit_code)


def _some(lines: list[str]) -> list[str]:
    more = len(lines) - PAGES_SHOWN
    return lines if more <= 0 else [*lines[:PAGES_SHOWN], f"and {more} more"]


def _wiki(place: Target) -> Wiki:
    """The wiki, once its settings were read: a folder that is none is named as such."""
    wiki, _ = place.open()
    return wiki


def _paper_ids(given: str) -> list[str]:
    """Papers as the wiki names them: ``2605.02801`` is ``arxiv:2605.02801``."""
    ids = (id_.strip() for id_ in given.split(","))
    return [id_ if ":" in id_ else f"arxiv:{id_}" for id_ in ids if id_]


def _person(place: Target) -> str:
    """Who works here, as git knows them."""
    asked = ["git", "-C", str(wiki_of(place).root), "config", "user.name"]
    try:
        done = subprocess.run(asked, capture_output=True, text=True, encoding="utf-8", check=False)
    except OSError:
        return NOBODY
    return done.stdout.strip() or NOBODY


def at_terminal() -> bool:
    """Whether a person sits there to press keys."""
    return sys.stdin.isatty()


class _Review:
    """A walk through what is proposed; pages are written at its end."""

    def __init__(self, place: Target, today: date | None) -> None:
        self.place, self.today = place, day_of(today)
        self.wiki, self.settings = place.open()
        self.person = _person(place)
        self.skipped: set[NameProposal] = set()
        self.done = 0

    def walk(self) -> None:
        changed = False
        while (proposal := self._next()) is not None:
            key = click.getchar().lower()
            click.echo(key)
            if key == "q":
                break
            self._settle(proposal, key)
            changed = changed or key in ("y", "n", "u")
        if changed:
            _render(self.place)

    def _next(self) -> NameProposal | None:
        """The next open proposal, and its question."""
        from wiki_builder.cli import concept_list as showing
        from wiki_builder.concepts.operations import open_proposals

        registry = showing.library_of(self.wiki).registry
        waiting = [
            proposal for proposal in open_proposals(registry) if proposal not in self.skipped
        ]
        if not waiting:
            click.echo("nothing more is proposed")
            return None
        click.echo(
            f"{showing.question(registry, waiting[0])}\n[y]es [n]o [s]kip [u]ndo [q]uit: ", nl=False
        )
        return waiting[0]

    def _settle(self, proposal: NameProposal, key: str) -> None:
        from wiki_builder.concepts.operations import accepted, rejected

        match key:
            case "y":
                self._operate(proposal, accepted(proposal))
            case "n":
                self._operate(proposal, rejected(proposal))
            case "s":
                self.skipped.add(proposal)
            case "u":
                self._undo()

    def _operate(self, proposal: NameProposal, change: Change) -> None:
        """Do it; what cannot be done is said, and skipped."""
        from wiki_builder.core.errors import UsageError
        from wiki_builder.curation import concepts as concept_changes

        try:
            done = concept_changes.operate(
                self.wiki, self.settings, change, by=self.person, today=self.today
            )
        except UsageError as error:
            click.echo(str(error))
            self.skipped.add(proposal)
            return
        self.done += 1
        _tell_operation(done, dry_run=False)

    def _undo(self) -> None:
        from wiki_builder.concepts.log import told
        from wiki_builder.curation import concepts as concept_changes

        if not self.done:
            click.echo("nothing was decided yet")
            return
        undone = concept_changes.undo(
            self.wiki, self.settings, by=self.person, today=self.today
        ).undone
        self.done -= 1
        click.echo(f"undone: {told(undone[0])}")
