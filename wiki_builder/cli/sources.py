"""``wiki-builder sources``: the feeds beside arXiv that a wiki follows."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

import click

from wiki_builder.cli.shared import JSON, TODAY, Target, day_of, print_json

if TYPE_CHECKING:
    from wiki_builder.core.settings import Feed, Settings
    from wiki_builder.core.store.wiki import Wiki
    from wiki_builder.sources.feeds.ask import FeedAnswer
    from wiki_builder.stages.posts import FeedImport


@click.group()
def sources() -> None:
    """The feeds beside arXiv: blogs of labs, journals, other preprint servers."""


@sources.command("list")
@click.option("--presets", is_flag=True, help="The feeds that are known by name.")
@JSON
@click.pass_obj
def list_(place: Target, presets: bool, as_json: bool) -> None:
    """List the feeds that this wiki follows, and how they are."""
    if presets:
        click.echo("\n".join(_presets()))
        return
    rows = list(_followed(*place.open()))
    if as_json:
        print_json({"feeds": rows})
        return
    for row in rows:
        posts = f"{row['posts']} post" + ("" if row["posts"] == 1 else "s")
        click.echo(f"{row['name']}: {row['label']}, {posts}, {row['state']}")
        click.echo(f"  {row['url']}")
    if not rows:
        click.echo("no feeds beside arXiv; `sources list --presets` names some")


@sources.command()
@click.argument("feed", metavar="URL|PRESET")
@click.option("--name", default="", help="A short name for it; by default after its host.")
@click.option("--label", default="", help='What readers see: "OpenAI Blog".')
@click.option("--unasked", is_flag=True, help="Write it without asking the feed first.")
@TODAY
@click.pass_obj
def add(place: Target, feed: str, name: str, label: str, unasked: bool, today: date | None) -> None:
    """Follow a feed: it is asked first, and written into wiki.toml if it can be read."""
    from wiki_builder.curation.sources import add_source, feed_named

    wiki, settings = place.open()
    one = feed_named(settings, feed, name, label)
    if not unasked:
        one = _as_asked(wiki, one, day_of(today), label)
    add_source(wiki, one)
    click.echo(f"{one.name} ({one.shown}) is followed from the next update on: {one.url}")


@sources.command()
@click.argument("feed", metavar="URL|PRESET|NAME")
@TODAY
@click.pass_obj
def test(place: Target, feed: str, today: date | None) -> None:
    """Ask a feed, and show what the next update would import. Nothing is written."""
    from wiki_builder.curation.sources import feed_named

    wiki, settings = place.open()
    one = feed_named(settings, feed)
    answer, imported = _asked(wiki, one, day_of(today))
    click.echo("\n".join(_shown(one, answer, imported)))
    raise SystemExit(0 if imported.row.outcome in ("new", "quiet") else 1)


@sources.command()
@click.argument("name")
@click.pass_obj
def remove(place: Target, name: str) -> None:
    """Follow a feed no more. What it brought stays."""
    from wiki_builder.curation.sources import remove_source
    from wiki_builder.curation.under_way import at_work

    wiki, _ = place.open()
    with at_work(wiki):
        gone = remove_source(wiki, name)
    click.echo(f"{gone.name} ({gone.shown}) is not followed any more; its posts stay")


def _asked(wiki: Wiki, feed: Feed, today: date) -> tuple[FeedAnswer, FeedImport]:
    from wiki_builder.cli.shared import watching
    from wiki_builder.sources.feeds.ask import feed_client
    from wiki_builder.stages.posts import try_feed

    with watching(True) as watch, feed_client(None, watch.progress.waiting, (feed.url,)) as client:
        return try_feed(wiki, feed, client, today)


def _as_asked(wiki: Wiki, feed: Feed, today: date, label: str) -> Feed:
    """The feed at the address that it says to be its own, with its title where it has no label.

    Raises:
        UsageError: there is no feed that can be read.
    """
    from wiki_builder.core.errors import UsageError
    from wiki_builder.sources.feeds.entry import NoFeed

    answer, _ = _asked(wiki, feed, today)
    if isinstance(answer.content, NoFeed) and not answer.content.empty:
        next_ = "Nothing was written. Correct the address, or write it all the same with --unasked"
        raise UsageError(answer.content.reason, where=feed.url, next=next_)
    title = "" if isinstance(answer.content, NoFeed) else answer.content.title
    told = {"url": answer.moved or feed.url, "label": feed.label or title[:60]}
    if answer.moved:
        click.echo(f"moved for good, and followed there: {answer.moved}")
    return feed.model_copy(update=told)


def _shown(feed: Feed, answer: FeedAnswer, imported: FeedImport) -> Iterator[str]:
    from wiki_builder.sources.feeds.entry import NoFeed
    from wiki_builder.stages.outcomes import OLDER, row_words
    from wiki_builder.stages.posts import FIRST_DAYS

    if isinstance(answer.content, NoFeed):
        yield f"{feed.url}: {answer.content.reason}"
        return
    content, row = answer.content, imported.row
    dated = sum(entry.date is not None for entry in content.entries)
    told = f"{content.format}, {content.listed} entries, {dated} dated"
    yield f"{content.title or feed.shown}: {told}"
    label = feed.label or content.title[:60] or feed.name
    yield f"would be shown as {label}; {row.known} are known"
    for post in sorted(imported.posts, key=lambda one: (one.date, one.id), reverse=True):
        if post.id in row.taken:
            yield f"  {post.date}{'' if post.dated else '?'} {post.title}"
            yield f"    {post.link}"
    yield from row_words(row)
    if older := row.left.get(OLDER):  # of which a run says nothing, since there are some each day
        yield f"{older} left out: from more than {FIRST_DAYS} days before it was followed"
    if row.outcome == "quiet":
        yield "nothing would be imported"


def _followed(wiki: Wiki, settings: Settings) -> Iterator[dict[str, object]]:
    from collections import Counter

    from wiki_builder.core.store.posts import read_feed_states, read_posts

    states = {state.source: state for state in read_feed_states(wiki)}
    posts = Counter(post.source for post in read_posts(wiki).values())
    for feed in settings.sources.feeds:
        state = states.get(feed.name)
        said = "not asked yet"
        if state and (state.gone or state.failing):
            said = f"since {state.gone or state.failing}: {state.problem}"
        elif state and state.first:
            said = f"followed since {state.first}"
            said += f", moved to {state.moved}" if state.moved else ""
        yield {
            "name": feed.name,
            "label": feed.shown,
            "url": feed.url,
            "posts": posts[feed.name],
            "state": said,
        }


def _presets() -> Iterator[str]:
    from wiki_builder.sources.feeds.presets import PRESETS, WITHOUT_FEED, WITHOUT_RECORDING

    for preset in PRESETS:
        name = preset.name + (f"[:{preset.part}]" if preset.usual else "")
        name = f"{preset.name}:PART" if preset.part and not preset.usual else name
        yield f"{name}: {preset.label}, {preset.url}"
        if preset.part:
            yield f"  PART: {preset.part}" if not preset.usual else f"  alone: {preset.usual}"
    yield f"no feed of their own: {', '.join(WITHOUT_FEED.values())}"
    yield WITHOUT_RECORDING
