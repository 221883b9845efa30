"""``wiki-builder radar``: what is worth reading today, why, and what other settings would read."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wiki_builder.cli.shared import JSON, MOST_DAYS, DayOption, Target, print_json

if TYPE_CHECKING:
    from wiki_builder.core.settings import Settings
    from wiki_builder.core.store.wiki import Wiki
    from wiki_builder.ranking.line import Ranked
    from wiki_builder.stages.radar import Change, RankedDay


@click.group(invoke_without_command=True)
@click.option("--day", type=DayOption(), help="Another day than the last one announced.")
@JSON
@click.pass_context
def radar(ctx: click.Context, day: date | None, as_json: bool) -> None:
    """Show a day's ranking with its reasons, and what fell just below the line. No model."""
    if ctx.invoked_subcommand:
        return
    from wiki_builder.stages.radar import ranked_day

    wiki, settings = ctx.obj.open()
    ranking = ranked_day(wiki, settings, day)
    unknown = _unknown(wiki, settings, ranking)
    if as_json:
        print_json(_document(ranking) | {"unknown_examples": unknown})
        return
    for line in (*_lines(ranking), *(f"example {id_}: the wiki has no text" for id_ in unknown)):
        click.echo(line)


@radar.command()
@click.argument("paper", metavar="ID")
@JSON
@click.pass_obj
def why(place: Target, paper: str, as_json: bool) -> None:
    """Explain the place of one paper or post (post:…) in its day, part by part."""
    from wiki_builder.library.interests import POST
    from wiki_builder.sources.ids import parse_id
    from wiki_builder.stages.radar import ranked_paper

    id_ = paper if paper.startswith(POST) else parse_id(paper).subject
    ranking, one = ranked_paper(*place.open(), id_)
    if as_json:
        print_json({"day": ranking.day, **_row(ranking, one)})
        return
    click.echo(_headline(ranking, one))
    of = len(ranking.rows)
    is_post = one.row.id in ranking.labels
    number = f"behind {one.number - 1} of {of} papers" if is_post else f"{one.number} of {of}"
    click.echo(f"{ranking.day}: {number}: {ranking.said(one)}")
    for part in one.score.parts:
        click.echo(f"  {part.points:+.3f}  {part.words.en}")


@radar.command()
@click.option("--keywords", help="Other keywords, with commas.")
@click.option(
    "--set",
    "file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A file whose [interests] says what is to be otherwise.",
)
@click.option(
    "--days",
    type=click.IntRange(1, MOST_DAYS),
    default=30,
    show_default=True,
    help="How many days.",
)
@JSON
@click.pass_obj
def tune(place: Target, keywords: str | None, file: Path | None, days: int, as_json: bool) -> None:
    """Replay the last days under other interests: what would have been read instead.
    Nothing is asked, nothing is written.
    """
    from wiki_builder.stages.radar import tuned

    wiki, settings = place.open()
    changes = tuned(wiki, _changed(settings, keywords, file), days)
    if as_json:
        print_json(_tuned_document(changes))
        return
    for line in _tuned_lines(changes):
        click.echo(line)


def _changed(settings: Settings, keywords: str | None, file: Path | None) -> Settings:
    from wiki_builder.core.settings import changed_interests

    own = changed_interests(file, settings.interests) if file else settings.interests
    if keywords is not None:
        words = tuple(word.strip() for word in keywords.split(",") if word.strip())
        own = own.model_copy(update={"keywords": words})
    return settings.model_copy(update={"interests": own})


def _unknown(wiki: Wiki, settings: Settings, ranking: RankedDay) -> list[str]:
    from wiki_builder.library.interests import unknown_examples

    return list(unknown_examples(wiki, settings, ranking.day))


def _lines(ranking: RankedDay) -> list[str]:
    posts = len(ranking.posts)
    also = f"; {posts} {'post' if posts == 1 else 'posts'}" if posts else ""
    above = f"{len(ranking.rows)} ranked, {len(ranking.above)} above the line"
    lines = [f"{ranking.day}: {above}{also}"]
    for name, rows in (
        ("", ranking.shown),
        ("just below:", ranking.just_below),
        ("posts further down:", ranking.further_down),
    ):
        lines += [name] if name and rows else []
        for one in rows:
            lines += _told(ranking, one)
    return lines


def _told(ranking: RankedDay, one: Ranked) -> list[str]:
    reasons = "; ".join(part.words.en for part in one.score.parts)
    is_post = one.row.id in ranking.labels
    said = "" if one.place in ("above", "below", "post") else f"[{ranking.said(one)}] "
    number = "post" if is_post else f"{one.number:4}"
    lines = [f"{number}  {one.score.total:+.3f}  {_headline(ranking, one)}"]
    return [*lines, f"              {said}{reasons}".rstrip()] if said or reasons else lines


def _headline(ranking: RankedDay, one: Ranked) -> str:
    title = " ".join(one.row.version.title.split())
    stamp = f" · {ranking.labels[one.row.id]}" if one.row.id in ranking.labels else ""
    also = ranking.also.get(one.row.id)
    told = f" · also: {', '.join(also)}" if also else ""
    return f"{one.row.id.removeprefix('arxiv:')}  {title}{stamp}{told}"


def _document(ranking: RankedDay) -> dict[str, Any]:
    return {
        "day": ranking.day,
        "ranked": len(ranking.rows),
        "above": [_row(ranking, one) for one in ranking.above],
        "just_below": [_row(ranking, one) for one in ranking.just_below],
        "posts": [_row(ranking, one) for one in ranking.posts],
    }


def _row(ranking: RankedDay, one: Ranked) -> dict[str, Any]:
    return {
        "id": one.row.id,
        "title": one.row.version.title,
        **({"source": ranking.labels[one.row.id]} if one.row.id in ranking.labels else {}),
        **({"also": list(ranking.also[one.row.id])} if one.row.id in ranking.also else {}),
        "rank": one.number,
        "score": one.score.total,
        "place": one.place,
        "said": ranking.said(one),
        "parts": [
            {"kind": p.kind, "points": p.points, "en": p.words.en, "zh": p.words.zh}
            for p in one.score.parts
        ],
    }


def _tuned_lines(changes: list[Change]) -> list[str]:
    lines = []
    for change in changes:
        for sign, rows in (("+", change.gained), ("-", change.lost)):
            lines += [
                f"{change.now.day}: {sign} {one.number:4}  {_headline(change.now, one)}"
                for one in rows
            ]
    then, now = (sum(map(len, side)) for side in _sides(changes))
    gained = sum(len(change.gained) for change in changes)
    lost = sum(len(change.lost) for change in changes)
    days = f"{len(changes)} day{'s' * (len(changes) != 1)}"
    said = f"{days}: {then} were read, {now} would be; {gained} others, {lost} not"
    return [*lines, said]


def _sides(changes: list[Change]) -> tuple[list[frozenset[str]], list[tuple[Ranked, ...]]]:
    return [one.now.read for one in changes], [one.now.above for one in changes]


def _tuned_document(changes: list[Change]) -> dict[str, Any]:
    return {
        "days": [
            {
                "day": change.now.day,
                "ranked": len(change.now.rows),
                "read": sorted(change.now.read),
                "would_be_read": [one.row.id for one in change.now.above],
                "gained": [_row(change.now, one) for one in change.gained],
                "lost": [_row(change.now, one) for one in change.lost],
            }
            for change in changes
        ]
    }
