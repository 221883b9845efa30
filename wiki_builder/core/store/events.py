"""The log of decisions about events. What they say is others'."""

from __future__ import annotations

from wiki_builder.core.store.disk import write_file
from wiki_builder.core.store.values import read_text
from wiki_builder.core.store.wiki import Wiki


def read_event_log(wiki: Wiki) -> str:
    """The log's text; empty where nothing was ever decided.

    Raises:
        FormatError: it is not UTF-8.
    """
    return read_text(wiki.event_log)


def write_event_log(wiki: Wiki, text: str) -> None:
    """Write the log's text, whole or not at all."""
    write_file(wiki.event_log, text.encode("utf-8"), durable=True)
