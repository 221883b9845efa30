"""The command line: reads arguments, calls the library, prints, exits.

Nothing heavy is imported before a command needs it.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NoReturn

import click

from wiki_builder import __version__
from wiki_builder.cli.away import away
from wiki_builder.cli.claims import dispute, verify
from wiki_builder.cli.compare import compare
from wiki_builder.cli.concepts import concepts
from wiki_builder.cli.console import plain_stream
from wiki_builder.cli.events import events
from wiki_builder.cli.library import export, import_
from wiki_builder.cli.marks import marks
from wiki_builder.cli.radar import radar
from wiki_builder.cli.relations import relations
from wiki_builder.cli.results import results
from wiki_builder.cli.send import digest, send
from wiki_builder.cli.shared import (
    JSON,
    NOW,
    QUIET,
    TODAY,
    DayOption,
    Target,
    asked_zone,
    day_of,
    means_of,
    moment_of,
    print_json,
    publisher_of,
    render_pages,
    watching,
    wiki_of,
)
from wiki_builder.cli.sources import sources
from wiki_builder.cli.terms import terms
from wiki_builder.core.errors import WikiBuilderError, of_disk
from wiki_builder.core.keys import guarded, without_likely_keys

if TYPE_CHECKING:
    from wiki_builder.cli.console import Watch
    from wiki_builder.report import Report

INTERRUPTED = 130
CRASHED = 70  # EX_SOFTWARE of sysexits.h: never taken for "done, but something failed"
# values are loaded by the hundred thousand, and hardly any form a cycle
GC_THRESHOLDS = (2_000_000, 20, 100)
EXIT_CODES = """\b
Exit codes, the first that applies:
  2  the command line, wiki.toml or the wiki's format is wrong; nothing was done
  3  an upstream could not be reached, refused or is stale, another run
     holds the lock, or the disk is full or a file cannot be read or
     written; nothing is lost, run it again
  4  stopped at the budget
  1  done, but papers or checks failed, and they are named
  0  done; also when nothing was announced, or replies are pending
  130  stopped by Ctrl-C or SIGTERM; the next run completes
  70  a fault of the program itself, with its traceback; please report it
"""


@click.group(
    epilog=EXIT_CODES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "-C",
    "folder",
    type=click.Path(path_type=Path),
    default=Path(),
    help="Work on the wiki in this folder.",
)
@click.version_option(__version__, prog_name="wiki-builder")
@click.pass_context
def cli(ctx: click.Context, folder: Path) -> None:
    """A bilingual wiki of the arXiv papers that you follow:
    yours, edited in git, checked against the papers.
    """
    ctx.obj = Target(folder)


@cli.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--categories", default="cs.CL,cs.AI", show_default=True, help="arXiv categories, with commas."
)
@click.option("--title", default="My arXiv wiki", show_default=True, help="The wiki's name.")
@click.option(
    "--zone", help="Your time zone, such as Asia/Shanghai; asked at a terminal, else UTC."
)
@click.pass_obj
def init(place: Target, folder: Path, categories: str, title: str, zone: str | None) -> None:
    """Make a new wiki in FOLDER. Files that are there already are kept."""
    from wiki_builder import scaffold
    from wiki_builder.core import settings as settings_file
    from wiki_builder.scaffold.workflow import WORKFLOW

    target = place.folder / folder
    names = [c.strip() for c in categories.split(",") if c.strip()]
    has_schedule = (target / WORKFLOW).is_file()
    made = scaffold.init(target, names, title, zone or (None if has_schedule else asked_zone()))
    for file in made:
        why = f": {file.why}" if isinstance(file, scaffold.KeptFile) and file.why else ""
        click.echo(f"{file.word} {target / file.path}{why}")
    steps = scaffold.next_steps(
        target, made, settings_file.load_settings(settings_file.find_wiki(target)), os.environ
    )
    click.echo("\nNext:\n" + "\n".join(f"  {step}" for step in steps))


@cli.command()
@click.pass_obj
def workflow(place: Target) -> None:
    """Bring the daily workflow up to the installed program and to wiki.toml;
    your other changes of it stay.
    """
    from wiki_builder import scaffold

    wiki, settings = place.open()
    for file in scaffold.renew_workflow(wiki.root, settings):
        click.echo(f"{file.word} {wiki.root / file.path}")
    for line in scaffold.to_do(wiki.root, settings):
        click.echo(line)


@cli.command()
@click.option(
    "--since",
    type=DayOption(),
    help="Catch up from this day on, as arXiv's lists, OAI-PMH and API know them.",
)
@click.option(
    "--limit", type=click.IntRange(min=0), help="Read at most this many papers in this run."
)
@click.option("--dry-run", is_flag=True, help="Say what would be taken and asked; write nothing.")
@click.option(
    "--estimate",
    is_flag=True,
    help="Say what reading would need: calls, tokens, cost; write nothing.",
)
@click.option("--refresh", is_flag=True, help="Ask again what is outdated.")
@NOW
@QUIET
@JSON
@click.pass_obj
def update(
    place: Target,
    since: date | None,
    limit: int | None,
    dry_run: bool,
    estimate: bool,
    refresh: bool,
    today: date | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Import what was announced since the last run, read it, and write the pages."""
    from wiki_builder import pipeline

    day, evening = moment_of(today)
    options = pipeline.RunOptions(day, since, limit, refresh, dry_run or estimate, evening)
    with watching(quiet or as_json) as watch, means_of(place, options, watch) as means:
        report = pipeline.update(wiki_of(place), means, options)
        needed = pipeline.estimate(wiki_of(place), means, options, report) if estimate else None
    _finish(report, watch, as_json, needed)


