"""The feeds in ``wiki.toml``: adding and taking out one, with all else in the file as it is.

Nothing is written that the program could not read again, and no address with a password or a key
in it. What a feed brought stays, whether it is followed or not.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from pydantic import ValidationError

from wiki_builder.core.errors import SettingsError, UsageError
from wiki_builder.core.settings import Feed, Settings, find_wiki, load_settings, settings_from
from wiki_builder.core.settings_report import Unshown, table_lines
from wiki_builder.core.store.posts import drop_feed_state
from wiki_builder.core.store.texts import Changed, swap
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.post import is_source
from wiki_builder.sources.feeds.presets import NamedFeed, preset_named

_HEADER = "[[sources.feeds]]"


def feed_named(settings: Settings, text: str, name: str = "", label: str = "") -> Feed:
    """The feed that an address, a preset or the name of a followed one means.

    Raises:
        UsageError: it is none of these, or its address or name is none that ``wiki.toml`` may hold.
    """
    followed = {feed.name: feed for feed in settings.sources.feeds}
    if text in followed and not name:
        return followed[text]
    preset = preset_named(text)
    url = preset.url if preset else text
    known = next((one for one in followed.values() if one.url == url), None)
    if known and not name:
        return known
    named = preset or NamedFeed(_name_of(url), url, "")
    return _checked(name or named.name, named.url, label or named.label)


def _name_of(url: str) -> str:
    """A name after the address's host: ``blog-example-org``."""
    try:
        host = (urlsplit(url).hostname or "").removeprefix("www.").removeprefix("feeds.")
    except ValueError:
        host = ""
    name = re.sub(r"[^a-z0-9]+", "-", host.lower()).strip("-")
    name = name if name[:1].isalpha() else f"feed-{name}"
    return name[:40].strip("-")


def _checked(name: str, url: str, label: str) -> Feed:
    try:
        return Feed(name=name, url=url, label=label)
    except ValidationError as error:
        first = error.errors()[0]
        own = first.get("ctx", {}).get("error")
        expected = str(own) if own else Feed.model_fields[str(first["loc"][0])].description
        shown = "" if isinstance(own, Unshown) else f" {str(first['input'])[:100]!r}"
        raise UsageError(
            f"the {first['loc'][0]}{shown} cannot stand in wiki.toml; expected {expected}",
            next="Nothing was written",
        ) from None


def add_source(wiki: Wiki, feed: Feed) -> None:
    """Write a feed into ``wiki.toml``, behind the other feeds or at its end.

    Raises:
        SettingsError: the file cannot be read as it is; nothing was written.
        UsageError: it follows the feed already, or has its feeds in another form.
    """
    settings = load_settings(find_wiki(wiki.root))
    for one in settings.sources.feeds:
        if one.url == feed.url:
            raise UsageError(f"{feed.url} is followed already, as {one.name}")
        if one.name == feed.name:
            next_ = "Give another one: sources add … --name NAME"
            raise UsageError(f"there is a source {feed.name} already, {one.url}", next=next_)
    text = _text(wiki)
    told = {"name": feed.name, "url": feed.url} | ({"label": feed.label} if feed.label else {})
    new = _with_block(text, [_HEADER, *(f"{key} = {_toml(said)}" for key, said in told.items())])
    expected = [*_feeds_in(text), told]
    _write(
        wiki,
        text,
        new,
        expected,
        "\n".join([_HEADER, *(f"{k} = {_toml(v)}" for k, v in told.items())]),
    )


def remove_source(wiki: Wiki, name: str) -> Feed:
    """Take a feed out of ``wiki.toml`` and forget what is known of it; its posts stay.

    Raises:
        UsageError: there is no such feed, or the file has its feeds in another form.
    """
    settings = load_settings(find_wiki(wiki.root))
    names = [feed.name for feed in settings.sources.feeds]
    if name not in names:
        told = f"; these are: {', '.join(names)}" if names else ""
        raise UsageError(f"{name[:100]!r} is no source of this wiki{told}")
    text, at = _text(wiki), names.index(name)
    new = _without_block(text, at)
    expected = [one for one in _feeds_in(text) if one.get("name") != name]
    _write(wiki, text, new, expected, f"(take the table of {name} out)")
    if is_source(name):
        drop_feed_state(wiki, name)
    return settings.sources.feeds[at]


def _text(wiki: Wiki) -> str:
    return find_wiki(wiki.root).read_bytes().decode("utf-8")


def _feeds_in(text: str) -> list[Mapping[str, Any]]:
    feeds = tomllib.loads(text.removeprefix("\ufeff")).get("sources", {}).get("feeds", [])
    return list(feeds)


def _write(
    wiki: Wiki, old: str, new: str | None, expected: list[Mapping[str, Any]], by_hand: str
) -> None:
    """Write the file, if it then says what is meant and all else that it said."""
    path = find_wiki(wiki.root)
    by_hand = f"Do it by hand; nothing was written:\n{by_hand}"
    try:
        if new is None or not _says(old, new, expected):
            raise UsageError("its feeds stand in another form", where=str(path), next=by_hand)
        settings_from(new, path)
    except (tomllib.TOMLDecodeError, SettingsError) as error:
        what = "with this feed it could not be read again"
        raise UsageError(what, where=str(path), next=by_hand) from error
    try:
        swap(path, old.encode("utf-8"), new.encode("utf-8"))
    except Changed:
        what = "it was saved meanwhile; nothing was written"
        raise UsageError(what, where=str(path), next="Run this again") from None


def _says(old: str, new: str, expected: list[Mapping[str, Any]]) -> bool:
    """Whether ``new`` has the feeds that are expected, and else what ``old`` has."""
    before, after = (tomllib.loads(text.removeprefix("\ufeff")) for text in (old, new))
    feeds = after.get("sources", {}).pop("feeds", [])
    before.get("sources", {}).pop("feeds", None)
    empty = [one for one in (before, after) if not one.get("sources", True)]
    for one in empty:
        del one["sources"]
    return list(feeds) == expected and before == after


def _toml(text: str) -> str:
    """A basic string of TOML, whose escapes are JSON's. https://toml.io/en/v1.0.0#string"""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _ends(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _with_block(text: str, block: list[str]) -> str:
    end, lines = _ends(text), text.splitlines(keepends=True)
    spans = _blocks(text)
    at = spans[-1][1] if spans else len(lines)
    before, after = "".join(lines[:at]), "".join(lines[at:])
    before += "" if before.endswith("\n") or not before else end
    added = end + end.join(block) + end
    return before + added + after


def _without_block(text: str, number: int) -> str | None:
    lines, spans = text.splitlines(keepends=True), _blocks(text)
    if number >= len(spans):
        return None
    start, end = spans[number]
    start -= start > 0 and not lines[start - 1].strip()
    return "".join(lines[:start] + lines[end:])


def _blocks(text: str) -> list[tuple[int, int]]:
    """Where the tables of feeds stand: their first line and the one behind their last.

    Comments and blank lines above the next table are that table's.
    """
    lines, heads = text.splitlines(), table_lines(text)
    found = []
    for at, (start, head) in enumerate(heads):
        if re.sub(r"\s+", "", head) == _HEADER:
            end = heads[at + 1][0] if at + 1 < len(heads) else len(lines)
            while end > start + 1 and (not lines[end - 1].strip() or _is_comment(lines[end - 1])):
                end -= 1
            found.append((start, end))
    return found


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")
