"""Posts, a line each in a file a month; what is known of each feed; what a day's runs saw of them.

Posts are written before the state of their feed, so that a run can be killed anywhere: the next
one knows them again by their keys.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from wiki_builder.core.errors import FormatError
from wiki_builder.core.store.disk import write_file
from wiki_builder.core.store.values import (
    Unreadable,
    _parse,
    dump,
    read_each,
    read_value,
    write_value,
)
from wiki_builder.core.store.wiki import Wiki, is_day
from wiki_builder.core.values.bilingual import is_id
from wiki_builder.core.values.post import FeedReceipt, FeedRow, FeedState, Post, is_source

_FIRST_DAY = "1990-01-01"  # before it nobody wrote on the web; days are counted back from it
_AGAIN = "Mend the line, or take the file back from git: git checkout -- FILE"


def read_posts(wiki: Wiki, broken: list[Unreadable] | None = None) -> dict[str, Post]:
    """All posts by id, the oldest first; ``broken`` takes the lines that are none.

    Of two lines with one id, as git may join them, the first counts.
    """
    found: dict[str, Post] = {}
    for path in sorted(wiki.posts.glob("*.jsonl")):
        posts, left, _ = _lines(path)
        found = {post.id: post for post, _ in reversed(posts)} | found
        if broken is not None:
            broken += left
    return {post.id: post for post in sorted(found.values(), key=lambda one: (one.date, one.id))}


def add_posts(wiki: Wiki, posts: Iterable[Post]) -> None:
    """File posts by the month of their day, sorted; one that is there stays as it is, but for
    addresses and keys that are new.
    """
    new = defaultdict[Path, dict[str, Post]](dict)
    for post in posts:
        new[wiki.posts_of(post.date)][post.id] = post
    for path, own in sorted(new.items()):
        known, _, odd = _lines(path)
        old = {post.id: post for post, _ in reversed(known)}
        lines = {post.id: line for post, line in known}
        kept = old | {id_: _joined(old.get(id_, post), post) for id_, post in own.items()}
        if kept != old:
            ordered = sorted(kept.values(), key=lambda post: (post.date, post.id))
            written = [dump(post, lines.get(post.id), indent=None) for post in ordered]
            write_file(path, b"".join([*written, *(line + b"\n" for line in odd)]), durable=True)


def read_feed_state(wiki: Wiki, source: str) -> FeedState | None:
    """What is known of a feed, or ``None``.

    Raises:
        FormatError: its file cannot be read.
    """
    path = wiki.feed(source)
    state = read_value(path, FeedState) if path.is_file() else None
    for day in (state.first, state.failing, state.gone) if state else ():
        if day is not None and not (is_day(day) and day >= _FIRST_DAY):
            again = "Take the file back from git, or delete it: the feed is then read as if new"
            raise FormatError(f"{day[:20]!r} is no day", where=str(path), next=again)
    return state


def read_feed_states(wiki: Wiki, broken: list[Unreadable] | None = None) -> list[FeedState]:
    """What is known of all feeds, by name; ``broken`` takes the files that cannot be read."""
    names = sorted(path.stem for path in wiki.feeds.glob("*.json") if is_source(path.stem))
    found, left = read_each(names, lambda name: read_feed_state(wiki, name), wiki.feed)
    if broken is not None:
        broken += left
    return [state for state in found if state]


def write_feed_state(wiki: Wiki, state: FeedState) -> bool:
    """Keep what is known of a feed; ``False`` if its file says the same already."""
    return write_value(wiki.feed(state.source), state)


def drop_feed_state(wiki: Wiki, source: str) -> None:
    """Forget a feed that is not followed any more; its posts stay."""
    wiki.feed(source).unlink(missing_ok=True)


def read_feed_receipt(wiki: Wiki, day: str) -> FeedReceipt:
    """What the runs of a day saw of the feeds; without rows where there was none.

    Raises:
        FormatError: its file cannot be read.
    """
    path = wiki.feed_receipt(day)
    return read_value(path, FeedReceipt) if path.is_file() else FeedReceipt(day)


def add_feed_rows(wiki: Wiki, day: str, rows: Iterable[FeedRow]) -> None:
    """Note what a run saw: of each feed its last word, and all that any run of the day took."""
    known = {row.source: row for row in read_feed_receipt(wiki, day).rows}
    merged = known | {row.source: _with_taken(row, known.get(row.source)) for row in rows}
    if merged:
        receipt = FeedReceipt(day, tuple(row for _, row in sorted(merged.items())))
        write_value(wiki.feed_receipt(day), receipt)


def _with_taken(row: FeedRow, before: FeedRow | None) -> FeedRow:
    if before is None:
        return row
    if row.outcome == "quiet" and not row.entries:  # nothing has changed since it was last asked
        return replace(before, note=row.note) if before.outcome in ("new", "quiet") else row
    taken = tuple(dict.fromkeys((*before.taken, *row.taken)))
    outcome = "new" if taken and row.outcome == "quiet" else row.outcome
    papers = tuple(dict.fromkeys((*before.papers, *row.papers)))
    known = row.known - len(set(before.taken) - set(row.taken))
    return replace(row, taken=taken, outcome=outcome, papers=papers, known=max(0, known))


def _joined(old: Post, new: Post) -> Post:
    if old == new:
        return old
    links = tuple(dict.fromkeys((*old.links, *(new.link, *new.links))))
    links = tuple(link for link in links if link != old.link)
    return replace(old, links=links, keys=tuple(dict.fromkeys((*old.keys, *new.keys))))


def _lines(path: Path) -> tuple[list[tuple[Post, bytes]], list[Unreadable], list[bytes]]:
    """The posts of a file with their lines, and what is none."""
    lines = path.read_bytes().split(b"\n") if path.is_file() else []
    found, broken, odd = list[tuple[Post, bytes]](), list[Unreadable](), list[bytes]()
    for line in filter(bytes.strip, lines):
        posts, left = read_each([line], lambda line: _post_in(path, line), lambda line: path)
        found += [(post, line) for post in posts]
        broken += left
        odd += [line] if left else []
    return found, broken, odd


def _post_in(path: Path, line: bytes) -> Post:
    """A post from its line.

    Raises:
        FormatError: it is none, or names what may become no path, day or address.
    """
    post = _parse(path, line, Post)
    kind, _, own = post.id.partition(":")
    source, slash, _ = own.partition("/")
    named = is_id(post.id) and kind == "post" and slash and is_source(source)
    days = is_day(post.date) and is_day(post.seen) and post.date >= _FIRST_DAY
    if not named or not days or not all(map(_is_web, (post.link, *post.links))):
        what = f"this line is no post: {post.id[:60]!r} of {post.date[:20]!r}"
        raise FormatError(what, where=str(path), next=_AGAIN)
    return post


def _is_web(link: str) -> bool:
    try:
        return urlsplit(link).scheme in ("http", "https")
    except ValueError:
        return False
