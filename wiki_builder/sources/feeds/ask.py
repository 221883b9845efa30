"""Asking a feed: within limits, whatever answers.

Feeds stand on many servers, none of which says how often it may be asked: once a run, no two
requests within a second, two attempts. What is not right is a value: one feed harms no other.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import httpx

from wiki_builder.core.errors import UpstreamError, UsageError
from wiki_builder.core.http.client import Client, ClientConfig, Waiting
from wiki_builder.core.settings import is_loopback
from wiki_builder.core.values.bilingual import digest
from wiki_builder.sources.feeds.entry import FeedContent, NoFeed
from wiki_builder.sources.feeds.read import ACCEPT, MOST_BYTES, read_entries

INTERVAL = 1.0  # seconds between two requests, whoever they go to
TIMEOUT, DEADLINE = 20.0, 45.0  # seconds: of one silence, and for all attempts
ATTEMPTS = 2
GONE = "answers 410 Gone: there is no such feed any more"


@dataclass(frozen=True, slots=True)
class FeedAnswer:
    """What a feed answered: its content, or why there is none.

    ``hash`` is that of the bytes; ``unchanged`` says that they are those that were handled before.
    ``moved`` is where the server says that the feed stands for good.
    """

    content: FeedContent | NoFeed
    hash: str = ""
    unchanged: bool = False
    moved: str | None = None
    gone: bool = False


UNCHANGED = NoFeed("is as it was")


def feed_client(cache: Path | None, waiting: Waiting, urls: tuple[str, ...] = ()) -> Client:
    """What asks all feeds, one after the other; loopback addresses need not wait."""
    interval = 0.0 if urls and all(map(is_loopback, urls)) else INTERVAL
    config = ClientConfig(
        interval=interval,
        timeout=TIMEOUT,
        deadline=DEADLINE,
        attempts=ATTEMPTS,
        backoff=interval,
        cache=cache,
        public=True,
    )
    return Client(config, waiting=waiting)


def ask_feed(client: Client, source: str, url: str, handled: str | None = None) -> FeedAnswer:
    """Ask a feed once; ``handled`` is the hash of an answer that need not be read again.

    Raises nothing of the upstream's.
    """
    try:
        response = client.get(
            url, accept=ACCEPT, max_bytes=MOST_BYTES, ok=(HTTPStatus.OK, HTTPStatus.GONE)
        )
    except (UpstreamError, UsageError) as error:
        return FeedAnswer(NoFeed(error.what))
    except (httpx.HTTPError, UnicodeError, ValueError) as error:  # a name that no server has
        return FeedAnswer(NoFeed(f"cannot be asked ({type(error).__name__})"))
    if response.status == HTTPStatus.GONE:
        return FeedAnswer(NoFeed(GONE), gone=True)
    hash_ = digest(response.content.hex(), 16)
    if handled == hash_:
        return FeedAnswer(UNCHANGED, hash_, unchanged=True, moved=response.moved)
    return FeedAnswer(read_entries(source, response), hash_, moved=response.moved)
