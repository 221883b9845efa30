"""``wiki-builder events``: what is one event, and what people decide about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING

import click

from wiki_builder.cli.shared import JSON, TODAY, Target, day_of, print_json, publisher_of

if TYPE_CHECKING:
    from datetime import date

    from wiki_builder.library.library import Library

_REASON = click.option("--reason", default="", help="Why; kept in the log.")


def _of_two(command: Callable[..., None]) -> Callable[..., None]:
    """What joining and parting are given."""
    given = (click.argument("a"), click.argument("b"), _REASON, TODAY, click.pass_obj)
    return reduce(lambda done, decorate: decorate(done), reversed(given), command)


@click.group()
def events() -> None:
    """Papers and posts that are one event: list them, join and part members, undo."""


@events.command("list")
@click.option("--open", "open_", is_flag=True, help="Only the pairs that are proposed.")
@JSON
@click.pass_obj
def list_(place: Target, open_: bool, as_json: bool) -> None:
    """List the events of several members with what joined them, and pairs that may be one."""
    library = publisher_of(place).library
    groups = library.events
    if as_json:
        print_json(
            {
                "events": [] if open_ else [_document(library, one.id) for one in groups.events],
                "proposed": [{"a": tie.a, "b": tie.b, "why": tie.why} for tie in groups.open],
            }
        )
        return
    for event in () if open_ else groups.events:
        joined = ", ".join(sorted({tie.why for tie in event.ties}))
        click.echo(f"{_title(library, event.id)} (joined by {joined})")
        click.echo("\n".join(f"  {id_}: {_title(library, id_)}" for id_ in event.members))
    for tie in groups.open:
        click.echo(f"perhaps one event, {tie.why}:")
        click.echo("\n".join(f"  {id_}: {_title(library, id_)}" for id_ in (tie.a, tie.b)))
        click.echo(f"  wiki-builder events join {tie.a} {tie.b}")


@events.command()
@_of_two
def join(place: Target, a: str, b: str, reason: str, today: date | None) -> None:
    """Say that members A and B (ids of papers or posts) are one event."""
    _decide(place, "join", a, b, reason, today)


@events.command()
@_of_two
def part(place: Target, a: str, b: str, reason: str, today: date | None) -> None:
    """Say that members A and B are not one event, whatever rules say."""
    _decide(place, "part", a, b, reason, today)


@events.command()
@click.argument("number", type=int, required=False)
@TODAY
@click.pass_obj
def undo(place: Target, number: int | None, today: date | None) -> None:
    """Take back the last decision, or the one with a NUMBER of the log."""
    from wiki_builder.cli.concepts import _person
    from wiki_builder.curation.events import take_back

    wiki, _ = place.open()
    click.echo(take_back(wiki, number, by=_person(place), today=day_of(today)).words)
    _render(place)


@events.command()
@click.pass_obj
def log(place: Target) -> None:
    """List what people decided, the newest last."""
    from wiki_builder.events.decisions import read_decisions

    for one in read_decisions(place.open()[0]):
        why = f": {one.reason}" if one.reason else ""
        click.echo(f"{one.number} {one.date} {one.by} {one.words}{why}")


def _decide(place: Target, op: str, a: str, b: str, reason: str, today: date | None) -> None:
    from wiki_builder.cli.concepts import _person
    from wiki_builder.curation.events import settle

    wiki, settings = place.open()
    done = settle(
        wiki, settings, op == "join", a, b, by=_person(place), today=day_of(today), reason=reason
    )
    click.echo(done.words if done else "this was decided already; nothing is to do")
    if done:
        _render(place)


def _render(place: Target) -> None:
    from wiki_builder.cli.shared import render_pages

    render_pages(place)


def _title(library: Library, id_: str) -> str:
    card, post = library.card(id_), library.posts.get(id_)
    return card.title if card else f"{post.title} · {post.stamp}" if post else id_


def _document(library: Library, id_: str) -> dict[str, object]:
    from wiki_builder.library.members import best_member

    event = library.events.of[id_]
    return {
        "id": id_,
        "best": best_member(library, event),
        "members": [{"id": one, "title": _title(library, one)} for one in event.members],
        "joined": [{"a": tie.a, "b": tie.b, "by": tie.why} for tie in event.ties],
    }