@cli.command()
@click.argument("papers", nargs=-1, required=True, metavar="ID|ADDRESS|FILE...")
@click.option(
    "--also", help="The arXiv id of a paper that is given as a file, so that links lead there."
)
@click.option("--full", is_flag=True, help="Read the full text, whatever the settings say.")
@TODAY
@QUIET
@JSON
@click.pass_obj
def add(
    place: Target,
    papers: tuple[str, ...],
    also: str | None,
    full: bool,
    today: date | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Add papers by id, address or file. Brings back a paper whose page was deleted."""
    from wiki_builder import pipeline

    options = pipeline.RunOptions(day_of(today))
    with watching(quiet or as_json) as watch, means_of(place, options, watch) as means:
        report = pipeline.add(wiki_of(place), means, options, papers, also, full=full)
    _finish(report, watch, as_json)


@cli.command()
@click.argument("papers", nargs=-1, metavar="[ID...]")
@QUIET
@click.pass_obj
def figures(place: Target, papers: tuple[str, ...], quiet: bool) -> None:
    """Take the figures of papers that were read before and have none,
    where their licence allows. No model.
    """
    from wiki_builder import pipeline
    from wiki_builder.runtime import arxiv_client
    from wiki_builder.stages.figures import FigureTaker

    wiki, settings = place.open()
    with watching(quiet) as watch, arxiv_client(wiki, settings, watch.progress) as client:
        taking = FigureTaker(wiki, client, settings.sources.arxiv.html_url, settings.figures)
        report = pipeline.take_figures(wiki, settings, taking, papers, watch.progress)
    click.echo(f"{report.figures} figures taken")
    for line in report.rendered_lines():
        click.echo(line)
    raise SystemExit(report.exit_code)


@cli.command()
@QUIET
@click.pass_obj
def render(place: Target, quiet: bool) -> None:
    """Write the pages from data. No network, no model."""
    from wiki_builder import pipeline
    from wiki_builder.report import Report

    wiki, settings = place.open()
    with watching(quiet) as watch:
        report = Report(rendered=pipeline.render(wiki, settings, watch.progress))
    for line in report.rendered_lines():
        click.echo(line)
    raise SystemExit(report.exit_code)


@cli.command()
@click.option(
    "--strict/--no-strict", default=True, show_default=True, help="Fail on a warning of MkDocs."
)
@QUIET
@click.pass_obj
def build(place: Target, strict: bool, quiet: bool) -> None:
    """Render, then build the site with MkDocs."""
    from wiki_builder import pipeline
    from wiki_builder.report import Report
    from wiki_builder.site.build import build_site

    wiki, settings = place.open()
    with watching(quiet) as watch:
        report = Report(rendered=pipeline.render(wiki, settings, watch.progress))
        watch.progress.step("mkdocs build")
        built = build_site(wiki.root, strict)
    for line in (
        *report.to_look_at(),
        *built.warnings,
        *(f"dead link: {link}" for link in built.dead_links),
    ):
        click.echo(line, err=True)
    click.echo(
        f"the site stands in {built.site}" if built.ok else f"mkdocs failed\n{built.output}",
        err=not built.ok,
    )
    raise SystemExit(0 if built.ok else 1)


@cli.command()
@click.option("--address", default="127.0.0.1:8000", show_default=True, help="Where to serve.")
@click.option(
    "--name",
    "names",
    multiple=True,
    help="Another name of this computer that browsers may ask for.",
)
@click.pass_obj
def serve(place: Target, address: str, names: tuple[str, ...]) -> None:
    """Render, then serve the site and build it again when a page changes."""
    from wiki_builder import pipeline
    from wiki_builder.report import Report
    from wiki_builder.site.build import serve_site

    wiki, settings = place.open()
    for line in Report(rendered=pipeline.render(wiki, settings)).to_look_at():
        click.echo(line, err=True)
    raise SystemExit(serve_site(wiki.root, address, names=names))


@cli.command()
@JSON
@click.pass_obj
def check(place: Target, as_json: bool) -> None:
    """Say what is wrong in this wiki, where, and what to do:
    pages, links, papers, concepts, comparisons.
    """
    from wiki_builder import check

    wiki, settings = place.open()
    problems, known = check.check(wiki, settings), check.notes(wiki, settings)
    if as_json:
        print_json(
            {"problems": [asdict(one) for one in problems], "notes": [asdict(one) for one in known]}
        )
    else:
        click.echo("\n".join(check.check_lines(problems, known)))
    raise SystemExit(check.check_exit(problems))


@cli.command()
@click.option(
    "--test", "trial", is_flag=True, help="Send a test message to each channel of [notify]."
)
@click.option(
    "--jobs",
    default="success",
    help="How the jobs of a workflow ended: success, failure, cancelled, …",
)
@click.option("--code", default="", help="What `update` ended with.")
@click.option("--said", default="", help="What it said at last.")
@click.pass_obj
def notify(place: Target, trial: bool, jobs: str, code: str, said: str) -> None:
    """Tell whoever [notify] names how a run ended.
    What cannot be sent is named, and changes no exit code.
    """
    from wiki_builder.core import settings as settings_file
    from wiki_builder.notify import ended

    settings = settings_file.load_notify(settings_file.find_wiki(place.folder))
    end = ended.ended(jobs, code)
    message = (
        ended.trial(settings) if trial else ended.message_of(end, code, said, settings, os.environ)
    )
    told = ended.tell(
        message, settings.notify, os.environ, elsewhere=() if trial else settings.send.channels
    )
    click.echo(
        "\n".join(one.line for one in told) or "nobody is to be told: [notify] names no channel"
    )
    raise SystemExit(1 if trial and not (told and all(one.sent for one in told)) else 0)


@cli.command()
@TODAY
@JSON
@click.pass_obj
def status(place: Target, today: date | None, as_json: bool) -> None:
    """The wiki in numbers: papers, what waits, proposals, last runs,
    and what was spent this month.
    """
    from wiki_builder import status as state

    numbers = state.status(*place.open(), day_of(today))
    if as_json:
        print_json(numbers)
        return
    click.echo("\n".join(state.status_lines(numbers)))


@cli.command()
@click.argument("request", required=False)
@click.argument("file", type=click.File("rb"), required=False)
@click.option("--by", help="Who or what wrote the answer; pages show it.")
@click.pass_obj
def answer(place: Target, request: str | None, file: BinaryIO | None, by: str | None) -> None:
    """The hand-off inbox: list the requests, show REQUEST,
    or file the answer in FILE (- for standard input).
    """
    from wiki_builder.curation import answers as handed_answers

    wiki, settings = place.open()
    if request is None:
        for line in handed_answers.listed(wiki.questions.handoff):
            click.echo(line)
    elif file is None:
        click.echo(handed_answers.shown(wiki.questions.handoff, request))
    else:
        text = handed_answers.text_of(file.read(), getattr(file, "name", "-"))
        click.echo(handed_answers.filed(wiki.questions.handoff, request, text, by, settings))


@cli.group()
def proposals() -> None:
    """What the builder would write where you wrote something else."""


@proposals.command("list")
@click.pass_obj
def list_(place: Target) -> None:
    """List the open proposals."""
    from wiki_builder.curation import proposals as open_proposals

    found = open_proposals.proposals(publisher_of(place))
    click.echo("\n".join(map(open_proposals.name, found)) or "no proposals")


@proposals.command()
@click.argument("names", nargs=-1)
@click.pass_obj
def diff(place: Target, names: tuple[str, ...]) -> None:
    """Show your text beside the builder's; all proposals, or the named ones."""
    from wiki_builder.curation import proposals as open_proposals

    for proposal in open_proposals.named_proposals(
        open_proposals.proposals(publisher_of(place)), names
    ):
        click.echo(open_proposals.difference(proposal))


@proposals.command()
@click.argument("names", nargs=-1, required=True)
@click.pass_obj
def accept(place: Target, names: tuple[str, ...]) -> None:
    """Take the builder's text, and give the section back to it."""
    _settle(place, names, accepted=True)


@proposals.command()
@click.argument("names", nargs=-1, required=True)
@click.pass_obj
def dismiss(place: Target, names: tuple[str, ...]) -> None:
    """Keep your text, and do not show the proposal again."""
    _settle(place, names, accepted=False)


@cli.command()
@click.argument("name", metavar="ID[#SECTION]")
@click.pass_obj
def restore(place: Target, name: str) -> None:
    """Bring back a page, or a section of one, that was deleted."""
    from wiki_builder.curation import proposals as open_proposals
    from wiki_builder.curation.under_way import at_work

    page, _, section = name.partition("#")
    with at_work(wiki_of(place)):
        made = publisher_of(place)
        click.echo(
            open_proposals.restore(
                made.wiki, made, open_proposals.page_id(made, page), section or None
            )
        )
    render_pages(place)


@cli.command()
@click.argument("path", metavar="PATH")
@click.option(
    "--id", "page_id", metavar="ID", help="Which page it is, where its place does not tell."
)
@click.pass_obj
def adopt(place: Target, path: str, page_id: str | None) -> None:
    """Take a page back whose last lines, the block of what was written, were lost.
    Your words stay yours.
    """
    from wiki_builder.curation.adopt import adopt as adopt_page
    from wiki_builder.curation.under_way import at_work

    with at_work(wiki_of(place)):
        made = publisher_of(place)
        click.echo(adopt_page(made, path, page_id))
    render_pages(place)


@cli.command()
@click.argument("name", metavar="ID[#SECTION]")
@click.option(
    "--form-only", is_flag=True, help="Only where no letter or digit differs, as after a formatter."
)
@click.pass_obj
def release(place: Target, name: str, form_only: bool) -> None:
    """Give a section that you edited, or all of a page, back to the builder.
    Your text there is replaced.
    """
    from wiki_builder.curation import proposals as open_proposals
    from wiki_builder.curation.under_way import at_work

    page, _, section = name.partition("#")
    with at_work(wiki_of(place)):
        made = publisher_of(place)
        given = open_proposals.release(
            made, open_proposals.page_id(made, page), section or None, form_only
        )
    click.echo(f"given back: {', '.join(given)}" if given else "nothing to give back")
    render_pages(place)


@cli.group()
def model() -> None:
    """About the model that reads."""


@model.command()
@TODAY
@JSON
@click.pass_obj
def test(place: Target, today: date | None, as_json: bool) -> None:
    """Ask the model once: does it answer, keep the schema, hide its thinking, write Chinese;
    is its price known?
    """
    from wiki_builder.llm.probe import probe
    from wiki_builder.runtime import bare_engine, waits_for

    wiki, settings = place.open()
    engine = bare_engine(wiki, settings, day_of(today))
    limits = (settings.model.budget_per_run, settings.model.budget_per_month)
    with watching(as_json) as watch, watch.progress.waiting(waits_for(engine)):
        result = probe(engine, budget=any(limit is not None for limit in limits))
    if as_json:
        print_json(result.document())
    else:
        click.echo("\n".join(result.lines()))
    raise SystemExit(0 if result.fit else 1)


@cli.command()
@click.argument("folder", type=click.Path(path_type=Path))
@QUIET
@click.pass_obj
def demo(place: Target, folder: Path, quiet: bool) -> None:
    """Make a wiki in the new FOLDER from real papers that come with the program;
    no key, no network.
    """
    from wiki_builder.demo.story import in_short, play

    done = []
    with watching(quiet) as watch:
        for one in play(place.folder / folder, watch.progress):
            done.append(one)
            watch.progress.step(str(one))
    for line in in_short(done):
        click.echo(line)
    click.echo(f"{watch.seconds:.1f} s. Read it: wiki-builder -C {place.folder / folder} serve")


@cli.command()
@click.pass_obj
def upgrade(place: Target) -> None:
    """Say whether the wiki has to be moved to another format. There is one format so far:
    nothing is to do.
    """
    from wiki_builder.core.settings import FORMAT

    place.open()
    click.echo(f"this wiki has format {FORMAT}, the only one there is so far; nothing is to do")


cli.add_command(verify)
cli.add_command(dispute)
cli.add_command(compare)
cli.add_command(concepts)
cli.add_command(terms)
cli.add_command(import_)
cli.add_command(export)
cli.add_command(marks)
cli.add_command(events)
cli.add_command(radar)
cli.add_command(away)
cli.add_command(relations)
cli.add_command(results)
cli.add_command(digest)
cli.add_command(send)
cli.add_command(sources)


# --- The end of a command ---------------------------------------------------------


def _settle(place: Target, names: Sequence[str], accepted: bool) -> None:
    from wiki_builder.curation import proposals as open_proposals
    from wiki_builder.curation.under_way import at_work

    with at_work(wiki_of(place)):
        made = publisher_of(place)
        open_, settled = open_proposals.chosen(made, open_proposals.proposals(made), names)
        for path in open_proposals.decide_proposals(made, open_, accepted):
            click.echo(f"{'accepted' if accepted else 'dismissed'} in docs/{path}")
        for name in settled:
            click.echo(f"nothing is proposed for {name}: it was accepted or dismissed already")
    render_pages(place)


def _finish(
    report: Report, watch: Watch, as_json: bool, needed: dict[str, object] | None = None
) -> NoReturn:
    """Print what was done, and leave with its exit code."""
    if as_json:
        print_json(report.document() | ({"estimate": needed} if needed else {}))
    else:
        for line in report.lines(watch.seconds):
            click.echo(line)
        if needed:
            click.echo(
                "estimate: " + ", ".join(f"{value} {name}" for name, value in needed.items())
            )
        if report.problem:
            click.echo(f"error: {report.problem}", err=True)
    raise SystemExit(report.exit_code)


def main() -> NoReturn:
    """The program: errors become one line and an exit code."""
    gc.set_threshold(*GC_THRESHOLDS)
    sys.stdout, sys.stderr = plain_stream(guarded(sys.stdout)), plain_stream(guarded(sys.stderr))
    # what is left then goes with the process, and need not be looked through for cycles
    atexit.register(gc.freeze)
    try:
        with _stopped_by_signals():
            cli(standalone_mode=False)
    except WikiBuilderError as error:
        _fail(error)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (KeyboardInterrupt, click.Abort):
        click.echo("stopped; the next run goes on from here", err=True)
        sys.exit(INTERRUPTED)
    except Exception as error:
        if isinstance(error, OSError) and (named := of_disk(error)):
            _fail(named)
        # The last resort: a traceback, and an exit code of its own.
        click.echo(without_likely_keys(traceback.format_exc()), err=True, nl=False)
        sys.exit(CRASHED)
    sys.exit(0)


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """A job that is cancelled ends like one that a person stops,
    whatever a library makes of the interrupt.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    told: list[int] = []

    def stop(number: int, frame: object) -> None:
        told.append(number)
        raise KeyboardInterrupt

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    except Exception:
        if told:  # pydantic's serializer, say, wraps it
            raise KeyboardInterrupt from None
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _fail(error: WikiBuilderError) -> NoReturn:
    """Say why nothing more is done, and leave."""
    if "--json" in sys.argv:  # one document, also where nothing could be done
        print_json({"exit_code": error.exit_code, "problem": str(error)})
    click.echo(f"error: {error}", err=True)
    sys.exit(error.exit_code)
